//! What can be said: the actions, what they are about, and their notation.

use crate::MiracleOnTheMarne;
use crate::pieces::{Group, Piece};
use crate::state::State;
use crate::tables::Mode;
use engine::{Argument, Choice};
use hexboard::Hex;

engine::actions! {
    /// One choice.
    pub enum Action for MiracleOnTheMarne, like "\"pick IR42\", \"to 2418\" or \"done\"" {
        /// Deploys the piece in question in a hex.
        Place(hex: Hex) = "place",
        /// Ends the set-up; the computer sets up what is left.
        Standard = "standard",
        /// Leaves the rest of the set-up to the computer, to be looked over.
        Fill = "fill",
        /// Takes up a piece again that has been deployed.
        Lift(piece: Piece) = "lift",
        /// Gives a HQ a mode.
        Mode(hq: Piece, mode: Mode) = "mode",
        /// Notes that a HQ shall try to change its mode.
        Note(hq: Piece) = "note",
        /// Goes first.
        First = "first",
        /// Lets the other side go first.
        Second = "second",
        /// Picks a piece to be moved, or a unit to be disrupted.
        Pick(piece: Piece) = "pick",
        /// Takes a unit along, or lets it attack.
        Join(unit: Piece) = "join",
        /// Takes along, or lets attack, all units that can be.
        JoinAll = "join all",
        /// Moves the picked pieces to a hex, or sends the taxis there.
        To(hex: Hex) = "to",
        /// Moves the picked pieces to a hex by rail.
        Rail(hex: Hex) = "rail",
        /// Leaves the picked pieces where they are.
        Stay = "stay",
        /// Removes the Disruption of the picked units.
        Rally = "rally",
        /// Tries to recover the lost steps of the picked units.
        Recover = "recover",
        /// Lets the picked HQ try to bring back an eliminated unit.
        Return(unit: Piece) = "return",
        /// Sends the picked unit and another one off by taxi.
        Taxi(unit: Piece) = "taxi",
        /// Attaches units to the corps of a HQ.
        Attach(hq: Piece) = "attach",
        /// Gives the Moroccan Division back to IXth Corps.
        Revert = "revert",
        /// Brings the picked reinforcements on in a hex.
        Enter(hex: Hex) = "enter",
        /// Delays a group of reinforcements by a turn.
        Delay(group: Group) = "delay",
        /// Names a hex to be bombarded, attacked, fired at or counter-attacked, or the attack to be resolved.
        Target(hex: Hex) = "target",
        /// Aims so many factors of a unit.
        Aim(unit: Piece, factors: u8) = "aim",
        /// Aims everything that can be.
        AimAll = "aim all",
        /// Lets the garrison of Paris fire.
        Garrison = "garrison",
        /// Rolls for what was put together.
        Fire = "fire",
        /// Divides a result: so many steps are lost, the rest is retreated.
        Take(steps: u8) = "take",
        /// A unit loses a step.
        Lose(unit: Piece) = "lose",
        /// Retreats to a hex.
        Retreat(hex: Hex) = "retreat",
        /// Advances a unit along the retreat to a hex.
        Advance(unit: Piece, hex: Hex) = "advance",
        /// Ends what is being done.
        Done = "done",
    }
}

impl Argument<MiracleOnTheMarne> for Piece {
    fn write(self, game: &MiracleOnTheMarne, _: &State) -> String {
        game.pieces.name(self).to_string()
    }

    fn read(game: &MiracleOnTheMarne, _: &State, text: &str) -> Result<Piece, String> {
        game.pieces.named(text).ok_or_else(|| format!("there is no piece \"{text}\""))
    }

    fn mark(self, game: &MiracleOnTheMarne, _: &State, choice: &mut Choice) {
        choice.piece = Some(game.pieces.name(self).to_string());
    }
}

impl Argument<MiracleOnTheMarne> for Mode {
    fn write(self, _: &MiracleOnTheMarne, _: &State) -> String {
        self.id().to_string()
    }

    fn read(_: &MiracleOnTheMarne, _: &State, text: &str) -> Result<Mode, String> {
        let unknown = || format!("\"{text}\" is no mode (modes are offensive, defensive, transfer and regroup)");
        Mode::ALL.into_iter().find(|mode| mode.id() == text).ok_or_else(unknown)
    }
}

impl Argument<MiracleOnTheMarne> for Group {
    fn write(self, _: &MiracleOnTheMarne, _: &State) -> String {
        self.id().to_string()
    }

    fn read(_: &MiracleOnTheMarne, _: &State, text: &str) -> Result<Group, String> {
        let unknown = || format!("there is no group of reinforcements \"{text}\"");
        Group::ALL.into_iter().find(|group| group.id() == text).ok_or_else(unknown)
    }
}

/// So many factors, or steps.
impl Argument<MiracleOnTheMarne> for u8 {
    fn write(self, _: &MiracleOnTheMarne, _: &State) -> String {
        self.to_string()
    }

    fn read(_: &MiracleOnTheMarne, _: &State, text: &str) -> Result<u8, String> {
        text.parse().map_err(|_| format!("\"{text}\" is no small number"))
    }
}
