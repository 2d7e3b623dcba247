//! Group commit: what many matches want written at the same time goes to disk in one transaction.
//!
//! Waiting for the disk is what a durable append costs. Somebody takes everything that waits, writes it in one transaction and
//! answers only after the commit; while the disk works, the next batch gathers.

use super::company::note_end;
use super::deeds::{self, Deed, Value, insertion};
use super::direct::Direct;
#[cfg(feature = "postgres")]
use super::short::{Short, is_plain};
use super::turn::Turns;
use super::{Statement, database};
use crate::store::{Append, StoreError};
use sqlx::{AnyConnection, AnyPool, AssertSqlSafe};
#[cfg(feature = "postgres")]
use std::collections::HashSet;
use std::thread;
use std::time::Instant;
use tokio::runtime::Handle;
use tokio::sync::{mpsc, oneshot};

/// The most that one transaction takes.
const BATCH: usize = 256;

/// What is written in batches.
pub enum Job {
    /// See `Store::append`.
    Append(Box<Append>),
    /// See `Store::set_seen`.
    Seen {
        /// The match.
        id: String,
        /// The side.
        side: i64,
        /// How many actions its player has seen.
        seen: i64,
    },
    /// See `Store::is_well`.
    Pulse,
}

impl Job {
    /// What it appends, if it does.
    fn append(&self) -> Option<&Append> {
        match self {
            Job::Append(append) => Some(append),
            Job::Seen { .. } | Job::Pulse => None,
        }
    }

    /// What is done first.
    pub fn first(&self) -> Deed<'_> {
        match self {
            Job::Append(append) => deeds::update_match(append),
            Job::Seen { id, side, seen } => deeds::seen(id, *side, *seen),
            Job::Pulse => deeds::pulse(),
        }
    }

    /// What it comes to if that has concerned so many rows: what else is to be done, or a conflict.
    pub fn then(&self, rows: u64) -> Result<Vec<Deed<'_>>, StoreError> {
        match self {
            Job::Append(append) if rows == 0 => Err(StoreError::Conflict(append.id.clone())),
            Job::Append(append) => Ok(deeds::consequences(append)),
            Job::Seen { .. } | Job::Pulse => Ok(Vec::new()),
        }
    }
}

/// What became of a job in a transaction that was committed.
pub type Outcome = Result<(), StoreError>;

/// A job and who waits for it.
pub struct Waiting {
    job: Job,
    answer: oneshot::Sender<Outcome>,
}

/// The way to whoever writes; he ends when the last of these is gone.
pub type Writer = mpsc::Sender<Waiting>;

/// How he writes.
pub enum Way {
    /// By the pool that all others use.
    Pool,
    /// Directly; and who else waits for his turn to write.
    Direct(Direct, Turns),
    /// What is plain on the short way, and all else by the pool.
    #[cfg(feature = "postgres")]
    Short(Box<Short>),
}

/// Starts whoever writes: a task, or, where he writes directly, a thread of his own, as he waits for the disk himself then and
/// nobody in between is to be woken for each batch.
pub fn start(pool: AnyPool, way: Way) -> Result<Writer, StoreError> {
    let (writer, inbox) = mpsc::channel(4 * BATCH);
    let has_thread = matches!(way, Way::Direct(..));
    let work = Hand { pool, way }.work(inbox);
    if !has_thread {
        tokio::spawn(work);
        return Ok(writer);
    }
    let runtime = Handle::current();
    let thread = thread::Builder::new().name("writer".into()).spawn(move || runtime.block_on(work));
    thread.map_err(|error| StoreError::Database(format!("nobody can write: {error}")))?;
    Ok(writer)
}

/// Has a job written, and waits until it is on disk.
pub async fn write(writer: &Writer, job: Job) -> Outcome {
    let stopped = || StoreError::Database("the writing task has stopped".into());
    let (answer, answered) = oneshot::channel();
    writer.send(Waiting { job, answer }).await.map_err(|_| stopped())?;
    answered.await.map_err(|_| stopped())?
}

