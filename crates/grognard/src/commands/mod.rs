//! The commands of the program, one file each.

pub mod check;
pub mod data;
pub mod games;
pub mod play;
pub mod replay;
