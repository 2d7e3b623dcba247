//! 3.0 Sequence of play, 16.1 Initiative and 16.3 play by mail (M-10, M-11).

use crate::MarchIntoBattle;
use crate::action::{Action, Chit};
use crate::ground::Hexes;
use crate::hints::Mind;
use crate::pieces::Arm;
use crate::scenarios::{Level, Start};
use crate::state::{Category, Cause, Phase, Place, Plan, Stage, State, Step, Unit, Units, mark, option};
use engine::{Clause, Dice, Die, Event, EventKind, Options, Refusal, Roll, Rules, Side, Sink, Wish, Words, clauses};
use hexboard::Hex;

/// The bit for the grenadiers' release among the things that happen once (TH-1).
pub(crate) const RELEASED: u8 = 1;

engine::decisions! {
    (MarchIntoBattle, Action, Mind: game, state, out, dice, events, mind)

    /// The game goes on by itself.
    Idle by state.side => { asks: "Nothing is to be chosen.", lists: {}, points(_): {}, }

    /// The battle begins.
    Begin by state.side => {
        asks: "Begin the battle.",
        lists: out.push(Action::Done),
        points(_): {},
        Done => {
            check: Ok(()),
            play: state.step = Step::Idle,
            words: Words::new("begin").rolls(true),
            odds: None,
            worth: 0.0,
        }
    }

    /// Who moves first in this turn.
    Order by state.holder => {
        asks: "Move first or second in this turn?",
        lists: out.extend([Action::First, Action::Second]),
        points(_): {},
        First => {
            check: Ok(()),
            play: {
                let side = state.holder;
                game.start_half(state, side, events);
            },
            words: "move first",
            odds: None,
            worth: 1.0,
        }
        Second => {
            check: Ok(()),
            play: {
                let side = state.holder.other();
                game.start_half(state, side, events);
            },
            words: "move second",
            odds: None,
            worth: 0.0,
        }
    }

    /// Which chits are taken out of the cup.
    Chits by state.side => {
        asks: "You have the initiative: take up to two chits out of the cup.",
        stakes: High,
        lists: game.list_chits(state, out),
        points(_): {},
        Chit(chit) => {
            check: game.check_chit(state, chit),
            play: game.take_chit(state, chit),
            words: format!("take the chit of {}", game.battle(state).formations[usize::from(chit.0)].title),
            odds: None,
            worth: mind.chit_worth(state, chit),
        }
        Done => {
            check: Ok(()),
            play: game.end_chits(state, events),
            words: "take no more chits",
            odds: None,
            worth: 0.0,
        }
    }
}

#[engine::by_the_book]
impl MarchIntoBattle {
    /// The first chit is drawn with the first action, as only actions roll dice: the battle begins with a step for the
    /// side that may choose first, or with the draw itself.
    pub(crate) fn begin(&self, scenario: usize, options: Options) -> State {
        let mut state = self.lay_out(scenario, options);
        state.step = Step::Begin;
        state
    }

    /// The table at the beginning of a battle: set-up, chits and markers [3.0a].
    pub(crate) fn lay_out(&self, scenario: usize, options: Options) -> State {
        let mut state = State::empty(scenario as u8, options);
        let battle = self.battle(&state);
        for unit in self.all_units(&state) {
            let data = &battle.units[unit.index()];
            let chart = state.chart_mut(unit);
            chart.steps = data.steps;
            chart.guns = data.guns;
            chart.organic = data.organic;
            chart.fatigue = battle.fatigue[unit.index()];
            chart.morale = data.morale;
            chart.parent = data.parent.map_or(Unit::NONE, Unit);
            chart.formation = data.formation.unwrap_or(0);
            if let Start::At(hex, facing) = battle.unit_starts[unit.index()] {
                chart.facing = facing.index() as u8;
                state.put(unit, hex, data.side);
            }
        }
        for index in 0..battle.leaders.len() {
            if let Start::At(hex, _) = battle.leader_starts[index] {
                state.leaders[index].place = Place::Map;
                state.leaders[index].hex = hex;
            }
        }
        for (at, &(_, holder)) in battle.places.iter().enumerate() {
            state.control[at] = holder.map_or(0, |side| side as u8 + 1);
        }
        for (formation, data) in battle.formations.iter().enumerate() {
            state.level[formation] = battle.lite[data.side.index()] as u8;
        }
        state.holder = battle.first_holder;
        state
    }