/// Who writes.
struct Hand {
    pool: AnyPool,
    way: Way,
}

/// What is written in one transaction: on the short way, or as it is usual.
#[derive(Clone, Copy)]
enum By {
    Usual,
    #[cfg(feature = "postgres")]
    Short,
}

impl Hand {
    /// Writes what comes, until nobody is left from whom something could come.
    async fn work(mut self, mut inbox: mpsc::Receiver<Waiting>) {
        let mut batch = Vec::with_capacity(BATCH);
        while inbox.recv_many(&mut batch, BATCH).await > 0 {
            metrics::gauge!("grognard_store_queue").set(inbox.len() as f64);
            for (by, part) in self.divide(&mut batch) {
                if !part.is_empty() {
                    self.write(part, by).await;
                }
            }
        }
    }

    /// What of a batch goes which way, in this order.
    #[cfg(feature = "postgres")]
    fn divide(&self, batch: &mut Vec<Waiting>) -> [(By, Vec<Waiting>); 2] {
        let has_short_way = matches!(self.way, Way::Short(_));
        // What is written of the same match once more comes after that.
        let mut matches = HashSet::new();
        let is_short = |waiting: &Waiting| {
            let is_first = |append: &Append| matches.insert(append.id.clone()) && is_plain(append);
            has_short_way && waiting.job.append().is_some_and(is_first)
        };
        let (short, usual) = batch.drain(..).partition(is_short);
        [(By::Short, short), (By::Usual, usual)]
    }

    #[cfg(not(feature = "postgres"))]
    fn divide(&self, batch: &mut Vec<Waiting>) -> [(By, Vec<Waiting>); 1] {
        [(By::Usual, batch.drain(..).collect())]
    }

    /// Writes some jobs, and answers those who wait for them.
    async fn write(&mut self, part: Vec<Waiting>, by: By) {
        metrics::histogram!("grognard_store_batch_size").record(part.len() as f64);
        let began = Instant::now();
        let (jobs, answers): (Vec<Job>, Vec<_>) = part.into_iter().map(|waiting| (waiting.job, waiting.answer)).unzip();
        let outcomes = self.write_all(&jobs, by).await;
        for (answer, outcome) in answers.into_iter().zip(outcomes) {
            // Nobody may be waiting any more; that changes nothing.
            let _ = answer.send(outcome);
        }
        metrics::histogram!("grognard_commit_seconds").record(began.elapsed());
    }

    /// Writes jobs in one transaction. If it fails as a whole, each job is tried alone: one that the database does not take
    /// must not fail the others.
    async fn write_all(&mut self, jobs: &[Job], by: By) -> Vec<Outcome> {
        match self.transaction(jobs, by).await {
            Ok(outcomes) => outcomes,
            Err(error) if jobs.len() == 1 => vec![Err(error)],
            Err(error) => {
                tracing::warn!(%error, jobs = jobs.len(), "a batch failed; writing its parts one by one");
                let mut outcomes = Vec::with_capacity(jobs.len());
                for job in jobs.chunks(1) {
                    let outcome = self.transaction(job, by).await;
                    outcomes.push(outcome.and_then(|mut outcomes| outcomes.pop().unwrap_or(Ok(()))));
                }
                outcomes
            }
        }
    }

