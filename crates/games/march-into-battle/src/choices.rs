//! The actions: what they do, and how they are put into words.

use crate::MarchIntoBattle;
use crate::action::Action;
use crate::combat::attacking_side;
use crate::state::{Category, Phase, State, Step, Unit, mark};
use engine::{Chance, Choice, Clause, Derivation, Dice, Forecast, Refusal, Side, Sink, clauses};
use hexboard::Hex;

#[engine::by_the_book]
impl MarchIntoBattle {
    /// The side that decides.
    pub(crate) fn chooser(&self, state: &State) -> Side {
        match state.step {
            Step::Order => state.holder,
            Step::Hold(side) | Step::Bombard(side) => side,
            Step::Evade(hex) => self.evader(state, hex),
            Step::Flee(unit) | Step::Collapse(unit) | Step::Leave(unit) => self.side_of(state, unit),
            Step::Stand(_) | Step::Buy(_) => attacking_side(state).other(),
            Step::Lose => {
                let first = state.losses().first().and_then(|loss| loss.units.first());
                first.map_or(state.side, |unit| self.side_of(state, unit))
            }
            Step::Retreat => self.runner(state),
            Step::Front(_) => self.fronting(state),
            Step::Advance | Step::AdvanceTo(_) | Step::Pursue(_) => attacking_side(state),
            Step::Rejoin(leader) => self.battle(state).leaders[usize::from(leader)].side,
            _ => state.side,
        }
    }

    /// What is to be chosen, in a sentence.
    pub(crate) fn ask(&self, state: &State) -> String {
        let name = |unit: Unit| self.name(state, unit).to_string();
        let at = |hex: Hex| self.label(state, hex);
        match state.step {
            Step::Idle => "Nothing is to be chosen.".into(),
            Step::Begin => "Begin the battle.".into(),
            Step::Order => "Move first or second in this turn?".into(),
            Step::Hold(_) => "Mark units to be held back, or release them.".into(),
            Step::Chits => "You have the initiative: take up to two chits out of the cup.".into(),
            Step::Command => "Move leaders, then go on to the units.".into(),
            Step::Lead(leader) => {
                format!("Choose where {} rides.", self.battle(state).leaders[usize::from(leader)].title)
            }
            Step::Gather => "Choose the units that give batteries to the Grand Battery.".into(),
            Step::Choose => "Choose a unit to act, or go on to the attacks.".into(),
            Step::Act(unit) => format!("Choose what {} does.", name(unit)),
            Step::Arrive(unit, hex) => format!("Choose how {} ends its move in {}.", name(unit), at(hex)),
            Step::Settle(unit) => format!("Choose what else {} does.", name(unit)),
            Step::Evade(hex) => format!("Does cavalry in {} retreat before combat?", at(hex)),
            Step::Flee(unit) => format!("Choose where {} goes.", name(unit)),
            Step::Declare => "Declare attacks.".into(),
            Step::Resolve => "Choose the combat to be fought next.".into(),
            Step::Stand(hex) => format!("Do the defenders of {} stand at a price?", at(hex)),
            Step::Buy(hex) => format!("How many hexes of retreat do the troops in {} buy off?", at(hex)),
            Step::Lose => "Choose the unit that loses the step.".into(),
            Step::Retreat => format!("Choose where the troops in {} retreat.", at(state.flight.hex)),
            Step::Front(hex) => format!("Choose what the troops in {} face.", at(hex)),
            Step::Advance => "Choose attackers to advance.".into(),
            Step::AdvanceTo(unit) => format!("Choose where {} advances.", name(unit)),
            Step::Pursue(hex) => format!("Does organic cavalry pursue out of {}?", at(hex)),
            Step::Collapse(unit) => format!("Choose the hex in which the line of {} falls together.", name(unit)),
            Step::Leave(unit) => format!("{} must leave the field of fire.", name(unit)),
            Step::Bombard(_) => "Choose a target for the Grand Battery, or hold fire.".into(),
            Step::Rejoin(leader) => {
                format!("Choose where {} goes.", self.battle(state).leaders[usize::from(leader)].title)
            }
        }
    }

