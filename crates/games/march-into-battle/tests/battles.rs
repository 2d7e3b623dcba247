//! The instructions of the three battles, and victory.

use crate::common::{chart, game, hex, marked, raab, unit};
use engine::laws::{Setting, Table};
use engine::{Side, Viewer, shows};
use march_into_battle::MarchIntoBattle;
use march_into_battle::state::Place;

type Battle = Table<MarchIntoBattle>;

fn teugn(turn: u32, active: &str) -> Setting {
    Setting::new("units", turn).scenario("teugn-hausen").mark("active", active)
}

fn friedland(turn: u32, active: &str) -> Setting {
    Setting::new("units", turn).scenario("friedland").mark("active", active)
}

/// Plays the last option, which ends or skips things, until something holds or the battle is over.
fn idle_until(table: &mut Battle, holds: impl Fn(&Battle) -> bool) {
    for _ in 0..400 {
        if table.outcome().is_some() || holds(table) {
            return;
        }
        let last = table.options().into_iter().next_back().unwrap();
        table.play(&[&last]);
    }
}

/// The last turn of Raab with two divisions on the map; control of places as said.
fn end_of_raab(control: &str, frimont: &[&str]) -> Battle {
    let setting = Setting::new("units", 4).scenario("raab").mark("active", "GREN-C").unit("grenier", "0911");
    let setting = if control.is_empty() { setting } else { setting.mark("control", control) };
    let mut table = marked(unit(setting, "seras", "0911", "N"), "frimont", "1503", "S", frimont).table(&game());
    table.play(&["pick seras", "stay"]);
    idle_until(&mut table, |_| false);
    table
}

#[test]
fn points_decide_a_battle() {
    shows!["DN.2", "10.2l", "3.IV"];
    // Four places and a sound division for the Austrians: -5.
    let outcome = end_of_raab("", &[]).outcome().unwrap();
    assert_eq!((outcome.winner, outcome.margin), (Some(Side::Second), -5));
    // Three of the places in French hands make 8 to 2.
    let outcome = end_of_raab("1007=french 1005=french 1106=french", &[]).outcome().unwrap();
    assert_eq!((outcome.winner, outcome.margin), (Some(Side::First), 6));
    // A tired division is not saved, a smashed one is a point for the enemy.
    let outcome = end_of_raab("1007=french 1005=french 1106=french", &["fatigue=6"]).outcome().unwrap();
    assert_eq!(outcome.margin, 7);
    let outcome = end_of_raab("1007=french", &["smashed"]).outcome().unwrap();
    assert_eq!((outcome.winner, outcome.margin), (None, 1));
}

/// The least difference for each result at Raab: 11 and 6 for the French, 1 for a draw, -4 for the Austrians.
#[test]
fn the_difference_of_points_says_how_great_a_victory_is() {
    shows!["DN.2"];
    let said = |control: &str, frimont: &[&str]| {
        let table = end_of_raab(control, frimont);
        let told = table.told(Viewer::All);
        told.into_iter().find_map(|text| text.strip_prefix("The battle is over: ").map(str::to_string)).unwrap()
    };
    // Three places count 8 for the French, 0803 counts 5; the Austrians keep a place and a division.
    let three = "1007=french 1005=french 1106=french";
    assert_eq!(said(&format!("{three} 0803=french"), &[]), "13 to 2, French major victory.");
    assert_eq!(said(three, &[]), "8 to 2, French minor victory.");
    assert_eq!(said("1007=french", &["smashed"]), "4 to 3, a draw.");
    // Four places, and with a division that comes off whole five points.
    assert_eq!(said("", &["fatigue=6"]), "0 to 4, Austrian minor victory.");
    assert_eq!(said("", &[]), "0 to 5, Austrian major victory.");
}

#[test]
fn places_belong_to_who_was_there_last() {
    shows!["15.0"];
    let setting = raab("GREN-C").unit("grenier", "1008");
    let mut table = unit(unit(setting, "seras", "1008", "N"), "frimont", "1503", "S").table(&game());
    table.play(&["pick seras", "to 1007", "face N"]);
    let battle = &table.playing.rules().scenarios[1];
    let kismegyer = battle.ground.board().parse("1007").unwrap();
    let at = battle.places.iter().position(|(place, _)| *place == kismegyer).unwrap();
    assert_eq!(table.state().control[at], 1);
}

