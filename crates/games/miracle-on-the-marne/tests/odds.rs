//! 9 Combat as it is told: sums part by part, what may come of a fight, and the sentences when the dice have fallen.

use crate::common::*;
use engine::{Event, Fate, Fight, Forecast, Habit, Rules, shows};
use serde_json::{Value, json};

fn during(phase_id: &str, phasing: &str) -> Setting {
    let enemy = if phasing == "german" { "allied" } else { "german" };
    phase(phase_id, 3).mark("phasing", phasing).mark(phasing, "offensive").mark(enemy, "defensive")
}

/// A unit with marks.
fn marked(name: &str, hex: &str, marks: &[&str]) -> Value {
    json!({ "piece": name, "hex": hex, "marks": marks })
}

/// A unit on its last step.
fn reduced(name: &str, hex: &str, marks: &[&str]) -> Value {
    json!({ "piece": name, "hex": hex, "steps": 1, "marks": marks })
}

fn played(setting: Setting, actions: &[&str]) -> Table {
    let mut table = table(setting);
    table.play(actions);
    table
}

/// FA 3 aims all it has at a hex two hexes away.
fn aimed(target: &str, guns_at: &str, others: Setting) -> Table {
    played(others.unit("FA3", guns_at), &[&format!("target {target}"), "aim all"])
}

/// The words of an attack up to its roll, without Defense Fire.
fn attack_on(target: &str) -> [String; 5] {
    [&format!("target {target}"), "join all", "done", "done", "done"].map(str::to_string)
}

/// All that can attacks a hex, and is about to roll.
fn attacking(target: &str, setting: Setting) -> Table {
    let mut table = table(setting);
    attack_on(target).iter().for_each(|action| {
        table.play(&[action]);
    });
    table
}

/// Who is attacked in 0505 from 0504 alone fires with all he has.
fn firing(setting: Setting) -> Table {
    played(setting, &["target 0505", "join all", "done", "done", "target 0504", "aim all"])
}

/// The attack on 0505 from 0504 ends Engaged, and everybody there strikes back.
fn striking_back(setting: Setting) -> Table {
    let mut table = attacking("0505", setting);
    table.rolls(&[10]).play(&["fire", "target 0504", "join all"]);
    table
}

fn lines(table: &Table) -> Vec<String> {
    table.forecast("fire").sum.lines()
}

/// What may come out, with its chances in tenths.
fn outcomes(forecast: &Forecast) -> Vec<(&str, i32)> {
    let tenths = |probability: f64| (probability * 10.0).round() as i32;
    forecast.chances.iter().map(|chance| (chance.outcome.as_str(), tenths(chance.probability))).collect()
}

/// What may become of those who are attacked, in tenths: destroyed, driven back, weakened, as they were.
fn fates(fight: &Fight) -> [i32; 4] {
    [Fate::Destroyed, Fate::Retreats, Fate::Weakened, Fate::Stands].map(|fate| {
        let of = fight.fates.iter().filter(|chance| chance.fate == fate);
        of.map(|chance| (chance.probability * 10.0).round() as i32).sum()
    })
}

/// The last event whose sentence begins so.
fn told(table: &Table, start: &str) -> Event {
    let mut log = table.playing.log().iter().rev().map(|(_, event)| event);
    log.find(|event| event.text.starts_with(start)).unwrap_or_else(|| panic!("nobody told of {start}")).clone()
}

fn cited(event: &Event) -> Vec<&str> {
    event.clauses.iter().map(|clause| clause.0).collect()
}

