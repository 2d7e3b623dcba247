//! 9.2 Reinforcements.

use crate::common::{Ask, Labels, east, game, marne, phase, west, words};
use engine::laws::Setting;
use engine::{Rules, shows};
use serde_json::json;

/// A unit still to come.
trait Coming {
    fn coming(self, piece: &str) -> Setting;
}

impl Coming for Setting {
    fn coming(self, piece: &str) -> Setting {
        self.piece(json!({ "piece": piece, "hex": "", "place": "track" }))
    }
}

#[test]
fn russians_arrive_in_the_entry_hexes_of_their_army() {
    shows!["tannenberg/5.321a", "tannenberg/5.321b", "tannenberg/9.21a", "tannenberg/9.21b", "tannenberg/3.1b"];
    shows!["std/9.1", "tannenberg/5.321c", "tannenberg/9.22a"];
    let mut table =
        phase("allied-reinforcement", 3).coming("R-53").unit("R-25", "3922").unit("G-41", "1513").table(game());
    assert_eq!(table.options(), ["place 5205", "place 5208", "place 5212", "hold"]);
    assert_eq!(table.refused_by("place 2225"), "tannenberg/5.321a");
    table.play(&["place 5208"]);
    assert_eq!(table.at("R-53"), "5208");
    // It may move at once, when its army is activated.
    table.rolls(&[1]).play(&["activate russian-first"]);
    assert!(table.offers("pick R-53"));
    // A letter on the counter leaves no choice.
    let table = phase("allied-reinforcement", 2).coming("R-22").unit("R-25", "3922").unit("G-41", "1513").table(game());
    assert_eq!(table.options(), ["place 2225", "hold"]);
}

#[test]
fn nobody_arrives_before_his_turn() {
    shows!["std/9.1"];
    let table = phase("allied-reinforcement", 2).coming("R-53").unit("R-25", "3922").unit("G-41", "1513").table(game());
    assert!(!table.offers("place 5205"));
    assert!(table.state().coming.contains(east().piece("R-53")));
}

#[test]
fn germans_arrive_in_rail_towns_far_from_the_enemy() {
    shows![
        "tannenberg/5.322a",
        "tannenberg/5.322b",
        "tannenberg/5.322c",
        "tannenberg/9.23a",
        "tannenberg/9.23b",
        "tannenberg/9.23c"
    ];
    let arrive = |setting: Setting| setting.coming("G-3R").unit("G-41", "1513").table(game()).hexes("place");
    let towns = arrive(phase("german-reinforcement", 2).unit("R-25", "5022"));
    for town in ["2316", "1817", "1419", "2303", "3604", "2024"] {
        assert!(towns.contains(town), "{town}");
    }
    // Not on a rail line, not in Russia, not outside towns.
    for other in ["2807", "4703", "2317", "2411"] {
        assert!(!towns.contains(other), "{other}");
    }
    // Seven hexes from every Russian: Osterode is, Allenstein is not.
    let near = arrive(phase("german-reinforcement", 2).unit("R-1", "2520"));
    assert!(!near.contains("2316") && near.contains("1817"), "{near:?}");
    assert_eq!(east().ground.board().distance(east().hex("2520"), east().hex("1817")), 7);
    // A Russian who cuts the line to the west shuts off what lies behind, though it is far away.
    let lines = [("R-1", "1419"), ("R-2", "1512"), ("R-4", "1410"), ("R-6", "1523")];
    let cut =
        arrive(lines.iter().fold(phase("german-reinforcement", 2), |setting, (unit, hex)| setting.unit(unit, hex)));
    assert!(!cut.contains("3604"), "{cut:?}");
    let table = phase("german-reinforcement", 2).coming("G-3R").unit("G-41", "1513").unit("R-25", "5022").table(game());
    assert_eq!(table.refused_by("place 2807"), "tannenberg/5.322a");
    // Two units fill a town.
    let full = arrive(phase("german-reinforcement", 2).unit("R-25", "5022").unit("G-35", "2316").unit("G-36R", "2316"));
    assert!(!full.contains("2316"));
}

