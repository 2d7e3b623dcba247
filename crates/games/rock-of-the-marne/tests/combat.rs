//! 1.8 Tanks, 1.9 Combat Shifts, 2.1 American Divisional Integrity, 3.3 Machine Guns, and attacks (series chapter 7).

use crate::common::*;
use engine::{Derivation, Fate, Side, shows};
use rock_of_the_marne::tables::ladder;
use serde_json::json;

/// What a forecast says of one of its numbers, however deep.
fn part(derivation: &Derivation, label: &str) -> Option<String> {
    if derivation.label == label {
        return Some(derivation.value.clone());
    }
    derivation.parts.iter().find_map(|inner| part(inner, label))
}

/// The number that stands behind a label in what `fight` would do.
fn number(table: &Table<rock_of_the_marne::RockOfTheMarne>, label: &str) -> String {
    let forecast = table.forecast("fight");
    part(&forecast.sum, label).unwrap_or_else(|| panic!("{label}: {:?}", forecast.sum.lines()))
}

/// A German division and an HQ next to a French division on open ground.
fn field() -> Setting {
    phase("combat", 9).unit("G-10", "60.03").unit("G-HQ-8", "60.05").unit("F-73", "59.03")
}

/// The same for an Allied attack.
fn allied_field() -> Setting {
    phase("combat", 9).mark("side", "allied").unit("F-HQ-3", "60.05").unit("G-10", "59.03")
}

#[test]
fn attacks_are_voluntary_and_between_adjacent_hexes() {
    shows!["scs/1.2", "scs/7.0a", "scs/7.0b", "scs/7.0d"];
    let mut table = on(field().unit("G-33", "60.02").unit("G-9", "62.03").unit("F-14", "60.01"));
    assert!(table.offers("done"));
    assert_eq!(table.refused_by("target 60.02"), "scs/7.0a");
    table.play(&["target 59.03"]);
    assert_eq!(table.refused_by("join G-9"), "scs/7.0a");
    // Only the player on turn attacks with his units.
    assert_eq!(table.refused_by("join F-14"), "scs/7.0a");
    assert!(table.offers("join all"));
    table.play(&["join G-10"]);
    assert!(table.offers("join G-33") && !table.offers("join all"), "one is no crowd");
    assert_eq!(table.refused_by("join G-10"), "scs/7.0d");
    assert_eq!(number(&table, "Attack strength"), "9", "units of other hexes may stay out");
    // 9 against 9 is 1 to 1; a 12 there is A1, D3r1.
    table.rolls(&[6, 6]).play(&["fight", "done"]);
    // G-33 attacks another hex, G-10 has attacked already.
    table.play(&["target 60.01"]);
    assert!(table.offers("join G-33") && !table.offers("join G-10"));
}

#[test]
fn a_hex_is_attacked_once_in_a_phase_and_all_in_it_defend() {
    shows!["scs/7.0c", "scs/7.0e"];
    let mut table = on(field().unit("G-33", "60.02").unit("F-Rgt-1", "59.03").unit("F-14", "60.01"));
    table.play(&["target 59.03", "join G-10"]);
    // 9 against 12 is 1 to 1, rounded; a 7 there is A3, D1.
    table.rolls(&[3, 4]).play(&["fight"]);
    let told = table.told(engine::Viewer::All);
    assert!(told.iter().any(|text| text.contains("9 against 12 is 1:1")), "{told:?}");
    table.play(&["lose F-73"]);
    assert_eq!(table.refused_by("target 59.03"), "scs/7.0c");
    assert!(table.offers("target 60.01") && !table.offers("target 59.03"));
}

#[test]
fn who_retreats_into_a_hex_attacked_later_defends_there() {
    shows!["scs/7.0c"];
    let mut table = on(phase("combat", 9)
        .unit("G-10", "60.03")
        .unit("G-33", "60.02")
        .unit("G-HQ-8", "60.05")
        .unit("F-73", "59.03")
        .unit("F-Rgt-1", "59.03")
        .unit("F-14", "59.02"));
    table.play(&["target 59.03", "join G-10"]);
    // 9 against 12: 1 to 1; an 11 is A1, D2r1.
    table.rolls(&[5, 6]).play(&["fight", "lose F-Rgt-1", "lose F-Rgt-1"]);
    table.play(&["to 59.02", "done"]);
    table.play(&["target 59.02", "join G-33"]);
    assert_eq!(table.refused_by("fly G-Air-1"), "1.6-1");
    table.rolls(&[3, 4]).play(&["fight"]);
    assert!(table.told(engine::Viewer::All).iter().any(|text| text.contains("9 against 18")));
}

