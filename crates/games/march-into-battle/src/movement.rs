//! 6.0 Movement.

use crate::MarchIntoBattle;
use crate::action::{Action, Facing};
use crate::footing::{MOST, Queue, SPECIAL};
use crate::ground::{Ground, HEXES, Hexes, IMPASSABLE, Water};
use crate::hints::Mind;
use crate::pieces::Arm;
use crate::scenarios::Start;
use crate::state::{Category, Place, State, Step, Unit, mark, option};
use crate::status::{Check, Weariness, before};
use crate::tables::Mover;
use engine::{Derivation, Dice, EventKind, Forecast, Refusal, Role, Side, Sink, Words, clauses};
use hexboard::{Board, Direction, Hex};

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
    cost: [u8; HEXES],
    /// The direction of the last step of the cheapest way; 6 where the unit enters the map.
    came: [u8; HEXES],
    /// The hexes it can go through.
    passed: Hexes,
    /// The same for a move that ends there: friends on a road are in the way only of who goes through them [6.5a].
    end: [u8; HEXES],
    last: [u8; HEXES],
    /// Hexes where roads are blocked, and where who enters must stop.
    flags: [u8; HEXES],
    /// What it costs besides to leave the start.
    surcharge: u8,
    /// The hexes reached, without the start.
    pub reached: Hexes,
    /// The points there are.
    pub budget: u8,
    /// Enemy fields of fire.
    fields: Hexes,
    /// Whether the unit could attack.
    fights: bool,
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

/// Where a unit can go without counting points, and through which hexes.
pub(crate) struct Trails {
    /// The hexes where it may end.
    pub hexes: Hexes,
    /// The hex before each hex on the shortest way.
    before: [Hex; HEXES],
}

impl Trails {
    /// Nothing is reached yet.
    pub fn new() -> Trails {
        Trails { hexes: Hexes::EMPTY, before: [Hex::NONE; HEXES] }
    }

    /// Goes one step on from some hexes, to hexes not seen yet, wherever a step in a direction `leads`; gives the hexes
    /// that it comes to.
    pub fn widen(
        &mut self,
        ground: &Ground,
        rim: Hexes,
        seen: Hexes,
        leads: impl Fn(Hex, usize, Hex) -> bool,
    ) -> Hexes {
        let mut next = Hexes::EMPTY;
        for hex in rim.iter() {
            for (way, &to) in ground.neighbours[hex.index()].iter().enumerate() {
                if to != Hex::NONE && !seen.contains(to) && leads(hex, way, to) && next.insert(to) {
                    self.before[to.index()] = hex;
                }
            }
        }
        next
    }

    /// The hexes between the start and a hex.
    pub fn between(&self, hex: Hex) -> impl Iterator<Item = Hex> + use<'_> {
        let back = |hex: Hex| Some(self.before[hex.index()]).filter(|&before| before != Hex::NONE);
        std::iter::successors(back(hex), move |&hex| back(hex)).filter(move |&hex| back(hex).is_some())
    }
}

/// What stands in the way of a mover.
struct Obstacles {
    enemies: Hexes,
    friends: Hexes,
    zones: Hexes,
    closed: Hexes,
    confined: Option<Hexes>,
}

/// From so far no enemy comes near enough before the unit can turn: whither it looks matters to nobody.
const FAR_AWAY: u16 = 10;

engine::decisions! {
    (MarchIntoBattle, Action, Mind: game, state, out, dice, events, mind)

    /// How the unit arrives in a hex.
    Arrive(unit: Unit, at: Hex) by state.side => {
        asks: format!("Choose the hex that {} faces in {}.", game.name(state, unit), game.label(state, at)),
        stakes: Some,
        lists: game.list_arrival(state, unit, at, out),
        points(hex): out.push(Action::Threaten(hex)),
        Face(Facing(facing)) => {
            check: game.check_face(state, unit, at, facing),
            play: game.end_move(state, unit, at, (facing, false), dice, events),
            words: game.arrival_words(state, unit, at, facing),
            odds: game.double_time_forecast(state, unit),
            worth: mind.watch(state, game.side_of(state, unit), at, facing),
        }
        Ready(Facing(facing)) => {
            check: game.check_ready(state, unit, at, facing),
            play: game.end_move(state, unit, at, (facing, true), dice, events),
            words: game.ready_words(state, unit, facing).role(Role::Turn),
            odds: game.double_time_forecast(state, unit),
            worth: mind.arrival_worth(state, unit, at, facing),
        }
        Threaten(target) => {
            check: game.check_threat(state, unit, at, target),
            play: game.threaten(state, unit, at, target, events),
            words: game.threat_words(state, target),
            odds: None,
            // Driving cavalry off is worth little beside an attack on what stands.
            worth: 0.9 * mind.hope_of(state, unit, at, target),
        }
        Exit => {
            check: game.check_exit(state, unit, at),
            play: {
                game.march_cheaply(state, unit, at, events);
                game.exit(state, unit, events);
            },
            words: "leave the map",
            odds: None,
            worth: mind.exit_worth(state, unit),
        }
        Rejoin => {
            check: game.check_rejoin(state, unit, at),
            play: {
                game.march_cheaply(state, unit, at, events);
                game.rejoin(state, unit, events);
            },
            words: "rejoin the division",
            odds: None,
            worth: -1.0,
        }
        Stay => {
            check: game.only_if(game.can_halt(state, unit, at, &game.ways(state, unit)), state, Action::Stay),
            play: game.halt(state, unit, at, events),
            words: "halt here and do something else",
            odds: None,
            worth: -0.5,
        }
    }
}

