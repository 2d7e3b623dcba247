//! 7.2 Retreats and advances.

use crate::MarchIntoBattle;
use crate::action::{Action, Facing};
use crate::ground::{Hexes, Terrain, Water};
use crate::hints::Mind;
use crate::pieces::Arm;
use crate::state::{Cause, Flight, Loss, State, Step, Unit, Units, mark, option};
use crate::trails::Trails;
use engine::{Event, EventKind, Refusal, Role, Side, Sink, clauses};
use hexboard::Hex;

/// How good a hex is for a retreat: the way it leads, then what is there (ruling R-45). Lower is better.
type Rank = (u8, u8, u8);

engine::decisions! {
    (MarchIntoBattle, Action, Mind: game, state, out, dice, events, mind)

    /// Where a retreat goes.
    Retreat by game.runner(state) => {
        asks: format!("Choose where the troops in {} retreat.", game.label(state, state.flight.hex)),
        stakes: High,
        lists: game.list_runs(state, out),
        points(hex): out.push(Action::To(hex)),
        To(hex) => {
            check: game.check_run(state, hex),
            play: {
                state.step = Step::Idle;
                game.run_to(state, hex, events);
            },
            words: game.way_words(state, hex),
            odds: None,
            worth: mind.retreat_worth(state, game.runner(state), hex),
        }
        Stay => {
            check: game.check_stop(state),
            play: {
                state.step = Step::Idle;
                game.stop_running(state);
            },
            words: "stay",
            odds: None,
            worth: mind.retreat_worth(state, game.runner(state), state.flight.hex),
        }
    }

    /// What a stack faces after retreat, advance or evasion.
    Front(at: Hex) by game.fronting(state) => {
        asks: format!("Choose the hex that the troops in {} face.", game.label(state, at)),
        lists: out.extend((0..6).map(|facing| Action::Face(Facing(facing)))),
        points(_): {},
        Face(Facing(facing)) => {
            check: Ok(()),
            play: game.front(state, facing),
            words: {
                let usual = game.usual_facing(state, game.fronting(state), at) == facing;
                game.facing_words(state, facing).role(if usual { Role::Usual } else { Role::Turn })
            },
            odds: None,
            worth: mind.watch(state, game.fronting(state), at, facing),
        }
    }
}

#[engine::by_the_book]
impl MarchIntoBattle {
    /// Sets a stack running.
    pub(crate) fn start_flight(&self, state: &mut State, cause: Cause, units: Units, hex: Hex, away: Hexes, left: u8) {
        let mut seen = Hexes::EMPTY;
        seen.insert(hex);
        state.flight = Flight { cause, units, hex, away, seen, left, gone: 0 };
    }

    /// The side whose units run.
    pub(crate) fn runner(&self, state: &State) -> Side {
        state.flight.units.first().map_or(state.side, |unit| self.side_of(state, unit))
    }

    /// Whether the ground lets a retreat pass: over a river only where a bridge or an open ford is [6.4c], or by the switch
    /// of ruling R-46 everywhere.
    fn can_run(&self, state: &State, side: Side, hex: Hex, way: usize) -> bool {
        let ground = self.ground(state);
        let to = ground.neighbours[hex.index()][way];
        if to == Hex::NONE || ground.terrain(to) == Terrain::Mountain || state.holds(side.other(), to) {
            return false;
        }
        let confined = |unit: Unit| {
            let formation = state.chart(unit).formation;
            let battle = self.battle(state);
            battle.confined.iter().any(|confined| confined.formation == formation && !confined.hexes.contains(to))
        };
        if state.flight.units.iter().any(confined) {
            return false;
        }
        state.plays(option::DRY_BRIDGES)
            || ground.sides[hex.index()][way].water != Water::River
            || self.is_bridged(state, hex, way)
            || self.ford_is_open(state, side, hex, way)
    }

    pub(crate) fn is_bridged(&self, state: &State, hex: Hex, way: usize) -> bool {
        self.ground(state).sides[hex.index()][way].road && self.bridge_stands(state, hex, way)
    }

    /// The enemy zones for a stack: those of cavalry alone if it has only cavalry [6.2i].
    fn zones_against(&self, state: &State, side: Side, units: Units) -> Hexes {
        let cavalry_alone = units.iter().all(|unit| self.is_cavalry(state, unit));
        self.zones(state, side.other(), cavalry_alone) - self.screened(state, side, Unit::NONE)
    }