#[test]
fn the_grenadiers_wait_for_their_release() {
    shows!["15.0"];
    let setting = || {
        let setting = unit(teugn(3, "GREN").unit("archduke-charles", "1012"), "rohan-grenadiers", "1012", "N");
        unit(setting, "st-hilaire", "1008", "S")
    };
    let mut table = setting().table(&game());
    table.play(&["pick rohan-grenadiers"]);
    assert!(!table.offers("to 1011") && table.offers("to 1112"));
    assert_eq!(table.refused_by("to 1011"), "15.0");
    let mut table = setting().mark("released", "").table(&game());
    table.play(&["pick rohan-grenadiers"]);
    assert!(table.offers("to 1011"));
    // From the third turn on a 3 or less sets them free.
    for (roll, released) in [(3, true), (4, false)] {
        let setting = Setting::new("turn", 3).scenario("teugn-hausen");
        let setting = unit(unit(setting, "rohan-grenadiers", "1012", "N"), "st-hilaire", "1008", "S");
        let mut table = setting.table(&game());
        table.rolls(&[roll]).play(&["done"]);
        let told = table.view(engine::Viewer::All).facts;
        assert_eq!(!told.iter().any(|fact| fact.text.contains("not released")), released, "{roll}");
        let words = if released { ", released." } else { ", not released yet." };
        assert!(table.told(Viewer::All).iter().any(|text| text.ends_with(&format!("the die shows {roll}{words}"))));
    }
}

#[test]
fn the_french_get_away_to_the_west_and_the_austrians_cut_the_road() {
    shows!["15.0"];
    let setting = unit(teugn(2, "III-G").unit("general-gudin", "0109"), "morand", "0109", "SW");
    let mut table = unit(setting, "lusignan", "0514", "N").table(&game());
    table.play(&["pick morand", "exit"]);
    assert_eq!(chart(&table, "morand").place, Place::Exited);
    // Infantry on the Upper road at the end of the second turn is worth three points, once.
    let setting = unit(teugn(2, "III-G").unit("general-gudin", "1506"), "morand", "1506", "SW");
    let mut table = unit(setting, "lusignan", "0908", "N").table(&game());
    table.play(&["pick morand", "stay"]);
    assert_eq!((table.state().turn, table.state().points), (3, [0, 3]));
    idle_until(&mut table, |table| table.state().turn == 4);
    assert_eq!(table.state().points, [0, 3]);
}

#[test]
fn the_garrison_of_raab_keeps_to_its_works() {
    shows!["15.0", "14.0"];
    let setting = unit(raab("GARR").unit("general-davidovich", "0603"), "davidovich", "0603", "S");
    let mut table = unit(setting, "seras", "0911", "N").table(&game());
    table.play(&["pick davidovich"]);
    let mut to: Vec<String> = table.options().into_iter().filter(|option| option.starts_with("to ")).collect();
    to.sort();
    assert_eq!(to, ["to 0503", "to 0703", "to 0803"]);
    assert_eq!(table.refused_by("to 0602"), "15.0");
}

#[test]
fn austrians_leave_by_the_roads_to_komorn_from_the_third_turn() {
    shows!["15.0"];
    for (turn, offered) in [(2, false), (3, true)] {
        let setting =
            Setting::new("units", turn).scenario("raab").mark("active", "FRIM").unit("general-frimont", "2002");
        let mut table = unit(unit(setting, "frimont", "2002", "NE"), "seras", "0911", "N").table(&game());
        table.play(&["pick frimont"]);
        assert_eq!(table.offers("exit"), offered, "turn {turn}");
    }
}

