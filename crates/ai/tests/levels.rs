//! Each level is stronger than the one before it. The games are few, so the bars are lower than what docs/ai.md measures.

use ai::{Bout, Player};
use clash_of_giants::ClashOfGiants;
use engine::{Decision, Hints, Side};
use first_blood::FirstBlood;
use march_into_battle::MarchIntoBattle;
use miracle_on_the_marne::MiracleOnTheMarne;
use rock_of_the_marne::RockOfTheMarne;
use std::cmp::Ordering;

/// The share of pairs that one player wins against another; an even pair is half a win. A pair is a seed played from both
/// sides: it is won by who wins more of its games or, where that is equal, by more.
fn share<R: Hints>(rules: &R, one: Player, other: Player, pairs: u64) -> f64 {
    let options = rules.about().default_options();
    let bout = |players| Bout { scenario: 0, options, players }.games(rules, pairs);
    let came_of = |state: &R::State, side: Side| match rules.decision(state) {
        Decision::Over(outcome) => match outcome.winner {
            None => (0, 0),
            Some(winner) if winner == side => (1, outcome.margin),
            Some(_) => (-1, -outcome.margin),
        },
        Decision::Choose(_) => unreachable!("games are played to their end"),
    };
    let worth = |(first, second): (&R::State, &R::State)| {
        let ((won, by), (also_won, also_by)) = (came_of(first, Side::First), came_of(second, Side::Second));
        match (won + also_won, by + also_by).cmp(&(0, 0)) {
            Ordering::Greater => 1.0,
            Ordering::Equal => 0.5,
            Ordering::Less => 0.0,
        }
    };
    let (firsts, seconds) = (bout([one, other]), bout([other, one]));
    firsts.iter().zip(&seconds).map(worth).sum::<f64>() / pairs as f64
}

/// Whether a veteran wins clearly more games against greedy than he loses.
fn veteran_is_better(share: f64) {
    assert!(share > 0.6, "{share}");
}

/// Whether a player wins more pairs than he loses.
fn is_better(share: f64) {
    assert!(share > 0.55, "{share}");
}

#[test]
fn a_veteran_beats_greedy_in_first_blood() {
    veteran_is_better(share(&FirstBlood::load(None).unwrap(), Player::VETERAN, Player::GREEDY, 30));
}

#[test]
fn a_veteran_beats_greedy_in_rock() {
    is_better(share(&RockOfTheMarne::load(None).unwrap(), Player::VETERAN, Player::GREEDY, 120));
}

#[test]
fn a_veteran_beats_greedy_in_miracle() {
    veteran_is_better(share(&MiracleOnTheMarne::load(None).unwrap(), Player::VETERAN, Player::GREEDY, 15));
}

#[test]
fn a_veteran_beats_greedy_in_clash() {
    veteran_is_better(share(&ClashOfGiants::load(None).unwrap(), Player::VETERAN, Player::GREEDY, 20));
}

#[test]
fn a_veteran_beats_greedy_in_march() {
    veteran_is_better(share(&MarchIntoBattle::load(None).unwrap(), Player::VETERAN, Player::GREEDY, 8));
}

#[test]
fn a_grognard_beats_a_veteran_in_first_blood() {
    is_better(share(&FirstBlood::load(None).unwrap(), Player::GROGNARD, Player::VETERAN, 30));
}

#[test]
fn a_grognard_beats_a_veteran_in_miracle() {
    is_better(share(&MiracleOnTheMarne::load(None).unwrap(), Player::GROGNARD, Player::VETERAN, 15));
}

#[test]
fn a_regular_beats_a_recruit() {
    let first_blood = FirstBlood::load(None).unwrap();
    assert!(share(&first_blood, Player::REGULAR, Player::RECRUIT, 20) > 0.7);
}
