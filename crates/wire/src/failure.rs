//! Why something was not done.

use crate::CitedClause;
use engine::{ClauseBook, PlayError};
use serde::Serialize;

/// What a refused request is answered with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Error {
    /// Why it was refused.
    pub error: ErrorInfo,
}

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct ErrorInfo {
    /// A word for programs.
    pub kind: &'static str,
    /// A sentence for people.
    pub message: String,
    /// The rules that refuse an action.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clauses: Option<Vec<CitedClause>>,
}

impl ErrorInfo {
    /// A failure that has nothing to do with the rules.
    pub fn new(kind: &'static str, message: impl ToString) -> ErrorInfo {
        ErrorInfo { kind, message: message.to_string(), clauses: None }
    }

    /// Why something was not played.
    pub fn of(book: &ClauseBook, error: &PlayError) -> ErrorInfo {
        match error {
            PlayError::Over => ErrorInfo::new("over", error),
            PlayError::NotYourChoice => ErrorInfo::new("not_your_choice", error),
            PlayError::Notation(_) => ErrorInfo::new("notation", error),
            PlayError::Misfit { .. } => ErrorInfo::new("misfit", error),
            PlayError::NoUndo(_) => ErrorInfo::new("no_undo", error),
            PlayError::Parted(_) => ErrorInfo::new("parted", error),
            PlayError::Refused(refusal) => {
                let clauses = Some(CitedClause::all(book, &refusal.clauses));
                ErrorInfo { kind: "refused", message: refusal.reason.clone(), clauses }
            }
        }
    }
}
