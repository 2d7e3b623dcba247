//! Pieces, and why they cannot do something, in words.

use crate::MiracleOnTheMarne;
use crate::pieces::Piece;
use crate::state::{PieceSet, State};
use engine::{Bar, Refusal};
use hexboard::Hex;

impl MiracleOnTheMarne {
    /// The refusal that a bar makes for a piece.
    pub(crate) fn refusal(&self, piece: Piece, bar: Bar) -> Refusal {
        Refusal::about(self.pieces.title(piece), bar)
    }

    /// The pieces in a hex that belong to the side that chooses.
    pub(crate) fn own(&self, state: &State, hex: Hex) -> PieceSet {
        let hqs = state.hqs.iter().filter(|&hq| state.hex(hq) == hex).collect();
        state.units_in(hex).or(hqs).and(self.pieces_of(self.chooser(state)))
    }

    /// The HQs among them.
    pub(crate) fn own_hqs(&self, state: &State, hex: Hex) -> impl Iterator<Item = Piece> {
        self.own(state, hex).iter().filter(|piece| piece.is_hq())
    }

    /// A unit with what is printed on it: `27 Bde (7-7-6)`.
    pub(crate) fn unit_words(&self, state: &State, piece: Piece) -> String {
        format!("{} ({})", self.pieces.title(piece), self.values_words(state, piece))
    }

    /// What is printed on the face that is up.
    fn values_words(&self, state: &State, piece: Piece) -> String {
        let face = self.pieces.counter(piece).face(self.steps(state, piece));
        match piece.is_hq() {
            true => format!("HQ of {}, {}", self.pieces.formation(piece), face.movement),
            false => format!("{}-{}-{}", face.attack, face.defense, face.movement),
        }
    }
}
