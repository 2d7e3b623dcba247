//! What goes wrong, as exceptions of `grognard.errors`.

use crate::plain::plain;
use catalogue::LoadError;
use engine::record::RecordError;
use engine::{ClauseBook, PlayError};
use pyo3::call::PyCallArgs;
use pyo3::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// An exception of `grognard.errors` with these arguments.
fn raise<'py>(py: Python<'py>, name: &str, arguments: impl PyCallArgs<'py>) -> PyErr {
    let made = py.import("grognard.errors").and_then(|errors| errors.getattr(name)?.call1(arguments));
    made.map_or_else(|error| error, PyErr::from_value)
}

/// A word that names nothing here.
pub fn unknown(py: Python<'_>, message: impl ToString) -> PyErr {
    raise(py, "UnknownName", (message.to_string(),))
}

/// A text or a number that is no action now.
pub fn no_action(py: Python<'_>, message: impl ToString) -> PyErr {
    raise(py, "NotationError", (message.to_string(),))
}

/// A position that cannot be.
pub fn bad_position(py: Python<'_>, message: impl ToString) -> PyErr {
    raise(py, "PositionError", (message.to_string(),))
}

/// The game is over, and nobody chooses.
pub fn over(py: Python<'_>) -> PyErr {
    raise(py, "GameOver", (PlayError::Over.to_string(),))
}

/// What was broken off and must be begun anew.
pub fn broken_off(py: Python<'_>, message: impl ToString) -> PyErr {
    raise(py, "BrokenOff", (message.to_string(),))
}

/// A record that is damaged or untrue.
pub fn bad_record(py: Python<'_>, error: &RecordError) -> PyErr {
    raise(py, "RecordError", (error.to_string(), error.line))
}

/// Data that cannot be read.
pub fn bad_data(py: Python<'_>, error: &LoadError) -> PyErr {
    match error {
        LoadError::NoOverlay { folder: place, .. }
        | LoadError::Archive { archive: place, .. }
        | LoadError::Other { archive: place, .. } => raise(py, "DataError", (error.to_string(), place, None::<usize>)),
        LoadError::Data(data) => raise(py, "DataError", (error.to_string(), &data.file, Some(data.line))),
    }
}

/// What was not played, and why.
pub fn not_played(py: Python<'_>, book: &ClauseBook, error: &PlayError) -> PyErr {
    let said = |name| raise(py, name, (error.to_string(),));
    match error {
        PlayError::Over => said("GameOver"),
        PlayError::NotYourChoice => said("NotYourChoice"),
        PlayError::Notation(_) => said("NotationError"),
        PlayError::Misfit { .. } => said("ForcedRollError"),
        PlayError::NoUndo(_) => said("NoUndo"),
        PlayError::Parted(parting) => bad_record(py, parting),
        PlayError::Refused(refusal) => {
            let told = wire::Refusal::of(book, refusal);
            match plain(py, &told.clauses) {
                Ok(clauses) => raise(py, "Refusal", (told.reason, clauses)),
                Err(error) => error,
            }
        }
    }
}

/// Does something, and turns a panic into an exception that can be caught like any other: a fault of ours costs the call.
pub fn guarded<T>(py: Python<'_>, work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let said = panic.downcast_ref::<String>().cloned();
        let said = said.or_else(|| panic.downcast_ref::<&str>().map(|said| (*said).to_string()));
        let said = said.unwrap_or_else(|| "something went wrong".to_string());
        Err(raise(py, "InternalError", (said,)))
    })
}
