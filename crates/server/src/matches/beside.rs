//! What is written of a match beside its record: its head, which never changes, how it stands, and what was said and
//! offered.

use crate::error::Failure;
use crate::store::{self, Millis};
use engine::Side;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
pub use wire::Proposal;

use super::clock::{Clock, Pace};
use super::used::Used;

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
    /// The battle that is played, where it is one that somebody has laid out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub battle: Option<String>,
    /// What the dice's seed is made from, with the salts: 64 hexadecimal digits.
    pub secret: String,
    /// The moment of another game from which it goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<BegunFrom>,
    /// Whether it counts for the ratings of those who play.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
    /// The tournament that it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<String>,
}

/// A moment of another game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BegunFrom {
    /// The match, where it was one and no record that somebody brought.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub r#match: Option<String>,
    /// How many actions were taken over.
    pub actions: usize,
}

/// A position that was made by hand, and its dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BegunAt {
    /// The position, as JSON.
    pub position: String,
    /// The seed of the dice.
    pub seed: String,
    /// The id of the lesson; those of older servers are first ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lesson: Option<String>,
    /// The id of the problem, where it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

/// What the record does not tell of how a match stands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// When all seats were taken.
    pub started: Option<Millis>,
    /// Whether anything was ever played, though it may have been taken back.
    pub begun: bool,
    /// How many take-backs took back dice or secrets.
    pub tries: u32,
    /// The time that is left.
    pub clock: Option<Clock>,
    /// Of how many actions everybody may know; older servers did not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub known: Option<usize>,
    /// In a match of a tournament, the time that each side has used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub used: Option<Used>,
}

/// Something said or offered. Who did it and when stands beside it in the store.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "entry", rename_all = "snake_case")]
pub enum Entry {
    /// Somebody said something; a spectator has no side.
    Chat {
        name: String,
        text: String,
        /// Whether he had no account; of older lines nobody knows.
        #[serde(default)]
        guest: bool,
    },
    /// The side offers something.
    Offer { what: Proposal, to: Option<usize> },
    /// The side answered the other's offer.
    Answer { accept: bool },
    /// The offer is gone: the match went on without an answer.
    Lapsed {},
}

/// As the store keeps it.
pub fn write(value: &impl Serialize) -> Result<String, Failure> {
    serde_json::to_string(value).map_err(Failure::internal)
}

/// As the store kept it.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, Failure> {
    serde_json::from_str(text).map_err(Failure::internal)
}

impl Entry {
    /// As the store keeps it.
    pub fn write(&self, side: Option<Side>, at: Millis) -> Result<store::Entry, Failure> {
        Ok(store::Entry { at, side: side.map(|side| side.index() as i64), body: write(self)? })
    }

    /// As the store kept it: who said or offered what.
    pub fn read(entry: &store::Entry) -> Result<(Option<Side>, Entry), String> {
        let entry_read = serde_json::from_str(&entry.body).map_err(|error| error.to_string())?;
        Ok((side_in(entry)?, entry_read))
    }
}

/// The side that an entry of the store is about.
pub fn side_in(entry: &store::Entry) -> Result<Option<Side>, String> {
    let known = |number| side_of(number).ok_or_else(|| format!("there is no side {number}"));
    entry.side.map(known).transpose()
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
        for entry in [
            Entry::Offer { what: Proposal::TakeBack, to: Some(4) },
            Entry::Answer { accept: true },
            Entry::Lapsed {},
            Entry::Chat { name: "Ben".into(), text: "\"hello\"\n".into(), guest: true },
        ] {
            let written = entry.write(Some(Side::Second), 9).unwrap();
            assert_eq!((written.at, written.side), (9, Some(1)));
            assert_eq!(Entry::read(&written), Ok((Some(Side::Second), entry)));
        }
    }

    #[test]
    fn what_is_no_entry_is_not_read() {
        for (side, body) in [(Some(2), r#"{"entry":"lapsed"}"#), (None, r#"{"entry":"win"}"#), (None, "lapsed")] {
            assert!(Entry::read(&store::Entry { at: 0, side, body: body.into() }).is_err(), "{body}");
        }
    }

    #[test]
    fn a_standing_reads_back_as_written() {
        let mut clock = Clock::new(Pace::Live { bank_ms: 5000, grace_ms: 100 }, [true, true]);
        if let Some(clock) = &mut clock {
            clock.pass(0, Some(Side::Second), 7);
        }
        let standing =
            Standing { started: Some(5), begun: true, tries: 2, clock, known: Some(3), used: Some(Used::default()) };
        assert_eq!(read::<Standing>(&write(&standing).unwrap()).unwrap(), standing);
    }
}
