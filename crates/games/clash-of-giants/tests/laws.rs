//! The laws of every game, for Clash of Giants.

use clash_of_giants::{Action, ClashOfGiants};
use engine::dice::SeededDice;
use engine::laws::{Playouts, assert_forecast_agrees, assert_hints_are_blind};
use engine::{Decision, Options, Rules, Silence};
use std::sync::{Arc, LazyLock};

static GAME: LazyLock<Arc<ClashOfGiants>> = LazyLock::new(|| Arc::new(ClashOfGiants::load(None).unwrap()));

fn playouts(scenario: usize, options: Options, seed: u64) -> Playouts {
    Playouts { scenario, options, seed, longest: 50_000, closely: number("GROGNARD_CLOSELY", 200) }
}

/// A number from the environment, so that the same test can be run for a night.
fn number(name: &str, default: usize) -> usize {
    std::env::var(name).map_or(default, |text| text.parse().unwrap())
}

fn switched(switches: u32) -> Options {
    (0..11).fold(Options::default(), |options, bit| options.with(bit, switches >> bit & 1 == 1))
}

/// Plays a scenario at random by the laws, with the options whose bits are set.
fn assert_laws_hold(scenario: usize, switches: u32) {
    let seed = 1914 + u64::from(switches);
    let report = playouts(scenario, switched(switches), seed).play(&**GAME, number("GROGNARD_ACTIONS", 8_000));
    println!("scenario {scenario}, options {switches:011b}: {report:?}");
}

#[test]
fn tannenberg_keeps_the_laws() {
    assert_laws_hold(0, 0);
    assert_laws_hold(0, 0b010_0110_0000);
}

#[test]
fn the_marne_keeps_the_laws() {
    assert_laws_hold(1, 0);
    assert_laws_hold(1, 0b100_1001_0011);
}

#[test]
fn the_battle_keeps_the_laws() {
    assert_laws_hold(2, 0);
    assert_laws_hold(2, 0b001_1001_1110);
}

#[test]
fn records_replay() {
    for scenario in 0..3 {
        playouts(scenario, GAME.about().default_options(), 7).assert_record_replays(&GAME);
    }
}

#[test]
fn forecasts_agree_with_real_rolls() {
    let mut dice = SeededDice::new(19);
    for scenario in 0..3 {
        let mut state = GAME.set_up(scenario, Options::default());
        let (mut legal, mut number) = (Vec::new(), 0);
        // Commands, attacks, and what else rolls dice.
        let mut checked = [0; 3];
        while number < 6_000 {
            if let Decision::Over(_) = GAME.decision(&state) {
                state = GAME.set_up(scenario, Options::default());
            }
            legal.clear();
            GAME.legal(&state, &mut legal);
            number += 1;
            for &action in &legal {
                let kind = match action {
                    Action::Roll | Action::Draw | Action::Intercept(_) | Action::Activate(_) => 0,
                    Action::Launch | Action::Check(_) => 1,
                    Action::Rebuild(_) | Action::Withdraw(_) | Action::Entrain(_) => 2,
                    _ => continue,
                };
                let exact = |it: engine::Forecast| !it.chances.is_empty() && it.given.is_none();
                if checked[kind] < 6 && GAME.forecast(&state, action).is_some_and(exact) {
                    assert_forecast_agrees(&**GAME, &state, action, 10_000, number);
                    checked[kind] += 1;
                }
            }
            let action = legal[dice.below(legal.len())];
            GAME.play(&mut state, action, &mut dice, &mut Silence);
        }
        assert!(checked[0] >= 5 && checked[1] >= 3, "{scenario}: {checked:?}");
    }
}

#[test]
fn the_computer_plays_with_open_cards() {
    // Nothing is hidden, so its hints cannot tell what is.
    let mut dice = SeededDice::new(3);
    let mut state = GAME.set_up(2, Options::default());
    let mut legal = Vec::new();
    for _ in 0..300 {
        let Decision::Choose(_) = GAME.decision(&state) else { break };
        assert_hints_are_blind(&**GAME, &state, &mut dice);
        legal.clear();
        GAME.legal(&state, &mut legal);
        let action = legal[dice.below(legal.len())];
        GAME.play(&mut state, action, &mut dice, &mut Silence);
    }
    assert!(state.turn >= 6);
}
