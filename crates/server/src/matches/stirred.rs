//! What the sides stir the dice with. A salt may be pledged first, by its hash, and opened when all seats are taken: then
//! not even somebody who knows the server's secret can choose his own by the other's.

use crate::error::Failure;
use catalogue::Table;
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
    pub fn of(table: &dyn Table, record: &Record) -> Stirred {
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

    /// Whether a side may still add something of its own.
    pub fn may_add(&self, side: Side) -> bool {
        self.pledges[side.index()].is_none() && self.salts[side.index()].is_none() && !self.is_opening()
    }

    /// Takes what a side does; whether something has changed by it.
    pub fn take(&mut self, side: Side, stir: Stir<'_>, all_seated: bool) -> Result<bool, Failure> {
        let too_late = || Failure::conflict("too_late", "another salt has been opened already");
        let is_opening = self.is_opening();
        let (pledge, salt) = (&mut self.pledges[side.index()], &mut self.salts[side.index()]);
        match (stir, pledge.as_deref(), salt.as_deref()) {
            (Stir::Pledge(hash), Some(before), _) if before == hash => return Ok(false),
            (Stir::Salt(text), _, Some(before)) if before == text => return Ok(false),
            (Stir::Pledge(_) | Stir::Salt(_), _, Some(_)) | (Stir::Pledge(_), Some(_), None) => {
                return Err(Failure::conflict("stirred", "your side has stirred the dice already"));
            }
            (Stir::Pledge(_), None, None) | (Stir::Salt(_), None, None) if is_opening => return Err(too_late()),
            (Stir::Pledge(hash), None, None) => *pledge = Some(hash.to_string()),
            (Stir::Salt(text), None, None) => *salt = Some(text.to_string()),
            (Stir::Salt(_), Some(_), None) if !all_seated => {
                return Err(Failure::conflict("not_started", "open it when all seats are taken"));
            }
            (Stir::Salt(text), Some(pledged), None) if pledge_of(text) == pledged => *salt = Some(text.to_string()),
            (Stir::Salt(_), Some(_), None) => {
                return Err(Failure::conflict("not_pledged", "this is not the salt that was pledged"));
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

    #[test]
    fn salts_are_pledged_by_all_before_any_is_opened() {
        let (one, other) = (pledge_of("one"), pledge_of("other"));
        let mut stirred = Stirred::default();
        assert_eq!(stirred.take(ONE, Stir::Pledge(&one), false), Ok(true));
        assert_eq!(stirred.take(ONE, Stir::Salt("one"), false).unwrap_err().kind, "not_started");
        assert_eq!(taken(&mut stirred, ONE, Stir::Pledge(&one)), Ok(false), "again the same");
        assert_eq!(taken(&mut stirred, ONE, Stir::Pledge(&other)), Err("stirred"));
        assert_eq!(taken(&mut stirred, OTHER, Stir::Pledge(&other)), Ok(true));
        assert_eq!(taken(&mut stirred, ONE, Stir::Salt("other")), Err("not_pledged"));
        assert_eq!(taken(&mut stirred, ONE, Stir::Salt("one")), Ok(true));
        assert_eq!((stirred.is_unopened(ONE), stirred.is_unopened(OTHER)), (false, true));
        assert_eq!(taken(&mut stirred, ONE, Stir::Withdraw), Err("not_pledged"));
        assert_eq!(taken(&mut stirred, OTHER, Stir::Salt("chosen now")), Err("not_pledged"));
        assert_eq!(taken(&mut stirred, OTHER, Stir::Withdraw), Ok(true));
        assert!(!stirred.is_unopened(OTHER));
        assert_eq!(taken(&mut stirred, OTHER, Stir::Salt("other")), Err("not_pledged"), "it is gone");
    }

    #[test]
    fn nothing_is_added_once_a_pledged_salt_is_open() {
        for late in [Stir::Salt("late"), Stir::Pledge("late")] {
            let mut stirred = Stirred::default();
            taken(&mut stirred, ONE, Stir::Pledge(&pledge_of("one"))).unwrap();
            taken(&mut stirred, ONE, Stir::Salt("one")).unwrap();
            assert_eq!(taken(&mut stirred, OTHER, late), Err("too_late"));
        }
    }

    #[test]
    fn a_salt_without_a_pledge_is_given_once_and_keeps_nobody_from_pledging() {
        let mut stirred = Stirred::default();
        assert_eq!(taken(&mut stirred, ONE, Stir::Salt("plain")), Ok(true));
        assert_eq!(taken(&mut stirred, ONE, Stir::Salt("plain")), Ok(false));
        assert_eq!(taken(&mut stirred, ONE, Stir::Salt("another")), Err("stirred"));
        assert_eq!(taken(&mut stirred, OTHER, Stir::Pledge(&pledge_of("other"))), Ok(true));
        assert_eq!(taken(&mut stirred, OTHER, Stir::Salt("other")), Ok(true));
    }
}
