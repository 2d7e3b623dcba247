//! 8.2 Zones of Control, and 9.9 HQs near the enemy.

use crate::common::*;
use engine::{Habit, Viewer, shows};
use serde_json::json;

fn moves(mode: &str) -> Setting {
    phase("C1", 3).mark("phasing", "german").mark("german", mode).mark("allied", "defensive")
}

fn cost(table: &Table, to: &str) -> String {
    table.forecast(&format!("to {to}")).sum.value
}

#[test]
fn every_unit_has_a_zone_over_its_six_neighbours() {
    shows!["8.2a", "8.2.1.1", "8.2.1.4", "8.2.1.6"];
    let table = table(moves("offensive").unit("27Bde", "0505").unit("11Ch", "0507").unit("IR42", "0503"));
    let zone = &table.state().zones[ALLIED.index()];
    for near in ["0504", "0506", "0404", "0405", "0604", "0605", "0508"] {
        assert!(zone.contains(hex(near)), "{near}");
    }
    assert!(!zone.contains(hex("0503")) && !zone.contains(hex("0304")));
    // 0506 is in two zones, 0504 in a German one too; none cancels another.
    assert!(table.state().zones[GERMAN.index()].contains(hex("0504")) && zone.contains(hex("0504")));
}

#[test]
fn entering_a_zone_costs_a_point_and_stops() {
    shows!["7.1.3x", "7.1.3.1a", "8.2.1.2", "8.2.1.5"];
    let mut table = table(moves("offensive").unit("27Bde", "0505").unit("IR42", "0502"));
    table.play(&["pick IR42"]);
    assert_eq!((cost(&table, "0503"), cost(&table, "0504")), ("1".into(), "3".into()));
    // Two zones at once do not cost twice.
    assert_eq!(table.refused_by("to 0505"), "7.1.3");
    table.play(&["to 0504"]);
    assert_eq!(table.refused_by("pick IR42"), "7a", "it goes no further this phase");
}

#[test]
fn leaving_a_zone_costs_two_but_not_in_transfer_mode() {
    shows!["7.1.3.1b", "5.1.3b", "8.2.1.3"];
    // X14: into a clear hex 3, in Transfer mode 1.
    let mut offensive = table(moves("offensive").unit("27Bde", "0505").unit("IR42", "0504"));
    offensive.play(&["pick IR42"]);
    assert_eq!(cost(&offensive, "0503"), "3");
    // From zone to zone: 1 + 2 + 1, as it starts in one.
    assert_eq!(cost(&offensive, "0604"), "4");
    let mut transfer = table(moves("transfer").unit("27Bde", "0505").unit("IR42", "0504"));
    transfer.play(&["pick IR42"]);
    assert_eq!((cost(&transfer, "0503"), cost(&transfer, "0404")), ("1".into(), "2".into()));
    // Who does not start in one cannot go from one to another.
    let mut outside = table(moves("offensive").unit("27Bde", "0505").unit("IR42", "0503"));
    outside.play(&["pick IR42"]);
    let way = outside.forecast("to 0405").path;
    assert!(way.len() == 5 && !way.contains(&"0404".to_string()), "around the zone in 0404: {way:?}");
}

#[test]
fn hqs_stay_out_of_zones() {
    shows!["9.9b"];
    let mut table = table(moves("offensive").unit("27Bde", "0505").unit("Linsingen", "0503").unit("Vautier", "0809"));
    table.play(&["pick Linsingen"]);
    assert_eq!(table.refused_by("to 0504"), "9.9b");
    // Out of the zone of another HQ too.
    assert!(!table.offers("to 0709") && table.offers("to 0708"));
    assert_eq!(table.refused_by("to 0709"), "9.9b");
}

