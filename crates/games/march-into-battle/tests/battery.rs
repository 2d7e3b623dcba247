//! 16.5 Grand Batteries, at Friedland.

use crate::common::{chart, game, hex, marked, unit};
use engine::laws::{Overlay, Setting, Table};
use engine::{Side, shows};
use march_into_battle::state::Place;
use march_into_battle::{FILES, MarchIntoBattle};
use std::sync::Arc;

/// Victor with two divisions at Posthenen on the afternoon of Friedland, in an activation of his.
fn victor(turn: u32, guns: &str, more: &str) -> Setting {
    let setting = Setting::new("command", turn)
        .scenario("friedland")
        .mark("active", "VICT")
        .mark("cup", "GORC")
        .unit("victor", "0907");
    let setting = marked(setting, "dupont", "0907", "NE", &[guns]);
    marked(setting, "lapisse", "0806", "NE", &[guns, more])
}

/// The battery of ten points at Posthenen faces north-east, and a Russian unit stands two hexes away.
fn formed(target: &str, at: &str) -> Table<MarchIntoBattle> {
    let mut table = unit(victor(4, "guns=5", "morale=5"), target, at, "SW").table(&game());
    table.play(&["form 0907 NE"]);
    table.play(&["give dupont"; 5]).play(&["give lapisse"; 5]);
    end_gathering(&mut table);
    table
}

fn end_gathering(table: &mut Table<MarchIntoBattle>) {
    for _ in 0..8 {
        if table.options().iter().any(|option| option.starts_with("bombard") || option.starts_with("evade")) {
            return;
        }
        if !table.offers("done") {
            return;
        }
        table.play(&["done"]);
    }
}

#[test]
fn guns_of_several_units_come_together_at_the_leader() {
    shows!["16.5b", "7.9b"];
    let mut table = unit(victor(4, "guns=5", "morale=5"), "3rd-division", "1106", "SW").table(&game());
    assert!(table.offers("form 0907 NE") && !table.offers("form 1006 NE"));
    assert_eq!(table.refused_by("form 1006 NE"), "16.5b");
    table.play(&["form 0907 NE"]);
    assert_eq!(table.refused_by("done"), "16.5b");
    table.play(&["give dupont"; 5]).play(&["give lapisse"; 5]);
    assert!(!table.offers("give lapisse"));
    assert_eq!(
        (chart(&table, "battery-1").guns, chart(&table, "dupont").guns, chart(&table, "lapisse").guns),
        (10, 0, 0)
    );
    assert_eq!(hex(&table, "battery-1"), "0907");
}

#[test]
fn tired_units_and_units_of_others_give_nothing() {
    shows!["16.5c"];
    let setting = unit(victor(4, "guns=3", "fatigue=6"), "3rd-division", "1106", "SW");
    let setting = unit(setting, "villatte", "0906", "NE");
    let mut table = unit(setting, "oudinot", "0707", "NE").table(&game());
    table.play(&["form 0907 NE"]);
    assert!(table.offers("give dupont") && table.offers("give villatte"));
    assert!(!table.offers("give lapisse") && !table.offers("give oudinot"));
    assert_eq!(table.refused_by("give lapisse"), "16.5c");
}

#[test]
fn units_that_are_not_on_the_map_give_nothing() {
    shows!["16.5c"];
    let mut table = victor(4, "guns=5", "morale=5").table(&game());
    table.play(&["form 0907 NE"]);
    assert_eq!(table.refused_by("give villatte"), "16.5c");
}

#[test]
fn only_a_side_that_the_battle_names_forms_one_and_only_with_initiative() {
    shows!["16.5a", "16.5r"];
    let offers = |setting: Setting| {
        let table = unit(setting, "3rd-division", "1106", "SW").table(&game());
        table.offers("form 0907 NE")
    };
    assert!(offers(victor(4, "guns=3", "morale=5")));
    assert!(!offers(victor(3, "guns=3", "morale=5")), "from the fourth turn on");
    assert!(!offers(victor(4, "guns=3", "morale=5").option("initiative=off")));
    assert!(!offers(victor(4, "guns=3", "morale=5").option("grand-battery=off")));
}

#[test]
fn it_bombards_at_two_hexes_against_ten() {
    shows!["16.5f", "16.5g", "16.5h", "16.5p", "16.5i"];
    let mut table = formed("3rd-division", "1106");
    let forecast = table.forecast("bombard 1106");
    assert_eq!(forecast.sum.value, "+0");
    // Engaged at 1: with +2 an effects die of 4 is 6: 1F, and the first F is a casualty.
    table.rolls(&[1, 4]).play(&["bombard 1106"]);
    assert_eq!(chart(&table, "3rd-division").steps, 2);
    assert_eq!(chart(&table, "battery-1").guns, 10);
    while table.state().turn == 4 {
        assert!(!table.options().iter().any(|option| option.starts_with("bombard")), "once a turn");
        let last = table.options().into_iter().next_back().unwrap();
        table.play(&[&last]);
    }
}

