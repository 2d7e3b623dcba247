//! A run's queue on the server.

use crate::error::{ClusterError, unlucky};
use crate::parts::{Collected, Part};
use async_nats::HeaderMap;
use async_nats::jetstream::consumer::{AckPolicy, Consumer, pull};
use async_nats::jetstream::context::GetStreamErrorKind;
use async_nats::jetstream::stream::{Config, LastRawMessageErrorKind, RetentionPolicy, StorageType, Stream};
use async_nats::jetstream::{Context, ErrorCode, Message};
use futures_util::{StreamExt, TryStreamExt};
use std::collections::BTreeSet;
use std::time::Duration;

/// What the names of our streams begin with.
const PREFIX: &str = "grognard-";
/// The consumer from which all workers take shards.
const WORKERS: &str = "workers";
/// The consumer from which the leader takes results.
const LEADER: &str = "leader";
/// So many shards may be in play at once.
const IN_PLAY: i64 = 10_000;
/// So many parts of results may wait for the leader to have their shard whole.
const UNFINISHED: i64 = 100_000;
/// So many shards are published before the server must have confirmed them.
const UNCONFIRMED: usize = 500;

/// The consumer of a work queue.
pub(crate) type Taker = Consumer<pull::Config>;

/// The subject under which a run speaks of something.
pub(crate) fn subject(run: &str, of: &str) -> String {
    format!("grognard.{run}.{of}")
}

/// The number at the end of a subject.
pub(crate) fn shard_of(subject: &str) -> Option<u64> {
    subject.rsplit('.').next()?.parse().ok()
}

/// The runs that have queues on the server.
pub(crate) async fn runs(context: &Context) -> Result<Vec<String>, ClusterError> {
    let names: Vec<_> = context.stream_names().try_collect().await.map_err(unlucky("list its queues"))?;
    Ok(names.iter().filter_map(|name| name.strip_prefix(PREFIX)).map(Into::into).collect())
}

/// Takes a run's queue off the server.
pub(crate) async fn remove(context: &Context, run: &str) -> Result<(), ClusterError> {
    context.delete_stream(format!("{PREFIX}{run}")).await.map(drop).map_err(unlucky("remove the run's queue"))
}

/// A run's queue on the server.
pub(crate) struct Queue {
    context: Context,
    run: String,
    stream: Stream,
}

impl Queue {
    /// The queue of a run, made if it is not there.
    pub async fn create(context: &Context, run: &str) -> Result<Queue, ClusterError> {
        let config = Config {
            name: format!("{PREFIX}{run}"),
            description: Some("Shards of a run of Grognard and their results".into()),
            subjects: ["brief.*", "work.*", "result.*"].map(|of| subject(run, of)).into(),
            retention: RetentionPolicy::WorkQueue,
            storage: StorageType::File,
            num_replicas: 1,
            ..Config::default()
        };
        let stream = context.get_or_create_stream(config).await.map_err(unlucky("make a queue for the run"))?;
        Ok(Queue { context: context.clone(), run: run.into(), stream })
    }

    /// The queue of a run, if it is there.
    pub async fn find(context: &Context, run: &str) -> Result<Option<Queue>, ClusterError> {
        match context.get_stream(format!("{PREFIX}{run}")).await {
            Ok(stream) => Ok(Some(Queue { context: context.clone(), run: run.into(), stream })),
            Err(error) => match error.kind() {
                GetStreamErrorKind::JetStream(said) if said.error_code() == ErrorCode::STREAM_NOT_FOUND => Ok(None),
                _ => Err(unlucky("show the run's queue")(error)),
            },
        }
    }

    /// What the run is; nothing if it has not been said in full.
    pub async fn brief(&self) -> Result<Option<Vec<u8>>, ClusterError> {
        let mut collected = Collected::default();
        for number in 0.. {
            let place = subject(&self.run, &format!("brief.{number}"));
            let message = match self.stream.get_last_raw_message_by_subject(&place).await {
                Ok(message) => message,
                Err(error) if error.kind() == LastRawMessageErrorKind::NoMessageFound => return Ok(None),
                Err(error) => return Err(unlucky("give the run's brief")(error)),
            };
            let Some(part) = Part::read(Some(&message.headers), &message.payload) else { return Ok(None) };
            let last = number + 1 >= part.of;
            match collected.add(part) {
                None if last => return Ok(None),
                None => (),
                whole => return Ok(whole),
            }
        }
        Ok(None)
    }