    /// The hexes to which the running stack may go next: the best kind there is, which its owner chooses from
    /// [7.2b, 7.2c, 7.2r] (ruling R-45). As far as the result says it must move away before all else; from then on it looks
    /// for an open space, and goes through friends and enemy zones only if it must [7.2e, 7.2g, 7.2i].
    pub(crate) fn ways_to_run(&self, state: &State) -> Hexes {
        let flight = &state.flight;
        let side = self.runner(state);
        let ground = self.ground(state);
        let zones = self.zones_against(state, side, flight.units);
        let fields = self.fields_to_flee(state);
        let edges = &self.battle(state).to_edge[side.index()];
        // Nearer to one of the friendly edges is towards them.
        let nearer = |to: Hex| {
            edges.iter().map(|edge| edge[to.index()] as i8 - edge[flight.hex.index()] as i8).min().unwrap_or(0)
        };
        let mut best: Rank = (u8::MAX, u8::MAX, u8::MAX);
        let mut hexes = Hexes::EMPTY;
        for way in 0..6 {
            if !self.can_run(state, side, flight.hex, way) {
                continue;
            }
            let to = ground.neighbours[flight.hex.index()][way];
            if flight.seen.contains(to) {
                continue;
            }
            let direction = if flight.cause == Cause::Failed {
                nearer(to).signum() + 1
            } else {
                let change = |from: Hex| ground.distance(to, from) as i8 - ground.distance(flight.hex, from) as i8;
                1 - flight.away.iter().map(change).min().unwrap_or(1)
            };
            let friends = state.holds(side, to);
            let there = if zones.contains(to) || fields.contains(to) { 2 } else { u8::from(friends) };
            // Never back towards the enemy, and in doubt towards the friendly edge [7.2c].
            if direction > 1 {
                continue;
            }
            let doubt = if direction == 1 { (nearer(to).signum() + 1) as u8 } else { 0 };
            let direction = direction as u8;
            let rank = if flight.left > 0 { (direction, there, doubt) } else { (there, direction, doubt) };
            if rank < best {
                best = rank;
                hexes = Hexes::EMPTY;
            }
            if rank == best {
                hexes.insert(to);
            }
        }
        hexes
    }

    /// The enemy fields of fire, if it is these that the running stack flees [8.2f].
    fn fields_to_flee(&self, state: &State) -> Hexes {
        match (state.flight.cause, state.flight.units.first()) {
            (Cause::Fire, Some(unit)) => self.enemy_fields(state, unit),
            _ => Hexes::EMPTY,
        }
    }

    /// Whether a running stack may stop where it is: in an open space, so without friends [7.2e] and outside enemy zones
    /// [7.2i]. With the switch of ruling R-45 friends who have room do not matter.
    fn may_stop(&self, state: &State) -> bool {
        let flight = &state.flight;
        let side = self.runner(state);
        // The runners themselves do not negate the zone they are in (ruling R-13).
        let screened = !self.combat_units_in(state, flight.hex).without(flight.units).is_empty();
        let cavalry_alone = flight.units.iter().all(|unit| self.is_cavalry(state, unit));
        let zones = self.zones(state, side.other(), cavalry_alone);
        if flight.gone == 0 {
            return true;
        }
        if (!screened && zones.contains(flight.hex)) || self.fields_to_flee(state).contains(flight.hex) {
            return false;
        }
        let alone = state.all_in(flight.hex).without(flight.units).is_empty();
        let together = state.plays(option::RETREAT_TOGETHER);
        alone || (together && self.has_room_for(state, flight.units, flight.hex))
    }

    /// Goes on with the retreat until its owner must choose; whether he must.
    pub(crate) fn go_on_running(&self, state: &mut State, events: &mut impl Sink) -> bool {
        loop {
            let gone: Units = state.flight.units.iter().filter(|&unit| !state.on_map(unit)).collect();
            state.flight.units = state.flight.units.without(gone);
            if state.flight.units.is_empty() {
                state.flight = Flight::BLANK;
                return false;
            }
            if state.flight.left == 0 && self.may_stop(state) {
                self.stop_running(state);
                return false;
            }
            let ways = self.ways_to_run(state);
            if ways.is_empty() {
                self.end_of_the_road(state, events);
                return false;
            }
            let optional = state.flight.cause == Cause::Smashed && self.may_stop(state);
            if ways.len() > 1 || optional {
                state.step = Step::Retreat;
                return true;
            }
            if let Some(hex) = ways.iter().next() {
                self.run_to(state, hex, events);
                if !state.losses().is_empty() {
                    return false;
                }
            }
        }
    }

