//! The laws of every game, for First Blood.

use crate::common::phase;
use engine::dice::SeededDice;
use engine::laws::{
    Playouts, assert_forecast_agrees, assert_hints_are_blind, assert_no_leak, assert_resampling_forgets,
};
use engine::{Decision, Options, Rules, Side, Silence};
use first_blood::FirstBlood;
use first_blood::state::Step;
use std::sync::Arc;

fn playouts(options: Options, seed: u64) -> Playouts {
    Playouts { scenario: 0, options, seed, longest: 200_000, closely: number("GROGNARD_CLOSELY", 60) }
}

/// A number from the environment, so that the same test can be run for a night.
fn number(name: &str, default: usize) -> usize {
    std::env::var(name).map_or(default, |text| text.parse().unwrap())
}

/// The options of the game, with those turned round whose bits are set.
fn turned(game: &FirstBlood, switches: u32) -> Options {
    (0..6).fold(game.about().default_options(), |options, bit| {
        options.with(bit, options.has(bit) != (switches >> bit & 1 == 1))
    })
}

/// Plays at random by the laws, with the options turned round whose bits are set.
fn assert_laws_hold(switches: u32) {
    let game = FirstBlood::load(None).unwrap();
    let options = turned(&game, switches);
    let report = playouts(options, 15 + u64::from(switches)).play(&game, number("GROGNARD_ACTIONS", 15_000));
    assert_eq!(report.draws, 0, "there are no draws");
    println!("options {switches:06b}: {report:?}");
}

#[test]
fn the_game_keeps_the_laws() {
    assert_laws_hold(0b000000);
}

#[test]
fn the_basic_game_keeps_the_laws() {
    assert_laws_hold(0b000001);
}

#[test]
fn each_switch_alone_keeps_the_laws() {
    (1..6).for_each(|switch| assert_laws_hold(1 << switch));
}

#[test]
fn all_switches_together_keep_the_laws() {
    assert_laws_hold(0b111110);
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
    for switches in [0, 2, 4] {
        let options = turned(&game, switches);
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
    for switches in [0, 4, 8, 62] {
        let options = turned(&game, switches);
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
    for switches in [0b000000, 0b000100, 0b001100] {
        let options = turned(&game, switches);
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

#[test]
fn the_choice_of_an_order_keeps_the_laws() {
    // Random games hardly ever come to it: the last stacks of both sides under one bombardment, by either side, with
    // markers in all three hexes.
    let units = [("1/A/38", "2505"), ("2/A/38", "2505"), ("G001", "2504"), ("G043", "2504"), ("G112", "2504")];
    let mut dice = SeededDice::new(24);
    for (id, aim, drift) in [("XII", "2504", 6), ("XI", "2505", 5)] {
        for option in ["separate-markers=off", "separate-markers=on", "show-counts=on"] {
            let setting =
                units.iter().fold(phase(id, 3).option(option), |setting, (unit, hex)| setting.unit(unit, hex));
            let mut table = setting.table();
            let (heavy, light) = (format!("heavy {aim}"), format!("light {aim}"));
            table.rolls(&[drift, 1, 1, drift]).play(&[&light, &heavy, &heavy, &light, "done"]);
            let (game, mut state) = (table.playing.rules(), table.state().clone());
            assert_eq!(state.step, Step::Resolve, "{id} {option}");
            while let Decision::Choose(_) = game.decision(&state) {
                let mut legal = Vec::new();
                game.legal(&state, &mut legal);
                for &action in &legal {
                    assert_eq!(game.check(&state, action), Ok(()));
                    assert_eq!(game.parse(&state, &game.notation(&state, action)), Ok(action));
                    assert_forecast_agrees(&**game, &state, action, 20_000, 7);
                }
                for side in Side::BOTH {
                    assert_no_leak(&**game, &state, side, &legal, &mut dice);
                    assert_resampling_forgets(&**game, &state, side, &mut dice);
                }
                assert_hints_are_blind(&**game, &state, &mut dice);
                let action = legal[dice.below(legal.len())];
                game.play(&mut state, action, &mut dice, &mut Silence);
                if state.step != Step::Resolve {
                    break;
                }
            }
        }
    }
}
