//! Rulings that no chapter's tests show: where the rulebook is silent, damaged or in doubt.

use crate::common::{Table, cut_off, flipped, game, hex, new, on, phase, piece, scenario, whereabouts};
use engine::Viewer;
use rock_of_the_marne::RockOfTheMarne;
use rock_of_the_marne::pieces::{ALLIED, GERMAN};
use rock_of_the_marne::sequence::Phase;
use serde_json::json;

type Game = Table<RockOfTheMarne>;

/// Plays on with as little as possible while something holds.
fn pass_while(table: &mut Game, holds: impl Fn(&Game) -> bool) {
    while table.outcome().is_none() && holds(table) {
        let options = table.options();
        let next = options.iter().find(|option| *option == "done").unwrap_or(&options[0]).clone();
        table.play(&[&next]);
    }
}

/// Rulings 1 and 2: 30.29 is read as 30.19, which the Germans hold at the start.
#[test]
fn the_hex_of_the_ardre_is_behind_the_german_line() {
    let ardre = scenario("ardre");
    assert_eq!(ardre.prizes[0].hex, hex("30.19"));
    assert!(ardre.held.contains(hex("30.19")) && ardre.area.contains(hex("30.19")));
    assert!(!ardre.area.contains(hex("30.29")));
}

/// Ruling 5: units for 36.00 come in at 35.01 in 7.2, and at 26.00 if an enemy is there.
#[test]
fn the_british_of_the_marne_battle_have_a_second_entry() {
    let enters = |blocked: &[&str]| {
        let due = json!({ "piece": "BR-152/51", "place": "turn 9" });
        let start = phase("replacement", 9).scenario("rock-of-the-marne").mark("side", "allied").piece(due);
        let germans = ["G-10", "G-33"].iter().zip(blocked);
        let mut table = on(germans.fold(start.unit("F-2", "30.10"), |setting, (unit, at)| setting.unit(unit, at)));
        if table.offers("pick BR-152/51") {
            table.play(&["pick BR-152/51"]);
        }
        whereabouts(&table, "BR-152/51")
    };
    assert_eq!(enters(&[]).as_deref(), Some("35.01"));
    assert_eq!(enters(&["35.01"]).as_deref(), Some("26.00"));
    // If both are held they wait.
    assert_eq!(enters(&["35.01", "26.00"]), None);
}

/// Ruling 11: the overfull hex of 7.3 is legal until the end of the first German Movement Phase.
#[test]
fn the_overfull_hex_of_the_10th_army_is_mended_by_its_owner() {
    let mut table = new("tenth-army", &[]);
    pass_while(&mut table, |table| table.state().phase < Phase::Movement);
    assert_eq!(table.state().stack(hex("04.26")).count(), 3);
    let mut idle = table.clone();
    idle.play(&["done"]);
    assert!(idle.offers("lose G-MG-3") && idle.offers("lose G-14Res"));
    // Four points are within the limit: one of the small ones is enough.
    idle.play(&["lose G-MG-3"]);
    assert_eq!(idle.state().stack(hex("04.26")).count(), 2);
    assert!(!idle.options().iter().any(|option| option.starts_with("lose")));
    table.play(&["pick G-MG-3", "to 05.26", "done"]);
    assert!(!table.options().iter().any(|option| option.starts_with("lose")));
}

/// Ruling 49: a machine gun shifts the first overrun of a phase, and defends in all of them.
#[test]
fn a_machine_gun_shifts_one_overrun_of_a_phase() {
    let setting = phase("movement", 9).mark("side", "allied").unit("G-Storm-1", "59.07").unit("G-MG-1", "59.07");
    let mut table = on(setting.unit("F-HQ-1", "59.03").unit("F-Rgt-1", "59.05").unit("F-Rgt-2", "59.05"));
    for regiment in ["pick F-Rgt-1", "pick F-Rgt-2"] {
        // 7 at 1 to 2 costs the defender a step.
        table.play(&[regiment, "overrun 59.07"]);
        table.rolls(&[3, 4]).play(&["to 59.06"]);
        if table.offers("lose G-Storm-1") {
            table.play(&["lose G-Storm-1"]);
        }
    }
    let told = table.told(Viewer::Side(GERMAN)).into_iter();
    let overruns: Vec<String> = told.filter(|text| text.starts_with("Overrun of")).collect();
    assert!(overruns[0].contains("2 against 4 is 1:2, shifted -1 to 1:2"), "{overruns:?}");
    assert!(overruns[1].contains("2 against 3 is 1:2. The dice"), "{overruns:?}");
}

