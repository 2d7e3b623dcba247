use std::ops::{Add, AddAssign, Mul, Sub};

/// A place on an endless field of hexes, or the way from one place to another.
///
/// The two axes stand at sixty degrees; the third one of a hex, `z`, follows from them, as all
/// three add up to nothing.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Axial {
    /// Grows east.
    pub x: i32,
    /// Grows south.
    pub y: i32,
}

impl Axial {
    /// No way at all.
    pub const ZERO: Axial = Axial::new(0, 0);

    /// The six steps out of a hex, clockwise.
    pub const STEPS: [Axial; 6] = [
        Axial::new(1, 0),
        Axial::new(0, 1),
        Axial::new(-1, 1),
        Axial::new(-1, 0),
        Axial::new(0, -1),
        Axial::new(1, -1),
    ];

    /// The place with these coordinates.
    #[must_use]
    #[inline]
    pub const fn new(x: i32, y: i32) -> Axial {
        Axial { x, y }
    }

    /// The third coordinate.
    #[must_use]
    #[inline]
    pub const fn z(self) -> i32 {
        -self.x - self.y
    }

    /// How many steps the way takes.
    ///
    /// ```
    /// # use hexboard::Axial;
    /// assert_eq!(Axial::new(3, -1).length(), 3);
    /// assert_eq!(Axial::new(2, 2).length(), 4);
    /// ```
    #[must_use]
    #[inline]
    pub const fn length(self) -> u32 {
        // Each step changes two of the three coordinates by one.
        (self.x.unsigned_abs() + self.y.unsigned_abs() + self.z().unsigned_abs()) / 2
    }

    /// How many steps there are to another place.
    #[must_use]
    #[inline]
    pub fn distance(self, other: Axial) -> u32 {
        (other - self).length()
    }

    /// The places that are just so far away, clockwise from the east.
    pub fn ring(self, distance: u16) -> impl Iterator<Item = Axial> {
        let far = i32::from(distance);
        // The ring of the centre is the centre itself, and not six times.
        let sides = if distance == 0 { 1 } else { 6 };
        (0..sides).flat_map(move |side| {
            let (corner, along) = (self + Axial::STEPS[side] * far, Axial::STEPS[(side + 2) % 6]);
            (0..far.max(1)).map(move |place| corner + along * place)
        })
    }

    /// The places that are no further away, this one among them.
    pub fn within(self, distance: u16) -> impl Iterator<Item = Axial> {
        let far = i32::from(distance);
        (-far..=far).flat_map(move |x| {
            let south = (-far).max(-x - far)..=far.min(far - x);
            south.map(move |y| self + Axial::new(x, y))
        })
    }

    /// A shortest row of places to another one, both included, as near to the straight line as can be.
    pub fn line(self, to: Axial) -> impl Iterator<Item = Axial> {
        let (way, steps) = (to - self, self.distance(to) as i32);
        (0..=steps).map(move |step| self + part(way, step, steps.max(1)))
    }
}

/// The place nearest to a part of the way, `step` of `steps`.
///
/// Each coordinate is rounded to the nearest whole number; the one that was rounded most follows
/// from the two others.
fn part(way: Axial, step: i32, steps: i32) -> Axial {
    let twice = 2 * i64::from(steps);
    let rounded = [way.x, way.y, way.z()].map(|whole| {
        let exact = i64::from(whole) * i64::from(step);
        let near = (2 * exact + i64::from(steps)).div_euclid(twice);
        (near as i32, (near * i64::from(steps) - exact).abs())
    });
    let [(x, off_x), (y, off_y), (z, off_z)] = rounded;
    if off_x > off_y && off_x > off_z {
        Axial::new(-y - z, y)
    } else if off_y > off_z {
        Axial::new(x, -x - z)
    } else {
        Axial::new(x, y)
    }
}

impl Add for Axial {
    type Output = Axial;

    #[inline]
    fn add(self, way: Axial) -> Axial {
        Axial::new(self.x + way.x, self.y + way.y)
    }
}

impl AddAssign for Axial {
    #[inline]
    fn add_assign(&mut self, way: Axial) {
        *self = *self + way;
    }
}

impl Sub for Axial {
    type Output = Axial;

    #[inline]
    fn sub(self, from: Axial) -> Axial {
        Axial::new(self.x - from.x, self.y - from.y)
    }
}

impl Mul<i32> for Axial {
    type Output = Axial;

    #[inline]
    fn mul(self, times: i32) -> Axial {
        Axial::new(self.x * times, self.y * times)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    const CENTRE: Axial = Axial::new(4, -7);

    #[test]
    fn rings_make_up_what_is_within() {
        for far in 0..6 {
            let within: Vec<Axial> = CENTRE.within(far).collect();
            let rings: Vec<Axial> = (0..=far).flat_map(|distance| CENTRE.ring(distance)).collect();
            let far = usize::from(far);
            assert_eq!((within.len(), rings.len()), (1 + 3 * far * (far + 1), 1 + 3 * far * (far + 1)));
            assert_eq!(within.into_iter().collect::<HashSet<_>>(), rings.into_iter().collect::<HashSet<_>>());
        }
    }

    #[test]
    fn a_ring_goes_round_step_by_step() {
        for far in 1..6 {
            let ring: Vec<Axial> = CENTRE.ring(far).collect();
            assert!(ring.iter().all(|&place| CENTRE.distance(place) == u32::from(far)));
            let next = ring.iter().cycle().skip(1);
            assert!(ring.iter().zip(next).all(|(one, other)| one.distance(*other) == 1));
        }
        assert_eq!(Axial::ZERO.ring(1).collect::<Vec<_>>(), Axial::STEPS);
    }

    #[test]
    fn distances_are_numbers_of_steps() {
        // By widening circles of neighbours, which know nothing of the formula.
        let mut seen = HashSet::from([CENTRE]);
        let mut edge = vec![CENTRE];
        for steps in 1..6 {
            edge = edge.iter().flat_map(|&place| Axial::STEPS.map(|step| place + step)).collect();
            edge.retain(|&place| seen.insert(place));
            assert!(edge.iter().all(|&place| CENTRE.distance(place) == steps));
        }
    }

    #[test]
    fn a_line_is_a_shortest_row_near_the_straight_line() {
        for to in Axial::ZERO.within(9) {
            let line: Vec<Axial> = Axial::ZERO.line(to).collect();
            assert_eq!((line[0], line[line.len() - 1]), (Axial::ZERO, to));
            assert_eq!(line.len(), to.length() as usize + 1);
            assert!(line.windows(2).all(|pair| pair[0].distance(pair[1]) == 1), "{to:?}: {line:?}");
        }
        let straight: Vec<Axial> = (0..=5).map(|x| Axial::new(x, 0)).collect();
        assert_eq!(Axial::ZERO.line(Axial::new(5, 0)).collect::<Vec<_>>(), straight);
    }
}
