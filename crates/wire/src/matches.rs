//! Matches as the lobby lists them, how they are created, and what is said at the table.

use crate::object::{object, object_or_null};
use crate::{ChangedGame, LogEvent};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A match as the lobby lists it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct MatchInfo {
    /// Its id.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// The game's title.
    pub title: String,
    /// The scenario's id.
    pub scenario: String,
    /// Every option with its setting, `id=on` or `id=off`.
    pub options: Vec<String>,
    /// Whether it is played.
    pub status: Status,
    /// How much time the sides have.
    pub pace: Pace,
    /// The seats, in the order of the game's sides.
    pub seats: [Seat; 2],
    /// Whether it is left out of public lists.
    pub private: bool,
    /// Whether it is a guided battle.
    pub lesson: bool,
    /// Which guided battle it is, by its id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub which_lesson: Option<String>,
    /// Which problem of the staff college it is, by its id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
    /// When it was created, in milliseconds since 1970.
    pub created: i64,
    /// When it last changed, in milliseconds since 1970.
    pub updated: i64,
    /// The game's turn.
    pub turn: i64,
    /// How many actions have been played.
    pub actions: i64,
    /// The side that all wait for: it must choose, or open first what it has pledged to the dice.
    pub to_choose: Option<String>,
    /// What is changed of its game, where it is played with data that somebody has brought.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changed: Option<ChangedGame>,
    /// How it ended.
    pub result: Option<EndResult>,
    /// Where the dice come from; null where the game is not served any more.
    pub dice: Option<DiceInfo>,
    /// The id of the rematch, once there is one.
    pub rematch: Option<String>,
    /// Whether it counts for the ratings of those who play.
    pub rated: bool,
    /// The id of the tournament that it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tournament: Option<String>,
    /// When it ended, in milliseconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<i64>,
    /// Where other rules or data took over, in order; told with the table alone.
    pub changes: Vec<RulesChange>,
    /// Why it cannot be played on, but only ended: it went another way than the rules and data here; told with the table
    /// alone.
    pub parted: Option<String>,
}

/// From here on other rules or data hold in a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct RulesChange {
    /// How many actions had been played.
    pub after: usize,
    /// The version of the rules from there on.
    pub rules: u32,
    /// The digest of the data files from there on.
    pub data: String,
}

/// Whether a match is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// A seat is free.
    Waiting,
    /// It goes on.
    Playing,
    /// It has ended.
    Over,
}

/// A side in one match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Seat {
    /// The side's id.
    pub side: String,
    /// Who has it.
    pub who: SeatKind,
    /// The player's name; absent while nobody sits there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Whether the player has no account.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guest: Option<bool>,
    /// The computer's id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub computer: Option<String>,
    /// The player's rating in this game, if he wants to be rated; in a rated match the computer's too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<i64>,
    /// Whether it is the asker's own.
    pub yours: bool,
}

/// Who has a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SeatKind {
    /// Anybody may take it.
    Open,
    /// Whoever has the link may take it.
    Link,
    /// It is taken.
    Player,
    /// A computer sits there.
    Computer,
}

/// How much time the sides have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Pace {
    /// As much as they like.
    #[default]
    None,
    /// Both are at the table.
    Live {
        /// Thinking time for the whole match, in milliseconds.
        bank_ms: i64,
        /// Free time whenever the choice passes to a side, in milliseconds.
        grace_ms: i64,
    },
    /// Over days and weeks.
    Slow {
        /// Thinking time for the whole match, in milliseconds.
        bank_ms: i64,
        /// Free time whenever the choice passes to a side, in milliseconds.
        grace_ms: i64,
    },
}

impl Pace {
    /// Bank and grace, where there is a clock.
    pub fn times(self) -> Option<(i64, i64)> {
        match self {
            Pace::None => None,
            Pace::Live { bank_ms, grace_ms } | Pace::Slow { bank_ms, grace_ms } => Some((bank_ms, grace_ms)),
        }
    }

    /// Whether players need not be at the table.
    pub fn is_slow(self) -> bool {
        matches!(self, Pace::Slow { .. })
    }
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct EndResult {
    /// The winning side; null for a draw.
    pub winner: Option<String>,
    /// The sentence for people.
    pub text: String,
}

/// Where the dice come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct DiceInfo {
    /// SHA-256 of the server's secret, published before the first roll.
    pub commitment: String,
    /// What each side added; until the end only the asker's own.
    pub salts: BTreeMap<String, String>,
    /// The SHA-256 of what each side pledged to add before any was opened, or `withdrawn`; told at the table, and at the end.
    pub pledges: BTreeMap<String, String>,
    /// The sides that have not opened what they pledged: until they have, nobody can choose.
    pub unopened: Vec<String>,
    /// Opened at the end.
    pub secret: Option<String>,
    /// Opened at the end.
    pub seed: Option<String>,
}

