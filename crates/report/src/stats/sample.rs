//! Samples of numbers: mean, spread, quantiles, and the difference between two of them.

use super::special::{student_95, student_two_sided};
use super::{Difference, Interval};

/// The mean and spread of some numbers.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Sample {
    /// How many numbers.
    pub count: usize,
    /// Their mean; zero if there are none.
    pub mean: f64,
    /// Their variance, with Bessel's correction; zero if there are fewer than two.
    pub variance: f64,
}

impl Sample {
    /// The mean and spread of these numbers.
    pub fn of(numbers: &[f64]) -> Sample {
        let count = numbers.len();
        let mean = if count > 0 { numbers.iter().sum::<f64>() / count as f64 } else { 0.0 };
        let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
        let variance = if count > 1 { squares / (count - 1) as f64 } else { 0.0 };
        Sample { count, mean, variance }
    }

    /// The 95 % interval of the mean by Student's distribution; `None` for fewer than two numbers.
    pub fn interval(&self) -> Option<Interval> {
        if self.count < 2 {
            return None;
        }
        let half = student_95((self.count - 1) as f64) * (self.variance / self.count as f64).sqrt();
        Some(Interval { low: self.mean - half, high: self.mean + half })
    }

    /// How much larger another mean is: Welch's test, which does not ask for equal spreads (B. L. Welch, The
    /// generalization of "Student's" problem, Biometrika 34, 1947). `None` for fewer than two numbers on either side.
    pub fn compare(&self, other: &Sample) -> Option<Difference> {
        if self.count < 2 || other.count < 2 {
            return None;
        }
        let by = other.mean - self.mean;
        let (one, two) = (self.variance / self.count as f64, other.variance / other.count as f64);
        let error = (one + two).sqrt();
        if error == 0.0 {
            // All numbers of a run are the same: nothing is left to chance that a test could weigh.
            let p = if by == 0.0 { 1.0 } else { 0.0 };
            return Some(Difference { by, interval: Interval { low: by, high: by }, p });
        }
        let df = (one + two).powi(2) / (one * one / (self.count - 1) as f64 + two * two / (other.count - 1) as f64);
        let half = student_95(df) * error;
        let p = student_two_sided(by / error, df);
        Some(Difference { by, interval: Interval { low: by - half, high: by + half }, p })
    }
}

/// The number below which this share of sorted numbers lies, between neighbours by proportion.
pub fn quantile(sorted: &[f64], share: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let at = share.clamp(0.0, 1.0) * last as f64;
    let below = at.floor() as usize;
    let above = (below + 1).min(last);
    Some(sorted[below] + (sorted[above] - sorted[below]) * (at - below as f64))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64, within: f64) {
        assert!((found - expected).abs() < within, "{found}, expected {expected}");
    }

    #[test]
    fn mean_and_variance_are_worked_out_by_hand() {
        // Deviations from 5: -3, -1, -1, -1, 0, 0, 2, 4; squares 32; 32 / 7.
        let found = Sample::of(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]);
        assert_eq!((found.count, found.mean), (8, 5.0));
        near(found.variance, 32.0 / 7.0, 1e-12);
        // Student's point for 7 degrees of freedom is 2.3646.
        let interval = found.interval().unwrap();
        near(interval.high - 5.0, 2.3646 * (32.0 / 7.0 / 8.0_f64).sqrt(), 1e-4);
    }

    /// The data and p value of <https://rosettacode.org/wiki/Welch%27s_t-test>, first set.
    #[test]
    fn welchs_test_is_that_of_a_published_example() {
        let one =
            Sample::of(&[27.5, 21.0, 19.0, 23.6, 17.0, 17.9, 16.9, 20.1, 21.9, 22.6, 23.1, 19.6, 19.0, 21.7, 21.4]);
        let two =
            Sample::of(&[27.1, 22.0, 20.8, 23.4, 23.4, 23.5, 25.8, 22.0, 24.8, 20.2, 21.9, 22.1, 22.9, 20.5, 24.4]);
        let found = one.compare(&two).unwrap();
        near(found.p, 0.021_378_001_462_867, 1e-12);
        // t = -2.46 with 24.9 degrees of freedom: the interval is the difference and 2.06 / 2.46 of it.
        near((found.interval.high - found.by) / found.by, 2.06 / 2.455, 0.01);
    }

    #[test]
    fn too_few_numbers_are_not_compared() {
        let (none, one) = (Sample::of(&[]), Sample::of(&[3.0]));
        assert_eq!((none.mean, none.interval(), one.interval()), (0.0, None, None));
        assert_eq!(one.compare(&one), None);
        let same = Sample::of(&[3.0, 3.0]);
        assert_eq!(same.compare(&same).unwrap().p, 1.0);
        assert_eq!(same.compare(&Sample::of(&[4.0, 4.0])).unwrap().p, 0.0);
    }

    #[test]
    fn quantiles_lie_between_neighbours() {
        let sorted = [1.0, 2.0, 3.0, 4.0];
        assert_eq!(quantile(&sorted, 0.5), Some(2.5));
        assert_eq!(quantile(&sorted, 0.0), Some(1.0));
        assert_eq!(quantile(&sorted, 1.0), Some(4.0));
        near(quantile(&sorted, 0.1).unwrap(), 1.3, 1e-12);
        assert_eq!(quantile(&[7.0], 0.9), Some(7.0));
        assert_eq!(quantile(&[], 0.5), None);
    }
}
