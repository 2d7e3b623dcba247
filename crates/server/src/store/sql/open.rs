//! Opening a database: where it lies, how it is tuned, bringing its tables up to date.

use super::claim::{Claim, Sharing};
use super::direct::Direct;
#[cfg(feature = "postgres")]
use super::short::Short;
use super::turn::{PATIENCE, Pen, Turns};
use super::writer::Way;
use super::{Sql, database, writer};
use crate::store::{Store, StoreError};
use sqlx::any::AnyPoolOptions;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AnyConnection, AnyPool, Connection as _, Executor as _, SqlSafeStr as _};
use std::fs::OpenOptions;
use std::path::Path;
use std::sync::Arc;

/// How each connection to an SQLite file is tuned. In WAL mode only FULL puts every commit on disk before it is answered.
const TUNING: &str = "PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \
                      PRAGMA foreign_keys = ON;";

/// Opens `sqlite:PATH`, `sqlite::memory:` or `postgres://...` for this server alone; makes what is missing and brings old
/// tables up to date.
pub async fn open(url: &str) -> Result<Arc<dyn Store>, StoreError> {
    open_as(url, Sharing::Alone).await
}

/// The same, or for servers that share a PostgreSQL database.
pub async fn open_as(url: &str, sharing: Sharing) -> Result<Arc<dyn Store>, StoreError> {
    sqlx::any::install_default_drivers();
    if url.starts_with("sqlite:") && sharing == Sharing::Among {
        return Err(StoreError::Database(
            "several servers can share a PostgreSQL database, but not an SQLite file (--reach)".into(),
        ));
    }
    let (read, write, way, claim) = match url.strip_prefix("sqlite:") {
        Some(":memory:") => {
            // Every connection would have a memory of its own, so there is only one.
            let pool = sqlite("sqlite::memory:", 1).await?;
            migrate(url, &pool).await?;
            (pool.clone(), pool, Way::Pool, Claim::Memory)
        }
        Some(path) => {
            let path = path.strip_prefix("//").unwrap_or(path);
            make_file(Path::new(path)).map_err(|error| StoreError::Database(format!("{path}: {error}")))?;
            let claim = Claim::file(Path::new(path)).await?;
            let url = sqlite_url(path);
            let write = sqlite(&url, 1).await?;
            migrate(&url, &write).await?;
            // Readers come after that: one that remembers the tables as they were would miss the columns that are new,
            // and the driver takes that for a row that is not there.
            let way = Way::Direct(Direct::open(Path::new(path), TUNING)?, Turns::default());
            (sqlite(&url, 4).await?, write, way, claim)
        }
        None => {
            let claim = Claim::postgres(url, sharing).await?;
            let tuning = tuning(sharing);
            let pool = postgres(url, tuning).await?;
            migrate(url, &pool).await?;
            #[cfg(feature = "postgres")]
            let way = Way::Short(Box::new(Short::new(url, tuning).map_err(database)?));
            #[cfg(not(feature = "postgres"))]
            let way = Way::Pool;
            (pool.clone(), pool, way, claim)
        }
    };
    // Whoever writes directly and who writes by the pool must not meet at the file.
    let turns = if let Way::Direct(_, turns) = &way { Some(turns.clone()) } else { None };
    let writer = writer::start(write.clone(), way)?;
    let write = Pen::new(write, turns);
    let snapshot = if url.starts_with("sqlite:") { "BEGIN" } else { "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" };
    Ok(Arc::new(Sql { read, write, writer, snapshot, sharing, _claim: claim }))
}

/// Brings the tables of an SQLite file up to date.
pub async fn bring_up_to_date(file: &Path) -> Result<(), StoreError> {
    let url = sqlite_url(&file.display().to_string());
    let pool = sqlite(&url, 1).await?;
    migrate(&url, &pool).await?;
    pool.close().await;
    Ok(())
}

async fn migrate(url: &str, pool: &AnyPool) -> Result<(), StoreError> {
    migrations(url).run(pool).await.map_err(|error| StoreError::Database(error.to_string()))
}

fn pool(connections: u32) -> AnyPoolOptions {
    let pool = AnyPoolOptions::new().max_connections(connections).acquire_timeout(PATIENCE);
    pool.before_acquire(|connection, _| Box::pin(is_free(connection)))
}

/// Whether a connection has no transaction open; one that has is closed. SQLite ends a transaction by itself when the
/// disk is full, and the driver goes on counting it: what is written then would go into a savepoint that nobody ever
/// commits, acknowledged but not on disk.
async fn is_free(connection: &mut AnyConnection) -> Result<bool, sqlx::Error> {
    if connection.is_in_transaction() {
        // Perhaps it is being rolled back just now.
        connection.ping().await?;
    }
    Ok(!connection.is_in_transaction())
}

