//! The record of a match as the store keeps it: line by line, each sealed, and never more than was played.

use super::club::Club;
use super::play;
use super::seats::Who;
use crate::error::Failure;
use crate::store::Lines;
use catalogue::AnyMatch;
use engine::Record;
use engine::record::Sealer;
use std::sync::Arc;

/// How much of a match's record is in the store.
pub struct Kept {
    sealer: Sealer,
    /// How many lines its head has.
    head: usize,
    /// How many lines there are in all.
    lines: usize,
    /// Whether the last of them closes it.
    closed: bool,
    /// From which line on they differ from the match, where something was taken back or the head has changed.
    stale: Option<usize>,
}

impl Kept {
    /// A record as the store has it.
    pub fn new(record: &Record, closed: bool) -> Kept {
        let (sealer, lines) = record.written();
        let head = record.head.lines_before_play();
        Kept { sealer, head, lines: lines.len() + usize::from(closed), closed, stale: None }
    }

    /// A record of which the store has nothing yet, or another head: all of it must be written.
    pub fn nothing(table: &dyn AnyMatch) -> Kept {
        Kept { lines: 0, stale: Some(0), ..Kept::new(&table.record(), false) }
    }

    /// Something was taken back.
    pub fn taken_back(&mut self, table: &dyn AnyMatch) {
        let left = table.actions();
        let line = self.head + left + table.changes().iter().filter(|change| change.after < left).count();
        self.stale = Some(self.stale.map_or(line, |before| before.min(line)));
    }

    /// What must be written, given how the match stands now.
    pub fn catch_up(&mut self, table: &dyn AnyMatch) -> Lines {
        let (from, cut) = (self.stale.unwrap_or(self.lines), self.stale.is_some());
        let mut texts = match self.stale.take() {
            None => self.sealer.go_on(table.lines(), table.changes()),
            Some(from) => {
                let (sealer, mut lines) = table.record().written();
                self.sealer = sealer;
                lines.split_off(from)
            }
        };
        if table.is_over() && !self.closed {
            texts.push(self.sealer.close(table.result().as_deref()));
            self.closed = true;
        }
        self.lines = from + texts.len();
        Lines { from: from as i64, cut, texts }
    }
}

/// The record as text: the lines that are kept. While a match goes on it would tell what is hidden.
pub async fn text(club: &Arc<Club>, who: &Who, id: &str) -> Result<String, Failure> {
    let row = play::row(club, id).await?;
    if row.summary.status != "over" {
        let can_go_on = match club.rooms.room(id).open(club).await {
            Ok(open) => open.inside.play.table.parting().is_none(),
            Err(failure) if failure.kind == "unreadable" => false,
            Err(failure) => return Err(failure),
        };
        // What nobody can play on is open to its players.
        if can_go_on || !who.holds(&row.seats).any() {
            return Err(Failure::conflict("not_over", "the record is open when the match is over"));
        }
    }
    let kept = club.store.record(id).await?.join("\n");
    let (record, closed) = Record::parse_open(&kept).map_err(|error| play::damaged(id, &error))?;
    Ok(if closed { kept + "\n" } else { record.to_string() })
}
