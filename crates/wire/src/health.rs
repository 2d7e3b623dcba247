//! How the server is.

use serde::Serialize;

/// Whether the server and its database answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Health {
    /// Which server it is.
    pub server: &'static str,
    /// How its database is.
    pub database: &'static str,
}

/// That the server answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Alive {
    /// Which server it is.
    pub server: &'static str,
}
