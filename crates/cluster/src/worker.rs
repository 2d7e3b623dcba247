//! A worker: takes shards from all queues, plays them and sends back what came of them.

use crate::connection::{connect, runtime};
use crate::error::ClusterError;
use crate::parts::Part;
use crate::queue::{self, Queue, Taker, shard_of, subject, take_now};
use crate::signs::{EVERY, Sign};
use async_nats::HeaderMap;
use async_nats::connection::State;
use async_nats::header::NATS_MESSAGE_ID;
use async_nats::jetstream::message::Acker;
use async_nats::jetstream::{AckKind, Context, Message};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

/// The header that tells plays of the same shard apart.
pub(crate) const PLAY: &str = "Grognard-Play";
/// The header with the worker's name.
pub(crate) const WORKER: &str = "Grognard-Worker";
/// The header of a result that is none: the text says why.
pub(crate) const FAILED: &str = "Grognard-Failed";

/// How soon work is looked for again where there was none, and how soon a stop is heard.
const TICK: Duration = Duration::from_millis(200);
/// How often new runs are looked for.
const LOOK: Duration = Duration::from_secs(1);
/// How long a worker that leaves tries to send what it has.
const FAREWELL: Duration = Duration::from_secs(5);

/// What a worker can do.
pub trait Skill {
    /// Understands the brief of a run, or says in a clause why it cannot play it.
    fn open(&self, brief: &[u8]) -> Result<Arc<dyn Job>, String>;
}

/// A run that a worker has understood.
pub trait Job: Send + Sync {
    /// Plays a shard; nothing if it was told to stop, an error if nobody can play it.
    fn play(&self, shard: u64, stop: &Arc<AtomicBool>) -> Result<Option<Vec<u8>>, String>;
}

/// How a worker works.
pub struct WorkerSettings<'a> {
    /// The server: `nats://HOST:4222`.
    pub url: &'a str,
    /// What people call it.
    pub name: &'a str,
    /// How many shards it plays at once.
    pub threads: usize,
    /// Whether it is to return its shards and leave.
    pub stop: &'a dyn Fn() -> bool,
    /// Hears what it has to say, a sentence each.
    pub tell: &'a dyn Fn(&str),
}

/// Works until it is stopped; gives the number of shards played.
pub fn work(settings: WorkerSettings<'_>, skill: &dyn Skill) -> Result<u64, ClusterError> {
    runtime()?.block_on(async {
        let context = connect(settings.url, format!("grognard worker {}", settings.name)).await?;
        let id = context.client().new_inbox();
        let sender = Arc::new(Sender { context, id, name: settings.name.into(), played: AtomicU64::new(0) });
        let mut bench = Workbench { settings, skill, sender, runs: Vec::new(), playing: JoinSet::new() };
        bench.work().await;
        Ok(bench.leave().await)
    })
}

/// A run on the server, as a worker sees it.
struct Known {
    name: String,
    taker: Taker,
    /// Why it is not played here, if it is not.
    job: Result<Arc<dyn Job>, String>,
    stop: Arc<AtomicBool>,
    /// Whether the last look at the server did not show it.
    missed: bool,
    played: Arc<AtomicU64>,
}

/// A worker and all that it has to do.
struct Workbench<'a> {
    settings: WorkerSettings<'a>,
    skill: &'a dyn Skill,
    sender: Arc<Sender>,
    /// The run from which the next shard is taken comes first.
    runs: Vec<Known>,
    playing: JoinSet<()>,
}

