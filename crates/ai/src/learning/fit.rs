//! Fitting a judge to what became of positions: gradient descent by Adam's rule, in the order that a seed draws, until games
//! that were held back are judged no better.

use super::Samples;
use engine::data::Provenance;
use engine::dice::SeededDice;
use engine::judge::{Feature, Features, Layers, Learned, NARROW, ONE, SAYINGS, Spread, WIDTH};

/// How a judge is fitted.
#[derive(Copy, Clone, Debug)]
pub struct Fitting {
    /// The seed of the first weights and of the order of positions.
    pub seed: u64,
    /// How often all positions are gone through, at most.
    pub rounds: usize,
    /// How fast weights change.
    pub rate: f32,
    /// How much weights are drawn to nothing.
    pub decay: f32,
}

impl Default for Fitting {
    fn default() -> Fitting {
        Fitting { seed: 1, rounds: 40, rate: 0.002, decay: 0.002 }
    }
}

/// A fitted judge, and how well it does on games that it has not seen.
#[derive(Clone, Debug)]
pub struct Fit {
    /// What was learned.
    pub learned: Learned,
    /// The share of the margins' variance that it explains in the games held back.
    pub margin: f32,
    /// The same of who wins.
    pub win: f32,
    /// After how many rounds.
    pub rounds: usize,
}

/// One game of this many is held back.
const HELD_BACK: usize = 10;
/// Positions between two changes of the weights.
const BATCH: usize = 128;
/// Rounds without a better judgement after which it is over.
const PATIENCE: usize = 5;
/// A feature that is seen in fewer positions is left out.
const SELDOM: usize = 12;
/// Margins beyond so many standard deviations are cut.
const REACH: f32 = 3.0;

impl Fitting {
    /// Fits a judge to some games.
    pub fn fit(&self, features: &Features, samples: &Samples, source: Provenance) -> Fit {
        let spread = spread(samples);
        let scale = Scale::of(samples, features.names().len());
        let mut dice = SeededDice::new(self.seed);
        let held = |game: &usize| game.is_multiple_of(HELD_BACK);
        let positions = |games: &mut dyn Iterator<Item = usize>| -> Vec<usize> {
            games.flat_map(|game| samples.of_game(game)).collect()
        };
        let test = positions(&mut (0..samples.games()).filter(held));
        let mut school = positions(&mut (0..samples.games()).filter(|game| !held(game)));
        let mut net = Net::new(features.names().len(), &mut dice);
        let (mut best, mut best_fit, mut best_round) = (net.clone(), net.measure(samples, &test, spread, &scale), 0);
        for round in 1..=self.rounds {
            shuffle(&mut school, &mut dice);
            for batch in school.chunks(BATCH) {
                net.step(samples, batch, spread, &scale, self);
            }
            let fit = net.measure(samples, &test, spread, &scale);
            if fit[0] + fit[1] > best_fit[0] + best_fit[1] {
                (best, best_fit, best_round) = (net.clone(), fit, round);
            }
            if round >= best_round + PATIENCE {
                break;
            }
        }
        let learned = best.learned(features, spread, &scale, source);
        Fit { learned, win: best_fit[0], margin: best_fit[1], rounds: best_round }
    }
}

fn spread(samples: &Samples) -> Spread {
    let margins = || (0..samples.games()).map(|game| samples.result(samples.of_game(game).start)[1]);
    let count = samples.games().max(1) as f32;
    let mean = margins().sum::<f32>() / count;
    let variance = margins().map(|margin| (margin - mean).powi(2)).sum::<f32>() / count;
    Spread { mean, deviation: variance.sqrt().max(0.5) }
}

/// How large features are: each is divided by its root mean square, and one that is seldom seen counts as nothing.
struct Scale(Vec<f32>);

impl Scale {
    fn of(samples: &Samples, features: usize) -> Scale {
        let (mut squares, mut seen) = (vec![0.0_f32; features], vec![0_usize; features]);
        for position in 0..samples.len() {
            for &(number, amount) in samples.features(position) {
                squares[usize::from(number)] += f32::from(amount).powi(2);
                seen[usize::from(number)] += 1;
            }
        }
        let factor = |(square, seen): (f32, usize)| {
            if seen < SELDOM { 0.0 } else { (seen as f32 / square.max(1.0)).sqrt() }
        };
        Scale(squares.into_iter().zip(seen).map(factor).collect())
    }

    fn amount(&self, (number, amount): Feature) -> f32 {
        f32::from(amount) * self.0[usize::from(number)]
    }
}

