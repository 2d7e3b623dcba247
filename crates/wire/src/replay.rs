//! Whole games, step by step.

use crate::{Change, EndResult, LogEvent, View};
use serde::Serialize;

/// A game, step by step, as one viewer may see it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Replay {
    /// The game's id.
    pub game: String,
    /// The scenario's id.
    pub scenario: String,
    /// Every option with its setting, `id=on` or `id=off`.
    pub options: Vec<String>,
    /// Who sat where, `SIDE=WHO`.
    pub seats: Vec<String>,
    /// Whose eyes: a side, `spectator` or `all`.
    pub viewer: String,
    /// Whose eyes may be chosen with `see`.
    pub viewers: Vec<String>,
    /// The table before the first action.
    pub first: View,
    /// The actions, in order.
    pub steps: Vec<ReplayStep>,
    /// How it ended.
    pub result: Option<EndResult>,
    /// Of a record of older rules: with which version it was played, and how far this program's rules show it.
    pub older: Option<String>,
    /// What was verified, in sentences: seals, rules, dice, commitment.
    pub verified: Vec<String>,
}

/// One action of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct ReplayStep {
    /// The side that acted.
    pub side: String,
    /// Its notation, for those who may know it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// The dice, `d6=3`, for those who may know the action.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rolls: Vec<String>,
    /// What happened.
    pub events: Vec<LogEvent>,
    /// What differs on the table.
    pub change: Change,
}
