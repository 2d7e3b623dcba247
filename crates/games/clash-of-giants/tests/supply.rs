//! 8.0 Supply.

use crate::common::{Ask, Labels, Lay, east, game, marne, phase};
use clash_of_giants::ClashOfGiants;
use engine::laws::{Setting, Table};
use engine::shows;

/// The supply of a unit in a few words.
fn status(table: &Table<ClashOfGiants>, unit: &str) -> &'static str {
    let theatre = game().theatre_of(table.state().campaign);
    let (state, piece) = (table.state(), theatre.piece(unit));
    match (state.attenuated.contains(piece), state.unsupplied.contains(piece), state.edge.contains(piece)) {
        (true, ..) => "attenuated",
        (_, true, _) => "out",
        (.., true) => "edge",
        _ => "other",
    }
}

/// What a supply check of turn 5 finds for a unit.
fn found(setting: Setting, unit: &str) -> &'static str {
    status(&setting.table(game()), unit)
}

fn check() -> Setting {
    phase("allied-supply", 5)
}

#[test]
fn germans_trace_along_their_compass_to_the_west_edge() {
    shows!["std/8.2", "std/8.22a", "std/8.22c", "std/8.23", "tannenberg/8.21c"];
    assert_eq!(found(check().unit("G-41", "2015").unit("R-1", "5022"), "G-41"), "edge");
    // From the far east of Germany the line is long, and may be shared.
    let far = check().unit("G-41", "4105").unit("G-35", "4106").unit("R-1", "5022");
    assert_eq!(found(far.clone(), "G-41"), "edge");
    assert_eq!(found(far, "G-35"), "edge");
    // The compass has no south: behind the Spirding lake there is no line.
    assert_eq!(found(check().unit("G-41", "3417").unit("R-1", "5022"), "G-41"), "attenuated");
}

#[test]
fn a_line_is_blocked_by_enemies_and_their_zones_unless_a_friend_is_there() {
    shows!["std/8.22b", "std/7.3a"];
    // 1513 has three ways out: 1512 north, 1413 and 1414 to the west.
    let ring = || check().unit("G-41", "1513").unit("R-1", "1313").unit("R-2", "1411");
    assert_eq!(found(ring(), "G-41"), "attenuated");
    // A friend at 1414 opens it, and 1314 beyond.
    assert_eq!(found(ring().unit("G-35", "1414").unit("G-36", "1314"), "G-41"), "edge");
}

#[test]
fn the_hex_of_the_unit_itself_is_not_asked() {
    shows!["std/8.22d"];
    let table = check().unit("G-41", "1716").unit("R-1", "1816").table(game());
    assert_eq!(status(&table, "G-41"), "edge");
    // Standing on a source is being supplied.
    assert_eq!(found(check().unit("R-25", "5205").unit("G-1", "1611"), "R-25"), "edge");
}

#[test]
fn supply_goes_from_full_to_attenuated_to_none_and_back() {
    shows!["std/8.3a", "std/8.3b", "std/8.1", "tannenberg/5.31a"];
    let cut = |marks: &[&str]| check().marked("G-41", "1513", marks).unit("R-1", "1313").unit("R-2", "1411");
    assert_eq!(found(cut(&[]), "G-41"), "attenuated");
    assert_eq!(found(cut(&["attenuated"]), "G-41"), "out");
    assert_eq!(found(cut(&["unsupplied"]), "G-41"), "out");
    for marks in [["attenuated"], ["unsupplied"]] {
        assert_eq!(found(check().marked("G-41", "1513", &marks).unit("R-1", "5022"), "G-41"), "edge");
    }
}

#[test]
fn supply_alone_eliminates_nobody() {
    shows!["std/8.4c"];
    let table = check().marked("G-41", "1513", &["unsupplied"]).unit("R-1", "1313").unit("R-2", "1411").table(game());
    assert!(table.state().on_map.contains(east().piece("G-41")));
    assert!(!table.state().reduced.contains(east().piece("G-41")));
}

