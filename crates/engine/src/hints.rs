//! What a game tells a computer player about itself.

use crate::Returns;

/// A game's own small sense of what is good, for players that do not look ahead.
pub trait Hints: Returns {
    /// How good an option looks to the side that chooses, in units of the game's own making; higher is better. It
    /// must use nothing that the side may not know.
    fn appraise(&self, state: &Self::State, action: Self::Action) -> f32;
}
