//! The connections that write. SQLite has one writer at a time: whoever waits here waits in turn, which is fairer than its own
//! waiting.

use sqlx::any::{AnyQueryResult, AnyRow};
use sqlx::{Any, AnyConnection, AnyPool, Error, Transaction};
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Mutex, OwnedMutexGuard};
use tokio::time::timeout;

use super::Statement;

/// How long somebody waits for his turn before he is told that the database does not answer.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// Whose turn it is to write.
pub type Turns = Arc<Mutex<()>>;

/// Connections that write.
#[derive(Clone)]
pub struct Pen {
    pool: AnyPool,
    turns: Option<Turns>,
}

/// A transaction of somebody whose turn it is. Dropped, nothing of it was written.
pub struct Turn {
    transaction: Transaction<'static, Any>,
    _own: Option<OwnedMutexGuard<()>>,
}

impl Pen {
    /// Connections of which as many write at the same time as there are; with turns, one.
    pub fn new(pool: AnyPool, turns: Option<Turns>) -> Pen {
        Pen { pool, turns }
    }

    async fn turn(&self) -> Result<Option<OwnedMutexGuard<()>>, Error> {
        let Some(turns) = self.turns.clone() else { return Ok(None) };
        timeout(PATIENCE, turns.lock_owned()).await.map(Some).map_err(|_| Error::PoolTimedOut)
    }

    /// Begins a transaction.
    pub async fn begin(&self) -> Result<Turn, Error> {
        let own = self.turn().await?;
        Ok(Turn { transaction: self.pool.begin().await?, _own: own })
    }

    /// Executes one statement.
    pub async fn execute(&self, query: Statement<'_>) -> Result<AnyQueryResult, Error> {
        let _own = self.turn().await?;
        query.execute(&self.pool).await
    }

    /// Executes one statement that tells rows.
    pub async fn fetch_all(&self, query: Statement<'_>) -> Result<Vec<AnyRow>, Error> {
        let _own = self.turn().await?;
        query.fetch_all(&self.pool).await
    }
}

impl Turn {
    /// Puts it on disk.
    pub async fn commit(self) -> Result<(), Error> {
        let Turn { transaction, _own } = self;
        transaction.commit().await
    }
}

impl Deref for Turn {
    type Target = AnyConnection;

    fn deref(&self) -> &AnyConnection {
        &self.transaction
    }
}

impl DerefMut for Turn {
    fn deref_mut(&mut self) -> &mut AnyConnection {
        &mut self.transaction
    }
}
