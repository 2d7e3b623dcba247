//! Overlays: zones of control, supply, ranges of HQs and guns, towns, and who could act here.

use crate::common::{ALLIED, GERMAN, Table, game, hex, phase, table};
use engine::{Overlay, OverlayKind, Rules, Shade, Viewer};
use miracle_on_the_marne::ground::Terrain;

fn overlay(table: &Table, viewer: Viewer, kind: OverlayKind, at: Option<&str>) -> Overlay {
    game().overlay(table.state(), viewer, kind, at.map(hex)).unwrap()
}

#[test]
fn a_zone_lies_over_the_six_hexes_around_a_unit() {
    let setting = phase("C1", 3).mark("phasing", "german").mark("german", "offensive").mark("allied", "defensive");
    let table = table(setting.unit("27Bde", "0505").unit("IR42", "0510"));
    let zones = overlay(&table, Viewer::Spectator, OverlayKind::Zones, None);
    for near in ["0504", "0506", "0404", "0405", "0604", "0605"] {
        let why = zones.marked(hex(near), Some(ALLIED)).unwrap().why.as_ref().unwrap();
        assert_eq!((why.value.as_str(), why.clauses[0].0), ("from 0505", "8.2a"), "{near}");
    }
    assert_eq!(zones.hexes.iter().filter(|marked| marked.side == Some(ALLIED)).count(), 6);
    // Both sides' zones lie over a hex at once [8.2.1.6].
    assert_eq!(zones.hexes.iter().filter(|marked| marked.side == Some(GERMAN)).count(), 6);
}

#[test]
fn a_line_of_supply_leads_to_the_hq_and_off_the_map() {
    let setting = phase("D3", 3).mark("phasing", "german").mark("german", "defensive").mark("allied", "defensive");
    let table = table(setting.unit("Vautier", "0424").unit("27Bde", "0425").unit("109Bde", "0426"));
    let own = overlay(&table, Viewer::Side(ALLIED), OverlayKind::Supply, Some("0425"));
    let (fed, lost) = (own.marked(hex("0425"), Some(ALLIED)).unwrap(), own.marked(hex("0426"), Some(ALLIED)).unwrap());
    assert_eq!((fed.shade, lost.shade, lost.label.as_deref()), (Shade::Plain, Shade::Strong, Some("out")));
    assert_eq!(fed.why.as_ref().unwrap().parts[0].value, "a line to its HQ");
    assert_eq!(lost.why.as_ref().unwrap().parts[0].clauses[0].0, "11.1.2", "its HQ is not on the map");
    let [to_hq, off_map] = own.lines.as_slice() else { panic!("{:?}", own.lines) };
    assert_eq!(to_hq.hexes, [hex("0425"), hex("0424")]);
    assert_eq!(off_map.hexes[0], hex("0424"));
    assert!(game().ground.supply_exits[ALLIED.index()].contains(*off_map.hexes.last().unwrap()));
    let board = game().ground.board();
    assert!(off_map.hexes.windows(2).all(|step| board.distance(step[0], step[1]) == 1), "hex by hex");
    let [short] = game().shortages(table.state()).try_into().unwrap();
    assert_eq!((short.piece.as_str(), short.hex, short.clauses[0].0), ("109Bde", hex("0426"), "11.1.2"));
    assert!(short.text.ends_with(" would be out of supply: its HQ is not on the map."), "{}", short.text);
    // The enemy is told nothing of it.
    let enemy = overlay(&table, Viewer::Side(GERMAN), OverlayKind::Supply, Some("0425"));
    assert!(enemy.hexes.is_empty() && enemy.lines.is_empty());
}

#[test]
fn guns_reach_two_hexes_and_the_enemy_does_not_know_of_them() {
    let setting = phase("C2", 3).mark("phasing", "german").mark("german", "offensive").mark("allied", "defensive");
    let table = table(setting.unit("FA3", "0503").unit("27Bde", "0505").unit("28Bde", "0506"));
    let own = overlay(&table, Viewer::Side(GERMAN), OverlayKind::Fire, Some("0503"));
    assert_eq!(own.text, "What guns can bombard from 0503.");
    assert_eq!(own.marked(hex("0505"), Some(GERMAN)).unwrap().shade, Shade::Strong);
    assert!(own.marked(hex("0506"), Some(GERMAN)).is_none(), "three hexes away");
    assert_eq!(own.marked(hex("0505"), Some(GERMAN)).unwrap().why.as_ref().unwrap().parts[0].value, "8");
    let enemy = overlay(&table, Viewer::Side(ALLIED), OverlayKind::Fire, Some("0503"));
    assert_eq!(enemy.text, "The hexes that a gun in 0503 could bombard.");
    assert!(enemy.hexes.iter().all(|marked| marked.side.is_none()));
    // Of what lies face down only the place is told.
    let threat = overlay(&table, Viewer::Side(ALLIED), OverlayKind::Threat, Some("0505"));
    let why = threat.marked(hex("0503"), Some(GERMAN)).unwrap().why.clone().unwrap();
    assert_eq!(why.parts[0].lines(), ["What lies in 0503: could bombard it with guns  [9.1.2a]"]);
}

#[test]
fn towns_tell_their_points_and_their_owner() {
    let setting = phase("D3", 3).mark("phasing", "german").mark("german", "defensive").mark("allied", "defensive");
    let towns = overlay(
        &table(setting.unit("27Bde", "0505").unit("IR42", "0510")),
        Viewer::Spectator,
        OverlayKind::Victory,
        None,
    );
    let objectives = &game().ground.objectives;
    assert_eq!(towns.hexes.len(), objectives.len());
    let label = |terrain: Terrain| {
        let at = objectives.iter().find(|objective| objective.terrain == terrain).unwrap().hex;
        towns.hexes.iter().find(|marked| marked.hex == at).unwrap().label.clone().unwrap()
    };
    assert_eq!([Terrain::Paris, Terrain::City, Terrain::Town].map(label), ["10", "3", "1"]);
}
