use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

use crate::Hex;

/// A set of hexes as bits, for boards of up to 64 * `W` hexes: copies without allocation, so that
/// game states can hold it.
///
/// ```
/// # use hexboard::{Hex, HexSet};
/// let mut set: HexSet<4> = [Hex(200), Hex(3)].into_iter().collect();
/// set.insert(Hex(64));
/// assert_eq!(set.iter().collect::<Vec<_>>(), [Hex(3), Hex(64), Hex(200)]);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct HexSet<const W: usize>(pub(crate) [u64; W]);

impl<const W: usize> HexSet<W> {
    /// No hex.
    pub const EMPTY: HexSet<W> = HexSet([0; W]);

    /// Puts a hex in; whether it was missing. Panics if the hex is beyond the set's size.
    #[inline]
    pub fn insert(&mut self, hex: Hex) -> bool {
        let word = &mut self.0[hex.index() / 64];
        let missing = *word & bit(hex) == 0;
        *word |= bit(hex);
        missing
    }

    /// Takes a hex out; whether it was there.
    #[inline]
    pub fn remove(&mut self, hex: Hex) -> bool {
        let Some(word) = self.0.get_mut(hex.index() / 64) else {
            return false;
        };
        let present = *word & bit(hex) != 0;
        *word &= !bit(hex);
        present
    }

    /// Whether the hex is in the set.
    #[must_use]
    #[inline]
    pub fn contains(&self, hex: Hex) -> bool {
        self.0.get(hex.index() / 64).is_some_and(|word| word & bit(hex) != 0)
    }

    /// How many hexes there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The hexes in order of their index.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Hex> + use<W> {
        let (mut left, mut place) = (self.0, 0);
        std::iter::from_fn(move || {
            loop {
                let word = left.get_mut(place)?;
                if *word != 0 {
                    let low = word.trailing_zeros();
                    *word &= *word - 1;
                    // A set cannot hold a hex that 16 bits do not name.
                    return Some(Hex((place * 64) as u16 + low as u16));
                }
                place += 1;
            }
        })
    }

    /// These hexes, and all that can be reached from them: `near` gives the hexes that are one step from a hex.
    ///
    /// ```
    /// # use hexboard::{Hex, HexSet};
    /// let seeds: HexSet<1> = [Hex(3)].into_iter().collect();
    /// let flooded = seeds.flooded(|hex| (hex.0 < 5).then_some(Hex(hex.0 + 1)));
    /// assert_eq!(flooded.iter().collect::<Vec<_>>(), [Hex(3), Hex(4), Hex(5)]);
    /// ```
    #[must_use]
    #[inline]
    pub fn flooded<I: IntoIterator<Item = Hex>>(self, near: impl Fn(Hex) -> I) -> HexSet<W> {
        let (mut found, mut open, mut place) = (self, self, 0);
        while let Some(&word) = open.0.get(place) {
            if word == 0 {
                place += 1;
                continue;
            }
            open.0[place] &= word - 1;
            for hex in near(Hex((place * 64) as u16 + word.trailing_zeros() as u16)) {
                if found.insert(hex) {
                    open.insert(hex);
                    place = place.min(hex.index() / 64);
                }
            }
        }
        found
    }

    /// The hexes of either set.
    #[must_use]
    pub fn union(self, other: HexSet<W>) -> HexSet<W> {
        self.zip(other, |a, b| a | b)
    }

    /// The hexes of both sets.
    #[must_use]
    pub fn intersection(self, other: HexSet<W>) -> HexSet<W> {
        self.zip(other, |a, b| a & b)
    }

    /// The hexes of this set that are not in the other.
    #[must_use]
    pub fn difference(self, other: HexSet<W>) -> HexSet<W> {
        self.zip(other, |a, b| a & !b)
    }

    /// Whether any hex is in both sets.
    #[must_use]
    #[inline]
    pub fn meets(&self, other: &HexSet<W>) -> bool {
        self.0.iter().zip(&other.0).fold(0, |met, (own, other)| met | own & other) != 0
    }

    /// Whether both sets hold the same of some hexes.
    #[must_use]
    pub fn agrees(&self, other: &HexSet<W>, of: &HexSet<W>) -> bool {
        let words = self.0.iter().zip(&other.0).zip(&of.0);
        words.fold(0, |differ, ((own, other), of)| differ | (own ^ other) & of) == 0
    }

    /// The bits, lowest index first.
    #[must_use]
    pub const fn words(&self) -> &[u64; W] {
        &self.0
    }

    fn zip(mut self, other: HexSet<W>, combine: impl Fn(u64, u64) -> u64) -> HexSet<W> {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word = combine(*word, other);
        }
        self
    }
}

#[inline]
const fn bit(hex: Hex) -> u64 {
    1 << (hex.0 % 64)
}

impl<const W: usize> Default for HexSet<W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const W: usize> FromIterator<Hex> for HexSet<W> {
    fn from_iter<I: IntoIterator<Item = Hex>>(hexes: I) -> Self {
        let mut set = Self::EMPTY;
        set.extend(hexes);
        set
    }
}

impl<const W: usize> Extend<Hex> for HexSet<W> {
    fn extend<I: IntoIterator<Item = Hex>>(&mut self, hexes: I) {
        for hex in hexes {
            self.insert(hex);
        }
    }
}

impl<const W: usize> BitOr for HexSet<W> {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        self.union(other)
    }
}

impl<const W: usize> BitAnd for HexSet<W> {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        self.intersection(other)
    }
}

impl<const W: usize> Sub for HexSet<W> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self.difference(other)
    }
}

impl<const W: usize> BitOrAssign for HexSet<W> {
    fn bitor_assign(&mut self, other: Self) {
        *self = self.union(other);
    }
}

impl<const W: usize> BitAndAssign for HexSet<W> {
    fn bitand_assign(&mut self, other: Self) {
        *self = self.intersection(other);
    }
}

impl<const W: usize> SubAssign for HexSet<W> {
    fn sub_assign(&mut self, other: Self) {
        *self = self.difference(other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn behaves_like_a_sorted_set() {
        let a: HexSet<3> = [0, 5, 63, 64, 191].map(Hex).into_iter().collect();
        let b: HexSet<3> = [5, 64, 100].map(Hex).into_iter().collect();
        let listed = |set: HexSet<3>| set.iter().map(|hex| hex.0).collect::<Vec<_>>();
        assert_eq!(listed(a | b), [0, 5, 63, 64, 100, 191]);
        assert_eq!(listed(a & b), [5, 64]);
        assert_eq!(listed(a - b), [0, 63, 191]);
        assert_eq!((a | b).len(), 6);
        assert!((a - a).is_empty());
        assert!(a.meets(&b) && !(a - b).meets(&b));
        assert!(a.agrees(&b, &[5, 64, 90].map(Hex).into_iter().collect()));
        assert!(!a.agrees(&b, &[5, 100].map(Hex).into_iter().collect()));
    }

    #[test]
    fn tells_what_changed() {
        let mut set = HexSet::<1>::EMPTY;
        assert!(set.insert(Hex(9)));
        assert!(!set.insert(Hex(9)));
        assert!(set.remove(Hex(9)));
        assert!(!set.remove(Hex(9)));
    }

    #[test]
    fn holds_nothing_beyond_its_size() {
        let mut set = HexSet::<1>([u64::MAX]);
        assert!(!set.contains(Hex::NONE));
        assert!(!set.remove(Hex(64)));
    }
}
