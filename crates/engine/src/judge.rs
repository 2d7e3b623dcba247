//! A judge of positions: a small network that has seen how many games ended. It reckons in whole numbers, so it says the
//! same on every machine.
//!
//! What it knows stands in a text of the game's data, a line for each feature, and is bound to the features of a scenario
//! when it is first asked: what a changed map or a changed roster no longer has is passed over.

mod features;
mod file;

pub use features::{Eye, Feature, Features};
pub use file::Learned;

use crate::data::{DataError, Files, Provenances};
use crate::{About, Census, Decision, Side};
use std::sync::OnceLock;

/// How many sums are made of the features.
pub const WIDTH: usize = 16;
/// How many are made of these.
pub const NARROW: usize = 8;
/// What is said in the end: the chance to win, and the margin.
pub const SAYINGS: usize = 2;
/// A weight of 1.
pub const ONE: i32 = 1024;

/// How much of a judgement is who wins; the rest is by how much.
const VICTORY: f32 = 0.6;
/// So many standard deviations of the margin are all that is told apart, either way.
const REACH: f32 = 3.0;

/// The layers above the features, in units of [`ONE`].
#[derive(Clone, PartialEq, Debug)]
pub struct Layers {
    /// Where the sums of features begin.
    pub start: [i32; WIDTH],
    /// The weights of the sums.
    pub second: [[i32; WIDTH]; NARROW],
    /// Where the second sums begin.
    pub second_start: [i32; NARROW],
    /// The weights of the second sums.
    pub last: [[i32; NARROW]; SAYINGS],
    /// Where what is said begins.
    pub last_start: [i32; SAYINGS],
}

/// How the first side's margins were spread in the games that were learned from.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Spread {
    /// Their mean.
    pub mean: f32,
    /// Their standard deviation.
    pub deviation: f32,
}

/// What a judge thinks of a position, for the first side.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Judgement {
    /// The chance to win, from 0 to 1; a draw is half a win.
    pub win: f32,
    /// The margin, in standard deviations from the mean.
    pub margin: f32,
}

impl Judgement {
    /// How good that is, from 0 to 1. Where the side decides who wins, there is still the margin.
    pub fn worth(self) -> f32 {
        VICTORY * self.win + (1.0 - VICTORY) * (0.5 + 0.5 * (self.margin / REACH).clamp(-1.0, 1.0))
    }
}

/// A judge of a scenario's positions.
#[derive(Clone, Debug)]
pub struct Judge {
    features: Features,
    /// The weights of each feature.
    weights: Vec<[i16; WIDTH]>,
    layers: Layers,
    spread: Spread,
}

impl Judge {
    /// A judge who has learned this, for the positions of a scenario.
    pub fn new(features: Features, learned: &Learned) -> Judge {
        let mut weights = vec![[0; WIDTH]; features.names().len()];
        let numbers = features.by_name();
        for (name, row) in &learned.rows {
            if let Some(&number) = numbers.get(name.as_str()) {
                weights[number] = *row;
            }
        }
        let (layers, spread) = (learned.layers.clone(), learned.spread);
        Judge { features, weights, layers, spread }
    }

    /// What it thinks of a position in which all is open; of one that is over, what it is.
    pub fn judge<R: Census>(
        &self,
        rules: &R,
        state: &R::State,
        eye: &mut Eye,
        features: &mut Vec<Feature>,
    ) -> Judgement {
        if let Decision::Over(outcome) = rules.decision(state) {
            let win = outcome.winner.map_or(0.5, |winner| if winner == Side::First { 1.0 } else { 0.0 });
            let margin = (rules.point_lead(state) as f32 - self.spread.mean) / self.spread.deviation;
            return Judgement { win, margin };
        }
        self.features.of(rules, state, eye, features);
        self.reckon(features)
    }

