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
    /// How many of them code or data name, comments included.
    pub cited: usize,
    /// How many of them a test shows.
    pub tested: usize,
    /// The ids of those that nothing carries or that no test shows, unless they are explained.
    pub lacking: Vec<String>,
    /// How many of them running code or data carry.
    pub carried: usize,
    /// The ids of those that are named, but neither carried nor explained.
    pub named_only: Vec<String>,
    /// How many of them ask nothing of a program, as a sentence explains.
    pub explained: usize,
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
            carried: count(|entry| !entry.carried.is_empty()),
            named_only: self.named_only().map(|entry| entry.id.clone()).collect(),
            explained: count(|entry| entry.explained.is_some()),
        }
    }

    /// The ledger as a page of text.
    pub fn report(&self) -> Report<'_> {
        Report(self)
    }

    /// The clauses that are named, but neither carried nor explained.
    pub fn named_only(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(|entry| entry.is_named_only())
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
        for entry @ Entry { id, kind, tests, .. } in &ledger.entries {
            writeln!(f, "{id:ids$}  {kind:kinds$}  {}  shown by {}", entry.place(), print_list(tests))?;
        }
        let Summary { game, total, carried, explained, named_only, tested, lacking, .. } = ledger.summary();
        let (names, lack) = (named_only.len(), lacking.len());
        writeln!(f, "{game}: {total} clauses")?;
        writeln!(f, "  {carried} carried by running code or data, {explained} explained, {names} named only")?;
        writeln!(f, "  {tested} shown by a test, {lack} lacking{}", if lack > 0 { ":" } else { "" })?;
        for entry in ledger.lacking() {
            let (lack, files) = (entry.lack().unwrap_or_default(), print_list(&entry.cited));
            let place = if entry.is_named_only() { format!(" ({files})") } else { String::new() };
            writeln!(f, "    {:ids$}  {:kinds$}  {lack}{place}", entry.id, entry.kind)?;
        }
        Ok(())
    }
}

impl Entry {
    /// Where the program has the clause, for people.
    fn place(&self) -> String {
        match &self.explained {
            Some(why) => format!("asks for nothing: {why}"),
            None if self.is_named_only() => format!("named only in {}", print_list(&self.cited)),
            None if self.carried.is_empty() => "not named".into(),
            None => print_list(&self.carried),
        }
    }
}
