//! `college/*.toml`: the problems of the staff college, each with one right answer.

use super::{DataError, DataFile, Files};
use crate::dice::Seed;
use crate::position::Position;
use crate::{About, Side};
use hexboard::Board;
use serde::{Deserialize, Serialize};
use serde_spanned::Spanned;

/// The folder of the files.
const FOLDER: &str = "college/";
/// What stands between the actions of an answer.
const THEN: &str = "; ";

/// Whether a data file has problems.
pub(super) fn is_college(name: &str) -> bool {
    name.starts_with(FOLDER)
}

/// A position with one right answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// Its id among those of its game.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What it is about.
    pub theme: Theme,
    /// The task, as an instructor sets it.
    pub task: String,
    /// The side that has to answer.
    pub side: Side,
    /// The position, scenario and options included, as JSON.
    pub position: String,
    /// The seed of the dice that fall when it is answered.
    pub seed: Seed,
    /// The hexes that the task speaks of.
    pub hexes: Vec<String>,
    /// How many own actions belong to an answer, at most.
    pub actions: usize,
    /// The right answers, each as its actions in order.
    pub right: Vec<Vec<String>>,
    /// Why they are right.
    pub why: String,
    /// What playing on has shown.
    pub proof: Proof,
}

/// What a problem is about.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Theme {
    /// Force goes to where it decides.
    Concentrate,
    /// The enemy gets no way out.
    CloseTheRing,
    /// The own way back stays open.
    KeepTheRetreat,
    /// A unit that would be lost goes.
    LeaveTheTrap,
    /// A passage is held, or taken.
    HoldTheBridge,
    /// What the game is won by is kept, or seized.
    GuardTheGoal,
    /// The ground does the fighting.
    TakeCover,
    /// An attack that does not pay is left alone.
    DoNotAttack,
}

impl Theme {
    /// All themes, in the order in which they are taught.
    pub const ALL: [Theme; 8] = [
        Theme::Concentrate,
        Theme::CloseTheRing,
        Theme::KeepTheRetreat,
        Theme::LeaveTheTrap,
        Theme::HoldTheBridge,
        Theme::GuardTheGoal,
        Theme::TakeCover,
        Theme::DoNotAttack,
    ];

    /// Its name for people.
    pub const fn title(self) -> &'static str {
        match self {
            Theme::Concentrate => "Concentrate",
            Theme::CloseTheRing => "Close the ring",
            Theme::KeepTheRetreat => "Keep the retreat open",
            Theme::LeaveTheTrap => "Leave the trap",
            Theme::HoldTheBridge => "Hold the bridge",
            Theme::GuardTheGoal => "Guard what wins the game",
            Theme::TakeCover => "Use the ground",
            Theme::DoNotAttack => "Do not attack",
        }
    }
}

/// What makes an answer better than another.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// More games are won.
    Won,
    /// The side is farther ahead in victory points.
    Points,
    /// The side is stronger, compared with the enemy.
    Strength,
}

/// What playing on from each answer has shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Proof {
    /// What counts.
    pub measure: Measure,
    /// Who plays on, for both sides.
    pub by: String,
    /// How many games were played on from each answer.
    pub games: usize,
    /// For how many turns; to the end where nothing is said.
    pub turns: Option<u16>,
    /// The seed of all luck in them.
    pub seed: Seed,
    /// What the best right answer has come to.
    pub best: Value,
    /// What the best of all others has come to.
    pub next: Value,
    /// Which one that was, as its actions in order.
    pub next_is: Vec<String>,
}

/// A mean and its interval: 95 of 100 such intervals have the true value.
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Value {
    /// The mean.
    pub mean: f32,
    /// At least, and at most.
    pub interval: [f32; 2],
}

/// The file as it is written.
#[derive(Deserialize)]
struct CollegeFile {
    problem: Vec<ProblemTable>,
}

#[derive(Deserialize)]
struct ProblemTable {
    id: Spanned<String>,
    title: Spanned<String>,
    theme: Theme,
    task: Spanned<String>,
    side: Spanned<String>,
    position: Spanned<String>,
    #[serde(default)]
    seed: u64,
    hexes: Option<Spanned<String>>,
    actions: Spanned<usize>,
    right: Vec<Spanned<String>>,
    why: Spanned<String>,
    proof: ProofTable,
}

#[derive(Deserialize)]
struct ProofTable {
    measure: Measure,
    by: String,
    games: Spanned<usize>,
    turns: Option<u16>,
    seed: u64,
    best: Spanned<f32>,
    best_interval: Spanned<[f32; 2]>,
    next: Spanned<f32>,
    next_interval: Spanned<[f32; 2]>,
    next_is: String,
}

