//! A table for tests: positions in a few words, play in notation, dice laid down beforehand. A position made by hand is
//! where a rule bites, so the laws that cost little are looked at in each that a test comes to.

use super::playouts::assert_list_is_exact;
use super::tellings::dice_told;
use super::trace::unwatched;
use crate::dice::{Forced, SeededDice};
use crate::{Choice, Decision, Forecast, Match, Misdeeds, Outcome, PlayError, Refusal, Rules, Side, View, Viewer};
use serde_json::{Value, json};
use std::sync::Arc;

/// How many options of earlier decisions are remembered, to be tried where they may not belong any more.
const REMEMBERED: usize = 200;

/// A position in the making.
#[derive(Clone, Debug)]
pub struct Setting {
    position: Value,
}

impl Setting {
    /// A position that begins in this phase of this turn.
    pub fn new(phase: &str, turn: u32) -> Setting {
        Setting { position: json!({ "phase": phase, "turn": turn, "pieces": [], "marks": {}, "options": [] }) }
    }

    /// The scenario, where it is not the first.
    pub fn scenario(mut self, id: &str) -> Setting {
        self.position["scenario"] = id.into();
        self
    }

    /// Puts a unit into a hex, on top of what is there.
    pub fn unit(self, piece: &str, hex: &str) -> Setting {
        self.piece(json!({ "piece": piece, "hex": hex }))
    }

    /// Puts down a piece with all that a position may say of it: `steps`, `facing`, `second_hex`, `place`, `marks`.
    pub fn piece(mut self, piece: Value) -> Setting {
        self.list("pieces").push(piece);
        self
    }

    /// Sets one of the game's marks.
    pub fn mark(mut self, mark: &str, value: &str) -> Setting {
        self.position["marks"][mark] = value.into();
        self
    }

    /// Switches an option, as `play-balance=off`.
    pub fn option(mut self, option: &str) -> Setting {
        self.list("options").push(option.into());
        self
    }

    fn list(&mut self, key: &str) -> &mut Vec<Value> {
        self.position[key].as_array_mut().expect("a position has lists")
    }

    /// The position on the table of a game.
    ///
    /// # Panics
    /// If the position cannot be.
    pub fn table<R: Rules>(self, game: &Arc<R>) -> Table<R> {
        match Match::from_position(game.clone(), &self.position.to_string(), 1.into()) {
            Ok(playing) => Table::seated(playing),
            Err(error) => panic!("{error}"),
        }
    }

    /// Why the position cannot be.
    ///
    /// # Panics
    /// If it can.
    pub fn fault<R: Rules>(self, game: &Arc<R>) -> String {
        match Match::from_position(game.clone(), &self.position.to_string(), 1.into()) {
            Ok(_) => panic!("nothing is wrong with {}", self.position),
            Err(error) => error.to_string(),
        }
    }
}

/// A game being played by a test.
pub struct Table<R: Rules> {
    /// The match.
    pub playing: Match<R>,
    /// Options of this decision and of those before.
    listed: Vec<R::Action>,
}

impl<R: Rules> Clone for Table<R> {
    fn clone(&self) -> Table<R> {
        Table { playing: self.playing.clone(), listed: self.listed.clone() }
    }
}

impl<R: Rules> Table<R> {
    /// A new game of a scenario with these options switched.
    ///
    /// # Panics
    /// If the game has no such option.
    pub fn new(game: &Arc<R>, scenario: usize, options: &[&str]) -> Table<R> {
        let about = game.about();
        let options = about.switch(about.default_options(), options).unwrap_or_else(|error| panic!("{error}"));
        Table::seated(Match::new(game.clone(), scenario, options, 1.into(), Vec::new()))
    }

    /// Sits down at a match. Whatever pointing at a hex may mean is an option, or it is refused.
    fn seated(playing: Match<R>) -> Table<R> {
        let mut table = Table { playing, listed: Vec::new() };
        let (rules, state) = (table.playing.rules(), table.playing.state());
        let mut meant = Vec::new();
        if !table.playing.is_over() {
            let hexes = rules.map(table.playing.scenario()).board.hexes();
            unwatched(|| hexes.for_each(|hex| rules.pointing_at(state, hex, &mut meant)));
        }
        table.look(&meant);
        table
    }

    /// Law 1 in the position that a test has come to: what is listed is accepted, and what is not is refused, tried with
    /// what was listed before. It shows nothing of what the test claims.
    fn look(&mut self, meant: &[R::Action]) {
        if self.playing.is_over() {
            return;
        }
        let (rules, state) = (self.playing.rules(), self.playing.state());
        let mut legal = Vec::new();
        unwatched(|| {
            rules.legal(state, &mut legal);
            assert_list_is_exact(&**rules, state, &legal, meant);
            assert_list_is_exact(&**rules, state, &legal, &self.listed);
        });
        for option in legal {
            if self.listed.len() < REMEMBERED && !self.listed.contains(&option) {
                self.listed.push(option);
            }
        }
    }

    /// Lays down the next rolls.
    pub fn rolls(&mut self, rolls: &[u16]) -> &mut Table<R> {
        self.playing.force(rolls.iter().copied());
        self
    }

