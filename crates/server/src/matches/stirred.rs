//! What the sides stir the dice with. A salt is pledged by its hash before all seats are taken, and opened when they are:
//! then everybody has pledged or done without, and not even somebody who knows the server's secret can choose his own by
//! the other's. What is pledged must be opened: who could take it back having seen the other's would choose between two
//! seeds.

use crate::error::Failure;
use catalogue::AnyMatch;
use engine::dice::{WITHDRAWN, pledge_of};
use engine::{Record, Side};

/// What the sides stir the dice with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stirred {
    /// The salts that are open.
    pub salts: [Option<String>; 2],
    /// The hashes of those that were pledged, open or not.
    pub pledges: [Option<String>; 2],
}

/// What a side does about the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stir<'a> {
    /// It pledges a salt by its hash.
    Pledge(&'a str),
    /// It opens what it has pledged, or adds a salt that it has not.
    Salt(&'a str),
    /// It has lost what it pledged.
    Withdraw,
}

impl Stirred {
    /// As a record tells it.
    pub fn of(table: &dyn AnyMatch, record: &Record) -> Stirred {
        let mut stirred = Stirred::default();
        if let Some(dice) = &record.head.commitment {
            for (texts, told) in [(&mut stirred.salts, dice.salts()), (&mut stirred.pledges, dice.pledges())] {
                for (side, text) in told {
                    if let Some(side) = table.about().side(side) {
                        texts[side.index()] = Some(text.clone());
                    }
                }
            }
        }
        stirred
    }

    /// Whether a side has pledged a salt that is not open yet.
    pub fn is_unopened(&self, side: Side) -> bool {
        let pledge = self.pledges[side.index()].as_deref();
        pledge.is_some_and(|pledge| pledge != WITHDRAWN) && self.salts[side.index()].is_none()
    }

    /// Whether a salt that was pledged is open: what is added now could be chosen by it.
    fn is_opening(&self) -> bool {
        let mut both = self.pledges.iter().zip(&self.salts);
        both.any(|(pledge, salt)| pledge.is_some() && salt.is_some())
    }

    /// Whether a side has neither pledged nor added anything yet.
    pub fn has_nothing_of(&self, side: Side) -> bool {
        self.pledges[side.index()].is_none() && self.salts[side.index()].is_none()
    }

    /// Takes what a side does; whether something has changed by it.
    pub fn take(&mut self, side: Side, stir: Stir<'_>, all_seated: bool) -> Result<bool, Failure> {
        let too_late = |message| Failure::conflict("too_late", message);
        let is_opening = self.is_opening();
        let (pledge, salt) = (&mut self.pledges[side.index()], &mut self.salts[side.index()]);
        match (stir, pledge.as_deref(), salt.as_deref()) {
            (Stir::Pledge(hash), Some(before), _) if before == hash => return Ok(false),
            (Stir::Salt(text), _, Some(before)) if before == text => return Ok(false),
            (Stir::Pledge(_) | Stir::Salt(_), _, Some(_)) | (Stir::Pledge(_), Some(_), None) => {
                return Err(Failure::conflict("stirred", "your side has stirred the dice already"));
            }
            (Stir::Pledge(_), None, None) if all_seated => {
                return Err(too_late("what is pledged is pledged before all seats are taken"));
            }
            (Stir::Salt(_), None, None) if is_opening => {
                return Err(too_late("another salt has been opened already: nothing is added by what it is"));
            }
            (Stir::Pledge(hash), None, None) => *pledge = Some(hash.to_string()),
            (Stir::Salt(text), None, None) => *salt = Some(text.to_string()),
            (Stir::Salt(_), Some(_), None) if !all_seated => {
                return Err(Failure::conflict("not_started", "open it when all seats are taken"));
            }
            (Stir::Salt(text), Some(pledged), None) if pledge_of(text) == pledged => *salt = Some(text.to_string()),
            (Stir::Salt(_), Some(_), None) => {
                return Err(Failure::conflict("not_pledged", "this is not the salt that was pledged"));
            }
            (Stir::Withdraw, Some(pledged), None) if pledged != WITHDRAWN && is_opening => {
                return Err(too_late(
                    "the other side has opened what it pledged: open yours where you pledged it, agree to a draw or concede",
                ));
            }
            (Stir::Withdraw, Some(pledged), None) if pledged != WITHDRAWN => *pledge = Some(WITHDRAWN.to_string()),
            (Stir::Withdraw, _, _) => return Err(Failure::conflict("not_pledged", "there is no pledge to take back")),
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: Side = Side::First;
    const OTHER: Side = Side::Second;

    fn taken(stirred: &mut Stirred, side: Side, stir: Stir<'_>) -> Result<bool, &'static str> {
        stirred.take(side, stir, true).map_err(|failure| failure.kind)
    }

    /// Before all seats are taken.
    fn early(stirred: &mut Stirred, side: Side, stir: Stir<'_>) -> Result<bool, &'static str> {
        stirred.take(side, stir, false).map_err(|failure| failure.kind)
    }

    #[test]
    fn salts_are_pledged_by_all_before_any_is_opened() {
        let (one, other) = (pledge_of("one"), pledge_of("other"));
        let mut stirred = Stirred::default();
        assert_eq!(early(&mut stirred, ONE, Stir::Pledge(&one)), Ok(true));
        assert_eq!(early(&mut stirred, ONE, Stir::Salt("one")), Err("not_started"));
        assert_eq!(early(&mut stirred, ONE, Stir::Pledge(&one)), Ok(false), "again the same");
        assert_eq!(early(&mut stirred, ONE, Stir::Pledge(&other)), Err("stirred"));
        assert_eq!(early(&mut stirred, OTHER, Stir::Pledge(&other)), Ok(true));
        assert_eq!(taken(&mut stirred, ONE, Stir::Salt("other")), Err("not_pledged"));
        assert_eq!(taken(&mut stirred, ONE, Stir::Salt("one")), Ok(true));
        assert_eq!((stirred.is_unopened(ONE), stirred.is_unopened(OTHER)), (false, true));
        assert_eq!(taken(&mut stirred, ONE, Stir::Withdraw), Err("not_pledged"));
        assert_eq!(taken(&mut stirred, OTHER, Stir::Salt("chosen now")), Err("not_pledged"));
        assert_eq!(taken(&mut stirred, OTHER, Stir::Salt("other")), Ok(true));
    }

    #[test]
    fn whoever_takes_his_seat_without_a_pledge_has_done_without() {
        let mut stirred = Stirred::default();
        early(&mut stirred, ONE, Stir::Pledge(&pledge_of("one"))).unwrap();
        assert_eq!(taken(&mut stirred, OTHER, Stir::Pledge(&pledge_of("late"))), Err("too_late"));
        assert_eq!(taken(&mut stirred, ONE, Stir::Salt("one")), Ok(true));
        assert_eq!(taken(&mut stirred, OTHER, Stir::Salt("late")), Err("too_late"));
    }

    #[test]
    fn a_pledge_is_taken_back_only_while_nobody_has_opened_his() {
        let (one, other) = (pledge_of("one"), pledge_of("other"));
        for first_opens in [false, true] {
            let mut stirred = Stirred::default();
            early(&mut stirred, ONE, Stir::Pledge(&one)).unwrap();
            early(&mut stirred, OTHER, Stir::Pledge(&other)).unwrap();
            if first_opens {
                taken(&mut stirred, ONE, Stir::Salt("one")).unwrap();
                assert_eq!(taken(&mut stirred, OTHER, Stir::Withdraw), Err("too_late"), "it would be a choice");
                assert!(stirred.is_unopened(OTHER));
            } else {
                assert_eq!(taken(&mut stirred, OTHER, Stir::Withdraw), Ok(true));
                assert!(!stirred.is_unopened(OTHER));
                assert_eq!(taken(&mut stirred, OTHER, Stir::Salt("other")), Err("not_pledged"), "it is gone");
            }
        }
    }

    #[test]
    fn a_salt_without_a_pledge_is_given_once_and_keeps_nobody_from_opening_his() {
        let mut stirred = Stirred::default();
        assert_eq!(early(&mut stirred, OTHER, Stir::Pledge(&pledge_of("other"))), Ok(true));
        assert_eq!(taken(&mut stirred, ONE, Stir::Salt("plain")), Ok(true));
        assert_eq!(taken(&mut stirred, ONE, Stir::Salt("plain")), Ok(false));
        assert_eq!(taken(&mut stirred, ONE, Stir::Salt("another")), Err("stirred"));
        assert_eq!(taken(&mut stirred, OTHER, Stir::Salt("other")), Ok(true));
    }
}
