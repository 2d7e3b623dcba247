//! 9.1 Bombardment Combat.

use crate::common::*;
use engine::laws::assert_forecast_agrees;
use engine::{Role, Rules, shows};
use serde_json::json;

fn guns() -> Setting {
    phase("C2", 3).mark("phasing", "german").mark("german", "offensive").mark("allied", "defensive")
}

/// FA 3 and FA 4 two hexes from 0505, with these units in it, after a bombardment with this die.
fn bombarded(setting: Setting, die: u16) -> Table {
    let mut table = table(setting.unit("FA3", "0503").unit("FA4", "0503"));
    table.play(&["target 0505", "aim all"]).rolls(&[die]).play(&["fire"]);
    table
}

#[test]
fn guns_strike_two_hexes_away() {
    shows!["4.C2", "9.1.1a", "9.1.1b", "9.1.2a", "9.1.2b", "9.1.5a"];
    // X8: one hex between is in range, two are not.
    let setting = guns().unit("FA3", "0503").unit("IR42", "0503").unit("27Bde", "0505").unit("28Bde", "0506");
    let mut table = table(setting);
    assert_eq!(table.options(), ["target 0505", "done"]);
    assert_eq!(table.refused_by("target 0506"), "9.1.2a");
    assert_eq!(table.refused_by("target 0404"), "9.1.1a", "nobody is there");
    table.play(&["target 0505"]);
    assert_eq!(table.refused_by("aim IR42 5"), "9.1.1a");
    table.play(&["aim FA3 8"]);
    let sum = table.forecast("fire").sum;
    assert_eq!((sum.value.as_str(), sum.parts[0].value.as_str()), ("8-12", "8"));
    assert_eq!(sum.clauses.iter().map(|clause| clause.0).collect::<Vec<_>>(), ["9.1.5a"]);
    let fire = game().parse(table.state(), "fire").unwrap();
    assert_forecast_agrees(&**game(), table.state(), fire, 20_000, 1);
    table.rolls(&[1]).play(&["fire"]);
    assert!(table.state().disrupted.contains(piece("27Bde")));
    // In the Combat Phase there is none.
    table.play(&["done"]);
    assert_eq!(table.refused_by("fire"), "9.1.1b");
    assert_eq!(table.options(), ["done"]);
}

#[test]
fn a_gun_splits_its_factor() {
    shows!["9.1.4", "9.1.7"];
    let mut apart = table(guns().unit("FA3", "0503").unit("27Bde", "0505").unit("28Bde", "0704"));
    apart.play(&["target 0505", "aim FA3 5"]).rolls(&[10]).play(&["fire"]);
    // The result is seen before the next hex is chosen.
    apart.play(&["target 0704"]);
    assert_eq!(apart.refused_by("aim FA3 4"), "9.1.4", "three factors are left");
    apart.play(&["aim FA3 3"]).rolls(&[10]).play(&["fire"]);
    assert_eq!(apart.options(), ["done"]);
}

#[test]
fn a_gun_splits_its_factor_among_different_hexes() {
    shows!["9.1.4"];
    let first = |setting: Setting| {
        let mut table = table(setting.unit("FA3", "0503").unit("27Bde", "0505"));
        table.play(&["target 0505", "aim FA3 4"]).rolls(&[10]).play(&["fire"]);
        table
    };
    let alone = first(guns());
    assert_eq!(alone.refused_by("target 0505"), "9.1.4");
    assert_eq!(alone.options(), ["done"], "what is left has no other hex to go to");
    assert_eq!(alone.choice("done").leaves, None);
    // Other guns may fire at it again; the first has its four factors for other hexes.
    let mut beside = first(guns().unit("FA4", "0503").unit("28Bde", "0704"));
    beside.play(&["target 0505"]);
    assert!(beside.offers("aim FA4 8") && !beside.offers("aim FA3 4"));
    assert_eq!(beside.refused_by("aim FA3 4"), "9.1.4");
    beside.play(&["aim all"]);
    assert_eq!(beside.forecast("fire").sum.parts[0].value, "8");
    beside.rolls(&[10]).play(&["fire", "target 0704"]);
    assert!(beside.offers("aim FA3 4"));
    beside.play(&["aim FA3 4"]).rolls(&[10]).play(&["fire", "done"]);
    // In the next turn all is forgotten.
    assert_eq!(beside.state().shelled.iter().sum::<u32>(), 0);
}

