//! What can go wrong.

use catalogue::LoadError;
use std::io;
use std::path::{Path, PathBuf};

/// Why games are not played, or not kept.
#[derive(Debug, thiserror::Error)]
pub enum SimError {
    /// What was asked for cannot be.
    #[error("{0}")]
    Wish(String),
    /// The game does not load.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The game is not the one that the run was begun with.
    #[error("{0}")]
    Changed(String),
    /// A file cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A file holds something else than it should.
    #[error("{}: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
}

impl SimError {
    /// Says of an error which file it is about.
    pub(crate) fn at(path: &Path) -> impl FnOnce(io::Error) -> SimError {
        move |error| SimError::File { path: path.to_path_buf(), error }
    }

    /// A file that holds something else than it should.
    pub(crate) fn damaged(path: &Path, reason: impl ToString) -> SimError {
        SimError::Damaged { path: path.to_path_buf(), reason: reason.to_string() }
    }
}
