//! 2.2 French Breakdown Regiments and 3.1 Stormtroopers.

use crate::common::{Setting, Table, cut_off, flipped, game, hex, on, phase, piece, whereabouts};
use engine::shows;
use rock_of_the_marne::RockOfTheMarne;
use serde_json::json;

type Game = Table<RockOfTheMarne>;

fn german() -> Setting {
    phase("movement", 9).unit("G-HQ-13", "46.30")
}

fn allied() -> Setting {
    phase("movement", 9).mark("side", "allied").unit("F-HQ-1", "46.05")
}

/// The values of the units in a hex, sorted.
fn values(table: &Game, at: &str) -> Vec<String> {
    let state = table.state();
    let mut values: Vec<String> =
        state.stack(hex(at)).map(|unit| game().pieces.values(unit, state.flipped.contains(unit))).collect();
    values.sort();
    values
}

fn raised(setting: Setting, division: &str, faces: &[&str], at: &str) -> Vec<String> {
    let mut table = on(setting);
    table.play(&[&format!("break {division}")]);
    for face in faces {
        table.play(&[&format!("raise {face}")]);
    }
    if table.offers("done") && table.state().breaking.1 > 0 {
        table.play(&["done"]);
    }
    values(&table, at)
}

#[test]
fn a_french_division_becomes_regiments_of_no_more_strength() {
    shows!["2.2a-1", "2.2a-2", "2.2a-3"];
    // The worked examples: 6-9-4 makes three 2-3-6 or four 1-2-6.
    let full = || allied().unit("F-55", "46.10");
    assert_eq!(raised(full(), "F-55", &["full", "full", "full"], "46.10"), ["2-3-6", "2-3-6", "2-3-6"]);
    let four = ["reduced", "reduced", "reduced", "reduced"];
    assert_eq!(raised(full(), "F-55", &four, "46.10"), ["1-2-6"; 4]);
    // A reduced 3-6-4 makes three 1-2-6, or a 2-3-6 and a 1-2-6.
    let weak = || allied().piece(json!({ "piece": "F-55", "hex": "46.10", "steps": 1 }));
    assert_eq!(raised(weak(), "F-55", &["reduced", "reduced", "reduced"], "46.10"), ["1-2-6"; 3]);
    assert_eq!(raised(weak(), "F-55", &["full", "reduced"], "46.10"), ["1-2-6", "2-3-6"]);
    let mut table = on(weak());
    table.play(&["break F-55", "raise full"]);
    assert_eq!(table.refused_by("raise full"), "2.2a-2");
    // The division lies in the dead pile, and the regiments are where it was.
    table.play(&["raise reduced"]);
    assert!(table.state().dead.contains(piece("F-55")) && table.state().broken_down.contains(piece("F-55")));
    assert_eq!(whereabouts(&table, "F-55"), None);
}

#[test]
fn german_divisions_become_stormtroopers() {
    shows!["3.1-3", "2.2a-2"];
    let broken = |name: &str, steps: u8, faces: &[&str]| {
        let division = json!({ "piece": name, "hex": "46.28", "steps": steps });
        raised(german().piece(division), name, faces, "46.28")
    };
    assert_eq!(broken("G-10", 2, &["full", "full", "full"]), ["3-3-6"; 3]);
    assert_eq!(broken("G-23", 2, &["full", "full", "reduced"]), ["2-2-6", "3-3-6", "3-3-6"]);
    assert_eq!(broken("G-200", 2, &["full", "reduced", "reduced"]), ["2-2-6", "2-2-6", "3-3-6"]);
    assert_eq!(broken("G-10", 1, &["full", "full"]), ["3-3-6"; 2]);
    assert_eq!(broken("G-200", 1, &["reduced", "reduced"]), ["2-2-6"; 2]);
    // The cavalry too (ruling 78), and less than could be is allowed (ruling 72).
    assert_eq!(broken("G-1GdCav", 2, &["full"]), ["3-3-6"]);
}

#[test]
fn regiments_move_in_the_same_phase() {
    shows!["2.2a-4", "2.2b"];
    let mut table = on(allied().unit("F-55", "46.10"));
    table.play(&["break F-55", "raise full", "raise full", "raise full", "pick F-Rgt-1"]);
    assert!(table.offers("to 46.13"));
    table.play(&["to 46.13"]);
    assert_eq!(whereabouts(&table, "F-Rgt-1").as_deref(), Some("46.13"));
    // They are ordinary infantry: a zone costs them 2 points, a Stormtrooper 1, and they do not exploit.
    let exploiting =
        on(phase("exploitation", 9).mark("side", "allied").unit("F-Rgt-1", "46.10").unit("F-Tank-1", "46.10"));
    assert_eq!(exploiting.refused_by("pick F-Rgt-1"), "scs/0.9");
}

