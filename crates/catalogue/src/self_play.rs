//! Computers play each other without record and events, to be watched by those who count.

use ai::{Limits, Player};
use engine::dice::{Recording, Seed, SeededDice};
use engine::{Decision, Die, Hints, Misdeeds, Muster, Options};
use hexboard::Hex;
use std::sync::Arc;

/// A game between computer players: the same, action by action, as a recorded match with the same seed.
pub trait SelfPlay {
    /// Sets the game up anew, with the players by side.
    fn begin(&mut self, players: [Player; 2], seed: Seed);
    /// Who must choose now, or how the game ended.
    fn decision(&self) -> Decision;
    /// Lists the options and lets the player who must choose pick one: its place in the list. Not when it is over.
    fn choose(&mut self) -> usize;
    /// The kinds of actions that there are.
    fn kinds(&self) -> &'static [&'static str];
    /// Which kinds of actions were in the list, a bit each, and which one the option with this place in it is.
    fn kinds_listed(&self, choice: usize) -> (u128, usize);
    /// Plays the option with this place in the list; what is rolled goes to `rolls`, and what a side has itself to thank
    /// for to `misdeeds`.
    fn play(&mut self, choice: usize, rolls: &mut Vec<Die>, misdeeds: &mut Misdeeds);
    /// The turn.
    fn turn(&self) -> u16;
    /// Shows each living piece.
    fn muster(&self, each: &mut dyn FnMut(Muster));
    /// The victory points that each side would count now.
    fn points(&self) -> [i32; 2];
    /// How well a living piece would be covered in a hex, where it could stand and the book knows of cover.
    fn cover(&self, piece: u16, hex: Hex) -> Option<u8>;
    /// Whether a living piece is out of supply.
    fn is_unsupplied(&self, piece: u16) -> bool;
    /// Whether a living piece would be in supply in a hex, as things stand.
    fn is_fed_at(&self, piece: u16, hex: Hex) -> bool;
}

/// Everything self-play needs, kept from one game to the next.
pub(crate) struct Practice<R: Hints> {
    rules: Arc<R>,
    scenario: usize,
    options: Options,
    players: [Player; 2],
    limits: Limits,
    state: R::State,
    legal: Vec<R::Action>,
    actions: u64,
    dice: SeededDice,
    mind: SeededDice,
}

impl<R: Hints> Practice<R> {
    pub(crate) fn new(rules: Arc<R>, scenario: usize, options: Options, limits: Limits) -> Self {
        let state = rules.set_up(scenario, options);
        let [dice, mind] = [SeededDice::new(0), ai::dice(0.into())];
        let players = [Player::RANDOM; 2];
        Practice { rules, scenario, options, players, limits, state, legal: Vec::new(), actions: 0, dice, mind }
    }
}

impl<R: Hints> SelfPlay for Practice<R> {
    fn begin(&mut self, players: [Player; 2], seed: Seed) {
        self.state = self.rules.set_up(self.scenario, self.options);
        self.players = players;
        self.actions = 0;
        self.dice = SeededDice::new(seed);
        self.mind = ai::dice(seed);
    }

    fn decision(&self) -> Decision {
        self.rules.decision(&self.state)
    }

    fn choose(&mut self) -> usize {
        self.legal.clear();
        self.rules.legal(&self.state, &mut self.legal);
        let Decision::Choose(side) = self.decision() else { return 0 };
        // As in a recorded match: its own stream for each action.
        let mind = self.mind.for_action(self.actions);
        self.players[side.index()].choose(&*self.rules, &self.state, &self.legal, mind, &self.limits)
    }

    fn kinds(&self) -> &'static [&'static str] {
        self.rules.kinds()
    }

    fn kinds_listed(&self, choice: usize) -> (u128, usize) {
        let listed = self.legal.iter().fold(0, |bits, &action| bits | 1 << self.rules.kind(action));
        (listed, self.rules.kind(self.legal[choice]))
    }

    fn play(&mut self, choice: usize, rolls: &mut Vec<Die>, misdeeds: &mut Misdeeds) {
        let mut dice = Recording::new(self.dice.for_action(self.actions), rolls);
        self.rules.play(&mut self.state, self.legal[choice], &mut dice, misdeeds);
        self.actions += 1;
    }

    fn turn(&self) -> u16 {
        self.rules.turn(&self.state)
    }

    fn muster(&self, each: &mut dyn FnMut(Muster)) {
        self.rules.muster(&self.state, each);
    }

    fn points(&self) -> [i32; 2] {
        self.rules.points(&self.state)
    }

    fn cover(&self, piece: u16, hex: Hex) -> Option<u8> {
        self.rules.cover(&self.state, piece, hex)
    }

    fn is_unsupplied(&self, piece: u16) -> bool {
        self.rules.is_unsupplied(&self.state, piece)
    }

    fn is_fed_at(&self, piece: u16, hex: Hex) -> bool {
        self.rules.is_fed_at(&self.state, piece, hex)
    }
}
