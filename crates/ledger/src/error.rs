//! What can be wrong: with the scan itself, and in what it reads.

use std::fmt;
use std::path::{Path, PathBuf};

/// Why a ledger could not be made or read.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    /// A file or folder could not be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// A source file is not Rust.
    #[error("{file}:{line}: not Rust source: {message}")]
    Syntax {
        /// The file, from the game's crate.
        file: String,
        /// The line, from 1.
        line: usize,
        /// What the parser says.
        message: String,
    },
    /// A line of a ledger or of a claim file has the wrong form.
    #[error("{}:{line}: {message}", file.display())]
    Format {
        /// The file.
        file: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What was found and what was expected.
        message: String,
    },
}

impl LedgerError {
    pub(crate) fn io(path: &Path, source: std::io::Error) -> LedgerError {
        LedgerError::Io { path: path.to_path_buf(), source }
    }
}

/// A citation or a claim that does not count, and why.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// The file, from the game's crate: `src/combat.rs`.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub message: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.message)
    }
}
