//! Computer players. They know a game only by its [`Rules`](engine::Rules) and its [`Hints`](engine::Hints), so any of
//! them plays any game.

mod arena;
mod learning;
mod limits;
mod luck;
mod player;
mod rollout;
mod search;
mod threads;
mod tuning;

pub use arena::Bout;
pub use learning::{Course, Fit, Fitting, Samples};
pub use limits::{Limits, Stop};
pub use player::{Player, UnknownPlayer, dice};
pub use search::{Leaf, Search};
pub use tuning::{Generation, Tuning};
