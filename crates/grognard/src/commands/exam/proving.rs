//! Repeating proofs.

use super::{papers, side_by_side};
use crate::cli::ExamArgs;
use crate::failure::Failure;
use crate::signals;
use ai::Limits;
use catalogue::Game;
use catalogue::college::{self, Proved};
use engine::data::{Measure, Problem, Value};
use serde_json::json;
use std::io::Write;
use std::sync::Arc;

/// Plays on from every answer to every problem, and says whether the right ones are better.
pub fn run(games: &[Arc<dyn Game>], args: &ExamArgs) -> Result<(), Failure> {
    let papers = papers(games);
    let limits = Limits { stop: signals::stop_flag()?, ..Limits::default() };
    let most = args.games.map(usize::from);
    let proofs = side_by_side(args, papers.len(), "proofs", |paper| {
        let (game, problem) = papers[paper];
        college::prove(game, problem, most, &limits)
    });
    let mut out = std::io::stdout().lock();
    let mut broken = Vec::new();
    for (&(game, problem), proof) in papers.iter().zip(&proofs) {
        let name = format!("{}/{}", game.about().id, problem.id);
        match proof {
            Ok(None) => {}
            Err(message) => {
                broken.push(name.clone());
                writeln!(out, "{name}: {message}")?;
            }
            Ok(Some(proved)) => {
                if !proved.holds {
                    broken.push(name.clone());
                }
                match args.json {
                    true => writeln!(out, "{}", told(&name, problem, proved))?,
                    false => writeln!(out, "{name}: {}", in_words(problem, proved))?,
                }
            }
        }
    }
    if limits.stop.is_told() {
        return Err(Failure::Stopped("stopped before all proofs were repeated".into()));
    }
    match broken.is_empty() {
        true => Ok(()),
        false => Err(Failure::said(format!("not proved: {}", broken.join(", ")))),
    }
}

fn in_words(problem: &Problem, proved: &Proved) -> String {
    let value = |Value { mean, interval: [low, high] }: Value| match problem.proof.measure {
        Measure::Won => format!("{:.0} % ({:.0} to {:.0})", 100.0 * mean, 100.0 * low, 100.0 * high),
        Measure::Points | Measure::Strength => format!("{mean:.2} ({low:.2} to {high:.2})"),
    };
    let (ahead, error) = proved.ahead;
    let verdict = if proved.holds { "proved" } else { "NOT PROVED" };
    format!(
        "{verdict}: {} against {} for {}, {} answers, ahead by {ahead:.2} with an error of {error:.2}",
        value(proved.best),
        value(proved.next),
        proved.next_is.join("; "),
        proved.answers,
    )
}

fn told(name: &str, problem: &Problem, proved: &Proved) -> serde_json::Value {
    json!({
        "problem": name, "measure": problem.proof.measure, "holds": proved.holds, "answers": proved.answers,
        "best": proved.best, "next": proved.next, "next_is": proved.next_is, "ahead": [proved.ahead.0, proved.ahead.1],
    })
}
