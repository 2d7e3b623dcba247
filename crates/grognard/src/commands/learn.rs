//! `grognard learn`: a judge of positions or a chooser of options learns from games that computers play against each other.

use crate::cli::LearnArgs;
use crate::failure::Failure;
use crate::files::write_whole;
use crate::signals;
use ai::{Choices, Course, Fit, Fitting, Limits, Samples, Schooled, Stop};
use catalogue::Game;
use engine::Chooser;
use engine::data::{Origin, Provenance};
use std::fs;
use std::num::NonZero;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Plays, fits and writes down, generation by generation.
pub fn run(args: LearnArgs) -> Result<(), Failure> {
    let game = catalogue::find(&args.game)?.load(args.data.folder.as_deref())?;
    let about = game.about();
    let scenario = args.scenario.as_deref().map_or(Ok(0), |id| about.scenario(id)).map_err(Failure::said)?;
    let options = about.switch(about.options_in(scenario), &args.options).map_err(Failure::said)?;
    let id = about.scenarios[scenario].id.clone();
    let subject = if args.chooser { CHOOSER } else { JUDGE };
    let folder = args.out.clone().unwrap_or_else(|| PathBuf::from(format!("{}-{id}-{}", args.game, subject.name)));
    let school = School { game: &*game, course: Course { scenario, options }, subject, id, folder, args: &args };
    school.open()?;
    let stop = signals::stop_flag()?;
    let mut chooser = None;
    for generation in 1..=args.generations.into() {
        let (games, told) = if args.chooser {
            let (games, schooled, told) = school.learn_to_choose(generation, chooser.as_ref(), &stop)?;
            chooser = Some(Chooser::new(&schooled.lore));
            (games, told)
        } else {
            let samples = school.play(generation, &stop)?;
            (samples.games(), school.fit(&samples, generation)?)
        };
        school.log(generation, games, &told)?;
    }
    println!("The {} stands in {}.", subject.name, school.learned().display());
    Ok(())
}

/// What is learned.
#[derive(Copy, Clone)]
struct Subject {
    name: &'static str,
    /// The folder of what was learned among the game's data.
    folder: &'static str,
    /// So many games are kept in a file of their own.
    shard: u64,
}

/// To judge positions.
const JUDGE: Subject = Subject { name: "judge", folder: "judges", shard: 20 };
/// To choose among options: its games take longer.
const CHOOSER: Subject = Subject { name: "chooser", folder: "choosers", shard: 2 };

