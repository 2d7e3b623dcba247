//! The tests of the engine, one program for all files.

// Builds without assertions tell claims nothing.
#[cfg(debug_assertions)]
mod by_the_book;