#[test]
fn a_bombardment_is_opened_gun_by_gun() {
    shows!["9.1.4", "9.1.5a", "9e", "9.7.2B", "9.7.2G", "10.1.2a"];
    // Chantilly is a town; FA 5 is of another corps, and fires three of its eight factors. Its Disruption takes two of them, by the
    // switch.
    let setting = during("C2", "german").unit("FA3", "1112").unit("27Bde", "1110").option("steady-guns=off");
    let setting = setting.piece(marked("FA5", "1112", &["disrupted"]));
    let table = played(setting, &["target 1110", "aim FA3 8", "aim FA5 3"]);
    let expected = [
        "Bombardment of 1110: 8-12  [9.1.5a]",
        "  Factors: 11  [9e]",
        "  Added to the die: +2  [9.7.1]",
        "    target in a town: +1  [9.7.2B]",
        "    units of different corps: +1  [9.7.2G]",
        "  FA Bde 3 (FAR 2, 38): 8  [9.1.4, 9.1.5a]",
        "    printed: 8  [2c]",
        "  FA Bde 5 (FAR 18, 54): 3  [9.1.4, 9.1.5a]",
        "    printed: 8  [2c]",
        "    disrupted: -2  [10.1.2a]",
    ];
    assert_eq!(lines(&table), expected);
}

#[test]
fn defense_fire_is_opened_unit_by_unit() {
    shows!["9.3.1b", "9.3.2b", "9.3.3a", "9.3.5a", "9.7.2F", "9.7.2G", "9.7.2.3"];
    // 27 Bde defends 0505 with 7, 125 Bde of the same corps supports with 2 of 5 from 0404, and AC 7 in 0506 fires with all 5.
    // Lamaze's 109 Bde supports with 2 of 5.
    let setting = during("C3", "german").unit("IR42", "0504").unit("27Bde", "0505").unit("125Bde", "0404");
    let table = firing(setting.unit("AC7", "0506").unit("109Bde", "0404"));
    let expected = [
        "Defense Fire at 0504: column 15-21 on the Offensive line  [9.3.5a, 9.3.5b]",
        "  Factors: 16  [9e]",
        "  Added to the die: +1  [9.7.1]",
        "    units of different corps: +1  [9.7.2G]",
        "  27 Bde (44, 60 RI): 7  [9.3.1b]",
        "    printed: 7  [2c]",
        "  125 Bde (216, 238, 298 RI): 2  [9.3.1b]",
        "    printed: 5  [2c]",
        "    in support: half  [9.3.2b]",
        "  AC 7 (5 RAC): 5  [9.3.1b]",
        "    printed: 5  [2c]",
        "    gun: all  [9.3.3a]",
        "  109 Bde (204, 282, 289 RI): 2  [9.3.1b]",
    ];
    assert_eq!(lines(&table)[..expected.len()], expected);
}

#[test]
fn attacks_of_both_kinds_are_opened() {
    shows!["9.4.4a", "9.5.4", "9.6.5", "9.7.2A", "9.7.2H"];
    // Out of the open into the forest of 1111: IR 42 with 5, and the guns of the Second Army with their 8.
    let setting = during("C3", "german").unit("IR42", "1112").unit("FA19", "1112").unit("27Bde", "1111");
    let attack = attacking("1111", setting);
    let expected = [
        "Attack on 1111: column 13-21 on the Defensive line  [9.4.4a]",
        "  Factors: 13  [9e]",
        "  Added to the die: +4  [9.7.1]",
        "    target in forest: +1  [9.7.2A]",
        "    units of different Armies: +3  [9.7.2H]",
        "  Defense factors: 7  [9.6.5]",
    ];
    assert_eq!(lines(&attack), expected);
    // A Counter Attack names who makes it, and what Disruption takes.
    let setting = during("C3", "german").unit("IR42", "0504").unit("AC7", "0505");
    let counter = striking_back(setting.piece(marked("27Bde", "0505", &["disrupted"])));
    let expected = [
        "Counter Attack on 0504: column 9-14 on the Offensive line  [9.5.4]",
        "  Factors: 11  [9e]",
        "  Added to the die: +0  [9.7.1]",
        "  Defense factors: 5  [9.6.5]",
        "  27 Bde (44, 60 RI): 5  [9.4.4a]",
        "    printed: 7  [2c]",
        "    disrupted: -2  [10.1.2a]",
        "  AC 7 (5 RAC): 6  [9.4.4a]",
        "    printed: 6  [2c]",
    ];
    assert_eq!(lines(&counter), expected);
}

