//! Group commit: what many matches want written at the same time goes to disk in one transaction.
//!
//! Waiting for the disk is what a durable append costs. Somebody takes everything that waits, writes it in one transaction and
//! answers only after the commit; while the disk works, the next batch gathers.

use super::company::note_end;
use super::deeds::{self, Deed, Value, insertion};
use super::direct::Direct;
use super::turn::Turns;
use super::{Statement, database, first_column};
use crate::store::{Append, StoreError};
use sqlx::{AnyConnection, AnyPool, AssertSqlSafe};
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

/// Starts whoever writes: a task, or, where he writes directly, a thread of his own, as he waits for the disk himself then and
/// nobody in between is to be woken for each batch.
pub fn start(pool: AnyPool, direct: Option<(Direct, Turns)>) -> Result<Writer, StoreError> {
    let (writer, inbox) = mpsc::channel(4 * BATCH);
    let has_thread = direct.is_some();
    let work = Hand { pool, direct }.work(inbox);
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
    /// The direct way, and who else waits for his turn to write.
    direct: Option<(Direct, Turns)>,
}

impl Hand {
    /// Writes what comes, until nobody is left from whom something could come.
    async fn work(mut self, mut inbox: mpsc::Receiver<Waiting>) {
        let mut batch = Vec::with_capacity(BATCH);
        while inbox.recv_many(&mut batch, BATCH).await > 0 {
            metrics::gauge!("grognard_store_queue").set(inbox.len() as f64);
            metrics::histogram!("grognard_store_batch_size").record(batch.len() as f64);
            let began = Instant::now();
            let (jobs, answers): (Vec<Job>, Vec<_>) =
                batch.drain(..).map(|waiting: Waiting| (waiting.job, waiting.answer)).unzip();
            let outcomes = self.write_all(&jobs).await;
            for (answer, outcome) in answers.into_iter().zip(outcomes) {
                // Nobody may be waiting any more; that changes nothing.
                let _ = answer.send(outcome);
            }
            metrics::histogram!("grognard_commit_seconds").record(began.elapsed());
        }
    }

    /// Writes a batch. If it fails as a whole, each job is tried alone: one that the database does not take must not fail
    /// the others.
    async fn write_all(&mut self, jobs: &[Job]) -> Vec<Outcome> {
        match self.transaction(jobs).await {
            Ok(outcomes) => outcomes,
            Err(error) if jobs.len() == 1 => vec![Err(error)],
            Err(error) => {
                tracing::warn!(%error, jobs = jobs.len(), "a batch failed; writing its parts one by one");
                let mut outcomes = Vec::with_capacity(jobs.len());
                for job in jobs.chunks(1) {
                    let outcome = self.transaction(job).await;
                    outcomes.push(outcome.and_then(|mut outcomes| outcomes.pop().unwrap_or(Ok(()))));
                }
                outcomes
            }
        }
    }

    /// Writes some jobs in one transaction; a conflict is the outcome of its job alone, an error that of the transaction.
    async fn transaction(&mut self, jobs: &[Job]) -> Result<Vec<Outcome>, StoreError> {
        // What the end of a match does to ratings is worked out from what is read in between, which the direct way cannot do.
        let reads = jobs.iter().any(|job| matches!(job, Job::Append(append) if append.ended.is_some()));
        let Some((direct, turns)) = &mut self.direct else {
            return transaction(&self.pool, jobs).await.map_err(database);
        };
        let _turn = turns.lock().await;
        if reads { transaction(&self.pool, jobs).await.map_err(database) } else { direct.transaction(jobs) }
    }
}

async fn transaction(pool: &AnyPool, jobs: &[Job]) -> Result<Vec<Outcome>, sqlx::Error> {
    let mut transaction = pool.begin().await?;
    let mut appends: Vec<&Append> = Vec::with_capacity(jobs.len());
    for job in jobs {
        match job {
            Job::Append(append) => appends.push(append),
            Job::Seen { .. } | Job::Pulse => {
                carry_out_one(&mut transaction, &job.first()).await?;
            }
        }
    }
    let mut written = update_matches(&mut transaction, &appends).await?.into_iter();
    let mut rest = Vec::new();
    let outcomes = jobs.iter().map(|job| {
        let rows = match job {
            Job::Append(_) => written.next().unwrap_or_default(),
            Job::Seen { .. } | Job::Pulse => true,
        };
        job.then(rows.into()).map(|deeds| rest.extend(deeds))
    });
    let outcomes: Vec<Outcome> = outcomes.collect();
    carry_out(&mut transaction, rest).await?;
    for (job, outcome) in jobs.iter().zip(&outcomes) {
        if let (Job::Append(append), Ok(())) = (job, outcome)
            && let Some(ended) = &append.ended
        {
            note_end(&mut transaction, &append.id, ended, append.summary.ended).await?;
        }
    }
    transaction.commit().await?;
    Ok(outcomes)
}

/// Writes how matches stand, many by one statement; which of them had not changed meanwhile.
async fn update_matches(connection: &mut AnyConnection, appends: &[&Append]) -> Result<Vec<bool>, sqlx::Error> {
    let mut written = vec![false; appends.len()];
    let mut left: Vec<usize> = (0..appends.len()).collect();
    while !left.is_empty() {
        // What is written of the same match once more comes after that, by a statement of its own.
        let mut ids = HashSet::new();
        let (now, again): (Vec<usize>, Vec<usize>) = left.into_iter().partition(|&at| ids.insert(&*appends[at].id));
        for chunk in chunks(&now) {
            let matches: Vec<&Append> = chunk.iter().map(|&at| appends[at]).collect();
            let (sql, values) = deeds::update_matches(&matches);
            let rows = bound(sqlx::query(AssertSqlSafe(sql)), &values).fetch_all(&mut *connection).await?;
            let found = rows.iter().map(first_column).collect::<Result<HashSet<String>, _>>()?;
            chunk.iter().for_each(|&at| written[at] = found.contains(&appends[at].id));
        }
        left = again;
    }
    Ok(written)
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
