//! The laws of every game, for First Blood.

use crate::common::phase;
use engine::dice::SeededDice;
use engine::laws::{
    Rolling, Trial, assert_forecast_agrees, assert_hints_are_blind, assert_no_leak, assert_resampling_forgets,
};
use engine::{Decision, Options, Rules, Side, Silence};
use first_blood::state::Step;
use first_blood::{Action, FirstBlood};
use std::sync::{Arc, LazyLock};

static TRIAL: LazyLock<Trial<FirstBlood>> = LazyLock::new(|| {
    let game = Arc::new(FirstBlood::load(None).unwrap());
    Trial { game, actions: 15_000, closely: 120, longest: 200_000 }
});

/// The options of the game, with those turned round whose bits are set.
fn turned(switches: u32) -> Options {
    TRIAL.turned((0..6).filter(|bit| switches >> bit & 1 == 1))
}

/// Plays at random by the laws, with the options turned round whose bits are set.
fn assert_laws_hold(switches: u32) {
    let report = TRIAL.assert_laws_hold((0, turned(switches), 15 + u64::from(switches)));
    assert_eq!(report.draws, 0, "there are no draws");
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
    (0..3).for_each(|seed| TRIAL.assert_records_replay(seed));
}

#[test]
fn forecasts_agree_with_real_rolls() {
    let kind = |action| matches!(action, Action::Fire | Action::Done).then_some(0);
    let rolling = Rolling::<Action, 1> { kind, eager: |_| false, every: 29, enough: 12, rolls: 20_000 };
    let [compared] = TRIAL.assert_forecasts_agree([0, 2, 4].map(|switches| (0, turned(switches), 18)), &rolling);
    assert!(compared >= 10, "{compared}");
}

#[test]
fn the_computer_does_not_look_under_stacks() {
    TRIAL.assert_blind([0, 4, 8, 62].map(|switches| (0, turned(switches), 7)), 10);
}

#[test]
fn imagined_stacks_keep_the_limit() {
    let game = &TRIAL.game;
    let mut stacks = 0;
    // With open counts hidden units have the least freedom.
    for switches in [0b000000, 0b000100, 0b001100] {
        TRIAL.walk((0, turned(switches), 8), |state, legal, dice| {
            for side in Side::BOTH {
                let other = game.resample(state, side, dice);
                for hex in other.held[side.other().index()].iter() {
                    let factors: u8 = other.stack(hex).map(|piece| game.pieces.fire(piece)).sum();
                    let units = other.stack(hex).count();
                    assert!(units == 1 || factors <= game.tables.stacking, "{units} units with {factors} factors");
                    stacks += usize::from(units > 1);
                }
            }
            legal[dice.below(legal.len())]
        });
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
