//! Positions made by hand: for tests, puzzles and bots that want to start in the middle.

use crate::{About, Options};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// A position as somebody writes it down. What is not said is as the scenario has it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Position {
    /// The scenario's id; the game's first when empty.
    pub scenario: String,
    /// Options that differ from their defaults (`play-balance=off`).
    pub options: Vec<String>,
    /// The turn.
    pub turn: Option<u32>,
    /// The phase, by its id.
    pub phase: Option<String>,
    /// The pieces on the table, stacks from the bottom to the top.
    pub pieces: Vec<PlacedPiece>,
    /// What else the game wants to know, by name.
    pub marks: BTreeMap<String, String>,
}

impl Position {
    /// The scenario, by its place in the list, and the options.
    pub fn head(&self, about: &About) -> Result<(usize, Options), PositionError> {
        let scenario = if self.scenario.is_empty() { Ok(0) } else { about.scenario(&self.scenario) };
        let scenario = scenario.map_err(PositionError)?;
        let options = about.switch(about.options_in(scenario), &self.options);
        Ok((scenario, options.map_err(PositionError)?))
    }

    /// A position that is shipped with the game, as JSON: what it does not say of options is as the game is shipped,
    /// whatever somebody's copy has.
    pub(crate) fn shipped(json: String, about: &About) -> Result<String, PositionError> {
        if !about.has_own_options() {
            return Ok(json);
        }
        let wrong = |error: String| PositionError(error);
        let mut position: Value = serde_json::from_str(&json).map_err(|error| wrong(error.to_string()))?;
        let own = position.get("options").and_then(Value::as_array).cloned().unwrap_or_default();
        let shipped = about.settings(about.default_options()).into_iter().map(Value::from);
        let whole = position.as_object_mut().ok_or_else(|| wrong("this is no position".into()))?;
        whole.insert("options".into(), shipped.chain(own).collect());
        Ok(position.to_string())
    }

    /// The turn, if it is one of these; the first where none is said.
    pub fn turn(&self, turns: RangeInclusive<u8>) -> Result<u8, PositionError> {
        let (first, last) = (*turns.start(), *turns.end());
        let turn = self.turn.unwrap_or(first.into());
        let found = u8::try_from(turn).ok().filter(|turn| turns.contains(turn));
        found.ok_or_else(|| PositionError(format!("turn {turn} is not one of {first} to {last}")))
    }
}

/// A piece put somewhere.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PlacedPiece {
    /// Its name.
    pub piece: String,
    /// The hex it is in.
    pub hex: String,
    /// A second hex, for a piece that lies across a hexside.
    pub second_hex: Option<String>,
    /// The box it is in, for a piece that is not on the board.
    pub place: Option<String>,
    /// The hexside it faces.
    pub facing: Option<String>,
    /// Steps left, when not all.
    pub steps: Option<u8>,
    /// What is marked on it.
    pub marks: Vec<String>,
}

/// Why a position cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PositionError(pub String);
