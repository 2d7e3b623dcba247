//! Computer players. They know a game only by its [`Rules`](engine::Rules) and its [`Hints`], so any of them plays
//! any game.

mod arena;
mod player;

pub use arena::Bout;
pub use player::{greedy, Player, UnknownPlayer, dice};