    /// Nowhere to go. Who need not go on stays. At the edge the way leads off the map [7.2m]; elsewhere a stack that has
    /// not left its hex bleeds if enemies block it [7.2j] (ruling R-49), and one on its way stops.
    fn end_of_the_road(&self, state: &mut State, events: &mut impl Sink) {
        let Flight { hex, cause, gone, .. } = state.flight;
        match cause {
            Cause::Smashed if self.may_stop(state) => self.stop_running(state),
            Cause::Fire => self.remain_under_fire(state, events),
            _ if self.ground(state).border.contains(hex) => self.run_off_the_map(state, events),
            _ if gone == 0 => self.stay_and_bleed(state, events),
            _ => self.stop_running(state),
        }
    }

    /// Who is driven off the map is eliminated [7.2m].
    fn run_off_the_map(&self, state: &mut State, events: &mut impl Sink) {
        let Flight { units, hex, .. } = state.flight;
        state.flight = Flight::BLANK;
        for unit in units.iter() {
            self.eliminate(state, unit, events);
        }
        events.tell(|| {
            let text = format!("The troops in {} are driven off the map.", self.label(state, hex));
            let side = units.first().map(|unit| self.side_of(state, unit));
            Event { side, ..Event::new(EventKind::Retreat, text) }.at([hex]).by(clauses!["7.2m"])
        });
    }

    /// A stack whose exits are all blocked by enemies stays and bleeds [7.2j].
    fn stay_and_bleed(&self, state: &mut State, events: &mut impl Sink) {
        let Flight { units, hex, cause, .. } = state.flight;
        let side = self.runner(state);
        state.flight = Flight::BLANK;
        if cause == Cause::Combat {
            // Nobody has left the hex: no batteries are lost on the way, and nobody can be pursued.
            let at = usize::from(state.fight.at);
            state.fight.retreat[at] = 0;
            state.fight.quarry[at] = Units::EMPTY;
            state.fight.pursuers[at] = Units::EMPTY;
            state.fight.at += 1;
            if self.near_enemy(state, side, hex) {
                let casualties = self.tables.limits.blocked_casualties;
                state.owe(Loss { units, casualties, hard: state.fight.charge, ..Loss::BLANK });
            }
        }
        events.tell(|| {
            let text = format!("The way out of {} is blocked.", self.label(state, hex));
            Event::new(EventKind::Retreat, text).side(side).at([hex]).by(clauses!["7.2j"])
        });
    }

    pub(crate) fn list_runs(&self, state: &State, out: &mut Vec<Action>) {
        out.extend(self.ways_to_run(state).iter().map(Action::To));
        if state.flight.cause == Cause::Smashed && self.may_stop(state) {
            out.push(Action::Stay);
        }
    }

    pub(crate) fn check_run(&self, state: &State, hex: Hex) -> Result<(), Refusal> {
        if self.ways_to_run(state).contains(hex) {
            return Ok(());
        }
        let reason = format!(
            "{} is not among the hexes for this retreat: away from the enemy first, then free hexes, then friends, then enemy zones",
            self.label(state, hex)
        );
        Err(Refusal::new(clauses!["7.2b", "7.2e", "7.2f", "7.2j"], reason))
    }

    pub(crate) fn check_stop(&self, state: &State) -> Result<(), Refusal> {
        if state.flight.cause == Cause::Smashed && self.may_stop(state) {
            return Ok(());
        }
        Err(Refusal::new(clauses!["7.2b", "7.2i", "10.2f"], "this retreat goes on"))
    }