#[test]
fn before_it_is_declared_an_attack_is_opened_for_every_mode_of_the_target() {
    shows!["9.2.1a", "9.4.4a", "9e", "5.2.5b"];
    let setting = during("C3", "german").unit("IR42", "0504").unit("Gren2", "0504").unit("27Bde", "0505");
    let mut table = table(setting);
    let forecast = table.forecast("target 0505");
    let expected = [
        "Attack on 0505 by these units: 10  [9.2.1a]",
        "  Attack factors: 10  [9e, 9.4.4a]",
        "    IR 42: 5  [9.4.4a]",
        "      printed: 5  [2c]",
        "    Gren 2: 5  [9.4.4a]",
        "      printed: 5  [2c]",
        "  column if the target is in Transfer mode: 10-14  [9.4.4a, 5.2.5b]",
        "  column if the target is in Regroup mode: 8-12  [9.4.4a, 5.2.5b]",
        "  column if the target is in Offensive mode: 9-14  [9.4.4a, 5.2.5b]",
        "  column if the target is in Defensive mode: 6-12  [9.4.4a, 5.2.5b]",
    ];
    let mut found = forecast.sum.lines();
    found[2..6].sort();
    let mut sorted = expected.map(str::to_string);
    sorted[2..6].sort();
    assert_eq!(found, sorted);
    // How far up the ladder it stands is told for the mode in which most troops defend.
    let fight = forecast.fight.unwrap();
    assert_eq!((fight.odds.as_str(), fight.rung, fight.strength), ("10 factors", 1, 10.0));
    assert_eq!((fight.targets, fight.from), (vec!["0505".to_string()], vec!["0504".to_string()]));
    // With each unit it is told for those named so far, and for all that still can.
    table.play(&["target 0505"]);
    assert_eq!(table.forecast("join IR42").sum.value, "5");
    assert_eq!(table.forecast("join all").sum.value, "10");
    table.play(&["join IR42"]);
    assert_eq!((table.forecast("join Gren2").sum.value, table.forecast("done").sum.value), ("10".into(), "5".into()));
    // Hussars that Disruption leaves nothing have no column at all.
    let shaken = during("C3", "german").piece(marked("Hus3", "0504", &["disrupted"])).unit("27Bde", "0505");
    let nothing = crate::common::table(shaken).forecast("target 0505").sum;
    assert_eq!((nothing.value.as_str(), nothing.parts.len()), ("0", 1));
}

#[test]
fn what_is_added_moves_the_chances_to_worse_results() {
    shows!["9.7.2A", "9.7.2D", "9.6.2.EN-a"];
    // 10 factors in the second Defensive column: 1 and 2 in the open; in a forest the die counts one more, so 1 alone.
    let at = |hex: &str, from: &str| {
        let setting = during("C3", "german").unit("IR42", from).unit("Gren2", from).unit("27Bde", hex);
        attacking(hex, setting).forecast("fire")
    };
    let (open, forest) = (at("0505", "0504"), at("1111", "1112"));
    let (retreat, engaged) = ("1 step or hex of retreat", "both sides are Engaged");
    assert_eq!(outcomes(&open), [(retreat, 2), (engaged, 8)]);
    assert_eq!(outcomes(&forest), [(retreat, 1), (engaged, 9)]);
    assert_eq!(fates(open.fight.as_ref().unwrap()), [0, 2, 0, 8]);
    assert_eq!(fates(forest.fight.as_ref().unwrap()), [0, 1, 0, 9]);
    // Guns likewise: of eight factors 1 to 3 strike all or some in the open, what is 10 and more never does.
    let guns = |hex: &str, from: &str| aimed(hex, from, during("C2", "german").unit("27Bde", hex)).forecast("fire");
    let (open, forest) = (guns("0505", "0503"), guns("1111", "1113"));
    let (all, one, none) = ("every unit is disrupted", "one unit is disrupted", "no effect");
    assert_eq!(outcomes(&open), [(all, 2), (one, 3), (none, 5)]);
    assert_eq!(outcomes(&forest), [(all, 1), (one, 3), (none, 6)]);
    assert_eq!(fates(&open.fight.unwrap()), [0, 0, 5, 5]);
    assert_eq!(fates(&forest.fight.unwrap()), [0, 0, 4, 6]);
}

