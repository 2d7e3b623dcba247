//! What can go wrong.

use std::error::Error;

/// What can go wrong between leader, server and workers.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ClusterError {
    /// The address is none.
    #[error("{0:?} is not the address of a NATS server; nats://HOST:4222 would be one")]
    Address(String),
    /// Nobody answers.
    #[error("no NATS server answers at {address} ({why}); `nats-server -js` starts one")]
    NoServer {
        /// Where nobody answers.
        address: String,
        /// What was met instead.
        why: String,
    },
    /// The server does not let us in.
    #[error("the NATS server at {0} does not let us in; nats://USER:PASSWORD@HOST:4222 gives a name and a password")]
    NotAdmitted(String),
    /// The server keeps no queues.
    #[error("the NATS server at {0} has no JetStream; start it with `nats-server -js`")]
    NoJetStream(String),
    /// This machine has no threads left.
    #[error("no threads can be started: {0}")]
    Threads(String),
    /// Something that the server was asked for was not done.
    #[error("the NATS server did not {what}: {why}")]
    Server {
        /// What it was asked for.
        what: &'static str,
        /// What it said.
        why: String,
    },
    /// Somebody has removed the queue of a run.
    #[error("the queue of this run has been removed from the NATS server; resume the run to publish it anew")]
    QueueGone,
    /// A worker could not play a shard, and no other will.
    #[error("shard {shard} cannot be played, says worker {worker}: {why}")]
    Failed {
        /// The shard.
        shard: u64,
        /// Who tried.
        worker: String,
        /// What happened.
        why: String,
    },
    /// A result could not be kept.
    #[error("{0}")]
    NotKept(String),
}

/// An error with the reasons behind it.
pub(crate) fn reasons(error: &(dyn Error + 'static)) -> String {
    let mut told = error.to_string();
    let mut next = error.source();
    while let Some(reason) = next {
        let reason_told = reason.to_string();
        if !told.contains(&reason_told) {
            told = format!("{told}: {reason_told}");
        }
        next = reason.source();
    }
    told
}

/// The server did not do what it was asked for.
pub(crate) fn unlucky<E: Error + 'static>(what: &'static str) -> impl Fn(E) -> ClusterError {
    move |error| ClusterError::Server { what, why: reasons(&error) }
}
