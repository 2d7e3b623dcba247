//! 1.6 Airplanes.

use crate::RockOfTheMarne;
use crate::action::Action;
use crate::charts::{BOMBING, INTERCEPTION};
use crate::ground::{Crossing, Ground, Hexes};
use crate::hints::{Mind, RATHER_NOT};
use crate::movement::Moves;
use crate::pieces::{ALLIED, Piece, PieceSet, Pieces};
use crate::state::{Battle, Fight, State, Step, counters_of, option, side_of};
use crate::tables::Interception;
use engine::chart::span_head;
use engine::{
    Aim, Chance, Derivation, Dice, Event, EventKind, Forecast, Refusal, Roll, Side, Sink, Wish, Words, clauses,
};
use hexboard::Hex;

engine::decisions! {
    (RockOfTheMarne, Action, Mind: game, state, out, dice, events, mind)

    /// Which airplane bombs a bridge.
    Bomber(bridge: u8) by state.side => {
        asks: "Choose the airplane that bombs the bridge.",
        lists: out.extend(game.ready(state, state.side).iter().map(Action::Fly)),
        points(_): {},
        Fly(plane) => {
            check: game.check_flight(state, plane),
            play: game.send_bomber(state, bridge, plane, dice, events),
            words: Words::new(format!("send {}", game.pieces.name_of(plane))).rolls(true),
            odds: Some(game.bombing_forecast(state, bridge, plane)),
            worth: RATHER_NOT,
        }
    }

    /// Whether the mission is intercepted.
    Intercept by state.side.other() => {
        asks: "Intercept the enemy airplane?",
        lists: game.list_interceptors(state, out),
        points(_): {},
        Intercept(plane) => {
            check: game.check_interceptor(state, plane),
            play: game.intercept(state, plane, dice, events),
            words: Words::new(format!("intercept with {}", game.pieces.name_of(plane))).rolls(true),
            odds: Some(game.interception_forecast(state, plane)),
            worth: mind.appraise_interception(state, plane),
        }
        Decline => {
            check: Ok(()),
            play: game.mission_goes_on(state, dice, events),
            words: Words::new("let it pass").rolls(true),
            odds: game.mission_forecast(state),
            worth: 0.0,
        }
    }

    /// Whether the interceptor supports the defence.
    Support by state.side.other() => {
        asks: "Does the interceptor support the defence?",
        lists: out.extend([Action::Accept, Action::Decline]),
        points(_): {},
        Accept => {
            check: Ok(()),
            play: game.decide_support(state, true, dice, events),
            words: Words::new("support the defence").rolls(true),
            odds: None,
            worth: 1.0,
        }
        Decline => {
            check: Ok(()),
            play: game.decide_support(state, false, dice, events),
            words: Words::new("let it pass").rolls(true),
            odds: None,
            worth: 0.0,
        }
    }

    /// Repairs and patrols at the end of the Exploitation Phase.
    Evening by state.side => {
        asks: "Place CAP and repair bridges, or end the phase.",
        asked_if: game.has_evening(state),
        else: game.end_phase(state, dice, events),
        lists: game.list_evening(state, out),
        points(_): {},
        ..Moves => Remove;
        Fly(plane) => {
            check: game.check_flight(state, plane),
            play: state.step = Step::Patrol(plane),
            words: format!("send {}", game.pieces.name_of(plane)),
            odds: None,
            worth: mind.appraise_flight(state),
        }
        Repair(crossing) => {
            check: game.check_repair(state, crossing),
            play: game.repair(state, crossing, dice, events),
            words: Words::new(format!("repair the bridge at {}", game.crossing_label(crossing))).rolls(true),
            odds: Some(game.repair_forecast()),
            worth: 1.0,
        }
        Done => {
            check: Ok(()),
            play: game.end_phase(state, dice, events),
            words: {
                let ready = ["airplane could still patrol", "airplanes could still patrol"];
                Words::new("end the phase").leaves(game.patrollers(state).len(), ready)
            },
            odds: None,
            worth: 0.0,
        }
    }

    /// Where an airplane patrols.
    Patrol(plane: Piece) by state.side => {
        asks: "Choose where the airplane patrols.",
        lists: out.extend(game.beats(state, plane).iter().map(Action::To)),
        points(hex): out.push(Action::To(hex)),
        To(hex) => {
            check: game.check_beat(state, plane, hex),
            play: game.patrol(state, plane, hex, events),
            words: game.ground_words(hex),
            odds: None,
            worth: mind.appraise_patrol(state, hex),
        }
    }
}

