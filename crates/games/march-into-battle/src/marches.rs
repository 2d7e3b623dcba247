//! Where units can go as things stand [6.0a]: searched for once, and kept for all that is asked about the same position. Who moves
//! a unit asks where it can go, then how it arrives there, and then it goes.

use crate::MarchIntoBattle;
use crate::footing::{MOST, Queue, SPECIAL};
use crate::ground::{HEXES, Hexes};
use crate::pieces::UNITS;
use crate::state::{Chart, Place, State, Unit, mark, option};
use engine::Options;
use engine::memory::{Lent, Memory, recall};
use hexboard::Hex;
use std::cell::RefCell;

thread_local! {
    static KNOWN: Memory<Question, Ways> = const { RefCell::new(Vec::new()) };
}

/// More than anything costs.
const FAR: u8 = u8::MAX;
/// A friend or an enemy zone in the hex keeps a mover from the road.
const BLOCKED: u8 = 1;
/// Who enters the hex stops there.
const STOP: u8 = 2;

/// What a unit can reach, and how it gets there.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Ways {
    /// The points for the cheapest way through a hex.
    pub(crate) cost: [u8; HEXES],
    /// The direction of the last step of the cheapest way; 6 where the unit enters the map.
    pub(crate) came: [u8; HEXES],
    /// The hexes it can go through.
    pub(crate) passed: Hexes,
    /// The same for a move that ends there: friends on a road are in the way only of who goes through them [6.5a].
    pub(crate) end: [u8; HEXES],
    pub(crate) last: [u8; HEXES],
    /// Hexes where roads are blocked, and where who enters must stop.
    pub(crate) flags: [u8; HEXES],
    /// What it costs besides to leave the start.
    pub(crate) surcharge: u8,
    /// The hexes reached, without the start.
    pub reached: Hexes,
    /// The points there are.
    pub budget: u8,
    /// Enemy fields of fire.
    pub(crate) fields: Hexes,
    /// Whether the unit could attack.
    pub(crate) fights: bool,
}

/// Nothing is reached yet.
impl Default for Ways {
    fn default() -> Ways {
        Ways {
            cost: [FAR; HEXES],
            came: [6; HEXES],
            passed: Hexes::EMPTY,
            end: [FAR; HEXES],
            last: [6; HEXES],
            flags: [0; HEXES],
            surcharge: 0,
            reached: Hexes::EMPTY,
            budget: 0,
            fields: Hexes::EMPTY,
            fights: false,
        }
    }
}

impl Ways {
    /// The points for the cheapest way that ends in a hex.
    pub fn cost(&self, hex: Hex) -> u8 {
        self.end[hex.index()]
    }

    /// The points for the cheapest way that goes on through a hex, and the direction in which it comes there.
    pub fn through(&self, hex: Hex) -> Option<(u8, u8)> {
        self.passed.contains(hex).then(|| (self.cost[hex.index()], self.came[hex.index()]))
    }

    /// The enemy fields of fire.
    pub fn fields(&self) -> Hexes {
        self.fields
    }
}

/// What stands in the way of a mover.
pub(crate) struct Obstacles {
    pub enemies: Hexes,
    pub friends: Hexes,
    pub zones: Hexes,
    pub closed: Hexes,
    pub confined: Option<Hexes>,
}

/// All that the ways of a unit depend on: if it is the same again, so are they.
#[derive(PartialEq, Eq)]
pub(crate) struct Question {
    /// The number of the game's box.
    game: u64,
    unit: Unit,
    chart: Chart,
    scenario: u8,
    options: Options,
    turn: u8,
    /// The fatigue of its formation.
    level: u8,
    once: u8,
    bridges: u8,
    held: [Hexes; 2],
    /// How each unit on the map stands, as far as zones and fields of fire depend on it.
    stances: [u64; UNITS],
}

impl Question {
    fn new(game: u64, state: &State, unit: Unit) -> Question {
        let mut stances = [0; UNITS];
        for other in state.present.iter() {
            stances[usize::from(other.0)] = stance(state.chart(other));
        }
        let chart = *state.chart(unit);
        Question {
            game,
            unit,
            chart,
            scenario: state.scenario,
            options: state.options,
            turn: state.turn,
            level: state.level[usize::from(chart.formation)],
            once: state.once,
            bridges: state.bridges,
            held: state.held,
            stances,
        }
    }
}

/// A unit's hexes, its facing, its guns, and whether it is a line, in one number; 0 is nobody's.
fn stance(chart: &Chart) -> u64 {
    let Chart { hex: Hex(hex), second: Hex(second), facing, guns, .. } = *chart;
    let line = u64::from(chart.is(mark::EXTENDED));
    u64::from(hex) | u64::from(second) << 16 | u64::from(facing) << 32 | u64::from(guns) << 40 | line << 48 | 1 << 49
}

