//! What can be said to `grognard tune`, `learn`, `calibrate`, `exam`, `report` and `clauses`.

use super::Overlay;
use clap::Args;
use engine::dice::Seed;
use std::num::NonZeroUsize;
use std::path::PathBuf;

#[derive(Args)]
#[command(after_help = "Example:\n  \
    grognard tune first-blood --side us\n\n\
    A side's weights are varied at random, the variations that win most games against `greedy` are kept (or those that \
    win or lose by the better margin, where the side decides who wins), and so on. \
    Each generation prints the share of games that the weights so far have won and the weights that come out of it, \
    as a table of the game's tempers.toml; the same seed gives the same.")]
pub struct TuneArgs {
    /// The game's id, as `grognard games` lists it
    pub game: String,
    /// The scenario's id [default: the game's first]
    #[arg(long)]
    pub scenario: Option<String>,
    /// The side that is tuned [default: the game's first]
    #[arg(long)]
    pub side: Option<String>,
    /// Tune against what the other side has learned already, not against the plain hints
    #[arg(long)]
    pub seasoned: bool,
    /// Begin with what the side has learned already, not with the plain hints
    #[arg(long)]
    pub further: bool,
    /// How many variations are tried in a generation
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u16).range(4..))]
    pub variations: u16,
    /// How many games each variation plays
    #[arg(long, default_value_t = 80, value_parser = clap::value_parser!(u16).range(1..))]
    pub games: u16,
    /// How many generations
    #[arg(long, default_value_t = 7)]
    pub generations: u16,
    /// The seed of all dice
    #[arg(long, default_value_t = 7)]
    pub seed: u32,
    #[command(flatten)]
    pub data: Overlay,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    grognard learn march-into-battle --scenario raab\n  \
    grognard learn first-blood --out school --games 4000 --fit-with \"python3 tools/learn/fit.py\"\n\n\
    Each generation plays more games and fits a judge to all so far; the log says how well it judges games that were held \
    back. Ctrl-C stops it, and the same command goes on. The judge is a data file of the game: with `--data DIR/data` \
    other commands play with it. docs/ai.md tells how it thinks.")]
pub struct LearnArgs {
    /// The game's id, as `grognard games` lists it
    pub game: String,
    /// The scenario's id [default: the game's first]
    #[arg(long)]
    pub scenario: Option<String>,
    /// Switch an optional rule; may be given several times
    #[arg(long = "option", value_name = "ID=on|off")]
    pub options: Vec<String>,
    /// How many games a generation plays
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(20..))]
    pub games: u32,
    /// How many generations
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..))]
    pub generations: u16,
    /// The seed of the first game
    #[arg(long, default_value_t = 1)]
    pub seed: u32,
    /// The folder for games, log and judge [default: GAME-SCENARIO-judge in this folder]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// How many games are played at a time [default: one for each core]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// Have another program fit the judge, such as one that has a GPU; it is given the samples, the features' names, the file
    /// to write and what to name as its source
    #[arg(long, value_name = "PROGRAM")]
    pub fit_with: Option<String>,
    #[command(flatten)]
    pub data: Overlay,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    grognard calibrate first-blood --games 2000 --proofs 500 --out chances.toml\n  \
    grognard calibrate first-blood --kept --proofs 500 --seed 900001     do those that are built in still hold?\n\n\
    Computers play, a logistic curve is fitted to what became of the positions at the beginnings of turns, and a fifth of \
    the games is held back to see how it does. With --proofs as many more games are played, and at four places of each the \
    chance that an analysis would show is compared with what became of it. What is printed goes into \
    crates/analysis/data/chances.toml. Ctrl-C stops it, and what has been played is used.")]
pub struct CalibrateArgs {
    /// The game's id, as `grognard games` lists it
    pub game: String,
    /// The scenario's id [default: all of them]
    #[arg(long)]
    pub scenario: Option<String>,
    /// Switch an optional rule; may be given several times
    #[arg(long = "option", value_name = "ID=on|off")]
    pub options: Vec<String>,
    /// How many games are played for each scenario
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(20..))]
    pub games: u32,
    /// How many more games prove the chances
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub proofs: u32,
    /// Fit nothing: prove the chances that are built in
    #[arg(long, requires = "proofs", conflicts_with_all = ["games", "out"])]
    pub kept: bool,
    /// Stop a scenario's games after so many seconds, and use what has been played
    #[arg(long, value_name = "N")]
    pub seconds: Option<u64>,
    /// The seed of the first game
    #[arg(long, default_value_t = 1)]
    pub seed: u32,
    /// The file to which the tables are added [default: they are printed]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// How many games are played at a time [default: one for each core]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    #[command(flatten)]
    pub data: Overlay,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    grognard report night                             writes night/report.html\n  \
    grognard report night --out night.html\n  \
    grognard report changed --against base            what did the change do, and is it significant?\n\n\
    The page needs nothing else and can be sent to anybody. A run that is not finished is reported as far as it got. \
    docs/report.md tells how to read it.")]
pub struct ReportArgs {
    /// The folder of a run, as `grognard sim` writes it
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Compare with another run of the same scenario, the one before a change
    #[arg(long, value_name = "DIR2")]
    pub against: Option<PathBuf>,
    /// Where the page is written [default: report.html in the folder of the run]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

#[derive(Args)]
pub struct ClausesArgs {
    /// The game's id [default: all games]
    pub game: Option<String>,
    /// Print totals and what is lacking as JSON
    #[arg(long)]
    pub json: bool,
    /// For developers, in the source folder: look at the sources anew, with the claims that tests left in this folder
    /// (they leave them where the variable GROGNARD_CLAIMS says), and compare with what the program carries
    #[arg(long, value_name = "DIR", conflicts_with = "json")]
    pub claims: Option<PathBuf>,
    /// With --claims: write down what was found instead of comparing
    #[arg(long, requires = "claims")]
    pub bless: bool,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    grognard exam                                          every level sits the exam of every game\n  \
    grognard exam first-blood --seat veteran --seat regular\n  \
    grognard exam first-blood --prove                      are the right answers better than all others?\n  \
    grognard exam first-blood --find tools/college/first-blood/fire.toml\n\n\
    The problems are those of the staff college on the page. The same seed gives the same marks. docs/college.md tells \
    how a problem is found, proved and written down.")]
pub struct ExamArgs {
    /// The game's id [default: all games]
    pub game: Option<String>,
    /// A computer player who sits the exam; may be given several times [default: every level]
    #[arg(long = "seat", value_name = "LEVEL")]
    pub seats: Vec<String>,
    /// The seed of all luck
    #[arg(long, default_value = "1")]
    pub seed: Seed,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Repeat the proofs: play on from every answer of every problem
    #[arg(long, conflicts_with_all = ["seats", "find"])]
    pub prove: bool,
    /// Look for problems: lay out positions of this sketch, and print those with one right answer as JSON, a line for each
    #[arg(long, value_name = "FILE", conflicts_with = "seats", requires = "game")]
    pub find: Option<PathBuf>,
    /// With --prove or --find: how many games are played on from each answer, at most [default: as in the proof; 120]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(8..))]
    pub games: Option<u16>,
    /// With --find: how many positions are laid out
    #[arg(long, value_name = "N", default_value_t = 1000, requires = "find")]
    pub positions: u64,
    /// With --find: who plays on: a computer player, or plain, drilled or seasoned, who do not look ahead
    #[arg(long, value_name = "WHO", default_value = "seasoned", requires = "find")]
    pub by: String,
    /// How many problems or positions are looked at at a time [default: one for each core]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    #[command(flatten)]
    pub data: Overlay,
}
