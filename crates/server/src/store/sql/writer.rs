//! Group commit: what many matches want written at the same time goes to disk in one transaction.
//!
//! Waiting for the disk is what a durable append costs. One task takes everything that waits, writes it in one
//! transaction and answers only after the commit; while the disk works, the next batch gathers.

use super::company::note_end;
use super::{database, numbered};
use crate::store::{Append, Entry, MatchRow, Millis, Notice, SeatRow, StoreError};
use sqlx::any::AnyArguments;
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AnyPool, AssertSqlSafe};
use std::time::Instant;
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

/// A job and who waits for it.
pub struct Waiting {
    job: Job,
    answer: oneshot::Sender<Result<(), StoreError>>,
}

/// The way to the writing task, which ends when the last of these is gone.
pub type Writer = mpsc::Sender<Waiting>;

/// Starts the writing task.
pub fn start(pool: AnyPool) -> Writer {
    let (writer, mut inbox) = mpsc::channel(4 * BATCH);
    tokio::spawn(async move {
        let mut batch = Vec::with_capacity(BATCH);
        while inbox.recv_many(&mut batch, BATCH).await > 0 {
            metrics::gauge!("grognard_store_queue").set(inbox.len() as f64);
            let began = Instant::now();
            write_all(&pool, &mut batch).await;
            metrics::histogram!("grognard_commit_seconds").record(began.elapsed());
        }
    });
    writer
}

/// Has a job written, and waits until it is on disk.
pub async fn write(writer: &Writer, job: Job) -> Result<(), StoreError> {
    let stopped = || StoreError::Database("the writing task has stopped".into());
    let (answer, answered) = oneshot::channel();
    writer.send(Waiting { job, answer }).await.map_err(|_| stopped())?;
    answered.await.map_err(|_| stopped())?
}

/// Writes a batch and answers everybody in it. If it fails as a whole, each job is tried alone: one that the database
/// does not take must not fail the others.
async fn write_all(pool: &AnyPool, batch: &mut Vec<Waiting>) {
    metrics::histogram!("grognard_store_batch_size").record(batch.len() as f64);
    let jobs: Vec<&Job> = batch.iter().map(|waiting| &waiting.job).collect();
    let outcomes = match transaction(pool, &jobs).await {
        Ok(outcomes) => outcomes,
        Err(error) if jobs.len() == 1 => vec![Err(database(error))],
        Err(error) => {
            tracing::warn!(%error, jobs = jobs.len(), "a batch failed; writing its parts one by one");
            one_by_one(pool, &jobs).await
        }
    };
    for (waiting, outcome) in batch.drain(..).zip(outcomes) {
        // Nobody may be waiting any more; that changes nothing.
        let _ = waiting.answer.send(outcome);
    }
}

type Outcome = Result<(), StoreError>;

async fn one_by_one(pool: &AnyPool, jobs: &[&Job]) -> Vec<Outcome> {
    let mut outcomes = Vec::with_capacity(jobs.len());
    for job in jobs {
        let outcome = transaction(pool, &[job]).await;
        outcomes.push(outcome.map_err(database).and_then(|mut outcomes| outcomes.pop().unwrap_or(Ok(()))));
    }
    outcomes
}

/// Writes jobs in one transaction; a conflict is the outcome of its job alone, an error that of the transaction.
async fn transaction(pool: &AnyPool, jobs: &[&Job]) -> Result<Vec<Outcome>, sqlx::Error> {
    let mut transaction = pool.begin().await?;
    let mut outcomes = Vec::with_capacity(jobs.len());
    let (mut lines, mut talk) = (Vec::new(), Vec::new());
    let mut notices = Vec::new();
    for job in jobs {
        match job {
            Job::Append(append) if update_match(&mut transaction, append).await? => {
                let (id, at) = (&*append.id, append.summary.updated);
                lines.extend((append.lines.from..).zip(&append.lines.texts).map(|(n, line)| (id, n, at, &**line)));
                talk.extend((append.version..).zip(&append.entries).map(|(number, entry)| (id, number, entry)));
                notices.extend(&append.notices);
                outcomes.push(Ok(()));
            }
            Job::Append(append) => outcomes.push(Err(StoreError::Conflict(append.id.clone()))),
            Job::Seen { id, side, seen } => {
                update_seen(&mut transaction, id, *side, *seen).await?;
                outcomes.push(Ok(()));
            }
            Job::Pulse => {
                sqlx::query("UPDATE pulse SET beats = beats + 1").execute(&mut *transaction).await?;
                outcomes.push(Ok(()));
            }
        }
    }
    insert_lines(&mut transaction, &lines).await?;
    insert_talk(&mut transaction, &talk).await?;
    insert_notices(&mut transaction, &notices).await?;
    transaction.commit().await?;
    Ok(outcomes)
}

