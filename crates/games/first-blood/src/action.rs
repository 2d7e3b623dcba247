//! What can be said: the actions and their notation.

use crate::FirstBlood;
use crate::pieces::{Gun, Piece};
use crate::state::State;
use engine::{Argument, Choice};
use hexboard::Hex;

engine::actions! {
    /// One choice.
    pub enum Action for FirstBlood, like "\"pick 1/E/38\", \"to 2734\" or \"done\"" {
        /// Puts the unit in question into a hex: set-up and entry.
        Place(hex: Hex) = "place",
        /// Ends the set-up; the computer sets up what is left.
        Standard = "standard",
        /// Leaves the rest of the set-up to the computer, to be looked over.
        Fill = "fill",
        /// Takes up a piece again that has been set up.
        Lift(piece: Piece) = "lift",
        /// Takes the US rally.
        Accept = "accept",
        /// Lets the US rally pass.
        Decline = "decline",
        /// Picks the unit to be moved or placed.
        Pick(piece: Piece) = "pick",
        /// Moves the picked unit to a hex.
        To(hex: Hex) = "to",
        /// Moves the picked unit off the map.
        Exit = "exit",
        /// Leaves the picked unit where it is.
        Stay = "stay",
        /// Puts a unit on top of its stack.
        Top(piece: Piece) = "top",
        /// Names the hex to be fired into.
        Target(hex: Hex) = "target",
        /// Names a unit that fires.
        Join(piece: Piece) = "join",
        /// Names all units that can still join the fire.
        JoinAll = "join all",
        /// Rolls for the fire.
        Fire = "fire",
        /// Gives a unit heavy machineguns.
        Guns(piece: Piece) = "guns",
        /// Advances a unit into the emptied hex.
        Advance(piece: Piece) = "advance",
        /// Places a bombardment marker: its size is the verb.
        Bombard(gun: Gun, hex: Hex) = "",
        /// Resolves the bombardment of a hex before the others.
        Resolve(hex: Hex) = "resolve",
        /// Ends the phase, the advance or the placing of markers; or leaves the rest of a bombardment in its order.
        Done = "done",
    }
}

impl Argument<FirstBlood> for Piece {
    fn write(self, game: &FirstBlood, _: &State) -> String {
        game.pieces.name(self).to_string()
    }

    fn read(game: &FirstBlood, _: &State, text: &str) -> Result<Piece, String> {
        game.pieces.named(text).ok_or_else(|| format!("there is no unit \"{text}\""))
    }

    fn mark(self, game: &FirstBlood, _: &State, choice: &mut Choice) {
        choice.piece = Some(game.pieces.name(self).to_string());
    }
}

impl Argument<FirstBlood> for Gun {
    fn write(self, _: &FirstBlood, _: &State) -> String {
        self.id().to_string()
    }

    fn read(_: &FirstBlood, _: &State, text: &str) -> Result<Gun, String> {
        Gun::named(text).ok_or_else(|| format!("there are no \"{text}\" guns"))
    }
}
