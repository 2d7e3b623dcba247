//! Overlays: zones of control, leaders, fronts, places that count, and who could come here.

use crate::common::{game, marked, raab, unit};
use engine::laws::{Setting, Table};
use engine::{Overlay, OverlayKind, Rules, Shade, Side, Viewer, shows};
use hexboard::Hex;
use march_into_battle::MarchIntoBattle;

const FRENCH: Side = Side::First;
const AUSTRIAN: Side = Side::Second;

fn at(label: &str) -> Hex {
    let game = game();
    let raab = game.scenarios.iter().find(|scenario| scenario.id == "raab").unwrap();
    raab.ground.board().parse(label).unwrap()
}

fn table(setting: Setting) -> Table<MarchIntoBattle> {
    setting.table(&game())
}

fn overlay(table: &Table<MarchIntoBattle>, viewer: Viewer, kind: OverlayKind, hex: Option<&str>) -> Overlay {
    game().overlay(table.state(), viewer, kind, hex.map(at)).unwrap()
}

/// A French division in 1614 with its leaders.
fn severoli() -> Setting {
    unit(raab("BARA RES").unit("eugene", "1614").unit("baraguey-d-hilliers", "1614"), "severoli", "1614", "N")
}

#[test]
fn cavalry_has_a_zone_and_infantry_only_with_guns() {
    let zones = |guns: &str| {
        let setting = marked(unit(severoli(), "frelich", "1611", "S"), "jellacic", "1606", "S", &[guns]);
        overlay(&table(setting), Viewer::Side(FRENCH), OverlayKind::Zones, None)
    };
    let with = zones("guns=1");
    let near = with.marked(at("1612"), Some(AUSTRIAN)).unwrap().why.as_ref().unwrap();
    assert_eq!(near.parts[0].clauses[0].0, "6.2a");
    let infantry = |overlay: &Overlay| {
        let cites = |clause: &str| {
            let parts = overlay.hexes.iter().filter_map(|marked| marked.why.as_ref()).flat_map(|why| &why.parts);
            parts.filter(|part| part.label.contains("Jellacic") && part.clauses[0].0 == clause).count()
        };
        cites("6.2b")
    };
    assert!(infantry(&with) > 0);
    assert_eq!(infantry(&zones("guns=0")), 0);
}

#[test]
fn a_leader_commands_as_far_as_his_rating() {
    shows!["2.2.4b"];
    // Eugene commands the army with a rating of 3: 1611 is three hexes away, 1610 four.
    let setting = raab("BARA RES").unit("eugene", "1614");
    let near = table(unit(unit(setting.clone(), "severoli", "1611", "N"), "frelich", "1603", "S"));
    let far = table(unit(unit(setting, "severoli", "1610", "N"), "frelich", "1603", "S"));
    let command = overlay(&near, Viewer::Spectator, OverlayKind::Command, Some("1614"));
    assert_eq!(command.text, "The hexes within the range of Eugene.");
    let reached = command.marked(at("1611"), Some(FRENCH)).unwrap();
    assert_eq!(reached.why.as_ref().unwrap().parts[0].value, "3 of 3 hexes");
    assert!(command.marked(at("1610"), Some(FRENCH)).is_none());
    let lost = overlay(&far, Viewer::Spectator, OverlayKind::Command, None);
    let lost = lost.marked(at("1610"), Some(FRENCH)).unwrap();
    assert_eq!((lost.shade, lost.label.as_deref()), (Shade::Strong, Some("out")));
    // Frelich has no leader at all.
    let short = |table: &Table<MarchIntoBattle>| {
        game().shortages(table.state()).into_iter().map(|short| (short.piece, short.hex)).collect::<Vec<_>>()
    };
    let frelich = ("frelich".to_string(), at("1603"));
    assert_eq!(short(&near), std::slice::from_ref(&frelich));
    assert_eq!(short(&far), [("severoli".to_string(), at("1610")), frelich]);
}

#[test]
fn a_front_is_the_three_hexes_before_a_unit() {
    let table = table(unit(severoli(), "frelich", "1613", "S"));
    let front = overlay(&table, Viewer::Spectator, OverlayKind::Fire, Some("1614"));
    assert_eq!(front.hexes.len(), 3);
    assert_eq!(front.marked(at("1613"), Some(FRENCH)).unwrap().shade, Shade::Strong);
    let threat = overlay(&table, Viewer::Side(FRENCH), OverlayKind::Threat, Some("1614"));
    let why = threat.marked(at("1613"), Some(AUSTRIAN)).unwrap().why.as_ref().unwrap();
    assert_eq!(why.parts[0].value, "stands next to it");
}

#[test]
fn fatigue_of_the_enemy_is_not_told() {
    let tired = |fatigue: &str| {
        let setting = unit(raab("BARA RES").unit("eugene", "1614"), "severoli", "1614", "N");
        table(marked(setting, "frelich", "1605", "S", &[fatigue]))
    };
    let [fresh, spent] = ["fatigue=0", "fatigue=6"].map(|fatigue| {
        let table = tired(fatigue);
        [Viewer::Side(FRENCH), Viewer::Spectator]
            .map(|viewer| overlay(&table, viewer, OverlayKind::Threat, Some("1614")))
    });
    assert_eq!(fresh, spent);
}

#[test]
fn places_tell_what_they_are_worth() {
    let table = table(unit(severoli(), "frelich", "1605", "S"));
    let places = overlay(&table, Viewer::Spectator, OverlayKind::Victory, None);
    let kismegyer = places.hexes.iter().find(|marked| marked.hex == at("1007")).unwrap();
    assert_eq!(kismegyer.label.as_deref(), Some("3"));
    let worth = &kismegyer.why.as_ref().unwrap().value;
    assert!(worth.starts_with("3 to the ") && worth.contains(", 1 to the "), "{worth}");
}
