//! 4.0 How to Win.

use crate::FirstBlood;
use crate::pieces::{GERMAN, US};
use crate::state::State;
use engine::{Clause, Event, EventKind, Outcome, Refusal, Side, Sink, clauses};

#[engine::by_the_book]
impl FirstBlood {
    /// Ends the game; there are no draws [4.6].
    fn win(state: &mut State, side: Side, clause: &'static str) {
        state.outcome = Some(Outcome { winner: Some(side), clause: Clause(clause), margin: 0 });
    }

    /// A German unit has left the map through an exit hex, and play stops at once [4.3a, 4.3c].
    pub(crate) fn german_has_left(&self, state: &mut State) {
        Self::win(state, GERMAN, "4.3a");
    }

    /// Looks whether a side has no units left, which ends the game at once: nothing is rolled or lost after that [4.3c].
    /// Remains are no units [4.3d]. With section 13 it is the same [13.3b].
    pub(crate) fn judge(&self, state: &mut State) {
        if state.outcome.is_some() {
            return;
        }
        if state.units(US).is_empty() {
            // Not one US unit of either type is left [4.3b].
            Self::win(state, GERMAN, "4.3b");
        } else if state.units(GERMAN).is_empty() && Self::nothing_to_come(state) {
            // No German on the map and none to come [4.4a].
            Self::win(state, US, "4.4a");
        }
    }

    /// Whether the container, and what was drawn from it and not placed, is empty [4.4b, 8.4b].
    pub(crate) fn nothing_to_come(state: &State) -> bool {
        state.container.is_empty() && state.hand.is_empty() && state.aside.is_empty()
    }

    /// A side concedes; the other wins [4.5].
    pub(crate) fn give_up(&self, state: &mut State, side: Side) {
        Self::win(state, side.other(), "4.5");
    }

    /// With section 13, whether the last turn is over without a German victory: then the US side wins [13.2, 13.3].
    /// Without it the game has no last turn [5.1c].
    pub(crate) fn time_is_up(&self, state: &mut State) -> bool {
        let up = Self::plays_balanced(state) && state.turn >= self.tables.last_turn;
        if up {
            Self::win(state, US, "13.3");
        }
        up
    }

    /// The sentence for the end of the game.
    pub(crate) fn ending(&self, outcome: Outcome) -> String {
        let winner = outcome.winner.map_or("Nobody", |side| engine::Rules::about(self).side_title(side));
        let how = match outcome.clause.0 {
            "4.3a" => "a German unit has left the map to the south",
            "4.3b" => "no US unit is left",
            "4.4a" => "no German unit is left and none is to come",
            "4.5" => "the other side has given up",
            _ => return format!("{winner} wins: turn {} is over, the last by section 13.", self.tables.last_turn),
        };
        format!("{winner} wins: {how}.")
    }

    /// Nothing is played after the end.
    pub(crate) fn over(&self, _: &State) -> Refusal {
        Refusal::new(clauses!["4.3c"], "the game is over")
    }

    /// Tells the end of the game, if it has come.
    pub(crate) fn tell_ending(&self, state: &State, events: &mut impl Sink) {
        if let Some(outcome) = state.outcome {
            events.tell(|| Event::new(EventKind::End, self.ending(outcome)).by(vec![outcome.clause]));
        }
    }
}
