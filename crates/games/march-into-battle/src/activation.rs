//! 4.0 Actions, 6.7 turning on the spot and 10.1 straggler recovery.

use crate::MarchIntoBattle;
use crate::action::Action;
use crate::ground::{Hexes, Water};
use crate::movement::Ways;
use crate::state::{Category, Cause, Phase, Place, State, Step, Unit, mark, option};
use crate::status::Check;
use engine::{Dice, EventKind, Refusal, Sink, clauses};
use hexboard::Hex;

#[engine::by_the_book]
impl MarchIntoBattle {
    /// Asks which unit acts next; after a declared attack on cavalry the unit that declared it goes on.
    pub(crate) fn ask_unit(&self, state: &mut State, dice: &mut impl Dice, events: &mut impl Sink) {
        if state.interrupted != Unit::NONE {
            return self.resume(state, dice, events);
        }
        if self.all_units(state).any(|unit| self.can_pick(state, unit)) {
            state.step = Step::Choose;
        } else {
            state.phase = Phase::Declare;
        }
    }

    /// Cavalry answers the attack declared on it while the attacker moves [7.6c, 7.6d]; then the attacker stands ready, or
    /// may go on if nobody is left before it [7.6g].
    fn resume(&self, state: &mut State, dice: &mut impl Dice, events: &mut impl Sink) {
        let (unit, target) = (state.interrupted, state.challenge);
        if !state.asked.contains(target) && self.could_evade(state, target) {
            state.step = Step::Evade(target);
            return;
        }
        state.interrupted = Unit::NONE;
        state.challenge = Hex::NONE;
        state.threat = Hexes::EMPTY;
        // The hex may be asked again by another attack, as long as nobody there has decided to stand.
        state.asked.remove(target);
        let hex = state.chart(unit).hex;
        if state.holds(self.side_of(state, unit).other(), target) {
            let facing = self.way_to(state, hex, target).unwrap_or(state.chart(unit).facing);
            return self.end_move(state, unit, hex, (facing, true), dice, events);
        }
        state.chart_mut(unit).set(mark::GOES_ON);
        state.step = Step::Act(unit);
    }

    pub(crate) fn list_picks(&self, state: &State, out: &mut Vec<Action>) {
        out.extend(self.all_units(state).filter(|&unit| self.can_pick(state, unit)).map(Action::Pick));
        if !self.smashed_wait(state) {
            out.push(Action::Done);
        }
    }

    /// Smashed units always try to recover when they are activated (ruling R-87) [10.2d].
    pub(crate) fn smashed_wait(&self, state: &State) -> bool {
        self.all_units(state).any(|unit| self.can_pick(state, unit) && state.chart(unit).is(mark::SMASHED))
    }

    pub(crate) fn check_pick(&self, state: &State, unit: Unit) -> Result<(), Refusal> {
        if self.can_pick(state, unit) {
            return Ok(());
        }
        let name = self.name(state, unit);
        let chart = state.chart(unit);
        if chart.is(mark::FINISHED) {
            return Err(Refusal::new(clauses!["4.1a"], format!("{name} has acted already")));
        }
        Err(Refusal::new(clauses!["2.3c", "4.0a"], format!("{name} is not active, or has nothing to do")))
    }

    /// A unit begins to act; a smashed one can only try to recover [10.2d].
    pub(crate) fn pick(&self, state: &mut State, unit: Unit, dice: &mut impl Dice, events: &mut impl Sink) {
        if state.chart(unit).is(mark::SMASHED) {
            return self.rally(state, unit, dice, events);
        }
        if !state.chart(unit).is(mark::PICKED) {
            state.chart_mut(unit).set(mark::PICKED);
            if !self.in_command(state, unit) {
                state.chart_mut(unit).set(mark::ALONE);
            }
        }
        state.step = Step::Act(unit);
    }

    /// Whether a unit has not begun to move.
    fn is_at_rest(&self, state: &State, unit: Unit) -> bool {
        let chart = state.chart(unit);
        chart.place == Place::Map && chart.category == Category::None && !chart.is(mark::MOVED)
    }

