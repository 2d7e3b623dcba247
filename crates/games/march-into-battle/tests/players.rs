//! The computer players, and what the battles are like between them.

use ai::{Bout, Player};
use engine::dice::SeededDice;
use engine::{Decision, Hints, Rules, Side, Silence};
use march_into_battle::{MarchIntoBattle, State};
use std::sync::LazyLock;

static GAME: LazyLock<MarchIntoBattle> = LazyLock::new(|| MarchIntoBattle::load(None).unwrap());

/// A hundred games of a battle, French first.
fn hundred(scenario: usize, players: [Player; 2]) -> Vec<State> {
    Bout { scenario, options: GAME.about().default_options(), players }.games(&*GAME, 100)
}

fn wins(games: &[State], side: Side) -> usize {
    games.iter().filter(|state| state.outcome.is_some_and(|outcome| outcome.winner == Some(side))).count()
}

#[test]
fn greedy_beats_random_from_either_side() {
    for scenario in 0..GAME.scenarios.len() {
        let french = wins(&hundred(scenario, [Player::GREEDY, Player::RANDOM]), Side::First);
        let coalition = wins(&hundred(scenario, [Player::RANDOM, Player::GREEDY]), Side::Second);
        assert!(french >= 95 && coalition >= 95, "{}: {french} and {coalition} of 100", GAME.scenarios[scenario].id);
    }
}

/// Steps lost for good, both sides together.
fn mean_loss(games: &[State]) -> f64 {
    let lost: u32 = games.iter().map(|state| u32::from(state.casualties[0]) + u32::from(state.casualties[1])).sum();
    f64::from(lost) / games.len() as f64
}

#[test]
fn greedy_players_make_a_battle_of_it() {
    // Neither side wins more than 70 of 100, and about as many men fall as did: 9,000 at Teugn-Hausen, 8,000 to 14,000 at
    // Raab, some 30,000 at Friedland, at 2,000 a step.
    for (scenario, losses) in [(0, 3.0..9.0), (1, 5.0..15.0), (2, 8.0..22.0)] {
        let games = hundred(scenario, [Player::GREEDY, Player::GREEDY]);
        let won = Side::BOTH.map(|side| wins(&games, side));
        let id = GAME.scenarios[scenario].id;
        assert!(won.iter().all(|&won| (10..=70).contains(&won)), "{id}: {won:?}");
        let lost = mean_loss(&games);
        assert!(losses.contains(&lost), "{id}: {lost} steps");
    }
}

#[test]
fn the_hints_know_no_more_than_their_side() {
    for scenario in 0..GAME.scenarios.len() {
        let mut dice = SeededDice::new(9);
        let mut state = GAME.set_up(scenario, GAME.about().default_options());
        let mut legal = Vec::new();
        while let Decision::Choose(side) = GAME.decision(&state) {
            legal.clear();
            GAME.legal(&state, &mut legal);
            let other = GAME.resample(&state, side, &mut dice);
            let worth = |state: &State| {
                legal.iter().map(|&action| GAME.appraise(state, action, &engine::Temper::PLAIN)).collect::<Vec<_>>()
            };
            let own = worth(&state);
            assert_eq!(own, worth(&other), "{:?}", state.step);
            let best = (0..legal.len()).max_by(|&a, &b| own[a].total_cmp(&own[b])).unwrap();
            GAME.play(&mut state, legal[best], &mut dice, &mut Silence);
        }
    }
}
