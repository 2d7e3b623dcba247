//! 6.10 Bridges that may be destroyed (FL-1).

use crate::MarchIntoBattle;
use crate::action::{Action, Facing};
use crate::ground::Water;
use crate::state::{Category, State, Step, Unit, mark};
use crate::status::Check;
use engine::{Dice, EventKind, Forecast, Refusal, Sink, Words, clauses};

#[engine::by_the_book]
impl MarchIntoBattle {
    /// The directions in which a unit can destroy a bridge: from the town, with no enemy beside it (FL-1) [6.10].
    pub(crate) fn can_destroy(&self, state: &State, unit: Unit, way: u8) -> bool {
        let Some(bridges) = &self.battle(state).bridges else { return false };
        let hex = bridges.hex;
        let hexside = self.ground(state).sides[hex.index()][usize::from(way)];
        self.side_of(state, unit) == bridges.side
            && state.on_map(unit)
            && state.chart(unit).hex == hex
            && hexside.road
            && hexside.water == Water::River
            && state.bridges >> way & 1 == 0
            && !state.chart(unit).is(mark::LABOURED)
            && !self.near_enemy(state, bridges.side, hex)
    }

    pub(crate) fn list_bridges(&self, state: &State, unit: Unit, out: &mut Vec<Action>) {
        if self.battle(state).bridges.is_some() {
            out.extend((0..6).filter(|&way| self.can_destroy(state, unit, way)).map(|way| Action::Bridge(Facing(way))));
        }
    }

    pub(crate) fn check_bridge(&self, state: &State, unit: Unit, way: u8) -> Result<(), Refusal> {
        if self.may_be_stationary(state, unit) && self.can_destroy(state, unit, way) {
            return Ok(());
        }
        let reason = format!("{} can destroy no bridge there now", self.name(state, unit));
        Err(Refusal::new(clauses!["6.10", "6.11"], reason))
    }

    /// A bridge to destroy.
    pub(crate) fn bridge_words(&self, state: &State, way: u8) -> Words {
        Words::new(format!("destroy the bridge to the {}", self.facing_name(state, way))).rolls(true)
    }

    /// The chances to destroy a bridge.
    pub(crate) fn bridge_forecast(&self, state: &State, unit: Unit) -> Forecast {
        let outcomes = ["the bridge is down", "the bridge stands"];
        self.check_forecast(state.chart(unit).morale, outcomes, clauses!["6.10", "5.0a"])
    }

    /// A unit tries to destroy a bridge.
    pub(crate) fn destroy_bridge(
        &self,
        state: &mut State,
        unit: Unit,
        way: u8,
        dice: &mut impl Dice,
        events: &mut impl Sink,
    ) {
        let Check { die, passed } = self.roll_check(state.chart(unit).morale, dice);
        if passed {
            state.bridges |= 1 << way;
        }
        let chart = state.chart_mut(unit);
        chart.category = Category::Stationary;
        // One try in an activation.
        chart.set(mark::LABOURED);
        state.step = Step::Settle(unit);
        let label = if passed { "the bridge is down" } else { "the bridge stands" };
        events.tell(|| {
            let text = format!("{} rolls {die}: {label}.", self.name(state, unit));
            let event = self.unit_event(state, unit, EventKind::Bridge, text).at([state.chart(unit).hex]);
            event.rolled([self.morale_roll(state, unit, die)]).by(clauses!["6.10", "5.0a"]).outcome(label)
        });
    }
}
