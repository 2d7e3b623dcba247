//! Who wins: 6.1 and 7.1 to 7.4.

use crate::common::{Setting, Table, game, hex, on, phase};
use engine::{Outcome, Side, Viewer, shows};
use rock_of_the_marne::RockOfTheMarne;
use rock_of_the_marne::ground::Hexes;
use rock_of_the_marne::pieces::{ALLIED, Class, GERMAN};
use serde_json::json;

/// The last moment of a scenario: the Allied Exploitation Phase of its last turn.
fn last_turn(id: &str) -> Setting {
    let turn = crate::common::scenario(id).turns.1;
    phase("exploitation", turn.into()).scenario(id).mark("side", "allied")
}

/// Plays to the end.
fn over(setting: Setting) -> Table<RockOfTheMarne> {
    let mut table = on(setting);
    while table.outcome().is_none() {
        table.play(&["done"]);
    }
    table
}

fn outcome(setting: Setting) -> Outcome {
    over(setting).outcome().expect("it is over")
}

/// Winner and margin of the Germans.
fn result(setting: Setting) -> (Option<Side>, i32) {
    let outcome = outcome(setting);
    (outcome.winner, outcome.margin)
}

fn last_words(setting: Setting) -> String {
    over(setting).told(Viewer::Side(GERMAN)).pop().unwrap()
}

#[test]
fn the_campaign_is_won_by_points_for_ones_own_hexes() {
    shows!["6.1/vp-a", "6.1/vp-c"];
    let campaign = || last_turn("campaign").unit("F-2", "40.20").unit("G-33", "40.30");
    // Nobody anywhere: equal points are a draw (ruling 86).
    assert_eq!(result(campaign()), (None, 0));
    // Germans on a southern road and in Épernay, Allies in Fère.
    let raid = || campaign().unit("G-10", "17.01").unit("G-9", "35.12");
    assert_eq!(result(raid()), (Some(GERMAN), 5));
    assert_eq!(result(raid().unit("F-55", "16.20")), (Some(GERMAN), 3));
    // A hex counts for the side in whose colour it is bracketed.
    assert_eq!(result(campaign().unit("F-55", "17.01").unit("G-10", "16.20")), (None, 0));
    let allied = campaign().unit("F-55", "12.12").unit("F-33", "08.30").unit("F-162", "09.31").unit("F-47", "21.18");
    assert_eq!(result(allied), (Some(ALLIED), -7));
    assert_eq!(outcome(raid()).clause.0, "6.1/vp-c");
    // All of them together: 26 and 11.
    let full = |side: Side| {
        let prizes = crate::common::scenario("campaign").prizes.iter().filter(|prize| prize.side == Some(side));
        let pieces = &game().pieces;
        let divisions = pieces.of_side(side).filter(|&unit| pieces.class(unit) == Class::Division);
        let placed = prizes.zip(divisions).map(|(prize, unit)| (game().ground.label(prize.hex), pieces.name_of(unit)));
        result(placed.fold(last_turn("campaign"), |setting, (hex, unit)| setting.unit(unit, &hex)))
    };
    assert_eq!(full(GERMAN), (Some(GERMAN), 26));
    assert_eq!(full(ALLIED), (Some(ALLIED), -11));
}

#[test]
fn only_a_combat_unit_holds_a_hex() {
    shows!["6.1/vp-b"];
    let campaign = || last_turn("campaign").unit("F-2", "40.20").unit("G-33", "40.30");
    let german = |piece: serde_json::Value| result(campaign().piece(piece)).1;
    assert_eq!(german(json!({ "piece": "G-10", "hex": "17.01" })), 3);
    // Supplied or not, but no HQ and no airplane (ruling 85); and it must stand there at the end.
    assert_eq!(german(json!({ "piece": "G-10", "hex": "17.01", "marks": ["out-of-supply"] })), 3);
    assert_eq!(german(json!({ "piece": "G-MG-1", "hex": "17.01" })), 3);
    assert_eq!(german(json!({ "piece": "G-HQ-13", "hex": "17.01" })), 0);
    assert_eq!(german(json!({ "piece": "G-Air-1", "hex": "17.01", "marks": ["cap"] })), 0);
    assert_eq!(result(campaign().mark("ground", "17.01")).1, 0);
}

