//! What the tests of Rock of the Marne share.

use engine::laws::Shared;
pub use engine::laws::{Setting, Table};
use hexboard::Hex;
use rock_of_the_marne::RockOfTheMarne;
use rock_of_the_marne::pieces::Piece;
use rock_of_the_marne::scenarios::Scenario;
use std::sync::Arc;

static GAME: Shared<Arc<RockOfTheMarne>> = Shared::new(|| Arc::new(RockOfTheMarne::load(None).unwrap()));

/// The game, loaded once.
pub fn game() -> &'static Arc<RockOfTheMarne> {
    &GAME
}

/// A hex by its number.
pub fn hex(label: &str) -> Hex {
    game().ground.board().parse(label).unwrap()
}

/// A counter by its name.
pub fn piece(name: &str) -> Piece {
    game().pieces.named(name).unwrap_or_else(|| panic!("no counter {name}"))
}

/// A scenario by its id.
pub fn scenario(id: &str) -> &'static Scenario {
    game().scenarios.iter().find(|scenario| scenario.id == id).unwrap()
}

/// A position that begins in this phase of this turn.
pub fn phase(phase: &str, turn: u32) -> Setting {
    Setting::new(phase, turn)
}

/// The position on a table.
pub fn on(setting: Setting) -> Table<RockOfTheMarne> {
    setting.table(game())
}

/// A new game of a scenario.
pub fn new(id: &str, options: &[&str]) -> Table<RockOfTheMarne> {
    Table::new(game(), game().scenarios.iter().position(|scenario| scenario.id == id).unwrap(), options)
}

/// Whether a unit is marked Out of Supply.
pub fn cut_off(table: &Table<RockOfTheMarne>, name: &str) -> bool {
    table.state().unsupplied.contains(piece(name))
}

/// Whether a unit's back is up: reduced, Depleted or Broken Down.
pub fn flipped(table: &Table<RockOfTheMarne>, name: &str) -> bool {
    table.state().flipped.contains(piece(name))
}

/// The number of the hex in which a unit stands; `None` if it is not on the map.
pub fn whereabouts(table: &Table<RockOfTheMarne>, name: &str) -> Option<String> {
    let state = table.state();
    state.on_map.contains(piece(name)).then(|| game().ground.label(state.hex(piece(name))))
}