#[test]
fn woods_between_block_the_line() {
    shows!["16.5g"];
    // 1008 lies two hexes away behind 1007, a wood.
    let mut table = formed("3rd-division", "1008");
    assert!(!table.offers("bombard 1008"));
    table.play(&[]);
}

#[test]
fn the_first_fatigue_is_a_casualty_and_retreat_can_be_bought_off() {
    shows!["16.5j", "16.5k", "16.1b"];
    let mut table = formed("3rd-division", "1106");
    table.rolls(&[5]).play(&["bombard 1106"]);
    assert_eq!((table.chooser(), table.state().initiative), (Side::Second, 1));
    assert_eq!(table.options(), ["buy 0", "buy 1"]);
    // A 6 on Retreat is D3 1F: one casualty for the fatigue, one for the hex.
    table.rolls(&[6]).play(&["buy 1"]);
    assert_eq!((chart(&table, "3rd-division").steps, hex(&table, "3rd-division").as_str()), (1, "1106"));
    let mut table = formed("3rd-division", "1106");
    table.rolls(&[5]).play(&["bombard 1106"]);
    table.rolls(&[6]).play(&["buy 0"]);
    assert_eq!(chart(&table, "3rd-division").steps, 2);
}

#[test]
fn cavalry_may_evade_and_the_battery_choose_again() {
    shows!["16.5l", "16.5q"];
    let mut table = {
        let setting = unit(victor(4, "guns=5", "morale=5"), "golitsyn", "1106", "SW");
        let mut table = unit(setting, "3rd-division", "1005", "SW").table(&game());
        table.play(&["form 0907 NE"]);
        table.play(&["give dupont"; 5]).play(&["give lapisse"; 5]);
        end_gathering(&mut table);
        table
    };
    table.play(&["bombard 1106"]);
    assert!(table.offers("evade golitsyn") && table.offers("stand"));
    table.play(&["evade golitsyn"]);
    let refuge = table.options().into_iter().next().unwrap();
    table.play(&[&refuge]);
    while table.chooser() == Side::Second {
        let option = table.options().into_iter().next().unwrap();
        table.play(&[&option]);
    }
    assert!(table.offers("bombard 1005"), "{:?}", table.options());
}

#[test]
fn it_has_a_chit_of_its_own_and_stays_where_it_is() {
    shows!["16.5e", "16.5m"];
    let mut table = formed("3rd-division", "1106");
    table.rolls(&[1, 6]).play(&["bombard 1106"]);
    let battle = &table.playing.rules().scenarios[2];
    let battery = battle.formation_named("GB").unwrap();
    while table.state().turn == 4 {
        let last = table.options().into_iter().next_back().unwrap();
        table.play(&[&last]);
    }
    // In the next turn its chit is in the cup, or drawn.
    let cup = table.state().cup | table.state().active;
    assert_eq!(cup >> battery & 1, 1);
    for _ in 0..60 {
        assert!(!table.offers("pick battery-1"));
        if table.state().turn != 5 || table.outcome().is_some() {
            break;
        }
        let last = table.options().into_iter().next_back().unwrap();
        table.play(&[&last]);
    }
    assert_eq!(hex(&table, "battery-1"), "0907");
}

/// Russians attack a Grand Battery of four points from this hex.
fn attacked_from(hex: &str, facing: &str) -> Table<MarchIntoBattle> {
    let setting = Setting::new("units", 5).scenario("friedland").mark("active", "GORC").unit("gorchakov", hex);
    let setting = marked(setting, "battery-1", "1006", "NE", &["guns=4", "morale=5"]);
    let mut table = marked(setting, "3rd-division", hex, facing, &["guns=0"]).table(&game());
    table.play(&["pick 3rd-division", "stay", "attack 3rd-division 1006", "done"]);
    table
}

#[test]
fn its_guns_count_double_to_the_front() {
    shows!["16.5o"];
    let odds = |table: Table<MarchIntoBattle>| table.forecast("fight 1").sum.lines().join("\n");
    let front = odds(attacked_from("1106", "SW"));
    assert!(front.contains("odds 6:8"), "{front}");
    let rear = odds(attacked_from("0907", "NE"));
    assert!(rear.contains("odds 12:4"), "{rear}");
}

