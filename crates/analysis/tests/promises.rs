//! What an analysis promises: it is the same on any number of threads, luck and choices add up, what is stopped is kept, and
//! what goes on is not looked at.

use crate::common::{greedy, looked_at};
use ai::{Limits, Stop};
use analysis::{Depth, Eyes, Game, Watch, analyse};
use engine::{Match, Rules, Side};
use first_blood::FirstBlood;
use hex_fight::HexFight;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use wire::{Analysis, Grade};

fn first_blood() -> Arc<FirstBlood> {
    Arc::new(FirstBlood::load(None).unwrap())
}

fn hex_fight() -> Arc<HexFight> {
    Arc::new(HexFight::load(None).unwrap())
}

/// Numbers are told to four places, so as many as are added up may each be wrong by half of the last.
fn near(found: f64, expected: f64, terms: usize) {
    assert!((found - expected).abs() <= 0.000_05 * (terms + 2) as f64, "{found} for {expected}");
}

/// Panics unless what changed in each turn leads from its chance to that of the next, and the last to the result.
fn assert_adds_up(found: &Analysis, result: f64) {
    assert!(found.turns.len() > 2, "{:?}", found.turns);
    for (at, turn) in found.turns.iter().enumerate() {
        let next = found.turns.get(at + 1).map_or(result, |next| next.chance);
        let changes: f64 = turn.luck.iter().chain(&turn.choice).sum::<f64>() + turn.hindsight;
        near(turn.chance + changes, next, 6);
    }
    for (index, side) in found.sides.iter().enumerate() {
        let sign = if index == 0 { 1.0 } else { -1.0 };
        let luck: f64 = found.turns.iter().map(|turn| sign * turn.luck[index]).sum();
        let choice: f64 = found.turns.iter().map(|turn| sign * turn.choice[index]).sum();
        near(side.luck.mean, luck, found.turns.len());
        near(side.choice, choice, found.turns.len());
    }
}

#[test]
fn luck_and_choices_add_up_to_the_change_of_the_chance() {
    let rules = first_blood();
    for seed in [3, 4] {
        let game = greedy(&rules, seed);
        let won = game.result().unwrap().starts_with("german");
        assert_adds_up(&looked_at(&game, Depth::Glance, Eyes::Each, 2), if won { 1.0 } else { 0.0 });
    }
    let game = greedy(&Arc::new(HexFight::load(None).unwrap()), 5);
    let result = game.result().unwrap();
    let won = if result.starts_with("blue") {
        1.0
    } else if result.starts_with("red") {
        0.0
    } else {
        0.5
    };
    assert_adds_up(&looked_at(&game, Depth::Glance, Eyes::Open, 1), won);
}

#[test]
fn it_is_the_same_on_any_number_of_threads() {
    let game = greedy(&hex_fight(), 7);
    let alone = looked_at(&game, Depth::Glance, Eyes::Each, 1);
    assert_eq!(looked_at(&game, Depth::Glance, Eyes::Each, 5), alone);
    assert!(alone.graph.len() > 20, "{}", alone.graph.len());
    assert_eq!(alone.covers, game.len());
}

#[test]
fn what_goes_on_is_not_looked_at() {
    let game = greedy(&hex_fight(), 7);
    let record = game.record().up_to(game.len() - 1);
    let error = Game::of(game.rules().clone(), &record, &Limits::default()).err().unwrap();
    assert_eq!(error, "the game is not finished: it can be analysed when it is over");
}

#[test]
fn what_was_found_until_it_was_stopped_is_kept() {
    let game = greedy(&hex_fight(), 7);
    let stop = Stop::default();
    let limits = Limits { stop: stop.clone(), ..Limits::default() };
    let read = Game::of(game.rules().clone(), &game.record(), &limits).unwrap();
    let steps = AtomicUsize::new(0);
    let progress = |_| {
        if steps.fetch_add(1, Ordering::Relaxed) == 5 {
            stop.stop();
        }
    };
    let found = analyse(&read, Depth::Glance, Eyes::Each, &Watch { limits: &limits, progress: &progress });
    assert!(0 < found.covers && found.covers < found.actions, "{} of {}", found.covers, found.actions);
    assert!(found.remarks.iter().any(|remark| remark.starts_with("It was stopped: it covers ")), "{:?}", found.remarks);
    let whole = looked_at(&game, Depth::Glance, Eyes::Each, 1);
    assert_eq!(found.graph[..], whole.graph[..found.graph.len()], "what was found is what would have been found");
}

/// Red is one unit ahead with two plies to go: blue must attack, which takes a unit two times of six and saves a draw.
fn last_chance(rules: &Arc<HexFight>, action: &str) -> Match<HexFight> {
    let json = r#"{"turn": 199, "pieces": [{"piece": "blue", "hex": "0505"}, {"piece": "red", "hex": "0506"},
                   {"piece": "red", "hex": "1111"}]}"#;
    let mut game = Match::from_position(rules.clone(), json, 1.into()).unwrap();
    game.play(Side::First, action).unwrap();
    while let engine::Decision::Choose(side) = game.decision() {
        let action = rules.notation(game.state(), game.legal()[0]);
        game.play(side, &action).unwrap();
    }
    game
}

#[test]
fn a_gross_blunder_is_found_and_what_would_have_been_better_is_named() {
    let rules = hex_fight();
    let found = looked_at(&last_chance(&rules, "0505-0504"), Depth::Veteran, Eyes::Each, 2);
    let moment = found.moments.iter().find(|moment| moment.at == 0 && moment.grade.is_some());
    let moment = moment.unwrap_or_else(|| panic!("it is not among {:#?}", found.moments));
    assert_eq!((moment.grade, moment.side.as_str()), (Some(Grade::Blunder), "blue"), "{moment:#?}");
    assert_eq!(moment.action, "0505-0504");
    let better = moment.better.as_ref().expect("something is better");
    assert_eq!((better.action.as_str(), better.line[0].action.as_str()), ("0505-0506", "0505-0506"));
    // Two of six rolls save a draw, which is half a win; of the three after which nothing has happened red loses its unit to
    // one of six in turn.
    let exact = (2.0 / 6.0 + 3.0 / 6.0 / 6.0) / 2.0;
    assert!((moment.before.mean - exact).abs() < 2.0 * moment.before.error, "{moment:#?}");
    assert_eq!(moment.after.mean, 0.0);
    assert_eq!(found.sides[0].blunders, 1);
}

#[test]
fn whoever_does_the_best_that_there_is_has_nothing_to_regret() {
    let rules = hex_fight();
    let found = looked_at(&last_chance(&rules, "0505-0506"), Depth::Veteran, Eyes::Each, 1);
    assert!(found.moments.iter().all(|moment| moment.side == "red" || moment.grade.is_none()), "{:#?}", found.moments);
    assert_eq!((found.sides[0].blunders, found.sides[0].mistakes, found.sides[0].doubtful), (0, 0, 0));
}
