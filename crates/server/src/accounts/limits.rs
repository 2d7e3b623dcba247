//! How often something may be tried.

use crate::error::Failure;
use axum::http::StatusCode;
use governor::{DefaultKeyedRateLimiter, Quota};
use std::hash::Hash;
use std::num::NonZeroU32;

/// From so many keys on, those that are no longer limited are forgotten.
const MANY: usize = 10_000;

/// How often something may be tried, by a key.
pub struct Limiter<K: Hash + Eq + Clone>(DefaultKeyedRateLimiter<K>);

impl<K: Hash + Eq + Clone> Limiter<K> {
    /// So often a minute.
    pub fn per_minute(times: u32) -> Limiter<K> {
        Limiter(DefaultKeyedRateLimiter::keyed(Quota::per_minute(NonZeroU32::new(times).unwrap_or(NonZeroU32::MIN))))
    }

    /// So often an hour.
    pub fn per_hour(times: u32) -> Limiter<K> {
        Limiter(DefaultKeyedRateLimiter::keyed(Quota::per_hour(NonZeroU32::new(times).unwrap_or(NonZeroU32::MIN))))
    }

    /// Counts one more try, or refuses it.
    pub fn pass(&self, key: &K) -> Result<(), Failure> {
        if self.0.len() > MANY {
            self.0.retain_recent();
        }
        self.0.check_key(key).map_err(|_| {
            metrics::counter!("grognard_requests_limited_total").increment(1);
            let message = "too many tries; wait a few minutes";
            Failure::new(StatusCode::TOO_MANY_REQUESTS, "too_many_requests", message)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_key_is_counted_by_itself() {
        let limiter = Limiter::per_hour(2);
        assert!(limiter.pass(&"a").is_ok() && limiter.pass(&"a").is_ok());
        assert_eq!(limiter.pass(&"a").unwrap_err().kind, "too_many_requests");
        assert!(limiter.pass(&"b").is_ok());
    }
}
