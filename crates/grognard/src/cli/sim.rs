//! What can be said to `grognard sim`.

use super::{Overlay, depth};
use analysis::Depth;
use clap::{Args, Subcommand};
use std::num::NonZeroUsize;
use std::path::PathBuf;

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = "Examples:\n  \
    grognard sim first-blood                                     1000 games, greedy against itself\n  \
    grognard sim first-blood --games 10000 --out night           ten thousand, into the folder night\n  \
    grognard sim first-blood --data my-data --out changed        with changed data files\n  \
    grognard sim first-blood --seat german=greedy --seat us=random --both-ways\n  \
    grognard sim first-blood --games 50 --analyse glance         where are mistakes made, and what does luck decide?\n  \
    grognard sim --resume night                                  go on with what was stopped\n  \
    grognard sim first-blood --nats nats://hub:4222              played by workers on other machines\n\n\
    Each game is the one that `grognard play` plays with the same players and seed. The seeds go up from the \
    first. Ctrl-C stops a run and keeps what was played. docs/sim.md describes the files, docs/cluster.md how other machines help.")]
pub struct SimArgs {
    #[command(subcommand)]
    pub what: Option<SimCommand>,
    /// The game's id, as `grognard games` lists it
    #[arg(required_unless_present = "resume")]
    pub game: Option<String>,
    /// The scenario's id [default: the game's first]
    #[arg(long)]
    pub scenario: Option<String>,
    /// Switch an optional rule; may be given several times
    #[arg(long = "option", value_name = "ID=on|off")]
    pub options: Vec<String>,
    /// Who plays a side [default: greedy]
    #[arg(long = "seat", value_name = "SIDE=PLAYER")]
    pub seats: Vec<String>,
    /// Play each seed twice, the second time with the players exchanged; these games count among the others
    #[arg(long)]
    pub both_ways: bool,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub games: u64,
    /// The seed of the first game
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub seed: u64,
    /// Look at each game again, so deep (glance, veteran or grognard): what luck and choices did, and where mistakes were made
    #[arg(long, value_name = "DEPTH", value_parser = depth)]
    pub analyse: Option<Depth>,
    /// The folder for what comes out [default: GAME-run-N in this folder]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Go on with the run in this folder
    #[arg(long, value_name = "DIR", conflicts_with_all =
        ["game", "scenario", "options", "seats", "both_ways", "games", "seed", "analyse", "out", "folder"])]
    pub resume: Option<PathBuf>,
    /// How many games are played at a time [default: one for each core]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// Print the summary as a line of JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub nats: NatsArgs,
    #[command(flatten)]
    pub data: Overlay,
}

/// Where workers are found.
#[derive(Args)]
pub struct NatsArgs {
    /// Have the games played by workers that are at this NATS server: nats://HOST:4222
    #[arg(long = "nats", value_name = "URL", conflicts_with = "threads")]
    pub url: Option<String>,
    /// How long games wait for a worker that gives no sign of life before another plays them
    #[arg(long, value_name = "SECONDS", default_value_t = 30, requires = "url",
        value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub patience: u64,
}

#[derive(Subcommand)]
pub enum SimCommand {
    /// Play games of runs on other machines, until told to stop
    Worker(WorkerArgs),
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    grognard sim worker --nats nats://hub:4222\n  \
    grognard sim worker --nats nats://USER:PASSWORD@hub:4222 --threads 4\n\n\
    A worker plays games of all runs that are at the NATS server, as they come. Ctrl-C returns what it has in hand and \
    ends it. docs/cluster.md tells more.")]
pub struct WorkerArgs {
    /// The NATS server where the runs are: nats://HOST:4222
    #[arg(long, value_name = "URL")]
    pub nats: String,
    /// How many games are played at a time [default: one for each core]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// What it is called in messages [default: the machine's name and the number of the process]
    #[arg(long)]
    pub name: Option<String>,
}
