//! What is written of a match: its head, which never changes, and its journal, a list of everything that was accepted.

use crate::error::Failure;
use crate::store::{self, Millis};
use engine::Side;
use engine::dice::Die;
use engine::record::Line;
use serde::{Deserialize, Serialize};
pub use wire::Proposal;

use super::clock::Pace;

/// What of a match never changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    /// Every option with its setting, `id=on`.
    pub options: Vec<String>,
    /// How much time the sides have.
    pub pace: Pace,
    /// Where the guided first battle began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub begun_at: Option<BegunAt>,
    /// What the dice's seed is made from, with the salts: 64 hexadecimal digits.
    pub secret: String,
    /// The version of the rules it was begun with.
    pub rules: u32,
    /// The digest of the data it was begun with.
    pub data: String,
}

/// A position that was made by hand, and its dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BegunAt {
    /// The position, as JSON.
    pub position: String,
    /// The seed of the dice.
    pub seed: String,
}

/// One thing that was accepted. Who did it and when stands beside it in the store.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "entry", rename_all = "snake_case")]
pub enum Entry {
    /// Somebody took the side's seat.
    Sat { name: String },
    /// All seats are taken; who sits where, as the record tells it.
    Started { seats: Vec<String> },
    /// The side stirred the dice.
    Salt { text: String },
    /// The side played.
    Action(Played),
    /// The side took back its last action.
    Undo { spent_ms: Millis },
    /// Both agreed to go back to where so many actions had been played.
    TakeBack { to: usize, spent_ms: Millis },
    /// The side gave up.
    Concede {},
    /// Both agreed to the draw that the side offered.
    Draw {},
    /// The side's time ran out.
    Timeout {},
    /// Somebody said something; a spectator has no side.
    Chat { name: String, text: String },
    /// The side offers something.
    Offer { what: Proposal, to: Option<usize> },
    /// The side answered the other's offer.
    Answer { accept: bool },
    /// A match with the sides swapped was begun.
    Rematch { id: String },
}

/// An action with all that it must come to when it is played again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Played {
    /// Its notation.
    pub action: String,
    /// The dice it rolled, as sides and value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rolls: Vec<(u16, u16)>,
    /// How many take-backs went before these rolls.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub again: u32,
    /// How long the side thought about it.
    pub spent_ms: Millis,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl Played {
    /// The action as a record's line tells it.
    pub fn new(line: &Line, spent_ms: Millis) -> Played {
        let rolls = line.rolls.iter().map(|roll| (roll.sides, roll.value)).collect();
        Played { action: line.action.clone(), rolls, again: line.again, spent_ms }
    }

    /// The record's line, given the id of the side.
    pub fn line(&self, side: &str) -> Line {
        let rolls = self.rolls.iter().map(|&(sides, value)| Die { sides, value }).collect();
        Line { rolls, again: self.again, ..Line::without_dice(side, &self.action) }
    }
}

impl Head {
    /// As the store keeps it.
    pub fn write(&self) -> Result<String, Failure> {
        serde_json::to_string(self).map_err(Failure::internal)
    }

    /// As the store kept it.
    pub fn read(text: &str) -> Result<Head, Failure> {
        serde_json::from_str(text).map_err(Failure::internal)
    }
}

impl Entry {
    /// Whether the match stands as it did before.
    pub fn is_talk(&self) -> bool {
        matches!(self, Entry::Chat { .. } | Entry::Offer { .. } | Entry::Answer { .. } | Entry::Rematch { .. })
    }

    /// As the store keeps it.
    pub fn write(&self, side: Option<Side>, at: Millis) -> Result<store::Entry, Failure> {
        let body = serde_json::to_string(self).map_err(Failure::internal)?;
        Ok(store::Entry { at, side: side.map(|side| side.index() as i64), body })
    }

    /// As the store kept it: who did what.
    pub fn read(entry: &store::Entry) -> Result<(Option<Side>, Entry), String> {
        let side = match entry.side {
            None => None,
            Some(number) => Some(side_of(number).ok_or_else(|| format!("there is no side {number}"))?),
        };
        Ok((side, serde_json::from_str(&entry.body).map_err(|error| error.to_string())?))
    }
}

/// The side with this number in the store.
pub fn side_of(number: i64) -> Option<Side> {
    Side::BOTH.into_iter().find(|side| side.index() as i64 == number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_read_back_as_written() {
        let line = Line { rolls: vec![Die { sides: 6, value: 3 }], again: 2, ..Line::without_dice("us", "fire") };
        let played = Played::new(&line, 17);
        assert_eq!(played.line("us"), line);
        for entry in [
            Entry::Sat { name: "Anna".into() },
            Entry::Action(played),
            Entry::TakeBack { to: 3, spent_ms: 5 },
            Entry::Draw {},
            Entry::Offer { what: Proposal::TakeBack, to: Some(4) },
            Entry::Chat { name: "Ben".into(), text: "\"hello\"\n".into() },
        ] {
            let written = entry.write(Some(Side::Second), 9).unwrap();
            assert_eq!((written.at, written.side), (9, Some(1)));
            assert_eq!(Entry::read(&written), Ok((Some(Side::Second), entry)));
        }
    }

    #[test]
    fn what_is_no_entry_is_not_read() {
        for (side, body) in [(Some(2), r#"{"entry":"draw"}"#), (None, r#"{"entry":"win"}"#), (None, "draw")] {
            assert!(Entry::read(&store::Entry { at: 0, side, body: body.into() }).is_err(), "{body}");
        }
    }
}
