//! Numbered rules: the checklist of a rulebook, and the short ids by which code, tests and refusals cite it.

use crate::About;
use crate::data::{Chapter, DataError, DataFile};
use serde::Serialize;

/// The id of one rule of a game's rulebook, as its `clauses.tsv` writes it (`9.5c`).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Clause(pub &'static str);

impl std::fmt::Display for Clause {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

/// Makes a list of clauses: `clauses!["9.7a", "9.1d"]`.
#[macro_export]
macro_rules! clauses {
    ($($id:literal),* $(,)?) => { vec![$($crate::Clause($id)),*] };
}

/// One line of the checklist.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema), schemars(rename = "ClauseText"))]
pub struct ClauseEntry {
    /// The clause's id.
    pub id: String,
    /// What it is about: movement, combat, ...; `note` asks for nothing.
    pub kind: String,
    /// The rule, in our own words.
    pub text: String,
    /// The id as a player reads it (`Series rules 7.2b`).
    pub name: String,
    /// The chapter it stands in, by number and title.
    pub chapter: String,
}

impl ClauseEntry {
    /// Whether the clause asks for nothing and needs neither code nor test.
    pub fn is_note(&self) -> bool {
        self.kind == "note"
    }
}

/// The checklist of one rulebook, in its order.
#[derive(Clone, Debug, Default)]
pub struct ClauseBook {
    entries: Vec<ClauseEntry>,
}

impl ClauseBook {
    /// Reads `id <tab> kind <tab> text` lines under a header line.
    pub fn parse(file: &DataFile) -> Result<ClauseBook, DataError> {
        if !file.text().starts_with("id\tkind\t") {
            return Err(file.error_on_line(1, "expected a first line that names the fields: id, kind, text"));
        }
        let mut entries: Vec<ClauseEntry> = Vec::new();
        for (number, line) in file.text().lines().enumerate().skip(1) {
            let mut fields = line.splitn(3, '\t');
            let (Some(id), Some(kind), Some(text)) = (fields.next(), fields.next(), fields.next()) else {
                return Err(file.error_on_line(number + 1, "expected three fields: id, kind, text, with tabs between"));
            };
            if entries.iter().any(|entry| entry.id == id) {
                return Err(file.error_on_line(number + 1, format!("clause {id} stands here a second time")));
            }
            let chapter = chapter_of(id).to_string();
            entries.push(ClauseEntry { id: id.into(), kind: kind.into(), text: text.into(), name: id.into(), chapter });
        }
        Ok(ClauseBook { entries })
    }

    /// The clause with this id.
    pub fn get(&self, id: &str) -> Option<&ClauseEntry> {
        self.entries.iter().find(|entry| entry.id == id)
    }

    /// Gives every clause the name by which players know it, and the title of its chapter.
    pub(crate) fn name(&mut self, about: &About, chapters: &[Chapter]) {
        for entry in &mut self.entries {
            let number = chapter_of(&entry.id);
            let Some(chapter) = chapters.iter().find(|chapter| chapter.id == number) else { continue };
            let (prefix, rest) = entry.id.split_once('/').unwrap_or(("", &entry.id));
            entry.name = match &chapter.book {
                Some(book) => joined(book, about, rest),
                None if prefix.is_empty() => entry.id.clone(),
                None => joined(prefix, about, rest),
            };
            let number = number.rsplit('/').next().unwrap_or(number);
            entry.chapter = match &chapter.book {
                _ if !number.starts_with(|first: char| first.is_ascii_digit()) => chapter.title.clone(),
                Some(book) => format!("{book} {number}. {}", chapter.title).trim_start().to_string(),
                None => format!("{number}. {}", chapter.title),
            };
        }
    }

