//! The laws of every game, for First Blood.

use engine::dice::SeededDice;
use engine::laws::{Playouts, assert_forecast_agrees};
use engine::{Decision, Options, Rules, Silence};
use first_blood::FirstBlood;
use std::sync::Arc;

fn playouts(options: Options, seed: u64) -> Playouts {
    Playouts { scenario: 0, options, seed, longest: 200_000, closely: 40 }
}

#[test]
fn random_play_keeps_the_laws() {
    let game = FirstBlood::load(None).unwrap();
    // Every option alone and all together.
    for switches in [0, 1, 2, 4, 8, 16, 32, 63] {
        let options = (0..6).fold(Options::default(), |options, bit| options.with(bit, switches >> bit & 1 == 1));
        let report = playouts(options, 15 + switches).play(&game, 20_000);
        assert_eq!(report.draws, 0, "there are no draws");
        println!("{switches}: {report:?}");
    }
}

#[test]
fn records_replay() {
    let game = Arc::new(FirstBlood::load(None).unwrap());
    for seed in 0..3 {
        playouts(game.about().default_options(), seed).assert_record_replays(&game);
    }
}

#[test]
fn forecasts_agree_with_real_rolls() {
    let game = FirstBlood::load(None).unwrap();
    let mut dice = SeededDice::new(18);
    let mut checked = 0;
    for switches in [1, 3, 5] {
        let options = (0..6).fold(Options::default(), |options, bit| options.with(bit, switches >> bit & 1 == 1));
        let mut state = game.set_up(0, options);
        let mut legal = Vec::new();
        let mut number = 0;
        while let Decision::Choose(_) = game.decision(&state) {
            legal.clear();
            game.legal(&state, &mut legal);
            number += 1;
            for &action in
                legal.iter().filter(|action| matches!(action, first_blood::Action::Fire | first_blood::Action::Done))
            {
                let chancy = game.forecast(&state, action).is_some_and(|forecast| !forecast.chances.is_empty());
                if chancy && number % 29 == 0 && checked < 12 {
                    assert_forecast_agrees(&game, &state, action, 100_000, number);
                    checked += 1;
                }
            }
            let action = legal[dice.below(legal.len())];
            game.play(&mut state, action, &mut dice, &mut Silence);
        }
    }
    assert!(checked >= 10, "{checked}");
}
