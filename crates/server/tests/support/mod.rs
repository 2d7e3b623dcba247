//! Tools that the tests of the server share.

pub mod browser;
pub mod database;
pub mod described;
pub mod folder;
pub mod postgres;
pub mod running;
pub mod sinks;
