//! That one server alone uses a database. Two would not lose anything, but a match whose players sit at different
//! servers would stand still, and notices would go out twice.

use super::open::owned_file;
use super::{database, first_number};
use crate::store::StoreError;
use sqlx::{AnyConnection, Connection as _};
use std::fs::{File, TryLockError};
use std::path::Path;
use std::time::{Duration, Instant};
use tokio::task::AbortHandle;

/// How long we wait for a server that is just ending.
const PATIENCE: Duration = Duration::from_secs(3);
/// How often we look whether it has.
const GLANCE: Duration = Duration::from_millis(50);
/// How often we see whether the claim still stands.
const ROUND: Duration = Duration::from_secs(10);
/// The number of our lock among those of a PostgreSQL database: "grognard" in letters.
const LOCK: i64 = i64::from_be_bytes(*b"grognard");

/// The claim to a database, given up with this value.
pub enum Claim {
    /// Nobody else can come to a database in memory.
    Memory,
    /// A lock on a file beside the database, which ends with our process however that ends.
    File { _locked: File },
    /// A task that holds a lock of the database's own.
    Postgres(AbortHandle),
}

impl Drop for Claim {
    fn drop(&mut self) {
        if let Claim::Postgres(task) = self {
            task.abort();
        }
    }
}

fn claimed(what: &str) -> StoreError {
    StoreError::Database(format!("another Grognard uses {what} already; only one server may at a time"))
}

impl Claim {
    /// Claims an SQLite file.
    pub async fn file(path: &Path) -> Result<Claim, StoreError> {
        let beside = path.with_added_extension("lock");
        let fails = |error: std::io::Error| StoreError::Database(format!("{}: {error}", beside.display()));
        let file = owned_file().open(&beside).map_err(fails)?;
        let until = Instant::now() + PATIENCE;
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(Claim::File { _locked: file }),
                Err(TryLockError::WouldBlock) if Instant::now() < until => tokio::time::sleep(GLANCE).await,
                Err(TryLockError::WouldBlock) => return Err(claimed(&path.display().to_string())),
                Err(TryLockError::Error(error)) => return Err(fails(error)),
            }
        }
    }

    /// Claims a PostgreSQL database.
    pub async fn postgres(url: &str) -> Result<Claim, StoreError> {
        let mut connection = AnyConnection::connect(url).await.map_err(database)?;
        let until = Instant::now() + PATIENCE;
        while !take(&mut connection).await.map_err(database)? {
            if Instant::now() >= until {
                return Err(claimed("this database"));
            }
            tokio::time::sleep(GLANCE).await;
        }
        Ok(Claim::Postgres(tokio::spawn(hold(connection, url.to_string())).abort_handle()))
    }
}

/// Takes the lock, if nobody has it.
async fn take(connection: &mut AnyConnection) -> Result<bool, sqlx::Error> {
    let sql = "SELECT CASE WHEN pg_try_advisory_lock($1) THEN CAST(1 AS BIGINT) ELSE CAST(0 AS BIGINT) END";
    let row = sqlx::query(sql).bind(LOCK).fetch_one(connection).await?;
    Ok(first_number(&row)? == 1)
}

/// Keeps the connection that has the lock. Where it is lost, the database was started anew: we claim it again.
async fn hold(mut connection: AnyConnection, url: String) {
    loop {
        tokio::time::sleep(ROUND).await;
        if connection.ping().await.is_ok() {
            continue;
        }
        match AnyConnection::connect(&url).await {
            Ok(anew) => connection = anew,
            Err(_) => continue,
        }
        match take(&mut connection).await {
            Ok(true) => tracing::info!("the database is claimed anew"),
            Ok(false) => tracing::error!("another Grognard uses this database; only one server may at a time"),
            Err(error) => tracing::warn!(%error, "the database cannot be claimed"),
        }
    }
}
