//! Means and how sure they are.

use wire::Estimate;

/// How many figures of a number are told: what lies behind is noise.
const PLACES: f64 = 1e4;

/// A mean and its standard error, from the numbers of some games.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct Estimated {
    /// The mean.
    pub mean: f64,
    /// Its standard error.
    pub error: f64,
}

impl Estimated {
    /// Of these numbers.
    pub fn of(numbers: impl Iterator<Item = f64> + Clone) -> Estimated {
        let (mut count, mut sum) = (0.0, 0.0);
        for number in numbers.clone() {
            (count, sum) = (count + 1.0, sum + number);
        }
        if count == 0.0 {
            return Estimated::default();
        }
        let mean = sum / count;
        let squares: f64 = numbers.map(|number| (number - mean) * (number - mean)).sum();
        let error = if count > 1.0 { (squares / (count - 1.0) / count).sqrt() } else { 0.0 };
        Estimated { mean, error }
    }

    /// As it is told.
    pub fn told(self) -> Estimate {
        Estimate { mean: rounded(self.mean), error: rounded(self.error) }
    }
}

/// A number as it is told.
pub(crate) fn rounded(number: f64) -> f64 {
    // Adding nothing makes a plain nothing of one that is negative.
    (number * PLACES).round() / PLACES + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_knows_how_sure_it_is() {
        let found = Estimated::of([1.0, 2.0, 3.0, 4.0].into_iter());
        // The variance of the sample is 5/3, that of the mean of four a quarter of it.
        assert_eq!(found.mean, 2.5);
        assert!((found.error - (5.0_f64 / 12.0).sqrt()).abs() < 1e-12);
        assert_eq!(Estimated::of([7.0; 3].into_iter()), Estimated { mean: 7.0, error: 0.0 });
        assert_eq!(rounded(-0.000_01).to_string(), "0");
    }
}