#[test]
fn it_cannot_retreat() {
    shows!["16.5m"];
    let mut table = attacked_from("0907", "NE");
    // 12 against 4 is +3, morale -1, guns -4: a 6 is 4, Engaged: no retreat. One more man would do it.
    table.rolls(&[6, 6, 6]).play(&["fight 1"]);
    assert_eq!(chart(&table, "battery-1").place, Place::Map);
    let setting = Setting::new("units", 5).scenario("friedland").mark("active", "GORC").unit("gorchakov", "0907");
    let setting = marked(setting, "battery-1", "1006", "NE", &["guns=1", "morale=3"]);
    let mut table = marked(setting, "3rd-division", "0907", "NE", &["guns=3"]).table(&game());
    table.play(&["pick 3rd-division", "stay", "attack 3rd-division 1006", "done"]);
    table.rolls(&[6, 6, 6]).play(&["fight 1"]);
    // Its counter is free for another one.
    assert_eq!((chart(&table, "battery-1").place, table.state().batteries[0]), (Place::Away, 1));
}

#[test]
fn guns_that_gather_drive_off_an_enemy_leader_who_is_alone() {
    shows!["16.5b"];
    let setting = victor(4, "guns=5", "morale=5").unit("gorchakov", "0906");
    let mut table = unit(setting, "3rd-division", "1205", "SW").table(&game());
    table.play(&["form 0907 NE", "give dupont", "form 0906 NE", "give lapisse", "done"]);
    let leader = table.playing.rules().scenarios[2].leader_named("gorchakov").unwrap();
    let gorchakov = table.state().leaders[usize::from(leader)];
    assert_eq!(gorchakov.hex, chart(&table, "3rd-division").hex, "he has gone to his troops");
}

#[test]
fn ten_points_of_guns_are_the_most_in_one_hex() {
    shows!["16.5d"];
    // A battle that allows twenty points, and two divisions with seven each.
    let overlay = Overlay::of(FILES).change("friedland/scenario.toml", "most = 10", "most = 20");
    let game = Arc::new(MarchIntoBattle::load(Some(overlay.folder())).unwrap());
    let mut table = unit(victor(4, "guns=7", "morale=5"), "3rd-division", "1106", "SW").table(&game);
    table.play(&["form 0907 NE"]).play(&["give dupont"; 7]).play(&["give lapisse"; 2]);
    assert!(table.offers("give lapisse"));
    table.play(&["give lapisse"]);
    assert_eq!((chart(&table, "battery-1").guns, chart(&table, "lapisse").guns), (10, 4));
    assert!(!table.offers("give lapisse"));
    assert_eq!(table.refused_by("give lapisse"), "16.5d");
    // The rest goes to the next hex.
    table.play(&["form 0806 NE", "give lapisse"]);
    assert_eq!((chart(&table, "battery-2").guns, chart(&table, "lapisse").guns), (1, 3));
}

#[test]
fn guns_gather_only_with_the_leaders_the_battle_names_and_where_they_may() {
    shows!["16.5a", "16.5b"];
    // Bessieres is none of them.
    let setting = Setting::new("command", 4).scenario("friedland").mark("active", "GARD").unit("bessieres", "0907");
    let setting = marked(setting, "dupont", "0907", "NE", &["guns=5"]);
    let table =
        unit(marked(setting, "lapisse", "0806", "NE", &["guns=5"]), "3rd-division", "1106", "SW").table(&game());
    assert!(!table.offers("form 0907 NE"), "{:?}", table.options());
    // Nowhere but with the leader, and no second hex when all points are gathered, whoever has guns left.
    let mut table = unit(victor(4, "guns=6", "morale=5"), "3rd-division", "1106", "SW").table(&game());
    assert!(!table.offers("form 0410 NE") && !table.offers("form 0806 NE"));
    table.play(&["form 0907 NE"]).play(&["give dupont"; 6]);
    assert!(table.offers("form 0806 NE"), "next to the first guns");
    assert!(!table.offers("form 0410 NE"));
    table.play(&["give lapisse"; 4]);
    assert_eq!(chart(&table, "lapisse").guns, 2);
    assert!(!table.options().iter().any(|option| option.starts_with("form")), "{:?}", table.options());
}

#[test]
fn the_chances_of_a_bombardment_are_all_there_are() {
    shows!["16.5h"];
    let chances = formed("3rd-division", "1106").forecast("bombard 1106").chances;
    let sum: f64 = chances.iter().map(|chance| chance.probability).sum();
    assert!((sum - 1.0).abs() < 1e-9, "{chances:?}");
    // Ten against ten: 1 to 4 are Engaged, 5 and 6 Retreat 1.
    assert_eq!(chances.len(), 2);
    assert!((chances[1].probability - 2.0 / 6.0).abs() < 1e-9, "{chances:?}");
}

