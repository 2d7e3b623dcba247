//! Stacking: the limit, its moments, and the order of a stack.

use crate::common::*;
use engine::{Habit, Viewer, shows};
use rock_of_the_marne::pieces::GERMAN;
use rock_of_the_marne::sequence::Phase;
use serde_json::json;

#[test]
fn the_limit_counts_at_the_end_of_the_movement_phase() {
    shows!["GI/stack-c", "GI/stack-d", "GI/stack-e", "scs/5.1", "scs/5.2"];
    let mut table = on(phase("movement", 9).unit("G-10", "62.03").unit("G-33", "62.04").unit("G-HQ-8", "62.04"));
    table.play(&["pick G-10", "to 62.04"]);
    assert!(table.offers("pick G-33"), "for the moment seven points are allowed");
    table.play(&["done"]);
    assert_eq!(table.options().len(), 3, "now the owner must choose who goes");
    assert_eq!(table.refused_by("lose F-73"), "GI/stack-e");
    assert_eq!(table.misdeeds(&[], "lose G-33").units(GERMAN, Habit::Crowding), 1, "by his own doing");
    table.play(&["lose G-33"]);
    assert_eq!(whereabouts(&table, "G-33"), None);
    assert_eq!(whereabouts(&table, "G-10").as_deref(), Some("62.04"), "division and HQ are four points");
}

#[test]
fn losses_do_not_make_a_unit_smaller() {
    shows!["GI/stack-b"];
    let reduced = json!({ "piece": "G-33", "hex": "62.04", "steps": 1 });
    let mut table = on(phase("movement", 9).unit("G-10", "62.03").piece(reduced));
    table.play(&["pick G-10", "to 62.04", "done"]);
    assert_eq!(table.options().len(), 2, "two divisions are six points, reduced or not");
}

#[test]
fn american_brigades_take_one_and_a_half() {
    shows!["GI/stack-a", "GI/stack-a2", "GI/stack-a3"];
    let brigades = |more: &str| {
        let mut table = on(phase("movement", 9)
            .mark("side", "allied")
            .unit("US-5/3", "62.04")
            .unit("US-6/3", "62.04")
            .unit(more, "62.03"));
        table.play(&[&format!("pick {more}"), "to 62.04", "done"]);
        table.offers(&format!("lose {more}"))
    };
    assert!(!brigades("F-Rgt-1"), "two brigades and a regiment are four points");
    assert!(brigades("US-7/4"), "three brigades are four and a half");
}

#[test]
fn excess_of_a_retreat_counts_at_the_end_of_the_combat_phase() {
    shows!["GI/stack-d", "scs/8.0f"];
    // Only the hex of another French division is open to the retreat.
    let mut table = on(phase("combat", 9)
        .unit("G-10", "60.03")
        .unit("G-33", "60.02")
        .unit("G-9", "59.04")
        .unit("G-20", "58.03")
        .unit("G-1", "58.02")
        .unit("G-HQ-8", "60.05")
        .unit("F-73", "59.03")
        .unit("F-14", "59.02"));
    // 45 against 9 is 5 to 1; an 8 there is A1, D3. A 9 is A1, D3r1; 4 to 1 has D1 and retreats only with more.
    table.play(&["target 59.03", "join G-10", "join G-33"]);
    // 18 against 9 is 2 to 1; an 11 there is D2r1: the division is gone before it could retreat.
    table.rolls(&[5, 6]).play(&["fight"]);
    assert_eq!(whereabouts(&table, "F-73"), None);
    // A division and a regiment: two steps lost, and the survivor retreats onto the division behind.
    let mut table = on(phase("combat", 9)
        .unit("G-10", "60.03")
        .unit("G-33", "60.02")
        .unit("G-9", "59.04")
        .unit("G-20", "58.03")
        .unit("G-1", "58.02")
        .unit("G-HQ-8", "60.05")
        .unit("F-73", "59.03")
        .unit("F-Rgt-1", "59.03")
        .unit("F-14", "59.02"));
    table.play(&["target 59.03", "join all"]);
    // 45 against 12 is 4 to 1; a 9 is A1, D3r1.
    table.rolls(&[4, 5]).play(&["fight", "lose G-1", "lose F-Rgt-1", "lose F-Rgt-1"]);
    assert_eq!(whereabouts(&table, "F-73").as_deref(), Some("59.02"), "onto the other division");
    assert!(table.chooser() == engine::Side::First, "nothing is eliminated yet");
    while table.chooser() == engine::Side::First {
        table.play(&["done"]);
    }
    assert_eq!(table.options(), ["lose F-73", "lose F-14"], "now it counts");
}

