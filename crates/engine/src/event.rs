//! What happened, said so that a person can read it and a page can animate it.

use crate::{Clause, Side};
use hexboard::Hex;

/// Something that happened.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// What sort of thing it is: `move`, `fire`, `event`, `phase`, ...
    pub kind: &'static str,
    /// The sentence for the log.
    pub text: String,
    /// Who may know it: one side alone, or everybody.
    pub only: Option<Side>,
    /// The hexes it points at, in order (a path, or firing hexes and then the target).
    pub hexes: Vec<Hex>,
    /// The pieces it is about, by name.
    pub pieces: Vec<String>,
    /// The rules that made it so.
    pub clauses: Vec<Clause>,
    /// The label of the forecast's outcome that came true here.
    pub outcome: Option<String>,
    /// Whether a rule opens hidden things here. Only such events may tell apart two positions that looked the same.
    pub reveals: bool,
}

impl Event {
    /// An event that everybody may know.
    pub fn new(kind: &'static str, text: impl Into<String>) -> Event {
        Event {
            kind,
            text: text.into(),
            only: None,
            hexes: Vec::new(),
            pieces: Vec::new(),
            clauses: Vec::new(),
            outcome: None,
            reveals: false,
        }
    }

    /// For one side's eyes.
    pub fn only(mut self, side: Side) -> Event {
        self.only = Some(side);
        self
    }

    /// Points at hexes.
    pub fn at(mut self, hexes: impl IntoIterator<Item = Hex>) -> Event {
        self.hexes.extend(hexes);
        self
    }

    /// Names pieces.
    pub fn of(mut self, pieces: impl IntoIterator<Item = String>) -> Event {
        self.pieces.extend(pieces);
        self
    }

    /// Cites clauses.
    pub fn by(mut self, clauses: Vec<Clause>) -> Event {
        self.clauses = clauses;
        self
    }

    /// Says which outcome of the forecast came true.
    pub fn outcome(mut self, label: impl Into<String>) -> Event {
        self.outcome = Some(label.into());
        self
    }

    /// Marks the event as one by which a rule opens hidden things.
    pub fn reveals(mut self) -> Event {
        self.reveals = true;
        self
    }

    /// Whether a side (or, for `None`, somebody who is neither) may know it.
    pub fn is_for(&self, side: Option<Side>) -> bool {
        self.only.is_none() || self.only == side
    }
}

/// Somebody who may be listening.
pub trait Sink {
    /// Tells an event; it is only put together if somebody listens.
    fn tell(&mut self, event: impl FnOnce() -> Event);
}

/// Nobody listens: events cost nothing.
pub struct Silence;

impl Sink for Silence {
    #[inline]
    fn tell(&mut self, _event: impl FnOnce() -> Event) {}
}

impl Sink for Vec<Event> {
    fn tell(&mut self, event: impl FnOnce() -> Event) {
        self.push(event());
    }
}
