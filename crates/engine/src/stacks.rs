//! Stacks of pieces on the hexes of a board.

use crate::{Blank, Id};
use hexboard::Hex;

/// Which piece lies on which: the top piece of each hex, and the piece under each piece.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Stacks<P, const HEXES: usize, const PIECES: usize> {
    top: [P; HEXES],
    below: [P; PIECES],
}

impl<P: Blank, const HEXES: usize, const PIECES: usize> Blank for Stacks<P, HEXES, PIECES> {
    const BLANK: Self = Stacks { top: Blank::BLANK, below: Blank::BLANK };
}

fn some<P: Blank + PartialEq>(piece: P) -> Option<P> {
    (piece != P::BLANK).then_some(piece)
}

impl<P: Id + Blank + PartialEq, const HEXES: usize, const PIECES: usize> Stacks<P, HEXES, PIECES> {
    /// The pieces in a hex, from the top down.
    #[inline]
    pub fn at(&self, hex: Hex) -> impl Iterator<Item = P> + use<'_, P, HEXES, PIECES> {
        std::iter::successors(self.top(hex), |piece| self.under(*piece))
    }

    /// The top piece of a hex.
    #[inline]
    pub fn top(&self, hex: Hex) -> Option<P> {
        some(self.top[hex.index()])
    }

    /// The piece right under another.
    #[inline]
    pub fn under(&self, piece: P) -> Option<P> {
        some(self.below[piece.index()])
    }

    /// Puts a piece on top of a hex.
    pub fn put(&mut self, piece: P, hex: Hex) {
        self.below[piece.index()] = self.top[hex.index()];
        self.top[hex.index()] = piece;
    }

    /// Puts a piece right under another.
    pub fn slip(&mut self, piece: P, above: P) {
        self.below[piece.index()] = self.below[above.index()];
        self.below[above.index()] = piece;
    }

    /// Takes a piece out of its hex; whether nothing is left there.
    pub fn lift(&mut self, piece: P, hex: Hex) -> bool {
        let under = std::mem::replace(&mut self.below[piece.index()], P::BLANK);
        if self.top[hex.index()] == piece {
            self.top[hex.index()] = under;
        } else {
            let above = self.at(hex).find(|above| self.below[above.index()] == piece);
            if let Some(above) = above {
                self.below[above.index()] = under;
            }
        }
        self.top[hex.index()] == P::BLANK
    }

    /// Lays a piece that lies in another hex into an empty hex, too.
    pub fn stretch(&mut self, piece: P, hex: Hex) {
        self.top[hex.index()] = piece;
    }

    /// Empties a hex into which a piece was stretched.
    pub fn clear(&mut self, hex: Hex) {
        self.top[hex.index()] = P::BLANK;
    }
}
