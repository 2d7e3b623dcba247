//! 12 Combat and 10 Command as they are told: sums part by part, where dice are read, and the sentences afterwards.

use crate::common::{Ask, Lay, game, marches, marne, moves, phase};
use clash_of_giants::ClashOfGiants;
use clash_of_giants::pieces::{ALLIED, GERMAN};
use engine::laws::{Setting, Table};
use engine::{Event, Habit, Viewer, shows};

fn fight() -> Setting {
    phase("german-combat", 5)
}

/// All that can attack a hex.
fn joined(setting: Setting, target: &str) -> Table<ClashOfGiants> {
    let mut table = setting.table(game());
    table.play(&[&format!("target {target}")]);
    let all = if table.offers("join all") { "join all".to_string() } else { table.options()[0].clone() };
    table.play(&[&all]);
    table
}

fn lines(table: &Table<ClashOfGiants>, action: &str) -> Vec<String> {
    table.forecast(action).sum.lines()
}

/// The last event whose sentence holds these words.
fn told(table: &Table<ClashOfGiants>, part: &str) -> Event {
    let mut log = table.playing.log().iter().rev().map(|(_, event)| event);
    log.find(|event| event.text.contains(part))
        .unwrap_or_else(|| panic!("nobody told {part}: {:?}", table.told(Viewer::All)))
        .clone()
}

fn cited(event: &Event) -> Vec<&str> {
    event.clauses.iter().map(|clause| clause.0).collect()
}

#[test]
fn a_column_is_opened_into_both_sides_their_odds_and_each_shift() {
    shows!["std/12.4", "std/12.5a", "std/12.5b", "std/12.7c", "std/12.7d", "std/2.25"];
    // Tapiau: three divisions and a half against a brigade in a town, in a Fortified Zone.
    let setting = ["R-25", "R-27"].iter().fold(phase("allied-combat", 5), |setting, unit| setting.unit(unit, "2903"));
    let table = joined(setting.unit("R-28", "2904").reduced("R-29", "2904").unit("G-2LW", "2804"), "2804");
    let expected = [
        "Column (-2 for attackers, +2 for defenders): 3-1  [std/12.4, std/12.7c, std/12.7d]",
        "  attacking factors: 7  [std/2.24]",
        "    Russian 25 division: 2  [std/2.25]",
        "    Russian 27 division: 2  [std/2.25]",
        "    Russian 28 division: 2  [std/2.25]",
        "    Russian 29 division: 1  [std/2.25]",
    ];
    let found = lines(&table, "launch");
    assert_eq!(found[1..6], expected[1..6], "{found:?}");
    assert!(found[6].starts_with("  defending factors: 1  [std/2.24]"), "{found:?}");
    assert_eq!(found[8..10], ["  odds: 5-1  [std/12.4]", "  ground: 2 left  [std/12.5a, std/12.5c]"]);
    // Where the dice are read: two columns further left.
    let steps = |table: &Table<ClashOfGiants>| {
        let aim = table.forecast("launch").aims.remove(0);
        let steps: Vec<(i16, String)> = aim.steps.into_iter().map(|step| (step.by, step.label)).collect();
        (aim.from.unwrap_or_default(), aim.column.unwrap(), steps)
    };
    assert_eq!(steps(&table), ("5-1".into(), "3-1".into(), vec![(-2, "ground".to_string())]));
    // One and a half divisions attack over the Alle, and no ground helps.
    let river = joined(fight().unit("G-41", "2809").reduced("G-35", "2809").unit("R-5Rif", "2908"), "2908");
    assert!(lines(&river, "launch").contains(&"  all attack across rivers: 1 left  [std/12.5b]".to_string()));
    assert!(!lines(&river, "launch").iter().any(|line| line.contains("ground")));
    assert_eq!(steps(&river), ("3-1".into(), "2-1".into(), vec![(-1, "all attack across rivers".to_string())]));
    let fight = table.forecast("launch").fight.unwrap();
    assert_eq!((fight.odds.as_str(), fight.rung, fight.strength), ("3-1", 4, 7.0));
    assert_eq!((fight.from, fight.targets), (vec!["2903".into(), "2904".into()], vec!["2804".to_string()]));
}

