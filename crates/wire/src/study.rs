//! Studies that are shared by a link.

use serde::{Deserialize, Serialize};

/// A study that is kept here: a record with what somebody has written to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct StudyInfo {
    /// The id: whoever knows it can read the study.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// The scenario's id.
    pub scenario: String,
    /// What it is called; may be empty.
    pub title: String,
    /// Who has made it.
    pub by: String,
    /// Whether the asker has made it, and so may change and delete it.
    pub mine: bool,
    /// How long it is, in bytes.
    pub size: i64,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// When it last changed, in milliseconds since 1970.
    pub updated: i64,
}

/// Studies, those that changed last first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct StudyList {
    /// The studies.
    pub studies: Vec<StudyInfo>,
}
