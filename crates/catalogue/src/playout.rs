//! Random play at full speed.

use engine::dice::{Seed, SeededDice};
use engine::{Decision, Hints, Options, Schooling, Side, Silence};
use std::hint::black_box;
use std::sync::Arc;

/// What was done in some random play.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Actions played.
    pub actions: u64,
    /// Games finished.
    pub games: u64,
    /// Options listed.
    pub listed: u64,
}

/// Random play, all options listed at each decision, game after game.
pub trait Playout {
    /// Plays so many actions on from where it stands.
    fn run(&mut self, actions: u64) -> Tally;
    /// The same, with all options appraised at each decision, as by a player who does not look ahead.
    fn weigh(&mut self, actions: u64) -> Tally;
    /// Copies the state so many times.
    fn copy(&self, times: u64);
}

/// Everything random play needs, kept from one run to the next.
pub(crate) struct RandomPlay<R: Hints> {
    rules: Arc<R>,
    scenario: usize,
    options: Options,
    state: R::State,
    legal: Vec<R::Action>,
    worth: Vec<f32>,
    dice: SeededDice,
}

impl<R: Hints> RandomPlay<R> {
    pub(crate) fn new(rules: Arc<R>, scenario: usize, options: Options, seed: Seed) -> Self {
        let state = rules.set_up(scenario, options);
        let dice = SeededDice::new(seed);
        RandomPlay { rules, scenario, options, state, legal: Vec::new(), worth: Vec::new(), dice }
    }

    /// Plays so many actions on, and has the listed options looked at before one is drawn.
    #[inline]
    fn go_on(&mut self, actions: u64, look: impl Fn(&R, &R::State, &[R::Action], &mut Vec<f32>)) -> Tally {
        let mut tally = Tally::default();
        while tally.actions < actions {
            if let Decision::Over(_) = self.rules.decision(&self.state) {
                tally.games += 1;
                self.state = self.rules.set_up(self.scenario, self.options);
            }
            self.legal.clear();
            self.rules.legal(&self.state, &mut self.legal);
            tally.listed += self.legal.len() as u64;
            look(&self.rules, &self.state, &self.legal, &mut self.worth);
            let action = self.legal[self.dice.below(self.legal.len())];
            self.rules.play(&mut self.state, action, &mut self.dice, &mut Silence);
            tally.actions += 1;
        }
        tally
    }
}

impl<R: Hints> Playout for RandomPlay<R> {
    fn run(&mut self, actions: u64) -> Tally {
        self.go_on(actions, |_, _, _, _| {})
    }

    fn weigh(&mut self, actions: u64) -> Tally {
        let tempers = Side::BOTH.map(|side| self.rules.temper(self.scenario, side, Schooling::Plain));
        self.go_on(actions, |rules, state, legal, worth| {
            if let Decision::Choose(side) = rules.decision(state) {
                rules.appraise_all(state, legal, &tempers[side.index()], worth);
                black_box(worth);
            }
        })
    }

    fn copy(&self, times: u64) {
        for _ in 0..times {
            black_box(black_box(&self.state).clone());
        }
    }
}
