//! The workshop: the owner of a game makes its data theirs, and a designer lays out battles.
//!
//! A [`Project`] is a list of changes by key (one hex, one cell, one battle), each with its source; done one after the other, so
//! that each can be undone, and written down as lines of a journal. [`Project::overlay`] is what the game is loaded with. A
//! [`layout`] says of a position what the rules have against it, counter by counter; a [`survey`] what they allow and somebody may
//! not have meant. A [`trial`] lets computers play it.

mod cards;
mod journal;
pub mod layout;
mod opened;
mod project;
pub mod sheets;
pub mod survey;
mod text;
pub mod trial;

pub use journal::{Edit, Journal, JournalError};
pub use project::{BattleDraft, Project, map_file, said};
