//! Overruns (series chapter 3.2).

use crate::common::*;
use engine::shows;
use serde_json::json;

/// A German division two hexes from a French HQ and regiment, with a Replenished HQ behind it.
fn open_field(unit: &str) -> Setting {
    phase("movement", 9).unit(unit, "62.03").unit("G-HQ-8", "62.05").unit("F-Rgt-1", "60.03")
}

#[test]
fn an_overrun_is_an_attack_while_moving() {
    shows!["scs/3.2a", "scs/3.2c", "scs/3.2d", "scs/3.2h", "scs/3.2j", "1.4f-1"];
    let mut table = on(open_field("G-10"));
    table.play(&["pick G-10"]);
    assert!(table.offers("overrun 60.03"));
    let from_61_04 = |table: &mut Table<rock_of_the_marne::RockOfTheMarne>| table.play(&["overrun 60.03"]).options();
    let sources = from_61_04(&mut table.clone());
    assert!(sources.contains(&"to 61.04".to_string()), "{sources:?}");
    // 9 against 3 is 3 to 1; a 12 there is D4r2.
    table.play(&["overrun 60.03"]);
    table.rolls(&[6, 6]).play(&["to 61.04"]);
    assert_eq!(whereabouts(&table, "G-10").as_deref(), Some("60.03"), "the emptied hex must be entered");
    assert_eq!(whereabouts(&table, "F-Rgt-1"), None);
    assert!(!flipped(&table, "G-HQ-8"), "an overrun depletes no HQ");
    // One hex and its zone, one for the hex overrun and one for the overrun: one point is left.
    assert_eq!(table.forecast("to 59.04").sum.value.split(' ').nth(2), Some("1"));
    table.play(&["to 59.04"]);
    assert_eq!(table.refused_by("pick G-10"), "scs/3.1a2");
}

#[test]
fn an_overrun_that_fails_ends_the_move() {
    shows!["scs/3.2k", "scs/3.2d", "scs/3.2l"];
    let mut table = on(open_field("G-10").unit("G-33", "62.02").unit("F-73", "60.03"));
    table.play(&["pick G-10", "overrun 60.03"]);
    // 9 against 12 is 1 to 1; a 7 there is A3, D1: the division is gone, somebody in the hex loses a step.
    table.rolls(&[3, 4]).play(&["to 61.04"]);
    table.play(&["lose F-Rgt-1"]);
    assert_eq!(whereabouts(&table, "G-10"), None);
    // Another stack may overrun the same hex in the same phase.
    table.play(&["pick G-33"]);
    assert!(table.offers("overrun 60.03"));
}

#[test]
fn a_repulsed_stack_has_moved_and_may_attack_later() {
    shows!["scs/3.2k", "scs/3.2l"];
    let mut table = on(open_field("G-10").unit("G-33", "62.02").unit("F-73", "60.03"));
    table.play(&["pick G-10", "overrun 60.03"]);
    // 9 against 12 is 1 to 1; a 10 there is A2, D2: too much for one division. An 11 is A1, D2r1.
    table.rolls(&[5, 6]).play(&["to 61.04"]);
    // The defenders have lost two steps and retreat one hex; the hex falls and the division goes on.
    while table.chooser() == engine::Side::Second {
        let option = table.options()[0].clone();
        table.play(&[&option]);
    }
    assert_eq!(whereabouts(&table, "G-10").as_deref(), Some("60.03"));
    assert!(flipped(&table, "G-10"));
    table.play(&["stay", "pick G-33", "stay", "pick G-HQ-8", "stay"]);
    let told = table.told(engine::Viewer::All);
    assert!(told.iter().any(|text| text.contains("German Combat Phase")), "the Combat Phase comes after it");
}

#[test]
fn units_pinned_at_the_start_of_the_phase_do_not_overrun() {
    shows!["scs/3.2b"];
    let setting = phase("movement", 9).unit("G-10", "61.04").unit("G-HQ-8", "62.05").unit("F-Rgt-1", "60.03");
    let mut table = on(setting);
    table.play(&["pick G-10"]);
    assert_eq!(table.refused_by("overrun 60.03"), "scs/3.2b");
}

#[test]
fn who_cannot_attack_does_not_overrun() {
    shows!["scs/7.0g", "scs/7.0f", "1.3f-1"];
    let mut table = on(open_field("G-10").unit("G-Army-7", "62.03"));
    table.play(&["pick G-10", "join G-Army-7"]);
    assert_eq!(table.refused_by("overrun 60.03"), "scs/7.0g");
    let mut table = on(open_field("G-MG-1"));
    table.play(&["pick G-MG-1"]);
    assert_eq!(table.refused_by("overrun 60.03"), "scs/7.0f");
    let cut_off = json!({ "piece": "G-10", "hex": "62.03", "marks": ["out-of-supply"] });
    let mut table = on(phase("movement", 9).piece(cut_off).unit("G-HQ-8", "62.05").unit("F-Rgt-1", "60.03"));
    table.play(&["pick G-10"]);
    assert_eq!(table.refused_by("overrun 60.03"), "1.3f-1");
}

