//! What a judge has learned, as a text: a word and its numbers a line, then a line of numbers for each feature, with its name.

use super::{Layers, NARROW, SAYINGS, Spread, WIDTH};
use crate::data::{DataError, DataFile, Provenance};
use std::fmt;
use std::str::FromStr;

/// What a judge has learned.
#[derive(Clone, PartialEq, Debug)]
pub struct Learned {
    /// From what.
    pub source: Provenance,
    /// How margins are spread.
    pub spread: Spread,
    /// The layers above the features.
    pub layers: Layers,
    /// The weights of the features, by name.
    pub rows: Vec<(String, [i16; WIDTH])>,
}

impl Learned {
    /// Reads and checks the text.
    pub fn read(file: &DataFile) -> Result<Learned, DataError> {
        let mut lines = Lines { file, lines: file.text().lines().enumerate() };
        let (at, source) = lines.after("source")?;
        let source = Provenance::read(source).map_err(|error| file.error_on_line(at, error))?;
        let [mean, deviation] = lines.numbers("margin")?;
        let layers = Layers {
            start: lines.numbers("start")?,
            second: lines.table::<WIDTH, NARROW>("second")?,
            second_start: lines.numbers("second-start")?,
            last: lines.table::<NARROW, SAYINGS>("last")?,
            last_start: lines.numbers("last-start")?,
        };
        let mut rows = Vec::new();
        while let Some((at, line)) = lines.next() {
            let mut words = line.splitn(WIDTH + 1, ' ');
            let row = numbers(words.by_ref().take(WIDTH));
            let row =
                row.ok_or_else(|| file.error_on_line(at, format!("expected {WIDTH} whole numbers and a name")))?;
            let name = words.next().ok_or_else(|| file.error_on_line(at, "the feature's name is missing"))?;
            rows.push((name.to_string(), row));
        }
        Ok(Learned { source, spread: Spread { mean, deviation }, layers, rows })
    }
}

struct Lines<'a, L> {
    file: &'a DataFile,
    lines: L,
}

impl<'a, L: Iterator<Item = (usize, &'a str)>> Lines<'a, L> {
    /// The next line that says something, with its number.
    fn next(&mut self) -> Option<(usize, &'a str)> {
        let mut lines = self.lines.by_ref().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        lines.next().map(|(at, line)| (at + 1, line))
    }

    /// What follows a word that the next line must begin with.
    fn after(&mut self, word: &str) -> Result<(usize, &'a str), DataError> {
        let (at, line) =
            self.next().ok_or_else(|| self.file.error_on_line(1, format!("the line \"{word}\" is missing")))?;
        let rest = line.strip_prefix(word).and_then(|rest| rest.strip_prefix(' '));
        let rest = rest.ok_or_else(|| self.file.error_on_line(at, format!("expected a line \"{word} ...\"")))?;
        Ok((at, rest))
    }

    fn numbers<T: FromStr + Copy, const COUNT: usize>(&mut self, word: &str) -> Result<[T; COUNT], DataError> {
        let (at, rest) = self.after(word)?;
        numbers(rest.split(' '))
            .ok_or_else(|| self.file.error_on_line(at, format!("expected {COUNT} numbers after \"{word}\"")))
    }

    fn table<const COLUMNS: usize, const ROWS: usize>(
        &mut self,
        word: &str,
    ) -> Result<[[i32; COLUMNS]; ROWS], DataError> {
        let mut table = [[0; COLUMNS]; ROWS];
        for row in &mut table {
            *row = self.numbers(word)?;
        }
        Ok(table)
    }
}

/// Exactly so many numbers.
fn numbers<'a, T: FromStr + Copy, const COUNT: usize>(words: impl Iterator<Item = &'a str>) -> Option<[T; COUNT]> {
    let numbers: Option<Vec<T>> = words.map(|word| word.parse().ok()).collect();
    numbers?.try_into().ok()
}

impl fmt::Display for Learned {
    /// The text that is [read](Learned::read).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let layers = &self.layers;
        writeln!(f, "# A judge of positions: `grognard learn` writes such texts, docs/ai.md tells how it thinks.")?;
        writeln!(f, "source {}", self.source)?;
        writeln!(f, "margin {} {}", self.spread.mean, self.spread.deviation)?;
        writeln!(f, "start {}", row(&layers.start))?;
        layers.second.iter().try_for_each(|second| writeln!(f, "second {}", row(second)))?;
        writeln!(f, "second-start {}", row(&layers.second_start))?;
        layers.last.iter().try_for_each(|last| writeln!(f, "last {}", row(last)))?;
        writeln!(f, "last-start {}", row(&layers.last_start))?;
        self.rows.iter().try_for_each(|(name, weights)| writeln!(f, "{} {name}", row(weights)))
    }
}

fn row(numbers: &[impl fmt::Display]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A judge who minds but one thing: a point more is a hundredth of a standard deviation.
    pub(in super::super) fn simple() -> Learned {
        let mut layers = Layers {
            start: [0; WIDTH],
            second: [[0; WIDTH]; NARROW],
            second_start: [0; NARROW],
            last: [[0; NARROW]; SAYINGS],
            last_start: [0, 0],
        };
        layers.start[0] = 1024;
        layers.second[0][0] = 1024;
        layers.last[1][0] = 1024;
        layers.last_start[1] = -1024;
        let mut row = [0; WIDTH];
        row[0] = 1024 / 8;
        let source = Provenance { origin: crate::data::Origin::Reconstruction, detail: "made up".into() };
        let rows = vec![("count points".to_string(), row), ("on nobody".to_string(), row)];
        Learned { source, spread: Spread { mean: 2.5, deviation: 4.0 }, layers, rows }
    }

    fn read(text: &str) -> Result<Learned, DataError> {
        Learned::read(&DataFile::new("judges/dawn.txt", text))
    }

    #[test]
    fn what_was_written_is_read_again() {
        assert_eq!(read(&simple().to_string()), Ok(simple()));
    }

    #[test]
    fn what_is_wrong_is_refused_with_its_line() {
        let text = simple().to_string();
        let cases = [
            (text.replacen("source reconstruction made up\n", "", 1), 2, "expected a line \"source ...\""),
            (text.replacen("margin 2.5 4", "margin 2.5", 1), 3, "expected 2 numbers after \"margin\""),
            (text.replacen("start 1024", "start many", 1), 4, "expected 16 numbers after \"start\""),
            (text.replacen("second-start", "second", 1), 13, "expected a line \"second-start ...\""),
            (text.replacen("128 0", "128", 1), 17, "expected 16 whole numbers and a name"),
            (text.replacen(" count points", "", 1), 17, "the feature's name is missing"),
        ];
        for (text, line, message) in cases {
            let error = read(&text).unwrap_err();
            assert_eq!((error.line, error.message.as_str()), (line, message));
        }
    }
}