#[test]
fn gouraud_is_lost_with_seven_points() {
    shows!["7.1/vp-a", "7.1/vp-a2", "7.1/vp-a3", "7.1/vp-a4", "7.1/vp-b"];
    let gouraud = || last_turn("gouraud").unit("F-2", "45.10");
    assert_eq!(result(gouraud()), (Some(ALLIED), 0));
    // Beaumont gives 5, and each French trench hex 1.
    assert!(!game().ground.french_trench(hex("44.18")));
    let village = || gouraud().unit("G-10", "44.18");
    assert_eq!(result(village()), (Some(ALLIED), 5));
    assert_eq!(result(village().unit("G-9", "52.18")), (Some(ALLIED), 6));
    assert_eq!(result(village().unit("G-9", "52.18").unit("G-20", "50.18")), (Some(GERMAN), 7));
    // Fort St-Hilaire gives 5 and lies in that position itself.
    assert_eq!(result(gouraud().unit("G-10", "53.18")), (Some(ALLIED), 6));
    // Châlons gives 10 for each hex.
    assert_eq!(result(gouraud().unit("G-10", "52.06")), (Some(GERMAN), 10));
    assert_eq!(result(gouraud().unit("G-10", "52.06").unit("G-9", "52.07").unit("G-20", "51.07")), (Some(GERMAN), 30));
    assert_eq!(outcome(gouraud()).clause.0, "7.1/vp-b");
    // A combat unit must stand there, supplied or not.
    let lost = json!({ "piece": "G-10", "hex": "52.06", "marks": ["out-of-supply"] });
    assert_eq!(result(gouraud().piece(lost)), (Some(GERMAN), 10));
    assert_eq!(result(gouraud().unit("G-HQ-13", "52.06")), (Some(ALLIED), 0));
    // Of the map as it is shipped the intermediate position is all that lies there, so the switch changes nothing (ruling 97).
    let area = crate::common::scenario("gouraud").area;
    let trenches = game().ground.board().hexes().filter(|&at| area.contains(at) && game().ground.french_trench(at));
    assert_eq!(trenches.collect::<Hexes>(), game().ground.trench_points);
    assert_eq!(result(village().unit("G-9", "52.18").option("all-trenches=off")), (Some(ALLIED), 6));
    // French trenches alone: the German's own bring nothing.
    let own = game().ground.german_trenches().iter().find(|&at| crate::common::scenario("gouraud").area.contains(at));
    assert_eq!(result(gouraud().unit("G-10", &game().ground.label(own.unwrap()))), (Some(ALLIED), 0));
}

