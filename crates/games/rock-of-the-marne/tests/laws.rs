//! The laws of every game, for Rock of the Marne.

use engine::dice::SeededDice;
use engine::laws::{Rolling, Trial};
use engine::{Options, Rules};
use rock_of_the_marne::{Action, RockOfTheMarne};
use std::sync::{Arc, LazyLock};

static TRIAL: LazyLock<Trial<RockOfTheMarne>> = LazyLock::new(|| {
    let game = Arc::new(RockOfTheMarne::load(None).unwrap());
    Trial { game, actions: 8_000, closely: 120, longest: 60_000 }
});

fn default() -> Options {
    TRIAL.game.about().default_options()
}

/// Options switched one way or the other at random.
fn mixed(seed: u64) -> Options {
    let mut dice = SeededDice::new(seed);
    let count = TRIAL.game.about().options.len();
    (0..count).fold(Options::default(), |options, index| options.with(index, dice.below(2) == 0))
}

#[test]
fn the_campaign_obeys_the_laws() {
    let trial = Trial { game: TRIAL.game.clone(), actions: 20_000, ..*TRIAL };
    trial.assert_laws_hold((0, default(), 1));
}

#[test]
fn the_battle_scenarios_obey_the_laws() {
    (1..5).for_each(|scenario| {
        TRIAL.assert_laws_hold((scenario, default(), scenario as u64 - 1));
    });
}

#[test]
fn all_options_obey_the_laws() {
    let trial = Trial { game: TRIAL.game.clone(), actions: 1_500, ..*TRIAL };
    for seed in 0..5 {
        (0..5).for_each(|scenario| {
            trial.assert_laws_hold((scenario, mixed(seed), seed));
        });
    }
}

#[test]
fn records_replay() {
    TRIAL.assert_records_replay(7);
}

#[test]
fn forecasts_are_what_dice_do() {
    let rolling = Rolling::<Action, 1> { kind: |_| Some(0), eager: |_| false, every: 25, enough: 12, rolls: 3_000 };
    let [seen] = TRIAL.assert_forecasts_agree((0..5).map(|scenario| (scenario, default(), 3)), &rolling);
    assert!(seen > 5, "only {seen} forecasts");
}

#[test]
fn hints_know_nothing_hidden() {
    TRIAL.assert_blind((0..5).map(|scenario| (scenario, default(), 11)), 150);
}
