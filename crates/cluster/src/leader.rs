//! The leader: puts the shards of a run into its queue and gathers what comes of them.

use crate::connection::{connect, runtime};
use crate::error::{ClusterError, unlucky};
use crate::parts::{Collected, Part};
use crate::queue::{self, Queue, Taker, shard_of, subject, take_now};
use crate::signs::{Sign, Signs};
use crate::worker::{FAILED, PLAY, WORKER};
use async_nats::connection::State;
use async_nats::jetstream::consumer::pull::Batch;
use async_nats::jetstream::message::Acker;
use async_nats::jetstream::{Context, Message};
use futures_util::StreamExt;
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

/// How often progress is told, and how soon a stop is heard.
const TICK: Duration = Duration::from_millis(200);
/// How long one request for results stays open.
const OPEN: Duration = Duration::from_secs(5);
/// How often it is made sure that all missing shards are in the queue.
const SUPPLY: Duration = Duration::from_secs(60);
/// So many messages are asked for at once.
const AT_ONCE: usize = 32;

/// A run to be led.
pub struct Leader<'a> {
    /// The server: `nats://HOST:4222`.
    pub url: &'a str,
    /// The run's name, that no other run on the server has: letters, digits and hyphens.
    pub run: &'a str,
    /// What workers must know of the run.
    pub brief: &'a [u8],
    /// The shards whose results are not there yet.
    pub missing: BTreeSet<u64>,
    /// After how long without a sign of life a shard goes to another worker.
    pub patience: Duration,
    /// Whether the run is to stop: then its queue is taken off the server, and what was gathered stays.
    pub stop: &'a dyn Fn() -> bool,
}

/// Whoever a leader gathers results for.
pub trait Gather {
    /// Keeps the result of a shard, so that it is safe when this returns; called once for each shard.
    fn keep(&mut self, shard: u64, result: &[u8]) -> Result<(), String>;
    /// How things stand, a few times a second.
    fn progress(&mut self, progress: Progress);
    /// Something to be said to people, in a sentence.
    fn tell(&mut self, sentence: &str);
}

/// How a run stands.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Shards whose results are not there yet.
    pub missing: usize,
    /// Workers that play this run.
    pub workers: usize,
    /// How many shards they play at once.
    pub threads: usize,
    /// Whether the server can be reached.
    pub connected: bool,
}

impl Leader<'_> {
    /// Leads the run until all results are there, or it is stopped; gives the shards whose results are missing.
    pub fn lead(self, gather: &mut dyn Gather) -> Result<BTreeSet<u64>, ClusterError> {
        runtime()?.block_on(self.lead_here(gather))
    }

    async fn lead_here(self, gather: &mut dyn Gather) -> Result<BTreeSet<u64>, ClusterError> {
        let context = connect(self.url, format!("grognard leader of {}", self.run)).await?;
        let mut desk =
            Desk { gather, missing: self.missing.clone(), unfinished: BTreeMap::new(), signs: Signs::default() };
        let led = self.lead_at(&mut desk, &context).await;
        // After any other trouble the queue stays, with all results that may wait there for a leader who goes on.
        if matches!(led, Ok(()) | Err(ClusterError::Failed { .. }))
            && let Err(error) = queue::remove(&context, self.run).await
        {
            desk.gather.tell(&error.to_string());
        }
        led.map(|()| desk.missing)
    }

    async fn lead_at(&self, desk: &mut Desk<'_>, context: &Context) -> Result<(), ClusterError> {
        let signs = context.client().subscribe(subject(self.run, "alive")).await;
        let mut signs = signs.map_err(unlucky("tell of workers"))?;
        let queue = Queue::create(context, self.run).await?;
        queue.put_brief(self.brief).await?;
        queue.open(self.patience).await?;
        let results = queue.results().await?;
        desk.supply(&queue, &results).await?;

        let mut tick = tokio::time::interval(TICK);
        let mut batch: Option<Batch> = None;
        let mut supplied = Instant::now();
        let mut missed = desk.missing.len();
        while !desk.missing.is_empty() && !(self.stop)() {
            let Some(open) = &mut batch else {
                if supplied.elapsed() >= SUPPLY {
                    match desk.supply(&queue, &results).await {
                        // It will be asked again.
                        Err(ClusterError::Server { .. }) => (),
                        done => done?,
                    }
                    if desk.missing.len() == missed && desk.signs.any_idle(Instant::now()) {
                        desk.unblock(&queue, self.patience).await?;
                    }
                    (supplied, missed) = (Instant::now(), desk.missing.len());
                }
                match results.batch().max_messages(AT_ONCE).expires(OPEN).messages().await {
                    Ok(open) => batch = Some(open),
                    Err(_) => desk.wait(context, self.run).await?,
                }
                continue;
            };
            tokio::select! {
                message = open.next() => match message {
                    Some(Ok(message)) => desk.receive(message).await?,
                    None => batch = None,
                    Some(Err(_)) => {
                        batch = None;
                        desk.wait(context, self.run).await?;
                    }
                },
                Some(message) = signs.next() => desk.hear(&message.payload),
                _ = tick.tick() => desk.progress(context),
            }
        }
        if !desk.missing.is_empty() {
            match desk.drain(&results).await {
                Err(error @ ClusterError::Server { .. }) => desk.gather.tell(&error.to_string()),
                drained => drained?,
            }
        }
        desk.progress(context);
        Ok(())
    }
}

