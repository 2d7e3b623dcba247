//! The laws of every game, for Miracle on the Marne.

use engine::Options;
use engine::laws::Trial;
use miracle_on_the_marne::MiracleOnTheMarne;
use miracle_on_the_marne::state::option;
use std::sync::{Arc, LazyLock};

static TRIAL: LazyLock<Trial<MiracleOnTheMarne>> = LazyLock::new(|| {
    let game = Arc::new(MiracleOnTheMarne::load(None).unwrap());
    Trial { game, actions: 3_000, closely: 400, longest: 200_000 }
});

/// Plays at random by the laws, with an option turned round.
fn assert_laws_hold_with(scenario: usize, option: usize) {
    TRIAL.assert_laws_hold((scenario, TRIAL.turned([option]), 14 + option as u64));
}

#[test]
fn the_game_keeps_the_laws() {
    TRIAL.assert_laws_hold((0, TRIAL.turned([]), 14));
}

#[test]
fn the_start_a_day_earlier_keeps_the_laws() {
    TRIAL.assert_laws_hold((1, TRIAL.turned([]), 14));
}

#[test]
fn each_optional_rule_alone_keeps_the_laws() {
    for at in [option::TAXIS, option::VARIABLE, option::COMMAND, option::BEF] {
        assert_laws_hold_with(0, at);
    }
}

#[test]
fn each_switch_alone_keeps_the_laws() {
    (option::SECRET_ROLLS..option::COUNT).for_each(|at| assert_laws_hold_with(at % 2, at));
}

#[test]
fn all_options_together_keep_the_laws() {
    let all = (0..option::COUNT).fold(Options::default(), |options, at| options.with(at, true));
    for scenario in 0..2 {
        TRIAL.assert_laws_hold((scenario, all, 1914));
    }
}

#[test]
fn records_replay() {
    TRIAL.assert_records_replay(5);
}
