//! What can be said to `grognard bench`.

use clap::{Args, Subcommand};

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct BenchArgs {
    #[command(subcommand)]
    pub what: Option<BenchCommand>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// How long each figure is measured, in seconds
    #[arg(long, default_value_t = 1.0, value_parser = seconds)]
    pub seconds: f64,
}

#[derive(Subcommand)]
pub enum BenchCommand {
    /// Play many matches at once over sockets, and measure how fast the server answers
    Load(LoadArgs),
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    grognard bench load                                  500 matches, a throw-away SQLite database\n  \
    grognard bench load --pace-ms 1000                   each player takes a second for a move\n  \
    grognard bench load --matches 1 --idle 10000         ten thousand more are connected and do nothing\n  \
    grognard bench load --database postgres://localhost/grognard_load")]
pub struct LoadArgs {
    /// How many matches are played at once, each by two players
    #[arg(long, default_value_t = 500, value_parser = matches)]
    pub matches: usize,
    /// The game's id
    #[arg(long, default_value = "first-blood")]
    pub game: String,
    /// How long a player waits before each move, half as long or half as long again [0: not at all]
    #[arg(long, default_value_t = 0, value_name = "MS")]
    pub pace_ms: u64,
    /// How many sockets there are beside these, two to a match, whose players sit down and do nothing
    #[arg(long, default_value_t = 0, value_name = "SOCKETS")]
    pub idle: usize,
    /// Players have long messages packed, as browsers do
    #[arg(long)]
    pub packed: bool,
    /// How long it is measured, in seconds
    #[arg(long, default_value_t = 20.0, value_parser = seconds)]
    pub seconds: f64,
    /// The database of the server that is started for it [default: SQLite in a temporary folder]
    #[arg(long, value_name = "URL", conflicts_with = "server")]
    pub database: Option<String>,
    /// Measure a server that runs already, without limits, at this address
    #[arg(long, value_name = "URL")]
    pub server: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

fn matches(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => {
            Err("somebody must play for something to be measured; --idle adds sockets whose players do nothing".into())
        }
        Ok(matches) => Ok(matches),
        Err(_) => Err("expected a number of matches".into()),
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if (0.01..=600.0).contains(&seconds) => Ok(seconds),
        _ => Err("expected seconds from 0.01 to 600".into()),
    }
}
