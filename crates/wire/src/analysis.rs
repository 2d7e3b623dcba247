//! A finished game looked at again: who could have won when, and by what it was decided.

use crate::Event;
use serde::{Deserialize, Serialize};

/// How good a choice was, by what it cost.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Grade {
    /// Nothing better was found, or nothing that is proven.
    Good,
    /// Something better was found.
    Doubtful,
    /// Something much better was found.
    Mistake,
    /// It may have cost the game.
    Blunder,
}

/// What decided something.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum MomentKind {
    /// A side chose.
    Choice,
    /// Dice fell.
    Luck,
}

/// A number that was found by playing on, and how sure it is.
#[derive(Copy, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Its standard error: 95 of 100 times the truth lies within twice of it.
    pub error: f64,
}

/// What is to be looked at again.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AskAnalysis {
    /// With whose eyes: `each` if none is given, a side's id, or `all`.
    #[serde(default)]
    pub eyes: Option<String>,
    /// How deep: `glance`, `veteran` if none is given, or `grognard`.
    #[serde(default)]
    pub depth: Option<String>,
}

/// How far somebody is who looks at a finished match again.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum AnalysisStatus {
    /// Nobody has asked for it.
    None,
    /// Others come first.
    Queued,
    /// It is being looked at.
    Running,
    /// It was found.
    Done,
    /// Nothing could be found.
    Failed,
}

/// A finished match looked at again, or how far that is.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct AnalysisTold {
    /// How far it is.
    pub status: AnalysisStatus,
    /// How many come before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ahead: Option<usize>,
    /// Which share of it is done, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub progress: Option<f32>,
    /// Why nothing could be found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// What was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub analysis: Option<Analysis>,
}

/// A finished game looked at again.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Analysis {
    /// The game's id.
    pub game: String,
    /// The scenario's id.
    pub scenario: String,
    /// How deep it was looked at: `glance`, `veteran` or `grognard`.
    pub depth: String,
    /// From whose knowledge: `each` (each choice by what its side knew, the graph with open cards), a side's id, or `all`.
    pub eyes: String,
    /// How many actions the game has.
    pub actions: usize,
    /// How many of them it covers: all, unless it was stopped.
    pub covers: usize,
    /// The first side's chance to win over the game, in order.
    pub graph: Vec<GraphPoint>,
    /// Turn by turn, how it came about.
    pub turns: Vec<TurnAccount>,
    /// What each side did, and what the dice did for it.
    pub sides: Vec<SideAccount>,
    /// The choices that cost something and the rolls that changed most, in the order of the game.
    pub moments: Vec<Moment>,
    /// What must be known of it, in sentences.
    pub remarks: Vec<String>,
}

/// How a game stood.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct GraphPoint {
    /// How many actions had been played.
    pub at: usize,
    /// The turn.
    pub turn: u16,
    /// The first side's chance to win; a draw is half a win.
    pub chance: Estimate,
}

/// A turn: how it stood at its beginning, and what changed the first side's chance in it. All changes together lead from the
/// chance at the beginning of this turn to that of the next.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct TurnAccount {
    /// The turn.
    pub turn: u16,
    /// How many actions had been played at its beginning.
    pub at: usize,
    /// The first side's chance then.
    pub chance: f64,
    /// The victory points of both sides then.
    pub points: [f64; 2],
    /// The strength of both sides then.
    pub strength: [f64; 2],
    /// What the dice of both sides did to the first side's chance.
    pub luck: [f64; 2],
    /// What the choices of both sides did to it.
    pub choice: [f64; 2],
    /// What was seen otherwise when the next turn could be foreseen, or when something hidden came to light.
    pub hindsight: f64,
}

/// What a side did in a game, and what the dice did for it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct SideAccount {
    /// The side.
    pub side: String,
    /// What its own dice did to its own chance to win.
    pub luck: Estimate,
    /// What its choices did to it, beside those that the computer takes without looking ahead.
    pub choice: f64,
    /// What those of its choices cost that are not good.
    pub cost: f64,
    /// How many choices it had.
    pub choices: usize,
    /// How many of these were looked at one by one.
    pub examined: usize,
    /// How many were doubtful.
    pub doubtful: usize,
    /// How many were mistakes.
    pub mistakes: usize,
    /// How many were blunders.
    pub blunders: usize,
}

/// Something that decided a game. Its chances are those of the side that acted.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Moment {
    /// How many actions had been played before it.
    pub at: usize,
    /// The turn.
    pub turn: u16,
    /// The side that acted.
    pub side: String,
    /// Whether it is about the choice or about the dice.
    pub kind: MomentKind,
    /// How good the choice was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grade: Option<Grade>,
    /// What was done, in notation.
    pub action: String,
    /// The same in words.
    pub text: String,
    /// The chance before the choice, with the best that was found; or before the dice fell.
    pub before: Estimate,
    /// The chance after it.
    pub after: Estimate,
    /// What it changed, by games that met the same luck: what the choice cost, or what the dice brought.
    pub change: Estimate,
    /// The same in victory points.
    pub points: f64,
    /// What would have been better.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub better: Option<Better>,
}

/// A better choice.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Better {
    /// In notation.
    pub action: String,
    /// In words.
    pub text: String,
    /// What is to be expected then: this choice and what its side does next, in one of the games that were played on.
    pub line: Vec<LineStep>,
}

/// An action of a line.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct LineStep {
    /// The side that acts.
    pub side: String,
    /// In notation.
    pub action: String,
    /// In words.
    pub text: String,
    /// The hexes it is about: a way, or what it points at.
    pub hexes: Vec<String>,
    /// What happens.
    pub events: Vec<Event>,
}
