//! Who wins: 6.1 and 7.1 to 7.4.

use crate::common::{Setting, Table, game, hex, on, phase};
use engine::{Outcome, Side, Viewer, shows};
use rock_of_the_marne::RockOfTheMarne;
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
    assert_eq!(result(raid()), (Some(GERMAN), 6));
    assert_eq!(result(raid().unit("F-55", "16.20")), (Some(GERMAN), 4));
    // A hex counts for the side in whose colour it is bracketed.
    assert_eq!(result(campaign().unit("F-55", "17.01").unit("G-10", "16.20")), (None, 0));
    let allied = campaign().unit("F-55", "12.12").unit("F-33", "08.30").unit("F-162", "09.31").unit("F-47", "21.18");
    assert_eq!(result(allied), (Some(ALLIED), -7));
    assert_eq!(outcome(raid()).clause.0, "6.1/vp-c");
    // All of them together: 26 and 21.
    let full = |side: Side| {
        let prizes = crate::common::scenario("campaign").prizes.iter().filter(|prize| prize.side == Some(side));
        let pieces = &game().pieces;
        let divisions = pieces.of_side(side).filter(|&unit| pieces.class(unit) == Class::Division);
        let placed = prizes.zip(divisions).map(|(prize, unit)| (game().ground.label(prize.hex), pieces.name_of(unit)));
        result(placed.fold(last_turn("campaign"), |setting, (hex, unit)| setting.unit(unit, &hex)))
    };
    assert_eq!(full(GERMAN), (Some(GERMAN), 26));
    assert_eq!(full(ALLIED), (Some(ALLIED), -21));
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
    // Fort St-Hilaire gives 5, and trenches of the intermediate position 1 each.
    assert!(!game().ground.french_trench(hex("53.18")));
    let fort = || gouraud().unit("G-10", "53.18");
    assert_eq!(result(fort()), (Some(ALLIED), 5));
    assert_eq!(result(fort().unit("G-9", "53.20")), (Some(ALLIED), 6));
    assert_eq!(result(fort().unit("G-9", "53.20").unit("G-20", "50.20")), (Some(GERMAN), 7));
    // Beaumont gives 5 and lies in that position itself.
    assert_eq!(result(gouraud().unit("G-10", "44.18")), (Some(ALLIED), 6));
    // Châlons gives 10 for each hex.
    assert_eq!(result(gouraud().unit("G-10", "52.06")), (Some(GERMAN), 10));
    assert_eq!(result(gouraud().unit("G-10", "52.06").unit("G-9", "52.07").unit("G-20", "51.07")), (Some(GERMAN), 30));
    assert_eq!(outcome(gouraud()).clause.0, "7.1/vp-b");
    // A combat unit must stand there, supplied or not.
    let lost = json!({ "piece": "G-10", "hex": "52.06", "marks": ["out-of-supply"] });
    assert_eq!(result(gouraud().piece(lost)), (Some(GERMAN), 10));
    assert_eq!(result(gouraud().unit("G-HQ-13", "52.06")), (Some(ALLIED), 0));
    // The outposts count with the switch alone (ruling 97).
    let outpost = || gouraud().unit("G-10", "47.23");
    assert_eq!(result(outpost()), (Some(ALLIED), 0));
    assert_eq!(result(outpost().option("all-trenches=on")), (Some(ALLIED), 1));
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
    assert_eq!(table.outcome().unwrap().winner, Some(ALLIED));
}
