//! 7.1 Steps 5 to 7: the dice, and what comes of them.

use crate::MarchIntoBattle;
use crate::action::{Action, CombatNumber, Facing};
use crate::charts::{COMBAT, RESULT};
use crate::ground::{Hexes, Terrain};
use crate::hints::Mind;
use crate::pieces::Arm;
use crate::state::{Cause, Fight, Loss, Plan, Stage, State, Step, TARGETS, Unit, Units, mark};
use crate::status::{Check, Weariness};
use crate::strength::{Checks, Clash, POINT, Sum, written};
use crate::tables::{Column, Line};
use engine::{
    Aim, Chance, Clause, Derivation, Dice, Event, EventKind, Fate, FigureName, Forecast, Ladder, Refusal, Roll, Side,
    Sink, Toll, Wish, clauses,
};
use hexboard::Hex;

engine::decisions! {
    (MarchIntoBattle, Action, Mind: game, state, out, dice, events, mind)

    /// Whether the defenders stand, and which attackers pay with them.
    Stand(at: Hex) by attacking_side(state).other() => {
        asks: format!("Do the defenders of {} stand at a price?", game.label(state, at)),
        stakes: High,
        lists: game.list_stand(state, out),
        points(hex): out.push(Action::Defy(hex)),
        Defy(attackers) => {
            check: game.check_defy(state, attackers),
            play: game.defy(state, at, attackers, events),
            words: format!("stand, at a casualty here and in {}", game.label(state, attackers)),
            odds: None,
            worth: mind.stand_worth(state, at, attackers),
        }
        Yield => {
            check: Ok(()),
            play: {
                state.step = Step::Idle;
                state.fight.at += 1;
            },
            words: "retreat as the result says",
            odds: None,
            worth: 0.0,
        }
    }

    /// Which attacker advances.
    Advance by attacking_side(state) => {
        asks: "Choose attackers to advance.",
        stakes: Some,
        lists: game.list_advances(state, out),
        points(hex): out.extend(game.own(state, hex).map(Action::Advance)),
        Advance(unit) => {
            check: game.check_advance(state, unit),
            play: state.step = Step::AdvanceTo(unit),
            words: format!("{} advances", game.unit_words(state, unit)),
            odds: None,
            worth: mind.advance_worth(state, unit),
        }
        Done => { check: Ok(()), play: game.end_advance(state), words: "no more advance", odds: None, worth: 0.0 }
    }

    /// Where an attacker advances to.
    AdvanceTo(unit: Unit) by attacking_side(state) => {
        asks: format!("Choose where {} advances.", game.name(state, unit)),
        lists: {
            out.extend(game.advances(state, unit).iter().map(Action::To));
            let lines = game.line_advances(state, unit).into_iter();
            out.extend(lines.map(|(right, facing)| Action::Line(right, Facing(facing))));
        },
        points(hex): out.push(Action::To(hex)),
        To(hex) => {
            check: game.check_advance_to(state, unit, hex),
            play: game.advance_to(state, unit, hex, events),
            words: game.way_words(state, hex),
            odds: None,
            worth: mind.standing(state, unit, hex),
        }
        Line(right, Facing(facing)) => {
            check: game.check_line_advance(state, unit, right, facing),
            play: game.advance_line(state, unit, right, facing, events),
            words: game.line_words(state, right, facing),
            odds: None,
            worth: mind.standing(state, unit, right),
        }
    }
}

#[engine::by_the_book]
impl MarchIntoBattle {
    pub(crate) fn check_fight(&self, state: &State, CombatNumber(combat): CombatNumber) -> Result<(), Refusal> {
        let on = state.plan.combats.get(usize::from(combat)).is_some_and(|combat| combat.is_on());
        if on { Ok(()) } else { Err(Refusal::new(clauses!["7.0m"], format!("no combat {} was declared", combat + 1))) }
    }

    /// The infantry that must check before a charge: the largest of each hex (ruling R-56).
    fn must_meet(&self, state: &State, clash: &Clash) -> Units {
        let broken = clash.defenders.iter().any(|unit| self.is_broken(state, unit));
        let cavalry = clash.defenders.iter().any(|unit| self.is_cavalry(state, unit));
        if !clash.charge || broken || cavalry {
            return Units::EMPTY;
        }
        let largest = |hex: Hex| {
            let infantry = state.stack(hex).filter(|&unit| self.is_infantry(state, unit));
            infantry.max_by_key(|&unit| (self.strength(state, unit), state.chart(unit).morale))
        };
        clash.hexes.iter().filter_map(largest).collect()
    }

