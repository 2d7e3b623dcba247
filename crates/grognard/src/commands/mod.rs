//! The commands of the program, one file each.

pub mod check;
pub mod clauses;
pub mod data;
pub mod games;
pub mod map;
pub mod play;
pub mod replay;
pub mod report;
pub mod serve;
pub mod sim;
pub mod tune;