#[test]
fn all_units_are_supplied_on_the_first_turn() {
    shows!["tannenberg/5.31c", "marne/5.311c", "std/8.6"];
    let cut = phase("allied-supply", 1).unit("G-41", "1513").unit("R-1", "1313").unit("R-2", "1411");
    assert_eq!(found(cut, "G-41"), "edge");
    let cut = marne("allied-supply", 1).unit("F-1", "2804").unit("G-1G", "2805").unit("G-2G", "2706");
    assert_eq!(found(cut, "F-1"), "edge");
}

#[test]
fn konigsberg_supplies_six_hexes_around_in_any_direction() {
    shows!["tannenberg/8.21d", "tannenberg/8.221", "std/8.22e", "std/8.5"];
    // 2804 is five hexes from Königsberg; the Russians stand across every line to the west.
    let wall = || check().unit("R-1", "2405").unit("R-2", "2407").unit("R-4", "2409");
    let walled = |unit_hex: &str| found(wall().unit("G-KBG", unit_hex), "G-KBG");
    assert_eq!(walled("2804"), "other");
    // Seven hexes away there is nothing but the line to the edge, cut here.
    assert_eq!(found(wall().unit("G-KBG", "3003").unit("R-6", "2904"), "G-KBG"), "attenuated");
}

#[test]
fn konigsberg_supplies_nobody_once_russians_have_entered_it() {
    shows!["tannenberg/8.21d"];
    let wall = || check().unit("R-1", "2405").unit("R-2", "2407").unit("R-4", "2409").unit("G-KBG", "2604");
    assert_eq!(found(wall(), "G-KBG"), "other");
    assert_eq!(found(wall().mark("taken", "2303"), "G-KBG"), "attenuated");
}

#[test]
fn a_fort_supplies_whoever_is_in_it() {
    shows!["std/13.1", "std/8.5"];
    let ring = || check().unit("R-1", "3411").unit("R-2", "3413").unit("R-4", "3611").unit("G-6LW", "3512");
    assert_eq!(found(ring(), "G-6LW"), "other");
    assert_eq!(found(ring().mark("wrecked", "3512"), "G-6LW"), "attenuated");
    let full = |setting: Setting| setting.table(game()).state().is_supplied(east().piece("G-6LW"));
    assert!(full(ring()) && !full(ring().mark("wrecked", "3512")), "full supply means no marker");
}

#[test]
fn each_russian_army_draws_on_its_own_edge() {
    shows!["tannenberg/8.21a", "tannenberg/8.21b"];
    let german = || check().unit("G-41", "1513");
    // The First Army at Gumbinnen reaches the east edge, the Second cannot use it.
    assert_eq!(found(german().unit("R-25", "3904"), "R-25"), "edge");
    assert_eq!(found(german().unit("R-1", "3904"), "R-1"), "out");
    // Before Mlawa, with the way east cut, it is the other way round.
    let cut = || check().unit("G-41", "2423").unit("G-35", "2425");
    assert_eq!(found(cut().unit("R-1", "2224"), "R-1"), "edge");
    assert_eq!(found(cut().unit("R-25", "2224"), "R-25"), "attenuated");
}

#[test]
fn the_second_army_knows_no_attenuated_supply() {
    shows!["tannenberg/8.31a", "tannenberg/8.31b", "std/8.3c"];
    let cut = |unit: &str| check().unit(unit, "2720").unit("G-41", "2821").unit("G-35", "2622").unit("G-36", "2822");
    assert_eq!(found(cut("R-1"), "R-1"), "out");
    assert_eq!(found(check().unit("R-25", "2720").unit("G-41", "2821").unit("G-35", "2719"), "R-25"), "attenuated");
}

#[test]
fn in_russia_east_of_hexrow_3400_the_second_army_traces_freely() {
    shows!["tannenberg/8.32"];
    // II Corps at Augustow has no line along the compass, but one through Russia.
    assert_eq!(found(check().unit("R-26", "4715").unit("G-41", "1513"), "R-26"), "edge");
    // In Germany, at Lyck, it has none; and every hex of the line must be in Russia.
    assert_eq!(found(check().unit("R-26", "4115").unit("G-41", "1513"), "R-26"), "out");
    let cut = |wall: &[(&str, &str)]| {
        let setting = check().unit("R-26", "4715");
        found(wall.iter().fold(setting, |setting, (unit, hex)| setting.unit(unit, hex)), "R-26")
    };
    assert_eq!(cut(&[("G-41", "4022")]), "edge");
    assert_eq!(cut(&[("G-41", "4022"), ("G-35", "4024"), ("G-36", "4020")]), "out");
    // West of it, or on it, the compass holds.
    assert_eq!(found(check().unit("R-1", "3422").unit("G-41", "3423").unit("G-35", "3524"), "R-1"), "out");
}

