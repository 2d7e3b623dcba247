//! A chooser of options: it has learned what options of which signs came to when they were played on in the mind. It adds up
//! whole numbers, so it says the same on every machine.
//!
//! What it knows stands in a text of the game's data, a weight for each sign, by name. The signs of an option are what the hints
//! think of it and what each concern has to do with that, its kind, the turn, and the words of its notation: nothing that the
//! side may not know.

use crate::data::{DataError, DataFile, Files, Provenance, Provenances};
use crate::{About, Hints, Side, Temper};
use std::collections::HashMap;
use std::fmt::{self, Write};

/// What the hints think is counted in so many parts of their unit.
const PARTS: f32 = 64.0;
/// No more than so many of their units are told apart.
const REACH: f32 = 16.0;
/// Places in the order of the hints that are told apart; those behind are alike.
const PLACES: usize = 4;
/// What share of its weight a concern loses when it is asked what it has to do with an option.
const LESS: f32 = 0.5;

/// What is between winning and losing, as a sum of weights.
pub const ONE: i32 = 1 << 24;

/// What a chooser has learned.
#[derive(Clone, PartialEq, Debug)]
pub struct Lore {
    /// From what.
    pub source: Provenance,
    /// What each sign adds to an option for each part of it, in units of [`ONE`].
    pub weights: Vec<(String, i32)>,
}

/// A chooser of a scenario's options.
#[derive(Debug)]
pub struct Chooser(HashMap<String, i32>);

/// What the hints think of some options.
#[derive(Clone, Default, Debug)]
pub struct Opinion {
    /// How good each looks.
    pub worth: Vec<f32>,
    /// What each concern has to do with that: for each concern what it adds to each option.
    parts: Vec<Vec<f32>>,
}

impl Opinion {
    /// Asks the hints.
    pub fn ask<R: Hints>(&mut self, rules: &R, state: &R::State, legal: &[R::Action], temper: &Temper) {
        rules.appraise_all(state, legal, temper, &mut self.worth);
        self.parts.resize_with(R::CONCERNS.len(), Vec::new);
        for (concern, parts) in self.parts.iter_mut().enumerate() {
            let without = temper.with(concern, LESS * temper.weight(concern));
            rules.appraise_all(state, legal, &without, parts);
            parts.iter_mut().zip(&self.worth).for_each(|(part, worth)| *part = worth - *part);
        }
    }

    /// The place of the option that looks best, the first of equals.
    pub fn favourite(&self) -> usize {
        (0..self.worth.len()).rev().max_by(|&a, &b| self.worth[a].total_cmp(&self.worth[b])).unwrap_or(0)
    }

    /// Tells the signs of an option and how much there is of each, for a side that has asked.
    pub fn signs<R: Hints>(
        &self,
        rules: &R,
        state: &R::State,
        side: Side,
        legal: &[R::Action],
        option: usize,
        each: &mut impl FnMut(&str, i32),
    ) {
        let (name, kind) = (rules.about().side_id(side), rules.kinds()[rules.kind(legal[option])]);
        let best = self.worth.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let mut sign = String::new();
        let mut tell = |words: fmt::Arguments<'_>, amount: i32| {
            if amount != 0 {
                sign.clear();
                let _ = sign.write_fmt(words);
                each(&sign, amount);
            }
        };
        let behind = whole(self.worth[option] - best);
        tell(format_args!("{name} looks"), behind);
        tell(format_args!("{name} {kind} looks"), behind);
        let ahead = self.worth.iter().filter(|&&worth| worth > self.worth[option]).count();
        tell(format_args!("{name} {} ahead", ahead.min(PLACES)), i32::from(ahead > 0));
        tell(format_args!("{name} {kind}"), 1);
        tell(format_args!("{name} {kind} on turn {}", rules.turn(state)), 1);
        for (concern, parts) in R::CONCERNS.iter().zip(&self.parts) {
            let part = whole(parts[option]);
            tell(format_args!("{name} {concern}"), part);
            tell(format_args!("{name} {kind}: {concern}"), part);
        }
        let words = rules.notation(state, legal[option]);
        let words = words.strip_prefix(kind).unwrap_or(&words);
        for (at, word) in words.split_whitespace().enumerate() {
            tell(format_args!("{name} {kind} {at} {word}"), 1);
        }
    }
}

/// What the hints think, in whole parts and as far as it is told apart.
fn whole(worth: f32) -> i32 {
    (worth.clamp(-REACH, REACH) * PARTS).round() as i32
}

impl Chooser {
    /// A chooser who has learned this.
    pub fn new(lore: &Lore) -> Chooser {
        Chooser(lore.weights.iter().cloned().collect())
    }

