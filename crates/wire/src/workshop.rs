//! The workshop: copies of games that somebody makes theirs.

use crate::object::object_or_null;
use engine::view::Phase;
use engine::{Chart, View};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// The projects of somebody, the one that changed last first.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Projects(pub Vec<ProjectHead>);

/// A project as it is listed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct ProjectHead {
    /// Its id.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// What it is called.
    pub title: String,
    /// How many places are changed in it.
    pub changes: usize,
    /// How many battles are laid out in it.
    pub battles: usize,
    /// When it last changed, in milliseconds since 1970.
    pub updated: i64,
}

/// A project is begun.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NewProject {
    /// The game's id.
    pub game: String,
    /// What it is called.
    pub title: String,
    /// A position of a match from which its first battle is made.
    #[serde(default, deserialize_with = "object_or_null")]
    pub from: Option<FromMatch>,
}

/// A position of a match or replay.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FromMatch {
    /// The match's id.
    pub r#match: String,
    /// After how many actions; at the present moment, if none is given.
    #[serde(default)]
    pub after: Option<usize>,
}

/// A project as it stands, or what a step has changed of it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct ProjectState {
    /// Its id.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// How many steps were done in it.
    pub revision: u64,
    /// How many steps can be undone.
    pub undo: usize,
    /// How many steps can be done again.
    pub redo: usize,
    /// What stands under each key, or under those that the step has changed; null is what is shipped.
    pub entries: BTreeMap<String, Value>,
    /// What does not fit.
    pub problems: Vec<Misfit>,
    /// What the rules can take, but whoever made it may not have meant: ways that lead nowhere.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Misfit>,
}

/// A step: what stands under some keys from now on.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct EditProject {
    /// Values by key; null is what is shipped.
    pub set: BTreeMap<String, Value>,
}

/// A look at the charts, with a step that is not done yet.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TryCharts {
    /// The scenario's id; the game's first if none is given.
    pub scenario: Option<String>,
    /// Values by key, as in a step.
    #[serde(default)]
    pub set: BTreeMap<String, Value>,
}

/// The charts as they would be.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct ChartsTried {
    /// The charts; without the step, if that does not fit.
    pub charts: Vec<Chart>,
    /// Why it does not.
    pub problem: Option<Misfit>,
}

/// Something that does not fit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Misfit {
    /// The sentence.
    pub message: String,
    /// The hexes that it is about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hexes: Vec<String>,
    /// The key that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// The counter that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<String>,
}

/// A position to be looked at.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LayOut {
    /// The position; without one, the opening of the scenario when both sides have set up.
    #[serde(default)]
    pub position: Value,
    /// The scenario's id.
    #[serde(default)]
    pub scenario: Option<String>,
}

/// A position as the rules see it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct LaidOut {
    /// The position.
    pub position: Value,
    /// What the rules have against it.
    pub problems: Vec<Misfit>,
    /// What they allow, but whoever lays it out wants to know: units that would be out of supply or command.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Misfit>,
    /// The table with all of it that can be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub view: Option<View>,
    /// The phases with which it may begin.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub phases: Vec<Phase>,
}

/// A board as it is painted.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct MapSheet {
    /// The name of its file.
    pub file: String,
    /// The kinds of ground.
    pub terrains: Vec<MapKind>,
    /// What may lie on hexsides or lead across them.
    pub features: Vec<MapKind>,
    /// All hexes of the sheet, those out of play among them.
    pub hexes: Vec<MapHex>,
    /// The hexsides with something on them.
    pub sides: Vec<MapSide>,
    /// The sets of hexes that the rules know by name.
    pub regions: Vec<MapRegion>,
    /// The names on the map.
    pub places: Vec<MapRegion>,
}

/// A kind of ground or of hexside.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct MapKind {
    /// The word by which the data know it.
    pub id: String,
    /// Its name for people.
    pub title: String,
}

