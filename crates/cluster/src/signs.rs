//! Signs of life that workers give.

use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

/// How often a worker gives a sign of life.
pub(crate) const EVERY: Duration = Duration::from_secs(2);
/// After how long without one it is not counted any more.
const GONE: Duration = Duration::from_secs(7);

/// A sign of life.
#[derive(Serialize, Deserialize)]
pub(crate) struct Sign {
    /// Another for each worker that ever was.
    pub id: String,
    /// Its name, for people.
    pub name: String,
    /// How many shards it plays at once.
    pub threads: usize,
    /// Why it does not play this run, if it does not.
    pub refuses: Option<String>,
}

/// What is known of all workers.
#[derive(Default)]
pub(crate) struct Signs {
    seen: BTreeMap<String, (Instant, usize)>,
    told: BTreeSet<(String, String)>,
}

impl Signs {
    /// Takes note of a sign; gives what should be told to people, once.
    pub fn note(&mut self, sign: Sign, now: Instant) -> Option<String> {
        let Some(why) = sign.refuses else {
            self.seen.insert(sign.id, (now, sign.threads));
            return None;
        };
        self.seen.remove(&sign.id);
        self.told.insert((sign.id, why.clone())).then(|| format!("worker {} does not take part: {why}", sign.name))
    }

    /// How many workers are alive, and how many shards they play at once.
    pub fn alive(&mut self, now: Instant) -> (usize, usize) {
        self.seen.retain(|_, (last, _)| now.duration_since(*last) < GONE);
        (self.seen.len(), self.seen.values().map(|(_, threads)| threads).sum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sign(id: &str, refuses: Option<&str>) -> Sign {
        Sign { id: id.into(), name: format!("host-{id}"), threads: 2, refuses: refuses.map(Into::into) }
    }

    #[test]
    fn workers_are_counted_until_they_are_silent() {
        let (mut signs, now) = (Signs::default(), Instant::now());
        assert_eq!(signs.note(sign("a", None), now), None);
        signs.note(sign("b", None), now + Duration::from_secs(5));
        assert_eq!(signs.alive(now + Duration::from_secs(6)), (2, 4));
        assert_eq!(signs.alive(now + Duration::from_secs(8)), (1, 2));
    }

    #[test]
    fn a_refusal_is_told_once() {
        let (mut signs, now) = (Signs::default(), Instant::now());
        let told = signs.note(sign("a", Some("other data")), now);
        assert_eq!(told.as_deref(), Some("worker host-a does not take part: other data"));
        assert_eq!(signs.note(sign("a", Some("other data")), now), None);
        assert_eq!(signs.alive(now), (0, 0));
    }
}