#[test]
fn an_hq_above_the_limit_is_not_destroyed() {
    shows!["1.1d-1"];
    let mut table = on(phase("movement", 9).unit("G-10", "62.03").unit("G-HQ-8", "62.04").unit("G-HQ-13", "62.04"));
    table.play(&["pick G-10", "to 62.04", "done", "lose G-HQ-8"]);
    assert!(table.state().waiting.contains(piece("G-HQ-8")));
    assert_eq!(table.state().due[piece("G-HQ-8").index()], 11);
}

#[test]
fn the_owner_orders_his_stacks_with_running_tanks_on_top() {
    shows!["scs/5.5", "1.8f"];
    let broken = json!({ "piece": "F-TankBn-1", "hex": "62.06", "marks": ["broken-down"] });
    let mut table = on(phase("movement", 9)
        .mark("side", "allied")
        .unit("F-Tank-3", "62.03")
        .unit("F-Rgt-1", "62.03")
        .unit("F-Rgt-2", "62.05")
        .unit("F-Rgt-3", "62.05")
        .unit("F-Rgt-4", "62.06")
        .piece(broken)
        .unit("G-10", "60.20"));
    let top = |table: &Table<rock_of_the_marne::RockOfTheMarne>, hex_number: &str| {
        table.state().top(hex(hex_number)).map(|top| game().pieces.name_of(top).to_string())
    };
    assert_eq!(top(&table, "62.03").as_deref(), Some("F-Tank-3"), "although the regiment came later");
    assert_eq!(table.refused_by("top F-Rgt-1"), "scs/5.5");
    assert_eq!(top(&table, "62.05").as_deref(), Some("F-Rgt-3"));
    table.play(&["top F-Rgt-2"]);
    assert_eq!(top(&table, "62.05").as_deref(), Some("F-Rgt-2"));
    let seen = table.view(Viewer::Side(engine::Side::First));
    let names: Vec<_> = seen.pieces.iter().filter_map(|piece| piece.id.clone()).collect();
    assert!(names.contains(&"F-Rgt-2".to_string()) && !names.contains(&"F-Rgt-3".to_string()));
    table.play(&["top F-Rgt-4"]);
    assert_eq!(top(&table, "62.06").as_deref(), Some("F-Rgt-4"), "a Broken Down tank may be anywhere");
}

#[test]
fn the_order_of_a_stack_is_offered_to_its_owner_once_a_phase() {
    shows!["scs/5.5"];
    let mut table = on(phase("movement", 9).unit("G-10", "62.03").unit("G-HQ-8", "62.03").unit("G-33", "62.05"));
    let tops = |table: &Table<rock_of_the_marne::RockOfTheMarne>| {
        table.options().into_iter().filter(|option| option.starts_with("top ")).collect::<Vec<_>>()
    };
    assert_eq!(tops(&table), ["top G-10"]);
    table.play(&["top G-10"]);
    assert_eq!(tops(&table), ["top G-HQ-8"], "who was put there stays there");
}

#[test]
fn a_tank_that_is_repaired_comes_out_on_top() {
    shows!["1.8f", "1.8e-1"];
    let broken = json!({ "piece": "F-Tank-3", "hex": "62.05", "marks": ["broken-down"] });
    let setting = phase("replacement", 9).mark("side", "allied").piece(broken);
    let mut table = on(setting.unit("F-HQ-2", "62.05").unit("F-Rgt-1", "62.05").unit("G-10", "50.30"));
    assert_eq!(table.state().top(hex("62.05")), Some(piece("F-Rgt-1")), "Broken Down it may lie anywhere");
    table.play(&["done"]);
    assert!(!flipped(&table, "F-Tank-3"));
    assert_eq!(table.state().top(hex("62.05")), Some(piece("F-Tank-3")));
}

#[test]
fn the_phase_goes_on_when_the_excess_is_gone() {
    shows!["GI/stack-d", "GI/stack-e"];
    let crowd = |more: &[(&str, &str)]| {
        let setting = phase("movement", 9).unit("G-10", "62.03").unit("G-33", "62.03").unit("G-HQ-8", "62.05");
        on(more.iter().fold(setting.unit("F-73", "62.08"), |setting, (unit, hex)| setting.unit(unit, hex)))
    };
    let mut one = crowd(&[]);
    one.play(&["done", "lose G-33"]);
    assert_ne!((one.state().side, one.state().phase), (GERMAN, Phase::Movement));
    // With two such hexes the other one is next.
    let mut two = crowd(&[("G-9", "60.03"), ("G-20", "60.03")]);
    two.play(&["done"]);
    let first = two.options();
    assert_eq!(first.len(), 2);
    two.play(&[&first[0]]);
    assert_eq!((two.options().len(), two.state().phase), (2, Phase::Movement));
    assert!(two.options().iter().all(|option| !first.contains(option)));
}
