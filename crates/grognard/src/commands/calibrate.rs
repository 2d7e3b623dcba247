//! `grognard calibrate`: chances to win are fitted to games of the computer against itself, and shown to hold.

use crate::cli::CalibrateArgs;
use crate::commands::sim::Progress;
use crate::failure::Failure;
use crate::signals;
use ai::{Limits, Stop};
use analysis::{Chances, Fitted, Practice, Reliability};
use catalogue::Game;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::num::NonZero;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How an analysis at a veteran's depth looks: games and turns.
const LOOK: (usize, u16) = (12, 2);
/// The fewest games that something is fitted to.
const FEWEST: usize = 20;

/// Plays, fits and shows.
pub fn run(args: CalibrateArgs) -> Result<(), Failure> {
    let game = catalogue::find(&args.game)?.load(args.data.folder.as_deref())?;
    let about = game.about();
    let only = args.scenario.as_deref().map(|id| about.scenario(id)).transpose().map_err(Failure::said)?;
    let stop = signals::stop_flag()?;
    for scenario in (0..about.scenarios.len()).filter(|scenario| only.is_none_or(|only| only == *scenario)) {
        let options = about.switch(about.options_in(scenario), &args.options).map_err(Failure::said)?;
        let fitting = Fitting { game: &*game, practice: Practice { scenario, options }, args: &args, stop: &stop };
        let table = fitting.table(&about.scenarios[scenario].id)?;
        match &args.out {
            None => println!("{table}"),
            Some(file) => {
                let wrong = |error: std::io::Error| Failure::said(format!("{}: {error}", file.display()));
                let mut file = OpenOptions::new().create(true).append(true).open(file).map_err(wrong)?;
                writeln!(file, "{table}").map_err(wrong)?;
            }
        }
    }
    Ok(())
}

/// Where a scenario's chances are fitted.
struct Fitting<'a> {
    game: &'a dyn Game,
    practice: Practice,
    args: &'a CalibrateArgs,
    stop: &'a Stop,
}

impl Fitting<'_> {
    /// The table of a scenario, and what was seen of it, in remarks.
    fn table(&self, id: &str) -> Result<String, Failure> {
        let first = u64::from(self.args.seed);
        if self.args.kept {
            let missing = || Failure::said(format!("no chances are built in for {}, {id}", self.args.game));
            let chances = Chances::of(&self.args.game, id).ok_or_else(missing)?;
            return Ok(self.proved(chances, first));
        }
        let (samples, played) =
            self.games(first, self.args.games, |seed, limits| self.game.chance_samples(&self.practice, seed, limits));
        if played < FEWEST {
            return Err(Failure::Stopped(format!("stopped after {played} games: too few to fit anything to")));
        }
        let version = self.game.about().version;
        let source = format!(
            "reconstruction fitted to {played} games of the computer against itself, rules {version}, data {}",
            self.game.provenance().digest()
        );
        let fitted = Fitted::to(&self.args.game, id, &source, &samples);
        let table = format!("# The curve by itself, in games held back:\n{}", fitted.held_back);
        if self.args.proofs == 0 || self.stop.is_told() {
            return Ok(table + &fitted.chances.to_string());
        }
        Ok(table + &self.proved(&fitted.chances, first + u64::from(self.args.games)))
    }

    /// Chances with how they do in the midst of games that they were not fitted to.
    fn proved(&self, chances: &Chances, first: u64) -> String {
        let proofs = self.prove(chances, first);
        format!("# As an analysis at a veteran's depth shows it, in other games:\n{proofs}{chances}")
    }

    fn prove(&self, chances: &Chances, first: u64) -> Reliability {
        let (proofs, _) = self.games(first, self.args.proofs, |seed, limits| {
            self.game.chance_proofs(&self.practice, chances, seed, LOOK, limits)
        });
        Reliability::of(proofs.into_iter())
    }

    /// What the games of some seeds have shown, and how many were played before it was told to stop.
    fn games<T: Send>(
        &self,
        first: u64,
        games: u32,
        play: impl Fn(u64, &Limits) -> Option<Vec<T>> + Sync,
    ) -> (Vec<T>, usize) {
        let until = self.args.seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds));
        let threads = self.args.threads.or(std::thread::available_parallelism().ok()).map_or(1, NonZero::get);
        let progress = Progress::new(games.into(), 0);
        let next = AtomicU64::new(first);
        let found = Mutex::new(Vec::new());
        let limits = Limits { stop: self.stop.clone(), ..Limits::default() };
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    while until.is_none_or(|until| Instant::now() < until) {
                        let seed = next.fetch_add(1, Ordering::Relaxed);
                        if seed >= first + u64::from(games) {
                            break;
                        }
                        let Some(game) = play(seed, &limits) else { break };
                        found.lock().unwrap_or_else(PoisonError::into_inner).push((seed, game));
                        progress.add(1);
                    }
                });
            }
        });
        progress.close();
        let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        found.sort_by_key(|(seed, _)| *seed);
        let played = found.len();
        (found.into_iter().flat_map(|(_, game)| game).collect(), played)
    }
}
