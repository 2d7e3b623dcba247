//! Where each datum comes from. The maps and some tables of the published games are not in our sources, so every value
//! says whether it is the rulebook's or ours.

use super::files::{DataError, DataFile};
use super::glossary::Inside;
use serde::{Deserialize, Deserializer, Serialize};
use serde_spanned::Spanned;
use std::fmt;
use std::ops::{Range, RangeInclusive};

/// What kind of source a datum has.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub enum Origin {
    /// A rulebook, with the clause.
    Rulebook,
    /// A publication, with its address.
    Published,
    /// History or geography.
    History,
    /// Ours.
    Reconstruction,
}

/// The source of one datum, written `rulebook 9.5`, `published ADDRESS`, `history WHAT` or `reconstruction WHY`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Provenance {
    /// The kind of source.
    pub origin: Origin,
    /// The clause, the address, or the reason.
    pub detail: String,
}

impl<'de> Deserialize<'de> for Provenance {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Provenance, D::Error> {
        let text = String::deserialize(deserializer)?;
        let (origin, detail) = text.split_once(' ').unwrap_or((&text, ""));
        let origin = match origin {
            "rulebook" => Origin::Rulebook,
            "published" => Origin::Published,
            "history" => Origin::History,
            "reconstruction" => Origin::Reconstruction,
            _ => {
                let message = "expected a source that begins with rulebook, published, history or reconstruction";
                return Err(serde::de::Error::custom(format!("{message}, found \"{text}\"")));
            }
        };
        if detail.is_empty() {
            return Err(serde::de::Error::custom(format!("the source \"{text}\" must say which or why")));
        }
        Ok(Provenance { origin, detail: detail.to_string() })
    }
}

impl fmt::Display for Provenance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let origin = match self.origin {
            Origin::Rulebook => "rulebook",
            Origin::Published => "published",
            Origin::History => "history",
            Origin::Reconstruction => "reconstruction",
        };
        write!(f, "{origin} {}", self.detail)
    }
}

/// A value in a data file, with its source: `{ value = 4, source = "rulebook 7.4" }`.
#[derive(Clone, Debug)]
pub struct Datum<T> {
    /// The value.
    pub value: T,
    /// Where it comes from.
    pub source: Provenance,
    span: Range<usize>,
}

impl<T> Datum<T> {
    /// Where it stands in its file.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }
}

/// What stands in a table beside its source: `{ hex = "0101", points = 3, source = "rulebook 14" }`.
#[derive(Clone, Debug)]
pub struct Sourced<T> {
    /// What stands there.
    pub value: T,
    /// Where it comes from.
    pub source: Provenance,
    span: Range<usize>,
}

/// The word by which [`Sourced`] asks for its parts.
pub(super) const SOURCED: &str = "$sourced";

impl<T> Sourced<T> {
    /// Where it stands in its file.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Sourced<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Sourced<T>, D::Error> {
        let (from, to, source, value) = deserializer.deserialize_newtype_struct(SOURCED, Inside::new())?;
        Ok(Sourced { value, source, span: from..to })
    }
}

/// The value of a datum; an error where it is outside its limits.
pub fn within<T: Copy + PartialOrd + fmt::Display>(
    file: &DataFile,
    datum: &Datum<T>,
    limits: RangeInclusive<T>,
) -> Result<T, DataError> {
    if limits.contains(&datum.value) {
        return Ok(datum.value);
    }
    let (least, most) = (limits.start(), limits.end());
    let expected = if least == most { least.to_string() } else { format!("{least} to {most}") };
    Err(file.error_at(datum.span(), format!("found {}, expected {expected}", datum.value)))
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Datum<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Datum<T>, D::Error> {
        #[derive(Deserialize)]
        struct Table<T> {
            value: Spanned<T>,
            source: Provenance,
        }
        let Table { value, source } = Table::deserialize(deserializer)?;
        let span = value.span();
        Ok(Datum { value: value.into_inner(), source, span })
    }
}

/// One datum and its source.
#[derive(Clone, Debug, Serialize)]
pub struct ProvenanceEntry {
    /// What the datum is.
    pub what: String,
    /// Where it comes from.
    pub source: Provenance,
}

/// Where all data of a game come from.
#[derive(Clone, Debug, Default)]
pub struct Provenances {
    digest: String,
    entries: Vec<ProvenanceEntry>,
}

impl Provenances {
    /// An empty list for data with this digest.
    pub fn new(digest: String) -> Provenances {
        Provenances { digest, entries: Vec::new() }
    }

    /// Notes where a datum comes from.
    pub fn note(&mut self, what: impl Into<String>, source: &Provenance) {
        self.entries.push(ProvenanceEntry { what: what.into(), source: source.clone() });
    }

    /// A short digest of all data files.
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// All data with their sources.
    pub fn iter(&self) -> impl Iterator<Item = &ProvenanceEntry> {
        self.entries.iter()
    }

    /// Whether a datum whose name begins like this is our reconstruction.
    pub fn is_ours(&self, what: &str) -> bool {
        let ours = |entry: &ProvenanceEntry| entry.source.origin == Origin::Reconstruction;
        self.entries.iter().any(|entry| entry.what.starts_with(what) && ours(entry))
    }

    /// The data that no rulebook gives.
    pub fn not_from_the_rulebook(&self) -> impl Iterator<Item = &ProvenanceEntry> {
        self.entries.iter().filter(|entry| entry.source.origin != Origin::Rulebook)
    }
}
