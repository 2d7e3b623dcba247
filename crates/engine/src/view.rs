//! What somebody may know of a game: the only thing a page, a bot or a computer player gets to see.

use crate::{About, Clause, Decision, FactKind, Mark, MarkerKind, Outcome, Side, ValueName};
use serde::Serialize;

/// Whose eyes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Viewer {
    /// A side's own.
    Side(Side),
    /// Somebody who may see only what both sides may see.
    Spectator,
    /// All is open: after the end, for tests and for analysis.
    All,
}

impl Viewer {
    /// Whether what belongs to `side` is open to this viewer.
    pub fn is(self, side: Side) -> bool {
        self == Viewer::All || self == Viewer::Side(side)
    }
}

/// The table as a viewer may see it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct View {
    /// The turn's number.
    pub turn: u32,
    /// The phase being played.
    pub phase: Phase,
    /// The side that must choose; nobody when the game is over.
    pub to_choose: Option<String>,
    /// How the game ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<Result>,
    /// The counters that can be seen, stack by stack from the bottom to the top.
    pub pieces: Vec<Piece>,
    /// What else lies on the board: markers, remains, bridges.
    pub markers: Vec<Marker>,
    /// Boxes beside the board and what is in them.
    pub boxes: Vec<Holding>,
    /// Tracks with a marker on one of their spaces.
    pub tracks: Vec<Track>,
    /// What is in force now: events of the turn, limits, totals; each with its clauses.
    pub facts: Vec<Fact>,
    /// Who is still to come, by turn and side.
    pub calendar: Vec<Arrival>,
}

/// What a viewer saw at one moment, with the faces of the counters in place of their pictures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sight<F> {
    /// The counters, in the order of the view's.
    pub faces: Vec<F>,
    /// All the rest; no counters are in it.
    pub around: View,
}

/// Reinforcements of one side that come on one turn to one place.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Arrival {
    /// The first turn on which they may come.
    pub turn: u32,
    /// The side.
    pub side: String,
    /// Where they come, in words.
    pub place: String,
    /// Who comes, in words.
    pub units: Vec<String>,
}

/// A calendar from single units: each with its turn, its side's id, its place and its name.
pub fn calendar(units: impl IntoIterator<Item = (u32, String, String, String)>) -> Vec<Arrival> {
    let mut calendar: Vec<Arrival> = Vec::new();
    for (turn, side, place, unit) in units {
        let same = |known: &&mut Arrival| known.turn == turn && known.side == side && known.place == place;
        match calendar.iter_mut().find(same) {
            Some(known) => known.units.push(unit),
            None => calendar.push(Arrival { turn, side, place, units: vec![unit] }),
        }
    }
    calendar.sort_by(|one, other| (one.turn, &one.side, &one.place).cmp(&(other.turn, &other.side, &other.place)));
    calendar
}

impl View {
    /// The head of a view, with nothing on the table yet: who chooses, or how it ended, with the sentence for that.
    pub fn new(
        about: &About,
        turn: impl Into<u32>,
        phase: Phase,
        decision: Decision,
        ending: impl FnOnce(Outcome) -> String,
    ) -> View {
        let id = |side: Side| about.side_id(side).to_string();
        let (to_choose, result) = match decision {
            Decision::Choose(side) => (Some(id(side)), None),
            Decision::Over(outcome) => {
                let Outcome { winner, clause, .. } = outcome;
                (None, Some(Result { winner: winner.map(id), clause, text: ending(outcome) }))
            }
        };
        let (pieces, markers, boxes, tracks, facts) = Default::default();
        View {
            turn: turn.into(),
            phase,
            to_choose,
            result,
            pieces,
            markers,
            boxes,
            tracks,
            facts,
            calendar: Vec::new(),
        }
    }
}

/// The phase being played.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Phase {
    /// A short id (`V`).
    pub id: String,
    /// Its name.
    pub title: String,
}

impl Phase {
    /// A phase with its id and its name.
    pub fn new(id: impl Into<String>, title: impl Into<String>) -> Phase {
        Phase { id: id.into(), title: title.into() }
    }
}

/// How the game ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema), schemars(rename = "GameResult"))]
pub struct Result {
    /// The winner's id; nobody's in a draw.
    pub winner: Option<String>,
    /// The rule that decided it.
    pub clause: Clause,
    /// The sentence for people.
    pub text: String,
}

/// A counter.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Piece {
    /// Its name, unless the viewer may not know which one it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The side it belongs to.
    pub side: String,
    /// The id of its nation, where the game has several on a side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nation: Option<String>,
    /// Its type (`infantry`).
    pub kind: String,
    /// How large a formation it stands for (`platoon`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<String>,
    /// The values printed on the face that is up.
    pub values: Vec<Value>,
    /// Where it is.
    #[serde(flatten)]
    pub place: Place,
    /// The hexside it faces, where the game has facing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facing: Option<String>,
    /// Steps left.
    pub steps: u8,
    /// What is marked on it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
    /// How it stands and what it may still do, in sentences, as far as the viewer may know.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// What it hides from the viewer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub covers: Option<Covered>,
}

