//! The difference between two ledgers, said so that a person sees what happened.

use crate::table::{Entry, Ledger};
use std::fmt;

/// One way in which a ledger differs from an earlier one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The clause, unless the whole ledger is meant.
    pub clause: Option<String>,
    /// What changed: `no longer shown by tests/combat.rs::odds`.
    pub what: String,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.clause {
            Some(clause) => write!(f, "{clause}: {}", self.what),
            None => f.write_str(&self.what),
        }
    }
}

impl Ledger {
    /// What changed from this ledger to a later one; nothing if they are equal.
    pub fn changes(&self, later: &Ledger) -> Vec<Change> {
        let mut changes = Vec::new();
        if self.game != later.game {
            changes.push(Change { clause: None, what: format!("of {}, was of {}", later.game, self.game) });
        }
        for entry in &later.entries {
            match self.entry(&entry.id) {
                Some(earlier) => changes.extend(earlier.changes(entry)),
                None => changes.extend(entry.news()),
            }
        }
        let gone = self.entries.iter().filter(|entry| later.entry(&entry.id).is_none());
        changes.extend(gone.map(|entry| entry.change("no longer a clause of the list".into())));
        if changes.is_empty() && self != later {
            changes.push(Change { clause: None, what: "the order of the clauses or of their names differs".into() });
        }
        changes
    }

    fn entry(&self, id: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.id == id)
    }
}

impl Entry {
    fn change(&self, what: String) -> Change {
        Change { clause: Some(self.id.clone()), what }
    }

    /// A clause that was not there before, with all that it has.
    fn news(&self) -> Vec<Change> {
        let mut news = vec![self.change(format!("a new clause ({})", self.kind))];
        news.extend(self.gains("carried by", &[], &self.carried));
        news.extend(self.gains("named in", &[], &self.cited));
        news.extend(self.gains("shown by", &[], &self.tests));
        news.extend(self.explanation(self));
        news
    }

    fn changes(&self, later: &Entry) -> Vec<Change> {
        let mut changes = Vec::new();
        if self.kind != later.kind {
            changes.push(self.change(format!("kind {}, was {}", later.kind, self.kind)));
        }
        changes.extend(self.gains("carried by", &self.carried, &later.carried));
        changes.extend(self.gains("named in", &self.cited, &later.cited));
        changes.extend(self.gains("shown by", &self.tests, &later.tests));
        changes.extend(self.gains("no longer carried by", &later.carried, &self.carried));
        changes.extend(self.gains("no longer named in", &later.cited, &self.cited));
        changes.extend(self.gains("no longer shown by", &later.tests, &self.tests));
        if self.explained != later.explained {
            let gone = || self.change("no longer explained".into());
            changes.push(self.explanation(later).unwrap_or_else(gone));
        }
        changes
    }

    fn explanation(&self, later: &Entry) -> Option<Change> {
        later.explained.as_ref().map(|why| self.change(format!("explained: {why}")))
    }

    /// The names that the second list has and the first has not.
    fn gains<'a>(&self, how: &str, first: &[String], second: &'a [String]) -> impl Iterator<Item = Change> + 'a {
        let change = |name: &String| self.change(format!("{how} {name}"));
        let changes: Vec<Change> = second.iter().filter(|name| !first.contains(name)).map(change).collect();
        changes.into_iter()
    }
}
