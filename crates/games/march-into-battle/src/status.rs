//! 2.2, 5.0 and 11.1: what a unit is worth as it stands.

use crate::MarchIntoBattle;
use crate::ground::{Ground, Hexes, Terrain};
use crate::pieces::{self, Arm};
use crate::scenarios::Scenario;
use crate::state::{Chart, State, Unit, Units, mark, option};
use crate::tables::Mover;
use engine::{Chance, Clause, Derivation, Dice, Event, EventKind, Forecast, Roll, Side, Wish};
use hexboard::Hex;

/// All six hexsides.
pub(crate) const ALL_ROUND: u8 = 0b11_1111;

/// How far fatigue has gone [11.1a].
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Weariness {
    /// Without effect.
    Fit,
    /// Half strength and movement [11.1b, 11.1f].
    Tired,
    /// One point of each, and no attack [11.1d, 11.1g].
    Spent,
}

/// The levels of a formation's fatigue [11.2a].
pub(crate) const LEVELS: [&str; 5] = ["Rested", "Active", "Near Tired", "Tired", "Spent"];

#[engine::by_the_book]
impl MarchIntoBattle {
    /// The battle that is played.
    #[inline]
    pub(crate) fn battle(&self, state: &State) -> &Scenario {
        &self.scenarios[usize::from(state.scenario)]
    }

    /// Its board.
    #[inline]
    pub(crate) fn ground(&self, state: &State) -> &Ground {
        &self.battle(state).ground
    }

    /// What is printed on a unit.
    #[inline]
    pub(crate) fn unit(&self, state: &State, unit: Unit) -> &pieces::Unit {
        &self.battle(state).units[unit.index()]
    }

    /// A unit's name.
    pub(crate) fn name(&self, state: &State, unit: Unit) -> &str {
        &self.unit(state, unit).title
    }

    /// A hex as it is printed.
    pub(crate) fn label(&self, state: &State, hex: Hex) -> String {
        self.ground(state).label(hex)
    }

    /// A unit's side.
    #[inline]
    pub(crate) fn side_of(&self, state: &State, unit: Unit) -> Side {
        if self.footing(state).own[0].contains(unit) { Side::First } else { Side::Second }
    }

    /// What a unit is.
    #[inline]
    pub(crate) fn arm(&self, state: &State, unit: Unit) -> Arm {
        self.footing(state).arms[unit.index()]
    }

    /// Whether a unit is cavalry.
    #[inline]
    pub(crate) fn is_cavalry(&self, state: &State, unit: Unit) -> bool {
        self.footing(state).cavalry.contains(unit)
    }

    /// Whether a unit is infantry, detached or not.
    #[inline]
    pub(crate) fn is_infantry(&self, state: &State, unit: Unit) -> bool {
        self.arm(state, unit).is_infantry()
    }

    /// The units of the battle.
    pub(crate) fn all_units(&self, state: &State) -> impl Iterator<Item = Unit> + use<> {
        (0..self.battle(state).units.len()).map(|index| Unit(index as u8))
    }

    /// A side's units on the map.
    #[inline]
    pub(crate) fn units_of<'a>(&'a self, state: &'a State, side: Side) -> impl Iterator<Item = Unit> + 'a {
        self.footing(state).own[side.index()].and(state.present).iter()
    }

    /// The activated units on the map.
    pub(crate) fn active_units<'a>(&'a self, state: &'a State) -> impl Iterator<Item = Unit> + 'a {
        self.units_of(state, state.side).filter(|&unit| state.is_active(state.chart(unit).formation))
    }

    /// How a unit pays for movement.
    #[inline]
    pub(crate) fn mover(&self, state: &State, unit: Unit) -> Mover {
        if self.is_cavalry(state, unit) { Mover::Horse } else { Mover::Foot }
    }

    /// The strength printed on the face that is up [2.2.1c]; a Grand Battery has its points (ruling R-95).
    #[inline]
    pub(crate) fn strength(&self, state: &State, unit: Unit) -> u8 {
        let chart = state.chart(unit);
        if self.arm(state, unit) == Arm::Battery {
            return chart.guns;
        }
        chart.steps * self.tables.limits.strength_per_step
    }

    /// What a unit counts against the limit of a hex [6.1a]: a smashed one as its weakest face (ruling R-88), a Grand
    /// Battery nothing (ruling R-95).
    #[inline]
    pub(crate) fn bulk(&self, state: &State, unit: Unit) -> u8 {
        if self.arm(state, unit) == Arm::Battery {
            return 0;
        }
        state.chart(unit).steps.max(1) * self.tables.limits.strength_per_step
    }

    /// How tired a unit is: by its own boxes [11.0a, 11.1a], or in a game played with the Lite rules [1e] by the level of its
    /// formation [11.2a], one less while it is held back [11.2g] (ruling R-99).
    #[inline]
    pub(crate) fn weariness(&self, state: &State, unit: Unit) -> Weariness {
        if self.arm(state, unit) == Arm::Battery {
            return Weariness::Fit;
        }
        let chart = state.chart(unit);
        if state.plays(option::LITE) {
            let level = state.level[usize::from(chart.formation)];
            return match level.saturating_sub(u8::from(chart.is(mark::HELD))) {
                4.. => Weariness::Spent,
                3 => Weariness::Tired,
                _ => Weariness::Fit,
            };
        }
        let fatigue = &self.tables.fatigue;
        match chart.fatigue {
            boxes if boxes >= fatigue.spent => Weariness::Spent,
            boxes if boxes >= fatigue.tired => Weariness::Tired,
            _ => Weariness::Fit,
        }
    }

