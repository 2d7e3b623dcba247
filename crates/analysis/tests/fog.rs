//! An analysis for a side uses what that side could know.

use crate::common::looked_at;
use analysis::{Depth, Eyes};
use engine::{Decision, Match, Rules, Side};
use first_blood::FirstBlood;
use std::sync::Arc;

/// The last turns of a morning on which nobody does anything: two German stacks with these units under their tops.
fn quiet(rules: &Arc<FirstBlood>, hidden: [&[&str]; 2]) -> Match<FirstBlood> {
    let [north, south] = hidden;
    let stack = |names: &[&str], top: &str, hex: &str| -> Vec<String> {
        names.iter().chain([&top]).map(|name| format!(r#"{{"piece": "{name}", "hex": "{hex}"}}"#)).collect()
    };
    let pieces = [
        stack(north, "G110", "3230"),
        stack(south, "G111", "3030"),
        stack(&["1/A/38"], "1/B/38", "3224"),
        stack(&[], "2/B/38", "3024"),
    ];
    let turn = rules.about().scenarios[0].turns.expect("it has a last turn") - 1;
    let json = format!(r#"{{"turn": {turn}, "phase": "V", "pieces": [{}]}}"#, pieces.concat().join(", "));
    let mut game = Match::from_position(rules.clone(), &json, 5.into()).unwrap();
    while let Decision::Choose(side) = game.decision() {
        let choices: Vec<String> =
            game.legal().iter().map(|&action| game.rules().notation(game.state(), action)).collect();
        let idle = choices.iter().find(|choice| *choice == "done").unwrap_or(&choices[0]).clone();
        game.play(side, &idle).unwrap();
    }
    game
}

#[test]
fn two_games_that_a_side_could_not_tell_apart_are_the_same_to_it() {
    let rules = Arc::new(FirstBlood::load(None).unwrap());
    let one = quiet(&rules, [&["G001"], &["G002", "G019"]]);
    let other = quiet(&rules, [&["G019", "G002"], &["G001"]]);
    let lines = |game: &Match<FirstBlood>| game.lines().iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(lines(&one), lines(&other), "nothing that was done tells them apart");
    let seen = |eyes: Eyes| [&one, &other].map(|game| looked_at(game, Depth::Glance, eyes, 2));
    let [first, second] = seen(Eyes::Side(Side::Second));
    assert_eq!(first, second, "what lies under a German stack is nothing that the Americans know");
    let [first, second] = seen(Eyes::Side(Side::First));
    assert_ne!(first.graph, second.graph, "the Germans know what they have");
    let [first, second] = seen(Eyes::Open);
    assert_ne!(first.graph, second.graph, "with open cards all is seen");
}

#[test]
fn whose_eyes_it_was_seen_with_is_said() {
    let rules = Arc::new(FirstBlood::load(None).unwrap());
    let game = quiet(&rules, [&["G001"], &["G002"]]);
    let said = |eyes: Eyes| {
        let found = looked_at(&game, Depth::Glance, eyes, 1);
        (found.eyes.clone(), found.sides.len(), found.remarks[0].clone())
    };
    let (eyes, sides, remark) = said(Eyes::Side(Side::Second));
    assert_eq!((eyes.as_str(), sides), ("us", 1));
    assert!(remark.starts_with("All is seen by what "), "{remark}");
    let (eyes, sides, remark) = said(Eyes::Open);
    assert_eq!((eyes.as_str(), sides), ("all", 2));
    assert!(remark.starts_with("All is seen with open cards"), "{remark}");
    assert_eq!(said(Eyes::Each).0, "each");
}