#[test]
fn stormtroopers_pay_less_for_zones_and_overruns() {
    shows!["3.1-1", "3.1-2", "2.2b", "scs/3.1e", "scs/3.2e", "scs/0.2"];
    let cost = |side: &str, unit: &str, enemy: &str| {
        let setting = phase("movement", 9).mark("side", side).unit(unit, "59.04").unit(enemy, "59.07");
        let mut table = on(setting);
        table.play(&[&format!("pick {unit}")]);
        table.forecast("to 59.06").sum.value.clone()
    };
    // Two hexes of open ground, the second in a zone.
    assert!(cost("german", "G-Storm-1", "F-55").starts_with("3 of 6"), "{}", cost("german", "G-Storm-1", "F-55"));
    assert!(cost("german", "G-10", "F-55").starts_with("4 of 6"));
    assert!(cost("allied", "F-Rgt-1", "G-10").starts_with("4 of 6"));
    // An overrun costs others a point more: from 59.04 a division has 1 + 1 for the way and needs 1 + 2 + 1 + 1, a
    // Stormtrooper 1 + 1 + 1; with a weak defender both can, farther away the division cannot.
    let overruns = |unit: &str, from: &str| {
        let weak = json!({ "piece": "F-Rgt-1", "hex": "59.07", "steps": 1 });
        let mut table = on(phase("movement", 9).unit("G-HQ-13", "58.03").piece(weak).unit(unit, from));
        table.play(&[&format!("pick {unit}")]);
        table.offers("overrun 59.07")
    };
    assert!(overruns("G-10", "59.04") && overruns("G-Storm-1", "59.04"));
    assert!(!overruns("G-10", "59.02") && overruns("G-Storm-1", "59.02"));
}

#[test]
fn other_allies_never_break_down() {
    shows!["2.2a-5"];
    let setting =
        allied().unit("US-5/3", "46.10").unit("BR-44/15", "46.11").unit("IT-8", "46.12").unit("PL-Chas", "46.13");
    let table = on(setting.unit("F-6Cav", "46.14").unit("F-55", "46.15"));
    for unit in ["US-5/3", "BR-44/15", "IT-8", "PL-Chas"] {
        assert_eq!(table.refused_by(&format!("break {unit}")), "2.2a-5", "{unit}");
    }
    // The dismounted cavalry may.
    assert!(table.offers("break F-6Cav") && table.offers("break F-55"));
}

#[test]
fn the_pool_limits_breakdown_and_gets_its_counters_back() {
    shows!["2.2e-1", "2.2e-2", "2.2e-3"];
    let table = on(allied().unit("F-55", "46.10").mark("pool-allied", "0"));
    assert_eq!(table.refused_by("break F-55"), "2.2e-1");
    let mut table = on(allied().unit("F-55", "46.10").mark("pool-allied", "1"));
    table.play(&["break F-55", "raise full"]);
    // The pool is empty, and that is all there is.
    assert_eq!(values(&table, "46.10"), ["2-3-6"]);
    // One that is destroyed is back at once, and can be made again.
    let weak = json!({ "piece": "F-Rgt-1", "hex": "59.07", "steps": 1 });
    let setting = phase("combat", 9).unit("G-HQ-13", "58.04").unit("G-10", "59.06").piece(weak);
    let mut table = on(setting.unit("F-55", "46.10").mark("pool-allied", "0"));
    table.play(&["target 59.07", "join G-10"]).rolls(&[5, 5]).play(&["fight"]);
    while table.state().side == rock_of_the_marne::pieces::GERMAN {
        let options = table.options();
        let next = options.iter().find(|option| *option == "done").unwrap_or(&options[0]).clone();
        table.play(&[&next]);
    }
    while table.state().phase < rock_of_the_marne::sequence::Phase::Movement {
        table.play(&["done"]);
    }
    assert!(table.state().pool.contains(piece("F-Rgt-1")));
    table.play(&["break F-55", "raise full"]);
    assert_eq!(whereabouts(&table, "F-Rgt-1").as_deref(), Some("46.10"));
}

/// Three regiments in a hex, and a division in the dead pile.
fn assembly(option: &str) -> Setting {
    let dead = json!({ "piece": "F-55", "place": "broken-down" });
    let regiments = allied().unit("F-Rgt-1", "46.10").unit("F-Rgt-2", "46.10").unit("F-Rgt-3", "46.10");
    regiments.piece(dead).option(option)
}

