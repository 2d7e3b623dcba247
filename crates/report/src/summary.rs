//! A run, counted.

use crate::stats::Share;
use sim::{GameRow, Run};
use std::collections::BTreeMap;

/// A run, counted. Arrays have one entry a side, in the game's order.
pub struct Summary {
    /// Games played.
    pub games: u64,
    /// Games won.
    pub wins: [u64; 2],
    /// Games that nobody won.
    pub draws: u64,
    /// The first side's victory points less the second's in each game.
    pub margins: Vec<f64>,
    /// Strength lost in each game.
    pub lost: [Vec<f64>; 2],
    /// The turn in which each game ended.
    pub lengths: Vec<f64>,
    /// How often each rule ended a game for whom, the most frequent first.
    pub endings: Vec<Ending>,
    /// Decisions taken in all games.
    pub decisions: [u64; 2],
    /// Seconds spent on them.
    pub seconds: [f64; 2],
    /// What each kind of die showed, by its number of faces.
    pub dice: Vec<Die>,
    /// How the players did, where two different ones sat on both sides.
    pub players: Option<Players>,
}

/// A way in which games ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// The rule.
    pub clause: String,
    /// The side that won by it.
    pub winner: Option<u8>,
    /// In how many games.
    pub games: u64,
}

/// A kind of die.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Die {
    /// How often each face came up, from 1.
    pub counts: Vec<u64>,
}

impl Die {
    /// How often it was rolled.
    pub fn rolls(&self) -> u64 {
        self.counts.iter().sum()
    }
}

/// How two players did who sat on both sides. Arrays have one entry a player, in the plan's order.
pub struct Players {
    /// Games won.
    pub wins: [u64; 2],
    /// The first player's score of each pair of games from the same seed: 1 for two wins, 1/2 for one.
    pub pairs: Vec<f64>,
}

impl Summary {
    /// Counts a run.
    pub fn of(run: &Run) -> Summary {
        let games = &run.games;
        let won = |side| games.iter().filter(|game| game.winner == Some(side)).count() as u64;
        let each = |value: fn(&GameRow) -> f64| games.iter().map(value).collect::<Vec<f64>>();
        let sum = |side: usize| games.iter().map(|game| u64::from(game.decisions[side])).sum();
        let seconds = |side: usize| games.iter().map(|game| game.seconds[side]).sum();
        let wins = [won(0), won(1)];
        Summary {
            games: games.len() as u64,
            wins,
            draws: games.len() as u64 - wins[0] - wins[1],
            margins: each(|game| f64::from(game.margin)),
            lost: [each(|game| f64::from(game.lost[0])), each(|game| f64::from(game.lost[1]))],
            lengths: each(|game| f64::from(game.turns)),
            endings: endings(games),
            decisions: [sum(0), sum(1)],
            seconds: [seconds(0), seconds(1)],
            dice: dice(run),
            players: players(run),
        }
    }

    /// The share of games a side won.
    pub fn share(&self, side: usize) -> Share {
        Share::new(self.wins[side], self.games)
    }
}

fn endings(games: &[GameRow]) -> Vec<Ending> {
    let mut times: BTreeMap<(&str, Option<u8>), u64> = BTreeMap::new();
    for game in games {
        *times.entry((&game.clause, game.winner)).or_default() += 1;
    }
    let ending = |((clause, winner), games): ((&str, _), _)| Ending { clause: clause.to_string(), winner, games };
    let mut endings: Vec<Ending> = times.into_iter().map(ending).collect();
    endings.sort_by_key(|ending| std::cmp::Reverse(ending.games));
    endings
}

fn dice(run: &Run) -> Vec<Die> {
    let mut dice: BTreeMap<u16, Die> = BTreeMap::new();
    for row in run.dice.iter().filter(|row| (1..=row.sides).contains(&row.value)) {
        let die = dice.entry(row.sides).or_insert_with(|| Die { counts: vec![0; usize::from(row.sides)] });
        die.counts[usize::from(row.value) - 1] += row.count;
    }
    dice.into_values().collect()
}

fn players(run: &Run) -> Option<Players> {
    let plan = &run.plan;
    if !plan.both_ways || plan.players[0] == plan.players[1] {
        return None;
    }
    // Which player won: the first sits on the first side unless the players sit exchanged.
    let winner = |game: &GameRow| game.winner.map(|side| usize::from(side) ^ usize::from(game.swapped));
    let wins = [0, 1].map(|player| run.games.iter().filter(|game| winner(game) == Some(player)).count() as u64);
    let score = |game: &GameRow| winner(game).map_or(0.5, |player| if player == 0 { 1.0 } else { 0.0 });
    let mut by_seed: BTreeMap<u64, [Option<f64>; 2]> = BTreeMap::new();
    for game in &run.games {
        by_seed.entry(game.seed).or_default()[usize::from(game.swapped)] = Some(score(game));
    }
    let pair = |scores: [Option<f64>; 2]| Some((scores[0]? + scores[1]?) / 2.0);
    Some(Players { wins, pairs: by_seed.into_values().filter_map(pair).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{game, run};

    #[test]
    fn wins_margins_and_endings_are_counted() {
        let rows = vec![
            game(0, Some(0), 5, "6.1"),
            game(1, Some(1), -3, "6.1"),
            game(2, None, 0, "6.2"),
            game(3, Some(0), 7, "6.1"),
        ];
        let summary = Summary::of(&run(rows));
        assert_eq!((summary.games, summary.wins, summary.draws), (4, [2, 1], 1));
        assert_eq!(summary.margins, [5.0, -3.0, 0.0, 7.0]);
        let endings: Vec<_> = summary.endings.iter().map(|e| (e.clause.as_str(), e.winner, e.games)).collect();
        assert_eq!(endings, [("6.1", Some(0), 2), ("6.1", Some(1), 1), ("6.2", None, 1)]);
        assert!(summary.players.is_none());
    }

    #[test]
    fn players_are_followed_across_the_table() {
        // Seed 1: the first player wins on both sides. Seed 2: each wins on the first side. Seed 3: half a pair.
        let mut rows: Vec<_> =
            [Some(0), Some(1), Some(0), Some(0), None].into_iter().zip(0..).map(|(w, n)| game(n, w, 1, "1")).collect();
        for (row, (seed, swapped)) in rows.iter_mut().zip([(1, false), (1, true), (2, false), (2, true), (3, false)]) {
            (row.seed, row.swapped) = (seed, swapped);
        }
        let mut run = run(rows);
        run.plan.both_ways = true;
        run.plan.players = ["greedy".into(), "random".into()];
        let players = Summary::of(&run).players.unwrap();
        assert_eq!(players.wins, [3, 1]);
        assert_eq!(players.pairs, [1.0, 0.5]);
    }

    #[test]
    fn dice_are_gathered_by_their_faces() {
        let mut run = run(vec![]);
        let row = |sides, value, count| sim::DiceRow { sides, value, count };
        run.dice = vec![row(10, 2, 4), row(6, 6, 3), row(6, 1, 1), row(6, 7, 1)];
        let dice = Summary::of(&run).dice;
        assert_eq!(dice[0].counts, [1, 0, 0, 0, 0, 3]);
        assert_eq!((dice[1].counts.len(), dice[1].rolls()), (10, 4));
    }
}
