//! Overlays: lines of fire, who could fire or come here, and the exit hexes.

use crate::common::{GERMAN, Table, US, game, phase};
use engine::{Overlay, OverlayKind, Rules, Shade, Side, Viewer};
use hexboard::Hex;

fn hex(label: &str) -> Hex {
    game().ground.board().parse(label).unwrap()
}

fn overlay(table: &Table, viewer: Viewer, kind: OverlayKind, at: &str) -> Overlay {
    table.playing.rules().overlay(table.state(), viewer, kind, Some(hex(at))).unwrap()
}

/// The hexes that are marked for a side, with what is written on them.
fn labels(overlay: &Overlay, side: Side) -> Vec<(String, String)> {
    let own = overlay.hexes.iter().filter(|marked| marked.side == Some(side));
    let told = own.filter_map(|marked| Some((game().ground.label(marked.hex), marked.label.clone()?)));
    told.collect()
}

#[test]
fn fire_reaches_as_far_as_range_and_ground_allow() {
    // A platoon fires six hexes far, along open ground from 3013: to 3019 and not to 3020 [10.6a].
    let table = phase("VI", 3).unit("1/A/38", "3013").unit("G001", "3019").table();
    let fire = overlay(&table, Viewer::Side(US), OverlayKind::Fire, "3013");
    assert!(fire.marked(hex("3014"), Some(US)).is_some());
    assert!(fire.marked(hex("3020"), Some(US)).is_none());
    let strength = game().pieces.fire(table.state().top(hex("3013")).unwrap()).to_string();
    assert_eq!(labels(&fire, US), [("3019".to_string(), strength)]);
    let target = fire.marked(hex("3019"), Some(US)).unwrap();
    assert_eq!(target.shade, Shade::Strong);
    assert_eq!(target.why.as_ref().unwrap().parts[0].label, "1/A/38, range 6");
    assert_eq!(fire.lines.len(), 1);
    assert!(fire.lines[0].open);
    // Next to it the same factor counts twice [10.11a].
    let near = fire.marked(hex("3014"), Some(US)).unwrap().why.as_ref().unwrap();
    assert_eq!(near.parts[0].clauses[0].0, "10.11a");
}

#[test]
fn what_blocks_a_line_of_fire_is_named() {
    // From 2717 to 2518 the line runs through 2618, wooded hills [10.8d].
    let table = phase("VI", 3).unit("1/A/38", "2717").unit("G001", "2518").table();
    let fire = overlay(&table, Viewer::Side(US), OverlayKind::Fire, "2717");
    assert!(fire.marked(hex("2518"), Some(US)).is_none());
    let [line] = fire.lines.as_slice() else { panic!("{:?}", fire.lines) };
    assert!(!line.open);
    assert!(
        line.text.starts_with("2618 (") && line.text.contains("blocks the line of fire of 1/A/38"),
        "{}",
        line.text
    );
    assert_eq!(line.clauses[0].0, "10.7b");
    // From a hex where nobody stands the longest range counts.
    let empty = overlay(&table, Viewer::Side(US), OverlayKind::Fire, "3013");
    assert_eq!(empty.text, "Open lines of fire from 3013, up to 10 hexes.");
}

#[test]
fn a_threat_is_what_can_be_seen_of_it() {
    let table = phase("VI", 3).unit("1/A/38", "3013").unit("G001", "3019").unit("G002", "3019").table();
    let seen = overlay(&table, Viewer::Side(US), OverlayKind::Threat, "3013");
    assert_eq!(seen.text, "One unit could act on 3013 next turn.");
    assert_eq!(labels(&seen, GERMAN), [("3019".to_string(), "1".to_string())]);
    let own = overlay(&table, Viewer::Side(GERMAN), OverlayKind::Threat, "3013");
    assert_eq!(own.text, "2 units could act on 3013 next turn.");
    assert_eq!(overlay(&table, Viewer::Spectator, OverlayKind::Threat, "3013"), seen);
    // Two hexes farther it cannot fire at once, but it can come nearer first.
    let table = phase("VI", 3).unit("1/A/38", "3013").unit("G001", "3021").table();
    let coming = overlay(&table, Viewer::Side(US), OverlayKind::Threat, "3013");
    let how = &coming.marked(hex("3021"), Some(GERMAN)).unwrap().why.as_ref().unwrap().parts[0].value;
    assert!(how.starts_with("moves to ") && how.ends_with(" and fires"), "{how}");
}

#[test]
fn the_exits_are_fifteen_german_hexes() {
    let table = phase("VI", 3).unit("1/A/38", "3013").unit("G001", "3019").table();
    let rules = table.playing.rules();
    let exits = rules.overlay(table.state(), Viewer::Spectator, OverlayKind::Victory, None).unwrap();
    let labels = labels(&exits, GERMAN);
    assert_eq!(labels.len(), 15);
    assert_eq!((labels[0].0.as_str(), labels[14].0.as_str()), ("1900", "3300"));
    assert_eq!(exits.clauses[0].0, "4.3a");
    // The book knows no zones of control.
    assert_eq!(rules.overlay(table.state(), Viewer::All, OverlayKind::Zones, None), None);
}

#[test]
fn the_last_moves_are_those_that_were_told() {
    let mut table = phase("VIII", 3).unit("1/A/38", "3013").unit("2/A/38", "2913").unit("G001", "2342").table();
    table.play(&["pick 1/A/38", "to 3014"]);
    let moves = |viewer| table.playing.overlay(viewer, OverlayKind::Moves, None, None).unwrap().unwrap();
    let own = moves(Viewer::Side(US));
    assert_eq!(own.lines.len(), 1);
    assert_eq!(own.lines[0].hexes, [hex("3013"), hex("3014")]);
    assert_eq!(own.lines[0].shade, Shade::Strong);
    assert_eq!(own.text, "The moves of turn 3 so far.");
    // In the next turn it is the last turn's.
    table.play(&["done"]);
    while table.state().turn == 3 {
        table.play(&["done"]);
    }
    let later = table.playing.overlay(Viewer::All, OverlayKind::Moves, None, None).unwrap().unwrap();
    assert_eq!(later.lines[0].shade, Shade::Faint);
    assert_eq!(later.text, "The moves of turn 3 faint, those of turn 4 so far strong.");
    // Before it nothing had moved.
    let before = table.playing.overlay(Viewer::All, OverlayKind::Moves, None, Some(0)).unwrap().unwrap();
    assert!(before.lines.is_empty());
    let held = table.playing.overlay(Viewer::All, OverlayKind::Holdings, None, Some(1)).unwrap().unwrap();
    assert!(held.marked(hex("3013"), Some(US)).is_some() && held.marked(hex("2342"), Some(GERMAN)).is_some());
}
