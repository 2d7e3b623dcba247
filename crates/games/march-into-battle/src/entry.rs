//! Coming onto the map from beside it (M-9).

use crate::MarchIntoBattle;
use crate::footing::Queue;
use crate::ground::IMPASSABLE;
use crate::marches::{Obstacles, Ways};
use crate::scenarios::Start;
use crate::state::{State, Unit, mark};
use hexboard::Hex;

#[engine::by_the_book]
impl MarchIntoBattle {
    /// The hexes where a unit beside the map can enter, with their price (M-9).
    pub(crate) fn enter_map(
        &self,
        state: &State,
        unit: Unit,
        obstacles: &Obstacles,
        ways: &mut Ways,
        planned: &mut Queue,
    ) {
        let ground = self.ground(state);
        let mover = self.mover(state, unit);
        let barred = |hex: Hex| {
            let disorganized = state.chart(unit).is(mark::BEGAN_DISORGANIZED) && obstacles.zones.contains(hex);
            obstacles.enemies.contains(hex) || obstacles.closed.contains(hex) || disorganized
        };
        let mut open = |hex: Hex, price: u8| {
            if price <= ways.budget && price < ways.cost[hex.index()] {
                ways.cost[hex.index()] = price;
                ways.came[hex.index()] = 6;
                ways.reached.insert(hex);
                planned.push(price, hex);
            }
        };
        let field = |hex: Hex| {
            self.tables.terrain[ground.terrain(hex) as usize]
                .movement
                .map_or(IMPASSABLE, |points| points[mover.index()])
        };
        for hex in self.entry_hexes(state, unit) {
            let zone = obstacles.zones.contains(hex);
            if !barred(hex) {
                let by_road = ground.road_off.contains(hex) && !zone && !obstacles.friends.contains(hex);
                open(hex, if by_road { self.tables.movement.road[mover.index()] } else { field(hex) });
            }
            if zone || obstacles.enemies.contains(hex) {
                let free = |&near: &Hex| !obstacles.enemies.contains(near) && !obstacles.zones.contains(near);
                for distance in 1..=2 {
                    let near = |&near: &Hex| ground.distance(hex, near) == distance;
                    let mut found = false;
                    for other in ground.border.iter().filter(near).filter(free) {
                        open(other, field(other));
                        found = true;
                    }
                    if found {
                        break;
                    }
                }
            }
        }
    }

    /// Where a unit enters.
    pub(crate) fn entry_hexes(&self, state: &State, unit: Unit) -> impl Iterator<Item = Hex> + use<'_> {
        let battle = self.battle(state);
        let entry = match battle.unit_starts[unit.index()] {
            Start::Arrives { entry, .. } => Some(usize::from(entry)),
            _ => None,
        };
        entry.into_iter().flat_map(|entry| battle.entries[entry].hexes.iter().copied())
    }
}
