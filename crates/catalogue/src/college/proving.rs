//! Proving an answer: the right ones are better than all others by more than luck can do.

use crate::Game;
use ai::{Answer, Findings, Hand, Inquiry, Limits, Way};
use engine::data::{Measure, Problem, Value};

/// Answers that are clearly better than the rest.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Clear {
    /// How many of the best are right.
    pub right: usize,
    /// By how much the worst of them is better than the best of the others.
    pub ahead: f32,
    /// The standard error of that.
    pub error: f32,
}

/// By so many standard errors a right answer is better than a wrong one.
const PROOF: f32 = 4.0;
/// More answers than this that come to something different are not one.
const MOST_RIGHT: usize = 3;

/// By how much a right answer is better than a wrong one, at least.
pub(super) const fn margin(measure: Measure) -> f32 {
    match measure {
        Measure::Won => 0.08,
        Measure::Points | Measure::Strength => 0.5,
    }
}

impl Clear {
    /// The answers of some findings that stand clearly above the others, if any do.
    pub fn in_findings(findings: &Findings, margin: f32) -> Option<Clear> {
        let best = &findings.best;
        let few = MOST_RIGHT.min(best.len() / 2).max(1);
        (1..=few).find_map(|right| {
            let next = best.get(right)?;
            let (ahead, error) = best[right - 1].tally.ahead_of(&next.tally);
            let spread = best[0].tally.mean() - best[right - 1].tally.mean();
            let clear = ahead >= margin && ahead >= PROOF * error && spread <= 0.5 * ahead;
            clear.then_some(Clear { right, ahead, error })
        })
    }
}

/// What a proof has shown when it was repeated.
#[derive(Clone, PartialEq, Debug)]
pub struct Proved {
    /// How many answers there are.
    pub answers: usize,
    /// What the best right answer came to.
    pub best: Value,
    /// What the best of all others came to.
    pub next: Value,
    /// Which one that was.
    pub next_is: Way,
    /// By how much the worst right answer is better than the best of the others, and the standard error of that.
    pub ahead: (f32, f32),
    /// Whether that is proof.
    pub holds: bool,
}

/// Repeats the proof of a problem, with as many games as it had or fewer. An error says what is wrong with it; nothing
/// comes out if it was told to stop.
pub fn prove(
    game: &dyn Game,
    problem: &Problem,
    games: Option<usize>,
    limits: &Limits,
) -> Result<Option<Proved>, String> {
    let proof = &problem.proof;
    let inquiry = Inquiry {
        actions: problem.actions,
        most: MOST,
        turns: proof.turns,
        measure: proof.measure,
        by: proof.by.parse::<Hand>().map_err(|error| error.to_string())?,
        games: games.map_or(proof.games, |games| games.min(proof.games)),
        seed: proof.seed,
    };
    let found = game.look_into(&problem.position, &inquiry, limits).map_err(|error| error.to_string())?;
    let Some(findings) = found else {
        return if limits.is_over() { Ok(None) } else { Err("there is nothing to choose, or too much".into()) };
    };
    let is_right = |answer: &&Answer| answer.ways.iter().any(|way| problem.judge(way) == Some(true));
    let (right, others): (Vec<&Answer>, Vec<&Answer>) = findings.best.iter().partition(is_right);
    let (Some(best), Some(worst), Some(next)) = (right.first(), right.last(), others.first()) else {
        return Err("all answers that are any good are right, or none is".into());
    };
    let ahead = worst.tally.ahead_of(&next.tally);
    let value = |answer: &Answer| Value { mean: answer.tally.mean(), interval: answer.tally.interval() };
    Ok(Some(Proved {
        answers: findings.answers,
        best: value(best),
        next: value(next),
        next_is: next.ways[0].clone(),
        ahead,
        holds: ahead.0 >= margin(proof.measure) && ahead.0 >= PROOF * ahead.1,
    }))
}

/// More answers than this are not looked through.
pub(super) const MOST: usize = 300;