/// Writes a match's row and takes away the lines that go, if it has not changed meanwhile; whether it has not.
async fn update_match(connection: &mut AnyConnection, append: &Append) -> Result<bool, sqlx::Error> {
    let summary = &append.summary;
    let done = sqlx::query(
        "UPDATE matches SET version = version + $1, status = $2, updated = $3, turn = $4, actions = $5, \
         to_choose = $6, deadline = $7, result = $8, rematch = $9, standing = $10 WHERE id = $11 AND version = $12",
    )
    .bind(append.grows())
    .bind(&summary.status)
    .bind(summary.updated)
    .bind(summary.turn)
    .bind(summary.actions)
    .bind(summary.to_choose)
    .bind(summary.deadline)
    .bind(&summary.result)
    .bind(&summary.rematch)
    .bind(&append.standing)
    .bind(&append.id)
    .bind(append.version)
    .execute(&mut *connection)
    .await?;
    if done.rows_affected() == 0 {
        return Ok(false);
    }
    if append.lines.cut {
        let sql = "DELETE FROM record WHERE match_id = $1 AND number >= $2";
        sqlx::query(sql).bind(&append.id).bind(append.lines.from).execute(&mut *connection).await?;
    }
    if let Some((side, seat)) = &append.seated {
        update_seat(connection, &append.id, *side, seat).await?;
    }
    if let Some((row, record)) = &append.adds {
        insert_match(connection, row, record).await?;
    }
    if let Some(ended) = &append.ended {
        note_end(connection, &append.id, ended, summary.ended).await?;
    }
    Ok(true)
}

/// Writes the seat that somebody took, and nothing of the other: who sits there may just have become somebody else.
async fn update_seat(connection: &mut AnyConnection, id: &str, side: i64, seat: &SeatRow) -> Result<(), sqlx::Error> {
    let sql = if side == 0 {
        "UPDATE matches SET seat0_kind = $1, seat0_user = $2, seat0_token = $3 WHERE id = $4"
    } else {
        "UPDATE matches SET seat1_kind = $1, seat1_user = $2, seat1_token = $3 WHERE id = $4"
    };
    let query = sqlx::query(sql).bind(&seat.kind).bind(&seat.user).bind(&seat.token_hash).bind(id);
    query.execute(connection).await.map(drop)
}

/// Inserts a match with the first lines of its record.
pub async fn insert_match(
    connection: &mut AnyConnection,
    row: &MatchRow,
    record: &[String],
) -> Result<(), sqlx::Error> {
    let sql = "INSERT INTO matches (id, game, scenario, head, version, standing, created, private, status, updated, turn, \
               actions, to_choose, deadline, result, rematch, seat0_kind, seat0_user, seat0_computer, \
               seat0_token, seat0_seen, seat0_notices, seat1_kind, seat1_user, seat1_computer, seat1_token, \
               seat1_seen, seat1_notices) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, \
               $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28)";
    let query = sqlx::query(sql)
        .bind(&row.id)
        .bind(&row.game)
        .bind(&row.scenario)
        .bind(&row.head)
        .bind(row.version)
        .bind(&row.standing)
        .bind(row.created)
        .bind(i64::from(row.private))
        .bind(&row.summary.status)
        .bind(row.summary.updated)
        .bind(row.summary.turn)
        .bind(row.summary.actions)
        .bind(row.summary.to_choose)
        .bind(row.summary.deadline)
        .bind(&row.summary.result)
        .bind(&row.summary.rematch);
    let query = row.seats.iter().fold(query, bind_seat);
    query.execute(&mut *connection).await?;
    insert_lines(connection, &numbered(&row.id, row.created, record)).await
}