#[test]
fn ratings_are_opened_for_those_who_check() {
    shows!["std/12.7f", "std/12.7g", "std/8.4b", "std/14.5b", "marne/16.4"];
    let setting = fight().unit("G-41", "3821").marked("R-1", "3822", &["unsupplied"]);
    let found = lines(&joined(setting, "3822"), "launch");
    let expected = [
        "  TER of German 41 division: 4  [std/2.27, std/12.7g]",
        "    printed: 4  [std/2.24]",
        "  TER of Russian 1 division: 2  [std/2.27, std/12.7g]",
        "    printed: 3  [std/2.24]",
        "    out of supply: -1  [std/8.4b]",
    ];
    assert_eq!(found[found.len() - 5..], expected);
    // British cavalry has what is printed on it against infantry.
    let british = marne("german-combat", 6).unit("B-1Cav", "2418").unit("G-3", "2417").mark("rallied", "bef");
    let found = lines(&joined(british, "2418"), "launch");
    assert!(
        found[found.len() - 1].starts_with("    printed, against infantry: ")
            && found[found.len() - 1].ends_with("[marne/16.4]")
    );
}

#[test]
fn of_many_attackers_the_best_are_supposed_to_check() {
    shows!["std/12.7f"];
    // 4-1: two of three check. A Landwehr brigade has the worst TER of all, and is not supposed to.
    let setting = fight().unit("G-2LW", "3821").unit("G-41", "3921").unit("G-35", "3921").unit("R-5Rif", "3822");
    let table = joined(setting, "3822");
    let found = lines(&table, "launch");
    assert!(table.forecast("launch").given.is_some());
    let checked = |name: &str| found.iter().any(|line| line.contains(&format!("TER of {name}")));
    assert!(found[0].contains("5-1"), "{found:?}");
    assert!(checked("German 35 division") != checked("German 41 division"), "one of them, by the column 5-1");
    assert!(!checked("German 2 LW brigade") && !found.iter().any(|line| line.contains("LW") && line.contains("TER")));
    // Who is chosen is supposed instead.
    let mut table = table;
    table.play(&["launch"]);
    let chosen = lines(&table, "check G-2LW");
    assert!(chosen.iter().any(|line| line.contains("LW") && line.contains("TER")), "{chosen:?}");
    assert!(!chosen.iter().any(|line| line.contains("TER of German 41")));
}

#[test]
fn before_anybody_has_joined_all_of_one_league_are_supposed_to() {
    shows!["marne/5.331b", "std/12.2b"];
    let setting = marne("allied-combat", 6).unit("F-5", "2516").unit("B-1", "2417").unit("B-2", "2417");
    let table = setting.unit("G-3", "2416").unit("F-6", "2316").table(game());
    let sum = table.forecast("target 2416").sum;
    assert_eq!(sum.parts[0].value, "4", "two divisions of one nation: {:?}", sum.lines());
}

#[test]
fn checks_are_told_with_every_die_and_what_it_had_to_beat() {
    shows!["std/12.4", "std/12.7a", "std/12.7b", "std/12.8a"];
    let mut table = joined(fight().unit("G-41", "3821").unit("G-35", "3821").unit("R-1", "3822"), "3822");
    table.rolls(&[6, 5, 4]).play(&["launch"]);
    let launched = told(&table, "attack 3822");
    assert!(launched.text.ends_with(" attack 3822."), "{}", launched.text);
    assert_eq!((launched.side, cited(&launched)), (Some(GERMAN), vec!["std/12.1a", "std/12.1e"]));
    let event = told(&table, "against 2, column");
    let text = "4 against 2, column 2-1, -1 for attackers and +1 for defenders: 1 attacker and 1 defender fail.";
    assert_eq!((event.text.as_str(), event.side), (text, Some(GERMAN)));
    assert_eq!(cited(&event), ["std/12.4", "std/12.7a", "std/12.7b"]);
    assert_eq!(event.outcome.as_deref(), Some("1 attacker and 1 defender fail"));
    let rolls: Vec<(i16, i16, &str, &str)> = event
        .rolls
        .iter()
        .map(|roll| {
            let read = roll.table.as_ref().unwrap();
            (roll.modifier, roll.total, read.line.as_str(), read.result.as_str())
        })
        .collect();
    let (attackers, defenders) = (rolls[0].2, rolls[2].2);
    assert_eq!(rolls, [(-1, 5, attackers, "-1"), (-1, 4, attackers, "-1"), (1, 5, defenders, "+1")]);
    assert!(attackers != defenders);
    assert_eq!(event.rolls[0].hope.unwrap().side, GERMAN);
    assert_eq!(event.rolls[2].hope.unwrap().side, ALLIED);
    let loss = told(&table, "Russian 1 division loses a step");
    assert_eq!((cited(&loss), loss.losses[0].side, loss.losses[0].steps), (vec!["std/12.8a"], ALLIED, 1));
    // What is told of a single attacker, and of one who falls with all that he had.
    let mut last = joined(fight().reduced("G-41", "3821").unit("R-5Rif", "3822"), "3822");
    last.rolls(&[6, 6]).play(&["launch"]);
    assert!(told(&last, "3822.").text.starts_with("German 41 division attacks 3822."));
    let fallen = told(&last, "German 41 division is eliminated.");
    assert_eq!((cited(&fallen), fallen.losses[0].steps), (vec!["std/12.8a"], 1));
}

