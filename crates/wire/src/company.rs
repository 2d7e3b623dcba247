//! Company for the long run: ratings, tournaments, and what finished matches are found by.

use crate::object::object;
use crate::{Pace, Seat};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Somebody's rating in one game, as he is told it himself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct OwnRating {
    /// The game's id.
    pub game: String,
    /// The rating.
    pub rating: i64,
    /// How far off it may be: a standard deviation.
    pub deviation: i64,
    /// Whether it says little yet, or again.
    pub provisional: bool,
    /// Rated matches that have ended.
    pub matches: i64,
    /// How many of them were won.
    pub won: i64,
    /// How many were drawn.
    pub drawn: i64,
}

/// Who is rated in a game, the best first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct RatingTable {
    /// The game's id.
    pub game: String,
    /// The players.
    pub players: Vec<Rated>,
    /// The computer's levels, which stay where they are, the best first.
    pub stars: Vec<Star>,
    /// The cursor of what follows.
    pub next: Option<String>,
}

/// Somebody who is rated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Rated {
    /// The name.
    pub name: String,
    /// The rating.
    pub rating: i64,
    /// How far off it may be: a standard deviation.
    pub deviation: i64,
    /// Whether it says little yet, or again.
    pub provisional: bool,
    /// Rated matches that have ended.
    pub matches: i64,
    /// How many of them were won.
    pub won: i64,
    /// How many were drawn.
    pub drawn: i64,
    /// When the last of them ended, in milliseconds since 1970.
    pub last: i64,
}

/// A level of the computer that others are measured by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Star {
    /// The level's id.
    pub computer: String,
    /// Its rating.
    pub rating: i64,
}

/// How the players of a tournament are brought together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum TournamentKind {
    /// Everybody meets everybody.
    RoundRobin,
    /// Those who stand alike meet, as long as there are rounds.
    Swiss,
    /// Who loses is out.
    KnockOut,
}

/// How far a tournament is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum TournamentStatus {
    /// One can sign up.
    Open,
    /// It is played.
    Playing,
    /// It is over.
    Over,
    /// It was called off before it began.
    CalledOff,
}

/// A tournament that somebody wants to hold.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NewTournament {
    /// What it is called.
    pub title: String,
    /// What else there is to say.
    #[serde(default)]
    pub text: String,
    /// The game's id.
    pub game: String,
    /// The scenario's id; the game's first if none is given.
    pub scenario: Option<String>,
    /// Options that differ from their defaults.
    #[serde(default)]
    pub options: BTreeMap<String, bool>,
    /// How much time the sides have in each match.
    #[serde(default, deserialize_with = "object")]
    pub pace: Pace,
    /// How the players are brought together.
    pub kind: TournamentKind,
    /// Rounds of a Swiss tournament; as many as it takes to find a winner if none are given. The others have what they need.
    pub rounds: Option<u32>,
    /// How long a round may take, in milliseconds.
    pub round_ms: i64,
    /// How many may sign up.
    pub max_players: u32,
    /// Whether each pairing is two matches at once, with the sides exchanged.
    #[serde(default)]
    pub both_sides: bool,
    /// Whether its matches are rated.
    #[serde(default)]
    pub rated: bool,
    /// When it begins by itself, in milliseconds since 1970; else when its maker says so, or when it is full.
    pub begins: Option<i64>,
}

/// A tournament as lists have it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct TournamentInfo {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// What else there is to say.
    pub text: String,
    /// The game's id.
    pub game: String,
    /// The scenario's id.
    pub scenario: String,
    /// Every option with its setting, `id=on` or `id=off`.
    pub options: Vec<String>,
    /// How much time the sides have in each match.
    pub pace: Pace,
    /// How the players are brought together.
    pub kind: TournamentKind,
    /// How many rounds there are; null where that is not known before it begins.
    pub rounds: Option<u32>,
    /// How long a round may take, in milliseconds.
    pub round_ms: i64,
    /// How many may sign up.
    pub max_players: u32,
    /// Whether each pairing is two matches at once, with the sides exchanged.
    pub both_sides: bool,
    /// Whether its matches are rated.
    pub rated: bool,
    /// When it begins by itself, in milliseconds since 1970.
    pub begins: Option<i64>,
    /// How far it is.
    pub status: TournamentStatus,
    /// The round that is played, from 1; 0 before the first.
    pub round: u32,
    /// Until when it must be played, in milliseconds since 1970.
    pub deadline: Option<i64>,
    /// How many have signed up.
    pub players: u32,
    /// Who holds it.
    pub host: String,
    /// Whether that is the asker.
    pub yours: bool,
    /// Whether the asker plays in it.
    pub entered: bool,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// Who has won it.
    pub winner: Option<String>,
}