    /// Whether Initiative is in play [16.1e]: where the battle calls for it, or everywhere (M-8).
    pub(crate) fn plays_initiative(&self, state: &State) -> bool {
        state.plays(option::INITIATIVE) && (self.battle(state).initiative || state.plays(option::EVERYWHERE))
    }

    /// Goes on until somebody must choose.
    pub(crate) fn settle(&self, state: &mut State, dice: &mut impl Dice, events: &mut impl Sink) {
        while state.outcome.is_none() && state.step == Step::Idle {
            if self.work_off_losses(state, events)
                || self.gather_lonely(state, events)
                || self.ask_to_collapse(state, events)
            {
                continue;
            }
            if state.flight.cause != Cause::None {
                self.go_on_running(state, events);
            } else if state.front != Hex::NONE {
                state.step = Step::Front(state.front);
            } else if state.fight.stage != Stage::None {
                self.go_on_fighting(state, dice, events);
            } else if !state.fight.smashed.is_empty() {
                self.scatter(state);
            } else {
                self.go_on(state, dice, events);
            }
        }
    }

    /// A unit smashed outside combat may retreat too (ruling R-89).
    fn scatter(&self, state: &mut State) {
        let waiting = state.fight.smashed;
        let Some(unit) = waiting.first() else { return };
        state.fight.smashed.remove(unit);
        if state.on_map(unit) {
            let side = self.side_of(state, unit);
            let away = state.held[side.other().index()];
            let hex = state.chart(unit).hex;
            let units = [unit].into_iter().collect();
            self.start_flight(state, Cause::Smashed, units, hex, away, self.tables.limits.smashed_retreat);
        }
    }

    /// The parts of a turn and of an activation, one after the other [3.III] (M-10, M-11).
    fn go_on(&self, state: &mut State, dice: &mut impl Dice, events: &mut impl Sink) {
        match state.phase {
            Phase::Dawn => self.begin_turn(state, dice, events),
            Phase::Hold(side) => {
                if !self.asks_to_hold(state, side) {
                    self.end_hold(state, side);
                }
            }
            Phase::Order => self.ask_order(state),
            Phase::Chits => self.ask_chits(state, events),
            Phase::Draw => self.draw(state, dice, events),
            Phase::Command => self.ask_command(state),
            Phase::Units => self.ask_unit(state, dice, events),
            Phase::Declare => {
                if self.anyone_attacks(state) {
                    state.step = Step::Declare;
                } else {
                    state.phase = Phase::Answer;
                }
            }
            Phase::Answer => {
                self.ask_cavalry(state);
            }
            Phase::Resolve => {
                self.ask_to_fight(state);
            }
            Phase::Leave => {
                if !self.next_leaver(state, events) {
                    state.phase = Phase::Evict;
                    self.find_evicted(state, events);
                }
            }
            Phase::Evict => {
                if !self.next_evicted(state, events) {
                    self.tidy(state, events);
                    state.phase = Phase::Bombard(state.side);
                    state.asked = Hexes::EMPTY;
                }
            }
            Phase::Bombard(side) => self.ask_to_bombard(state, side, dice, events),
            Phase::Over => self.finish_battle(state, events),
        }
    }

    /// A turn begins: the roll for a formation held back (TH-1), reinforcements [3.I], the afternoon [11.2c].
    fn begin_turn(&self, state: &mut State, dice: &mut impl Dice, events: &mut impl Sink) {
        let battle = self.battle(state);
        events.tell(|| {
            let text = format!("Turn {}, {}.", state.turn, battle.turns[usize::from(state.turn) - 1]);
            Event::new(EventKind::Phase, text).by(clauses!["3.IV", "1b"])
        });
        self.roll_for_release(state, dice, events);
        self.bring_up(state, events);
        self.tire_at_noon(state);
        for unit in self.all_units(state) {
            let chart = state.chart_mut(unit);
            chart.fresh = 0;
            chart.clear(mark::TRIED | mark::TOUCHED);
        }
        state.fought = false;
        state.taken = 0;
        state.half_done = false;
        for battery in &mut state.battery {
            battery.fired = false;
        }
        state.phase = Phase::Hold(Side::First);
    }

