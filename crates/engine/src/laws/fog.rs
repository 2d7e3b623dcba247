//! Law 4: what a side may not know does not reach it.

use crate::dice::SeededDice;
use crate::{Decision, Event, Rules, Side, Viewer};

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
        events.retain(|event: &Event| event.is_for(viewer) && !event.reveals);
        events
    });
    assert_eq!(told[0], told[1], "law 4: {action:?} is told differently");
}