    /// The stack runs one hex, with all that costs it: water [7.2k, 7.2l], swamps [7.2s], enemy zones [7.2f, 7.2g].
    pub(crate) fn run_to(&self, state: &mut State, hex: Hex, events: &mut impl Sink) {
        let Flight { units, hex: from, .. } = state.flight;
        let side = self.runner(state);
        let ground = self.ground(state);
        let way = usize::from(self.way_to(state, from, hex).expect("a retreat goes from hex to hex"));
        let zones = self.zones_against(state, side, units);
        // Through friends [7.2e]: into their hex, or out of it where a retreat might have ended there.
        let through = if state.plays(option::RETREAT_TOGETHER) { from } else { hex };
        let mut disorder =
            (through == hex || state.flight.gone > 0) && state.stack(through).any(|unit| !units.contains(unit));
        let mut loss = Loss { units, hard: state.fight.charge, ..Loss::BLANK };
        let hexside = ground.sides[from.index()][way];
        let lenient = state.plays(option::DRY_BRIDGES);
        let dry = lenient && self.is_bridged(state, from, way);
        let ford = lenient && self.ford_is_open(state, side, from, way);
        match hexside.water {
            Water::River if !dry && !ford => {
                disorder = true;
                loss.casualties += self.tables.limits.water_casualties;
            }
            Water::Creek | Water::River if !dry => {
                disorder = true;
                loss.stragglers += 1;
            }
            Water::Stream if lenient && !dry => {
                disorder = true;
                loss.stragglers += 1;
            }
            _ => {}
        }
        if ground.terrain(hex) == Terrain::Swamp {
            disorder = true;
            loss.casualties += self.tables.limits.water_casualties;
        }
        if zones.contains(hex) {
            disorder = true;
            if self.ride_down(state, side, hex) {
                loss.casualties += 1;
            } else {
                loss.stragglers += 1;
            }
        }
        events.tell(|| {
            let names = units.iter().map(|unit| self.unit(state, unit).id.clone());
            let who: Vec<&str> = units.iter().map(|unit| self.name(state, unit)).collect();
            let verb = if who.len() == 1 { "retreats" } else { "retreat" };
            let [left, to] = [from, hex].map(|hex| self.label(state, hex));
            let text = format!("{} {verb} from {left} to {to}.", who.join(" and "));
            Event::new(EventKind::Retreat, text).side(side).along([from, hex]).of(names).by(clauses!["7.2b"])
        });
        self.leaders_follow(state, units, from, hex);
        for unit in units.iter() {
            self.relocate(state, unit, hex);
            state.chart_mut(unit).clear(mark::CAME);
            if disorder {
                self.disorganize(state, unit);
            }
        }
        state.flight.hex = hex;
        state.flight.seen.insert(hex);
        state.flight.left = state.flight.left.saturating_sub(1);
        state.flight.gone += 1;
        self.find_lonely(state, side, from);
        state.owe(loss);
    }

    /// Cavalry whose zone a retreat goes through tires [7.2h], and its sabres make the loss a casualty [7.2g].
    fn ride_down(&self, state: &mut State, side: Side, hex: Hex) -> bool {
        let ground = self.ground(state);
        let reaches = |unit: Unit| {
            self.is_cavalry(state, unit)
                && self.hexes_of(state, unit).any(|from| {
                    let bits = self.zone_bits(state, unit, from);
                    (0..6).any(|way| bits >> way & 1 == 1 && ground.neighbours[from.index()][way] == hex)
                })
        };
        let riders: Units = self.units_of(state, side.other()).filter(|&unit| reaches(unit)).collect();
        for rider in riders.iter() {
            self.tire(state, rider, self.tables.fatigue.cavalry_zone);
        }
        !riders.is_empty()
    }

    /// The retreat is over: the facing is free [7.2d], unless friends there have one [6.1c].
    pub(crate) fn stop_running(&self, state: &mut State) {
        let Flight { units, hex, gone, cause, .. } = state.flight;
        state.flight = Flight::BLANK;
        if cause == Cause::Combat {
            // The length that counts for lost batteries is that of the result (rulings ).
            let length = &mut state.fight.retreat[usize::from(state.fight.at)];
            *length = gone.min(*length);
        }
        if gone > 0 {
            self.settle_facing(state, units, hex);
        }
    }

    /// Units that have come to a hex face as the friends there, or as their owner chooses.
    pub(crate) fn settle_facing(&self, state: &mut State, units: Units, hex: Hex) {
        let shared = state.stack(hex).find(|&unit| !units.contains(unit)).map(|friend| state.chart(friend).facing);
        match shared {
            Some(facing) => units.iter().for_each(|unit| state.chart_mut(unit).facing = facing),
            None => state.front = hex,
        }
    }

    /// The side that chooses a facing.
    pub(crate) fn fronting(&self, state: &State) -> Side {
        state.holder(state.front).unwrap_or(state.side)
    }