#[test]
fn machine_guns_join_but_do_not_attack_alone_and_hqs_stay_out() {
    shows!["scs/7.0f", "scs/7.0g", "1.9e-e"];
    let mut table = on(field().unit("G-MG-1", "60.03"));
    table.play(&["target 59.03"]);
    table.play(&["join G-MG-1"]);
    assert_eq!(table.refused_by("fight"), "1.9d-1");
    table.play(&["join G-10"]);
    assert_eq!(number(&table, "Shifts"), "+0", "a machine gun shifts no attack");
    let mut table = on(phase("combat", 9).unit("G-10", "60.03").unit("G-HQ-8", "60.03").unit("F-73", "59.03"));
    table.play(&["target 59.03"]);
    assert_eq!(table.refused_by("join G-HQ-8"), "scs/7.0g");
    let alone = on(phase("combat", 9).unit("G-MG-1", "60.03").unit("G-HQ-8", "60.05").unit("F-73", "59.03"));
    assert!(!alone.offers("target 59.03"));
}

#[test]
fn the_attack_is_announced_before_the_defenders_are_seen() {
    shows!["scs/7.0h", "1.9d-1", "scs/10.0b", "notes/fog"];
    let mut table = on(field().unit("F-Rgt-1", "59.03"));
    // The odds are there before the target is named, and an HQ says what it would add.
    assert_eq!(table.forecast("target 59.03").fight.map(|fight| fight.from), Some(vec!["60.03".into()]));
    table.play(&["target 59.03", "join G-10"]);
    let rung = |action: &str| table.forecast(action).fight.map(|fight| fight.rung);
    assert_eq!(rung("shift G-HQ-8"), rung("fight").map(|rung| rung + 1));
    let forecast = table.forecast("fight");
    assert!(forecast.given.is_some(), "only the top unit is known");
    assert_eq!(part(&forecast.sum, "Defence strength").as_deref(), Some("3"));
    table.rolls(&[3, 4]).play(&["fight"]);
    let told = table.told(engine::Viewer::Side(Side::First));
    assert!(told.iter().any(|text| text.contains("9 against 12")), "then the total is stated");
}

#[test]
fn odds_are_rounded_shifted_and_only_then_cut_to_the_table() {
    shows!["scs/7.2a", "scs/7.2b", "scs/7.2c", "1.9d-3", "1.9d-4", "1.9d-5", "1.9b-1", "scs/7.3a", "scs/0.5"];
    // 9 against 3 in a trench: 3 to 1, two to the left.
    let mut table = on(phase("combat", 9)
        .unit("G-10", "52.19")
        .unit("G-33", "53.19")
        .unit("G-HQ-8", "52.21")
        .unit("F-Rgt-1", "52.18"));
    table.play(&["target 52.18", "join G-10"]);
    let left = number(&table, "Shifts");
    assert!(left.starts_with('-'), "{left}");
    let left: i32 = left.parse().unwrap();
    assert_eq!(number(&table, "Basic odds"), "3:1");
    let column = (3 + left).max(0);
    let odds = if column >= 1 { format!("{column}:1") } else { format!("1:{}", 2 - column) };
    assert_eq!(number(&table, "Odds"), odds);
    // An HQ shifts one to the right.
    table.play(&["shift G-HQ-8"]);
    assert_eq!(number(&table, "Shifts").parse::<i32>().unwrap(), left + 1);
    // 72 against 3 is 24 to 1, and uses the last column.
    let mut table = on(phase("combat", 9)
        .unit("G-10", "60.03")
        .unit("G-33", "60.02")
        .unit("G-9", "59.04")
        .unit("G-HQ-8", "60.05")
        .unit("F-Rgt-1", "59.03"));
    table.play(&["target 59.03", "join all"]);
    assert_eq!((number(&table, "Basic odds"), number(&table, "Odds")), ("9:1".into(), "6:1".into()));
    // And 3 against 9 is 1 to 3, which uses the first.
    let mut table = on(phase("combat", 9).unit("G-Storm-1", "60.03").unit("G-HQ-8", "60.05").unit("F-73", "59.03"));
    table.play(&["target 59.03", "join G-Storm-1"]);
    assert_eq!((number(&table, "Basic odds"), number(&table, "Odds")), ("1:3".into(), "1:2".into()));
    // In the first column of the table 2 to 4 spare the defender, 11 and 12 take both his steps.
    let fight = table.forecast("fight").fight.expect("an attack is a fight");
    let fates: Vec<_> = fight.fates.iter().map(|known| (known.fate, (36.0 * known.probability).round())).collect();
    assert_eq!(fates, [(Fate::Destroyed, 3.0), (Fate::Weakened, 27.0), (Fate::Stands, 6.0)]);
    assert!((fight.losses.expect("by dice alone").defender - 33.0 / 36.0).abs() < 1e-9);
    let chances = table.forecast("fight").chances;
    let sum: f64 = chances.iter().map(|chance| chance.probability).sum();
    assert!((sum - 1.0).abs() < 1e-9);
    assert!(chances.iter().any(|chance| chance.outcome == "the attacker loses 4 steps and retreats 3 hexes (A4r3)"
        && (chance.probability - 1.0 / 36.0).abs() < 1e-9));
}

