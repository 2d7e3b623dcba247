//! Each level is stronger than the one before it. The games are few, so the bars are lower than what docs/ai.md measures.

use ai::{Bout, Player};
use clash_of_giants::ClashOfGiants;
use engine::{Decision, Hints, Options, Rules, Side};
use first_blood::FirstBlood;
use march_into_battle::MarchIntoBattle;
use miracle_on_the_marne::MiracleOnTheMarne;
use rock_of_the_marne::RockOfTheMarne;

/// The share of games that one player wins against another from both sides; a draw is half a win.
fn share<R: Hints>(rules: &R, one: Player, other: Player, games: u64) -> f64 {
    share_with(rules, rules.about().default_options(), one, other, games)
}

/// The same in Miracle on the Marne, with the handicap: by the book's count the Allies win nearly all games of players that
/// are anywhere near as good as each other, and those say nothing.
fn share_in_miracle(one: Player, other: Player, games: u64) -> f64 {
    let rules = MiracleOnTheMarne::load(None).unwrap();
    let options = rules.about().switch(rules.about().default_options(), &["handicap"]).unwrap();
    share_with(&rules, options, one, other, games)
}

fn share_with<R: Hints>(rules: &R, options: Options, one: Player, other: Player, games: u64) -> f64 {
    let bout = |players| Bout { scenario: 0, options, players }.games(rules, games);
    let won = |states: Vec<R::State>, side: Side| -> f64 {
        let worth = |state: &R::State| match rules.decision(state) {
            Decision::Over(outcome) => outcome.winner.map_or(0.5, |winner| f64::from(u8::from(winner == side))),
            Decision::Choose(_) => unreachable!("games are played to their end"),
        };
        states.iter().map(worth).sum()
    };
    (won(bout([one, other]), Side::First) + won(bout([other, one]), Side::Second)) / (2 * games) as f64
}

#[test]
fn a_veteran_beats_greedy() {
    let shares = [
        share(&FirstBlood::load(None).unwrap(), Player::Veteran, Player::Greedy, 30),
        share(&RockOfTheMarne::load(None).unwrap(), Player::Veteran, Player::Greedy, 15),
        share_in_miracle(Player::Veteran, Player::Greedy, 15),
        share(&ClashOfGiants::load(None).unwrap(), Player::Veteran, Player::Greedy, 20),
        share(&MarchIntoBattle::load(None).unwrap(), Player::Veteran, Player::Greedy, 8),
    ];
    assert!(shares.iter().all(|&share| share > 0.6), "{shares:?}");
}

#[test]
fn a_grognard_beats_a_veteran() {
    let shares = [
        share(&FirstBlood::load(None).unwrap(), Player::Grognard, Player::Veteran, 30),
        share_in_miracle(Player::Grognard, Player::Veteran, 15),
    ];
    assert!(shares.iter().all(|&share| share > 0.55), "{shares:?}");
}

#[test]
fn a_regular_beats_a_recruit() {
    let first_blood = FirstBlood::load(None).unwrap();
    assert!(share(&first_blood, Player::Regular, Player::Recruit, 20) > 0.7);
}
