//! What all tests need: the game, loaded once.
#![allow(dead_code, reason = "not every test needs everything")]

use clash_of_giants::pieces::{Campaign, Piece};
use clash_of_giants::{ClashOfGiants, Theatre};
use hexboard::Hex;
use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

static GAME: LazyLock<Arc<ClashOfGiants>> =
    LazyLock::new(|| Arc::new(ClashOfGiants::load(None).unwrap_or_else(|error| panic!("{error}"))));

/// The game as it is built in.
pub fn game() -> &'static Arc<ClashOfGiants> {
    &GAME
}

/// The components of Tannenberg.
pub fn east() -> &'static Theatre {
    game().theatre_of(Campaign::Tannenberg)
}

/// The components of the Marne.
pub fn west() -> &'static Theatre {
    game().theatre_of(Campaign::Marne)
}

impl Labels for Theatre {
    fn hex(&self, label: &str) -> Hex {
        self.ground.board().parse(label).unwrap_or_else(|error| panic!("{error}"))
    }

    fn labels(&self, hexes: impl IntoIterator<Item = Hex>) -> BTreeSet<String> {
        hexes.into_iter().map(|hex| self.ground.label(hex)).collect()
    }

    fn piece(&self, id: &str) -> Piece {
        self.pieces.named(id).unwrap_or_else(|| panic!("no unit {id}"))
    }
}

/// Hexes and units by the words that are printed.
pub trait Labels {
    /// The hex with this number.
    fn hex(&self, label: &str) -> Hex;
    /// The numbers of hexes.
    fn labels(&self, hexes: impl IntoIterator<Item = Hex>) -> BTreeSet<String>;
    /// The unit with this word.
    fn piece(&self, id: &str) -> Piece;
}

/// A set of words.
pub fn words(text: &str) -> BTreeSet<String> {
    text.split_whitespace().map(str::to_string).collect()
}
