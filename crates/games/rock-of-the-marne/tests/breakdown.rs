//! 2.2 French Breakdown Regiments and 3.1 Stormtroopers.

use crate::common::*;
use engine::shows;
use serde_json::json;

type Game = Table<rock_of_the_marne::RockOfTheMarne>;

fn french(unit: serde_json::Value) -> Game {
    on(phase("movement", 9).mark("side", "allied").piece(unit).unit("F-HQ-3", "62.05"))
}

fn regiments(table: &Game) -> usize {
    table.state().stack(hex("62.03")).count()
}

#[test]
fn a_french_division_becomes_regiments_of_no_more_attack_strength() {
    shows!["2.2a-1", "2.2a-2", "2.2a-3", "2.2a-4"];
    // The book's examples: a 6-9-4 makes three 2-3-6 or four 1-2-6.
    let mut table = french(json!({ "piece": "F-73", "hex": "62.03" }));
    table.play(&["break F-73"]);
    // At least one must be made, and then there may be enough of them.
    assert_eq!(table.options(), ["raise full", "raise reduced"]);
    table.play(&["raise full"]);
    assert_eq!(table.options(), ["raise full", "raise reduced", "done"]);
    table.play(&["raise full", "raise full"]);
    assert_eq!(regiments(&table), 3);
    assert_eq!(cited(&table, "F-Rgt-3 (2-3-6) is made"), ["2.2a-2"]);
    assert!(table.state().dead.contains(piece("F-73")));
    table.play(&["pick F-Rgt-1"]);
    assert!(table.offers("to 60.03"), "they can move in the same phase");
    let mut table = french(json!({ "piece": "F-73", "hex": "62.03" }));
    table.play(&["break F-73", "raise reduced", "raise reduced", "raise reduced", "raise reduced", "done"]);
    assert_eq!(regiments(&table), 4);
    // A reduced 3-6-4 makes three 1-2-6, or a 2-3-6 and a 1-2-6.
    let mut table = french(json!({ "piece": "F-73", "hex": "62.03", "steps": 1 }));
    table.play(&["break F-73", "raise full"]);
    assert_eq!(table.refused_by("raise full"), "2.2a-2");
    table.play(&["raise reduced"]);
    assert_eq!(regiments(&table), 2);
    assert!(flipped(&table, "F-Rgt-2") && !flipped(&table, "F-Rgt-1"));
}

#[test]
fn other_allies_never_break_down() {
    shows!["2.2a-5"];
    let table = on(phase("movement", 9)
        .mark("side", "allied")
        .unit("IT-8", "62.03")
        .unit("US-5/3", "62.04")
        .unit("BR-152/51", "62.05")
        .unit("PL-Chas", "62.06")
        .unit("F-6Cav", "61.03"));
    for unit in ["IT-8", "US-5/3", "BR-152/51", "PL-Chas"] {
        assert_eq!(table.refused_by(&format!("break {unit}")), "2.2a-5", "{unit}");
    }
    assert!(table.offers("break F-6Cav"), "the French cavalry is dismounted");
}

#[test]
fn regiments_are_ordinary_infantry() {
    shows!["2.2b"];
    let table = on(phase("exploitation", 9).mark("side", "allied").unit("F-Rgt-1", "62.03").unit("F-Tank-3", "62.05"));
    assert_eq!(table.refused_by("pick F-Rgt-1"), "scs/0.9");
    let storm = on(phase("exploitation", 9).unit("G-Storm-1", "62.03"));
    assert!(storm.offers("pick G-Storm-1"), "Stormtroopers are not");
}

#[test]
fn german_divisions_become_stormtroopers() {
    shows!["3.1-3"];
    let storms = |unit: &str, steps: u8, raises: &[&str]| {
        let division = json!({ "piece": unit, "hex": "62.03", "steps": steps });
        let mut table = on(phase("movement", 9).piece(division).unit("G-HQ-8", "62.05"));
        table.play(&[&format!("break {unit}")]);
        table.play(raises);
        let left = table.options().iter().any(|option| option.starts_with("raise"));
        (table.state().stack(hex("62.03")).count(), left)
    };
    assert_eq!(storms("G-10", 2, &["raise full", "raise full", "raise full"]), (3, false), "9-9-6");
    assert_eq!(storms("G-28Res", 2, &["raise full", "raise full", "raise reduced"]), (3, false), "8-8-6");
    assert_eq!(storms("G-5Gd", 2, &["raise full", "raise reduced", "raise reduced"]), (3, false), "7-7-6");
    assert_eq!(storms("G-10", 1, &["raise full", "raise full"]), (2, false), "6-6-6");
    assert_eq!(storms("G-5Gd", 1, &["raise reduced", "raise reduced"]), (2, false), "4-4-6");
    assert_eq!(storms("G-1GdCav", 2, &["raise full", "raise reduced", "raise reduced"]).0, 3, "cavalry too");
}

