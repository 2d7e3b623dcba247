//! What differs between two views: sent in place of the whole view after each action.

use engine::View;
use engine::view::{Arrival, Fact, Holding, Marker, Phase, Piece, Result as GameResult, Track};
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
        // Taken apart by name, so that no part of a view can be forgotten here.
        let View { turn, phase, to_choose, result, pieces, markers, boxes, tracks, facts, calendar } = after;
        Change {
            turn: new(&before.turn, turn),
            phase: new(&before.phase, phase),
            to_choose: new(&before.to_choose, to_choose),
            result: new(&before.result, result),
            pieces: edits(&before.pieces, pieces),
            markers: edits(&before.markers, markers),
            boxes: edits(&before.boxes, boxes),
            tracks: edits(&before.tracks, tracks),
            facts: edits(&before.facts, facts),
            calendar: edits(&before.calendar, calendar),
        }
    }
}

fn new<T: Clone + PartialEq>(before: &T, after: &T) -> Option<T> {
    (before != after).then(|| after.clone())
}

fn edits<T: Clone + Eq + Hash>(before: &[T], after: &[T]) -> Option<Vec<Edit<T>>> {
    (before != after).then(|| runs(before, after))
}

/// The new list from runs of the old one and new entries. Each run is taken as long as it goes.
fn runs<T: Clone + Eq + Hash>(old: &[T], new: &[T]) -> Vec<Edit<T>> {
    // Where each entry first stood.
    let stood: HashMap<&T, usize> = old.iter().enumerate().rev().map(|(at, entry)| (entry, at)).collect();
    let mut told = Vec::new();
    // The entry of the old list that comes next if nothing was moved.
    let mut next = 0;
    let mut rest = new;
    while let Some((first, others)) = rest.split_first() {
        let from = if old.get(next) == Some(first) { Some(next) } else { stood.get(first).copied() };
        let Some(from) = from else {
            told.push(Edit::New(first.clone()));
            next += 1;
            rest = others;
            continue;
        };
        let length = old[from..].iter().zip(rest).take_while(|(old, new)| old == new).count();
        next = from + length;
        told.push(Edit::Run(from, next));
        rest = &rest[length..];
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(old: &[&str], new: &[&str]) -> String {
        crate::text(&runs(old, new))
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
}
