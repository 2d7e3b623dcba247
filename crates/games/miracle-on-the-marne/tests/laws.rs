//! The laws of every game, for Miracle on the Marne.

use engine::laws::Playouts;
use engine::{Options, Rules};
use miracle_on_the_marne::MiracleOnTheMarne;
use miracle_on_the_marne::state::option;
use std::sync::{Arc, LazyLock};

static GAME: LazyLock<Arc<MiracleOnTheMarne>> = LazyLock::new(|| Arc::new(MiracleOnTheMarne::load(None).unwrap()));

fn playouts(scenario: usize, options: Options, seed: u64) -> Playouts {
    Playouts { scenario, options, seed, longest: 200_000, closely: number("GROGNARD_CLOSELY", 400) }
}

/// A number from the environment, so that the same test can be run for a night.
fn number(name: &str, default: usize) -> usize {
    std::env::var(name).map_or(default, |text| text.parse().unwrap())
}

/// Plays at random by the laws, with these options on.
fn assert_laws_hold(scenario: usize, switches: &[usize]) {
    let options = switches.iter().fold(GAME.about().default_options(), |options, &at| options.with(at, true));
    let seed = 14 + switches.iter().map(|&at| at as u64).sum::<u64>();
    let report = playouts(scenario, options, seed).play(&**GAME, number("GROGNARD_ACTIONS", 4_000));
    println!("scenario {scenario}, options {switches:?}: {report:?}");
}

#[test]
fn the_game_keeps_the_laws() {
    assert_laws_hold(0, &[]);
}

#[test]
fn the_start_a_day_earlier_keeps_the_laws() {
    assert_laws_hold(1, &[]);
}

#[test]
fn each_optional_rule_alone_keeps_the_laws() {
    for at in [option::TAXIS, option::VARIABLE, option::COMMAND, option::BEF] {
        assert_laws_hold(0, &[at]);
    }
}

#[test]
fn each_switch_alone_keeps_the_laws() {
    (option::SECRET_ROLLS..option::COUNT).for_each(|at| assert_laws_hold(at % 2, &[at]));
}

#[test]
fn all_options_together_keep_the_laws() {
    assert_laws_hold(0, &(0..option::COUNT).collect::<Vec<_>>());
    assert_laws_hold(1, &(0..option::COUNT).collect::<Vec<_>>());
}

#[test]
fn records_replay() {
    playouts(0, GAME.about().default_options(), 5).assert_record_replays(&GAME);
}
