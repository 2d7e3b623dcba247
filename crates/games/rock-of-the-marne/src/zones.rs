//! Zones of control (series chapter 4), and how units come to a hex and leave it.

use crate::RockOfTheMarne;
use crate::ground::Crossing;
use crate::pieces::{ALLIED, Class, GERMAN, Piece};
use crate::state::{State, option, side_of};
use engine::Side;
use hexboard::{Direction, Hex};

#[engine::by_the_book]
impl RockOfTheMarne {
    /// What the side of a counter that is up prints.
    #[inline]
    pub(crate) fn face(&self, state: &State, piece: Piece) -> crate::pieces::Face {
        self.pieces.face(piece, state.flipped.contains(piece))
    }

    /// Whether a unit is a tank that runs [1.8a]; a Broken Down one moves and fights by its back [1.8d].
    #[inline]
    pub(crate) fn is_functional_tank(&self, state: &State, piece: Piece) -> bool {
        self.pieces.class(piece) == Class::Tank && !state.flipped.contains(piece)
    }

    /// Puts a unit on top of a hex, but under Functional tanks if it is none [1.8f, scs/5.5].
    pub(crate) fn put(&self, state: &mut State, piece: Piece, hex: Hex) {
        let above = match self.is_functional_tank(state, piece) {
            true => None,
            false => state.stack(hex).take_while(|&other| self.is_functional_tank(state, other)).last(),
        };
        state.put_under(piece, hex, above);
        self.enter_ground(state, side_of(piece), hex);
        self.refresh(state, side_of(piece), hex);
    }

    /// Takes a unit off the map.
    pub(crate) fn lift(&self, state: &mut State, piece: Piece) {
        let hex = state.hex(piece);
        state.take_out(piece);
        self.refresh(state, side_of(piece), hex);
    }

    /// A side was the last to enter a hex (ruling 36).
    #[inline]
    pub(crate) fn enter_ground(&self, state: &mut State, side: Side, hex: Hex) {
        if side == GERMAN {
            state.german_ground.insert(hex);
        } else {
            state.german_ground.remove(hex);
        }
    }

    /// The side that was the last to enter a hex.
    pub(crate) fn controller(&self, state: &State, hex: Hex) -> Side {
        if state.german_ground.contains(hex) { GERMAN } else { ALLIED }
    }

    /// Works the zones around a hex out anew, if what stands there has gained or lost one. Units with an attack
    /// strength have one at all times, in supply or not [scs/4.0a, 1.3f-3]; HQs and machine guns have none [scs/4.0b].
    fn refresh(&self, state: &mut State, side: Side, hex: Hex) {
        let held = state.held[side.index()].contains(hex);
        let armed = held && state.stack(hex).any(|piece| self.face(state, piece).attack > 0);
        let changed = if armed { state.armed[side.index()].insert(hex) } else { state.armed[side.index()].remove(hex) };
        if changed {
            for (_, next) in self.ground.board().neighbours(hex) {
                self.refresh_zone(state, side, next);
            }
        }
    }

    /// Works out anew whether a hex is in a side's zone of control.
    pub(crate) fn refresh_zone(&self, state: &mut State, side: Side, hex: Hex) {
        let reached = self.zone_sources(state, side, hex).next().is_some();
        if reached {
            state.zoc[side.index()].insert(hex);
        } else {
            state.zoc[side.index()].remove(hex);
        }
    }

    /// The hexes from which a side's zone of control reaches a hex.
    #[inline]
    pub(crate) fn zone_sources(&self, state: &State, side: Side, hex: Hex) -> impl Iterator<Item = Hex> {
        let around = self.ground.board().neighbours(hex);
        let reaches = move |&(way, from): &(Direction, Hex)| {
            state.armed[side.index()].contains(from) && self.zone_passes(state, hex, way)
        };
        around.filter(reaches).map(|(_, from)| from)
    }

    /// A zone reaches over rivers and bridges, but not over the Marne without a bridge [scs/4.0c] (ruling 65).
    #[inline]
    fn zone_passes(&self, state: &State, hex: Hex, way: Direction) -> bool {
        self.ground.crossing(hex, way).is_none_or(|crossing| self.is_bridged(state, crossing))
    }

    /// Whether a hexside of the Marne has a printed bridge or an assault bridge that is whole.
    #[inline]
    pub(crate) fn is_bridged(&self, state: &State, crossing: Crossing) -> bool {
        self.has_printed_bridge(state, crossing)
            || state.bridge_on(crossing).is_some_and(|bridge| state.bridges[bridge].intact)
    }

    /// Whether a bridge is printed on a hexside of the Marne, and stands.
    pub(crate) fn has_printed_bridge(&self, state: &State, crossing: Crossing) -> bool {
        self.ground.crossings()[crossing.index()].printed
            && !(state.has(option::BLOWN_BRIDGES) && self.ground.blown.contains(&crossing))
    }

    /// Whether a side can use a bridge over a hexside of the Marne (ruling 57).
    #[inline]
    pub(crate) fn may_cross(&self, state: &State, side: Side, crossing: Crossing) -> bool {
        self.has_printed_bridge(state, crossing)
            || ((side == GERMAN || !state.has(option::GERMAN_BRIDGES)) && self.is_bridged(state, crossing))
    }

    /// Whether a hex is in an enemy zone of control.
    #[inline]
    pub(crate) fn in_enemy_zone(&self, state: &State, side: Side, hex: Hex) -> bool {
        state.zoc[side.other().index()].contains(hex)
    }

    /// A bridge was laid, lifted, destroyed or repaired: zones change on both banks.
    pub(crate) fn bridge_changed(&self, state: &mut State, crossing: Crossing) {
        for bank in self.banks(crossing) {
            Side::BOTH.into_iter().for_each(|side| self.refresh_zone(state, side, bank));
        }
    }

    /// Whether the game is played in a hex: the map, or the scenario's part of it [scs/3.1i].
    #[inline]
    pub(crate) fn in_area(&self, state: &State, hex: Hex) -> bool {
        self.scenario(state).area.contains(hex)
    }
}