#[engine::by_the_book]
impl MarchIntoBattle {
    /// Where a unit can go with the points it has left [6.0a].
    pub(crate) fn ways(&self, state: &State, unit: Unit) -> Lent<Question, Ways> {
        let question = Question::new(self.papers.number, state, unit);
        recall(&KNOWN, question, |ways| self.find_ways(state, unit, ways), |one, other| one == other)
    }

    pub(crate) fn obstacles(&self, state: &State, unit: Unit) -> Obstacles {
        let side = self.side_of(state, unit);
        let battle = self.battle(state);
        let formation = state.chart(unit).formation;
        let confined = battle.confined.iter().find(|confined| confined.formation == formation);
        let held = battle.release.as_ref().filter(|release| release.formation == formation && !self.is_released(state));
        Obstacles {
            enemies: state.held[side.other().index()],
            friends: state.held[side.index()],
            zones: self.enemy_zones(state, unit),
            closed: held.map_or(Hexes::EMPTY, |release| release.barred),
            confined: confined.map(|confined| confined.hexes),
        }
    }

    /// Finds where a unit can go with the points it has left [6.0a]. What this depends on stands in
    /// [`Question`](crate::marches::Question).
    pub(crate) fn find_ways(&self, state: &State, unit: Unit, ways: &mut Ways) {
        let chart = state.chart(unit);
        let allowance = self.allowance(state, unit);
        *ways = Ways::default();
        ways.budget = allowance.saturating_sub(chart.spent).min(MOST as u8 - 1);
        ways.fields = self.enemy_fields(state, unit);
        ways.fights = self.may_fight(state, unit);
        let obstacles = self.obstacles(state, unit);
        let start = chart.hex;
        let stopped = chart.is(mark::MOVED) && start != Hex::NONE && obstacles.zones.contains(start);
        if stopped || chart.is(mark::EXTENDED) {
            return;
        }
        self.mark_obstacles(state, unit, &obstacles, ways);
        let mut planned = Queue::new();
        if chart.place == Place::Waiting {
            self.enter_map(state, unit, &obstacles, ways, &mut planned);
        } else {
            ways.cost[start.index()] = 0;
            planned.push(0, start);
            ways.surcharge += self.leaving_cost(state, unit);
            // Going on where cavalry has evaded [7.6g].
            if chart.is(mark::GOES_ON) {
                ways.surcharge += self.tables.movement.pursue;
            }
        }
        for spent in 0..=ways.budget {
            if planned.is_empty(spent) {
                continue;
            }
            for hex in planned.at(spent) {
                if ways.cost[hex.index()] == spent {
                    self.go_around(state, unit, hex, ways, &mut planned);
                }
            }
        }
        self.find_ends(state, unit, obstacles.friends, ways);
        if chart.place == Place::Map {
            ways.reached.remove(start);
        }
    }

    /// Works out what it costs to end in a hex: with friends on a road who would be in the way of who goes on [6.5a], the
    /// road as it is.
    fn find_ends(&self, state: &State, unit: Unit, friends: Hexes, ways: &mut Ways) {
        (ways.end, ways.last, ways.passed) = (ways.cost, ways.came, ways.reached);
        let footing = self.footing(state);
        let (slopes, mover) = (state.plays(option::ROAD_SLOPES), self.mover(state, unit));
        let ground = self.ground(state);
        let mut near = ways.passed;
        if state.on_map(unit) {
            near.insert(state.chart(unit).hex);
        }
        for hex in friends.iter().filter(|hex| ground.around[hex.index()].meets(&near)) {
            let around = &ground.neighbours[hex.index()];
            for way in 0..6 {
                // Where no road leads in, nobody is in the way, and the search knows the price.
                let from = around[usize::from(way + 3) % 6];
                if from == Hex::NONE || footing.is_open_country(slopes, mover, from, way.into()) {
                    continue;
                }
                let cost = self.last_step(state, unit, hex, way, ways);
                if cost < ways.end[hex.index()] {
                    ways.end[hex.index()] = cost;
                    ways.last[hex.index()] = way;
                    ways.reached.insert(hex);
                }
            }
        }
    }

    /// Marks what hinders a mover: closed hexes get a price that no way can beat.
    fn mark_obstacles(&self, state: &State, unit: Unit, obstacles: &Obstacles, ways: &mut Ways) {
        obstacles.friends.iter().for_each(|hex| ways.flags[hex.index()] |= BLOCKED);
        obstacles.zones.iter().for_each(|hex| ways.flags[hex.index()] |= BLOCKED | STOP);
        let mut closed = obstacles.enemies | obstacles.closed;
        // Who begins disorganized enters no enemy zone [9.0e].
        if state.chart(unit).is(mark::BEGAN_DISORGANIZED) {
            closed |= obstacles.zones;
        }
        closed.iter().for_each(|hex| ways.cost[hex.index()] = 0);
        if let Some(open) = obstacles.confined {
            let board = self.ground(state).board();
            board.hexes().filter(|&hex| !open.contains(hex)).for_each(|hex| ways.cost[hex.index()] = 0);
        }
    }