    /// Says what the run is, unless just that has been said.
    pub async fn put_brief(&self, brief: &[u8]) -> Result<(), ClusterError> {
        if self.brief().await?.is_some_and(|said| said == brief) {
            return Ok(());
        }
        let all = subject(&self.run, "brief.*");
        self.stream.purge().filter(all).await.map_err(unlucky("replace the run's brief"))?;
        for part in Part::split(brief, self.context.client().max_payload()) {
            let place = subject(&self.run, &format!("brief.{}", part.number));
            self.publish(place, part.headers(), part.bytes).await.map_err(unlucky("take the run's brief"))?;
        }
        Ok(())
    }

    /// The shards that are in the queue, waiting or in play.
    pub async fn queued(&self) -> Result<BTreeSet<u64>, ClusterError> {
        let failed = "list the run's shards";
        let listed = self.stream.info_with_subjects(subject(&self.run, "work.*")).await.map_err(unlucky(failed))?;
        let subjects: Vec<_> = listed.try_collect().await.map_err(unlucky(failed))?;
        Ok(subjects.iter().filter_map(|(subject, _)| shard_of(subject)).collect())
    }

    /// Puts shards into the queue.
    pub async fn put(&self, shards: &[u64]) -> Result<(), ClusterError> {
        for some in shards.chunks(UNCONFIRMED) {
            let mut confirmed = Vec::new();
            for shard in some {
                let place = subject(&self.run, &format!("work.{shard}"));
                confirmed.push(self.context.publish(place, "".into()).await.map_err(unlucky("take a shard"))?);
            }
            for confirmation in confirmed {
                confirmation.await.map_err(unlucky("take a shard"))?;
            }
        }
        Ok(())
    }

    /// Sends something into the queue; it is there once this is done.
    async fn publish(
        &self,
        place: String,
        headers: HeaderMap,
        bytes: Vec<u8>,
    ) -> Result<(), async_nats::jetstream::context::PublishError> {
        self.context.publish_with_headers(place, headers, bytes.into()).await?.await.map(drop)
    }

    /// Opens the queue to workers. A shard without signs of life goes to another after so long.
    pub async fn open(&self, patience: Duration) -> Result<Taker, ClusterError> {
        let config = taking(WORKERS, subject(&self.run, "work.*"), patience, IN_PLAY);
        self.stream.get_or_create_consumer(WORKERS, config).await.map_err(unlucky("open the queue to workers"))
    }

    /// Opens it anew if shards wait in it: all that are in play are handed out once more.
    pub async fn open_anew(&self, patience: Duration) -> Result<bool, ClusterError> {
        let failed = "open the queue to workers anew";
        let taker = self.open(patience).await?;
        if taker.get_info().await.map_err(unlucky(failed))?.num_pending == 0 {
            return Ok(false);
        }
        self.stream.delete_consumer(WORKERS).await.map_err(unlucky(failed))?;
        self.open(patience).await.map(|_| true)
    }

    /// Where workers take shards from, if it has been opened.
    pub async fn opened(&self) -> Option<Taker> {
        self.stream.get_consumer(WORKERS).await.ok()
    }

    /// Where the leader takes results from, all that have not been taken off yet, whoever led before.
    pub async fn results(&self) -> Result<Taker, ClusterError> {
        // What another leader was given and did not take off would be kept for it for a while.
        let _ = self.stream.delete_consumer(LEADER).await;
        let config = taking(LEADER, subject(&self.run, "result.*"), Duration::from_secs(60), UNFINISHED);
        self.stream.create_consumer(config).await.map_err(unlucky("hand out results"))
    }
}

fn taking(name: &str, filter_subject: String, ack_wait: Duration, max_ack_pending: i64) -> pull::Config {
    pull::Config {
        durable_name: Some(name.into()),
        ack_policy: AckPolicy::Explicit,
        filter_subject,
        ack_wait,
        max_ack_pending,
        ..pull::Config::default()
    }
}

/// What is in a queue just now, at most so many.
pub(crate) async fn take_now(taker: &Taker, at_most: usize) -> Result<Vec<Message>, ClusterError> {
    let failed = "hand out what is in a queue";
    let take = async {
        let batch = taker.fetch().max_messages(at_most).messages().await.map_err(unlucky(failed))?;
        let told: Vec<_> = batch.collect().await;
        let taken: Result<Vec<_>, _> = told.into_iter().collect();
        taken.map_err(|error| ClusterError::Server { what: failed, why: error.to_string() })
    };
    match tokio::time::timeout(Duration::from_secs(5), take).await {
        Ok(taken) => taken,
        Err(_) => Err(ClusterError::Server { what: failed, why: "it did not answer".into() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subjects_name_shards() {
        let place = subject("first-blood-1f", "work.17");
        assert_eq!(place, "grognard.first-blood-1f.work.17");
        assert_eq!(shard_of(&place), Some(17));
        assert_eq!(shard_of("grognard.first-blood-1f.alive"), None);
    }
}
