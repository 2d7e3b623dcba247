//! 15.0 Strategic Movement.

use crate::common::{Ask, game, marches, marne, phase, words};
use clash_of_giants::ClashOfGiants;
use engine::laws::{Setting, Table};
use engine::shows;
use serde_json::json;

/// The Eighth Army about to move on a turn.
fn eighth(turn: u32) -> Setting {
    phase("german-operational", turn).mark("army", "eighth").mark("points", "3").unit("R-25", "5022")
}

#[test]
fn two_german_infantry_units_may_leave_by_rail_from_turn_five() {
    shows![
        "tannenberg/15.1a",
        "tannenberg/15.1b",
        "tannenberg/15.1d",
        "tannenberg/5.333e",
        "tannenberg/15.1e",
        "tannenberg/15.1h"
    ];
    let towns = |turn: u32| eighth(turn).unit("G-37", "2316").unit("G-2LW", "1817").unit("G-41", "2024").table(game());
    assert_eq!(towns(4).refused_by("entrain G-37"), "tannenberg/15.1d");
    let mut table = towns(5);
    table.play(&["entrain G-37", "entrain G-2LW"]);
    assert_eq!(table.refused_by("entrain G-41"), "tannenberg/15.1b");
    assert_eq!([table.at("G-37"), table.at("G-2LW")], ["", ""]);
    // One now and one later is allowed too.
    let later = eighth(8).unit("G-41", "2024").mark("journeys", "G-37=7").unit("G-37", "2316");
    let table = later.table(game());
    assert!(table.offers("entrain G-41"));
    assert_eq!(table.refused_by("entrain G-37"), "tannenberg/15.1c");
    // Russians never do.
    let table = crate::common::moves("russian-first", "3", 6).unit("R-25", "3904").unit("G-41", "1513").table(game());
    assert_eq!(table.refused_by("entrain R-25"), "tannenberg/15.1a");
}

#[test]
fn once_a_game_and_only_infantry_that_began_on_the_map() {
    shows!["tannenberg/15.1c", "tannenberg/15.1f", "tannenberg/15.1g"];
    let table = eighth(6).unit("G-1Cav", "2316").unit("G-Jgr", "1817").unit("G-3R", "2024").table(game());
    assert_eq!(table.refused_by("entrain G-1Cav"), "tannenberg/15.1f");
    assert_eq!(table.refused_by("entrain G-Jgr"), "tannenberg/15.1f");
    assert_eq!(table.refused_by("entrain G-3R"), "tannenberg/15.1g");
}

#[test]
fn it_begins_in_a_free_rail_town_of_germany_before_any_move() {
    shows!["tannenberg/15.2a", "tannenberg/15.2b", "tannenberg/15.2c"];
    // No town; a town without rails; a Russian town on rails.
    let table = eighth(6).unit("G-37", "2317").unit("G-41", "2807").unit("G-35", "4218").table(game());
    for unit in ["G-37", "G-41", "G-35"] {
        assert_eq!(table.refused_by(&format!("entrain {unit}")), "tannenberg/15.2a", "{unit}");
    }
    // In a Russian zone.
    let table = eighth(6).unit("G-37", "2316").unit("R-1", "2417").table(game());
    assert_eq!(table.refused_by("entrain G-37"), "tannenberg/15.2a");
    // The line to the west is cut.
    let table = eighth(6).unit("G-41", "2024").unit("R-1", "1823").unit("R-2", "2222").table(game());
    assert_eq!(table.refused_by("entrain G-41"), "tannenberg/15.2b");
    // Friends on the line do not open it: 1923, 1824 and 1723 are in the zone of a Russian in 1823, whoever stands there.
    let line = || {
        let friends = [("G-35", "1923"), ("G-36", "1824"), ("G-36R", "1723")];
        let setting = eighth(6).unit("G-41", "2024").unit("R-2", "2222");
        friends.iter().fold(setting, |setting, (unit, hex)| setting.unit(unit, hex))
    };
    assert!(line().table(game()).offers("entrain G-41"), "nobody controls the line");
    assert_eq!(line().unit("R-1", "1823").table(game()).refused_by("entrain G-41"), "tannenberg/15.2b");
    // After the roll, but before anything moves.
    let mut table =
        phase("german-operational", 6).unit("G-37", "2316").unit("G-41", "2024").unit("R-25", "5022").table(game());
    assert!(!table.offers("entrain G-37"));
    table.rolls(&[3]).play(&["roll"]);
    assert!(table.offers("entrain G-37"));
    table.play(&["pick G-41", "to 1923"]);
    assert_eq!(table.refused_by("entrain G-37"), "tannenberg/15.2c");
}

