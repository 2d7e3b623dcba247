//! What is to be played.

use serde::{Deserialize, Serialize};
use std::ops::Range;

/// What is to be played. Two equal plans give equal rows, whatever machines play them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The game's id.
    pub game: String,
    /// The version of the game's rules.
    pub rules: u32,
    /// The digest of the data it is played with.
    pub data: String,
    /// The scenario's id.
    pub scenario: String,
    /// Every option, as `id=on` or `id=off`.
    pub options: Vec<String>,
    /// The ids of the two sides, in the game's order. All arrays of rows are in this order.
    pub sides: [String; 2],
    /// The computer players by side, in the same order.
    pub players: [String; 2],
    /// Whether each seed is played twice, the second time with the players exchanged.
    pub both_ways: bool,
    /// The seed of the first game.
    pub first_seed: u64,
    /// How many games are played, the exchanged ones among them.
    pub games: u64,
    /// How many games are in a shard; the last may have fewer.
    pub shard_size: u64,
}

/// One game of a plan.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// Its number in the plan, from 0.
    pub game: u64,
    /// The seed of its dice.
    pub seed: u64,
    /// Whether the players sit exchanged.
    pub swapped: bool,
}

impl Plan {
    /// How many shards there are.
    pub fn shards(&self) -> u64 {
        self.games.div_ceil(self.shard_size)
    }

    /// The games of a shard.
    pub fn games_of(&self, shard: u64) -> impl Iterator<Item = Fixture> + use<> {
        let Range { start, end } = shard * self.shard_size..((shard + 1) * self.shard_size).min(self.games);
        let (first, both_ways) = (self.first_seed, self.both_ways);
        (start..end).map(move |game| {
            let (seed, swapped) = if both_ways { (game / 2, game % 2 == 1) } else { (game, false) };
            Fixture { game, seed: first.wrapping_add(seed), swapped }
        })
    }

    /// The players by side in a game where they sit exchanged or not.
    pub fn seated(&self, swapped: bool) -> [&str; 2] {
        let [first, second] = &self.players;
        if swapped { [second, first] } else { [first, second] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(both_ways: bool, games: u64) -> Plan {
        Plan {
            game: "hex-fight".into(),
            rules: 1,
            data: "d".into(),
            scenario: "s".into(),
            options: vec![],
            sides: ["red".into(), "blue".into()],
            players: ["greedy".into(), "random".into()],
            both_ways,
            first_seed: 10,
            games,
            shard_size: 4,
        }
    }

    #[test]
    fn shards_cover_the_games_once() {
        let plan = plan(false, 9);
        assert_eq!(plan.shards(), 3);
        let games: Vec<_> =
            (0..3).flat_map(|shard| plan.games_of(shard)).map(|f| (f.game, f.seed, f.swapped)).collect();
        let wanted: Vec<_> = (0..9).map(|game| (game, 10 + game, false)).collect();
        assert_eq!(games, wanted);
    }

    #[test]
    fn both_ways_plays_each_seed_twice() {
        let plan = plan(true, 4);
        let games: Vec<_> = plan.games_of(0).map(|f| (f.seed, f.swapped)).collect();
        assert_eq!(games, [(10, false), (10, true), (11, false), (11, true)]);
        assert_eq!(plan.seated(true), ["random", "greedy"]);
    }
}