#[test]
fn the_pool_limits_what_can_be_made() {
    shows!["2.2e-1", "2.2e-3"];
    let mut table = on(phase("movement", 9)
        .mark("side", "allied")
        .unit("F-73", "62.03")
        .unit("F-14", "62.05")
        .mark("pool-allied", "2"));
    table.play(&["break F-73", "raise full", "raise full"]);
    assert_eq!(regiments(&table), 2, "the breakdown ends with the pool");
    assert_eq!(table.refused_by("break F-14"), "2.2e-1");
    // Reassembled at reduced strength, the counters can be used again.
    table.play(&["muster 62.03", "join all", "reassemble reduced F-73"]);
    assert!(table.offers("break F-14"));
}

#[test]
fn regiments_of_a_hex_are_reassembled() {
    shows!["2.2c-1", "2.2c-2", "2.2c-3", "2.2c-4", "2.2f"];
    let setting = || {
        phase("movement", 9)
            .mark("side", "allied")
            .unit("F-Rgt-1", "62.03")
            .unit("F-Rgt-2", "62.03")
            .unit("F-Rgt-3", "62.03")
            .unit("F-Rgt-4", "62.06")
            .unit("F-14", "60.03")
            .piece(json!({ "piece": "F-73", "place": "broken-down" }))
            .piece(json!({ "piece": "F-9", "place": "dead" }))
    };
    let mut table = on(setting());
    assert_eq!(table.refused_by("muster 62.06"), "2.2c-2", "one regiment is not enough");
    table.play(&["muster 62.03", "join F-Rgt-1", "join F-Rgt-2"]);
    assert_eq!(table.refused_by("join F-Rgt-4"), "2.2c-1", "it is elsewhere");
    assert_eq!(table.refused_by("join F-Rgt-1"), "2.2c-1", "it has joined");
    assert_eq!(table.refused_by("join F-14"), "2.2c-1", "it is no regiment");
    assert_eq!(table.refused_by("reassemble full F-73"), "2.2c-2");
    assert!(table.offers("reassemble reduced F-73") && table.offers("reassemble reduced F-9"));
    table.play(&["join F-Rgt-3", "reassemble full F-73"]);
    assert_eq!(whereabouts(&table, "F-73").as_deref(), Some("62.03"));
    assert!(table.state().pool.contains(piece("F-Rgt-1")) && !table.state().dead.contains(piece("F-73")));
    assert_eq!(table.refused_by("pick F-73"), "scs/3.1a2", "it cannot move any more");
    // With the switch nothing is reassembled once a division has moved.
    let early = || setting().option("early-breakdown=on");
    let mut late = on(early());
    late.play(&["pick F-14", "to 60.02"]);
    assert_eq!(late.refused_by("muster 62.03"), "2.2f");
    assert_eq!(late.refused_by("break F-14"), "2.2f");
    // Nor can regiments that have moved.
    let mut moved = on(early());
    moved.play(&["pick F-Rgt-1", "to 62.04", "pick F-Rgt-2", "to 62.04", "pick F-Rgt-3", "to 62.04"]);
    assert_eq!(moved.refused_by("muster 62.04"), "2.2c-2");
    // As it is printed they can, from wherever they come together.
    let mut printed = on(setting());
    printed.play(&["pick F-14", "to 60.02", "pick F-Rgt-1", "to 62.04", "pick F-Rgt-2", "to 62.04"]);
    printed.play(&["pick F-Rgt-3", "to 62.04", "muster 62.04", "join all", "reassemble full F-73"]);
    assert_eq!(whereabouts(&printed, "F-73").as_deref(), Some("62.04"));
    // With the switch destroyed divisions stay dead.
    let mut strict = on(setting().option("only-broken-down"));
    strict.play(&["muster 62.03", "join all"]);
    assert_eq!(strict.refused_by("reassemble full F-9"), "2.2c-2");
}