/// A hex of a sheet.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct MapHex {
    /// Its number as printed.
    pub id: String,
    /// Where its centre is in the picture.
    pub x: f32,
    /// Where its centre is in the picture.
    pub y: f32,
    /// Index into the kinds of ground.
    pub terrain: usize,
}

/// A hexside with something on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct MapSide {
    /// The hexes on both sides.
    pub hexes: [String; 2],
    /// Indices into the features.
    pub features: Vec<usize>,
}

/// Hexes with a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct MapRegion {
    /// The name.
    pub id: String,
    /// The hexes.
    pub hexes: Vec<String>,
    /// What it is, as the data say it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub about: String,
}

/// The data of a game as sheets of rows and columns.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Sheets(pub Vec<Sheet>);

/// A list of the data: a row for each entry.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Sheet {
    /// The name of the file.
    pub file: String,
    /// The place of the list in it.
    pub at: String,
    /// The names of the columns; the one column of a section of single values has none, and its cells are at the places of
    /// their rows.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<SheetRow>,
    /// What it is, as the data say it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// What a designer calls it, where it makes a scenario: once for each thing that it tells.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<SheetCard>,
}

/// What a sheet tells of a scenario, and how it is called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct SheetCard {
    /// Its place among the cards.
    pub order: usize,
    /// What it is about: `turns`, `arrivals`, `victory`, `areas`, `places`.
    pub part: String,
    /// What it is called.
    pub title: String,
    /// The scenarios whose it is; of all of them, where none is named.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub scenarios: Vec<String>,
    /// The columns that are shown, with their titles; all of them, where none is named.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub columns: Vec<Titled>,
    /// The rows that are shown, with their titles; all of them, where none is named.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<Titled>,
    /// The column without which a row is not shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only: Option<String>,
    /// How what stands there begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub begins: Option<String>,
    /// The column in which hexes stand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hexes: Option<String>,
}

/// A word of the data with its title.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Titled {
    /// The word.
    pub id: String,
    /// The title.
    pub title: String,
}

/// An entry of a list.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct SheetRow {
    /// The place of the entry.
    pub at: String,
    /// The values, column by column; null where it has none.
    pub cells: Vec<Value>,
    /// What it is, as the data say it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub about: String,
}

/// Games between computers are asked for.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AskTrial {
    /// The id of the scenario or the battle.
    pub what: String,
    /// How many games.
    pub games: u32,
    /// The computer that plays both sides.
    pub player: String,
}

/// How the last run of games between computers goes; null where there was none.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Trial(pub Option<TrialReport>);

/// How games between computers go.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct TrialReport {
    /// The id of the scenario or the battle.
    pub what: String,
    /// The computer that plays both sides.
    pub player: String,
    /// How many games of each kind are to be played.
    pub games: u32,
    /// Whether it still goes on.
    pub running: bool,
    /// With the project's data.
    pub own: Tally,
    /// With the data as they are shipped; none where they cannot be laid out so.
    pub shipped: Tally,
    /// What went wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failed: Option<String>,
}

/// How some games between computers went.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Tally {
    /// How many were played.
    pub games: u32,
    /// How many the sides won, in the game's order.
    pub won: [u32; 2],
    /// Between which shares each side's lies, nineteen times in twenty.
    pub limits: [[f64; 2]; 2],
    /// How many nobody won.
    pub draws: u32,
    /// The turns of all together.
    pub turns: u64,
    /// The actions of all together.
    pub actions: u64,
    /// How they ended, in sentences, each with how often; the most frequent first.
    pub endings: Vec<(String, u32)>,
}

/// What a game is called that is played with changed data: whoever sits down accepts it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct ChangedGame {
    /// What it is called.
    pub title: String,
    /// Who made it.
    pub by: String,
    /// What it is.
    pub about: String,
    /// The digest of the archive: who takes a seat names it.
    pub digest: String,
    /// How many places are changed in it.
    pub changes: usize,
    /// The battle that is played, if it is one that somebody has laid out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub battle: Option<String>,
}
