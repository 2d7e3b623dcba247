//! 10.1, 10.2 Stragglers come back, and smashed units rally.

use crate::MarchIntoBattle;
use crate::ground::Hexes;
use crate::state::{Category, Cause, Place, State, Step, Unit, mark, option};
use crate::status::Check;
use engine::{Dice, EventKind, Forecast, Refusal, Sink, clauses};

#[engine::by_the_book]
impl MarchIntoBattle {
    /// Whether a unit can try to recover a straggler step: once a turn, and none that was lost in this turn
    /// [10.1a, 10.1c, 10.1f] (ruling R-87). There is always supply [10.1b, 12.0].
    pub(crate) fn can_recover(&self, state: &State, unit: Unit) -> bool {
        let chart = state.chart(unit);
        let delayed = if state.plays(option::QUICK_RECOVERY) { 0 } else { chart.fresh };
        chart.place == Place::Map
            && matches!(chart.category, Category::None | Category::Stationary | Category::Rest)
            && !chart.is(mark::MOVED)
            && !chart.is(mark::TRIED)
            && chart.stragglers > delayed
    }

    pub(crate) fn check_recover(&self, state: &State, unit: Unit) -> Result<(), Refusal> {
        if self.can_recover(state, unit) {
            return Ok(());
        }
        let (name, chart) = (self.name(state, unit), state.chart(unit));
        if chart.is(mark::TRIED) {
            return Err(Refusal::new(clauses!["10.1c", "10.1h"], format!("{name} has tried in this turn")));
        }
        if chart.stragglers > 0 && chart.fresh > 0 && !chart.is(mark::MOVED) {
            let reason = format!("{name} lost its stragglers in this turn");
            return Err(Refusal::new(clauses!["10.1f"], reason));
        }
        if chart.stragglers == 0 {
            return Err(Refusal::new(clauses!["10.1a"], format!("{name} has no stragglers")));
        }
        Err(Refusal::new(clauses!["10.1a", "4.1b"], format!("{name} moves or fights and recovers nobody")))
    }

    /// The rating for recovery: cavalry has one more [10.1d], everybody two more at night [10.1e].
    pub(crate) fn recovery_rating(&self, state: &State, unit: Unit) -> u8 {
        let limits = &self.tables.limits;
        let cavalry = if self.is_cavalry(state, unit) { limits.cavalry_recovery } else { 0 };
        let night = if self.is_night(state) { limits.night_recovery } else { 0 };
        state.chart(unit).morale + cavalry + night
    }

    /// The chances of recovery.
    pub(crate) fn recovery_forecast(&self, state: &State, unit: Unit) -> Forecast {
        let outcomes = ["recovers a step", "recovers nobody"];
        self.check_forecast(self.recovery_rating(state, unit), outcomes, clauses!["10.1g", "10.1d", "5.0a"])
    }

    /// A unit tries to bring back a straggler step [10.1g, 10.1h].
    pub(crate) fn recover(&self, state: &mut State, unit: Unit, dice: &mut impl Dice, events: &mut impl Sink) {
        let rating = self.recovery_rating(state, unit);
        let check = self.roll_check(rating, dice);
        let passed = check.passed;
        let chart = state.chart_mut(unit);
        chart.set(mark::TRIED);
        if chart.category == Category::None {
            chart.category = Category::Stationary;
        }
        if passed {
            chart.stragglers -= 1;
            chart.fresh = chart.fresh.min(chart.stragglers);
            chart.steps += 1;
        }
        state.step = Step::Settle(unit);
        self.tell_recovery(state, unit, (check, rating), events);
    }

    fn tell_recovery(&self, state: &State, unit: Unit, (check, rating): (Check, u8), events: &mut impl Sink) {
        let label = if check.passed { "recovers a step" } else { "recovers nobody" };
        events.tell(|| {
            let text = format!("{} rolls {} and {label}.", self.name(state, unit), check.die);
            let event = self.unit_event(state, unit, EventKind::Recovery, text);
            event
                .rolled([self.check_roll(state, unit, check.die, rating)])
                .by(clauses!["10.1g", "10.1h", "5.0a"])
                .outcome(label)
        });
    }

    /// A smashed unit checks: it is back with one step [10.2e], or tires and goes back two hexes [10.2f] (ruling R-82).
    pub(crate) fn rally(&self, state: &mut State, unit: Unit, dice: &mut impl Dice, events: &mut impl Sink) {
        let rating = self.recovery_rating(state, unit);
        let check = self.roll_check(rating, dice);
        let passed = check.passed;
        let chart = state.chart_mut(unit);
        chart.set(mark::FINISHED | mark::TRIED | mark::PICKED);
        chart.category = Category::Stationary;
        state.step = Step::Idle;
        self.tell_recovery(state, unit, (check, rating), events);
        let chart = state.chart_mut(unit);
        if passed {
            chart.clear(mark::SMASHED);
            chart.stragglers -= 1;
            chart.fresh = chart.fresh.min(chart.stragglers);
            chart.steps = 1;
            // It holds its hex again.
            let hex = chart.hex;
            return self.pass(state, unit, hex);
        }
        self.tire(state, unit, self.tables.fatigue.failed_recovery);
        let hex = state.chart(unit).hex;
        let units = [unit].into_iter().collect();
        self.start_flight(state, Cause::Failed, units, hex, Hexes::EMPTY, self.tables.limits.smashed_retreat);
    }
}