#[test]
fn fates_and_words_differ_between_attacks_and_defense_fire() {
    shows!["9.3.6", "9.6.2.N-DFa", "9.6.2.N-RAb"];
    // 12 factors of Defense Fire on a regiment of two steps: 1 is a 2, which it does not survive, 2 and 3 are a 1, else no
    // effect. It loses a step and stays.
    let fire = firing(during("C3", "german").unit("IR42", "0504").unit("27Bde", "0505").unit("AC7", "0505"));
    let forecast = fire.forecast("fire");
    assert_eq!(outcomes(&forecast), [("2 steps are lost", 1), ("1 step is lost", 2), ("no effect", 7)]);
    let fight = forecast.fight.unwrap();
    assert_eq!(fates(&fight), [1, 0, 2, 7]);
    assert_eq!(fight.losses.map(|losses| (losses.attacker, (losses.defender * 10.0).round())), Some((0.0, 4.0)));
    assert_eq!((fight.odds.as_str(), fight.rung), ("Offensive 9-14", 2));
    // On a regiment's last step whoever is hit is gone.
    let last = during("C3", "german").piece(reduced("IR42", "0504", &[])).unit("27Bde", "0505").unit("AC7", "0505");
    assert_eq!(fates(&firing(last).forecast("fire").fight.unwrap()), [3, 0, 0, 7]);
    // Of an attack a 1 may be taken as a hex, even by a last step.
    let last = during("C3", "german").unit("IR42", "0504").unit("Gren2", "0504").piece(reduced("27Bde", "0505", &[]));
    let fight = attacking("0505", last).forecast("fire").fight.unwrap();
    assert_eq!((fates(&fight), fight.losses), ([0, 2, 0, 8], None));
    // 22 factors in the fourth column: a 2 on a 1, a 1 on 2 and 3.
    let strong = ["IR42", "Gren2", "Gren9", "Fus34"].iter();
    let strong = strong.fold(during("C3", "german"), |setting, unit| setting.unit(unit, "0504")).unit("Hus3", "0504");
    let forecast = attacking("0505", strong.unit("27Bde", "0505").unit("28Bde", "0505")).forecast("fire");
    let (two, one) = ("2 steps and hexes of retreat", "1 step or hex of retreat");
    assert_eq!(outcomes(&forecast), [(two, 1), (one, 2), ("both sides are Engaged", 7)]);
    // Two steps in Defense Fire: 32 factors.
    let brigades = ["27Bde", "28Bde", "125Bde"].iter();
    let many = brigades.fold(during("C3", "german").unit("IR42", "0504"), |setting, unit| setting.unit(unit, "0505"));
    let many = firing(many.unit("AC7", "0505").unit("AD14", "0505").unit("AD63", "0505"));
    let forecast = many.forecast("fire");
    let told: Vec<&str> = outcomes(&forecast).into_iter().map(|(outcome, _)| outcome).collect();
    assert_eq!(told, ["3 steps are lost", "2 steps are lost", "1 step is lost", "no effect"]);
}

#[test]
fn a_bombardment_is_told_with_its_die_and_where_it_was_read() {
    shows!["9.1.5a", "9.7.2B"];
    let mut table = aimed("1110", "1112", during("C2", "german").unit("27Bde", "1110"));
    table.rolls(&[9]).play(&["fire"]);
    let event = told(&table, "Bombardment");
    let dice = "the die shows 9 and counts as 10 (target in a town +1)";
    assert_eq!(event.text, format!("Bombardment of 1110 with 8 factors: {dice}: no effect."));
    assert_eq!(
        (event.side, event.outcome.as_deref(), cited(&event)),
        (Some(GERMAN), Some("no effect"), vec!["9.1.5a"])
    );
    assert_eq!(event.hexes, [hex("1112"), hex("1110")]);
    let roll = &event.rolls[0];
    assert_eq!((roll.purpose.as_str(), roll.modifier, roll.total), ("Bombardment of 1110", 1, 10));
    assert_eq!(roll.hope.unwrap().side, GERMAN);
    let read = roll.table.as_ref().unwrap();
    assert_eq!((read.column.as_deref(), read.line.as_str(), read.result.as_str()), (Some("8-12"), "10", "-"));
    // A single unit is disrupted at once; 2 in the town is read as 3.
    let mut table = aimed("1110", "1112", during("C2", "german").unit("27Bde", "1110"));
    table.rolls(&[2]).play(&["fire"]);
    assert!(table.state().disrupted.contains(piece("27Bde")));
    assert_eq!(
        (table.chooser(), told(&table, "Bombardment").rolls[0].table.as_ref().unwrap().result.as_str()),
        (GERMAN, "d")
    );
}

