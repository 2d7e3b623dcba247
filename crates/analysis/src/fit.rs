//! Fitting chances to what became of positions, and showing that they hold.

use crate::chances::{Chances, SEEN, WEIGHTS};
use crate::practice::{Proof, Sample};
use std::fmt;

/// One game of this many is held back.
const HELD_BACK: u64 = 5;
/// How often the weights are mended.
const ROUNDS: usize = 25;
/// How much weights are drawn to nothing.
const RIDGE: f64 = 3.0;

/// What was fitted, and how it does in games that were held back.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// The table.
    pub chances: Chances,
    /// How many games it was fitted to.
    pub games: usize,
    /// How its own word does, without playing on, in the games held back.
    pub held_back: Reliability,
}

impl Fitted {
    /// Fits chances to positions at the beginnings of turns (Newton's way for a logistic regression).
    pub fn to(game: &str, scenario: &str, source: &str, samples: &[Sample]) -> Fitted {
        let (held, school): (Vec<&Sample>, Vec<&Sample>) =
            samples.iter().partition(|sample| sample.game.is_multiple_of(HELD_BACK));
        let mut chances = Chances::plain(game, scenario);
        chances.source = source.to_string();
        chances.turns = samples.iter().map(|sample| sample.turn).max().unwrap_or(1);
        chances.scale = scale(&school);
        chances.weights = [0.0; WEIGHTS];
        for _ in 0..ROUNDS {
            mend(&mut chances, &school);
        }
        let proofs =
            held.iter().map(|sample| Proof { chance: chances.chance(&sample.seen, sample.turn), won: sample.won });
        let held_back = Reliability::of(proofs);
        let mut seeds: Vec<u64> = school.iter().map(|sample| sample.game).collect();
        seeds.sort_unstable();
        seeds.dedup();
        Fitted { chances, games: seeds.len(), held_back }
    }
}

/// How large what is seen commonly is.
fn scale(samples: &[&Sample]) -> [f64; SEEN] {
    let mut squares = [0.0; SEEN];
    for sample in samples {
        for (square, seen) in squares.iter_mut().zip(sample.seen) {
            *square += seen * seen;
        }
    }
    squares.map(|square| (square / samples.len().max(1) as f64).sqrt().max(0.05))
}

/// One of Newton's steps.
fn mend(chances: &mut Chances, samples: &[&Sample]) {
    let mut slope = [0.0; WEIGHTS];
    let mut bend = [[0.0; WEIGHTS]; WEIGHTS];
    for sample in samples {
        let signs = chances.signs(&sample.seen, sample.turn);
        let chance = chances.chance(&sample.seen, sample.turn);
        let doubt = (chance * (1.0 - chance)).max(1e-4);
        for (at, sign) in signs.iter().enumerate() {
            slope[at] += sign * (sample.won - chance);
            for (bend, other) in bend[at].iter_mut().zip(&signs) {
                *bend += doubt * sign * other;
            }
        }
    }
    for (at, weight) in chances.weights.iter().enumerate() {
        slope[at] -= RIDGE * weight;
        bend[at][at] += RIDGE;
    }
    for (weight, step) in chances.weights.iter_mut().zip(solved(bend, slope)) {
        *weight += step.clamp(-2.0, 2.0);
    }
}

/// The solution of as many equations as there are weights.
fn solved(mut rows: [[f64; WEIGHTS]; WEIGHTS], mut right: [f64; WEIGHTS]) -> [f64; WEIGHTS] {
    for at in 0..WEIGHTS {
        let steepest = (at..WEIGHTS).max_by(|&a, &b| rows[a][at].abs().total_cmp(&rows[b][at].abs())).unwrap_or(at);
        rows.swap(at, steepest);
        right.swap(at, steepest);
        let pivot = rows[at];
        for below in at + 1..WEIGHTS {
            let times = rows[below][at] / pivot[at];
            rows[below].iter_mut().zip(&pivot).skip(at).for_each(|(cell, above)| *cell -= times * above);
            right[below] -= times * right[at];
        }
    }
    for at in (0..WEIGHTS).rev() {
        let known: f64 = (at + 1..WEIGHTS).map(|column| rows[at][column] * right[column]).sum();
        right[at] = (right[at] - known) / rows[at][at];
    }
    right
}

/// What became of positions, by the chance that was shown for them: a row for each ten of a hundred.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Reliability {
    /// How many positions each row has, the sum of their chances and of their results.
    pub rows: [(usize, f64, f64); 10],
}

impl Reliability {
    /// Of these proofs.
    pub fn of(proofs: impl Iterator<Item = Proof>) -> Reliability {
        let mut found = Reliability::default();
        for Proof { chance, won } in proofs {
            let (count, chances, wins) = &mut found.rows[((chance * 10.0) as usize).min(9)];
            (*count, *chances, *wins) = (*count + 1, *chances + chance, *wins + won);
        }
        found
    }

    /// How many positions there are.
    pub fn positions(&self) -> usize {
        self.rows.iter().map(|(count, ..)| count).sum()
    }
}

impl fmt::Display for Reliability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "# {} positions: called, won, how many", self.positions())?;
        for (count, chances, wins) in self.rows.iter().filter(|(count, ..)| *count > 0) {
            let share = |sum: &f64| 100.0 * sum / *count as f64;
            writeln!(f, "#   {:5.1} %  {:5.1} %  {count:6}", share(chances), share(wins))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::dice::SeededDice;

    #[test]
    fn what_was_fitted_foretells_what_was_held_back() {
        let mut dice = SeededDice::new(7);
        // Who leads by so many points wins so often; nothing else matters.
        let samples: Vec<Sample> = (0..8000)
            .map(|game| {
                let lead = f64::from(dice.below(21) as u32) - 10.0;
                let chance = crate::chances::logistic(lead / 4.0);
                let won = if dice.below(10_000) < (10_000.0 * chance) as usize { 1.0 } else { 0.0 };
                let turn = 1 + dice.below(10) as u16;
                Sample { seen: [0.0, lead, 0.0, 0.0, 0.0], turn, won, game }
            })
            .collect();
        let fitted = Fitted::to("fight", "dawn", "reconstruction made up", &samples);
        assert_eq!(fitted.games, 6400);
        assert_eq!(fitted.held_back.positions(), 1600);
        for lead in [-8.0, -2.0, 0.0, 4.0] {
            let chance = fitted.chances.chance(&[0.0, lead, 0.0, 0.0, 0.0], 5);
            let truth = crate::chances::logistic(lead / 4.0);
            assert!((chance - truth).abs() < 0.04, "{lead}: {chance} for {truth}");
        }
    }

    #[test]
    fn reliability_counts_by_tens() {
        let proofs = [(0.72, 1.0), (0.78, 0.0), (1.0, 1.0), (0.0, 0.5)].map(|(chance, won)| Proof { chance, won });
        let found = Reliability::of(proofs.into_iter());
        assert_eq!(found.positions(), 4);
        assert_eq!((found.rows[7].0, found.rows[7].2), (2, 1.0));
        assert_eq!((found.rows[9].0, found.rows[0].2), (1, 0.5));
    }
}
