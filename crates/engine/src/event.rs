//! What happened, said so that a person can read it and a page can animate it.

use crate::{Clause, Side, Viewer};
use hexboard::Hex;

/// Who may know of an event.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Audience {
    /// Everybody.
    All,
    /// One side alone.
    Only(Side),
    /// Everybody but one side, which is told more.
    AllBut(Side),
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// What sort of thing it is: `move`, `fire`, `event`, `phase`, ...
    pub kind: &'static str,
    /// The sentence for the log.
    pub text: String,
    /// Who may know it.
    pub audience: Audience,
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
            audience: Audience::All,
            hexes: Vec::new(),
            pieces: Vec::new(),
            clauses: Vec::new(),
            outcome: None,
            reveals: false,
        }
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

    /// Whether a viewer may know it.
    pub fn is_for(&self, viewer: Viewer) -> bool {
        match (self.audience, viewer) {
            (Audience::All, _) | (Audience::Only(_), Viewer::All) | (Audience::AllBut(_), Viewer::Spectator) => true,
            (Audience::Only(_), Viewer::Spectator) | (Audience::AllBut(_), Viewer::All) => false,
            (Audience::Only(side), Viewer::Side(viewer)) => side == viewer,
            (Audience::AllBut(side), Viewer::Side(viewer)) => side != viewer,
        }
    }
}

/// Somebody who may be listening.
pub trait Sink {
    /// Tells an event; it is only put together if somebody listens.
    fn tell(&mut self, event: impl FnOnce() -> Event);

    /// Tells one side the whole of an event, and everybody else a part of it.
    fn tell_apart(&mut self, side: Side, whole: impl FnOnce() -> Event, part: impl FnOnce() -> Event) {
        self.tell(|| Event { audience: Audience::Only(side), ..whole() });
        self.tell(|| Event { audience: Audience::AllBut(side), ..part() });
    }
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