impl Workbench<'_> {
    async fn work(&mut self) {
        let slots = Arc::new(Semaphore::new(self.settings.threads.max(1)));
        let (mut looked, mut signed) = (None::<Instant>, None::<Instant>);
        let due = |last: Option<Instant>, every| last.is_none_or(|last| last.elapsed() >= every);
        let mut connected = true;
        while !(self.settings.stop)() {
            let now_connected = self.sender.context.client().connection_state() == State::Connected;
            if now_connected != connected {
                connected = now_connected;
                (self.settings.tell)(if connected {
                    "the server is back"
                } else {
                    "the server is away, waiting for it"
                });
            }
            if due(looked, LOOK) {
                let met = self.look().await;
                looked = Some(Instant::now());
                if met {
                    signed = None;
                }
            }
            if due(signed, EVERY) {
                self.sign().await;
                signed = Some(Instant::now());
            }
            while self.playing.try_join_next().is_some() {}
            let Ok(Ok(slot)) = tokio::time::timeout(TICK, slots.clone().acquire_owned()).await else { continue };
            match self.next_shard().await {
                Some(play) => {
                    self.playing.spawn(async move {
                        let _slot = slot;
                        play.go().await;
                    });
                }
                None => tokio::time::sleep(TICK).await,
            }
        }
    }

    /// Returns all shards and waits until that is done.
    async fn leave(mut self) -> u64 {
        for run in &self.runs {
            run.stop.store(true, Ordering::Relaxed);
        }
        while self.playing.join_next().await.is_some() {}
        let _ = tokio::time::timeout(FAREWELL, self.sender.context.client().flush()).await;
        self.sender.played.load(Ordering::Relaxed)
    }

    /// Looks which runs there are; whether there are new ones. One that was there and is not any more has ended.
    async fn look(&mut self) -> bool {
        let Ok(names) = queue::runs(&self.sender.context).await else { return false };
        let mut met = false;
        for name in &names {
            if !self.runs.iter().any(|run| run.name == *name)
                && let Some(known) = self.meet(name).await
            {
                self.runs.push(known);
                met = true;
            }
        }
        let tell = self.settings.tell;
        self.runs.retain_mut(|run| {
            let missed = !names.contains(&run.name);
            // Twice, because a server that has just started may not know all of its queues yet.
            let gone = missed && run.missed;
            run.missed = missed;
            if gone {
                run.stop.store(true, Ordering::Relaxed);
                let played = run.played.load(Ordering::Relaxed);
                tell(&format!("run {} has ended; {played} of its shards were played here", run.name));
            }
            !gone
        });
        met
    }

    /// Understands a run, once its leader has said all of it.
    async fn meet(&self, name: &str) -> Option<Known> {
        let queue = Queue::find(&self.sender.context, name).await.ok()??;
        let taker = queue.opened().await?;
        let brief = queue.brief().await.ok()??;
        let job = self.skill.open(&brief);
        match &job {
            Ok(_) => (self.settings.tell)(&format!("taking part in run {name}")),
            Err(why) => (self.settings.tell)(&format!("not taking part in run {name}: {why}")),
        }
        Some(Known { name: name.into(), taker, job, stop: Arc::default(), missed: false, played: Arc::default() })
    }

    /// Gives each leader a sign of life.
    async fn sign(&self) {
        for run in &self.runs {
            let sign = Sign {
                id: self.sender.id.clone(),
                name: self.sender.name.clone(),
                threads: self.settings.threads,
                playing: Some(self.playing.len()),
                refuses: run.job.as_ref().err().cloned(),
            };
            let Ok(json) = serde_json::to_vec(&sign) else { continue };
            let _ = self.sender.context.client().publish(subject(&run.name, "alive"), json.into()).await;
        }
    }

    /// A shard from the next run that has one, so that all runs get their share.
    async fn next_shard(&mut self) -> Option<Play> {
        for _ in 0..self.runs.len() {
            self.runs.rotate_left(1);
            let Some(run) = self.runs.last() else { continue };
            let Ok(job) = &run.job else { continue };
            if run.missed {
                continue;
            }
            let message = take_now(&run.taker, 1).await.ok().and_then(|mut taken| taken.pop());
            if let Some(message) = message
                && let Some(play) = Play::new(message, run, job, &self.sender)
            {
                return Some(play);
            }
        }
        None
    }
}

