//! Options look the same whether they are appraised one by one or all in one moment.

use ai::{Limits, Player};
use clash_of_giants::ClashOfGiants;
use engine::dice::SeededDice;
use engine::{Decision, Hints, Schooling, Silence, Temper};
use first_blood::FirstBlood;
use march_into_battle::MarchIntoBattle;
use miracle_on_the_marne::MiracleOnTheMarne;
use rock_of_the_marne::RockOfTheMarne;

/// At so many decisions of each scenario, one in so many.
const DECISIONS: usize = 60;
const EVERY: usize = 7;

/// Panics if an option looks otherwise in company. What was worked out for one position must not be said of the next.
fn assert_same<R: Hints>(rules: &R) {
    for scenario in 0..rules.about().scenarios.len() {
        let mut dice = SeededDice::new(1918);
        let mut state = rules.set_up(scenario, rules.about().default_options());
        let (mut legal, mut worth) = (Vec::new(), Vec::new());
        for number in 0..DECISIONS * EVERY {
            let Decision::Choose(side) = rules.decision(&state) else { break };
            legal.clear();
            rules.legal(&state, &mut legal);
            if number % EVERY == 0 {
                for temper in [Temper::PLAIN, rules.temper(scenario, side, Schooling::Seasoned)] {
                    rules.appraise_all(&state, &legal, &temper, &mut worth);
                    let alone: Vec<f32> = legal.iter().map(|&action| rules.appraise(&state, action, &temper)).collect();
                    assert_eq!(worth, alone, "scenario {scenario}, decision {number}: {state:?}");
                }
            }
            let choice = Player::RECRUIT.choose(rules, &state, &legal, &mut dice, &Limits::default());
            rules.play(&mut state, legal[choice], &mut dice, &mut Silence);
        }
    }
}

#[test]
fn in_first_blood() {
    assert_same(&FirstBlood::load(None).unwrap());
}

#[test]
fn in_rock_of_the_marne() {
    assert_same(&RockOfTheMarne::load(None).unwrap());
}

#[test]
fn in_miracle_on_the_marne() {
    assert_same(&MiracleOnTheMarne::load(None).unwrap());
}

#[test]
fn in_march_into_battle() {
    assert_same(&MarchIntoBattle::load(None).unwrap());
}

#[test]
fn in_clash_of_giants() {
    assert_same(&ClashOfGiants::load(None).unwrap());
}
