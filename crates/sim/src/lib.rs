//! Self-play in bulk.
//!
//! A [`Plan`] says what is played: a game, who sits where, the seeds. It falls into [`Shard`]s, runs of a few games
//! that come out the same whoever plays them and in whatever order. All shards of a plan together are a [`Run`]: a
//! row for each game and for each turn, and what the hexes and the dice saw.

mod plan;
mod rows;

pub use plan::{Fixture, Plan};
pub use rows::{DiceRow, GameRow, HexRow, Run, Shard, TurnRow};