#[engine::by_the_book]
impl MarchIntoBattle {
    /// The direction from a hex to the next.
    pub(crate) fn way_to(&self, state: &State, from: Hex, to: Hex) -> Option<u8> {
        let around = &self.ground(state).neighbours[from.index()];
        around.iter().position(|&near| near == to).map(|way| way as u8)
    }

    /// Whether the bridge on a hexside still stands (FL-1).
    pub(crate) fn bridge_stands(&self, state: &State, hex: Hex, way: usize) -> bool {
        if state.bridges == 0 {
            return true;
        }
        let Some(bridges) = &self.battle(state).bridges else { return true };
        let beyond = self.ground(state).neighbours[hex.index()][way];
        let side = if hex == bridges.hex {
            way
        } else if beyond == bridges.hex {
            (way + 3) % 6
        } else {
            return true;
        };
        state.bridges >> side & 1 == 0
    }

    /// Whether a side may use the ford of a hexside now (FL-2).
    pub(crate) fn ford_is_open(&self, state: &State, side: Side, hex: Hex, way: usize) -> bool {
        let open = |ford: &crate::scenarios::Ford| ford.side == side && state.turn >= ford.from_turn;
        self.ground(state).sides[hex.index()][way].ford && self.battle(state).ford.as_ref().is_some_and(open)
    }

    /// What one step costs: by road only from road hex to road hex and where nothing is in the way [6.3a, 6.3c, 6.4a],
    /// by the ground of the hex alone where a friend is in the way of who goes through [6.5a] (ruling R-22) or leads into an enemy zone [6.2g],
    /// else the ground and the hexside, also past friends [6.0b, 6.4b, 6.5b]. Rivers need a bridge [6.4c], mountains are closed [8.4].
    fn price(&self, state: &State, side: Side, mover: Mover, hex: Hex, way: usize, blocked: bool) -> u8 {
        let ground = self.ground(state);
        let hexside = ground.sides[hex.index()][way];
        let to = ground.neighbours[hex.index()][way];
        let mut price = ground.off_road(mover, hex, way);
        let field = self.tables.terrain[ground.terrain(to) as usize].movement;
        if hexside.road && (hexside.water == Water::Dry || self.bridge_stands(state, hex, way)) {
            price = if blocked {
                price.min(field.map_or(IMPASSABLE, |points| points[mover.index()]))
            } else {
                price.min(ground.by_road(mover, hex, way, state.plays(option::ROAD_SLOPES)))
            };
        }
        if hexside.ford && self.ford_is_open(state, side, hex, way) {
            let ford = self.tables.movement.ford[mover.index()];
            price = price.min(field.map_or(IMPASSABLE, |points| points[mover.index()] + ford));
        }
        price
    }

    /// What a step costs a unit, whoever stands there; `None` if the ground does not let it pass.
    pub(crate) fn step_cost(&self, state: &State, unit: Unit, hex: Hex, way: usize) -> Option<u8> {
        let to = self.ground(state).neighbours[hex.index()][way];
        if to == Hex::NONE || self.is_closed(state, unit, to) {
            return None;
        }
        let price = self.price(state, self.side_of(state, unit), self.mover(state, unit), hex, way, true);
        (price != IMPASSABLE).then_some(price)
    }

    /// Hexes a unit may never enter, by the rules of the battle (RB-4), or not yet (TH-1).
    pub(crate) fn is_closed(&self, state: &State, unit: Unit, hex: Hex) -> bool {
        let battle = self.battle(state);
        let formation = state.chart(unit).formation;
        let confined = battle.confined.iter().find(|confined| confined.formation == formation);
        let held = battle.release.as_ref().filter(|release| release.formation == formation && !self.is_released(state));
        confined.is_some_and(|confined| !confined.hexes.contains(hex))
            || held.is_some_and(|release| release.barred.contains(hex))
    }

