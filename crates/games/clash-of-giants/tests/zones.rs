//! 7.0 Zones of Control.

use crate::common::{Labels, Lay, east, game, marne, moves, phase, west, words};
use clash_of_giants::pieces::{ALLIED, GERMAN};
use engine::shows;

#[test]
fn every_unit_controls_the_six_hexes_around_it() {
    shows!["std/7.1a", "std/7.1c"];
    let table = phase("allied-combat", 5)
        .unit("R-1Cav", "3822")
        .reduced("R-25", "4212")
        .unit("G-1", "1611")
        .unit("G-2", "3823")
        .table(game());
    let zones = east().labels(table.state().zoc[ALLIED.index()].iter());
    for near in words("3821 3922 3921 3823 3722 3721 4211 4213 4112 4312 4111 4311") {
        assert!(zones.contains(&near), "{near}");
    }
    assert_eq!(zones.len(), 12);
    // Across the Alle too.
    let table = phase("allied-combat", 5).unit("R-1", "2216").unit("G-1", "2215").table(game());
    assert!(table.state().zoc[ALLIED.index()].contains(east().hex("2316")));
}

#[test]
fn lakes_and_the_sea_end_a_zone() {
    shows!["std/7.1b"];
    let table = phase("allied-combat", 5).unit("R-1", "3411").unit("G-1", "3410").table(game());
    let zones = east().labels(table.state().zoc[ALLIED.index()].iter());
    assert!(!zones.contains("3511") && !zones.contains("3510"), "{zones:?}");
    assert!(zones.contains("3412") && zones.contains("3311"));
}

#[test]
fn nothing_reaches_into_or_out_of_start_hexes() {
    shows!["std/7.1d", "marne/2.13c"];
    let table = marne("german-combat", 5)
        .unit("G-3", "2001")
        .unit("G-4", "2103")
        .unit("F-1", "2002")
        .unit("F-2", "2102")
        .table(game());
    let german = west().labels(table.state().zoc[GERMAN.index()].iter());
    // What 2103 controls, and nothing around the Start Hex 2001.
    assert_eq!(german, words("2102 2104 2203 2204 2003 2004"));
    let allied = west().labels(table.state().zoc[ALLIED.index()].iter());
    assert!(!allied.contains("2001") && allied.contains("2003"));
}

#[test]
fn zones_reach_out_of_entry_hexes_but_not_into_them() {
    shows!["std/7.1e"];
    let table = phase("german-combat", 5).unit("R-28", "5205").unit("G-1", "5004").unit("R-25", "5003").table(game());
    assert!(table.state().zoc[ALLIED.index()].contains(east().hex("5105")));
    let table = phase("german-combat", 5).unit("G-1", "5105").unit("R-25", "5104").table(game());
    let german = east().labels(table.state().zoc[GERMAN.index()].iter());
    assert!(!german.contains("5205") && german.contains("5206"), "{german:?}");
}

#[test]
fn a_unit_stops_in_an_enemy_zone_and_may_go_from_one_to_the_next() {
    shows!["std/7.2a", "std/7.2b"];
    // Two Russians with a hex between them: 3822 and 3823 are in the zones of both.
    let mut table = moves("eighth", "4", 5)
        .unit("G-41", "3821")
        .unit("G-35", "3822")
        .unit("R-1", "3922")
        .unit("R-2", "3722")
        .table(game());
    table.play(&["pick G-41"]);
    assert!(table.offers("to 3822") && !table.offers("to 3823") && !table.offers("to 3824"));
    table.play(&["stay", "pick G-35"]);
    // From a zone into another costs nothing extra, and there it ends.
    assert_eq!(table.forecast("to 3823").sum.value, "1");
    assert!(table.offers("to 3820") && !table.offers("to 3824"));
}

#[test]
fn friends_do_not_open_a_zone_for_movement() {
    shows!["std/7.2c"];
    let mut table = moves("eighth", "4", 5)
        .unit("G-41", "3821")
        .marked("G-35", "3822", &["done"])
        .unit("R-1", "3922")
        .unit("R-2", "3722")
        .table(game());
    table.play(&["pick G-41"]);
    assert!(table.offers("to 3822") && !table.offers("to 3823"));
}

#[test]
fn a_zone_hex_where_a_unit_may_not_end_is_closed() {
    shows!["std/7.2b", "tannenberg/9.22c"];
    // Hexes beside an Entry Hex are closed to Germans who would have to stop there.
    let mut table = moves("eighth", "6", 5).unit("G-41", "5003").unit("R-28", "5205").table(game());
    table.play(&["pick G-41"]);
    assert!(!table.offers("to 5104") && !table.offers("to 5105"));
    assert_eq!(table.refused_by("to 5105"), "tannenberg/9.22c");
    assert!(table.offers("to 5103"));
}

#[test]
fn friends_do_not_open_a_zone_for_railways() {
    shows!["std/7.3b"];
    // The railways from Soldau to the west, under Russian eyes in 1823; the way round by Neidenburg is held.
    let entrains = |watched: bool| {
        let setting = phase("german-operational", 6).unit("G-37", "2024").unit("G-41", "1923").unit("R-2", "2222");
        let mut table = if watched { setting.unit("R-1", "1823") } else { setting }.table(game());
        table.rolls(&[3]).play(&["roll"]);
        table.offers("entrain G-37")
    };
    assert!(entrains(false));
    assert!(!entrains(true));
}
