//! No player can tell apart what its side may not know: it chooses the same whatever is true behind the fog.

use ai::{Advice, Leaf, Limits, Order, Player, Search};
use clash_of_giants::ClashOfGiants;
use engine::chooser::Opinion;
use engine::dice::SeededDice;
use engine::{Decision, Hints, Side, Silence, Stakes, Temper};
use first_blood::FirstBlood;
use march_into_battle::MarchIntoBattle;
use miracle_on_the_marne::MiracleOnTheMarne;
use rock_of_the_marne::RockOfTheMarne;

/// The positions that are looked at in each game: in half of them one side chooses, in half the other.
const POSITIONS: usize = 12;

/// Positions of games between greedy players where there is a choice.
fn positions<R: Hints>(rules: &R) -> Vec<R::State> {
    let mut dice = SeededDice::new(1914);
    let mut left = [POSITIONS / 2; 2];
    let (mut found, mut legal) = (Vec::new(), Vec::new());
    for scenario in (0..rules.about().scenarios.len()).cycle().take(10) {
        let mut state = rules.set_up(scenario, rules.about().default_options());
        while let Decision::Choose(side) = rules.decision(&state) {
            legal.clear();
            rules.legal(&state, &mut legal);
            let left = &mut left[side.index()];
            if *left > 0 && legal.len() > 2 && dice.below(100) == 0 {
                found.push(state.clone());
                *left -= 1;
            }
            let choice = Player::GREEDY.choose(rules, &state, &legal, &mut dice, &Limits::default());
            rules.play(&mut state, legal[choice], &mut dice, &mut Silence);
        }
        if left == [0; 2] {
            break;
        }
    }
    found
}

/// A short look ahead, for many positions.
const GLANCE: Search = Search {
    width: 4,
    games: 9,
    horizon: 1,
    from: Stakes::Low,
    budget: 20_000,
    leaf: Leaf::Judge,
    order: Order::Chooser,
};

/// All signs of all options of a position.
fn signs<R: Hints>(rules: &R, state: &R::State, side: Side, legal: &[R::Action]) -> Vec<(usize, String, i32)> {
    let (mut opinion, mut signs) = (Opinion::default(), Vec::new());
    opinion.ask(rules, state, legal, &Temper::PLAIN);
    for option in 0..legal.len() {
        opinion.signs(rules, state, side, legal, option, &mut |sign, amount| {
            signs.push((option, sign.to_string(), amount));
        });
    }
    signs
}

/// Panics if who looks ahead chooses otherwise when something else is true behind the fog. Returns at how many positions
/// something else was.
fn assert_blind<R: Hints>(rules: &R) -> usize {
    let mut foggy = 0;
    let limits = Limits::default();
    for (number, state) in positions(rules).into_iter().enumerate() {
        let Decision::Choose(side) = rules.decision(&state) else { continue };
        let mut dice = SeededDice::new(number as u64);
        let other = rules.resample(&state, side, &mut dice);
        foggy += usize::from(other != state);
        let mut legal = Vec::new();
        rules.legal(&state, &mut legal);
        let same = |who: &str, choose: &dyn Fn(&R::State, &mut SeededDice) -> usize| {
            let choices = [&state, &other].map(|state| legal[choose(state, &mut dice.clone())]);
            assert_eq!(choices[0], choices[1], "{who} sees through the fog of {state:?}");
        };
        let told = [&state, &other].map(|state| signs(rules, state, side, &legal));
        assert_eq!(told[0], told[1], "the signs of options tell what is behind the fog of {state:?}");
        same("who glances ahead", &|state, dice| {
            GLANCE.choose(rules, state, &legal, &[Temper::PLAIN; 2], dice, &limits)
        });
        if number % 4 == 0 {
            let advice = [&state, &other].map(|state| Advice::give(rules, state, &legal, &mut dice.clone(), &limits));
            assert_eq!(advice[0], advice[1], "who gives a hint sees through the fog of {state:?}");
        }
        // The real players take their time, so only some of the positions are theirs.
        let player = match number {
            0 => Player::GROGNARD,
            3 | 6 | 9 => Player::VETERAN,
            _ => continue,
        };
        same(player.level.name(), &|state, dice| player.choose(rules, state, &legal, dice, &limits));
    }
    foggy
}

#[test]
fn in_first_blood() {
    assert!(assert_blind(&FirstBlood::load(None).unwrap()) > POSITIONS / 2);
}

#[test]
fn in_rock_of_the_marne() {
    assert!(assert_blind(&RockOfTheMarne::load(None).unwrap()) > POSITIONS / 2);
}

#[test]
fn in_miracle_on_the_marne() {
    assert!(assert_blind(&MiracleOnTheMarne::load(None).unwrap()) > POSITIONS / 2);
}

#[test]
fn in_march_into_battle() {
    assert!(assert_blind(&MarchIntoBattle::load(None).unwrap()) > POSITIONS / 2);
}

#[test]
fn in_clash_of_giants() {
    assert_eq!(assert_blind(&ClashOfGiants::load(None).unwrap()), 0, "nothing is hidden there");
}
