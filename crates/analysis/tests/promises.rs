//! What an analysis promises: it is the same on any number of threads, luck and choices add up, what is stopped is kept, and
//! what goes on is not looked at.

use crate::common::{greedy, looked_at};
use ai::{Limits, Stop};
use analysis::{Depth, Eyes, Game, Watch, analyse};
use engine::{Hints, Match, Rules, Side};
use first_blood::FirstBlood;
use hex_fight::HexFight;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use wire::{Analysis, Grade};

fn first_blood() -> Arc<FirstBlood> {
    Arc::new(FirstBlood::load(None).unwrap())
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
    let game = greedy(&first_blood(), 7);
    let alone = looked_at(&game, Depth::Glance, Eyes::Each, 1);
    assert_eq!(looked_at(&game, Depth::Glance, Eyes::Each, 5), alone);
    assert!(alone.graph.len() > 20, "{}", alone.graph.len());
    assert_eq!(alone.covers, game.len());
}

#[test]
fn what_goes_on_is_not_looked_at() {
    let game = greedy(&first_blood(), 7);
    let record = game.record().up_to(game.len() - 1);
    let error = Game::of(game.rules().clone(), &record, &Limits::default()).err().unwrap();
    assert_eq!(error, "the game is not finished: it can be analysed when it is over");
}

#[test]
fn what_was_found_until_it_was_stopped_is_kept() {
    let game = greedy(&first_blood(), 7);
    let stop = Stop::default();
    let limits = Limits { stop: stop.clone(), ..Limits::default() };
    let read = Game::of(game.rules().clone(), &game.record(), &limits).unwrap();
    let steps = AtomicUsize::new(0);
    let progress = |_| {
        if steps.fetch_add(1, Ordering::Relaxed) == 30 {
            stop.stop();
        }
    };
    let found = analyse(&read, Depth::Glance, Eyes::Each, &Watch { limits: &limits, progress: &progress });
    assert!(0 < found.covers && found.covers < found.actions, "{} of {}", found.covers, found.actions);
    assert!(found.remarks.iter().any(|remark| remark.starts_with("It was stopped: it covers ")), "{:?}", found.remarks);
    let whole = looked_at(&game, Depth::Glance, Eyes::Each, 1);
    assert_eq!(found.graph[..], whole.graph[..found.graph.len()], "what was found is what would have been found");
}

/// A game of greedy players, but for what `errs` says somebody does instead; where it erred.
fn with_an_error<R: Hints>(
    rules: &Arc<R>,
    seed: u64,
    errs: impl Fn(&Match<R>, Side) -> Option<String>,
) -> (Match<R>, usize) {
    let options = rules.about().default_options();
    let mut game = Match::new(rules.clone(), 0, options, seed.into(), Vec::new());
    let mut mind = ai::dice(seed.into());
    let mut erred = None;
    while let engine::Decision::Choose(side) = game.decision() {
        let error = if erred.is_none() { errs(&game, side) } else { None };
        let action = error.inspect(|_| erred = Some(game.len())).unwrap_or_else(|| {
            let choice = ai::Player::GREEDY.choose(&**rules, game.state(), game.legal(), &mut mind, &Limits::default());
            rules.notation(game.state(), game.legal()[choice])
        });
        game.play(side, &action).unwrap();
    }
    (game, erred.expect("somebody erred"))
}

#[test]
fn a_gross_blunder_is_found_and_what_would_have_been_better_is_named() {
    let rules = first_blood();
    // The Germans stand still for a whole turn: they end their movement before the first unit has gone.
    let stands_still = |game: &Match<FirstBlood>, side: Side| {
        let choices: Vec<String> =
            game.legal().iter().map(|&action| game.rules().notation(game.state(), action)).collect();
        let moves = side == Side::First && game.turn() == 6 && choices.len() > 5;
        let moves = moves && choices.iter().any(|choice| choice.starts_with("pick "));
        (moves && choices.iter().any(|choice| choice == "done")).then(|| "done".to_string())
    };
    let (game, erred) = with_an_error(&rules, 11, stands_still);
    let found = looked_at(&game, Depth::Veteran, Eyes::Each, 2);
    let moment = found.moments.iter().find(|moment| moment.at == erred && moment.grade.is_some());
    let moment = moment.unwrap_or_else(|| panic!("{erred} is not among {:#?}", found.moments));
    assert!(moment.grade >= Some(Grade::Mistake), "{moment:#?}");
    assert_eq!((moment.side.as_str(), moment.action.as_str()), ("german", "done"));
    let better = moment.better.as_ref().expect("something is better");
    assert!(better.action.starts_with("pick "), "{better:?}");
    assert_eq!(better.line[0].action, better.action);
    assert!(better.line.len() > 1, "what comes then is told");
    assert!(moment.after.mean < moment.before.mean);
}
