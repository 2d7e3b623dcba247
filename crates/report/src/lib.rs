//! x
#![warn(missing_docs)]
#![allow(dead_code, unused)]
pub mod stats;
