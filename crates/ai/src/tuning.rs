//! Finding a temper that wins: a side's weights are varied at random, the variations that win most are kept, and so on
//! (the cross-entropy method). The other side keeps the temper of some schooling, and nobody looks ahead.

use crate::Limits;
use crate::player::most_liked;
use crate::threads::join;
use engine::dice::SeededDice;
use engine::{Decision, Hints, Options, Schooling, Side, Silence, Temper};

/// What is to be tuned, and how.
#[derive(Clone, Debug)]
pub struct Tuning {
    /// The scenario's place in the game's list.
    pub scenario: usize,
    /// The rules switched on.
    pub options: Options,
    /// The side whose temper is sought.
    pub side: Side,
    /// What the other side plays with.
    pub against: Schooling,
    /// The seed of all dice.
    pub seed: u64,
    /// How many variations are tried in a generation.
    pub variations: usize,
    /// How many games each of them plays.
    pub games: u64,
    /// How many generations.
    pub generations: usize,
}

/// What came out of a generation.
#[derive(Clone, PartialEq, Debug)]
pub struct Generation {
    /// The mean of the variations that were kept, a weight for each concern.
    pub weights: Vec<f32>,
    /// The share of games that the mean of the generation before has won.
    pub won: f32,
    /// The share that the best variation has won.
    pub best: f32,
}

/// How widely the logarithms of weights vary at first, and at least.
const SPREAD: [f32; 2] = [0.35, 0.06];
/// The share of variations that are kept.
const KEPT: usize = 4;
/// How much of the old mean stays in the new.
const INERTIA: f32 = 0.3;

impl Tuning {
    /// Tunes, telling of each generation, until all are done or it is told to stop.
    pub fn run<R: Hints>(&self, rules: &R, limits: &Limits, each: &mut dyn FnMut(&Generation)) {
        let concerns = R::CONCERNS.len();
        let mut mean = vec![0.0_f32; concerns];
        let mut spread = vec![SPREAD[0]; concerns];
        let mut dice = SeededDice::new(self.seed);
        for generation in 0..self.generations {
            let mut tried: Vec<Vec<f32>> = (1..self.variations)
                .map(|_| mean.iter().zip(&spread).map(|(mean, spread)| mean + spread * normal(&mut dice)).collect())
                .collect();
            tried.push(mean.clone());
            // Every variation meets the same dice; every generation meets others.
            let first = self.seed + self.games * generation as u64;
            let wins =
                share_out(&tried, limits, |logs| self.wins(rules, &Temper::new(&exponentials(logs)), first, limits));
            if limits.is_over() {
                return;
            }
            let mut order: Vec<usize> = (0..tried.len()).collect();
            order.sort_by(|&a, &b| wins[b].total_cmp(&wins[a]));
            let kept = &order[..(tried.len() / KEPT).max(1)];
            for concern in 0..concerns {
                let values = || kept.iter().map(|&variation| tried[variation][concern]);
                let middle = values().sum::<f32>() / kept.len() as f32;
                let variance = values().map(|value| (value - middle).powi(2)).sum::<f32>() / kept.len() as f32;
                mean[concern] = INERTIA * mean[concern] + (1.0 - INERTIA) * middle;
                spread[concern] = ((spread[concern] + variance.sqrt()) / 2.0).max(SPREAD[1]);
            }
            each(&Generation { weights: exponentials(&mean), won: wins[tried.len() - 1], best: wins[order[0]] });
        }
    }

    /// The share of games that a temper wins; a draw is half a win.
    fn wins<R: Hints>(&self, rules: &R, temper: &Temper, first: u64, limits: &Limits) -> f32 {
        let won: f32 = (first..first + self.games).map(|seed| self.game(rules, temper, seed, limits)).sum();
        won / self.games as f32
    }

    fn game<R: Hints>(&self, rules: &R, temper: &Temper, seed: u64, limits: &Limits) -> f32 {
        let mut tempers = [*temper; 2];
        tempers[self.side.other().index()] = rules.temper(self.side.other(), self.against);
        let (mut dice, mut mind) = (SeededDice::new(seed), crate::dice(seed.into()));
        let mut state = rules.set_up(self.scenario, self.options);
        let mut legal = Vec::new();
        loop {
            match rules.decision(&state) {
                Decision::Choose(_) if limits.stop.is_told() => return 0.0,
                Decision::Choose(side) => {
                    legal.clear();
                    rules.legal(&state, &mut legal);
                    let chosen = most_liked(rules, &state, &legal, &tempers[side.index()], &mut mind);
                    rules.play(&mut state, legal[chosen], &mut dice, &mut Silence);
                }
                Decision::Over(outcome) => {
                    return outcome.winner.map_or(0.5, |winner| if winner == self.side { 1.0 } else { 0.0 });
                }
            }
        }
    }
}

fn exponentials(logs: &[f32]) -> Vec<f32> {
    logs.iter().map(|log| log.exp()).collect()
}

/// The answers for all of some things, worked out on as many threads as there may be.
fn share_out<T: Sync>(things: &[T], limits: &Limits, answer: impl Fn(&T) -> f32 + Sync) -> Vec<f32> {
    let share = things.len().div_ceil(limits.threads.get());
    std::thread::scope(|scope| {
        let answer = &answer;
        let running: Vec<_> = things
            .chunks(share)
            .map(|some| scope.spawn(move || some.iter().map(answer).collect::<Vec<f32>>()))
            .collect();
        running.into_iter().flat_map(join).collect()
    })
}

/// A number from a normal distribution, near enough: twelve uniform ones added up.
fn normal(dice: &mut SeededDice) -> f32 {
    (0..12).map(|_| dice.below(10_000) as f32 / 10_000.0).sum::<f32>() - 6.0
}
