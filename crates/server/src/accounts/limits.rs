//! How often something may be tried.

use crate::error::Failure;
use crate::others::Others;
use crate::store::Millis;
use axum::http::StatusCode;
use governor::{DefaultKeyedRateLimiter, Quota};
use std::collections::{HashMap, HashSet};
use std::fmt::Display;
use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// From so many keys on, those that are no longer limited are forgotten.
const MANY: usize = 10_000;

/// How often something may be tried, by a key. Where servers share the work they count together.
pub struct Limiter<K: Hash + Eq + Clone + Display> {
    /// What is tried.
    what: &'static str,
    most: u32,
    span: Duration,
    here: DefaultKeyedRateLimiter<K>,
    others: Option<Arc<dyn Others>>,
}

impl<K: Hash + Eq + Clone + Display> Limiter<K> {
    /// So often a minute.
    pub fn per_minute(what: &'static str, times: u32, others: Option<Arc<dyn Others>>) -> Limiter<K> {
        let quota = Quota::per_minute(NonZeroU32::new(times).unwrap_or(NonZeroU32::MIN));
        Limiter { what, most: times, span: SPAN, here: DefaultKeyedRateLimiter::keyed(quota), others }
    }

    /// So often an hour.
    pub fn per_hour(what: &'static str, times: u32, others: Option<Arc<dyn Others>>) -> Limiter<K> {
        let quota = Quota::per_hour(NonZeroU32::new(times).unwrap_or(NonZeroU32::MIN));
        Limiter { what, most: times, span: 60 * SPAN, here: DefaultKeyedRateLimiter::keyed(quota), others }
    }

    /// Counts one more try, or refuses it.
    pub async fn pass(&self, key: &K) -> Result<(), Failure> {
        if let Some(others) = &self.others {
            let times = others.count(&format!("{}: {key}", self.what), self.span.as_millis() as Millis).await?;
            return if times > i64::from(self.most) { Err(too_many()) } else { Ok(()) };
        }
        if self.here.len() > MANY {
            self.here.retain_recent();
        }
        self.here.check_key(key).map_err(|_| too_many())
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
    others: Option<Arc<dyn Others>>,
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
    pub fn per_minute(most: u32, others: Option<Arc<dyn Others>>) -> Tries {
        Tries { most, inside: Mutex::default(), others }
    }

    /// Counts one more try, or refuses it.
    pub async fn begin(&self, account: String, from: IpAddr) -> Result<Try<'_>, Failure> {
        if let Some(others) = &self.others {
            let failures = others.count(&tally(&account), SPAN.as_millis() as Millis).await?;
            let tried = self.inside.lock().unwrap_or_else(PoisonError::into_inner);
            if failures > i64::from(self.most) && !tried.known.contains(&(account.clone(), from)) {
                return Err(too_many());
            }
            drop(tried);
            return Ok(Try { tries: self, account, from });
        }
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
    pub async fn succeeded(self) -> Result<(), Failure> {
        if let Some(others) = &self.tries.others {
            others.uncount(&tally(&self.account)).await?;
        }
        let mut tried = self.tries.inside.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, failures)) = tried.failures.get_mut(&self.account) {
            *failures = failures.saturating_sub(1);
        }
        if tried.known.len() > MANY {
            tried.known.clear();
        }
        tried.known.insert((self.account, self.from));
        Ok(())
    }
}

/// By what the servers count the failures of an account together.
fn tally(account: &str) -> String {
    format!("passwords: {account}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn each_key_is_counted_by_itself() {
        let limiter = Limiter::per_hour("letters", 2, None);
        assert!(limiter.pass(&"a").await.is_ok() && limiter.pass(&"a").await.is_ok());
        assert_eq!(limiter.pass(&"a").await.unwrap_err().kind, "too_many_requests");
        assert!(limiter.pass(&"b").await.is_ok());
    }

    #[tokio::test]
    async fn failures_are_counted_and_whoever_was_here_before_is_not_kept_out() {
        let tries = Tries::per_minute(2, None);
        let [home, elsewhere] = [IpAddr::from([10, 0, 0, 1]), IpAddr::from([10, 0, 0, 2])];
        for _ in 0..5 {
            tries.begin("ney".into(), home).await.unwrap().succeeded().await.unwrap();
        }
        for _ in 0..2 {
            tries.begin("ney".into(), elsewhere).await.unwrap();
        }
        assert_eq!(tries.begin("ney".into(), elsewhere).await.err().unwrap().kind, "too_many_requests");
        assert!(tries.begin("ney".into(), home).await.is_ok());
        assert!(tries.begin("lannes".into(), elsewhere).await.is_ok());
    }
}
