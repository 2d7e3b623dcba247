//! Finding problems: positions of a sketch are laid out by chance, and those are kept where one answer is clearly best.

use super::proving::MOST;
use super::{Clear, Sketch, sit, words_at};
use crate::Game;
use ai::{Answer, Hand, Inquiry, Limits, Player};
use engine::Schooling;
use engine::dice::{Seed, SeededDice};
use serde::Serialize;

/// A search for problems of one kind.
pub struct Search<'a> {
    /// The game.
    pub game: &'a dyn Game,
    /// The kind.
    pub sketch: &'a Sketch,
    /// How many games are played on from each of the best answers.
    pub games: usize,
    /// Who plays on when it is looked at closely.
    pub by: Hand,
    /// What all of it is drawn from.
    pub seed: Seed,
}

/// A position with one best answer, and what is needed to make a problem of it.
#[derive(Clone, Debug, Serialize)]
pub struct Candidate {
    /// The number of the position among those of the search.
    pub number: u64,
    /// The position, as JSON.
    pub position: String,
    /// What is to be chosen first.
    pub prompt: String,
    /// How many answers there are.
    pub answers: usize,
    /// By how much the right ones are better, and the standard error of that.
    pub ahead: [f32; 2],
    /// The right ones.
    pub right: Vec<Told>,
    /// The best of the others.
    pub others: Vec<Told>,
    /// Which computer players answer right.
    pub knows: Vec<String>,
}

/// An answer in words and numbers.
#[derive(Clone, Debug, Serialize)]
pub struct Told {
    /// All orders of actions that come to it.
    pub ways: Vec<String>,
    /// The first of them in words.
    pub words: String,
    /// What counts, on average, and its interval.
    pub value: [f32; 3],
    /// Games won, victory points and strength ahead.
    pub shown: [f32; 3],
}

/// Why a position makes no problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Miss {
    /// The rules do not know it, or the sketch cannot be drawn.
    Refused(String),
    /// There is nothing to choose, or too much, or it was told to stop.
    Idle,
    /// No answer is clearly best.
    Open,
}

/// Games in which it must already look clear.
const GLANCE: usize = 24;

impl Search<'_> {
    /// Looks at the position with some number.
    pub fn look(&self, number: u64, limits: &Limits) -> Result<Candidate, Miss> {
        let &Sketch { actions, measure, margin, turns, .. } = self.sketch;
        let mut dice = SeededDice::new(self.seed);
        dice.for_action(number);
        let seed = Seed::from((0..4).fold(0, |drawn, _| drawn << 15 | dice.below(1 << 15) as u64));
        let about = self.game.about();
        let scenario = match self.sketch.scenario.as_str() {
            "" => 0,
            named => about.scenario(named).map_err(Miss::Refused)?,
        };
        let position = self.sketch.draw(&self.game.map(scenario).board, &mut dice).map_err(Miss::Refused)?;
        let habit = Hand::Habit(Schooling::Seasoned);
        let glance = Inquiry { actions, most: MOST, turns, measure, by: habit, games: GLANCE, seed };
        let look = |inquiry: &Inquiry| {
            let found = self.game.look_into(&position, inquiry, limits);
            let findings = found.map_err(|error| Miss::Refused(error.to_string()))?.ok_or(Miss::Idle)?;
            let clear = Clear::in_findings(&findings, margin).ok_or(Miss::Open)?;
            Ok((findings, clear))
        };
        look(&glance)?;
        let (findings, clear) = look(&Inquiry { by: self.by, games: self.games, ..glance })?;
        let (right, others) = findings.best.split_at(clear.right);
        let begun = self.game.begin_at(&position, seed).map_err(|error| Miss::Refused(error.to_string()))?;
        let is_right = |played: &[String]| {
            let mut ways = right.iter().flat_map(|answer| &answer.ways);
            let open = right.iter().flat_map(|answer| &answer.ways).any(|way| way.starts_with(played));
            if ways.any(|way| played.starts_with(way)) { Some(true) } else { (!open).then_some(false) }
        };
        let levels = [Player::GREEDY, Player::REGULAR, Player::VETERAN, Player::GROGNARD];
        let knows = levels.into_iter().filter(|&player| sit(self.game, &position, player, seed, &is_right) == Ok(true));
        let told = |answer: &Answer| self.told(&position, seed, answer);
        Ok(Candidate {
            number,
            prompt: begun.prompt(),
            answers: findings.answers,
            ahead: [clear.ahead, clear.error],
            right: right.iter().map(told).collect(),
            others: others.iter().take(5).map(told).collect(),
            knows: knows.map(|player| player.to_string()).collect(),
            position,
        })
    }

    fn told(&self, position: &str, seed: Seed, answer: &Answer) -> Told {
        let shown = answer.tally.average();
        let [low, high] = answer.tally.interval();
        Told {
            ways: answer.ways.iter().map(|way| way.join("; ")).collect(),
            words: words_at(self.game, position, seed, &answer.ways[0]).unwrap_or_default().join("; "),
            value: [answer.tally.mean(), low, high],
            shown: [shown.won, shown.points, shown.strength],
        }
    }
}
