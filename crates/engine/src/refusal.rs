//! Why something is not allowed.

use crate::Clause;
use serde::Serialize;

/// A refused action: the reason in a sentence, and the clauses that say so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{reason}{}", cited(clauses))]
pub struct Refusal {
    /// One sentence for a person, with the facts that count here.
    pub reason: String,
    /// The rules that refuse it, the most telling first.
    pub clauses: Vec<Clause>,
}

/// Why something is not allowed, not yet in words: the clauses, and the sentence without whoever it is about. A list looks at far
/// more than it has, and nobody reads what bars the rest.
pub type Bar = (&'static [Clause], &'static str);

impl Refusal {
    /// A bar in words, about somebody.
    pub fn about(name: &str, (by, reason): Bar) -> Refusal {
        Refusal::new(by.to_vec(), format!("{name} {reason}"))
    }

    /// A refusal with its reason and its clauses.
    pub fn new(clauses: Vec<Clause>, reason: impl Into<String>) -> Refusal {
        Refusal { reason: reason.into(), clauses }
    }
}

/// ` (9.7a, 9.1d)`, or nothing where there is nothing to cite.
fn cited(clauses: &[Clause]) -> String {
    if clauses.is_empty() {
        return String::new();
    }
    let ids: Vec<_> = clauses.iter().map(|clause| clause.0).collect();
    format!(" ({})", ids.join(", "))
}
