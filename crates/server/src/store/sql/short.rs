//! The short way to PostgreSQL, for what is written most: what many matches grew by is one statement, which is a transaction of
//! its own. One message goes there, and one comes back when it is on disk.

use crate::store::Append;
use sqlx::postgres::{PgArguments, PgConnectOptions, PgConnection, PgRow};
use sqlx::query::Query;
use sqlx::{Connection as _, Error, Executor as _, Postgres, Row as _};
use std::collections::HashSet;

/// Writes how matches stand that have not changed meanwhile, and the lines that are new in their records; tells their ids.
const SQL: &str = "\
    WITH new AS (SELECT * FROM unnest($1::TEXT[], $2::BIGINT[], $3::BIGINT[], $4::TEXT[], $5::BIGINT[], $6::BIGINT[], \
    $7::BIGINT[], $8::BIGINT[], $9::BIGINT[], $10::TEXT[], $11::TEXT[], $12::TEXT[]) AS new (id, version, grows, status, \
    updated, turn, actions, to_choose, deadline, result, rematch, standing)), \
    written AS (UPDATE matches SET version = matches.version + new.grows, status = new.status, updated = new.updated, \
    turn = new.turn, actions = new.actions, to_choose = new.to_choose, deadline = new.deadline, result = new.result, \
    rematch = new.rematch, standing = new.standing FROM new \
    WHERE matches.id = new.id AND matches.version = new.version RETURNING matches.id), \
    grown AS (INSERT INTO record (match_id, number, at, line) SELECT line.* FROM \
    unnest($13::TEXT[], $14::BIGINT[], $15::BIGINT[], $16::TEXT[]) AS line (match_id, number, at, line) \
    WHERE line.match_id IN (SELECT id FROM written)) \
    SELECT id FROM written";

/// How it is planned, whatever the database believes of its tables: there are always few rows, and an index leads to each.
const PLAN: &str = "SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off";

/// A connection that is kept for it.
pub struct Short {
    options: PgConnectOptions,
    tuning: &'static str,
    connection: Option<PgConnection>,
}

/// Whether an append is no more than an action that was played: how the match stands, and the lines of its record that are new.
pub fn is_plain(append: &Append) -> bool {
    let Append { lines, entries, seated, notices, adds, ended, .. } = append;
    !lines.cut && entries.is_empty() && seated.is_none() && notices.is_empty() && adds.is_none() && ended.is_none()
}

impl Short {
    /// A way to this database; each connection is told this first.
    pub fn new(url: &str, tuning: &'static str) -> Result<Short, Error> {
        Ok(Short { options: url.parse()?, tuning, connection: None })
    }

    /// Writes plain appends to different matches, all or, after an error, none; which of the matches had not changed meanwhile.
    pub async fn write(&mut self, appends: &[&Append]) -> Result<Vec<bool>, Error> {
        let Some(kept) = self.connection.take() else { return self.write_anew(appends).await };
        match self.write_by(kept, appends).await {
            Err(error) if is_lost(&error) => {
                // The database may have been started anew since; and it may have written all this before it said nothing more.
                let written = self.write_anew(appends).await?;
                if written.iter().all(|&written| written) { Ok(written) } else { Err(error) }
            }
            written => written,
        }
    }

    async fn write_anew(&mut self, appends: &[&Append]) -> Result<Vec<bool>, Error> {
        let mut connection = PgConnection::connect_with(&self.options).await?;
        connection.execute(self.tuning).await?;
        connection.execute(PLAN).await?;
        self.write_by(connection, appends).await
    }

    /// Writes over a connection, which is kept unless it breaks or is given up in the middle.
    async fn write_by(&mut self, mut connection: PgConnection, appends: &[&Append]) -> Result<Vec<bool>, Error> {
        let rows = query(appends).fetch_all(&mut connection).await;
        if !rows.as_ref().is_err_and(is_lost) {
            self.connection = Some(connection);
        }
        let found: HashSet<String> = rows?.iter().map(|row: &PgRow| row.try_get(0)).collect::<Result<_, _>>()?;
        Ok(appends.iter().map(|append| found.contains(&append.id)).collect())
    }
}

/// Whether the connection is of no use any more. What the database says of a statement comes with a code; those of class 57 are
/// said by one that ends.
fn is_lost(error: &Error) -> bool {
    match error.as_database_error() {
        Some(said) => said.code().is_some_and(|code| code.starts_with("57P")),
        None => true,
    }
}

fn query<'a>(appends: &[&'a Append]) -> Query<'a, Postgres, PgArguments> {
    let texts = |of: fn(&'a Append) -> Option<&'a str>| appends.iter().map(|append| of(append)).collect::<Vec<_>>();
    let numbers = |of: fn(&Append) -> Option<i64>| appends.iter().map(|append| of(append)).collect::<Vec<_>>();
    let (mut ids, mut places, mut times, mut lines) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for append in appends {
        for (place, line) in (append.lines.from..).zip(&append.lines.texts) {
            ids.push(&*append.id);
            places.push(place);
            times.push(append.summary.updated);
            lines.push(&**line);
        }
    }
    sqlx::query(SQL)
        .bind(texts(|append| Some(&append.id)))
        .bind(numbers(|append| Some(append.version)))
        .bind(numbers(|append| Some(append.grows())))
        .bind(texts(|append| Some(&append.summary.status)))
        .bind(numbers(|append| Some(append.summary.updated)))
        .bind(numbers(|append| Some(append.summary.turn)))
        .bind(numbers(|append| Some(append.summary.actions)))
        .bind(numbers(|append| append.summary.to_choose))
        .bind(numbers(|append| append.summary.deadline))
        .bind(texts(|append| append.summary.result.as_deref()))
        .bind(texts(|append| append.summary.rematch.as_deref()))
        .bind(texts(|append| Some(&append.standing)))
        .bind(ids)
        .bind(places)
        .bind(times)
        .bind(lines)
}
