//! What the game tells those who study it.

use crate::MarchIntoBattle;
use crate::ground::Terrain;
use crate::state::{Place, State, Unit};
use engine::{Census, Muster, Side};
use hexboard::Hex;

impl Census for MarchIntoBattle {
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
        Side::BOTH.map(|side| self.points(state, side, true).into())
    }

    /// Woods and walls, and trenches on top of them.
    fn cover(&self, state: &State, piece: u16, hex: Hex) -> Option<u8> {
        let (ground, unit) = (self.ground(state), Unit(piece as u8));
        let own = !state.holds(self.side_of(state, unit).other(), hex) && self.has_room(state, unit, hex);
        let kind = !matches!(ground.terrain(hex), Terrain::Clear | Terrain::Swamp);
        own.then(|| u8::from(kind) + u8::from(ground.trenches.contains(hex)))
    }
}
