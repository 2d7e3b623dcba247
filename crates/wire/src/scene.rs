//! A match as one viewer sees it: the whole table, and step by step what changes.

use crate::{Change, ChatLine, Clock, Forecast, Fortune, LogEvent, MatchInfo, Offer, Presence, View};
use serde::{Deserialize, Serialize};

/// All that a viewer may know of a match.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Scene {
    /// The match.
    pub r#match: MatchInfo,
    /// The sides whose seats the asker holds.
    pub yours: Vec<String>,
    /// Whose eyes: a side, `spectator` or `all`.
    pub viewer: String,
    /// Whose eyes may be chosen with `see`.
    pub viewers: Vec<String>,
    /// What they see.
    pub view: View,
    /// Who chooses now, and what.
    pub decision: Decision,
    /// The last events.
    pub log: Vec<LogEvent>,
    /// What the dice have been to each side, from the first roll on.
    pub fortunes: Vec<Fortune>,
    /// What was said last.
    pub chat: Vec<ChatLine>,
    /// Who is there.
    pub presence: Presence,
    /// What is offered.
    pub offer: Option<Offer>,
    /// The time that is left.
    pub clock: Option<Clock>,
    /// How many actions had been played when the asker last looked; null for those who look on.
    pub seen: Option<i64>,
    /// Whether the asker is told of his turn in this match; null where that cannot be.
    pub notices: Option<bool>,
    /// Why the table is told anew, where nobody asked for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub because: Option<Because>,
}

/// Why a table is told anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Because {
    /// A side took back its last action.
    Undo,
    /// Both agreed to go back.
    TakeBack,
    /// All seats are taken.
    Started,
    /// The match has ended.
    Over,
    /// Something was left out meanwhile.
    Resync,
}

/// Who chooses now; only the chooser is told the prompt and the choices.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Decision {
    /// The side that must choose.
    pub side: Option<String>,
    /// What is to be chosen, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt: Option<String>,
    /// The options.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choices: Option<Vec<Choice>>,
    /// In place of the choices, for those who asked for short ones: their notations.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options: Option<Vec<String>>,
    /// Whether `undo` would take back the viewer's last action.
    pub undo: bool,
}

/// One option.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Choice {
    /// As the rules tell it.
    #[serde(flatten)]
    pub choice: engine::Choice,
    /// What it costs or may lead to, where forecasts are asked for; null where there is nothing to tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "described", schemars(extend("nullable" = true)))]
    pub forecast: Option<Option<Forecast>>,
}

/// How choices are told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Choices {
    /// With words, hexes and costs.
    #[default]
    Full,
    /// With all that, and each with its forecast.
    Forecasts,
    /// As notations alone.
    Short,
}

/// One accepted action, as a viewer may know it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Step {
    /// How many actions have been played, this one included.
    pub actions: usize,
    /// The side that acted.
    pub side: String,
    /// Its notation, for those who may know it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// What happened.
    pub events: Vec<LogEvent>,
    /// What differs on the table.
    pub change: Change,
    /// Who chooses now, and what.
    pub decision: Decision,
    /// The time that is left.
    pub clock: Option<Clock>,
}
