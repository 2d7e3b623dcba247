//! What can be said to `grognard sim`.

use super::Overlay;
use clap::Args;
use std::num::NonZeroUsize;
use std::path::PathBuf;

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    grognard sim first-blood                                     1000 games, greedy against itself\n  \
    grognard sim first-blood --games 10000 --out night           ten thousand, into the folder night\n  \
    grognard sim first-blood --data my-data --out changed        with changed data files\n  \
    grognard sim first-blood --seat german=greedy --seat us=random --both-ways\n  \
    grognard sim --resume night                                  go on with what was stopped\n\n\
    Each game is the one that `grognard play` plays with the same players and seed. The seeds go up from the \
    first. Ctrl-C stops a run and keeps what was played. docs/sim.md describes the files.")]
pub struct SimArgs {
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
    /// The folder for what comes out [default: GAME-run-N in this folder]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Go on with the run in this folder
    #[arg(long, value_name = "DIR", conflicts_with_all =
        ["game", "scenario", "options", "seats", "both_ways", "games", "seed", "out", "folder"])]
    pub resume: Option<PathBuf>,
    /// How many games are played at a time [default: one for each core]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// Print the summary as a line of JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub data: Overlay,
}
