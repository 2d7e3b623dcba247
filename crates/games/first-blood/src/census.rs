//! What the game tells those who study it.

use crate::FirstBlood;
use crate::pieces::{Piece, units};
use crate::state::State;
use engine::{Census, Muster, Side};
use hexboard::Hex;

impl Census for FirstBlood {
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

    /// What the ground has of defense strength beyond the worst on the map.
    fn cover(&self, state: &State, piece: u16, hex: Hex) -> Option<u8> {
        let piece = Piece(piece as u8);
        let stands = state.on_map.contains(piece) && state.hex(piece) == hex;
        let own = state.holder(hex).is_none_or(|side| side == piece.side());
        let open = stands || (own && !piece.is_emplacement() && self.fits(state, piece, hex));
        let worst = self.tables.terrain.iter().flatten().map(|effects| effects.defense).min().unwrap_or(0);
        open.then(|| self.ground.effects(hex).defense.saturating_sub(worst))
    }
}
