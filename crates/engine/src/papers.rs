//! The papers in a game's box.

use crate::chooser::Choosers;
use crate::data::{Battle, DataError, Door, Files, Lesson, Names, Problem, Provenances, Tempers, defaults};
use crate::judge::Judges;
use crate::{About, ClauseBook};
use hexboard::Board;
use std::sync::atomic::{AtomicU64, Ordering};

/// How many boxes were opened.
static OPENED: AtomicU64 = AtomicU64::new(0);

/// What lies in every box beside the components.
#[derive(Debug)]
pub struct Papers {
    /// The number of the box: no other in this process has the same, so that what is remembered of one copy of a game is never
    /// said of another. The first is 1.
    pub number: u64,
    /// What the game says of itself.
    pub about: About,
    /// The checklist of its rulebook.
    pub book: ClauseBook,
    /// Where each datum comes from.
    pub provenance: Provenances,
    /// The guided battles, the first one first.
    pub lessons: Vec<Lesson>,
    /// The battles that somebody has laid out.
    pub battles: Vec<Battle>,
    /// The problems of the staff college, theme by theme.
    pub problems: Vec<Problem>,
    /// What somebody reads who has never played the game.
    pub door: Option<Door>,
    /// What its counters are called, and their bands.
    pub names: Names,
    /// What the computer's players have learned to mind.
    pub tempers: Tempers,
    /// What its judges of positions have learned.
    pub judges: Judges,
    /// What its choosers of options have learned.
    pub choosers: Choosers,
}

impl Papers {
    /// Reads the checklist, the names of the counters, the door, the tempers that weigh the game's concerns, the judges and
    /// choosers, the lessons and problems, each of which stands on the board of its scenario, and the battles of whoever has changed the game.
    pub fn read<'b>(
        files: &Files,
        mut about: About,
        mut provenance: Provenances,
        concerns: &[&str],
        board: impl Fn(usize) -> &'b Board,
    ) -> Result<Papers, DataError> {
        let mut book = ClauseBook::parse(&files.read("clauses.tsv")?)?;
        let door = Door::find(files, &about, &mut book)?;
        about.options.iter_mut().for_each(|option| option.name(&book));
        defaults::set(files, &mut about, &mut provenance)?;
        let lessons = Lesson::all(files, &about, &board)?;
        let problems = Problem::all(files, &about, &board)?;
        let battles = Battle::all(files, &about, &mut provenance)?;
        let names = Names::find(files, &mut provenance)?;
        let tempers = Tempers::find(files, &about, concerns, &mut provenance)?;
        let judges = Judges::find(files, &about, &mut provenance)?;
        let choosers = Choosers::find(files, &about, &mut provenance)?;
        let number = OPENED.fetch_add(1, Ordering::Relaxed) + 1;
        Ok(Papers {
            number,
            about,
            book,
            provenance,
            lessons,
            problems,
            battles,
            door,
            names,
            tempers,
            judges,
            choosers,
        })
    }
}
