//! 9.6.2 EN: Engaged units.

use crate::MiracleOnTheMarne;
use crate::pieces::Piece;
use crate::state::State;
use engine::{Event, EventKind, Sink, clauses};
use hexboard::{Direction, Hex};

#[engine::by_the_book]
impl MiracleOnTheMarne {
    /// Engages the attackers and the defenders of the attacked hex with each other [9.6.2.EN-a]: each unit that takes part,
    /// and nobody else (ruling R52); with the garrison of Paris too [13.1.4a] (ruling R57).
    pub(crate) fn engage(&self, state: &mut State, events: &mut impl Sink) {
        let target = state.target;
        let mut from = 0u8;
        for unit in self.attackers(state, target).iter() {
            let way = state.aims[unit.index()] - 1;
            state.locked[unit.index()] |= 1 << way;
            from |= 1 << opposite(way);
        }
        for unit in self.defenders(state).iter() {
            state.locked[unit.index()] |= from;
        }
        events.tell(|| {
            let text = format!("The attackers are Engaged with {}.", self.ground.label(target));
            Event::new(EventKind::Result, text).side(state.active).at([target]).by(clauses!["9.6.2.EN-a"])
        });
    }

    /// Ends every engagement of a hex: an attack on it gave another result than EN [9.6.2.EN-d] (rulings R53, R54).
    pub(crate) fn disengage(&self, state: &mut State, hex: Hex) {
        for unit in state.units_in(hex).iter() {
            state.locked[unit.index()] = 0;
        }
        for (way, &near) in self.near.all_six(hex).iter().enumerate() {
            if near != Hex::NONE {
                for unit in state.units_in(near).iter() {
                    state.locked[unit.index()] &= !(1 << opposite(way as u8));
                }
            }
        }
    }

    /// Ends the engagements with a hex in which nobody is left at the other end (ruling R53).
    pub(crate) fn loosen(&self, state: &mut State, hex: Hex) {
        if self.is_garrisoned(state, hex) {
            return;
        }
        let there = state.units_in(hex);
        for (way, &near) in self.near.all_six(hex).iter().enumerate() {
            let held = near != Hex::NONE && there.iter().any(|unit| state.locked[unit.index()] >> way & 1 == 1);
            if near != Hex::NONE && !held {
                for unit in state.units_in(near).iter() {
                    state.locked[unit.index()] &= !(1 << opposite(way as u8));
                }
            }
        }
    }

    /// The hexes that a unit is Engaged with.
    pub(crate) fn engaged_with(&self, state: &State, unit: Piece) -> impl Iterator<Item = Hex> {
        let (six, locked) = (*self.near.all_six(state.hex(unit)), state.locked[unit.index()]);
        (0..6).filter(move |way| locked >> way & 1 == 1).map(move |way| six[way]).filter(|&hex| hex != Hex::NONE)
    }
}

/// The way back.
fn opposite(way: u8) -> u8 {
    Direction::ALL[usize::from(way)].opposite().index() as u8
}
