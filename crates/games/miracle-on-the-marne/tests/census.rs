//! What the game tells those who study it.

use crate::common::{game, new_game, phase, table};
use ai::{Limits, Player};
use engine::dice::SeededDice;
use engine::laws::{assert_census_agrees, assert_feeding_agrees, mustered, strengths};
use engine::{Census, Rules};
use miracle_on_the_marne::State;
use serde_json::json;

#[test]
fn units_are_as_strong_as_their_steps() {
    let reduced = json!({ "piece": "IR42", "hex": "1213", "steps": 1 });
    let mut table = table(
        phase("D3", 8)
            .mark("phasing", "german")
            .mark("german", "defensive")
            .mark("allied", "defensive")
            .piece(reduced)
            .unit("Linsingen", "1212"),
    );
    assert_eq!(strengths(&**game(), table.state()), [0, 1], "one step, and an HQ has none");
    assert_eq!(game().turn(table.state()), 8);
    let [allied, german] = game().points(table.state());
    table.play(&["done"]);
    assert_eq!(table.outcome().unwrap().margin, (allied - german).abs());
}

#[test]
fn deployment_gains_no_strength() {
    let alive = |state: &State| mustered(&**game(), state).iter().map(|muster| u32::from(muster.strength)).sum::<u32>();
    let mut table = new_game(&[]);
    let before = alive(table.state());
    assert_eq!(strengths(&**game(), table.state()), [0, 0]);
    table.play(&["standard", "standard"]);
    assert!(strengths(&**game(), table.state()).iter().sum::<u32>() > 100);
    assert_eq!(alive(table.state()), before);
}

#[test]
fn the_census_agrees_with_views() {
    for scenario in 0..game().about().scenarios.len() {
        assert_census_agrees(&**game(), scenario, game().about().default_options(), 14);
    }
}

/// Every combat unit is fed where it stands when supply is checked, or else it is marked.
#[test]
fn who_would_be_fed_where_he_stands_is_in_supply() {
    let (rules, mut dice) = (&**game(), SeededDice::new(8));
    assert_feeding_agrees(rules, None, 4, |state, legal| {
        Player::REGULAR.choose(rules, state, legal, &mut dice, &Limits::default())
    });
}
