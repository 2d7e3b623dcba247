//! Computers play each other without record and events, to be watched by those who count.

use crate::lane::{Lane, Setting};
use ai::{Limits, Player};
use engine::dice::{Recording, Seed};
use engine::{Decision, Die, Hints, Misdeeds, Muster};
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

/// A lane of games that computers play one after the other, and what they need for it.
pub(crate) struct Practice<R: Hints> {
    rules: Arc<R>,
    setting: Setting,
    players: [Player; 2],
    limits: Limits,
    lane: Lane<R>,
}

impl<R: Hints> Practice<R> {
    pub(crate) fn new(rules: Arc<R>, setting: Setting, limits: Limits) -> Self {
        let lane = Lane::begin(&*rules, setting, 0.into());
        Practice { rules, setting, players: [Player::RANDOM; 2], limits, lane }
    }
}

impl<R: Hints> SelfPlay for Practice<R> {
    fn begin(&mut self, players: [Player; 2], seed: Seed) {
        self.players = players;
        self.lane.begin_again(&self.rules, self.setting, seed);
    }

    fn decision(&self) -> Decision {
        self.rules.decision(&self.lane.state)
    }

    fn choose(&mut self) -> usize {
        let Some(side) = self.lane.chooser else { return 0 };
        self.lane.choose(&self.rules, self.players[side.index()], &self.limits)
    }

    fn kinds(&self) -> &'static [&'static str] {
        self.rules.kinds()
    }

    fn kinds_listed(&self, choice: usize) -> (u128, usize) {
        let legal = &self.lane.legal;
        let listed = legal.iter().fold(0, |bits, &action| bits | 1 << self.rules.kind(action));
        (listed, self.rules.kind(legal[choice]))
    }

    fn play(&mut self, choice: usize, rolls: &mut Vec<Die>, misdeeds: &mut Misdeeds) {
        let rules = &self.rules;
        self.lane.play_by(rules, choice, |state, action, dice| {
            rules.play(state, action, &mut Recording::new(dice, rolls), misdeeds);
        });
    }

    fn turn(&self) -> u16 {
        self.rules.turn(&self.lane.state)
    }

    fn muster(&self, each: &mut dyn FnMut(Muster)) {
        self.rules.muster(&self.lane.state, each);
    }

    fn points(&self) -> [i32; 2] {
        self.rules.points(&self.lane.state)
    }

    fn cover(&self, piece: u16, hex: Hex) -> Option<u8> {
        self.rules.cover(&self.lane.state, piece, hex)
    }

    fn is_unsupplied(&self, piece: u16) -> bool {
        self.rules.is_unsupplied(&self.lane.state, piece)
    }

    fn is_fed_at(&self, piece: u16, hex: Hex) -> bool {
        self.rules.is_fed_at(&self.lane.state, piece, hex)
    }
}