#[test]
fn fortress_chateau_and_trenches_cover_their_defenders() {
    shows!["14.0", "7.7.2b", "2.1b"];
    let odds = |defender: &str, at: &str, from: &str, facing: &str| {
        let marks: &[&str] = if defender == "hummel-detachment" { &["parent=colloredo"] } else { &["guns=0"] };
        let setting = unit(raab("GREN-C").unit("grenier", from), "seras", from, facing);
        let mut table = marked(setting, defender, at, "N", marks).table(&game());
        table.play(&["pick seras", "stay", &format!("attack seras {at}"), "done"]);
        let lines = table.forecast("fight 1").sum.lines();
        lines.into_iter().find(|line| line.contains("odds")).unwrap().trim().split("  ").next().unwrap().to_string()
    };
    assert_eq!(odds("frimont", "0803", "0804", "N"), "odds 1.5:8: -4");
    // The manor without a garrison of its own, from behind; with one there is no behind.
    assert_eq!(odds("frimont", "1007", "1006", "S"), "odds 4.5:8: -2");
    assert_eq!(odds("hummel-detachment", "1007", "1006", "S"), "odds 3:2: +2");
}

#[test]
fn the_russians_burn_their_bridges() {
    shows!["6.10", "5.0a"];
    let setting = || {
        let setting = unit(friedland(5, "BAGR").unit("bagration", "1306"), "advance-guard", "1306", "SW");
        let second = serde_json::json!({ "piece": "2nd-division", "hex": "1405", "facing": "SW", "steps": 2 });
        unit(setting.piece(second), "oudinot", "0907", "SE")
    };
    let mut table = setting().table(&game());
    table.play(&["pick advance-guard"]);
    assert!(table.offers("bridge NE") && table.offers("bridge SE") && !table.offers("bridge N"));
    table.rolls(&[4]).play(&["bridge NE", "done", "pick 2nd-division"]);
    let round = table.forecast("to 1306").sum.value;
    let mut table = setting().table(&game());
    table.rolls(&[5]).play(&["pick advance-guard", "bridge NE", "done", "pick 2nd-division"]);
    let straight = table.forecast("to 1306").sum.value;
    assert_eq!((straight.as_str(), round.as_str()), ("1", "3"), "the other bridge is a hex farther");
    // Not with the enemy beside the town.
    let mut table = unit(setting(), "verdier", "1206", "NE").table(&game());
    table.play(&["pick advance-guard"]);
    assert!(!table.offers("bridge NE"));
}

#[test]
fn the_ford_opens_late_and_for_russians_alone() {
    shows!["6.4c", "15.0"];
    let ford = |turn: u32| {
        let setting = unit(friedland(turn, "BAGR").unit("bagration", "1304"), "advance-guard", "1304", "N");
        let mut table = unit(setting, "oudinot", "0907", "SE").table(&game());
        table.play(&["pick advance-guard"]);
        table
    };
    // Before that the way leads round by the town.
    assert_eq!(ford(4).forecast("to 1404").sum.value, "7");
    assert_eq!(ford(5).forecast("to 1404").sum.value, "5");
    let setting = unit(friedland(5, "LANN").unit("lannes", "1304"), "oudinot", "1304", "N");
    let mut table = unit(setting, "advance-guard", "1603", "SW").table(&game());
    table.play(&["pick oudinot"]);
    assert!(!table.offers("to 1404") || table.forecast("to 1404").sum.value != "5");
}

#[test]
fn batteries_beyond_the_river_help_the_town() {
    shows!["7.11a", "15.0"];
    let guns = |at: &str| {
        let setting = unit(friedland(5, "NEY").unit("ney", "1106"), "marchand", "1106", "SE");
        let setting = marked(setting, "advance-guard", "1206", "SW", &["guns=0"]);
        let mut table = marked(setting, "2nd-division", at, "SW", &["guns=3"]).table(&game());
        table.play(&["pick marchand", "stay", "attack marchand 1206", "done"]);
        table.forecast("fight 1").sum.lines().join("\n")
    };
    assert!(guns("1407").contains("artillery 2 against 3"));
    assert!(guns("1409").contains("artillery 2 against 0"));
}