    /// The cavalry that checks for a countercharge: neither broken nor tired [7.13i] (ruling R-58).
    fn may_counter(&self, state: &State, clash: &Clash) -> Units {
        let able = |unit: &Unit| {
            self.is_cavalry(state, *unit)
                && !self.is_broken(state, *unit)
                && self.weariness(state, *unit) == Weariness::Fit
        };
        if clash.charge { clash.defenders.iter().filter(able).collect() } else { Units::EMPTY }
    }

    /// Units whose organic cavalry checks for a countercharge [7.14i, 7.14k].
    fn may_counter_organic(&self, state: &State, clash: &Clash) -> Units {
        let riders = self.with_horse(state, clash.defenders, clash.charge);
        riders.iter().filter(|&unit| !self.is_broken(state, unit)).collect()
    }

    /// Rolls the checks before a charge; with the dice, in their order.
    fn roll_checks(&self, state: &State, clash: &Clash, dice: &mut impl Dice) -> (Checks, Vec<(Unit, u8)>) {
        let (mut checks, mut rolled) = (Checks::default(), Vec::new());
        let mut passes = |unit: Unit| {
            let Check { die, passed } = self.roll_check(state.chart(unit).morale, dice);
            rolled.push((unit, die));
            passed
        };
        let meeting = self.must_meet(state, clash);
        if !meeting.is_empty() {
            let passed = meeting.iter().filter(|&unit| passes(unit)).count();
            checks.met = passed == meeting.len();
        }
        for unit in self.may_counter(state, clash).iter() {
            checks.counter |= u64::from(passes(unit)) << unit.0;
        }
        for unit in self.may_counter_organic(state, clash).iter() {
            checks.organic |= u64::from(passes(unit)) << unit.0;
        }
        (checks, rolled)
    }

    /// Fights a declared combat: checks, strengths, the die [7.1.5]. One whose target has gone falls away; attackers of
    /// a hex emptied by a line that fell together may still advance into it [16.6k].
    pub(crate) fn fight(&self, state: &mut State, combat: u8, dice: &mut impl Dice, events: &mut impl Sink) {
        state.step = Step::Idle;
        let clash = self.clash(state, &state.plan, combat.into());
        let held = self.engage_reserves(state, clash.units());
        // Reserves may be too tired now to charge.
        let clash = if held.is_empty() { clash } else { self.clash(state, &state.plan, combat.into()) };
        let emptied: Hexes = state.plan.combats[usize::from(combat)]
            .hexes()
            .iter()
            .copied()
            .filter(|&hex| state.emptied.contains(hex) && state.holder(hex).is_none())
            .collect();
        if clash.hexes.is_empty() {
            state.plan.combats[usize::from(combat)].count = 0;
            if !emptied.is_empty() {
                state.fight = self.fight_of(&clash, combat, emptied);
                state.fight.attackers = state.plan.attackers(combat.into());
                let attackers = state.fight.attackers;
                state.fight.from = attackers.iter().flat_map(|unit| self.hexes_of(state, unit)).collect();
                state.fight.advance = 1;
                state.fight.stage = Stage::Advance;
            }
            return;
        }
        let (checks, checked) = self.roll_checks(state, &clash, dice);
        let sum = self.sum(state, &clash, checks, &mut ());
        let die = dice.d6();
        let roll = die as i8 + sum.total;
        let line = self.tables.result(roll);
        state.fight = self.fight_of(&clash, combat, clash.hexes);
        state.fight.held = held;
        state.fight.roll = roll;
        state.fight.morale = sum.morale[0] as i8 - sum.morale[1] as i8;
        state.fight.retreat = [line.retreat; TARGETS];
        state.fight.advance = line.retreat;
        state.fight.broken = clash.defenders.iter().filter(|&unit| self.is_broken(state, unit)).collect();
        state.fight.stage = Stage::Stand;
        let struck = if clash.charge { mark::CHARGED } else { mark::STRUCK };
        clash.defenders.iter().for_each(|unit| state.chart_mut(unit).set(struck));
        self.shift_initiative(state, clash.side, roll);
        state.fought = true;
        self.tell_fight(state, &clash, checks, sum, Fallen { checked: &checked, die, retreat: line.retreat }, events);
    }

