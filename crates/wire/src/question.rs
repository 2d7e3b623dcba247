//! Questions about a match as it stands, which change nothing, and what is answered.

use engine::{Clause, ClauseBook, Forecast};
use serde::{Deserialize, Serialize};

/// Asks why an option is legal or not, or what may be done with a hex.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AskWhy {
    /// The option or the hex.
    #[serde(alias = "hex", alias = "option", alias = "action")]
    pub about: String,
}

/// Asks what an option costs or may lead to.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AskForecast {
    /// The option.
    pub action: String,
}

/// Answers why.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Reasons {
    /// Why.
    pub why: Why,
}

/// Answers what an option costs or may lead to.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Opened {
    /// The forecast; null where there is nothing to tell.
    pub forecast: Option<Forecast>,
}

/// Answers what a veteran would do.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Hinted {
    /// The hint.
    pub hint: Hint,
}

/// What a veteran would do, and why, from what the side that must choose can know.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Hint {
    /// The option, in notation.
    pub action: String,
    /// What it does, in a few words.
    pub text: String,
    /// The next best option, in notation; absent where there is no other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// The whole hint in sentences.
    pub words: String,
}

/// Why an option may be taken or not; or, of a hex, all that pointing at it may mean now.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Why {
    /// About a hex.
    Hex {
        /// The hex.
        hex: String,
        /// What pointing at it may mean.
        verdicts: Vec<Verdict>,
    },
    /// About one option.
    Option(Verdict),
}

/// Whether an option may be taken.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Verdict {
    /// Its notation.
    pub option: String,
    /// What it does, in a few words.
    pub text: String,
    /// Whether it may be taken.
    pub accepted: bool,
    /// Why not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refusal: Option<Refusal>,
}

/// Why something is not allowed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Refusal {
    /// A sentence for people.
    pub reason: String,
    /// The rules that refuse it, the most telling first.
    pub clauses: Vec<CitedClause>,
}

impl Refusal {
    /// A refusal, with the text of its clauses.
    pub fn of(book: &ClauseBook, refusal: &engine::Refusal) -> Refusal {
        Refusal { reason: refusal.reason.clone(), clauses: CitedClause::all(book, &refusal.clauses) }
    }
}

/// A rule with its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct CitedClause {
    /// The clause's number.
    pub id: Clause,
    /// The rule, in our own words.
    pub text: Option<String>,
    /// The number as a player reads it, where that is another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

impl CitedClause {
    /// Clauses with their text.
    pub fn all(book: &ClauseBook, clauses: &[Clause]) -> Vec<CitedClause> {
        let text = |id| book.get(id).map(|entry| entry.text.clone());
        let name = |id| book.get(id).filter(|entry| entry.name != entry.id).map(|entry| entry.name.clone());
        clauses.iter().map(|&id| CitedClause { id, text: text(id.0), name: name(id.0) }).collect()
    }
}
