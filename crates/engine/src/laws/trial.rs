//! A game on trial: all laws in random play, by a few settings.

use super::fog::{assert_hints_are_blind, assert_resampling_forgets};
use super::forecasts::assert_forecast_agrees;
use super::playouts::{Playouts, Report};
use crate::dice::SeededDice;
use crate::{Decision, Hints, Options, Side, Silence};
use std::sync::Arc;

/// A game whose laws are tested, and how.
pub struct Trial<R> {
    /// The game.
    pub game: Arc<R>,
    /// How many actions are played at least in one go, unless `GROGNARD_ACTIONS` says otherwise.
    pub actions: usize,
    /// One decision in this many is looked at closely, unless `GROGNARD_CLOSELY` says otherwise.
    pub closely: usize,
    /// No game may take more actions than this.
    pub longest: usize,
}

/// A random game: its scenario's place in the list, its options, and the seed of dice and players.
pub type Walk = (usize, Options, u64);

/// How forecasts are compared with real rolls: which, at which decisions, and how often.
pub struct Rolling<A, const KINDS: usize> {
    /// The kind of an action whose forecasts are compared.
    pub kind: fn(A) -> Option<usize>,
    /// Actions that are chosen where they can be, so that there is something to forecast.
    pub eager: fn(A) -> bool,
    /// Forecasts are looked at in one decision of this many.
    pub every: usize,
    /// How many of each kind are enough.
    pub enough: usize,
    /// How often the dice are rolled for each.
    pub rolls: u32,
}

/// A number from the environment, so that the same test can be run for a night.
fn number(name: &str, default: usize) -> usize {
    std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
}

impl<R: Hints> Trial<R> {
    /// The default options with these switched: `id`, `id=on` or `id=off`.
    ///
    /// # Panics
    /// If the game has no such option.
    pub fn switched(&self, switches: &[impl AsRef<str>]) -> Options {
        let about = self.game.about();
        about.switch(about.default_options(), switches).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The default options with those turned round whose places in the list are given.
    pub fn turned(&self, places: impl IntoIterator<Item = usize>) -> Options {
        let turn = |options: Options, at| options.with(at, !options.has(at));
        places.into_iter().fold(self.game.about().default_options(), turn)
    }

    fn playouts(&self, (scenario, options, seed): Walk) -> Playouts {
        let closely = number("GROGNARD_CLOSELY", self.closely);
        Playouts { scenario, options, seed, longest: self.longest, closely }
    }

    /// Plays at random, and panics at the first broken law.
    pub fn assert_laws_hold(&self, walk: Walk) -> Report {
        let report = self.playouts(walk).play(&*self.game, number("GROGNARD_ACTIONS", self.actions));
        println!("{walk:?}: {report:?}");
        report
    }

    /// Panics unless the records of a game of every scenario replay to the same state.
    pub fn assert_records_replay(&self, seed: u64) {
        for scenario in 0..self.game.about().scenarios.len() {
            let options = self.game.about().default_options();
            self.playouts((scenario, options, seed)).assert_record_replays(&self.game);
        }
    }

    /// Walks through a game, shows every decision with what is legal there, and plays what is chosen.
    pub fn walk(
        &self,
        (scenario, options, seed): Walk,
        mut choose: impl FnMut(&R::State, &[R::Action], &mut SeededDice) -> R::Action,
    ) {
        let mut dice = SeededDice::new(seed);
        let (mut state, mut legal) = (self.game.set_up(scenario, options), Vec::new());
        while let Decision::Choose(_) = self.game.decision(&state) {
            legal.clear();
            self.game.legal(&state, &mut legal);
            let action = choose(&state, &legal, &mut dice);
            self.game.play(&mut state, action, &mut dice, &mut Silence);
        }
    }

    /// Walks through games at random, and panics where hints or made-up states know what is hidden: at one decision of
    /// so many.
    pub fn assert_blind(&self, walks: impl IntoIterator<Item = Walk>, every: usize) {
        for walk in walks {
            self.walk(walk, |state, legal, dice| {
                if dice.below(every) == 0 {
                    assert_hints_are_blind(&*self.game, state, dice);
                    Side::BOTH.into_iter().for_each(|side| assert_resampling_forgets(&*self.game, state, side, dice));
                }
                legal[dice.below(legal.len())]
            });
        }
    }

    /// Law 6: walks through games until enough forecasts of each kind have been compared with real rolls, and panics if one
    /// is wrong. How many of each there were.
    pub fn assert_forecasts_agree<const KINDS: usize>(
        &self,
        walks: impl IntoIterator<Item = Walk>,
        rolling: &Rolling<R::Action, KINDS>,
    ) -> [usize; KINDS] {
        let mut compared = [0; KINDS];
        let mut number = 0;
        for walk in walks {
            if compared.iter().all(|&count| count >= rolling.enough) {
                break;
            }
            self.walk(walk, |state, legal, dice| {
                number += 1;
                let looked_at = legal.iter().filter(|_| number % rolling.every == 0);
                for (&action, kind) in looked_at.filter_map(|action| Some((action, (rolling.kind)(*action)?))) {
                    if compared[kind] < rolling.enough && self.rolls_at_once(state, action) {
                        assert_forecast_agrees(&*self.game, state, action, rolling.rolls, number as u64);
                        compared[kind] += 1;
                    }
                }
                let eager: Vec<R::Action> = legal.iter().copied().filter(|&action| (rolling.eager)(action)).collect();
                let choices = if eager.is_empty() { legal } else { &eager };
                choices[dice.below(choices.len())]
            });
        }
        compared
    }

    /// Whether dice fall by an action alone.
    fn rolls_at_once(&self, state: &R::State, action: R::Action) -> bool {
        let forecast = self.game.forecast(state, action);
        forecast.is_some_and(|forecast| !forecast.chances.is_empty() && forecast.given.is_none())
    }
}
