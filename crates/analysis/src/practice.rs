//! Games of the computer against itself, to fit chances to and to prove them with.

use crate::chances::{Chances, SEEN, Seer, result};
use crate::foresight::{Games, Mind};
use crate::walk::Place;
use ai::{Fate, Foresight, Limits};
use engine::dice::SeededDice;
use engine::{Decision, Hints, Options, Schooling, Side, Silence};

/// Games of a scenario.
#[derive(Copy, Clone, Debug)]
pub struct Practice {
    /// The scenario's place in the game's list.
    pub scenario: usize,
    /// The rules switched on.
    pub options: Options,
}

/// A position at the beginning of a turn, and what became of it.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Sample {
    pub(crate) seen: [f64; SEEN],
    pub(crate) turn: u16,
    /// The first side's result.
    pub(crate) won: f64,
    /// The seed of its game.
    pub(crate) game: u64,
}

/// A chance that was shown, and what became of it.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Proof {
    /// The first side's chance.
    pub chance: f64,
    /// The first side's result.
    pub won: f64,
}

/// How many choices in a thousand are any that is legal at first, so that positions differ: in one game so many, in another
/// so many.
const SLIPS: [usize; 4] = [0, 30, 100, 250];
/// How many places of a game are proved.
const PROVED: usize = 4;
/// After how many choices one of them may come.
const APART: usize = 3000;

impl Practice {
    /// Plays the game of a seed and keeps the positions at the beginnings of its turns; nothing if it was told to stop.
    pub fn samples<R: Hints>(&self, rules: &R, seed: u64, limits: &Limits) -> Option<Vec<Sample>> {
        let plain = Chances::plain("", "");
        let seer = Seer::new(rules, &rules.set_up(self.scenario, self.options), &plain);
        let (mut found, mut last) = (Vec::new(), None);
        let won = self.play(rules, seed, limits, &mut |state, is_sound, _| {
            let turn = rules.turn(state);
            if last.replace(turn).is_some_and(|last| last != turn) && is_sound {
                found.push(Sample { seen: seer.seen(state), turn, won: 0.0, game: seed });
            }
        })?;
        found.iter_mut().for_each(|sample| sample.won = won);
        Some(found)
    }

    /// Plays the game of a seed, and says at some of its places the chance that an analysis would show; nothing if it was told
    /// to stop.
    pub fn prove<R: Hints>(
        &self,
        rules: &R,
        chances: &Chances,
        seed: u64,
        (games, horizon): (usize, u16),
        limits: &Limits,
    ) -> Option<Vec<Proof>> {
        let mut kept: Vec<(R::State, Side)> = Vec::new();
        let mut seen = 0;
        // Every position has the same chance to be among those that are kept, however long the game becomes.
        let won = self.play(rules, seed, limits, &mut |state, is_sound, dice| {
            let Decision::Choose(side) = rules.decision(state) else { return };
            if !is_sound {
                return;
            }
            seen += 1;
            if kept.len() < PROVED {
                kept.push((state.clone(), side));
            } else if seen <= APART * PROVED {
                let place = dice.below(seen);
                if place < PROVED {
                    kept[place] = (state.clone(), side);
                }
            }
        })?;
        let seer = Seer::new(rules, &rules.set_up(self.scenario, self.options), chances);
        let mind = Mind {
            seer: &seer,
            tempers: Side::BOTH.map(|side| rules.temper(self.scenario, side, Schooling::Drilled)),
            limits,
        };
        let proof = |(state, side): (R::State, Side)| {
            let turn = rules.turn(&state);
            let (action, rolled, options, fate) = (None, false, 0, Fate::new(0));
            let place = Place { state, turn, side, action, rolled, options, fate };
            let values = mind.before(&place, None, turn.saturating_add(horizon), Games::new(seed << 16, games))?;
            let chance = values.iter().map(|value| value.chance).sum::<f64>() / values.len().max(1) as f64;
            Some(Proof { chance, won })
        };
        kept.into_iter().map(proof).collect()
    }

    /// Plays the game of a seed: at first with slips and by tempers of all schoolings, then soundly, which is when positions
    /// tell something. The result for the first side, or nothing if it was told to stop.
    fn play<R: Hints>(
        &self,
        rules: &R,
        seed: u64,
        limits: &Limits,
        each: &mut dyn FnMut(&R::State, bool, &mut SeededDice),
    ) -> Option<f64> {
        let (mut dice, mut mind) = (SeededDice::new(seed), ai::dice(seed.into()));
        let slips = SLIPS[seed as usize % SLIPS.len()];
        let about = rules.about();
        let turns = about.scenarios[self.scenario].turns.map_or(12, |turns| turns.max(2) as usize);
        let sound_from = if slips == 0 { 0 } else { 1 + mind.below(turns) as u16 };
        let schoolings = [Schooling::Plain, Schooling::Drilled, Schooling::Seasoned];
        let wild = Side::BOTH.map(|side| rules.temper(self.scenario, side, schoolings[mind.below(schoolings.len())]));
        let drilled = Side::BOTH.map(|side| rules.temper(self.scenario, side, Schooling::Drilled));
        let mut state = rules.set_up(self.scenario, self.options);
        let first = rules.turn(&state);
        let (mut legal, mut worth, mut choices) = (Vec::new(), Vec::new(), 0_u64);
        loop {
            let side = match rules.decision(&state) {
                Decision::Choose(side) => side,
                Decision::Over(outcome) => return Some(result(outcome.winner)),
            };
            if limits.stop.is_told() {
                return None;
            }
            let is_sound = slips == 0 || rules.turn(&state) >= first + sound_from;
            each(&state, is_sound, &mut mind);
            legal.clear();
            rules.legal(&state, &mut legal);
            let chosen = if !is_sound && mind.below(1000) < slips {
                legal[mind.below(legal.len())]
            } else {
                let tempers = if is_sound { &drilled } else { &wild };
                let course = Foresight { rules, tempers, until: u16::MAX, limits };
                // Which of equals is liked better differs from choice to choice.
                course.favourite(&state, &legal, side, &Fate::new(seed.rotate_left(32) ^ choices), &mut worth)
            };
            rules.play(&mut state, chosen, &mut dice, &mut Silence);
            choices += 1;
        }
    }
}
