//! What the tests of Rock of the Marne share.
#![allow(dead_code)] // Each test file uses its own part of this.

use hexboard::Hex;
use rock_of_the_marne::RockOfTheMarne;
use rock_of_the_marne::pieces::Piece;
use rock_of_the_marne::scenarios::Scenario;
use std::sync::{Arc, LazyLock};

static GAME: LazyLock<Arc<RockOfTheMarne>> = LazyLock::new(|| Arc::new(RockOfTheMarne::load(None).unwrap()));

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
