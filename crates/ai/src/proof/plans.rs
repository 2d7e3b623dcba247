//! Short plans: a few own actions in a row, and which of them come to the same.

use engine::dice::{Dice, SeededDice};
use engine::{Rules, Silence};
use std::collections::HashMap;

/// Own actions in a row, in notation.
pub type Way = Vec<String>;

/// A plan, by all the orders of actions that come to it.
pub(super) struct Plan<A> {
    pub ways: Vec<Vec<A>>,
}

/// What ends a plan: with it somebody says that he has done what he wanted.
const DONE: &str = "done";

/// All plans of so many own actions at most. A plan also ends where dice fall, where the other side has to choose, and where
/// the side says that it is done. Nothing if there are more than so many.
pub(super) fn all<R: Rules>(rules: &R, state: &R::State, actions: usize, most: usize) -> Option<Vec<Plan<R::Action>>> {
    let mut plans: Vec<Plan<R::Action>> = Vec::new();
    let mut places: HashMap<Come<R>, usize> = HashMap::new();
    let mut open = vec![(state.clone(), Vec::new())];
    let mut legal = Vec::new();
    while let Some((state, way)) = open.pop() {
        legal.clear();
        rules.legal(&state, &mut legal);
        // What is taken off the end of the list is looked at first, and the options are to keep their order.
        let mut branches = Vec::new();
        for &action in &legal {
            let mut way: Vec<R::Action> = way.clone();
            way.push(action);
            let (next, rolled) = after(rules, &state, action);
            let goes_on = rules.decision(&next) == rules.decision(&state);
            if way.len() < actions && !rolled && goes_on && rules.notation(&state, action) != DONE {
                branches.push((next, way));
                continue;
            }
            let come = if rolled { (state.clone(), Some(action)) } else { (next, None) };
            let place = *places.entry(come).or_insert(plans.len());
            match plans.get_mut(place) {
                Some(plan) => plan.ways.push(way),
                None => plans.push(Plan { ways: vec![way] }),
            }
            if plans.len() > most {
                return None;
            }
        }
        open.extend(branches.into_iter().rev());
        if open.len() > most {
            return None;
        }
    }
    Some(plans)
}

/// What a plan comes to: a state, or a state and what was rolled for in it.
type Come<R> = (<R as Rules>::State, Option<<R as Rules>::Action>);

/// The state after an action, and whether dice fell.
fn after<R: Rules>(rules: &R, state: &R::State, action: R::Action) -> (R::State, bool) {
    let mut next = state.clone();
    let mut dice = Noticing { dice: SeededDice::new(0), rolled: false };
    rules.play(&mut next, action, &mut dice, &mut Silence);
    (next, dice.rolled)
}

/// The actions of a way, in notation.
pub(super) fn written<R: Rules>(rules: &R, state: &R::State, way: &[R::Action]) -> Way {
    let mut state = state.clone();
    way.iter()
        .map(|&action| {
            let notation = rules.notation(&state, action);
            state = after(rules, &state, action).0;
            notation
        })
        .collect()
}

/// Dice of which is known whether they fell.
struct Noticing {
    dice: SeededDice,
    rolled: bool,
}

impl Dice for Noticing {
    fn die(&mut self, sides: u16) -> u16 {
        self.rolled = true;
        self.dice.die(sides)
    }
}
