//! 6 Initiative.

use crate::MiracleOnTheMarne;
use crate::pieces::{ALLIED, GERMAN};
use crate::state::State;
use crate::tables::Mode;
use engine::{Dice, Event, Side, Sink, clauses};

#[engine::by_the_book]
impl MiracleOnTheMarne {
    /// What a side adds to its initiative die: one for every three of its HQs in Offensive mode, which it counts
    /// secretly [6.1a, 6.1b].
    pub(crate) fn initiative_modifier(&self, state: &State, side: Side) -> u16 {
        let offensive = self.hqs(state, side).iter().filter(|&hq| state.mode(hq) == Mode::Offensive);
        (offensive.count() / usize::from(self.tables.initiative.hqs)) as u16
    }

    /// Finds the side with the initiative: German on the first turns, without a roll [4.B2, 6.2d]; then the higher
    /// modified die [4.B1, 6.2a], rolled again as long as it is a tie [6.2b] (rulings R9, R10).
    pub(crate) fn determine_initiative(&self, state: &mut State, dice: &mut impl Dice, events: &mut impl Sink) {
        if state.turn <= self.tables.initiative.german_turns {
            state.initiative = GERMAN;
            events
                .tell(|| Event::new("initiative", "The German side has the initiative.").by(clauses!["4.B2", "6.2d"]));
            return;
        }
        loop {
            let totals = Side::BOTH.map(|side| u16::from(dice.d10()) + self.initiative_modifier(state, side));
            let [allied, german] = totals;
            // Only the totals are told, so that the modifiers stay secret as far as they can (ruling R9).
            events.tell(|| {
                let text = format!("Initiative: Allied {allied}, German {german}.");
                Event::new("initiative", text).by(clauses!["6.2a", "6.2b"]).reveals()
            });
            if allied != german {
                state.initiative = if allied > german { ALLIED } else { GERMAN };
                return;
            }
        }
    }

    /// The side with the initiative says who goes first this turn [6.2c].
    pub(crate) fn choose_first(
        &self,
        state: &mut State,
        goes_first: bool,
        dice: &mut impl Dice,
        events: &mut impl Sink,
    ) {
        state.first = if goes_first { state.initiative } else { state.initiative.other() };
        events.tell(|| {
            let text = format!("The {} side goes first.", self.side_title(state.first));
            Event::new("initiative", text).by(clauses!["6.2c"])
        });
        self.begin_player_turn(state, state.first, dice, events);
    }
}