/// Ruling 71: HQs above the stacking limit are not destroyed.
#[test]
fn excess_hqs_go_to_the_track_or_to_friends() {
    let setting = || {
        let start = phase("movement", 9).unit("G-10", "46.30").unit("G-HQ-13", "46.30").unit("G-Army-9", "46.30");
        start.unit("G-33", "46.28").unit("F-55", "46.05")
    };
    let mut table = on(setting());
    table.play(&["done", "lose G-HQ-13"]);
    assert!(table.state().waiting.contains(piece("G-HQ-13")));
    assert_eq!(table.state().due[piece("G-HQ-13").index()], 11);
    let mut table = on(setting());
    table.play(&["done", "lose G-Army-9"]);
    assert_eq!(whereabouts(&table, "G-Army-9").as_deref(), Some("46.28"));
}

/// Ruling 81: an Army HQ without any friend on the map goes to the nearest source.
#[test]
fn a_lonely_army_hq_goes_to_the_edge() {
    let setting = phase("combat", 9).mark("side", "allied").unit("G-Army-9", "59.07").unit("F-73", "59.06");
    let mut table = on(setting.unit("F-HQ-1", "59.04"));
    table.play(&["target 59.07", "join F-73"]).rolls(&[5, 5]).play(&["fight"]);
    if table.chooser() == GERMAN && table.options().iter().any(|option| option.starts_with("to ")) {
        let next = table.options()[0].clone();
        table.play(&[&next]);
    }
    let at = whereabouts(&table, "G-Army-9").expect("it is never destroyed");
    assert!(scenario("campaign").sources[GERMAN.index()].contains(hex(&at)), "{at}");
}

/// Ruling 82: a Corps HQ due back after the last turn is out of the game.
#[test]
fn an_hq_lost_at_the_end_does_not_come_back() {
    let setting = phase("combat", 14).unit("F-HQ-2", "59.07").unit("G-10", "59.06").unit("G-HQ-13", "59.04");
    let mut table = on(setting.unit("F-55", "52.06"));
    table.play(&["target 59.07", "join G-10"]).rolls(&[5, 5]).play(&["fight"]);
    assert_eq!(table.state().due[piece("F-HQ-2").index()], 16);
    let mut offered = false;
    while table.outcome().is_none() {
        offered |= table.offers("pick F-HQ-2");
        let options = table.options();
        let next = options.iter().find(|option| *option == "done").unwrap_or(&options[0]).clone();
        table.play(&[&next]);
    }
    assert!(!offered);
}

/// Ruling 93: the pool of 7.1 are nine counters, and either side of each may be used.
#[test]
fn the_pool_of_gouraud_is_nine_counters() {
    let mut table = new("gouraud", &[]);
    pass_while(&mut table, |table| table.state().phase < Phase::Movement);
    let pool = |table: &Game| table.state().pool.iter().filter(|&unit| game().pieces.side(unit) == GERMAN).count();
    assert_eq!(pool(&table), 9);
    table.play(&["break G-3Gd", "raise reduced", "raise reduced", "raise reduced", "raise reduced"]);
    assert_eq!(pool(&table), 5);
    // Nine attack strength are used up but for one, and no Stormtrooper has so little.
    assert_eq!(table.state().step, rock_of_the_marne::state::Step::Moves);
}

/// Rulings 95 and 100: the tank of 7.4 is French and runs; Stormtroopers and regiments take no points there.
#[test]
fn reinforcements_and_points_of_the_ardre() {
    let due = json!({ "piece": "F-TankBn-1", "place": "turn 14" });
    let allied = phase("replacement", 14).scenario("ardre").mark("side", "allied").piece(due).unit("BR-HQ-22", "34.17");
    let mut table = on(allied.unit("BR-152/51", "33.18"));
    table.play(&["pick F-TankBn-1"]);
    assert_eq!(whereabouts(&table, "F-TankBn-1").as_deref(), Some("34.17"));
    assert!(!flipped(&table, "F-TankBn-1"));
    let storm = json!({ "piece": "G-Storm-1", "hex": "31.19", "steps": 1 });
    let gun = json!({ "piece": "G-MG-1", "place": "dead" });
    let table = on(phase("replacement", 10).scenario("ardre").piece(storm).piece(gun).unit("G-HQ-6Res", "31.20"));
    assert!(table.offers("pick G-MG-1"));
    assert_eq!(table.refused_by("pick G-Storm-1"), "1.7a-2");
}

