//! The tests of Hex-fight, one program for all files.

mod guide;
mod laws;
mod returns;
mod rules;
