//! The papers in a game's box.

use crate::data::{DataError, Files, Lesson, Provenances};
use crate::{About, ClauseBook};
use hexboard::Board;

/// What lies in every box beside the components.
#[derive(Debug)]
pub struct Papers {
    /// What the game says of itself.
    pub about: About,
    /// The checklist of its rulebook.
    pub book: ClauseBook,
    /// Where each datum comes from.
    pub provenance: Provenances,
    /// The guided first battle, if there is one.
    pub lesson: Option<Lesson>,
}

impl Papers {
    /// Reads the checklist, and the lesson, which is fought on this board.
    pub fn read(files: &Files, about: About, provenance: Provenances, board: &Board) -> Result<Papers, DataError> {
        let book = ClauseBook::parse(&files.read("clauses.tsv")?)?;
        let lesson = Lesson::find(files, &about, board)?;
        Ok(Papers { about, book, provenance, lesson })
    }
}