#[test]
fn regiments_reassemble_into_a_division_of_their_strength() {
    shows!["2.2c-1", "2.2c-2", "2.2c-3", "2.2c-4"];
    let mut table = on(assembly("early-breakdown=on"));
    table.play(&["muster 46.10"]);
    assert_eq!(table.options(), ["join F-Rgt-1", "join F-Rgt-2", "join F-Rgt-3", "join all"]);
    table.play(&["join F-Rgt-1", "join F-Rgt-2"]);
    assert!(table.offers("join F-Rgt-3") && !table.offers("join all"), "one is no crowd");
    // Four points are enough for the reduced side, six for the full one.
    assert!(table.offers("reassemble reduced F-55") && !table.offers("reassemble full F-55"));
    assert_eq!(table.refused_by("reassemble full F-55"), "2.2c-2");
    table.play(&["join F-Rgt-3", "reassemble full F-55"]);
    assert_eq!(values(&table, "46.10"), ["6-9-4"]);
    let pool = table.state().pool;
    assert!(["F-Rgt-1", "F-Rgt-2", "F-Rgt-3"].iter().all(|unit| pool.contains(piece(unit))));
    assert!(!table.state().dead.contains(piece("F-55")));
    // It does not move any more.
    assert_eq!(table.refused_by("pick F-55"), "scs/3.1a2");
    // A single weak regiment is not enough for anybody.
    let weak = json!({ "piece": "F-Rgt-1", "hex": "46.10", "steps": 1 });
    let dead = json!({ "piece": "F-55", "place": "broken-down" });
    let table = on(allied().piece(weak).piece(dead));
    assert_eq!(table.refused_by("muster 46.10"), "2.2c-2");
}

#[test]
fn a_reassembled_division_attacks_in_the_same_turn() {
    shows!["2.2c-5"];
    let dead = json!({ "piece": "F-73", "place": "broken-down" });
    let setting = phase("movement", 9).mark("side", "allied").unit("F-HQ-1", "59.04").piece(dead).unit("G-10", "59.07");
    let mut table = on(setting.unit("F-Rgt-1", "59.06").unit("F-Rgt-2", "59.06").unit("F-Rgt-3", "59.06"));
    table.play(&["muster 59.06", "join all", "reassemble full F-73", "done", "target 59.07"]);
    assert!(table.offers("join F-73"));
}

#[test]
fn which_divisions_can_be_reassembled() {
    // Ruling 75: any dead one of the nation; with the switch only those that were broken down.
    let dead = |place: &str| json!({ "piece": "F-33", "place": place });
    let offered = |place: &str, option: &str| {
        let mut table = on(assembly(option).piece(dead(place)));
        table.play(&["muster 46.10", "join all"]);
        table.offers("reassemble full F-33")
    };
    assert!(offered("dead", "only-broken-down=off") && offered("broken-down", "only-broken-down=on"));
    assert!(!offered("dead", "only-broken-down=on"));
    // Of the nation: no Italian division comes of French regiments.
    let italian = json!({ "piece": "IT-8", "place": "dead" });
    let mut table = on(assembly("early-breakdown=on").piece(italian));
    table.play(&["muster 46.10", "join all"]);
    assert_eq!(table.refused_by("reassemble full IT-8"), "2.2c-2");
}

#[test]
fn supply_and_zones_do_not_hinder_it() {
    shows!["2.2d-1", "2.2d-2", "2.2d-3"];
    let lost = json!({ "piece": "F-55", "hex": "59.06", "marks": ["out-of-supply"] });
    let mut table = on(allied().piece(lost).unit("G-10", "59.07"));
    table.play(&["break F-55", "raise full", "raise full", "raise full"]);
    assert!(["F-Rgt-1", "F-Rgt-2", "F-Rgt-3"].iter().all(|unit| cut_off(&table, unit)));
    assert!(!cut_off(&table, "F-55"));
    // Together again they are Out of Supply still.
    table.play(&["muster 59.06", "join all", "reassemble full F-55"]);
    assert!(cut_off(&table, "F-55"));
    assert!(!cut_off(&table, "F-Rgt-1"));
}

