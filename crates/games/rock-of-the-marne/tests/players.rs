//! The computer players, and what the game is like between them.

use crate::common::{Table, game, hex, on, phase, piece};
use ai::{Bout, Player};
use engine::{Hints, Rules, Side, Temper};
use rock_of_the_marne::{Action, RockOfTheMarne, State};

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

/// How an action looks to whoever has the plain temper.
fn worth(table: &Table<RockOfTheMarne>, action: Action) -> f32 {
    game().appraise(table.state(), action, &Temper::PLAIN)
}

#[test]
fn a_division_breaks_down_only_if_enough_counters_are_left_for_all_of_it() {
    let breaks = |pool: &str| {
        let setting = phase("movement", 2).unit("G-10", "46.12").unit("F-55", "46.10").mark("pool-german", pool);
        let table = on(setting);
        worth(&table, Action::Break(piece("G-10"))) > worth(&table, Action::Done)
    };
    assert_eq!(["2", "3"].map(breaks), [false, true]);
}

#[test]
fn trenches_that_the_enemy_could_walk_into_are_held_before_his_last_turn() {
    // What a trench of the intermediate position has over the hex behind it, for a regiment alone.
    let over = |turn: u32| {
        let setting = phase("movement", turn).scenario("gouraud").mark("side", "allied");
        let mut table = on(setting.unit("F-Rgt-1", "57.16").unit("F-HQ-21", "57.14").unit("G-20", "57.21"));
        table.play(&["pick F-Rgt-1"]);
        worth(&table, Action::To(hex("57.18"))) - worth(&table, Action::To(hex("57.17")))
    };
    assert!(over(5) > over(3) + 3.0, "{} on turn 5, {} on turn 3", over(5), over(3));
    assert!(over(6) < over(3), "{} on turn 6, after which no German moves", over(6));
}

#[test]
fn nothing_is_spared_in_the_last_player_turn() {
    let attack = |turn: u32| {
        let setting = phase("combat", turn).scenario("gouraud").mark("side", "allied");
        let table = on(setting.unit("F-55", "55.16").unit("F-HQ-21", "55.14").unit("G-20", "55.17"));
        worth(&table, Action::Target(hex("55.17")))
    };
    assert!(attack(5) < 0.0, "{} on turn 5", attack(5));
    assert!(attack(6) > 0.0, "{} on turn 6", attack(6));
}