#[test]
fn hqs_exert_zones_like_all_units() {
    shows!["8.2.1.1", "8.2.1.2", "7.1.3"];
    let setting = || moves("offensive").unit("IR42", "0502").unit("Vautier", "0505");
    let mut plain = table(setting());
    plain.play(&["pick IR42"]);
    // Two hexes and a zone; the hex of the HQ is occupied, and its zone stops whoever comes.
    assert_eq!(cost(&plain, "0504"), "3");
    assert_eq!(plain.refused_by("to 0505"), "7.1.3");
    plain.play(&["to 0504"]);
    assert_eq!(plain.refused_by("pick IR42"), "7a");
    let away = game().ground.board().distance(hex(&place(&plain, "Vautier")), hex("0504"));
    assert_eq!(away, 2, "he gives way as far as needed");
    let zones = &plain.state().zones[ALLIED.index()];
    assert!(!zones.contains(hex("0504")), "and takes his zone with him");
    // Several HQs in a hex: the zone stays while one is there.
    let mut two = table(moves("offensive").mark("phasing", "allied").unit("Vautier", "0505").unit("Lamaze", "0505"));
    two.play(&["pick Vautier", "to 0508"]);
    assert!(two.state().zones[ALLIED.index()].contains(hex("0504")));
    two.play(&["pick Lamaze", "to 0508"]);
    assert!(!two.state().zones[ALLIED.index()].contains(hex("0504")));
    // With the switch they have none and hold nothing (ruling R19).
    let mut meek = table(setting().option("meek-hqs"));
    meek.play(&["pick IR42"]);
    assert_eq!(cost(&meek, "0504"), "2");
    meek.play(&["to 0505"]);
    assert_eq!(place(&meek, "IR42"), "0505");
    assert_eq!(game().ground.board().distance(hex(&place(&meek, "Vautier")), hex("0505")), 2);
}

#[test]
fn a_hq_gives_way_to_enemies() {
    shows!["9.9c", "9.9d"];
    let mut table = table(moves("offensive").unit("IR42", "0502").unit("Vautier", "0505").unit("27Bde", "0505"));
    table.play(&["pick IR42"]);
    assert_eq!(table.misdeeds(&[], "to 0504").units(ALLIED, Habit::LostAlone), 0, "27 Brigade was with him");
    table.play(&["to 0504"]);
    let at = place(&table, "Vautier");
    assert_ne!(at, "0505", "even with friends around it");
    assert!(!table.state().zones[GERMAN.index()].contains(hex(&at)));
    assert_eq!(game().ground.board().distance(hex(&at), hex("0505")), 1, "as few hexes as needed");
    assert!(!table.state().unsupplied.contains(piece("Vautier")), "zones on the way cost nothing");
    assert!(table.told(Viewer::Spectator).iter().any(|text| text.contains("is driven from 0505")));
}

#[test]
fn a_hq_gives_way_towards_its_own_edge() {
    // Ruling R21: of the hexes as near, the one nearest to a friendly edge.
    for (side, unit, hq) in [("german", "IR42", "Vautier"), ("allied", "27Bde", "Linsingen")] {
        let setting = phase("C1", 3).mark("phasing", side).mark(side, "offensive").unit(unit, "2311").unit(hq, "2314");
        let mut table = table(setting);
        table.play(&[&format!("pick {unit}"), "to 2313"]);
        let ground = &game().ground;
        let (board, owner) = (ground.board(), game().pieces.side(piece(hq)));
        let to_edge = |at: hexboard::Hex| {
            ground.friendly_edge[owner.index()].iter().map(|edge| board.distance(at, edge)).min().unwrap()
        };
        let (start, refuge) = (hex("2314"), hex(&place(&table, hq)));
        let enemy = owner.other();
        let state = table.state();
        let free =
            |&at: &hexboard::Hex| !state.zones[enemy.index()].contains(at) && !state.held[enemy.index()].contains(at);
        let as_near = board.hexes().filter(|&at| board.distance(at, start) == board.distance(refuge, start));
        let best = as_near.filter(free).map(to_edge).min().unwrap();
        assert_eq!(to_edge(refuge), best, "{hq} went to {}", place(&table, hq));
    }
}

