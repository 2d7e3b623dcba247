//! 11 Supply, and 15.4.1 the supply of the B.E.F.

mod common;

use common::{ALLIED, GERMAN, Setting, Table, phase, piece, place, table};
use engine::{Viewer, shows};
use serde_json::json;

/// The last phase of a turn, with nothing left to do but Supply Determination.
fn last_phase() -> Setting {
    phase("D3", 3).mark("phasing", "german").mark("german", "defensive").mark("allied", "defensive")
}

/// The position after Supply Determination.
fn judged(setting: Setting) -> Table {
    let mut table = table(setting);
    table.play(&["done"]);
    table
}

fn supplied(table: &Table, name: &str) -> bool {
    !table.state().unsupplied.contains(piece(name))
}

/// Haig's HQ on open ground in the south-west, and a brigade of his some hexes north of it.
fn north_of_haig(at: &str) -> Setting {
    last_phase().unit("Haig", "0336").unit("1Br", at).unit("Gronau", "2101")
}

#[test]
fn a_line_to_the_own_hq_has_eight_points() {
    shows!["11.1.2", "11.1.5a", "11.1.5c"];
    // X19: eight clear hexes with that of the HQ and without the unit's own; nine are too many.
    assert!(supplied(&judged(north_of_haig("0328")), "1Br"));
    assert!(!supplied(&judged(north_of_haig("0327")), "1Br"));
    // Forest on the way costs more: what lies in the unit's own hex does not count, in the HQ's it does.
    let ground = &common::game().ground;
    assert_eq!(ground.terrain_title(common::hex("0514")), "Forest");
    // Another HQ does not help, unless the switch says so (ruling R62).
    let other = || last_phase().unit("Haig", "2633").unit("Vautier", "0336").unit("1Br", "0330").unit("Gronau", "2101");
    assert!(!supplied(&judged(other()), "1Br"));
    assert!(supplied(&judged(other().option("any-hq")), "1Br"));
}

#[test]
fn roads_and_railroads_count_half_for_everybody() {
    shows!["11.1.5b"];
    // Twelve steps along the road and railroad from the outskirts of Paris to Nanteuil, in Defensive mode.
    let along = last_phase().unit("Vautier", "2011").unit("27Bde", "1119").unit("Gronau", "4601");
    assert!(supplied(&judged(along), "27Bde"));
    let distance = common::game().ground.board().distance(common::hex("1119"), common::hex("2011"));
    assert!(distance > 8);
    // Beside the road half points are only for steps into road hexes, and only with the switch (ruling R63).
    let beside = |option: &str| {
        let setting = last_phase().unit("Vautier", "1411").unit("27Bde", "1416").unit("Gronau", "4601");
        judged(setting.option(option))
    };
    assert!(supplied(&beside("road-hexes=off"), "27Bde") && supplied(&beside("road-hexes"), "27Bde"));
}

/// German regiments whose zones bar the whole way between the brigade in 0330 and Haig in 0336.
fn barred() -> Setting {
    north_of_haig("0330").unit("IR26", "0133").unit("IR66", "0433").unit("IR27", "0733").unit("Armin", "2102")
}

#[test]
fn enemies_and_their_zones_cut_a_line() {
    shows!["11.1.4a", "11.2.1a"];
    let table = judged(barred());
    assert!(!supplied(&table, "1Br") && supplied(&table, "Haig"));
    let told = table.told(Viewer::Side(ALLIED));
    assert!(told.iter().any(|text| text == "1 (Guards) Bde in 0330 is out of supply."), "{told:?}");
    // The enemy sees a marker on some unit.
    let told = table.told(Viewer::Side(GERMAN));
    assert!(told.iter().any(|text| text == "A British unit in 0330 is out of supply."), "{told:?}");
}

#[test]
fn friendly_units_negate_zones() {
    shows!["11.1.4b"];
    let table = judged(barred().unit("2Br", "0333").unit("3Br", "0334"));
    assert!(supplied(&table, "1Br") && supplied(&table, "2Br"));
    // One hex in a zone without a friend is enough to cut it.
    assert!(!supplied(&judged(barred().unit("2Br", "0333")), "1Br"));
}

