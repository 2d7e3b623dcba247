//! Copies of an SQLite file: taken while a server runs, and put back when none does. PostgreSQL has tools of its own.

use super::claim::Claim;
use super::database;
use super::open::bring_up_to_date;
use crate::store::StoreError;
use sqlx::{AnyConnection, Connection as _, Row as _};
use std::path::{Path, PathBuf};

/// Copies a database to a new file.
pub async fn backup(url: &str, file: &Path) -> Result<(), StoreError> {
    let from = sqlite_file(url)?;
    if !from.exists() {
        return Err(StoreError::Database(format!("{}: there is no database", from.display())));
    }
    if file.exists() {
        return Err(StoreError::Database(format!("{} exists already", file.display())));
    }
    let mut connection = connect(from).await?;
    let target = file.to_str().ok_or_else(|| StoreError::Database("the file's name is no text".into()))?;
    sqlx::query("VACUUM INTO $1").bind(target).execute(&mut connection).await.map_err(database)?;
    connection.close().await.map_err(database)
}

/// Puts a copy in the place of a database that no server uses: where what was there before is kept.
pub async fn restore(url: &str, file: &Path) -> Result<Option<PathBuf>, StoreError> {
    let to = sqlite_file(url)?;
    let fails = |what: &Path, error: std::io::Error| StoreError::Database(format!("{}: {error}", what.display()));
    if !file.is_file() {
        return Err(StoreError::Database(format!("{}: there is no such file", file.display())));
    }
    let _claim = Claim::file(to).await?;
    let fresh = to.with_added_extension("restored");
    std::fs::copy(file, &fresh).map_err(|error| fails(&fresh, error))?;
    if let Err(error) = check(&fresh).await {
        let _ = std::fs::remove_file(&fresh);
        return Err(StoreError::Database(format!("{} cannot be put in place: {error}", file.display())));
    }
    let before = to.exists().then(|| to.with_added_extension("before"));
    if let Some(before) = &before {
        // What is still in the log beside it belongs to it.
        let mut connection = connect(to).await?;
        sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut connection).await.map_err(database)?;
        connection.close().await.map_err(database)?;
        std::fs::rename(to, before).map_err(|error| fails(before, error))?;
    }
    for beside in ["-wal", "-shm"] {
        let mut beside_it = to.as_os_str().to_owned();
        beside_it.push(beside);
        let _ = std::fs::remove_file(beside_it);
    }
    std::fs::rename(&fresh, to).map_err(|error| fails(to, error))?;
    Ok(before)
}

/// Whether a file is a whole database of ours; it is brought up to date by the way.
async fn check(file: &Path) -> Result<(), StoreError> {
    let mut connection = connect(file).await?;
    let told = sqlx::query("PRAGMA integrity_check").fetch_one(&mut connection).await.map_err(database)?;
    let told: String = told.try_get(0).map_err(database)?;
    if told != "ok" {
        return Err(StoreError::Database(told));
    }
    let ours = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN ('users', 'matches', 'record')";
    let tables: i64 =
        sqlx::query(ours).fetch_one(&mut connection).await.map_err(database)?.try_get(0).map_err(database)?;
    connection.close().await.map_err(database)?;
    if tables < 3 {
        return Err(StoreError::Database("it is no database of Grognard's".into()));
    }
    bring_up_to_date(file).await
}

fn sqlite_file(url: &str) -> Result<&Path, StoreError> {
    let path = url.strip_prefix("sqlite:").filter(|path| *path != ":memory:");
    let path = path.ok_or_else(|| {
        StoreError::Database("only an SQLite file is copied so; PostgreSQL has pg_dump and psql".into())
    })?;
    Ok(Path::new(path.strip_prefix("//").unwrap_or(path)))
}

async fn connect(file: &Path) -> Result<AnyConnection, StoreError> {
    sqlx::any::install_default_drivers();
    AnyConnection::connect(&super::open::sqlite_url(&file.display().to_string())).await.map_err(database)
}
