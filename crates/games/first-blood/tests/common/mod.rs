//! A table for tests of First Blood: [`engine::laws::Table`] with counters of the tests' own.

pub mod overlay;

use engine::laws::{self, Shared};
use first_blood::FirstBlood;
use std::ops::{Deref, DerefMut};
use std::path::Path;
use std::sync::Arc;

pub use first_blood::pieces::{GERMAN, US};

/// Counters of the tests' own, so that a rule's test does not break when reconstructed values are tuned.
const COUNTERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/counters");

static GAME: Shared<Arc<FirstBlood>> = Shared::new(|| Arc::new(FirstBlood::load(Some(Path::new(COUNTERS))).unwrap()));

/// The game, loaded once.
pub fn game() -> &'static FirstBlood {
    &GAME
}

/// A position in the making.
#[derive(Clone)]
pub struct Setting(laws::Setting);

/// A position that begins in this phase of this turn.
pub fn phase(phase: &str, turn: u32) -> Setting {
    Setting(laws::Setting::new(phase, turn))
}

impl Setting {
    /// Puts a unit into a hex, on top of what is there.
    pub fn unit(self, piece: &str, hex: &str) -> Setting {
        Setting(self.0.unit(piece, hex))
    }

    /// Sets a mark: `event`, `rallied`, `broken-through`, `container`.
    pub fn mark(self, mark: &str, value: &str) -> Setting {
        Setting(self.0.mark(mark, value))
    }

    /// Switches an option, as `play-balance=off`.
    pub fn option(self, option: &str) -> Setting {
        Setting(self.0.option(option))
    }

    /// The position on the table.
    pub fn table(self) -> Table {
        self.table_of(&GAME)
    }

    /// The position on a table with other data.
    pub fn table_of(self, game: &Arc<FirstBlood>) -> Table {
        Table(self.0.table(game))
    }
}

/// A game being played by a test.
#[derive(Clone)]
pub struct Table(laws::Table<FirstBlood>);

impl Deref for Table {
    type Target = laws::Table<FirstBlood>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for Table {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

/// A new game with these options switched.
pub fn new_game(options: &[&str]) -> Table {
    Table(laws::Table::new(&GAME, 0, options))
}

impl Table {
    /// Lays down the next rolls.
    pub fn rolls(&mut self, rolls: &[u16]) -> &mut Table {
        self.0.rolls(rolls);
        self
    }

    /// Plays actions in order, whoever must choose; panics if one is refused.
    pub fn play(&mut self, actions: &[&str]) -> &mut Table {
        for action in actions {
            self.0.play(&[action]);
            self.arrange();
        }
        self
    }

    /// Answers for the owner of a stack whose units all show the same face: he has no choice.
    fn arrange(&mut self) {
        while let [only] = self.options().as_slice()
            && only.starts_with("top ")
        {
            self.0.play(&[only]);
        }
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
        self.last_rolls().len()
    }
}
