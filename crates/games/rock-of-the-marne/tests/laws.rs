//! The laws of every game, in random play.

use engine::dice::SeededDice;
use engine::laws::{Playouts, Report, assert_forecast_agrees, assert_hints_are_blind, assert_resampling_forgets};
use engine::{Decision, Options, Rules, Side, Silence};
use rock_of_the_marne::RockOfTheMarne;
use std::sync::{Arc, LazyLock};

static GAME: LazyLock<Arc<RockOfTheMarne>> = LazyLock::new(|| Arc::new(RockOfTheMarne::load(None).unwrap()));

/// How many actions each test plays, times what `GROGNARD_ACTIONS` says.
fn actions(some: usize) -> usize {
    let times = std::env::var("GROGNARD_ACTIONS").ok().and_then(|times| times.parse::<usize>().ok());
    some * times.unwrap_or(1)
}

/// One decision in this many is looked at closely, unless `GROGNARD_CLOSELY` says otherwise.
fn closely() -> usize {
    std::env::var("GROGNARD_CLOSELY").ok().and_then(|closely| closely.parse().ok()).unwrap_or(60)
}

/// Options switched one way or the other at random.
fn mixed(seed: u64) -> Options {
    let mut dice = SeededDice::new(seed);
    let count = GAME.about().options.len();
    (0..count).fold(Options::default(), |options, index| options.with(index, dice.below(2) == 0))
}

fn play(scenario: &str, options: Options, seed: u64, some: usize) -> Report {
    let scenario = GAME.about().scenario(scenario).unwrap();
    let playouts = Playouts { scenario, options, seed, longest: 60_000, closely: closely() };
    playouts.play(&**GAME, actions(some))
}

#[test]
fn the_campaign_obeys_the_laws() {
    let report = play("campaign", GAME.about().default_options(), 1, 20_000);
    assert!(report.actions >= 20_000, "{report:?}");
}

#[test]
fn the_battle_scenarios_obey_the_laws() {
    for (seed, scenario) in ["gouraud", "rock-of-the-marne", "tenth-army", "ardre"].into_iter().enumerate() {
        let report = play(scenario, GAME.about().default_options(), seed as u64, 8_000);
        assert!(report.actions >= 8_000, "{scenario}: {report:?}");
    }
}

#[test]
fn all_options_obey_the_laws() {
    for seed in 0..5 {
        for scenario in ["campaign", "gouraud", "rock-of-the-marne", "tenth-army", "ardre"] {
            play(scenario, mixed(seed), seed, 1_500);
        }
    }
}

#[test]
fn records_replay() {
    for scenario in 0..5 {
        let options = GAME.about().default_options();
        Playouts { scenario, options, seed: 7, longest: 60_000, closely: 1 }.assert_record_replays(&GAME);
    }
}

/// Walks through random games and looks at some of the decisions.
fn walk(scenario: usize, seed: u64, every: usize, mut look: impl FnMut(&<RockOfTheMarne as Rules>::State)) {
    let mut dice = SeededDice::new(seed);
    let mut state = GAME.set_up(scenario, GAME.about().default_options());
    let mut legal = Vec::new();
    while let Decision::Choose(_) = GAME.decision(&state) {
        if dice.below(every) == 0 {
            look(&state);
        }
        legal.clear();
        GAME.legal(&state, &mut legal);
        let action = legal[dice.below(legal.len())];
        GAME.play(&mut state, action, &mut dice, &mut Silence);
    }
}

#[test]
fn forecasts_are_what_dice_do() {
    let mut seen = 0;
    for scenario in 0..5 {
        walk(scenario, 3, 25, |state| {
            let mut legal = Vec::new();
            GAME.legal(state, &mut legal);
            for &action in &legal {
                let rolls = GAME
                    .forecast(state, action)
                    .is_some_and(|forecast| !forecast.chances.is_empty() && forecast.given.is_none());
                if rolls && seen < 12 {
                    seen += 1;
                    assert_forecast_agrees(&**GAME, state, action, 3_000, seen);
                }
            }
        });
    }
    assert!(seen > 5, "only {seen} forecasts");
}

#[test]
fn hints_know_nothing_hidden() {
    let mut dice = SeededDice::new(5);
    for scenario in 0..5 {
        walk(scenario, 11, 150, |state| {
            assert_hints_are_blind(&**GAME, state, &mut dice);
            Side::BOTH.into_iter().for_each(|side| assert_resampling_forgets(&**GAME, state, side, &mut dice));
        });
    }
}
