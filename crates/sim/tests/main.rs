//! The tests of self-play, one program for all files.

mod runs;
