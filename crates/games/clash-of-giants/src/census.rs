//! What the game tells those who study it.

use crate::ClashOfGiants;
use crate::pieces::Piece;
use crate::state::State;
use engine::{Census, Muster};
use hexboard::Hex;

/// What a Primary victory hex counts in the west, where a Secondary one counts 1: they are looked at first.
const PRIMARY: i32 = 10;

impl Census for ClashOfGiants {
    fn scenario(&self, state: &State) -> usize {
        state.scenario.into()
    }

    fn turn(&self, state: &State) -> u16 {
        state.turn.into()
    }

    /// A unit is as strong as the steps it has left, which are its combat factor.
    fn muster(&self, state: &State, each: &mut dyn FnMut(Muster)) {
        let theatre = self.theatre(state);
        for piece in state.on_map.or(state.coming).or(state.away).iter() {
            let hex = state.on_map.contains(piece).then(|| state.hex(piece));
            let strength = self.steps(state, piece).into();
            each(Muster { piece: piece.0.into(), side: theatre.side(piece), hex, strength });
        }
    }

    /// Victory points in the east; in the west the victory hexes held.
    fn points(&self, state: &State) -> [i32; 2] {
        if state.is_tannenberg() {
            return self.points(state).map(|points| points as i32);
        }
        let (primary, secondary) = (self.hexes_held(state, true), self.hexes_held(state, false));
        [0, 1].map(|side| PRIMARY * primary[side] + secondary[side])
    }

    /// Columns to the left by the ground.
    fn cover(&self, state: &State, piece: u16, hex: Hex) -> Option<u8> {
        let (theatre, piece) = (self.theatre(state), Piece(piece as u8));
        let stands = state.on_map.contains(piece) && state.hex(piece) == hex;
        let own = stands || (!state.holds(theatre.side(piece).other(), hex) && self.fits(state, piece, hex));
        own.then(|| theatre.ground.effects(hex).shift)
    }

    fn is_unsupplied(&self, state: &State, piece: u16) -> bool {
        let piece = Piece(piece as u8);
        state.attenuated.contains(piece) || state.unsupplied.contains(piece)
    }

    fn is_fed_at(&self, state: &State, piece: u16, hex: Hex) -> bool {
        self.would_be_fed(state, Piece(piece as u8), hex)
    }
}
