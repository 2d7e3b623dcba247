//! What differs between two views: sent in place of the whole view after each action.

use engine::View;
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::hash::Hash;

/// What differs from the view before. What is absent is unchanged; `result: null` takes the result away. A list is told
/// as runs of the old list (`[from, to]`, `to` not included) and new entries, in order.
pub fn change(before: &View, after: &View) -> Value {
    // Taken apart by name, so that no part of a view can be forgotten here.
    let View { turn, phase, to_choose, result, pieces, markers, boxes, tracks, facts } = after;
    let mut told = Map::new();
    tell(&mut told, "turn", &before.turn, turn);
    tell(&mut told, "phase", &before.phase, phase);
    tell(&mut told, "to_choose", &before.to_choose, to_choose);
    tell(&mut told, "result", &before.result, result);
    tell_list(&mut told, "pieces", &before.pieces, pieces);
    tell_list(&mut told, "markers", &before.markers, markers);
    tell_list(&mut told, "boxes", &before.boxes, boxes);
    tell_list(&mut told, "tracks", &before.tracks, tracks);
    tell_list(&mut told, "facts", &before.facts, facts);
    Value::Object(told)
}

fn tell<T: PartialEq + Serialize>(told: &mut Map<String, Value>, key: &str, before: &T, after: &T) {
    if before != after {
        told.insert(key.into(), json!(after));
    }
}

fn tell_list<T: Eq + Hash + Serialize>(told: &mut Map<String, Value>, key: &str, before: &[T], after: &[T]) {
    if before != after {
        told.insert(key.into(), Value::Array(runs(before, after)));
    }
}

/// The new list from runs of the old one and new entries. Each run is taken as long as it goes.
fn runs<T: Eq + Hash + Serialize>(old: &[T], new: &[T]) -> Vec<Value> {
    // Where each entry first stood.
    let stood: HashMap<&T, usize> = old.iter().enumerate().rev().map(|(at, entry)| (entry, at)).collect();
    let mut told = Vec::new();
    // The entry of the old list that comes next if nothing was moved.
    let mut next = 0;
    let mut rest = new;
    while let Some((first, others)) = rest.split_first() {
        let from = if old.get(next) == Some(first) { Some(next) } else { stood.get(first).copied() };
        let Some(from) = from else {
            told.push(json!(first));
            next += 1;
            rest = others;
            continue;
        };
        let length = old[from..].iter().zip(rest).take_while(|(old, new)| old == new).count();
        next = from + length;
        told.push(json!([from, next]));
        rest = &rest[length..];
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(old: &[&str], new: &[&str]) -> String {
        Value::Array(runs(old, new)).to_string()
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