#[test]
fn water_halves_an_attack_once() {
    shows!["scs/7.1a", "chart/terrain-river-combat", "chart/terrain-marne-combat", "scs/0.5"];
    let across = |from: &str, target: &str| {
        let setting = phase("combat", 9).unit("G-9", from).unit("G-HQ-8", from).unit("F-73", target);
        let mut table = on(setting.option("blown-bridges=off"));
        table.play(&[&format!("target {target}"), "join G-9"]);
        number(&table, "Attack strength")
    };
    assert_eq!(across("45.19", "44.18"), "4 1/2", "over the Vesle");
    assert_eq!(across("21.15", "21.14"), "4 1/2", "over the bridge of Dormans, without a Stormtrooper");
    assert_eq!(across("60.03", "59.03"), "9");
}

#[test]
fn lakes_halve_attacks_into_them() {
    shows!["chart/terrain-lakes-combat", "chart/terrain-lakes"];
    let board = game().ground.board();
    let beyond = |label: &str| {
        let lakes = |hex| board.terrain_name(board.terrain(hex)) == "lakes";
        let dry = |&(way, to): &(hexboard::Direction, hexboard::Hex)| {
            !lakes(to) && !game().ground.river_between(hex(label), way)
        };
        board.neighbours(hex(label)).find(dry).map(|(_, to)| game().ground.label(to))
    };
    let (lake, shore) = ["28.00", "34.00", "31.01", "33.01"]
        .into_iter()
        .find_map(|lake| beyond(lake).map(|shore| (lake.to_string(), shore)))
        .expect("a lake with a dry shore");
    let attack = |from: &str, target: &str, option: &str| {
        let setting = phase("combat", 9).unit("G-9", from).unit("G-HQ-8", from).unit("F-73", target);
        let mut table = on(setting.option(option));
        table.play(&[&format!("target {target}"), "join G-9"]);
        number(&table, "Attack strength")
    };
    assert_eq!(attack(&shore, &lake, "lakes-both-ways=off"), "4 1/2");
    assert_eq!(attack(&lake, &shore, "lakes-both-ways=off"), "9");
    assert_eq!(attack(&lake, &shore, "lakes-both-ways"), "4 1/2", "with the switch");
}

#[test]
fn out_of_supply_units_defend_with_half() {
    shows!["scs/7.1b", "1.3f-2"];
    let cut_off = json!({ "piece": "F-73", "hex": "59.03", "marks": ["out-of-supply"] });
    let mut table = on(phase("combat", 9).unit("G-10", "60.03").unit("G-HQ-8", "60.05").piece(cut_off));
    table.play(&["target 59.03", "join G-10"]);
    assert_eq!(number(&table, "Defence strength"), "4 1/2");
    assert_eq!(number(&table, "Basic odds"), "2:1");
    // Half of one is said as people say it.
    let alone = json!({ "piece": "F-HQ-3", "hex": "59.03", "marks": ["out-of-supply"] });
    let mut table =
        on(phase("combat", 9).unit("G-10", "60.03").unit("G-HQ-8", "60.05").unit("F-2", "40.03").piece(alone));
    table.play(&["target 59.03", "join G-10"]);
    assert_eq!(number(&table, "Defence strength"), "1/2");
    table.rolls(&[3, 3]).play(&["fight"]);
    let told = table.told(engine::Viewer::All);
    assert!(
        told.iter().any(|text| text.starts_with("Attack on 59.03: 9 against 1/2 is 18:1, the column 6:1.")),
        "{told:?}"
    );
}