#[test]
fn a_town_that_russians_entered_last_will_do_unless_the_switch_forbids_it() {
    shows!["tannenberg/5.322a", "tannenberg/9.23a"];
    // 5.322 asks for a town in Germany and names no control test; ruling T24 is a switch.
    let arrive = |option: &str| {
        phase("german-reinforcement", 2)
            .coming("G-3R")
            .unit("G-41", "1513")
            .unit("R-25", "5022")
            .mark("taken", "2316")
            .option(option)
            .table(game())
            .offers("place 2316")
    };
    assert!(arrive("held-towns=off"));
    assert!(!arrive("held-towns=on"));
}

#[test]
fn arrivals_that_may_be_placed_may_be_held() {
    shows!["tannenberg/5.321a", "tannenberg/5.322a", "tannenberg/9.23a", "marne/5.312a"];
    // In the east of either side, and Germans in the west: they wait for another turn.
    let waits = |setting: Setting, unit: &str| {
        let mut table = setting.coming(unit).table(game());
        let turn = table.state().turn;
        table.play(&["hold"]);
        assert!(table.heard("is held off the map"), "{unit}");
        let theatre = game().theatre_of(table.state().campaign);
        assert!(table.state().coming.contains(theatre.piece(unit)) && !table.is_dead(unit), "{unit}");
        // The next turn it is asked again.
        while table.state().turn == turn || !table.options().iter().any(|option| option.starts_with("place")) {
            let options = table.options();
            let idle = ["done", "stay"].iter().find(|idle| options.iter().any(|option| option == *idle));
            let action = idle.map_or_else(|| options[0].clone(), |idle| idle.to_string());
            table.play(&[&action]);
        }
        assert!(table.offers("hold"), "{unit}");
    };
    waits(phase("german-reinforcement", 2).unit("R-25", "5022").unit("G-41", "1513"), "G-3R");
    waits(phase("allied-reinforcement", 3).unit("R-25", "3922").unit("G-41", "1513"), "R-53");
    waits(marne("german-reinforcement", 5).unit("F-1", "3020").unit("G-3", "2414"), "G-24R");
}

#[test]
fn an_allied_unit_that_is_held_on_the_marne_never_comes() {
    shows!["marne/5.312a", "marne/9.21a", "marne/9.21d"];
    // It may be placed, on the turn that its counter names and on no other.
    let mut table =
        marne("allied-reinforcement", 7).coming("F-8").unit("F-1", "3020").unit("G-1G", "3604").table(game());
    let choice =
        table.playing.rules().choice(table.state(), table.playing.rules().parse(table.state(), "hold").unwrap());
    assert!(choice.text.contains("never"), "{}", choice.text);
    table.play(&["hold"]);
    assert!(table.is_dead("F-8"));
}

#[test]
fn who_finds_no_place_waits_in_the_east() {
    shows!["std/9.2"];
    let ring = ["1112", "1117", "1121", "1123"];
    let setting = phase("german-reinforcement", 2).coming("G-3R").unit("G-41", "1513");
    let setting =
        ["R-1", "R-2", "R-4", "R-6"].iter().zip(ring).fold(setting, |setting, (unit, hex)| setting.unit(unit, hex));
    let table = setting.table(game());
    assert!(table.state().coming.contains(east().piece("G-3R")));
    assert!(!table.is_dead("G-3R"));
}

#[test]
fn french_units_arrive_in_the_fortified_camp() {
    shows!["marne/9.21a", "marne/9.21b", "marne/5.312a", "std/9.4"];
    let arrive = |setting: Setting| setting.coming("F-8").table(game());
    let mut table = arrive(marne("allied-reinforcement", 7).unit("F-1", "3020").unit("G-1G", "3604"));
    let hexes = table.hexes("place");
    assert!(hexes.contains("1413") && hexes.contains("1613") && !hexes.contains("1713"));
    assert_eq!(table.refused_by("place 1713"), "marne/9.21b");
    table.play(&["place 1613"]);
    assert_eq!(table.at("F-8"), "1613");
    // Not where Germans are or were the last to enter, not beyond the limits, and not where no line leads to Paris or
    // the south edge: around 1110 and 1210 every hex is held or controlled. Elsewhere a zone alone does not bar them.
    let table = arrive(
        marne("allied-reinforcement", 7)
            .unit("G-3", "1211")
            .unit("G-4", "1010")
            .unit("F-61R", "1614")
            .unit("F-62R", "1614")
            .mark("taken", "1510"),
    );
    let barred = words("1211 1510 1614 1110 1210");
    let camp = west().labels(west().ground.camp.iter());
    assert!(barred.is_subset(&camp));
    assert_eq!(table.hexes("place"), camp.difference(&barred).cloned().collect());
    assert_eq!(table.refused_by("place 1110"), "marne/9.21b");
    assert!(table.offers("place 1111") && west().ground.board().distance(west().hex("1111"), west().hex("1211")) == 1);
}

