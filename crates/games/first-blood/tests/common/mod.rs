//! A table for tests: positions in a few words, play in notation, dice laid down beforehand.
#![allow(dead_code, unused_imports)] // Each test file uses its own part of this.

pub mod overlay;

use engine::{Decision, Forecast, Match, Outcome, PlayError, Refusal, Rules, Side, View, Viewer};
use first_blood::{FirstBlood, State};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::{Arc, LazyLock};

pub use first_blood::pieces::{GERMAN, US};

/// Counters of the tests' own, so that a rule's test does not break when reconstructed values are tuned.
const COUNTERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/counters");

static GAME: LazyLock<Arc<FirstBlood>> =
    LazyLock::new(|| Arc::new(FirstBlood::load(Some(Path::new(COUNTERS))).unwrap()));

/// The game, loaded once.
pub fn game() -> &'static FirstBlood {
    &GAME
}

/// A position in the making.
pub struct Setting {
    position: Value,
}

/// A position that begins in this phase of this turn.
pub fn phase(phase: &str, turn: u32) -> Setting {
    Setting { position: json!({ "phase": phase, "turn": turn, "pieces": [], "marks": {}, "options": [] }) }
}

impl Setting {
    /// Puts a unit into a hex, on top of what is there.
    pub fn unit(mut self, piece: &str, hex: &str) -> Setting {
        self.list("pieces").push(json!({ "piece": piece, "hex": hex }));
        self
    }

    /// Sets a mark: `event`, `rallied`, `broken-through`, `container`.
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
        self.position[key].as_array_mut().unwrap()
    }

    /// The position on the table.
    pub fn table(self) -> Table {
        self.table_of(&GAME)
    }

    /// The position on a table with other data.
    pub fn table_of(self, game: &Arc<FirstBlood>) -> Table {
        let json = self.position.to_string();
        Table { playing: Match::from_position(game.clone(), &json, 1.into()).unwrap() }
    }
}

/// A game being played by a test.
pub struct Table {
    pub playing: Match<FirstBlood>,
}

/// A new game with these options switched.
pub fn new_game(options: &[&str]) -> Table {
    let about = game().about();
    let options = about.switch(about.default_options(), options).unwrap();
    Table { playing: Match::new(GAME.clone(), 0, options, 1.into(), Vec::new()) }
}

impl Table {
    /// Lays down the next rolls.
    pub fn rolls(&mut self, rolls: &[u16]) -> &mut Table {
        self.playing.force(rolls.iter().copied());
        self
    }

    /// Plays actions in order, whoever must choose; panics if one is refused.
    pub fn play(&mut self, actions: &[&str]) -> &mut Table {
        for action in actions {
            let side = self.chooser();
            if let Err(error) = self.playing.play(side, action) {
                panic!("{action}: {error}");
            }
            self.arrange();
        }
        self
    }

    /// Answers for the owner of a stack whose units all show the same face: he has no choice.
    fn arrange(&mut self) {
        while let [only] = self.options().as_slice()
            && only.starts_with("top ")
        {
            self.playing.play(self.chooser(), only).unwrap();
        }
    }

    /// Why an action is refused; panics if it is accepted.
    pub fn refusal(&self, action: &str) -> Refusal {
        let mut copy = self.playing.clone();
        match copy.play(self.chooser(), action) {
            Err(PlayError::Refused(refusal)) => refusal,
            other => panic!("{action} was not refused: {:?}", other.map(|_| ())),
        }
    }

    /// The clause cited first by the refusal of an action; panics if it is accepted.
    pub fn refused_by(&self, action: &str) -> &'static str {
        self.refusal(action).clauses[0].0
    }

    /// The notation of everything that may be chosen now.
    pub fn options(&self) -> Vec<String> {
        let legal = self.playing.legal().iter();
        legal.map(|&action| game().notation(self.playing.state(), action)).collect()
    }

    /// Whether an action may be chosen now.
    pub fn offers(&self, action: &str) -> bool {
        self.options().iter().any(|option| option == action)
    }

    /// The side that must choose; panics if the game is over.
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
    pub fn state(&self) -> &State {
        self.playing.state()
    }

    /// The id of the phase.
    pub fn phase(&self) -> &'static str {
        self.state().phase.id()
    }

    /// Where a unit is; `None` if it is not on the map.
    pub fn hex_of(&self, piece: &str) -> Option<String> {
        let piece = game().pieces.named(piece).unwrap();
        self.state().on_map.contains(piece).then(|| game().ground.label(self.state().hex(piece)))
    }

    /// The names of the units in a hex, from the top down.
    pub fn stack(&self, hex: &str) -> Vec<String> {
        let hex = game().ground.board().parse(hex).unwrap();
        self.state().stack(hex).map(|piece| game().pieces.name(piece).to_string()).collect()
    }

    /// Whether a unit has been eliminated.
    pub fn is_dead(&self, piece: &str) -> bool {
        self.state().dead.contains(game().pieces.named(piece).unwrap())
    }

    /// How many dice the last action rolled.
    pub fn dice_rolled(&self) -> usize {
        self.playing.record().lines.last().map_or(0, |line| line.rolls.len())
    }

    /// What an action costs or may lead to.
    pub fn forecast(&self, action: &str) -> Forecast {
        let action = game().parse(self.state(), action).unwrap();
        self.playing.rules().forecast(self.state(), action).unwrap()
    }

    /// What a viewer may know.
    pub fn view(&self, viewer: Viewer) -> View {
        self.playing.rules().view(self.state(), viewer)
    }

    /// The sentences told so far to a viewer.
    pub fn told(&self, viewer: Viewer) -> Vec<String> {
        let log = self.playing.log().iter().filter(|(_, event)| event.is_for(viewer));
        log.map(|(_, event)| event.text.clone()).collect()
    }
}
