//! What can be said from a sample, and how surely.

mod fairness;
mod proportion;
mod sample;
mod several;
mod shares;
mod special;
mod sprt;

pub use fairness::Fairness;
pub use proportion::Share;
pub use sample::{Sample, quantile};
pub use several::holm;
pub use shares::share_of_variance;
pub use sprt::{BOUND, Hypotheses, Ruling, Sprt};

/// Where a quantity lies with 95 % confidence.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// How much larger a quantity is in one sample than in another.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Difference {
    /// By how much.
    pub by: f64,
    /// Where the true difference lies with 95 % confidence.
    pub interval: Interval,
    /// How likely samples differ so much or more where there is no true difference.
    pub p: f64,
}
