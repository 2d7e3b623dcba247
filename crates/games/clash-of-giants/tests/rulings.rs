//! Rulings that no other chapter shows; the docs list them all.

use crate::common::{Ask, Labels, Lay, east, game, marches, marne, moves, phase, west, words};
use clash_of_giants::pieces::Army;
use clash_of_giants::state::Owner;
use engine::laws::Setting;

#[test]
fn t13_an_intercepted_armys_marker_stays_on_the_track() {
    let mut table =
        phase("german-wireless", 6).unit("R-25", "3922").unit("R-1", "3024").unit("G-41", "3821").unit("R-2", "3822");
    table = table.unit("G-1", "1611");
    let mut table = table.table(game());
    table.rolls(&[6]).play(&["intercept russian-first"]);
    while table.state().turn == 6 {
        let action = if table.offers("roll") { "roll" } else { "done" };
        table.play(&[action]);
    }
    assert_eq!(table.state().markers[Army::RussianFirst.index()].points, 5);
}

#[test]
fn t15_a_retreat_may_not_end_beside_an_enemy_source() {
    // North of 5106 lies 5105, beside the Entry Hex 5205; 5007 is in a zone; 5006 is left.
    let mut table = phase("allied-combat", 5).unit("R-25", "5107").unit("G-41", "5106").table(game());
    table.play(&["target 5106", "join R-25"]);
    table.rolls(&[1, 5]).play(&["launch"]);
    assert_eq!(table.hexes("to"), words("5006"));
}

#[test]
fn t16_units_in_an_entry_hex_may_attack_out_of_it() {
    let mut table = phase("allied-combat", 5).unit("R-25", "5205").unit("G-41", "5104").table(game());
    table.play(&["target 5104"]);
    assert!(table.offers("join R-25"));
}

#[test]
fn t18_konigsberg_supplies_again_when_a_german_comes_back_but_its_fort_is_gone() {
    let mut table = moves("eighth", "3", 5)
        .unit("G-KBG", "2302")
        .unit("R-1", "5022")
        .mark("taken", "2303")
        .mark("wrecked", "2303")
        .table(game());
    table.play(&["pick G-KBG", "to 2303"]);
    let city = east().hex("2303");
    assert!(!table.state().taken.contains(city) && table.state().wrecked.contains(city));
}

#[test]
fn t25_an_enemy_zone_does_not_keep_replacements_away() {
    let table = phase("german-reinforcement", 6).reduced("G-41", "3821").unit("R-1", "3822").table(game());
    assert!(table.offers("rebuild G-41"));
}

#[test]
fn t32_a_russian_may_pass_his_entry_hex_but_not_end_there() {
    let mut table = moves("russian-first", "4", 5).unit("R-25", "5206").unit("G-1", "1611").table(game());
    table.play(&["pick R-25"]);
    assert_eq!(table.refused_by("to 5205"), "tannenberg/9.22b");
    assert_eq!(table.forecast("to 5204").sum.value, "2");
}

#[test]
fn t35_a_set_up_hex_may_be_overfull_until_its_army_has_moved() {
    let hex = "4715";
    let setting = ["R-26", "R-43", "R-1"]
        .iter()
        .fold(phase("allied-first-operational", 1), |setting, unit| setting.unit(unit, hex));
    let mut table = setting.unit("R-25", "4922").unit("G-1", "1611").table(game());
    table.rolls(&[1]).play(&["roll", "done"]);
    // The Second Army does not move on turn 1, and nobody is removed from its set-up hex.
    assert_eq!(table.state().side, clash_of_giants::pieces::GERMAN);
    assert_eq!(["R-26", "R-43", "R-1"].map(|unit| table.at(unit)), [hex; 3]);
    // Once it has had its phase the limits hold.
    let setting =
        ["R-26", "R-43", "R-1"].iter().fold(moves("russian-second", "3", 2), |setting, unit| setting.unit(unit, hex));
    let table = setting.unit("R-25", "4922").unit("G-1", "1611").table(game());
    assert_eq!(table.refused_by("done"), "std/6.1e");
}

#[test]
fn g7_a_later_change_of_supply_does_not_change_the_owner() {
    let table = phase("allied-supply", 5)
        .unit("R-25", "2316")
        .unit("G-41", "2216")
        .unit("G-35", "2417")
        .unit("G-36", "2416")
        .unit("G-37", "2317")
        .mark("owners", "2316=german")
        .table(game());
    let prize = east().prize(east().hex("2316")).unwrap();
    assert_eq!(table.state().owners[prize], Owner::German);
}

#[test]
fn g8_ranges_count_the_target_hex() {
    // 3904 and 4004 are neighbours: distance one; four hexes apart have three between them.
    let board = east().ground.board();
    assert_eq!(board.distance(east().hex("4104"), east().hex("4108")), 4);
    assert_eq!(board.distance(east().hex("3904"), east().hex("4004")), 1);
}

#[test]
fn g13_units_out_of_supply_retreat_like_others() {
    let mut table = phase("german-combat", 5).unit("G-41", "3821").marked("R-1", "3822", &["unsupplied"]).table(game());
    table.play(&["target 3822", "join G-41"]);
    table.rolls(&[1, 4]).play(&["launch"]);
    assert!(table.hexes("to").contains("3824"));
}

