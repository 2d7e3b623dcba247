//! Sequence of Play.

use crate::common::*;
use engine::{Side, Viewer, shows};
use rock_of_the_marne::sequence::Phase;

#[test]
fn each_turn_has_a_german_and_an_allied_player_turn_of_six_phases() {
    shows!["GI/seq-a", "GI/seq-b", "5.0a", "5.0b", "scs/1.1"];
    let mut table = new("ardre", &[]);
    assert_eq!(table.chooser(), Side::First, "the Germans begin, and both sides are set up");
    assert!(table.state().units(Side::Second).len() > 10);
    while table.outcome().is_none() {
        table.play(&["done"]);
    }
    let told = table.told(Viewer::All);
    let phases: Vec<_> = told.iter().filter(|text| text.contains("Phase.")).collect();
    let order =
        ["Replacement and Reinforcement", "Refit", "Movement", "Combat", "Exploitation and CAP Placement", "Supply"];
    // The first phase was begun before anybody listened.
    for (at, text) in phases.iter().enumerate() {
        let title = order[(at + 1) % 6];
        let (turn, side) = (9 + (at + 1) / 12, if (at + 1) % 12 < 6 { "German" } else { "Allied" });
        assert_eq!(**text, format!("Turn {turn}, {side} {title} Phase."));
    }
    assert_eq!(phases.len(), 6 * 12 - 1);
    assert_eq!(Phase::ALL.map(Phase::title), order);
}

#[test]
fn the_refit_phase_repairs_before_it_calls_airplanes_back() {
    shows!["GI/seq-c"];
    let broken = serde_json::json!({ "piece": "F-Tank-3", "hex": "62.03", "marks": ["broken-down"] });
    let depleted = serde_json::json!({ "piece": "F-HQ-3", "hex": "62.03", "marks": ["depleted"] });
    let mut table =
        on(phase("replacement", 9).mark("side", "allied").piece(broken).piece(depleted).unit("A-Air-1", "61.03"));
    table.rolls(&[6, 6, 6]).play(&["done"]);
    let told = table.told(Viewer::All);
    let at =
        |word: &str| told.iter().position(|text| text.contains(word)).unwrap_or_else(|| panic!("{word}: {told:?}"));
    assert!(at("is Replenished") < at("is repaired") && at("is repaired") < at("comes back from CAP"));
    assert!(at("comes back from CAP") < at("is ready"));
    assert!(table.state().ready.contains(piece("A-Air-1")));
}

#[test]
fn the_movement_phase_holds_breakdown_and_movement() {
    shows!["GI/seq-d"];
    let table = on(phase("movement", 9).unit("G-10", "62.03"));
    assert!(table.offers("break G-10") && table.offers("pick G-10"));
    let table = on(phase("exploitation", 9).unit("G-10", "62.03").unit("G-Storm-1", "62.05"));
    assert_eq!(table.refused_by("break G-10"), "2.2a-1");
}

#[test]
fn the_defender_decides_over_his_own_units() {
    shows!["scs/1.2"];
    let mut table = on(phase("combat", 9)
        .unit("G-10", "60.03")
        .unit("G-33", "60.02")
        .unit("G-HQ-8", "60.05")
        .unit("F-73", "59.03")
        .unit("F-Rgt-1", "59.03"));
    // 18 against 12 is 2 to 1; a 9 there is A1, D2.
    table.play(&["target 59.03", "join all"]);
    table.rolls(&[4, 5]).play(&["fight"]);
    assert_eq!(table.chooser(), Side::First, "the attacker chooses his loss");
    table.play(&["lose G-10"]);
    assert_eq!(table.chooser(), Side::Second, "the defender chooses his");
    assert_eq!(table.refused_by("lose G-33"), "scs/7.3c");
}

#[test]
fn what_comes_at_another_time_is_refused_by_the_rule_for_it_and_by_the_sequence() {
    shows!["GI/seq-b"];
    let table = on(phase("movement", 9).unit("G-10", "59.06").unit("G-HQ-13", "59.04").unit("F-55", "59.07"));
    let cited = |action: &str| table.refusal(action).clauses.iter().map(|clause| clause.0).collect::<Vec<_>>();
    assert_eq!(cited("target 59.07"), ["scs/7.0a", "GI/seq-b"]);
    // Where nothing can be ended the sequence alone says so.
    let mut table = on(phase("movement", 9).mark("side", "allied").unit("F-73", "62.03").unit("F-HQ-3", "62.05"));
    table.play(&["break F-73"]);
    let refusal = table.refusal("done");
    assert_eq!(refusal.clauses.iter().map(|clause| clause.0).collect::<Vec<_>>(), ["GI/seq-b"]);
}
