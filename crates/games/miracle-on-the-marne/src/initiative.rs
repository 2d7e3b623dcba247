//! 6 Initiative.

use crate::MiracleOnTheMarne;
use crate::action::Action;
use crate::hints::Mind;
use crate::pieces::{ALLIED, GERMAN};
use crate::state::State;
use crate::tables::Mode;
use engine::{Dice, Event, EventKind, Roll, Side, Sink, Wish, clauses};

engine::decisions! {
    (MiracleOnTheMarne, Action, Mind: game, state, out, dice, events, mind)

    /// Who goes first.
    Initiative by state.initiative => {
        asks: "You have the initiative: go first or second?",
        lists: out.extend([Action::First, Action::Second]),
        points(_): {},
        First => {
            check: Ok(()),
            play: game.choose_first(state, true, dice, events),
            words: "go first this turn",
            odds: None,
            worth: if mind.raids(state) { 0.0 } else { 1.0 },
        }
        Second => {
            check: Ok(()),
            play: game.choose_first(state, false, dice, events),
            words: "let the other side go first",
            odds: None,
            worth: if mind.raids(state) { 1.0 } else { 0.0 },
        }
    }
}

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
            events.tell(|| {
                let text = "The German side has the initiative.";
                Event::new(EventKind::Initiative, text).side(GERMAN).by(clauses!["4.B2", "6.2d"])
            });
            return;
        }
        loop {
            let rolls = Side::BOTH.map(|side| (dice.d10(), self.initiative_modifier(state, side)));
            let [allied, german] = rolls.map(|(die, modifier)| u16::from(die) + modifier);
            // Only the totals are told, so that the modifiers stay secret as far as they can (ruling R9); its own die a
            // side sees.
            for (side, (die, modifier)) in Side::BOTH.into_iter().zip(rolls) {
                events.tell(|| self.own_initiative(side, die, modifier));
            }
            events.tell(|| {
                let text = format!("Initiative: Allied {allied}, German {german}.");
                Event::new(EventKind::Initiative, text).by(clauses!["6.2a", "6.2b"]).reveals()
            });
            if allied != german {
                state.initiative = if allied > german { ALLIED } else { GERMAN };
                return;
            }
        }
    }

    /// What a side alone is told of its roll for the initiative.
    fn own_initiative(&self, side: Side, die: u8, modifier: u16) -> Event {
        let text = format!("{} roll for the initiative: {die}, and {modifier} for HQs.", self.side_title(side));
        let roll = Roll::d10("the initiative", die).modified(modifier as i16).hoped(side, Wish::High);
        let event = Event::new(EventKind::Initiative, text).side(side).by(clauses!["6.2a"]).rolled([roll]);
        event.reveals().only_for(side)
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
            Event::new(EventKind::Initiative, text).side(state.initiative).by(clauses!["6.2c"])
        });
        self.begin_player_turn(state, state.first, dice, events);
    }
}
