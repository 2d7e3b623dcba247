//! 6.1 Stacking.

use crate::MarchIntoBattle;
use crate::state::{State, Unit, mark};
use engine::{Event, EventKind, Habit, Side, Sink, clauses};
use hexboard::Hex;

#[engine::by_the_book]
impl MarchIntoBattle {
    /// Whether a unit may end in a hex beside the friends there: the limit of strength points holds [6.1a], whatever
    /// corps they are of [6.1b], and no extended line lies there (ruling R-97).
    pub(crate) fn has_room(&self, state: &State, unit: Unit, hex: Hex) -> bool {
        self.fits(state, self.bulk(state, unit), state.chart(unit).is(mark::EXTENDED), unit, hex)
    }

    /// The same for a unit of this size; one unit that is there already is not counted.
    fn fits(&self, state: &State, bulk: u8, extended: bool, but: Unit, hex: Hex) -> bool {
        let mut total = bulk;
        for friend in state.stack(hex).filter(|&friend| friend != but) {
            if extended || state.chart(friend).is(mark::EXTENDED) {
                return false;
            }
            total += self.bulk(state, friend);
        }
        total <= self.tables.limits.stacking
    }

    /// Whether several units that go together may end in a hex.
    pub(crate) fn has_room_for(&self, state: &State, units: crate::state::Units, hex: Hex) -> bool {
        let there = state.stack(hex).filter(|&friend| !units.contains(friend));
        let mut total: u8 = units.iter().map(|unit| self.bulk(state, unit)).sum();
        for friend in there {
            if state.chart(friend).is(mark::EXTENDED) {
                return false;
            }
            total += self.bulk(state, friend);
        }
        total <= self.tables.limits.stacking
    }

    /// The facing that all units of a stack share, if there is another unit than this one [6.1c].
    pub(crate) fn stack_facing(&self, state: &State, unit: Unit, hex: Hex) -> Option<u8> {
        state.stack(hex).find(|&friend| friend != unit).map(|friend| state.chart(friend).facing)
    }

    /// Stacks found above the limit are disorganized [6.1e] (ruling R-23).
    pub(crate) fn check_stacks(&self, state: &mut State, events: &mut impl Sink) {
        for side in Side::BOTH {
            for hex in state.held[side.index()].iter() {
                let total: u8 = state.stack(hex).map(|unit| self.bulk(state, unit)).sum();
                if total <= self.tables.limits.stacking || state.stack(hex).all(|unit| self.is_broken(state, unit)) {
                    continue;
                }
                events.note(side, Habit::Crowding, || {
                    state.all_in(hex).iter().filter(|&unit| !self.is_broken(state, unit)).count()
                });
                for unit in state.all_in(hex).iter() {
                    self.disorganize(state, unit);
                }
                events.tell(|| {
                    let text = format!("Too many troops in {}: they are disorganized.", self.label(state, hex));
                    Event::new(EventKind::Disorder, text).side(side).at([hex]).by(clauses!["6.1e"])
                });
            }
        }
    }
}