#[test]
fn attacks_that_cannot_shake_anybody_are_the_attackers_own_fault() {
    shows!["std/12.7a"];
    // Three against one and worse: -2 on the die, so that TER 3 holds on any roll but a 6, and TER 4 on every roll.
    let vain = |defenders: &[&str]| {
        let setting = phase("allied-combat", 5).reduced("R-1", "3821");
        let setting = defenders.iter().fold(setting, |setting, unit| setting.unit(unit, "3822"));
        let table = joined(setting, "3822");
        table.misdeeds(&[1, 1, 1, 1], "launch").units(ALLIED, Habit::VainAttacks)
    };
    assert_eq!(vain(&["G-41"]), 0, "at 1-2 a 6 counts as 5");
    assert_eq!(vain(&["G-41", "G-35"]), 1, "at 1-3 no roll is above 4");
}

#[test]
fn retreats_and_advances_are_told_with_their_way() {
    shows!["std/12.8b", "std/12.81", "std/12.91", "std/12.92", "std/14.3b"];
    let mut table = joined(fight().unit("G-1Cav", "3821").unit("R-5Rif", "3822").unit("R-1", "3522"), "3822");
    table.rolls(&[1, 6]).play(&["launch"]);
    let mut further = table.clone();
    table.play(&["advance G-1Cav 3822"]);
    let near = told(&table, "advances to 3822");
    assert_eq!((cited(&near), near.hexes.len(), near.side), (vec!["std/12.91"], 2, Some(GERMAN)));
    further.play(&["advance G-1Cav 3823"]);
    let far = told(&further, "advances to 3823");
    assert_eq!((cited(&far), far.hexes.len()), (vec!["std/12.92"], 3), "by way of 3822");
    let mut table = joined(fight().unit("G-41", "3820").unit("R-1", "3821"), "3821");
    table.rolls(&[1, 6]).play(&["launch", "to 3824"]);
    let back = told(&table, "retreats to 3824");
    assert_eq!((cited(&back), back.hexes.len(), back.side), (vec!["std/12.8b", "std/12.81"], 4, Some(ALLIED)));
    let mut table = joined(fight().unit("G-41", "3821").unit("R-1Cav", "3822"), "3822");
    table.play(&["launch", "withdraw R-1Cav", "to 3824"]);
    assert_eq!(cited(&told(&table, "retreats to 3824")), ["std/14.3b"]);
}

#[test]
fn a_command_roll_is_opened_for_every_line_of_the_tracks() {
    shows!["std/10.1a", "tannenberg/10.41b", "tannenberg/10.42b", "tannenberg/10.62", "marne/10.52a"];
    let russians = |turn: u32| {
        phase("allied-first-operational", turn).unit("R-25", "3922").unit("R-1", "3024").unit("G-41", "1513")
    };
    let head = |table: Table<ClashOfGiants>, action: &str| lines(&table, action).remove(0);
    let first = |setting: Setting| head(setting.table(game()), "activate russian-first");
    assert_eq!(first(russians(3)), "Russian First Army, normal line: 3 3 4 4 4 5  [std/10.1a]");
    assert!(first(russians(3).mark("after-loss", "yes")).ends_with("[tannenberg/10.41b]"));
    let second = head(russians(3).table(game()), "activate russian-second");
    assert!(second.starts_with("Russian Second Army, ") && second.ends_with("[tannenberg/10.42b]"), "{second}");
    let eighth =
        phase("german-operational", 5).unit("G-41", "1513").unit("R-1", "5022").mark("activated", "first-corps");
    assert!(head(eighth.clone().table(game()), "roll").ends_with("[std/10.1a]"));
    assert!(head(eighth.mark("attack-state", "3").table(game()), "roll").ends_with("[tannenberg/10.62]"));
    let cup = |rallied: &str| {
        let setting = marne("allied-operational", 6).unit("B-1", "2021").unit("G-3", "3005").mark("rallied", rallied);
        lines(&setting.table(game()), "cup")
    };
    let (shaken, steady) = (cup(""), cup("bef"));
    assert_eq!(shaken[0], "Markers in the cup: 5  [marne/5.32a]");
    let bef = |lines: &[String]| lines.iter().find(|line| line.contains("British")).unwrap().clone();
    assert!(bef(&shaken).ends_with("[marne/10.52a]") && bef(&shaken) != bef(&steady), "{shaken:?}");
}

