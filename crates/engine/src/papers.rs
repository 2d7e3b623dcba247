//! The papers in a game's box.

use crate::data::{DataError, Files, Lesson, Names, Provenances};
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
    /// What its counters are called, and their bands.
    pub names: Names,
}

impl Papers {
    /// Reads the checklist, the names of the counters, and the lesson, which is fought on this board.
    pub fn read(files: &Files, about: About, mut provenance: Provenances, board: &Board) -> Result<Papers, DataError> {
        let book = ClauseBook::parse(&files.read("clauses.tsv")?)?;
        let lesson = Lesson::find(files, &about, board)?;
        let names = Names::find(files, &mut provenance)?;
        Ok(Papers { about, book, provenance, lesson, names })
    }
}
