//! The computer players, and what the game is like between them.

use crate::common::phase;
use ai::{Bout, Limits, Player};
use engine::{Rules, Side};
use first_blood::pieces::{GERMAN, US, units};
use first_blood::{FirstBlood, State};
use std::sync::LazyLock;

static GAME: LazyLock<FirstBlood> = LazyLock::new(|| FirstBlood::load(None).unwrap());

/// A hundred games between two players, German first.
fn hundred(players: [Player; 2]) -> Vec<State> {
    Bout { scenario: 0, options: GAME.about().default_options(), players }.games(&*GAME, 100)
}

fn wins(games: &[State], side: Side) -> usize {
    games.iter().filter(|state| state.outcome.is_some_and(|outcome| outcome.winner == Some(side))).count()
}

fn mean_loss(games: &[State], side: Side) -> f64 {
    let lost: usize = games.iter().map(|state| state.dead.and(units(side)).len()).sum();
    lost as f64 / games.len() as f64
}

#[test]
fn greedy_germans_beat_random_americans() {
    let won = wins(&hundred([Player::GREEDY, Player::RANDOM]), GERMAN);
    assert!(won >= 95, "{won} of 100");
}

#[test]
fn greedy_americans_beat_random_germans() {
    let won = wins(&hundred([Player::RANDOM, Player::GREEDY]), US);
    assert!(won >= 95, "{won} of 100");
}

#[test]
fn greedy_players_make_a_game_of_it() {
    let games = hundred([Player::GREEDY, Player::GREEDY]);
    let won = wins(&games, GERMAN);
    assert!((30..=70).contains(&won), "{won} of 100 won by the Germans");
    // By 12.0 the attackers were all but destroyed, and the defenders paid dearly. The track has sixteen turns.
    let (german, us) = (mean_loss(&games, GERMAN), mean_loss(&games, US));
    assert!((85.0..=112.0).contains(&german), "{german} Germans lost");
    assert!((30.0..=54.0).contains(&us), "{us} Americans lost");
    let turns: f64 = games.iter().map(|state| f64::from(state.turn)).sum::<f64>() / 100.0;
    assert!((9.0..=16.0).contains(&turns), "{turns} turns");
}

#[test]
fn the_computer_resolves_the_enemys_last_unit_before_its_own() {
    // A marker that was placed first has drifted onto the last US unit.
    let mut table = phase("XII", 2).unit("1/A/38", "2505").unit("G001", "2504").table();
    table.rolls(&[6, 1]).play(&["heavy 2504", "heavy 2504", "done"]);
    let (rules, state, legal) = (table.playing.rules(), table.state(), table.playing.legal());
    for seed in 0..20_u64 {
        let chosen = Player::GREEDY.choose(&**rules, state, legal, &mut ai::dice(seed.into()), &Limits::default());
        assert_eq!(rules.notation(state, legal[chosen]), "resolve 2504");
    }
}
