//! The computer players, and what the game is like between them.

use ai::Player;
use engine::dice::SeededDice;
use engine::{Decision, Rules, Side, Silence};
use first_blood::pieces::{GERMAN, PieceSet, US};
use first_blood::{FirstBlood, State};
use std::sync::LazyLock;

static GAME: LazyLock<FirstBlood> = LazyLock::new(|| FirstBlood::load(None).unwrap());

/// A game between two players, German first, to its end.
fn play(players: [Player; 2], seed: u64) -> State {
    let mut dice = SeededDice::new(seed);
    let mut mind = SeededDice::new(seed + 1_000_000);
    let mut state = GAME.set_up(0, GAME.about().default_options());
    let mut legal = Vec::new();
    while let Decision::Choose(side) = GAME.decision(&state) {
        legal.clear();
        GAME.legal(&state, &mut legal);
        let choice = players[side.index()].choose(&*GAME, &state, &legal, &mut mind);
        GAME.play(&mut state, legal[choice], &mut dice, &mut Silence);
    }
    state
}

/// A hundred games, played by two threads.
fn hundred(players: [Player; 2]) -> Vec<State> {
    std::thread::scope(|scope| {
        let halves = [0..50, 50..100]
            .map(|seeds| scope.spawn(move || seeds.map(|seed| play(players, seed)).collect::<Vec<_>>()));
        halves.into_iter().flat_map(|half| half.join().unwrap()).collect()
    })
}

fn wins(games: &[State], side: Side) -> usize {
    games.iter().filter(|state| state.outcome.is_some_and(|outcome| outcome.winner == Some(side))).count()
}

fn mean_loss(games: &[State], side: Side) -> f64 {
    let lost: usize = games.iter().map(|state| state.dead.and(PieceSet::of(side)).len()).sum();
    lost as f64 / games.len() as f64
}

#[test]
fn greedy_germans_beat_random_americans() {
    let won = wins(&hundred([Player::Greedy, Player::Random]), GERMAN);
    assert!(won >= 95, "{won} of 100");
}

#[test]
fn greedy_americans_beat_random_germans() {
    let won = wins(&hundred([Player::Random, Player::Greedy]), US);
    assert!(won >= 95, "{won} of 100");
}

#[test]
fn greedy_players_make_a_game_of_it() {
    let games = hundred([Player::Greedy, Player::Greedy]);
    let won = wins(&games, GERMAN);
    assert!((30..=70).contains(&won), "{won} of 100 won by the Germans");
    // By 12.0 the attackers were all but destroyed, and the defenders paid dearly. The track has sixteen turns.
    let (german, us) = (mean_loss(&games, GERMAN), mean_loss(&games, US));
    assert!((85.0..=112.0).contains(&german), "{german} Germans lost");
    assert!((30.0..=54.0).contains(&us), "{us} Americans lost");
    let turns: f64 = games.iter().map(|state| f64::from(state.turn)).sum::<f64>() / 100.0;
    assert!((9.0..=16.0).contains(&turns), "{turns} turns");
}