#[engine::by_the_book]
impl RockOfTheMarne {
    /// A side's airplanes that can fly a mission: those in the Ready Box, each one mission a turn [1.6-1, 1.6-2].
    pub(crate) fn ready(&self, state: &State, side: Side) -> PieceSet {
        state.ready.and(counters_of(side))
    }

    /// The steps of an airplane.
    fn plane_steps(&self, state: &State, plane: Piece) -> u8 {
        self.pieces.counter(plane).steps - u8::from(state.flipped.contains(plane))
    }

    /// All airplanes on CAP come back to the Flown Box [1.6e-1], but with the switch not in the first player turn (ruling
    /// 98).
    pub(crate) fn recall(&self, state: &mut State, events: &mut impl Sink) {
        let first = state.side == Side::First && state.turn == self.scenario(state).turns.0;
        if first && state.has(option::NO_FIRST_RECALL) {
            return;
        }
        for plane in state.patrol.and(counters_of(state.side)).iter() {
            state.patrol.remove(plane);
            state.flown.insert(plane);
            events.tell(|| {
                let name = self.pieces.name_of(plane).to_string();
                let text = format!("{name} comes back from CAP.");
                Event::new(EventKind::Air, text).side(state.side).of([name]).by(clauses!["1.6e-1"])
            });
        }
    }

    /// The number that airplanes must reach: the Replenishment Number of the HQs, or with the switch off one of their own
    /// [1.6e-2, 5.0d-1] (ruling 15).
    pub(crate) fn refit_number(&self, state: &State, side: Side) -> u8 {
        match state.has(option::ONE_NUMBER) {
            true => self.replenish_number(state, side),
            false => self.tables.refit(state.turn, side),
        }
    }

    /// Every flown airplane tries to refit, those just recalled included: two dice that reach the number of the turn
    /// make it ready [1.6e-2, 1.6e-3].
    pub(crate) fn refit_airplanes(&self, state: &mut State, dice: &mut impl Dice, events: &mut impl Sink) {
        let number = self.refit_number(state, state.side);
        for plane in state.flown.and(counters_of(state.side)).iter() {
            let rolled = dice.two_d6();
            let total: u8 = rolled.iter().sum();
            if total >= number {
                state.flown.remove(plane);
                state.ready.insert(plane);
            }
            events.tell(|| {
                let name = self.pieces.name_of(plane).to_string();
                let what = if total >= number { "is ready" } else { "waits" };
                let text = format!("{name} {what}: the dice show {total}, {number} was needed.");
                let enough = Wish::AtLeast(number.into());
                let roll = Roll::two_d6(format!("whether {name} is ready"), rolled).hoped(state.side, enough);
                Event::new(EventKind::Refit, text).side(state.side).of([name]).by(clauses!["1.6e-2"]).rolled([roll])
            });
        }
    }

    /// An airplane loses a step; without steps it goes to the dead pile (ruling 44).
    fn hit_plane(&self, state: &mut State, plane: Piece) {
        if self.plane_steps(state, plane) > 1 {
            state.flipped.insert(plane);
        } else {
            state.flipped.remove(plane);
            state.flown.remove(plane);
            state.dead.insert(plane);
        }
    }

    /// An airplane that flew goes to the Flown Box.
    pub(crate) fn land(&self, state: &mut State, plane: Piece) {
        state.ready.remove(plane);
        state.patrol.remove(plane);
        if !state.dead.contains(plane) {
            state.flown.insert(plane);
        }
    }

    /// How far a mission's target is from a hex: the attacked hex, or the nearer bank of the bridge (ruling 40).
    fn distance_to_target(&self, state: &State, from: Hex) -> u16 {
        let board = self.ground.board();
        match state.battle.fight {
            Fight::Bombing => {
                let banks = self.banks(state.bridges[usize::from(state.battle.bridge)].crossing);
                banks.into_iter().map(|bank| board.distance(from, bank)).min().unwrap_or(u16::MAX)
            }
            _ => board.distance(from, state.battle.target),
        }
    }

