//! How much of a round's time each side of a tournament's match has used, whatever its clock says: whoever has used more loses
//! what is not played to its end by then.

use super::beside::{self, Standing};
use super::seats::kind;
use crate::store::{MatchRow, Millis};
use engine::Side;
use serde::{Deserialize, Serialize};

/// The time that was waited for each side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Used {
    by: [Millis; 2],
    /// Whom all wait for now.
    awaited: Option<Awaited>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Awaited {
    #[serde(with = "super::clock::side_number")]
    side: Side,
    since: Millis,
}

impl Used {
    /// A side has come to the table after so long.
    pub fn came(&mut self, side: Side, after: Millis) {
        self.by[side.index()] += after.max(0);
    }

    /// From now on all wait for this side, or for nobody.
    pub fn pass(&mut self, awaited: Option<Side>, now: Millis) {
        self.by = self.until(now);
        self.awaited = awaited.map(|side| Awaited { side, since: now });
    }

    /// What passed before `now` does not count: the server was down.
    pub fn forgive(&mut self, now: Millis) {
        if let Some(awaited) = &mut self.awaited {
            awaited.since = awaited.since.max(now);
        }
    }

    /// What each side has used until now.
    pub fn until(&self, now: Millis) -> [Millis; 2] {
        let mut by = self.by;
        if let Some(Awaited { side, since }) = self.awaited {
            by[side.index()] += (now - since).max(0);
        }
        by
    }

    /// The side that has used more until now.
    pub fn slower(&self, now: Millis) -> Option<Side> {
        let [first, second] = self.until(now);
        match first.cmp(&second) {
            std::cmp::Ordering::Greater => Some(Side::First),
            std::cmp::Ordering::Less => Some(Side::Second),
            std::cmp::Ordering::Equal => None,
        }
    }
}

/// What each side of a tournament's match has used until now, as the store has it: for whoever has not come yet, all time since
/// it was appointed.
pub fn used_in(row: &MatchRow, now: Millis) -> Option<[Millis; 2]> {
    let mut used = beside::read::<Standing>(&row.standing).ok()?.used?.until(now);
    if row.summary.status == "waiting" {
        let away = Side::BOTH.into_iter().filter(|side| row.seats[side.index()].kind != kind::PLAYER);
        away.for_each(|side| used[side.index()] = (now - row.created).max(0));
    }
    Some(used)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_counts_for_the_side_that_all_wait_for() {
        let mut used = Used::default();
        used.came(Side::First, 100);
        used.came(Side::Second, 700);
        assert_eq!(used.until(5_000), [100, 700], "nobody is waited for");
        used.pass(Some(Side::First), 1_000);
        used.pass(Some(Side::Second), 1_800);
        assert_eq!((used.until(1_850), used.slower(1_850)), ([900, 750], Some(Side::First)));
        assert_eq!((used.until(1_950), used.slower(1_950)), ([900, 850], Some(Side::First)));
        assert_eq!(used.slower(2_000), None, "900 each");
        assert_eq!(used.slower(2_001), Some(Side::Second));
        used.pass(None, 2_100);
        assert_eq!(used.until(9_000), [900, 1_000]);
    }

    #[test]
    fn what_passed_while_the_server_was_down_is_nobodys() {
        let mut used = Used::default();
        used.pass(Some(Side::Second), 1_000);
        used.forgive(4_000);
        assert_eq!(used.until(4_200), [0, 200]);
        used.forgive(3_000);
        assert_eq!(used.until(4_200), [0, 200]);
    }
}