#[test]
fn the_three_rolls_of_an_attack_are_told_with_who_hoped_and_where_they_were_read() {
    shows!["9.3.5a", "9.4.4a", "9.5.4", "9.7.2F"];
    // Over the river from 4109 into 4110.
    let setting = during("C3", "german").unit("IR42", "4109").unit("Gren2", "4109").unit("27Bde", "4110");
    let mut table = played(setting, &["target 4110", "join all", "done", "done", "target 4109", "aim all"]);
    table.rolls(&[9]).play(&["fire"]);
    let fire = told(&table, "Defense Fire");
    let dice = "the die shows 9 and counts as 6 (attackers cross a river -3)";
    assert_eq!(fire.text, format!("Defense Fire at 4109 with 7 factors on the Offensive line: {dice}: no effect."));
    assert_eq!((fire.side, cited(&fire), fire.rolls[0].hope.unwrap().side), (Some(ALLIED), vec!["9.3.5a"], ALLIED));
    let read = |event: &Event| {
        let read = event.rolls[0].table.clone().unwrap();
        let steps: Vec<i32> = read.steps.iter().map(|step| i32::from(step.by)).collect();
        (read.column.unwrap(), read.line, read.result, steps)
    };
    assert_eq!(read(&fire), ("B".into(), "6".into(), "EN".into(), vec![0, -3]));
    table.play(&["done"]).rolls(&[10]).play(&["fire"]);
    let attack = told(&table, "Attack on");
    let text = "Attack on 4110 with 10 factors on the Defensive line: the die shows 10: both sides are Engaged.";
    assert_eq!((attack.text.as_str(), attack.side, cited(&attack)), (text, Some(GERMAN), vec!["9.4.4a"]));
    assert_eq!(attack.rolls[0].hope.unwrap().side, GERMAN);
    assert_eq!(read(&attack), ("B".into(), "10".into(), "EN".into(), vec![0]));
    table.play(&["target 4109", "join all"]).rolls(&[1]).play(&["fire"]);
    let counter = told(&table, "Counter Attack");
    let text =
        "Counter Attack on 4109 with 7 factors on the Offensive line: the die shows 1: 1 step or hex of retreat.";
    assert_eq!((counter.text.as_str(), counter.side, cited(&counter)), (text, Some(ALLIED), vec!["9.5.4"]));
    assert_eq!(counter.rolls[0].hope.unwrap().side, ALLIED);
    assert_eq!(read(&counter), ("B".into(), "1".into(), "1".into(), vec![0]));
    // What is over the table is read above it.
    let forest = during("C3", "german").unit("IR42", "1112").unit("27Bde", "1111");
    let mut forest = attacking("1111", forest);
    forest.rolls(&[10]).play(&["fire"]);
    assert_eq!(read(&told(&forest, "Attack on")).1, "above 10");
}

