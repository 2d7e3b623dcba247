//! What can be said: the actions and their notation.

use crate::RockOfTheMarne;
use crate::ground::Crossing;
use crate::pieces::Piece;
use crate::state::State;
use engine::{Argument, Choice};
use hexboard::Hex;

engine::actions! {
    /// One choice.
    pub enum Action for RockOfTheMarne, like "\"pick 1/1\", \"to 08.30\" or \"done\"" {
        /// Picks a unit: to come in, to be rebuilt, to move, to retreat by itself, to trace over a bridge.
        Pick(piece: Piece) = "pick",
        /// Names the hex where the picked units go.
        To(hex: Hex) = "to",
        /// Adds a unit to those picked.
        Join(piece: Piece) = "join",
        /// Adds all units that can be added.
        JoinAll = "join all",
        /// Leaves the picked units where they are.
        Stay = "stay",
        /// Overruns a hex.
        Overrun(hex: Hex) = "overrun",
        /// Puts a unit on top of its stack.
        Top(piece: Piece) = "top",
        /// Breaks a division down.
        Break(piece: Piece) = "break",
        /// Makes a regiment or Stormtrooper.
        Raise(full: Full) = "raise",
        /// Begins to reassemble regiments of a hex.
        Muster(hex: Hex) = "muster",
        /// Reassembles the joined regiments into a division.
        Reassemble(division: Division) = "reassemble",
        /// Names the hex to be attacked.
        Target(hex: Hex) = "target",
        /// Names the HQ that supplies the attack of the unit in question.
        Supply(hq: Piece) = "supply",
        /// Names the HQ that shifts the attack.
        Shift(hq: Piece) = "shift",
        /// Sends an airplane: with an attack, against a bridge, on patrol.
        Fly(plane: Piece) = "fly",
        /// Announces the attack as it stands.
        Fight = "fight",
        /// Intercepts with an airplane on patrol.
        Intercept(plane: Piece) = "intercept",
        /// Takes what is offered.
        Accept = "accept",
        /// Lets it pass.
        Decline = "decline",
        /// Takes a step from a unit.
        Lose(piece: Piece) = "lose",
        /// Advances a unit into the emptied hex.
        Advance(piece: Piece) = "advance",
        /// Lays an assault bridge.
        Span(crossing: Crossing) = "span",
        /// Takes an assault bridge off the map.
        Remove(crossing: Crossing) = "remove",
        /// Tries to repair an assault bridge.
        Repair(crossing: Crossing) = "repair",
        /// Has an assault bridge bombed.
        Bomb(crossing: Crossing) = "bomb",
        /// Ends the phase, or what is being done.
        Done = "done",
    }
}

/// Whether a unit has its full strength, or is reduced.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Full(pub bool);

/// A division and the strength that it gets; its strength is said first.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Division(pub Piece, pub Full);

impl Argument<RockOfTheMarne> for Piece {
    fn write(self, game: &RockOfTheMarne, _: &State) -> String {
        game.pieces.name_of(self).to_string()
    }

    fn read(game: &RockOfTheMarne, _: &State, text: &str) -> Result<Piece, String> {
        game.pieces.named(text).ok_or_else(|| format!("there is no unit \"{text}\""))
    }

    fn mark(self, game: &RockOfTheMarne, _: &State, choice: &mut Choice) {
        choice.piece = Some(game.pieces.name_of(self).to_string());
    }
}

impl Argument<RockOfTheMarne> for Full {
    fn write(self, _: &RockOfTheMarne, _: &State) -> String {
        if self.0 { "full" } else { "reduced" }.into()
    }

    fn read(_: &RockOfTheMarne, _: &State, text: &str) -> Result<Full, String> {
        match text {
            "full" => Ok(Full(true)),
            "reduced" => Ok(Full(false)),
            _ => Err(format!("\"{text}\" says neither \"full\" nor \"reduced\"")),
        }
    }
}

impl Argument<RockOfTheMarne> for Division {
    fn write(self, game: &RockOfTheMarne, state: &State) -> String {
        format!("{} {}", self.1.write(game, state), self.0.write(game, state))
    }

    fn read(game: &RockOfTheMarne, state: &State, text: &str) -> Result<Division, String> {
        let (full, name) = text.split_once(' ').unwrap_or((text, ""));
        Ok(Division(Piece::read(game, state, name)?, Full::read(game, state, full)?))
    }

    fn mark(self, game: &RockOfTheMarne, state: &State, choice: &mut Choice) {
        self.0.mark(game, state, choice);
    }
}

/// A hexside of the Marne is written as its two hexes, and read with them in either order.
impl Argument<RockOfTheMarne> for Crossing {
    fn write(self, game: &RockOfTheMarne, _: &State) -> String {
        game.crossing_label(self)
    }

    fn read(game: &RockOfTheMarne, _: &State, text: &str) -> Result<Crossing, String> {
        game.crossing_named(text)
    }

    fn mark(self, game: &RockOfTheMarne, state: &State, choice: &mut Choice) {
        game.banks(self)[0].mark(game, state, choice);
    }
}
