//! The way to an SQLite file without a driver in between: statements that are kept, carried out one after the other, by whoever
//! calls. It is the writer's, to whom each action costs two statements.

use super::deeds::{Deed, Value};
use super::writer::{Job, Outcome};
use crate::store::StoreError;
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, Error, ErrorCode, OpenFlags, ToSql, TransactionBehavior, ffi, params_from_iter};
use std::path::Path;

/// How many statements are kept: all that there are.
const STATEMENTS: usize = 32;

/// How it is tuned beyond the others: pages that are written again and again stay in memory, and reach their place in the
/// file together, when 32 MiB of them have gathered beside it.
const TUNING: &str = "PRAGMA cache_size = -32768; PRAGMA wal_autocheckpoint = 8192;";

/// A connection that writes.
pub struct Direct(Connection);

impl Direct {
    /// Opens a file that is there, tuned as the others are.
    pub fn open(file: &Path, tuning: &str) -> Result<Direct, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(file, flags).map_err(database)?;
        connection.execute_batch(tuning).and_then(|()| connection.execute_batch(TUNING)).map_err(database)?;
        connection.set_prepared_statement_cache_capacity(STATEMENTS);
        Ok(Direct(connection))
    }

    /// Writes some of the jobs in one transaction; a conflict is the outcome of its job alone, an error that of the
    /// transaction.
    pub fn transaction(&mut self, jobs: &[Job]) -> Result<Vec<Outcome>, StoreError> {
        transaction(&mut self.0, jobs).map_err(database)
    }
}

fn transaction(connection: &mut Connection, jobs: &[Job]) -> Result<Vec<Outcome>, Error> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut outcomes = Vec::with_capacity(jobs.len());
    for job in jobs {
        let rows = carry_out(&transaction, &job.first())?;
        outcomes.push(match job.then(rows) {
            Err(conflict) => Err(conflict),
            Ok(deeds) => {
                for deed in deeds {
                    carry_out(&transaction, &deed)?;
                }
                Ok(())
            }
        });
    }
    transaction.commit()?;
    Ok(outcomes)
}

/// Carries out one deed; how many rows it concerned.
fn carry_out(connection: &Connection, deed: &Deed<'_>) -> Result<u64, Error> {
    let mut statement = connection.prepare_cached(&deed.statement())?;
    Ok(statement.execute(params_from_iter(&deed.values))? as u64)
}

impl ToSql for Value<'_> {
    fn to_sql(&self) -> Result<ToSqlOutput<'_>, Error> {
        let value = match *self {
            Value::Text(text) => text.map_or(ValueRef::Null, |text| ValueRef::Text(text.as_bytes())),
            Value::Number(number) => number.map_or(ValueRef::Null, ValueRef::Integer),
        };
        Ok(ToSqlOutput::Borrowed(value))
    }
}

/// What callers are told of the database's error.
fn database(error: Error) -> StoreError {
    match error.sqlite_error().filter(|error| error.code == ErrorCode::ConstraintViolation) {
        Some(error) if error.extended_code == ffi::SQLITE_CONSTRAINT_FOREIGNKEY => StoreError::Changed,
        Some(error)
            if [ffi::SQLITE_CONSTRAINT_UNIQUE, ffi::SQLITE_CONSTRAINT_PRIMARYKEY].contains(&error.extended_code) =>
        {
            StoreError::Taken
        }
        _ => StoreError::Database(error.to_string()),
    }
}