#[test]
fn american_divisions_are_stronger_together() {
    shows!["2.1-1", "2.1-2", "scs/7.1c"];
    let brigades = |one: serde_json::Value, other: serde_json::Value, join: &[&str]| {
        let mut table = on(allied_field().piece(one).piece(other));
        table.play(&["target 59.03"]);
        table.play(join);
        number(&table, "Attack strength")
    };
    let at = |piece: &str, hex: &str, steps: u8| json!({ "piece": piece, "hex": hex, "steps": steps });
    let both = ["join all"];
    // The book's example: two 5-4-4 function as a 12-10-4.
    assert_eq!(brigades(at("US-5/3", "60.03", 2), at("US-6/3", "60.03", 2), &both), "12");
    assert_eq!(brigades(at("US-5/3", "60.03", 1), at("US-6/3", "60.03", 1), &both), "6", "reduced brigades too");
    assert_eq!(brigades(at("US-5/3", "60.03", 2), at("US-6/3", "60.02", 2), &both), "10", "not from two hexes");
    assert_eq!(brigades(at("US-5/3", "60.03", 2), at("US-7/4", "60.03", 2), &both), "10", "not of two divisions");
    assert_eq!(brigades(at("US-5/3", "60.03", 2), at("US-6/3", "60.03", 2), &["join US-5/3"]), "5", "both must attack");
    let mut table = on(phase("combat", 9)
        .unit("G-10", "60.03")
        .unit("G-33", "60.02")
        .unit("G-HQ-8", "60.05")
        .unit("US-5/3", "59.03")
        .unit("US-6/3", "59.03"));
    table.play(&["target 59.03", "join all"]);
    table.rolls(&[3, 4]).play(&["fight"]);
    assert!(table.told(engine::Viewer::All).iter().any(|text| text.contains("18 against 10")));
}

#[test]
fn two_tanks_shift_an_attack() {
    shows!["1.8b-1", "1.8b-2", "1.9e-a", "1.9c-2", "1.9e-f"];
    // The book's example: two divisions in different hexes, each with a tank of shift 2: four columns.
    let mut table = on(allied_field()
        .unit("F-73", "60.03")
        .unit("F-Tank-3", "60.03")
        .unit("F-14", "60.02")
        .unit("F-Tank-1", "60.02")
        .unit("F-Tank-4", "59.04")
        .unit("F-Tank-11", "61.04"));
    table.play(&["target 59.03", "join F-73", "join F-14", "join F-Tank-3", "join F-Tank-1"]);
    assert_eq!((number(&table, "Attack strength"), number(&table, "Shifts")), ("24".into(), "+4".into()));
    table.play(&["join F-Tank-4"]);
    assert_eq!((number(&table, "Attack strength"), number(&table, "Shifts")), ("30".into(), "+4".into()), "no third");
    assert_eq!(table.refused_by("join F-Tank-11"), "scs/7.0a", "its hex must be in the combat");
    let broken = json!({ "piece": "F-Tank-3", "hex": "60.03", "marks": ["broken-down"] });
    let mut table = on(allied_field().unit("F-73", "60.03").piece(broken));
    table.play(&["target 59.03", "join all"]);
    assert_eq!((number(&table, "Attack strength"), number(&table, "Shifts")), ("8".into(), "+0".into()));
}

#[test]
fn tanks_never_shift_for_the_defence() {
    shows!["1.8b-3", "1.9a-1"];
    let mut table = on(field().unit("F-Tank-3", "59.03"));
    table.play(&["target 59.03", "join G-10"]);
    assert_eq!(number(&table, "Shifts"), "+0");
    table.rolls(&[3, 4]).play(&["fight"]);
    assert!(table.told(engine::Viewer::All).iter().any(|text| text.contains("9 against 12 is 1:1. The dice")));
}

#[test]
fn a_tank_that_attacked_breaks_down_and_one_that_overran_does_not() {
    shows!["1.8c-1", "1.8c-2", "1.9e-d"];
    let mut table = on(allied_field().unit("F-Tank-3", "60.03").unit("F-73", "60.03"));
    table.play(&["target 59.03", "join all"]);
    // 12 against 9 is 1 to 1, two to the right is 3 to 1; an 11 is D3r1.
    table.rolls(&[5, 6]).play(&["fight", "done"]);
    assert!(flipped(&table, "F-Tank-3"));
    let mut table = on(phase("movement", 9)
        .mark("side", "allied")
        .unit("F-Tank-3", "62.03")
        .unit("F-HQ-3", "62.05")
        .unit("G-MG-1", "60.03"));
    table.play(&["pick F-Tank-3", "overrun 60.03"]);
    let forecast = table.forecast("to 61.04");
    // Six against one is 6 to 1; the tank shifts two to the right, the machine gun one to the left.
    assert_eq!(part(&forecast.sum, "Shifts").as_deref(), Some("+1"));
    table.rolls(&[6, 6]).play(&["to 61.04"]);
    assert!(!flipped(&table, "F-Tank-3"));
}

