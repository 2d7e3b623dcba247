//! 13 Paris.

use crate::MiracleOnTheMarne;
use crate::pieces::ALLIED;
use crate::state::State;
use engine::{Event, EventKind, Sink, clauses};
use hexboard::Hex;

#[engine::by_the_book]
impl MiracleOnTheMarne {
    /// Whether the garrison of Paris holds a hex: an undefeated hex of Paris without Allied combat units [13.1.1a, 13.1.1b]
    /// (ruling R93). It has no zone [13.1.3b], is never disrupted [13.1.3a] or out of supply [13.1.3c] and never recovers
    /// [13.1.3d]: it is no unit.
    #[inline]
    pub(crate) fn is_garrisoned(&self, state: &State, hex: Hex) -> bool {
        self.ground.paris_set.contains(hex)
            && !state.held[ALLIED.index()].contains(hex)
            && self.ground.objective_at(hex).is_some_and(|at| state.fallen >> at & 1 == 0)
    }

    /// Defeats the garrison of a hex for good [13.1.4c]; the hex is a city still [13.1.4d], and changes hands only when
    /// somebody enters it (ruling R94).
    pub(crate) fn defeat_garrison(&self, state: &mut State, hex: Hex, events: &mut impl Sink) {
        if let Some(at) = self.ground.objective_at(hex) {
            state.fallen |= 1 << at;
        }
        events.tell(|| {
            let text = format!("The garrison of {} is defeated for good.", self.ground.called(hex));
            Event::new(EventKind::Works, text).side(ALLIED).at([hex]).by(clauses!["13.1.4c"])
        });
    }
}
