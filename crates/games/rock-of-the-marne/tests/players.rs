//! The computer players, and what the game is like between them.

use crate::common::game;
use ai::{Bout, Player};
use engine::{Rules, Side};
use rock_of_the_marne::State;

/// How many games are played; `GROGNARD_GAMES` asks for more.
fn games() -> u64 {
    std::env::var("GROGNARD_GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(12)
}

fn bout(players: [Player; 2]) -> Vec<State> {
    Bout { scenario: 0, options: game().about().default_options(), players }.games(&**game(), games())
}

fn wins(games: &[State], side: Side) -> usize {
    games.iter().filter(|state| state.outcome.is_some_and(|outcome| outcome.winner == Some(side))).count()
}

#[test]
fn greedy_germans_beat_random_allies() {
    let played = bout([Player::GREEDY, Player::RANDOM]);
    let won = wins(&played, Side::First);
    assert!(won * 100 >= played.len() * 95, "{won} of {}", played.len());
}

#[test]
fn greedy_allies_beat_random_germans() {
    let played = bout([Player::RANDOM, Player::GREEDY]);
    let won = wins(&played, Side::Second);
    assert!(won * 100 >= played.len() * 95, "{won} of {}", played.len());
}

#[test]
fn greedy_players_make_a_campaign_of_it() {
    let played = bout([Player::GREEDY, Player::GREEDY]);
    let (german, allied) = (wins(&played, Side::First), wins(&played, Side::Second));
    assert!(german > 0 && allied > 0, "{german} German and {allied} Allied victories");
    for state in &played {
        assert_eq!(state.turn, 15, "the campaign lasts fifteen turns");
        for side in Side::BOTH {
            let left = state.units(side).len();
            assert!((25..=130).contains(&left), "{left} units are left");
        }
    }
}

#[test]
fn greedy_players_win_the_battles_against_random_ones() {
    for (scenario, info) in game().about().scenarios.iter().enumerate().skip(1) {
        for greedy in Side::BOTH {
            let mut players = [Player::RANDOM; 2];
            players[greedy.index()] = Player::GREEDY;
            let options = game().about().default_options();
            let played = Bout { scenario, options, players }.games(&**game(), 2 * games());
            let won = wins(&played, greedy);
            assert!(won * 100 >= played.len() * 90, "{}: {won} of {} for {greedy:?}", info.id, played.len());
        }
    }
}
