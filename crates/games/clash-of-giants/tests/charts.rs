//! The charts: what players read there is what the rules read.

use crate::common::{game, phase};
use engine::Rules;
use engine::laws::{assert_charts_are_for_players, chart_cell};

fn cell(scenario: &str, chart: &str, column: Option<&str>, line: &str) -> (String, String) {
    chart_cell(&**game(), scenario, (chart, column, line))
}

#[test]
fn every_scenario_has_its_charts() {
    let count = |at| assert_charts_are_for_players(&**game(), at).len();
    assert_eq!((0..game().about().scenarios.len()).map(count).collect::<Vec<_>>(), [10, 9, 9]);
}

#[test]
fn the_odds_change_the_checks() {
    let combat = |column, line| cell("tannenberg", "Combat Results Table", Some(column), line);
    let words = "1 is taken off the dice of attackers; a unit fails above its TER";
    assert_eq!(combat("2-1", "attackers' dice"), ("-1".into(), words.into()));
    assert_eq!(combat("3-1", "defenders' dice").0, "+2");
    assert_eq!([combat("1-1", "attackers that check").0, combat("4-1", "attackers that check").0], ["all", "2"]);
}

#[test]
fn tracks_hexes_and_replacements_are_those_of_the_campaign() {
    assert_eq!(cell("tannenberg", "Command Tracks", Some("1"), "Russian First Army, After loss").0, "1");
    assert_eq!(cell("tannenberg", "Replacements", None, "Russian First Army").0, "2");
    assert_eq!(cell("marne", "Replacement Attempts", None, "British").0, "1");
    let east = game().charts(0, game().about().default_options());
    assert!(!east.iter().any(|chart| chart.name == "Replacement Attempts"));
}

#[test]
fn an_attack_is_aimed_shift_by_shift() {
    // Two divisions against one in woods: 2-1, and a column to the left.
    let setting = phase("german-combat", 5).unit("G-41", "3821").unit("G-35", "3821").unit("R-1", "3822");
    let mut table = setting.table(game());
    table.play(&["target 3822", "join all"]);
    let aim = &table.forecast("launch").aims[0];
    assert_eq!((aim.chart.as_str(), aim.from.as_deref()), ("Combat Results Table", Some("2-1")));
    let last = aim.steps.last().map_or(aim.from.clone(), |step| step.column.clone());
    assert_eq!(last, aim.column, "the steps lead to the column");
    table.rolls(&[1, 1, 1]).play(&["launch"]);
    let rolls = table.playing.log().iter().flat_map(|(_, event)| event.rolls.clone());
    let lines: Vec<String> = rolls.filter_map(|roll| roll.table).map(|read| read.line).collect();
    assert_eq!(lines, ["attackers' dice", "attackers' dice", "defenders' dice"]);
}