#[test]
fn the_marne_battle_counts_supplied_divisions_across() {
    shows!["7.2/vp-a", "7.2/vp-b"];
    let marne = || last_turn("rock-of-the-marne").unit("F-2", "30.05").unit("G-HQ-8Res", "19.14");
    assert_eq!(result(marne()), (Some(ALLIED), 0));
    assert_eq!(result(marne().unit("G-10", "19.12")), (Some(GERMAN), 1));
    // On the north bank it is worth nothing, and out of the HQ's range neither (ruling 84).
    assert_eq!(result(marne().unit("G-10", "19.13")), (Some(ALLIED), 0));
    assert_eq!(result(marne().unit("G-10", "19.06")), (Some(ALLIED), 0));
    // Three Stormtroopers make a division, two do not; HQs and machine guns make none (ruling 83).
    let storms = |count: usize| {
        let names = ["G-Storm-1", "G-Storm-2", "G-Storm-3", "G-Storm-4", "G-Storm-5", "G-Storm-6"];
        let hexes = ["19.12", "19.12", "19.11", "19.11", "20.12", "20.12"];
        let all = names.iter().zip(hexes).take(count);
        result(all.fold(marne(), |setting, (name, hex)| setting.unit(name, hex)))
    };
    assert_eq!((storms(2).1, storms(3).1, storms(5).1, storms(6).1), (0, 1, 1, 2));
    assert_eq!(result(marne().unit("G-MG-1", "19.12")), (Some(ALLIED), 0));
    // One is a technical victory, two to four a strong showing, five a major victory.
    let divisions = ["G-10", "G-33", "G-9", "G-20", "G-26"];
    let across = |count: usize| {
        let hexes = ["19.12", "19.11", "20.12", "18.12", "20.11"];
        let all = divisions.iter().zip(hexes).take(count);
        last_words(all.fold(marne(), |setting, (name, hex)| setting.unit(name, hex)))
    };
    assert!(across(1).contains("technical victory") && across(2).contains("strong showing"));
    assert!(across(4).contains("strong showing") && across(5).contains("major victory"));
    assert_eq!(outcome(marne()).clause.0, "7.2/vp-b");
    // With the switch the markers of the last German Supply Phase count.
    let marked = || marne().piece(json!({ "piece": "G-10", "hex": "19.12", "marks": ["out-of-supply"] }));
    assert_eq!(result(marked()).1, 1);
    assert_eq!(result(marked().option("last-markers=on")).1, 0);
}

/// Two German HQs on the south bank and one bridge left for both: the others have French on their southern ends.
fn one_bridge_for_two() -> Setting {
    no_bridge_for_two().option("blown-bridges=off")
}

/// The same, and that one is blown.
fn no_bridge_for_two() -> Setting {
    let hqs = phase("exploitation", 10).scenario("rock-of-the-marne").unit("G-HQ-GKdo65", "17.10");
    let guards = hqs.unit("G-HQ-23Res", "22.12").unit("F-39", "12.11").unit("F-51", "26.13");
    guards.unit("F-7", "32.12").unit("F-9", "35.12").unit("F-HQ-3", "34.05")
}

/// The German points as his own view gives them.
fn german_points(table: &Table<RockOfTheMarne>) -> String {
    let facts = table.view(Viewer::Side(GERMAN)).facts;
    facts.into_iter().map(|fact| fact.text).find(|text| text.starts_with("German points")).unwrap()
}

#[test]
fn the_german_gives_the_bridges_to_the_hqs_that_bring_him_most() {
    shows!["7.2/vp-a", "1.3g-2"];
    // G-10 is within reach of GKdo65 alone, and G-33 stands on the north bank.
    let setting = || one_bridge_for_two().unit("G-10", "13.08").unit("G-33", "20.16");
    let served = |hq: &str| {
        let mut table = on(setting());
        while !table.offers("pick G-HQ-GKdo65") {
            table.play(&["done"]);
        }
        table.play(&[&format!("pick {hq}")]);
        while table.outcome().is_none() {
            table.play(&["done"]);
        }
        table.told(Viewer::Side(GERMAN)).pop().unwrap()
    };
    // Whomever he served last, at the end he serves the HQ that counts (rulings 28, 84).
    assert_eq!(served("G-HQ-GKdo65"), "A German technical victory with 1 point.");
    assert_eq!(served("G-HQ-23Res"), "A German technical victory with 1 point.");
    // By the markers of his last Supply Phase it is his last choice that counts.
    let marked = |hq: &str| {
        let mut table = on(setting().option("last-markers=on"));
        while !table.offers("pick G-HQ-GKdo65") {
            table.play(&["done"]);
        }
        table.play(&[&format!("pick {hq}")]);
        while table.outcome().is_none() {
            table.play(&["done"]);
        }
        table.outcome().unwrap().margin
    };
    assert_eq!((marked("G-HQ-GKdo65"), marked("G-HQ-23Res")), (1, 0));
    // The fact says the same all along, and so does what the computer plays for.
    let table = on(setting());
    assert_eq!(german_points(&table), "German points: 1.");
    assert_eq!(engine::Census::points(&**game(), table.state()), [1, 0]);
}

