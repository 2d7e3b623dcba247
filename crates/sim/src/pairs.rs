//! Players measured by pairs: a seed that is played twice with exchanged seats. Where a scenario decides most games by the
//! side, the margins still tell who played it better.

use crate::{GameRow, Run, Score};
use serde::Serialize;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// How two players did in pairs of games. A pair goes to who wins more of its two games, and if that is equal to who has the
/// better sum of margins.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Pairs {
    /// How many pairs were played to the end.
    pub pairs: u64,
    /// How often each player won one, in the plan's order.
    pub players: [Score; 2],
    /// Pairs that nobody won.
    pub even: u64,
}

impl Pairs {
    /// The pairs of a run; `None` unless two different players sat both ways.
    pub fn of(run: &Run) -> Option<Pairs> {
        let plan = &run.plan;
        if !plan.both_ways || plan.players[0] == plan.players[1] {
            return None;
        }
        let results: Vec<Ordering> = of_seeds(&run.games).map(result).collect();
        let count = |wanted| results.iter().filter(|&&result| result == wanted).count();
        let score = |player: usize, won| Score::new(&plan.players[player], count(won), results.len());
        Some(Pairs {
            pairs: results.len() as u64,
            players: [score(0, Ordering::Greater), score(1, Ordering::Less)],
            even: count(Ordering::Equal) as u64,
        })
    }
}

/// The two games of each seed, where both were played.
fn of_seeds(games: &[GameRow]) -> impl Iterator<Item = [&GameRow; 2]> {
    let mut by_seed: BTreeMap<u64, [Option<&GameRow>; 2]> = BTreeMap::new();
    for game in games {
        by_seed.entry(game.seed).or_default()[usize::from(game.swapped)] = Some(game);
    }
    by_seed.into_values().filter_map(|[one, other]| Some([one?, other?]))
}

/// How a pair ended for the player who sat on the first side in the game that was not exchanged.
fn result(pair: [&GameRow; 2]) -> Ordering {
    let sign = |game: &GameRow| if game.swapped { -1 } else { 1 };
    let won = |game: &GameRow| sign(game) * game.winner.map_or(0, |side| if side == 0 { 1 } else { -1 });
    let margin = |game: &GameRow| sign(game) * i64::from(game.margin);
    let wins = pair.map(won).iter().sum::<i64>();
    wins.cmp(&0).then(pair.map(margin).iter().sum::<i64>().cmp(&0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Plan;

    fn game(seed: u64, swapped: bool, winner: Option<u8>, margin: i32) -> GameRow {
        GameRow {
            game: 2 * seed + u64::from(swapped),
            seed,
            swapped,
            winner,
            clause: "1".into(),
            margin,
            turns: 1,
            decisions: [1; 2],
            rolls: 0,
            seconds: [0.0; 2],
            strength_start: [1; 2],
            strength_end: [1; 2],
            lost: [0; 2],
            gained: [0; 2],
            points: [margin, 0],
        }
    }

    fn run(games: Vec<GameRow>) -> Run {
        let plan = Plan {
            game: "hex-fight".into(),
            rules: 1,
            data: "d".into(),
            scenario: "s".into(),
            options: vec![],
            sides: ["red".into(), "blue".into()],
            players: ["veteran".into(), "greedy".into()],
            both_ways: true,
            first_seed: 0,
            games: games.len() as u64,
            shard_size: 2,
            analyse: None,
        };
        Run { games, ..Run::new(plan) }
    }

    #[test]
    fn a_pair_goes_to_more_wins_and_then_to_the_better_margins() {
        let both = |seed, one: (Option<u8>, i32), other: (Option<u8>, i32)| {
            [game(seed, false, one.0, one.1), game(seed, true, other.0, other.1)]
        };
        let games = [
            // Red wins with either player, but the veteran by more: 9 as red, and as blue he loses by 4 only.
            both(1, (Some(0), 9), (Some(0), 4)),
            // Greedy wins a game and draws the other, though the margins are the veteran's.
            both(2, (Some(1), -1), (None, -20)),
            // Everything is equal.
            both(3, (Some(0), 5), (Some(0), 5)),
            // The veteran wins on both sides.
            both(4, (Some(0), 1), (Some(1), -1)),
        ];
        let mut games = games.concat();
        games.push(game(5, false, Some(0), 7));
        let pairs = Pairs::of(&run(games)).expect("two players");
        assert_eq!((pairs.pairs, pairs.even), (4, 1), "half a pair is none");
        assert_eq!(
            pairs.players.each_ref().map(|score| (score.name.as_str(), score.wins)),
            [("veteran", 2), ("greedy", 1)]
        );
        assert!((pairs.players[0].rate - 0.5).abs() < 1e-9);
    }

    #[test]
    fn there_are_no_pairs_of_one_player_with_himself() {
        let mut alone = run(vec![game(1, false, None, 0), game(1, true, None, 0)]);
        alone.plan.players = ["greedy".into(), "greedy".into()];
        assert_eq!(Pairs::of(&alone), None);
        alone.plan.players = ["greedy".into(), "random".into()];
        assert!(Pairs::of(&alone).is_some());
        alone.plan.both_ways = false;
        assert_eq!(Pairs::of(&alone), None);
    }
}
