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

/// Whether a veteran wins clearly more games against greedy than he loses.
fn veteran_is_better(share: f64) {
    assert!(share > 0.6, "{share}");
}

#[test]
fn a_veteran_beats_greedy_in_first_blood() {
    veteran_is_better(share(&FirstBlood::load(None).unwrap(), Player::VETERAN, Player::GREEDY, 30));
}

#[test]
fn a_veteran_beats_greedy_in_rock() {
    veteran_is_better(share(&RockOfTheMarne::load(None).unwrap(), Player::VETERAN, Player::GREEDY, 15));
}

#[test]
fn a_veteran_beats_greedy_in_miracle() {
    veteran_is_better(share_in_miracle(Player::VETERAN, Player::GREEDY, 15));
}

#[test]
fn a_veteran_beats_greedy_in_clash() {
    veteran_is_better(share(&ClashOfGiants::load(None).unwrap(), Player::VETERAN, Player::GREEDY, 20));
}

#[test]
fn a_veteran_beats_greedy_in_march() {
    veteran_is_better(share(&MarchIntoBattle::load(None).unwrap(), Player::VETERAN, Player::GREEDY, 8));
}

/// Whether a grognard wins more games against a veteran than he loses.
fn grognard_is_better(share: f64) {
    assert!(share > 0.55, "{share}");
}

#[test]
fn a_grognard_beats_a_veteran_in_first_blood() {
    grognard_is_better(share(&FirstBlood::load(None).unwrap(), Player::GROGNARD, Player::VETERAN, 30));
}

#[test]
fn a_grognard_beats_a_veteran_in_miracle() {
    grognard_is_better(share_in_miracle(Player::GROGNARD, Player::VETERAN, 15));
}

#[test]
fn a_regular_beats_a_recruit() {
    let first_blood = FirstBlood::load(None).unwrap();
    assert!(share(&first_blood, Player::REGULAR, Player::RECRUIT, 20) > 0.7);
}
