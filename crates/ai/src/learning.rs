//! Learning to judge: computers play each other, positions at the beginning of turns are kept with what became of them, and
//! a small network is fitted to that.

mod fit;
mod samples;

pub use fit::{Fit, Fitting};
pub use samples::Samples;

use crate::Limits;
use crate::player::most_liked;
use engine::dice::SeededDice;
use engine::judge::{Eye, Features};
use engine::{Decision, Hints, Options, Schooling, Side, Silence};

/// Games to learn from.
#[derive(Copy, Clone, Debug)]
pub struct Course {
    /// The scenario's place in the game's list.
    pub scenario: usize,
    /// The rules switched on.
    pub options: Options,
}

/// How many choices in a thousand are any that is legal, so that positions differ: in one game so many, in another so many.
const SLIPS: [usize; 4] = [0, 10, 30, 60];

impl Course {
    /// Plays the game of a seed and keeps its positions; whether it came to its end before it was told to stop.
    pub fn play<R: Hints>(
        &self,
        rules: &R,
        features: &Features,
        seed: u64,
        limits: &Limits,
        samples: &mut Samples,
    ) -> bool {
        let (mut dice, mut mind) = (SeededDice::new(seed), crate::dice(seed.into()));
        // Some games between the drilled, some between the seasoned, some between one and the other.
        let schooling = |side: Side| {
            if seed >> side.index() & 1 == 0 { Schooling::Drilled } else { Schooling::Seasoned }
        };
        let slips = SLIPS[(seed / 4) as usize % SLIPS.len()];
        let tempers = Side::BOTH.map(|side| rules.temper(self.scenario, side, schooling(side)));
        let mut state = rules.set_up(self.scenario, self.options);
        let (mut legal, mut eye, mut seen) = (Vec::new(), Eye::default(), Vec::new());
        let mut turn = None;
        let mut kept = Samples::default();
        loop {
            let side = match rules.decision(&state) {
                Decision::Choose(side) => side,
                Decision::Over(outcome) => {
                    let won = outcome.winner.map_or(0.5, |winner| if winner == Side::First { 1.0 } else { 0.0 });
                    samples.take(&kept, won, rules.point_lead(&state) as f32);
                    return true;
                }
            };
            if limits.stop.is_told() {
                return false;
            }
            if turn.replace(rules.turn(&state)) != Some(rules.turn(&state)) {
                features.of(rules, &state, &mut eye, &mut seen);
                kept.push(&seen);
            }
            legal.clear();
            rules.legal(&state, &mut legal);
            let chosen = if mind.below(1000) < slips {
                mind.below(legal.len())
            } else {
                most_liked(rules, &state, &legal, &tempers[side.index()], &mut mind)
            };
            rules.play(&mut state, legal[chosen], &mut dice, &mut Silence);
        }
    }
}