    fn fight_of(&self, clash: &Clash, combat: u8, hexes: Hexes) -> Fight {
        let mut fight = Fight { attacker: clash.side as u8, charge: clash.charge, combat, ..Fight::BLANK };
        for hex in hexes.iter().take(TARGETS) {
            fight.hexes[usize::from(fight.count)] = hex;
            fight.count += 1;
        }
        fight.attackers = clash.attackers;
        fight.defenders = clash.defenders;
        fight.from = clash.elements().iter().map(|&(_, from)| from).collect();
        fight
    }

    /// At the moment of combat the strengths are stated [2.5c].
    fn tell_fight(
        &self,
        state: &State,
        clash: &Clash,
        checks: Checks,
        sum: Sum,
        Fallen { checked, die, retreat }: Fallen,
        events: &mut impl Sink,
    ) {
        events.tell(|| {
            let names = |units: Units| {
                units.iter().map(|unit| self.name(state, unit).to_string()).collect::<Vec<_>>().join(", ")
            };
            let kind = match (clash.charge, clash.attackers.len() > 1) {
                (true, false) => "charges",
                (true, true) => "charge",
                (false, false) => "attacks",
                (false, true) => "attack",
            };
            let text = format!(
                "{} {kind} {}: {} against {}, artillery {} against {}, modifier {:+}, roll {die}: {}.",
                names(clash.attackers),
                names(clash.defenders),
                written(sum.strengths[0]),
                written(sum.strengths[1]),
                sum.guns[0],
                sum.guns[1],
                sum.total,
                outcome_words(retreat),
            );
            let ids = clash.attackers.or(clash.defenders).iter().map(|unit| self.unit(state, unit).id.clone());
            let from = clash.elements().iter().map(|&(_, from)| from);
            let event = Event::new(EventKind::Combat, text).at(from).at(clash.hexes.iter()).of(ids);
            let aim = self.combat_aim(state, clash, checks);
            let checks = checked.iter().map(|&(unit, die)| self.morale_roll(state, unit, die));
            let roll = self.combat_roll(("the combat", clash.side), die, sum.total, aim);
            let event = event.side(clash.side).rolled(checks).rolled([roll]).figure(FigureName::Retreat, retreat);
            event.by(clauses!["2.5c", "7.1.5", "7.1.6a"]).outcome(outcome_words(retreat)).reveals()
        });
    }

    /// What a combat may come to, with all its numbers.
    pub(crate) fn fight_forecast(&self, state: &State, plan: &Plan, combat: usize) -> Option<Forecast> {
        let fighting = self.clash(state, plan, combat).units();
        if fighting.iter().any(|unit| state.chart(unit).is(mark::HELD)) {
            let mut engaged = state.clone();
            self.engage_reserves(&mut engaged, fighting);
            return self.engaged_forecast(&engaged, plan, combat);
        }
        self.engaged_forecast(state, plan, combat)
    }

