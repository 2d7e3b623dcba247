//! The commands of the program, one file each.

#[cfg(feature = "world")]
pub mod admin;
pub mod analyse;
#[cfg(feature = "laboratory")]
pub mod calibrate;
pub mod charts;
pub mod check;
#[cfg(feature = "laboratory")]
pub mod clauses;
pub mod data;
#[cfg(feature = "laboratory")]
pub mod exam;
pub mod games;
#[cfg(feature = "laboratory")]
pub mod learn;
pub mod map;
pub mod play;
pub mod replay;
#[cfg(feature = "laboratory")]
pub mod report;
pub mod serve;
#[cfg(feature = "laboratory")]
pub mod sim;
#[cfg(feature = "laboratory")]
pub mod tune;