    pub(crate) fn check_all_rallied(&self, state: &State) -> Result<(), Refusal> {
        if self.smashed_wait(state) {
            return Err(Refusal::new(clauses!["10.2d"], "smashed units must try to recover first"));
        }
        Ok(())
    }

    pub(crate) fn check_act(&self, state: &State, unit: Unit, action: Action) -> Result<(), Refusal> {
        let chart = state.chart(unit);
        if chart.category == Category::Stationary {
            return self.check_settle(state, unit, action);
        }
        let (moved, line) = (chart.is(mark::MOVED), chart.is(mark::EXTENDED));
        match action {
            Action::To(hex) if !line => self.check_to(state, unit, hex),
            Action::Stay if !moved => Ok(()),
            Action::Exit => self.check_exit(state, unit, chart.hex),
            Action::Face(facing) if moved && line && facing == chart.facing => Ok(()),
            Action::Ready(facing) if moved && line && facing == chart.facing && self.line_can_be_ready(state, unit) => {
                Ok(())
            }
            Action::Face(facing) if moved && !line && facing < 6 => self.check_face(state, unit, chart.hex, facing),
            Action::Ready(facing) if moved && !line && facing < 6 => self.check_ready(state, unit, chart.hex, facing),
            Action::Ready(facing)
                if !moved && self.can_turn_and_attack(state, unit, facing, &self.ways(state, unit)) && facing < 6 =>
            {
                Ok(())
            }
            Action::Threaten(hex) if moved && !line => self.check_threat(state, unit, chart.hex, hex),
            Action::Line(hex, facing) if line && !(hex == chart.hex && facing == chart.facing) => {
                self.line_move(state, unit, hex, facing).map(|_| ())
            }
            Action::Close(hex) if line => self.closing(state, unit, hex).map(|_| ()),
            Action::Extend(hex, facing) => self.extension(state, unit, hex, facing).map(|_| ()),
            Action::Detach(steps) => self.check_detach(state, unit, steps),
            Action::Rejoin => self.check_rejoin(state, unit, chart.hex),
            Action::Double => self.check_double(state, unit),
            Action::Urge => self.check_urge(state, unit),
            Action::Rest if chart.category == Category::None && !moved && state.on_map(unit) => Ok(()),
            Action::Rest => {
                Err(Refusal::new(clauses!["4.1b"], format!("{} has begun to move", self.name(state, unit))))
            }
            Action::Recover => self.check_recover(state, unit),
            Action::Turn(facing) => self.check_turn(state, unit, facing),
            Action::Bridge(way) => self.check_bridge(state, unit, way),
            _ => Err(self.wrong_moment(state, action)),
        }
    }

    fn check_exit(&self, state: &State, unit: Unit, hex: Hex) -> Result<(), Refusal> {
        if self.can_exit(state, unit, hex, &self.ways(state, unit)) {
            return Ok(());
        }
        let reason = format!("{} cannot leave the map here now", self.name(state, unit));
        Err(Refusal::new(clauses!["15.0"], reason))
    }

    fn check_threat(&self, state: &State, unit: Unit, at: Hex, target: Hex) -> Result<(), Refusal> {
        if self.can_threaten(state, unit, at, target, &self.ways(state, unit)) {
            return Ok(());
        }
        let reason = format!(
            "{} is no infantry that can attack cavalry in {} from there",
            self.name(state, unit),
            self.label(state, target)
        );
        Err(Refusal::new(clauses!["7.6d", "7.6c", "6.9a"], reason))
    }