#[test]
fn what_needs_no_die_is_told_with_both_sums() {
    shows!["9.6.5"];
    // 8 factors against the one of the Chasseurs.
    let mut table = attacking("0505", during("C3", "german").unit("FA3", "0504").unit("11Ch", "0505"));
    let forecast = table.forecast("fire");
    let expected = ["More than 7:1, no die is rolled: 8 to 1  [9.6.5]", "  Defense factors: 1  [9.6.5]"];
    assert_eq!(forecast.sum.lines(), expected);
    let fight = forecast.fight.unwrap();
    assert_eq!((fates(&fight), fight.odds.as_str(), fight.strength), ([10, 0, 0, 0], "more than 7:1", 8.0));
    assert_eq!(fight.losses.unwrap().defender, 1.0);
    table.play(&["fire"]);
    let event = told(&table, "8 factors against 0505");
    assert_eq!(event.text, "8 factors against 0505 leave no doubt: everybody there is eliminated without a roll.");
    assert_eq!((event.side, cited(&event)), (Some(GERMAN), vec!["9.6.5"]));
    // A Counter Attack likewise: the Chasseurs attacked, and 8 strike back.
    let setting = during("C3", "allied").unit("11Ch", "0504").unit("FA3", "0505").mark("german", "defensive");
    let mut table = striking_back(setting);
    let forecast = table.forecast("fire");
    assert_eq!(forecast.sum.lines(), expected);
    assert_eq!(fates(&forecast.fight.unwrap()), [10, 0, 0, 0]);
    table.play(&["fire"]);
    assert!(table.state().dead.contains(piece("11Ch")));
    assert_eq!(told(&table, "8 factors against 0504").side, Some(GERMAN));
}

#[test]
fn an_attack_without_factors_is_not_rolled() {
    shows!["9.4.4a"];
    let shaken = during("C3", "german").piece(marked("Hus3", "0504", &["disrupted"])).unit("27Bde", "0505");
    let mut table = attacking("0505", shaken);
    let forecast = table.forecast("fire");
    assert_eq!(forecast.sum.lines(), ["Attack factors: 0  [9.4.4a]"]);
    assert_eq!(outcomes(&forecast), [("nothing", 10)]);
    table.play(&["fire"]);
    assert!(table.last_rolls().is_empty());
    let event = told(&table, "The attack on");
    assert_eq!((event.text.as_str(), event.side), ("The attack on 0505 has no factors left.", Some(GERMAN)));
}

#[test]
fn attacks_that_can_only_engage_are_the_attackers_own_fault() {
    shows!["9.6.2.EN-a"];
    // Five factors: in the open a 1 takes a step from whomever; in the forest it counts as 2, which hurts troops in Transfer mode
    // alone, and nobody sees the mode; in a city as 3, and everything engages. Ten factors hurt such troops there, too.
    let vain = |target: &str, from: &str, units: &[&str]| {
        let setting = units.iter().fold(during("C3", "german"), |setting, unit| setting.unit(unit, from));
        let table = attacking(target, setting.unit("27Bde", target));
        table.misdeeds(&[5], "fire").units(GERMAN, Habit::VainAttacks)
    };
    assert_eq!(vain("0505", "0504", &["IR42"]), 0);
    assert_eq!(vain("1111", "1112", &["IR42"]), 0);
    assert_eq!(vain("1408", "1409", &["IR42"]), 1);
    assert_eq!(vain("1408", "1409", &["IR42", "Gren2"]), 0);
}

#[test]
fn what_is_said_of_an_attack_names_its_units_and_factors() {
    shows!["9.1.4", "9.2.1a", "8.1.5b"];
    let guns = during("C2", "german").unit("FA3", "0503").unit("27Bde", "0505");
    let table = played(guns, &["target 0505"]);
    assert_eq!(table.choice("aim FA3 8").text, "FA Bde 3 (FAR 2, 38) (8-4-6) with 8 factors");
    assert_eq!(table.choice("aim FA3 1").text, "FA Bde 3 (FAR 2, 38) (8-4-6) with 1 factor");
    let setting = during("C3", "german").unit("IR42", "0504").unit("Gren2", "0604").unit("27Bde", "0505");
    let mut table = played(setting, &["target 0505", "join all", "done", "done"]);
    let event = told(&table, "2 German units");
    assert_eq!(event.text, "2 German units attack 0505 from 0504, 0604 with 10 factors.");
    assert_eq!((event.side, cited(&event)), (Some(GERMAN), vec!["9.2.1a", "8.1.5b"]));
    table.play(&["target 0504", "aim 27Bde 7"]);
    let single = during("C3", "german").unit("IR42", "0504").unit("27Bde", "0505");
    let single = played(single, &["target 0505", "join all", "done", "done"]);
    assert_eq!(told(&single, "A German unit").text, "A German unit attacks 0505 from 0504 with 5 factors.");
}