    /// What it thinks of these features.
    pub fn reckon(&self, features: &[Feature]) -> Judgement {
        let mut sums = self.layers.start;
        for &(number, amount) in features {
            let weights = &self.weights[usize::from(number)];
            for (sum, &weight) in sums.iter_mut().zip(weights) {
                *sum = sum.saturating_add(i32::from(weight) * i32::from(amount));
            }
        }
        let second = layer(&sums, &self.layers.second, &self.layers.second_start);
        let [win, margin] =
            layer(&second, &self.layers.last, &self.layers.last_start).map(|said| said as f32 / ONE as f32);
        // A curve of plain arithmetic: exponentials differ from machine to machine.
        Judgement { win: 0.5 + 0.5 * win / (1.0 + win.abs()), margin }
    }
}

/// What a game's judges have learned, by scenario.
#[derive(Debug)]
pub struct Judges(Vec<Option<(Learned, OnceLock<Judge>)>>);

/// The folder of their texts.
const FOLDER: &str = "judges/";

/// Whether a data file is a judge's.
pub(crate) fn is_judge(name: &str) -> bool {
    name.starts_with(FOLDER)
}

impl Judges {
    /// Reads the texts of a game. A scenario without one, or with an empty one, has no judge.
    pub fn find(files: &Files, about: &About, provenance: &mut Provenances) -> Result<Judges, DataError> {
        let mut judges = Vec::new();
        for scenario in &about.scenarios {
            let name = format!("{FOLDER}{}.txt", scenario.id);
            let known = files.names().any(|known| known == name);
            let file = known.then(|| files.read(&name)).transpose()?.filter(|file| !file.text().is_empty());
            let learned = file.map(|file| Learned::read(&file)).transpose()?;
            if let Some(learned) = &learned {
                provenance.note(format!("the computer's judgement: {}", scenario.title), &learned.source);
            }
            judges.push(learned.map(|learned| (learned, OnceLock::new())));
        }
        Ok(Judges(judges))
    }

    /// The judge of a scenario.
    pub fn of<R: Census>(&self, rules: &R, scenario: usize) -> Option<&Judge> {
        let (learned, judge) = self.0.get(scenario)?.as_ref()?;
        Some(judge.get_or_init(|| Judge::new(Features::new(rules, scenario), learned)))
    }
}

/// The sums above some sums, of which those below nothing count as nothing.
fn layer<const BELOW: usize, const ABOVE: usize>(
    sums: &[i32; BELOW],
    weights: &[[i32; BELOW]; ABOVE],
    start: &[i32; ABOVE],
) -> [i32; ABOVE] {
    std::array::from_fn(|at| {
        let products = sums.iter().zip(&weights[at]).map(|(&sum, &weight)| i64::from(sum.max(0)) * i64::from(weight));
        let sum = i64::from(start[at]) + products.sum::<i64>() / i64::from(ONE);
        sum.clamp(i32::MIN.into(), i32::MAX.into()) as i32
    })
}

#[cfg(test)]
mod tests {
    use super::file::tests::simple;
    use super::*;

    #[test]
    fn a_judgement_is_reckoned_in_whole_numbers() {
        let learned = simple();
        let mut weights = vec![[0; WIDTH]; 3];
        weights[2] = learned.rows[0].1;
        let judge =
            Judge { features: Features::none(), weights, layers: learned.layers.clone(), spread: learned.spread };
        // Eight of the feature are one deviation; less than nothing counts as nothing.
        let margins = [0, 8, 12, -8, -80].map(|amount| judge.reckon(&[(2, amount)]));
        assert_eq!(margins.map(|said| said.margin), [0.0, 1.0, 1.5, -1.0, -1.0]);
        assert_eq!(judge.reckon(&[(1, 500)]), judge.reckon(&[]), "what has no weight makes no difference");
        assert_eq!(judge.reckon(&[]), Judgement { win: 0.5, margin: 0.0 });
    }

    #[test]
    fn a_judgement_is_worth_most_for_who_wins_and_more_for_who_wins_by_more() {
        let worth = |win, margin| Judgement { win, margin }.worth();
        assert_eq!([worth(0.0, -9.0), worth(0.5, 0.0), worth(1.0, 9.0)], [0.0, 0.5, 1.0]);
        assert!(worth(1.0, -1.0) > worth(0.5, 0.0));
        assert!(worth(1.0, 1.0) > worth(1.0, 0.0), "where the side decides who wins, there is still the margin");
    }
}
