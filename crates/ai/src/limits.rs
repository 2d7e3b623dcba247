//! How long a player may think.

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// A flag that tells a player to stop thinking and to take the best it has found. Copies share it.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Tells it.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was told.
    pub fn is_told(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl From<Arc<AtomicBool>> for Stop {
    /// A flag that somebody has already.
    fn from(flag: Arc<AtomicBool>) -> Stop {
        Stop(flag)
    }
}

/// What a player may use to think, beside the budget of its level.
#[derive(Clone, Debug)]
pub struct Limits {
    /// How many threads.
    pub threads: NonZero<usize>,
    /// When to stop.
    pub stop: Stop,
    /// By when to have an answer. What comes out then depends on the machine; without it only on the seed.
    pub deadline: Option<Instant>,
}

impl Default for Limits {
    /// One thread and no end but that of the budget.
    fn default() -> Limits {
        Limits { threads: NonZero::<usize>::MIN, stop: Stop::default(), deadline: None }
    }
}

impl Limits {
    /// Whether thinking has to end.
    pub fn is_over(&self) -> bool {
        self.stop.is_told() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}
