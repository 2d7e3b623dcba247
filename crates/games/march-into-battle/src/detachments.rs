//! 10.3 Detachments.

use crate::MarchIntoBattle;
use crate::action::Action;
use crate::marches::Ways;
use crate::pieces::Arm;
use crate::state::{Category, Chart, Place, State, Step, Unit, mark, option};
use engine::{Event, EventKind, Refusal, Sink, clauses};
use hexboard::Hex;

#[engine::by_the_book]
impl MarchIntoBattle {
    /// The counter with which a division could detach, if its corps has one to spare [10.3a, 10.3b].
    fn spare_counter(&self, state: &State, unit: Unit) -> Option<Unit> {
        let corps = self.unit(state, unit).corps?;
        let counter = Unit(self.battle(state).corps[usize::from(corps)].counter);
        let used = matches!(state.chart(counter).place, Place::Map | Place::Waiting | Place::Exited);
        (!used && self.arm(state, unit).is_division()).then_some(counter)
    }

    /// Whether a division can detach so many steps at this moment of its movement [10.3c, 10.3d, 10.3f].
    pub(crate) fn can_detach(&self, state: &State, unit: Unit, steps: u8) -> bool {
        let chart = state.chart(unit);
        (1..=self.tables.limits.detachment_steps).contains(&steps)
            && chart.place == Place::Map
            && matches!(chart.category, Category::None | Category::Mobile)
            && !chart.is(mark::EXTENDED)
            && !chart.is(mark::SMASHED)
            && chart.steps >= 2 * steps
            && self.spare_counter(state, unit).is_some()
    }

    /// Detaching, rejoining and forming a line, where the unit stands.
    pub(crate) fn list_forms(&self, state: &State, unit: Unit, out: &mut Vec<Action>) {
        let most = self.tables.limits.detachment_steps;
        out.extend((1..=most).filter(|&steps| self.can_detach(state, unit, steps)).map(Action::Detach));
        if self.can_rejoin(state, unit, state.chart(unit).hex) {
            out.push(Action::Rejoin);
        }
        self.list_extensions(state, unit, out);
    }

    /// Whether a unit that has a hex in mind could do something there before it ends its move: then it may halt. A brigade is
    /// detached anywhere on the way [10.3f], among friends too; a line is formed in a hex of its own [6.1c].
    pub(crate) fn can_halt(&self, state: &State, unit: Unit, hex: Hex, ways: &Ways) -> bool {
        let chart = state.chart(unit);
        let Some(way) = ways.through(hex) else { return false };
        let free = state.stack(hex).all(|mate| mate == unit);
        let stepped = chart.place == Place::Map || chart.place == Place::Waiting;
        let detaches = chart.steps >= 2
            && !chart.is(mark::SMASHED)
            && self.spare_counter(state, unit).is_some()
            && self.can_fall_in(state, unit, hex, way, ways);
        let extends = free && self.may_extend(state, unit) && way.0 + 2 <= ways.budget;
        stepped && !ways.fields().contains(hex) && (detaches || extends)
    }

    /// Whether a unit that comes to a hex for so many points in this direction could still face as the stack there does
    /// [6.1c, 6.1d]; who enters the map there faces as he likes (ruling R-19).
    fn can_fall_in(&self, state: &State, unit: Unit, hex: Hex, (cost, last): (u8, u8), ways: &Ways) -> bool {
        let shared = self.stack_facing(state, unit, hex);
        let turns = last < 6 && shared.is_some_and(|shared| shared != last);
        !turns || cost + self.tables.movement.facing <= ways.budget
    }

    /// A unit halts on its way, to do something else or to go on. Through friends on a road it has gone by the ground
    /// [6.5a].
    pub(crate) fn halt(&self, state: &mut State, unit: Unit, hex: Hex, events: &mut impl Sink) {
        let ways = self.ways(state, unit);
        if let Some(way) = ways.through(hex) {
            self.march(state, unit, hex, way, &ways, events);
        }
        state.step = Step::Act(unit);
    }

    pub(crate) fn check_detach(&self, state: &State, unit: Unit, steps: u8) -> Result<(), Refusal> {
        if self.can_detach(state, unit, steps) {
            return Ok(());
        }
        let name = self.name(state, unit);
        if self.spare_counter(state, unit).is_none() {
            let reason = format!("the corps of {name} has no detachment to spare");
            return Err(Refusal::new(clauses!["10.3a", "10.3b"], reason));
        }
        let reason = format!("{name} detaches one or two steps while it moves, and no more than it keeps");
        Err(Refusal::new(clauses!["10.3c", "10.3d", "10.3f"], reason))
    }

