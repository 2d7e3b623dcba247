//! Law 4: what a side may not know does not reach it.

use crate::dice::SeededDice;
use crate::{Decision, Event, Hints, Rules, Side, Temper, Viewer};

/// Panics if `side` could tell this state from another that looks the same to it: by its view, its options, its
/// forecasts, a refusal, or by what it is told of the next action.
pub fn assert_no_leak<R: Rules>(
    rules: &R,
    state: &R::State,
    side: Side,
    strangers: &[R::Action],
    dice: &mut SeededDice,
) {
    let other = rules.resample(state, side, dice);
    let viewer = Viewer::Side(side);
    assert_eq!(rules.view(state, viewer), rules.view(&other, viewer), "law 4: the views differ");
    assert_eq!(rules.decision(state), rules.decision(&other), "law 4: the decisions differ");
    assert_eq!(rules.prompt(state), rules.prompt(&other), "law 4: the prompts differ");
    let Decision::Choose(chooser) = rules.decision(state) else { return };
    let (mut legal, mut legal_there) = (Vec::new(), Vec::new());
    rules.legal(state, &mut legal);
    rules.legal(&other, &mut legal_there);
    if chooser == side {
        assert_eq!(legal, legal_there, "law 4: the options differ");
        for &action in &legal {
            let forecasts = [state, &other].map(|state| rules.forecast(state, action));
            assert_eq!(forecasts[0], forecasts[1], "law 4: the forecasts of {action:?} differ");
        }
        for &action in strangers {
            let refusals = [state, &other].map(|state| rules.check(state, action));
            assert_eq!(refusals[0], refusals[1], "law 4: the refusals of {action:?} differ");
        }
    }
    legal.retain(|action| legal_there.contains(action));
    if legal.is_empty() {
        return;
    }
    let action = legal[dice.below(legal.len())];
    let told = [state, &other].map(|state| {
        let (mut state, mut events) = (state.clone(), Vec::new());
        rules.play(&mut state, action, &mut dice.clone(), &mut events);
        events.retain(|event: &Event| event.is_for(viewer));
        // What a rule opens, and what comes of it, may differ.
        events.into_iter().take_while(|event| !event.reveals).collect::<Vec<_>>()
    });
    assert_eq!(told[0], told[1], "law 4: {action:?} is told differently");
}

/// Panics if what a game tells its computer players depends on something that the choosing side may not know.
pub fn assert_hints_are_blind<R: Hints>(rules: &R, state: &R::State, dice: &mut SeededDice) {
    let Decision::Choose(side) = rules.decision(state) else { return };
    let other = rules.resample(state, side, dice);
    let mut legal = Vec::new();
    rules.legal(state, &mut legal);
    for action in legal {
        let values = [state, &other].map(|state| rules.appraise(state, action, &Temper::PLAIN));
        assert_eq!(values[0], values[1], "law 4: the worth of {action:?} tells what is hidden");
    }
}
