//! The laws of every game, for March into Battle.

use engine::dice::SeededDice;
use engine::laws::{Playouts, assert_forecast_agrees, assert_hints_are_blind, assert_resampling_forgets};
use engine::{Decision, Options, Rules, Side, Silence};
use march_into_battle::{Action, MarchIntoBattle};
use std::sync::Arc;

fn playouts(scenario: usize, options: Options, seed: u64) -> Playouts {
    Playouts { scenario, options, seed, longest: 20_000, closely: number("GROGNARD_CLOSELY", 40) }
}

/// A number from the environment, so that the same test can be run for a night.
fn number(name: &str, default: usize) -> usize {
    std::env::var(name).map_or(default, |text| text.parse().unwrap())
}

/// The default options with these switched over.
fn options(game: &MarchIntoBattle, switches: &[&str]) -> Options {
    game.about().switch(game.about().default_options(), switches).unwrap()
}

/// Plays at random by the laws.
fn assert_laws_hold(scenario: usize, switches: &[&str]) {
    let game = MarchIntoBattle::load(None).unwrap();
    let seed = 1809 + scenario as u64 + 10 * switches.len() as u64;
    let report = playouts(scenario, options(&game, switches), seed).play(&game, number("GROGNARD_ACTIONS", 4_000));
    println!("{scenario} {switches:?}: {report:?}");
    assert!(report.actions > 0);
}

#[test]
fn teugn_hausen_keeps_the_laws() {
    assert_laws_hold(0, &[]);
}

#[test]
fn raab_keeps_the_laws() {
    assert_laws_hold(1, &[]);
}

#[test]
fn friedland_keeps_the_laws() {
    assert_laws_hold(2, &[]);
}

#[test]
fn lite_keeps_the_laws() {
    (0..3).for_each(|scenario| assert_laws_hold(scenario, &["lite", "hold-again"]));
}

#[test]
fn play_by_mail_keeps_the_laws() {
    (0..3).for_each(|scenario| assert_laws_hold(scenario, &["pbem"]));
}

#[test]
fn initiative_everywhere_keeps_the_laws() {
    (0..3).for_each(|scenario| assert_laws_hold(scenario, &["everywhere"]));
}

#[test]
fn each_switch_keeps_the_laws() {
    let switches = [
        "turn-and-attack",
        "road-slopes",
        "front-neighbours",
        "wide-enfilade",
        "infantry-square",
        "retreat-together",
        "dry-bridges",
        "mild-pursuit",
        "halved-charge",
        "steady-fire",
        "quick-recovery",
        "infantry-line",
    ];
    for (at, switch) in switches.into_iter().enumerate() {
        assert_laws_hold(at % 3, &[switch]);
    }
}

#[test]
fn all_switches_together_keep_the_laws() {
    let game = MarchIntoBattle::load(None).unwrap();
    let all: Vec<&str> = game.about().options.iter().map(|option| option.id.as_str()).collect();
    let chits: Vec<&str> = all.iter().copied().filter(|&id| id != "pbem").collect();
    assert_laws_hold(2, &chits);
    assert_laws_hold(1, &all);
    let none: Vec<String> = all.iter().map(|id| format!("{id}=off")).collect();
    assert_laws_hold(0, &none.iter().map(String::as_str).collect::<Vec<_>>());
}

#[test]
fn records_replay() {
    let game = Arc::new(MarchIntoBattle::load(None).unwrap());
    for scenario in 0..3 {
        playouts(scenario, game.about().default_options(), 7).assert_record_replays(&game);
    }
}

#[test]
fn forecasts_agree_with_real_rolls() {
    let game = MarchIntoBattle::load(None).unwrap();
    let mut dice = SeededDice::new(18);
    let (mut fights, mut others) = (0, 0);
    for scenario in (0..3).cycle().take(60) {
        if fights >= 12 && others >= 12 {
            break;
        }
        let mut state = game.set_up(scenario, game.about().default_options());
        let mut legal = Vec::new();
        let mut number = 0;
        while let Decision::Choose(_) = game.decision(&state) {
            legal.clear();
            game.legal(&state, &mut legal);
            number += 1;
            for &action in &legal {
                let fight = matches!(action, Action::Fight(_) | Action::Bombard(_));
                let count = if fight { &mut fights } else { &mut others };
                let chancy = game.forecast(&state, action).is_some_and(|forecast| !forecast.chances.is_empty());
                if chancy && *count < 12 {
                    assert_forecast_agrees(&game, &state, action, 20_000, number);
                    *count += 1;
                }
            }
            // Whoever can fight does, so that there is something to forecast.
            let fierce: Vec<Action> = legal
                .iter()
                .copied()
                .filter(|action| {
                    matches!(action, Action::Ready(_) | Action::Attack(..) | Action::Fight(_) | Action::Bombard(_))
                })
                .collect();
            let choices = if fierce.is_empty() { &legal } else { &fierce };
            let action = choices[dice.below(choices.len())];
            game.play(&mut state, action, &mut dice, &mut Silence);
        }
    }
    assert!(fights >= 6 && others >= 8, "{fights} {others}");
}

#[test]
fn the_computer_does_not_look_at_force_charts() {
    let game = MarchIntoBattle::load(None).unwrap();
    let mut dice = SeededDice::new(7);
    for (scenario, switches) in [(0, &[][..]), (1, &["lite"]), (2, &["everywhere"])] {
        let mut state = game.set_up(scenario, options(&game, switches));
        let mut legal = Vec::new();
        while let Decision::Choose(_) = game.decision(&state) {
            legal.clear();
            game.legal(&state, &mut legal);
            if dice.below(20) == 0 {
                assert_hints_are_blind(&game, &state, &mut dice);
                Side::BOTH.into_iter().for_each(|side| assert_resampling_forgets(&game, &state, side, &mut dice));
            }
            let action = legal[dice.below(legal.len())];
            game.play(&mut state, action, &mut dice, &mut Silence);
        }
    }
}
