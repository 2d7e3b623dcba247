//! `grognard bench`: how fast everything is, on one core.

mod alloc;
mod load;
mod plain;
mod range;

use crate::cli::{BenchArgs, BenchCommand};
use crate::failure::Failure;
use catalogue::{Entry, GAMES, Game, HEX_FIGHT, Tally};
use engine::dice::Seed;
use plain::Plain;
use serde::Serialize;
use std::io::Write;
use std::time::{Duration, Instant};

/// Each figure is the best of so many rounds: other programs can only slow a round down.
const ROUNDS: u32 = 5;

/// All figures.
#[derive(Serialize)]
struct Report {
    games: Vec<GameSpeed>,
    range: range::RangeSpeed,
    hex_fight: HexFightSpeed,
    load_ms: Vec<LoadTime>,
}

/// Random play of one scenario, all options listed at each decision.
#[derive(Serialize)]
struct GameSpeed {
    game: &'static str,
    scenario: String,
    actions_per_second: f64,
    /// The same with all options appraised, too.
    appraised_per_second: f64,
    games_per_second: f64,
    listed_per_second: f64,
    clone_ns: f64,
    allocations_per_action: f64,
}

/// Hex-fight on the engine, and without it.
#[derive(Serialize)]
struct HexFightSpeed {
    plies_per_second: f64,
    plain_per_second: f64,
    /// The first by the second.
    ratio: f64,
    listed_per_second: f64,
    plain_listed_per_second: f64,
    allocations_per_ply: f64,
}

/// How long a game's data take to load.
#[derive(Serialize)]
struct LoadTime {
    game: &'static str,
    ms: f64,
}

/// Measures everything.
pub fn run(args: BenchArgs) -> Result<(), Failure> {
    if let Some(BenchCommand::Load(args)) = args.what {
        return load::run(args);
    }
    let span = Duration::from_secs_f64(args.seconds) / ROUNDS;
    let (mut games, mut load_ms) = (Vec::new(), Vec::new());
    for entry in GAMES {
        load_ms.push(load_time(entry)?);
        let game = entry.load(None)?;
        for scenario in 0..game.about().scenarios.len() {
            games.push(measure_game(&*game, scenario, span));
        }
    }
    let hex_fight = measure_hex_fight(&*HEX_FIGHT.load(None)?, span);
    let report = Report { games, range: range::measure(span)?, hex_fight, load_ms };
    let mut out = std::io::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&report)?)?;
    } else {
        print(&report, &mut out)?;
    }
    Ok(())
}

fn print(report: &Report, out: &mut impl Write) -> Result<(), Failure> {
    for game in &report.games {
        writeln!(
            out,
            "{} {}: {:.0} actions, {:.0} with all options appraised, {:.1} games and {:.0} listed options a second; a state \
             is copied in {:.0} ns; {:.3} allocations an action",
            game.game,
            game.scenario,
            game.actions_per_second,
            game.appraised_per_second,
            game.games_per_second,
            game.listed_per_second,
            game.clone_ns,
            game.allocations_per_action
        )?;
    }
    let fight = &report.hex_fight;
    writeln!(
        out,
        "hex-fight: {:.0} plies a second, without the engine {:.0}: ratio {:.2}; {:.3} allocations a ply",
        fight.plies_per_second, fight.plain_per_second, fight.ratio, fight.allocations_per_ply
    )?;
    let range = &report.range;
    writeln!(
        out,
        "movement range: {:.2} µs, pathfinding {:.2} µs, hexx {:.1} µs: {:.1} times as fast as pathfinding",
        range.ours_us, range.pathfinding_us, range.hexx_us, range.ratio
    )?;
    for load in &report.load_ms {
        writeln!(out, "{}: loaded in {:.1} ms", load.game, load.ms)?;
    }
    Ok(())
}

fn load_time(entry: &Entry) -> Result<LoadTime, Failure> {
    let mut best = Duration::MAX;
    for _ in 0..ROUNDS {
        let begin = Instant::now();
        entry.load(None)?;
        best = best.min(begin.elapsed());
    }
    Ok(LoadTime { game: entry.id, ms: best.as_secs_f64() * 1e3 })
}

/// How often something is done in a second: the best of some rounds of `span` each.
struct Pace {
    span: Duration,
    best: f64,
}

impl Pace {
    fn new(span: Duration) -> Pace {
        Pace { span, best: 0.0 }
    }

    /// One more round; `run` does something a thousand times.
    fn round(&mut self, mut run: impl FnMut()) {
        let begin = Instant::now();
        let mut done = 0;
        while begin.elapsed() < self.span {
            run();
            done += 1000;
        }
        self.best = self.best.max(f64::from(done) / begin.elapsed().as_secs_f64());
    }
}

fn add(sum: &mut Tally, tally: Tally) {
    sum.actions += tally.actions;
    sum.games += tally.games;
    sum.listed += tally.listed;
}

fn measure_game(game: &dyn Game, scenario: usize, span: Duration) -> GameSpeed {
    let about = game.about();
    let mut playout = game.playout(scenario, about.default_options(), Seed::from(1));
    // Until every buffer is as large as it will ever be.
    playout.run(50_000);
    let (mut pace, mut copies, mut sum) = (Pace::new(span), Pace::new(span / 10), Tally::default());
    let before = alloc::count();
    for _ in 0..ROUNDS {
        pace.round(|| add(&mut sum, playout.run(1000)));
        copies.round(|| playout.copy(1000));
    }
    let allocations = (alloc::count() - before) as f64;
    let mut appraised = Pace::new(span / 2);
    for _ in 0..ROUNDS {
        appraised.round(|| {
            playout.weigh(1000);
        });
    }
    let per_action = |count: u64| count as f64 / sum.actions as f64;
    GameSpeed {
        game: about.id,
        scenario: about.scenarios[scenario].id.clone(),
        actions_per_second: pace.best,
        appraised_per_second: appraised.best,
        games_per_second: pace.best * per_action(sum.games),
        listed_per_second: pace.best * per_action(sum.listed),
        clone_ns: 1e9 / copies.best,
        allocations_per_action: allocations / sum.actions as f64,
    }
}

/// Both in turn, so that a slow moment hits both.
fn measure_hex_fight(game: &dyn Game, span: Duration) -> HexFightSpeed {
    let mut playout = game.playout(0, game.about().default_options(), Seed::from(1));
    let mut plain = Plain::new();
    playout.run(50_000);
    plain.run(50_000);
    let (mut ours, mut theirs) = (Pace::new(span), Pace::new(span));
    let (mut sum, mut listed, mut plies, mut allocations) = (Tally::default(), 0, 0_u64, 0);
    for _ in 0..ROUNDS {
        let before = alloc::count();
        ours.round(|| add(&mut sum, playout.run(1000)));
        allocations += alloc::count() - before;
        theirs.round(|| {
            listed += plain.run(1000);
            plies += 1000;
        });
    }
    HexFightSpeed {
        plies_per_second: ours.best,
        plain_per_second: theirs.best,
        ratio: ours.best / theirs.best,
        listed_per_second: ours.best * sum.listed as f64 / sum.actions as f64,
        plain_listed_per_second: theirs.best * listed as f64 / plies as f64,
        allocations_per_ply: allocations as f64 / sum.actions as f64,
    }
}
