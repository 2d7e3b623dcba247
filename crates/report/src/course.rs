//! How something went from turn to turn.

use crate::stats::quantile;
use sim::{Run, TurnRow};

/// How something stood at the end of each turn, over all games. A game that has ended stays as it was.
#[derive(Clone, PartialEq, Debug)]
pub struct Course {
    /// The first turn.
    pub first: u16,
    /// How it stood, a turn after the other.
    pub turns: Vec<Standing>,
}

/// How something stood at the end of a turn.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Standing {
    /// The mean.
    pub mean: f64,
    /// One game in ten had less.
    pub low: f64,
    /// One game in ten had more.
    pub high: f64,
}

impl Course {
    /// Follows a value through the games of a run.
    pub fn of(run: &Run, value: impl Fn(&TurnRow) -> f64) -> Course {
        let first = run.turns.iter().map(|row| row.turn).min().unwrap_or(1);
        let last = run.turns.iter().map(|row| row.turn).max();
        let mut values: Vec<Vec<f64>> = vec![Vec::new(); last.map_or(0, |last| usize::from(last - first) + 1)];
        for game in run.turns.chunk_by(|one, two| one.game == two.game) {
            let mut rows = game.iter().peekable();
            let mut stands = None;
            for (turn, values) in (first..).zip(&mut values) {
                while let Some(row) = rows.next_if(|row| row.turn <= turn) {
                    stands = Some(value(row));
                }
                values.extend(stands);
            }
        }
        Course { first, turns: values.into_iter().map(standing).collect() }
    }

    /// The least and the most that it came to.
    pub fn range(&self) -> Option<(f64, f64)> {
        let low = self.turns.iter().map(|turn| turn.low.min(turn.mean)).reduce(f64::min)?;
        let high = self.turns.iter().map(|turn| turn.high.max(turn.mean)).reduce(f64::max)?;
        Some((low, high))
    }
}

fn standing(mut values: Vec<f64>) -> Standing {
    values.sort_by(f64::total_cmp);
    let mean = values.iter().sum::<f64>() / values.len().max(1) as f64;
    let at = |share| quantile(&values, share).unwrap_or(0.0);
    Standing { mean, low: at(0.1), high: at(0.9) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{run, turn};

    #[test]
    fn an_ended_game_stays_as_it_was() {
        let mut run = run(vec![]);
        run.turns = vec![turn(0, 2, [1, 0]), turn(0, 3, [4, 0]), turn(0, 4, [6, 0]), turn(1, 2, [3, 0])];
        let course = Course::of(&run, |row| f64::from(row.lost[0]));
        let means: Vec<_> = course.turns.iter().map(|turn| turn.mean).collect();
        assert_eq!((course.first, means), (2, vec![2.0, 3.5, 4.5]));
        assert_eq!(course.range(), Some((1.2, 5.7)));
    }

    #[test]
    fn no_turns_are_no_course() {
        let course = Course::of(&run(vec![]), |_| 1.0);
        assert_eq!((course.turns.len(), course.range()), (0, None));
    }
}