    fn obstacles(&self, state: &State, unit: Unit) -> Obstacles {
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
        for hex in friends.iter() {
            let around = &self.ground(state).neighbours[hex.index()];
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
    fn arrival(&self, state: &State, unit: Unit, hex: Hex, way: u8, ways: &Ways) -> u8 {
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
    fn cost_facing(&self, state: &State, unit: Unit, hex: Hex, facing: u8, ways: &Ways) -> u8 {
        let turned = ways.end[hex.index()].saturating_add(self.tables.movement.facing);
        self.arrival(state, unit, hex, facing, ways).min(turned)
    }

    /// The direction of the last step by which this facing is cheapest.
    fn last_way(&self, state: &State, unit: Unit, hex: Hex, facing: u8, ways: &Ways) -> u8 {
        let entered = ways.last[hex.index()] > 5;
        let turned = ways.end[hex.index()].saturating_add(self.tables.movement.facing);
        let straight = !entered && self.arrival(state, unit, hex, facing, ways) <= turned;
        if straight { facing } else { ways.last[hex.index()] }
    }

    /// The hexes where a unit beside the map can enter, with their price (M-9).
    fn enter_map(&self, state: &State, unit: Unit, obstacles: &Obstacles, ways: &mut Ways, planned: &mut Queue) {
        let ground = self.ground(state);
        let mover = self.mover(state, unit);
        let barred = |hex: Hex| {
            let disorganized = state.chart(unit).is(mark::BEGAN_DISORGANIZED) && obstacles.zones.contains(hex);
            obstacles.enemies.contains(hex) || obstacles.closed.contains(hex) || disorganized
        };
        let mut open = |hex: Hex, price: u8| {
            if price <= ways.budget && price < ways.cost[hex.index()] {
                ways.cost[hex.index()] = price;
                ways.came[hex.index()] = 6;
                ways.reached.insert(hex);
                planned.push(price, hex);
            }
        };
        let field = |hex: Hex| {
            self.tables.terrain[ground.terrain(hex) as usize]
                .movement
                .map_or(IMPASSABLE, |points| points[mover.index()])
        };
        for hex in self.entry_hexes(state, unit) {
            let zone = obstacles.zones.contains(hex);
            if !barred(hex) {
                let by_road = ground.road_off.contains(hex) && !zone && !obstacles.friends.contains(hex);
                open(hex, if by_road { self.tables.movement.road[mover.index()] } else { field(hex) });
            }
            if zone || obstacles.enemies.contains(hex) {
                let free = |&near: &Hex| !obstacles.enemies.contains(near) && !obstacles.zones.contains(near);
                for distance in 1..=2 {
                    let near = |&near: &Hex| ground.distance(hex, near) == distance;
                    let mut found = false;
                    for other in ground.border.iter().filter(near).filter(free) {
                        open(other, field(other));
                        found = true;
                    }
                    if found {
                        break;
                    }
                }
            }
        }
    }

    /// Where a unit enters.
    pub(crate) fn entry_hexes(&self, state: &State, unit: Unit) -> impl Iterator<Item = Hex> + use<'_> {
        let battle = self.battle(state);
        let entry = match battle.unit_starts[unit.index()] {
            Start::Arrives { entry, .. } => Some(usize::from(entry)),
            _ => None,
        };
        entry.into_iter().flat_map(|entry| battle.entries[entry].hexes.iter().copied())
    }

    /// Whether an attack can cross a hexside: a river needs a bridge or a ford [7.7.1].
    pub(crate) fn can_strike(&self, state: &State, side: Side, hex: Hex, way: usize) -> bool {
        let hexside = self.ground(state).sides[hex.index()][way];
        hexside.water != Water::River
            || (hexside.road && self.bridge_stands(state, hex, way))
            || self.ford_is_open(state, side, hex, way)
    }

    /// The enemy hexes that a unit in this hex with these fronts could attack [7.0a, 7.0d].
    pub(crate) fn prey(&self, state: &State, side: Side, hex: Hex, fronts: u8) -> impl Iterator<Item = Hex> + use<'_> {
        let around = self.ground(state).neighbours[hex.index()];
        let enemies = state.held[side.other().index()];
        let open: u8 = (0..6)
            .filter(|&way| {
                let to = around[way];
                fronts >> way & 1 == 1
                    && to != Hex::NONE
                    && enemies.contains(to)
                    && self.can_strike(state, side, hex, way)
            })
            .fold(0, |bits, way| bits | 1 << way);
        (0..6).filter(move |way| open >> way & 1 == 1).map(move |way| around[way])
    }

    /// The directions a unit would front in a hex with this facing.
    fn fronts_at(&self, state: &State, unit: Unit, hex: Hex, facing: u8) -> u8 {
        if self.faces_all(state, unit, hex) { crate::status::ALL_ROUND } else { before(facing) }
    }

    /// Whether a unit may attack at all in this activation, as far as it is known while it moves.
    pub(crate) fn may_fight(&self, state: &State, unit: Unit) -> bool {
        self.seems_to_fight(state, unit) && self.weariness(state, unit) != Weariness::Spent
    }

    /// The same for the eyes of the enemy, who does not know whether it is spent.
    pub(crate) fn seems_to_fight(&self, state: &State, unit: Unit) -> bool {
        let chart = state.chart(unit);
        let commanded = !chart.is(mark::ALONE) || chart.is(mark::URGED);
        !chart.is(mark::DISORGANIZED)
            && !chart.is(mark::SMASHED)
            && !chart.is(mark::BARRED)
            && commanded
            && !self.is_leashed(state, unit)
            && self.arm(state, unit) != Arm::Battery
    }

    /// Whether a unit belongs to a formation that is not released yet (TH-1).
    pub(crate) fn is_leashed(&self, state: &State, unit: Unit) -> bool {
        let release = self.battle(state).release.as_ref();
        release.is_some_and(|release| release.formation == state.chart(unit).formation) && !self.is_released(state)
    }

    /// Why a unit cannot end its move in a hex, whatever it faces there; `None` if it can.
    pub(crate) fn cannot_end(&self, state: &State, unit: Unit, hex: Hex, ways: &Ways) -> Option<Refusal> {
        if self.ends(state, unit, hex, ways) {
            return None;
        }
        let (name, at) = (self.name(state, unit), self.label(state, hex));
        let refuse = |clauses, text: String| Some(Refusal::new(clauses, text));
        if !self.has_room(state, unit, hex) {
            let most = self.tables.limits.stacking;
            return refuse(
                clauses!["6.1a"],
                format!("with {name} there would be more than {most} strength points in {at}"),
            );
        }
        if self.shuns_enemies(state, unit) && self.near_enemy(state, self.side_of(state, unit), hex) {
            return refuse(clauses!["15.0"], format!("{name} is out of command and does not go next to the enemy"));
        }
        if self.enemy_fields(state, unit).contains(hex) {
            let text = format!("{at} is in an enemy field of fire, and {name} cannot attack from there");
            return refuse(clauses!["8.2d", "8.2e"], text);
        }
        refuse(clauses!["6.1c", "6.1d"], format!("{name} has no point left to face as the stack in {at} does"))
    }

    /// Out of command a unit does not end next to an enemy unless its morale holds (M-3).
    fn shuns_enemies(&self, state: &State, unit: Unit) -> bool {
        let chart = state.chart(unit);
        chart.is(mark::ALONE) && !chart.is(mark::URGED)
    }

    /// Whether a unit can end its move in a hex, one way or another.
    pub(crate) fn ends(&self, state: &State, unit: Unit, hex: Hex, ways: &Ways) -> bool {
        if self.shuns_enemies(state, unit) && self.near_enemy(state, self.side_of(state, unit), hex) {
            return false;
        }
        let empty = !state.holds(self.side_of(state, unit), hex);
        if empty && !ways.fields.contains(hex) {
            return true;
        }
        self.has_room(state, unit, hex)
            && (0..6).any(|facing| {
                self.can_face(state, unit, hex, facing, ways) || self.can_be_ready(state, unit, hex, facing, ways)
            })
    }

    /// The points for a unit to stand in a hex with this facing, from where it is now.
    pub(crate) fn facing_price(&self, state: &State, unit: Unit, hex: Hex, facing: u8, ways: &Ways) -> u8 {
        let chart = state.chart(unit);
        let turn = self.tables.movement.facing;
        if chart.place == Place::Map && chart.hex == hex {
            return if chart.facing == facing || chart.is(mark::ENTERED) { 0 } else { turn };
        }
        self.cost_facing(state, unit, hex, facing, ways)
    }

    /// Whether a unit can end its move here with this facing and without an attack.
    pub(crate) fn can_face(&self, state: &State, unit: Unit, hex: Hex, facing: u8, ways: &Ways) -> bool {
        self.agrees(state, unit, hex, facing)
            && self.facing_price(state, unit, hex, facing, ways) <= ways.budget
            && (state.chart(unit).is(mark::GOES_ON) || !ways.fields.contains(hex))
    }

    /// Whether a unit can end its move here with this facing and points set aside for an attack [6.9a].
    pub(crate) fn can_be_ready(&self, state: &State, unit: Unit, hex: Hex, facing: u8, ways: &Ways) -> bool {
        if !ways.fights || !self.agrees(state, unit, hex, facing) {
            return false;
        }
        let price = self.facing_price(state, unit, hex, facing, ways).saturating_add(self.tables.movement.attack);
        let fronts = self.fronts_at(state, unit, hex, facing);
        price <= ways.budget && self.prey(state, self.side_of(state, unit), hex, fronts).next().is_some()
    }

    /// All units of a stack face the same way [6.1c, 6.1d].
    fn agrees(&self, state: &State, unit: Unit, hex: Hex, facing: u8) -> bool {
        self.stack_facing(state, unit, hex).is_none_or(|shared| shared == facing)
    }

    /// The enemy hexes with cavalry against which moving infantry can declare its attack on arrival [7.6d].
    pub(crate) fn can_threaten(&self, state: &State, unit: Unit, at: Hex, target: Hex, ways: &Ways) -> bool {
        let side = self.side_of(state, unit);
        let Some(way) = self.way_to(state, at, target) else { return false };
        let has_cavalry =
            state.stack(target).any(|enemy| self.is_cavalry(state, enemy) && !state.chart(enemy).is(mark::STEADY));
        self.is_infantry(state, unit)
            && state.holds(side.other(), target)
            && has_cavalry
            && !state.asked.contains(target)
            && self.can_strike(state, side, at, way.into())
            && self.can_be_ready(state, unit, at, way, ways)
    }

    /// How a unit may end its move at a hex it has come to or has in mind.
    pub(crate) fn list_ends(&self, state: &State, unit: Unit, hex: Hex, ways: &Ways, out: &mut Vec<Action>) {
        for facing in 0..6 {
            if self.can_face(state, unit, hex, facing, ways) {
                out.push(Action::Face(Facing(facing)));
            }
        }
        for facing in 0..6 {
            if self.can_be_ready(state, unit, hex, facing, ways) {
                out.push(Action::Ready(Facing(facing)));
            }
        }
        for &near in &self.ground(state).neighbours[hex.index()] {
            if near != Hex::NONE && self.can_threaten(state, unit, hex, near, ways) {
                out.push(Action::Threaten(near));
            }
        }
        if self.can_exit(state, unit, hex, ways) {
            out.push(Action::Exit);
        }
    }

    /// What a unit may do at a hex it has in mind.
    pub(crate) fn list_arrival(&self, state: &State, unit: Unit, hex: Hex, out: &mut Vec<Action>) {
        let ways = self.ways(state, unit);
        self.list_ends(state, unit, hex, &ways, out);
        if self.can_rejoin(state, unit, hex) {
            out.push(Action::Rejoin);
        }
        if self.can_halt(state, unit, hex, &ways) {
            out.push(Action::Stay);
        }
    }

    /// The hexes to which a unit may go.
    pub(crate) fn list_destinations(&self, state: &State, unit: Unit, ways: &Ways, out: &mut Vec<Action>) {
        out.extend(ways.reached.iter().filter(|&hex| self.ends(state, unit, hex, ways)).map(Action::To));
    }

    /// Whether a unit can leave the map here: by a road of its side's, for a point (M-13).
    pub(crate) fn can_exit(&self, state: &State, unit: Unit, hex: Hex, ways: &Ways) -> bool {
        let battle = self.battle(state);
        let side = self.side_of(state, unit);
        let open = |exit: &crate::scenarios::Exit| {
            exit.side == side && state.turn >= exit.from_turn && exit.hexes.contains(hex)
        };
        let chart = state.chart(unit);
        if chart.place != Place::Map {
            return false;
        }
        let cost = if chart.hex == hex { 0 } else { ways.cost(hex) };
        !chart.is(mark::EXTENDED)
            && battle.exits.iter().any(open)
            && cost.saturating_add(self.tables.movement.exit) <= ways.budget
    }

    pub(crate) fn check_to(&self, state: &State, unit: Unit, hex: Hex) -> Result<(), Refusal> {
        let ways = self.ways(state, unit);
        let (name, at) = (self.name(state, unit), self.label(state, hex));
        if ways.reached.contains(hex) {
            return self.cannot_end(state, unit, hex, &ways).map_or(Ok(()), Err);
        }
        let side = self.side_of(state, unit);
        if state.holds(side.other(), hex) {
            return Err(Refusal::new(clauses!["7.0a", "6.0b"], format!("the enemy holds {at}")));
        }
        let chart = state.chart(unit);
        if chart.is(mark::MOVED) && self.enemy_zones(state, unit).contains(chart.hex) {
            return Err(Refusal::new(clauses!["6.2f"], format!("{name} has entered an enemy zone and stops")));
        }
        if chart.is(mark::BEGAN_DISORGANIZED) && self.enemy_zones(state, unit).contains(hex) {
            return Err(Refusal::new(clauses!["9.0e"], format!("{name} is disorganized and enters no enemy zone")));
        }
        if self.is_closed(state, unit, hex) {
            return Err(Refusal::new(clauses!["15.0"], format!("{at} is closed to {name} by the rules of the battle")));
        }
        let reason = format!("{name} cannot reach {at} with {} movement points", ways.budget);
        Err(Refusal::new(clauses!["6.0a", "6.0b", "6.2f"], reason))
    }

    pub(crate) fn check_face(&self, state: &State, unit: Unit, hex: Hex, facing: u8) -> Result<(), Refusal> {
        let ways = self.ways(state, unit);
        if self.can_face(state, unit, hex, facing, &ways) {
            return Ok(());
        }
        let name = self.name(state, unit);
        if !self.agrees(state, unit, hex, facing) {
            return Err(Refusal::new(clauses!["6.1c"], format!("{name} must face as the stack there does")));
        }
        if self.enemy_fields(state, unit).contains(hex) {
            let reason = format!("{name} may stay in an enemy field of fire only to attack");
            return Err(Refusal::new(clauses!["8.2d", "8.2e"], reason));
        }
        Err(Refusal::new(clauses!["6.8c"], format!("{name} has no movement point left to change its facing")))
    }

    pub(crate) fn check_ready(&self, state: &State, unit: Unit, hex: Hex, facing: u8) -> Result<(), Refusal> {
        let ways = self.ways(state, unit);
        if self.can_be_ready(state, unit, hex, facing, &ways) {
            return Ok(());
        }
        let name = self.name(state, unit);
        if !self.agrees(state, unit, hex, facing) {
            return Err(Refusal::new(clauses!["6.1c"], format!("{name} must face as the stack there does")));
        }
        if !self.may_fight(state, unit) {
            return Err(self.why_no_fight(state, unit));
        }
        let fronts = self.fronts_at(state, unit, hex, facing);
        if self.prey(state, self.side_of(state, unit), hex, fronts).next().is_none() {
            return Err(Refusal::new(clauses!["7.0a", "7.0d"], format!("{name} would have no enemy before its front")));
        }
        let price = self.tables.movement.attack;
        Err(Refusal::new(clauses!["6.9a"], format!("{name} lacks the {price} movement points for an attack")))
    }

    /// Why a unit may not attack.
    pub(crate) fn why_no_fight(&self, state: &State, unit: Unit) -> Refusal {
        let (name, chart) = (self.name(state, unit), state.chart(unit));
        if chart.is(mark::SMASHED) {
            return Refusal::new(clauses!["10.2d"], format!("{name} is smashed"));
        }
        if chart.is(mark::DISORGANIZED) {
            return Refusal::new(clauses!["9.0d"], format!("{name} is disorganized and may not attack"));
        }
        if self.weariness(state, unit) == Weariness::Spent {
            return Refusal::new(clauses!["11.1g"], format!("{name} is spent and may not attack"));
        }
        if chart.is(mark::BARRED) {
            return Refusal::new(clauses!["6.2m"], format!("{name} failed its check in a new enemy zone"));
        }
        if self.arm(state, unit) == Arm::Battery {
            return Refusal::new(clauses!["16.5f"], "a Grand Battery bombards and does not attack otherwise");
        }
        Refusal::new(clauses!["15.0"], format!("{name} is out of command, or held back by the rules of the battle"))
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

    /// Marches a unit to a hex, so that it comes there in this direction.
    pub(crate) fn march(
        &self,
        state: &mut State,
        unit: Unit,
        hex: Hex,
        (cost, last): (u8, u8),
        ways: &Ways,
        events: &mut impl Sink,
    ) {
        let side = self.side_of(state, unit);
        let start = state.chart(unit).hex;
        let entering = state.chart(unit).place == Place::Waiting;
        events.tell(|| {
            let path = self.path(state, unit, hex, last, ways);
            let verb = if entering { "enters and goes" } else { "goes" };
            let text = format!("{} {verb} to {}.", self.name(state, unit), self.label(state, hex));
            self.unit_event(state, unit, EventKind::Move, text).along(path).by(clauses!["6.0a", "6.0b"])
        });
        let ground = self.ground(state);
        let (mut at, mut way) = (hex, last);
        while way < 6 {
            at = ground.neighbours[at.index()][(usize::from(way) + 3) % 6];
            if at == Hex::NONE || at == start {
                break;
            }
            self.pass(state, unit, at);
            way = ways.came[at.index()];
        }
        let zones = self.enemy_zones(state, unit);
        let began = self.begins_in_zone(state, unit);
        self.relocate(state, unit, hex);
        let chart = state.chart_mut(unit);
        chart.spent += cost;
        chart.category = Category::Mobile;
        chart.set(mark::MOVED | mark::CAME);
        chart.clear(mark::GOES_ON);
        if entering {
            // A leader who was left without troops comes back with them (M-4).
            let formation = chart.formation;
            for (index, leader) in self.battle(state).leaders.iter().enumerate() {
                let due = match self.battle(state).leader_starts[index] {
                    Start::Arrives { turn, .. } => turn <= state.turn,
                    Start::At(..) => true,
                    Start::Nowhere => false,
                };
                let chart = &mut state.leaders[index];
                if leader.formation == Some(formation) && leader.side == side && due && chart.place == Place::Away {
                    chart.place = Place::Map;
                    chart.hex = hex;
                }
            }
        }
        let chart = state.chart_mut(unit);
        if entering {
            chart.set(mark::ENTERED);
        } else {
            chart.clear(mark::ENTERED);
        }
        if last < 6 {
            chart.facing = last;
            chart.clear(mark::ENTERED);
        }
        if began {
            chart.set(mark::BEGAN_IN_ZONE);
        }
        if began && zones.contains(hex) {
            chart.set(mark::NEW_ZONE);
        }
    }

    /// Whether a unit begins its movement in an enemy zone, or began it there [6.2j]: judged when it sets out, so that
    /// friends who have come or gone before count [6.2c].
    pub(crate) fn begins_in_zone(&self, state: &State, unit: Unit) -> bool {
        let chart = state.chart(unit);
        if chart.is(mark::MOVED) || chart.place != Place::Map {
            return chart.is(mark::BEGAN_IN_ZONE);
        }
        let zones = self.enemy_zones(state, unit);
        self.hexes_of(state, unit).any(|hex| zones.contains(hex))
    }

    /// What it costs besides to leave an enemy zone in which the movement begins [6.2j], if only for the next one [6.2k].
    pub(crate) fn leaving_cost(&self, state: &State, unit: Unit) -> u8 {
        let sets_out = !state.chart(unit).is(mark::MOVED);
        if sets_out && self.begins_in_zone(state, unit) { self.tables.movement.leave_zone } else { 0 }
    }

    /// Marches a unit to a hex by the cheapest way.
    pub(crate) fn march_cheaply(&self, state: &mut State, unit: Unit, hex: Hex, events: &mut impl Sink) {
        let ways = self.ways(state, unit);
        let (cost, last) = (ways.cost(hex), ways.last[hex.index()]);
        self.march(state, unit, hex, (cost, last), &ways, events);
    }

    /// Puts a unit into another hex. Whoever enters, and however, comes in by this door, so that places and leaders there
    /// know of it.
    pub(crate) fn relocate(&self, state: &mut State, unit: Unit, hex: Hex) {
        let side = self.side_of(state, unit);
        if state.on_map(unit) {
            state.lift(unit, side);
        }
        state.put(unit, hex, side);
        state.chart_mut(unit).set(mark::CAME);
        self.pass(state, unit, hex);
    }

    /// A unit goes to a hex without spending points, through the hexes on its way: before combat, after it, or out of a
    /// field of fire. Leaders go along.
    pub(crate) fn go_along(&self, state: &mut State, unit: Unit, hex: Hex, reach: &Trails) {
        let old: Hexes = self.hexes_of(state, unit).collect();
        for from in old.iter() {
            self.leaders_follow(state, [unit].into_iter().collect(), from, hex);
        }
        for between in reach.between(hex) {
            self.pass(state, unit, between);
        }
        self.relocate(state, unit, hex);
    }

    /// Ends the move of a unit with a facing [6.8a, 6.8b], ready to attack or not.
    pub(crate) fn end_move(
        &self,
        state: &mut State,
        unit: Unit,
        hex: Hex,
        (facing, ready): (u8, bool),
        dice: &mut impl Dice,
        events: &mut impl Sink,
    ) {
        let ways = self.ways(state, unit);
        let price = self.facing_price(state, unit, hex, facing, &ways);
        let chart = state.chart(unit);
        if chart.place == Place::Waiting || chart.hex != hex {
            let last = self.last_way(state, unit, hex, facing, &ways);
            self.march(state, unit, hex, (price, last), &ways, events);
        } else {
            state.chart_mut(unit).spent += price;
        }
        let chart = state.chart_mut(unit);
        chart.facing = facing;
        if ready {
            chart.spent += self.tables.movement.attack;
            chart.set(mark::READY);
        }
        self.finish(state, unit, dice, events);
    }

    /// The price of a march: fatigue [11.0b], and for double time more of it and a check [6.12b, 6.12c].
    pub(crate) fn finish(&self, state: &mut State, unit: Unit, dice: &mut impl Dice, events: &mut impl Sink) {
        state.chart_mut(unit).set(mark::FINISHED);
        state.chart_mut(unit).clear(mark::GOES_ON);
        state.interrupted = Unit::NONE;
        state.step = Step::Idle;
        let chart = *state.chart(unit);
        if chart.category != Category::Mobile {
            return;
        }
        state.marched |= 1 << chart.formation;
        if chart.is(mark::MOVED) || chart.is(mark::LABOURED) {
            self.tire(state, unit, self.tables.fatigue.march);
        }
        if chart.is(mark::DOUBLE) {
            self.pay_for_double_time(state, unit, dice, events);
        }
    }

    /// Double time costs more fatigue [6.12b], of the whole formation with the Lite rules [11.2e], and a check [6.12c].
    fn pay_for_double_time(&self, state: &mut State, unit: Unit, dice: &mut impl Dice, events: &mut impl Sink) {
        if state.plays(option::LITE) {
            self.raise_level(state, state.chart(unit).formation);
        } else {
            self.tire(state, unit, self.tables.fatigue.double_time);
        }
        let Check { die, passed } = self.roll_check(state.chart(unit).morale, dice);
        events.tell(|| {
            let came = if passed { "keeps together" } else { "loses stragglers" };
            let text = format!("{} rolls {die} and {came} at double time.", self.name(state, unit));
            let event = self.unit_event(state, unit, EventKind::Check, text).by(clauses!["6.12c", "5.0a"]);
            event.rolled([self.morale_roll(state, unit, die)]).outcome(if passed {
                "keeps together"
            } else {
                "loses stragglers"
            })
        });
        if !passed {
            let units = [unit].into_iter().collect();
            state.owe(crate::state::Loss { units, stragglers: 1, ..crate::state::Loss::BLANK });
        }
    }

    /// A unit moves off the map and is safe (M-13).
    pub(crate) fn exit(&self, state: &mut State, unit: Unit, events: &mut impl Sink) {
        let side = self.side_of(state, unit);
        let hex = state.chart(unit).hex;
        state.lift(unit, side);
        let chart = state.chart_mut(unit);
        chart.place = Place::Exited;
        chart.set(mark::FINISHED);
        chart.category = Category::Mobile;
        state.marched |= 1 << state.chart(unit).formation;
        state.step = Step::Idle;
        self.find_lonely(state, side, hex);
        events.tell(|| {
            let text = format!("{} leaves the map.", self.name(state, unit));
            self.unit_event(state, unit, EventKind::Exit, text).at([hex]).by(clauses!["15.0"])
        });
    }

    pub(crate) fn check_exit(&self, state: &State, unit: Unit, hex: Hex) -> Result<(), Refusal> {
        if self.can_exit(state, unit, hex, &self.ways(state, unit)) {
            return Ok(());
        }
        let reason = format!("{} cannot leave the map here now", self.name(state, unit));
        Err(Refusal::new(clauses!["15.0"], reason))
    }

    /// A facing to take and to attack from.
    pub(crate) fn ready_words(&self, state: &State, unit: Unit, facing: u8) -> Words {
        let text = format!("face {} and make ready to attack", self.facing_name(state, facing));
        Words::new(text).rolls(state.chart(unit).is(mark::DOUBLE))
    }

    /// What it is called to end a move with a facing: far from every enemy it matters to nobody, and who can make ready that way
    /// does so with points that would be lost.
    pub(crate) fn arrival_words(&self, state: &State, unit: Unit, at: Hex, facing: u8) -> Words {
        let words = self.facing_words(state, facing).rolls(state.chart(unit).is(mark::DOUBLE));
        let side = self.side_of(state, unit);
        let far = self.nearest_enemy(state, side, at).is_none_or(|away| away > FAR_AWAY);
        // Who can attack from here, or do anything but face somewhere, has something to decide.
        let mut ways = Vec::new();
        self.list_arrival(state, unit, at, &mut ways);
        let only_faces = ways.iter().all(|way| matches!(way, Action::Face(_)));
        let usual = only_faces && self.usual_facing(state, side, at) == facing;
        words.role(match usual {
            true if far => Role::Plain,
            true => Role::Usual,
            false if ways.contains(&Action::Ready(Facing(facing))) => Role::Aside,
            false => Role::Turn,
        })
    }

    /// What comes of double time at the end of a move.
    pub(crate) fn double_time_forecast(&self, state: &State, unit: Unit) -> Option<Forecast> {
        let chart = state.chart(unit);
        let clauses = clauses!["6.12c", "5.0a"];
        chart
            .is(mark::DOUBLE)
            .then(|| self.check_forecast(chart.morale, ["keeps together", "loses stragglers"], clauses))
    }

    /// What a move costs, opened.
    pub(crate) fn move_forecast(&self, state: &State, unit: Unit, hex: Hex) -> Forecast {
        let ways = self.ways(state, unit);
        let last = ways.last[hex.index()];
        let path = self.path(state, unit, hex, last, &ways);
        let ground = self.ground(state);
        let (side, mover) = (self.side_of(state, unit), self.mover(state, unit));
        let obstacles = self.obstacles(state, unit);
        let mut sum = Derivation::new("Movement points", ways.cost(hex), clauses!["6.0a", "6.0b"]);
        let total: u8 = ways.cost(hex);
        let mut steps = 0;
        let mut parts = Vec::new();
        for pair in path.windows(2) {
            let Some(way) = self.way_to(state, pair[0], pair[1]) else { continue };
            let zone = obstacles.zones.contains(pair[1]);
            let friend = pair[1] != hex && obstacles.friends.contains(pair[1]);
            let price = self.price(state, side, mover, pair[0], way.into(), zone || friend);
            steps += price;
            let road = ground.sides[pair[0].index()][usize::from(way)].road;
            let (how, by) = match (road, zone, friend) {
                (true, true, _) => ("into an enemy zone, off the road", clauses!["6.2g"]),
                (true, _, true) => ("past a friend on the road", clauses!["6.5a"]),
                (true, ..) => ("by road", clauses!["6.3a", "6.4a"]),
                (false, true, _) => ("into an enemy zone", clauses!["6.2f", "6.0b"]),
                _ => (ground.terrain(pair[1]).title(), clauses!["6.0b", "6.4b"]),
            };
            parts.push(Derivation::new(format!("{}, {how}", ground.label(pair[1])), price, by));
        }
        if let (Place::Waiting, Some(&first)) = (state.chart(unit).place, path.first()) {
            sum = sum.with(Derivation::new(
                format!("entering at {}", ground.label(first)),
                ways.cost(first),
                clauses!["3.I"],
            ));
        } else if total > steps {
            let by = if state.chart(unit).is(mark::GOES_ON) { clauses!["7.6g"] } else { clauses!["6.2j"] };
            sum = sum.with(Derivation::new("leaving where it stands", total - steps, by));
        }
        let sum = parts.into_iter().fold(sum, Derivation::with);
        let sum = sum.with(Derivation::new("points there are", ways.budget, clauses!["6.0a", "9.0c", "11.1f"]));
        Forecast::certain(sum).along(path.into_iter().map(|hex| ground.label(hex)))
    }

    /// The name of a facing.
    pub(crate) fn facing_name(&self, state: &State, facing: u8) -> &'static str {
        facing_name(self.ground(state).board(), facing)
    }
}

/// The name of a facing on a board.
pub(crate) fn facing_name(board: &Board, facing: u8) -> &'static str {
    let way = Direction::from_index(facing.into()).expect("a facing is one of six hexsides");
    board.direction_name(way)
}
