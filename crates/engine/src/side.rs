//! The two parties of a game.

/// One of the two parties. Its name and colour are in the game's [`About`](crate::About).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Side {
    /// The side listed first by the game.
    First = 0,
    /// The side listed second by the game.
    Second = 1,
}

impl Side {
    /// Both sides, in the game's order.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// The opponent.
    #[inline]
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// 0 or 1, for arrays with one entry a side.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}
