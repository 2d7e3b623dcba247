//! Overlays: zones of control, supply, ranges of HQs, who could come here, victory hexes.

use crate::common::{game, hex, on, phase};
use engine::laws::Table;
use engine::{Overlay, OverlayKind, Rules, Shade, Viewer};
use hexboard::Hex;
use rock_of_the_marne::RockOfTheMarne;
use rock_of_the_marne::pieces::{ALLIED, GERMAN};

type Game = Table<RockOfTheMarne>;

fn overlay(table: &Game, viewer: Viewer, kind: OverlayKind, at: Option<&str>) -> Overlay {
    game().overlay(table.state(), viewer, kind, at.map(hex)).unwrap()
}

#[test]
fn a_zone_lies_over_the_six_hexes_around_a_unit_and_none_around_an_hq() {
    let table = on(phase("movement", 9).unit("G-42", "50.20").unit("F-55", "50.10").unit("G-HQ-13", "50.30"));
    let zones = overlay(&table, Viewer::Spectator, OverlayKind::Zones, None);
    assert_eq!(zones.hexes.iter().filter(|marked| marked.side == Some(GERMAN)).count(), 6);
    assert_eq!(zones.hexes.iter().filter(|marked| marked.side == Some(ALLIED)).count(), 6);
    let near = zones.marked(hex("50.19"), Some(GERMAN)).unwrap();
    assert_eq!(near.why.as_ref().unwrap().lines()[0], "German zone of control: from 50.20  [scs/4.0a, scs/4.0c]");
    assert!(zones.marked(hex("50.29"), Some(GERMAN)).is_none(), "an HQ has no zone [scs/4.0b]");
}

#[test]
fn a_line_of_supply_is_traced_hex_by_hex() {
    // 46.25 is five hexes from the HQ in 46.30, whose range is six; 46.23 is seven away [1.3-2].
    let setting = phase("exploitation", 9).unit("G-HQ-13", "46.30").unit("G-10", "46.25").unit("G-53Res", "46.23");
    let table = on(setting.unit("F-55", "46.10"));
    let own = overlay(&table, Viewer::Side(GERMAN), OverlayKind::Supply, Some("46.25"));
    let (fed, cut) = (own.marked(hex("46.25"), Some(GERMAN)).unwrap(), own.marked(hex("46.23"), Some(GERMAN)).unwrap());
    assert_eq!((fed.shade, cut.shade, cut.label.as_deref()), (Shade::Plain, Shade::Strong, Some("out")));
    assert_eq!(fed.why.as_ref().unwrap().lines()[1], "  G-10: 5 of 6 hexes to G-HQ-13  [1.3-2, 1.1a-5]");
    assert_eq!(cut.why.as_ref().unwrap().lines()[1], "  G-53Res: no line to an HQ in supply  [1.3-2, 1.3a-1]");
    let [to_hq, to_source] = own.lines.as_slice() else { panic!("{:?}", own.lines) };
    assert_eq!(to_hq.text, "5 hexes to G-HQ-13, whose range is 6.");
    assert_eq!((to_hq.hexes.first(), to_hq.hexes.last()), (Some(&hex("46.25")), Some(&hex("46.30"))));
    let board = game().ground.board();
    for line in &own.lines {
        assert!(line.hexes.windows(2).all(|step| board.distance(step[0], step[1]) == 1), "hex by hex");
    }
    assert_eq!(to_source.hexes.first(), Some(&hex("46.30")));
    let source = *to_source.hexes.last().unwrap();
    assert!(game().scenarios[0].sources[GERMAN.index()].contains(source));
    let short = game().shortages(table.state());
    let told: Vec<_> = short.iter().map(|short| (short.piece.as_str(), short.hex, short.clauses[0].0)).collect();
    assert_eq!(told, [("G-53Res", hex("46.23"), "1.3-2"), ("F-55", hex("46.10"), "1.3-2")]);
    assert!(short[0].text.ends_with("would be out of supply: no line to an HQ in supply."), "{}", short[0].text);
    // The other side is not told who feeds whom.
    let enemy = overlay(&table, Viewer::Side(ALLIED), OverlayKind::Supply, Some("46.25"));
    assert!(enemy.hexes.iter().all(|marked| marked.side == Some(ALLIED)) && enemy.lines.is_empty());
}