#[test]
fn the_fourth_army_is_reinforced_on_the_south_edge() {
    shows!["marne/9.21c"];
    let table = marne("allied-reinforcement", 9).coming("F-13").unit("F-1", "3020").unit("G-1G", "4125").table(game());
    let hexes = table.hexes("place");
    assert!(hexes.contains("4025") && hexes.contains("5225") && !hexes.contains("3925") && !hexes.contains("4125"));
    assert_eq!(hexes.len(), 12);
}

#[test]
fn allied_units_that_cannot_enter_are_lost() {
    shows!["marne/9.21d", "marne/5.312b"];
    let units = ["G-3", "G-4", "G-5", "G-6", "G-7", "G-8", "G-17", "G-18", "G-7R", "G-22R", "G-13", "G-14", "G-19"];
    let setting = marne("allied-reinforcement", 9).coming("F-13").unit("F-1", "3020");
    let setting =
        units.iter().zip(40..=52).fold(setting, |setting, (unit, column)| setting.unit(unit, &format!("{column}25")));
    let table = setting.table(game());
    assert!(table.is_dead("F-13"));
}

#[test]
fn german_reinforcements_enter_through_the_start_hexes() {
    shows!["marne/2.13b", "marne/9.22a", "marne/9.22b"];
    let mut table = marne("german-reinforcement", 4)
        .coming("G-15R")
        .coming("G-16R")
        .unit("G-15", "4401")
        .unit("G-16", "4401")
        .unit("F-1", "3020")
        .table(game());
    assert_eq!(table.hexes("place"), words("4501 4701 4801 5001 5201"));
    assert_eq!(table.refused_by("place 4401"), "marne/9.22a");
    assert_eq!(table.refused_by("place 3101"), "marne/9.22a");
    table.play(&["place 4501", "place 4501"]);
    assert_eq!([table.at("G-15R"), table.at("G-16R")], ["4501", "4501"]);
}

#[test]
fn start_hexes_are_left_at_once() {
    shows!["marne/2.13i", "marne/2.13j", "marne/2.13h"];
    let mut table = crate::common::marches("german-first", "4", 5)
        .unit("G-3", "2001")
        .unit("G-4", "2003")
        .unit("F-1", "3020")
        .table(game());
    assert_eq!(table.refused_by("done"), "marne/2.13i");
    table.play(&["pick G-3"]);
    assert_eq!(table.refused_by("stay"), "marne/2.13i");
    // On the way it may pass an Allied Start Hex, 1902 by 1901, and not stop there.
    assert!(table.offers("to 1902"));
    assert!(!table.offers("to 1901"));
    assert_eq!(table.refused_by("to 1901"), "marne/2.13i");
    table.play(&["to 2002", "pick G-4"]);
    // Once on the map nobody goes back.
    assert_eq!(table.refused_by("to 2101"), "marne/2.13j");
    table.play(&["stay", "done"]);
}

#[test]
fn allied_units_never_enter_german_start_hexes() {
    shows!["marne/2.13g"];
    let mut table = crate::common::marches("french-fifth", "4", 7)
        .unit("F-1", "2802")
        .unit("G-1G", "3604")
        .mark("rallied", "french-fifth french-sixth french-ninth")
        .table(game());
    table.play(&["pick F-1"]);
    assert_eq!(table.refused_by("to 2801"), "marne/2.13g");
}