#[test]
fn broken_down_tanks_are_repaired_with_a_supplied_hq() {
    shows!["1.8e-1", "1.8e-2", "1.8e-3", "1.8e-4"];
    let broken = |name: &str, at: &str, more: &[&str]| {
        let marks: Vec<&str> = ["broken-down"].into_iter().chain(more.iter().copied()).collect();
        json!({ "piece": name, "hex": at, "marks": marks })
    };
    let mut table = on(phase("replacement", 9)
        .mark("side", "allied")
        .unit("F-HQ-3", "62.03")
        .piece(broken("F-Tank-3", "62.03", &["out-of-supply"]))
        .piece(json!({ "piece": "F-HQ-5", "hex": "62.05", "marks": ["depleted", "out-of-supply"] }))
        .piece(broken("F-Tank-1", "62.05", &[]))
        .unit("F-Army-6", "62.07")
        .piece(broken("F-Tank-4", "62.07", &[]))
        .piece(broken("F-Tank-10", "58.03", &[]))
        .unit("G-10", "61.03"));
    assert_eq!(table.refused_by("pick F-Tank-10"), "1.8e-2", "Replacement Points do not repair");
    table.play(&["done"]);
    assert!(!flipped(&table, "F-Tank-3"), "its own supply and the zone of G-10 do not matter");
    assert!(!flipped(&table, "F-Tank-4"), "an Army HQ will do");
    assert!(flipped(&table, "F-Tank-1"), "an HQ Out of Supply does not repair");
    assert!(flipped(&table, "F-Tank-10"), "and nobody alone is repaired");
}

#[test]
fn hqs_shift_one_attack_within_range() {
    shows!["1.9c-1", "1.9e-b", "1.9e-c", "1.9b-2", "1.2a-2"];
    let depleted = json!({ "piece": "G-HQ-13", "hex": "62.05", "marks": ["depleted"] });
    let mut table = on(field()
        .unit("G-33", "60.02")
        .unit("G-Army-7", "60.07")
        .unit("G-HQ-12", "56.20")
        .piece(depleted)
        .unit("F-14", "60.01"));
    table.play(&["target 59.03", "join G-10"]);
    assert_eq!(table.refused_by("shift G-HQ-13"), "1.2a-2");
    assert_eq!(table.refused_by("shift G-HQ-12"), "1.9c-1");
    table.play(&["shift G-HQ-8"]);
    assert_eq!(number(&table, "Shifts"), "+1");
    assert_eq!(table.refused_by("shift G-Army-7"), "1.9e-b");
    // 1 to 1 and one is 2 to 1; a 12 is D3r2.
    table.rolls(&[6, 6]).play(&["fight", "done", "target 60.01", "join G-33"]);
    assert_eq!(table.refused_by("shift G-HQ-8"), "1.9e-c");
    table.play(&["shift G-Army-7"]);
    assert_eq!(number(&table, "Shifts"), "+3", "Army HQs shift too");
}

#[test]
fn each_machine_gun_shifts_for_the_defence() {
    shows!["3.3-1", "3.3-2", "1.9e-e"];
    let mut table = on(allied_field().unit("F-73", "60.03").unit("F-14", "60.02").unit("G-MG-1", "59.03"));
    table.play(&["target 59.03", "join all"]);
    // Only the machine gun on top is seen: 12 against 1, one to the left.
    assert_eq!(number(&table, "Shifts"), "-1");
    table.rolls(&[3, 4]).play(&["fight"]);
    assert!(table.told(engine::Viewer::All).iter().any(|text| text.contains("12 against 10 is 1:1, shifted -1")));
    let mut two = on(allied_field().unit("F-73", "60.03").unit("G-MG-1", "59.03").unit("G-MG-2", "59.03"));
    two.play(&["target 59.03", "join F-73"]);
    two.rolls(&[3, 4]).play(&["fight"]);
    assert!(two.told(engine::Viewer::All).iter().any(|text| text.contains("6 against 11 is 1:2, shifted -2")));
}

