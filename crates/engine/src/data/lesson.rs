//! `lesson.toml` and `lessons/*.toml`: guided battles.

use super::{DataError, DataFile, Files};
use crate::dice::Seed;
use crate::position::Position;
use crate::{About, Side};
use hexboard::Board;
use serde::{Deserialize, Serialize};
use serde_spanned::Spanned;

/// The name of the file with the first lesson, where a game has one.
const FILE: &str = "lesson.toml";
/// The folder of those that follow it.
const FOLDER: &str = "lessons/";

/// Whether a data file has a lesson.
pub(super) fn is_lesson(name: &str) -> bool {
    name == FILE || name.starts_with(FOLDER)
}

/// A guided battle: a position, an opponent, and what the player is told and asked to do, step by step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// Its id: `first`, or the name of its file.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What it teaches, in a line.
    pub teaches: String,
    /// The side that the player has.
    pub side: Side,
    /// The position it begins with, scenario and options included, as JSON.
    pub position: String,
    /// The seed of the dice, so that they fall as the steps tell.
    pub seed: Seed,
    /// The computer player that has the other side, by name.
    pub opponent: String,
    /// The steps, in order.
    pub steps: Vec<LessonStep>,
}

/// One step of a lesson.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct LessonStep {
    /// What the player is told.
    pub text: String,
    /// The hexes to point at.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hexes: Vec<String>,
    /// The name of the phase it belongs to: when that begins, the player has come as far as here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase: Option<String>,
    /// The step is done when an action that begins so is played, or one of several with ` | ` between them; without it,
    /// when the player goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
}

/// The file as it is written.
#[derive(Deserialize)]
struct LessonFile {
    title: String,
    teaches: String,
    side: Spanned<String>,
    position: Spanned<String>,
    seed: u64,
    opponent: String,
    step: Vec<StepTable>,
}

#[derive(Deserialize)]
struct StepTable {
    text: Spanned<String>,
    hexes: Option<Spanned<String>>,
    phase: Option<Spanned<String>>,
    until: Option<Spanned<String>>,
}

impl Lesson {
    /// Reads the lessons of a game, each with the board of its scenario.
    pub fn all<'b>(files: &Files, about: &About, board: impl Fn(usize) -> &'b Board) -> Result<Vec<Lesson>, DataError> {
        files
            .names()
            .filter(|name| is_lesson(name))
            .map(|name| {
                let stem = name.trim_start_matches(FOLDER).trim_end_matches(".toml");
                let id = if name == FILE { "first" } else { stem };
                Lesson::read(id, &files.read(name)?, about, &board)
            })
            .collect()
    }

    /// Reads and checks a lesson. Whether the position can be, the rules must say.
    pub fn read<'b>(
        id: &str,
        file: &DataFile,
        about: &About,
        board: impl Fn(usize) -> &'b Board,
    ) -> Result<Lesson, DataError> {
        let LessonFile { title, teaches, side, position, seed, opponent, step } = file.parse()?;
        let found = about.side(side.as_ref()).ok_or_else(|| {
            let [first, second] = &about.sides;
            let message = format!("unknown side \"{}\", expected {} or {}", side.as_ref(), first.id, second.id);
            file.error_with(&side, message)
        })?;
        let begins: Position = serde_json::from_str(position.as_ref())
            .map_err(|error| file.error_with(&position, format!("this is no position: {error}")))?;
        let scenario = if begins.scenario.is_empty() { Ok(0) } else { about.scenario(&begins.scenario) };
        let board = board(scenario.map_err(|error| file.error_with(&position, error))?);
        if step.is_empty() {
            return Err(file.error_on_line(1, "expected at least one [[step]]"));
        }
        let steps = step.into_iter().map(|step| read_step(file, board, step)).collect::<Result<_, _>>()?;
        let (id, begins) = (id.to_string(), position.as_ref().clone());
        let position =
            Position::shipped(begins, about).map_err(|error| file.error_with(&position, error.to_string()))?;
        Ok(Lesson { id, title, teaches, side: found, position, seed: seed.into(), opponent, steps })
    }
}

