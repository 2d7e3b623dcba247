//! Numbered rules: the checklist of a rulebook, and the short ids by which code, tests and refusals cite it.

use crate::data::{DataError, DataFile};
use serde::Serialize;

/// The id of one rule of a game's rulebook, as its `clauses.tsv` writes it (`9.5c`).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Clause(pub &'static str);

impl std::fmt::Display for Clause {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

/// Makes a list of clauses: `clauses!["9.7a", "9.1d"]`.
#[macro_export]
macro_rules! clauses {
    ($($id:literal),* $(,)?) => { vec![$($crate::Clause($id)),*] };
}

/// One line of the checklist.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema), schemars(rename = "ClauseText"))]
pub struct ClauseEntry {
    /// The clause's id.
    pub id: String,
    /// What it is about: movement, combat, ...; `note` asks for nothing.
    pub kind: String,
    /// The rule, in our own words.
    pub text: String,
}

impl ClauseEntry {
    /// Whether the clause asks for nothing and needs neither code nor test.
    pub fn is_note(&self) -> bool {
        self.kind == "note"
    }
}

/// The checklist of one rulebook, in its order.
#[derive(Clone, Debug, Default)]
pub struct ClauseBook {
    entries: Vec<ClauseEntry>,
}

impl ClauseBook {
    /// Reads `id <tab> kind <tab> text` lines under a header line.
    pub fn parse(file: &DataFile) -> Result<ClauseBook, DataError> {
        if !file.text().starts_with("id\tkind\t") {
            return Err(file.error_on_line(1, "expected a first line that names the fields: id, kind, text"));
        }
        let mut entries: Vec<ClauseEntry> = Vec::new();
        for (number, line) in file.text().lines().enumerate().skip(1) {
            let mut fields = line.splitn(3, '\t');
            let (Some(id), Some(kind), Some(text)) = (fields.next(), fields.next(), fields.next()) else {
                return Err(file.error_on_line(number + 1, "expected three fields: id, kind, text, with tabs between"));
            };
            if entries.iter().any(|entry| entry.id == id) {
                return Err(file.error_on_line(number + 1, format!("clause {id} stands here a second time")));
            }
            entries.push(ClauseEntry { id: id.into(), kind: kind.into(), text: text.into() });
        }
        Ok(ClauseBook { entries })
    }

    /// The clause with this id.
    pub fn get(&self, id: &str) -> Option<&ClauseEntry> {
        self.entries.iter().find(|entry| entry.id == id)
    }

    /// All clauses in the book's order.
    pub fn iter(&self) -> impl Iterator<Item = &ClauseEntry> {
        self.entries.iter()
    }
}

/// What stands between square brackets in a line of a comment.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Brackets<'a> {
    /// The text inside.
    pub text: &'a str,
    /// Whether the closing bracket stands on the same line.
    pub closed: bool,
}

impl<'a> Brackets<'a> {
    /// The innermost brackets of a line, and the last ones even if they are not closed.
    pub fn of(line: &'a str) -> Vec<Brackets<'a>> {
        let mut all = Vec::new();
        let mut open = None;
        for (at, c) in line.char_indices() {
            match (c, open) {
                ('[', _) => open = Some(at + 1),
                (']', Some(start)) => {
                    all.push(Brackets { text: &line[start..at], closed: true });
                    open = None;
                }
                _ => {}
            }
        }
        all.extend(open.map(|start| Brackets { text: &line[start..], closed: false }));
        all
    }

    /// The words inside, if these are clauses: `[9.5c, 9.6b]`.
    pub fn words(self) -> impl Iterator<Item = &'a str> {
        self.text.split(',').map(str::trim)
    }
}

/// Whether a line of a comment cites a clause.
pub fn cites(line: &str, clause: &str) -> bool {
    Brackets::of(line).iter().any(|brackets| brackets.closed && brackets.words().any(|word| word == clause))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_innermost_brackets_are_read_and_open_ones_are_kept() {
        let closed = |text| Brackets { text, closed: true };
        assert_eq!(Brackets::of("[a] b [[c], d] [e]"), [closed("a"), closed("c"), closed("e")]);
        assert_eq!(Brackets::of("] x [9.5c,"), [Brackets { text: "9.5c,", closed: false }]);
        assert_eq!(Brackets::of("none"), []);
    }

    #[test]
    fn a_line_cites_what_its_brackets_list() {
        assert!(cites("fires [9.5c, 9.6b]", "9.6b"));
        assert!(!cites("fires [9.5c, 9.6b]", "9.6"));
        assert!(!cites("fires [9.6b", "9.6b"));
        assert!(!cites("9.6b", "9.6b"));
    }
}