    /// All clauses in the book's order.
    pub fn iter(&self) -> impl Iterator<Item = &ClauseEntry> {
        self.entries.iter()
    }
}

/// What the ids of clauses abbreviate, and players do not.
const ABBREVIATED: [(&str, &str); 5] = [
    ("crt", "combat results table"),
    ("reinf", "reinforcements"),
    ("repl", "replacements"),
    ("seq", "sequence of play"),
    ("vp", "victory points"),
];

/// A number goes straight after the name of its book, words after a colon; sides have their titles.
fn joined(book: &str, about: &About, rest: &str) -> String {
    if rest.starts_with(|first: char| first.is_ascii_digit()) {
        return format!("{book} {rest}").trim_start().to_string();
    }
    let title = |word: &str| {
        let whole = ABBREVIATED.iter().find(|(short, _)| *short == word).map_or(word, |(_, whole)| whole);
        about.side(word).map_or(whole.to_string(), |side| about.side_title(side).to_string())
    };
    let words: Vec<_> = rest.split(['-', '/']).map(title).collect();
    format!("{book}: {}", words.join(" "))
}

/// The chapter that a clause's id names: what stands before its first point, with the book before it, if any.
pub(crate) fn chapter_of(id: &str) -> &str {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let leading = digits(id);
    if leading > 0 {
        return &id[..leading];
    }
    match id.find('/').map(|slash| (slash, digits(&id[slash + 1..]))) {
        Some((slash, count)) if count > 0 => &id[..slash + 1 + count],
        _ => id.split(['/', '.']).next().unwrap_or(id),
    }
}

/// What stands between square brackets in a line of a comment.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Brackets<'a> {
    /// The text inside.
    pub text: &'a str,
    /// Whether the closing bracket stands on the same line.
    pub closed: bool,
}

impl<'a> Brackets<'a> {
    /// The innermost brackets of a line, and the last ones even if they are not closed.
    pub fn of(line: &'a str) -> Vec<Brackets<'a>> {
        let mut all = Vec::new();
        let mut open = None;
        for (at, c) in line.char_indices() {
            match (c, open) {
                ('[', _) => open = Some(at + 1),
                (']', Some(start)) => {
                    all.push(Brackets { text: &line[start..at], closed: true });
                    open = None;
                }
                _ => {}
            }
        }
        all.extend(open.map(|start| Brackets { text: &line[start..], closed: false }));
        all
    }

    /// The words inside, if these are clauses: `[9.5c, 9.6b]`.
    pub fn words(self) -> impl Iterator<Item = &'a str> {
        self.text.split(',').map(str::trim)
    }
}

/// Whether a line of a comment cites a clause.
pub fn cites(line: &str, clause: &str) -> bool {
    Brackets::of(line).iter().any(|brackets| brackets.closed && brackets.words().any(|word| word == clause))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chapters_are_told_apart_by_book_and_number() {
        let ids = ["10.3a", "15a", "6.1/note3-a", "3.II", "scs/12.0b", "scs/note-1", "chart/crt", "GI/stack-a", "DN.5"];
        let chapters = ["10", "15", "6", "3", "scs/12", "scs", "chart", "GI", "DN"];
        assert_eq!(ids.map(chapter_of), chapters);
    }

    #[test]
    fn the_innermost_brackets_are_read_and_open_ones_are_kept() {
        let closed = |text| Brackets { text, closed: true };
        assert_eq!(Brackets::of("[a] b [[c], d] [e]"), [closed("a"), closed("c"), closed("e")]);
        assert_eq!(Brackets::of("] x [9.5c,"), [Brackets { text: "9.5c,", closed: false }]);
        assert_eq!(Brackets::of("none"), []);
    }

    #[test]
    fn a_line_cites_what_its_brackets_list() {
        assert!(cites("fires [9.5c, 9.6b]", "9.6b"));
        assert!(!cites("fires [9.5c, 9.6b]", "9.6"));
        assert!(!cites("fires [9.6b", "9.6b"));
        assert!(!cites("9.6b", "9.6b"));
    }
}
