//! Finding problems.

use super::side_by_side;
use crate::cli::ExamArgs;
use crate::failure::Failure;
use crate::signals;
use ai::{Hand, Limits};
use catalogue::Game;
use catalogue::college::{Miss, Search, Sketch};
use std::io::Write;
use std::path::Path;

/// Games played on from each of the best answers, unless something else is said.
const GAMES: u16 = 120;

/// Prints the positions of a sketch that have one right answer, each as it is found.
pub fn run(game: &dyn Game, sketch: &Path, args: &ExamArgs) -> Result<(), Failure> {
    let file = sketch.display().to_string();
    let text = std::fs::read_to_string(sketch).map_err(|error| Failure::said(format!("{file}: {error}")))?;
    let sketch = Sketch::read(&file, &text).map_err(|error| Failure::said(error.to_string()))?;
    let by = args.by.parse::<Hand>().map_err(|error| Failure::said(error.to_string()))?;
    let games = args.games.unwrap_or(GAMES).into();
    let search = Search { game, sketch: &sketch, games, by, seed: args.seed };
    let limits = Limits { stop: signals::stop_flag()?, ..Limits::default() };
    let positions = usize::try_from(args.positions).map_err(|_| Failure::said("these are too many positions"))?;
    let out = std::sync::Mutex::new(std::io::stdout());
    let looked = side_by_side(args, positions, "positions", |number| -> Result<Option<Miss>, Failure> {
        match search.look(number as u64, &limits) {
            Err(miss) => Ok(Some(miss)),
            Ok(found) => {
                let mut out = out.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                writeln!(out, "{}", serde_json::to_string(&found)?)?;
                Ok(None)
            }
        }
    });
    let mut counts = [0; 4];
    let mut refused = None;
    for miss in looked {
        match miss? {
            None => counts[0] += 1,
            Some(Miss::Open) => counts[1] += 1,
            Some(Miss::Idle) => counts[2] += 1,
            Some(Miss::Refused(message)) => {
                counts[3] += 1;
                refused.get_or_insert(message);
            }
        }
    }
    let [found, open, idle, other] = counts;
    eprintln!(
        "{found} problems; {open} positions without a clear answer, {idle} with nothing or too much to choose, {other} \
         that cannot be{}",
        refused.map(|message| format!(" ({message})")).unwrap_or_default()
    );
    Ok(())
}