/// The Russian infantry of the battle, to be put down as targets.
const RUSSIANS: [&str; 8] = [
    "advance-guard",
    "2nd-division",
    "3rd-division",
    "4th-division",
    "6th-division",
    "7th-division",
    "8th-division",
    "1st-guard-division",
];

/// Guns at the end of an activation of Victor's, with Dupont beside the first of them, and enemies without guns in these
/// hexes.
fn guns(guns: &[(&str, &str, &str)], enemies: &[&str], option: &str) -> Table<MarchIntoBattle> {
    let (_, at, front) = guns[0];
    let setting = Setting::new("units", 5).scenario("friedland").option(option).mark("active", "VICT");
    let mut setting = unit(setting.unit("victor", at), "dupont", at, front);
    for ((strength, at, front), counter) in guns.iter().zip(["battery-1", "battery-2"]) {
        let marks: Vec<&str> = strength.split(' ').collect();
        setting = marked(setting, counter, at, front, &marks);
    }
    for (at, enemy) in enemies.iter().zip(RUSSIANS) {
        setting = marked(setting, enemy, at, "S", &["guns=0"]);
    }
    let mut table = setting.table(&game());
    end_gathering(&mut table);
    table
}

/// The hexes that may be bombarded.
fn targets(table: &Table<MarchIntoBattle>) -> Vec<String> {
    let mut targets: Vec<_> =
        table.options().iter().filter_map(|option| option.strip_prefix("bombard ")).map(String::from).collect();
    targets.sort();
    targets
}

#[test]
fn guns_bear_on_the_hexes_before_them_and_one_behind() {
    shows!["16.5g"];
    // Three hexes before the guns, what lies behind these but for the wood of 1007, and nothing beside them.
    let before = ["1106", "1107", "1007", "1005", "0906", "1206", "1108", "1008"];
    let table = guns(&[("guns=10", "1006", "SE")], &before, "crests-block=off");
    assert_eq!(targets(&table), ["1007", "1106", "1107", "1108", "1206"]);
    assert_eq!([table.refused_by("bombard 1005"), table.refused_by("bombard 1008")], ["16.5g"; 2]);
    // Behind them and three hexes away nothing, but whatever a front hex leads to.
    let beyond = ["0907", "0908", "1307", "1105", "1004", "1205"];
    let table = guns(&[("guns=10", "1006", "SE")], &beyond, "crests-block=off");
    assert_eq!(targets(&table), ["1105", "1205"]);
}

#[test]
fn high_ground_between_blocks_the_line() {
    shows!["16.5g"];
    // To the south-west lies the height of 0806 and 0807, with 0707 on it and 0808 behind it.
    let before = |option: &str| targets(&guns(&[("guns=10", "0907", "SW")], &["0807", "0707", "0808"], option));
    assert_eq!(before("crests-block=off"), ["0807"]);
    assert_eq!(before("crests-block=on"), ["0707", "0807"]);
}

#[test]
fn all_guns_that_bear_and_are_in_order_count_by_the_ground_of_the_target() {
    shows!["16.5p", "16.5h"];
    let points = |second: &str, option: &str| {
        let table = guns(&[("guns=6", "0907", "NE"), (second, "0806", "NE")], &["0905"], option);
        table.forecast("bombard 0905").sum.parts[0].value.clone()
    };
    assert_eq!(points("guns=4", "one-hex-fires=off"), "10");
    assert_eq!(points("guns=4", "one-hex-fires=on"), "6");
    assert_eq!(points("guns=4 disorganized", "one-hex-fires=off"), "6");
    // A village, over the fields of 0905.
    let table = guns(&[("guns=10", "0906", "N")], &["0904"], "crests-block=off");
    assert_eq!(table.forecast("bombard 0904").sum.parts[0].value, "7.5");
}

#[test]
fn who_gives_guns_has_some_and_stands_within_the_leaders_range() {
    shows!["16.5c"];
    // Victor's word reaches four hexes.
    let gives = |at: &str, marks: &[&str]| {
        let setting = marked(victor(4, "guns=3", "morale=5"), "villatte", at, "NE", marks);
        let mut table = unit(setting, "3rd-division", "1205", "SW").table(&game());
        table.play(&["form 0907 NE"]);
        table.offers("give villatte")
    };
    assert!(gives("0507", &[]) && !gives("0407", &[]));
    assert!(!gives("0906", &["guns=0"]) && !gives("0906", &["smashed"]));
}

