//! Overlays: zones of control, supply, armies, victory hexes, and who could come here.

use crate::common::{Labels, east, game, marne, phase, west, words};
use clash_of_giants::ClashOfGiants;
use clash_of_giants::pieces::{ALLIED, GERMAN};
use engine::laws::Table;
use engine::{Overlay, OverlayKind, Rules, Shade, Viewer};
use hexboard::Hex;

fn overlay(table: &Table<ClashOfGiants>, kind: OverlayKind, at: Option<Hex>) -> Overlay {
    game().overlay(table.state(), Viewer::Spectator, kind, at).unwrap()
}

#[test]
fn zones_tell_where_they_come_from() {
    let table = phase("allied-combat", 5).unit("R-1Cav", "3822").unit("G-1", "1611").table(game());
    let zones = overlay(&table, OverlayKind::Zones, None);
    let russian = zones.hexes.iter().filter(|marked| marked.side == Some(ALLIED));
    assert_eq!(east().labels(russian.map(|marked| marked.hex)), words("3821 3922 3921 3823 3722 3721"));
    let why = zones.marked(east().hex("3821"), Some(ALLIED)).unwrap().why.as_ref().unwrap();
    assert_eq!((why.value.as_str(), why.clauses[0].0), ("from 3822", "std/7.1a"));
}

#[test]
fn a_line_of_supply_follows_the_compass_to_the_edge() {
    let table = phase("allied-supply", 5).unit("G-41", "2015").unit("G-35", "3417").unit("R-1", "5022").table(game());
    let (fed, cut) = (east().hex("2015"), east().hex("3417"));
    let supply = overlay(&table, OverlayKind::Supply, Some(fed));
    assert_eq!(supply.marked(fed, Some(GERMAN)).unwrap().shade, Shade::Plain);
    // The compass has no south: behind the Spirding lake there is no line.
    let lost = supply.marked(cut, Some(GERMAN)).unwrap();
    assert_eq!((lost.shade, lost.label.as_deref()), (Shade::Strong, Some("out")));
    let [line] = supply.lines.as_slice() else { panic!("{:?}", supply.lines) };
    assert_eq!(line.hexes[0], fed);
    assert!(east().ground.west.contains(*line.hexes.last().unwrap()));
    assert!(line.hexes.windows(2).all(|step| east().retreats(GERMAN, step[0]).any(|next| next == step[1])));
    assert!(overlay(&table, OverlayKind::Supply, Some(cut)).lines.is_empty());
}

#[test]
fn who_lays_a_unit_out_without_a_line_of_supply_is_told() {
    let setting = |turn| phase("allied-supply", turn).unit("G-41", "2015").unit("G-35", "3417").unit("R-1", "5022");
    let told = |turn| game().shortages(setting(turn).table(game()).state());
    let [lost] = told(5).try_into().unwrap();
    assert_eq!((lost.piece.as_str(), lost.hex, lost.clauses[0].0), ("G-35", east().hex("3417"), "std/8.3b"));
    assert!(lost.text.ends_with("finds no line of supply: it would be marked attenuated supply."), "{}", lost.text);
    // On the first turn everybody is in supply [tannenberg/5.31c].
    assert!(told(1)[0].text.ends_with("it would be marked attenuated supply from turn 2 on."));
}

#[test]
fn victory_hexes_tell_worth_and_owner() {
    let table = phase("allied-combat", 5).unit("R-1", "3822").unit("G-1", "1611").table(game());
    let works = overlay(&table, OverlayKind::Victory, None);
    let at = east().hex("2804");
    let prize = &east().prizes[east().prize(at).unwrap()];
    let marked = works.marked(at, Some(GERMAN)).unwrap();
    assert_eq!(marked.label, Some(prize.worth.iter().max().unwrap().to_string()));
    assert!(marked.why.as_ref().unwrap().value.ends_with("German now"));
    let table = marne("german-combat", 5).unit("G-3", "2010").unit("F-1", "2020").table(game());
    let west_hexes = overlay(&table, OverlayKind::Victory, None);
    assert_eq!(west_hexes.hexes.len(), west().prizes.len());
    assert!(west_hexes.hexes.iter().all(|marked| marked.side == Some(ALLIED)), "all are Allied at start [marne/4.21]");
}

#[test]
fn armies_and_their_areas() {
    let table = marne("german-combat", 5).unit("G-3", "3903").unit("F-1", "2020").table(game());
    let at = west().hex("3903");
    // In 3903 a German belongs to the Third Army [marne/10.41b].
    let armies = overlay(&table, OverlayKind::Command, Some(at));
    assert_eq!(armies.text, "The units of the German Third Army, and its area.");
    let label = |overlay: &Overlay| {
        overlay.hexes.iter().filter(|marked| marked.hex == at).find_map(|marked| marked.label.clone())
    };
    assert_eq!(label(&armies).as_deref(), Some("3rd"));
    let threat = overlay(
        &phase("allied-combat", 5).unit("R-1", "3822").unit("G-1", "3823").table(game()),
        OverlayKind::Threat,
        Some(east().hex("3822")),
    );
    let why = threat.marked(east().hex("3823"), Some(GERMAN)).unwrap().why.as_ref().unwrap();
    assert_eq!(why.parts[0].value, "stands next to it");
}