/// A shard in play.
struct Play {
    run: String,
    shard: u64,
    /// Its place in the stream: the same however often it is handed out.
    place: u64,
    patience: Duration,
    acker: Arc<Acker>,
    job: Arc<dyn Job>,
    stop: Arc<AtomicBool>,
    played: Arc<AtomicU64>,
    sender: Arc<Sender>,
}

impl Play {
    fn new(message: Message, run: &Known, job: &Arc<dyn Job>, sender: &Arc<Sender>) -> Option<Play> {
        let place = message.info().ok()?.stream_sequence;
        let shard = shard_of(&message.subject)?;
        let (_, acker) = message.split();
        Some(Play {
            run: run.name.clone(),
            shard,
            place,
            patience: run.taker.cached_info().config.ack_wait,
            acker: Arc::new(acker),
            job: job.clone(),
            stop: run.stop.clone(),
            played: run.played.clone(),
            sender: sender.clone(),
        })
    }

    /// Plays it and sends the result, or returns it to the queue.
    async fn go(self) {
        let beat = tokio::spawn({
            let (acker, pause) = (self.acker.clone(), self.patience / 3);
            async move {
                loop {
                    tokio::time::sleep(pause).await;
                    let _ = acker.ack_with(AckKind::Progress).await;
                }
            }
        });
        let outcome = tokio::task::spawn_blocking({
            let (job, shard, stop) = (self.job.clone(), self.shard, self.stop.clone());
            move || job.play(shard, &stop)
        });
        let outcome = outcome.await.unwrap_or_else(|panic| Err(format!("the program broke down: {panic}")));
        let sent = match &outcome {
            Ok(None) => false,
            Ok(Some(result)) => self.send(result, false).await,
            Err(why) => self.send(why.as_bytes(), true).await,
        };
        beat.abort();
        if sent {
            // If this does not arrive the shard is played again, and the leader drops the second result.
            let _ = self.acker.double_ack().await;
            self.played.fetch_add(1, Ordering::Relaxed);
            self.sender.played.fetch_add(1, Ordering::Relaxed);
        } else {
            let _ = self.acker.ack_with(AckKind::Nak(None)).await;
        }
    }

    /// Sends the result; whether the server has it.
    async fn send(&self, result: &[u8], failed: bool) -> bool {
        for part in Part::split(result, self.sender.context.client().max_payload()) {
            let mut headers = part.headers();
            headers.insert(PLAY, self.sender.id.as_str());
            headers.insert(WORKER, self.sender.name.as_str());
            if failed {
                headers.insert(FAILED, "yes");
            }
            // The server drops what it has had already: the same result, whoever sends it, but not a part of another.
            let id = match part.of {
                1 => format!("{}.{}", self.shard, self.place),
                _ => format!("{}.{}.{}.{}", self.shard, self.place, self.sender.id, part.number),
            };
            headers.insert(NATS_MESSAGE_ID, id);
            let mut leaving = None;
            while !self.publish(&headers, &part.bytes).await {
                if self.stop.load(Ordering::Relaxed) && leaving.get_or_insert_with(Instant::now).elapsed() >= FAREWELL {
                    return false;
                }
                tokio::time::sleep(TICK).await;
            }
        }
        true
    }

    /// Sends one message; whether the server has it.
    async fn publish(&self, headers: &HeaderMap, bytes: &[u8]) -> bool {
        let place = subject(&self.run, &format!("result.{}", self.shard));
        let sent = self.sender.context.publish_with_headers(place, headers.clone(), bytes.to_vec().into());
        match sent.await {
            Ok(confirmed) => confirmed.await.is_ok(),
            Err(_) => false,
        }
    }
}

/// What all plays of a worker send with.
struct Sender {
    context: Context,
    /// Another for each worker that ever was.
    id: String,
    name: String,
    /// How many shards it has played.
    played: AtomicU64,
}
