//! Compares the committed ledgers with the sources.

use crate::table::FILE_NAME;
use crate::{Change, Finding, Ledger, LedgerError, Scan};
use engine::ClauseBook;
use std::fmt;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Where a game's committed ledger and its sources disagree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The game's id.
    pub game: String,
    /// What changed since the ledger was committed.
    pub changes: Vec<Change>,
    /// What in the sources does not count; no new ledger makes it right.
    pub findings: Vec<Finding>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let folder = format!("crates/games/{}", self.game);
        if !self.changes.is_empty() {
            writeln!(f, "{folder}/{FILE_NAME} does not say what the sources say:")?;
            self.changes.iter().try_for_each(|change| writeln!(f, "  {change}"))?;
        }
        if !self.findings.is_empty() {
            writeln!(f, "{folder} has citations or claims that do not count:")?;
            self.findings.iter().try_for_each(|finding| writeln!(f, "  {finding}"))?;
        }
        Ok(())
    }
}

/// Scans the crates of all games in a repository and compares each with its committed ledger, or writes the ledger
/// anew if it is to be blessed. Findings remain differences even then. Nothing is written if a scan fails.
pub fn verify(
    repository: &Path,
    claims: &Path,
    games: &[(&str, &ClauseBook)],
    bless: bool,
) -> Result<Vec<Difference>, LedgerError> {
    let mut scans = Vec::new();
    for (game, clauses) in games {
        let folder = repository.join("crates/games").join(game);
        scans.push((folder.join(FILE_NAME), Ledger::scan(&folder, clauses, claims)?));
    }
    let mut differences = Vec::new();
    for (path, Scan { ledger, findings, .. }) in scans {
        let changes = if bless { write(&path, &ledger)? } else { compare(&path, &ledger)? };
        if !changes.is_empty() || !findings.is_empty() {
            differences.push(Difference { game: ledger.game, changes, findings });
        }
    }
    Ok(differences)
}

/// Writes the ledger, unless the file says the same already: a newer file would be built into the program again.
fn write(path: &Path, ledger: &Ledger) -> Result<Vec<Change>, LedgerError> {
    let text = ledger.to_string();
    if read(path)?.as_ref() != Some(&text) {
        fs::write(path, text).map_err(|error| LedgerError::io(path, error))?;
    }
    Ok(Vec::new())
}

fn compare(path: &Path, ledger: &Ledger) -> Result<Vec<Change>, LedgerError> {
    match read(path)? {
        None => Ok(vec![Change { clause: None, what: "there is no such file yet".into() }]),
        Some(text) => {
            let committed = Ledger::parse(&text).map_err(|error| at_path(error, path.to_path_buf()))?;
            Ok(committed.changes(ledger))
        }
    }
}

fn read(path: &Path) -> Result<Option<String>, LedgerError> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(LedgerError::io(path, error)),
    }
}

/// The error with the place of the file that was really read.
fn at_path(error: LedgerError, path: PathBuf) -> LedgerError {
    match error {
        LedgerError::Format { line, message, .. } => LedgerError::Format { file: path, line, message },
        other => other,
    }
}
