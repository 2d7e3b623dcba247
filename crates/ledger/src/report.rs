//! A ledger for people and for other programs.

use crate::table::{Entry, Ledger, print_list};
use serde::Serialize;
use std::fmt;

/// How far a game has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// The game's id.
    pub game: String,
    /// How many clauses there are, notes not counted.
    pub total: usize,
    /// How many of them code cites.
    pub cited: usize,
    /// How many of them a test shows.
    pub tested: usize,
    /// The ids of those that lack code or test.
    pub lacking: Vec<String>,
}

/// A ledger as a page of text: every clause, the totals, and what lacks.
pub struct Report<'a>(&'a Ledger);

impl Ledger {
    /// The totals.
    pub fn summary(&self) -> Summary {
        let count = |has: fn(&Entry) -> bool| self.entries.iter().filter(|entry| has(entry)).count();
        Summary {
            game: self.game.clone(),
            total: self.entries.len(),
            cited: count(|entry| !entry.cited.is_empty()),
            tested: count(|entry| !entry.tests.is_empty()),
            lacking: self.lacking().map(|entry| entry.id.clone()).collect(),
        }
    }

    /// The ledger as a page of text.
    pub fn report(&self) -> Report<'_> {
        Report(self)
    }

    fn lacking(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(|entry| entry.lack().is_some())
    }
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ledger = self.0;
        let width = |text: fn(&Entry) -> &str| {
            ledger.entries.iter().map(|entry| text(entry).chars().count()).max().unwrap_or_default()
        };
        let (ids, kinds) = (width(|entry| &entry.id), width(|entry| &entry.kind));
        for Entry { id, kind, cited, tests } in &ledger.entries {
            writeln!(f, "{id:ids$}  {kind:kinds$}  {}  shown by {}", print_list(cited), print_list(tests))?;
        }
        let Summary { game, total, cited, tested, lacking } = ledger.summary();
        writeln!(
            f,
            "{game}: {total} clauses, {cited} cited by code, {tested} shown by a test, {} lacking",
            lacking.len()
        )?;
        for entry in ledger.lacking() {
            writeln!(f, "  {:ids$}  {:kinds$}  {}", entry.id, entry.kind, entry.lack().unwrap_or_default())?;
        }
        Ok(())
    }
}
