//! Shares of games: their intervals, and the difference between two of them.

use super::special::normal_two_sided;
use super::{Difference, Interval};

/// So many of so many.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Share {
    /// How many counted.
    pub hits: u64,
    /// Out of how many.
    pub of: u64,
}

impl Share {
    /// So many of so many.
    pub fn new(hits: u64, of: u64) -> Share {
        Share { hits, of }
    }

    /// The share itself; one half of nothing, as nothing is known.
    pub fn value(self) -> f64 {
        if self.of > 0 { self.hits as f64 / self.of as f64 } else { 0.5 }
    }

    /// Wilson's 95 % interval (E. B. Wilson, Probable inference, the law of succession, and statistical inference,
    /// JASA 22, 1927). It never leaves 0 to 1 and holds for few games too; of nothing it is all of 0 to 1.
    pub fn wilson(self) -> Interval {
        let [low, high] = sim::wilson(self.hits, self.of);
        Interval { low, high }
    }

    /// How much larger another share is: Newcombe's hybrid score interval (R. G. Newcombe, Interval estimation for the
    /// difference between independent proportions, Statistics in Medicine 17, 1998, method 10), and the p value of the
    /// pooled two-proportion test. `None` if either is a share of nothing.
    pub fn compare(self, other: Share) -> Option<Difference> {
        if self.of == 0 || other.of == 0 {
            return None;
        }
        let (before, after) = (self.value(), other.value());
        let (before_interval, after_interval) = (self.wilson(), other.wilson());
        let by = after - before;
        let reach = |one: f64, two: f64| (one * one + two * two).sqrt();
        let interval = Interval {
            low: by - reach(after - after_interval.low, before_interval.high - before),
            high: by + reach(after_interval.high - after, before - before_interval.low),
        };
        let pooled = (self.hits + other.hits) as f64 / (self.of + other.of) as f64;
        let spread = (pooled * (1.0 - pooled) * (1.0 / self.of as f64 + 1.0 / other.of as f64)).sqrt();
        let p = if spread > 0.0 { normal_two_sided(by / spread) } else { 1.0 };
        Some(Difference { by, interval, p })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 6e-5, "{found}, expected {expected}");
    }

    #[test]
    fn a_share_of_nothing_may_be_anything() {
        assert_eq!(Share::new(0, 0).wilson(), Interval { low: 0.0, high: 1.0 });
        assert_eq!(Share::new(0, 0).value(), 0.5);
        assert_eq!(Share::new(0, 0).compare(Share::new(1, 2)), None);
    }

    /// From Newcombe's table II (Interval estimation for the difference between independent proportions), method 10.
    #[test]
    fn newcombes_intervals_are_those_that_he_printed() {
        for (one, two, low, high) in [
            (Share::new(56, 70), Share::new(48, 80), 0.0524, 0.3339),
            (Share::new(9, 10), Share::new(3, 10), 0.1705, 0.8090),
            (Share::new(6, 7), Share::new(2, 7), 0.0582, 0.8062),
            (Share::new(5, 56), Share::new(0, 29), -0.0381, 0.1926),
            (Share::new(10, 10), Share::new(0, 20), 0.6791, 1.0),
        ] {
            let found = two.compare(one).unwrap().interval;
            near(found.low, low);
            near(found.high, high);
        }
    }

    #[test]
    fn the_pooled_test_is_worked_out_by_hand() {
        // 60 of 100 against 40 of 100: pooled 1/2, spread sqrt(1/4 * 2/100) = 0.070711, z = 2.8284, p = 0.004678.
        let found = Share::new(40, 100).compare(Share::new(60, 100)).unwrap();
        near(found.by, 0.2);
        near(found.p, 0.004_678);
        let same = Share::new(5, 5).compare(Share::new(9, 9)).unwrap();
        assert_eq!((same.by, same.p), (0.0, 1.0));
    }
}