#[test]
fn the_second_corps_can_belong_to_the_first_army() {
    let setting = || check().unit("R-26", "4115").unit("G-41", "1513");
    assert_eq!(found(setting(), "R-26"), "out");
    assert_eq!(found(setting().option("second-corps=on"), "R-26"), "edge");
}

#[test]
fn railroads_do_not_matter_to_supply() {
    shows!["tannenberg/8.222"];
    // On the main line at Allenstein, with the compass lines cut, the rails do not help.
    let cut = check().unit("G-41", "2316").unit("R-1", "2115").unit("R-2", "2314").unit("R-4", "2117");
    assert_eq!(found(cut, "G-41"), "attenuated");
}

#[test]
fn the_markers_stay_until_the_next_check() {
    shows!["tannenberg/5.31b", "std/5.2"];
    let mut table = phase("german-operational", 5)
        .mark("army", "eighth")
        .mark("points", "4")
        .marked("G-41", "1611", &["attenuated"])
        .unit("R-1", "5022")
        .table(game());
    table.play(&["pick G-41", "to 1511", "done"]);
    assert_eq!(status(&table, "G-41"), "edge", "the next turn's check came");
    let table = phase("german-combat", 5)
        .marked("G-41", "1611", &["attenuated"])
        .unit("G-35", "3821")
        .unit("R-1", "3822")
        .table(game());
    assert_eq!(status(&table, "G-41"), "attenuated");
}

#[test]
fn on_the_marne_lines_end_on_the_north_and_south_edges() {
    shows!["marne/8.21a", "marne/8.21c", "marne/5.311a"];
    let check = |side: &str| marne(&format!("{side}-supply"), 6);
    assert_eq!(found(check("allied").unit("F-1", "3018").unit("G-1G", "3614"), "F-1"), "edge");
    assert_eq!(found(check("german").unit("F-1", "3018").unit("G-1G", "3614"), "G-1G"), "edge");
    // Enemies behind cut it.
    let behind =
        |side: &str| check(side).unit("F-1", "3018").unit("G-1G", "3020").unit("G-2G", "2919").unit("G-13", "3119");
    assert_eq!(found(behind("allied"), "F-1"), "attenuated");
    // Only the units of the side whose segment it is are looked at.
    assert_eq!(found(behind("german"), "F-1"), "edge");
}

#[test]
fn start_hexes_are_always_in_supply() {
    shows!["marne/2.13e", "marne/8.21d"];
    let table = marne("allied-supply", 2)
        .unit("F-1", "2501")
        .unit("G-3", "2502")
        .unit("G-4", "2402")
        .unit("G-5", "2602")
        .table(game());
    assert_eq!(status(&table, "F-1"), "edge");
}

#[test]
fn the_fortified_camp_lives_on_paris() {
    shows!["marne/8.21b", "marne/10.43c", "std/8.22e"];
    // A ring of Germans south of the camp; the French inside draw on the city, the British do not.
    let ring = ["1017", "1217", "1417", "1616", "1713"];
    let units = ["G-3", "G-4", "G-5", "G-6", "G-7"];
    let walled = |unit: &str, hex: &str| {
        let setting = marne("allied-supply", 6).unit(unit, hex);
        let setting = units.iter().zip(ring).fold(setting, |setting, (unit, hex)| setting.unit(unit, hex));
        found(setting, unit)
    };
    assert_eq!(walled("F-62R", "1413"), "other");
    assert_eq!(walled("F-62R", "1613"), "other");
    assert_eq!(walled("B-1", "1613"), "attenuated");
}

