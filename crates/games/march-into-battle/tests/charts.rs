//! The charts: what players read there is what the rules read.

use crate::common::game;
use engine::Rules;
use engine::laws::{assert_charts_are_for_players, chart_cell};

fn cell(chart: &str, column: Option<&str>, line: &str) -> (String, String) {
    chart_cell(&*game(), "raab", (chart, column, line))
}

#[test]
fn every_battle_has_its_charts() {
    for scenario in 0..game().about().scenarios.len() {
        assert_eq!(assert_charts_are_for_players(&*game(), scenario).len(), 12);
    }
}

#[test]
fn the_example_of_the_book_can_be_read() {
    // 7.4: 5 is Retreat 1; the defender then rolls 3 in the Retreat column, the attacker 2 in that of the Advance.
    let combat = |column, line| cell("Combat Results Table", Some(column), line);
    let words = "the defender retreats 1 hex, and the attacker may advance";
    assert_eq!(combat("result", "5"), ("Retreat 1".into(), words.into()));
    assert_eq!(combat("defender's effects", "5").0, "Retreat +0");
    assert_eq!(combat("attacker's effects", "5").0, "Advance +0");
    let effects = |column, line| cell("Combat Effects Table", Some(column), line);
    assert_eq!(effects("Retreat", "3").0, "1s D 2F S");
    let words = "1 step straggles; every unit is disorganized; 2 levels of fatigue; \
                 a level of supply is used, which no battle here keeps";
    assert_eq!(effects("Advance", "2"), ("1s D 2F S".into(), words.into()));
    assert_eq!(effects("Advance", "6"), ("1F".into(), "1 level of fatigue".into()));
    assert_eq!(effects("Engaged", "-1 or less").0, "2c 1s D 2F S");
}

#[test]
fn numbers_of_the_book_stand_there() {
    assert_eq!(cell("Odds", None, "1.5:1 or more").0, "+2");
    assert_eq!(cell("Odds", None, "below 1:1").0, "-1");
    assert_eq!(cell("Combat Strength Modifiers", Some("foot"), "attack up a slope").0, "x3/4");
    assert_eq!(cell("Combat Strength Modifiers", Some("horse"), "countercharge").0, "x2");
    assert_eq!(cell("Movement Cost Chart", Some("horse"), "forest").0, "3");
    assert_eq!(cell("Movement Cost Chart", Some("foot"), "mountain").0, "-");
    assert_eq!(cell("Limits", None, "range of a Grand Battery").0, "2 hexes");
}
