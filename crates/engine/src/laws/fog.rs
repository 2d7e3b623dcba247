//! Law 4: what a side may not know does not reach it.

use crate::dice::{Dice, SeededDice};
use crate::view::Piece;
use crate::{Decision, Event, Hints, Rules, Side, Temper, Viewer};
use std::collections::HashMap;

/// Law 4: nothing is told by a face that is not seen in its picture. `shown` has what was seen before, with its faces.
pub(super) fn assert_faces_show<R: Rules>(rules: &R, state: &R::State, shown: &mut HashMap<Piece, R::Face>) {
    for viewer in [Viewer::Side(Side::First), Viewer::Side(Side::Second), Viewer::Spectator, Viewer::All] {
        for face in rules.faces(state, viewer) {
            let known = shown.entry(rules.picture(face.clone())).or_insert_with(|| face.clone());
            assert_eq!(*known, face, "law 4: two faces look the same");
        }
    }
}

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
    let Decision::Choose(chooser) = rules.decision(state) else { return };
    let (mut legal, mut legal_there) = (Vec::new(), Vec::new());
    rules.legal(state, &mut legal);
    rules.legal(&other, &mut legal_there);
    // Nobody but the chooser is told what is asked and what he may answer.
    if chooser == side {
        assert_eq!(rules.prompt(state), rules.prompt(&other), "law 4: the prompts differ");
        assert_eq!(legal, legal_there, "law 4: the options differ");
        for &action in &legal {
            let choices = [state, &other].map(|state| rules.choice(state, action));
            assert_eq!(choices[0], choices[1], "law 4: the words for {action:?} differ");
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
        // What a rule opens, and what comes of it, may differ; but not what the acting side opens of its own.
        let opens = |event: &Event| if chooser == side { event.tells_the_actor() } else { event.reveals };
        let before = events.iter().position(opens);
        // Where nothing is opened to the side that acts, it may take the action back: so it must not see more than before.
        let seen = (chooser == side && before.is_none()).then(|| rules.view(&state, viewer));
        events.truncate(before.unwrap_or(events.len()));
        (events, seen)
    });
    assert_eq!(told[0].0, told[1].0, "law 4: {action:?} is told differently");
    assert!(
        told[0].1.is_none() || told[1].1.is_none() || told[0].1 == told[1].1,
        "law 4: {action:?} shows what is hidden and does not say so"
    );
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

/// Panics if what `side` imagines depends on what it may not know: whatever is true behind the fog, the same dice must
/// make up the same state.
pub fn assert_resampling_forgets<R: Rules>(rules: &R, state: &R::State, side: Side, dice: &mut SeededDice) {
    let other = rules.resample(state, side, dice);
    let imagined = [state, &other].map(|state| {
        let mut dice = dice.clone();
        // The roll that follows tells whether as many dice were thrown.
        (rules.resample(state, side, &mut dice), dice.die(u16::MAX))
    });
    assert_eq!(imagined[0], imagined[1], "law 4: what {side:?} imagines depends on what it may not know");
}
