//! What can be said on the command line.

mod admin;
mod bench;
mod laboratory;
mod sim;

pub use admin::AdminArgs;
#[cfg(feature = "world")]
pub use admin::{AdminCommand, Place};
pub use bench::BenchArgs;
#[cfg(feature = "bench")]
pub use bench::{BenchCommand, LoadArgs};
pub use laboratory::{CalibrateArgs, ClausesArgs, ExamArgs, LearnArgs, ReportArgs, TuneArgs};
pub use sim::SimArgs;
#[cfg(feature = "laboratory")]
pub use sim::{SimCommand, WorkerArgs};

use crate::settings;
use analysis::{Depth, UnknownDepth};
use clap::builder::BoolishValueParser;
use clap::{Args, Parser, Subcommand, ValueEnum};
use engine::dice::Seed;
use server::LogFormat;
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Plays hex-and-counter wargames by the book.
#[derive(Parser)]
#[command(version, about, max_term_width = 100)]
#[command(after_help = "Examples:\n  \
    grognard games                            what can be played\n  \
    grognard play first-blood                 play the first side against the computer\n  \
    grognard serve --open                     play in the browser\n  \
    grognard check first-blood-1.record       is this record true?\n  \
    grognard analyse first-blood-1.record     by what was it decided?\n  \
    grognard sim first-blood --games 10000    what happens in ten thousand games?")]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    /// List the games, their sides, scenarios and options
    Games(GamesArgs),
    /// Play a game in the terminal, or let computers play it
    Play(PlayArgs),
    /// Tell a recorded game action by action
    Replay(ReplayArgs),
    /// Look at a finished game again: who could have won when, and by what it was decided
    Analyse(AnalyseArgs),
    /// Play records again and verify every line, every roll and the result
    Check(CheckArgs),
    /// Look after data files
    Data {
        #[command(subcommand)]
        command: DataCommand,
    },
    /// Draw a game's board as a picture
    Map(MapArgs),
    /// Show a game's charts, or write them as a sheet to print
    Charts(ChartsArgs),
    /// Show which rules the code cites and which tests show them
    Clauses(ClausesArgs),
    /// Speak the line protocol: one JSON object a line, for bots and tests
    Engine(EngineArgs),
    /// Serve the games in the browser, to this machine or to the world
    Serve(ServeArgs),
    /// Look after a server that runs: its users and matches, copies of what it keeps
    Admin(AdminArgs),
    /// Look for what a computer player should mind more or less, by self-play
    Tune(TuneArgs),
    /// Let a judge of positions learn from games that computers play against each other
    Learn(LearnArgs),
    /// Fit chances to win to games that computers play against each other, and show that they hold
    Calibrate(CalibrateArgs),
    /// Let computers sit the exam of the staff college, or prove and find its problems
    Exam(ExamArgs),
    /// Let computers play many games, and write down what happened
    Sim(SimArgs),
    /// Write down what a run of many games says: one HTML page with plots and statistics
    Report(ReportArgs),
    /// Measure the speed of everything
    Bench(BenchArgs),
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    grognard map first-blood --out board.svg\n  \
    grognard map first-blood --out board.png --scale 2")]
pub struct MapArgs {
    /// The game's id, as `grognard games` lists it
    pub game: String,
    /// The scenario whose board is drawn [default: the game's first]
    #[arg(long)]
    pub scenario: Option<String>,
    /// The picture: a file that ends in .svg or .png
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// How much larger a PNG is drawn
    #[arg(long, default_value_t = 1.0)]
    pub scale: f32,
    /// Leave out the hex numbers
    #[arg(long)]
    pub no_numbers: bool,
    #[command(flatten)]
    pub data: Overlay,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    grognard charts rock-of-the-marne                        in the terminal\n  \
    grognard charts rock-of-the-marne --out charts.html      a sheet to print\n  \
    grognard charts rock-of-the-marne --out charts.svg       the same as a picture\n\n\
    For PDF, open the HTML in a browser and print it to a file.")]
pub struct ChartsArgs {
    /// The game's id, as `grognard games` lists it
    pub game: String,
    /// The scenario whose charts are wanted [default: the game's first]
    #[arg(long)]
    pub scenario: Option<String>,
    /// Switch an optional rule that the charts show; may be given several times
    #[arg(long = "option", value_name = "ID=on|off")]
    pub options: Vec<String>,
    /// The sheet: a file that ends in .html or .svg [default: the terminal]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub data: Overlay,
}

#[derive(Args)]
pub struct GamesArgs {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// List the optional rules too
    #[arg(long)]
    pub options: bool,
    /// List each datum that is reconstruction, and why it is as it is
    #[arg(long)]
    pub sources: bool,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    grognard play first-blood --seat us=human --seat german=veteran\n  \
    grognard play first-blood --seat german=greedy --seat us=random --seed 7 --record game.record\n  \
    grognard play --resume game.record\n\n\
    The match is saved after each action, so that it can be left at any time. Computers play the same game again \
    from the same seed. Type \"help\" in a match for what can be said there.")]
