//! What the dice have been to each side.

use engine::{About, Side};
use serde::Serialize;

/// What the dice have been to a side so far, added up over its rolls.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Fortune {
    /// The side.
    pub side: String,
    /// Its rolls of which the rules know what it hoped for.
    pub rolls: usize,
    /// Their shares of luck: half as much as rolls is to be expected.
    pub share: f64,
    /// The variance of that sum.
    pub spread: f64,
    /// How many of them had only good and bad.
    pub marks: usize,
    /// How many good ones of these were to be expected.
    pub hoped: f64,
    /// How many there were.
    pub came: usize,
    /// Its other rolls: nobody can say what would have been better.
    pub others: usize,
    /// What these showed together.
    pub pips: i32,
    /// What was to be expected of them.
    pub mean: f64,
}

impl Fortune {
    /// What the dice of some events have been to both sides.
    pub fn of<'a>(about: &About, events: impl Iterator<Item = &'a engine::Event>) -> Vec<Fortune> {
        let mut both = Side::BOTH.map(|side| Fortune { side: about.side_id(side).to_string(), ..Fortune::default() });
        for event in events {
            for roll in &event.rolls {
                if let Some(side) = roll.hope.map(|hope| hope.side).or(event.side) {
                    both[side.index()].add(roll);
                }
            }
        }
        both.into()
    }

    fn add(&mut self, roll: &engine::Roll) {
        let Some(luck) = roll.luck() else {
            self.others += 1;
            self.pips += i32::from(roll.total);
            self.mean += roll.mean();
            return;
        };
        self.rolls += 1;
        self.share += luck.share;
        self.spread += luck.spread;
        if let Some((chance, came)) = luck.chance.zip(luck.came) {
            self.marks += 1;
            self.hoped += chance;
            self.came += usize::from(came);
        }
    }
}