    /// The same when the reserves in it are engaged [11.2h].
    fn engaged_forecast(&self, state: &State, plan: &Plan, combat: usize) -> Option<Forecast> {
        let clash = self.clash(state, plan, combat);
        if clash.hexes.is_empty() || clash.elements().is_empty() {
            return None;
        }
        let meeting: Vec<Unit> = self.must_meet(state, &clash).iter().collect();
        let counter: Vec<Unit> = self.may_counter(state, &clash).iter().collect();
        let organic: Vec<Unit> = self.may_counter_organic(state, &clash).iter().collect();
        let mut chances = [0.0; 8];
        let mut tolls = Vec::new();
        for (chance, checks) in Self::ways_to_check(state, &meeting, &counter, &organic) {
            let sum = self.sum(state, &clash, checks, &mut ());
            for die in 1..=6 {
                let line = self.tables.result(die + sum.total);
                chances[usize::from(line.retreat.min(7))] += chance / 6.0;
                tolls.push((chance / 6.0, self.toll(state, &clash, line, sum.morale)));
            }
        }
        let mut parts = Vec::new();
        let sum = self.sum(state, &clash, Checks::default(), &mut parts);
        let title = if clash.charge { "Charge" } else { "Attack" };
        let by = if clash.charge { clauses!["7.13a", "7.1.5"] } else { clauses!["7.1.5"] };
        let whole = Derivation::new(title, format!("{:+}", sum.total), by);
        let mut whole = parts.into_iter().fold(whole, Derivation::with);
        for unit in meeting {
            let text = format!("{} checks morale to meet the charge", self.name(state, unit));
            whole = whole.with(Derivation::new(text, state.chart(unit).morale, clauses!["7.13b", "5.0a"]));
        }
        for unit in counter {
            let text = format!("{} checks morale to countercharge", self.name(state, unit));
            whole = whole.with(Derivation::new(text, state.chart(unit).morale, clauses!["7.13i", "5.0a"]));
        }
        let chance = |(retreat, &probability): (usize, &f64)| {
            (probability > 0.0).then(|| Chance { outcome: outcome_words(retreat as u8), probability })
        };
        let from = clash.elements().iter().map(|&(_, from)| self.label(state, from));
        let fight = engine::Fight::new(clash.hexes.iter().map(|hex| self.label(state, hex)), from);
        let fight = fight.with(sum.strengths[0] as f64 / POINT as f64);
        let fight = fight.at(format!("{:+} on the die", sum.total), Ladder::Die, sum.total.into()).tolls(tolls);
        // Who is ridden down rolls on another column than the line says.
        let fight = if clash.charge { fight.open_losses() } else { fight };
        let forecast = Forecast::new(whole, chances.iter().enumerate().filter_map(chance).collect());
        Some(forecast.aimed([self.combat_aim(state, &clash, Checks::default())]).fight(fight))
    }

    /// All ways in which the checks before a combat may fall, with their chances: a charge is met if all pass who must, and
    /// each countercharge is a check of its own [7.13b, 7.13i].
    fn ways_to_check(state: &State, meeting: &[Unit], counter: &[Unit], organic: &[Unit]) -> Vec<(f64, Checks)> {
        let passing = |unit: Unit| f64::from(state.chart(unit).morale.min(6)) / 6.0;
        let meets: f64 = meeting.iter().map(|&unit| passing(unit)).product();
        let mut ways = vec![(1.0, Checks::default())];
        if !meeting.is_empty() {
            ways = vec![(meets, Checks { met: true, ..Checks::default() }), (1.0 - meets, Checks::default())];
        }
        let riders = counter.iter().map(|&unit| (unit, false)).chain(organic.iter().map(|&unit| (unit, true)));
        for (unit, is_organic) in riders {
            let check = |(chance, failed): (f64, Checks)| {
                let mut passed = failed;
                let riding = if is_organic { &mut passed.organic } else { &mut passed.counter };
                *riding |= 1 << unit.0;
                [(chance * passing(unit), passed), (chance * (1.0 - passing(unit)), failed)]
            };
            ways = ways.into_iter().flat_map(check).collect();
        }
        ways
    }

    /// Where a combat is read, and all that changes its die.
    fn combat_aim(&self, state: &State, clash: &Clash, checks: Checks) -> Aim {
        let mut steps: Vec<(String, i8, Vec<Clause>)> = Vec::new();
        self.sum(state, clash, checks, &mut steps);
        let aim = Aim::new(COMBAT).in_column(RESULT);
        steps.into_iter().fold(aim, |aim, (what, drm, by)| aim.modified(what, drm.into(), by))
    }

    /// Where a fight is read whose odds alone change the die.
    pub(crate) fn odds_aim(&self, drm: i8, by: Vec<Clause>) -> Aim {
        let aim = Aim::new(COMBAT).in_column(RESULT);
        if drm == 0 { aim } else { aim.modified("odds", drm.into(), by) }
    }

    /// A roll on the Combat Results Table as it is told.
    pub(crate) fn combat_roll(&self, (purpose, attacker): (&str, Side), die: u8, modifier: i8, aim: Aim) -> Roll {
        let roll = die as i8 + modifier;
        let read = outcome_name(self.tables.result(roll).retreat);
        let told = Roll::d6(purpose, die).modified(modifier.into()).hoped(attacker, Wish::High);
        told.read(aim.in_line(self.tables.result_head(roll)), read)
    }

