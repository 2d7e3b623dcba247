//! Histograms.

use super::{Axis, Plot, Whose};
use crate::words;
use maud::Markup;

/// Whole numbers gathered into bins of equal width. Where their sign says whose they are, zero has a bin of its own, so
/// that no bin mixes the two sides.
#[derive(Clone, PartialEq, Debug)]
struct Bins {
    width: i64,
    signed: bool,
    first: i64,
    last: i64,
}

/// More bars than this are not told apart.
const MOST: i64 = 40;

impl Bins {
    /// Bins for all of these numbers.
    fn of<'a>(numbers: impl Iterator<Item = &'a f64> + Clone, signed: bool) -> Bins {
        let low = numbers.clone().copied().fold(f64::INFINITY, f64::min);
        let high = numbers.copied().fold(f64::NEG_INFINITY, f64::max);
        let (low, high) = if low <= high { (low.round() as i64, high.round() as i64) } else { (0, 0) };
        let steps = (0..).flat_map(|power| [1, 2, 5].map(|times| times * 10_i64.pow(power)));
        let width = steps.into_iter().find(|width| (high - low) / width < MOST).unwrap_or(1);
        let mut bins = Bins { width, signed, first: 0, last: 0 };
        (bins.first, bins.last) = (bins.bin(low), bins.bin(high));
        bins
    }

    /// The bin of a number.
    fn bin(&self, number: i64) -> i64 {
        if self.signed {
            number.signum() * (number.abs() + self.width - 1).div_euclid(self.width)
        } else {
            number.div_euclid(self.width)
        }
    }

    /// The first and last number in a bin.
    fn range(&self, bin: i64) -> (i64, i64) {
        match (self.signed, bin.signum()) {
            (true, 0) => (0, 0),
            (true, 1) => ((bin - 1) * self.width + 1, bin * self.width),
            (true, _) => (bin * self.width, (bin + 1) * self.width - 1),
            (false, _) => (bin * self.width, (bin + 1) * self.width - 1),
        }
    }

    /// How many numbers fall into each bin.
    fn counts(&self, numbers: &[f64]) -> Vec<(i64, u64)> {
        let mut counts: Vec<_> = (self.first..=self.last).map(|bin| (bin, 0)).collect();
        for number in numbers {
            let at = self.bin(number.round() as i64) - self.first;
            if let Some((_, count)) = usize::try_from(at).ok().and_then(|at| counts.get_mut(at)) {
                *count += 1;
            }
        }
        counts
    }

    /// The numbers of a bin in words, without their signs.
    fn words(&self, bin: i64) -> String {
        let (low, high) = self.range(bin);
        let (low, high) =
            if self.signed { (low.abs().min(high.abs()), low.abs().max(high.abs())) } else { (low, high) };
        if low == high { low.to_string() } else { format!("{low}–{high}") }
    }

    fn axis(&self, label: &str) -> Axis {
        let bins = self.last - self.first + 1;
        let room = if self.width == 1 { 16 } else { 9 };
        let every = (bins + room - 1) / room;
        let ticks = (self.first..=self.last).filter(|bin| bin % every == 0).map(|bin| (bin as f64, self.words(bin)));
        let (low, high) = (self.first as f64 - 0.6, self.last as f64 + 0.6);
        Axis { label: label.into(), low, high, ticks: ticks.collect() }
    }
}

/// A histogram of whole numbers.
pub struct Histogram<'a> {
    /// Its name.
    pub name: &'a str,
    /// What it says, for those who do not see it.
    pub description: &'a str,
    /// What the numbers are.
    pub label: &'a str,
    /// Whether positive numbers are the first side's and negative ones the second's.
    pub signed: bool,
}

/// Draws a histogram of numbers, with that of another run as an outline.
pub fn histogram(shown: &Histogram, numbers: &[f64], other: Option<&[f64]>) -> Markup {
    let bins = Bins::of(numbers.iter().chain(other.unwrap_or_default()), shown.signed);
    let shares = |numbers: &[f64]| -> Vec<(i64, u64, f64)> {
        let all = numbers.len().max(1) as f64;
        bins.counts(numbers).into_iter().map(|(bin, count)| (bin, count, count as f64 / all)).collect()
    };
    let (mine, others) = (shares(numbers), other.map(shares));
    let most = mine.iter().chain(others.iter().flatten()).map(|(_, _, share)| *share).fold(0.02, f64::max);
    let mut plot = Plot::new(520.0, 270.0, bins.axis(shown.label), Axis::share("share of games", most));
    let says = |bin, count| format!("{}: {}", bins.words(bin), words::many(count, "game", "games"));
    for &(bin, count, share) in mine.iter().filter(|(_, count, _)| *count > 0) {
        let whose = Whose { side: (shown.signed && bin != 0).then_some(usize::from(bin < 0)), other: false };
        plot.bar(whose, (bin as f64 - 0.42, 0.0), (bin as f64 + 0.42, share), &says(bin, count));
    }
    if let Some(others) = others {
        plot.outline(&others.iter().map(|&(bin, _, share)| (bin as f64, share)).collect::<Vec<_>>());
    }
    plot.draw(shown.name, shown.description)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_sides_are_never_mixed() {
        let bins = Bins::of([-90.0, 90.0].iter(), true);
        assert_eq!((bins.width, bins.first, bins.last), (5, -18, 18));
        let counts = bins.counts(&[-1.0, -5.0, -6.0, 0.0, 1.0, 5.0, 6.0]);
        let full: Vec<_> = counts.into_iter().filter(|(_, count)| *count > 0).collect();
        assert_eq!(full, [(-2, 1), (-1, 2), (0, 1), (1, 2), (2, 1)]);
        assert_eq!([-2, 0, 1].map(|bin| bins.words(bin)), ["6–10", "0", "1–5"]);
        assert_eq!([-2, 1].map(|bin| bins.range(bin)), [(-10, -6), (1, 5)]);
    }

    #[test]
    fn few_numbers_have_a_bin_each() {
        let bins = Bins::of([3.0, 9.0].iter(), false);
        assert_eq!((bins.width, bins.first, bins.last), (1, 3, 9));
        let none = Bins::of([].iter(), true);
        assert_eq!((none.first, none.last), (0, 0));
    }
}