    /// What a step from a hex costs on this way, the surcharge for leaving the start included; a unit that has entered an
    /// enemy zone goes no further [6.2f].
    #[inline]
    fn leaving(&self, state: &State, unit: Unit, hex: Hex, ways: &Ways) -> Option<u8> {
        let chart = state.chart(unit);
        if chart.place == Place::Map && hex == chart.hex {
            return Some(ways.surcharge);
        }
        (ways.flags[hex.index()] & STOP == 0).then(|| ways.cost[hex.index()])
    }

    #[inline]
    fn go_around(&self, state: &State, unit: Unit, hex: Hex, ways: &mut Ways, planned: &mut Queue) {
        let Some(spent) = self.leaving(state, unit, hex, ways) else { return };
        let around = &self.ground(state).neighbours[hex.index()];
        let mover = self.mover(state, unit);
        let row = self.footing(state).row(state.plays(option::ROAD_SLOPES), mover, hex);
        for (way, &to) in around.iter().enumerate() {
            if to == Hex::NONE {
                continue;
            }
            let blocked = ways.flags[to.index()] & BLOCKED;
            let price = match row[way][usize::from(blocked)] {
                SPECIAL => self.price(state, self.side_of(state, unit), mover, hex, way, blocked != 0),
                price => price,
            };
            let cost = spent.saturating_add(price);
            if cost <= ways.budget && cost < ways.cost[to.index()] {
                ways.cost[to.index()] = cost;
                ways.came[to.index()] = way as u8;
                ways.reached.insert(to);
                planned.push(cost, to);
            }
        }
    }

    /// The points for the cheapest way to a hex that comes in this direction.
    pub(crate) fn arrival(&self, state: &State, unit: Unit, hex: Hex, way: u8, ways: &Ways) -> u8 {
        if ways.last[hex.index()] > 5 {
            // Who enters the map here faces as he likes (ruling R-19).
            return ways.end[hex.index()];
        }
        self.last_step(state, unit, hex, way, ways)
    }

    /// The points for a way whose last step goes into a hex in this direction.
    fn last_step(&self, state: &State, unit: Unit, hex: Hex, way: u8, ways: &Ways) -> u8 {
        let back = (usize::from(way) + 3) % 6;
        let from = self.ground(state).neighbours[hex.index()][back];
        let start = state.chart(unit).place == Place::Map && from == state.chart(unit).hex;
        if from == Hex::NONE || !(start || ways.passed.contains(from)) {
            return FAR;
        }
        let Some(spent) = self.leaving(state, unit, from, ways) else { return FAR };
        let blocked = ways.flags[hex.index()] & STOP != 0;
        let (side, mover) = (self.side_of(state, unit), self.mover(state, unit));
        let cost = spent.saturating_add(self.price(state, side, mover, from, way.into(), blocked));
        if cost <= ways.budget { cost } else { FAR }
    }

    /// The points it takes to stand in a hex with this facing: the price of another facing is paid once [6.8b, 6.8c].
    pub(crate) fn cost_facing(&self, state: &State, unit: Unit, hex: Hex, facing: u8, ways: &Ways) -> u8 {
        let turned = ways.end[hex.index()].saturating_add(self.tables.movement.facing);
        self.arrival(state, unit, hex, facing, ways).min(turned)
    }

    /// The direction of the last step by which this facing is cheapest.
    pub(crate) fn last_way(&self, state: &State, unit: Unit, hex: Hex, facing: u8, ways: &Ways) -> u8 {
        let entered = ways.last[hex.index()] > 5;
        let turned = ways.end[hex.index()].saturating_add(self.tables.movement.facing);
        let straight = !entered && self.arrival(state, unit, hex, facing, ways) <= turned;
        if straight { facing } else { ways.last[hex.index()] }
    }

    /// The hexes of a way, from the start.
    pub(crate) fn path(&self, state: &State, unit: Unit, hex: Hex, last: u8, ways: &Ways) -> Vec<Hex> {
        let ground = self.ground(state);
        let start = state.chart(unit).hex;
        let mut path = vec![hex];
        let (mut at, mut way) = (hex, last);
        while way < 6 && (at != start || state.chart(unit).place == Place::Waiting) {
            at = ground.neighbours[at.index()][(usize::from(way) + 3) % 6];
            if at == Hex::NONE || path.len() > HEXES {
                break;
            }
            path.push(at);
            if at == start {
                break;
            }
            way = ways.came[at.index()];
        }
        path.reverse();
        path
    }
}
