//! Units, hexes and what is chosen, in words.

use crate::FirstBlood;
use crate::pieces::Piece;
use crate::state::State;
use hexboard::Hex;

impl FirstBlood {
    /// The units in a hex that belong to the side that chooses.
    pub(crate) fn own(&self, state: &State, hex: Hex) -> impl Iterator<Item = Piece> {
        let side = self.chooser(state);
        state.stack(hex).filter(move |piece| piece.side() == side)
    }

    /// A unit with what is printed on it.
    pub(crate) fn unit_words(&self, piece: Piece) -> String {
        format!("{} ({})", self.pieces.name(piece), self.pieces.values(piece))
    }

    /// A hex with its terrain.
    pub(crate) fn ground_words(&self, hex: Hex) -> String {
        format!("{}, {}", self.ground.label(hex), self.ground.terrain_words(hex))
    }
}