fn read_step(file: &DataFile, board: &Board, step: StepTable) -> Result<LessonStep, DataError> {
    for text in [Some(&step.text), step.phase.as_ref(), step.until.as_ref()].into_iter().flatten() {
        if text.as_ref().trim().is_empty() {
            return Err(file.error_with(text, "expected some words here"));
        }
    }
    let mut hexes = Vec::new();
    for word in step.hexes.iter().flat_map(|list| list.as_ref().split_whitespace().map(move |word| (list, word))) {
        let hex = board.parse(word.1).map_err(|error| file.error_with(word.0, error.to_string()))?;
        hexes.push(board.label(hex).to_string());
    }
    let text = step.text.into_inner().trim().to_string();
    let (phase, until) = (step.phase.map(Spanned::into_inner), step.until.map(Spanned::into_inner));
    Ok(LessonStep { text, hexes, phase, until })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Map, Provenances};
    use crate::{ScenarioInfo, SideInfo};

    const MAP: &str = r#"
title = "A field"
source = "reconstruction for this test"
rows = ["...", "..."]
[numbering]
source = "reconstruction for this test"
hexes = "flat-topped"
columns = [1, 3]
rows = [1, 2]
columns_grow = "east"
rows_grow = "south"
raised = "odd"
[[terrain]]
id = "field"
title = "Field"
letter = "."
draw = "fields"
"#;

    const LESSON: &str = r#"title = "First steps"
teaches = "Moving."
side = "red"
seed = 7
opponent = "greedy"
position = '''
{"turn": 2,
 "pieces": [{"piece": "red", "hex": "0101"}]}
'''

[[step]]
text = "This is your unit."
hexes = "0101"

[[step]]
text = """
Move it.
"""
hexes = "0102 0202"
phase = "Red Movement"
until = "0101-"
"#;

    fn read(text: &str) -> Result<Lesson, DataError> {
        let map = Map::read(&DataFile::new("map.toml", MAP), &mut Provenances::default()).unwrap();
        let side = |id: &str| SideInfo { id: id.into(), title: id.into(), colour: "#000000".into() };
        let about = About {
            id: "test",
            title: "Test".into(),
            version: 1,
            sides: [side("blue"), side("red")],
            nations: Vec::new(),
            scenarios: vec![ScenarioInfo {
                id: "one".into(),
                title: "One".into(),
                turns: None,
                first: None,
                colours: None,
                sides: None,
                no_draws: None,
                options: Vec::new(),
            }],
            options: Vec::new(),
        };
        Lesson::read("first", &DataFile::new(FILE, text), &about, |_| &map.board)
    }

    #[test]
    fn a_lesson_is_read() {
        let lesson = read(LESSON).unwrap();
        assert_eq!((lesson.title.as_str(), lesson.side, lesson.seed), ("First steps", Side::Second, Seed::from(7)));
        assert_eq!((lesson.opponent.as_str(), lesson.teaches.as_str()), ("greedy", "Moving."));
        let position: Position = serde_json::from_str(&lesson.position).unwrap();
        assert_eq!((position.turn, position.pieces[0].hex.as_str()), (Some(2), "0101"));
        let step = |text: &str, hexes: &[&str], phase: Option<&str>, until: Option<&str>| LessonStep {
            text: text.into(),
            hexes: hexes.iter().map(|hex| hex.to_string()).collect(),
            phase: phase.map(str::to_string),
            until: until.map(str::to_string),
        };
        let expected = [
            step("This is your unit.", &["0101"], None, None),
            step("Move it.", &["0102", "0202"], Some("Red Movement"), Some("0101-")),
        ];
        assert_eq!(lesson.steps, expected);
    }

    #[test]
    fn what_is_wrong_in_a_lesson_is_named_with_its_line() {
        for (from, to, error) in [
            ("side = \"red\"", "side = \"green\"", "3: unknown side \"green\", expected blue or red"),
            ("\"0102 0202\"", "\"0102 9999\"", "19: hex 9999 is not on the board (columns 01-03, rows 01-02)"),
            ("\"hex\"", "\"hax\"", "6: this is no position: unknown field `hax`"),
            ("{\"turn\"", "{\"scenario\": \"two\", \"turn\"", "6: Test has no scenario \"two\" (it has one)"),
            ("seed = 7", "seed = \"x\"", "4: invalid type: string \"x\", expected u64"),
            ("until = \"0101-\"", "until = \" \"", "21: expected some words here"),
            ("This is your unit.", "", "12: expected some words here"),
            ("until", "till", "21: unknown field `till`"),
        ] {
            assert!(LESSON.contains(from), "{from}");
            let found = read(&LESSON.replacen(from, to, 1)).unwrap_err().to_string();
            assert!(found.starts_with(&format!("lesson.toml:{error}")), "{found}");
        }
        let (head, _) = LESSON.split_once("\n[[step]]").unwrap();
        let none = read(&format!("step = []\n{head}")).unwrap_err().to_string();
        assert_eq!(none, "lesson.toml:1: expected at least one [[step]]");
    }
}
