//! Thinking time: a bank for the whole match, and a grace before it is touched whenever the choice passes to a side.

use crate::error::Failure;
use crate::store::Millis;
use engine::Side;
use serde::{Deserialize, Serialize};
pub use wire::Pace;

/// A year: longer clocks make no sense.
const LONGEST: Millis = 366 * 24 * 3_600_000;
/// A second: shorter clocks make no sense either.
const SHORTEST: Millis = 1000;

/// Whether a match can be played at this pace.
pub fn check(pace: Pace) -> Result<Pace, Failure> {
    let Some((bank, grace)) = pace.times() else { return Ok(pace) };
    let sensible = 0..=LONGEST;
    if sensible.contains(&bank) && sensible.contains(&grace) && bank + grace >= SHORTEST {
        return Ok(pace);
    }
    Err(Failure::bad_request("a clock has a second at least and a year at most"))
}

/// The clock of a match. It is told when time passes; it looks at no watch itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clock {
    grace: Millis,
    bank: [Millis; 2],
    /// The sides whose time is counted.
    counted: [bool; 2],
    running: Option<Running>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Running {
    #[serde(with = "side_number")]
    side: Side,
    /// What is left of the grace at `since`.
    grace: Millis,
    since: Millis,
}

/// Sides as the store keeps them: 0 or 1.
pub(super) mod side_number {
    use engine::Side;
    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(side: &Side, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(side.index() as u8)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Side, D::Error> {
        let number = u8::deserialize(deserializer)?;
        let side = super::super::beside::side_of(number.into());
        side.ok_or_else(|| D::Error::custom(format!("there is no side {number}")))
    }
}

impl Clock {
    /// A clock at the beginning; `None` where nobody's time is counted.
    pub fn new(pace: Pace, counted: [bool; 2]) -> Option<Clock> {
        let (bank, grace) = pace.times()?;
        counted.contains(&true).then_some(Clock { grace, bank: [bank; 2], counted, running: None })
    }

    /// How long the running side has thought since it was last charged.
    pub fn spent(&self, now: Millis) -> Millis {
        self.running.map_or(0, |running| (now - running.since).max(0))
    }

    /// Charges the running side, and lets the time of whoever chooses now run.
    pub fn pass(&mut self, spent: Millis, chooser: Option<Side>, now: Millis) {
        if let Some(running) = &mut self.running {
            let free = spent.min(running.grace);
            running.grace -= free;
            let bank = &mut self.bank[running.side.index()];
            *bank = (*bank - (spent - free)).max(0);
        }
        self.running = chooser.filter(|side| self.counted[side.index()]).map(|side| match self.running {
            Some(running) if running.side == side => Running { since: now, ..running },
            _ => Running { side, grace: self.grace, since: now },
        });
    }

    /// The same when a side has taken something back: it is charged like any other, and gets no new grace by it.
    pub fn pass_back(&mut self, spent: Millis, chooser: Option<Side>, by: Side, now: Millis) {
        let ran = self.running.map(|running| running.side);
        self.pass(spent, chooser, now);
        if let Some(running) = &mut self.running
            && running.side == by
            && ran != Some(by)
        {
            running.grace = 0;
        }
    }

    /// What passed before `now` does not count: the server was down.
    pub fn forgive(&mut self, now: Millis) {
        if let Some(running) = &mut self.running {
            running.since = running.since.max(now);
        }
    }

    /// When the running side is out of time.
    pub fn deadline(&self) -> Option<Millis> {
        let running = self.running?;
        Some(running.since + running.grace + self.bank[running.side.index()])
    }

    /// The side that has run out of time.
    pub fn overdue(&self, now: Millis) -> Option<Side> {
        let running = self.running?;
        self.deadline().filter(|&deadline| now > deadline).map(|_| running.side)
    }

