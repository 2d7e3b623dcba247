//! What can be said: the actions and their notation.

use crate::ClashOfGiants;
use crate::pieces::{Army, Piece};
use crate::state::State;
use engine::{Argument, Choice};
use hexboard::Hex;

engine::actions! {
    /// One choice.
    pub enum Action for ClashOfGiants, like "\"pick G-1\", \"to 3904\" or \"done\"" {
        /// Puts the unit in question into a hex: set-up, arrival and return.
        Place(hex: Hex) = "place",
        /// Ends the set-up; the computer sets up what is left.
        Standard = "standard",
        /// Leaves the rest of the set-up to the computer, to be looked over.
        Fill = "fill",
        /// Takes up a piece again that has been set up.
        Lift(piece: Piece) = "lift",
        /// Keeps a unit off the map for another turn.
        Hold = "hold",
        /// Lets a unit take or attempt replacements.
        Rebuild(piece: Piece) = "rebuild",
        /// Sends the Paris taxis to a unit.
        Taxis(piece: Piece) = "taxis",
        /// Puts a unit on the rails.
        Entrain(piece: Piece) = "entrain",
        /// Detaches a brigade from a division.
        Detach(piece: Piece) = "detach",
        /// Listens to a Russian army.
        Intercept(army: Army) = "intercept",
        /// Activates a Russian army.
        Activate(army: Army) = "activate",
        /// Rolls for command.
        Roll = "roll",
        /// Draws an Army Command marker from the cup and rolls for its army.
        Draw = "cup",
        /// Puts the German I Corps in its Attack State.
        AttackState = "attack state",
        /// Picks a unit to move or to retreat.
        Pick(piece: Piece) = "pick",
        /// Picks all units of a hex that can move, together.
        PickAll(hex: Hex) = "stack",
        /// Moves the picked units to a hex, or retreats a unit there.
        To(hex: Hex) = "to",
        /// Moves the picked units to a hex that they take, and lets them go on from there.
        Through(hex: Hex) = "through",
        /// Leaves the picked units where they are.
        Stay = "stay",
        /// Eliminates a unit that is too many in its hex.
        Remove(piece: Piece) = "remove",
        /// Names a hex to be attacked.
        Target(hex: Hex) = "target",
        /// Names a hex that other units attack at the same time.
        Link(hex: Hex) = "link",
        /// Names a unit that attacks.
        Join(piece: Piece) = "join",
        /// Names all units that can still join the attack.
        JoinAll = "join all",
        /// Declares the attack.
        Launch = "launch",
        /// Retreats cavalry before combat.
        Withdraw(piece: Piece) = "withdraw",
        /// Names an attacker that makes a check.
        Check(piece: Piece) = "check",
        /// Advances a unit.
        Advance(piece: Piece, hex: Hex) = "advance",
        /// Ends what is being done.
        Done = "done",
    }
}

impl Argument<ClashOfGiants> for Piece {
    fn write(self, game: &ClashOfGiants, state: &State) -> String {
        game.id(state, self)
    }

    fn read(game: &ClashOfGiants, state: &State, text: &str) -> Result<Piece, String> {
        game.theatre(state).pieces.named(text).ok_or_else(|| format!("there is no unit \"{text}\""))
    }

    fn mark(self, game: &ClashOfGiants, state: &State, choice: &mut Choice) {
        choice.piece = Some(game.id(state, self));
    }
}

impl Argument<ClashOfGiants> for Army {
    fn write(self, _: &ClashOfGiants, _: &State) -> String {
        self.id().into()
    }

    fn read(_: &ClashOfGiants, _: &State, text: &str) -> Result<Army, String> {
        Army::named(text).ok_or_else(|| format!("there is no army \"{text}\""))
    }
}