#[test]
fn the_first_corps_entrains_after_its_own_roll_and_not_in_its_attack_state() {
    let mut table =
        phase("german-operational", 6).unit("G-1", "2316").unit("G-41", "1513").unit("R-25", "5022").table(game());
    table.rolls(&[3]).play(&["roll"]);
    assert!(table.offers("entrain G-1"));
}

/// A German Reinforcement Phase with units on the rails.
fn back(turn: u32, journeys: &str) -> Setting {
    let setting =
        phase("german-reinforcement", turn).mark("journeys", journeys).unit("G-41", "1513").unit("R-25", "5022");
    journeys.split_whitespace().fold(setting, |setting, word| {
        let unit = word.split_once('=').unwrap().0;
        setting.piece(json!({ "piece": unit, "hex": "", "place": "away" }))
    })
}

fn offers_return(table: &Table<ClashOfGiants>) -> bool {
    table.options().iter().any(|option| option.starts_with("place"))
}

#[test]
fn it_comes_back_two_to_four_turns_later() {
    shows!["tannenberg/15.2d", "tannenberg/15.2e", "tannenberg/15.2f", "tannenberg/15.2j"];
    // Worked examples 1 and 2: removed on turn 5, on the track of turn 7, back on 7, 8 or 9.
    let mut table = eighth(5).unit("G-37", "2316").unit("G-41", "1513").table(game());
    table.play(&["entrain G-37"]);
    assert_eq!(table.state().journeys[0].turn, 7);
    assert!(!offers_return(&back(6, "G-37=7").table(game())));
    for turn in [7, 8] {
        let table = back(turn, "G-37=7").table(game());
        assert!(offers_return(&table) && table.offers("hold"), "{turn}");
    }
    let mut table = back(9, "G-37=7").table(game());
    assert_eq!(table.refused_by("hold"), "tannenberg/15.2e");
    table.play(&["place 1817"]);
    // It may move and fight at once.
    table.rolls(&[3]).play(&["roll"]);
    assert!(table.offers("pick G-37"));
}

#[test]
fn who_cannot_come_back_in_time_is_lost() {
    let ring = ["1112", "1117", "1121", "1123"];
    let setting = ["R-1", "R-2", "R-4", "R-6"]
        .iter()
        .zip(ring)
        .fold(back(9, "G-37=7"), |setting, (unit, hex)| setting.unit(unit, hex));
    assert!(setting.table(game()).is_dead("G-37"));
}

#[test]
fn it_comes_back_to_a_german_town_with_rails_and_supply() {
    shows!["tannenberg/15.2g", "tannenberg/15.2h", "tannenberg/15.2k", "tannenberg/15.2l"];
    let towns = back(7, "G-37=7").table(game()).hexes("place");
    for town in ["2316", "1817", "1419", "2024", "3604"] {
        assert!(towns.contains(town), "{town}");
    }
    // Königsberg has no line to the edge along the compass; Friedland no rails.
    assert!(!towns.contains("2303") && !towns.contains("2807"));
    // Not in a Russian zone, not where Russians were last, not beyond two units; distance does not matter.
    let table = back(7, "G-37=7")
        .unit("R-1", "2317")
        .unit("G-35", "1817")
        .unit("G-36R", "1817")
        .mark("taken", "1419")
        .table(game());
    let towns = table.hexes("place");
    assert!(!towns.contains("2316") && !towns.contains("1817") && !towns.contains("1419"));
    assert_eq!(table.refused_by("place 2316"), "tannenberg/15.2g");
    assert!(towns.contains("2513") || towns.contains("2515"), "{towns:?}");
}

#[test]
fn two_units_that_come_back_together_share_a_hex() {
    shows!["tannenberg/15.2i"];
    let mut table = back(8, "G-37=7 G-2LW=8").table(game());
    table.play(&["place 1817"]);
    assert_eq!(table.hexes("place"), words("1817"));
    assert_eq!(table.refused_by("place 2316"), "tannenberg/15.2i");
    assert!(table.offers("hold"));
}

fn french(points: &str) -> Setting {
    marches("french-fifth", points, 7)
        .unit("F-5", "2720")
        .unit("F-6", "2820")
        .unit("F-4Cav", "2720")
        .unit("G-1G", "3604")
        .mark("rallied", "french-sixth french-fifth french-ninth french-fourth bef")
}

