//! Whether one answer to a position is better than all others: each is played on many times, all with the same luck.

mod plans;
mod tally;

pub use plans::Way;
pub use tally::{Showing, Tally};

use crate::luck::{imprint, mix};
use crate::rollout::{Fate, Foresight};
use crate::search::draw;
use crate::threads::join;
use crate::{Limits, Player, UnknownPlayer};
use engine::data::Measure;
use engine::dice::{Seed, SeededDice};
use engine::{Decision, Hints, Schooling, Side, Silence, Temper};
use plans::Plan;
use std::fmt;
use std::str::FromStr;

/// What is asked of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Inquiry {
    /// How many own actions belong to an answer, at most.
    pub actions: usize,
    /// More answers than this are not looked through.
    pub most: usize,
    /// For how many turns each game is played on; to its end where nothing is said.
    pub turns: Option<u16>,
    /// What makes an answer better.
    pub measure: Measure,
    /// Who plays on, for both sides.
    pub by: Hand,
    /// How many games are played on from each of the best answers.
    pub games: usize,
    /// The seed of all luck.
    pub seed: Seed,
}

/// Who plays on in the mind.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Hand {
    /// Whoever has learned so much, without looking ahead.
    Habit(Schooling),
    /// A computer player as he is.
    Player(Player),
}

/// The answers to a position, the best first, as far as they were worth playing on to the end.
#[derive(Clone, PartialEq, Debug)]
pub struct Findings {
    /// The side that has to answer.
    pub side: Side,
    /// How many answers there are that come to something different.
    pub answers: usize,
    /// Those that were played on as often as any, the best first.
    pub best: Vec<Answer>,
}

/// One answer.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// All orders of own actions that come to it, in notation.
    pub ways: Vec<Way>,
    /// What came of it.
    pub tally: Tally,
}

/// After so many games answers that have fallen behind are given up, and again after twice as many.
const TRIAL: usize = 8;
/// By so many standard errors.
const BEHIND: f32 = 3.0;
/// So many of the best are kept whatever becomes of them, to have something to compare with.
const KEPT: usize = 6;

impl Inquiry {
    /// Plays on from every answer to a position, for the side that has to choose and by what it may know. Nothing if the
    /// game is over, there are too many answers or only one, or it was told to stop.
    pub fn look_into<R: Hints>(&self, rules: &R, state: &R::State, limits: &Limits) -> Option<Findings> {
        let Decision::Choose(side) = rules.decision(state) else { return None };
        let plans = plans::all(rules, state, self.actions, self.most)?;
        if plans.len() < 2 {
            return None;
        }
        let until = self.turns.map_or(u16::MAX, |turns| rules.turn(state).saturating_add(turns));
        let tempers = match self.by {
            Hand::Habit(schooling) => Side::BOTH.map(|side| rules.temper(rules.scenario(state), side, schooling)),
            Hand::Player(_) => [Temper::PLAIN; 2],
        };
        let rehearsal = Rehearsal { rules, side, until, hand: self.by, tempers, limits };
        let mut dice = SeededDice::new(self.seed);
        let mut tallies: Vec<Tally> = plans.iter().map(|_| Tally::new(self.measure)).collect();
        let mut rivals: Vec<usize> = (0..plans.len()).collect();
        let mut trial = TRIAL;
        for game in 1..=self.games {
            let (world, luck) = (rules.resample(state, side, &mut dice), draw(&mut dice));
            let shown = rehearsal.play_all(&world, &rivals, &plans, luck)?;
            for (&rival, showing) in rivals.iter().zip(shown) {
                tallies[rival].add(showing);
            }
            if game == trial && game < self.games {
                trial *= 2;
                give_up(&mut rivals, &tallies);
            }
        }
        rivals.sort_by(|&a, &b| tallies[b].mean().total_cmp(&tallies[a].mean()));
        let answer = |&rival: &usize| Answer {
            ways: plans[rival].ways.iter().map(|way| plans::written(rules, state, way)).collect(),
            tally: tallies[rival].clone(),
        };
        Some(Findings { side, answers: plans.len(), best: rivals.iter().map(answer).collect() })
    }
}