impl Problem {
    /// Reads the problems of a game, each with the board of its scenario, theme by theme.
    pub fn all<'b>(
        files: &Files,
        about: &About,
        board: impl Fn(usize) -> &'b Board,
    ) -> Result<Vec<Problem>, DataError> {
        let mut all = Vec::new();
        for name in files.names().filter(|name| is_college(name)) {
            Problem::append(&mut all, &files.read(name)?, about, &board)?;
        }
        all.sort_by_key(|problem| problem.theme);
        Ok(all)
    }

    /// Reads the problems of a file.
    fn append<'b>(
        all: &mut Vec<Problem>,
        file: &DataFile,
        about: &About,
        board: &impl Fn(usize) -> &'b Board,
    ) -> Result<(), DataError> {
        let CollegeFile { problem } = file.parse()?;
        for table in problem {
            if all.iter().any(|known| known.id == *table.id.as_ref()) {
                let message = format!("there is a problem \"{}\" already", table.id.as_ref());
                return Err(file.error_with(&table.id, message));
            }
            all.push(Problem::read(file, about, board, table)?);
        }
        Ok(())
    }

    /// Checks a problem. Whether the position can be and the answers are legal, the rules must say.
    fn read<'b>(
        file: &DataFile,
        about: &About,
        board: &impl Fn(usize) -> &'b Board,
        table: ProblemTable,
    ) -> Result<Problem, DataError> {
        let ProblemTable { id, title, theme, task, side, position, seed, hexes, actions, right, why, proof } = table;
        for text in [&id, &title, &task, &why] {
            if text.as_ref().trim().is_empty() {
                return Err(file.error_with(text, "expected some words here"));
            }
        }
        let found = about.side(side.as_ref()).ok_or_else(|| {
            let [first, second] = &about.sides;
            let message = format!("unknown side \"{}\", expected {} or {}", side.as_ref(), first.id, second.id);
            file.error_with(&side, message)
        })?;
        let begins: Position = serde_json::from_str(position.as_ref())
            .map_err(|error| file.error_with(&position, format!("this is no position: {error}")))?;
        let (scenario, _) = begins.head(about).map_err(|error| file.error_with(&position, error.to_string()))?;
        let mut named = Vec::new();
        for (list, word) in hexes.iter().flat_map(|list| list.as_ref().split_whitespace().map(move |word| (list, word)))
        {
            let board = board(scenario);
            let hex = board.parse(word).map_err(|error| file.error_with(list, error.to_string()))?;
            named.push(board.label(hex).to_string());
        }
        let right = read_answers(file, &actions, right)?;
        let begins = Position::shipped(position.as_ref().clone(), about);
        Ok(Problem {
            id: id.into_inner(),
            title: title.into_inner(),
            theme,
            task: task.into_inner().trim().to_string(),
            side: found,
            position: begins.map_err(|error| file.error_with(&position, error.to_string()))?,
            seed: seed.into(),
            hexes: named,
            actions: actions.into_inner(),
            right,
            why: why.into_inner().trim().to_string(),
            proof: read_proof(file, proof)?,
        })
    }

    /// What becomes of an answer that begins with these actions: whether it is right, or nothing while it may still become
    /// so.
    pub fn judge(&self, played: &[String]) -> Option<bool> {
        if self.right.iter().any(|right| played.starts_with(right)) {
            return Some(true);
        }
        let may_become = self.right.iter().any(|right| right.starts_with(played));
        (!may_become).then_some(false)
    }
}

fn read_answers(
    file: &DataFile,
    actions: &Spanned<usize>,
    right: Vec<Spanned<String>>,
) -> Result<Vec<Vec<String>>, DataError> {
    if right.is_empty() {
        return Err(file.error_with(actions, "expected at least one right answer"));
    }
    right
        .into_iter()
        .map(|answer| {
            let words = split(answer.as_ref());
            let wrong = words.len() > *actions.as_ref() || words.iter().any(String::is_empty);
            let expected = format!("expected 1 to {} actions with \"{THEN}\" between them", actions.as_ref());
            if wrong { Err(file.error_with(&answer, expected)) } else { Ok(words) }
        })
        .collect()
}

fn split(answer: &str) -> Vec<String> {
    answer.split(THEN).map(str::to_string).collect()
}

