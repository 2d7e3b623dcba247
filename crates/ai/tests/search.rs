//! The look ahead, seen at the smallest game.

use ai::{Leaf, Limits, Order, Player, Search, Stop};
use engine::dice::SeededDice;
use engine::{Hints, Match, Rules, Silence, Stakes, Temper};
use hex_fight::{HexFight, State};
use std::num::NonZero;
use std::sync::{Arc, LazyLock};
use std::time::Instant;

static RULES: LazyLock<Arc<HexFight>> = LazyLock::new(|| Arc::new(HexFight::load(None).unwrap()));

/// A search that would go on for hours.
const ENDLESS: Search = Search {
    width: 12,
    games: 10_000_000,
    horizon: 200,
    from: Stakes::Low,
    budget: 1_000_000_000_000,
    leaf: Leaf::Prospect,
    order: Order::Chooser,
};

fn legal(state: &State) -> Vec<hex_fight::Step> {
    let mut legal = Vec::new();
    RULES.legal(state, &mut legal);
    legal
}

/// A position of random play after so many plies.
fn after(plies: usize, seed: u64) -> State {
    let mut dice = SeededDice::new(seed);
    let mut state = RULES.set_up(0, RULES.about().default_options());
    for _ in 0..plies {
        let legal = legal(&state);
        let choice = dice.below(legal.len());
        RULES.play(&mut state, legal[choice], &mut dice, &mut Silence);
    }
    state
}

/// The step that a player takes, as text.
fn step(player: Player, state: &State, seed: u64, limits: &Limits) -> String {
    let legal = legal(state);
    let choice = player.choose(&**RULES, state, &legal, &mut SeededDice::new(seed), limits);
    RULES.notation(state, legal[choice])
}

#[test]
fn a_seed_gives_the_same_choice_on_any_number_of_threads() {
    let threads = |number| Limits { threads: NonZero::new(number).unwrap(), ..Limits::default() };
    for seed in 0..6 {
        let state = after(20 + 7 * seed as usize, seed);
        for player in [Player::VETERAN, Player::GROGNARD] {
            let alone = step(player, &state, seed, &threads(1));
            for number in [1, 2, 3] {
                assert_eq!(step(player, &state, seed, &threads(number)), alone, "{player} on {number} threads");
            }
        }
    }
}

/// Panics unless an endless search under these limits answers with an option that looks best. That it answers at all is
/// what is shown: without them it would go on for hours.
fn assert_answers_at_once(limits: &Limits) {
    for seed in 0..5 {
        let state = after(30, seed);
        let legal = legal(&state);
        let choice = ENDLESS.choose(&**RULES, &state, &legal, &[Temper::PLAIN; 2], &mut SeededDice::new(seed), limits);
        let worth = |at: usize| RULES.appraise(&state, legal[at], &Temper::PLAIN);
        assert!((0..legal.len()).all(|other| worth(other) <= worth(choice)));
    }
}

#[test]
fn who_is_told_to_stop_answers_at_once() {
    let stop = Stop::default();
    let limits = Limits { stop: stop.clone(), ..Limits::default() };
    stop.stop();
    assert_answers_at_once(&limits);
    assert_answers_at_once(&Limits { threads: NonZero::new(2).unwrap(), ..limits });
}

#[test]
fn who_has_no_time_left_answers_at_once() {
    assert_answers_at_once(&Limits { deadline: Some(Instant::now()), ..Limits::default() });
}

/// Red's last ply of the game, with these pieces.
fn last_ply(pieces: &[(&str, &str)]) -> State {
    let pieces = pieces.iter().map(|(piece, hex)| format!(r#"{{"piece": "{piece}", "hex": "{hex}"}}"#));
    let position = format!(r#"{{"turn": 200, "pieces": [{}]}}"#, pieces.collect::<Vec<_>>().join(", "));
    *Match::from_position(RULES.clone(), &position, 1.into()).unwrap().state()
}

#[test]
fn who_would_lose_at_the_last_ply_attacks() {
    // One red unit against two: only an attack can still bring a draw.
    let state = last_ply(&[("red", "0505"), ("blue", "0506"), ("blue", "0101")]);
    for player in [Player::VETERAN, Player::GROGNARD] {
        assert!((0..20).all(|seed| step(player, &state, seed, &Limits::default()) == "0505-0506"), "{player}");
    }
}

#[test]
fn who_would_win_at_the_last_ply_may_well_keep_still() {
    // Two red units against one: an attack can only spoil the victory. It looks best all the same, so greedy attacks, and
    // who looks ahead does not wherever the attack failed in one of the first games in its mind.
    let state = last_ply(&[("red", "0505"), ("red", "1111"), ("blue", "0506")]);
    let attacks =
        |player| (0..40).filter(|&seed| step(player, &state, seed, &Limits::default()) == "0505-0506").count();
    assert_eq!(attacks(Player::GREEDY), 40);
    assert!(attacks(Player::VETERAN) < 36 && attacks(Player::GROGNARD) < 36);
}
