//! 10.5 Demoralization and Rally.

use crate::ClashOfGiants;
use crate::pieces::{Army, GERMAN, Piece};
use crate::state::{State, option};
use engine::{Clause, Event, EventKind, Sink};
use hexboard::Hex;

/// The Allied armies in the order in which they are looked at, so that the BEF can follow the others (ruling M4).
pub(crate) const ALLIED_ARMIES: [Army; 5] =
    [Army::FrenchSixth, Army::FrenchFifth, Army::FrenchNinth, Army::FrenchFourth, Army::Bef];

#[engine::by_the_book]
impl ClashOfGiants {
    /// The Rally Segment: from turn 5 every demoralized army is looked at, and one that rallies does so for good
    /// [marne/5.313, marne/10.52a, marne/10.52h].
    pub(crate) fn rally(&self, state: &mut State, events: &mut impl Sink) {
        for army in ALLIED_ARMIES {
            if state.rallied[army.index()] > 0 {
                continue;
            }
            let Some(clause) = self.rally_reason(state, army) else { continue };
            state.rallied[army.index()] = state.turn;
            events.tell(|| {
                let text = format!("The {} rallies.", army.title());
                Event::new(EventKind::Recovery, text).side(army.side()).by(vec![clause])
            });
        }
    }

    /// Why an army rallies now, if it does.
    pub(crate) fn rally_reason(&self, state: &State, army: Army) -> Option<Clause> {
        let theatre = self.theatre(state);
        let ground = &theatre.ground;
        let units = self.forces(state, army);
        let all = |test: &dyn Fn(Piece) -> bool| !units.is_empty() && units.iter().all(test);
        let by_place = match army {
            Army::FrenchSixth => all(&|piece| ground.camp.contains(state.hex(piece))).then_some(Clause("marne/10.52b")),
            // Between the two rivers counts (ruling M6).
            Army::FrenchFifth | Army::FrenchNinth => {
                all(&|piece| ground.south_of_rivers.contains(state.hex(piece))).then_some(Clause("marne/10.52c"))
            }
            // The row itself does not count (ruling M7).
            Army::FrenchFourth => {
                let row = theatre.tables.west.command.fourth_army_row;
                let south = |piece: Piece| ground.board().column_row(state.hex(piece)).1 > row;
                all(&south).then_some(Clause("marne/10.52d"))
            }
            Army::Bef => {
                let both = [Army::FrenchSixth, Army::FrenchFifth].iter().all(|army| state.rallied[army.index()] > 0);
                both.then_some(Clause("marne/10.52e"))
            }
            _ => None,
        };
        // Out of touch with the enemy [marne/10.52f] (ruling M5).
        by_place.or_else(|| (!self.is_in_touch(state, army)).then_some(Clause("marne/10.52f")))
    }

    /// Whether a supplied unit of an army stands next to a supplied German one [marne/10.52f]; by the switch Start Hexes
    /// do not count (ruling M8).
    fn is_in_touch(&self, state: &State, army: Army) -> bool {
        let theatre = self.theatre(state);
        let apart = |hex: Hex| state.options.has(option::START_APART) && theatre.ground.start_hexes.contains(hex);
        self.forces(state, army).iter().filter(|&piece| state.is_supplied(piece)).any(|piece| {
            let hex = state.hex(piece);
            !apart(hex)
                && theatre.near(hex).any(|near| {
                    state.holds(GERMAN, near) && !apart(near) && state.stack(near).any(|enemy| state.is_supplied(enemy))
                })
        })
    }

    /// Whether all armies beside a French one had rallied before this turn [marne/10.51d] (ruling M42).
    pub(crate) fn are_neighbours_rallied(&self, state: &State, army: Army) -> bool {
        let beside: &[Army] = match army {
            Army::FrenchSixth => &[Army::FrenchFifth],
            Army::FrenchFifth => &[Army::FrenchSixth, Army::FrenchNinth],
            Army::FrenchNinth => &[Army::FrenchFifth, Army::FrenchFourth],
            Army::FrenchFourth => &[Army::FrenchNinth],
            _ => return true,
        };
        beside.iter().all(|army| (1..state.turn).contains(&state.rallied[army.index()]))
    }
}