fn read_proof(file: &DataFile, proof: ProofTable) -> Result<Proof, DataError> {
    let ProofTable { measure, by, games, turns, seed, best, best_interval, next, next_interval, next_is } = proof;
    if *games.as_ref() < 2 {
        return Err(file.error_with(&games, "expected two games or more"));
    }
    if best.as_ref() <= next.as_ref() {
        return Err(file.error_with(&next, "the next best is no worse than the best"));
    }
    let value = |mean: &Spanned<f32>, interval: &Spanned<[f32; 2]>| {
        let (mean, [low, high]) = (*mean.as_ref(), *interval.as_ref());
        let value = Value { mean, interval: [low, high] };
        let message = format!("the interval from {low} to {high} does not hold {mean}");
        if low <= mean && mean <= high { Ok(value) } else { Err(file.error_with(interval, message)) }
    };
    let (best, next) = (value(&best, &best_interval)?, value(&next, &next_interval)?);
    let (games, seed, next_is) = (games.into_inner(), seed.into(), split(&next_is));
    Ok(Proof { measure, by, games, turns, seed, best, next, next_is })
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

    const PROBLEM: &str = r#"[[problem]]
id = "door"
title = "The open door"
theme = "guard-the-goal"
task = """
Nobody stands in 0101.
"""
side = "red"
position = '{"turn": 2, "pieces": [{"piece": "A", "hex": "0102"}]}'
hexes = "0101"
actions = 2
right = ["pick A; to 0101", "pick B; to 0101", "done"]
why = "Who stands in the door keeps it."
[problem.proof]
measure = "won"
by = "veteran"
games = 100
turns = 2
seed = 5
best = 0.8
best_interval = [0.7, 0.9]
next = 0.5
next_interval = [0.4, 0.6]
next_is = "pick A; stay"
"#;

    fn read(text: &str) -> Result<Vec<Problem>, DataError> {
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
        let mut problems = Vec::new();
        Problem::append(&mut problems, &DataFile::new("college/goal.toml", text), &about, &|_| &map.board)?;
        Ok(problems)
    }

    #[test]
    fn a_problem_is_read() {
        let problem = read(PROBLEM).unwrap().remove(0);
        assert_eq!((problem.id.as_str(), problem.side, problem.actions), ("door", Side::Second, 2));
        assert_eq!((problem.theme, problem.task.as_str()), (Theme::GuardTheGoal, "Nobody stands in 0101."));
        assert_eq!(problem.hexes, ["0101"]);
        assert_eq!(problem.right[1], ["pick B", "to 0101"]);
        let Proof { measure, games, turns, best, next, next_is, .. } = problem.proof;
        assert_eq!((measure, games, turns), (Measure::Won, 100, Some(2)));
        assert_eq!((best, next.mean), (Value { mean: 0.8, interval: [0.7, 0.9] }, 0.5));
        assert_eq!(next_is, ["pick A", "stay"]);
    }

    #[test]
    fn an_answer_is_right_wrong_or_open() {
        let problem = read(PROBLEM).unwrap().remove(0);
        let judge = |played: &[&str]| {
            let played: Vec<String> = played.iter().map(|action| action.to_string()).collect();
            problem.judge(&played)
        };
        assert_eq!(judge(&[]), None);
        assert_eq!(judge(&["pick B"]), None);
        assert_eq!(judge(&["done"]), Some(true));
        assert_eq!(judge(&["pick A", "to 0101", "done"]), Some(true));
        assert_eq!(judge(&["pick A", "stay"]), Some(false));
        assert_eq!(judge(&["to 0101"]), Some(false));
    }

    #[test]
    fn what_is_wrong_in_a_problem_is_named_with_its_line() {
        for (from, to, error) in [
            ("side = \"red\"", "side = \"green\"", "8: unknown side \"green\", expected blue or red"),
            ("\"hex\"", "\"hax\"", "9: this is no position: unknown field `hax`"),
            ("{\"turn\"", "{\"scenario\": \"two\", \"turn\"", "9: Test has no scenario \"two\" (it has one)"),
            ("hexes = \"0101\"", "hexes = \"0909\"", "10: hex 0909 is not on the board"),
            ("The open door", " ", "3: expected some words here"),
            ("\"done\"]", "\"pick A; to 0101; done\"]", "12: expected 1 to 2 actions with \"; \" between them"),
            ("best = 0.8", "best = 0.4", "22: the next best is no worse than the best"),
            ("[0.7, 0.9]", "[0.9, 0.95]", "21: the interval from 0.9 to 0.95 does not hold 0.8"),
            ("games = 100", "games = 1", "17: expected two games or more"),
            ("guard-the-goal", "guard", "4: unknown variant `guard`"),
        ] {
            assert!(PROBLEM.contains(from), "{from}");
            let found = read(&PROBLEM.replacen(from, to, 1)).unwrap_err().to_string();
            assert!(found.starts_with(&format!("college/goal.toml:{error}")), "{found}");
        }
        let none = PROBLEM.replace("right = [\"pick A; to 0101\", \"pick B; to 0101\", \"done\"]", "right = []");
        assert!(read(&none).unwrap_err().to_string().contains("11: expected at least one right answer"));
        let twice = read(&PROBLEM.repeat(2)).unwrap_err().to_string();
        assert!(twice.contains("there is a problem \"door\" already"), "{twice}");
    }
}