/// Leaves out who has fallen behind the best by more than luck can do.
fn give_up(rivals: &mut Vec<usize>, tallies: &[Tally]) {
    rivals.sort_by(|&a, &b| tallies[b].mean().total_cmp(&tallies[a].mean()));
    let best = &tallies[rivals[0]];
    let mut place = 0;
    rivals.retain(|&rival| {
        place += 1;
        let (ahead, error) = best.ahead_of(&tallies[rival]);
        place <= KEPT || ahead <= BEHIND * error
    });
}

/// Where plans are tried out: games are played on from them.
struct Rehearsal<'a, R> {
    rules: &'a R,
    /// Through whose eyes the end is looked at.
    side: Side,
    /// The turn at whose beginning it stops.
    until: u16,
    hand: Hand,
    tempers: [Temper; 2],
    limits: &'a Limits,
}

impl<R: Hints> Rehearsal<'_, R> {
    /// Plays on from some of the plans, on as many threads as there may be; nothing if it was told to stop.
    fn play_all(
        &self,
        world: &R::State,
        rivals: &[usize],
        plans: &[Plan<R::Action>],
        luck: u64,
    ) -> Option<Vec<Showing>> {
        let some = |rivals: &[usize]| -> Option<Vec<Showing>> {
            rivals.iter().map(|&rival| self.play(world, &plans[rival].ways[0], luck)).collect()
        };
        let threads = self.limits.threads.get().min(rivals.len());
        if threads < 2 {
            return some(rivals);
        }
        std::thread::scope(|scope| {
            let share = rivals.len().div_ceil(threads);
            let running: Vec<_> = rivals.chunks(share).map(|chunk| scope.spawn(|| some(chunk))).collect();
            running.into_iter().map(join).collect::<Option<Vec<_>>>()
        })
        .map(|shares| shares.concat())
    }

    /// One game. In a world that hides something else than was thought, what is planned may be refused: from there on
    /// the side plays as it likes.
    fn play(&self, world: &R::State, plan: &[R::Action], luck: u64) -> Option<Showing> {
        let mut state = world.clone();
        let mut fate = Fate::new(luck);
        let mut planned = plan.iter();
        let mut legal = Vec::new();
        while let Decision::Choose(side) = self.rules.decision(&state) {
            let turn = self.rules.turn(&state);
            if turn >= self.until {
                break;
            }
            if self.limits.is_over() {
                return None;
            }
            let next = planned.next().copied().filter(|&action| self.rules.check(&state, action).is_ok());
            let action = next.unwrap_or_else(|| {
                planned = [].iter();
                legal.clear();
                self.rules.legal(&state, &mut legal);
                self.choice(&state, side, &legal, &fate)
            });
            fate.deed(turn, &action);
            self.rules.play(&mut state, action, &mut fate, &mut Silence);
        }
        Some(Showing::of(self.rules, &state, self.side))
    }

    fn choice(&self, state: &R::State, side: Side, legal: &[R::Action], fate: &Fate) -> R::Action {
        match self.hand {
            _ if legal.len() == 1 => legal[0],
            Hand::Habit(_) => {
                let Rehearsal { rules, ref tempers, until, limits, .. } = *self;
                Foresight { rules, tempers, until, limits }.favourite(state, legal, side, fate, &mut Vec::new())
            }
            Hand::Player(player) => {
                let mut dice = SeededDice::new(mix(fate.luck() ^ imprint(state)));
                legal[player.choose(self.rules, state, legal, &mut dice, self.limits)]
            }
        }
    }
}

impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Hand::Habit(Schooling::Plain) => f.write_str("plain"),
            Hand::Habit(Schooling::Drilled) => f.write_str("drilled"),
            Hand::Habit(Schooling::Seasoned) => f.write_str("seasoned"),
            Hand::Player(player) => player.fmt(f),
        }
    }
}

impl FromStr for Hand {
    type Err = UnknownPlayer;

    /// A computer player, or what a temper has learned: `plain`, `drilled` or `seasoned`, which play without looking ahead.
    fn from_str(text: &str) -> Result<Hand, UnknownPlayer> {
        match text {
            "plain" => Ok(Hand::Habit(Schooling::Plain)),
            "drilled" => Ok(Hand::Habit(Schooling::Drilled)),
            "seasoned" => Ok(Hand::Habit(Schooling::Seasoned)),
            player => player.parse().map(Hand::Player),
        }
    }
}
