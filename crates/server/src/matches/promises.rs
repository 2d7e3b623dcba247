//! The secrets that dice are made from.

use crate::secret::{self, NoRandomness};
use std::sync::atomic::{AtomicU64, Ordering};

/// Draws a secret for each new match.
#[derive(Debug)]
pub struct Promises {
    /// Given in tests alone: the secrets follow from it, in the order in which they are drawn.
    seed: Option<u64>,
    drawn: AtomicU64,
}

impl Promises {
    /// Secrets from the operating system, or from a seed.
    pub fn new(seed: Option<u64>) -> Promises {
        Promises { seed, drawn: AtomicU64::new(0) }
    }

    /// Whether everybody who knows the seed knows the secrets.
    pub fn are_seeded(&self) -> bool {
        self.seed.is_some()
    }

    /// The secret of one match: 64 hexadecimal digits.
    pub fn draw(&self) -> Result<String, NoRandomness> {
        let Some(seed) = self.seed else { return secret::token() };
        let number = self.drawn.fetch_add(1, Ordering::Relaxed);
        Ok(secret::hash(&format!("match {number} of seed {seed}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_secrets_each_time_and_nothing_else_does() {
        let secrets = |seed| {
            let promises = Promises::new(seed);
            [promises.draw().unwrap(), promises.draw().unwrap()]
        };
        let [first, second] = secrets(Some(7));
        assert_ne!(first, second);
        assert_eq!(first.len(), 64);
        assert_eq!(secrets(Some(7)), [first.clone(), second]);
        assert_ne!(secrets(Some(8))[0], first);
        assert_ne!(secrets(None)[0], secrets(None)[0]);
    }
}
