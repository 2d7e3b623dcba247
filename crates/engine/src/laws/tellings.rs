//! Law 7: what the dice said is told.

use crate::dice::{Dice, Recording};
use crate::{Die, Event, Rules, Viewer};

/// Plays an action, and panics unless its events tell exactly the dice that fell, in their order. Some may be told to
/// one side alone; whoever may know everything knows them all.
pub fn play_and_hear<R: Rules>(rules: &R, state: &mut R::State, action: R::Action, dice: &mut impl Dice) -> Vec<Event> {
    let notation = rules.notation(state, action);
    let (mut rolled, mut events) = (Vec::new(), Vec::new());
    rules.play(state, action, &mut Recording::new(dice, &mut rolled), &mut events);
    let told = dice_told(&events);
    assert_eq!(told, rolled, "law 7: {notation} rolls other dice (right) than it tells (left): {events:#?}");
    events
}

/// The dice that events tell to whoever may know everything.
pub(super) fn dice_told<'a>(events: impl IntoIterator<Item = &'a Event>) -> Vec<Die> {
    let heard = events.into_iter().filter(|event| event.is_for(Viewer::All));
    heard.flat_map(|event| &event.rolls).flat_map(|roll| roll.dice.iter().copied()).collect()
}