    /// What a line of the Combat Results Table does to both, on the mean of the dice for the effects [7.1.7a].
    fn toll(&self, state: &State, clash: &Clash, line: Line, morale: [u8; 2]) -> Toll {
        let stacks = |hexes: Hexes, units: Units, column: Column, modifier: i8, inferior: bool| -> f64 {
            let there = hexes.iter().map(|hex| state.all_in(hex).and(units)).filter(|stack| !stack.is_empty());
            there.map(|stack| self.mean_steps(state, stack, (column, modifier), inferior)).sum()
        };
        let from: Hexes = clash.elements().iter().map(|&(_, from)| from).collect();
        let [attacking, defending] = morale;
        Toll {
            fate: if line.retreat == 0 { Fate::Stands } else { Fate::Retreats },
            attacker: stacks(from, clash.attackers, line.attacker_column(), line.attacker, attacking < defending),
            defender: stacks(
                clash.hexes,
                clash.defenders,
                line.defender_column(),
                line.defender,
                attacking > defending,
            ),
        }
    }

    /// Carries the fight on until somebody must choose; whether somebody must.
    pub(crate) fn go_on_fighting(&self, state: &mut State, dice: &mut impl Dice, events: &mut impl Sink) -> bool {
        match state.fight.stage {
            Stage::None => {}
            Stage::Stand => return self.ask_to_stand(state),
            Stage::Buy => return self.ask_to_buy(state),
            Stage::Effects => {
                if !self.draw_in_lines(state, events) {
                    self.roll_effects(state, dice, events);
                }
            }
            Stage::Retreats => self.next_retreat(state, events),
            Stage::Smashed => self.next_smashed(state),
            Stage::Advance => return self.ask_to_advance(state),
            Stage::Refront => self.next_front(state),
            Stage::Pursuit => return self.ask_to_pursue(state),
            Stage::End => self.end_fight(state),
        }
        false
    }

    pub(crate) fn next_stage(state: &mut State, stage: Stage) {
        state.fight.stage = stage;
        state.fight.at = 0;
    }

    /// Whether a stack may stand in its town, village or, as a detachment, chateau (T-1) [DN.3].
    fn may_stand(&self, state: &State, hex: Hex, index: usize) -> bool {
        if state.fight.bombardment || state.fight.retreat[index] == 0 {
            return false;
        }
        let mut units = state.stack(hex).filter(|&unit| state.fight.defenders.contains(unit)).peekable();
        let walls = match self.ground(state).terrain(hex) {
            Terrain::Chateau => state.stack(hex).all(|unit| self.arm(state, unit) == Arm::Detachment),
            terrain => terrain.is_built_up(),
        };
        walls
            && units.peek().is_some()
            && units.all(|unit| !state.chart(unit).is(mark::SMASHED))
            && !state.stack(hex).any(|unit| state.chart(unit).is(mark::STOOD))
    }

    fn ask_to_stand(&self, state: &mut State) -> bool {
        while state.fight.at < state.fight.count {
            let index = usize::from(state.fight.at);
            let hex = state.fight.hexes[index];
            if self.may_stand(state, hex, index) {
                state.step = Step::Stand(hex);
                return true;
            }
            state.fight.at += 1;
        }
        Self::next_stage(state, Stage::Effects);
        false
    }

    /// The defenders stand: one hex less of retreat, and a casualty for them and for one attacking stack (T-1).
    pub(crate) fn defy(&self, state: &mut State, hex: Hex, attackers: Hex, events: &mut impl Sink) {
        state.step = Step::Idle;
        let index = usize::from(state.fight.at);
        state.fight.retreat[index] -= 1;
        let hard = state.fight.charge;
        let defenders = state.all_in(hex).and(state.fight.defenders);
        defenders.iter().for_each(|unit| state.chart_mut(unit).set(mark::STOOD));
        let against = state.all_in(attackers).and(state.fight.attackers);
        for units in [defenders, against] {
            state.owe(Loss { units, casualties: 1, hard, ..Loss::BLANK });
        }
        state.fight.at += 1;
        events.tell(|| {
            let text = format!("The defenders of {} stand.", self.label(state, hex));
            Event::new(EventKind::Result, text)
                .side(Side::BOTH[usize::from(state.fight.attacker)].other())
                .at([hex, attackers])
                .by(clauses!["DN.3"])
        });
    }