#[test]
fn guns_stand_in_enemy_zones_too_and_face_as_the_stack_does() {
    shows!["16.5b", "6.1c"];
    let forms = |guns: &str| {
        let setting = Setting::new("command", 4).scenario("friedland").mark("active", "VICT").mark("cup", "GORC");
        let setting = marked(setting.unit("victor", "1006"), "dupont", "0907", "NE", &["guns=5"]);
        let setting = marked(setting, "lapisse", "0806", "NE", &["guns=5"]);
        marked(setting, "3rd-division", "1005", "S", &[guns]).table(&game())
    };
    assert!(forms("guns=0").offers("form 1006 N") && forms("guns=0").offers("form 1006 S"));
    assert!(forms("guns=3").offers("form 1006 N"));
    let table = unit(victor(4, "guns=5", "morale=5"), "3rd-division", "1205", "SW").table(&game());
    let offered: Vec<_> = table.options().into_iter().filter(|option| option.starts_with("form")).collect();
    assert_eq!(offered, ["form 0907 NE"]);
    assert_eq!(table.refused_by("form 0907 S"), "16.5b");
}

#[test]
fn every_hex_of_a_battery_has_guns_before_the_next_is_opened() {
    shows!["16.5b"];
    let mut table = unit(victor(4, "guns=2", "morale=5"), "3rd-division", "1205", "SW").table(&game());
    table.play(&["form 0907 NE"]);
    assert!(!table.offers("form 0806 NE") && !table.offers("done"), "{:?}", table.options());
    table.play(&["give dupont"]);
    assert!(table.offers("form 0806 NE") && !table.offers("done"), "two units at least give guns");
    table.play(&["give lapisse"]);
    assert!(table.offers("done"));
    assert_eq!(chart(&table, "battery-1").morale, 5);
}

#[test]
fn a_hex_that_is_bought_off_is_not_run() {
    shows!["16.5k"];
    let bought = |hexes: u8| {
        let mut table = formed("3rd-division", "1106");
        table.rolls(&[5]).play(&["bombard 1106"]).rolls(&[6]).play(&[&format!("buy {hexes}")]);
        table.options().iter().any(|option| option.starts_with("to "))
    };
    assert!(bought(0), "a retreat of one hex");
    assert!(!bought(1));
}

#[test]
fn the_last_point_is_kept_for_a_second_giver() {
    shows!["16.5b"];
    let setting = Setting::new("command", 4).scenario("friedland").mark("active", "VICT").mark("cup", "GORC");
    let setting = marked(setting.unit("victor", "0907"), "dupont", "0907", "NE", &["guns=10"]);
    let setting = marked(setting, "lapisse", "0806", "NE", &["guns=5"]);
    let mut table = unit(setting, "3rd-division", "1205", "SW").table(&game());
    // Ten points are all there may be, and several units give them.
    table.play(&["form 0907 NE"]).play(&["give dupont"; 9]);
    assert!(!table.offers("give dupont") && !table.offers("done"), "{:?}", table.options());
    assert_eq!(table.refused_by("give dupont"), "16.5c");
    table.play(&["give lapisse"]);
    assert_eq!((chart(&table, "battery-1").guns, chart(&table, "dupont").guns), (10, 1));
}

#[test]
fn no_more_points_are_gathered_than_the_battle_allows_in_whatever_hexes() {
    shows!["16.5b", "16.5d"];
    let mut table = unit(victor(4, "guns=6", "morale=5"), "3rd-division", "1205", "SW").table(&game());
    table.play(&["form 0907 NE"]).play(&["give dupont"; 6]).play(&["form 0806 NE"]).play(&["give lapisse"; 4]);
    assert_eq!((chart(&table, "battery-1").guns, chart(&table, "battery-2").guns), (6, 4));
    assert!(!table.offers("give lapisse"), "{:?}", table.options());
    assert!(table.offers("done"));
}

#[test]
fn one_units_guns_are_no_grand_battery() {
    shows!["16.5b"];
    // Ruling R-93: two units give at least.
    for (guns, offered) in [("guns=1", true), ("guns=0", false)] {
        let setting = Setting::new("command", 4).scenario("friedland").mark("active", "VICT").unit("victor", "0907");
        let setting = marked(setting, "dupont", "0907", "NE", &["guns=5"]);
        let setting = marked(setting, "lapisse", "0806", "NE", &[guns]);
        let table = unit(setting, "3rd-division", "1106", "SW").table(&game());
        assert_eq!(table.offers("form 0907 NE"), offered, "{guns}");
    }
}