    /// How good an option is by its signs: the difference between two options is what the one should come to beside the other, in
    /// units of [`ONE`].
    pub fn sum<R: Hints>(
        &self,
        opinion: &Opinion,
        rules: &R,
        state: &R::State,
        side: Side,
        legal: &[R::Action],
        option: usize,
    ) -> i64 {
        let mut sum = 0;
        opinion.signs(rules, state, side, legal, option, &mut |sign, amount| {
            let weight = self.0.get(sign).copied().unwrap_or(0);
            sum += i64::from(weight) * i64::from(amount);
        });
        sum
    }
}

/// What a game's choosers have learned, by scenario.
#[derive(Debug)]
pub struct Choosers(Vec<Option<Chooser>>);

/// The folder of their texts.
const FOLDER: &str = "choosers/";

/// Whether a data file is a chooser's.
pub(crate) fn is_chooser(name: &str) -> bool {
    name.starts_with(FOLDER)
}

impl Choosers {
    /// Reads the texts of a game. A scenario without one, or with an empty one, has no chooser.
    pub fn find(files: &Files, about: &About, provenance: &mut Provenances) -> Result<Choosers, DataError> {
        let mut choosers = Vec::new();
        for scenario in &about.scenarios {
            let name = format!("{FOLDER}{}.txt", scenario.id);
            let known = files.names().any(|known| known == name);
            let file = known.then(|| files.read(&name)).transpose()?.filter(|file| !file.text().is_empty());
            let lore = file.map(|file| Lore::read(&file)).transpose()?;
            if let Some(lore) = &lore {
                provenance.note(format!("the computer's choice: {}", scenario.title), &lore.source);
            }
            choosers.push(lore.as_ref().map(Chooser::new));
        }
        Ok(Choosers(choosers))
    }

    /// The chooser of a scenario.
    pub fn of(&self, scenario: usize) -> Option<&Chooser> {
        self.0.get(scenario)?.as_ref()
    }
}

impl Lore {
    /// Reads and checks the text: its source, then a line for each sign.
    pub fn read(file: &DataFile) -> Result<Lore, DataError> {
        let lines = file.text().lines().enumerate().map(|(at, line)| (at + 1, line));
        let mut lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let missing = || file.error_on_line(1, "the line \"source\" is missing");
        let (at, line) = lines.next().ok_or_else(missing)?;
        let source =
            line.strip_prefix("source ").ok_or_else(|| file.error_on_line(at, "expected a line \"source ...\""))?;
        let source = Provenance::read(source).map_err(|error| file.error_on_line(at, error))?;
        let weight = |(at, line): (usize, &str)| {
            let pair = line.split_once(' ').and_then(|(weight, sign)| Some((sign.to_string(), weight.parse().ok()?)));
            pair.ok_or_else(|| file.error_on_line(at, "expected a whole number and the name of a sign"))
        };
        Ok(Lore { source, weights: lines.map(weight).collect::<Result<_, _>>()? })
    }
}

impl fmt::Display for Lore {
    /// The text that is [read](Lore::read).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "# A chooser of options: `grognard learn --chooser` writes such texts, docs/ai.md tells how it thinks."
        )?;
        writeln!(f, "source {}", self.source)?;
        self.weights.iter().try_for_each(|(sign, weight)| writeln!(f, "{weight} {sign}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Lore, DataError> {
        Lore::read(&DataFile::new("choosers/dawn.txt", text))
    }

    #[test]
    fn what_was_written_is_read_again() {
        let source = Provenance { origin: crate::data::Origin::Reconstruction, detail: "made up".into() };
        let weights = vec![("blue looks".to_string(), 7), ("blue fire 0 0512".to_string(), -70_000)];
        let lore = Lore { source, weights };
        assert_eq!(read(&lore.to_string()), Ok(lore));
    }

    #[test]
    fn what_is_wrong_is_refused_with_its_line() {
        let cases = [
            ("", 1, "the line \"source\" is missing"),
            ("7 blue looks\n", 1, "expected a line \"source ...\""),
            (
                "# no more\nsource reconstruction made up\nblue looks\n",
                3,
                "expected a whole number and the name of a sign",
            ),
        ];
        for (text, line, message) in cases {
            let error = read(text).unwrap_err();
            assert_eq!((error.line, error.message.as_str()), (line, message));
        }
    }

    #[test]
    fn what_the_hints_think_is_told_apart_as_far_as_it_matters() {
        assert_eq!([0.0, 0.5, -1000.0, 15.999, 99.0].map(whole), [0, 32, -1024, 1024, 1024]);
    }
}
