//! `grognard learn`: a judge of positions learns from games that computers play against each other.

use crate::cli::LearnArgs;
use crate::failure::Failure;
use crate::files::write_whole;
use crate::signals;
use ai::{Course, Fit, Fitting, Limits, Samples, Stop};
use catalogue::Game;
use engine::data::{Origin, Provenance};
use std::fs;
use std::num::NonZero;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

/// So many games are kept in a file of their own.
const SHARD: u64 = 20;

/// Plays, fits and writes down, generation by generation.
pub fn run(args: LearnArgs) -> Result<(), Failure> {
    let game = catalogue::find(&args.game)?.load(args.data.folder.as_deref())?;
    let about = game.about();
    let scenario = args.scenario.as_deref().map_or(Ok(0), |id| about.scenario(id)).map_err(Failure::said)?;
    let options = about.switch(about.default_options(), &args.options).map_err(Failure::said)?;
    let id = about.scenarios[scenario].id.clone();
    let folder = args.out.clone().unwrap_or_else(|| PathBuf::from(format!("{}-{id}-judge", args.game)));
    let school = School { game: &*game, course: Course { scenario, options }, id, folder, args: &args };
    school.open()?;
    let stop = signals::stop_flag()?;
    for generation in 1..=args.generations.into() {
        let samples = school.play(generation, &stop)?;
        let told = school.fit(&samples, generation)?;
        school.log(generation, &told)?;
    }
    println!("The judge stands in {}.", school.judge().display());
    Ok(())
}

/// Where a judge learns.
struct School<'a> {
    game: &'a dyn Game,
    course: Course,
    /// The scenario's id.
    id: String,
    folder: PathBuf,
    args: &'a LearnArgs,
}

impl School<'_> {
    /// Opens the folder: a new one, or one where the same was begun.
    fn open(&self) -> Result<(), Failure> {
        let about = self.game.about();
        let plan = format!(
            "{} {} version {} data {} seed {} options {}\n",
            self.args.game,
            self.id,
            about.version,
            self.game.provenance().digest(),
            self.args.seed,
            self.args.options.join(",")
        );
        let file = self.folder.join("plan");
        for folder in ["games", "data/judges"] {
            fs::create_dir_all(self.folder.join(folder)).map_err(|error| in_file(&self.folder, &error))?;
        }
        match fs::read_to_string(&file) {
            Ok(begun) if begun == plan => Ok(()),
            Ok(begun) => {
                let message = format!("here something else was begun: {}", begun.trim_end());
                Err(in_file(&self.folder, &message))
            }
            Err(_) => {
                write_whole(&self.folder.join("features"), &self.game.features(self.course.scenario).join("\n"))?;
                write_whole(&file, &plan)
            }
        }
    }

    /// The games of a generation and of all before it: those that lie in the folder, and the others as they are played.
    fn play(&self, generation: u64, stop: &Stop) -> Result<Samples, Failure> {
        let shards = (generation * u64::from(self.args.games)).div_ceil(SHARD) as usize;
        let next = AtomicUsize::new(0);
        let threads = self.args.threads.or(std::thread::available_parallelism().ok()).map_or(1, NonZero::get);
        let done: Vec<Result<(), Failure>> = std::thread::scope(|scope| {
            let work = || -> Result<(), Failure> {
                while let Some(shard) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&shard| shard < shards) {
                    if !self.file(shard).exists() {
                        self.play_shard(shard, stop)?;
                    }
                }
                Ok(())
            };
            let running: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            running
                .into_iter()
                .map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .collect()
        });
        done.into_iter().collect::<Result<(), Failure>>()?;
        let mut samples = Samples::default();
        for shard in 0..shards {
            let file = self.file(shard);
            let bytes = fs::read(&file).map_err(|error| in_file(&file, &error))?;
            samples.append(&Samples::from_bytes(&bytes).ok_or_else(|| in_file(&file, &"these are no samples"))?);
        }
        Ok(samples)
    }

    fn play_shard(&self, shard: usize, stop: &Stop) -> Result<(), Failure> {
        let first = u64::from(self.args.seed) + shard as u64 * SHARD;
        let seeds: Range<u64> = first..first + SHARD;
        let limits = Limits { stop: stop.clone(), ..Limits::default() };
        let Some(samples) = self.game.practise(&self.course, seeds, &limits) else {
            return Err(Failure::Stopped(format!("stopped; the same command goes on in {}", self.folder.display())));
        };
        let (file, part) = (self.file(shard), self.file(shard).with_extension("part"));
        let kept = fs::write(&part, samples.to_bytes()).and_then(|()| fs::rename(&part, &file));
        kept.map_err(|error| in_file(&file, &error))
    }

    fn file(&self, shard: usize) -> PathBuf {
        self.folder.join("games").join(format!("{shard:05}.samples"))
    }

    fn judge(&self) -> PathBuf {
        self.folder.join("data/judges").join(format!("{}.txt", self.id))
    }

    /// Fits a judge and writes it down; how well it does.
    fn fit(&self, samples: &Samples, generation: u64) -> Result<String, Failure> {
        let detail =
            format!("learned in {} games of the computer against itself, generation {generation}", samples.games());
        let source = Provenance { origin: Origin::Reconstruction, detail };
        if let Some(program) = &self.args.fit_with {
            return self.fit_with(program, samples, &source);
        }
        let Fit { learned, margin, win, rounds } =
            self.game.fit(self.course.scenario, &Fitting::default(), samples, source);
        write_whole(&self.judge(), &learned.to_string())?;
        Ok(format!("explains {:.1} % of margins and {:.1} % of results, {rounds} rounds", 100.0 * margin, 100.0 * win))
    }

    /// The same by another program.
    fn fit_with(&self, program: &str, samples: &Samples, source: &Provenance) -> Result<String, Failure> {
        let all = self.folder.join("all.samples");
        fs::write(&all, samples.to_bytes()).map_err(|error| in_file(&all, &error))?;
        let mut words = program.split(' ');
        let mut command = Command::new(words.next().unwrap_or_default());
        command.args(words).arg(&all).arg(self.folder.join("features")).arg(self.judge()).arg(source.to_string());
        let said = command.output().map_err(|error| Failure::said(format!("{program}: {error}")))?;
        if !said.status.success() {
            return Err(Failure::said(format!("{program}: {}", String::from_utf8_lossy(&said.stderr).trim_end())));
        }
        Ok(String::from_utf8_lossy(&said.stdout).trim_end().to_string())
    }

    /// Says how a generation did, and writes it into the log unless it stands there.
    fn log(&self, generation: u64, told: &str) -> Result<(), Failure> {
        let file = self.folder.join("log");
        let line = format!("generation {generation}: {} games, {told}", generation * u64::from(self.args.games));
        println!("{line}");
        let log = fs::read_to_string(&file).unwrap_or_default();
        let kept: String = log.lines().take(generation as usize - 1).map(|line| format!("{line}\n")).collect();
        write_whole(&file, &format!("{kept}{line}\n"))
    }
}

fn in_file(file: &Path, message: &dyn std::fmt::Display) -> Failure {
    Failure::said(format!("{}: {message}", file.display()))
}