/// Binds the six columns of a seat.
fn bind_seat<'q>(query: Query<'q, Any, AnyArguments>, seat: &'q SeatRow) -> Query<'q, Any, AnyArguments> {
    query
        .bind(&seat.kind)
        .bind(&seat.user)
        .bind(&seat.computer)
        .bind(&seat.token_hash)
        .bind(seat.seen)
        .bind(i64::from(seat.notices))
}

async fn update_seen(connection: &mut AnyConnection, id: &str, side: i64, seen: i64) -> Result<(), sqlx::Error> {
    let sql = if side == 0 {
        "UPDATE matches SET seat0_seen = $1 WHERE id = $2"
    } else {
        "UPDATE matches SET seat1_seen = $1 WHERE id = $2"
    };
    sqlx::query(sql).bind(seen).bind(id).execute(connection).await.map(drop)
}

/// A line of a record: its match, its number, its time, its text.
pub type LineRow<'a> = (&'a str, i64, Millis, &'a str);

/// Inserts lines of records.
pub async fn insert_lines(connection: &mut AnyConnection, rows: &[LineRow<'_>]) -> Result<(), sqlx::Error> {
    for chunk in chunks(rows) {
        let sql = insertion("INSERT INTO record (match_id, number, at, line) VALUES ", 4, chunk.len());
        let query = chunk.iter().fold(sqlx::query(AssertSqlSafe(sql)), |query, &(id, number, at, line)| {
            query.bind(id).bind(number).bind(at).bind(line)
        });
        query.execute(&mut *connection).await?;
    }
    Ok(())
}

/// Inserts what was said and offered, each with its match and its number.
pub async fn insert_talk(connection: &mut AnyConnection, rows: &[(&str, i64, &Entry)]) -> Result<(), sqlx::Error> {
    for chunk in chunks(rows) {
        let sql = insertion("INSERT INTO talk (match_id, number, at, side, body) VALUES ", 5, chunk.len());
        let query = chunk.iter().fold(sqlx::query(AssertSqlSafe(sql)), |query, &(id, number, entry)| {
            query.bind(id).bind(number).bind(entry.at).bind(entry.side).bind(&entry.body)
        });
        query.execute(&mut *connection).await?;
    }
    Ok(())
}

async fn insert_notices(connection: &mut AnyConnection, rows: &[&Notice]) -> Result<(), sqlx::Error> {
    for chunk in chunks(rows) {
        let start = "INSERT INTO notices (id, user_id, match_id, channel, body, due, tries) VALUES ";
        let query = sqlx::query(AssertSqlSafe(insertion(start, 7, chunk.len())));
        let query = chunk.iter().fold(query, |query, notice| {
            query
                .bind(&notice.id)
                .bind(&notice.user)
                .bind(&notice.match_id)
                .bind(&notice.channel)
                .bind(&notice.body)
                .bind(notice.due)
                .bind(notice.tries)
        });
        query.execute(&mut *connection).await?;
    }
    Ok(())
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

/// An insertion of several rows: `start ($1, $2), ($3, $4)`.
fn insertion(start: &str, columns: usize, rows: usize) -> String {
    let row = |row: usize| {
        let places: Vec<String> = (1..=columns).map(|column| format!("${}", row * columns + column)).collect();
        format!("({})", places.join(", "))
    };
    let rows: Vec<String> = (0..rows).map(row).collect();
    format!("{start}{}", rows.join(", "))
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

    #[test]
    fn an_insertion_numbers_its_places() {
        assert_eq!(insertion("INSERT ", 2, 2), "INSERT ($1, $2), ($3, $4)");
    }
}