    /// The enemy airplanes on CAP that can intercept the mission: in range of its target from their hex
    /// [1.6d-1] (ruling 43).
    pub(crate) fn interceptors(&self, state: &State) -> PieceSet {
        let cap = state.patrol.and(counters_of(state.side.other()));
        let in_range = |&plane: &Piece| {
            self.distance_to_target(state, state.hex(plane)) <= self.pieces.counter(plane).range.into()
        };
        cap.iter().filter(in_range).collect()
    }

    /// A mission is announced: the other side may intercept, before anything is worked out [1.6d-2, 1.9d-2].
    pub(crate) fn announce_mission(&self, state: &mut State, dice: &mut impl Dice, events: &mut impl Sink) {
        if self.interceptors(state).is_empty() {
            return self.mission_goes_on(state, dice, events);
        }
        state.step = Step::Intercept;
    }

    /// Nobody intercepts any more: the attack or the bombing is resolved.
    pub(crate) fn mission_goes_on(&self, state: &mut State, dice: &mut impl Dice, events: &mut impl Sink) {
        match state.battle.fight {
            Fight::Bombing => self.drop_bombs(state, dice, events),
            _ => self.resolve(state, dice, events),
        }
    }

    /// No airplane must intercept; one may, and nobody intercepts it [1.6d-3, 1.6d-4, 1.6d-5].
    pub(crate) fn list_interceptors(&self, state: &State, out: &mut Vec<Action>) {
        out.extend(self.interceptors(state).iter().map(Action::Intercept));
        out.push(Action::Decline);
    }

    pub(crate) fn check_interceptor(&self, state: &State, plane: Piece) -> Result<(), Refusal> {
        if self.interceptors(state).contains(plane) {
            return Ok(());
        }
        let reason = format!("{} is not on CAP within range of the target", self.pieces.name_of(plane));
        Err(Refusal::new(clauses!["1.6d-1"], reason))
    }

    /// What the steps of both airplanes add to the dice [1.6d-6].
    fn interception_modifier(&self, state: &State, plane: Piece) -> i8 {
        let mission = self.plane_steps(state, state.battle.plane.expect("somebody flies the mission"));
        (self.plane_steps(state, plane) as i8 - mission as i8).signum()
    }

    fn interception(&self, state: &State, total: i8) -> Interception {
        self.tables.interception(total.clamp(1, 13) as u8, state.has(option::MILD_THREE))
    }

    /// Rolls for an interception: either it or the mission fails [1.6d-6, 1.6d-7, 1.6d-7b, 1.6d-7c, 1.6d-7d]
    /// [chart/interception].
    pub(crate) fn intercept(&self, state: &mut State, plane: Piece, dice: &mut impl Dice, events: &mut impl Sink) {
        let Some(mission) = state.battle.plane else { return };
        let (rolled, modifier) = (dice.two_d6(), self.interception_modifier(state, plane));
        let roll: u8 = rolled.iter().sum();
        let result = self.interception(state, roll as i8 + modifier);
        events.tell(|| {
            let names = [plane, mission].map(|plane| self.pieces.name_of(plane).to_string());
            let why = if modifier > 0 { "more steps" } else { "fewer steps" };
            let told = modified(roll, modifier, why);
            let text = format!("{} intercepts {}: {told}, {result}: {}.", names[0], names[1], result.words());
            let roll = Roll::two_d6("the interception", rolled).modified(modifier.into());
            let roll = roll.hoped(side_of(plane), Wish::High);
            let lines = self.interception_lines(state.has(option::MILD_THREE));
            let aim = self.interception_aim(modifier).in_line(span_head(&lines, roll.total));
            Event::new(EventKind::Air, text)
                .side(side_of(plane))
                .of(names)
                .rolled([roll.read(aim, result.to_string())])
                .outcome(result.label())
                .by(clauses!["1.6d-6", "chart/interception"])
        });
        match result {
            Interception::InterceptorHit | Interception::InterceptorGone => {
                self.land(state, plane);
                if result == Interception::InterceptorHit {
                    self.hit_plane(state, plane);
                }
                self.mission_goes_on(state, dice, events);
            }
            Interception::MissionGone | Interception::MissionHit => {
                self.land(state, mission);
                if result == Interception::MissionHit {
                    self.hit_plane(state, mission);
                }
                state.battle.plane = None;
                if state.battle.fight == Fight::Bombing {
                    return self.end_bombing(state);
                }
                state.battle.guard = Some(plane);
                state.step = Step::Support;
            }
        }
    }

