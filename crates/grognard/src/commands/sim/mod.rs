//! `grognard sim`: many games between computers.

#[cfg(feature = "cluster")]
mod machines;
#[cfg(not(feature = "cluster"))]
#[path = "no_machines.rs"]
mod machines;
mod progress;
mod words;

use crate::cli::{SimArgs, SimCommand};
use crate::failure::Failure;
use crate::signals::stop_flag;
pub use progress::Progress;
use sim::{Folder, Plan, Run, Summary, Wish, Workshop};
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Instant;
use words::Work;

/// Begins a run or goes on with one, or helps with those of others.
pub fn run(args: SimArgs) -> Result<(), Failure> {
    if let Some(SimCommand::Worker(args)) = args.what {
        return machines::work(args);
    }
    let threads = args.threads.map_or_else(std::thread::available_parallelism, Ok).unwrap_or(NonZeroUsize::MIN);
    if let Some(url) = &args.nats.url {
        // Before anything is begun that could not go on.
        machines::reach(url)?;
    }
    let (folder, workshop) = match &args.resume {
        Some(folder) => resume(folder)?,
        None => begin(&args)?,
    };
    let before = games_kept(&folder)?;
    let stop = stop_flag()?;
    let progress = Progress::new(folder.plan().games, before);
    let clock = Instant::now();
    let threads = match &args.nats.url {
        None => sim::play(&workshop, &folder, threads, &stop, &|| progress.add(1)).map(|()| threads)?,
        Some(url) => machines::lead(&folder, url, args.nats.patience, &stop, &progress)?,
    };
    let seconds = clock.elapsed().as_secs_f64();
    progress.close();
    let played = games_kept(&folder)? - before;
    tell(&folder, &Work { played, seconds, threads }, args.json)
}

/// Writes the tables and the summary; a run that is not whole is an error that says how to go on.
fn tell(folder: &Folder, work: &Work, json: bool) -> Result<(), Failure> {
    folder.write_tables()?;
    let (plan, path) = (folder.plan(), folder.path().display());
    let summary = Summary::of(&Run::read(folder.path())?);
    let mut out = std::io::stdout().lock();
    if json {
        writeln!(out, "{}", words::in_json(&summary, work, folder)?)?;
    } else {
        for line in words::in_words(&summary, plan, work) {
            writeln!(out, "{line}")?;
        }
        writeln!(out, "The rows are in {path}.")?;
    }
    if summary.games < plan.games {
        let (played, games) = (summary.games, plan.games);
        let text = format!("stopped after {played} of {games} games; go on with: grognard sim --resume {path}");
        return Err(Failure::Stopped(text));
    }
    Ok(())
}

fn begin(args: &SimArgs) -> Result<(Folder, Workshop), Failure> {
    let data = args.data.folder.as_deref();
    let id = args.game.as_deref().unwrap_or_default();
    let game = catalogue::find(id)?.load(data)?;
    let wish = Wish {
        scenario: args.scenario.as_deref(),
        options: &args.options,
        seats: &args.seats,
        both_ways: args.both_ways,
        first_seed: args.seed,
        games: args.games,
        analyse: args.analyse,
    };
    let plan = Plan::draw_up(&*game, wish)?;
    let workshop = Workshop::open(&plan, data)?;
    let path = args.out.clone().map_or_else(|| free_name(id), Ok)?;
    Ok((Folder::create(&path, &plan, data)?, workshop))
}

fn resume(path: &Path) -> Result<(Folder, Workshop), Failure> {
    let folder = Folder::open(path)?;
    let workshop = Workshop::open(folder.plan(), folder.data().as_deref())?;
    Ok((folder, workshop))
}

/// The first name for a run of this game that is free here.
fn free_name(game: &str) -> Result<PathBuf, Failure> {
    let mut names = (1..10_000).map(|number| PathBuf::from(format!("{game}-run-{number}")));
    names.find(|name| !name.exists()).ok_or_else(|| Failure::said("this folder is full of runs; name one with --out"))
}

/// How many games of a run are kept.
fn games_kept(folder: &Folder) -> Result<u64, Failure> {
    Ok(folder.done()?.into_iter().map(|shard| folder.plan().games_of(shard).count() as u64).sum())
}