/// The network while it learns: all weights in one row, and what Adam's rule remembers of them.
#[derive(Clone)]
struct Net {
    features: usize,
    weights: Vec<f32>,
    slope: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
}

/// What a position is for the network.
#[derive(Copy, Clone, Default)]
struct Thought {
    first: [f32; WIDTH],
    second: [f32; NARROW],
    said: [f32; SAYINGS],
}

/// Where the layers above the features begin in the row: starts, second, its starts, last, its starts.
const SECOND: usize = WIDTH;
const SECOND_START: usize = SECOND + WIDTH * NARROW;
const LAST: usize = SECOND_START + NARROW;
const LAST_START: usize = LAST + NARROW * SAYINGS;
const ABOVE: usize = LAST_START + SAYINGS;

impl Net {
    fn new(features: usize, dice: &mut SeededDice) -> Net {
        let count = ABOVE + features * WIDTH;
        let mut draw = |size: f32| size * (dice.below(20_001) as f32 / 10_000.0 - 1.0);
        let mut weights = vec![0.0; count];
        weights[..SECOND].iter_mut().for_each(|start| *start = 0.5);
        weights[SECOND..SECOND_START].iter_mut().for_each(|weight| *weight = draw(0.4));
        weights[SECOND_START..LAST].iter_mut().for_each(|start| *start = 0.2);
        weights[LAST..LAST_START].iter_mut().for_each(|weight| *weight = draw(0.4));
        weights[ABOVE..].iter_mut().for_each(|weight| *weight = draw(0.05));
        Net { features, slope: vec![0.0; count], mean: vec![0.0; count], square: vec![0.0; count], weights, steps: 0 }
    }

    fn row(number: u16) -> std::ops::Range<usize> {
        let start = ABOVE + usize::from(number) * WIDTH;
        start..start + WIDTH
    }

    fn think(&self, features: &[Feature], scale: &Scale) -> Thought {
        let mut thought = Thought::default();
        thought.first.copy_from_slice(&self.weights[..WIDTH]);
        for &feature in features {
            let amount = scale.amount(feature);
            for (sum, weight) in thought.first.iter_mut().zip(&self.weights[Net::row(feature.0)]) {
                *sum += amount * weight;
            }
        }
        for (at, sum) in thought.second.iter_mut().enumerate() {
            let weights = &self.weights[SECOND + at * WIDTH..][..WIDTH];
            *sum = self.weights[SECOND_START + at] + dot(&thought.first, weights);
        }
        for (at, said) in thought.said.iter_mut().enumerate() {
            let weights = &self.weights[LAST + at * NARROW..][..NARROW];
            *said = self.weights[LAST_START + at] + dot(&thought.second, weights);
        }
        thought
    }

    /// Changes the weights after some positions.
    fn step(&mut self, samples: &Samples, batch: &[usize], spread: Spread, scale: &Scale, fitting: &Fitting) {
        let mut touched: Vec<u16> = Vec::new();
        for &position in batch {
            let features = samples.features(position);
            let thought = self.think(features, scale);
            let wanted = wanted(samples, position, spread);
            // The slope of the squared errors, that of winning four times as steep since it is half as wide.
            let bend = 1.0 + thought.said[0].abs();
            let win = 0.5 + 0.5 * thought.said[0] / bend;
            let errors = [4.0 * (win - wanted[0]) * 0.5 / (bend * bend), thought.said[1] - wanted[1]];
            self.blame(features, scale, &thought, errors.map(|error| error / batch.len() as f32));
            touched.extend(features.iter().map(|&(number, _)| number));
        }
        touched.sort_unstable();
        touched.dedup();
        self.steps += 1;
        self.update(0..ABOVE, fitting, 0.0);
        for number in touched {
            self.update(Net::row(number), fitting, fitting.decay);
        }
    }

    /// Adds to the slope of every weight what an error owes to it.
    fn blame(&mut self, features: &[Feature], scale: &Scale, thought: &Thought, errors: [f32; SAYINGS]) {
        let (mut second, mut first) = ([0.0; NARROW], [0.0; WIDTH]);
        for (at, error) in errors.into_iter().enumerate() {
            self.slope[LAST_START + at] += error;
            for (below, owed) in second.iter_mut().enumerate() {
                self.slope[LAST + at * NARROW + below] += error * thought.second[below].max(0.0);
                *owed += error * self.weights[LAST + at * NARROW + below];
            }
        }
        for at in (0..NARROW).filter(|&at| thought.second[at] > 0.0) {
            self.slope[SECOND_START + at] += second[at];
            for (below, owed) in first.iter_mut().enumerate() {
                self.slope[SECOND + at * WIDTH + below] += second[at] * thought.first[below].max(0.0);
                *owed += second[at] * self.weights[SECOND + at * WIDTH + below];
            }
        }
        for (at, owed) in first.iter_mut().enumerate() {
            *owed = if thought.first[at] > 0.0 { *owed } else { 0.0 };
            self.slope[at] += *owed;
        }
        for &feature in features {
            let amount = scale.amount(feature);
            for (slope, error) in self.slope[Net::row(feature.0)].iter_mut().zip(&first) {
                *slope += amount * error;
            }
        }
    }

