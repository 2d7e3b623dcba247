//! One game of many, with the types that it has.

use ai::{Limits, Player};
use engine::dice::{Seed, SeededDice};
use engine::{Decision, Hints, Options, Side, Silence};

/// How the games of a lane are begun.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Setting {
    pub scenario: usize,
    pub options: Options,
}

/// A game, and the dice with which it goes on: those of a recorded match with the same seed.
pub(crate) struct Lane<R: Hints> {
    pub state: R::State,
    /// Who must choose now; nobody when the game is over.
    pub chooser: Option<Side>,
    /// What may be chosen now; empty when the game is over.
    pub legal: Vec<R::Action>,
    pub actions: u64,
    seed: Seed,
    dice: SeededDice,
    mind: SeededDice,
}

// By hand: the rules themselves need not be copied.
impl<R: Hints> Clone for Lane<R> {
    fn clone(&self) -> Self {
        let Lane { state, chooser, legal, actions, seed, dice, mind } = self;
        let (state, legal, dice, mind) = (state.clone(), legal.clone(), dice.clone(), mind.clone());
        Lane { state, chooser: *chooser, legal, actions: *actions, seed: *seed, dice, mind }
    }
}

impl<R: Hints> Lane<R> {
    /// The beginning of a game.
    pub fn begin(rules: &R, setting: Setting, seed: Seed) -> Self {
        let state = rules.set_up(setting.scenario, setting.options);
        Lane::at(rules, state, 0, seed)
    }

    /// A game that stands so after so many actions.
    pub fn at(rules: &R, state: R::State, actions: u64, seed: Seed) -> Self {
        let (dice, mind) = (SeededDice::new(seed), ai::dice(seed));
        let mut lane = Lane { state, chooser: None, legal: Vec::new(), actions, seed, dice, mind };
        lane.list(rules);
        lane
    }

    /// Begins anew, and keeps what memory it has.
    pub fn begin_again(&mut self, rules: &R, setting: Setting, seed: Seed) {
        self.state = rules.set_up(setting.scenario, setting.options);
        (self.actions, self.seed) = (0, seed);
        (self.dice, self.mind) = (SeededDice::new(seed), ai::dice(seed));
        self.list(rules);
    }

    /// What its dice grow from.
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// The place of the option that a computer player takes. Not when the game is over.
    pub fn choose(&mut self, rules: &R, player: Player, limits: &Limits) -> usize {
        let mind = self.mind.for_action(self.actions);
        player.choose(rules, &self.state, &self.legal, mind, limits)
    }

    /// Plays the option with this place in the list, and tells nobody.
    pub fn play(&mut self, rules: &R, choice: usize) {
        self.play_by(rules, choice, |state, action, dice| rules.play(state, action, dice, &mut Silence));
    }

    /// Has somebody play the option with this place in the list with the dice that belong to it.
    pub fn play_by(&mut self, rules: &R, choice: usize, play: impl FnOnce(&mut R::State, R::Action, &mut SeededDice)) {
        play(&mut self.state, self.legal[choice], self.dice.for_action(self.actions));
        self.actions += 1;
        self.list(rules);
    }

    /// Lists what may be chosen now, and by whom.
    pub fn list(&mut self, rules: &R) {
        self.legal.clear();
        self.chooser = match rules.decision(&self.state) {
            Decision::Choose(side) => Some(side),
            Decision::Over(_) => None,
        };
        if self.chooser.is_some() {
            rules.legal(&self.state, &mut self.legal);
        }
    }
}
