//! `door.toml`: what somebody reads who has never played the game, and the titles of its book's chapters.

use super::{DataError, DataFile, Files, Provenance};
use crate::clause::chapter_of;
use crate::{About, ClauseBook};
use serde::{Deserialize, Serialize};

/// The name of the file, where a game has one.
pub(super) const FILE: &str = "door.toml";

/// What stands on a game's door: the battle, who made the game, how long and how hard it is, how it is won, and its
/// sequence of play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Door {
    /// The battle, in a paragraph.
    pub battle: Told,
    /// Who made the printed game.
    pub credits: Credits,
    /// How long it takes.
    pub length: Length,
    /// How hard it is.
    pub difficulty: Difficulty,
    /// How it is won, in three sentences.
    pub winning: Told,
    /// The sequence of play, phase by phase.
    #[serde(rename(deserialize = "phase"))]
    pub phases: Vec<DoorPhase>,
    /// The chapters of the rulebook, in its order.
    #[serde(rename(deserialize = "chapter"))]
    pub chapters: Vec<Chapter>,
}

/// Words with their source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Told {
    /// The words.
    pub text: String,
    /// Where they come from.
    pub source: Provenance,
}

/// Who made the printed game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Credits {
    /// Who designed it.
    pub designer: String,
    /// Who published it, where and when.
    pub publisher: String,
    /// Where that is said.
    pub source: Provenance,
}

/// How long a game takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Length {
    /// In hours, for two people at this table.
    pub hours: String,
    /// About how many decisions both sides make together.
    pub decisions: u32,
    /// What was measured.
    pub source: Provenance,
}

/// How hard a game is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Difficulty {
    /// From 1, learnt in an evening, to 5.
    pub level: u8,
    /// In a sentence.
    pub text: String,
    /// Who says so.
    pub source: Provenance,
}

/// A phase of the sequence of play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DoorPhase {
    /// The ids under which a view tells it.
    pub ids: Vec<String>,
    /// Its name.
    pub title: String,
    /// What is done in it.
    pub text: String,
    /// The rules that one wants to read when it is being played, the foremost first.
    pub clauses: Vec<String>,
}

/// A chapter of a rulebook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Chapter {
    /// How the ids of its clauses begin: `10`, `scs/3`, `chart`.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What stands in place of the id's first part when a clause is named to a player: `Series rules` for `scs/3.1a`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub book: Option<String>,
}

impl Door {
    /// Reads the door of a game that has one, checks it against the book, and gives the book its titles.
    pub fn find(files: &Files, about: &About, book: &mut ClauseBook) -> Result<Option<Door>, DataError> {
        if !files.names().any(|name| name == FILE) {
            return Ok(None);
        }
        let file = files.read(FILE)?;
        let door: Door = file.parse()?;
        door.check(&file, book)?;
        book.name(about, &door.chapters);
        Ok(Some(door))
    }

    fn check(&self, file: &DataFile, book: &ClauseBook) -> Result<(), DataError> {
        let wrong = |word: &str, message: String| Err(file.error_on_line(file.line_of(word), message));
        for clause in self.phases.iter().flat_map(|phase| &phase.clauses) {
            if book.get(clause).is_none() {
                return wrong(&format!("\"{clause}\""), format!("the book has no clause {clause}"));
            }
        }
        if !(1..=5).contains(&self.difficulty.level) {
            return wrong("level", "a game is as hard as 1 to 5".into());
        }
        let missing = book.iter().find(|entry| self.chapters.iter().all(|chapter| chapter.id != chapter_of(&entry.id)));
        match missing {
            Some(entry) => wrong("[[chapter]]", format!("chapter {} has no title", chapter_of(&entry.id))),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOOR: &str = r#"
battle = { text = "Two armies met.", source = "history a field" }
credits = { designer = "Somebody", publisher = "A house, 1998", source = "rulebook 1.1" }
length = { hours = "1", decisions = 20, source = "reconstruction measured" }
difficulty = { level = 1, text = "Easy.", source = "reconstruction ours" }
winning = { text = "Take the hill.", source = "rulebook 4.1" }

[[phase]]
ids = ["move"]
title = "Movement"
text = "Everybody moves."
clauses = ["2.1"]

[[chapter]]
id = "2"
title = "Movement"

[[chapter]]
id = "scs/7"
title = "Combat"
book = "Series rules"

[[chapter]]
id = "std/8"
title = "Supply"
book = ""

[[chapter]]
id = "chart"
title = "Charts"
book = "Charts"
"#;

    fn read(door: &str) -> Result<(Door, ClauseBook), DataError> {
        let text = "id\tkind\ttext\n2.1\tmovement\tMove.\nscs/7.2b\tcombat\tFight.\nstd/8.1\tsupply\tEat.\n\
                    chart/crt\tcombat\tA table.\n";
        let mut book = ClauseBook::parse(&DataFile::new("clauses.tsv", text))?;
        let file = DataFile::new(FILE, door);
        let door: Door = file.parse()?;
        door.check(&file, &book)?;
        let side = |id: &str| crate::SideInfo { id: id.into(), title: id.into(), colour: "#000000".into() };
        let about = About {
            id: "test",
            title: "Test".into(),
            version: 1,
            sides: [side("blue"), side("red")],
            nations: Vec::new(),
            scenarios: Vec::new(),
            options: Vec::new(),
        };
        book.name(&about, &door.chapters);
        Ok((door, book))
    }

    #[test]
    fn a_door_gives_the_book_its_titles() {
        let (door, book) = read(DOOR).unwrap();
        assert_eq!((door.length.decisions, door.phases[0].title.as_str()), (20, "Movement"));
        let named = |id: &str| book.get(id).map(|entry| (entry.name.as_str(), entry.chapter.as_str()));
        assert_eq!(named("2.1"), Some(("2.1", "2. Movement")));
        assert_eq!(named("scs/7.2b"), Some(("Series rules 7.2b", "Series rules 7. Combat")));
        assert_eq!(named("std/8.1"), Some(("8.1", "8. Supply")), "the book that is meant where none is named");
        assert_eq!(named("chart/crt"), Some(("Charts: combat results table", "Charts")), "no abbreviation");
    }

    #[test]
    fn what_is_wrong_on_a_door_is_named_with_its_line() {
        for (from, to, error) in [
            ("clauses = [\"2.1\"]", "clauses = [\"2.9\"]", "12: the book has no clause 2.9"),
            ("id = \"2\"", "id = \"3\"", "14: chapter 2 has no title"),
            ("level = 1", "level = 6", "5: a game is as hard as 1 to 5"),
            ("history a", "legend a", "2: expected a source"),
        ] {
            assert!(DOOR.contains(from), "{from}");
            let found = read(&DOOR.replacen(from, to, 1)).unwrap_err().to_string();
            assert!(found.starts_with(&format!("door.toml:{error}")), "{found}");
        }
    }
}
