//! Runs on more than one machine, by way of a NATS server.

mod brief;

use super::progress::Progress;
use crate::cli::WorkerArgs;
use crate::failure::Failure;
use crate::signals::stop_flag;
use ai::Stop;
use brief::Brief;
use cluster::{ClusterError, Gather, Job, Leader, Skill, WorkerSettings};
use sim::{Folder, Shard, Workshop};
use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Makes sure that there is a NATS server.
pub fn reach(url: &str) -> Result<(), Failure> {
    Ok(cluster::reach(url)?)
}

/// Has the missing shards of a run played by workers, until all are there or it is stopped; how many threads they had at
/// most.
pub fn lead(
    folder: &Folder,
    url: &str,
    patience: u64,
    stop: &Stop,
    progress: &Progress,
) -> Result<NonZeroUsize, Failure> {
    let brief = serde_json::to_vec(&Brief::of(folder).map_err(Failure::Said)?)?;
    let queue = QueueName::of(folder)?;
    let leader = Leader {
        url,
        run: &queue.name,
        brief: &brief,
        missing: folder.missing()?.into_iter().collect(),
        patience: Duration::from_secs(patience),
        stop: &|| stop.is_told(),
    };
    let mut collector = Collector { folder, progress, threads: NonZeroUsize::MIN };
    let led = leader.lead(&mut collector);
    if matches!(led, Ok(_) | Err(ClusterError::Failed { .. } | ClusterError::QueueGone)) {
        queue.forget()?;
    }
    led?;
    Ok(collector.threads)
}

/// Plays shards of whatever runs there are, until it is stopped.
pub fn work(args: WorkerArgs) -> Result<(), Failure> {
    let threads = args.threads.map_or_else(std::thread::available_parallelism, Ok).unwrap_or(NonZeroUsize::MIN);
    let name = args.name.unwrap_or_else(|| format!("{}-{}", host(), std::process::id()));
    let stop = stop_flag()?;
    let settings = WorkerSettings {
        url: &args.nats,
        name: &name,
        threads: threads.get(),
        stop: &|| stop.is_told(),
        tell: &|sentence| eprintln!("{name}: {sentence}"),
    };
    let played = cluster::work(settings, &Player)?;
    eprintln!("{name}: left after {played} shards");
    Ok(())
}

/// What this machine is called.
fn host() -> String {
    let name = fs::read_to_string("/proc/sys/kernel/hostname").ok();
    name.map(|name| name.trim().to_string()).filter(|name| !name.is_empty()).unwrap_or_else(|| "worker".into())
}

/// The name of a run's queue, kept in the run's folder as long as there is a queue. Each is used once: what workers
/// say of an old queue must not be taken for something about a new one.
struct QueueName {
    file: PathBuf,
    name: String,
}

impl QueueName {
    fn of(folder: &Folder) -> Result<QueueName, Failure> {
        let file = folder.path().join("queue");
        let kept = fs::read_to_string(&file).ok().map(|name| name.trim().to_string());
        if let Some(name) = kept.filter(|name| !name.is_empty()) {
            return Ok(QueueName { file, name });
        }
        let number = RandomState::new().hash_one(std::time::SystemTime::now());
        let name = format!("{}-{number:016x}", folder.plan().game);
        crate::files::write_whole(&file, &format!("{name}\n"))?;
        Ok(QueueName { file, name })
    }

    fn forget(&self) -> Result<(), Failure> {
        fs::remove_file(&self.file).map_err(|error| Failure::said(format!("{}: {error}", self.file.display())))
    }
}

/// Keeps results in the folder of their run.
struct Collector<'a> {
    folder: &'a Folder,
    progress: &'a Progress,
    /// The most threads that were at work at once.
    threads: NonZeroUsize,
}

impl Gather for Collector<'_> {
    fn keep(&mut self, shard: u64, result: &[u8]) -> Result<(), String> {
        let played =
            Shard::from_bytes(result).map_err(|error| format!("the result of shard {shard} is none: {error}"))?;
        if played.number != shard {
            return Err(format!("the result of shard {shard} is that of shard {}", played.number));
        }
        self.folder.keep(&played).map_err(|error| error.to_string())?;
        self.progress.add(played.games.len() as u64);
        Ok(())
    }

    fn progress(&mut self, cluster::Progress { workers, threads, connected, .. }: cluster::Progress) {
        self.threads = self.threads.max(NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN));
        let count = |number: usize, one: &str| format!("{number} {one}{}", if number == 1 { "" } else { "s" });
        self.progress.note(&match (connected, workers) {
            (false, _) => "waiting for the NATS server".into(),
            (true, 0) => "waiting for workers".into(),
            (true, _) => format!("{} with {}", count(workers, "worker"), count(threads, "thread")),
        });
    }

    fn tell(&mut self, sentence: &str) {
        self.progress.say(sentence);
    }
}

/// What a worker can do: play games.
struct Player;

impl Skill for Player {
    fn open(&self, brief: &[u8]) -> Result<Arc<dyn Job>, String> {
        Ok(Arc::new(Played(Brief::read(brief)?.open()?)))
    }
}

struct Played(Workshop);

impl Job for Played {
    fn play(&self, shard: u64, stop: &Arc<AtomicBool>) -> Result<Option<Vec<u8>>, String> {
        let bytes = self.0.shard(shard, &Stop::from(stop.clone())).map(|shard| shard.to_bytes());
        bytes.transpose().map_err(|error| error.to_string())
    }
}
