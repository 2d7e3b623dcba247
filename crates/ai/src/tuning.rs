//! Finding a temper that wins: a side's weights are varied at random, the variations that win most are kept, and so on
//! (the cross-entropy method). The other side keeps the temper of some schooling, and nobody looks ahead. Where the side decides
//! who wins, those are kept that win or lose by the better margin.

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
    /// What it begins with itself.
    pub from: Schooling,
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
/// No weight is taken to be less where tuning begins: there is no logarithm of nothing.
const LEAST: f32 = 0.01;
/// The share of variations that are kept.
const KEPT: usize = 4;
/// How much of the old mean stays in the new.
const INERTIA: f32 = 0.3;
/// What a margin of one standard deviation is worth beside a victory.
const MARGIN: f32 = 0.5;
/// By how many standard deviations margins differ that are told apart.
const REACH: f32 = 3.0;

/// How a game ended for the side that is tuned.
#[derive(Copy, Clone)]
struct Ending {
    /// 1 for won, a half for a draw, 0 for lost.
    won: f32,
    /// Its points less the enemy's.
    margin: f32,
}

/// The share of games that was won.
fn share(endings: &[Ending]) -> f32 {
    endings.iter().map(|ending| ending.won).sum::<f32>() / endings.len().max(1) as f32
}

/// How well each variation has done, all by the same measure of margins.
fn merits(tried: &[Vec<Ending>]) -> Vec<f32> {
    let count = tried.iter().map(Vec::len).sum::<usize>().max(1) as f32;
    let all = || tried.iter().flatten().map(|ending| ending.margin);
    let mean = all().sum::<f32>() / count;
    let deviation = (all().map(|margin| (margin - mean).powi(2)).sum::<f32>() / count).sqrt().max(0.5);
    let lead = |ending: &Ending| ((ending.margin - mean) / deviation).clamp(-REACH, REACH);
    let margin = |endings: &[Ending]| endings.iter().map(lead).sum::<f32>() / endings.len().max(1) as f32;
    tried.iter().map(|endings| share(endings) + MARGIN * margin(endings)).collect()
}

impl Tuning {
    /// Tunes, telling of each generation, until all are done or it is told to stop.
    pub fn run<R: Hints>(&self, rules: &R, limits: &Limits, each: &mut dyn FnMut(&Generation)) {
        let concerns = R::CONCERNS.len();
        let begins = rules.temper(self.scenario, self.side, self.from);
        let mut mean: Vec<f32> = (0..concerns).map(|concern| begins.weight(concern).max(LEAST).ln()).collect();
        let mut spread = vec![SPREAD[0]; concerns];
        let mut dice = SeededDice::new(self.seed);
        for generation in 0..self.generations {
            let mut tried: Vec<Vec<f32>> = (1..self.variations)
                .map(|_| mean.iter().zip(&spread).map(|(mean, spread)| mean + spread * normal(&mut dice)).collect())
                .collect();
            tried.push(mean.clone());
            // Every variation meets the same dice; every generation meets others.
            let first = self.seed + self.games * generation as u64;
            let endings =
                share_out(&tried, limits, |logs| self.endings(rules, &Temper::new(&exponentials(logs)), first, limits));
            if limits.is_over() {
                return;
            }
            let merits = merits(&endings);
            let mut order: Vec<usize> = (0..tried.len()).collect();
            order.sort_by(|&a, &b| merits[b].total_cmp(&merits[a]));
            let kept = &order[..(tried.len() / KEPT).max(1)];
            for concern in 0..concerns {
                let values = || kept.iter().map(|&variation| tried[variation][concern]);
                let middle = values().sum::<f32>() / kept.len() as f32;
                let variance = values().map(|value| (value - middle).powi(2)).sum::<f32>() / kept.len() as f32;
                mean[concern] = INERTIA * mean[concern] + (1.0 - INERTIA) * middle;
                spread[concern] = ((spread[concern] + variance.sqrt()) / 2.0).max(SPREAD[1]);
            }
            let (won, best) = (share(&endings[tried.len() - 1]), share(&endings[order[0]]));
            each(&Generation { weights: exponentials(&mean), won, best });
        }
    }

    /// How a temper's games end.
    fn endings<R: Hints>(&self, rules: &R, temper: &Temper, first: u64, limits: &Limits) -> Vec<Ending> {
        (first..first + self.games).map_while(|seed| self.game(rules, temper, seed, limits)).collect()
    }

    /// How a game ends; nothing if it was told to stop.
    fn game<R: Hints>(&self, rules: &R, temper: &Temper, seed: u64, limits: &Limits) -> Option<Ending> {
        let enemy = self.side.other();
        let mut tempers = [*temper; 2];
        tempers[enemy.index()] = rules.temper(self.scenario, enemy, self.against);
        let (mut dice, mut mind) = (SeededDice::new(seed), crate::dice(seed.into()));
        let mut state = rules.set_up(self.scenario, self.options);
        let mut legal = Vec::new();
        loop {
            match rules.decision(&state) {
                Decision::Choose(_) if limits.stop.is_told() => return None,
                Decision::Choose(side) => {
                    legal.clear();
                    rules.legal(&state, &mut legal);
                    let chosen = most_liked(rules, &state, &legal, &tempers[side.index()], &mut mind);
                    rules.play(&mut state, legal[chosen], &mut dice, &mut Silence);
                }
                Decision::Over(outcome) => {
                    let won = outcome.winner.map_or(0.5, |winner| if winner == self.side { 1.0 } else { 0.0 });
                    let lead = rules.point_lead(&state) as f32;
                    return Some(Ending { won, margin: if self.side == Side::First { lead } else { -lead } });
                }
            }
        }
    }
}

fn exponentials(logs: &[f32]) -> Vec<f32> {
    logs.iter().map(|log| log.exp()).collect()
}

/// The answers for all of some things, worked out on as many threads as there may be.
fn share_out<T: Sync, A: Send>(things: &[T], limits: &Limits, answer: impl Fn(&T) -> A + Sync) -> Vec<A> {
    let share = things.len().div_ceil(limits.threads.get());
    std::thread::scope(|scope| {
        let answer = &answer;
        let running: Vec<_> =
            things.chunks(share).map(|some| scope.spawn(move || some.iter().map(answer).collect::<Vec<A>>())).collect();
        running.into_iter().flat_map(join).collect()
    })
}

/// A number from a normal distribution, near enough: twelve uniform ones added up.
fn normal(dice: &mut SeededDice) -> f32 {
    (0..12).map(|_| dice.below(10_000) as f32 / 10_000.0).sum::<f32>() - 6.0
}
