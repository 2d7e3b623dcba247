//! What the game tells those who study it.

use crate::{HexFight, State};
use engine::{Census, Muster, Side};

impl Census for HexFight {
    /// Each ply is a turn.
    fn turn(&self, state: &State) -> u16 {
        u16::from(state.plies) + 1
    }

    /// Units have no names, so each goes by its hex; one is as strong as the other.
    fn muster(&self, state: &State, each: &mut dyn FnMut(Muster)) {
        for side in Side::BOTH {
            for hex in state.units[side.index()].iter() {
                each(Muster { piece: hex.0, side, hex: Some(hex), strength: 1 });
            }
        }
    }

    /// The units left, which decide the game.
    fn points(&self, state: &State) -> [i32; 2] {
        state.units.map(|units| units.len() as i32)
    }
}