#[test]
fn lannes_must_lose_his_villages_early_to_be_beaten() {
    shows!["15.0"];
    let setting = unit(friedland(2, "LANN").mark("control", "0907=coalition 0904=coalition"), "oudinot", "0507", "SE");
    let mut table = unit(setting.unit("lannes", "0507"), "advance-guard", "1306", "SW").table(&game());
    table.play(&["pick oudinot", "stay"]);
    assert_eq!((table.state().turn, table.state().points), (3, [0, 2]));
}

#[test]
fn russians_save_their_divisions_by_leaving() {
    shows!["15.0"];
    let setting = unit(friedland(6, "BAGR").unit("bagration", "1703"), "2nd-division", "1703", "NE");
    let mut table = unit(setting, "oudinot", "0907", "SE").table(&game());
    table.play(&["pick 2nd-division", "exit"]);
    idle_until(&mut table, |_| false);
    assert_eq!(hex(&table, "2nd-division"), "Exited");
    // French: Heinrichsdorf 1. Russians: Friedland 2, Sortlack 1, a division saved 1.
    let outcome = table.outcome().unwrap();
    assert_eq!((outcome.winner, outcome.margin), (Some(Side::Second), -3));
}

#[test]
fn the_score_panel_has_all_points_that_may_be_seen() {
    shows!["DN.2", "2.5b"];
    // Colloredo and Frimont are on the map; Frimont is tired, which the French do not know.
    let setting = raab("COLL").unit("general-colloredo", "1504").mark("control", "1007=french");
    let setting = marked(setting, "frimont", "1604", "S", &["fatigue=6"]);
    let table = unit(unit(setting, "colloredo", "1504", "S"), "seras", "0911", "N").table(&game());
    let panel = |viewer: Viewer| -> Vec<String> {
        table.view(viewer).facts.into_iter().map(|fact| fact.text).filter(|text| text.contains("points")).collect()
    };
    let own = panel(Viewer::Side(Side::Second));
    assert!(own[1].starts_with("Austrian: 4 points") && own[1].contains("divisions saved 1)"), "{own:?}");
    let enemy = panel(Viewer::Side(Side::First));
    assert!(enemy[1].starts_with("Austrian: 3 points") && enemy[1].contains("counted at the end"), "{enemy:?}");
}

#[test]
fn after_the_battle_the_panel_and_the_result_agree() {
    shows!["DN.2"];
    let setting = Setting::new("units", 4).scenario("raab").mark("active", "COLL").unit("general-colloredo", "1504");
    let mut table = unit(unit(setting, "colloredo", "1504", "S"), "seras", "0911", "N").table(&game());
    table.play(&["pick colloredo", "stay"]);
    while table.outcome().is_none() {
        let last = table.options().into_iter().next_back().unwrap();
        table.play(&[&last]);
    }
    let margin = table.outcome().unwrap().margin;
    for viewer in [Viewer::Side(Side::First), Viewer::Side(Side::Second), Viewer::All] {
        let facts = table.view(viewer).facts;
        let points: Vec<i32> = facts
            .iter()
            .filter_map(|fact| fact.text.split_once(": ")?.1.split_once(" points")?.0.parse().ok())
            .collect();
        assert_eq!(points[0] - points[1], margin, "{facts:?}");
        assert!(facts[1].text.contains("divisions saved 1"), "{facts:?}");
    }
}

#[test]
fn the_result_is_said_in_words() {
    shows!["DN.2"];
    let ending = |control: &str| {
        let setting = Setting::new("units", 4).scenario("raab").mark("active", "COLL").mark("control", control);
        let setting = setting.unit("general-colloredo", "1504");
        let mut table = unit(unit(setting, "colloredo", "1504", "S"), "seras", "0911", "N").table(&game());
        table.play(&["pick colloredo", "stay"]);
        while table.outcome().is_none() {
            let last = table.options().into_iter().next_back().unwrap();
            table.play(&[&last]);
        }
        table.view(Viewer::All).result.unwrap().text
    };
    // Kismegyer counts 3 for the French; three places and a division saved make 4 for the Austrians.
    assert_eq!(ending("1007=french"), "Austrian minor victory: the French are 1 point behind");
    assert!(ending("1007=coalition 0803=coalition").starts_with("Austrian "));
}

