//! Sets of counters, as bits.

use crate::pieces::{GERMAN, PIECES, Piece, US, US_INFANTRY, US_UNITS};
use engine::Side;

/// A set of pieces.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct PieceSet([u64; 3]);

impl PieceSet {
    /// No piece at all.
    pub const EMPTY: PieceSet = PieceSet([0; 3]);

    /// All pieces from one place in the counter mix up to, not including, another.
    pub const fn range(from: usize, to: usize) -> PieceSet {
        let mut set = PieceSet::EMPTY;
        let mut at = from;
        while at < to {
            set.0[at >> 6] |= 1 << (at & 63);
            at += 1;
        }
        set
    }

    /// All units of a side.
    pub const fn of(side: Side) -> PieceSet {
        match side {
            US => PieceSet::range(0, US_UNITS),
            GERMAN => PieceSet::range(US_UNITS, PIECES),
        }
    }

    /// All infantry of a side: what can move.
    pub const fn infantry(side: Side) -> PieceSet {
        match side {
            US => PieceSet::range(0, US_INFANTRY),
            GERMAN => PieceSet::of(GERMAN),
        }
    }

    /// Adds a piece.
    #[inline]
    pub fn insert(&mut self, piece: Piece) {
        self.0[piece.index() >> 6] |= 1 << (piece.index() & 63);
    }

    /// Takes a piece out.
    #[inline]
    pub fn remove(&mut self, piece: Piece) {
        self.0[piece.index() >> 6] &= !(1 << (piece.index() & 63));
    }

    /// Whether a piece is in it.
    #[inline]
    pub fn contains(&self, piece: Piece) -> bool {
        self.0[piece.index() >> 6] >> (piece.index() & 63) & 1 == 1
    }

    /// How many pieces are in it.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether nothing is in it.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 3]
    }

    /// What is in both.
    #[inline]
    pub fn and(self, other: PieceSet) -> PieceSet {
        PieceSet(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    /// What is in either.
    #[inline]
    pub fn or(self, other: PieceSet) -> PieceSet {
        PieceSet(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    /// What is in this and not in the other.
    #[inline]
    pub fn without(self, other: PieceSet) -> PieceSet {
        PieceSet(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    /// The pieces in it, in the order of the counter mix.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Piece> {
        self.0.into_iter().enumerate().flat_map(|(word, mut bits)| {
            std::iter::from_fn(move || {
                let bit = (bits != 0).then(|| bits.trailing_zeros())?;
                bits &= bits - 1;
                Some(Piece((word * 64) as u8 + bit as u8))
            })
        })
    }
}

impl FromIterator<Piece> for PieceSet {
    fn from_iter<I: IntoIterator<Item = Piece>>(pieces: I) -> PieceSet {
        let mut set = PieceSet::EMPTY;
        pieces.into_iter().for_each(|piece| set.insert(piece));
        set
    }
}