#[test]
fn m5_an_army_without_units_rallies_by_the_last_test_alone() {
    let table = marne("allied-rally", 5).unit("F-1", "3020").unit("G-1G", "3019").table(game());
    assert!(table.state().rallied[Army::FrenchNinth.index()] > 0);
    assert_eq!(table.state().rallied[Army::FrenchFifth.index()], 0);
}

#[test]
fn m14_a_rail_move_in_the_pursuit_follows_the_compass() {
    let ends = |turn: u32, from: &str| {
        let mut table = marches("french-fifth", "3", turn).unit("F-5", from).unit("G-1G", "3604").table(game());
        table.rolls(&[2, 2]).play(&["entrain F-5"]);
        table.hexes("to")
    };
    // From La Ferté-Gaucher the line runs west and east; only eastward and southward steps are along the compass.
    let board = west().ground.board();
    let row = |hex: &str| board.column_row(west().hex(hex)).1;
    assert!(ends(3, "2715").iter().all(|hex| row(hex) >= 15), "{:?}", ends(3, "2715"));
    assert!(ends(5, "2715").len() > ends(3, "2715").len());
}

#[test]
fn m20_french_armies_attack_together() {
    let mut table =
        marne("allied-combat", 7).unit("F-1", "3317").unit("F-42", "3418").unit("G-1G", "3417").table(game());
    table.play(&["target 3417", "join F-1"]);
    assert!(table.offers("join F-42"));
}

#[test]
fn m22_surrounded_units_in_start_hexes_stay_until_they_can_leave() {
    let mut table =
        marches("french-fifth", "4", 2).unit("F-1", "2501").unit("F-2", "2810").unit("G-3", "2502").unit("G-4", "2402");
    table = table.unit("G-5", "2602");
    let mut table = table.table(game());
    table.play(&["pick F-1"]);
    assert_eq!(table.options(), ["stay"]);
}

#[test]
fn m35_what_should_have_come_before_the_battle_never_comes() {
    let mut table = engine::laws::Table::new(game(), 2, &[]);
    table.play(&["standard"]);
    let waiting: Vec<&str> = table.state().coming.iter().map(|piece| west().pieces.unit(piece).id.as_str()).collect();
    assert_eq!(waiting, ["F-8", "F-7", "F-13", "F-43"]);
}

#[test]
fn m47_a_unit_in_pursuit_is_free_once_it_is_in_the_camp() {
    let mut table = marches("french-sixth", "4", 1).unit("F-14", "1709").unit("G-3", "2001").table(game());
    table.play(&["pick F-14"]);
    // It may stop inside with points left, though outside it must use them all.
    let ends = table.hexes("to");
    assert!(ends.contains("1611") || ends.contains("1610"), "{ends:?}");
}

#[test]
fn the_second_corps_switch_moves_it_to_the_first_army() {
    let pick = |option: &str| {
        moves("russian-first", "3", 5)
            .unit("R-26", "4715")
            .unit("R-25", "4922")
            .unit("G-1", "1611")
            .option(option)
            .table(game())
            .offers("pick R-26")
    };
    assert!(!pick("second-corps=off"));
    assert!(pick("second-corps=on"));
}

#[test]
fn g6_done_by_replacements_may_not_attack_done_by_a_boundary_may() {
    let joins = |mark: &str| {
        let setting: Setting =
            marne("german-combat", 7).marked("G-3", "2414", &[mark]).unit("G-4", "2414").unit("F-1", "2415");
        let mut table = setting.table(game());
        table.play(&["target 2415"]);
        table.offers("join G-3")
    };
    assert!(!joins("done") && joins("crossed"));
}

#[test]
fn m50_who_leaves_the_camp_is_bound_by_his_armys_boundaries_again() {
    // Inside the Camp a French unit ignores demoralization; the boundary of the Sixth Army lies outside.
    let go = |rallied: &str, foot: bool| {
        let points = if foot { "12" } else { "3" };
        let mut table = marches("french-sixth", points, 5)
            .unit("F-14", if foot { "1613" } else { "1413" })
            .unit("G-3", "5001")
            .mark("rallied", rallied)
            .table(game());
        let begin = if foot { "pick F-14" } else { "entrain F-14" };
        table.rolls(&[6, 6]).play(&[begin]);
        table
    };
    let east_of_sixth =
        |hexes: &std::collections::BTreeSet<String>| hexes.iter().filter(|hex| hex.as_str() > "2300").count();
    for foot in [true, false] {
        let bound = go("", foot);
        assert_eq!(east_of_sixth(&bound.hexes("to")), 0, "{:?}", bound.options());
        assert!(
            bound.hexes("to").iter().any(|hex| !west().ground.camp.contains(west().hex(hex))),
            "it is free to leave"
        );
        assert!(east_of_sixth(&go("french-sixth=5", foot).hexes("to")) > 0);
    }
    assert_eq!(go("", true).refused_by("to 2313"), "marne/10.51c");
    assert_eq!(go("", false).refused_by("to 2313"), "marne/10.51c");
}

#[test]
fn m8_by_the_switch_start_hexes_do_not_count_as_touch() {
    let rallied = |option: &str| {
        let table = marne("allied-rally", 5).unit("F-33", "4202").unit("G-23", "4201").option(option).table(game());
        table.state().rallied[Army::FrenchFourth.index()] > 0
    };
    // 4202 is adjacent to 4201, and 10.52 makes no exception for Start Hexes.
    assert!(!rallied("start-apart=off"));
    assert!(rallied("start-apart=on"));
}