    pub(crate) fn check_arrive(&self, state: &State, unit: Unit, hex: Hex, action: Action) -> Result<(), Refusal> {
        match action {
            Action::Face(facing) if facing < 6 => self.check_face(state, unit, hex, facing),
            Action::Ready(facing) if facing < 6 => self.check_ready(state, unit, hex, facing),
            Action::Threaten(target) => self.check_threat(state, unit, hex, target),
            Action::Exit => self.check_exit(state, unit, hex),
            Action::Rejoin => self.check_rejoin(state, unit, hex),
            Action::Stay if self.can_halt(state, unit, hex, &self.ways(state, unit)) => Ok(()),
            _ => Err(self.wrong_moment(state, action)),
        }
    }

    pub(crate) fn check_settle(&self, state: &State, unit: Unit, action: Action) -> Result<(), Refusal> {
        let stationary = state.chart(unit).category == Category::Stationary;
        match action {
            Action::Recover => self.check_recover(state, unit),
            Action::Turn(facing) if stationary => self.check_turn(state, unit, facing),
            Action::Bridge(way) if stationary => self.check_bridge(state, unit, way),
            Action::Turn(_) | Action::Bridge(_) | Action::To(_) => {
                let reason = format!("{} has taken actions of another kind", self.name(state, unit));
                Err(Refusal::new(clauses!["4.1b", "4.1a"], reason))
            }
            Action::Done => Ok(()),
            _ => Err(self.wrong_moment(state, action)),
        }
    }

    /// Does what an action says.
    pub(crate) fn act(&self, state: &mut State, action: Action, dice: &mut impl Dice, events: &mut impl Sink) {
        match (state.step, action) {
            (Step::Order, _) => {
                let side = if action == Action::First { state.holder } else { state.holder.other() };
                state.step = Step::Idle;
                self.start_half(state, side, events);
            }
            (Step::Hold(_), Action::Hold(unit)) => self.hold(state, unit, true),
            (Step::Hold(_), Action::Release(unit)) => self.hold(state, unit, false),
            (Step::Hold(side), _) => self.end_hold(state, side),
            (Step::Chits, Action::Chit(chit)) => self.take_chit(state, chit),
            (Step::Chits, _) => self.end_chits(state, events),
            (Step::Command, Action::Leader(leader)) => state.step = Step::Lead(leader),
            (_, Action::Form(hex, facing)) => self.form(state, hex, facing, events),
            (Step::Command, _) => {
                state.phase = Phase::Units;
                state.step = Step::Idle;
            }
            (Step::Lead(leader), Action::To(hex)) => self.ride(state, leader, Some(hex), events),
            (Step::Lead(leader), _) => self.ride(state, leader, None, events),
            (Step::Gather, Action::Give(unit)) => self.give(state, unit, events),
            (Step::Choose, Action::Pick(unit)) => self.pick(state, unit, dice, events),
            (Step::Choose, _) => {
                state.phase = Phase::Declare;
                state.step = Step::Idle;
            }
            (Step::Act(unit), _) => self.do_act(state, unit, action, dice, events),
            (Step::Arrive(unit, hex), _) => self.arrive(state, unit, hex, action, dice, events),
            (Step::Settle(unit), _) => self.do_settle(state, unit, action, dice, events),
            (Step::Evade(_), Action::Evade(unit)) => state.step = Step::Flee(unit),
            (Step::Evade(hex), _) => self.stand(state, hex),
            (Step::Flee(unit), Action::To(hex)) => {
                state.step = Step::Idle;
                self.evade_to(state, unit, hex, events);
            }
            (Step::Declare, Action::Attack(unit, half, hex)) => {
                state.step = Step::Idle;
                self.declare(state, (unit, half, hex), false, dice, events);
            }
            (Step::Declare, Action::Apart(unit, half, hex)) => {
                state.step = Step::Idle;
                self.declare(state, (unit, half, hex), true, dice, events);
            }
            (Step::Declare, _) => {
                state.phase = Phase::Answer;
                state.step = Step::Idle;
            }
            (Step::Resolve, Action::Fight(combat)) => {
                state.step = Step::Idle;
                self.fight(state, combat, dice, events);
            }
            (Step::Stand(hex), Action::Defy(attackers)) => {
                state.step = Step::Idle;
                self.defy(state, hex, attackers, events);
            }
            (Step::Stand(_), _) => {
                state.step = Step::Idle;
                state.fight.at += 1;
            }
            (Step::Buy(_), Action::Buy(hexes)) => self.buy(state, hexes),
            (Step::Lose, Action::Lose(unit)) => {
                state.step = Step::Idle;
                self.lose_step(state, unit, events);
            }
            (Step::Retreat, Action::To(hex)) => {
                state.step = Step::Idle;
                self.run_to(state, hex, events);
            }
            (Step::Retreat, _) => {
                state.step = Step::Idle;
                self.stop_running(state);
            }
            (Step::Front(_), Action::Face(facing)) => {
                state.step = Step::Idle;
                self.front(state, facing);
            }
            (Step::Advance, Action::Advance(unit)) => state.step = Step::AdvanceTo(unit),
            (Step::Advance, _) => {
                state.step = Step::Idle;
                self.end_advance(state);
            }
            (Step::AdvanceTo(unit), Action::To(hex)) => {
                state.step = Step::Idle;
                self.advance_to(state, unit, hex, events);
            }
            (Step::Pursue(_), Action::Pursue(unit)) => {
                state.fight.joined.insert(unit);
                state.step = Step::Idle;
            }
            (Step::Pursue(_), Action::Roll) => {
                self.pursue(state, dice, events);
                self.end_pursuit(state);
                state.step = Step::Idle;
            }
            (Step::Pursue(_), _) => {
                self.end_pursuit(state);
                state.step = Step::Idle;
            }
            (Step::Collapse(unit), Action::Close(hex)) => {
                state.step = Step::Idle;
                self.collapse(state, unit, hex, events);
            }
            (Step::Leave(unit), Action::To(hex)) => {
                state.step = Step::Idle;
                self.leave(state, unit, hex, events);
            }
            (Step::Bombard(side), Action::Bombard(hex)) => self.aim(state, side, hex),
            (Step::Bombard(side), _) => self.end_bombardment(state, side, events),
            (Step::Rejoin(leader), Action::To(hex)) => {
                state.leaders[usize::from(leader)].hex = hex;
                state.lonely &= !(1 << leader);
                state.step = Step::Idle;
            }
            _ => state.step = Step::Idle,
        }
    }

