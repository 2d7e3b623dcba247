//! What can be said: the actions, what they are about, and their notation.

use crate::MarchIntoBattle;
use crate::state::{State, Step, Unit};
use engine::{Argument, Choice};
use hexboard::{Direction, Hex};

engine::actions! {
    /// One choice.
    pub enum Action for MarchIntoBattle, like "\"pick seras\", \"to 1008\" or \"done\"" {
        /// Moves first in this turn of play by mail.
        First = "first",
        /// Moves second in this turn of play by mail.
        Second = "second",
        /// Takes a chit out of the cup.
        Chit(chit: Chit) = "chit",
        /// Holds a unit back.
        Hold(unit: Unit) = "hold",
        /// Takes a Held Back marker off.
        Release(unit: Unit) = "release",
        /// Picks a leader to be moved.
        Leader(leader: Leader) = "leader",
        /// Goes to a hex: a leader, a unit, a retreat, an advance.
        To(hex: Hex) = "to",
        /// Stays where it is, or goes no further.
        Stay = "stay",
        /// Opens a hex of a Grand Battery with its facing.
        Form(hex: Hex, facing: Facing) = "form",
        /// A unit gives one battery to the Grand Battery.
        Give(unit: Unit) = "give",
        /// Picks a unit to act.
        Pick(unit: Unit) = "pick",
        /// Moves at double time.
        Double = "double",
        /// Checks the morale of a unit out of command.
        Urge = "urge",
        /// Rests.
        Rest = "rest",
        /// Tries to recover a straggler step.
        Recover = "recover",
        /// Turns on the spot.
        Turn(facing: Facing) = "turn",
        /// Destroys the bridge on this side of the hex.
        Bridge(hexside: Facing) = "bridge",
        /// Ends the move, or a retreat or an advance, with this facing.
        Face(facing: Facing) = "face",
        /// Ends the move with this facing and is ready to attack.
        Ready(facing: Facing) = "ready",
        /// Declares on arrival an attack on cavalry in a hex.
        Threaten(hex: Hex) = "threaten",
        /// Leaves the map.
        Exit = "exit",
        /// Detaches so many steps.
        Detach(steps: u8) = "detach",
        /// A detachment rejoins its division.
        Rejoin = "rejoin",
        /// Extends the line into a hex, with this facing.
        Extend(hex: Hex, facing: Facing) = "extend",
        /// Moves or wheels an extended line: its right hex and its facing.
        Line(right: Hex, facing: Facing) = "line",
        /// Closes an extended line in one of its hexes.
        Close(hex: Hex) = "close",
        /// Cavalry retreats before combat.
        Evade(unit: Unit) = "evade",
        /// The rest stands.
        Stand = "stand",
        /// A unit, or one half of an extended line, attacks a hex.
        Attack(attacker: Attacker, hex: Hex) = "attack",
        /// The same in a combat of its own.
        Apart(attacker: Attacker, hex: Hex) = "apart",
        /// Fights a combat.
        Fight(combat: CombatNumber) = "fight",
        /// Stands in the town, at the price of the attackers in this hex too.
        Defy(hex: Hex) = "defy",
        /// Does not stand.
        Yield = "yield",
        /// Buys off so many hexes of retreat.
        Buy(hexes: u8) = "buy",
        /// A unit loses the step.
        Lose(unit: Unit) = "lose",
        /// Picks an attacker to advance.
        Advance(unit: Unit) = "advance",
        /// A unit's organic cavalry joins the pursuit.
        Pursue(unit: Unit) = "pursue",
        /// Rolls for the pursuit.
        Roll = "roll",
        /// Bombards a hex.
        Bombard(hex: Hex) = "bombard",
        /// Ends what is being done.
        Done = "done",
    }
}

/// The chit of a formation: the place of the formation in the battle's list.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Chit(pub(crate) u8);

/// A leader: his place in the battle's list.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Leader(pub(crate) u8);

impl Leader {
    /// Place of this leader in a flat array.
    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A hexside, from 0 to 5 clockwise, and so the way that troops face.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Facing(pub(crate) u8);

/// A declared combat, by its place in the plan.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct CombatNumber(pub(crate) u8);

/// Which half of an extended line.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Half {
    /// The right one; also a unit that is no line.
    Right,
    /// The left one.
    Left,
}

impl Half {
    /// Both.
    pub(crate) const BOTH: [Half; 2] = [Half::Right, Half::Left];

    /// Place of this half in a flat array.
    #[inline]
    pub(crate) const fn index(self) -> usize {
        self as usize
    }
}

