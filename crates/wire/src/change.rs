//! What differs between two views: sent in place of the whole view after each action.

use engine::View;
use engine::view::{Arrival, Fact, Holding, Marker, Phase, Piece, Result as GameResult, Sight, Track};
use serde::Serialize;
use std::collections::HashMap;
use std::hash::Hash;

/// What differs from the view before. What is absent is unchanged; `result: null` takes the result away. A list is told
/// as runs of the old list (`[from, to]`, `to` not included) and new entries, in order.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Change {
    /// The turn's number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<u32>,
    /// The phase being played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase: Option<Phase>,
    /// The side that must choose; null when the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "described", schemars(extend("nullable" = true)))]
    pub to_choose: Option<Option<String>>,
    /// How the game ended; null when it goes on after all.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "described", schemars(extend("nullable" = true)))]
    pub result: Option<Option<GameResult>>,
    /// The counters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pieces: Option<Vec<Edit<Piece>>>,
    /// What else lies on the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub markers: Option<Vec<Edit<Marker>>>,
    /// The boxes beside the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub boxes: Option<Vec<Edit<Holding>>>,
    /// The tracks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tracks: Option<Vec<Edit<Track>>>,
    /// What is in force.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facts: Option<Vec<Edit<Fact>>>,
    /// Who is still to come.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub calendar: Option<Vec<Edit<Arrival>>>,
}

/// A part of a list that has changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema), schemars(inline))]
#[serde(untagged)]
pub enum Edit<T> {
    /// Entries of the old list: from this place to that, which is not included.
    Run(usize, usize),
    /// A new entry.
    New(T),
}

impl Change {
    /// What differs between two views.
    pub fn between(before: &View, after: &View) -> Change {
        Change { pieces: edits(&before.pieces, &after.pieces, Piece::clone), ..Change::around(before, after) }
    }

    /// What differs between what a viewer saw at two moments; pictures are drawn of the faces that are new.
    pub fn since<F: Clone + Eq + Hash>(before: &Sight<F>, after: &Sight<F>, draw: impl Fn(F) -> Piece) -> Change {
        let pieces = edits(&before.faces, &after.faces, |face| draw(face.clone()));
        Change { pieces, ..Change::around(&before.around, &after.around) }
    }

    /// Whether nothing differs.
    pub fn is_nothing(&self) -> bool {
        *self == Change::default()
    }

    /// What differs beside the counters.
    fn around(before: &View, after: &View) -> Change {
        // Taken apart by name, so that no part of a view can be forgotten here.
        let View { turn, phase, to_choose, result, pieces: _, markers, boxes, tracks, facts, calendar } = after;
        Change {
            turn: new(&before.turn, turn),
            phase: new(&before.phase, phase),
            to_choose: new(&before.to_choose, to_choose),
            result: new(&before.result, result),
            pieces: None,
            markers: edits(&before.markers, markers, Marker::clone),
            boxes: edits(&before.boxes, boxes, Holding::clone),
            tracks: edits(&before.tracks, tracks, Track::clone),
            facts: edits(&before.facts, facts, Fact::clone),
            calendar: edits(&before.calendar, calendar, Arrival::clone),
        }
    }
}

fn new<T: Clone + PartialEq>(before: &T, after: &T) -> Option<T> {
    (before != after).then(|| after.clone())
}

fn edits<T: Eq + Hash, U>(before: &[T], after: &[T], told: impl Fn(&T) -> U) -> Option<Vec<Edit<U>>> {
    (before != after).then(|| runs(before, after, told))
}

/// After so many entries that are looked for in the old list, it is worth knowing where each stands.
const SOUGHT: usize = 8;

/// The new list from runs of the old one and new entries. Each run is taken as long as it goes.
fn runs<T: Eq + Hash, U>(old: &[T], new: &[T], told: impl Fn(&T) -> U) -> Vec<Edit<U>> {
    let mut edits = Vec::new();
    // Where each entry first stood. Most of the time little has changed, and there is little to look for.
    let (mut sought, mut stood) = (0, None);
    let mut first_place = |entry: &T| {
        sought += 1;
        if sought <= SOUGHT {
            return old.iter().position(|old| old == entry);
        }
        let stood: &HashMap<&T, usize> =
            stood.get_or_insert_with(|| old.iter().enumerate().rev().map(|(at, entry)| (entry, at)).collect());
        stood.get(entry).copied()
    };
    // The entry of the old list that comes next if nothing was moved.
    let mut next = 0;
    let mut rest = new;
    while let Some((first, others)) = rest.split_first() {
        let from = if old.get(next) == Some(first) { Some(next) } else { first_place(first) };
        let Some(from) = from else {
            edits.push(Edit::New(told(first)));
            next += 1;
            rest = others;
            continue;
        };
        let length = old[from..].iter().zip(rest).take_while(|(old, new)| old == new).count();
        next = from + length;
        edits.push(Edit::Run(from, next));
        rest = &rest[length..];
    }
    edits
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(old: &[&str], new: &[&str]) -> String {
        crate::text(&runs(old, new, |entry| entry.to_string()))
    }

    #[test]
    fn runs_are_as_long_as_they_go() {
        assert_eq!(told(&["a", "b", "c", "d"], &["a", "b", "c", "d"]), "[[0,4]]");
        assert_eq!(told(&["a", "b", "c", "d"], &["a", "x", "c", "d"]), r#"[[0,1],"x",[2,4]]"#);
        assert_eq!(told(&["a", "b", "c", "d"], &["c", "d", "a", "b"]), "[[2,4],[0,2]]");
        assert_eq!(told(&["a", "b", "c", "d"], &["a", "d"]), "[[0,1],[3,4]]");
        assert_eq!(told(&["a", "b"], &["a", "x", "b", "y"]), r#"[[0,1],"x",[1,2],"y"]"#);
        assert_eq!(told(&["a", "b"], &[]), "[]");
        assert_eq!(told(&[], &["a"]), r#"["a"]"#);
    }

    #[test]
    fn entries_that_look_alike_are_told_apart_by_their_place() {
        assert_eq!(told(&["a", "a", "b", "a"], &["a", "a", "x", "a"]), r#"[[0,2],"x",[3,4]]"#);
        assert_eq!(told(&["a"], &["a", "a", "a"]), "[[0,1],[0,1],[0,1]]");
    }

    #[test]
    fn much_that_has_changed_is_told_as_little_is() {
        let old: Vec<usize> = (0..4 * SOUGHT).collect();
        // Turned round, so that each stands where none is looked for first, and two hundred is new.
        let new: Vec<usize> = old.iter().rev().copied().chain([200]).collect();
        let edits = runs(&old, &new, |entry| *entry);
        let expected = old.iter().rev().map(|&at| Edit::Run(at, at + 1)).chain([Edit::New(200)]);
        assert_eq!(edits, expected.collect::<Vec<_>>());
    }
}