    fn do_act(&self, state: &mut State, unit: Unit, action: Action, dice: &mut impl Dice, events: &mut impl Sink) {
        if state.chart(unit).category == Category::Stationary {
            return self.do_settle(state, unit, action, dice, events);
        }
        let hex = state.chart(unit).hex;
        let (moved, line) = (state.chart(unit).is(mark::MOVED), state.chart(unit).is(mark::EXTENDED));
        match action {
            Action::To(to) => state.step = Step::Arrive(unit, to),
            Action::Ready(facing) if !moved => self.turn_and_attack(state, unit, facing, dice, events),
            Action::Face(_) if line => self.finish(state, unit, dice, events),
            Action::Ready(_) if line => {
                let price = self.tables.movement.attack;
                let chart = state.chart_mut(unit);
                chart.spent += price;
                chart.set(mark::READY);
                self.finish(state, unit, dice, events);
            }
            Action::Face(facing) => self.end_move(state, unit, hex, (facing, false), dice, events),
            Action::Ready(facing) => self.end_move(state, unit, hex, (facing, true), dice, events),
            Action::Threaten(target) => self.threaten(state, unit, hex, target, events),
            Action::Exit => self.exit(state, unit, events),
            Action::Line(right, facing) => self.move_line(state, unit, right, facing, events),
            Action::Close(at) => self.leave_line(state, unit, at),
            Action::Extend(into, facing) => self.extend(state, unit, into, facing, events),
            Action::Detach(steps) => self.detach(state, unit, steps, events),
            Action::Rejoin => self.rejoin(state, unit, events),
            Action::Double => {
                let chart = state.chart_mut(unit);
                chart.set(mark::DOUBLE);
                chart.category = Category::Mobile;
            }
            Action::Urge => self.urge(state, unit, dice, events),
            Action::Rest => {
                self.rest(state, unit, events);
                state.step = Step::Settle(unit);
            }
            Action::Recover | Action::Turn(_) | Action::Bridge(_) => self.do_settle(state, unit, action, dice, events),
            _ => self.stay(state, unit, dice, events),
        }
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

    fn do_settle(&self, state: &mut State, unit: Unit, action: Action, dice: &mut impl Dice, events: &mut impl Sink) {
        match action {
            Action::Recover => self.recover(state, unit, dice, events),
            Action::Turn(facing) => self.turn(state, unit, facing, events),
            Action::Bridge(way) => self.destroy_bridge(state, unit, way, dice, events),
            _ => {
                state.chart_mut(unit).set(mark::FINISHED);
                state.step = Step::Idle;
                if state.chart(unit).category == Category::Stationary {}
            }
        }
    }

    fn arrive(
        &self,
        state: &mut State,
        unit: Unit,
        hex: Hex,
        action: Action,
        dice: &mut impl Dice,
        events: &mut impl Sink,
    ) {
        match action {
            Action::Face(facing) => self.end_move(state, unit, hex, (facing, false), dice, events),
            Action::Ready(facing) => self.end_move(state, unit, hex, (facing, true), dice, events),
            Action::Threaten(target) => self.threaten(state, unit, hex, target, events),
            Action::Exit => {
                self.march_cheaply(state, unit, hex, events);
                self.exit(state, unit, events);
            }
            Action::Rejoin => {
                self.march_cheaply(state, unit, hex, events);
                self.rejoin(state, unit, events);
            }
            _ => {
                self.march_cheaply(state, unit, hex, events);
                state.step = Step::Act(unit);
            }
        }
    }

    /// An action as people want to see it.
    pub(crate) fn describe(&self, state: &State, action: Action) -> Choice {
        let mut choice = Choice::new(self.write(state, action), self.wording(state, action));
        choice.hex = match action {
            Action::To(hex)
            | Action::Form(hex, _)
            | Action::Threaten(hex)
            | Action::Extend(hex, _)
            | Action::Line(hex, _)
            | Action::Close(hex)
            | Action::Attack(_, _, hex)
            | Action::Apart(_, _, hex)
            | Action::Defy(hex)
            | Action::Bombard(hex) => Some(self.label(state, hex)),
            _ => None,
        };
        let unit = |unit: Unit| self.unit(state, unit).id.clone();
        choice.piece = match action {
            Action::Hold(of)
            | Action::Release(of)
            | Action::Give(of)
            | Action::Pick(of)
            | Action::Evade(of)
            | Action::Attack(of, ..)
            | Action::Apart(of, ..)
            | Action::Lose(of)
            | Action::Advance(of)
            | Action::Pursue(of) => Some(unit(of)),
            Action::Leader(leader) => Some(self.battle(state).leaders[usize::from(leader)].id.clone()),
            _ => None,
        };
        if let (Step::Act(mover), Action::To(hex)) = (state.step, action) {
            choice.cost = Some(format!("{} MP", self.ways(state, mover).cost(hex)));
        }
        choice.rolls = self.rolls(state, action);
        choice
    }

    fn rolls(&self, state: &State, action: Action) -> bool {
        match (state.step, action) {
            (_, Action::Urge | Action::Recover | Action::Bridge(_) | Action::Fight(_) | Action::Roll) => true,
            (_, Action::Pick(unit)) => state.chart(unit).is(mark::SMASHED),
            (_, Action::Attack(unit, ..) | Action::Apart(unit, ..)) => {
                let chart = state.chart(unit);
                chart.is(mark::NEW_ZONE) && !chart.is(mark::CLEARED)
            }
            (Step::Act(unit) | Step::Arrive(unit, _), Action::Face(_) | Action::Ready(_)) => {
                state.chart(unit).is(mark::DOUBLE)
            }
            (Step::Begin, _) => true,
            (Step::Bombard(_), Action::Bombard(hex)) => !self.could_evade(state, hex),
            _ => false,
        }
    }

    fn wording(&self, state: &State, action: Action) -> String {
        let at = |hex: Hex| self.label(state, hex);
        let named = |unit: Unit| {
            let data = self.unit(state, unit);
            format!("{} ({}-{}-{})", data.title, self.strength(state, unit), state.chart(unit).morale, data.movement)
        };
        let way = |facing: u8| self.facing_name(state, facing);
        let ground = |hex: Hex| self.ground(state).terrain(hex).title();
        match action {
            Action::First => "move first".into(),
            Action::Second => "move second".into(),
            Action::Chit(chit) => {
                format!("take the chit of {}", self.battle(state).formations[usize::from(chit)].title)
            }
            Action::Hold(unit) => format!("hold back {}", named(unit)),
            Action::Release(unit) => format!("release {}", named(unit)),
            Action::Leader(leader) => self.battle(state).leaders[usize::from(leader)].title.clone(),
            Action::To(hex) => format!("to {}, {}", at(hex), ground(hex)),
            Action::Stay if matches!(state.step, Step::Arrive(..)) => "halt here and do something else".into(),
            Action::Stay => "stay".into(),
            Action::Form(hex, facing) => format!("guns in {}, facing {}", at(hex), way(facing)),
            Action::Give(unit) => format!("{} gives a battery", named(unit)),
            Action::Pick(unit) if state.chart(unit).is(mark::SMASHED) => format!("{} tries to recover", named(unit)),
            Action::Pick(unit) => named(unit),
            Action::Double => "move at double time".into(),
            Action::Urge => "check morale, being out of command".into(),
            Action::Rest => "rest".into(),
            Action::Recover => "try to recover stragglers".into(),
            Action::Turn(facing) => format!("turn to the {}", way(facing)),
            Action::Bridge(side) => format!("destroy the bridge to the {}", way(side)),
            Action::Face(facing) => format!("face {}", way(facing)),
            Action::Ready(facing) => format!("face {} and make ready to attack", way(facing)),
            Action::Threaten(hex) => format!("declare an attack on the cavalry in {}", at(hex)),
            Action::Exit => "leave the map".into(),
            Action::Detach(steps) => format!("detach {steps} steps"),
            Action::Rejoin => "rejoin the division".into(),
            Action::Extend(hex, facing) => format!("extend the line into {}, facing {}", at(hex), way(facing)),
            Action::Line(hex, facing) => format!("the line with its right in {}, facing {}", at(hex), way(facing)),
            Action::Close(hex) => format!("close the line in {}", at(hex)),
            Action::Evade(unit) => format!("{} retreats before combat", named(unit)),
            Action::Stand => "stand".into(),
            Action::Attack(unit, _, hex) => format!("{} attacks {}", named(unit), at(hex)),
            Action::Apart(unit, _, hex) => format!("{} attacks {} apart", named(unit), at(hex)),
            Action::Fight(combat) => {
                let hexes = state.plan.combats.get(usize::from(combat)).map_or(&[][..], |combat| combat.hexes());
                format!("fight in {}", hexes.iter().map(|&hex| at(hex)).collect::<Vec<_>>().join(", "))
            }
            Action::Defy(hex) => format!("stand, at a casualty here and in {}", at(hex)),
            Action::Yield => "retreat as the result says".into(),
            Action::Buy(0) => "retreat as the result says".into(),
            Action::Buy(hexes) => format!("take {hexes} casualties instead of hexes of retreat"),
            Action::Lose(unit) => format!("{} loses the step", named(unit)),
            Action::Advance(unit) => format!("{} advances", named(unit)),
            Action::Pursue(unit) => format!("the horse of {} pursues", named(unit)),
            Action::Roll => "roll for the pursuit".into(),
            Action::Bombard(hex) => format!("bombard {}", at(hex)),
            Action::Done => self.done_text(state).into(),
        }
    }

    fn done_text(&self, state: &State) -> &'static str {
        match state.step {
            Step::Begin => "begin",
            Step::Hold(_) => "no more markers",
            Step::Chits => "take no more chits",
            Step::Command => "go on to the units",
            Step::Gather => "the battery is complete",
            Step::Choose => "go on to the attacks",
            Step::Declare => "no more attacks",
            Step::Advance => "no more advance",
            Step::Pursue(_) => "no pursuit",
            Step::Bombard(_) => "hold fire",
            _ => "done",
        }
    }

