//! A study: a record with notes, bookmarks and variations. The record stands first, word for word, and is verified as it always
//! was; what somebody has written to it follows, unsealed, so that it can be written by hand as well:
//!
//! ```text
//! grognard study 1
//! title: Two ways to the river
//! note 0 after 40: The Germans could have waited here.
//!   See the first variation.
//! bookmark 0 after 97: The road is open
//! variation 1 of 0 after 40: What if they wait?
//! 1.41 german done
//! 1.42 us fire 2628 [d6=3 d6=5]
//! note 1 after 42: That is no better.
//! ```
//!
//! The game itself is branch 0, variations are counted from 1, and each is a variation of a branch before it: a tree.

use crate::record::{Line, Record, RecordError, action_words, error};
use std::fmt;

/// The first line of what follows the record.
const MAGIC: &str = "grognard study 1";
/// What a text goes on with on the next line.
const INDENT: &str = "  ";
/// The most variations of a study: each is played again by whoever verifies it.
const MOST_VARIATIONS: usize = 200;

/// What somebody has written to a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Study {
    /// What it is called; may be empty.
    pub title: String,
    /// Notes and bookmarks, by branch and place.
    pub notes: Vec<Note>,
    /// Other ways that the game could have taken, the first of which is branch 1.
    pub variations: Vec<Variation>,
}

/// What somebody has to say about a place of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Whether it names the place, to be found again.
    pub is_bookmark: bool,
    /// The branch: the game, or a variation.
    pub branch: usize,
    /// After how many actions, counted from the beginning of the game.
    pub after: usize,
    /// What is said; may have several lines.
    pub text: String,
}

/// Another way that a game could have taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// The branch that it leaves.
    pub of: usize,
    /// After how many actions, counted from the beginning of the game.
    pub after: usize,
    /// What it is called; may be empty.
    pub title: String,
    /// Its own actions.
    pub lines: Vec<Line>,
    /// How the game ends by it, if it does.
    pub result: Option<String>,
}

impl Study {
    /// Reads a record and what is written to it, which may be nothing.
    pub fn read(text: &str) -> Result<(Record, Study), RecordError> {
        let Some(begin) = text.lines().position(|line| line == MAGIC) else {
            return Ok((Record::parse(text)?, Study::default()));
        };
        let sealed: String = text.split_inclusive('\n').take(begin).collect();
        let record = Record::parse(&sealed)?;
        let mut reader = Reader { actions: record.lines.len(), study: Study::default(), last: None, noted: Vec::new() };
        for (at, line) in text.lines().enumerate().skip(begin + 1).filter(|(_, line)| !line.is_empty()) {
            reader.line(line).map_err(|message| error(at, message))?;
            reader.noted.resize(reader.study.notes.len(), at);
        }
        Ok((record, reader.done()?))
    }

    /// Whether nothing is written to the record.
    pub fn is_empty(&self) -> bool {
        self.title.is_empty() && self.notes.is_empty() && self.variations.is_empty()
    }

    /// The game as it went by a branch, to be played again and verified as any other; `None` where there is no such branch.
    pub fn branch(&self, record: &Record, branch: usize) -> Option<Record> {
        let way = self.way(branch)?;
        let mut played = record.clone();
        for (variation, after) in way.iter().skip(1).zip(&way).map(|((number, _), (_, after))| (number - 1, *after)) {
            let Variation { lines, result, .. } = &self.variations[variation];
            played = played.up_to(after);
            played.lines.extend(lines.iter().cloned());
            played.result.clone_from(result);
        }
        Some(played)
    }

    /// The branches by which one comes to the end of a branch, each with the number of actions after which it is left; the last
    /// never is. `None` where there is no such branch.
    pub fn way(&self, branch: usize) -> Option<Vec<(usize, usize)>> {
        let (mut way, mut next, mut until) = (Vec::new(), branch, usize::MAX);
        while let Some(index) = next.checked_sub(1) {
            let Variation { of, after, .. } = self.variations.get(index)?;
            way.push((next, until));
            (next, until) = (*of, *after);
        }
        way.push((0, until));
        way.reverse();
        Some(way)
    }

    /// How many actions of a branch are those of the sealed game, which has so many.
    pub fn sealed(&self, branch: usize, actions: usize) -> usize {
        self.way(branch).and_then(|way| way.first().map(|(_, until)| *until)).map_or(0, |until| until.min(actions))
    }