/// Tournaments, those changed last first.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct TournamentList {
    /// The tournaments.
    pub tournaments: Vec<TournamentInfo>,
    /// The cursor of what follows.
    pub next: Option<String>,
}

/// All of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Tournament {
    /// What lists have of it.
    pub info: TournamentInfo,
    /// Who stands where, the best first; before it begins, who has signed up, in that order.
    pub standings: Vec<Standing>,
    /// The rounds so far, the last one first.
    pub rounds: Vec<Round>,
}

/// Where somebody stands.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Standing {
    /// His place, from 1; who cannot be told apart shares one.
    pub place: u32,
    /// His name.
    pub name: String,
    /// His place at the beginning, by which pairings are made; 0 before that.
    pub seed: u32,
    /// His points: 1 for a match that is won, half for one that is drawn.
    pub points: f64,
    /// Matches that were played to their end or forfeited.
    pub matches: u32,
    /// The points of all that he met (Buchholz).
    pub buchholz: f64,
    /// The points of those whom he beat, and half of those with whom he drew (Sonneborn-Berger).
    pub sonneborn_berger: f64,
    /// His points against those who have as many.
    pub head_to_head: f64,
    /// How much of the rounds' time his matches have used: all that was waited for him, in milliseconds.
    pub used_ms: i64,
    /// In a knock-out, the round in which he lost; null for whoever is still in, and elsewhere.
    pub out_in: Option<u32>,
    /// Whether he has withdrawn.
    pub withdrawn: bool,
    /// Whether he is the asker.
    pub you: bool,
}

/// A round of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Round {
    /// Which one, from 1.
    pub round: u32,
    /// Who meets whom.
    pub pairings: Vec<Pairing>,
}

/// Two who meet, or one who has a bye.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Pairing {
    /// The players' names; one alone has a bye.
    pub players: Vec<String>,
    /// Their points against each other so far.
    pub points: Vec<f64>,
    /// Whether nothing of it is left to play.
    pub done: bool,
    /// The matches.
    pub matches: Vec<Appointment>,
}

/// A match of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Appointment {
    /// The match's id; null where there is none, or none any more.
    pub r#match: Option<String>,
    /// Who has which side, by the side's id.
    pub sides: BTreeMap<String, String>,
    /// How it came out, by the side's id: 1, 0.5 or 0; null while it is played.
    pub points: Option<BTreeMap<String, f64>>,
    /// How it came to that; null while it is played.
    pub how: Option<Outcome>,
    /// How long was waited for each side, by its id, in milliseconds: whoever has used more loses what is not over when the
    /// round's time is. Null where there is no match.
    pub used_ms: Option<BTreeMap<String, i64>>,
}

/// How a match of a tournament came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// It was played, or given up.
    Played,
    /// Somebody did not come, or withdrew.
    Forfeit,
    /// There was nobody to play against.
    Bye,
    /// It cannot be played to its end, and counts as drawn.
    Void,
}

/// A finished match with its record, as it is downloaded among others.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct ArchivedMatch {
    /// The match's id.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// The scenario's id.
    pub scenario: String,
    /// Every option with its setting, `id=on` or `id=off`.
    pub options: Vec<String>,
    /// Who sat where, in the order of the game's sides.
    pub seats: [Seat; 2],
    /// The winning side; null for a draw.
    pub winner: Option<String>,
    /// The sentence for people.
    pub result: Option<String>,
    /// Whether it was rated.
    pub rated: bool,
    /// The tournament that it belongs to.
    pub tournament: Option<String>,
    /// How many actions were played.
    pub actions: i64,
    /// When it was created, in milliseconds since 1970.
    pub created: i64,
    /// When it ended, in milliseconds since 1970.
    pub ended: Option<i64>,
    /// The record, as `grognard check` verifies it.
    pub record: String,
}

/// The last line of a download: where the next one begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct ArchiveEnd {
    /// The cursor of what follows; null where that was all.
    pub next: Option<String>,
}

/// How many rated matches the ratings were worked out from anew.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Reckoned {
    /// The matches.
    pub matches: usize,
}
