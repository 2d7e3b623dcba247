//! Matches of a tournament that are not played to their end: somebody has not come, or has withdrawn, or time is up.

use super::club::Club;
use super::seats::kind;
use crate::error::Failure;
use crate::store::{Millis, now};
use engine::Side;
use engine::matches::Ending;
use std::sync::Arc;

/// What became of a match that had to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settled {
    /// It is over, and its end is noted.
    Over,
    /// It has not begun: which side's player is there, or could still come. It is of no use any more.
    NotBegun([bool; 2]),
    /// There is no such match, or nobody can choose in it any more.
    Void,
}

impl Club {
    /// Ends a match whose time was up then: whoever had used more of it loses.
    pub async fn ring_off(self: &Arc<Self>, id: &str, then: Millis) -> Result<Settled, Failure> {
        self.settle(id, None, then).await
    }

    /// Ends a match for somebody who plays in it no more.
    pub async fn give_up(self: &Arc<Self>, id: &str, user: &str) -> Result<Settled, Failure> {
        self.settle(id, Some(user), now()).await
    }

    async fn settle(self: &Arc<Self>, id: &str, leaves: Option<&str>, then: Millis) -> Result<Settled, Failure> {
        let mut open = match self.rooms.room(id).open(self).await {
            Ok(open) => open,
            Err(failure) if failure.kind == "not_found" || failure.kind == "unreadable" => return Ok(Settled::Void),
            Err(failure) => return Err(failure),
        };
        open.settle_clock().await?;
        let play = &open.inside.play;
        if play.is_over() {
            return Ok(Settled::Over);
        }
        let sits = |side: Side| play.row.seats[side.index()].user.as_deref() == leaves && leaves.is_some();
        if !play.started {
            let came = |side: Side| match leaves {
                // The other one need not have come yet.
                Some(_) => !sits(side),
                None => play.row.seats[side.index()].kind == kind::PLAYER,
            };
            return Ok(Settled::NotBegun(Side::BOTH.map(came)));
        }
        let left = Side::BOTH.into_iter().find(|&side| sits(side));
        let (loser, ending) = match left {
            Some(side) => (Some(side), Ending::Concede),
            None => (play.slower(then), Ending::Timeout),
        };
        match loser {
            Some(side) => open.end(side, ending).await.map(|()| Settled::Over),
            None => Ok(Settled::Void),
        }
    }
}
