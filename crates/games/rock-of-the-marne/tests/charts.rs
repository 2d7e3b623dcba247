//! The charts: what players read there is what the book prints.

use crate::common::{game, on, phase};
use engine::laws::{assert_charts_are_for_players, chart_cell};
use engine::{Chart, Rules, clauses, shows};

fn charts(scenario: &str) -> Vec<Chart> {
    assert_charts_are_for_players(&**game(), game().about().scenario(scenario).unwrap())
}

fn cell(chart: &str, column: Option<&str>, line: &str) -> (String, String) {
    chart_cell(&**game(), "campaign", (chart, column, line))
}

#[test]
fn every_scenario_has_its_charts() {
    for scenario in &game().about().scenarios {
        assert_eq!(charts(&scenario.id).len(), 10, "{}", scenario.id);
    }
}

#[test]
fn the_combat_table_says_its_codes_in_words() {
    let combat = |column, line| cell("Combat Results Table", Some(column), line);
    let words = "the attacker loses 3 steps and retreats 1 hex, the defender loses 1 step";
    assert_eq!(combat("5:1", "2"), ("A3r1,D1".into(), words.into()));
    assert_eq!(combat("1:2", "2").0, "A4r3");
    assert_eq!(combat("6:1", "12"), ("D4r3".into(), "the defender loses 4 steps and retreats 3 hexes".into()));
    assert_eq!(combat("3:1", "7").0, "A2,D2");
    assert_eq!(combat("2:1", "11").0, "D2r1");
}

#[test]
fn terrain_and_the_small_tables_are_those_of_the_book() {
    shows!["5.0d-1"];
    let terrain = |column, line| cell("Terrain Effects Chart", Some(column), line).0;
    assert_eq!([terrain("movement", "Rough woods"), terrain("combat", "Rough woods")], ["3", "left 2"]);
    assert_eq!([terrain("movement", "City"), terrain("combat", "City")], ["1/2", "left 2"]);
    assert_eq!([terrain("movement", "River hexside"), terrain("combat", "River hexside")], ["+1", "attack 1/2"]);
    assert_eq!(terrain("combat", "Lakes"), "attack 1/2");
    assert_eq!(terrain("movement", "The same, Stormtroopers"), "+1");
    assert_eq!(cell("Interception Table", None, "7 to 9"), ("M".into(), "the mission fails".into()));
    assert_eq!(cell("Interception Table", None, "10 to 13").0, "M-1");
    assert_eq!(cell("Bridge Bombing Table", None, "2 to 6").0, "no effect");
    assert_eq!(cell("Bridge Repair", None, "3 to 6").0, "repaired");
    assert_eq!(cell("Crossing to an Empty Hex", None, "1 to 2").0, "one step lost");
    assert_eq!(cell("Turn Record Track", Some("date"), "9").0, "19 July");
}

#[test]
fn victory_is_told_for_each_scenario() {
    let victory = |scenario: &str| charts(scenario).into_iter().find(|chart| chart.name == "Victory Points").unwrap();
    let notes: Vec<String> = victory("rock-of-the-marne").notes.into_iter().map(|note| note.text).collect();
    let levels = ["From 1: a German technical victory.", "From 2: a German strong showing."];
    assert_eq!(notes[..2], levels);
    assert_eq!(notes[2], "From 5: a German major victory.");
    let lines: Vec<String> = victory("tenth-army").lines.into_iter().map(|line| line.head).collect();
    assert_eq!(lines.len(), 5);
    assert!(lines.iter().any(|line| line.starts_with("08.30")), "{lines:?}");
}

#[test]
fn an_attack_is_aimed_shift_by_shift() {
    // 9 against 9 is 1:1, and the HQ shifts it a column to the right.
    let setting = phase("combat", 9).unit("G-HQ-13", "58.04").unit("G-10", "59.06").unit("F-55", "59.07");
    let mut table = on(setting);
    table.play(&["target 59.07", "join G-10", "shift G-HQ-13"]);
    let aim = &table.forecast("fight").aims[0];
    let place = (aim.chart.as_str(), aim.from.as_deref(), aim.column.as_deref());
    assert_eq!(place, ("Combat Results Table", Some("1:1"), Some("2:1")));
    let steps: Vec<_> = aim.steps.iter().map(|step| (step.label.as_str(), step.by, step.column.as_deref())).collect();
    assert_eq!(steps, [("G-HQ-13", 1, Some("2:1"))]);
    assert_eq!(aim.steps[0].clauses, clauses!["1.9c-1", "1.9a-1"]);
    // The roll tells the same, and its line.
    table.rolls(&[3, 4]).play(&["fight"]);
    let rolls = table.playing.log().iter().flat_map(|(_, event)| event.rolls.clone());
    let read = rolls.filter_map(|roll| roll.table).next().unwrap();
    assert_eq!((read.line.as_str(), read.result.as_str(), read.steps), ("7", "A3,D2", aim.steps.clone()));
}

#[test]
fn beyond_its_ends_the_table_stops() {
    // A reduced division of 3 against one of 9 is 1:3, which the table does not have.
    let setting = phase("combat", 9).mark("side", "allied").unit("F-HQ-20", "58.04");
    let setting = setting.piece(serde_json::json!({ "piece": "F-73", "hex": "59.06", "steps": 1 }));
    let mut table = on(setting.unit("G-10", "59.07"));
    table.play(&["target 59.07", "join F-73"]);
    let aim = &table.forecast("fight").aims[0];
    assert_eq!((aim.from.as_deref(), aim.column.as_deref()), (Some("1:3"), Some("1:2")));
    let last = aim.steps.last().unwrap();
    assert_eq!((last.label.as_str(), last.by, last.column.as_deref()), ("the table ends there", 1, Some("1:2")));
}