    /// The roll that sets a formation free which the battle holds back (TH-1).
    fn roll_for_release(&self, state: &mut State, dice: &mut impl Dice, events: &mut impl Sink) {
        let battle = self.battle(state);
        let Some(release) = battle.release.as_ref().filter(|release| state.turn >= release.from_turn) else { return };
        if self.is_released(state) {
            return;
        }
        let roll = dice.d6();
        if roll <= release.roll {
            state.once |= RELEASED;
        }
        events.tell(|| {
            let formation = &battle.formations[usize::from(release.formation)];
            let name = &formation.title;
            let free = if roll <= release.roll { "released" } else { "not released yet" };
            let text = format!("{name}: the die shows {roll}, {free}.");
            let roll = Roll::d6(format!("the release of {name}"), roll);
            let roll = roll.hoped(formation.side, Wish::AtMost(release.roll.into()));
            Event::new(EventKind::Command, text).side(formation.side).rolled([roll]).by(clauses!["15.0"])
        });
    }

    /// Who is due in this turn waits beside the map from now on [3.I], and all leaders can move again.
    fn bring_up(&self, state: &mut State, events: &mut impl Sink) {
        let battle = self.battle(state);
        let now = state.turn;
        let arriving = |start: Start| matches!(start, Start::Arrives { turn, .. } if turn == now);
        let due = |place: Place, start: Start| place == Place::Away && arriving(start);
        let arrivals: Units = self
            .all_units(state)
            .filter(|&unit| due(state.chart(unit).place, battle.unit_starts[unit.index()]))
            .collect();
        for unit in arrivals.iter() {
            state.chart_mut(unit).place = Place::Waiting;
        }
        for (leader, &start) in state.leaders.iter_mut().zip(&battle.leader_starts) {
            if due(leader.place, start) {
                leader.place = Place::Waiting;
            }
            leader.moved = false;
        }
        for formation in 0..battle.formations.len() as u8 {
            let own: Units = arrivals.iter().filter(|&unit| state.chart(unit).formation == formation).collect();
            if !own.is_empty() {
                self.arrive_tired(state, formation, own, events);
            }
        }
    }

    /// Whether the formation held back has been set free (TH-1).
    pub(crate) fn is_released(&self, state: &State) -> bool {
        state.once & RELEASED != 0
    }

    /// A side has marked its reserves.
    pub(crate) fn end_hold(&self, state: &mut State, side: Side) {
        state.phase = match side {
            Side::First => Phase::Hold(Side::Second),
            Side::Second if state.plays(option::PBEM) => Phase::Order,
            Side::Second => {
                self.fill_cup(state);
                Phase::Chits
            }
        };
        state.step = Step::Idle;
    }

    /// The chits in play go into the cup [2.3b]: one for each formation with a unit on the map or beside it (M-6).
    fn fill_cup(&self, state: &mut State) {
        state.cup = 0;
        for unit in self.all_units(state) {
            let chart = state.chart(unit);
            if !matches!(chart.place, Place::Map | Place::Waiting) {
                continue;
            }
            // The chit of a Grand Battery enters the cup in the turn after it was formed (ruling R-93) [16.5e].
            state.cup |= 1 << chart.formation;
        }
    }

    /// In play by mail the side with the marker on its half says who moves first [16.3c]; in the middle it stays with
    /// whoever had it [16.3d] (ruling R-92).
    fn ask_order(&self, state: &mut State) {
        match state.initiative.signum() {
            1 => state.holder = Side::First,
            -1 => state.holder = Side::Second,
            _ => {}
        }
        state.step = Step::Order;
    }

    /// A side begins its half of a turn of play by mail: all its formations act together [16.3a].
    pub(crate) fn start_half(&self, state: &mut State, side: Side, events: &mut impl Sink) {
        let formations = &self.battle(state).formations;
        let own = |index: &usize| formations[*index].side == side;
        state.active = (0..formations.len()).filter(own).fold(0, |bits, index| bits | 1 << index);
        state.side = side;
        state.step = Step::Idle;
        self.activate(state, None, events);
    }

    /// The side with the marker at its end may take two chits [16.1d, 16.1e] (ruling R-91).
    fn ask_chits(&self, state: &mut State, events: &mut impl Sink) {
        let end = self.tables.limits.initiative_end;
        let owner = match state.initiative {
            marker if marker >= end => Side::First,
            marker if marker <= -end => Side::Second,
            _ => return state.phase = Phase::Draw,
        };
        state.side = owner;
        if self.plays_initiative(state) && state.taken < 2 && self.own_chits(state).next().is_some() {
            state.step = Step::Chits;
        } else {
            self.end_chits(state, events);
        }
    }

