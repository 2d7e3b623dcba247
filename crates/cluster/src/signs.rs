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
    /// How many it plays just now; older workers do not say.
    #[serde(default)]
    pub playing: Option<usize>,
    /// Why it does not play this run, if it does not.
    pub refuses: Option<String>,
}

/// What a worker has last said, and when.
struct Seen {
    at: Instant,
    threads: usize,
    idle: bool,
}

/// What is known of all workers.
#[derive(Default)]
pub(crate) struct Signs {
    seen: BTreeMap<String, Seen>,
    told: BTreeSet<(String, String)>,
}

impl Signs {
    /// Takes note of a sign; gives what should be told to people, once.
    pub fn note(&mut self, sign: Sign, now: Instant) -> Option<String> {
        let Some(why) = sign.refuses else {
            let idle = sign.playing.is_some_and(|playing| playing < sign.threads);
            self.seen.insert(sign.id, Seen { at: now, threads: sign.threads, idle });
            return None;
        };
        self.seen.remove(&sign.id);
        self.told.insert((sign.id, why.clone())).then(|| format!("worker {} does not take part: {why}", sign.name))
    }

    /// How many workers are alive, and how many shards they play at once.
    pub fn alive(&mut self, now: Instant) -> (usize, usize) {
        self.seen.retain(|_, seen| now.duration_since(seen.at) < GONE);
        (self.seen.len(), self.seen.values().map(|seen| seen.threads).sum())
    }

    /// Whether a worker that is alive could play more than it does.
    pub fn any_idle(&mut self, now: Instant) -> bool {
        self.alive(now);
        self.seen.values().any(|seen| seen.idle)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sign(id: &str, refuses: Option<&str>) -> Sign {
        let (name, refuses) = (format!("host-{id}"), refuses.map(Into::into));
        Sign { id: id.into(), name, threads: 2, playing: Some(2), refuses }
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
    fn who_could_play_more_is_known_while_he_is_alive() {
        let (mut signs, now) = (Signs::default(), Instant::now());
        signs.note(sign("busy", None), now);
        signs.note(Sign { playing: None, ..sign("old", None) }, now);
        assert!(!signs.any_idle(now));
        signs.note(Sign { playing: Some(1), ..sign("free", None) }, now);
        assert!(signs.any_idle(now) && !signs.any_idle(now + GONE));
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