pub struct PlayArgs {
    /// The game's id, as `grognard games` lists it, or a .grognard archive
    #[arg(required_unless_present = "resume")]
    pub game: Option<String>,
    /// The id of the scenario, or of a battle of the changed data [default: the archive's first battle, or the game's
    /// first scenario]
    #[arg(long, conflicts_with = "resume")]
    pub scenario: Option<String>,
    /// Switch an optional rule; may be given several times
    #[arg(long = "option", value_name = "ID=on|off", conflicts_with = "resume")]
    pub options: Vec<String>,
    /// Who plays a side: human, or a computer: random, recruit, regular, greedy, veteran, grognard [default: the first
    /// side human, the other greedy]
    #[arg(long = "seat", value_name = "SIDE=WHO")]
    pub seats: Vec<String>,
    /// The seed of the dice: a number, or 64 hexadecimal digits [default: drawn]
    #[arg(long, conflicts_with = "resume")]
    pub seed: Option<Seed>,
    #[command(flatten)]
    pub data: Overlay,
    /// Where the record is written [default: GAME-N.record in this folder if a human plays]
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Go on with a recorded match
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
}

/// A folder of changed data files, or an archive.
#[derive(Args)]
pub struct Overlay {
    /// A folder of changed data files, with a folder for each game, named by its id; or a .grognard archive
    #[arg(long = "data", value_name = "DIR|FILE", env = "GROGNARD_DATA")]
    pub folder: Option<PathBuf>,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    grognard replay game.record                  the whole game in words\n  \
    grognard replay game.record --at 40 --board  how it stood after 40 actions\n  \
    grognard replay my.study --variation 1       as it goes in a variation of a study")]
pub struct ReplayArgs {
    /// The record
    pub file: PathBuf,
    /// Stop after so many actions, and tell only the last
    #[arg(long, value_name = "N")]
    pub at: Option<usize>,
    /// Draw the board as it stands at the end
    #[arg(long)]
    pub board: bool,
    /// See it with the eyes of this side [default: all is open]
    #[arg(long, value_name = "SIDE")]
    pub side: Option<String>,
    /// Draw the board with its counters as it stands at the end: a file that ends in .svg or .png
    #[arg(long, value_name = "FILE")]
    pub picture: Option<PathBuf>,
    /// How much larger a PNG is drawn
    #[arg(long, default_value_t = 1.0, requires = "picture")]
    pub scale: f32,
    /// Of a study: tell the game as it goes in this variation
    #[arg(long, value_name = "N")]
    pub variation: Option<usize>,
    #[command(flatten)]
    pub data: Overlay,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    grognard analyse game.record                      each choice by what its side could know\n  \
    grognard analyse game.record --side us            all by what the Americans could know\n  \
    grognard analyse game.record --depth grognard --json > game.json\n\n\
    Ctrl-C stops it, and what is done is told. The same record gives the same analysis. docs/analysis.md tells how to \
    read it.")]
pub struct AnalyseArgs {
    /// The record of a finished game
    pub file: PathBuf,
    /// How deep: glance, veteran or grognard
    #[arg(long, value_name = "DEPTH", default_value = "veteran", value_parser = depth)]
    pub depth: Depth,
    /// See all by what this side could know [default: each choice by what its own side could know]
    #[arg(long, value_name = "SIDE", conflicts_with = "open")]
    pub side: Option<String>,
    /// See all with open cards
    #[arg(long)]
    pub open: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// How many games are played on at a time [default: one for each core]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    #[command(flatten)]
    pub data: Overlay,
}

fn depth(word: &str) -> Result<Depth, UnknownDepth> {
    word.parse()
}

#[derive(Args)]
pub struct CheckArgs {
    /// The records
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub data: Overlay,
}

#[derive(Subcommand)]
pub enum DataCommand {
    /// Read all data files and say what is wrong with them
    Check(DataCheckArgs),
    /// Pack a folder of changed data files into one file that can be handed on
    Pack(DataPackArgs),
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    grognard data check            the data built into the program\n  \
    grognard data check my-data    the changed files in my-data/first-blood/ and so on\n  \
    grognard data check x.grognard an archive of them")]
pub struct DataCheckArgs {
    /// A folder of changed data files, with a folder for each game, named by its id; or an archive
    pub folder: Option<PathBuf>,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    grognard data pack my-data --out moulin.grognard\n  \
    grognard play moulin.grognard")]
pub struct DataPackArgs {
    /// A folder of changed data files, with a folder for each game, named by its id
    pub folder: PathBuf,
    /// The archive: a file that ends in .grognard
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// The game that is packed, where the folder has several
    #[arg(long, value_name = "ID")]
    pub game: Option<String>,
}

#[derive(Args)]
#[command(after_help = "Example:\n  \
    echo '{\"cmd\": \"games\"}' | grognard engine\n\n\
    docs/protocol.md has all commands.")]
pub struct EngineArgs {
    #[command(flatten)]
    pub data: Overlay,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    grognard serve --open                                    for yourself, in your browser\n  \
    grognard serve --address 0.0.0.0:1918                    for everybody in the house\n  \
    grognard serve --behind-proxy --public https://play.example.org \\\n    \
        --database postgres://grognard@localhost/grognard    for the world\n\n\
    docs/server.md tells how to run a server, and its API.")]
pub struct ServeArgs {
    /// A file of settings, each named as its flag: address = "0.0.0.0:1918". A flag or a variable counts more
    #[arg(long, value_name = "FILE", env = settings::VARIABLE)]
    pub config: Option<PathBuf>,
    /// Where to listen; port 0 takes a free one
    #[arg(long, env = "GROGNARD_ADDRESS", default_value = "127.0.0.1:1918")]
    pub address: SocketAddr,
    /// Where everything is kept: sqlite:FILE or postgres://USER:PASSWORD@HOST/NAME [default: a file in your data folder]
    #[arg(long, value_name = "URL", env = "GROGNARD_DATABASE", hide_env_values = true)]
    pub database: Option<String>,
    /// Where other servers on the same PostgreSQL reach this one, who share the work then; each is told its own
    #[arg(long, value_name = "HOST:PORT", env = "GROGNARD_REACH", value_parser = host_and_port)]
    pub reach: Option<String>,
    /// The address by which players reach the server, for links in mails
    #[arg(long, value_name = "URL", env = "GROGNARD_PUBLIC", value_parser = web_address)]
    pub public: Option<String>,
    /// The mail server for notices: smtps://USER:PASSWORD@HOST or smtp://...
    #[arg(long, value_name = "URL", env = "GROGNARD_SMTP", hide_env_values = true, requires = "mail_from")]
    pub smtp: Option<String>,
    /// The sender of mails
    #[arg(long, value_name = "ADDRESS", env = "GROGNARD_MAIL_FROM")]
    pub mail_from: Option<String>,
    /// A proxy stands in front and says who asks (X-Forwarded-For, -Proto, -Host)
    #[arg(long, env = "GROGNARD_BEHIND_PROXY", value_parser = BoolishValueParser::new())]
    pub behind_proxy: bool,
    /// Let webhooks go to private addresses too
    #[arg(long, env = "GROGNARD_PRIVATE_WEBHOOKS", value_parser = BoolishValueParser::new())]
    pub private_webhooks: bool,
    /// The operator's key, of 20 letters or more, by which `grognard admin` may look after users and matches
    #[arg(long, value_name = "KEY", env = "GROGNARD_ADMIN_KEY", hide_env_values = true, value_parser = admin_key)]
    pub admin_key: Option<String>,
    /// Answer /metrics to everybody, not to this machine alone
    #[arg(long, env = "GROGNARD_METRICS_OPEN", value_parser = BoolishValueParser::new())]
    pub metrics_open: bool,
    /// Put no limit on how much one client may ask for: for tests and measurements
    #[arg(long, env = "GROGNARD_NO_LIMITS", value_parser = BoolishValueParser::new())]
    pub no_limits: bool,
    /// Have computers think at least so many milliseconds about each choice: for tests
    #[arg(long, value_name = "MS", env = "GROGNARD_THINKING", default_value_t = 0, hide_default_value = true)]
    pub thinking: u64,
    /// Take all dice from this number, so that they can be foretold: for tests, on this machine alone
    #[arg(long, value_name = "NUMBER", env = "GROGNARD_SEED", conflicts_with_all = ["public", "behind_proxy"])]
    pub seed: Option<u64>,
    /// How the log is written; RUST_LOG says what goes into it
    #[arg(long, value_enum, env = "GROGNARD_LOG_FORMAT", default_value_t = LogForm::Text)]
    pub log_format: LogForm,
    /// Open the page in the browser
    #[arg(long, env = "GROGNARD_OPEN", value_parser = BoolishValueParser::new())]
    pub open: bool,
    #[command(flatten)]
    pub data: Overlay,
}

/// How the log is written.
#[derive(Copy, Clone, ValueEnum)]
pub enum LogForm {
    /// For people
    Text,
    /// An object a line, for programs
    Json,
}

impl From<LogForm> for LogFormat {
    fn from(form: LogForm) -> LogFormat {
        match form {
            LogForm::Text => LogFormat::Text,
            LogForm::Json => LogFormat::Json,
        }
    }
}

fn admin_key(text: &str) -> Result<String, String> {
    if text.chars().count() < 20 {
        return Err("a key that nobody guesses has 20 letters or more".into());
    }
    Ok(text.to_string())
}

fn host_and_port(text: &str) -> Result<String, String> {
    let is_host = |host: &str| {
        !host.is_empty() && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-_:[]".contains(&byte))
    };
    match text.rsplit_once(':').map(|(host, port)| (host, port.parse::<u16>())) {
        Some((host, Ok(_))) if is_host(host) => Ok(text.to_string()),
        _ => Err("expected HOST:PORT, where the other servers reach this one".into()),
    }
}

fn web_address(text: &str) -> Result<String, String> {
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    match host.map(|host| host.trim_end_matches('/')) {
        Some(host) if !host.is_empty() && !host.contains('/') => Ok(text.trim_end_matches('/').to_string()),
        _ => Err("expected https://HOST or http://HOST:PORT, without a path".into()),
    }
}