    /// The actions that somebody may mean who points at a hex.
    pub(crate) fn point(&self, state: &State, hex: Hex, out: &mut Vec<Action>) {
        let side = self.chooser(state);
        let own = || state.stack(hex).filter(move |&unit| self.side_of(state, unit) == side);
        match state.step {
            Step::Choose => out.extend(own().map(Action::Pick)),
            Step::Lose => out.extend(own().map(Action::Lose)),
            Step::Advance => out.extend(own().map(Action::Advance)),
            Step::Evade(_) => out.extend(own().map(Action::Evade)),
            Step::Gather => out.extend(own().map(Action::Give)),
            Step::Hold(_) => out.extend(own().flat_map(|unit| [Action::Hold(unit), Action::Release(unit)])),
            Step::Pursue(_) => out.extend(own().map(Action::Pursue)),
            Step::Declare => {
                let attackers = self.active_units(state).filter(|&unit| self.may_attack(state, unit));
                out.extend(attackers.map(|unit| Action::Attack(unit, 0, hex)));
            }
            Step::Bombard(_) => out.push(Action::Bombard(hex)),
            Step::Stand(_) => out.push(Action::Defy(hex)),
            Step::Arrive(..) => out.push(Action::Threaten(hex)),
            Step::Collapse(_) => out.push(Action::Close(hex)),
            Step::Command => out.extend(
                (0..self.battle(state).leaders.len())
                    .filter(|&index| state.leaders[index].hex == hex)
                    .map(|index| Action::Leader(index as u8)),
            ),
            Step::Act(_)
            | Step::Lead(_)
            | Step::Flee(_)
            | Step::Retreat
            | Step::AdvanceTo(_)
            | Step::Leave(_)
            | Step::Rejoin(_) => out.push(Action::To(hex)),
            _ => {}
        }
    }

