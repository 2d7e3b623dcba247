//! How often something may be tried.

use crate::error::Failure;
use axum::http::StatusCode;
use governor::{DefaultKeyedRateLimiter, Quota};
use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

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
        self.0.check_key(key).map_err(|_| too_many())
    }
}

fn too_many() -> Failure {
    metrics::counter!("grognard_requests_limited_total").increment(1);
    let message = "too many tries; wait a few minutes";
    Failure::new(StatusCode::TOO_MANY_REQUESTS, "too_many_requests", message)
}

/// Over which failures are counted.
const SPAN: Duration = Duration::from_secs(60);

/// How often the password of an account may be tried in vain within a minute, by all together; who has signed in from an
/// address before may go on trying from there, so that nobody else can keep him out.
pub struct Tries {
    most: u32,
    inside: Mutex<Tried>,
}

#[derive(Default)]
struct Tried {
    /// When the first of the failures was, and how many there were since, by account.
    failures: HashMap<String, (Instant, u32)>,
    /// From where accounts were signed in.
    known: HashSet<(String, IpAddr)>,
}

/// A try that counts as a failure until it is known to be none.
pub struct Try<'a> {
    tries: &'a Tries,
    account: String,
    from: IpAddr,
}

impl Tries {
    /// So many failures a minute.
    pub fn per_minute(most: u32) -> Tries {
        Tries { most, inside: Mutex::default() }
    }

    /// Counts one more try, or refuses it.
    pub fn begin(&self, account: String, from: IpAddr) -> Result<Try<'_>, Failure> {
        let mut tried = self.inside.lock().unwrap_or_else(PoisonError::into_inner);
        if tried.failures.len() > MANY {
            tried.failures.retain(|_, (since, _)| since.elapsed() < SPAN);
        }
        let is_known = tried.known.contains(&(account.clone(), from));
        let (since, failures) = tried.failures.entry(account.clone()).or_insert((Instant::now(), 0));
        if since.elapsed() >= SPAN {
            (*since, *failures) = (Instant::now(), 0);
        }
        if *failures >= self.most && !is_known {
            return Err(too_many());
        }
        *failures = failures.saturating_add(1);
        Ok(Try { tries: self, account, from })
    }
}

impl Try<'_> {
    /// It was the right password.
    pub fn succeeded(self) {
        let mut tried = self.tries.inside.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, failures)) = tried.failures.get_mut(&self.account) {
            *failures = failures.saturating_sub(1);
        }
        if tried.known.len() > MANY {
            tried.known.clear();
        }
        tried.known.insert((self.account, self.from));
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

    #[test]
    fn failures_are_counted_and_whoever_was_here_before_is_not_kept_out() {
        let tries = Tries::per_minute(2);
        let [home, elsewhere] = [IpAddr::from([10, 0, 0, 1]), IpAddr::from([10, 0, 0, 2])];
        for _ in 0..5 {
            tries.begin("ney".into(), home).unwrap().succeeded();
        }
        for _ in 0..2 {
            tries.begin("ney".into(), elsewhere).unwrap();
        }
        assert_eq!(tries.begin("ney".into(), elsewhere).err().unwrap().kind, "too_many_requests");
        assert!(tries.begin("ney".into(), home).is_ok() && tries.begin("lannes".into(), elsewhere).is_ok());
    }
}
