//! A piece of work that can be watched, and a basket for what comes of it.

use cluster::{ClusterError, Gather, Job, Leader, Progress, Skill, WorkerSettings, work};
use std::collections::BTreeSet;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A run whose shards take so long and give so many bytes.
#[derive(Clone)]
pub struct Errand {
    /// How long a shard takes.
    pub millis: u64,
    /// How many bytes come of it.
    pub bytes: usize,
    /// A shard that nobody can play.
    pub broken: Option<u64>,
}

impl Errand {
    pub fn of(millis: u64) -> Errand {
        Errand { millis, bytes: 10, broken: None }
    }

    /// What workers are told of it.
    pub fn brief(&self) -> Vec<u8> {
        let broken = self.broken.map_or(-1, |shard| shard as i64);
        let mut brief = format!("errand {} {} {broken} ", self.millis, self.bytes).into_bytes();
        // As long as a result, so that long results come with long briefs.
        brief.resize(brief.len() + self.bytes, b'.');
        brief
    }

    /// What must come of a shard.
    pub fn result(&self, shard: u64) -> Vec<u8> {
        (0..self.bytes as u64).map(|n| (n * 7 + shard) as u8).collect()
    }
}

/// A worker that runs errands.
#[derive(Clone, Default)]
pub struct Runner {
    /// Where it writes down each shard that it begins.
    pub diary: Option<PathBuf>,
    /// How many it ends. It begins more, but these stay in its hands.
    pub ends: Option<usize>,
}

impl Runner {
    pub fn with_diary(diary: PathBuf) -> Runner {
        Runner { diary: Some(diary), ends: None }
    }
}

impl Skill for Runner {
    fn open(&self, brief: &[u8]) -> Result<Arc<dyn Job>, String> {
        let text = String::from_utf8_lossy(brief);
        let words: Vec<_> = text.split(' ').collect();
        let ["errand", millis, bytes, broken, _] = words[..] else { return Err("this is no errand".into()) };
        let errand =
            Errand { millis: millis.parse().unwrap(), bytes: bytes.parse().unwrap(), broken: broken.parse().ok() };
        Ok(Arc::new(Running { errand, runner: self.clone(), begun: AtomicUsize::new(0) }))
    }
}

struct Running {
    errand: Errand,
    runner: Runner,
    begun: AtomicUsize,
}

impl Job for Running {
    fn play(&self, shard: u64, stop: &Arc<AtomicBool>) -> Result<Option<Vec<u8>>, String> {
        if self.errand.broken == Some(shard) {
            return Err("the shard is broken".into());
        }
        if let Some(diary) = &self.runner.diary {
            let mut diary = OpenOptions::new().append(true).create(true).open(diary).unwrap();
            diary.write_all(format!("{shard}\n").as_bytes()).unwrap();
        }
        let begun_before = self.begun.fetch_add(1, Ordering::Relaxed);
        let for_ever = self.runner.ends.is_some_and(|ends| begun_before >= ends);
        let begun = Instant::now();
        while for_ever || begun.elapsed() < Duration::from_millis(self.errand.millis) {
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        Ok(Some(self.errand.result(shard)))
    }
}

/// A worker in a thread of this program.
pub struct Worker {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<Result<u64, ClusterError>>,
    /// All that it said.
    pub said: Arc<Mutex<Vec<String>>>,
}

impl Worker {
    pub fn start(url: &str, threads: usize) -> Worker {
        Worker::skilled(url, threads, Runner::default())
    }

    pub fn skilled(url: &str, threads: usize, skill: impl Skill + Send + 'static) -> Worker {
        let (stop, said) = (Arc::new(AtomicBool::new(false)), Arc::new(Mutex::new(Vec::new())));
        let thread = std::thread::spawn({
            let (url, stop, said) = (url.to_string(), stop.clone(), said.clone());
            move || {
                let tell = |sentence: &str| said.lock().unwrap().push(sentence.to_string());
                work(
                    WorkerSettings {
                        url: &url,
                        name: "here",
                        threads,
                        stop: &|| stop.load(Ordering::Relaxed),
                        tell: &tell,
                    },
                    &skill,
                )
            }
        });
        Worker { stop, thread, said }
    }