    /// Why an action does not belong here at all: every action has its moment [3.III.B2].
    pub(crate) fn wrong_moment(&self, state: &State, action: Action) -> Refusal {
        let clause = match action {
            Action::First | Action::Second => Clause("16.3c"),
            Action::Chit(_) => Clause("16.1e"),
            Action::Hold(_) | Action::Release(_) => Clause("11.2g"),
            Action::Form(..) | Action::Give(_) => Clause("16.5b"),
            Action::Bombard(_) | Action::Buy(_) => Clause("16.5f"),
            Action::Attack(..) | Action::Apart(..) | Action::Fight(_) => Clause("7.0b"),
            Action::Extend(..) | Action::Line(..) | Action::Close(_) => Clause("16.6a"),
            Action::Evade(_) | Action::Stand | Action::Threaten(_) => Clause("7.6c"),
            Action::Advance(_) => Clause("7.2n"),
            Action::Pursue(_) | Action::Roll => Clause("7.14c"),
            Action::Lose(_) => Clause("7.3a"),
            Action::Rest | Action::Recover | Action::Turn(_) | Action::Bridge(_) => Clause("4.1a"),
            _ => Clause("3.III.B2"),
        };
        let mut clauses = clauses!["3.III.B2"];
        if clause.0 != "3.III.B2" {
            clauses.insert(0, clause);
        }
        Refusal::new(clauses, format!("this is not the moment for that ({})", self.ask(state)))
    }