/// What somebody wants to play.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NewMatch {
    /// The game's id.
    pub game: String,
    /// The scenario's id; the game's first if none is given.
    pub scenario: Option<String>,
    /// Options that differ from their defaults.
    #[serde(default)]
    pub options: BTreeMap<String, bool>,
    /// Who is to have each side, by its id.
    #[serde(default)]
    pub seats: BTreeMap<String, Wish>,
    /// How much time the sides have.
    #[serde(default, deserialize_with = "object")]
    pub pace: Pace,
    /// Whether it is left out of public lists.
    #[serde(default)]
    pub private: bool,
    /// Begins a guided battle; scenario, options and seats are then the lesson's own.
    #[serde(default)]
    pub lesson: bool,
    /// Which guided battle, by its id; the first if none is given.
    pub which_lesson: Option<String>,
    /// Goes on from a moment of a finished game; game, scenario and options are then those of that game.
    #[serde(default, deserialize_with = "object_or_null")]
    pub from: Option<FromMoment>,
    /// Lays out a problem of the staff college, by its id; scenario, options and seats are then the problem's own.
    pub problem: Option<String>,
    /// The SHA-256 of the salt that the asker will add to the dice: pledged with taking his seat.
    pub pledge: Option<String>,
    /// Whether it counts for the ratings of those who play: accounts that want to be rated, or one and a computer.
    #[serde(default)]
    pub rated: bool,
}

/// A moment of a finished game: of a match that was played here, or of a record.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FromMoment {
    /// The match's id.
    pub r#match: Option<String>,
    /// In place of a match: a record or a study, as text.
    pub record: Option<String>,
    /// Of a study: the number of a variation, or 0 for the game itself.
    #[serde(default)]
    pub branch: usize,
    /// How many of its actions have been played then.
    pub at: usize,
    /// What the dice of the last of these actions show in place of what they showed: what if?
    #[serde(default)]
    pub rolls: Vec<u16>,
}

/// Who is to have a seat.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Wish {
    /// Who asks.
    Me,
    /// Whoever gets the link.
    Link,
    /// Anybody.
    Open,
    /// A computer player, by its id.
    Computer(String),
}

/// Whether somebody puts a match of his away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Archive {
    /// Away, or out again.
    pub on: bool,
}

/// A new match.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Created {
    /// The match.
    pub r#match: MatchInfo,
    /// The links that hold seats, by side; told only this once.
    pub links: BTreeMap<String, String>,
}

/// Matches, those changed last first.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct MatchList {
    /// The matches.
    pub matches: Vec<MatchInfo>,
    /// The cursor of what follows.
    pub next: Option<String>,
}

/// Events that a viewer may know.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Log {
    /// The events, in order.
    pub log: Vec<LogEvent>,
}

/// Something said at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct ChatLine {
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// By whom.
    pub name: String,
    /// Whether he has no account: then anybody may have called himself so.
    pub guest: bool,
    /// His side; null for those who look on.
    pub side: Option<String>,
    /// What.
    pub text: String,
}

/// Who is there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Presence {
    /// Whether a side's player is there.
    pub sides: BTreeMap<String, bool>,
    /// How many look on.
    pub spectators: usize,
}

/// What one side offers the other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Offer {
    /// What.
    pub what: Proposal,
    /// The side that offers.
    pub by: String,
    /// For a take-back: how many actions would be left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<usize>,
}

/// What can be offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Proposal {
    /// To end without a winner.
    Draw,
    /// To go back.
    TakeBack,
}

/// The time that is left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Clock {
    /// What is left of each side's bank, in the game's order, in milliseconds.
    pub bank_ms: [i64; 2],
    /// The side whose time runs.
    pub runs: Option<String>,
    /// What is left of its grace, in milliseconds.
    pub grace_ms: i64,
}

/// That it is a player's turn, as a webhook is told it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TurnTold {
    /// The game's id.
    pub game: String,
    /// The game's title.
    pub title: String,
    /// The match's id.
    pub r#match: String,
    /// The side's id.
    pub side: String,
    /// Where it is played.
    pub url: String,
    /// The sentence for people.
    pub text: String,
}
