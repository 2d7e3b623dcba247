//! What the game tells those who study it.

use crate::common::{game, marne, phase};
use ai::{Limits, Player};
use engine::dice::SeededDice;
use engine::laws::{assert_census_agrees, assert_feeding_agrees, mustered, strengths};
use engine::{Census, Rules};
use serde_json::json;

#[test]
fn units_are_as_strong_as_the_steps_they_have_left() {
    let reduced = json!({ "piece": "G-41", "hex": "3821", "steps": 1 });
    let table = phase("german-combat", 14).piece(reduced).unit("R-1", "3822").table(game());
    assert_eq!(strengths(&**game(), table.state()), [1, 2]);
    assert_eq!(game().turn(table.state()), 14);
}

#[test]
fn reinforcements_are_mustered_off_the_board() {
    let state = game().set_up(0, game().about().default_options());
    assert!(mustered(&**game(), &state).iter().any(|muster| muster.hex.is_none()));
}

#[test]
fn victory_hexes_count_in_the_west() {
    // Two of eight Primary and one of nine Secondary hexes are German, all others Allied.
    let owners = "2112=german 2415=german 2512=german";
    let setting = marne("german-combat", 12).unit("G-3", "2414").unit("F-1", "2416");
    assert_eq!(Census::points(&**game(), setting.mark("owners", owners).table(game()).state()), [21, 68]);
}

#[test]
fn the_census_agrees_with_views() {
    for scenario in 0..game().about().scenarios.len() {
        assert_census_agrees(&**game(), scenario, game().about().default_options(), 14);
    }
}

/// In the east the supply of both sides is checked when a turn begins.
#[test]
fn who_would_be_fed_where_he_stands_is_in_supply() {
    let (rules, mut dice) = (&**game(), SeededDice::new(8));
    assert_feeding_agrees(rules, None, 8, |state, legal| {
        Player::REGULAR.choose(rules, state, legal, &mut dice, &Limits::default())
    });
}
