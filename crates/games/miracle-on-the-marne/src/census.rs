//! What the game tells those who study it.

use crate::MiracleOnTheMarne;
use crate::deployment::one;
use crate::ground::Terrain;
use crate::pieces::Piece;
use crate::state::State;
use engine::{Census, Muster, Side};
use hexboard::Hex;

impl Census for MiracleOnTheMarne {
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

    /// What the ground adds to the die of those who shoot.
    fn cover(&self, state: &State, piece: u16, hex: Hex) -> Option<u8> {
        let unit = Piece(piece);
        let closed = self.is_closed(state, self.pieces.side(unit), hex);
        (!closed && self.fit(state, one(unit), hex)).then(|| match self.ground.terrain(hex) {
            Terrain::Clear => 0,
            Terrain::City | Terrain::Paris => 2,
            _ => 1,
        })
    }

    fn is_unsupplied(&self, state: &State, piece: u16) -> bool {
        state.unsupplied.contains(Piece(piece))
    }

    fn is_fed_at(&self, state: &State, piece: u16, hex: Hex) -> bool {
        let hq = state.corps_of(Piece(piece)).hq();
        state.hqs.contains(hq) && !state.unsupplied.contains(hq) && self.feeds(state, hq, hex)
    }
}
