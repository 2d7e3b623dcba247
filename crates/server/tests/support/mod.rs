//! Tools that the tests of the server share.
// Each test program uses only some of them.
#![allow(dead_code)]

pub mod browser;
pub mod database;
pub mod folder;
mod postgres;
pub mod running;
pub mod sinks;