    /// A line of which one hex must retreat falls together there at once, before anything else happens to it [16.6j]; if
    /// both must, where its owner likes. Whether he must choose.
    fn draw_in_lines(&self, state: &mut State, events: &mut impl Sink) -> bool {
        let lines: Units = state.fight.defenders.iter().filter(|&unit| state.chart(unit).is(mark::EXTENDED)).collect();
        for unit in lines.iter() {
            let retreats = |hex: &Hex| {
                let at = state.fight.hexes().iter().position(|target| target == hex);
                at.is_some_and(|at| state.fight.retreat[at] > 0)
            };
            let struck: Hexes = self.hexes_of(state, unit).filter(retreats).collect();
            match (struck.len(), struck.iter().next()) {
                (1, Some(hex)) => self.collapse(state, unit, hex, events),
                (2, _) => {
                    state.collapsing.insert(unit);
                }
                _ => {}
            }
        }
        !state.collapsing.is_empty()
    }

    /// The next defending stack retreats; engaged troops stay [7.2a].
    fn next_retreat(&self, state: &mut State, events: &mut impl Sink) {
        let index = usize::from(state.fight.at);
        if index >= usize::from(state.fight.count) {
            self.check_guns(state, events);
            return Self::next_stage(state, Stage::Smashed);
        }
        let hex = state.fight.hexes[index];
        if state.fight.quarry[index].is_empty() && state.fight.retreat[index] > 0 {
            let stack = state.all_in(hex).and(state.fight.defenders);
            // A Grand Battery cannot retreat, and is lost (ruling R-95) [16.5m].
            for unit in stack.iter() {
                if self.arm(state, unit) == Arm::Battery {
                    self.eliminate(state, unit, events);
                }
            }
            let units = state.all_in(hex).and(state.fight.defenders);
            if !units.is_empty() {
                state.fight.pursuers[index] = self.find_pursuers(state, hex);
                state.fight.quarry[index] = units;
                let (away, left) = (state.fight.from, state.fight.retreat[index]);
                return self.start_flight(state, Cause::Combat, units, hex, away, left);
            }
        }
        state.fight.at += 1;
    }

    /// Batteries lost in retreats: the natural die against the length [7.12a, 7.12b, 7.12c, 7.4e].
    fn check_guns(&self, state: &mut State, events: &mut impl Sink) {
        for index in 0..usize::from(state.fight.count) {
            let length = state.fight.retreat[index];
            for unit in state.fight.quarry[index].iter() {
                let chart = state.chart(unit);
                if length == 0 || chart.guns == 0 || !state.on_map(unit) {
                    continue;
                }
                let horse = self.unit(state, unit).horse_guns;
                let length = length + u8::from(chart.is(mark::SMASHED)) - u8::from(horse);
                if state.fight.die[index] <= length {
                    self.lose_battery(state, unit, events);
                }
            }
        }
    }

    /// Newly smashed units may retreat up to two hexes [10.2c].
    fn next_smashed(&self, state: &mut State) {
        let waiting = state.fight.smashed.without(state.fight.scattered);
        let Some(unit) = waiting.iter().find(|&unit| state.on_map(unit)) else {
            return Self::next_stage(state, Stage::Advance);
        };
        state.fight.scattered.insert(unit);
        let hexes: Hexes = state.fight.hexes().iter().copied().collect();
        let away = if state.fight.attackers.contains(unit) { hexes } else { state.fight.from };
        let hex = state.chart(unit).hex;
        let length = self.tables.limits.smashed_retreat;
        self.start_flight(state, Cause::Smashed, [unit].into_iter().collect(), hex, away, length);
    }

    /// Attackers may follow on an Advance result into a hex that the defenders have left (ruling R-52).
    fn ask_to_advance(&self, state: &mut State) -> bool {
        if state.fight.bombardment || state.fight.advance == 0 {
            Self::next_stage(state, Stage::Pursuit);
            return false;
        }
        if !self.advancers(state).is_empty() {
            state.step = Step::Advance;
            return true;
        }
        state.fight.done = Units::EMPTY;
        Self::next_stage(state, Stage::Refront);
        false
    }

