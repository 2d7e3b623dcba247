//! What was done to a project, step by step: each step can be undone, and is a line that is written before it is answered.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// The most steps that can be undone.
const MOST_UNDONE: usize = 500;
/// The most keys that a project may have.
pub const MOST_KEYS: usize = 20_000;

/// What a project has, by key.
pub type Entries = BTreeMap<String, Value>;

/// One step: what stands under some keys from now on; `null` is what is shipped.
pub type Edit = BTreeMap<String, Value>;

/// Why a journal cannot be read or a step not be done.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JournalError {
    /// A line of it is damaged.
    #[error("line {0} of the project's journal cannot be read: {1}")]
    Damaged(usize, String),
    /// There is too much in it.
    #[error("a project has {MOST_KEYS} changes at most")]
    Full,
    /// There is nothing more to undo or to do again.
    #[error("there is nothing more to {0}")]
    Nothing(&'static str),
}

/// A line of the journal.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
enum Line {
    Edit(Edit),
    Undo,
    Redo,
}

/// What was done to a project.
#[derive(Clone, Debug, Default)]
pub struct Journal {
    entries: Entries,
    /// What would take the last steps back.
    done: Vec<Edit>,
    /// What would do again what was undone.
    undone: Vec<Edit>,
}

impl Journal {
    /// Reads a journal.
    pub fn read(text: &str) -> Result<Journal, JournalError> {
        let mut journal = Journal::default();
        for (number, line) in text.lines().enumerate() {
            let damaged = |error: String| JournalError::Damaged(number + 1, error);
            let line: Line = serde_json::from_str(line).map_err(|error| damaged(error.to_string()))?;
            let done = match line {
                Line::Edit(edit) => journal.edit(edit),
                Line::Undo => journal.undo(),
                Line::Redo => journal.redo(),
            };
            done.map_err(|error| damaged(error.to_string()))?;
        }
        Ok(journal)
    }

    /// What stands there now.
    pub fn entries(&self) -> &Entries {
        &self.entries
    }

    /// How many steps can be undone, and how many be done again.
    pub fn reach(&self) -> (usize, usize) {
        (self.done.len(), self.undone.len())
    }

    /// Does a step; the line tells it.
    pub fn edit(&mut self, edit: Edit) -> Result<String, JournalError> {
        let new = edit.iter().filter(|(key, value)| !value.is_null() && !self.entries.contains_key(*key)).count();
        if self.entries.len() + new > MOST_KEYS {
            return Err(JournalError::Full);
        }
        let line = written(&Line::Edit(edit.clone()));
        let back = self.put(edit);
        self.done.push(back);
        if self.done.len() > MOST_UNDONE {
            self.done.remove(0);
        }
        self.undone.clear();
        Ok(line)
    }

    /// Takes the last step back.
    pub fn undo(&mut self) -> Result<String, JournalError> {
        let back = self.done.pop().ok_or(JournalError::Nothing("undo"))?;
        let again = self.put(back);
        self.undone.push(again);
        Ok(written(&Line::Undo))
    }

    /// Does again what was undone.
    pub fn redo(&mut self) -> Result<String, JournalError> {
        let again = self.undone.pop().ok_or(JournalError::Nothing("do again"))?;
        let back = self.put(again);
        self.done.push(back);
        Ok(written(&Line::Redo))
    }

    /// Puts values in their places; what comes back would undo it.
    fn put(&mut self, edit: Edit) -> Edit {
        let place = |(key, value): (String, Value)| {
            let old = match value {
                Value::Null => self.entries.remove(&key),
                value => self.entries.insert(key.clone(), value),
            };
            (key, old.unwrap_or(Value::Null))
        };
        edit.into_iter().map(place).collect()
    }
}

fn written(line: &Line) -> String {
    serde_json::to_string(line).expect("keys are texts") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn edit(pairs: &[(&str, Value)]) -> Edit {
        pairs.iter().map(|(key, value)| (key.to_string(), value.clone())).collect()
    }

    #[test]
    fn every_step_can_be_undone_and_done_again() {
        let mut journal = Journal::default();
        let mut text = journal.edit(edit(&[("a", json!(1)), ("b", json!(2))])).unwrap();
        text += &journal.edit(edit(&[("a", json!(3)), ("b", Value::Null)])).unwrap();
        assert_eq!(*journal.entries(), edit(&[("a", json!(3))]));
        text += &journal.undo().unwrap();
        assert_eq!(*journal.entries(), edit(&[("a", json!(1)), ("b", json!(2))]));
        text += &journal.redo().unwrap();
        text += &journal.undo().unwrap();
        text += &journal.edit(edit(&[("c", json!("x"))])).unwrap();
        assert_eq!((journal.reach(), journal.redo()), ((2, 0), Err(JournalError::Nothing("do again"))));
        let read = Journal::read(&text).unwrap();
        assert_eq!((read.entries(), read.reach()), (journal.entries(), journal.reach()));
    }

    #[test]
    fn a_damaged_journal_is_named_by_its_line() {
        let error = Journal::read("{\"edit\":{}}\nnonsense\n").unwrap_err().to_string();
        assert!(error.starts_with("line 2 of the project's journal cannot be read: "), "{error}");
        let error = Journal::read("\"undo\"\n").unwrap_err().to_string();
        assert_eq!(error, "line 1 of the project's journal cannot be read: there is nothing more to undo");
    }

    #[test]
    fn a_project_does_not_grow_without_end() {
        let mut journal = Journal::default();
        let all: Edit = (0..MOST_KEYS).map(|number| (number.to_string(), json!(1))).collect();
        journal.edit(all.clone()).unwrap();
        journal.edit(all).unwrap();
        assert_eq!(journal.edit(edit(&[("one more", json!(1))])), Err(JournalError::Full));
    }
}
