//! Throw-away databases of both kinds.

use super::folder::Folder;
use super::postgres::Postgres;
use server::store::{Store, open};
use std::sync::Arc;

/// An empty database of its own for one test.
pub struct Database {
    /// What `--database` would say.
    pub url: String,
    folder: Option<Folder>,
}

impl Database {
    /// An SQLite file.
    pub async fn sqlite() -> Database {
        let folder = Folder::new();
        let url = format!("sqlite:{}/new/store 100%.db", folder.path().display());
        Database { url, folder: Some(folder) }
    }

    /// A database in the PostgreSQL server of this test program.
    pub async fn postgres() -> Database {
        Database { url: Postgres::shared().new_database().await, folder: None }
    }

    /// The folder of an SQLite file.
    pub fn folder(&self) -> Option<&Folder> {
        self.folder.as_ref()
    }

    /// Opens it, as a server does at its start.
    pub async fn open(&self) -> Arc<dyn Store> {
        open(&self.url).await.expect("the database opens")
    }
}

/// Runs each of these tests on an SQLite and on a PostgreSQL database.
#[macro_export]
macro_rules! on_both_databases {
    ($($test:ident),* $(,)?) => {
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $test() {
                super::$test($crate::support::database::Database::sqlite().await).await
            })*
        }
        mod postgres {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $test() {
                super::$test($crate::support::database::Database::postgres().await).await
            })*
        }
    };
}