    /// Tells it to leave; how many shards it has played.
    pub fn leave(self) -> u64 {
        self.stop.store(true, Ordering::Relaxed);
        self.thread.join().unwrap().expect("the worker works")
    }
}

/// What a leader gathers. Nothing may come twice, nothing wrong.
pub struct Basket {
    pub errand: Errand,
    pub kept: BTreeSet<u64>,
    /// Where what was kept is written down, a line a shard.
    pub diary: Option<PathBuf>,
    pub told: Arc<Mutex<Vec<String>>>,
    /// How many workers were alive when that was last told.
    pub workers: usize,
    /// Called with how many shards are kept and how many workers are alive, whenever a shard is kept.
    pub each: Box<dyn FnMut(usize, usize) + Send>,
}

impl Basket {
    pub fn of(errand: &Errand) -> Basket {
        Basket {
            errand: errand.clone(),
            kept: BTreeSet::new(),
            diary: None,
            told: Arc::default(),
            workers: 0,
            each: Box::new(|_, _| ()),
        }
    }

    /// Leads the errand's shards with these numbers until they are all kept.
    pub fn gather(&mut self, url: &str, run: &str, shards: BTreeSet<u64>) -> Result<BTreeSet<u64>, ClusterError> {
        self.gather_until(url, run, shards, &AtomicBool::new(false))
    }

    pub fn gather_until(
        &mut self,
        url: &str,
        run: &str,
        missing: BTreeSet<u64>,
        stop: &AtomicBool,
    ) -> Result<BTreeSet<u64>, ClusterError> {
        self.gather_patiently(url, run, missing, stop, Duration::from_secs(3))
    }

    pub fn gather_patiently(
        &mut self,
        url: &str,
        run: &str,
        missing: BTreeSet<u64>,
        stop: &AtomicBool,
        patience: Duration,
    ) -> Result<BTreeSet<u64>, ClusterError> {
        let brief = self.errand.brief();
        Leader { url, run, brief: &brief, missing, patience, stop: &|| stop.load(Ordering::Relaxed) }.lead(self)
    }
}

impl Gather for Basket {
    fn keep(&mut self, shard: u64, result: &[u8]) -> Result<(), String> {
        assert!(result == self.errand.result(shard), "shard {shard} came out wrong");
        assert!(self.kept.insert(shard), "shard {shard} was kept twice");
        if let Some(diary) = &self.diary {
            let mut diary = OpenOptions::new().append(true).create(true).open(diary).map_err(|e| e.to_string())?;
            diary.write_all(format!("{shard}\n").as_bytes()).map_err(|e| e.to_string())?;
        }
        (self.each)(self.kept.len(), self.workers);
        Ok(())
    }

    fn progress(&mut self, progress: Progress) {
        self.workers = progress.workers;
    }

    fn tell(&mut self, sentence: &str) {
        self.told.lock().unwrap().push(sentence.to_string());
    }
}

/// A new file for a diary.
pub fn file(name: &str) -> PathBuf {
    let file = std::env::temp_dir().join(format!("grognard-cluster-{}-{name}", std::process::id()));
    let _ = std::fs::remove_file(&file);
    file
}

/// The numbers in a diary.
pub fn diary(file: &PathBuf) -> Vec<u64> {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    text.lines().map(|line| line.parse().unwrap()).collect()
}

/// Waits until something holds.
pub fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < Duration::from_secs(60), "{what} did not happen in a minute");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// This test program once more, in a process that can be killed: it runs the test `part` alone, with these variables.
pub fn process(part: &str, variables: &[(&str, &str)]) -> Child {
    let program = std::env::current_exe().expect("this program's path");
    Command::new(program)
        .args(["--exact", part, "--nocapture"])
        .envs(variables.iter().copied())
        .stdout(Stdio::null())
        .spawn()
        .expect("this program starts once more")
}
