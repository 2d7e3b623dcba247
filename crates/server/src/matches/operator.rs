//! What the operator does with matches.

use super::club::Club;
use super::http::{info, read_cursor};
use super::play::row;
use super::rooms::sweep;
use super::seats::Who;
use crate::error::Failure;
use crate::store::{List, Millis, now};
use engine::matches::Ending;
use std::collections::HashMap;
use std::sync::Arc;
use wire::MatchList;

/// How many matches are listed at once.
const LISTED: i64 = 100;
const DAY: Millis = 24 * 60 * 60_000;

/// How long what nobody needs any more is kept, in days.
#[derive(Clone, Copy, Debug)]
pub struct RetentionDays {
    /// Guests who never came back, and matches in which nothing was played.
    pub unused: u32,
    /// Matches that are over; for ever where nothing is said.
    pub finished: Option<u32>,
}

impl Club {
    /// All matches, or all of a user, those changed last first.
    pub async fn all_matches(&self, user: Option<String>, before: Option<&str>) -> Result<MatchList, Failure> {
        let before = before.map(read_cursor).transpose()?;
        let list = user.map_or(List::All, List::Of);
        let rows = self.store.matches(list, before, LISTED).await?;
        let next = rows.last().filter(|_| rows.len() as i64 == LISTED);
        let next = next.map(|row| format!("{}.{}", row.summary.updated, row.id));
        let (mut matches, mut names) = (Vec::with_capacity(rows.len()), HashMap::new());
        for row in &rows {
            matches.push(info(self, row, &Who { user: None, link: None }, &mut names).await?);
        }
        Ok(MatchList { matches, next })
    }

    /// Closes a match: this side is taken to have given up.
    pub async fn close_match(self: &Arc<Self>, id: &str, loser: &str) -> Result<(), Failure> {
        let mut open = self.rooms.room(id).open(self).await?;
        let play = &open.inside.play;
        let side = play.game.about().side(loser);
        let side = side.ok_or_else(|| Failure::bad_request(format!("there is no side \"{loser}\" in this game")))?;
        if !play.started {
            return Err(Failure::conflict("not_begun", "it has not begun; delete it instead"));
        }
        open.end(side, Ending::Concede).await
    }

    /// Deletes a match, whoever sits there.
    pub async fn forget_match(self: &Arc<Self>, id: &str) -> Result<(), Failure> {
        // Nobody plays on meanwhile; a match that cannot be read can be deleted all the same.
        let room = self.rooms.room(id);
        let _open = room.open(self).await;
        let version = row(self, id).await?.version;
        if !self.store.forget_match(id, version).await? {
            return Err(Failure::conflict("stale", "something was done meanwhile; look again"));
        }
        room.reread();
        self.rooms.forget(id);
        Ok(())
    }

    /// Deletes what was said and offered in a match.
    pub async fn forget_talk(self: &Arc<Self>, id: &str) -> Result<(), Failure> {
        row(self, id).await?;
        let room = self.rooms.room(id);
        let open = room.open(self).await?;
        self.store.forget_talk(id).await?;
        drop(open);
        room.reread();
        // Those who look on are told the table as it is now.
        room.open(self).await.map(drop)
    }

    /// Throws away what nobody needs any more: how many matches.
    pub async fn throw_away(&self, days: RetentionDays) -> Result<usize, Failure> {
        let (now, ago) = (now(), |days: u32| now() - Millis::from(days) * DAY);
        let mut gone = sweep(self, now, ago(days.unused)).await?;
        let Some(finished) = days.finished else { return Ok(gone) };
        for row in self.store.finished_matches(ago(finished)).await? {
            if !self.rooms.is_open(&row.id) && self.store.forget_match(&row.id, row.version).await? {
                gone += 1;
            }
        }
        Ok(gone)
    }
}
