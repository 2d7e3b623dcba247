//! `grognard play`: a match at the terminal, or one between computers.

use crate::cli::PlayArgs;
use crate::failure::Failure;
use crate::files::{Keeper, load_record};
use crate::seats::{Seat, Seats};
use crate::terminal::Session;
use catalogue::{AnyMatch, NewMatch, archive};
use engine::dice::Seed;
use engine::{Decision, Viewer};
use std::hash::{BuildHasher, RandomState};
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// Between computers, the record is written no more often than this.
const PAUSE: Duration = Duration::from_secs(1);

/// Begins a match or goes on with one, and plays it.
pub fn run(args: PlayArgs) -> Result<(), Failure> {
    let (table, seats) = match &args.resume {
        Some(_) => resume(&args)?,
        None => begin(&args)?,
    };
    let record = table.record();
    let alone = seats.humans().is_empty();
    let pause = if alone { PAUSE } else { Duration::ZERO };
    let keeper = match (args.record, args.resume) {
        (Some(file), Some(resumed)) if file == resumed => Some(Keeper::existing(file, pause)),
        (Some(file), _) => Some(Keeper::create(file, &record, pause)?),
        (None, Some(file)) => Some(Keeper::existing(file, pause)),
        (None, None) if alone => None,
        (None, None) => Some(Keeper::create_named(&record, pause)?),
    };
    match keeper {
        Some(keeper) if !alone => {
            let (mut input, mut out) = (std::io::stdin().lock(), std::io::stdout().lock());
            Session::new(table, seats, keeper, &mut input, &mut out).run()
        }
        keeper => play_alone(table, seats, keeper),
    }
}

fn begin(args: &PlayArgs) -> Result<(Box<dyn AnyMatch>, Seats), Failure> {
    let named = args.game.as_deref().unwrap_or_default();
    let file = Path::new(named);
    // An archive says itself of which game it is, and is played for its battle.
    let (game, battle) = if file.extension().is_some_and(|ending| ending == archive::ENDING) {
        let game = catalogue::find(&catalogue::open_archive(file)?.game)?.load(Some(file))?;
        let battle = game.battles().first().map(|battle| battle.id.clone());
        (game, battle)
    } else {
        (catalogue::find(named)?.load(args.data.folder.as_deref())?, None)
    };
    let seats = Seats::read(game.about(), &args.seats)?;
    let new = NewMatch {
        scenario: args.scenario.as_deref().or(battle.as_deref()),
        options: &args.options,
        seed: args.seed.unwrap_or_else(drawn_seed),
        commitment: None,
        seats: seats.settings(game.about()),
    };
    Ok((game.begin(new).map_err(Failure::Said)?, seats))
}

fn resume(args: &PlayArgs) -> Result<(Box<dyn AnyMatch>, Seats), Failure> {
    let file = args.resume.clone().unwrap_or_default();
    let loaded = load_record(&file, args.data.folder.as_deref())?;
    if let Some(game) = args.game.as_ref().filter(|game| **game != loaded.record.head.game) {
        let found = &loaded.record.head.game;
        return Err(Failure::said(format!("{}: this is a record of {found}, not of {game}", file.display())));
    }
    let table = loaded.resume(&file)?;
    if table.changes().len() > loaded.record.changes.len()
        && let Some((_, event)) = table.log().last()
    {
        eprintln!("{}", event.text);
    }
    let about = loaded.game.about();
    // A bot may have noted a name of its own, which nobody here answers to.
    let known = |seat: &&String| Seats::read(about, std::slice::from_ref(*seat)).is_ok();
    let settings: Vec<_> = loaded.record.head.seats.iter().filter(known).chain(&args.seats).cloned().collect();
    Ok((table, Seats::read(about, &settings)?))
}

/// A seed that nobody could foresee.
fn drawn_seed() -> Seed {
    Seed::from(RandomState::new().hash_one(std::time::SystemTime::now()))
}

/// Computers play; a line on standard error says how far they are.
fn play_alone(mut table: Box<dyn AnyMatch>, seats: Seats, mut keeper: Option<Keeper>) -> Result<(), Failure> {
    let thoughts = ai::dice(table.record().head.seed);
    let mut progress = Progress::new(table.actions());
    while let Decision::Choose(side) = table.decision() {
        if let Seat::Computer(player) = seats.of(side) {
            table.play_computer(player, &thoughts)?;
        }
        if let Some(keeper) = &mut keeper {
            keeper.keep(&*table)?;
        }
        progress.show(&*table);
    }
    progress.clear();
    if let Some(keeper) = &mut keeper {
        keeper.keep_now(&*table)?;
    }
    let mut out = std::io::stdout().lock();
    if let Some(result) = table.view(Viewer::All).result {
        let (actions, seed) = (table.actions(), table.record().head.seed);
        writeln!(out, "{} ({}) After {actions} actions, with seed {seed}.", result.text, result.clause)?;
    }
    if let Some(keeper) = &keeper {
        writeln!(out, "The record is in {}.", keeper.file().display())?;
    }
    Ok(())
}

/// How far a match between computers is, on a terminal.
struct Progress {
    live: bool,
    begin: Instant,
    /// Actions that were played before.
    before: usize,
    last: Instant,
}

impl Progress {
    fn new(before: usize) -> Progress {
        let now = Instant::now();
        Progress { live: std::io::stderr().is_terminal(), begin: now, before, last: now }
    }

    fn show(&mut self, table: &dyn AnyMatch) {
        if !self.live || self.last.elapsed() < Duration::from_millis(100) {
            return;
        }
        self.last = Instant::now();
        let (turn, actions) = (table.view(Viewer::All).turn, table.actions());
        let rate = (actions - self.before) as f64 / self.begin.elapsed().as_secs_f64();
        eprint!("\rTurn {turn}, {actions} actions, {rate:.0} a second\x1b[K");
    }

    fn clear(&self) {
        if self.live {
            eprint!("\r\x1b[K");
        }
    }
}