    /// Nobody advances any more.
    pub(crate) fn end_advance(&self, state: &mut State) {
        state.step = Step::Idle;
        state.fight.done = Units::EMPTY;
        Self::next_stage(state, Stage::Refront);
    }

    pub(crate) fn list_advances(&self, state: &State, out: &mut Vec<Action>) {
        out.extend(self.advancers(state).iter().map(Action::Advance));
        out.push(Action::Done);
    }

    /// All attackers may face anew, stack by stack [7.2q] (ruling R-51), unless others stand with them.
    fn next_front(&self, state: &mut State) {
        let waiting = state.fight.attackers.without(state.fight.done);
        let Some(unit) = waiting.first() else {
            return Self::next_stage(state, Stage::Pursuit);
        };
        state.fight.done.insert(unit);
        let chart = state.chart(unit);
        if !state.on_map(unit) || chart.is(mark::EXTENDED) || chart.is(mark::SMASHED) {
            return;
        }
        let hex = chart.hex;
        let stack = state.all_in(hex);
        if stack.without(state.fight.attackers).is_empty() {
            state.fight.done = state.fight.done.or(stack);
            state.front = hex;
        }
    }

    fn ask_to_pursue(&self, state: &mut State) -> bool {
        while state.fight.at < state.fight.count {
            let index = usize::from(state.fight.at);
            let quarry = state.fight.quarry[index].iter().any(|unit| state.on_map(unit));
            let riders = state.fight.pursuers[index].iter().any(|unit| self.can_pursue(state, unit));
            if quarry && (riders || !state.fight.joined.is_empty()) {
                state.step = Step::Pursue(state.fight.hexes[index]);
                return true;
            }
            state.fight.joined = Units::EMPTY;
            state.fight.at += 1;
        }
        Self::next_stage(state, Stage::End);
        false
    }

    /// The pursuit out of this hex is over.
    pub(crate) fn end_pursuit(&self, state: &mut State) {
        state.step = Step::Idle;
        state.fight.joined = Units::EMPTY;
        state.fight.pursuers[usize::from(state.fight.at)] = Units::EMPTY;
    }

    fn end_fight(&self, state: &mut State) {
        let fought = state.fight.attackers.or(state.fight.defenders);
        self.tire_cavalry(state, fought);
        self.close_weariness(state, fought);
        if !state.fight.bombardment {
            state.plan.combats[usize::from(state.fight.combat)].count = 0;
        }
        state.fight = Fight::BLANK;
        state.threat = Hexes::EMPTY;
    }

    pub(crate) fn list_stand(&self, state: &State, out: &mut Vec<Action>) {
        for hex in state.fight.from.iter() {
            if !state.all_in(hex).and(state.fight.attackers).is_empty() {
                out.push(Action::Defy(hex));
            }
        }
        out.push(Action::Yield);
    }

    pub(crate) fn check_defy(&self, state: &State, hex: Hex) -> Result<(), Refusal> {
        if state.fight.from.contains(hex) && !state.all_in(hex).and(state.fight.attackers).is_empty() {
            return Ok(());
        }
        Err(Refusal::new(clauses!["DN.3"], format!("no attacker stands in {}", self.label(state, hex))))
    }
}

/// The side that attacks in the fight.
pub(crate) fn attacking_side(state: &State) -> Side {
    if state.fight.attacker == 0 { Side::First } else { Side::Second }
}

/// A result as the CRT has it.
pub(crate) fn outcome_name(retreat: u8) -> String {
    if retreat == 0 { "Engaged".into() } else { format!("Retreat {retreat}") }
}

/// The same as it is said at the table.
pub(crate) fn outcome_words(retreat: u8) -> String {
    let words = match retreat {
        0 => "both sides stand".to_string(),
        1 => "the defender retreats 1 hex".to_string(),
        hexes => format!("the defender retreats {hexes} hexes"),
    };
    format!("{words} ({})", outcome_name(retreat))
}

/// The dice of a combat: the checks before it, the die itself, and what that came to.
#[derive(Copy, Clone)]
struct Fallen<'a> {
    checked: &'a [(Unit, u8)],
    die: u8,
    retreat: u8,
}
