//! The charts: what players read there is what the book prints.

use crate::common::game;
use engine::laws::{assert_charts_are_for_players, chart_cell};

fn cell(chart: &str, column: Option<&str>, line: &str) -> (String, String) {
    chart_cell(game(), "july-15", (chart, column, line))
}

#[test]
fn the_charts_are_for_players() {
    let charts = assert_charts_are_for_players(game(), 0);
    assert_eq!(charts.len(), 9);
    let ours = charts[1].reconstruction.as_deref().unwrap_or_default();
    assert!(ours.contains("town") && !ours.contains("surmelin"), "only 10.3 gives a strength: {ours}");
}

#[test]
fn fire_eliminates_on_the_odds_or_less() {
    let fire = |column, line| cell("Fire Results", Some(column), line);
    assert_eq!(fire("3:1", "3"), ("E".into(), "the unit is eliminated".into()));
    assert_eq!(fire("3:1", "4"), ("-".into(), "no effect".into()));
    assert_eq!(fire("1:1", "1").0, "E");
    assert_eq!([fire("below 1:1", "1").0, fire("6:1 or more", "6").0], ["-", "E"]);
}

#[test]
fn ground_events_and_drift_are_those_of_the_book() {
    let terrain = |column, line| cell("Terrain Effects", Some(column), line).0;
    assert_eq!([terrain("movement", "Wooded hills"), terrain("line of fire", "Wooded hills")], ["2", "blocks"]);
    assert_eq!(terrain("movement", "Road"), "1/2");
    assert_eq!(cell("Random Events", None, "6 to 7").0, "US rally");
    let gas = "this turn infantry moves 1 less and no line of fire is longer than 4 hexes";
    assert_eq!(cell("Random Events", None, "4"), ("poison gas".into(), gas.into()));
    assert_eq!(cell("Drift", Some("6"), "US").0, "1");
    assert_eq!(cell("Drift", Some("6"), "German, artillery problems").0, "3");
    assert_eq!(cell("German Reinforcements", Some("dice"), "every turn after the first").0, "4d6");
}
