//! What the game tells those who study it.

use crate::MarchIntoBattle;
use crate::state::{Place, State};
use engine::{Muster, Returns, Side};

impl Returns for MarchIntoBattle {
    fn scenario(&self, state: &State) -> usize {
        state.scenario.into()
    }

    fn turn(&self, state: &State) -> u16 {
        state.turn.into()
    }

    /// A unit is as strong as its steps; stragglers are lost to it until they are recovered.
    fn muster(&self, state: &State, each: &mut dyn FnMut(Muster)) {
        for unit in self.all_units(state) {
            let chart = state.chart(unit);
            if chart.place == Place::Gone || chart.steps == 0 {
                continue;
            }
            let hex = (chart.place == Place::Map).then_some(chart.hex);
            each(Muster { piece: unit.0.into(), side: self.side_of(state, unit), hex, strength: chart.steps.into() });
        }
    }

    /// The victory points as they stand, with what is only counted at the end.
    fn points(&self, state: &State) -> [i32; 2] {
        Side::BOTH.map(|side| self.score(state, side, true).0.into())
    }
}