#[test]
fn chances_of_a_draw_are_those_of_each_marker_and_its_die() {
    shows!["marne/5.32a", "marne/10.2a", "marne/17.4"];
    let table = marne("german-operational", 6).unit("G-3", "2714").unit("F-14", "2020").table(game());
    let forecast = table.forecast("cup");
    for army in ["German First Army", "German Second Army", "German Third Army", "German Fourth Army"] {
        let of = forecast.chances.iter().filter(|chance| chance.outcome.starts_with(army));
        let sum: f64 = of.map(|chance| chance.probability).sum();
        assert!((sum - 0.25).abs() < 1e-9, "{army}: {sum}");
    }
    // What comes out is told by the same words.
    let mut drawn = table;
    drawn.rolls(&[1, 6]).play(&["cup"]);
    let event = told(&drawn, "is drawn");
    assert_eq!(event.rolls.len(), 2);
    let outcome = event.outcome.clone().unwrap();
    assert!(forecast.chances.iter().any(|chance| chance.outcome == outcome), "{outcome}");
    assert!(event.text.contains(" is drawn and rolls 6 and has a Movement Allowance of "), "{}", event.text);
    assert_eq!(cited(&event), ["std/10.1a"]);
}

#[test]
fn a_march_is_opened_with_its_allowance_and_what_was_spent() {
    shows!["std/11.1a", "std/11.3a", "std/10.1a", "std/10.1d"];
    let mut table = moves("eighth", "5", 6).unit("G-35", "3707").unit("R-25", "5205").table(game());
    table.play(&["pick G-35"]);
    let expected = [
        "Movement points: 2  [std/11.1a]",
        "  3807, clear: 2  [std/11.3a, std/11.3f]",
        "    across a river: +1  [std/11.3b]",
        "  of the movement points it has: 5  [std/10.1d]",
        "    German 35 division: German Eighth Army: 5  [std/10.1a]",
    ];
    let found = lines(&table, "to 3807");
    assert_eq!(found[..4], expected[..4]);
    assert!(found[4].ends_with(": German Eighth Army: 5  [std/10.1a]"), "{found:?}");
    assert_eq!(table.choice("to 3807").cost.as_deref(), Some("2 MP"));
    table.play(&["to 3807"]);
    let event = told(&table, "moves from 3707 to 3807");
    assert_eq!(
        (event.side, cited(&event), event.text.as_str()),
        (Some(GERMAN), vec!["std/11.1a"], "German 35 division moves from 3707 to 3807.")
    );
    // A single hex can always be entered.
    let mut slow = moves("eighth", "1", 6).marked("G-35", "3707", &["unsupplied"]).unit("R-25", "5205").table(game());
    slow.play(&["pick G-35"]);
    let found = lines(&slow, "to 3807");
    assert!(found.contains(&"  one hex can always be entered: all points  [std/11.1c]".to_string()), "{found:?}");
    assert!(found.contains(&"      out of supply: halved  [std/8.4b]".to_string()), "{found:?}");
}