#[test]
fn the_best_choice_of_bridges_is_weighed_by_points() {
    let points = |setting: Setting| engine::Census::points(&**game(), on(setting).state())[0];
    // One division near the one, two near the other, whichever counter comes first.
    let near_the_first = || one_bridge_for_two().unit("G-10", "13.08").unit("G-9", "14.07");
    assert_eq!(points(near_the_first().unit("G-20", "27.10")), 2);
    assert_eq!(points(near_the_first().unit("G-20", "27.10").unit("G-26", "27.09").unit("G-1", "26.08")), 3);
    // Three Stormtroopers against two: two are no division.
    let storms = || one_bridge_for_two().unit("G-Storm-1", "13.08").unit("G-Storm-2", "14.07");
    assert_eq!(points(storms()), 0);
    assert_eq!(points(storms().unit("G-20", "27.10")), 1);
    // A third of a division on each side does not add up, as only one side is served.
    assert_eq!(points(storms().unit("G-Storm-3", "27.10")), 0);
    assert_eq!(points(storms().unit("G-Storm-3", "13.07")), 1);
    // A second bridge serves both.
    let both = near_the_first().unit("G-20", "27.10").mark("bridges", "22.14-22.15");
    assert_eq!(points(both), 3);
    // Without any bridge none is served, but for those within reach from the north bank (ruling 29).
    let none = no_bridge_for_two().unit("G-10", "13.08").unit("G-9", "14.07");
    assert_eq!(points(none.clone()), 0);
    assert_eq!(points(none.unit("G-HQ-8", "14.13")), 2);
}

#[test]
fn the_10th_army_fights_for_five_hexes() {
    shows!["7.3/vp", "7.3/vp-b"];
    let attack = || last_turn("tenth-army").unit("F-2", "05.05").unit("G-33", "20.30");
    // All five are German at the start.
    assert_eq!(result(attack()), (Some(GERMAN), 5));
    let taken = |hexes: &str| result(attack().mark("allied-ground", hexes));
    assert_eq!(taken("08.30 09.31"), (Some(GERMAN), 1));
    assert_eq!(taken("08.30 09.31 09.27"), (Some(ALLIED), -1));
    assert_eq!(taken("08.30 09.31 09.27 16.20 20.16"), (Some(ALLIED), -5));
    assert_eq!(outcome(attack()).clause.0, "7.3/vp-b");
    // Whoever was there last controls, even if he has left; with the switch somebody must stand there (ruling 87).
    let standing = |setting: Setting| result(setting.option("stand-to-control=on")).1;
    assert_eq!(standing(attack()), 0);
    assert_eq!(standing(attack().unit("G-10", "08.30").unit("F-55", "16.20").unit("F-33", "20.16")), -1);
    assert_eq!(result(attack().unit("F-55", "16.20")).1, 3);
    // With it nobody may have more, which is a draw, and the result says by what it was counted.
    let drawn = last_words(attack().option("stand-to-control=on"));
    assert_eq!(drawn, "A draw, 0 to 0, by the option that counts only hexes in which a combat unit stands.");
}