    /// What is left now: of the banks, who runs, and of his grace.
    pub fn left(&self, now: Millis) -> ([Millis; 2], Option<Side>, Millis) {
        let mut after = self.clone();
        let runs = self.running.map(|running| running.side);
        after.pass(self.spent(now), runs, now);
        (after.bank, runs, after.running.map_or(0, |running| running.grace))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOTH: [bool; 2] = [true; 2];

    fn clock() -> Clock {
        let mut clock = Clock::new(Pace::Live { bank_ms: 1000, grace_ms: 100 }, BOTH).unwrap();
        clock.pass(0, Some(Side::First), 10_000);
        clock
    }

    #[test]
    fn the_grace_goes_first_and_comes_back_when_the_choice_passes() {
        let mut clock = clock();
        assert_eq!(clock.left(10_060), ([1000, 1000], Some(Side::First), 40));
        clock.pass(60, Some(Side::First), 10_060);
        assert_eq!(clock.left(10_160), ([940, 1000], Some(Side::First), 0));
        clock.pass(100, Some(Side::Second), 10_160);
        assert_eq!(clock.left(10_160), ([940, 1000], Some(Side::Second), 100));
        clock.pass(50, Some(Side::First), 10_210);
        assert_eq!(clock.left(10_210), ([940, 1000], Some(Side::First), 100));
    }

    #[test]
    fn who_takes_back_gets_no_new_grace() {
        let mut clock = clock();
        clock.pass(30, Some(Side::First), 10_030);
        clock.pass_back(20, Some(Side::First), Side::First, 10_050);
        assert_eq!(clock.left(10_050), ([1000, 1000], Some(Side::First), 50), "while the choice was his");
        clock.pass(0, Some(Side::Second), 10_050);
        clock.pass_back(40, Some(Side::First), Side::First, 10_090);
        assert_eq!(clock.left(10_100), ([990, 1000], Some(Side::First), 0), "by consent, after it had passed");
        clock.pass_back(10, Some(Side::Second), Side::First, 10_100);
        assert_eq!(clock.left(10_100), ([990, 1000], Some(Side::Second), 100), "who consents has his grace");
    }

    #[test]
    fn time_is_up_when_grace_and_bank_are_spent() {
        let clock = clock();
        assert_eq!(clock.deadline(), Some(11_100));
        assert_eq!((clock.overdue(11_100), clock.overdue(11_101)), (None, Some(Side::First)));
        assert_eq!(clock.left(20_000), ([0, 1000], Some(Side::First), 0));
    }

    #[test]
    fn what_passed_while_the_server_was_down_is_forgiven() {
        let mut clock = clock();
        clock.forgive(50_000);
        assert_eq!(clock.deadline(), Some(51_100));
        clock.forgive(40_000);
        assert_eq!(clock.deadline(), Some(51_100));
    }

    #[test]
    fn nobody_waits_for_a_computer() {
        let mut clock = Clock::new(Pace::Live { bank_ms: 1000, grace_ms: 0 }, [false, true]).unwrap();
        clock.pass(0, Some(Side::First), 0);
        assert_eq!((clock.deadline(), clock.overdue(1_000_000)), (None, None));
        clock.pass(0, Some(Side::Second), 0);
        assert_eq!(clock.deadline(), Some(1000));
        clock.pass(10, None, 10);
        assert_eq!(clock.left(99), ([1000, 990], None, 0));
        assert_eq!(Clock::new(Pace::None, BOTH), None);
        assert_eq!(Clock::new(Pace::Slow { bank_ms: 1, grace_ms: 1 }, [false; 2]), None);
    }

    #[test]
    fn clocks_have_sensible_times() {
        for (bank_ms, grace_ms, fine) in
            [(0, 1000, true), (1000, 0, true), (999, 0, false), (-1, 5000, false), (LONGEST + 1, 0, false)]
        {
            assert_eq!(check(Pace::Live { bank_ms, grace_ms }).is_ok(), fine, "{bank_ms} {grace_ms}");
        }
        assert!(check(Pace::None).is_ok());
    }
}
