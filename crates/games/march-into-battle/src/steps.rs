//! 6.2 to 6.5: what a step costs, and where it is barred.

use crate::MarchIntoBattle;
use crate::ground::{IMPASSABLE, Water};
use crate::state::{State, Unit, option};
use crate::tables::Mover;
use engine::Side;
use hexboard::Hex;

#[engine::by_the_book]
impl MarchIntoBattle {
    /// Whether the bridge on a hexside still stands (FL-1).
    pub(crate) fn bridge_stands(&self, state: &State, hex: Hex, way: usize) -> bool {
        if state.bridges == 0 {
            return true;
        }
        let Some(bridges) = &self.battle(state).bridges else { return true };
        let beyond = self.ground(state).neighbours[hex.index()][way];
        let side = if hex == bridges.hex {
            way
        } else if beyond == bridges.hex {
            (way + 3) % 6
        } else {
            return true;
        };
        state.bridges >> side & 1 == 0
    }

    /// Whether a side may use the ford of a hexside now (FL-2).
    pub(crate) fn ford_is_open(&self, state: &State, side: Side, hex: Hex, way: usize) -> bool {
        let open = |ford: &crate::scenarios::Ford| ford.side == side && state.turn >= ford.from_turn;
        self.ground(state).sides[hex.index()][way].ford && self.battle(state).ford.as_ref().is_some_and(open)
    }

    /// What one step costs: by road only from road hex to road hex and where nothing is in the way [6.3a, 6.3c, 6.4a],
    /// by the ground of the hex alone where a friend is in the way of who goes through [6.5a] (ruling R-22) or leads into an enemy zone [6.2g],
    /// else the ground and the hexside, also past friends [6.0b, 6.4b, 6.5b]. Rivers need a bridge [6.4c], mountains are closed [8.4].
    pub(crate) fn price(&self, state: &State, side: Side, mover: Mover, hex: Hex, way: usize, blocked: bool) -> u8 {
        let ground = self.ground(state);
        let hexside = ground.sides[hex.index()][way];
        let to = ground.neighbours[hex.index()][way];
        let mut price = ground.off_road(mover, hex, way);
        let field = self.tables.terrain[ground.terrain(to) as usize].movement;
        if hexside.road && (hexside.water == Water::Dry || self.bridge_stands(state, hex, way)) {
            price = if blocked {
                price.min(field.map_or(IMPASSABLE, |points| points[mover.index()]))
            } else {
                price.min(ground.by_road(mover, hex, way, state.plays(option::ROAD_SLOPES)))
            };
        }
        if hexside.ford && self.ford_is_open(state, side, hex, way) {
            let ford = self.tables.movement.ford[mover.index()];
            price = price.min(field.map_or(IMPASSABLE, |points| points[mover.index()] + ford));
        }
        price
    }

    /// What a step costs a unit, whoever stands there; `None` if the ground does not let it pass.
    pub(crate) fn step_cost(&self, state: &State, unit: Unit, hex: Hex, way: usize) -> Option<u8> {
        let to = self.ground(state).neighbours[hex.index()][way];
        if to == Hex::NONE || self.is_closed(state, unit, to) {
            return None;
        }
        let price = self.price(state, self.side_of(state, unit), self.mover(state, unit), hex, way, true);
        (price != IMPASSABLE).then_some(price)
    }

    /// Hexes a unit may never enter, by the rules of the battle (RB-4), or not yet (TH-1).
    pub(crate) fn is_closed(&self, state: &State, unit: Unit, hex: Hex) -> bool {
        let battle = self.battle(state);
        let formation = state.chart(unit).formation;
        let confined = battle.confined.iter().find(|confined| confined.formation == formation);
        let held = battle.release.as_ref().filter(|release| release.formation == formation && !self.is_released(state));
        confined.is_some_and(|confined| !confined.hexes.contains(hex))
            || held.is_some_and(|release| release.barred.contains(hex))
    }
}
