//! Other servers that share the work on one database.
//!
//! Each match that somebody looks at or plays has one server that plays it, its owner: the others pass on what comes to
//! them for it. Who owns what stands in a register in the database, and counts as long as the owner says every
//! second that it is there; what is free, or was a dead server's, belongs to whoever is asked for it first. Should two
//! believe for a moment that a match is theirs, the version of the match decides: the one that writes second is told
//! that something was done meanwhile, and reads the match again.
//!
//! A server that is alone needs none of this, and does none of it.

#[cfg(feature = "postgres")]
mod company;
#[cfg(not(feature = "postgres"))]
#[path = "no_company.rs"]
mod company;
#[cfg(feature = "postgres")]
mod passing;
#[cfg(feature = "postgres")]
mod register;

pub use company::{Company, Sign};

use crate::store::{Millis, StoreError};
use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use tokio::sync::broadcast;

/// That another server has passed a request on to us: then it goes no further.
#[derive(Clone, Copy)]
pub struct PassedOn;

/// Where a match is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    /// Here, under this number of ours. Time that passed before `since` counts against nobody.
    Here {
        /// Our number.
        number: i64,
        /// From when on time counts.
        since: Millis,
    },
    /// At another server.
    Elsewhere,
    /// There is no such match.
    Nowhere,
}

/// What one server tells the others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Word {
    /// The sessions of this user have ended.
    SignedOut(String),
    /// Who sits at these matches has changed, or what he is called.
    Reread(Vec<String>),
}

/// What happens among the servers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Another has told us something.
    Told(Word),
    /// Another may have told us something that we did not hear.
    Missed,
    /// A server has gone, and what it played is free; or we have come back.
    Changed,
    /// We have lost touch: what we play may be played elsewhere by now.
    Lost,
}

/// The other servers, as far as matches have to do with them.
#[async_trait]
pub trait Others: Send + Sync {
    /// The number under which we own matches; `None` while we have lost touch.
    fn number(&self) -> Option<i64>;
    /// Since when there has been a server all the time.
    fn since(&self) -> Millis;
    /// Whether what one server does for all is our business.
    fn leads(&self) -> bool;
    /// Takes a match, unless another server has it.
    async fn hold(&self, id: &str) -> Result<Hold, StoreError>;
    /// Lets go of matches that nobody needs here any more.
    async fn give_back(&self, ids: &[String]) -> Result<(), StoreError>;
    /// Whether another server plays a match.
    async fn is_elsewhere(&self, id: &str) -> Result<bool, StoreError>;
    /// Counts something once more: how often it has happened, at whichever server, since the first time in this span.
    async fn count(&self, what: &str, span: Millis) -> Result<i64, StoreError>;
    /// Counts it once less.
    async fn uncount(&self, what: &str) -> Result<(), StoreError>;
    /// Throws away what is noted of dead servers, and what was counted before then.
    async fn sweep(&self, before: Millis) -> Result<(), StoreError>;
    /// Tells all others something, soon.
    fn tell(&self, word: Word);
    /// What happens among us from now on.
    fn events(&self) -> broadcast::Receiver<Event>;
    /// Lets go of everything: this server ends.
    async fn leave(&self);
}