#[test]
fn a_hex_may_be_bombarded_again() {
    shows!["9.1.5a", "9.1.7"];
    let two = |option: &str| {
        let guns = guns().unit("FA3", "0503").unit("FA4", "0503").unit("27Bde", "0505").option(option);
        let mut table = table(guns);
        table.play(&["target 0505", "aim FA3 8"]).rolls(&[10]).play(&["fire"]);
        table
    };
    let mut again = two("repeat-bombardment=on");
    again.play(&["target 0505"]);
    assert!(again.offers("aim FA4 8") && !again.offers("aim FA3 8"));
    // By our reading a hex is bombarded once.
    assert_eq!(two("repeat-bombardment=off").refused_by("target 0505"), "9.1.5a");
}

#[test]
fn which_guns_are_silent() {
    shows!["9.1.3a", "9.1.3b", "9.1.6a", "9.1.6b", "10.2.2b", "11.2.2b", "5.1.3d", "5.1.1c", "5.1.2d", "5.1.4c"];
    let silent = |gun: serde_json::Value| {
        let mut table = table(guns().unit("HvII", "0503").piece(gun).unit("27Bde", "0505"));
        table.play(&["target 0505"]);
        table.refused_by("aim FA5 8")
    };
    let gun = |hex: &str, marks: &[&str]| json!({ "piece": "FA5", "hex": hex, "marks": marks });
    assert_eq!(silent(gun("0503", &["transfer"])), "9.1.6a");
    assert_eq!(silent(gun("0503", &["out of supply"])), "9.1.3b");
    assert_eq!(silent(gun("0503", &["rallied"])), "9.1.6b");
    assert_eq!(silent(gun("0503", &["railed"])), "7.2.3c");
    assert_eq!(silent(gun("0504", &[])), "9.1.3a");
    for mode in ["offensive", "defensive", "regroup"] {
        let setting = guns().piece(gun("0503", &[mode])).unit("27Bde", "0505");
        assert!(table(setting).offers("target 0505"), "{mode}");
    }
}

#[test]
fn results_disrupt_and_reduce() {
    shows!["9.6.2.-", "9.6.2.d", "9.6.2.D", "9.6.2.Dn-a"];
    let two = || guns().unit("27Bde", "0505").unit("28Bde", "0505");
    // 16 factors: 10 nothing, 6 d, 3 D, 1 D1.
    let nothing = bombarded(two(), 10);
    assert!(nothing.state().disrupted.is_empty());
    let mut one = bombarded(two(), 6);
    assert_eq!(game().prompt(one.state()), "Choose the unit in 0505 that is disrupted.");
    assert_eq!((one.chooser(), one.options()), (ALLIED, vec!["pick 27Bde".to_string(), "pick 28Bde".to_string()]));
    one.play(&["pick 28Bde"]);
    assert!(one.state().disrupted.contains(piece("28Bde")) && !one.state().disrupted.contains(piece("27Bde")));
    let all = bombarded(two(), 3);
    assert_eq!((all.state().disrupted.len(), all.state().reduced.len()), (2, 0));
    let mut step = bombarded(two(), 1);
    assert_eq!((step.state().disrupted.len(), step.chooser()), (2, ALLIED));
    step.play(&["lose 27Bde"]);
    assert!(step.state().reduced.contains(piece("27Bde")) && !step.state().reduced.contains(piece("28Bde")));
    assert_eq!(step.chooser(), GERMAN);
}