    /// The chances of an interception.
    pub(crate) fn interception_forecast(&self, state: &State, plane: Piece) -> Forecast {
        let modifier = self.interception_modifier(state, plane);
        let sum =
            Derivation::new("Interception", format!("two dice {modifier:+}"), clauses!["1.6d-6", "chart/interception"])
                .with(Derivation::new("steps against steps", format!("{modifier:+}"), clauses!["1.6d-6"]));
        let chances = chances(|total| self.interception(state, total as i8 + modifier).label());
        Forecast::new(sum, chances).aimed([self.interception_aim(modifier)])
    }

    fn interception_aim(&self, modifier: i8) -> Aim {
        let aim = Aim::new(INTERCEPTION);
        match modifier {
            0 => aim,
            1.. => aim.modified("the interceptor has more steps", modifier.into(), clauses!["1.6d-6"]),
            _ => aim.modified("the mission has more steps", modifier.into(), clauses!["1.6d-6"]),
        }
    }

    /// The chances of the attack if nobody intercepts its airplane.
    fn mission_forecast(&self, state: &State) -> Option<Forecast> {
        match state.battle.fight {
            Fight::Bombing => None,
            _ => self.attack_forecast(state, PieceSet::EMPTY),
        }
    }

    /// The interceptor that drove a Ground Support mission off supports the defence and has flown then, or stays on CAP
    /// and may intercept again [1.6d-8, 1.6d-9] (ruling 42).
    pub(crate) fn decide_support(
        &self,
        state: &mut State,
        supports: bool,
        dice: &mut impl Dice,
        events: &mut impl Sink,
    ) {
        if !supports {
            state.battle.guard = None;
        }
        events.tell(|| {
            let (what, clauses) = match supports {
                true => ("supports the defence", clauses!["1.6d-8"]),
                false => ("stays on CAP", clauses!["1.6d-9"]),
            };
            let text = format!("The interceptor {what}.");
            Event::new(EventKind::Air, text).side(state.side.other()).by(clauses)
        });
        self.resolve(state, dice, events);
    }

    /// The bridges that can be bombed: German-made ones that are whole, each once a turn, by the Allies alone [1.6b-1, 1.6b-4]
    /// [1.6b-5, 1.6b-6].
    pub(crate) fn can_bomb(&self, state: &State, crossing: Crossing) -> bool {
        let bridge = state.bridge_on(crossing).map(|bridge| state.bridges[bridge]);
        let target = bridge.is_some_and(|bridge| bridge.intact && !bridge.tried && bridge.lies());
        state.side == ALLIED && target && !self.ready(state, ALLIED).is_empty()
    }

    pub(crate) fn list_bombings(&self, state: &State, out: &mut Vec<Action>) {
        let lying = state.bridges.iter().map(|bridge| bridge.crossing);
        out.extend(lying.filter(|&crossing| self.can_bomb(state, crossing)).map(Action::Bomb));
    }

    pub(crate) fn check_bombing(&self, state: &State, crossing: Crossing) -> Result<(), Refusal> {
        if self.can_bomb(state, crossing) {
            return Ok(());
        }
        let at = self.crossing_label(crossing);
        if state.side != ALLIED {
            return Err(Refusal::new(clauses!["1.6b-6"], "only the Allies bomb bridges"));
        }
        if state.bridge_on(crossing).is_none_or(|bridge| !state.bridges[bridge].intact) {
            return Err(Refusal::new(clauses!["1.6b-1", "1.6b-5"], format!("no German-made bridge stands at {at}")));
        }
        if self.ready(state, ALLIED).is_empty() {
            return Err(Refusal::new(clauses!["1.6b-1", "1.6-2"], "no airplane is ready"));
        }
        Err(Refusal::new(clauses!["1.6b-4"], format!("the bridge at {at} was bombed this turn")))
    }

    /// A bridge is to be bombed; the airplane is chosen next.
    pub(crate) fn aim_bombs(&self, state: &mut State, crossing: Crossing) {
        state.bridge_on(crossing).into_iter().for_each(|bridge| state.step = Step::Bomber(bridge as u8));
    }