/// Ruling 106: whoever passes through a hex of 7.3 was in it last.
#[test]
fn a_unit_that_passes_through_a_hex_of_7_3_takes_it() {
    shows!["7.3/vp"];
    let setting = || phase("movement", 15).scenario("tenth-army").mark("side", "allied").unit("F-Rgt-1", "16.19");
    let ends = |setting: Setting| {
        let mut table = on(setting.unit("G-33", "20.30"));
        table.play(&["pick F-Rgt-1"]);
        assert!(table.forecast("to 17.21").path.contains(&"16.20".to_string()));
        table.play(&["to 17.21"]);
        while table.outcome().is_none() {
            table.play(&["done"]);
        }
        table.outcome().unwrap().margin
    };
    assert_eq!(ends(setting()), 3);
    // With the switch it would have to stay there: then nobody has anything.
    assert_eq!(ends(setting().option("stand-to-control=on")), 0);
    // A German who goes through it after him has it back.
    let mut table =
        on(phase("movement", 15).scenario("tenth-army").unit("G-10", "16.19").mark("allied-ground", "16.20"));
    let owned = |table: &Table<RockOfTheMarne>| table.state().german_ground.contains(hex("16.20"));
    assert!(!owned(&table));
    table.play(&["pick G-10"]);
    assert!(table.forecast("to 16.21").path.contains(&"16.20".to_string()));
    table.play(&["to 16.21"]);
    assert!(owned(&table));
}

#[test]
fn the_ardre_is_won_by_one_hex() {
    shows!["7.4/vp"];
    let ardre = || last_turn("ardre").unit("BR-152/51", "34.16").unit("G-Storm-1", "29.21");
    assert_eq!(result(ardre()).0, Some(GERMAN));
    assert_eq!(result(ardre().unit("BR-153/51", "30.19")).0, Some(ALLIED));
    // The last to have been there is enough.
    assert_eq!(result(ardre().mark("allied-ground", "30.19")).0, Some(ALLIED));
    assert_eq!(result(ardre().mark("allied-ground", "30.20")).0, Some(GERMAN));
    assert_eq!(outcome(ardre()).clause.0, "7.4/vp");
    // A unit that only passes through takes it too (ruling 36): a German HQ in 30.20 leaves no other short way.
    let setting = phase("movement", 14).scenario("ardre").mark("side", "allied").unit("F-Rgt-1", "31.20");
    let mut table = on(setting.unit("G-HQ-6Res", "30.20"));
    assert!(table.state().german_ground.contains(hex("30.19")));
    table.play(&["pick F-Rgt-1", "to 29.20"]);
    assert!(!table.state().german_ground.contains(hex("30.19")));
}

#[test]
fn a_side_that_gives_up_has_lost() {
    let mut table = crate::common::new("campaign", &[]);
    table.playing.concede(GERMAN).unwrap();
    let outcome = table.outcome().unwrap();
    assert_eq!((outcome.winner, outcome.clause.0), (Some(ALLIED), "concession"));
    assert!(engine::Rules::book(&**table.playing.rules()).get(outcome.clause.0).is_none(), "no clause of the book");
    let result = table.view(Viewer::Side(GERMAN)).result.unwrap();
    assert_eq!((result.winner.as_deref(), result.text.as_str()), (Some("allied"), "The other side gave up."));
}

#[test]
fn results_are_sentences() {
    let gouraud = |units: &[(&str, &str)]| {
        let start = last_turn("gouraud").unit("F-2", "45.10");
        last_words(units.iter().fold(start, |setting, (unit, at)| setting.unit(unit, at)))
    };
    assert_eq!(gouraud(&[]), "The Allies win: the Germans have 0 points.");
    assert_eq!(gouraud(&[("G-10", "40.19")]), "The Allies win: the Germans have 1 point.");
    assert_eq!(gouraud(&[("G-10", "52.06")]), "The Germans win: the Germans have 10 points.");
    let campaign = || last_turn("campaign").unit("F-2", "40.20").unit("G-33", "40.30");
    assert_eq!(last_words(campaign()), "A draw, 0 to 0.");
    assert_eq!(last_words(campaign().unit("G-10", "17.01")), "The Germans win, 3 points to 0.");
    assert_eq!(last_words(campaign().unit("F-55", "16.20")), "The Allies win, 2 points to 0.");
    let ardre = last_turn("ardre").unit("BR-152/51", "34.16").unit("G-Storm-1", "29.21");
    assert_eq!(last_words(ardre), "The Germans win, 1 point to 0.");
}