#[test]
fn of_the_shortest_lines_the_first_clockwise_is_drawn() {
    let table = on(phase("exploitation", 9).unit("G-HQ-13", "46.30").unit("G-10", "46.25").unit("F-55", "46.10"));
    let own = overlay(&table, Viewer::Side(GERMAN), OverlayKind::Supply, Some("46.25"));
    let (board, scenario) = (game().ground.board(), &game().scenarios[0]);
    // Nobody is in the way, so a hex is as far from supply as the crow flies.
    let sources = || scenario.sources[GERMAN.index()].iter().filter(|&source| scenario.area.contains(source));
    let away = |at: Hex| sources().map(|source| board.distance(at, source)).min().unwrap();
    let line = &own.lines[1].hexes;
    assert!(line.len() > 2 && away(*line.last().unwrap()) == 0, "{line:?}");
    for step in line.windows(2) {
        let mut nearer =
            board.neighbours(step[0]).filter(|&(_, to)| scenario.area.contains(to) && away(to) < away(step[0]));
        assert_eq!(nearer.next().map(|(_, to)| to), Some(step[1]));
    }
}

#[test]
fn a_range_is_counted_in_hexes_and_stops_at_enemy_zones() {
    let free = on(phase("movement", 9).unit("G-HQ-13", "46.30").unit("F-55", "46.10"));
    let range = overlay(&free, Viewer::Side(GERMAN), OverlayKind::Command, Some("46.30"));
    assert_eq!(range.text, "The hexes within the range of G-HQ-13.");
    assert!(range.marked(hex("46.24"), Some(GERMAN)).is_some());
    assert!(range.marked(hex("46.23"), Some(GERMAN)).is_none());
    // A French division in 46.26 closes the way south.
    let closed = on(phase("movement", 9).unit("G-HQ-13", "46.30").unit("F-55", "46.26"));
    let range = overlay(&closed, Viewer::Side(GERMAN), OverlayKind::Command, Some("46.30"));
    assert!(range.marked(hex("46.24"), Some(GERMAN)).is_none());
    // The enemy sees an HQ only where it lies on top.
    let hidden = on(phase("movement", 9).unit("G-HQ-13", "46.30").unit("G-42", "46.30").unit("F-55", "46.10"));
    assert!(overlay(&hidden, Viewer::Side(ALLIED), OverlayKind::Command, None).hexes.is_empty());
    assert!(!overlay(&hidden, Viewer::Side(GERMAN), OverlayKind::Command, None).hexes.is_empty());
}

#[test]
fn a_threat_comes_next_to_a_unit() {
    let table = on(phase("movement", 9).unit("F-55", "46.10").unit("G-42", "46.11").unit("G-10", "46.30"));
    let threat = overlay(&table, Viewer::Side(ALLIED), OverlayKind::Threat, Some("46.10"));
    assert_eq!(threat.text, "One unit could act on 46.10 next turn.");
    let near = threat.marked(hex("46.11"), Some(GERMAN)).unwrap();
    assert_eq!(near.why.as_ref().unwrap().parts[0].value, "stands next to it");
}

#[test]
fn victory_hexes_tell_their_value_and_who_scores_them() {
    // In 7.1 Fort St-Hilaire counts five for the German who stands in it [7.1/vp-a].
    let setting = || phase("movement", 1).scenario("gouraud").unit("F-124", "52.10");
    let taken = on(setting().unit("G-1", "53.18"));
    let fort = |table: &Game| {
        let overlay = overlay(table, Viewer::Spectator, OverlayKind::Victory, None);
        overlay.marked(hex("53.18"), Some(GERMAN)).unwrap().clone()
    };
    let marked = fort(&taken);
    assert_eq!((marked.label.as_deref(), marked.shade), (Some("5"), Shade::Strong));
    let why = marked.why.unwrap();
    assert_eq!((why.value.as_str(), why.clauses[0].0), ("scored by the German side", "7.1/vp-a"));
    assert_eq!(fort(&on(setting().unit("G-1", "53.22"))).shade, Shade::Plain);
}