    /// Writes some jobs in one transaction; a conflict is the outcome of its job alone, an error that of the transaction.
    async fn transaction(&mut self, jobs: &[Job], by: By) -> Result<Vec<Outcome>, StoreError> {
        match (&mut self.way, by) {
            (Way::Direct(direct, turns), _) => {
                // What the end of a match does to ratings is worked out from what is read in between, which the direct way
                // cannot do.
                let reads = jobs.iter().filter_map(Job::append).any(|append| append.ended.is_some());
                let _turn = turns.lock().await;
                if reads { transaction(&self.pool, jobs).await.map_err(database) } else { direct.transaction(jobs) }
            }
            #[cfg(feature = "postgres")]
            (Way::Short(short), By::Short) => {
                let appends: Vec<&Append> = jobs.iter().filter_map(Job::append).collect();
                let written = short.write(&appends).await.map_err(database)?;
                let outcome = |(append, written): (&&Append, bool)| match written {
                    true => Ok(()),
                    false => Err(StoreError::Conflict(append.id.clone())),
                };
                Ok(appends.iter().zip(written).map(outcome).collect())
            }
            _ => transaction(&self.pool, jobs).await.map_err(database),
        }
    }
}

async fn transaction(pool: &AnyPool, jobs: &[Job]) -> Result<Vec<Outcome>, sqlx::Error> {
    let mut transaction = pool.begin().await?;
    let mut outcomes = Vec::with_capacity(jobs.len());
    for job in jobs {
        let rows = carry_out_one(&mut transaction, &job.first()).await?;
        outcomes.push(match job.then(rows) {
            Ok(deeds) => {
                carry_out(&mut transaction, deeds).await?;
                if let Some(append) = job.append()
                    && let Some(ended) = &append.ended
                {
                    note_end(&mut transaction, &append.id, ended, append.summary.ended).await?;
                }
                Ok(())
            }
            Err(conflict) => Err(conflict),
        });
    }
    transaction.commit().await?;
    Ok(outcomes)
}

/// Carries out deeds: first those that are no insertions, and matches, then the others, many rows by one statement.
pub async fn carry_out(connection: &mut AnyConnection, mut deeds: Vec<Deed<'_>>) -> Result<(), sqlx::Error> {
    // Stable: lines of a record come after their match.
    deeds.sort_by_key(|deed| (deed.inserts, deed.sql));
    for deeds in deeds.chunk_by(|one, other| one.inserts && one.sql == other.sql) {
        for chunk in chunks(deeds) {
            match chunk {
                [deed] => {
                    carry_out_one(connection, deed).await?;
                }
                [first, ..] => {
                    let sql = insertion(first.sql, first.values.len(), chunk.len());
                    let values = chunk.iter().flat_map(|deed| &deed.values);
                    bound(sqlx::query(AssertSqlSafe(sql)), values).execute(&mut *connection).await?;
                }
                [] => {}
            }
        }
    }
    Ok(())
}

/// Carries out one deed; how many rows it concerned.
async fn carry_out_one(connection: &mut AnyConnection, deed: &Deed<'_>) -> Result<u64, sqlx::Error> {
    let query = sqlx::query(AssertSqlSafe(deed.statement()));
    Ok(bound(query, &deed.values).execute(connection).await?.rows_affected())
}

fn bound<'q>(query: Statement<'q>, values: impl IntoIterator<Item = &'q Value<'q>>) -> Statement<'q> {
    values.into_iter().fold(query, |query, value| match *value {
        Value::Text(text) => query.bind(text),
        Value::Number(number) => query.bind(number),
    })
}

/// Cuts rows into chunks of few different lengths, so that few different statements have to be prepared.
fn chunks<T>(mut rows: &[T]) -> Vec<&[T]> {
    let mut chunks = Vec::new();
    for length in [64, 16, 4, 1] {
        while let Some((chunk, rest)) = rows.split_at_checked(length) {
            chunks.push(chunk);
            rows = rest;
        }
    }
    chunks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_keep_every_row_in_order() {
        let rows: Vec<usize> = (0..151).collect();
        let lengths: Vec<usize> = chunks(&rows).iter().map(|chunk| chunk.len()).collect();
        assert_eq!(lengths, [64, 64, 16, 4, 1, 1, 1]);
        assert_eq!(chunks(&rows).concat(), rows);
        assert!(chunks::<usize>(&[]).is_empty());
    }
}
