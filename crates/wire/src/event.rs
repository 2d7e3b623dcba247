//! What happened, as it is told.

use engine::Clause;
use hexboard::Board;
use serde::Serialize;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Event {
    /// What sort of thing it is.
    pub kind: &'static str,
    /// The sentence for the log.
    pub text: String,
    /// The hexes it points at, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hexes: Vec<String>,
    /// The pieces it is about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<String>,
    /// The rules that made it so.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub clauses: Vec<Clause>,
    /// The outcome of the forecast that came true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
}

impl Event {
    /// As it is told of a game on this board.
    pub fn of(board: &Board, event: &engine::Event) -> Event {
        Event {
            kind: event.kind,
            text: event.text.clone(),
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
    /// As it is told of a game on this board.
    pub fn of(board: &Board, at: usize, event: &engine::Event) -> LogEvent {
        LogEvent { at, event: Event::of(board, event) }
    }
}
