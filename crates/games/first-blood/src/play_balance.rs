//! 13.0 Play Balance: an option [13.1]. Its last turn is in `victory.rs`; every other way to win stays [13.3b].

use crate::FirstBlood;
use crate::pieces::{GERMAN, Gun};
use crate::state::State;
use engine::{Dice, Event, Sink, clauses};

#[engine::by_the_book]
impl FirstBlood {
    /// Whether the markers of this phase are drawn: German bombardment, from the ninth turn on, with the option
    /// [13.4a, 13.4b, 13.5]. US bombardment is never affected [13.4c].
    pub(crate) fn deteriorates(&self, state: &State) -> bool {
        Self::plays_balanced(state) && state.phase.side() == GERMAN && state.turn >= self.tables.deterioration_from
    }

    /// Rolls openly for the number of markers and draws them blindly; only those can be used [13.4a, 13.4d].
    pub(crate) fn draw_markers(&self, state: &mut State, dice: &mut impl Dice, events: &mut impl Sink) {
        let count = dice.d6();
        let mut cup = state.guns;
        state.guns = [0; 2];
        for _ in 0..count.min(cup[0] + cup[1]) {
            let drawn = dice.die(u16::from(cup[0] + cup[1])) as u8;
            let gun = if drawn <= cup[Gun::Light as usize] { Gun::Light } else { Gun::Heavy };
            cup[gun as usize] -= 1;
            state.guns[gun as usize] += 1;
        }
        let [light, heavy] = state.guns;
        events.tell(|| {
            let text = format!("German bombardment deteriorates: {light} light and {heavy} heavy markers this phase.");
            Event::new("deterioration", text).by(clauses!["13.4a"])
        });
    }
}
