//! Axes: what range they show and where their ticks stand.

use crate::words;

/// One axis of a plot.
#[derive(Clone, PartialEq, Debug)]
pub struct Axis {
    /// What it measures.
    pub label: String,
    /// The least value shown.
    pub low: f64,
    /// The greatest value shown.
    pub high: f64,
    /// Where something is written, and what.
    pub ticks: Vec<(f64, String)>,
}

impl Axis {
    /// An axis that begins and ends on a tick, both ends round numbers.
    pub fn round(label: impl Into<String>, low: f64, high: f64, write: impl Fn(f64) -> String) -> Axis {
        let high = if high > low { high } else { low + 1.0 };
        let step = step((high - low) / 5.0);
        let (first, last) = ((low / step).floor(), (high / step).ceil());
        let ticks = whole(first, last).map(|at| (at * step, write(at * step))).collect();
        Axis { label: label.into(), low: first * step, high: last * step, ticks }
    }

    /// An axis of whole numbers, such as turns, without room at its ends.
    pub fn turns(first: u16, last: u16) -> Axis {
        let (first, last) = (f64::from(first), f64::from(last.max(first)));
        let step = step((last - first) / 12.0).max(1.0);
        let ticks = whole((first / step).ceil(), (last / step).floor()).map(|at| (at * step, words::number(at * step)));
        let room = if last > first { 0.0 } else { 0.5 };
        Axis { label: "turn".into(), low: first - room, high: last + room, ticks: ticks.collect() }
    }

    /// An axis from nothing to at most all, in per cent.
    pub fn share(label: impl Into<String>, most: f64) -> Axis {
        Axis::round(label, 0.0, most.min(1.0), |share| format!("{} %", words::number(share * 100.0)))
    }
}

fn whole(first: f64, last: f64) -> impl Iterator<Item = f64> {
    (first as i64..=last as i64).map(|at| at as f64)
}

/// The smallest of 1, 2, 5, 10, 20, 50, ... and their parts that is not less.
fn step(least: f64) -> f64 {
    let unit = 10_f64.powf(least.max(1e-9).log10().floor());
    [1.0, 2.0, 5.0].into_iter().map(|times| times * unit).find(|&step| step >= least * 0.999).unwrap_or(10.0 * unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(axis: &Axis) -> Vec<&str> {
        axis.ticks.iter().map(|(_, text)| text.as_str()).collect()
    }

    #[test]
    fn round_axes_hold_all_and_end_on_ticks() {
        let axis = Axis::round("", -7.0, 43.0, words::number);
        assert_eq!((axis.low, axis.high), (-10.0, 50.0));
        assert_eq!(texts(&axis), ["−10", "0", "10", "20", "30", "40", "50"]);
        assert_eq!(texts(&Axis::round("", 0.0, 0.0, words::number)).len(), 6);
        assert_eq!(texts(&Axis::share("", 0.31)), ["0 %", "10 %", "20 %", "30 %", "40 %"]);
        assert_eq!(texts(&Axis::share("", 1.0)).last(), Some(&"100 %"));
    }

    #[test]
    fn turns_are_whole() {
        assert_eq!(texts(&Axis::turns(1, 5)), ["1", "2", "3", "4", "5"]);
        assert_eq!(texts(&Axis::turns(3, 40)), ["5", "10", "15", "20", "25", "30", "35", "40"]);
        let one = Axis::turns(7, 7);
        assert_eq!((one.low, one.high, texts(&one)), (6.5, 7.5, vec!["7"]));
    }
}
