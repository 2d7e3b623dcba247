//! The tests of the computer players, one program for all files.

mod advice;
mod appraisal;
mod blind;
mod encoding;
mod learning;
mod levels;
mod players;
mod search;