    /// What a picked unit may do.
    pub(crate) fn list_acts(&self, state: &State, unit: Unit, out: &mut Vec<Action>) {
        let chart = *state.chart(unit);
        if chart.category == Category::Stationary {
            return self.list_settled(state, unit, out);
        }
        let ways = self.ways(state, unit);
        if chart.is(mark::EXTENDED) {
            self.list_line_moves(state, unit, out);
        } else {
            self.list_destinations(state, unit, &ways, out);
        }
        if chart.is(mark::MOVED) && chart.place == Place::Map {
            if chart.is(mark::EXTENDED) {
                self.list_line_ends(state, unit, out);
            } else {
                self.list_arrival(state, unit, chart.hex, &ways, out);
            }
        } else {
            out.push(Action::Stay);
            if self.can_exit(state, unit, chart.hex, &ways) {
                out.push(Action::Exit);
            }
            self.list_turn_and_attack(state, unit, &ways, out);
        }
        self.list_forms(state, unit, out);
        if self.can_double(state, unit) {
            out.push(Action::Double);
        }
        if self.can_urge(state, unit) {
            out.push(Action::Urge);
        }
        if self.is_at_rest(state, unit) {
            out.push(Action::Rest);
            if self.can_recover(state, unit) {
                out.push(Action::Recover);
            }
            self.list_turns(state, unit, out);
            self.list_bridges(state, unit, out);
        }
    }

    /// What a unit may still do that has taken a Stationary or Rest action [4.1.2, 4.1.3].
    pub(crate) fn list_settled(&self, state: &State, unit: Unit, out: &mut Vec<Action>) {
        if self.can_recover(state, unit) {
            out.push(Action::Recover);
        }
        if state.chart(unit).category == Category::Stationary {
            self.list_turns(state, unit, out);
            self.list_bridges(state, unit, out);
        }
        out.push(Action::Done);
    }

    fn list_turns(&self, state: &State, unit: Unit, out: &mut Vec<Action>) {
        if self.can_turn(state, unit) {
            out.extend((0..6).filter(|&facing| self.turns_to(state, unit, facing)).map(Action::Turn));
        }
    }

    /// A line turns about; others take any other facing.
    fn turns_to(&self, state: &State, unit: Unit, facing: u8) -> bool {
        let chart = state.chart(unit);
        if chart.is(mark::EXTENDED) { facing == (chart.facing + 3) % 6 } else { facing != chart.facing }
    }

    /// A stack turns as a whole, so all of it must be active and free to take a Stationary action; each once [6.7c, 6.1c]
    /// (ruling R-29).
    fn can_turn(&self, state: &State, unit: Unit) -> bool {
        let free = |mate: Unit| {
            let chart = state.chart(mate);
            state.is_active(chart.formation)
                && !chart.is(mark::TURNED)
                && !chart.is(mark::SMASHED)
                && !chart.is(mark::MOVED)
                && self.arm(state, mate) != crate::pieces::Arm::Battery
                && matches!(chart.category, Category::None | Category::Stationary)
                && (mate == unit || !chart.is(mark::FINISHED) || chart.category == Category::Stationary)
        };
        state.on_map(unit) && state.stack(state.chart(unit).hex).all(free)
    }

    pub(crate) fn check_turn(&self, state: &State, unit: Unit, facing: u8) -> Result<(), Refusal> {
        let name = self.name(state, unit);
        if !self.may_be_stationary(state, unit) {
            return Err(Refusal::new(clauses!["4.1b", "6.7c"], format!("{name} has begun to move or to rest")));
        }
        if !self.can_turn(state, unit) {
            let reason = format!("the stack of {name} cannot turn as a whole");
            return Err(Refusal::new(clauses!["6.1c", "6.7c"], reason));
        }
        if !self.turns_to(state, unit, facing) {
            return Err(Refusal::new(clauses!["6.7c"], format!("{name} cannot turn that way")));
        }
        Ok(())
    }

