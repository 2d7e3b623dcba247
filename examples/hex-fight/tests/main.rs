//! The tests of Hex-fight, one program for all files.

mod census;
mod guide;
mod laws;
mod rules;