    /// Adam's rule for some of the weights.
    fn update(&mut self, range: std::ops::Range<usize>, fitting: &Fitting, decay: f32) {
        let correction = (1.0 - 0.999_f32.powi(self.steps)).sqrt() / (1.0 - 0.9_f32.powi(self.steps));
        for at in range {
            let slope = std::mem::take(&mut self.slope[at]);
            self.mean[at] = 0.9 * self.mean[at] + 0.1 * slope;
            self.square[at] = 0.999 * self.square[at] + 0.001 * slope * slope;
            let change = correction * self.mean[at] / (self.square[at].sqrt() + 1e-8);
            self.weights[at] -= fitting.rate * (change + decay * self.weights[at] * 10.0);
        }
    }

    /// The shares of variance that are explained, of who wins and of the margin.
    fn measure(&self, samples: &Samples, positions: &[usize], spread: Spread, scale: &Scale) -> [f32; 2] {
        let mut errors = [0.0_f64; 2];
        let mut sums = [[0.0_f64; 2]; 2];
        for &position in positions {
            let said = self.think(samples.features(position), scale).said;
            let said = [0.5 + 0.5 * said[0] / (1.0 + said[0].abs()), said[1]];
            let wanted = wanted(samples, position, spread);
            for at in 0..2 {
                errors[at] += f64::from(said[at] - wanted[at]).powi(2);
                sums[at][0] += f64::from(wanted[at]);
                sums[at][1] += f64::from(wanted[at]).powi(2);
            }
        }
        let count = positions.len().max(1) as f64;
        [0, 1].map(|at| {
            let variance = sums[at][1] - sums[at][0].powi(2) / count;
            if variance > 0.0 { (1.0 - errors[at] / variance).max(-1.0) as f32 } else { 0.0 }
        })
    }

    /// The weights as whole numbers, those of the features divided by how large these are.
    fn learned(&self, features: &Features, spread: Spread, scale: &Scale, source: Provenance) -> Learned {
        let whole = |weight: f32| (weight * ONE as f32).round();
        let wholes = |range: std::ops::Range<usize>| self.weights[range].iter().map(|&weight| whole(weight) as i32);
        let layers = Layers {
            start: array(wholes(0..SECOND)),
            second: std::array::from_fn(|at| array(wholes(SECOND + at * WIDTH..SECOND + (at + 1) * WIDTH))),
            second_start: array(wholes(SECOND_START..LAST)),
            last: std::array::from_fn(|at| array(wholes(LAST + at * NARROW..LAST + (at + 1) * NARROW))),
            last_start: array(wholes(LAST_START..ABOVE)),
        };
        let row = |number: usize| {
            let weights = &self.weights[Net::row(number as u16)];
            std::array::from_fn(|at| whole(weights[at] * scale.0[number]) as i16)
        };
        let rows = (0..self.features).filter(|&number| scale.0[number] > 0.0);
        let rows = rows.map(|number| (features.names()[number].clone(), row(number))).collect();
        Learned { source, spread, layers, rows }
    }
}

fn wanted(samples: &Samples, position: usize, spread: Spread) -> [f32; 2] {
    let [won, margin] = samples.result(position);
    [won, ((margin - spread.mean) / spread.deviation).clamp(-REACH, REACH)]
}

fn dot(sums: &[f32], weights: &[f32]) -> f32 {
    sums.iter().zip(weights).map(|(sum, weight)| sum.max(0.0) * weight).sum()
}

fn array<const COUNT: usize>(numbers: impl Iterator<Item = i32>) -> [i32; COUNT] {
    let mut array = [0; COUNT];
    array.iter_mut().zip(numbers).for_each(|(slot, number)| *slot = number);
    array
}

fn shuffle(things: &mut [usize], dice: &mut SeededDice) {
    for last in (1..things.len()).rev() {
        things.swap(last, dice.below(last + 1));
    }
}