/// Ruling 96: an overrun opens an empty trench of the quiet front too, but not with the switch.
#[test]
fn an_overrun_enters_the_trench_that_it_emptied() {
    let weak = json!({ "piece": "F-Rgt-1", "hex": "02.29", "steps": 1 });
    let entered = |option: &str| {
        let setting = phase("movement", 7).piece(weak.clone()).unit("G-10", "04.29").unit("G-HQ-39Res", "04.30");
        let mut table = on(setting.unit("F-55", "01.20").option(option));
        table.play(&["pick G-10"]).rolls(&[6, 6, 6, 6]).play(&["overrun 02.29"]);
        if table.options().iter().any(|option| option.starts_with("to 0"))
            && table.state().battle.target != hex("02.29")
        {
            let next = table.options()[0].clone();
            table.play(&[&next]);
        }
        pass_while(&mut table, |table| table.options().iter().any(|option| option.starts_with("lose")));
        whereabouts(&table, "G-10").as_deref() == Some("02.29")
    };
    assert!(entered("strict-trenches=off"));
    assert!(!entered("strict-trenches=on"));
}

/// Ruling 105: an overrun that breaks the stacking limit costs the excess, or with the switch off is refused.
#[test]
fn an_overfull_overrun_costs_the_excess_or_is_refused() {
    let weak = json!({ "piece": "F-Rgt-1", "hex": "59.07", "steps": 1 });
    let setting = |option: &str| {
        let start = phase("movement", 9).piece(weak.clone()).unit("G-HQ-13", "59.03").unit("G-10", "59.05");
        start.unit("G-33", "59.05").option(option)
    };
    let mut table = on(setting("excess-dies=off"));
    table.play(&["pick G-10", "join G-33"]);
    assert_eq!(table.refused_by("overrun 59.07"), "scs/5.4");
    let mut table = on(setting("excess-dies=on"));
    table.play(&["pick G-10", "join G-33", "overrun 59.07"]);
    if table.options().iter().any(|option| option.starts_with("to ")) {
        let next = table.options()[0].clone();
        table.play(&[&next]);
    }
    assert_eq!(table.options(), ["lose G-33", "lose G-10"]);
    table.rolls(&[5, 5]).play(&["lose G-33"]);
    assert!(table.state().dead.contains(piece("G-33")));
    assert_eq!(whereabouts(&table, "F-Rgt-1"), None);
}

/// Ruling 74: with the switch, regiments of the 124 and 132 Divisions need the HQ of the 4 Corps to attack.
#[test]
fn sworn_regiments_need_their_own_hq() {
    let attacks = |option: &str| {
        let mut table = new("gouraud", &[option]);
        pass_while(&mut table, |table| {
            (table.state().side, table.state().phase) != (ALLIED, Phase::Combat) && table.state().turn == 1
        });
        table
    };
    let free = attacks("sworn-regiments=off");
    let sworn = attacks("sworn-regiments=on");
    let fed = |table: &Game| table.state().fed.iter().filter(|&unit| table.state().sworn.contains(unit)).count();
    assert_eq!(fed(&free), 0);
    // 51.23 is far from 42.19, where the HQ of the 4 Corps stands, and near the 21 Corps.
    let far = piece("F-Rgt-6");
    assert_eq!(game().ground.label(sworn.state().hex(far)), "51.23");
    assert!(free.state().fed.contains(far) && !sworn.state().fed.contains(far));
}

/// Ruling 36: ground belongs to whoever was there last.
#[test]
fn passing_units_take_villages() {
    let setting = phase("movement", 9).unit("G-10", "46.10").unit("F-55", "40.05");
    let mut table = on(setting);
    let before = table.state().german_ground.contains(hex("46.11"));
    assert!(!before);
    table.play(&["pick G-10", "to 46.13"]);
    assert!(table.state().german_ground.contains(hex("46.13")));
    assert!(table.state().german_ground.contains(hex("46.12")) || table.state().german_ground.contains(hex("46.11")));
}

/// Ruling 33: a rebuilt or newly arrived unit is in supply until its own next Supply Phase.
#[test]
fn a_rebuilt_unit_has_no_marker() {
    let hq = json!({ "piece": "G-HQ-13", "hex": "59.04", "marks": ["out-of-supply"] });
    let dead = json!({ "piece": "G-10", "place": "dead" });
    let mut table = on(phase("replacement", 9).mark("points", "1").piece(hq).piece(dead));
    table.play(&["pick G-10"]);
    assert!(!cut_off(&table, "G-10"));
}

/// Ruling 6: row 00 of the even columns belongs to the area of 7.2.
#[test]
fn the_southern_edge_of_the_marne_battle_is_whole() {
    let area = &scenario("rock-of-the-marne").area;
    assert!(area.contains(hex("26.00")) && area.contains(hex("12.00")) && area.contains(hex("11.01")));
    assert!(!area.contains(hex("36.00")));
}
