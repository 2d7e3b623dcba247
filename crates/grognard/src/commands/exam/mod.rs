//! `grognard exam`: computers sit the exam of the staff college; its problems are proved, and new ones are found.

mod finding;
mod marks;
mod proving;

use crate::cli::ExamArgs;
use crate::failure::Failure;
use ai::{Player, UnknownPlayer};
use catalogue::{Entry, Game, college};
use engine::data::Problem;
use indicatif::{ProgressBar, ProgressStyle};
use marks::{Marks, Sheet};
use std::io::Write;
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Prints marks, proofs or finds.
pub fn run(args: ExamArgs) -> Result<(), Failure> {
    let entries: Vec<&Entry> = match &args.game {
        Some(id) => vec![catalogue::find(id)?],
        None => catalogue::GAMES.iter().collect(),
    };
    let games: Vec<Arc<dyn Game>> =
        entries.iter().map(|entry| Ok(entry.load(args.data.folder.as_deref())?)).collect::<Result<_, Failure>>()?;
    match &args.find {
        Some(sketch) => finding::run(&*games[0], sketch, &args),
        None if args.prove => proving::run(&games, &args),
        None => sit(&games, &args),
    }
}

/// Every player sits the exam of every game.
fn sit(games: &[Arc<dyn Game>], args: &ExamArgs) -> Result<(), Failure> {
    let players: Vec<Player> = match args.seats.is_empty() {
        true => Player::ALL.to_vec(),
        false => args.seats.iter().map(|seat| seat.parse()).collect::<Result<_, UnknownPlayer>>()?,
    };
    let papers = papers(games);
    let sittings: Vec<(usize, usize)> =
        (0..papers.len()).flat_map(|paper| (0..players.len()).map(move |player| (paper, player))).collect();
    let right = side_by_side(args, sittings.len(), "answers", |sitting| {
        let (paper, player) = sittings[sitting];
        let (game, problem) = papers[paper];
        college::sit(game, &problem.position, players[player], args.seed, &|played| problem.judge(played))
    });
    let mut sheet = Sheet::new(&players);
    for (&(paper, player), right) in sittings.iter().zip(right) {
        let (game, problem) = papers[paper];
        let right = right.map_err(|error| Failure::said(format!("{}: {error}", problem.id)))?;
        sheet.mark(game, problem, player, Marks::of(right));
    }
    let mut out = std::io::stdout().lock();
    match args.json {
        true => writeln!(out, "{}", serde_json::to_string_pretty(&sheet.told(args.seed))?)?,
        false => write!(out, "{sheet}")?,
    }
    Ok(())
}

/// The problems of all games.
fn papers(games: &[Arc<dyn Game>]) -> Vec<(&dyn Game, &Problem)> {
    games.iter().flat_map(|game| game.problems().iter().map(move |problem| (&**game, problem))).collect()
}

/// The answers to so many questions, several at a time, in their order; a bar shows how far it is.
fn side_by_side<T: Send>(args: &ExamArgs, questions: usize, what: &str, answer: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let template = format!("{{bar:30}} {{pos}} of {{len}} {what}, {{eta}} left");
    let style = ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::new(questions as u64).with_style(style);
    let threads = args.threads.or(std::thread::available_parallelism().ok()).map_or(1, NonZero::get);
    let next = AtomicUsize::new(0);
    let work = || {
        let mut answers = Vec::new();
        while let Some(question) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&question| question < questions) {
            answers.push((question, answer(question)));
            bar.inc(1);
        }
        answers
    };
    let mut answers: Vec<(usize, T)> = std::thread::scope(|scope| {
        let running: Vec<_> = (0..threads.min(questions.max(1))).map(|_| scope.spawn(work)).collect();
        running
            .into_iter()
            .flat_map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    });
    bar.finish_and_clear();
    answers.sort_by_key(|&(question, _)| question);
    answers.into_iter().map(|(_, answer)| answer).collect()
}