#[test]
fn a_reassembled_division_may_attack() {
    shows!["2.2c-5"];
    let mut table = on(phase("movement", 9)
        .mark("side", "allied")
        .unit("F-Rgt-1", "60.03")
        .unit("F-Rgt-2", "60.03")
        .unit("F-HQ-3", "60.05")
        .unit("G-10", "59.03")
        .piece(json!({ "piece": "F-73", "place": "dead" })));
    table.play(&["muster 60.03", "join all", "reassemble reduced F-73", "done", "target 59.03"]);
    assert!(table.offers("join F-73"));
}

#[test]
fn supply_and_zones_do_not_hinder_breakdown() {
    shows!["2.2d-1", "2.2d-2", "2.2d-3"];
    let mut table = on(phase("movement", 9)
        .mark("side", "allied")
        .piece(json!({ "piece": "F-73", "hex": "60.03", "marks": ["out-of-supply"] }))
        .unit("G-10", "59.03"));
    table.play(&["break F-73", "raise full", "raise full", "raise full"]);
    assert!(cut_off(&table, "F-Rgt-1") && cut_off(&table, "F-Rgt-3"));
    table.play(&["muster 60.03", "join all", "reassemble full F-73"]);
    assert!(cut_off(&table, "F-73"));
    assert!(!cut_off(&table, "F-Rgt-1"), "the counters in the pool are nobody's");
}

#[test]
fn nobody_reassembles_in_the_ardre_valley() {
    shows!["7.4/note"];
    let table = on(phase("movement", 10)
        .scenario("ardre")
        .mark("side", "allied")
        .unit("F-Rgt-1", "33.17")
        .unit("F-Rgt-2", "33.17")
        .unit("F-Rgt-3", "33.17")
        .piece(json!({ "piece": "F-9", "place": "broken-down" })));
    assert_eq!(table.refused_by("muster 33.17"), "7.4/note");
}

#[test]
fn stormtroopers_exploit() {
    shows!["3.1-3", "scs/0.7", "scs/0.8"];
    let picks = |setting: Setting| -> Vec<String> {
        on(setting).options().into_iter().filter(|option| option.starts_with("pick")).collect()
    };
    let table = phase("exploitation", 9).unit("G-Storm-1", "62.03").unit("G-10", "62.05");
    assert_eq!(picks(table), ["pick G-Storm-1"]);
    // So do tanks that run, and no others.
    let broken = json!({ "piece": "F-Tank-1", "hex": "62.05", "marks": ["broken-down"] });
    let tanks = phase("exploitation", 9).mark("side", "allied").unit("F-Tank-3", "62.03").piece(broken);
    assert_eq!(picks(tanks.unit("F-73", "62.07")), ["pick F-Tank-3"]);
}

#[test]
fn what_rolls_no_die_and_opens_nothing_of_the_enemy_can_be_taken_back() {
    let mut table = french(json!({ "piece": "F-73", "hex": "62.03" }));
    let before = table.playing.record();
    table.play(&["break F-73", "raise full", "done", "pick F-Rgt-1", "to 60.03"]);
    while table.playing.may_undo().is_some() {
        table.playing.undo().unwrap();
    }
    assert_eq!(table.playing.record(), before, "the break-down too, and the move of what was covered");
}

#[test]
fn only_regiments_of_the_pool_are_reassembled() {
    shows!["2.2c-1", "2.2c-2"];
    // A division in the same hex lends nothing, and its own is not made of it.
    let setting = phase("movement", 9).mark("side", "allied").unit("F-55", "62.03").unit("F-Rgt-1", "62.03");
    let setting = setting.unit("F-Rgt-2", "62.03").unit("F-Rgt-3", "62.03").unit("F-HQ-4", "62.05");
    let mut table = on(setting.piece(json!({ "piece": "F-73", "place": "broken-down" })));
    table.play(&["muster 62.03"]);
    assert_eq!(table.refused_by("join F-55"), "2.2c-1");
    table.play(&["join all"]);
    assert_eq!(table.state().group.len(), 3);
    assert!(table.offers("reassemble full F-73"), "three 2-3-6 make a 6-9-4");
    // Nor does a division by itself become another one.
    let alone = phase("movement", 9).mark("side", "allied").unit("F-55", "62.03").unit("F-HQ-4", "62.05");
    let table = on(alone.piece(json!({ "piece": "F-73", "place": "broken-down" })));
    assert_eq!(table.refused_by("muster 62.03"), "2.2c-2");
}