#[test]
fn leaders_cross_the_alle_where_their_troops_can() {
    shows!["6.4c", "15.0"];
    let rides = |turn: u32, leader: &str, from: &str, town: &str| {
        let active = if leader == "lannes" { "LANN" } else { "BAGR" };
        let setting = Setting::new("command", turn).scenario("friedland").mark("active", active).unit(leader, from);
        let setting = unit(unit(setting, "oudinot", "0907", "SE"), "advance-guard", "1204", "SW");
        let mut table = unit(setting, town, "1306", "SW").table(&game());
        table.play(&[&format!("leader {leader}")]);
        table
    };
    // The town holds both bridges. Past an enemy there only the ford leads over, late in the day and for Russians alone.
    assert!(rides(4, "bagration", "1304", "2nd-division").offers("to 1404"));
    assert!(!rides(4, "bagration", "1304", "verdier").offers("to 1404"));
    assert!(rides(5, "bagration", "1304", "verdier").offers("to 1404"));
    assert_eq!(rides(5, "lannes", "1304", "2nd-division").refused_by("to 1404"), "15.0");
}

#[test]
fn lannes_commands_until_napoleon_is_there() {
    shows!["2.2.4a", "15.0"];
    // Marchand is of Ney's corps, and Ney is far away.
    let setting = || {
        let setting = unit(friedland(4, "NEY").unit("lannes", "0907").unit("ney", "0101"), "marchand", "0907", "SE");
        unit(setting, "advance-guard", "1306", "SW")
    };
    let picked = |setting: Setting| {
        let mut table = setting.table(&game());
        table.play(&["pick marchand"]);
        table
    };
    assert!(!picked(setting()).offers("urge"));
    // Napoleon's own word reaches six hexes.
    assert!(picked(setting().unit("napoleon", "0106")).offers("urge"));
    assert!(!picked(setting().unit("napoleon", "0506")).offers("urge"));
}

#[test]
fn leaving_the_map_costs_a_point_after_the_way_there() {
    shows!["15.0", "11.1d"];
    // Tired, Frimont has four points: two clear hexes take all of them, one leaves enough. Spent he has the one he needs.
    let stands = |at: &str, tired: &str| {
        let setting = Setting::new("units", 3).scenario("raab").mark("active", "FRIM").unit("general-frimont", at);
        let setting = marked(setting, "frimont", at, "NE", &[tired]);
        let mut table = unit(setting, "seras", "0911", "N").table(&game());
        table.play(&["pick frimont"]);
        table
    };
    assert!(stands("2002", "fatigue=9").offers("exit"));
    for (at, offered) in [("2004", false), ("2003", true)] {
        let mut table = stands(at, "fatigue=6");
        table.play(&["to 2002"]);
        assert_eq!(table.offers("exit"), offered, "from {at}");
    }
}

#[test]
fn released_grenadiers_attack_and_leashed_ones_do_not() {
    shows!["15.0"];
    // St Hilaire stands right before them (TH-1).
    let setting = || {
        let setting = unit(teugn(3, "GREN").unit("archduke-charles", "1012"), "rohan-grenadiers", "1012", "N");
        unit(setting, "st-hilaire", "1011", "S")
    };
    let attacks = |setting: Setting| {
        let mut table = setting.table(&game());
        table.play(&["pick rohan-grenadiers", "stay"]);
        table.offers("attack rohan-grenadiers 1011")
    };
    assert!(attacks(setting().mark("released", "")));
    assert!(!attacks(setting()));
}

#[test]
fn sound_infantry_alone_cuts_the_road() {
    shows!["15.0"];
    let cut = |piece: &str, marks: &[&str], at: &str| {
        let setting = unit(teugn(2, "III-G").unit("general-gudin", "1506"), "morand", "1506", "SW");
        let mut table = marked(setting, piece, at, "N", marks).table(&game());
        table.play(&["pick morand", "stay"]);
        table.state().points[1]
    };
    assert_eq!(cut("lusignan", &[], "0908"), 3);
    assert_eq!(cut("lusignan", &["smashed", "stragglers=1"], "0908"), 0);
    assert_eq!(cut("lusignan", &[], "0909"), 0, "beside the road");
}
