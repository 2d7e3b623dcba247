//! The players, seen at the smallest game.

use ai::{Limits, Player};
use engine::dice::{Seed, SeededDice};
use engine::{Decision, Options, Rules, Side, Silence};
use hex_fight::HexFight;

/// The winner when these two play, the first of them blue.
fn winner(rules: &HexFight, players: [Player; 2], seed: u64) -> Option<Side> {
    let (mut dice, mut thoughts) = (SeededDice::new(seed), ai::dice(Seed::from(seed)));
    let mut state = rules.set_up(0, Options::default());
    let mut legal = Vec::new();
    loop {
        let side = match rules.decision(&state) {
            Decision::Choose(side) => side,
            Decision::Over(outcome) => return outcome.winner,
        };
        legal.clear();
        rules.legal(&state, &mut legal);
        let chosen = players[side.index()].choose(rules, &state, &legal, &mut thoughts, &Limits::default());
        rules.play(&mut state, legal[chosen], &mut dice, &mut Silence);
    }
}

#[test]
fn greedy_beats_random_from_either_side() {
    let rules = HexFight::load(None).unwrap();
    let won = |players, side| (0..100).filter(|&seed| winner(&rules, players, seed) == Some(side)).count();
    let (blue, red) =
        (won([Player::Greedy, Player::Random], Side::First), won([Player::Random, Player::Greedy], Side::Second));
    // Attacks are few and the dice decide much here, so no player can win nearly always.
    assert!(blue >= 75 && red >= 75, "{blue} and {red} of 100");
}

#[test]
fn random_takes_every_option_in_time_and_greedy_draws_among_equals() {
    let rules = HexFight::load(None).unwrap();
    let state = rules.set_up(0, Options::default());
    let mut legal = Vec::new();
    rules.legal(&state, &mut legal);
    let mut dice = ai::dice(Seed::from(3));
    for (player, all) in [(Player::Random, true), (Player::Greedy, false)] {
        let mut taken = vec![0; legal.len()];
        (0..2000).for_each(|_| taken[player.choose(&rules, &state, &legal, &mut dice, &Limits::default())] += 1);
        assert_eq!(taken.iter().all(|&times| times > 0), all, "{player}: {taken:?}");
        assert!(taken.iter().filter(|&&times| times > 0).count() > 1, "{player}: {taken:?}");
    }
}

#[test]
fn players_are_known_by_name() {
    for player in Player::ALL {
        assert_eq!(player.name().parse(), Ok(player));
    }
    let error = "genius".parse::<Player>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "there is no computer player \"genius\" (there are random, recruit, regular, greedy, veteran, grognard)"
    );
}
