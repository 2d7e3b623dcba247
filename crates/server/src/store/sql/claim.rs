//! That a server has a database for itself, or shares it with servers that know of each other. Two that do not would
//! not lose anything, but a match whose players sit at different servers would stand still, and notices would go out
//! twice.

use super::open::owned_file;
use super::{database, first_number};
use crate::store::StoreError;
use sqlx::{AnyConnection, AssertSqlSafe, Connection as _};
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

/// Whether a server wants a database for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// Nobody else may use it.
    Alone,
    /// Others may, who know of each other as well.
    Among,
}

impl Sharing {
    /// The function of PostgreSQL that tries to take our lock, as many can who share it.
    fn lock(self) -> &'static str {
        match self {
            Sharing::Alone => "pg_try_advisory_lock",
            Sharing::Among => "pg_try_advisory_lock_shared",
        }
    }
}

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

/// What is said of a PostgreSQL database that cannot be had.
fn claimed_by(sharing: Sharing) -> StoreError {
    StoreError::Database(match sharing {
        Sharing::Alone => {
            "another Grognard uses this database already, and only one server may, unless each of them is told where the \
             others reach it (--reach)"
                .into()
        }
        Sharing::Among => {
            "a Grognard that was not told of other servers uses this database already; start it anew with \
             --reach, or end it"
                .into()
        }
    })
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
    pub async fn postgres(url: &str, sharing: Sharing) -> Result<Claim, StoreError> {
        let mut connection = AnyConnection::connect(url).await.map_err(database)?;
        let until = Instant::now() + PATIENCE;
        while !take(&mut connection, sharing).await.map_err(database)? {
            if Instant::now() >= until {
                return Err(claimed_by(sharing));
            }
            tokio::time::sleep(GLANCE).await;
        }
        Ok(Claim::Postgres(tokio::spawn(hold(connection, url.to_string(), sharing)).abort_handle()))
    }
}

/// Takes the lock, if nobody has it who does not share it.
async fn take(connection: &mut AnyConnection, sharing: Sharing) -> Result<bool, sqlx::Error> {
    let sql = format!("SELECT CASE WHEN {}($1) THEN CAST(1 AS BIGINT) ELSE CAST(0 AS BIGINT) END", sharing.lock());
    let row = sqlx::query(AssertSqlSafe(sql)).bind(LOCK).fetch_one(connection).await?;
    Ok(first_number(&row)? == 1)
}

/// Keeps the connection that has the lock. Where it is lost, the database was started anew: we claim it again.
async fn hold(mut connection: AnyConnection, url: String, sharing: Sharing) {
    loop {
        tokio::time::sleep(ROUND).await;
        if connection.ping().await.is_ok() {
            continue;
        }
        match AnyConnection::connect(&url).await {
            Ok(anew) => connection = anew,
            Err(_) => continue,
        }
        match take(&mut connection, sharing).await {
            Ok(true) => tracing::info!("the database is claimed anew"),
            Ok(false) => tracing::error!("{}", claimed_by(sharing)),
            Err(error) => tracing::warn!(%error, "the database cannot be claimed"),
        }
    }
}