/// Where somebody learns.
struct School<'a> {
    game: &'a dyn Game,
    course: Course,
    subject: Subject,
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
        for folder in [self.folder.join("games"), self.data()] {
            fs::create_dir_all(&folder).map_err(|error| in_file(&folder, &error))?;
        }
        match fs::read_to_string(&file) {
            Ok(begun) if begun == plan => Ok(()),
            Ok(begun) => {
                let message = format!("here something else was begun: {}", begun.trim_end());
                Err(in_file(&self.folder, &message))
            }
            Err(_) => {
                if !self.args.chooser {
                    write_whole(&self.folder.join("features"), &self.game.features(self.course.scenario).join("\n"))?;
                }
                write_whole(&file, &plan)
            }
        }
    }

    /// How many files the games of so many generations are kept in.
    fn shards(&self, generations: u64) -> u64 {
        (generations * u64::from(self.args.games)).div_ceil(self.subject.shard)
    }

    /// The files of some games: those that lie in the folder, and the others as they are played. Where a generation's time is up,
    /// the rest is left out.
    fn play_all(
        &self,
        shards: Range<u64>,
        stop: &Stop,
        play: impl Fn(Range<u64>, &Limits) -> Option<Vec<u8>> + Sync,
    ) -> Result<(), Failure> {
        let next = AtomicU64::new(shards.start);
        let deadline = self.args.seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds));
        let limits = Limits { stop: stop.clone(), deadline, ..Limits::default() };
        let threads = self.args.threads.or(std::thread::available_parallelism().ok()).map_or(1, NonZero::get);
        let work = || -> Result<(), Failure> {
            while let Some(shard) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&shard| shard < shards.end) {
                if self.file(shard).exists() {
                    continue;
                }
                let first = u64::from(self.args.seed) + shard * self.subject.shard;
                match play(first..first + self.subject.shard, &limits) {
                    Some(bytes) => self.keep(shard, &bytes)?,
                    None if stop.is_told() => {
                        let message = format!("stopped; the same command goes on in {}", self.folder.display());
                        return Err(Failure::Stopped(message));
                    }
                    None => break,
                }
            }
            Ok(())
        };
        let done: Vec<Result<(), Failure>> = std::thread::scope(|scope| {
            let running: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            running
                .into_iter()
                .map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .collect()
        });
        done.into_iter().collect()
    }

    fn keep(&self, shard: u64, bytes: &[u8]) -> Result<(), Failure> {
        let (file, part) = (self.file(shard), self.file(shard).with_extension("part"));
        let kept = fs::write(&part, bytes).and_then(|()| fs::rename(&part, &file));
        kept.map_err(|error| in_file(&file, &error))
    }

    /// What lies in the files of some games, one after the other.
    fn read_all<T>(
        &self,
        shards: Range<u64>,
        read: impl Fn(&[u8]) -> Option<T>,
        mut each: impl FnMut(T),
    ) -> Result<(), Failure> {
        for file in shards.map(|shard| self.file(shard)).filter(|file| file.exists()) {
            let bytes = fs::read(&file).map_err(|error| in_file(&file, &error))?;
            each(read(&bytes).ok_or_else(|| in_file(&file, &"this cannot be read"))?);
        }
        Ok(())
    }

    /// The games of a generation and of all before it, to learn to judge from.
    fn play(&self, generation: u64, stop: &Stop) -> Result<Samples, Failure> {
        let shards = 0..self.shards(generation);
        self.play_all(shards.clone(), stop, |seeds, limits| {
            Some(self.game.practise(&self.course, seeds, limits)?.to_bytes())
        })?;
        let mut samples = Samples::default();
        self.read_all(shards, Samples::from_bytes, |shard| samples.append(&shard))?;
        Ok(samples)
    }

    /// Plays the games of a generation by the chooser of the one before, fits a new one to all games so far and writes it down; of
    /// how many games, and how well it does.
    fn learn_to_choose(
        &self,
        generation: u64,
        chooser: Option<&Chooser>,
        stop: &Stop,
    ) -> Result<(usize, Schooled, String), Failure> {
        let shards = self.shards(generation - 1)..self.shards(generation);
        self.play_all(shards.clone(), stop, |seeds, limits| {
            Some(self.game.try_out(&self.course, chooser, seeds, limits)?.to_bytes())
        })?;
        let mut choices = Choices::default();
        self.read_all(0..shards.end, Choices::from_bytes, |shard| choices.append(&shard))?;
        let detail = format!(
            "learned by playing {} options on in {} games of the computer against itself, generation {generation}",
            choices.len(),
            choices.games()
        );
        let schooled = Schooled::fit(&choices, Provenance { origin: Origin::Reconstruction, detail });
        write_whole(&self.learned(), &schooled.lore.to_string())?;
        let told = format!(
            "{} decisions, explains {:.1} % of gains, gains {:.1} +- {:.1} thousandths a decision and chooses otherwise in {:.0} % \
             of them, {} signs, decay {}",
            choices.decisions(),
            100.0 * schooled.explained,
            schooled.gain[0],
            schooled.gain[1],
            100.0 * schooled.other,
            schooled.lore.weights.len(),
            schooled.decay
        );
        Ok((choices.games(), schooled, told))
    }

    fn file(&self, shard: u64) -> PathBuf {
        let kind = if self.args.chooser { "choices" } else { "samples" };
        self.folder.join("games").join(format!("{shard:05}.{kind}"))
    }

    /// The folder of what is learned, among data of this game that other commands can be given.
    fn data(&self) -> PathBuf {
        self.folder.join("data").join(&self.args.game).join(self.subject.folder)
    }

    fn learned(&self) -> PathBuf {
        self.data().join(format!("{}.txt", self.id))
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
        write_whole(&self.learned(), &learned.to_string())?;
        Ok(format!("explains {:.1} % of margins and {:.1} % of results, {rounds} rounds", 100.0 * margin, 100.0 * win))
    }

    /// The same by another program.
    fn fit_with(&self, program: &str, samples: &Samples, source: &Provenance) -> Result<String, Failure> {
        let all = self.folder.join("all.samples");
        fs::write(&all, samples.to_bytes()).map_err(|error| in_file(&all, &error))?;
        let mut words = program.split(' ');
        let mut command = Command::new(words.next().unwrap_or_default());
        command.args(words).arg(&all).arg(self.folder.join("features")).arg(self.learned()).arg(source.to_string());
        let said = command.output().map_err(|error| Failure::said(format!("{program}: {error}")))?;
        if !said.status.success() {
            return Err(Failure::said(format!("{program}: {}", String::from_utf8_lossy(&said.stderr).trim_end())));
        }
        Ok(String::from_utf8_lossy(&said.stdout).trim_end().to_string())
    }

    /// Says how a generation did, and writes it into the log unless it stands there.
    fn log(&self, generation: u64, games: usize, told: &str) -> Result<(), Failure> {
        let file = self.folder.join("log");
        let line = format!("generation {generation}: {games} games, {told}");
        println!("{line}");
        let log = fs::read_to_string(&file).unwrap_or_default();
        let kept: String = log.lines().take(generation as usize - 1).map(|line| format!("{line}\n")).collect();
        write_whole(&file, &format!("{kept}{line}\n"))
    }
}

fn in_file(file: &Path, message: &dyn std::fmt::Display) -> Failure {
    Failure::said(format!("{}: {message}", file.display()))
}