    /// Where a branch is not true, given what is wrong with the record of it.
    pub fn misfit(branch: usize, record: &Record, error: &RecordError) -> String {
        let action = (0..record.lines.len()).find(|number| record.line_of_action(*number) == error.line);
        match action {
            Some(number) => format!("variation {branch}, action {}: {}", number + 1, error.message),
            None => format!("variation {branch}: {}", error.message),
        }
    }

    /// What is noted in a branch after so many actions, in the order in which it was written.
    pub fn notes_at(&self, branch: usize, after: usize) -> impl Iterator<Item = &Note> {
        self.notes.iter().filter(move |note| (note.branch, note.after) == (branch, after))
    }

    /// The variations that leave a branch after so many actions, with their numbers.
    pub fn variations_at(&self, branch: usize, after: usize) -> impl Iterator<Item = (usize, &Variation)> {
        let numbered = self.variations.iter().enumerate().map(|(index, variation)| (index + 1, variation));
        numbered.filter(move |(_, variation)| (variation.of, variation.after) == (branch, after))
    }

    /// How many actions lead to the end of a branch.
    fn length(&self, branch: usize, actions: usize) -> Option<usize> {
        match branch.checked_sub(1) {
            None => Some(actions),
            Some(index) => self.variations.get(index).map(|variation| variation.after + variation.lines.len()),
        }
    }
}

impl fmt::Display for Study {
    /// What follows the record; nothing where there is nothing to say.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return Ok(());
        }
        writeln!(f, "{MAGIC}")?;
        if !self.title.is_empty() {
            writeln!(f, "title: {}", Indented(&self.title))?;
        }
        self.write_notes(f, 0)?;
        for (index, Variation { of, after, title, lines, result }) in self.variations.iter().enumerate() {
            let number = index + 1;
            writeln!(f, "variation {number} of {of} after {after}: {}", Indented(title))?;
            for (place, line) in lines.iter().enumerate() {
                writeln!(f, "{number}.{} {line}", after + place + 1)?;
            }
            if let Some(result) = result {
                writeln!(f, "{number}.end {result}")?;
            }
            self.write_notes(f, number)?;
        }
        Ok(())
    }
}

impl Study {
    fn write_notes(&self, f: &mut fmt::Formatter<'_>, branch: usize) -> fmt::Result {
        let mut notes: Vec<&Note> = self.notes.iter().filter(|note| note.branch == branch).collect();
        notes.sort_by_key(|note| note.after);
        notes.into_iter().try_for_each(|Note { is_bookmark, branch, after, text }| {
            let word = if *is_bookmark { "bookmark" } else { "note" };
            writeln!(f, "{word} {branch} after {after}: {}", Indented(text))
        })
    }
}

/// A text of several lines, as it stands behind a heading.
struct Indented<'a>(&'a str);

impl fmt::Display for Indented<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = self.0.lines();
        f.write_str(lines.next().unwrap_or_default())?;
        lines.try_for_each(|line| write!(f, "\n{INDENT}{line}"))
    }
}

/// What a text that goes on belongs to.
#[derive(Copy, Clone)]
enum Speaking {
    Title,
    Note,
    Variation,
}

struct Reader {
    /// How many actions the game has.
    actions: usize,
    study: Study,
    last: Option<Speaking>,
    /// On which line each note stands, from 0.
    noted: Vec<usize>,
}

impl Reader {
    fn line(&mut self, line: &str) -> Result<(), String> {
        if let Some(more) = line.strip_prefix(INDENT) {
            return self.go_on(more);
        }
        if line.starts_with(|first: char| first.is_ascii_digit()) {
            self.last = None;
            return self.action(line);
        }
        let (heading, text) = line.split_once(':').ok_or("expected a heading, a colon and a text")?;
        let text = text.strip_prefix(' ').unwrap_or(text).to_string();
        let words: Vec<&str> = heading.split(' ').collect();
        self.last = Some(match words[..] {
            ["title"] => {
                self.study.title = text;
                Speaking::Title
            }
            ["note" | "bookmark", branch, "after", after] => {
                let (branch, after) = (number(branch)?, number(after)?);
                self.study.notes.push(Note { is_bookmark: words[0] == "bookmark", branch, after, text });
                Speaking::Note
            }
            ["variation", own, "of", of, "after", after] => {
                self.variation(number(own)?, number(of)?, number(after)?, text)?;
                Speaking::Variation
            }
            _ => {
                return Err(format!(
                    "expected \"title\", \"note BRANCH after N\", \"bookmark BRANCH after N\" or \"variation NUMBER of BRANCH \
                     after N\", not \"{heading}\""
                ));
            }
        });
        Ok(())
    }

