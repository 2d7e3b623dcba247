//! Sketches of positions: which pieces may stand where.

use engine::data::{DataError, DataFile, Measure, Theme};
use engine::dice::{Dice, SeededDice};
use hexboard::{Board, Hex};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// A kind of position: what is always so, and what is drawn by chance.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sketch {
    /// What its problems are about.
    pub theme: Theme,
    /// The scenario's id; the game's first if none is said.
    #[serde(default)]
    pub scenario: String,
    #[serde(default)]
    options: Vec<String>,
    turn: Vec<u32>,
    phase: Vec<String>,
    /// How many own actions belong to an answer, at most.
    pub actions: usize,
    /// What makes an answer better.
    pub measure: Measure,
    /// By how much the right answer is to be better.
    pub margin: f32,
    /// For how many turns games are played on.
    pub turns: Option<u16>,
    /// Marks of the position, each with what it may be.
    #[serde(default)]
    marks: BTreeMap<String, Vec<String>>,
    group: Vec<Group>,
}

/// Some pieces that stand somewhere together.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Group {
    /// Who may be there, with blanks between.
    pieces: String,
    /// How many of them are, from and to; all if nothing is said.
    count: Option<[usize; 2]>,
    /// The hexes where they may be, with blanks between.
    #[serde(default)]
    hexes: String,
    /// Or the hexes not farther from this one.
    near: Option<String>,
    #[serde(default)]
    within: u16,
    #[serde(default)]
    place: Option<String>,
    /// Which way they may face, with blanks between.
    #[serde(default)]
    facing: String,
    /// How many steps they may have.
    #[serde(default)]
    steps: Vec<u8>,
    /// What is marked on all of them.
    #[serde(default)]
    marks: Vec<String>,
}

impl Sketch {
    /// Reads a sketch.
    pub fn read(name: &str, text: &str) -> Result<Sketch, DataError> {
        DataFile::new(name, text).parse()
    }

    /// A position that fits the sketch, as JSON. The rules may refuse it.
    pub fn draw(&self, board: &Board, dice: &mut SeededDice) -> Result<String, String> {
        let mut pieces = Vec::new();
        for group in &self.group {
            group.draw(board, dice, &mut pieces)?;
        }
        let mut marks = Map::new();
        for (mark, values) in &self.marks {
            marks.insert(mark.clone(), json!(one_of(values, dice)));
        }
        let position = json!({
            "scenario": self.scenario,
            "options": self.options,
            "turn": one_of(&self.turn, dice),
            "phase": one_of(&self.phase, dice),
            "marks": marks,
            "pieces": pieces,
        });
        Ok(position.to_string())
    }
}

impl Group {
    fn draw(&self, board: &Board, dice: &mut SeededDice, pieces: &mut Vec<Value>) -> Result<(), String> {
        let mut names: Vec<&str> = self.pieces.split_whitespace().collect();
        let [least, most] = self.count.unwrap_or([names.len(); 2]);
        let count = least + dice.below(most - least + 1);
        let hexes = self.ground(board)?;
        for _ in 0..count.min(names.len()) {
            let name = names.remove(dice.below(names.len()));
            let mut piece = Map::new();
            piece.insert("piece".into(), json!(name));
            match &self.place {
                Some(place) => piece.insert("place".into(), json!(place)),
                None => piece.insert("hex".into(), json!(board.label(*one_of(&hexes, dice)).to_string())),
            };
            let ways: Vec<&str> = self.facing.split_whitespace().collect();
            if !ways.is_empty() {
                piece.insert("facing".into(), json!(one_of(&ways, dice)));
            }
            if !self.steps.is_empty() {
                piece.insert("steps".into(), json!(one_of(&self.steps, dice)));
            }
            if !self.marks.is_empty() {
                piece.insert("marks".into(), json!(self.marks));
            }
            pieces.push(Value::Object(piece));
        }
        Ok(())
    }

    /// The hexes where they may be.
    fn ground(&self, board: &Board) -> Result<Vec<Hex>, String> {
        let read = |word: &str| board.parse(word).map_err(|error| error.to_string());
        let mut hexes: Vec<Hex> = self.hexes.split_whitespace().map(read).collect::<Result<_, _>>()?;
        if let Some(middle) = &self.near {
            let middle = read(middle)?;
            hexes.extend(board.within(middle, self.within).filter(|&hex| board.in_play(hex)));
        }
        if hexes.is_empty() && self.place.is_none() {
            return Err(format!("nobody says where {} may stand", self.pieces));
        }
        Ok(hexes)
    }
}

fn one_of<'t, T>(things: &'t [T], dice: &mut impl Dice) -> &'t T {
    let place = dice.die(things.len() as u16) - 1;
    &things[usize::from(place)]
}
