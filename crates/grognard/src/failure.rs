//! Why a command ended early.

use std::error::Error;

/// Why a command ended early.
#[derive(Debug)]
pub enum Failure {
    /// Something is wrong: one sentence with the place.
    Said(String),
    /// It was told to stop before it was done: one sentence that says how to go on.
    Stopped(String),
    /// Whoever read our output has gone away.
    Closed,
}

impl Failure {
    /// Something is wrong: one sentence with the place.
    pub fn said(message: impl Into<String>) -> Failure {
        Failure::Said(message.into())
    }
}

impl<E: Error + 'static> From<E> for Failure {
    fn from(error: E) -> Failure {
        let error: Box<dyn Error> = Box::new(error);
        match error.downcast_ref::<std::io::Error>() {
            Some(broken) if broken.kind() == std::io::ErrorKind::BrokenPipe => Failure::Closed,
            _ => Failure::Said(error.to_string()),
        }
    }
}
