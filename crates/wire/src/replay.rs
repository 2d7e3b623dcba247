//! Whole games, step by step.

use crate::failure::ErrorInfo;
use crate::{Change, Choice, EndResult, LogEvent, View};
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
    /// How many actions it has in all.
    pub actions: usize,
    /// How many had been played before the first of these steps.
    pub from: usize,
    /// The table before the first step.
    pub first: View,
    /// The actions, in order.
    pub steps: Vec<ReplayStep>,
    /// How it ended.
    pub result: Option<EndResult>,
    /// Of a record of older rules: with which version it was played, and how far this program's rules show it.
    pub older: Option<String>,
    /// What was verified, in sentences: seals, rules, dice, commitment.
    pub verified: Vec<String>,
    /// What else must be known of it, in sentences: what nobody promised, what was laid down by hand.
    pub remarks: Vec<String>,
}

/// A part of a replay that is told line by line, so that its first position can be shown at once.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
#[serde(tag = "part", rename_all = "snake_case")]
pub enum ReplayPart {
    /// The first line: all but the steps, and but what is known at the end.
    First {
        /// The beginning.
        replay: Box<Replay>,
    },
    /// The next steps.
    Steps {
        /// The actions, in order.
        steps: Vec<ReplayStep>,
    },
    /// The last line: what is known when all has been played again.
    End {
        /// How it ended.
        result: Option<EndResult>,
        /// As in the replay.
        older: Option<String>,
        /// As in the replay.
        verified: Vec<String>,
        /// As in the replay.
        remarks: Vec<String>,
    },
    /// The last line of a record that is not true: why.
    Error {
        /// Why.
        error: ErrorInfo,
    },
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

/// What happens when something is tried at a moment of a game, and what can be done then.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Tried {
    /// The action as a study writes it, `SIDE ACTION [ROLLS]`; absent where nothing was tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
    /// How the game ends by it, as a record writes it; absent if it goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// What happens; absent where nothing was tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<ReplayStep>,
    /// The side that must choose then; null when it is over.
    pub side: Option<String>,
    /// What is to be chosen, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt: Option<String>,
    /// What can be chosen.
    pub choices: Vec<Choice>,
}
