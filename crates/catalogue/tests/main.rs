//! The tests of the catalogue, one program for all files.

mod after_action;
mod archive;
mod change;
mod college;
mod commitment;
mod counters;
mod defaults;
mod endings;
mod face;
mod lessons;
mod meant;
mod older;
mod papers;
mod presses;
mod soak;
mod strangers;
mod strengths;
mod take_back;