    /// Gives a stack its facing after retreat, evasion or advance.
    pub(crate) fn front(&self, state: &mut State, facing: u8) {
        state.step = Step::Idle;
        let hex = state.front;
        state.front = Hex::NONE;
        for unit in state.all_in(hex).iter() {
            state.chart_mut(unit).facing = facing;
        }
    }

    /// The hexes to which an attacker may advance.
    pub(crate) fn advances(&self, state: &State, unit: Unit) -> Hexes {
        self.advance_reach(state, unit).hexes
    }

    /// Where an attacker may advance to: as far as the result says, not through enemy zones [7.2n, 7.2p]; the first goes
    /// through a hex the defenders left [7.2o] (ruling R-51).
    fn advance_reach(&self, state: &State, unit: Unit) -> Trails {
        let mut reach = Trails::new();
        if !self.may_advance(state, unit) || state.chart(unit).is(mark::EXTENDED) {
            return reach;
        }
        let ground = self.ground(state);
        let side = self.side_of(state, unit);
        let zones = self.enemy_zones(state, unit);
        let start = state.chart(unit).hex;
        let (mut reached, mut rim): (Hexes, Hexes) = (Hexes::EMPTY, [start].into_iter().collect());
        let barred = state.held[side.other().index()] | rim;
        for step in 0..state.fight.advance {
            let anywhere = step > 0 || state.fight.entered;
            let next = reach.widen(ground, rim, reached | barred, |hex, way, to| {
                let open = anywhere || state.fight.hexes().contains(&to);
                open && self.step_cost(state, unit, hex, way).is_some()
            });
            reached |= next;
            rim = next - zones;
        }
        reach.hexes = reached.iter().filter(|&hex| self.has_room(state, unit, hex)).collect();
        reach
    }

    pub(crate) fn may_advance(&self, state: &State, unit: Unit) -> bool {
        let chart = state.chart(unit);
        state.fight.attackers.contains(unit)
            && !state.fight.done.contains(unit)
            && state.on_map(unit)
            && !chart.is(mark::SMASHED)
            && self.arm(state, unit) != Arm::Battery
            && !self.is_leashed(state, unit)
    }

    /// Whether an attacker has a hex to advance to, or a line two.
    fn can_advance(&self, state: &State, unit: Unit) -> bool {
        !self.advances(state, unit).is_empty() || !self.line_advances(state, unit).is_empty()
    }

    /// Attackers that may still advance.
    pub(crate) fn advancers(&self, state: &State) -> Units {
        state.fight.attackers.iter().filter(|&unit| self.can_advance(state, unit)).collect()
    }

    pub(crate) fn check_advance(&self, state: &State, unit: Unit) -> Result<(), Refusal> {
        if self.can_advance(state, unit) {
            return Ok(());
        }
        let reason =
            format!("{} did not attack here, has advanced already, or has no hex to go to", self.name(state, unit));
        Err(Refusal::new(clauses!["7.2n", "7.2o"], reason))
    }

    pub(crate) fn check_advance_to(&self, state: &State, unit: Unit, hex: Hex) -> Result<(), Refusal> {
        if self.advances(state, unit).contains(hex) {
            return Ok(());
        }
        let (name, at) = (self.name(state, unit), self.label(state, hex));
        let reason = format!(
            "{name} cannot advance to {at}: {} hexes at most, the first one that the defenders left, and not through an enemy zone",
            state.fight.advance
        );
        Err(Refusal::new(clauses!["7.2o", "7.2p", "7.2n"], reason))
    }

    /// An attacker advances.
    pub(crate) fn advance_to(&self, state: &mut State, unit: Unit, hex: Hex, events: &mut impl Sink) {
        state.step = Step::Idle;
        let from = state.chart(unit).hex;
        let reach = self.advance_reach(state, unit);
        state.fight.entered = true;
        state.fight.done.insert(unit);
        self.go_along(state, unit, hex, &reach);
        if let Some(facing) = self.stack_facing(state, unit, hex) {
            state.chart_mut(unit).facing = facing;
        }
        events.tell(|| {
            let text = format!("{} advances to {}.", self.name(state, unit), self.label(state, hex));
            self.unit_event(state, unit, EventKind::Advance, text).along([from, hex]).by(clauses!["7.2n", "7.2o"])
        });
    }
}
