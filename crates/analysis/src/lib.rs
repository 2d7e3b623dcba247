//! Finished games looked at again, as chess players do it: who could have won when, what the dice did and what the choices,
//! which choices cost something and what would have been better.
//!
//! Everything rests on games that are played on in the mind by the players' own sense ([`ai::Foresight`]) for some turns and
//! then judged by [`Chances`], which were fitted to what became of such positions. The same luck and the same hidden pieces
//! meet whatever is compared, so few games tell two choices apart. What comes out depends on the record and the [`Depth`]
//! alone, not on how many threads there are.

mod account;
mod chances;
mod depth;
mod fit;
mod foresight;
mod line;
mod practice;
mod statistics;
mod strata;
mod threads;
mod trial;
mod walk;

pub use account::{analyse, grade};
pub use chances::{Chances, Seer, known};
pub use depth::{Depth, Eyes, UnknownDepth};
pub use fit::{Fitted, Reliability};
pub use practice::{Practice, Proof, Sample};
pub use statistics::Estimated;
pub use walk::Game;

/// What an analysis may use, and who is told how far it is.
pub struct Watch<'a> {
    /// Threads, and when to stop.
    pub limits: &'a ai::Limits,
    /// Is told which share of the work is done, from 0 to 1.
    pub progress: &'a (dyn Fn(f32) + Sync),
}