#[test]
fn a_machine_gun_shifts_once_in_a_phase() {
    shows!["1.9b-2"];
    let mut table = on(phase("movement", 9)
        .mark("side", "allied")
        .unit("F-Rgt-1", "62.03")
        .unit("F-Rgt-2", "62.02")
        .unit("F-HQ-3", "62.05")
        .unit("G-MG-1", "60.03")
        .unit("G-Storm-1", "60.03"));
    table.play(&["pick F-Rgt-1", "overrun 60.03"]);
    // 2 against 4 is 1 to 2; a 7 there is A3, D1: the regiment is gone.
    table.rolls(&[3, 4]).play(&["to 61.04", "lose G-Storm-1"]);
    table.play(&["pick F-Rgt-2", "overrun 60.03"]);
    let source = table.options()[0].clone();
    table.rolls(&[3, 4]).play(&[&source]);
    let told = table.told(engine::Viewer::All);
    let shifts: Vec<bool> =
        told.iter().filter(|text| text.starts_with("Overrun")).map(|text| text.contains(", shifted -1 to ")).collect();
    assert_eq!(shifts, [true, false], "{told:?}");
}

#[test]
fn airplanes_and_hqs_do_not_help_overruns() {
    shows!["1.9e-d", "1.9e-g"];
    let ready = json!({ "piece": "A-Air-1", "place": "ready" });
    let mut table = on(phase("movement", 9)
        .mark("side", "allied")
        .unit("F-Rgt-1", "62.03")
        .unit("F-HQ-3", "62.05")
        .piece(ready)
        .unit("G-MG-1", "60.03"));
    table.play(&["pick F-Rgt-1"]);
    assert_eq!(table.refused_by("fly A-Air-1"), "1.6-1");
    assert_eq!(table.refused_by("shift F-HQ-3"), "1.9d-1");
    table.play(&["overrun 60.03"]);
    assert_eq!(part(&table.forecast("to 61.04").sum, "Shifts").as_deref(), Some("-1"), "only the machine gun counts");
}

#[test]
fn all_ground_in_a_hex_counts_for_its_defender() {
    shows!["GI/terrain-a", "chart/terrain-trench-combat"];
    let board = game().ground.board();
    let wooded = board.hexes().find(|&hex| {
        let terrain = board.terrain_name(board.terrain(hex));
        terrain == "woods" && (game().ground.french_trench(hex) || game().ground.german_trench(hex))
    });
    let wooded = wooded.expect("a trench in the woods");
    assert_eq!(game().ground.effects(wooded).left, 3, "two for the trench, one for the woods");
}

#[test]
fn odds_are_rounded_to_the_nearest_half_up() {
    assert_eq!([ladder(28, 8), ladder(26, 18), ladder(12, 18)], [4, 1, 0]);
    assert_eq!([ladder(1, 40), ladder(10, 10), ladder(100, 2)], [-38, 1, 50]);
}

#[test]
fn who_is_elsewhere_or_gone_does_not_join_an_attack() {
    shows!["scs/7.0a"];
    let setting = phase("combat", 9).unit("F-55", "59.07").unit("G-10", "59.06").unit("G-HQ-13", "59.04");
    let setting = setting.unit("G-33", "59.03").piece(json!({ "piece": "G-9", "place": "dead" }));
    let mut table = on(setting);
    table.play(&["target 59.07"]);
    assert_eq!((table.refused_by("join G-33"), table.refused_by("join G-9")), ("scs/7.0a", "scs/7.0a"));
}

#[test]
fn who_ends_the_phase_hears_how_many_could_still_attack() {
    shows!["scs/7.0a"];
    // Two could strike 59.07 together, a third 57.08; the fourth has nobody next to it.
    let setting = phase("combat", 9).unit("F-55", "59.07").unit("F-33", "57.08").unit("G-HQ-13", "58.04");
    let setting = setting.unit("G-10", "59.06").unit("G-9", "60.06").unit("G-33", "57.07").unit("G-20", "58.03");
    assert_eq!(on(setting).choice("done").leaves.as_deref(), Some("3 units could still attack"));
}

#[test]
fn who_has_no_attack_supply_is_not_called_out_of_supply() {
    shows!["1.4-1"];
    // The HQ of the 87th is far away, but nobody is marked.
    let setting = phase("combat", 9).unit("F-55", "59.07").unit("G-10", "59.06").unit("G-HQ-13", "59.04");
    let mut table = on(setting.unit("G-87", "58.06"));
    table.play(&["target 59.07"]);
    assert_eq!(table.refused_by("join G-87"), "1.4-1");
}