    /// Sends a bomber.
    pub(crate) fn send_bomber(
        &self,
        state: &mut State,
        bridge: u8,
        plane: Piece,
        dice: &mut impl Dice,
        events: &mut impl Sink,
    ) {
        state.battle = Battle { fight: Fight::Bombing, bridge, plane: Some(plane), ..Battle::BLANK };
        state.bridges[usize::from(bridge)].tried = true;
        events.tell(|| {
            let name = self.pieces.name_of(plane).to_string();
            let at = self.crossing_label(state.bridges[usize::from(bridge)].crossing);
            Event::new(EventKind::Air, format!("{name} flies against the bridge at {at}."))
                .side(side_of(plane))
                .of([name])
                .by(clauses!["1.6b-1"])
        });
        self.announce_mission(state, dice, events);
    }

    /// What an airplane of two steps adds to the dice [chart/bridge-bombing].
    fn bombing_bonus(&self, state: &State, plane: Piece) -> u8 {
        if self.plane_steps(state, plane) > 1 { self.tables.two_step_bonus } else { 0 }
    }

    /// Rolls on the Bridge Bombing Table; the airplane has flown either way [1.6b-2, 1.6b-3, chart/bridge-bombing].
    fn drop_bombs(&self, state: &mut State, dice: &mut impl Dice, events: &mut impl Sink) {
        let bonus = self.bombing_bonus(state, state.battle.plane.expect("somebody flies the mission"));
        let rolled = dice.two_d6();
        let roll: u8 = rolled.iter().sum();
        let hit = roll + bonus >= self.tables.bombed_from;
        let bridge = usize::from(state.battle.bridge);
        let crossing = state.bridges[bridge].crossing;
        events.tell(|| {
            let (label, told) = (bombed(hit), modified(roll, bonus as i8, "two steps"));
            let text = format!("Bombs on the bridge at {}: {told}, {label}.", self.crossing_label(crossing));
            let roll = Roll::two_d6("the bombs on the bridge", rolled).modified(bonus.into());
            let roll = roll.hoped(state.side, Wish::AtLeast(self.tables.bombed_from.into()));
            let aim = bombing_aim(bonus).in_line(span_head(&self.bombing_lines(), roll.total));
            Event::new(EventKind::Bombardment, text)
                .side(state.side)
                .rolled([roll.read(aim, label)])
                .at(self.banks(crossing))
                .outcome(label)
                .by(clauses!["1.6b-2", "chart/bridge-bombing"])
        });
        if hit {
            state.bridges[bridge].intact = false;
            self.bridge_changed(state, crossing);
        }
        self.end_bombing(state);
    }

    fn end_bombing(&self, state: &mut State) {
        if let Some(plane) = state.battle.plane {
            self.land(state, plane);
        }
        state.battle = Battle::BLANK;
        state.fed = self.fed(state);
        state.step = Step::Attacks;
    }

    /// The chances of a bombing, if it is not intercepted.
    pub(crate) fn bombing_forecast(&self, state: &State, bridge: u8, plane: Piece) -> Forecast {
        let (bonus, from) = (self.bombing_bonus(state, plane), self.tables.bombed_from);
        let needed = Derivation::new("bridge destroyed from", from, clauses!["chart/bridge-bombing"]);
        let sum = Derivation::new("Bombing", format!("two dice +{bonus}"), clauses!["1.6b-2"]).with(needed);
        let chances = chances(|roll| bombed(roll + bonus >= from).to_string());
        let forecast = Forecast::new(sum, chances).aimed([bombing_aim(bonus)]);
        let mut there = state.clone();
        there.battle = Battle { fight: Fight::Bombing, bridge, ..Battle::BLANK };
        if self.interceptors(&there).is_empty() { forecast } else { forecast.given("nobody intercepts") }
    }

    /// Where an airplane can patrol: within the range number of any friendly HQ, whatever its state, one in a hex
    /// [1.6c-2, 1.6c-3] (ruling 39).
    pub(crate) fn beats(&self, state: &State, plane: Piece) -> Hexes {
        let side = side_of(plane);
        let mut hexes = Hexes::EMPTY;
        for hq in self.hqs(state, side).iter() {
            hexes |= *self.disc(hq, state.hex(hq));
        }
        hexes &= self.scenario(state).area;
        for other in state.patrol.iter() {
            hexes.remove(state.hex(other));
        }
        hexes
    }

    /// For each hex the hexes within each range that HQs have, worked out once.
    pub(crate) fn discs_of(ground: &Ground, pieces: &Pieces) -> Vec<(u8, Box<[Hexes]>)> {
        let mut ranges: Vec<u8> =
            Piece::all().filter(|&piece| pieces.is_hq(piece)).map(|hq| pieces.counter(hq).range).collect();
        ranges.sort_unstable();
        ranges.dedup();
        let board = ground.board();
        let disc = |range: u8| board.sheet().map(|hex| board.within(hex, range.into()).collect()).collect();
        ranges.into_iter().map(|range| (range, disc(range))).collect()
    }

