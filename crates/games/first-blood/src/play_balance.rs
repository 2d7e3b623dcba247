//! 13.0 Play Balance: an option. Its last turn is in `victory.rs`; every other way to win stays.

use crate::FirstBlood;
use crate::pieces::{GERMAN, Gun};
use crate::state::{MARKERS, State};
use engine::{Dice, Die, Event, EventKind, Roll, Sink, Wish, clauses};

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
        let mut draws = [Die { sides: 0, value: 0 }; MARKERS];
        let drawn_now = usize::from(count.min(cup[0] + cup[1]));
        state.guns = [0; 2];
        for draw in &mut draws[..drawn_now] {
            let sides = u16::from(cup[0] + cup[1]);
            let drawn = dice.die(sides) as u8;
            *draw = Die { sides, value: drawn.into() };
            let gun = if drawn <= cup[Gun::Light as usize] { Gun::Light } else { Gun::Heavy };
            cup[gun as usize] -= 1;
            state.guns[gun as usize] += 1;
        }
        let [light, heavy] = state.guns;
        events.tell(|| {
            let all = state.guns == self.pieces.guns;
            let what = if all { "has all of them:" } else { "draws" };
            let text = format!(
                "The German rolls {count} for his bombardment markers and {what} {light} light and {heavy} heavy."
            );
            let clauses = if all { clauses!["13.4a", "13.4d"] } else { clauses!["13.4a"] };
            let draws = draws[..drawn_now].iter().map(|die| Roll::new("which marker is drawn", die.sides, [die.value]));
            let event = Event::new(EventKind::Draw, text).side(GERMAN).by(clauses);
            event.rolled([Roll::d6("how many bombardment markers", count).hoped(GERMAN, Wish::High)]).rolled(draws)
        });
    }
}