#[test]
fn attempts_and_escapes_are_told_with_their_dice() {
    shows!["marne/9.32a", "marne/9.32b", "std/14.4a"];
    let setting = marches("french-sixth", "2*", 6).mark("rallied", "french-sixth").reduced("F-14", "1908");
    let table = setting.unit("G-3", "3005").table(game());
    let found = lines(&table, "rebuild F-14");
    assert_eq!(found[0], "A step is regained on a roll up to: 3  [marne/9.32b]");
    for (roll, outcome) in [(3, "a step is regained"), (4, "nothing is regained")] {
        let mut table = table.clone();
        table.rolls(&[roll]).play(&["rebuild F-14"]);
        let event = told(&table, "attempts replacements");
        assert!(event.text.ends_with(&format!("rolls {roll} against 3: {outcome}.")), "{}", event.text);
        assert_eq!(
            (event.outcome.as_deref(), cited(&event), event.side),
            (Some(outcome), vec!["marne/9.32a"], Some(ALLIED))
        );
    }
    // Cavalry attacked by cavalry gets away with its TER or less.
    let mut table = joined(fight().unit("G-1Cav", "3821").unit("R-1Cav", "3822"), "3822");
    table.play(&["launch"]);
    let forecast = table.forecast("withdraw R-1Cav");
    let ter: u16 = forecast.sum.value.parse().unwrap();
    let away = forecast.chances.iter().find(|chance| chance.outcome == "it gets away").unwrap();
    assert!((away.probability - f64::from(ter) / 6.0).abs() < 1e-9);
    let mut caught = table.clone();
    table.rolls(&[ter]).play(&["withdraw R-1Cav"]);
    assert!(
        told(&table, "tries to retreat before combat")
            .text
            .ends_with(&format!("rolls {ter} against {ter}: it gets away."))
    );
    assert!(!table.hexes("to").is_empty());
    caught.rolls(&[ter + 1, 1, 1]).play(&["withdraw R-1Cav"]);
    let event = told(&caught, "tries to retreat before combat");
    assert_eq!((event.outcome.as_deref(), event.side), (Some("it must fight"), Some(ALLIED)));
    assert_eq!(caught.at("R-1Cav"), "3822");
}

#[test]
fn targets_are_added_to_the_attack_of_those_who_stand_beside_them() {
    shows!["std/12.3c", "std/12.3d"];
    // The linked attack of G-37 on 4022 takes 4122 in, which only he stands next to.
    let setting =
        fight().unit("G-41", "3821").unit("G-35", "3921").unit("G-37", "4021").unit("R-1", "3822").unit("R-2", "4022");
    let mut table = setting.unit("R-5Rif", "4121").table(game());
    table.play(&["target 3822", "join G-41", "join G-35", "link 4022", "join G-37"]);
    assert!(table.offers("target 4121"), "{:?}", table.options());
    table.play(&["target 4121", "launch"]);
    let linked = told(&table, "German 37 division attacks");
    assert!(linked.text.contains("4022") && linked.text.contains("4121"), "{}", linked.text);
    assert!(!told(&table, "attack 3822").text.contains("4121"));
}

#[test]
fn nobody_advances_next_to_an_enemy_source() {
    shows!["std/12.91", "tannenberg/9.22c"];
    // 5104 lies beside the Russian Entry Hex 5205.
    let mut table = joined(fight().unit("G-41", "5004").unit("R-5Rif", "5104").unit("R-25", "3922"), "5104");
    table.rolls(&[1, 6]).play(&["launch"]);
    assert!(table.is_dead("R-5Rif") && table.at("G-41") == "5004");
    assert!(!table.options().iter().any(|option| option.starts_with("advance")));
}

#[test]
fn a_pursued_unit_is_shown_the_whole_way_that_it_marches() {
    shows!["marne/10.33b", "std/11.1a"];
    let mut table = marches("bef", "3", 2).unit("B-1", "2012").unit("G-3", "3005").table(game());
    table.play(&["pick B-1"]);
    let ends: Vec<String> = table.hexes("to").into_iter().collect();
    assert!(!ends.is_empty());
    let board = crate::common::west().ground.board();
    for end in ends {
        let forecast = table.forecast(&format!("to {end}"));
        let path = &forecast.path;
        assert_eq!((path[0].as_str(), path.last()), ("2012", Some(&end)), "{path:?}");
        let beside =
            |pair: &[String]| board.distance(board.parse(&pair[0]).unwrap(), board.parse(&pair[1]).unwrap()) == 1;
        assert!(path.windows(2).all(beside), "{path:?}");
        let steps = forecast.sum.parts.iter().take(path.len() - 1).map(|part| part.value.parse::<u32>().unwrap());
        assert_eq!(steps.sum::<u32>().to_string(), forecast.sum.value, "{:?}", forecast.sum.lines());
    }
}

#[test]
fn what_regains_a_step_is_cited_by_nation() {
    shows!["marne/9.32c", "marne/9.32d"];
    let head = |army: &str, unit: &str, hex: &str, other: (&str, &str)| {
        let setting = marches(army, "2*", 6).mark("rallied", "bef").reduced(unit, hex).unit(other.0, other.1);
        lines(&setting.table(game()), &format!("rebuild {unit}")).remove(0)
    };
    assert_eq!(
        head("german-first", "G-5", "2714", ("F-14", "2020")),
        "A step is regained on a roll up to: 3  [marne/9.32d]"
    );
    assert_eq!(head("bef", "B-1", "2117", ("G-3", "3005")), "A step is regained on a roll up to: 1  [marne/9.32c]");
}
