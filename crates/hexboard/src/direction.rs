use crate::{Axial, Orientation};

/// One of six ways out of a hex, clockwise.
///
/// Flat-topped boards count N NE SE S SW NW, pointy-topped ones NE E SE SW W NW.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Direction(u8);

const FLAT_NAMES: [&str; 6] = ["N", "NE", "SE", "S", "SW", "NW"];
const POINTY_NAMES: [&str; 6] = ["NE", "E", "SE", "SW", "W", "NW"];

impl Direction {
    /// All six, clockwise.
    pub const ALL: [Direction; 6] =
        [Direction(0), Direction(1), Direction(2), Direction(3), Direction(4), Direction(5)];

    /// The direction with this place in [`Direction::ALL`].
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Direction> {
        if index < 6 { Some(Direction(index as u8)) } else { None }
    }

    /// Place in [`Direction::ALL`].
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The way back.
    #[must_use]
    pub const fn opposite(self) -> Direction {
        Direction((self.0 + 3) % 6)
    }

    /// Turned clockwise by so many sixths of a circle.
    ///
    /// ```
    /// # use hexboard::Direction;
    /// assert_eq!(Direction::ALL[0].turned(-1), Direction::ALL[5]);
    /// ```
    #[must_use]
    pub const fn turned(self, steps: i8) -> Direction {
        Direction((self.0 + steps.rem_euclid(6) as u8) % 6)
    }

    pub(crate) const fn name(self, orientation: Orientation) -> &'static str {
        names(orientation)[self.index()]
    }

    pub(crate) fn named(name: &str, orientation: Orientation) -> Option<Direction> {
        let index = names(orientation).iter().position(|&known| known == name)?;
        Self::from_index(index)
    }

    /// The step to the next hex.
    #[inline]
    pub(crate) const fn step(self, orientation: Orientation) -> Axial {
        Axial::STEPS[(self.index() + first_step(orientation)) % 6]
    }
}

/// The place of our first direction among [`Axial::STEPS`], which go round clockwise too.
const fn first_step(orientation: Orientation) -> usize {
    match orientation {
        Orientation::FlatTop => 4,
        Orientation::PointyTop => 5,
    }
}

const fn names(orientation: Orientation) -> &'static [&'static str; 6] {
    match orientation {
        Orientation::FlatTop => &FLAT_NAMES,
        Orientation::PointyTop => &POINTY_NAMES,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_goes_clockwise_and_all_the_way_round() {
        let north = Direction::ALL[0];
        assert_eq!(north.turned(1).name(Orientation::FlatTop), "NE");
        assert_eq!(north.turned(-2).name(Orientation::FlatTop), "SW");
        assert_eq!(north.turned(i8::MIN), north.turned(-2));
        assert_eq!(north.opposite(), north.turned(3));
    }

    #[test]
    fn names_are_those_of_the_orientation() {
        for orientation in [Orientation::FlatTop, Orientation::PointyTop] {
            for direction in Direction::ALL {
                let name = direction.name(orientation);
                assert_eq!(Direction::named(name, orientation), Some(direction));
            }
        }
        assert_eq!(Direction::named("E", Orientation::FlatTop), None);
        assert_eq!(Direction::named("N", Orientation::PointyTop), None);
    }
}