    /// What an action costs or may lead to.
    pub(crate) fn foresee(&self, state: &State, action: Action) -> Option<Forecast> {
        match (state.step, action) {
            (Step::Act(unit), Action::To(hex)) => Some(self.move_forecast(state, unit, hex)),
            (Step::Act(_) | Step::Settle(_), Action::Recover) | (Step::Choose, Action::Pick(_)) => {
                let unit = match (state.step, action) {
                    (Step::Act(unit) | Step::Settle(unit), _) | (_, Action::Pick(unit)) => unit,
                    _ => return None,
                };
                if action != Action::Recover && !state.chart(unit).is(mark::SMASHED) {
                    return None;
                }
                let clauses = clauses!["10.1g", "10.1d", "5.0a"];
                Some(self.check_chances(
                    self.recovery_rating(state, unit),
                    ["recovers a step", "recovers nobody"],
                    clauses,
                ))
            }
            (Step::Act(unit), Action::Urge) => {
                let clauses = clauses!["15.0", "5.0a"];
                Some(self.check_chances(state.chart(unit).morale, ["goes on its own", "falters"], clauses))
            }
            (Step::Act(unit) | Step::Settle(unit), Action::Bridge(_)) => {
                let clauses = clauses!["6.10", "5.0a"];
                Some(self.check_chances(state.chart(unit).morale, ["the bridge is down", "the bridge stands"], clauses))
            }
            (Step::Act(unit) | Step::Arrive(unit, _), Action::Face(_) | Action::Ready(_))
                if state.chart(unit).is(mark::DOUBLE) =>
            {
                let clauses = clauses!["6.12c", "5.0a"];
                Some(self.check_chances(state.chart(unit).morale, ["keeps together", "loses stragglers"], clauses))
            }
            (Step::Declare, Action::Attack(unit, half, hex) | Action::Apart(unit, half, hex)) => {
                let apart = matches!(action, Action::Apart(..));
                self.attack_forecast(state, (unit, half, hex), apart)
            }
            (Step::Resolve, Action::Fight(combat)) => self.fight_forecast(state, &state.plan, combat.into()),
            (Step::Bombard(side), Action::Bombard(hex)) => Some(self.bombard_forecast(state, side, hex)),
            _ => None,
        }
    }

