//! Which share of the variance of a sum comes from each of its parts.

use super::Interval;

/// The share of the variance of `whole` that comes from `part`, where the whole is the part and others added up: their
/// covariance by the variance of the whole. Such shares of all parts add up to one, and one may be negative. The interval is
/// that of the jackknife (B. Efron, The jackknife, the bootstrap and other resampling plans, SIAM 1982): how much it differs
/// with each game left out; there is none where the whole does not vary without one of them. `None` where it never does.
pub fn share_of_variance(part: &[f64], whole: &[f64]) -> Option<(f64, Option<Interval>)> {
    let pairs: Vec<(f64, f64)> = part.iter().copied().zip(whole.iter().copied()).collect();
    let sums = pairs.iter().fold(Sums::default(), |sums, pair| sums.with(*pair, 1.0));
    let share = sums.share()?;
    let without = pairs.iter().map(|pair| sums.with(*pair, -1.0).share()).collect::<Option<Vec<f64>>>();
    Some((share, without.map(|without| around(share, &without))))
}

/// The jackknife's interval around a share, which comes out so without each of the games.
fn around(share: f64, without: &[f64]) -> Interval {
    let count = without.len() as f64;
    let mean = without.iter().sum::<f64>() / count;
    let spread = without.iter().map(|share| (share - mean).powi(2)).sum::<f64>() * (count - 1.0) / count;
    let half = 1.96 * spread.sqrt();
    Interval { low: share - half, high: share + half }
}

/// What covariance and variance are made of.
#[derive(Copy, Clone, Default)]
struct Sums {
    count: f64,
    part: f64,
    whole: f64,
    product: f64,
    square: f64,
}

impl Sums {
    /// With a pair counted so often.
    fn with(self, (part, whole): (f64, f64), times: f64) -> Sums {
        Sums {
            count: self.count + times,
            part: self.part + times * part,
            whole: self.whole + times * whole,
            product: self.product + times * part * whole,
            square: self.square + times * whole * whole,
        }
    }

    fn share(&self) -> Option<f64> {
        let variance = self.square - self.whole * self.whole / self.count;
        let covariance = self.product - self.part * self.whole / self.count;
        (self.count >= 2.0 && variance > 1e-9).then(|| covariance / variance)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: the whole 0, 1, 1, 0 has mean 1/2 and squares 1 about it; the part 0, 0.5, 1, 0.5 has the products
    /// 0.25 + 0 + 0.25 + 0 about the means.
    #[test]
    fn a_share_is_worked_out_by_hand() {
        let (share, interval) = share_of_variance(&[0.0, 0.5, 1.0, 0.5], &[0.0, 1.0, 1.0, 0.0]).unwrap();
        assert!((share - 0.5).abs() < 1e-12, "{share}");
        let interval = interval.unwrap();
        assert!(interval.low < 0.5 && interval.high > 0.5);
    }

    #[test]
    fn how_sure_it_is_stays_open_where_one_game_alone_ended_otherwise() {
        let (share, interval) = share_of_variance(&[0.5, 0.1, 0.3], &[1.0, 0.0, 0.0]).unwrap();
        // By hand: the products about the means 0.3 and 1/3 are 0.4/3 + 0.2/3 + 0, the squares 4/9 + 1/9 + 1/9.
        assert!((share - 0.3).abs() < 1e-12, "{share}");
        assert_eq!(interval, None, "without the first game nothing is left to share");
    }

    #[test]
    fn shares_add_up() {
        let (luck, choice) = ([0.3, -0.2, 0.5, 0.1, -0.6], [0.2, -0.3, 0.0, 0.4, 0.1]);
        let whole: Vec<f64> = luck.iter().zip(&choice).map(|(luck, choice)| luck + choice).collect();
        let [luck, choice] = [&luck, &choice].map(|part| share_of_variance(part, &whole).unwrap().0);
        assert!((luck + choice - 1.0).abs() < 1e-9);
        assert_eq!(
            share_of_variance(&[0.1, 0.2], &[1.0, 1.0]),
            None,
            "a game that always ends alike has nothing to share"
        );
        assert_eq!(share_of_variance(&[], &[]), None);
    }
}
