//! The tests of the pictures, one program for all files.

mod pictures;
