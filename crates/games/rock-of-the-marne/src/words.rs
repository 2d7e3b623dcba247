//! Units, hexes and hexsides in words.

use crate::RockOfTheMarne;
use crate::ground::Crossing;
use crate::pieces::{Piece, PieceSet};
use crate::state::{State, side_of};
use engine::{Role, Words};
use hexboard::Hex;

impl RockOfTheMarne {
    /// The units in a hex that belong to the side that chooses.
    pub(crate) fn own(&self, state: &State, hex: Hex) -> impl Iterator<Item = Piece> {
        let side = self.chooser(state);
        state.stack(hex).filter(move |&piece| side_of(piece) == side)
    }

    /// A unit with what is printed on the side that is up.
    pub(crate) fn unit_words(&self, state: &State, piece: Piece) -> String {
        let values = self.pieces.values(piece, state.flipped.contains(piece));
        format!("{} ({values})", self.pieces.name_of(piece))
    }

    /// A unit that joins others.
    pub(crate) fn joining_words(&self, state: &State, piece: Piece) -> String {
        format!("{} joins", self.unit_words(state, piece))
    }

    /// One of some units, which takes a loss.
    pub(crate) fn loss_words(&self, state: &State, units: PieceSet, piece: Piece) -> Words {
        let is_least = self.least_loss(state, units) == Some(piece);
        Words::new(format!("{} loses a step", self.unit_words(state, piece))).role_if(is_least, Role::Least)
    }

    /// A bridge that is taken back.
    pub(crate) fn removal_words(&self, crossing: Crossing) -> String {
        format!("take the bridge at {} back", self.crossing_label(crossing))
    }

    /// A hex with its terrain.
    pub(crate) fn ground_words(&self, hex: Hex) -> String {
        format!("{}, {}", self.ground.label(hex), self.ground.terrain_title(hex).to_lowercase())
    }

    /// The two hexes of a hexside of the Marne.
    pub(crate) fn banks(&self, crossing: Crossing) -> [Hex; 2] {
        let hexside = &self.ground.crossings()[crossing.index()];
        [hexside.from, hexside.to]
    }

    /// A hexside of the Marne as text: its two hexes.
    pub(crate) fn crossing_label(&self, crossing: Crossing) -> String {
        let banks = self.banks(crossing);
        format!("{}-{}", self.ground.label(banks[0]), self.ground.label(banks[1]))
    }

    /// The hexside of the Marne that a text stands for, its hexes in either order.
    pub(crate) fn crossing_named(&self, text: &str) -> Result<Crossing, String> {
        let hex = |text: &str| self.ground.board().parse(text).map_err(|error| error.to_string());
        let (one, other) = text.split_once('-').ok_or_else(|| format!("\"{text}\" is no hexside (19.12-19.13)"))?;
        let banks = [hex(one)?, hex(other)?];
        let is_named = |&crossing: &Crossing| {
            let known = self.banks(crossing);
            known == banks || known == [banks[1], banks[0]]
        };
        self.ground.all_crossings().find(is_named).ok_or_else(|| format!("{text} is no hexside of the Marne"))
    }
}
