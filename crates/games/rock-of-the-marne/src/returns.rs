//! What the game tells those who study it.

use crate::RockOfTheMarne;
use crate::state::{State, Step, side_of};
use engine::{Muster, Returns};

impl Returns for RockOfTheMarne {
    fn scenario(&self, state: &State) -> usize {
        state.scenario.into()
    }

    fn turn(&self, state: &State) -> u16 {
        state.turn.into()
    }

    /// A unit is as strong as the attack strength that is up, for that is what a breakdown keeps: steps would
    /// seem to grow by it. A division that is breaking down has the strength that its regiments have not taken yet.
    fn muster(&self, state: &State, each: &mut dyn FnMut(Muster)) {
        for piece in state.on_map.or(state.waiting).iter() {
            let hex = state.on_map.contains(piece).then(|| state.hex(piece));
            let strength = self.face(state, piece).attack.into();
            each(Muster { piece: piece.0, side: side_of(piece), hex, strength });
        }
        if let Step::Break(hex) = state.step
            && let Some(division) = state.group.first()
        {
            let strength = state.breaking.0.into();
            each(Muster { piece: division.0, side: state.side, hex: Some(hex), strength });
        }
    }

    /// The victory points of the scenario.
    fn points(&self, state: &State) -> [i32; 2] {
        self.score(state)
    }
}