/// A unit that attacks, or one half of it.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Attacker(pub(crate) Unit, pub(crate) Half);

/// What the left half of a line adds to its unit's name.
const LEFT: &str = "/left";

impl Argument<MarchIntoBattle> for Unit {
    fn write(self, game: &MarchIntoBattle, state: &State) -> String {
        game.unit(state, self).id.clone()
    }

    fn read(game: &MarchIntoBattle, state: &State, text: &str) -> Result<Unit, String> {
        game.battle(state).unit_named(text).map(Unit).ok_or_else(|| format!("there is no unit \"{text}\""))
    }

    fn mark(self, game: &MarchIntoBattle, state: &State, choice: &mut Choice) {
        choice.piece = Some(game.unit(state, self).id.clone());
    }
}

impl Argument<MarchIntoBattle> for Attacker {
    fn write(self, game: &MarchIntoBattle, state: &State) -> String {
        let half = if self.1 == Half::Left { LEFT } else { "" };
        format!("{}{half}", game.unit(state, self.0).id)
    }

    fn read(game: &MarchIntoBattle, state: &State, text: &str) -> Result<Attacker, String> {
        match text.strip_suffix(LEFT) {
            Some(unit) => Ok(Attacker(Unit::read(game, state, unit)?, Half::Left)),
            None => Ok(Attacker(Unit::read(game, state, text)?, Half::Right)),
        }
    }

    fn mark(self, game: &MarchIntoBattle, state: &State, choice: &mut Choice) {
        self.0.mark(game, state, choice);
    }
}

impl Argument<MarchIntoBattle> for Chit {
    fn write(self, game: &MarchIntoBattle, state: &State) -> String {
        game.battle(state).formations[usize::from(self.0)].id.clone()
    }

    fn read(game: &MarchIntoBattle, state: &State, text: &str) -> Result<Chit, String> {
        game.battle(state).formation_named(text).map(Chit).ok_or_else(|| format!("there is no chit \"{text}\""))
    }
}

impl Argument<MarchIntoBattle> for Leader {
    fn write(self, game: &MarchIntoBattle, state: &State) -> String {
        game.battle(state).leaders[self.index()].id.clone()
    }

    fn read(game: &MarchIntoBattle, state: &State, text: &str) -> Result<Leader, String> {
        game.battle(state).leader_named(text).map(Leader).ok_or_else(|| format!("there is no leader \"{text}\""))
    }

    fn mark(self, game: &MarchIntoBattle, state: &State, choice: &mut Choice) {
        choice.piece = Some(self.write(game, state));
    }
}

impl Argument<MarchIntoBattle> for Facing {
    fn write(self, game: &MarchIntoBattle, state: &State) -> String {
        game.facing_name(state, self.0).to_string()
    }

    fn read(game: &MarchIntoBattle, state: &State, text: &str) -> Result<Facing, String> {
        let way = game.ground(state).board().direction_named(text).map(Direction::index);
        let unknown = || format!("\"{text}\" is no direction (they are N, NE, SE, S, SW, NW)");
        way.map(|way| Facing(way as u8)).ok_or_else(unknown)
    }

    /// Where nothing else is asked than what troops face, the hex ahead says it.
    fn mark(self, game: &MarchIntoBattle, state: &State, choice: &mut Choice) {
        let (Step::Arrive(_, at) | Step::Front(at)) = state.step else { return };
        let ahead = game.ground(state).neighbours[at.index()][usize::from(self.0)];
        choice.hex = (ahead != Hex::NONE).then(|| game.label(state, ahead));
    }
}

/// People count combats from 1.
impl Argument<MarchIntoBattle> for CombatNumber {
    fn write(self, _: &MarchIntoBattle, _: &State) -> String {
        (self.0 + 1).to_string()
    }

    fn read(game: &MarchIntoBattle, state: &State, text: &str) -> Result<CombatNumber, String> {
        let number = u8::read(game, state, text)?.checked_sub(1);
        number.map(CombatNumber).ok_or_else(|| unfit(text))
    }
}

/// So many steps, or hexes.
impl Argument<MarchIntoBattle> for u8 {
    fn write(self, _: &MarchIntoBattle, _: &State) -> String {
        self.to_string()
    }

    fn read(_: &MarchIntoBattle, _: &State, text: &str) -> Result<u8, String> {
        text.parse().map_err(|_| unfit(text))
    }
}

fn unfit(text: &str) -> String {
    format!("\"{text}\" is no number that fits here")
}
