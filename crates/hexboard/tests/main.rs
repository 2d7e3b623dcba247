//! The tests of the boards, one program for all files.

mod board;
mod common;
mod numbering;
mod reach;
mod sight;
