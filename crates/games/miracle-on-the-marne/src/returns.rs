//! What the game tells those who study it.

use crate::MiracleOnTheMarne;
use crate::state::State;
use engine::{Muster, Returns, Side};

impl Returns for MiracleOnTheMarne {
    fn scenario(&self, state: &State) -> usize {
        state.scenario.into()
    }

    fn turn(&self, state: &State) -> u16 {
        state.turn.into()
    }

    /// A combat unit is as strong as the steps it has left; HQs have none. Who is not deployed yet is off the board.
    fn muster(&self, state: &State, each: &mut dyn FnMut(Muster)) {
        for piece in self.pieces.units().filter(|&unit| !state.dead.contains(unit)) {
            let hex = state.on_map.contains(piece).then(|| state.hex(piece));
            let strength = self.steps(state, piece).into();
            each(Muster { piece: piece.0, side: self.pieces.side(piece), hex, strength });
        }
    }

    /// The points of Paris, the cities and the towns.
    fn points(&self, state: &State) -> [i32; 2] {
        Side::BOTH.map(|side| self.score(state, side).into())
    }
}
