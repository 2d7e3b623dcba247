//! A run in a few numbers.

use crate::{Conduct, Pairs, Run};
use serde::Serialize;

/// How often somebody won, and the interval in which the true share lies with 95 % confidence.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Score {
    /// A side's id, or a player's name.
    pub name: String,
    /// Games won, or pairs of them.
    pub wins: u64,
    /// The share of all.
    pub rate: f64,
    /// The interval of Wilson around it.
    pub interval: [f64; 2],
}

impl Score {
    pub(crate) fn new(name: &str, wins: usize, games: usize) -> Score {
        let rate = wins as f64 / (games as f64).max(1.0);
        Score { name: name.to_string(), wins: wins as u64, rate, interval: wilson(wins as u64, games as u64) }
    }
}

/// A run in a few numbers.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Summary {
    /// The game's id.
    pub game: String,
    /// The scenario's id.
    pub scenario: String,
    /// Games planned.
    pub planned: u64,
    /// Games played.
    pub games: u64,
    /// How often each side won.
    pub sides: [Score; 2],
    /// How often each player won, where they sat both ways.
    pub players: Option<[Score; 2]>,
    /// How the same players did by pairs of games from one seed.
    pub pairs: Option<Pairs>,
    /// Draws.
    pub draws: u64,
    /// The first side's points less the second's, on average.
    pub margin: f64,
    /// How far the average of the margins may lie from the true one, with 95 % confidence.
    pub margin_error: f64,
    /// Turns, on average.
    pub turns: f64,
    /// Decisions, on average.
    pub decisions: f64,
    /// Seconds that the players thought in all games together.
    pub thinking: f64,
    /// How each player has conducted himself with each side that he had.
    pub conduct: Vec<Conduct>,
}

/// The two-sided 95 % point of the normal distribution.
const NORMAL_95: f64 = 1.959_963_985;

impl Summary {
    /// The summary of a run.
    pub fn of(run: &Run) -> Summary {
        let (plan, games) = (&run.plan, &run.games);
        let wins = |side: u8| games.iter().filter(|game| game.winner == Some(side)).count();
        let score = |side: u8| Score::new(&plan.sides[usize::from(side)], wins(side), games.len());
        // The player listed first for a side sits on it unless the game was played exchanged.
        let won = |player: u8| games.iter().filter(|game| game.winner == Some(player ^ u8::from(game.swapped))).count();
        let apart = plan.both_ways && plan.players[0] != plan.players[1];
        let player = |player: u8| Score::new(&plan.players[usize::from(player)], won(player), games.len());
        let mean =
            |value: &dyn Fn(usize) -> f64| (0..games.len()).map(value).sum::<f64>() / (games.len() as f64).max(1.0);
        let margin = mean(&|at| games[at].margin.into());
        let spread = mean(&|at| (f64::from(games[at].margin) - margin).powi(2));
        Summary {
            game: plan.game.clone(),
            scenario: plan.scenario.clone(),
            planned: plan.games,
            games: games.len() as u64,
            sides: [score(0), score(1)],
            players: apart.then(|| [player(0), player(1)]),
            pairs: Pairs::of(run),
            draws: games.iter().filter(|game| game.winner.is_none()).count() as u64,
            margin,
            margin_error: NORMAL_95 * (spread / (games.len() as f64 - 1.0).max(1.0)).sqrt(),
            turns: mean(&|at| games[at].turns.into()),
            decisions: mean(&|at| games[at].decisions.iter().sum::<u32>().into()),
            thinking: games.iter().map(|game| game.seconds.iter().sum::<f64>()).sum(),
            conduct: Conduct::of(run),
        }
    }
}

/// Wilson's 95 % interval for a share.
pub fn wilson(wins: u64, games: u64) -> [f64; 2] {
    if games == 0 {
        return [0.0, 1.0];
    }
    let (n, rate, z) = (games as f64, wins as f64 / games as f64, NORMAL_95);
    let middle = (rate + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z / (1.0 + z * z / n) * (rate * (1.0 - rate) / n + z * z / (4.0 * n * n)).sqrt();
    [(middle - half).max(0.0), (middle + half).min(1.0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_s_interval_is_that_of_the_books() {
        // 81 of 263: Newcombe (1998), Statistics in Medicine 17, 857, gives 0.2553 to 0.3662.
        let [low, high] = wilson(81, 263);
        assert!((low - 0.2553).abs() < 5e-5 && (high - 0.3662).abs() < 5e-5, "{low} {high}");
        // 0 of 20: 0 to 0.1611; 1 of 29: 0.0061 to 0.1718 (the same paper).
        assert!(wilson(0, 20)[0] == 0.0 && (wilson(0, 20)[1] - 0.1611).abs() < 5e-5);
        let [low, high] = wilson(1, 29);
        assert!((low - 0.0061).abs() < 5e-5 && (high - 0.1718).abs() < 5e-5, "{low} {high}");
        assert_eq!(wilson(0, 0), [0.0, 1.0]);
    }
}