#[test]
fn an_overrun_needs_a_replenished_corps_hq() {
    shows!["1.4f-2", "scs/3.2i"];
    let depleted = json!({ "piece": "G-HQ-8", "hex": "62.05", "marks": ["depleted"] });
    let mut table = on(phase("movement", 9)
        .unit("G-10", "62.03")
        .piece(depleted)
        .unit("G-Army-7", "62.06")
        .unit("F-Rgt-1", "60.03"));
    table.play(&["pick G-10"]);
    assert_eq!(table.refused_by("overrun 60.03"), "1.4f-2");
}

#[test]
fn stormtroopers_pay_only_for_the_hex() {
    shows!["scs/3.2e", "3.1-2"];
    // Two clear hexes and a zone cost a Stormtrooper two points, the overrun one more; a division pays four and two.
    let last = |unit: &str| {
        let mut table = on(open_field(unit));
        table.play(&[&format!("pick {unit}")]);
        table.rolls(&[6, 6]).play(&["overrun 60.03"]);
        if table.offers("to 61.04") && whereabouts(&table, unit).as_deref() == Some("62.03") {
            table.rolls(&[6, 6]).play(&["to 61.04"]);
        }
        let left = table.options().iter().filter(|option| option.starts_with("to ")).count();
        (whereabouts(&table, unit), left)
    };
    let (storm, far) = last("G-Storm-1");
    let (division, near) = last("G-10");
    assert_eq!((storm.as_deref(), division.as_deref()), (Some("60.03"), Some("60.03")));
    assert!(far > near, "{far} hexes against {near}");
}

#[test]
fn a_mixed_stack_pays_for_the_overrun() {
    shows!["scs/3.2e"];
    let near = || phase("movement", 9).unit("G-HQ-8", "62.05").unit("F-Rgt-1", "59.03");
    // Three hexes to 60.03: 62.05 is out; from 62.03 over 61.04 into the zone of 60.03 costs 1 + 3 of 6 points.
    let mut storm = on(near().unit("G-Storm-1", "62.03"));
    storm.play(&["pick G-Storm-1"]);
    assert!(storm.offers("overrun 59.03"));
    let mut mixed = on(near().unit("G-Storm-1", "62.03").unit("G-33", "62.03"));
    mixed.play(&["pick G-Storm-1", "join G-33"]);
    // 1 + 1 + 2 for the way, 1 for the hex and 1 for the overrun: just enough, where the Stormtrooper has two to spare.
    assert!(mixed.offers("overrun 59.03"));
    storm.play(&["overrun 59.03"]);
    mixed.play(&["overrun 59.03"]);
    assert!(storm.options().len() >= mixed.options().len());
}

#[test]
fn the_stacking_limit_counts_at_the_moment_of_an_overrun() {
    shows!["scs/3.2f", "scs/3.2g", "scs/5.4", "GI/stack-d"];
    let crowd = || open_field("G-10").unit("G-33", "61.04").unit("G-9", "61.03").unit("G-20", "62.03");
    let mut table = on(crowd());
    table.play(&["pick G-10"]);
    assert_eq!(table.refused_by("overrun 60.03"), "GI/stack-d", "each hex next to it would hold two divisions");
    // With the switch the excess dies instead.
    let mut literal = on(crowd().option("excess-dies"));
    literal.play(&["pick G-10", "overrun 60.03", "to 61.04"]);
    assert_eq!(literal.options(), ["lose G-10", "lose G-33"]);
    literal.rolls(&[6, 6]).play(&["lose G-33"]);
    assert_eq!(whereabouts(&literal, "G-10").as_deref(), Some("60.03"));
    assert_eq!(whereabouts(&literal, "G-33"), None);
}

#[test]
fn bystanders_are_not_hurt() {
    shows!["scs/3.2f"];
    let mut table = on(open_field("G-Storm-1").unit("G-Storm-2", "61.04").unit("F-73", "60.03"));
    table.play(&["pick G-Storm-1", "overrun 60.03"]);
    // 3 against 12 is 1 to 4, the column 1 to 2: a 2 is A4r3.
    table.rolls(&[1, 1]).play(&["to 61.04"]);
    assert_eq!(whereabouts(&table, "G-Storm-1"), None);
    assert_eq!(whereabouts(&table, "G-Storm-2").as_deref(), Some("61.04"));
    assert!(!flipped(&table, "G-Storm-2"));
}

#[test]
fn permanently_assigned_units_need_their_own_hq_with_the_switch() {
    let field = || phase("movement", 9).unit("G-87", "62.03").unit("G-HQ-13", "62.05").unit("F-Rgt-1", "60.03");
    let mut table = on(field());
    table.play(&["pick G-87"]);
    assert!(table.offers("overrun 60.03"), "any Replenished Corps HQ will do");
    let mut strict = on(field().option("own-hq-overruns"));
    strict.play(&["pick G-87"]);
    assert_eq!(strict.refused_by("overrun 60.03"), "1.4f-2");
}
