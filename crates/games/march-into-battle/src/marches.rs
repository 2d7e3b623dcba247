//! Where units can go as things stand: worked out once for all that is asked about the same position. Who moves a unit asks where it
//! can go, then how it arrives there, and then it goes.

use crate::MarchIntoBattle;
use crate::ground::Hexes;
use crate::movement::Ways;
use crate::pieces::UNITS;
use crate::state::{Chart, State, Unit, mark};
use engine::Options;
use engine::memory::{Lent, Memory, recall};
use hexboard::Hex;
use std::cell::RefCell;

thread_local! {
    static KNOWN: Memory<Question, Ways> = const { RefCell::new(Vec::new()) };
}

/// All that the ways of a unit depend on: if it is the same again, so are they.
#[derive(PartialEq, Eq)]
pub(crate) struct Question {
    /// The number of the game's box.
    game: u64,
    unit: Unit,
    chart: Chart,
    scenario: u8,
    options: Options,
    turn: u8,
    /// The fatigue of its formation.
    level: u8,
    once: u8,
    bridges: u8,
    held: [Hexes; 2],
    /// How each unit on the map stands, as far as zones and fields of fire depend on it.
    stances: [u64; UNITS],
}

impl Question {
    fn new(game: u64, state: &State, unit: Unit) -> Question {
        let mut stances = [0; UNITS];
        for other in state.present.iter() {
            stances[usize::from(other.0)] = stance(state.chart(other));
        }
        let chart = *state.chart(unit);
        Question {
            game,
            unit,
            chart,
            scenario: state.scenario,
            options: state.options,
            turn: state.turn,
            level: state.level[usize::from(chart.formation)],
            once: state.once,
            bridges: state.bridges,
            held: state.held,
            stances,
        }
    }
}

/// A unit's hexes, its facing, its guns, and whether it is a line, in one number; 0 is nobody's.
fn stance(chart: &Chart) -> u64 {
    let Chart { hex: Hex(hex), second: Hex(second), facing, guns, .. } = *chart;
    let line = u64::from(chart.is(mark::EXTENDED));
    u64::from(hex) | u64::from(second) << 16 | u64::from(facing) << 32 | u64::from(guns) << 40 | line << 48 | 1 << 49
}

impl MarchIntoBattle {
    /// Where a unit can go with the points it has left [6.0a].
    pub(crate) fn ways(&self, state: &State, unit: Unit) -> Lent<Question, Ways> {
        let question = Question::new(self.papers.number, state, unit);
        recall(&KNOWN, question, |ways| self.find_ways(state, unit, ways), |one, other| one == other)
    }
}