#[test]
fn the_german_first_army_knows_no_attenuated_supply() {
    shows!["marne/8.31a", "marne/8.31b", "std/8.3c"];
    let cut = |hex: &str, ring: [&str; 3]| {
        let setting = marne("german-supply", 6).unit("G-1G", hex);
        let units = ["F-1", "F-2", "F-5"];
        units.iter().zip(ring).fold(setting, |setting, (unit, hex)| setting.unit(unit, hex))
    };
    // Column 30 is the First Army's, column 31 the Second's.
    assert_eq!(found(cut("3016", ["3015", "2915", "3115"]), "G-1G"), "out");
    assert_eq!(found(cut("3316", ["3315", "3216", "3416"]), "G-1G"), "attenuated");
}

#[test]
fn every_unit_of_the_battle_begins_in_supply() {
    shows!["marne/17.2b", "marne/17.3a"];
    let mut table = Table::new(game(), 2, &[]);
    table.play(&["standard"]);
    // The Allied check has been made; the German one follows from the same position.
    let state = table.state();
    for piece in state.on_map.iter() {
        assert!(!state.attenuated.contains(piece) && !state.unsupplied.contains(piece), "{piece:?}");
        assert!(!state.reduced.contains(piece));
    }
    let mut setting = marne("german-supply", 6).scenario("marne-battle");
    for &(piece, hex) in game().scenarios[2].setup.as_ref().unwrap() {
        let theatre = crate::common::west();
        setting = setting.unit(&theatre.pieces.unit(piece).id, &theatre.ground.label(hex));
    }
    let table = setting.table(game());
    let state = table.state();
    assert_eq!(state.on_map.len(), 98);
    assert!(state.attenuated.is_empty() && state.unsupplied.is_empty());
}

#[test]
fn what_supply_does_to_a_unit_is_told() {
    shows!["std/8.3b"];
    let mut table = phase("german-combat", 5)
        .unit("G-41", "1513")
        .unit("R-1", "1313")
        .unit("R-2", "1411")
        .unit("G-35", "3821")
        .unit("R-25", "3822")
        .table(game());
    table.play(&["done"]);
    assert_eq!(table.state().turn, 6);
    assert!(table.told(engine::Viewer::All).contains(&"German 41 division is in attenuated supply.".to_string()));
}

#[test]
fn what_a_supply_check_finds_is_told() {
    shows!["std/8.3a", "std/8.3b", "std/8.3c"];
    let told = |setting: Setting| {
        let mut table = setting.table(game());
        table.play(&["done"]);
        assert_eq!(table.state().turn, 5);
        table
    };
    let turn = || phase("german-combat", 4);
    let cut = |setting: Setting| setting.unit("G-41", "2821").unit("G-35", "2719");
    let table = told(turn().unit("R-1", "2720").unit("G-41", "2821").unit("G-35", "2622").unit("G-36", "2822"));
    assert!(table.heard("is out of supply at once"), "the Second Army: {:?}", table.told(engine::Viewer::All));
    assert!(told(cut(turn().unit("R-25", "2720"))).heard("is in attenuated supply"));
    let table = told(cut(turn().marked("R-25", "2720", &["attenuated"])));
    assert!(table.heard("is out of supply.") && !table.heard("at once"), "{:?}", table.told(engine::Viewer::All));
    let fed = turn().marked("R-25", "5205", &["attenuated"]).unit("R-1", "3822").unit("G-41", "3821");
    assert!(told(fed).heard("is in supply again"));
}

#[test]
fn on_the_first_turn_everybody_is_supplied_from_the_edge() {
    shows!["tannenberg/5.31c", "std/8.6"];
    // The same unit behind the Spirding lake is attenuated on turn 5.
    let behind = |turn: u32| phase("allied-supply", turn).unit("G-41", "3417").unit("R-1", "5022");
    let inland = |turn: u32| phase("allied-supply", turn).marked("G-41", "3417", &["inland"]).unit("R-1", "5022");
    assert_eq!((found(behind(1), "G-41"), found(behind(5), "G-41")), ("edge", "attenuated"));
    assert_eq!(found(inland(1), "G-41"), "edge");
}