    /// The hexes within an HQ's range of a hex, whatever lies between.
    pub(crate) fn disc(&self, hq: Piece, hex: Hex) -> &Hexes {
        let range = self.pieces.counter(hq).range;
        self.discs.iter().find(|(known, _)| *known == range).map_or(&Hexes::EMPTY, |(_, discs)| &discs[hex.index()])
    }

    pub(crate) fn check_beat(&self, state: &State, plane: Piece, hex: Hex) -> Result<(), Refusal> {
        if self.beats(state, plane).contains(hex) {
            return Ok(());
        }
        let at = self.ground.label(hex);
        if state.patrol.iter().any(|other| state.hex(other) == hex) {
            return Err(Refusal::new(clauses!["1.6c-3"], format!("an airplane is on CAP in {at} already")));
        }
        Err(Refusal::new(clauses!["1.6c-2"], format!("{at} is not within range of an HQ of yours")))
    }

    /// Sends an airplane on CAP [1.6c-1].
    pub(crate) fn patrol(&self, state: &mut State, plane: Piece, hex: Hex, events: &mut impl Sink) {
        state.ready.remove(plane);
        state.patrol.insert(plane);
        state.set_hex(plane, hex);
        state.step = Step::Evening;
        events.tell(|| {
            let name = self.pieces.name_of(plane).to_string();
            let text = format!("{name} is on CAP over {}.", self.ground.label(hex));
            Event::new(EventKind::Air, text).side(side_of(plane)).at([hex]).of([name]).by(clauses!["1.6c-1"])
        });
    }

    /// Whether something is to be done at the end of the Exploitation Phase: airplanes and bridges.
    pub(crate) fn has_evening(&self, state: &State) -> bool {
        self.can_patrol(state) || self.repairable(state).next().is_some()
    }

    fn can_patrol(&self, state: &State) -> bool {
        !self.ready(state, state.side).is_empty() && !self.hqs(state, state.side).is_empty()
    }

    /// The airplanes that could still patrol.
    fn patrollers(&self, state: &State) -> PieceSet {
        if self.can_patrol(state) { self.ready(state, state.side) } else { PieceSet::EMPTY }
    }

    pub(crate) fn list_evening(&self, state: &State, out: &mut Vec<Action>) {
        out.extend(self.patrollers(state).iter().map(Action::Fly));
        out.extend(self.repairable(state).map(Action::Repair));
        self.list_removals(state, out);
        out.push(Action::Done);
    }

    pub(crate) fn check_flight(&self, state: &State, plane: Piece) -> Result<(), Refusal> {
        if self.ready(state, state.side).contains(plane) && (state.step != Step::Evening || self.can_patrol(state)) {
            return Ok(());
        }
        let reason = format!("{} is not in your Ready Box, or no HQ guides it", self.pieces.name_of(plane));
        Err(Refusal::new(clauses!["1.6-1", "1.6-2", "1.6c-2"], reason))
    }
}

#[engine::by_the_book]
fn bombing_aim(bonus: u8) -> Aim {
    let aim = Aim::new(BOMBING);
    match bonus {
        0 => aim,
        bonus => aim.modified("the airplane has two steps", bonus.into(), clauses!["chart/bridge-bombing"]),
    }
}

pub(crate) fn bombed(hit: bool) -> &'static str {
    if hit { "bridge destroyed" } else { "no effect" }
}

/// What dice show, and what they count: `6 +1 for two steps is 7`.
fn modified(roll: u8, modifier: i8, why: &str) -> String {
    if modifier == 0 { roll.to_string() } else { format!("{roll} {modifier:+} for {why} is {}", roll as i8 + modifier) }
}

/// The chance of a total of two dice.
pub(crate) fn two_dice(total: u8) -> f64 {
    f64::from(6 - total.abs_diff(7)) / 36.0
}

/// The chances of what two dice lead to, in the order of their totals.
pub(crate) fn chances(outcome: impl Fn(u8) -> String) -> Vec<Chance> {
    Chance::tally((2..=12).map(|total| (outcome(total), two_dice(total))))
}