    fn go_on(&mut self, more: &str) -> Result<(), String> {
        let text = match self.last {
            Some(Speaking::Title) => Some(&mut self.study.title),
            Some(Speaking::Note) => self.study.notes.last_mut().map(|note| &mut note.text),
            Some(Speaking::Variation) => self.study.variations.last_mut().map(|variation| &mut variation.title),
            None => None,
        };
        let text = text.ok_or("there is no text before it that could go on")?;
        text.push('\n');
        text.push_str(more);
        Ok(())
    }

    fn variation(&mut self, own: usize, of: usize, after: usize, title: String) -> Result<(), String> {
        let next = self.study.variations.len() + 1;
        if own != next {
            return Err(format!("the next variation has the number {next}"));
        }
        if own > MOST_VARIATIONS {
            return Err(format!("a study has at most {MOST_VARIATIONS} variations"));
        }
        let length = self.study.length(of, self.actions).filter(|_| of < own);
        let length = length.ok_or_else(|| format!("there is no branch {of} before variation {own}"))?;
        let begins = of.checked_sub(1).map_or(0, |index| self.study.variations[index].after);
        if after > length || after < begins {
            return Err(format!(
                "branch {of} goes from action {begins} to action {length}, so nothing leaves it after {after}"
            ));
        }
        self.study.variations.push(Variation { of, after, title, lines: Vec::new(), result: None });
        Ok(())
    }

    fn action(&mut self, line: &str) -> Result<(), String> {
        let own = self.study.variations.len();
        let variation = self.study.variations.last_mut().ok_or("an action stands before the first variation")?;
        if variation.result.is_some() {
            return Err(format!("variation {own} has ended"));
        }
        let next = variation.after + variation.lines.len() + 1;
        if let Some(result) = line.strip_prefix(&format!("{own}.end ")) {
            variation.result = Some(result.to_string());
            return Ok(());
        }
        let action = line.strip_prefix(&format!("{own}.{next} ")).and_then(action_words);
        let expected = || format!("expected action {next} of variation {own} as \"{own}.{next} SIDE ACTION [ROLLS]\"");
        variation.lines.push(action.ok_or_else(expected)?);
        Ok(())
    }

    /// The study, if each note has its place.
    fn done(self) -> Result<Study, RecordError> {
        let Reader { actions, study, noted, .. } = self;
        for (note, at) in study.notes.iter().zip(noted) {
            match study.length(note.branch, actions) {
                None => return Err(error(at, format!("there is no branch {}", note.branch))),
                Some(length) if note.after > length => {
                    return Err(error(at, format!("branch {} has only {length} actions", note.branch)));
                }
                Some(_) => {}
            }
        }
        Ok(study)
    }
}

