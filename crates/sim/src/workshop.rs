//! Where shards are played.

use crate::second_look::look;
use crate::watch::Watch;
use crate::{Plan, Shard, SimError};
use ai::{Limits, Player, Stop};
use analysis::Depth;
use catalogue::{Game, NewMatch};
use engine::Options;
use std::path::Path;
use std::sync::Arc;

/// A plan with its game loaded, ready to play any of its shards.
pub struct Workshop {
    game: Arc<dyn Game>,
    plan: Plan,
    scenario: usize,
    options: Options,
    players: [Player; 2],
    analyse: Option<Depth>,
}

impl Workshop {
    /// Loads the game of a plan, with the folder of changed data files that it is played with. An error says what does
    /// not fit the plan: other rules, other data, players that are not known here.
    pub fn open(plan: &Plan, data: Option<&Path>) -> Result<Workshop, SimError> {
        let entry = catalogue::find(&plan.game).map_err(|error| SimError::Wish(error.to_string()))?;
        let game = entry.load(data)?;
        let (about, title) = (game.about(), &game.about().title);
        if about.version != plan.rules {
            return Err(SimError::Changed(format!(
                "this run was begun with version {} of the rules of {title}, and this program has version {}",
                plan.rules, about.version
            )));
        }
        if game.provenance().digest() != plan.data {
            return Err(SimError::Changed(format!(
                "this run was begun with other data files of {title} than these (digest {}, not {})",
                plan.data,
                game.provenance().digest()
            )));
        }
        let wish = SimError::Wish;
        let scenario = about.scenario(&plan.scenario).map_err(wish)?;
        let options = about.switch(about.default_options(), &plan.options).map_err(wish)?;
        let [first, second] = &plan.players;
        let player = |name: &str| name.parse::<Player>().map_err(|error| SimError::Wish(error.to_string()));
        let players = [player(first)?, player(second)?];
        let depth = plan.analyse.as_deref().map(str::parse::<Depth>).transpose();
        let analyse = depth.map_err(|error| SimError::Wish(error.to_string()))?;
        plan.check()?;
        Ok(Workshop { plan: plan.clone(), scenario, options, players, game, analyse })
    }

    /// What is played here.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Plays a shard; `None` if it was told to stop before the end.
    pub fn shard(&self, number: u64, stop: &Stop) -> Option<Shard> {
        self.shard_with(number, stop, &|| ())
    }

    /// The same, and says after each game that it is over.
    pub fn shard_with(&self, number: u64, stop: &Stop, after_game: &dyn Fn()) -> Option<Shard> {
        let board = &self.game.map(self.scenario).board;
        let limits = Limits { stop: stop.clone(), ..Limits::default() };
        let mut watch = Watch::new(board, self.game.self_play(self.scenario, self.options, limits.clone()));
        let (mut games, mut turns) = (Vec::new(), Vec::new());
        let (mut analysed, mut mistakes) = (Vec::new(), Vec::new());
        for fixture in self.plan.games_of(number) {
            let [first, second] = self.players;
            let players = if fixture.swapped { [second, first] } else { [first, second] };
            games.push(watch.game(fixture, players, &mut turns, stop)?);
            if let Some(depth) = self.analyse {
                let new = NewMatch {
                    scenario: Some(&self.plan.scenario),
                    options: &self.plan.options,
                    ..NewMatch::default()
                };
                let (row, rows) = look(&*self.game, new, (fixture, players), depth, &limits)?;
                analysed.push(row);
                mistakes.extend(rows);
            }
            after_game();
        }
        let (hexes, dice, actions, habits) = (watch.hexes(), watch.dice(), watch.actions(), watch.habits());
        let openings = watch.openings();
        Some(Shard { number, games, turns, hexes, dice, actions, habits, openings, analysed, mistakes })
    }
}
