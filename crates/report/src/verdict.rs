//! What a change did, measure by measure, and how sure that is.

use crate::stats::{Difference, Interval, Sample, Share, holm};
use crate::summary::Summary;
use crate::words;
use engine::About;
use std::fmt;

/// A measure in two runs.
pub struct Verdict {
    /// What is measured.
    pub measure: String,
    /// How it was.
    pub before: Figure,
    /// How it is.
    pub after: Figure,
    /// How it differs.
    pub change: Figure,
    /// Whether it is higher than before.
    higher: bool,
    /// The p value of the difference; `None` where there are too few games.
    p: Option<f64>,
    /// The same after Holm's correction for all measures.
    adjusted: Option<f64>,
}

/// A number and its 95 % interval, in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Figure {
    /// The number.
    pub value: String,
    /// Its interval; `None` where there are too few games.
    pub interval: Option<String>,
}

impl Figure {
    fn alone(value: impl Into<String>) -> Figure {
        Figure { value: value.into(), interval: None }
    }

    fn share(share: Share) -> Figure {
        if share.of == 0 {
            return Figure::alone("unknown");
        }
        Figure { value: words::percent(share.value()), interval: Some(words::percents(share.wilson())) }
    }

    fn mean(sample: &Sample) -> Figure {
        let value = if sample.count > 0 { words::mean(sample.mean) } else { "unknown".into() };
        Figure { value, interval: sample.interval().map(words::numbers) }
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.value)?;
        self.interval.iter().try_for_each(|interval| write!(f, " ({interval})"))
    }
}

impl Verdict {
    fn share(measure: String, before: Share, after: Share) -> Verdict {
        let points = |interval: Interval| Interval { low: interval.low * 100.0, high: interval.high * 100.0 };
        let difference = before.compare(after);
        let change = difference.map(|difference| Figure {
            value: format!("{} points", words::signed(difference.by * 100.0)),
            interval: Some(words::signed_numbers(points(difference.interval))),
        });
        Verdict::new(measure, [Figure::share(before), Figure::share(after)], difference, change)
    }

    fn mean(measure: String, before: &[f64], after: &[f64]) -> Verdict {
        let (before, after) = (Sample::of(before), Sample::of(after));
        let difference = before.compare(&after);
        let change = difference.map(|difference| Figure {
            value: words::signed(difference.by),
            interval: Some(words::signed_numbers(difference.interval)),
        });
        Verdict::new(measure, [Figure::mean(&before), Figure::mean(&after)], difference, change)
    }

    fn new(measure: String, [before, after]: [Figure; 2], by: Option<Difference>, change: Option<Figure>) -> Verdict {
        let change = change.unwrap_or_else(|| Figure::alone("too few games"));
        let higher = by.is_some_and(|difference| difference.by > 0.0);
        Verdict { measure, before, after, change, higher, p: by.map(|difference| difference.p), adjusted: None }
    }

    /// Whether there were games enough to test it.
    pub fn tested(&self) -> bool {
        self.p.is_some()
    }

    /// Whether the difference is significant at 5 % after the correction.
    pub fn significant(&self) -> bool {
        self.adjusted.is_some_and(|p| p < 0.05)
    }

    /// What it comes to, in a few words.
    pub fn ruling(&self) -> String {
        let (Some(alone), Some(adjusted)) = (self.p.map(words::p_value), self.adjusted.map(words::p_value)) else {
            return "cannot be said".into();
        };
        let ruling = match (self.significant(), self.higher) {
            (true, true) => "higher",
            (true, false) => "lower",
            (false, _) => "no significant difference",
        };
        if alone == adjusted {
            format!("{ruling}, {adjusted}")
        } else {
            format!("{ruling}, {adjusted} ({alone} alone)")
        }
    }
}

/// All measures of two runs.
pub fn verdicts(about: &About, before: &Summary, after: &Summary) -> Vec<Verdict> {
    let mut verdicts = Vec::new();
    let sides = about.sides.each_ref().map(|side| side.title.as_str());
    // Without draws the second side's share is but the first's complement, and would only weigh as one measure more.
    let draws = before.draws + after.draws > 0;
    for (side, title) in sides.iter().enumerate().take(if draws { 2 } else { 1 }) {
        verdicts.push(Verdict::share(format!("games won by the {title} side"), before.share(side), after.share(side)));
    }
    if before.margins.iter().chain(&after.margins).any(|&margin| margin != 0.0) {
        let name = format!("margin in victory points, {} less {}", sides[0], sides[1]);
        verdicts.push(Verdict::mean(name, &before.margins, &after.margins));
    }
    for (side, title) in sides.iter().enumerate() {
        verdicts.push(Verdict::mean(
            format!("strength lost by the {title} side"),
            &before.lost[side],
            &after.lost[side],
        ));
    }
    verdicts.push(Verdict::mean("length in turns".into(), &before.lengths, &after.lengths));
    let p: Vec<f64> = verdicts.iter().filter_map(|verdict| verdict.p).collect();
    let mut adjusted = holm(&p).into_iter();
    for verdict in verdicts.iter_mut().filter(|verdict| verdict.tested()) {
        verdict.adjusted = adjusted.next();
    }
    verdicts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_told_in_points() {
        let mut verdict = Verdict::share("x".into(), Share::new(40, 100), Share::new(60, 100));
        verdict.adjusted = Some(0.01);
        // Wilson's intervals are 50.20 to 69.06 and 30.94 to 49.80, so Newcombe's reaches 9.80 * sqrt(2) = 13.86 down from
        // the difference of 20 and 9.06 * sqrt(2) = 12.81 up.
        assert_eq!(verdict.change.to_string(), "+20 points (+6.14 to +32.8)");
        assert_eq!(verdict.ruling(), "higher, p = 0.010 (p = 0.005 alone)");
    }

    #[test]
    fn a_single_game_says_nothing() {
        let verdict = Verdict::mean("x".into(), &[3.0], &[4.0]);
        assert_eq!((verdict.before.to_string(), verdict.change.to_string()), ("3.00".into(), "too few games".into()));
        assert_eq!((verdict.ruling().as_str(), verdict.significant()), ("cannot be said", false));
        assert_eq!(Verdict::share("x".into(), Share::new(0, 0), Share::new(1, 1)).before, Figure::alone("unknown"));
    }
}
