//! What searches need fast: the price of every step, and who stands where, worked out once for a battle.

use crate::MarchIntoBattle;
use crate::ground::{HEXES, IMPASSABLE, Water};
use crate::pieces::{Arm, UNITS};
use crate::scenarios::Scenario;
use crate::state::{Unit, Units};
use crate::tables::{Mover, Tables};
use engine::Side;
use hexboard::Hex;

/// A step whose price depends on the state: a ford, or a bridge that can be destroyed.
pub(crate) const SPECIAL: u8 = IMPASSABLE - 1;
/// The most movement points that anything has: horse at double time.
pub(crate) const MOST: usize = 48;

/// The prices of the six steps out of a hex: with the way open, and with a friend or an enemy zone beyond.
type Row = [[u8; 2]; 6];

/// A battle's steps and counters in flat tables.
#[derive(Debug)]
pub(crate) struct Footing {
    /// By whether slopes count on roads, by mover, by hex.
    steps: [[Vec<Row>; 3]; 2],
    /// The arm of each unit.
    pub arms: [Arm; UNITS],
    /// The units of each side.
    pub own: [Units; 2],
    /// All cavalry.
    pub cavalry: Units,
}

impl Footing {
    /// Works out the tables of a battle.
    pub fn new(battle: &Scenario, tables: &Tables) -> Footing {
        let ground = &battle.ground;
        let price = |mover: Mover, hex: Hex, way: usize, slopes: bool, blocked: bool| {
            let side = ground.sides[hex.index()][way];
            let to = ground.neighbours[hex.index()][way];
            let bridged = |end: Hex| battle.bridges.as_ref().is_some_and(|bridges| bridges.hex == end);
            if to == Hex::NONE {
                return IMPASSABLE;
            }
            if side.ford || (side.water == Water::River && side.road && (bridged(hex) || bridged(to))) {
                return SPECIAL;
            }
            let off_road = ground.off_road(mover, hex, way);
            let field = tables.terrain[ground.terrain(to) as usize].movement;
            match (side.road, blocked) {
                (false, _) => off_road,
                (true, true) => off_road.min(field.map_or(IMPASSABLE, |points| points[mover.index()])),
                (true, false) => off_road.min(ground.by_road(mover, hex, way, slopes)),
            }
        };
        let steps = [false, true].map(|slopes| {
            Mover::ALL.map(|mover| {
                let row = |hex: Hex| {
                    std::array::from_fn(|way| [false, true].map(|blocked| price(mover, hex, way, slopes, blocked)))
                };
                ground.board().sheet().map(row).collect()
            })
        });
        let units = || battle.units.iter().enumerate().map(|(index, unit)| (Unit(index as u8), unit));
        let mut arms = [Arm::Battery; UNITS];
        units().for_each(|(unit, data)| arms[unit.index()] = data.arm);
        Footing {
            steps,
            arms,
            own: Side::BOTH.map(|side| units().filter(|(_, data)| data.side == side).map(|(unit, _)| unit).collect()),
            cavalry: units().filter(|(_, data)| data.arm.is_cavalry()).map(|(unit, _)| unit).collect(),
        }
    }

    /// The prices of the steps out of a hex.
    #[inline]
    pub fn row(&self, slopes: bool, mover: Mover, hex: Hex) -> &Row {
        &self.steps[usize::from(slopes)][mover.index()][hex.index()]
    }
}

/// Hexes to be visited, by what it costs to get there.
pub(crate) struct Queue {
    heads: [u16; MOST],
    nodes: [(u16, u16); 6 * HEXES],
    used: u16,
}

const END: u16 = u16::MAX;

impl Queue {
    /// Nothing is planned.
    pub fn new() -> Queue {
        Queue { heads: [END; MOST], nodes: [(0, END); 6 * HEXES], used: 0 }
    }

    /// Plans a visit: a hex becomes cheaper at most once from each neighbour.
    #[inline]
    pub fn push(&mut self, cost: u8, hex: Hex) {
        let (at, cost) = (usize::from(self.used), usize::from(cost));
        if at < self.nodes.len() && cost < MOST {
            self.nodes[at] = (hex.0, self.heads[cost]);
            self.heads[cost] = self.used;
            self.used += 1;
        }
    }

    /// The next hex to be visited at this cost.
    #[inline]
    pub fn pop(&mut self, cost: u8) -> Option<Hex> {
        let head = self.heads[usize::from(cost)];
        if head == END {
            return None;
        }
        let (hex, next) = self.nodes[usize::from(head)];
        self.heads[usize::from(cost)] = next;
        Some(Hex(hex))
    }
}

impl MarchIntoBattle {
    /// The flat tables of the battle that is played.
    #[inline]
    pub(crate) fn footing(&self, state: &crate::state::State) -> &Footing {
        &self.footings[usize::from(state.scenario)]
    }
}

const _: () = assert!(UNITS <= 64);