#[test]
fn who_strikes_back_must_have_something_to_strike_with() {
    shows!["9.5.4", "9.5.1b"];
    // The Chasseurs have a single factor, and none when they are disrupted.
    let setting = during("C3", "german").unit("IR42", "0504").unit("27Bde", "0505");
    let setting = setting.piece(marked("11Ch", "0505", &["disrupted"]));
    let mut table = attacking("0505", setting);
    table.rolls(&[10]).play(&["fire", "target 0504"]);
    assert_eq!(table.refused_by("fire"), "9.5.4", "nobody has joined");
    table.play(&["join 11Ch"]);
    assert_eq!(table.refused_by("fire"), "9.5.4", "nor anybody with a factor");
    table.play(&["join 27Bde"]);
    assert_eq!(table.forecast("fire").sum.parts[0].value, "7");
    assert_eq!(table.refused_by("join all"), "9.5.4", "everybody has");
}

#[test]
fn only_a_unit_that_was_struck_is_disrupted_in_its_owners_choice() {
    shows!["9.6.2.d"];
    let setting = during("C2", "german").unit("27Bde", "0505").unit("28Bde", "0505").unit("125Bde", "0506");
    let mut table = aimed("0505", "0503", setting);
    table.rolls(&[4]).play(&["fire"]);
    assert_eq!(table.chooser(), ALLIED);
    assert_eq!(table.refused_by("pick 125Bde"), "7.1.1", "a brigade in another hex");
    table.play(&["pick 28Bde"]);
    assert!(table.state().disrupted.contains(piece("28Bde")) && !table.state().disrupted.contains(piece("125Bde")));
}

#[test]
fn guns_that_are_not_yours_or_not_there_do_not_fire() {
    shows!["9.1.1a"];
    let dead = json!({ "piece": "FA4", "place": "eliminated" });
    let setting = during("C2", "german").unit("FA3", "0503").unit("27Bde", "0505").unit("AC7", "0703").piece(dead);
    let table = played(setting, &["target 0505"]);
    for name in ["AC7", "FA4"] {
        let refusal = table.refusal(&format!("aim {name} 1"));
        assert_eq!(refusal.clauses[0].0, "9.1.1a", "{name}");
        assert!(refusal.reason.ends_with("is no gun of yours on the map"), "{refusal}");
    }
}

#[test]
fn half_of_the_steps_is_not_most_of_them() {
    shows!["9.6.2.N-RAd"];
    // Two brigades on their last step, one of them disrupted: a 2 may be divided; with both disrupted it may not.
    let options = |second: &[&str]| {
        let strong = ["IR42", "Gren2", "Gren9", "Fus34", "IR14"].iter();
        let setting = strong.fold(during("C3", "german"), |setting, unit| setting.unit(unit, "0504"));
        let setting = setting.piece(reduced("27Bde", "0505", &["disrupted"])).piece(reduced("28Bde", "0505", second));
        let mut table = attacking("0505", setting);
        table.rolls(&[1]).play(&["fire"]);
        table.options()
    };
    assert_eq!(options(&[]), ["take 1", "take 2"]);
    assert_eq!(options(&["disrupted"]), ["lose 27Bde", "lose 28Bde"]);
}

#[test]
fn victors_to_the_south_are_fled_from_to_the_north() {
    shows!["9.8.1"];
    // From 0506 the hexes behind 0505 are 0504, 0404 and 0604.
    let setting = during("C3", "german").unit("IR42", "0506").unit("Gren2", "0506").unit("27Bde", "0505");
    // With Germans in 0403 and 0603 each of them is watched as well as 0405 and 0605, which are next to the victors.
    for watched in [false, true] {
        let setting = if watched { setting.clone().unit("IR48", "0403").unit("IR20", "0603") } else { setting.clone() };
        let mut table = table(setting);
        table.play(&["target 0505", "join IR42", "join Gren2", "done", "done", "done"]);
        table.rolls(&[1]).play(&["fire", "take 0"]);
        let mut ways = table.options();
        ways.sort();
        assert_eq!(ways, ["retreat 0404", "retreat 0504", "retreat 0604"], "{watched}");
        assert_eq!(game().prompt(table.state()), "Choose where the units retreat; 1 hex to go.");
    }
}
