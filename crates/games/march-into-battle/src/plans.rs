//! 7.0 What goes on between the sides: attacks that are declared, the combat that is fought, losses that are owed, and who runs.

use crate::force::{Unit, Units};
use crate::ground::Hexes;
use crate::pieces::UNITS;
use hexboard::Hex;

/// The most combats of one activation.
pub const COMBATS: usize = 20;
/// The most hexes attacked in one combat.
pub const TARGETS: usize = 8;

engine::blank! {
    /// A combat that was declared.
    #[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
    pub struct Combat {
        /// The hexes that are attacked.
        pub hexes: [Hex; TARGETS],
        /// How many; 0 for a combat that is over or was never declared.
        pub count: u8,
    }
}

impl Combat {
    /// The hexes that are attacked.
    pub fn hexes(&self) -> &[Hex] {
        &self.hexes[..usize::from(self.count)]
    }

    /// Whether there is such a combat.
    pub fn is_on(&self) -> bool {
        self.count > 0
    }

    /// Adds a hex; whether there was room.
    pub fn add(&mut self, hex: Hex) -> bool {
        if self.hexes().contains(&hex) {
            return true;
        }
        let room = usize::from(self.count) < TARGETS;
        if room {
            self.hexes[usize::from(self.count)] = hex;
            self.count += 1;
        }
        room
    }

    /// Takes a hex out.
    pub fn drop(&mut self, hex: Hex) {
        if let Some(at) = self.hexes().iter().position(|&known| known == hex) {
            self.count -= 1;
            let last = usize::from(self.count);
            self.hexes[at] = self.hexes[last];
            self.hexes[last] = Hex::NONE;
        }
    }
}

engine::blank! {
    /// All attacks of an activation, as far as they are declared.
    #[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
    pub struct Plan {
        /// The combats.
        pub combats: [Combat; COMBATS],
        /// The combat of each unit from 1, or 0; two for the halves of an extended line.
        pub aim: [[u8; 2]; UNITS],
    }
}

impl Plan {
    /// Whether a unit takes part in a combat.
    pub fn takes_part(&self, unit: Unit, combat: usize) -> bool {
        self.aim[unit.index()].contains(&(combat as u8 + 1))
    }

    /// The units that attack in a combat.
    pub fn attackers(&self, combat: usize) -> Units {
        (0..UNITS).map(|index| Unit(index as u8)).filter(|&unit| self.takes_part(unit, combat)).collect()
    }

    /// The combats that are declared and not fought yet.
    pub fn open(&self) -> impl Iterator<Item = usize> {
        (0..COMBATS).filter(|&index| self.combats[index].is_on())
    }
}

/// How far a combat has come (ruling R-50).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// No combat is fought now.
    None,
    /// Whether a defending stack stands in its town (T-1).
    Stand,
    /// How much retreat is bought off under bombardment [16.5k].
    Buy,
    /// The dice for effects.
    Effects,
    /// The retreats of the defending stacks.
    Retreats,
    /// Newly smashed units may retreat [10.2c].
    Smashed,
    /// The advance.
    Advance,
    /// The new facing of the attackers.
    Refront,
    /// Organic cavalry pursues [7.14c].
    Pursuit,
    /// Extra fatigue of cavalry, and the end.
    End,
}

engine::blank! {
    /// The combat that is fought now.
    #[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
    pub struct Fight {
        /// How far it has come.
        pub stage: Stage = Stage::None,
        /// The side that attacks.
        pub attacker: u8,
        /// Whether it is a charge [7.13a].
        pub charge: bool,
        /// Whether it is a bombardment [16.5f].
        pub bombardment: bool,
        /// The hexes that defend.
        pub hexes: [Hex; TARGETS],
        /// How many.
        pub count: u8,
        /// The hex that is looked at in this stage.
        pub at: u8,
        /// The units that attack.
        pub attackers: Units,
        /// The units that defend.
        pub defenders: Units,
        /// The units that were held back until now [11.2j].
        pub held: Units,
        /// The defenders that were disorganized or smashed before [7.13d].
        pub broken: Units,
        /// Units that attack with only a part of themselves or stand in two attacked hexes have rolled already (ruling R-97).
        pub rolled: Units,
        /// The hexes from which the attack comes.
        pub from: Hexes,
        /// The modified roll on the CRT.
        pub roll: i8,
        /// The retreat of each hex.
        pub retreat: [u8; TARGETS],
        /// The natural CET roll of each defending hex [7.12a].
        pub die: [u8; TARGETS],
        /// How far the attackers may advance.
        pub advance: u8,
        /// Whether an attacker has entered a vacated hex [7.2o].
        pub entered: bool,
        /// Attackers that have advanced, or whose facing is settled.
        pub done: Units,
        /// Attacker's morale less defender's, as compared [7.1.3a].
        pub morale: i8,
        /// Units smashed in this combat.
        pub smashed: Units,
        /// Those of them that have been asked whether they retreat.
        pub scattered: Units,
        /// The combat in the plan.
        pub combat: u8,
        /// Units with organic cavalry next to each vacated hex before the advance (ruling R-50).
        pub pursuers: [Units; TARGETS],
        /// Units that left each hex.
        pub quarry: [Units; TARGETS],
        /// Pursuers that were named.
        pub joined: Units,
    }
}

impl Fight {
    /// The hexes that defend.
    pub fn hexes(&self) -> &[Hex] {
        &self.hexes[..usize::from(self.count)]
    }
}

engine::blank! {
    /// Steps that a stack must lose.
    #[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
    pub struct Loss {
        /// The units from which they may be taken.
        pub units: Units,
        /// Casualties [7.3.#c].
        pub casualties: u8,
        /// Stragglers [7.3.#s].
        pub stragglers: u8,
        /// The units whose organic cavalry goes first [7.14j].
        pub organic: Units,
        /// Whether a charge or a bombardment caused it [10.2i].
        pub hard: bool,
    }
}

/// The most losses that wait at a time.
pub const LOSSES: usize = 24;

/// Why a stack runs.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Cause {
    /// Nobody runs.
    None,
    /// A combat result [7.2b].
    Combat,
    /// A unit has just been smashed and may retreat [10.2c].
    Smashed,
    /// A smashed unit has failed to recover [10.2f].
    Failed,
    /// Troops stand in an enemy field of fire after their attacks [8.2f].
    Fire,
}

engine::blank! {
    /// A retreat on its way.
    #[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
    pub struct Flight {
        /// Why.
        pub cause: Cause = Cause::None,
        /// Who.
        pub units: Units,
        /// Where they are.
        pub hex: Hex,
        /// From which hexes they go away.
        pub away: Hexes,
        /// Hexes they have been in.
        pub seen: Hexes,
        /// How many hexes are left to go.
        pub left: u8,
        /// How many they have gone.
        pub gone: u8,
    }
}
