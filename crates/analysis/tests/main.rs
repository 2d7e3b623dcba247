//! The tests of the analysis, one program for all files.

mod common;
mod fog;
mod promises;