#[test]
fn all_guns_are_aimed_at_once_and_only_once() {
    let mut table = table(guns().unit("FA3", "0503").unit("FA4", "0503").unit("27Bde", "0505"));
    table.play(&["target 0505"]);
    assert!(table.offers("aim all") && !table.offers("fire"));
    table.play(&["aim all"]);
    assert_eq!(table.options(), ["fire"]);
    assert_eq!(table.refused_by("aim all"), "9.1.5a");
}

#[test]
fn a_hex_out_of_supply_loses_a_step_more() {
    shows!["9.6.2.Dn-b"];
    let cut_off = |name: &str| json!({ "piece": name, "hex": "0505", "marks": ["out of supply"] });
    let mut table = bombarded(guns().piece(cut_off("27Bde")).piece(cut_off("28Bde")), 1);
    let least = |table: &Table| {
        let told = table.options().into_iter().filter(|option| table.choice(option).role == Some(Role::Least));
        told.collect::<Vec<_>>()
    };
    assert_eq!(least(&table).len(), 1, "one costs least, though they are alike");
    table.play(&["lose 27Bde", "lose 28Bde"]);
    assert_eq!(table.state().reduced.len(), 2);
    assert_eq!(table.chooser(), GERMAN);
    // Of a plain D there is nothing to increase.
    let plain = bombarded(guns().piece(cut_off("27Bde")).piece(cut_off("28Bde")), 3);
    assert_eq!((plain.state().disrupted.len(), plain.state().reduced.len(), plain.chooser()), (2, 0, GERMAN));
}

#[test]
fn disruption_is_counted_once_and_takes_two_factors() {
    shows!["10.1.2a", "10.1.3"];
    let shaken = |name: &str| json!({ "piece": name, "hex": "0503", "marks": ["disrupted"] });
    // It takes them from attack and defense, not from what guns bombard with; by our reading from that, too.
    let mut steady = table(guns().piece(shaken("FA3")).unit("27Bde", "0505"));
    steady.play(&["target 0505"]);
    assert!(steady.offers("aim FA3 8"));
    let setting = guns().piece(shaken("FA3")).unit("27Bde", "0505").option("steady-guns=off");
    let mut table = crate::common::table(setting);
    table.play(&["target 0505"]);
    assert!(table.offers("aim FA3 6") && !table.offers("aim FA3 7"));
    // Hit again, a disrupted unit is only disrupted; X10: 2 and 3 become 0 and 1.
    let twice = bombarded(guns().piece(json!({ "piece": "27Bde", "hex": "0505", "marks": ["disrupted"] })), 3);
    assert_eq!(twice.state().disrupted.len(), 1);
}

