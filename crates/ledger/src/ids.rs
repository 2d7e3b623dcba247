//! The ids of a game's clauses, and what looks like one.

use engine::ClauseBook;
use std::collections::BTreeSet;

/// The ids of one game's clauses, notes included.
pub(crate) struct Ids<'a> {
    known: BTreeSet<&'a str>,
    /// What stands before the slash in ids such as `tannenberg/5.1a`.
    prefixes: BTreeSet<&'a str>,
}

impl<'a> Ids<'a> {
    pub(crate) fn of(book: &'a ClauseBook) -> Ids<'a> {
        let known: BTreeSet<&str> = book.iter().map(|entry| entry.id.as_str()).collect();
        let prefixes = known.iter().filter_map(|id| Some(id.split_once('/')?.0)).collect();
        Ids { known, prefixes }
    }

    pub(crate) fn knows(&self, id: &str) -> bool {
        self.known.contains(id)
    }

    /// Whether a word is meant as an id: it is one, but for quotes around it, or starts as ids do.
    pub(crate) fn suspects(&self, word: &str) -> bool {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        self.knows(word) || self.knows(bare) || starts_with_numbers(self.without_prefix(bare))
    }

    fn without_prefix<'w>(&self, word: &'w str) -> &'w str {
        match word.split_once('/') {
            Some((prefix, rest)) if self.prefixes.contains(prefix) => rest,
            _ => word,
        }
    }
}

/// Whether a word starts with two numbers and a point between: `9.5`, `10.12f`.
fn starts_with_numbers(word: &str) -> bool {
    let after_first = word.trim_start_matches(|c: char| c.is_ascii_digit());
    after_first.len() < word.len()
        && after_first.strip_prefix('.').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::data::DataFile;

    #[test]
    fn a_word_is_suspected_if_it_is_an_id_or_starts_as_one() {
        let text = "id\tkind\ttext\n9.5c\tcombat\ta\nrock/1.4\tcombat\tb\nGI/seq\tcombat\tc\n7.3.D#\tcombat\td\n";
        let book = ClauseBook::parse(&DataFile::new("clauses.tsv", text)).unwrap();
        let ids = Ids::of(&book);
        for word in ["9.5c", "`9.5c`", "12.34xyz", "rock/9.9", "GI/seq", "7.3.D#", "9.5a-9.5c"] {
            assert!(ids.suspects(word), "{word}");
        }
        for word in ["", "9", "9.", ".5", "text", "other/1.4", "v1.2", "GI/zoc", "9a"] {
            assert!(!ids.suspects(word), "{word}");
        }
    }
}