#[test]
fn a_hq_driven_through_enemies_is_cut_off_for_good() {
    shows!["9.9e", "11.2.1b"];
    // Vautier in the corner, and Germans on all sides; 27 Bde is one of his, 109 Bde is not.
    let setting = moves("offensive").unit("Vautier", "0101").unit("IR48", "0103").unit("IR20", "0201");
    let setting = setting.unit("27Bde", "0609").unit("109Bde", "0609");
    let without =
        |table: &Table| ["Vautier", "27Bde", "109Bde"].map(|name| table.state().unsupplied.contains(piece(name)));
    let mut any = table(setting.clone().option("any-hq"));
    any.play(&["pick IR48", "to 0102"]);
    assert_eq!(without(&any), [true, false, false], "where any HQ supplies them they wait for the determination");
    let mut table = table(setting);
    assert_eq!(without(&table), [false; 3]);
    table.play(&["pick IR48", "to 0102"]);
    assert_eq!(without(&table), [true, true, false], "the units of his corps with him");
    let told = table.told(Viewer::Side(ALLIED));
    assert!(told.iter().any(|text| text == "27 Bde (44, 60 RI) in 0609 is out of supply."), "{told:?}");
    assert_ne!(table.state().cut_off, 0);
    // Supply Determination does not give it back.
    table.play(&["done", "done", "done", "done", "done", "done"]);
    assert_eq!(table.state().turn, 4);
    assert!(table.state().unsupplied.contains(piece("Vautier")));
}

#[test]
fn units_that_shed_their_disruption_stay_out_of_zones() {
    shows!["10.2.1", "10.2.2a", "4.C1b"];
    let shaken = |hex: &str| json!({ "piece": "IR42", "hex": hex, "marks": ["disrupted"] });
    let mut table = table(moves("offensive").piece(shaken("0502")).unit("27Bde", "0505"));
    table.play(&["pick IR42", "rally"]);
    assert!(!table.state().disrupted.contains(piece("IR42")));
    assert!(table.offers("to 0503"));
    assert_eq!(table.refused_by("to 0504"), "10.2.2a");
    let mut watched = crate::common::table(moves("offensive").piece(shaken("0504")).unit("27Bde", "0505"));
    watched.play(&["pick IR42"]);
    assert_eq!(watched.refused_by("rally"), "10.2.1");
    let cut_off = json!({ "piece": "IR42", "hex": "0502", "marks": ["disrupted", "out of supply"] });
    let mut hungry = crate::common::table(moves("offensive").piece(cut_off));
    hungry.play(&["pick IR42"]);
    assert_eq!(hungry.refused_by("rally"), "10.2.1");
    // At any time of the phase, after a move out of a zone too, and with no points left; with the switch before it moves.
    let leaving = || moves("offensive").piece(shaken("0504")).unit("27Bde", "0505");
    let mut later = crate::common::table(leaving());
    later.play(&["pick IR42"]);
    assert_eq!(later.forecast("to 0105").sum.value, "6");
    later.play(&["to 0105", "pick IR42", "rally"]);
    assert!(!later.state().disrupted.contains(piece("IR42")));
    let mut first = crate::common::table(leaving().option("rally-first"));
    first.play(&["pick IR42", "to 0503", "pick IR42"]);
    assert_eq!(first.refused_by("rally"), "10.2.1");
    let mut tired = crate::common::table(leaving().option("rally-first"));
    tired.play(&["pick IR42", "to 0105"]);
    assert_eq!(tired.refused_by("pick IR42"), "7a", "nothing is left for it to do");
}

#[test]
fn whoever_was_driven_through_enemies_stays_cut_off() {
    shows!["9.9e"];
    // Lamaze, whose corps is not the first in the list; the Germans leave, and nobody is near him any more.
    let setting = moves("offensive").unit("Lamaze", "0101").unit("IR48", "0103").unit("IR20", "0201");
    let mut table = table(setting.unit("109Bde", "0609").unit("Vautier", "0809"));
    table.play(&["pick IR48", "to 0102", "done", "done", "done", "done", "done", "done"]);
    assert_eq!(table.state().turn, 4);
    let unsupplied = &table.state().unsupplied;
    assert!(unsupplied.contains(piece("Lamaze")) && unsupplied.contains(piece("109Bde")));
    assert!(!unsupplied.contains(piece("Vautier")));
}
