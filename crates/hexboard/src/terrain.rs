use std::ops::{BitOr, BitOrAssign};

/// Kind of ground: index into the board's terrain list.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Terrain(pub u8);

impl Terrain {
    /// Place of this terrain in a flat array.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One entry of the board's terrain list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TerrainKind {
    /// What the board calls it.
    pub name: String,
    /// Such hexes are printed on the sheet but not in play.
    pub void: bool,
}

/// One kind of thing that lies on hexsides: index into the board's feature list.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Feature(pub u8);

/// What lies on a hexside: a set of up to 16 kinds named by the board.
///
/// ```
/// # use hexboard::{Feature, Features};
/// let (river, road) = (Feature(0), Feature(3));
/// let both = Features::from(river) | Features::from(road);
/// assert!(both.contains(road));
/// assert_eq!(both.iter().collect::<Vec<_>>(), [river, road]);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Features(pub u16);

impl Features {
    /// How many kinds a board may name.
    pub const KINDS: usize = 16;

    /// Whether this kind lies here.
    #[must_use]
    #[inline]
    pub const fn contains(self, feature: Feature) -> bool {
        (self.0 >> (feature.0 & 15)) & 1 == 1
    }

    /// Everything that lies in either.
    #[must_use]
    pub const fn union(self, other: Features) -> Features {
        Features(self.0 | other.0)
    }

    /// Everything that lies in both.
    #[must_use]
    pub const fn intersection(self, other: Features) -> Features {
        Features(self.0 & other.0)
    }

    /// Whether nothing lies here.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// All kinds that lie here, in the board's order.
    pub fn iter(self) -> impl Iterator<Item = Feature> {
        (0..Self::KINDS as u8).map(Feature).filter(move |&feature| self.contains(feature))
    }
}

impl From<Feature> for Features {
    fn from(feature: Feature) -> Features {
        Features(1 << (feature.0 & 15))
    }
}

impl BitOr for Features {
    type Output = Features;
    fn bitor(self, other: Features) -> Features {
        self.union(other)
    }
}

impl BitOrAssign for Features {
    fn bitor_assign(&mut self, other: Features) {
        *self = self.union(other);
    }
}