/// Connections to an SQLite file. They are kept for ever: a memory lives as long as its connection.
async fn sqlite(url: &str, connections: u32) -> Result<AnyPool, StoreError> {
    pool(connections)
        .min_connections(1)
        .idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false)
        .after_connect(|connection, _| Box::pin(async move { connection.execute(TUNING).await.map(drop) }))
        .connect(url)
        .await
        .map_err(database)
}

/// What each connection to a PostgreSQL server is told. Whatever the database has been told: a commit that is answered is on disk.
fn tuning(sharing: Sharing) -> &'static str {
    match sharing {
        Sharing::Alone => "SET synchronous_commit = on",
        // And who is frozen, or whose machine is gone, in the middle of writing loses what he holds, as he loses his matches:
        // those who play them on would wait for it.
        Sharing::Among => "SET synchronous_commit = on; SET idle_in_transaction_session_timeout = '3s'",
    }
}

/// Connections to a PostgreSQL server.
async fn postgres(url: &str, tuning: &'static str) -> Result<AnyPool, StoreError> {
    pool(10)
        .after_connect(move |connection, _| Box::pin(async move { connection.execute(tuning).await.map(drop) }))
        .connect(url)
        .await
        .map_err(database)
}

/// Makes the file and its folder where they are missing, for nobody but their owner to read.
fn make_file(path: &Path) -> std::io::Result<()> {
    let mut folder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut folder, 0o700);
    if let Some(parent) = path.parent() {
        folder.recursive(true).create(parent)?;
    }
    owned_file().open(path).map(drop)
}

/// How a file is opened that nobody but its owner may read; it is made where it is missing.
pub fn owned_file() -> OpenOptions {
    let mut file = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut file, 0o600);
    file.append(true).create(true);
    file
}

/// The address of an SQLite file.
pub fn sqlite_url(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-".contains(&byte);
    let encoded =
        path.bytes().map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") });
    format!("sqlite:{}", encoded.collect::<String>())
}

/// The steps from an empty database to today's tables. A step that was published is never changed.
fn migrations(url: &str) -> Migrator {
    let steps = if url.starts_with("sqlite:") {
        [
            include_str!("../../../migrations/sqlite/0001_first.sql"),
            include_str!("../../../migrations/sqlite/0002_records.sql"),
            include_str!("../../../migrations/sqlite/0003_archive.sql"),
            include_str!("../../../migrations/sqlite/0004_pulse.sql"),
            include_str!("../../../migrations/sqlite/0005_desk.sql"),
            include_str!("../../../migrations/sqlite/0006_analyses.sql"),
            include_str!("../../../migrations/sqlite/0007_servers.sql"),
            include_str!("../../../migrations/sqlite/0008_company.sql"),
            include_str!("../../../migrations/sqlite/0009_studies.sql"),
            include_str!("../../../migrations/sqlite/0010_deadlines.sql"),
        ]
    } else {
        [
            include_str!("../../../migrations/postgres/0001_first.sql"),
            include_str!("../../../migrations/postgres/0002_records.sql"),
            include_str!("../../../migrations/postgres/0003_archive.sql"),
            include_str!("../../../migrations/postgres/0004_pulse.sql"),
            include_str!("../../../migrations/postgres/0005_desk.sql"),
            include_str!("../../../migrations/postgres/0006_analyses.sql"),
            include_str!("../../../migrations/postgres/0007_servers.sql"),
            include_str!("../../../migrations/postgres/0008_company.sql"),
            include_str!("../../../migrations/postgres/0009_studies.sql"),
            include_str!("../../../migrations/postgres/0010_deadlines.sql"),
        ]
    };
    let names =
        ["first", "records", "archive", "pulse", "desk", "analyses", "servers", "company", "studies", "deadlines"];
    let named = (1..).zip(names).zip(steps);
    let steps: Vec<_> = named
        .map(|((version, name), sql)| {
            Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
        })
        .collect();
    Migrator::with_migrations(steps)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_connection_that_lost_its_transaction_is_not_used_again() {
        sqlx::any::install_default_drivers();
        let pool = sqlite("sqlite::memory:", 1).await.unwrap();
        let mut transaction = pool.begin().await.unwrap();
        // As when the disk is full: SQLite has ended the transaction, and the driver does not know.
        sqlx::query("ROLLBACK").execute(&mut *transaction).await.unwrap();
        drop(transaction);
        let connection = pool.acquire().await.unwrap();
        assert!(!connection.is_in_transaction());
    }

    #[tokio::test]
    async fn a_connection_whose_transaction_was_given_up_is_used_again() {
        sqlx::any::install_default_drivers();
        let pool = sqlite("sqlite::memory:", 1).await.unwrap();
        sqlx::query("CREATE TABLE kept (x INTEGER)").execute(&pool).await.unwrap();
        drop(pool.begin().await.unwrap());
        // In memory, another connection would not know the table.
        assert!(sqlx::query("SELECT x FROM kept").fetch_all(&pool).await.is_ok());
    }
}
