//! Work shared out to many machines by way of a NATS server.
//!
//! A [`Leader`] puts the shards of a run into a queue on the server and gathers their results; any number of workers
//! ([`work`]) take shards from all queues there are, play them and send back what came of them. This crate knows
//! nothing of games: a run has a brief that workers understand (or refuse) through their [`Skill`], shards are
//! numbers, results are bytes.
//!
//! A run is one JetStream stream with work-queue retention, kept in the server's files:
//!
//! | subject | what | who takes it |
//! |---|---|---|
//! | `grognard.RUN.brief.PART` | what the run is | read by every worker, taken by none |
//! | `grognard.RUN.work.SHARD` | a shard to be played | one worker, who keeps it by signs of life |
//! | `grognard.RUN.result.SHARD` | what came of a shard, in parts | the leader |
//! | `grognard.RUN.alive` | workers' signs of life, not kept | the leader, to show |
//!
//! Nothing is lost: a worker takes a shard off the queue only when the server holds the result, the leader takes a
//! result off only when it is kept, and a shard without signs of life goes to another worker. Nothing is counted
//! twice: the leader keeps the first result of a shard and drops all others.

mod connection;
mod error;
mod leader;
mod parts;
mod queue;
mod signs;
mod worker;

pub use connection::reach;
pub use error::ClusterError;
pub use leader::{Gather, Leader, Progress};
pub use worker::{Job, Skill, WorkerSettings, work};
