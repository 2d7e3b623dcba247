//! The tests of the computer players, one program for all files.

mod blind;
mod levels;
mod players;
mod search;