    /// The chances of a morale check [5.0a].
    fn check_chances(&self, rating: u8, [pass, fail]: [&str; 2], clauses: Vec<Clause>) -> Forecast {
        let passing = f64::from(rating.min(6)) / 6.0;
        let sum = Derivation::new("Morale check: this roll or less", rating, clauses);
        let chance = |outcome: &str, probability: f64| Chance { outcome: outcome.into(), probability };
        let chances = [chance(pass, passing), chance(fail, 1.0 - passing)];
        Forecast::new(sum, chances.into_iter().filter(|chance| chance.probability > 0.0).collect())
    }

    /// What an attack would come to, as far as the attacker can know: the enemy's strength in men is open, his fatigue and
    /// his guns are not [2.5a, 2.5b].
    fn attack_forecast(&self, state: &State, (unit, half, hex): (Unit, u8, Hex), apart: bool) -> Option<Forecast> {
        let plan = self.plan_with(state, unit, half, hex, apart).ok()?;
        let combat = usize::from(plan.aim[unit.index()][usize::from(half)]) - 1;
        let guessed = self.guess(state, state.side);
        let forecast = self.fight_forecast(&guessed, &plan, combat)?;
        Some(forecast.given("the enemy is fresh, has his first batteries left, and stands"))
    }
}