    /// The chits of the side with the initiative that are still in the cup.
    pub(crate) fn own_chits(&self, state: &State) -> impl Iterator<Item = Chit> + use<'_> {
        let formations = &self.battle(state).formations;
        let (cup, side) = (state.cup, state.side);
        (0..formations.len() as u8)
            .filter(move |&index| cup >> index & 1 == 1 && formations[usize::from(index)].side == side)
            .map(Chit)
    }

    pub(crate) fn check_chit(&self, state: &State, chit: Chit) -> Result<(), Refusal> {
        if self.own_chits(state).any(|own| own == chit) {
            return Ok(());
        }
        Err(Refusal::new(clauses!["16.1e"], "only chits of your own that are in the cup can be taken"))
    }

    /// Takes a chit out of the cup.
    pub(crate) fn take_chit(&self, state: &mut State, Chit(chit): Chit) {
        state.cup &= !(1 << chit);
        if state.taken == 0 {
            state.active = 0;
        }
        state.active |= 1 << chit;
        state.taken += 1;
        state.step = Step::Idle;
    }

    /// The chits are taken: their formations act at the same time, or the draw begins.
    pub(crate) fn end_chits(&self, state: &mut State, events: &mut impl Sink) {
        if state.taken > 0 {
            self.activate(state, None, events);
        } else {
            state.phase = Phase::Draw;
        }
        state.step = Step::Idle;
    }

    /// One chit is drawn blindly [3.III.A]; when none is left the turn is over [3.III.C].
    fn draw(&self, state: &mut State, dice: &mut impl Dice, events: &mut impl Sink) {
        let count = state.cup.count_ones() as u16;
        if count == 0 {
            return self.end_turn(state, events);
        }
        let value = dice.die(count);
        let mut chit = value - 1;
        let mut cup = state.cup;
        while chit > 0 {
            cup &= cup - 1;
            chit -= 1;
        }
        let formation = cup.trailing_zeros() as u8;
        state.cup &= !(1 << formation);
        state.active = 1 << formation;
        state.side = self.battle(state).formations[usize::from(formation)].side;
        self.activate(state, Some(Die { sides: count, value }), events);
    }

    /// Formations become active, by a chit that was drawn or by their side's choice [2.3c]: who begins disorganized or
    /// beside the enemy is noted (M-11).
    pub(crate) fn activate(&self, state: &mut State, drawn: Option<Die>, events: &mut impl Sink) {
        events.tell(|| {
            let formations = &self.battle(state).formations;
            let names = (0..formations.len()).filter(|&index| state.is_active(index as u8));
            let names: Vec<_> = names.map(|index| formations[index].title.as_str()).collect();
            let drawn = drawn.map(|die| Roll::new("which chit is drawn", die.sides, [die.value]));
            let event = Event::new(EventKind::Activation, format!("Active: {}.", names.join(", ")));
            event.side(state.side).rolled(drawn).by(clauses!["2.3c", "3.III.A"])
        });
        state.phase = Phase::Command;
        state.plan = Plan::BLANK;
        let active: Units = self
            .all_units(state)
            .filter(|&unit| {
                self.side_of(state, unit) == state.side
                    && state.is_active(state.chart(unit).formation)
                    && matches!(state.chart(unit).place, Place::Map | Place::Waiting)
            })
            .collect();
        for unit in active.iter() {
            let mut marks = 0;
            if state.chart(unit).is(mark::DISORGANIZED) {
                marks |= mark::BEGAN_DISORGANIZED;
            }
            let near = |hex: Hex| self.near_enemy(state, state.side, hex);
            if state.on_map(unit) && self.hexes_of(state, unit).any(near) {
                marks |= mark::BEGAN_ADJACENT;
            }
            let chart = state.chart_mut(unit);
            chart.category = Category::None;
            chart.spent = 0;
            chart.set(marks);
        }
        let battle = self.battle(state);
        for (index, leader) in battle.leaders.iter().enumerate() {
            let own = leader.formation.is_some_and(|formation| state.is_active(formation));
            if leader.side == state.side && own && !leader.commander {
                state.leaders[index].moved = false;
            }
        }
    }

    fn ask_command(&self, state: &mut State) {
        let battle = self.battle(state);
        let anyone = (0..battle.leaders.len()).any(|index| self.can_lead(state, index)) || self.seems_to_form(state);
        if anyone {
            state.step = Step::Command;
        } else {
            state.phase = Phase::Units;
        }
    }

    /// Disorganized markers off who began with them [9.0g] (ruling R-80), then overstacked stacks, whoever is in them
    /// [6.1e], and formations that rested (M-11).
    fn tidy(&self, state: &mut State, events: &mut impl Sink) {
        for unit in self.all_units(state) {
            let chart = state.chart_mut(unit);
            if chart.is(mark::BEGAN_DISORGANIZED) {
                chart.clear(mark::DISORGANIZED);
            }
        }
        self.check_stacks(state, events);
        self.rest_formations(state);
    }

    /// An activation is over.
    pub(crate) fn end_activation(&self, state: &mut State) {
        for unit in self.all_units(state) {
            let chart = state.chart_mut(unit);
            chart.clear(mark::PASSING);
            chart.category = Category::None;
            chart.spent = 0;
        }
        state.plan = Plan::BLANK;
        state.asked = Hexes::EMPTY;
        state.threat = Hexes::EMPTY;
        state.emptied = Hexes::EMPTY;
        state.risen = 0;
        state.active = 0;
        state.phase = Phase::Draw;
    }

    /// In play by mail the other side follows, then the turn is over.
    pub(crate) fn next_half(&self, state: &mut State, events: &mut impl Sink) {
        let side = state.side.other();
        if state.half_done {
            self.end_turn(state, events);
        } else {
            state.half_done = true;
            self.start_half(state, side, events);
        }
    }

    /// The turn ends: points are counted, whoever was catching up has caught up [11.2i], a turn without fighting brings the
    /// initiative marker back to the middle [16.1f], and the next turn begins [3.IV] or the battle is over (M-10).
    fn end_turn(&self, state: &mut State, events: &mut impl Sink) {
        self.score_turn(state, events);
        for unit in self.all_units(state) {
            state.chart_mut(unit).clear(mark::CATCHING_UP);
        }
        if !state.fought {
            state.initiative = 0;
        }
        if usize::from(state.turn) >= self.battle(state).turns.len() {
            state.phase = Phase::Over;
            return;
        }
        state.turn += 1;
        state.phase = Phase::Dawn;
    }

    /// The initiative marker moves by the modified roll: 3 or less to the defender, 5 or more to the attacker, 4 not
    /// at all [16.1a, 16.1b, 16.1c].
    pub(crate) fn shift_initiative(&self, state: &mut State, attacker: Side, roll: i8) {
        if !self.plays_initiative(state) && !state.plays(option::PBEM) {
            return;
        }
        let winner = match roll {
            ..=3 => attacker.other(),
            4 => return,
            5.. => attacker,
        };
        let end = self.tables.limits.initiative_end;
        let step = if winner == Side::First { 1 } else { -1 };
        state.initiative = (state.initiative + step).clamp(-end, end);
    }

    pub(crate) fn list_chits(&self, state: &State, out: &mut Vec<Action>) {
        out.extend(self.own_chits(state).map(Action::Chit));
        out.push(Action::Done);
    }

    /// The level that a formation's fatigue has, in words.
    pub(crate) fn level_name(level: u8) -> &'static str {
        const _: () = assert!(Level::Spent as u8 == 4);
        crate::status::LEVELS[usize::from(level).min(4)]
    }

    /// Whether a unit may be picked now.
    pub(crate) fn can_pick(&self, state: &State, unit: Unit) -> bool {
        let chart = state.chart(unit);
        self.side_of(state, unit) == state.side
            && state.is_active(chart.formation)
            && matches!(chart.place, Place::Map | Place::Waiting)
            && !chart.is(mark::FINISHED)
            && self.arm(state, unit) != Arm::Battery
            && !self.is_left_behind(state, unit)
    }

    /// What has its moment only where something else is so.
    pub(crate) fn only_if(&self, is_so: bool, state: &State, action: Action) -> Result<(), Refusal> {
        if is_so { Ok(()) } else { Err(self.wrong_moment(state, action)) }
    }

    /// Why an action does not belong here at all: every action has its moment [3.III.B2].
    pub(crate) fn wrong_moment(&self, state: &State, action: Action) -> Refusal {
        if let (Step::Settle(unit) | Step::Turned(unit), Action::To(_)) = (state.place(), action) {
            return self.another_kind(state, unit);
        }
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
        Refusal::new(clauses, format!("this is not the moment for that ({})", self.prompt(state)))
    }
}
