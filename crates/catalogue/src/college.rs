//! The staff college: who answers its problems, whether the answers are proved, and how new ones are found.

#[cfg(feature = "laboratory")]
mod finding;
#[cfg(feature = "laboratory")]
mod proving;
#[cfg(feature = "laboratory")]
mod sitting;
#[cfg(feature = "laboratory")]
mod sketch;

#[cfg(feature = "laboratory")]
pub use finding::{Candidate, Miss, Search};
#[cfg(feature = "laboratory")]
pub use proving::{Clear, Proved, prove};
#[cfg(feature = "laboratory")]
pub use sitting::sit;
#[cfg(feature = "laboratory")]
pub use sketch::Sketch;

use crate::Game;
use engine::data::Problem;
use engine::dice::Seed;
use engine::{Decision, PlayError};

/// What the actions of an answer to a problem do, in words; an error where one of them is not legal.
pub fn in_words(game: &dyn Game, problem: &Problem, answer: &[String]) -> Result<Vec<String>, PlayError> {
    words_at(game, &problem.position, problem.seed, answer)
}

/// The same, for any position.
fn words_at(game: &dyn Game, position: &str, seed: Seed, answer: &[String]) -> Result<Vec<String>, PlayError> {
    let mut table = game.begin_at(position, seed).map_err(|error| PlayError::Notation(error.to_string()))?;
    let mut words = Vec::new();
    for action in answer {
        let Decision::Choose(side) = table.decision() else { return Err(PlayError::Over) };
        table.check(action)?;
        let choice = table.choices().into_iter().find(|choice| choice.action == *action);
        words.extend(choice.map(|choice| choice.text));
        table.play(side, action)?;
    }
    Ok(words)
}