    /// Plays actions in order, whoever must choose.
    ///
    /// # Panics
    /// If one is refused, or does not tell its dice, or leads to where the list is not what is accepted.
    pub fn play(&mut self, actions: &[&str]) -> &mut Table<R> {
        for action in actions {
            let side = self.chooser();
            let told = match self.playing.play(side, action) {
                Ok(events) => dice_told(events.iter().map(|(_, event)| event)),
                Err(error) => panic!("{action}: {error}; there are {:?}", self.options()),
            };
            let rolled = self.playing.lines().last().map(|line| &line.rolls);
            assert_eq!(Some(&told), rolled, "law 7: {action} rolls other dice (right) than it tells (left)");
            self.look(&[]);
        }
        self
    }

    /// What each side would have itself to thank for if an action were played now with these rolls.
    ///
    /// # Panics
    /// If it cannot be read.
    pub fn misdeeds(&self, rolls: &[u16], action: &str) -> Misdeeds {
        let (rules, mut state) = (self.playing.rules(), self.state().clone());
        let action = rules.parse(&state, action).unwrap_or_else(|error| panic!("{error}"));
        let mut misdeeds = Misdeeds::default();
        let dice = &mut Forced::new(rolls.iter().copied(), SeededDice::new(1));
        unwatched(|| rules.play(&mut state, action, dice, &mut misdeeds));
        misdeeds
    }

    /// Why an action is refused.
    ///
    /// # Panics
    /// If it is accepted, or cannot be read.
    pub fn refusal(&self, action: &str) -> Refusal {
        let mut copy = self.playing.clone();
        match copy.play(self.chooser(), action) {
            Err(PlayError::Refused(refusal)) => {
                assert!(!self.options().iter().any(|option| option == action), "law 1: {action} is listed");
                refusal
            }
            other => panic!("{action} was not refused: {:?}", other.map(|_| ())),
        }
    }

    /// The clause cited first by the refusal of an action.
    ///
    /// # Panics
    /// If the action is accepted, or cannot be read.
    pub fn refused_by(&self, action: &str) -> &'static str {
        self.refusal(action).clauses[0].0
    }

    /// The notation of everything that may be chosen now.
    pub fn options(&self) -> Vec<String> {
        let legal = self.playing.legal().iter();
        legal.map(|&action| self.playing.rules().notation(self.playing.state(), action)).collect()
    }

    /// Whether an action may be chosen now.
    ///
    /// # Panics
    /// If it is listed and refused, or accepted and not listed.
    pub fn offers(&self, action: &str) -> bool {
        let offered = self.options().iter().any(|option| option == action);
        let rules = self.playing.rules();
        if let Ok(read) = rules.parse(self.state(), action) {
            let accepted = unwatched(|| rules.check(self.state(), read)).is_ok();
            assert_eq!(accepted, offered, "law 1: {action} is accepted or listed (right), and not both");
        }
        offered
    }

    /// The side that must choose.
    ///
    /// # Panics
    /// If the game is over.
    pub fn chooser(&self) -> Side {
        match self.playing.decision() {
            Decision::Choose(side) => side,
            Decision::Over(outcome) => panic!("the game is over: {outcome:?}"),
        }
    }

    /// How the game ended; `None` while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.playing.decision() {
            Decision::Choose(_) => None,
            Decision::Over(outcome) => Some(outcome),
        }
    }

    /// The position.
    pub fn state(&self) -> &R::State {
        self.playing.state()
    }

    /// What the rolls of the last action showed.
    pub fn last_rolls(&self) -> Vec<u16> {
        self.playing.lines().last().map_or(Vec::new(), |line| line.rolls.iter().map(|roll| roll.value).collect())
    }

    /// What an action costs or may lead to.
    ///
    /// # Panics
    /// If the action cannot be read or there is nothing to tell of it, or its chances do not sum to one.
    pub fn forecast(&self, action: &str) -> Forecast {
        let rules = self.playing.rules();
        let read = rules.parse(self.state(), action).unwrap_or_else(|error| panic!("{action}: {error}"));
        let forecast = rules.forecast(self.state(), read).unwrap_or_else(|| panic!("nothing is told of {action}"));
        let sum: f64 = forecast.chances.iter().map(|chance| chance.probability).sum();
        let whole = forecast.chances.is_empty() || (sum - 1.0).abs() < 1e-9;
        assert!(whole, "law 6: the chances of {action} sum to {sum}");
        forecast
    }

    /// An action as people see it.
    ///
    /// # Panics
    /// If the action cannot be read.
    pub fn choice(&self, action: &str) -> Choice {
        let rules = self.playing.rules();
        let read = rules.parse(self.state(), action).unwrap_or_else(|error| panic!("{action}: {error}"));
        rules.choice(self.state(), read)
    }

    /// What a viewer may know.
    pub fn view(&self, viewer: Viewer) -> View {
        self.playing.view(viewer)
    }

    /// The sentences told so far to a viewer.
    pub fn told(&self, viewer: Viewer) -> Vec<String> {
        let log = self.playing.log().iter().filter(|(_, event)| event.is_for(viewer));
        log.map(|(_, event)| event.text.clone()).collect()
    }
}
