//! Whether dice are fair.

use super::special::chi_square_tail;

/// Fewer expected rolls a face than this, and the chi-square distribution is a poor likeness (the usual rule of
/// thumb, after W. G. Cochran, The chi-square test of goodness of fit, 1952).
const LEAST_EXPECTED: f64 = 5.0;

/// How a die fell, against what was to be expected.
#[derive(Clone, PartialEq, Debug)]
pub struct Fairness {
    /// How often each face should have come up.
    pub expected: f64,
    /// The sum of squared deviations from that, over it.
    pub chi_square: f64,
    /// The number of faces less one.
    pub df: usize,
    /// How likely a fair die deviates so much or more; `None` where there are too few rolls to say.
    pub p: Option<f64>,
}

impl Fairness {
    /// Pearson's chi-square test of a die whose faces came up so often.
    pub fn of(counts: &[u64]) -> Fairness {
        let rolls: u64 = counts.iter().sum();
        let expected = if counts.is_empty() { 0.0 } else { rolls as f64 / counts.len() as f64 };
        let deviation = |&count: &u64| (count as f64 - expected).powi(2) / expected;
        let chi_square = if rolls > 0 { counts.iter().map(deviation).sum() } else { 0.0 };
        let df = counts.len().saturating_sub(1);
        let tested = df > 0 && expected >= LEAST_EXPECTED;
        let p = tested.then(|| chi_square_tail(chi_square, df as f64));
        Fairness { expected, chi_square, df, p }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// R. A. Fisher's example of Weldon's dice is too long for a line; this one is worked out by hand: 60 rolls, 10
    /// expected each, deviations -5, -2, -1, -2, 0, 10, squares 134, chi-square 13.4. The table of the NIST handbook has
    /// 12.833 at 0.025 and 15.086 at 0.01 for five degrees of freedom.
    #[test]
    fn a_loaded_die_is_found_out() {
        let found = Fairness::of(&[5, 8, 9, 8, 10, 20]);
        assert_eq!((found.expected, found.df), (10.0, 5));
        assert!((found.chi_square - 13.4).abs() < 1e-12);
        let p = found.p.unwrap();
        assert!((0.0198..0.0201).contains(&p), "{p}");
    }

    #[test]
    fn few_rolls_say_nothing() {
        assert_eq!(Fairness::of(&[4, 4, 4, 4, 4, 4]).p, None);
        assert_eq!(Fairness::of(&[5, 5, 5, 5, 5, 5]).p, Some(1.0));
        assert_eq!(Fairness::of(&[]).p, None);
        assert_eq!(Fairness::of(&[0, 0]).chi_square, 0.0);
        assert_eq!(Fairness::of(&[100]).p, None);
    }
}
