//! Sets of pieces, or of anything else that is numbered, as bits.

use std::marker::PhantomData;

/// Something that is known by a small number.
pub trait Id: Copy {
    /// Its number.
    fn index(self) -> usize;
    /// The one with this number.
    fn from_index(index: usize) -> Self;
}

/// A set of things whose numbers are below `64 * WORDS`.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct IdSet<T, const WORDS: usize> {
    words: [u64; WORDS],
    of: PhantomData<T>,
}

impl<T: Id, const WORDS: usize> IdSet<T, WORDS> {
    /// Nothing at all.
    pub const EMPTY: Self = IdSet { words: [0; WORDS], of: PhantomData };

    /// Everything with a number from one up to, not including, another.
    pub const fn range(from: usize, to: usize) -> Self {
        let mut set = Self::EMPTY;
        let mut at = from;
        while at < to {
            set.words[at >> 6] |= 1 << (at & 63);
            at += 1;
        }
        set
    }

    /// Puts something in.
    #[inline]
    pub fn insert(&mut self, id: T) {
        self.words[id.index() >> 6] |= 1 << (id.index() & 63);
    }

    /// Takes something out.
    #[inline]
    pub fn remove(&mut self, id: T) {
        self.words[id.index() >> 6] &= !(1 << (id.index() & 63));
    }

    /// Whether something is in it.
    #[inline]
    pub fn contains(&self, id: T) -> bool {
        self.words[id.index() >> 6] >> (id.index() & 63) & 1 == 1
    }

    /// How many are in it.
    #[inline]
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether nothing is in it.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.words == [0; WORDS]
    }

    /// What is in both.
    #[inline]
    pub fn and(self, other: Self) -> Self {
        self.zip(other, |own, others| own & others)
    }

    /// What is in either.
    #[inline]
    pub fn or(self, other: Self) -> Self {
        self.zip(other, |own, others| own | others)
    }

    /// What is in this and not in the other.
    #[inline]
    pub fn without(self, other: Self) -> Self {
        self.zip(other, |own, others| own & !others)
    }

    #[inline]
    fn zip(self, other: Self, merge: impl Fn(u64, u64) -> u64) -> Self {
        IdSet { words: std::array::from_fn(|word| merge(self.words[word], other.words[word])), of: PhantomData }
    }

    /// The lowest of them.
    #[inline]
    pub fn first(self) -> Option<T> {
        self.iter().next()
    }

    /// All of them, the lowest number first.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = T> {
        let (mut left, mut place) = (self.words, 0);
        std::iter::from_fn(move || {
            loop {
                let bits = left.get_mut(place)?;
                if *bits != 0 {
                    let bit = bits.trailing_zeros();
                    *bits &= *bits - 1;
                    return Some(T::from_index(place * 64 + bit as usize));
                }
                place += 1;
            }
        })
    }
}

impl<T: Id, const WORDS: usize> Default for IdSet<T, WORDS> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<T: Id, const WORDS: usize> FromIterator<T> for IdSet<T, WORDS> {
    fn from_iter<I: IntoIterator<Item = T>>(ids: I) -> Self {
        let mut set = Self::EMPTY;
        ids.into_iter().for_each(|id| set.insert(id));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Id for u8 {
        fn index(self) -> usize {
            self.into()
        }

        fn from_index(index: usize) -> u8 {
            index as u8
        }
    }

    type Set = IdSet<u8, 3>;

    #[test]
    fn what_is_put_in_is_there_until_it_is_taken_out() {
        let mut set: Set = [130, 0, 64, 63].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 63, 64, 130]);
        assert_eq!((set.len(), set.first()), (4, Some(0)));
        set.remove(0);
        assert!(!set.contains(0) && set.contains(63));
        assert!(Set::EMPTY.is_empty() && !set.is_empty());
    }

    #[test]
    fn sets_are_joined_and_parted() {
        let (low, high) = (Set::range(0, 70), Set::range(60, 80));
        assert_eq!(low.and(high), Set::range(60, 70));
        assert_eq!(low.or(high), Set::range(0, 80));
        assert_eq!(low.without(high), Set::range(0, 60));
        assert_eq!(Set::EMPTY.first(), None);
    }
}
