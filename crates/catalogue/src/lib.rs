//! The list of games, and the common, object-safe face that every one of them shows.
//!
//! An [`Entry`] names a game and loads it, and only then reads its data. A loaded [`Game`] begins or replays matches;
//! a match being played is an [`AnyMatch`]. Programs that serve all games (the command line, the server) know nothing but
//! these two traits; a game's own types are hidden behind them here and nowhere else.

mod any_match;
pub mod archive;
#[cfg(feature = "laboratory")]
pub mod arena;
pub mod college;
mod game;
mod hint;
#[cfg(feature = "laboratory")]
mod lane;
mod list;
#[cfg(feature = "laboratory")]
mod playout;
#[cfg(feature = "laboratory")]
mod position;
#[cfg(feature = "laboratory")]
mod self_play;
mod strength;
pub mod told;

pub use any_match::{AnyMatch, AnySight, Thought, Verdict, Why};
pub use archive::{Archive, ArchiveError};
pub use game::{Game, NewMatch, face};
pub use hint::Counsel;
pub use list::{Entry, GAMES, HEX_FIGHT, LoadError, UnknownGame, find, load_all, open_archive};
#[cfg(feature = "laboratory")]
pub use playout::{Playout, Tally};
#[cfg(feature = "laboratory")]
pub use position::Position;
#[cfg(feature = "laboratory")]
pub use self_play::SelfPlay;
