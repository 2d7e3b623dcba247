//! A computer player sits an exam.

use crate::Game;
use ai::{Limits, Player};
use engine::Decision;
use engine::dice::Seed;
use engine::position::PositionError;

/// Whether a computer player answers a position right; `judge` says what becomes of an answer that begins with some
/// actions, and nothing while that is open. Its luck comes from the seed.
pub fn sit(
    game: &dyn Game,
    position: &str,
    player: Player,
    seed: Seed,
    judge: &dyn Fn(&[String]) -> Option<bool>,
) -> Result<bool, PositionError> {
    let mut table = game.begin_at(position, seed)?;
    let (start, mind) = (table.decision(), ai::dice(seed));
    let mut played = Vec::new();
    while let Decision::Choose(side) = table.decision() {
        if table.decision() != start {
            break;
        }
        let Ok(thought) = table.ponder(player, &mind) else { break };
        let action = thought.think(&Limits::default());
        if table.play(side, &action).is_err() {
            break;
        }
        played.push(action);
        if let Some(right) = judge(&played) {
            return Ok(right);
        }
    }
    Ok(false)
}