    /// Turns a stack on the spot [6.7c].
    pub(crate) fn turn(&self, state: &mut State, unit: Unit, facing: u8, events: &mut impl Sink) {
        let hex = state.chart(unit).hex;
        if state.chart(unit).is(mark::EXTENDED) {
            let side = self.side_of(state, unit);
            let (right, left) = (state.chart(unit).second, state.chart(unit).hex);
            self.lay_line(state, unit, side, right, left, facing);
        }
        for mate in state.all_in(hex).iter() {
            let chart = state.chart_mut(mate);
            chart.facing = facing;
            chart.category = Category::Stationary;
            chart.set(mark::TURNED);
        }
        state.step = Step::Settle(unit);
        events.tell(|| {
            let text =
                format!("The troops in {} turn to the {}.", self.label(state, hex), self.facing_name(state, facing));
            self.unit_event(state, unit, EventKind::Formation, text).at([hex]).by(clauses!["6.7c"])
        });
    }

    fn may_be_stationary(&self, state: &State, unit: Unit) -> bool {
        self.is_at_rest(state, unit) || state.chart(unit).category == Category::Stationary
    }

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

    /// A unit tries to bring back a straggler step [10.1g, 10.1h].
    pub(crate) fn recover(&self, state: &mut State, unit: Unit, dice: &mut impl Dice, events: &mut impl Sink) {
        let check = self.roll_check(self.recovery_rating(state, unit), dice);
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
        self.tell_recovery(state, unit, check, events);
    }

    fn tell_recovery(&self, state: &State, unit: Unit, check: Check, events: &mut impl Sink) {
        let label = if check.passed { "recovers a step" } else { "recovers nobody" };
        events.tell(|| {
            let text = format!("{} rolls {} and {label}.", self.name(state, unit), check.die);
            let event = self.unit_event(state, unit, EventKind::Recovery, text);
            event
                .rolled([self.check_roll(state, unit, check.die)])
                .by(clauses!["10.1g", "10.1h", "5.0a"])
                .outcome(label)
        });
    }