#[test]
fn modified_rolls_beyond_the_table() {
    shows!["9.7.2.1", "9.7.2A", "9.7.2B", "9.7.2C", "9.7.2D", "9.7.2G", "9.7.2H", "9.7.1"];
    let added = |target: &str, gun: &str, guns_there: &[&str], units: &[&str], option: &str| {
        let mut setting = guns();
        for unit in units {
            setting = setting.unit(unit, target);
        }
        for piece in guns_there {
            setting = setting.unit(piece, gun);
        }
        if !option.is_empty() {
            setting = setting.option(option);
        }
        let mut table = table(setting);
        table.play(&[&format!("target {target}"), "aim all"]);
        table.forecast("fire").sum.parts[1].value.clone()
    };
    assert_eq!(added("0505", "0503", &["FA3", "FA4"], &["27Bde"], ""), "+0");
    assert_eq!(added("1111", "1113", &["FA3"], &["27Bde"], ""), "+1", "forest");
    assert_eq!(added("1110", "1112", &["FA3"], &["27Bde"], ""), "+1", "Chantilly, a town");
    assert_eq!(added("1408", "1410", &["FA3"], &["27Bde"], ""), "+2", "Senlis, a city");
    assert_eq!(added("0505", "0503", &["FA3", "FA5"], &["27Bde"], ""), "+1", "two corps");
    // X13: of two Armies, 3 and not 4.
    assert_eq!(added("0505", "0503", &["FA3", "FA19"], &["27Bde"], ""), "+3", "two Armies");
    let massed = ["27Bde", "28Bde", "125Bde"];
    // Twelve points of Frenchmen cannot be told from six: nothing is foretold, but it counts.
    let mut setting = guns().unit("FA3", "0503").unit("FA4", "0503");
    for unit in massed {
        setting = setting.unit(unit, "0505");
    }
    let roll = |setting: Setting, die: u16| {
        let mut table = table(setting);
        table.play(&["target 0505", "aim all"]);
        assert!(table.forecast("fire").given.is_some());
        table.rolls(&[die]).play(&["fire"]);
        let mut log = table.playing.log().iter().map(|(_, event)| event.clone());
        let event = log.find(|event| event.text.starts_with("Bombardment of")).unwrap();
        (event.text, event.rolls[0].clone())
    };
    let (told, high) = roll(setting.clone(), 10);
    let text = "the die shows 10 and counts as 11 (massed target +1): no effect.";
    assert_eq!(told, format!("Bombardment of 0505 with 16 factors: {text}"), "above 10 is no effect");
    assert_eq!((high.dice[0].value, high.modifier, high.total), (10, 1, 11));
    let read = high.table.unwrap();
    assert_eq!((read.name.as_str(), read.line.as_str(), read.result.as_str()), ("Bombardment Table", "above 10", "-"));
    let (told, low) = roll(setting.option("massed-suffer"), 1);
    let text = "the die shows 1 and counts as 0 (massed target -1): every unit is disrupted and a step is lost.";
    assert!(told.ends_with(text), "below 1 counts as 1: {told}");
    let read = low.table.unwrap();
    assert_eq!((low.total, read.line.as_str(), read.result.as_str()), (0, "1", "D1"));
}

#[test]
fn the_end_of_the_phase_says_how_many_guns_could_still_fire() {
    shows!["9.1.1a"];
    let leaves = |setting: Setting| table(setting.unit("27Bde", "0505")).choice("done").leaves.unwrap();
    assert_eq!(leaves(guns().unit("FA3", "0503").unit("FA4", "0501")), "1 battery could still fire");
    assert_eq!(leaves(guns().unit("FA3", "0503").unit("FA4", "0503")), "2 batteries could still fire");
}

#[test]
fn german_counters_tell_whether_a_hex_is_massed() {
    shows!["9.7.2D", "8.1.5a"];
    // Whatever a German counter is, it has two points: six of them are more than ten, five are not.
    let setting = phase("C2", 3).mark("phasing", "allied").mark("allied", "offensive").mark("german", "defensive");
    let germans = ["IR42", "Gren2", "Gren9", "Fus34", "IR14", "IR149"];
    for (count, added) in [(5, "+0"), (6, "+1")] {
        let crowd = germans[..count].iter().fold(setting.clone(), |setting, unit| setting.unit(unit, "0505"));
        let mut table = table(crowd.unit("AC7", "0503"));
        table.play(&["target 0505", "aim all"]);
        let forecast = table.forecast("fire");
        assert_eq!((forecast.sum.parts[1].value.as_str(), forecast.given), (added, None), "{count}");
    }
}

#[test]
fn what_is_added_to_the_die_counts_in_the_chances() {
    shows!["9.7.2A", "9.1.5a"];
    // FA 3 with 8 factors against a forest: the die counts one more. Of the third column 1 is read as 2, a D; 2 to 4 as 3 to
    // 5, a d; the rest has no effect.
    let mut table = table(guns().unit("FA3", "1113").unit("27Bde", "1111"));
    table.play(&["target 1111", "aim all"]);
    let chances = table.forecast("fire").chances;
    let mut tenths: Vec<i32> = chances.iter().map(|chance| (chance.probability * 10.0).round() as i32).collect();
    tenths.sort_unstable();
    assert_eq!(tenths, [1, 3, 6]);
}
