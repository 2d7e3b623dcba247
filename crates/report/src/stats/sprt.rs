//! Wald's sequential probability ratio test of a player's strength.
//!
//! The likelihood ratio is the generalised one, for scores with any distribution: under each hypothesis the outcomes
//! have the likeliest probabilities that give the supposed mean (M. Van den Bergh, A practical introduction to the
//! GSPRT, <https://cantate.be/Fishtest/GSPRT_approximation.pdf>). For games without draws it is Wald's own. Scores of
//! pairs of games from the same seed with sides exchanged are tested as pairs, which takes the scenario's imbalance out.

/// The log-likelihood ratio at which a test is decided, for alpha = beta = 0.05: ln 19.
pub const BOUND: f64 = 2.944_438_979_166_440_5;

/// What is weighed: that the mean score is the one or the other.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Hypotheses {
    /// The mean score if the player is not stronger.
    pub null: f64,
    /// The mean score if he is.
    pub alternative: f64,
}

impl Hypotheses {
    /// No stronger than the other, against 55 % of the points (35 Elo).
    pub const STRONGER: Hypotheses = Hypotheses { null: 0.5, alternative: 0.55 };
}

/// What a test comes to.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Ruling {
    /// The null hypothesis holds.
    Null,
    /// The alternative holds.
    Alternative,
    /// More games would be needed.
    Open,
}

/// A test.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Sprt {
    /// How many scores were weighed.
    pub count: usize,
    /// Their mean.
    pub mean: f64,
    /// The logarithm of how much likelier the scores are under the alternative.
    pub llr: f64,
}

impl Sprt {
    /// Weighs scores from 0 to 1.
    pub fn of(scores: &[f64], hypotheses: Hypotheses) -> Sprt {
        let count = scores.len();
        let mean = if count > 0 { scores.iter().sum::<f64>() / count as f64 } else { 0.5 };
        let outcomes = tally(scores);
        let (null, alternative) = (tilt(&outcomes, hypotheses.null), tilt(&outcomes, hypotheses.alternative));
        // The likeliest probability of an outcome is its frequency over 1 + tilt * (score - mean), so the ratio of two
        // is the inverse of the ratio of these.
        let part = |&(score, times): &(f64, f64)| {
            let under_null = 1.0 + null * (score - hypotheses.null);
            let under_alternative = 1.0 + alternative * (score - hypotheses.alternative);
            times * (under_null / under_alternative).ln()
        };
        let llr = if count > 0 { outcomes.iter().map(part).sum() } else { 0.0 };
        Sprt { count, mean, llr }
    }

    /// What the test comes to with alpha = beta = 0.05.
    pub fn ruling(&self) -> Ruling {
        if self.llr >= BOUND {
            Ruling::Alternative
        } else if self.llr <= -BOUND {
            Ruling::Null
        } else {
            Ruling::Open
        }
    }
}

/// How often each score occurs. A loss and a win count for a trace where there was none, so that every mean is possible.
fn tally(scores: &[f64]) -> Vec<(f64, f64)> {
    const TRACE: f64 = 1e-3;
    let mut outcomes: Vec<(f64, f64)> = vec![(0.0, 0.0), (1.0, 0.0)];
    for &score in scores {
        match outcomes.iter_mut().find(|(known, _)| *known == score) {
            Some((_, times)) => *times += 1.0,
            None => outcomes.push((score, 1.0)),
        }
    }
    for (_, times) in &mut outcomes {
        *times = times.max(TRACE);
    }
    outcomes
}

/// The tilt that gives the outcomes this mean: the root of a falling function, found by halving.
fn tilt(outcomes: &[(f64, f64)], mean: f64) -> f64 {
    let pull = |tilt: f64| -> f64 {
        outcomes.iter().map(|(score, times)| times * (score - mean) / (1.0 + tilt * (score - mean))).sum()
    };
    // Beyond these some outcome would have a negative probability.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if pull(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scores(losses: usize, draws: usize, wins: usize) -> Vec<f64> {
        [vec![0.0; losses], vec![0.5; draws], vec![1.0; wins]].concat()
    }

    fn llr(losses: usize, draws: usize, wins: usize) -> f64 {
        Sprt::of(&scores(losses, draws, wins), Hypotheses::STRONGER).llr
    }

    fn near(found: f64, expected: f64, within: f64) {
        assert!((found - expected).abs() < within, "{found}, expected {expected}");
    }

    #[test]
    fn the_bound_is_walds() {
        near(BOUND, (0.95_f64 / 0.05).ln(), 1e-15);
    }

    #[test]
    fn without_draws_it_is_walds_test() {
        // 60 ln(0.55 / 0.5) + 40 ln(0.45 / 0.5) = 5.7186 - 4.2144.
        near(llr(40, 0, 60), 1.504_19, 1e-5);
        assert_eq!(Sprt::of(&scores(40, 0, 60), Hypotheses::STRONGER).ruling(), Ruling::Open);
        // 31 ln 1.1 = 2.9546: as many wins in a row decide it, one fewer do not.
        near(llr(0, 0, 31), 2.9546, 1e-3);
        assert_eq!(Sprt::of(&scores(0, 0, 31), Hypotheses::STRONGER).ruling(), Ruling::Alternative);
        assert_eq!(Sprt::of(&scores(0, 0, 30), Hypotheses::STRONGER).ruling(), Ruling::Open);
        // 28 ln 0.9 = -2.9501.
        assert_eq!(Sprt::of(&scores(28, 0, 0), Hypotheses::STRONGER).ruling(), Ruling::Null);
    }

    /// With draws the ratio comes near the normal approximation of the same paper, n (s1 - s0) (2 mean - s0 - s1) / (2
    /// variance): for 300 losses, 400 draws, 300 wins 1000 * 0.05 * -0.05 / 0.3 = -8.33; for 250, 400, 350 the mean is
    /// 0.55, the variance 0.1475, and it is 1000 * 0.05 * 0.05 / 0.295 = 8.47.
    #[test]
    fn with_draws_it_is_near_the_published_approximation() {
        near(llr(300, 400, 300), -8.33, 0.1);
        near(llr(250, 400, 350), 8.47, 0.1);
    }

    #[test]
    fn nothing_and_nothing_but_draws_are_weighed_too() {
        assert_eq!(llr(0, 0, 0), 0.0);
        // All draws speak against a mean of 55 %.
        assert!(llr(0, 50, 0) < -BOUND);
    }
}
