//! 4.0 Actions, 6.7 turning on the spot and 10.1 straggler recovery.

use crate::MarchIntoBattle;
use crate::action::{Action, Facing};
use crate::ground::Hexes;
use crate::hints::Mind;
use crate::marches::Ways;
use crate::state::{Category, Phase, Place, State, Step, Unit, mark, option};
use crate::status::Check;
use engine::{Dice, EventKind, Forecast, Refusal, Role, Sink, Words, clauses};
use hexboard::Hex;

engine::decisions! {
    (MarchIntoBattle, Action, Mind: game, state, out, dice, events, mind)

    /// Which unit acts.
    Choose by state.side => {
        asks: match game.smashed_wait(state) {
            true => "Choose a unit to act; smashed ones must try to recover.",
            false => "Choose a unit to act, or go on to the attacks.",
        },
        lists: game.list_picks(state, out),
        points(hex): out.extend(game.own(state, hex).map(Action::Pick)),
        Pick(unit) => {
            check: game.check_pick(state, unit),
            play: game.pick(state, unit, dice, events),
            words: game.pick_words(state, unit),
            odds: state.chart(unit).is(mark::SMASHED).then(|| game.recovery_forecast(state, unit)),
            worth: mind.pick_worth(state, unit),
        }
        Done => {
            check: game.check_all_rallied(state),
            play: {
                state.phase = Phase::Declare;
                state.step = Step::Idle;
            },
            words: {
                let idle = game.all_units(state).filter(|&unit| game.can_pick(state, unit)).count();
                Words::new("go on to the attacks").leaves(idle, ["unit has not acted", "units have not acted"])
            },
            odds: None,
            worth: 0.0,
        }
    }

    /// What the unit does.
    Act(unit: Unit) by state.side => {
        asks: format!("Choose what {} does.", game.name(state, unit)),
        stakes: High,
        lists: game.list_acts(state, unit, out),
        points(hex): out.push(Action::To(hex)),
        To(hex) => {
            check: game.check_march(state, unit, hex),
            play: state.step = Step::Arrive(unit, hex),
            words: game.way_words(state, hex).cost(Some(format!("{} MP", game.ways(state, unit).cost(hex)))),
            odds: Some(game.move_forecast(state, unit, hex)),
            worth: mind.march_worth(state, unit, hex),
        }
        Stay => {
            check: game.only_if(!state.chart(unit).is(mark::MOVED), state, Action::Stay),
            play: game.stay(state, unit, dice, events),
            words: "stay",
            odds: None,
            worth: mind.stay_worth(state, unit),
        }
        Face(Facing(facing)) => {
            check: game.check_end(state, unit, facing),
            play: game.end_here(state, unit, facing, dice, events),
            words: game.facing_words(state, facing).rolls(state.chart(unit).is(mark::DOUBLE)),
            odds: game.double_time_forecast(state, unit),
            worth: mind.turn_worth(state, unit, facing),
        }
        Ready(Facing(facing)) => {
            check: game.check_end_ready(state, unit, facing),
            play: game.end_here_ready(state, unit, facing, dice, events),
            words: game.ready_words(state, unit, facing),
            odds: game.double_time_forecast(state, unit),
            worth: mind.ready_worth(state, unit, facing),
        }
        Threaten(target) => {
            check: game.check_threat_here(state, unit, target),
            play: {
                let here = state.chart(unit).hex;
                game.threaten(state, unit, here, target, events);
            },
            words: game.threat_words(state, target),
            odds: None,
            worth: -10.0,
        }
        Exit => {
            check: game.check_exit(state, unit, state.chart(unit).hex),
            play: game.exit(state, unit, events),
            words: "leave the map",
            odds: None,
            worth: mind.exit_worth(state, unit),
        }
        Line(right, Facing(facing)) => {
            check: game.check_line(state, unit, right, facing),
            play: game.move_line(state, unit, right, facing, events),
            words: game.line_words(state, right, facing),
            odds: None,
            worth: mind.turn_worth(state, unit, facing) - 0.2,
        }
        Close(hex) => {
            check: game.check_close(state, unit, hex),
            play: game.leave_line(state, unit, hex),
            words: game.close_words(state, hex),
            odds: None,
            worth: mind.march_worth(state, unit, hex) - 0.3,
        }
        Extend(hex, Facing(facing)) => {
            check: game.check_extension(state, unit, hex, facing),
            play: game.extend(state, unit, hex, facing, events),
            words: game.extend_words(state, hex, facing).role(Role::Aside),
            odds: None,
            worth: mind.aside_worth(state, unit),
        }
        Detach(steps) => {
            check: game.check_detach(state, unit, steps),
            play: game.detach(state, unit, steps, events),
            words: Words::new(format!("detach {steps} {}", if steps == 1 { "step" } else { "steps" })).role(Role::Aside),
            odds: None,
            worth: mind.aside_worth(state, unit),
        }
        Rejoin => {
            check: game.check_rejoin(state, unit, state.chart(unit).hex),
            play: game.rejoin(state, unit, events),
            words: Words::new("rejoin the division").role(Role::Aside),
            odds: None,
            worth: -1.0,
        }
        Double => {
            check: game.check_double(state, unit),
            play: game.double(state, unit),
            words: Words::new("move at double time").role(Role::Aside),
            odds: None,
            worth: mind.aside_worth(state, unit) + 0.4,
        }
        Urge => {
            check: game.check_urge(state, unit),
            play: game.urge(state, unit, dice, events),
            words: Words::new("check morale, being out of command").rolls(true),
            odds: Some(game.urge_forecast(state, unit)),
            worth: mind.urge_worth(state, unit),
        }
        Rest => {
            check: game.check_rest(state, unit),
            play: {
                game.rest(state, unit, events);
                state.step = Step::Settle(unit);
            },
            words: "rest",
            odds: None,
            worth: mind.rest_worth(state, unit),
        }
        Recover => {
            check: game.check_recover(state, unit),
            play: game.recover(state, unit, dice, events),
            words: Words::new("try to recover stragglers").rolls(true),
            odds: Some(game.recovery_forecast(state, unit)),
            worth: mind.recovery_worth(state, unit),
        }
        Turn(Facing(facing)) => {
            check: game.check_turn(state, unit, facing),
            play: game.turn(state, unit, facing, events),
            words: game.turn_words(state, facing),
            odds: None,
            worth: mind.turn_worth(state, unit, facing) - 0.05,
        }
        Bridge(Facing(way)) => {
            check: game.check_bridge(state, unit, way),
            play: game.destroy_bridge(state, unit, way, dice, events),
            words: game.bridge_words(state, way),
            odds: Some(game.bridge_forecast(state, unit)),
            worth: -30.0,
        }
    }

    /// What a picked unit does that has turned with its stack.
    Turned(unit: Unit) by state.side => {
        asks: format!("Choose what {} does.", game.name(state, unit)),
        stakes: High,
        lists: game.list_settled(state, unit, out),
        points(hex): out.push(Action::To(hex)),
        ..Act(unit) => Recover, Turn, Bridge;
        Done => { check: Ok(()), play: game.settle_down(state, unit), words: "done", odds: None, worth: -10.0 }
    }

    /// What else a unit does that stays where it is.
    Settle(unit: Unit) by state.side => {
        asks: format!("Choose what else {} does.", game.name(state, unit)),
        lists: game.list_settled(state, unit, out),
        points(_): {},
        Recover => {
            check: game.check_recover(state, unit),
            play: game.recover(state, unit, dice, events),
            words: Words::new("try to recover stragglers").rolls(true),
            odds: Some(game.recovery_forecast(state, unit)),
            worth: 1.0,
        }
        Turn(Facing(facing)) => {
            check: game.check_stationary(state, unit).and_then(|()| game.check_turn(state, unit, facing)),
            play: game.turn(state, unit, facing, events),
            words: game.turn_words(state, facing),
            odds: None,
            worth: 0.0,
        }
        Bridge(Facing(way)) => {
            check: game.check_stationary(state, unit).and_then(|()| game.check_bridge(state, unit, way)),
            play: game.destroy_bridge(state, unit, way, dice, events),
            words: game.bridge_words(state, way),
            odds: Some(game.bridge_forecast(state, unit)),
            worth: 0.0,
        }
        Done => { check: Ok(()), play: game.settle_down(state, unit), words: "done", odds: None, worth: 0.0 }
    }
}

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

    pub(crate) fn check_all_rallied(&self, state: &State) -> Result<(), Refusal> {
        if self.smashed_wait(state) {
            return Err(Refusal::new(clauses!["10.2d"], "smashed units must try to recover first"));
        }
        Ok(())
    }

    /// A unit to act; a smashed one can only try to recover [10.2d].
    fn pick_words(&self, state: &State, unit: Unit) -> Words {
        let name = self.unit_words(state, unit);
        if state.chart(unit).is(mark::SMASHED) {
            return Words::new(format!("{name} tries to recover")).rolls(true);
        }
        Words::new(name)
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
        if self.is_left_behind(state, unit) {
            let reason =
                format!("{name} can neither go on under the enemy's guns nor attack; it retreats after the attacks");
            return Err(Refusal::new(clauses!["8.2d", "8.2f"], reason));
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
                self.list_ends(state, unit, chart.hex, &ways, out);
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

    /// Whether a unit that has come to an enemy field of fire can neither attack there nor go on, nor do anything else
    /// [8.2d, 8.2e].
    pub(crate) fn is_stranded(&self, state: &State, unit: Unit) -> bool {
        let mut acts = Vec::new();
        if self.is_under_fire(state, unit) {
            self.list_acts(state, unit, &mut acts);
            return acts.is_empty();
        }
        false
    }

    /// Whether a detachment was left under enemy guns by its division and can do nothing there: it waits, and retreats after the
    /// attacks [8.2d, 8.2f].
    pub(crate) fn is_left_behind(&self, state: &State, unit: Unit) -> bool {
        state.chart(unit).is(mark::MOVED) && self.is_stranded(state, unit)
    }

    /// A line moves otherwise [16.6e].
    fn check_march(&self, state: &State, unit: Unit, hex: Hex) -> Result<(), Refusal> {
        self.only_if(!state.chart(unit).is(mark::EXTENDED), state, Action::To(hex))?;
        self.check_to(state, unit, hex)
    }

    /// Who has moved ends the move with a facing; a line has the one it has (ruling R-97).
    fn check_end(&self, state: &State, unit: Unit, facing: u8) -> Result<(), Refusal> {
        let chart = state.chart(unit);
        match (chart.is(mark::MOVED), chart.is(mark::EXTENDED)) {
            (true, true) if facing == chart.facing => self.check_line_end(state, unit),
            (true, false) => self.check_face(state, unit, chart.hex, facing),
            _ => Err(self.wrong_moment(state, Action::Face(Facing(facing)))),
        }
    }

    /// The same for who ends the move ready to attack; with the switch of ruling R-21 also for who has not moved.
    fn check_end_ready(&self, state: &State, unit: Unit, facing: u8) -> Result<(), Refusal> {
        let chart = state.chart(unit);
        match (chart.is(mark::MOVED), chart.is(mark::EXTENDED)) {
            (true, true) if facing == chart.facing && self.line_can_be_ready(state, unit) => Ok(()),
            (true, false) => self.check_ready(state, unit, chart.hex, facing),
            (false, _) if self.can_turn_and_attack(state, unit, facing, &self.ways(state, unit)) => Ok(()),
            _ => Err(self.wrong_moment(state, Action::Ready(Facing(facing)))),
        }
    }

    fn check_threat_here(&self, state: &State, unit: Unit, target: Hex) -> Result<(), Refusal> {
        let chart = state.chart(unit);
        let comes = chart.is(mark::MOVED) && !chart.is(mark::EXTENDED);
        self.only_if(comes, state, Action::Threaten(target))?;
        self.check_threat(state, unit, chart.hex, target)
    }

    fn check_rest(&self, state: &State, unit: Unit) -> Result<(), Refusal> {
        if self.is_at_rest(state, unit) {
            return Ok(());
        }
        Err(Refusal::new(clauses!["4.1b"], format!("{} has begun to move", self.name(state, unit))))
    }

    /// Ends a move where the unit has come to.
    fn end_here(&self, state: &mut State, unit: Unit, facing: u8, dice: &mut impl Dice, events: &mut impl Sink) {
        if state.chart(unit).is(mark::EXTENDED) {
            return self.finish(state, unit, dice, events);
        }
        let hex = state.chart(unit).hex;
        self.end_move(state, unit, hex, (facing, false), dice, events);
    }

    /// The same, ready to attack.
    fn end_here_ready(&self, state: &mut State, unit: Unit, facing: u8, dice: &mut impl Dice, events: &mut impl Sink) {
        let chart = state.chart_mut(unit);
        if !chart.is(mark::MOVED) {
            return self.turn_and_attack(state, unit, facing, dice, events);
        }
        if chart.is(mark::EXTENDED) {
            chart.spent += self.tables.movement.attack;
            chart.set(mark::READY);
            return self.finish(state, unit, dice, events);
        }
        let hex = chart.hex;
        self.end_move(state, unit, hex, (facing, true), dice, events);
    }

    /// A unit stays where it is: it may still attack from there, or wait beside the map (M-9).
    fn stay(&self, state: &mut State, unit: Unit, dice: &mut impl Dice, events: &mut impl Sink) {
        let chart = state.chart_mut(unit);
        if chart.category == Category::None {
            chart.set(mark::FINISHED);
            state.step = Step::Idle;
        } else {
            self.finish(state, unit, dice, events);
        }
    }

    /// A unit that stays where it is has done enough.
    fn settle_down(&self, state: &mut State, unit: Unit) {
        state.chart_mut(unit).set(mark::FINISHED);
        state.step = Step::Idle;
    }

    /// Who rests takes no Stationary action but recovery [4.1.3].
    fn check_stationary(&self, state: &State, unit: Unit) -> Result<(), Refusal> {
        let stationary = state.chart(unit).category == Category::Stationary;
        if stationary { Ok(()) } else { Err(self.another_kind(state, unit)) }
    }

    /// Why a unit does not mix actions of several kinds.
    pub(crate) fn another_kind(&self, state: &State, unit: Unit) -> Refusal {
        let reason = format!("{} has taken actions of another kind", self.name(state, unit));
        Refusal::new(clauses!["4.1b", "4.1a"], reason)
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
            out.extend(
                (0..6).filter(|&facing| self.turns_to(state, unit, facing)).map(|facing| Action::Turn(Facing(facing))),
            );
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

    /// A facing to turn to.
    fn turn_words(&self, state: &State, facing: u8) -> Words {
        Words::new(format!("turn to the {}", self.facing_name(state, facing)))
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

    pub(crate) fn may_be_stationary(&self, state: &State, unit: Unit) -> bool {
        self.is_at_rest(state, unit) || state.chart(unit).category == Category::Stationary
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

    /// A unit goes on at double time.
    fn double(&self, state: &mut State, unit: Unit) {
        let chart = state.chart_mut(unit);
        chart.set(mark::DOUBLE);
        chart.category = Category::Mobile;
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

    /// The chances of a unit out of command.
    fn urge_forecast(&self, state: &State, unit: Unit) -> Forecast {
        self.check_forecast(state.chart(unit).morale, ["goes on its own", "falters"], clauses!["15.0", "5.0a"])
    }

    /// A unit out of command checks whether it goes at the enemy (M-3).
    pub(crate) fn urge(&self, state: &mut State, unit: Unit, dice: &mut impl Dice, events: &mut impl Sink) {
        let Check { die, passed } = self.roll_check(state.chart(unit).morale, dice);
        state.chart_mut(unit).set(if passed { mark::URGED } else { mark::FALTERED });
        let label = if passed { "goes on its own" } else { "falters" };
        events.tell(|| {
            let text = format!("{} is out of command, rolls {die} and {label}.", self.name(state, unit));
            let event = self.unit_event(state, unit, EventKind::Check, text);
            event.rolled([self.morale_roll(state, unit, die)]).by(clauses!["15.0", "5.0a"]).outcome(label)
        });
    }

    /// With the switch of ruling R-21 a unit may turn before it attacks from where it stands.
    fn list_turn_and_attack(&self, state: &State, unit: Unit, ways: &Ways, out: &mut Vec<Action>) {
        let able = (0..6).filter(|&facing| self.can_turn_and_attack(state, unit, facing, ways));
        out.extend(able.map(|facing| Action::Ready(Facing(facing))));
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
