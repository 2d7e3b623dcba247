//! What is to be played.

use crate::SimError;
use ai::Player;
use analysis::Depth;
use catalogue::Game;
use engine::About;
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
    /// How deep each game is looked at again; not at all, if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub analyse: Option<String>,
}

/// What somebody wants to have played.
#[derive(Copy, Clone, Debug)]
pub struct Wish<'a> {
    /// The scenario's id; the game's first if none is given.
    pub scenario: Option<&'a str>,
    /// Options that differ from their defaults: `id=on`, `id=off`.
    pub options: &'a [String],
    /// Who plays which side: `german=greedy`. A side that none speaks of is played by `greedy`.
    pub seats: &'a [String],
    /// Whether each seed is played twice, the second time with the players exchanged.
    pub both_ways: bool,
    /// The seed of the first game.
    pub first_seed: u64,
    /// How many games are played.
    pub games: u64,
    /// How deep each game is looked at again, if at all.
    pub analyse: Option<Depth>,
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

/// About so many shards are made of a run: enough that little is lost with one, few enough for a folder.
const SHARDS: u64 = 500;
/// The most games in a shard, so that it can be sent as one message.
const LARGEST: u64 = 50;

impl Plan {
    /// Draws up a plan; an error says what cannot be.
    pub fn draw_up(game: &dyn Game, wish: Wish<'_>) -> Result<Plan, SimError> {
        let about = game.about();
        let scenario = wish.scenario.map_or(Ok(0), |id| about.scenario(id)).map_err(SimError::Wish)?;
        let options = about.switch(about.options_in(scenario), wish.options).map_err(SimError::Wish)?;
        let plan = Plan {
            game: about.id.to_string(),
            rules: about.version,
            data: game.provenance().digest().to_string(),
            scenario: about.scenarios[scenario].id.clone(),
            options: about.settings(options),
            sides: about.sides.each_ref().map(|side| side.id.clone()),
            players: seats(about, wish.seats)?.map(|player| player.to_string()),
            both_ways: wish.both_ways,
            first_seed: wish.first_seed,
            games: wish.games,
            shard_size: (wish.games / SHARDS).clamp(1, LARGEST),
            analyse: wish.analyse.map(|depth| depth.to_string()),
        };
        plan.check()?;
        Ok(plan)
    }

    /// Whether the numbers of the plan can be.
    pub(crate) fn check(&self) -> Result<(), SimError> {
        let wrong = |text: &str| Err(SimError::Wish(text.to_string()));
        if self.games == 0 || self.shard_size == 0 {
            return wrong("a run has at least one game");
        }
        if self.both_ways && !self.games.is_multiple_of(2) {
            return wrong("each seed is played twice with --both-ways, so the number of games must be even");
        }
        if self.first_seed.checked_add(self.games).is_none() {
            return wrong("the seeds of the games go up from the first, and these would go beyond the largest number");
        }
        Ok(())
    }

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
            Fixture { game, seed: first + seed, swapped }
        })
    }

    /// The players by side in a game where they sit exchanged or not.
    pub fn seated(&self, swapped: bool) -> [&str; 2] {
        let [first, second] = &self.players;
        if swapped { [second, first] } else { [first, second] }
    }
}

/// Reads `SIDE=PLAYER` settings.
fn seats(about: &About, settings: &[String]) -> Result<[Player; 2], SimError> {
    let mut players = [Player::GREEDY; 2];
    for setting in settings {
        let (side, player) = setting.split_once('=').ok_or_else(|| {
            SimError::Wish(format!("a seat is SIDE=PLAYER, such as {}=greedy, not \"{setting}\"", about.sides[0].id))
        })?;
        let side = about.side(side).ok_or_else(|| {
            let [first, second] = &about.sides;
            SimError::Wish(format!("{} has no side \"{side}\" (it has {}, {})", about.title, first.id, second.id))
        })?;
        players[side.index()] = player.parse().map_err(|error: ai::UnknownPlayer| SimError::Wish(error.to_string()))?;
    }
    Ok(players)
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
            analyse: None,
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
