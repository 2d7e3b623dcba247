//! A table for tests of Miracle on the Marne.

use engine::laws::{self, Overlay, Shared};
use hexboard::Hex;
use miracle_on_the_marne::{FILES, MiracleOnTheMarne};
use std::sync::Arc;

pub use engine::laws::Setting;
pub use miracle_on_the_marne::pieces::{ALLIED, GERMAN, Piece};

/// A game being played by a test.
pub type Table = laws::Table<MiracleOnTheMarne>;

static GAME: Shared<Arc<MiracleOnTheMarne>> = Shared::new(|| Arc::new(MiracleOnTheMarne::load(None).unwrap()));

/// The game, loaded once.
pub fn game() -> &'static Arc<MiracleOnTheMarne> {
    &GAME
}

/// A position that begins in this phase of this turn: `A`, `B`, `C1` to `C3`, `D1` to `D3`. The mark `phasing` names the
/// side whose player turn it is.
pub fn phase(phase: &str, turn: u32) -> Setting {
    Setting::new(phase, turn)
}

/// The position on a table.
pub fn table(setting: Setting) -> Table {
    setting.table(&GAME)
}

/// A new game of the first scenario with these options.
pub fn new_game(options: &[&str]) -> Table {
    Table::new(&GAME, 0, options)
}

/// A folder of changed data.
pub fn overlay() -> Overlay {
    Overlay::of(FILES)
}

/// The game with changed data.
pub fn changed(overlay: &Overlay) -> Arc<MiracleOnTheMarne> {
    Arc::new(MiracleOnTheMarne::load(Some(overlay.folder())).unwrap())
}

/// A hex by its number.
pub fn hex(label: &str) -> Hex {
    GAME.ground.board().parse(label).unwrap()
}

/// A piece by its name.
pub fn piece(name: &str) -> Piece {
    GAME.pieces.named(name).unwrap_or_else(|| panic!("there is no piece {name}"))
}

/// Where a piece is on a table; an empty text if it is not on the map.
pub fn place(table: &Table, name: &str) -> String {
    let hex = table.state().hex(piece(name));
    if hex == Hex::NONE { String::new() } else { GAME.ground.label(hex) }
}
