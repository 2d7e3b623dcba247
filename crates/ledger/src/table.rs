//! The ledger itself and its text form.

use crate::LedgerError;
use std::collections::BTreeSet;
use std::fmt;

/// The file that a game commits its ledger to, in its crate's folder.
pub(crate) const FILE_NAME: &str = "ledger.tsv";

const HEADER_START: &str = "clause of ";
const HEADER_REST: [&str; 5] = ["kind", "carried by", "named in", "shown by tests", "explained"];
const SEPARATOR: &str = ", ";
/// Stands for an empty list: a line that ends in a tab would not survive every editor.
const NONE: &str = "-";

/// What carries, names and shows the clauses of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ledger {
    /// The game's id, as its folder is called.
    pub game: String,
    /// One entry for every clause that is not a note, in the rulebook's order.
    pub entries: Vec<Entry>,
}

/// One clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The clause's id.
    pub id: String,
    /// What it is about, as the game's `clauses.tsv` says.
    pub kind: String,
    /// What carries it: a function or constant that names it as a value (`src/combat.rs::odds`), a function whose doc
    /// comment names it and which ran for a test (`src/combat.rs::shift (ran)`), a data file (`data/tables.toml`).
    pub carried: Vec<String>,
    /// The files of code and data that name it, from the crate: `src/combat.rs`.
    pub cited: Vec<String>,
    /// The tests that show it: `tests/combat.rs::odds_shift_in_woods`.
    pub tests: Vec<String>,
    /// Why it asks nothing of a program, in a sentence.
    pub explained: Option<String>,
}

impl Ledger {
    /// Reads a ledger's text form.
    pub fn parse(text: &str) -> Result<Ledger, LedgerError> {
        let error = |line: usize, message: String| LedgerError::Format { file: FILE_NAME.into(), line, message };
        let mut lines = text.lines();
        let game = lines.next().and_then(parse_header).ok_or_else(|| {
            error(1, format!("expected the header `{HEADER_START}GAME`, {}, with tabs between", HEADER_REST.join(", ")))
        })?;
        let mut entries = Vec::new();
        let mut seen = BTreeSet::new();
        for (line, number) in lines.zip(2..) {
            let entry = Entry::parse(line).ok_or_else(|| {
                error(
                    number,
                    "expected six fields: clause, kind, carried, named, shown, explained, with tabs between".into(),
                )
            })?;
            if !seen.insert(entry.id.clone()) {
                return Err(error(number, format!("clause {} stands here a second time", entry.id)));
            }
            entries.push(entry);
        }
        Ok(Ledger { game: game.into(), entries })
    }
}

fn parse_header(line: &str) -> Option<&str> {
    let (first, rest) = line.split_once('\t')?;
    let game = first.strip_prefix(HEADER_START)?;
    rest.split('\t').eq(HEADER_REST).then_some(game)
}

impl fmt::Display for Ledger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADER_START}{}\t{}", self.game, HEADER_REST.join("\t"))?;
        self.entries.iter().try_for_each(|entry| writeln!(f, "{entry}"))
    }
}

impl Entry {
    fn parse(line: &str) -> Option<Entry> {
        let fields: Vec<&str> = line.split('\t').collect();
        let [id, kind, carried, cited, tests, explained] = fields[..] else { return None };
        Some(Entry {
            id: id.into(),
            kind: kind.into(),
            carried: parse_list(carried),
            cited: parse_list(cited),
            tests: parse_list(tests),
            explained: (explained != NONE).then(|| explained.into()),
        })
    }

    /// Whether code, comments or data name it, but nothing carries or explains it.
    pub fn is_named_only(&self) -> bool {
        self.carried.is_empty() && self.explained.is_none() && !self.cited.is_empty()
    }

    /// What a complete entry would have and this one does not, if anything. A clause that is explained lacks nothing.
    pub fn lack(&self) -> Option<&'static str> {
        if self.explained.is_some() {
            return None;
        }
        match (self.carried.is_empty(), self.cited.is_empty(), self.tests.is_empty()) {
            (true, true, true) => Some("no code, no test"),
            (true, true, false) => Some("no code"),
            (true, false, true) => Some("named only, no test"),
            (true, false, false) => Some("named only"),
            (false, _, true) => Some("no test"),
            (false, _, false) => None,
        }
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Entry { id, kind, carried, cited, tests, explained } = self;
        let (carried, cited, tests) = (print_list(carried), print_list(cited), print_list(tests));
        write!(f, "{id}\t{kind}\t{carried}\t{cited}\t{tests}\t{}", explained.as_deref().unwrap_or(NONE))
    }
}

pub(crate) fn print_list(names: &[String]) -> String {
    if names.is_empty() { NONE.into() } else { names.join(SEPARATOR) }
}

fn parse_list(field: &str) -> Vec<String> {
    if field == NONE { Vec::new() } else { field.split(SEPARATOR).map(String::from).collect() }
}
