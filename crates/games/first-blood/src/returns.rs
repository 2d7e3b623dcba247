//! What the game tells those who study it.

use crate::FirstBlood;
use crate::pieces::units;
use crate::state::State;
use engine::{Muster, Returns, Side};

impl Returns for FirstBlood {
    fn turn(&self, state: &State) -> u16 {
        state.turn
    }

    /// A unit has one step. Germans in the container are still to come, if they are ever drawn.
    fn muster(&self, state: &State, each: &mut dyn FnMut(Muster)) {
        let all = units(Side::First).or(units(Side::Second));
        for piece in all.without(state.dead).iter() {
            let hex = state.on_map.contains(piece).then(|| state.hex(piece));
            each(Muster { piece: piece.0.into(), side: piece.side(), hex, strength: 1 });
        }
    }

    /// The game counts no points: the enemy's eliminated units stand for them.
    fn points(&self, state: &State) -> [i32; 2] {
        Side::BOTH.map(|side| state.dead.and(units(side.other())).len() as i32)
    }
}
