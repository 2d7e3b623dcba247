//! 6.0 Movement.

use crate::MarchIntoBattle;
use crate::ground::Hexes;
use crate::marches::Ways;
use crate::scenarios::Start;
use crate::state::{Category, Place, State, Step, Unit, mark, option};
use crate::status::Check;
use crate::trails::Trails;
use engine::{Derivation, Dice, EventKind, Forecast, Sink, clauses};
use hexboard::{Board, Direction, Hex};

#[engine::by_the_book]
impl MarchIntoBattle {
    /// The direction from a hex to the next.
    pub(crate) fn way_to(&self, state: &State, from: Hex, to: Hex) -> Option<u8> {
        let around = &self.ground(state).neighbours[from.index()];
        around.iter().position(|&near| near == to).map(|way| way as u8)
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
