/// A hex of one board: the index into all flat arrays.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Hex(pub u16);

impl Hex {
    /// No hex at all: for arrays that must say so in the same two bytes.
    pub const NONE: Hex = Hex(u16::MAX);

    /// Place of this hex in a flat array.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}
