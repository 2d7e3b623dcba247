//! Self-play in bulk.
//!
//! A [`Plan`] says what is played: a game, who sits where, the seeds. It falls into [`Shard`]s, runs of a few games
//! that come out the same whoever plays them and in whatever order. A [`Workshop`] plays shards, a [`Folder`] keeps
//! them, [`play`] does both with all cores of one machine. All shards of a plan together are a [`Run`]: a row for each
//! game and for each turn, and what the hexes and the dice saw.

mod columns;
mod conduct;
mod csv;
mod error;
mod folder;
mod front;
mod habits;
mod opening;
mod pairs;
mod parquet;
mod plan;
mod rows;
mod runner;
mod second_look;
mod shard;
mod summary;
mod tables;
mod watch;
mod workshop;

pub use conduct::{Conduct, Cost, Use};
pub use error::SimError;
pub use folder::Folder;
pub use pairs::Pairs;
pub use plan::{Fixture, Plan, Wish};
pub use rows::{
    ActionRow, AnalysedRow, DiceRow, GameRow, HabitRow, HexRow, MistakeRow, OpeningRow, Run, Shard, Stage, TurnRow,
};
pub use runner::play;
pub use summary::{Score, Summary, wilson};
pub use workshop::Workshop;