/// A German HQ with a regiment, and Allied brigades beside these exits of the north edge.
fn exits_watched(exits: &[&str]) -> Setting {
    let mut setting =
        last_phase().unit("Armin", "2710").unit("IR26", "2709").unit("Haig", "0336").unit("Smith-Dorrien", "0335");
    let brigades = ["1Br", "2Br", "3Br", "4Br", "5Br", "6Br", "7Br", "8Br"];
    for (brigade, hex) in brigades.iter().zip(exits) {
        setting = setting.unit(brigade, hex);
    }
    setting
}

#[test]
fn a_hq_needs_a_free_road_or_railroad_off_a_friendly_edge() {
    shows!["11.1.3", "11.1.6a", "11.1.6b", "11.2.1b"];
    // Brigades next to all six exits in the north: no road or railroad is free of their zones.
    let all = ["0902", "1602", "2102", "2902", "3702", "4002"];
    let table = judged(exits_watched(&all));
    assert!(!supplied(&table, "Armin"));
    // Its regiment stands beside it, and is out of supply with it.
    assert!(!supplied(&table, "IR26"));
    // One free exit, and a line of any length to it, will do.
    let table = judged(exits_watched(&all[..5]));
    assert!(supplied(&table, "Armin") && supplied(&table, "IR26"));
    // The other edges are of no use to Germans [11.1.7b], though they are all free.
    assert!(!supplied(&judged(exits_watched(&all)), "Armin"));
}

#[test]
fn supply_is_judged_at_the_end_of_the_turn_alone() {
    shows!["11.1.1", "4.E", "11.2.4"];
    // Cut off in the middle of the turn, and in supply until its end.
    let mut table = table(barred());
    assert!(supplied(&table, "1Br"));
    table.play(&["done"]);
    assert!(!supplied(&table, "1Br"));
    // Out of supply before, with a free line again: at the end of the turn the marker goes.
    let lost = json!({"piece": "1Br", "hex": "0330", "marks": ["out of supply"]});
    let mut table = common::table(last_phase().unit("Haig", "0336").piece(lost).unit("Gronau", "2101"));
    assert!(!supplied(&table, "1Br"));
    table.play(&["done"]);
    assert!(supplied(&table, "1Br"));
    assert!(table.told(Viewer::Side(ALLIED)).iter().any(|text| text.ends_with("in 0330 is in supply again.")));
}

#[test]
fn everybody_begins_in_supply() {
    // Ruling R7, and no corps is cut off where it deploys.
    let mut table = common::new_game(&[]);
    table.play(&["standard", "standard"]);
    assert!(table.state().unsupplied.is_empty());
    table.play(&["done", "done", "first"]);
    for _ in 0..6 {
        while !table.offers("done") {
            let option = table.options()[0].clone();
            table.play(&[&option]);
        }
        table.play(&["done"]);
    }
    while table.view(Viewer::All).turn == 1 {
        let option = if table.offers("done") { "done".into() } else { table.options()[0].clone() };
        table.play(&[&option]);
    }
    let lost: Vec<String> = table.state().unsupplied.iter().map(|unit| format!("{} {} {}", common::game().pieces.name(unit), place(&table, common::game().pieces.name(unit)), common::game().ground.label(table.state().hex(table.state().corps_of(unit).hq())))).collect();
    assert!(lost.is_empty(), "{lost:?}");
    assert_ne!(place(&table, "Haig"), "");
}

#[test]
fn the_british_are_supplied_from_the_west_alone() {
    shows!["15.4.1"];
    // German regiments beside the four exits of the west edge.
    let west = || {
        let setting =
            last_phase().unit("Haig", "0336").unit("1Br", "0335").unit("Vautier", "0332").unit("27Bde", "0331");
        setting.unit("IR26", "0202").unit("IR66", "0214").unit("IR27", "0223").unit("Armin", "2102")
    };
    let table = judged(west());
    assert!(supplied(&table, "Haig") && supplied(&table, "1Br"));
    let table = judged(west().option("bef"));
    assert!(!supplied(&table, "Haig") && !supplied(&table, "1Br"));
    assert!(supplied(&table, "Vautier") && supplied(&table, "27Bde"));
    let free = last_phase().unit("Haig", "0336").unit("1Br", "0335").unit("Armin", "2102").option("bef");
    assert!(supplied(&judged(free), "Haig"));
}