/// Marks on a counter, in their order, as small as they can be said: a byte each, and none where there are no more.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Marks(u128);

impl Marks {
    /// Adds a mark after the others.
    ///
    /// # Panics
    /// If there are sixteen already.
    pub fn push(&mut self, mark: Mark) {
        let place = 8 * self.iter().count();
        assert!(place < 128, "a counter has sixteen marks at most");
        self.0 |= (mark as u128 + 1) << place;
    }

    /// The marks.
    pub fn iter(self) -> impl Iterator<Item = Mark> {
        self.0.to_le_bytes().into_iter().map_while(|byte| Mark::ALL.get(usize::from(byte).checked_sub(1)?).copied())
    }
}

impl Extend<Mark> for Marks {
    fn extend<I: IntoIterator<Item = Mark>>(&mut self, marks: I) {
        marks.into_iter().for_each(|mark| self.push(mark));
    }
}

impl FromIterator<Mark> for Marks {
    fn from_iter<I: IntoIterator<Item = Mark>>(marks: I) -> Marks {
        let mut all = Marks::default();
        all.extend(marks);
        all
    }
}

/// A value printed on a counter.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema), schemars(rename = "PieceValue"))]
pub struct Value {
    /// What it is.
    pub name: ValueName,
    /// How it is printed.
    pub value: String,
}

/// Counters under the top one that the viewer may not look at.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Covered {
    /// How many, where that is open.
    pub count: Option<usize>,
}

/// Where a counter is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// On the board: one hex, or two for a piece that lies across a hexside.
    Hexes(Vec<String>),
    /// In a box beside the board.
    Box(String),
}

/// Something on the board that is no counter with values.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Marker {
    /// What it is.
    pub kind: MarkerKind,
    /// Where it lies: a hex, or the two hexes of a hexside.
    pub hexes: Vec<String>,
    /// How many.
    pub count: usize,
    /// The side it belongs to, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<String>,
}

/// A box beside the board.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Holding {
    /// Its id.
    pub id: String,
    /// Its name.
    pub title: String,
    /// What is in it, kind by kind, as far as the viewer may know; counters with places are among the pieces.
    pub contents: Vec<(String, usize)>,
}

impl Holding {
    /// A box with what is in it.
    pub fn new(id: impl Into<String>, title: impl Into<String>, contents: Vec<(String, usize)>) -> Holding {
        Holding { id: id.into(), title: title.into(), contents }
    }
}

/// A track.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Track {
    /// Its id.
    pub id: String,
    /// Its name.
    pub title: String,
    /// The names of its spaces.
    pub spaces: Vec<String>,
    /// The space where the marker stands.
    pub at: usize,
}

impl Track {
    /// A track with the marker on one of its spaces.
    pub fn new(
        id: impl Into<String>,
        title: impl Into<String>,
        spaces: impl IntoIterator<Item = String>,
        at: usize,
    ) -> Track {
        Track { id: id.into(), title: title.into(), spaces: spaces.into_iter().collect(), at }
    }
}

/// Something in force now.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Fact {
    /// What it is about.
    pub kind: FactKind,
    /// The sentence for people.
    pub text: String,
    /// The rules behind it.
    pub clauses: Vec<Clause>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_keep_their_order() {
        for marks in [&Mark::ALL[..0], &Mark::ALL[..16], &[*Mark::ALL.last().unwrap(), Mark::ALL[0]]] {
            assert_eq!(marks.iter().copied().collect::<Marks>().iter().collect::<Vec<_>>(), marks);
        }
        let [one, other] = [Mark::ALL[0], Mark::ALL[1]];
        assert_ne!(Marks::from_iter([one, other]), Marks::from_iter([other, one]));
    }

    #[test]
    fn a_calendar_goes_by_turn_side_and_place() {
        let unit = |turn, side: &str, place: &str, name: &str| (turn, side.into(), place.into(), name.into());
        let told = calendar([
            unit(9, "red", "0101", "c"),
            unit(3, "red", "0101", "b"),
            unit(3, "blue", "0202", "a"),
            unit(3, "red", "0101", "d"),
        ]);
        let short: Vec<_> = told.iter().map(|at| (at.turn, at.side.as_str(), at.units.join(" "))).collect();
        assert_eq!(short, [(3, "blue", "a".into()), (3, "red", "b d".into()), (9, "red", "c".into())]);
    }
}
