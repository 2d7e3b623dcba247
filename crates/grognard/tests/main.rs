//! The tests of the program, one program for all files.

mod admin;
mod common;
mod errors;
mod learn;
mod machines;
mod play;
mod protocol;
mod python_bot;
mod recipes;
mod report;
mod sim;
mod tune;