    /// A division detaches: the new unit has its morale and its fatigue, no guns, and the movement points that are left
    /// [10.3c, 10.3e, 10.3j] (ruling R-84). Among friends it faces as they do, and pays for it as others would [6.1c, 6.8c].
    pub(crate) fn detach(&self, state: &mut State, unit: Unit, steps: u8, events: &mut impl Sink) {
        let Some(counter) = self.spare_counter(state, unit) else { return };
        let hex = state.chart(unit).hex;
        let facing = self.stack_facing(state, unit, hex).unwrap_or(state.chart(unit).facing);
        let turn = self.facing_price(state, unit, hex, facing, &self.ways(state, unit));
        let chart = state.chart_mut(unit);
        chart.steps -= steps;
        chart.category = Category::Mobile;
        chart.set(mark::LABOURED);
        let parent = *chart;
        let keeps = mark::BEGAN_DISORGANIZED
            | mark::BEGAN_ADJACENT
            | mark::BEGAN_IN_ZONE
            | mark::MOVED
            | mark::NEW_ZONE
            | mark::DOUBLE
            | mark::URGED
            | mark::FALTERED
            | mark::CAME
            | mark::ALONE
            | mark::PICKED
            | mark::LABOURED
            | mark::DISORGANIZED
            | mark::HELD
            | mark::CATCHING_UP;
        *state.chart_mut(counter) = Chart {
            steps,
            stragglers: 0,
            fresh: 0,
            guns: 0,
            organic: 0,
            facing,
            spent: parent.spent + turn,
            parent: unit,
            marks: parent.marks & keeps,
            place: Place::Away,
            ..parent
        };
        self.relocate(state, counter, parent.hex);
        events.tell(|| {
            let text = format!("{} detaches {steps} steps.", self.name(state, unit));
            let ids = [unit, counter].map(|unit| self.unit(state, unit).id.clone());
            Event::new(EventKind::Detachment, text)
                .side(self.side_of(state, unit))
                .at([parent.hex])
                .of(ids)
                .by(clauses!["10.3c", "10.3e"])
        });
    }

    /// The steps that a division's counters can show: its own, and those of a detachment it began without.
    fn full_steps(&self, state: &State, unit: Unit) -> u8 {
        let out: u8 = self
            .battle(state)
            .units
            .iter()
            .filter(|other| other.arm == Arm::Detachment && other.parent == Some(unit.0))
            .map(|other| other.steps)
            .sum();
        self.unit(state, unit).steps + out
    }

    /// Whether a detachment can rejoin its division in a hex [10.3g] (rulings ).
    pub(crate) fn can_rejoin(&self, state: &State, unit: Unit, hex: Hex) -> bool {
        let chart = state.chart(unit);
        if self.arm(state, unit) != Arm::Detachment || chart.parent == Unit::NONE || chart.is(mark::SMASHED) {
            return false;
        }
        let parent = state.chart(chart.parent);
        matches!(chart.category, Category::None | Category::Mobile)
            && parent.place == Place::Map
            && parent.hex == hex
            && !parent.is(mark::SMASHED)
            && !parent.is(mark::EXTENDED)
            && parent.steps + parent.stragglers + chart.steps + chart.stragglers <= self.full_steps(state, chart.parent)
    }

    pub(crate) fn check_rejoin(&self, state: &State, unit: Unit, hex: Hex) -> Result<(), Refusal> {
        if self.can_rejoin(state, unit, hex) {
            return Ok(());
        }
        let reason = format!("{} is no detachment in the hex of its division", self.name(state, unit));
        Err(Refusal::new(clauses!["10.3g"], reason))
    }

    /// A detachment rejoins: the division's fatigue moves one towards its own [10.3h], its stragglers go along [10.3i].
    pub(crate) fn rejoin(&self, state: &mut State, unit: Unit, events: &mut impl Sink) {
        let side = self.side_of(state, unit);
        let joining = *state.chart(unit);
        let most = self.tables.limits.stragglers;
        let lite = state.plays(option::LITE);
        let parent = state.chart_mut(joining.parent);
        parent.steps += joining.steps;
        let stragglers = parent.stragglers + joining.stragglers;
        let lost = stragglers.saturating_sub(most);
        parent.stragglers = stragglers.min(most);
        parent.fresh = (parent.fresh + joining.fresh).min(parent.stragglers);
        if !lite {
            match joining.fatigue.cmp(&parent.fatigue) {
                std::cmp::Ordering::Greater => parent.fatigue += 1,
                std::cmp::Ordering::Less => parent.fatigue -= 1,
                std::cmp::Ordering::Equal => {}
            }
        }
        state.casualties[side.index()] += lost;
        state.lift(unit, side);
        *state.chart_mut(unit) = Chart { place: Place::Away, morale: joining.morale, ..Chart::BLANK };
        state.step = Step::Idle;
        events.tell(|| {
            let text = format!("{} rejoins {}.", self.name(state, unit), self.name(state, joining.parent));
            let ids = [unit, joining.parent].map(|unit| self.unit(state, unit).id.clone());
            Event::new(EventKind::Rejoining, text)
                .side(side)
                .at([joining.hex])
                .of(ids)
                .by(clauses!["10.3g", "10.3h", "10.3i"])
        });
    }
}