#[test]
fn a_switch_has_all_of_it_done_before_a_division_moves() {
    shows!["2.2f", "2.2a-1", "2.2c-1", "GI/seq-d"];
    let setting = |option: &str| assembly(option).unit("F-33", "46.12").unit("F-2", "40.10");
    let mut table = on(setting("early-breakdown=on"));
    assert!(table.offers("break F-2") && table.offers("muster 46.10"));
    table.play(&["pick F-33", "to 46.13"]);
    assert_eq!(table.refused_by("break F-2"), "2.2f");
    assert_eq!(table.refused_by("muster 46.10"), "2.2f");
    // By the printed rule a division that has not moved still may, and regiments meet after their move.
    let mut table = on(setting("early-breakdown=off"));
    table.play(&["pick F-33", "to 46.13"]);
    assert!(table.offers("break F-2") && table.offers("muster 46.10"));
    assert_eq!(table.refused_by("break F-33"), "scs/3.1a2");
    let moved = |option: &str| {
        let dead = json!({ "piece": "F-55", "place": "broken-down" });
        let apart = allied().unit("F-Rgt-1", "46.10").unit("F-Rgt-2", "46.11").unit("F-Rgt-3", "46.11").piece(dead);
        let mut table = on(apart.option(option));
        table.play(&["pick F-Rgt-1", "to 46.11"]);
        if !table.offers("muster 46.11") {
            return false;
        }
        table.play(&["muster 46.11", "join all"]);
        table.offers("reassemble full F-55")
    };
    // The regiment that has moved counts by the printed rule alone, which is in force unless somebody switches.
    assert!(!moved("early-breakdown=on") && moved("early-breakdown=off"));
    let mut table = on(assembly("lakes-both-ways=off").unit("F-33", "46.12").unit("F-2", "40.10"));
    table.play(&["pick F-33", "to 46.13"]);
    assert!(table.offers("break F-2") && table.offers("muster 46.10"));
}

/// The regiments spend all they have to come together.
#[test]
fn regiments_reach_a_common_hex_with_their_full_allowance() {
    shows!["2.2c-1"];
    let dead = json!({ "piece": "F-1", "place": "broken-down" });
    let start =
        allied().unit("F-Rgt-1", "50.10").unit("F-Rgt-2", "50.10").unit("F-Rgt-3", "50.12").unit("F-HQ-4", "52.10");
    let mut table = on(start.piece(dead));
    table.play(&["pick F-Rgt-3", "to 50.10", "muster 50.10", "join all", "reassemble full F-1"]);
    assert_eq!(values(&table, "50.10"), ["6-9-4"]);
    assert_eq!(table.refused_by("pick F-1"), "scs/3.1a2");
}

#[test]
fn stormtroopers_of_a_division_that_began_in_a_zone_do_not_overrun() {
    shows!["scs/3.2b"];
    // The division could not, and breaking it down does not change that.
    let weak = json!({ "piece": "F-Rgt-1", "hex": "59.07", "steps": 1 });
    let overruns = |from: &str| {
        let mut table = on(phase("movement", 9).unit("G-HQ-13", "58.03").piece(weak.clone()).unit("G-10", from));
        table.play(&["break G-10", "raise full", "raise full", "raise full", "pick G-Storm-1"]);
        table.offers("overrun 59.07")
    };
    assert!(!overruns("59.06") && overruns("59.05"));
}

#[test]
fn nobody_breaks_down_or_reassembles_in_the_valley_of_the_ardre() {
    shows!["7.4/note"];
    let dead = json!({ "piece": "F-9", "place": "broken-down" });
    let regiments = ["F-Rgt-1", "F-Rgt-2", "F-Rgt-3"];
    let start = phase("movement", 9).scenario("ardre").mark("side", "allied").piece(dead).unit("F-55", "34.19");
    let table = on(regiments.iter().fold(start, |setting, unit| setting.unit(unit, "33.17")));
    assert_eq!(table.refused_by("muster 33.17"), "7.4/note");
    assert_eq!(table.refused_by("break F-55"), "7.4/note");
    assert!(!flipped(&table, "F-55"));
}

#[test]
fn regiments_of_an_assigned_division_can_keep_its_hq() {
    // Ruling 74: the regiments of the 124 and 132 Divisions belong to the 4 Corps with the switch.
    let served = |option: &str, regiment: &str| {
        let mut table = crate::common::new("gouraud", &[option]);
        let own = piece("F-HQ-4");
        let sworn = table.state().sworn.contains(piece(regiment));
        table.rolls(&[]);
        assert!(table.state().on_map.contains(own));
        sworn
    };
    assert!(!served("sworn-regiments=off", "F-Rgt-1") && served("sworn-regiments=on", "F-Rgt-1"));
    assert!(!served("sworn-regiments=on", "F-Rgt-7"));
}