#[test]
fn a_french_unit_may_move_by_rail() {
    shows!["marne/15.0a", "marne/15.0b", "marne/15.0c", "marne/15.0f", "std/2.4"];
    let mut table = french("3").unit("F-1", "3022").table(game());
    assert_eq!(table.refused_by("entrain F-6"), "marne/15.0b");
    assert_eq!(table.refused_by("entrain F-4Cav"), "marne/15.0a");
    table.rolls(&[1, 2]).play(&["entrain F-5"]);
    // Three rail hexes from Provins: 2719, 2621 and on.
    let ends = table.hexes("to");
    assert!(
        ends.contains("2719") && ends.contains("2819") && ends.contains("2918") && !ends.contains("3018"),
        "{ends:?}"
    );
    assert!(!ends.contains("2820"), "no rails there");
    table.play(&["to 2918"]);
    assert_eq!(table.at("F-5"), "2918");
    // One a turn.
    assert_eq!(table.refused_by("entrain F-1"), "marne/15.0a");
    assert_eq!(table.refused_by("pick F-5"), "std/11.1a", "in place of its normal movement");
}

#[test]
fn a_rail_move_needs_a_free_line_to_paris_and_never_enters_a_zone() {
    shows!["marne/15.0b", "marne/15.0d", "std/7.3b"];
    // In an enemy zone at the start.
    let table = french("3").unit("G-3", "2719").table(game());
    assert_eq!(table.refused_by("entrain F-5"), "marne/15.0b");
    // The line to Paris cut at 1916 and at the other stations around the capital.
    let cut = ["2017", "1816", "2112", "1820", "2023", "1711"];
    let units = ["G-3", "G-4", "G-5", "G-6", "G-7", "G-8"];
    let setting = units.iter().zip(cut).fold(french("3"), |setting, (unit, hex)| setting.unit(unit, hex));
    assert_eq!(setting.table(game()).refused_by("entrain F-5"), "marne/15.0b");
    // A zone on the way stops it, friends or not.
    let mut table = french("3").unit("G-3", "2917").unit("F-1", "2918").table(game());
    table.rolls(&[6, 6]).play(&["entrain F-5"]);
    assert_eq!(table.refused_by("to 2918"), "marne/15.0d");
    assert_eq!(table.refused_by("to 3117"), "marne/15.0c");
}

#[test]
fn railroads_do_nothing_else_on_the_marne() {
    shows!["marne/15.0e"];
    let mut table = marches("german-first", "2", 7).unit("G-3", "2312").unit("F-1", "3020").table(game());
    table.play(&["pick G-3"]);
    // Along the main line to Meaux a hex costs its point like any other.
    assert_eq!(table.forecast("to 2212").sum.value, "1");
    assert!(!table.options().iter().any(|option| option.starts_with("entrain")));
}

#[test]
fn t20_the_attack_state_leaves_no_roll_after_which_to_entrain() {
    let setting = |army: &str| {
        crate::common::moves(army, "6", 6)
            .mark("attack-state", "6")
            .unit("R-25", "5022")
            .unit("G-1", "2316")
            .unit("G-41", "2024")
    };
    assert_eq!(setting("first-corps").table(game()).refused_by("entrain G-1"), "tannenberg/15.2c");
    assert!(setting("eighth").table(game()).offers("entrain G-41"));
}

#[test]
fn no_train_goes_back_to_a_start_hex() {
    shows!["marne/2.13j", "marne/15.0c"];
    let mut table = marches("french-sixth", "3", 7)
        .unit("F-5", "2202")
        .unit("G-1G", "3604")
        .mark("rallied", "french-sixth french-fifth french-ninth french-fourth bef")
        .table(game());
    table.rolls(&[1, 1]).play(&["entrain F-5"]);
    assert!(table.offers("to 2203") && !table.offers("to 2301"), "{:?}", table.options());
    assert_eq!(table.refused_by("to 2301"), "marne/2.13j");
}

#[test]
fn how_far_two_dice_carry_is_foretold() {
    shows!["marne/15.0c", "tannenberg/15.2d", "tannenberg/15.2e"];
    let setting = marne("allied-operational", 6).mark("army", "french-sixth").mark("points", "2");
    let table = setting.unit("F-14", "1413").unit("G-3", "3005").table(game());
    let forecast = table.forecast("entrain F-14");
    assert_eq!(forecast.sum.lines(), ["Rail hexes of French 14 division: two dice  [marne/15.0c]"]);
    let ways: Vec<(String, u32)> = forecast
        .chances
        .iter()
        .map(|chance| (chance.outcome.clone(), (chance.probability * 36.0).round() as u32))
        .collect();
    let expected: Vec<(String, u32)> = (2..=12)
        .zip([1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1])
        .map(|(sum, ways)| (format!("{sum} rail hexes"), ways))
        .collect();
    assert_eq!(ways, expected);
    // In the east the turn of the return is told: two turns later.
    let away = eighth(6).unit("G-37", "2316").table(game()).forecast("entrain G-37").sum;
    assert_eq!(away.lines(), ["May come back from turn: 8  [tannenberg/15.2d, tannenberg/15.2e]"]);
}
