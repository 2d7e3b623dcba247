//! What can be played: games, their boards, rules and first battles, and the computers that play them.

use crate::workshop::ChangedGame;
use engine::data::{LessonStep, Theme};
use engine::{Chart, ClauseEntry, NationInfo, OptionInfo, OverlayInfo, Roster, ScenarioInfo, SideInfo};
use serde::Serialize;

/// The games, in the order in which they are listed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Games(pub Vec<GameInfo>);

/// A game: what it says about itself.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct GameInfo {
    /// The id.
    pub game: String,
    /// Its title.
    pub title: String,
    /// The version of its rules.
    pub version: u32,
    /// A digest of its data files: part of the address of everything that may be kept for ever.
    pub data: String,
    /// The two sides, in the game's order.
    pub sides: [SideInfo; 2],
    /// Whose counters there are, where that differs from the sides; a piece names its nation by id.
    pub nations: Vec<NationInfo>,
    /// The scenarios; the first is the default.
    pub scenarios: Vec<ScenarioInfo>,
    /// Whose copy of the game it is, where it is played with changed data that somebody has brought.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changed: Option<ChangedGame>,
    /// The battles that somebody has laid out, which are played by their ids in place of a scenario's.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub battles: Vec<BattleInfo>,
    /// The optional rules.
    pub options: Vec<OptionInfo>,
    /// What in the data is our reconstruction.
    pub reconstruction: Vec<String>,
    /// Whether there is a guided first battle.
    pub lesson: bool,
    /// The guided battles, the first one first.
    pub lessons: Vec<LessonInfo>,
    /// How many problems its staff college has.
    pub problems: usize,
    /// What is printed on its box.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shelf: Option<Shelf>,
    /// What can be drawn over its board.
    pub overlays: Vec<OverlayInfo>,
    /// How strong the computer's levels are, where that was measured.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub strengths: Vec<Strength>,
}

/// A battle that somebody has laid out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct BattleInfo {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// What it is, in a sentence or a few.
    pub about: String,
    /// The scenario of the game that it is fought in.
    pub scenario: String,
    /// Every option with its setting, `id=on`, as it begins unless somebody says otherwise.
    pub options: Vec<String>,
}

/// How strong a level of the computer is in a scenario. A pair is a seed played twice with exchanged seats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Strength {
    /// The scenario's id.
    pub scenario: String,
    /// The level's id.
    pub level: String,
    /// The id of the level below, against which it has played.
    pub below: String,
    /// How many pairs it has won.
    pub won: u32,
    /// How many were even.
    pub even: u32,
    /// How many it has lost.
    pub lost: u32,
}

/// A guided battle, as it is offered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct LessonInfo {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What it teaches, in a line.
    pub teaches: String,
    /// The side that the player leads.
    pub side: String,
}

/// What is printed on a game's box.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Shelf {
    /// Who designed it.
    pub designer: String,
    /// Who published it, where and when.
    pub publisher: String,
    /// How many hours it takes.
    pub hours: String,
    /// About how many decisions both sides make together.
    pub decisions: u32,
    /// How hard it is, from 1 to 5.
    pub level: u8,
}

/// The computer players, the weakest first.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Computers(pub Vec<ComputerInfo>);

/// A computer player.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct ComputerInfo {
    /// Its id.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// How it plays.
    pub manner: String,
    /// How long it takes.
    pub pace: String,
    /// In what manners it can play, the most daring first: `veteran:bold` plays as `veteran` does, and boldly.
    pub styles: Vec<StyleInfo>,
    /// How long it can take, the shortest first: `grognard:patient` plays as `grognard` does, and thinks longer.
    pub patiences: Vec<StyleInfo>,
}

/// A manner of play, or of taking one's time.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct StyleInfo {
    /// Its id.
    pub id: String,
    /// How it plays.
    pub manner: String,
}

/// The clauses of a rulebook, in the book's order.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Clauses(pub Vec<ClauseEntry>);

/// The charts of a scenario, in the order in which they are printed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Charts(pub Vec<Chart>);

/// Where the hexes of a board lie in its picture.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Board {
    /// Its title.
    pub title: String,
    /// The notice a picture must carry.
    pub notice: Option<String>,
    /// The address of the picture, an SVG image.
    pub picture: String,
    /// Of the picture's view box.
    pub width: f32,
    /// Of the picture's view box.
    pub height: f32,
    /// From a hex's centre to its corner, in the picture's units.
    pub size: f32,
    /// Whether a corner of the hexes points north; else a side does.
    pub pointy: bool,
    /// The names of the terrains.
    pub terrains: Vec<String>,
    /// The hexes in play.
    pub hexes: Vec<BoardHex>,
    /// The middle of each space of the turn track in the picture, where it has one.
    pub turns: Vec<[f32; 2]>,
    /// The counters that may come to lie on it, as they are printed.
    pub roster: Roster,
}

/// A hex in play.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct BoardHex {
    /// Its number as printed.
    pub id: String,
    /// Where its centre is.
    pub x: f32,
    /// Where its centre is.
    pub y: f32,
    /// Index into the board's terrains.
    pub terrain: usize,
    /// The name of a place here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// A guided battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Lesson {
    /// Its title.
    pub title: String,
    /// The side that the player leads.
    pub side: String,
    /// The steps, in order.
    pub steps: Vec<LessonStep>,
}

/// The staff college of a game: its problems, theme by theme.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct College {
    /// The problems, in the order in which they are taught.
    pub problems: Vec<ProblemInfo>,
}

/// A problem, as it is offered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct ProblemInfo {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What it is about.
    pub theme: Theme,
    /// The name of that for people.
    pub theme_title: String,
    /// The scenario's id.
    pub scenario: String,
    /// The side that has to answer.
    pub side: String,
}

/// A problem of the staff college: a position with one right answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Problem {
    /// How it is offered.
    pub info: ProblemInfo,
    /// The task.
    pub task: String,
    /// The hexes that the task speaks of.
    pub hexes: Vec<String>,
    /// How many own actions belong to an answer, at most.
    pub actions: usize,
    /// The right answers, each as its actions in order. An answer is right as soon as it begins with one of them, and wrong
    /// as soon as none can come of it any more.
    pub right: Vec<Vec<String>>,
    /// The first of them in words, action by action.
    pub answer: Vec<String>,
    /// Why it is right.
    pub why: String,
    /// What playing on has shown, in a sentence or two.
    pub proof: String,
}
