//! The charts: what players read there is what the rules read.

use crate::common::game;
use engine::Rules;
use engine::laws::{assert_charts_are_for_players, chart_cell};
use miracle_on_the_marne::state::option;

fn cell(chart: &str, column: Option<&str>, line: &str) -> (String, String) {
    let first = &game().about().scenarios[0].id;
    chart_cell(&**game(), first, (chart, column, line))
}

#[test]
fn every_scenario_has_its_charts() {
    for scenario in 0..game().about().scenarios.len() {
        assert_eq!(assert_charts_are_for_players(&**game(), scenario).len(), 11);
    }
}

#[test]
fn results_are_said_in_words() {
    let combat = |column, line| cell("Combat Results Table", Some(column), line);
    // 22 factors against troops on the Offensive line stand in the fifth column.
    assert_eq!(combat("E", "Offensive").0, "22-30");
    let words = "3 steps and hexes of retreat; in Defense Fire 3 steps are lost";
    assert_eq!(combat("E", "1"), ("3".into(), words.into()));
    assert_eq!(combat("A", "10"), ("EN".into(), "both sides are Engaged; in Defense Fire no effect".into()));
    assert_eq!(combat("J", "above 10").0, "EN");
    let guns = |column, line| cell("Bombardment Table", Some(column), line);
    assert_eq!(guns("36+", "1"), ("D3".into(), "every unit is disrupted and three steps are lost".into()));
    assert_eq!(guns("1-3", "2"), ("d".into(), "one unit is disrupted".into()));
}

#[test]
fn numbers_of_the_book_stand_there() {
    assert_eq!(cell("Die Roll Modifiers", None, "target in forest").0, "+1");
    assert_eq!(cell("Recovery", None, "a lost step").0, "1 to 8");
    assert_eq!(cell("Lines of Supply", None, "the longest line").0, "8");
    assert_eq!(cell("Victory Points", None, "each city").0, "3");
}

#[test]
fn optional_tables_come_with_their_rules() {
    let names = |options| game().charts(0, options).into_iter().map(|chart| chart.name).collect::<Vec<_>>();
    let none = game().about().default_options();
    let with = names(none.with(option::COMMAND, true).with(option::VARIABLE, true));
    for optional in ["Command and Control Table", "Variable Reinforcements"] {
        assert!(with.iter().any(|name| name == optional), "{with:?}");
        assert!(!names(none).iter().any(|name| name == optional));
    }
}
