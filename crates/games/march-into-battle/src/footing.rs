//! What searches need fast: the price of every step, and who stands where, worked out once for a battle.

use crate::MarchIntoBattle;
use crate::ground::{HEXES, Hexes, IMPASSABLE, Water};
use crate::pieces::{Arm, UNITS};
use crate::scenarios::Scenario;
use crate::state::{Unit, Units};
use crate::tables::{Mover, Tables};
use engine::Side;
use hexboard::{Costs, Hex};

/// A step whose price depends on the state: a ford, or a bridge that can be destroyed.
pub(crate) const SPECIAL: u8 = Costs::ASKED;
/// The most movement points that anything has: horse at double time.
pub(crate) const MOST: usize = 48;

/// The prices of the six steps out of a hex: with the way open, and with a friend or an enemy zone beyond.
type Row = [[u8; 2]; 6];

/// A battle's steps and counters in flat tables.
#[derive(Debug)]
pub(crate) struct Footing {
    /// By whether slopes count on roads, by mover, by hex.
    steps: [[Vec<Row>; 3]; 2],
    /// The steps of leaders, by whether slopes count on roads: zones and friends do not hinder them.
    rides: [Costs; 2],
    /// The arm of each unit.
    pub arms: [Arm; UNITS],
    /// The units of each side.
    pub own: [Units; 2],
    /// All cavalry.
    pub cavalry: Units,
    /// All Grand Batteries.
    pub batteries: Units,
    /// Hexes with lower ground beside them.
    pub heights: Hexes,
    /// The hexes into which infantry and cavalry in each hex exert their zones.
    zones: [Vec<Hexes>; 2],
}

#[engine::by_the_book]
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
        let rides = [false, true].map(|slopes| {
            Costs::new(ground.board(), |hex, way, _| Some(price(Mover::Leader, hex, way.index(), slopes, false)))
        });
        let units = || battle.units.iter().enumerate().map(|(index, unit)| (Unit(index as u8), unit));
        let mut arms = [Arm::Battery; UNITS];
        units().for_each(|(unit, data)| arms[unit.index()] = data.arm);
        Footing {
            steps,
            rides,
            arms,
            own: Side::BOTH.map(|side| units().filter(|(_, data)| data.side == side).map(|(unit, _)| unit).collect()),
            zones: [false, true].map(|cavalry| {
                let zone = |hex: Hex| {
                    let ways = (0..6).filter(|way| ground.zone(cavalry, hex) >> way & 1 == 1);
                    ways.map(|way| ground.neighbours[hex.index()][way]).collect()
                };
                ground.board().sheet().map(zone).collect()
            }),
            cavalry: units().filter(|(_, data)| data.arm.is_cavalry()).map(|(unit, _)| unit).collect(),
            batteries: units().filter(|(_, data)| data.arm == Arm::Battery).map(|(unit, _)| unit).collect(),
            heights: ground.board().sheet().filter(|&hex| ground.level(hex) > 0 && ground.lower(hex) != 0).collect(),
        }
    }

    /// The hexes into which a unit here exerts its zone all around [6.2a, 6.2b].
    #[inline]
    pub fn zone(&self, cavalry: bool, hex: Hex) -> &Hexes {
        &self.zones[usize::from(cavalry)][hex.index()]
    }

    /// The prices of a leader's steps.
    pub fn rides(&self, slopes: bool) -> &Costs {
        &self.rides[usize::from(slopes)]
    }

    /// Whether a step costs the same whoever stands where it leads: no road and no ford.
    #[inline]
    pub fn is_open_country(&self, slopes: bool, mover: Mover, hex: Hex, way: usize) -> bool {
        let [open, blocked] = self.row(slopes, mover, hex)[way];
        open == blocked && open != SPECIAL
    }

    /// The prices of the steps out of a hex.
    #[inline]
    pub fn row(&self, slopes: bool, mover: Mover, hex: Hex) -> &Row {
        &self.steps[usize::from(slopes)][mover.index()][hex.index()]
    }
}

/// Hexes to be visited, by what it costs to get there: a set of bits for each cost.
pub(crate) struct Queue {
    buckets: [Bucket; MOST],
}

/// The hexes planned at one cost, as bits.
type Bucket = [u64; HEXES.div_ceil(64)];

impl Queue {
    /// Nothing is planned.
    pub fn new() -> Queue {
        Queue { buckets: [[0; HEXES.div_ceil(64)]; MOST] }
    }

    /// Plans a visit. Every step costs something, so nothing is added to the bucket that is being worked off.
    #[inline]
    pub fn push(&mut self, cost: u8, hex: Hex) {
        self.buckets[usize::from(cost)][hex.index() / 64] |= 1 << (hex.index() % 64);
    }

    /// The hexes to be visited at this cost.
    #[inline]
    pub fn at(&self, cost: u8) -> impl Iterator<Item = Hex> + use<> {
        let bucket = self.buckets[usize::from(cost)];
        (0..bucket.len()).flat_map(move |word| {
            let mut bits = bucket[word];
            std::iter::from_fn(move || {
                let low = bits.trailing_zeros();
                bits &= bits.checked_sub(1)?;
                Some(Hex((word * 64) as u16 + low as u16))
            })
        })
    }

    /// Whether nothing is planned at this cost.
    #[inline]
    pub fn is_empty(&self, cost: u8) -> bool {
        self.buckets[usize::from(cost)].iter().all(|&word| word == 0)
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