    /// A smashed unit checks: it is back with one step [10.2e], or tires and goes back two hexes [10.2f] (ruling R-82).
    fn rally(&self, state: &mut State, unit: Unit, dice: &mut impl Dice, events: &mut impl Sink) {
        let check = self.roll_check(self.recovery_rating(state, unit), dice);
        let passed = check.passed;
        let chart = state.chart_mut(unit);
        chart.set(mark::FINISHED | mark::TRIED | mark::PICKED);
        chart.category = Category::Stationary;
        state.step = Step::Idle;
        self.tell_recovery(state, unit, check, events);
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

    /// Double time: not for who begins disorganized, smashed or spent [9.0f, 6.12a] (ruling R-27).
    pub(crate) fn can_double(&self, state: &State, unit: Unit) -> bool {
        let chart = state.chart(unit);
        !chart.is(mark::DOUBLE)
            && !chart.is(mark::BEGAN_DISORGANIZED)
            && !chart.is(mark::FALTERED)
            && matches!(chart.category, Category::None | Category::Mobile)
            && self.weariness(state, unit) != crate::status::Weariness::Spent
    }

    pub(crate) fn check_double(&self, state: &State, unit: Unit) -> Result<(), Refusal> {
        if self.can_double(state, unit) {
            return Ok(());
        }
        let reason = format!("{} cannot move at double time, or does so already", self.name(state, unit));
        Err(Refusal::new(clauses!["9.0f", "6.12a", "11.1d"], reason))
    }

    /// Whether a unit out of command can check its morale (M-3).
    pub(crate) fn can_urge(&self, state: &State, unit: Unit) -> bool {
        let chart = state.chart(unit);
        chart.is(mark::ALONE)
            && !chart.is(mark::URGED)
            && !chart.is(mark::FALTERED)
            && !chart.is(mark::MOVED)
            && !chart.is(mark::DOUBLE)
    }

    pub(crate) fn check_urge(&self, state: &State, unit: Unit) -> Result<(), Refusal> {
        if self.can_urge(state, unit) {
            return Ok(());
        }
        let reason = format!("{} is in command, or has checked already", self.name(state, unit));
        Err(Refusal::new(clauses!["15.0"], reason))
    }

    /// A unit out of command checks whether it goes at the enemy (M-3).
    pub(crate) fn urge(&self, state: &mut State, unit: Unit, dice: &mut impl Dice, events: &mut impl Sink) {
        let Check { die, passed } = self.roll_check(state.chart(unit).morale, dice);
        state.chart_mut(unit).set(if passed { mark::URGED } else { mark::FALTERED });
        let label = if passed { "goes on its own" } else { "falters" };
        events.tell(|| {
            let text = format!("{} is out of command, rolls {die} and {label}.", self.name(state, unit));
            let event = self.unit_event(state, unit, EventKind::Check, text);
            event.rolled([self.check_roll(state, unit, die)]).by(clauses!["15.0", "5.0a"]).outcome(label)
        });
    }

    /// With the switch of ruling R-21 a unit may turn before it attacks from where it stands.
    fn list_turn_and_attack(&self, state: &State, unit: Unit, ways: &Ways, out: &mut Vec<Action>) {
        out.extend((0..6).filter(|&facing| self.can_turn_and_attack(state, unit, facing, ways)).map(Action::Ready));
    }

    pub(crate) fn can_turn_and_attack(&self, state: &State, unit: Unit, facing: u8, ways: &Ways) -> bool {
        let chart = state.chart(unit);
        state.plays(option::TURN_AND_ATTACK)
            && chart.place == Place::Map
            && !chart.is(mark::MOVED)
            && !chart.is(mark::EXTENDED)
            && chart.is(mark::BEGAN_ADJACENT)
            && facing != chart.facing
            && self.tables.movement.facing <= ways.budget
            && self.stack_facing(state, unit, chart.hex).is_none()
            && self.may_fight(state, unit)
    }

    /// Turns a unit for its attack (ruling R-21).
    pub(crate) fn turn_and_attack(
        &self,
        state: &mut State,
        unit: Unit,
        facing: u8,
        dice: &mut impl Dice,
        events: &mut impl Sink,
    ) {
        let price = self.tables.movement.facing;
        let chart = state.chart_mut(unit);
        chart.facing = facing;
        chart.spent += price;
        chart.category = Category::Mobile;
        chart.set(mark::READY);
        self.finish(state, unit, dice, events);
    }

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

    fn list_bridges(&self, state: &State, unit: Unit, out: &mut Vec<Action>) {
        if self.battle(state).bridges.is_some() {
            out.extend((0..6).filter(|&way| self.can_destroy(state, unit, way)).map(Action::Bridge));
        }
    }

    pub(crate) fn check_bridge(&self, state: &State, unit: Unit, way: u8) -> Result<(), Refusal> {
        if self.may_be_stationary(state, unit) && self.can_destroy(state, unit, way) {
            return Ok(());
        }
        let reason = format!("{} can destroy no bridge there now", self.name(state, unit));
        Err(Refusal::new(clauses!["6.10", "6.11"], reason))
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
            event.rolled([self.check_roll(state, unit, die)]).by(clauses!["6.10", "5.0a"]).outcome(label)
        });
    }

    /// A unit declares on arrival that it attacks cavalry [7.6d].
    pub(crate) fn threaten(&self, state: &mut State, unit: Unit, hex: Hex, target: Hex, events: &mut impl Sink) {
        if state.chart(unit).place != Place::Map || state.chart(unit).hex != hex {
            self.march_cheaply(state, unit, hex, events);
        }
        state.interrupted = unit;
        state.challenge = target;
        state.threat = Hexes::EMPTY;
        state.threat.insert(hex);
        state.step = Step::Idle;
        events.tell(|| {
            let text = format!("{} means to attack {}.", self.name(state, unit), self.label(state, target));
            self.unit_event(state, unit, EventKind::Attack, text).at([hex, target]).by(clauses!["7.6d"])
        });
    }
}
