//! Computer players. They know a game only by its [`Rules`](engine::Rules) and its [`Hints`](engine::Hints), so any of
//! them plays any game.

mod advice;
mod arena;
mod learning;
mod limits;
mod luck;
mod patience;
mod player;
mod proof;
mod rollout;
mod search;
mod style;
mod threads;
mod tuning;

pub use advice::{Advice, Comparison};
pub use arena::Bout;
pub use learning::{Choices, Course, Fit, Fitting, Samples, Schooled};
pub use limits::{Limits, Stop};
pub use luck::mix;
pub use patience::Patience;
pub use player::{Level, Player, UnknownPlayer, dice};
pub use proof::{Answer, Findings, Hand, Inquiry, Showing, Tally, Way};
pub use rollout::{Fate, Foresight};
pub use search::{Leaf, Order, Search};
pub use style::Style;
pub use tuning::{Generation, Tuning};
