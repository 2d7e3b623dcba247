//! Places in a data file: `kind[id=F1].front`, `terrain[id=woods].cost`, `odds.columns[3]`.

use std::fmt;

/// A place in a data file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Address(pub(super) Vec<Step>);

/// A step of the way there.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Step {
    /// What bears this name.
    Key(String),
    /// The entry of a list with this place in it, from 1.
    Nth(usize),
    /// The one entry of a list in which these names have these values.
    Where(Vec<(String, String)>),
}

impl Address {
    /// Reads a place as it is written.
    pub fn parse(text: &str) -> Result<Address, String> {
        let mut reader = Reader { rest: text, whole: text };
        let mut steps = vec![Step::Key(reader.word("[].")?)];
        while let Some(sign) = reader.rest.chars().next() {
            reader.rest = &reader.rest[1..];
            steps.push(match sign {
                '.' => Step::Key(reader.word("[].")?),
                '[' => reader.choice()?,
                _ => return Err(reader.wrong()),
            });
        }
        Ok(Address(steps))
    }

    /// The way to the list or table in which the place is, and the last step.
    pub(super) fn split(&self) -> (&[Step], &Step) {
        let (last, way) = self.0.split_last().expect("an address has a step");
        (way, last)
    }
}

struct Reader<'a> {
    rest: &'a str,
    whole: &'a str,
}

impl Reader<'_> {
    fn wrong(&self) -> String {
        format!("\"{}\" is no place in a file (expected something like `kind[id=F1].front`)", self.whole)
    }

    /// A word in quotes, or all up to one of these signs.
    fn word(&mut self, ends: &str) -> Result<String, String> {
        let (word, rest) = match self.rest.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').ok_or_else(|| self.wrong())?,
            None => self.rest.split_at(self.rest.find(|sign| ends.contains(sign)).unwrap_or(self.rest.len())),
        };
        if word.is_empty() {
            return Err(self.wrong());
        }
        self.rest = rest;
        Ok(word.to_string())
    }

    /// What stands in brackets.
    fn choice(&mut self) -> Result<Step, String> {
        let mut wanted = Vec::new();
        loop {
            let word = self.word("=,]")?;
            match self.sign()? {
                ']' if wanted.is_empty() => {
                    let nth = word.parse().ok().filter(|&nth: &usize| nth > 0);
                    return nth.map(Step::Nth).ok_or_else(|| self.wrong());
                }
                '=' => wanted.push((word, self.word(",]")?)),
                _ => return Err(self.wrong()),
            }
            match self.sign()? {
                ']' => return Ok(Step::Where(wanted)),
                ',' => {}
                _ => return Err(self.wrong()),
            }
        }
    }

    fn sign(&mut self) -> Result<char, String> {
        let sign = self.rest.chars().next().filter(|sign| "=,]".contains(*sign)).ok_or_else(|| self.wrong())?;
        self.rest = &self.rest[1..];
        Ok(sign)
    }
}

fn written(f: &mut fmt::Formatter<'_>, word: &str) -> fmt::Result {
    if word.contains(['.', '[', ']', '=', ',']) { write!(f, "\"{word}\"") } else { f.write_str(word) }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, step) in self.0.iter().enumerate() {
            match step {
                Step::Key(key) => {
                    f.write_str(if place == 0 { "" } else { "." })?;
                    written(f, key)?;
                }
                Step::Nth(nth) => write!(f, "[{nth}]")?,
                Step::Where(wanted) => {
                    for (place, (key, value)) in wanted.iter().enumerate() {
                        f.write_str(if place == 0 { "[" } else { "," })?;
                        written(f, key)?;
                        f.write_str("=")?;
                        written(f, value)?;
                    }
                    f.write_str("]")?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_read_and_written() {
        for text in [
            "title",
            "kind[id=F1].front",
            "columns[3].odds",
            "track[army=eighth,line=normal].boxes",
            "a[id=\"1.5\"].\"x.y\"",
        ] {
            assert_eq!(Address::parse(text).unwrap().to_string(), text);
        }
        let woods = Address::parse("terrain[id=woods].cost").unwrap();
        let wanted = vec![("id".to_string(), "woods".to_string())];
        assert_eq!(woods.0, [Step::Key("terrain".into()), Step::Where(wanted), Step::Key("cost".into())]);
    }

    #[test]
    fn what_is_no_place_is_refused() {
        for text in ["", ".a", "a.", "a[", "a[]", "a[0]", "a[id]", "a[id=]", "a[id=x", "a]b", "a[1]b", "a[id=x,]"] {
            let error = Address::parse(text).unwrap_err();
            assert!(error.contains("is no place in a file"), "{text}: {error}");
        }
    }
}
