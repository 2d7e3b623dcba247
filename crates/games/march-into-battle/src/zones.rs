//! 6.2 Zones of Control.

use crate::MarchIntoBattle;
use crate::ground::Hexes;
use crate::pieces::Arm;
use crate::state::{State, Unit};
use engine::Side;
use hexboard::Hex;

#[engine::by_the_book]
impl MarchIntoBattle {
    /// The directions into which a unit exerts its zone from one of its hexes: each cavalry unit all round [6.2a], infantry
    /// only with batteries [6.2b], a Grand Battery before its front (ruling R-14).
    #[inline]
    pub(crate) fn zone_bits(&self, state: &State, unit: Unit, hex: Hex) -> u8 {
        let ground = self.ground(state);
        match self.arm(state, unit) {
            Arm::LightCavalry | Arm::HeavyCavalry => ground.zone(true, hex),
            _ if state.chart(unit).guns == 0 => 0,
            Arm::Battery => ground.zone(false, hex) & self.fronts(state, unit, hex),
            Arm::Infantry | Arm::Detachment => ground.zone(false, hex),
        }
    }

    /// The hexes in the zones of a side's units; of its cavalry alone for the eyes of cavalry [6.2i].
    pub(crate) fn zones(&self, state: &State, side: Side, cavalry_alone: bool) -> Hexes {
        let mut zones = Hexes::EMPTY;
        let footing = self.footing(state);
        let mut units = footing.own[side.index()].and(state.present);
        if cavalry_alone {
            units = units.and(footing.cavalry);
        }
        for unit in units.iter() {
            let cavalry = footing.cavalry.contains(unit);
            for hex in self.hexes_of(state, unit) {
                if self.arm(state, unit) == Arm::Battery {
                    self.spread(state, self.zone_bits(state, unit, hex), hex, &mut zones);
                } else if cavalry || state.chart(unit).guns > 0 {
                    zones |= *footing.zone(cavalry, hex);
                }
            }
        }
        zones
    }

    /// Adds the neighbours in these directions.
    #[inline]
    pub(crate) fn spread(&self, state: &State, bits: u8, hex: Hex, into: &mut Hexes) {
        let around = &self.ground(state).neighbours[hex.index()];
        let mut bits = bits;
        while bits != 0 {
            into.insert(around[bits.trailing_zeros() as usize]);
            bits &= bits - 1;
        }
    }

    /// The hexes with combat units of a side, but for one unit: there enemy zones do not count, so that
    /// others walk past [6.2c, DN.4] (ruling R-13).
    pub(crate) fn screened(&self, state: &State, side: Side, but: Unit) -> Hexes {
        let footing = self.footing(state);
        let mut hexes = state.held[side.index()];
        let batteries = footing.own[side.index()].and(footing.batteries).and(state.present);
        let itself = (but != Unit::NONE).then_some(but);
        for hex in batteries.iter().chain(itself).flat_map(|unit| self.hexes_of(state, unit)) {
            if state.stack(hex).all(|unit| unit == but || batteries.contains(unit)) {
                hexes.remove(hex);
            }
        }
        hexes
    }

    /// The enemy zones that count for a unit: of cavalry alone if it is cavalry [6.2i], and not where another friend
    /// stands [6.2c].
    pub(crate) fn enemy_zones(&self, state: &State, unit: Unit) -> Hexes {
        let side = self.side_of(state, unit);
        self.zones(state, side.other(), self.is_cavalry(state, unit)) - self.screened(state, side, unit)
    }
}
