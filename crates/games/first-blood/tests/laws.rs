//! The laws of every game, for First Blood.

use engine::dice::SeededDice;
use engine::laws::{Playouts, assert_forecast_agrees, assert_hints_are_blind, assert_resampling_forgets};
use engine::{Decision, Options, Rules, Side, Silence};
use first_blood::FirstBlood;
use std::sync::Arc;

fn playouts(options: Options, seed: u64) -> Playouts {
    Playouts { scenario: 0, options, seed, longest: 200_000, closely: number("GROGNARD_CLOSELY", 60) }
}

/// A number from the environment, so that the same test can be run for a night.
fn number(name: &str, default: usize) -> usize {
    std::env::var(name).map_or(default, |text| text.parse().unwrap())
}

/// Plays at random by the laws, with the options whose bits are set.
fn assert_laws_hold(switches: u32) {
    let game = FirstBlood::load(None).unwrap();
    let options = (0..6).fold(Options::default(), |options, bit| options.with(bit, switches >> bit & 1 == 1));
    let report = playouts(options, 15 + u64::from(switches)).play(&game, number("GROGNARD_ACTIONS", 15_000));
    assert_eq!(report.draws, 0, "there are no draws");
    println!("options {switches:06b}: {report:?}");
}

#[test]
fn the_game_keeps_the_laws() {
    assert_laws_hold(0b000001);
}

#[test]
fn the_basic_game_keeps_the_laws() {
    assert_laws_hold(0b000000);
}

#[test]
fn each_switch_alone_keeps_the_laws() {
    (1..6).for_each(|switch| assert_laws_hold(1 << switch));
}

#[test]
fn all_switches_together_keep_the_laws() {
    assert_laws_hold(0b111111);
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

#[test]
fn the_computer_does_not_look_under_stacks() {
    let game = FirstBlood::load(None).unwrap();
    let mut dice = SeededDice::new(7);
    for switches in [1, 5, 9, 63] {
        let options = (0..6).fold(Options::default(), |options, bit| options.with(bit, switches >> bit & 1 == 1));
        let mut state = game.set_up(0, options);
        let mut legal = Vec::new();
        while let Decision::Choose(_) = game.decision(&state) {
            legal.clear();
            game.legal(&state, &mut legal);
            if dice.below(10) == 0 {
                assert_hints_are_blind(&game, &state, &mut dice);
                Side::BOTH.into_iter().for_each(|side| assert_resampling_forgets(&game, &state, side, &mut dice));
            }
            let action = legal[dice.below(legal.len())];
            game.play(&mut state, action, &mut dice, &mut Silence);
        }
    }
}

#[test]
fn imagined_stacks_keep_the_limit() {
    let game = FirstBlood::load(None).unwrap();
    let mut dice = SeededDice::new(8);
    let mut stacks = 0;
    // With open counts hidden units have the least freedom.
    for switches in [0b000001, 0b000101, 0b001101] {
        let options = (0..6).fold(Options::default(), |options, bit| options.with(bit, switches >> bit & 1 == 1));
        let mut state = game.set_up(0, options);
        let mut legal = Vec::new();
        while let Decision::Choose(_) = game.decision(&state) {
            for side in Side::BOTH {
                let other = game.resample(&state, side, &mut dice);
                for hex in other.held[side.other().index()].iter() {
                    let factors: u8 = other.stack(hex).map(|piece| game.pieces.fire(piece)).sum();
                    let units = other.stack(hex).count();
                    assert!(units == 1 || factors <= game.tables.stacking, "{units} units with {factors} factors");
                    stacks += usize::from(units > 1);
                }
            }
            legal.clear();
            game.legal(&state, &mut legal);
            let action = legal[dice.below(legal.len())];
            game.play(&mut state, action, &mut dice, &mut Silence);
        }
    }
    assert!(stacks > 1_000, "{stacks}");
}