#[test]
fn a_switch_that_changes_what_counts_is_told() {
    let told = |scenario: &str, option: &str| {
        let table =
            on(last_turn(scenario).option(option).unit("F-55", "15.05".replace("15", column(scenario)).as_str()));
        let facts = table.view(Viewer::Side(ALLIED)).facts;
        facts.into_iter().map(|fact| fact.text).find(|text| text.starts_with("Points are counted"))
    };
    for (scenario, other, book) in [
        ("gouraud", "all-trenches=off", "all-trenches=on"),
        ("rock-of-the-marne", "last-markers=on", "last-markers=off"),
        ("tenth-army", "stand-to-control=on", "stand-to-control=off"),
    ] {
        assert!(told(scenario, other).is_some_and(|text| text.contains("by the option that counts")), "{scenario}");
        assert_eq!(told(scenario, book), None, "{scenario}");
    }
}

/// A column that a scenario has.
fn column(scenario: &str) -> &'static str {
    if scenario == "gouraud" { "45" } else { "15" }
}

#[test]
fn the_points_of_each_scenario_are_opened_by_their_own_clauses() {
    shows!["6.1/vp-a", "7.1/vp-a", "7.2/vp-a", "7.3/vp", "7.4/vp"];
    // What is said of the German points, and by which clauses.
    let german = |setting: Setting| {
        let facts = on(setting).view(Viewer::Side(GERMAN)).facts;
        let fact = facts.into_iter().find(|fact| fact.text.starts_with("German points")).expect("points are told");
        (fact.text, fact.clauses.iter().map(|clause| clause.0).collect::<Vec<_>>())
    };
    let (text, clauses) = german(last_turn("campaign").unit("G-10", "17.01").unit("F-2", "40.20"));
    assert_eq!(text, "German points: 3.");
    assert!(clauses.contains(&"6.1/vp-a") && clauses.contains(&"6.1/vp-b"), "{clauses:?}");
    let (text, clauses) = german(last_turn("gouraud").unit("G-10", "44.18").unit("F-2", "45.10"));
    assert_eq!(text, "German points: 5.");
    assert!(clauses.contains(&"7.1/vp-a") && clauses.contains(&"7.1/vp-a3"), "{clauses:?}");
    // Soissons, Buzancy, Fère and the forest are German at the start, and 30.19 is.
    let (_, clauses) = german(last_turn("tenth-army").unit("F-2", "19.05"));
    assert!(clauses.contains(&"7.3/vp") && !clauses.contains(&"7.2/vp-a"), "{clauses:?}");
    let (text, clauses) = german(last_turn("ardre").unit("F-2", "32.16"));
    assert_eq!(text, "German points: 1.");
    assert!(clauses.contains(&"7.4/vp") && !clauses.contains(&"6.1/vp-a"), "{clauses:?}");
    // Across the Marne only Germans count: for them their divisions are a part of the sum, for the Allies they are none.
    let rock = || phase("exploitation", 10).scenario("rock-of-the-marne").mark("side", "allied").unit("F-2", "19.05");
    let (_, clauses) = german(rock().unit("G-HQ-13", "19.15"));
    assert!(clauses.contains(&"7.2/vp-a") && clauses.contains(&"1.3g-2"), "{clauses:?}");
    let facts = over(rock().unit("G-HQ-13", "19.15")).view(Viewer::Side(ALLIED)).facts;
    let allied = facts.into_iter().find(|fact| fact.text.starts_with("Allied points")).expect("it is over");
    assert!(!allied.clauses.iter().any(|clause| clause.0 == "7.2/vp-a"));
}

#[test]
fn a_single_hex_belongs_to_whoever_was_there_last_with_any_switch() {
    shows!["7.4/vp"];
    // The switch of ruling 87 is about 7.3: in 7.4 nobody need stand in 30.19.
    for switch in ["stand-to-control=on", "stand-to-control=off"] {
        assert_eq!(result(last_turn("ardre").option(switch).unit("F-2", "32.16")), (Some(GERMAN), 1), "{switch}");
    }
}