fn number(word: &str) -> Result<usize, String> {
    word.parse().map_err(|_| format!("expected a number, not \"{word}\""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::tests::sample;

    /// A study of a game of three actions, as somebody writes it.
    const WRITTEN: &str = "\
grognard study 1
title: Two ways to the river
note 0 after 1: The Germans could have waited.

  See the first variation.
bookmark 0 after 3: The road is open
variation 1 of 0 after 1: What if they wait?
1.2 german done
1.3 us fire 2628 [d6=3 d6=5]
note 1 after 3: That is no better.
variation 2 of 1 after 2: Or fires first
2.3 us fire 2629 [forced d6=6]
2.end us 4.3a
";

    fn read(study: &str) -> Result<(Record, Study), RecordError> {
        Study::read(&format!("{}{study}", sample()))
    }

    fn refused(study: &str) -> String {
        read(&format!("{MAGIC}\n{study}")).unwrap_err().message
    }

    #[test]
    fn a_study_reads_back_as_written_and_the_record_is_untouched() {
        let (record, study) = read(WRITTEN).unwrap();
        assert_eq!(record, sample());
        assert_eq!(study.to_string(), WRITTEN.replace("\n\n", "\n"));
        assert_eq!(read(&study.to_string()).unwrap().1, study);
        assert_eq!((study.notes.len(), study.variations.len()), (3, 2));
        assert_eq!(study.notes[0].text, "The Germans could have waited.\nSee the first variation.");
        assert!(study.notes[1].is_bookmark);
    }

    #[test]
    fn a_record_without_notes_is_a_record() {
        assert_eq!(read("").unwrap(), (sample(), Study::default()));
        assert_eq!(Study::default().to_string(), "");
        let damaged = format!("{}{WRITTEN}", sample()).replacen("us done", "us stay", 1);
        assert_eq!(Study::read(&damaged).unwrap_err().line, 10, "seals are looked at as ever");
    }

    #[test]
    fn a_branch_is_the_game_as_it_would_have_gone() {
        let (record, study) = read(WRITTEN).unwrap();
        let actions = |branch| {
            let played = study.branch(&record, branch).unwrap();
            let lines: Vec<String> = played.lines.iter().map(ToString::to_string).collect();
            (lines.join("; "), played.result)
        };
        assert_eq!(study.branch(&record, 0), Some(sample()));
        assert_eq!(actions(1), ("us place 4027; german done; us fire 2628 [d6=3 d6=5]".into(), None));
        assert_eq!(
            actions(2),
            ("us place 4027; german done; us fire 2629 [forced d6=6]".into(), Some("us 4.3a".into()))
        );
        assert_eq!(study.branch(&record, 3), None);
        assert_eq!([0, 1, 2].map(|branch| study.sealed(branch, 3)), [3, 1, 1]);
        assert_eq!(study.way(2), Some(vec![(0, 1), (1, 2), (2, usize::MAX)]));
        let played = study.branch(&record, 1).unwrap();
        let wrong = RecordError { line: played.line_of_action(2), message: "no".into() };
        assert_eq!(Study::misfit(1, &played, &wrong), "variation 1, action 3: no");
    }

    #[test]
    fn notes_and_variations_are_found_at_their_places() {
        let (_, study) = read(WRITTEN).unwrap();
        assert_eq!(study.notes_at(0, 1).count(), 1);
        assert_eq!(study.notes_at(0, 2).count(), 0);
        let leaving = |branch, after| study.variations_at(branch, after).map(|(number, _)| number).collect::<Vec<_>>();
        assert_eq!([leaving(0, 1), leaving(1, 2), leaving(0, 2)], [vec![1], vec![2], vec![]]);
    }

    #[test]
    fn what_has_no_place_is_refused_at_its_line() {
        assert_eq!(refused("note 0 after 4: x"), "branch 0 has only 3 actions");
        assert_eq!(refused("note 1 after 0: x"), "there is no branch 1");
        assert_eq!(refused("variation 2 of 0 after 1: x"), "the next variation has the number 1");
        assert_eq!(refused("variation 1 of 1 after 1: x"), "there is no branch 1 before variation 1");
        let nowhere = "branch 0 goes from action 0 to action 3, so nothing leaves it after 4";
        assert_eq!(refused("variation 1 of 0 after 4: x"), nowhere);
        let early = "variation 1 of 0 after 2: x\n1.3 us done\nvariation 2 of 1 after 1: y";
        assert_eq!(refused(early), "branch 1 goes from action 2 to action 3, so nothing leaves it after 1");
        assert_eq!(refused("1.1 us done"), "an action stands before the first variation");
        let skipped = "expected action 3 of variation 1 as \"1.3 SIDE ACTION [ROLLS]\"";
        assert_eq!(refused("variation 1 of 0 after 2: x\n1.4 us done"), skipped);
        assert_eq!(refused("variation 1 of 0 after 2: x\n1.end us 4.3a\n1.3 us done"), "variation 1 has ended");
        assert_eq!(refused("  more"), "there is no text before it that could go on");
        assert_eq!(refused("note 0 after x: y"), "expected a number, not \"x\"");
        assert!(refused("remark: y").starts_with("expected \"title\", \"note BRANCH after N\""));
        assert_eq!(read(&format!("{MAGIC}\ntitle: x\n\nnote 0 after 9: y")).unwrap_err().line, 15);
        let many: String = (1..=201).map(|number| format!("variation {number} of 0 after 0: x\n")).collect();
        assert_eq!(refused(&many), "a study has at most 200 variations");
    }
}