    /// The movement points of a unit: halves rounded down, at least 1 [9.0c, 11.1d, 11.1f] (ruling R-26).
    pub(crate) fn allowance(&self, state: &State, unit: Unit) -> u8 {
        let chart = state.chart(unit);
        let printed = match (self.unit(state, unit).movement, chart.parent) {
            (0, parent) if parent != Unit::NONE => self.unit(state, parent).movement,
            (movement, _) => movement,
        };
        let weariness = self.weariness(state, unit);
        if weariness == Weariness::Spent {
            return self.tables.movement.spent;
        }
        let halves = u8::from(weariness == Weariness::Tired)
            + u8::from(chart.is(mark::BEGAN_DISORGANIZED))
            + u8::from(chart.is(mark::FALTERED));
        let double = if chart.is(mark::DOUBLE) { chart.morale } else { 0 };
        (printed >> halves).max(1) + double
    }

    /// Whether a unit in this place faces all ways: in villages and towns, in trenches (T-3), and a detachment in a
    /// chateau [7.7.2a, 7.7.2b].
    #[inline]
    pub(crate) fn faces_all(&self, state: &State, unit: Unit, hex: Hex) -> bool {
        let ground = self.ground(state);
        match ground.terrain(hex) {
            Terrain::Clear => ground.trenches.contains(hex),
            Terrain::Chateau => self.arm(state, unit) == Arm::Detachment,
            terrain => terrain.is_built_up(),
        }
    }

    /// The directions a unit fronts in one of its hexes: the three before it [6.7a], or the two before each half of an
    /// extended line [16.6b] (ruling R-96).
    #[inline]
    pub(crate) fn fronts(&self, state: &State, unit: Unit, hex: Hex) -> u8 {
        if self.faces_all(state, unit, hex) {
            return ALL_ROUND;
        }
        let Chart { facing, .. } = *state.chart(unit);
        if state.chart(unit).is(mark::EXTENDED) { two_before(facing) } else { before(facing) }
    }

    /// Whether it is night: the battles of the book have none, but data may name some [1c, 13.0].
    pub(crate) fn is_night(&self, state: &State) -> bool {
        self.battle(state).nights[usize::from(state.turn) - 1]
    }

    /// Rolls a morale check: the rating or less passes [5.0a], so that a higher one is better [2.2.1e].
    pub(crate) fn roll_check(&self, morale: u8, dice: &mut impl Dice) -> Check {
        let die = dice.d6();
        Check { die, passed: die <= morale }
    }

    /// The roll of a check as it is told.
    pub(crate) fn check_roll(&self, state: &State, unit: Unit, die: u8, rating: u8) -> Roll {
        let roll = Roll::d6(format!("the morale check of {}", self.name(state, unit)), die);
        roll.hoped(self.side_of(state, unit), Wish::AtMost(rating.into()))
    }

    /// The same, of a check against the unit's morale.
    pub(crate) fn morale_roll(&self, state: &State, unit: Unit, die: u8) -> Roll {
        self.check_roll(state, unit, die, state.chart(unit).morale)
    }

    /// What happened to a unit.
    pub(crate) fn unit_event(&self, state: &State, unit: Unit, kind: EventKind, text: impl Into<String>) -> Event {
        Event::new(kind, text).side(self.side_of(state, unit)).of([self.unit(state, unit).id.clone()])
    }

    /// The chances of a morale check [5.0a].
    pub(crate) fn check_forecast(&self, rating: u8, [pass, fail]: [&str; 2], clauses: Vec<Clause>) -> Forecast {
        let passing = f64::from(rating.min(6)) / 6.0;
        let sum = Derivation::new("Morale check: this roll or less", rating, clauses);
        let chance = |outcome: &str, probability: f64| Chance { outcome: outcome.into(), probability };
        let chances = [chance(pass, passing), chance(fail, 1.0 - passing)];
        Forecast::new(sum, chances.into_iter().filter(|chance| chance.probability > 0.0).collect())
    }

    /// All hexes that are next to some.
    pub(crate) fn beside(&self, state: &State, hexes: Hexes) -> Hexes {
        let around = &self.ground(state).around;
        hexes.iter().fold(Hexes::EMPTY, |beside, hex| beside | around[hex.index()])
    }

    /// Whether an enemy unit stands next to a hex.
    #[inline]
    pub(crate) fn near_enemy(&self, state: &State, side: Side, hex: Hex) -> bool {
        self.ground(state).around[hex.index()].meets(&state.held[side.other().index()])
    }

    /// The hexes a unit lies in: one, or two for an extended line.
    #[inline]
    pub(crate) fn hexes_of(&self, state: &State, unit: Unit) -> impl Iterator<Item = Hex> + use<> {
        let Chart { hex, second, .. } = *state.chart(unit);
        [hex, second].into_iter().filter(|&hex| hex != Hex::NONE)
    }

    /// The combat units of a stack, which negate zones [6.2c]: all but guns (ruling R-13).
    pub(crate) fn combat_units_in(&self, state: &State, hex: Hex) -> Units {
        state.stack(hex).filter(|&unit| self.arm(state, unit) != Arm::Battery).collect()
    }
}

/// The three hexsides before a facing, as bits [6.7a].
#[inline]
pub(crate) const fn before(facing: u8) -> u8 {
    1 << facing | 1 << ((facing + 1) % 6) | 1 << ((facing + 5) % 6)
}

/// The two hexsides before each half of an extended line, as bits.
#[inline]
pub(crate) const fn two_before(facing: u8) -> u8 {
    1 << facing | 1 << ((facing + 1) % 6)
}

/// A morale check that was rolled.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Check {
    /// What the die showed.
    pub(crate) die: u8,
    /// Whether that was the rating or less.
    pub(crate) passed: bool,
}