/// What lies on the leader's desk.
struct Desk<'a> {
    gather: &'a mut dyn Gather,
    missing: BTreeSet<u64>,
    unfinished: BTreeMap<u64, Unfinished>,
    signs: Signs,
}

/// A result of which parts are lacking.
#[derive(Default)]
struct Unfinished {
    /// By who plays it: two that play the same shard may take other times for it.
    plays: BTreeMap<String, Collected>,
    /// What must be taken off when the result is kept.
    ackers: Vec<Acker>,
}

impl Desk<'_> {
    /// Takes in a message; it is taken off only when the shard is kept.
    async fn receive(&mut self, message: Message) -> Result<(), ClusterError> {
        let (message, acker) = message.split();
        let header = |name: &str| message.headers.as_ref().and_then(|headers| headers.get(name)).map(|v| v.to_string());
        let shard = shard_of(&message.subject).filter(|shard| self.missing.contains(shard));
        let part = Part::read(message.headers.as_ref(), &message.payload);
        let (Some(shard), Some(part)) = (shard, part) else {
            return take_off(&[acker]).await;
        };
        let unfinished = self.unfinished.entry(shard).or_default();
        unfinished.ackers.push(acker);
        let Some(whole) = unfinished.plays.entry(header(PLAY).unwrap_or_default()).or_default().add(part) else {
            return Ok(());
        };
        let ackers = std::mem::take(&mut unfinished.ackers);
        self.unfinished.remove(&shard);
        if header(FAILED).is_some() {
            take_off(&ackers).await?;
            let (worker, why) = (header(WORKER).unwrap_or_default(), String::from_utf8_lossy(&whole).into_owned());
            return Err(ClusterError::Failed { shard, worker, why });
        }
        self.gather.keep(shard, &whole).map_err(ClusterError::NotKept)?;
        self.missing.remove(&shard);
        take_off(&ackers).await
    }

    /// Takes in all results that wait.
    async fn drain(&mut self, results: &Taker) -> Result<(), ClusterError> {
        loop {
            let waiting = take_now(results, AT_ONCE).await?;
            if waiting.is_empty() {
                return Ok(());
            }
            for message in waiting {
                self.receive(message).await?;
            }
        }
    }

    /// Puts all missing shards into the queue that are not there. A shard leaves the queue after its result has come;
    /// so what is neither in the queue now nor among the results afterwards is lacking, and nothing is put in twice.
    async fn supply(&mut self, queue: &Queue, results: &Taker) -> Result<(), ClusterError> {
        let queued = queue.queued().await?;
        self.drain(results).await?;
        let lacking: Vec<u64> = self.missing.difference(&queued).copied().collect();
        queue.put(&lacking).await
    }

    /// Nothing has come for a while though a worker has hands free. A server that was killed may remember shards as in play
    /// that it has forgotten otherwise (NATS 2.9), and hand out no others for them: then its queue is opened anew.
    async fn unblock(&mut self, queue: &Queue, patience: Duration) -> Result<(), ClusterError> {
        match queue.open_anew(patience).await {
            Ok(true) => self.gather.tell("the server handed out nothing that waited; its queue was opened anew"),
            // It will be tried again.
            Ok(false) | Err(ClusterError::Server { .. }) => (),
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// Takes note of a worker.
    fn hear(&mut self, payload: &[u8]) {
        if let Ok(sign) = serde_json::from_slice::<Sign>(payload)
            && let Some(sentence) = self.signs.note(sign, Instant::now())
        {
            self.gather.tell(&sentence);
        }
    }

    fn progress(&mut self, context: &Context) {
        let (workers, threads) = self.signs.alive(Instant::now());
        let connected = context.client().connection_state() == State::Connected;
        self.gather.progress(Progress { missing: self.missing.len(), workers, threads, connected });
    }

    /// Waits a moment for a server that does not hand out results; an error if it never will.
    async fn wait(&mut self, context: &Context, run: &str) -> Result<(), ClusterError> {
        self.progress(context);
        tokio::time::sleep(TICK).await;
        match Queue::find(context, run).await {
            Ok(None) => Err(ClusterError::QueueGone),
            _ => Ok(()),
        }
    }
}

/// Takes messages off the queue. One that this does not reach comes again, and is dropped then.
async fn take_off(ackers: &[Acker]) -> Result<(), ClusterError> {
    for acker in ackers {
        let _ = acker.ack().await;
    }
    Ok(())
}
