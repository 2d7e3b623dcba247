//! What happened, as it is told.

use engine::event::Figure;
use engine::{About, Clause, EventKind};
use hexboard::Board;
use serde::Serialize;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Event {
    /// What sort of thing it is.
    pub kind: EventKind,
    /// The sentence for the log.
    pub text: String,
    /// The side that did it, or to which it happened.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<String>,
    /// The hexes it points at, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hexes: Vec<String>,
    /// Whether the hexes are the way that a counter took, from where it stood to where it stands.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub way: bool,
    /// The pieces it is about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<String>,
    /// The rules that made it so.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub clauses: Vec<Clause>,
    /// The dice that made it so, in the order in which they fell.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rolls: Vec<Roll>,
    /// What each side loses by it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub losses: Vec<Loss>,
    /// Other numbers that it tells.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub figures: Vec<Figure>,
    /// The outcome of the forecast that came true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
}

/// Dice that fell, with what was to be expected of them.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Roll {
    /// As the rules tell it.
    #[serde(flatten)]
    pub roll: engine::Roll,
    /// The total that was to be expected.
    pub mean: f64,
    /// How lucky it was, where the rules know what a side hoped for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub luck: Option<Luck>,
}

/// How lucky a roll was, and for whom.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Luck {
    /// The side that hoped; to the other it is as much the other way.
    pub side: String,
    /// By the exact distribution of the dice, to six places.
    #[serde(flatten)]
    pub luck: engine::Luck,
}

impl Roll {
    /// As it is told of this game.
    pub fn of(about: &About, roll: &engine::Roll) -> Roll {
        let luck = roll.hope.zip(roll.luck());
        let luck = luck.map(|(hope, luck)| Luck { side: about.side_id(hope.side).to_string(), luck: rounded(luck) });
        Roll { mean: roll.mean(), luck, roll: roll.clone() }
    }
}

/// As it can be written and read again without a difference.
fn rounded(luck: engine::Luck) -> engine::Luck {
    let places = |value: f64| (value * 1e6).round() / 1e6;
    let (share, spread) = (places(luck.share), places(luck.spread));
    engine::Luck { share, spread, chance: luck.chance.map(places), came: luck.came }
}

/// What a side loses by an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Loss {
    /// Who loses.
    pub side: String,
    /// How many steps; a unit without steps counts as one.
    pub steps: u16,
}

impl Event {
    /// As it is told of this game, on this board.
    pub fn of(about: &About, board: &Board, event: &engine::Event) -> Event {
        let side_id = |side| about.side_id(side).to_string();
        Event {
            kind: event.kind,
            text: event.text.clone(),
            side: event.side.map(side_id),
            way: event.way,
            rolls: event.rolls.iter().map(|roll| Roll::of(about, roll)).collect(),
            losses: event.losses.iter().map(|loss| Loss { side: side_id(loss.side), steps: loss.steps }).collect(),
            figures: event.figures.clone(),
            hexes: event.hexes.iter().map(|&hex| board.label(hex).to_string()).collect(),
            pieces: event.pieces.clone(),
            clauses: event.clauses.clone(),
            outcome: event.outcome.clone(),
        }
    }
}

/// Something that happened, and when.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct LogEvent {
    /// How many actions had been played before.
    pub at: usize,
    /// What happened.
    #[serde(flatten)]
    pub event: Event,
}

impl LogEvent {
    /// As it is told of this game, on this board.
    pub fn of(about: &About, board: &Board, at: usize, event: &engine::Event) -> LogEvent {
        LogEvent { at, event: Event::of(about, board, event) }
    }
}
