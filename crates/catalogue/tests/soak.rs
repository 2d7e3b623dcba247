//! Millions of actions of every game by the laws, in every scenario, with each option turned by itself and all together.
//! It takes long, so it is asked for: `cargo test --profile soak -p catalogue soak -- --ignored --nocapture`.

use clash_of_giants::ClashOfGiants;
use engine::Rules;
use engine::laws::Playouts;
use first_blood::FirstBlood;
use march_into_battle::MarchIntoBattle;
use miracle_on_the_marne::MiracleOnTheMarne;
use rock_of_the_marne::RockOfTheMarne;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A number from the environment, or what is usual.
fn number(name: &str, usual: usize) -> usize {
    std::env::var(name).map_or(usual, |text| text.parse().expect("a number"))
}

/// Plays a game at random on all cores, in every scenario and with a spread of options.
fn soak<R: Rules>(rules: &R) {
    let about = rules.about();
    let usual = about.default_options();
    let turned = |options: engine::Options, at| options.with(at, !usual.has(at));
    let options = 0..about.options.len();
    let mut settings = vec![usual, options.clone().fold(usual, turned)];
    settings.extend(options.map(|at| turned(usual, at)));
    let plans: Vec<_> =
        (0..about.scenarios.len()).flat_map(|at| settings.iter().map(move |&with| (at, with))).collect();
    let each = number("GROGNARD_ACTIONS", 20_000_000).div_ceil(plans.len());
    let (next, played) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        while let Some(&(scenario, options)) = plans.get(next.fetch_add(1, Ordering::Relaxed)) {
            let (seed, closely) = (number("GROGNARD_SEED", 1914) as u64, number("GROGNARD_CLOSELY", 5_000));
            let report = Playouts { scenario, options, seed, longest: 1_000_000, closely }.play(rules, each);
            played.fetch_add(report.actions, Ordering::Relaxed);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    let played = played.into_inner();
    println!("{}: {played} actions in {} settings broke no law", about.id, plans.len());
    assert!(played >= each * plans.len());
}

#[test]
#[ignore = "a long run"]
fn first_blood() {
    soak(&FirstBlood::load(None).unwrap());
}

#[test]
#[ignore = "a long run"]
fn rock_of_the_marne() {
    soak(&RockOfTheMarne::load(None).unwrap());
}

#[test]
#[ignore = "a long run"]
fn miracle_on_the_marne() {
    soak(&MiracleOnTheMarne::load(None).unwrap());
}

#[test]
#[ignore = "a long run"]
fn clash_of_giants() {
    soak(&ClashOfGiants::load(None).unwrap());
}

#[test]
#[ignore = "a long run"]
fn march_into_battle() {
    soak(&MarchIntoBattle::load(None).unwrap());
}
