//! 8.0 Higher ground and fields of fire.

use crate::MarchIntoBattle;
use crate::action::Action;
use crate::ground::Hexes;
use crate::hints::Mind;
use crate::pieces::Arm;
use crate::state::{Cause, State, Step, Unit, Units, mark, option};
use crate::trails::Trails;
use engine::{Event, EventKind, Refusal, Side, Sink, clauses};
use hexboard::Hex;

engine::decisions! {
    (MarchIntoBattle, Action, Mind: game, state, out, dice, events, mind)

    /// Where a unit goes that is driven out of a field of fire.
    Leave(unit: Unit) by game.side_of(state, unit) => {
        asks: format!("{} must leave the field of fire.", game.name(state, unit)),
        lists: out.extend(game.ways_out(state, unit).iter().map(Action::To)),
        points(hex): out.push(Action::To(hex)),
        To(hex) => {
            check: game.check_leave(state, unit, hex),
            play: game.leave(state, unit, hex, events),
            words: game.way_words(state, hex),
            odds: None,
            worth: mind.standing(state, unit, hex),
        }
    }
}

#[engine::by_the_book]
impl MarchIntoBattle {
    /// The field of fire of a unit, as all that stands around it makes it.
    pub(crate) fn field_of_fire(&self, state: &State, unit: Unit) -> Hexes {
        self.field_without(state, unit, Unit::NONE)
    }

    /// The field of fire of a unit with batteries on higher ground: the lower hexes before it that its zone reaches
    /// [7.10, 8.2a, 8.2c, 8.2g, 8.2h], whatever guns they are [8.2b]. An enemy on the next hex of the same level ends it
    /// [8.2i], but for one who is taken to be gone.
    fn field_without(&self, state: &State, unit: Unit, gone: Unit) -> Hexes {
        let mut field = Hexes::EMPTY;
        if state.chart(unit).guns == 0 {
            return field;
        }
        let ground = self.ground(state);
        let enemy = self.side_of(state, unit).other();
        for hex in self.hexes_of(state, unit) {
            let level = ground.level(hex);
            if level == 0 {
                continue;
            }
            let bits = self.zone_bits(state, unit, hex) & self.fronts(state, unit, hex) & ground.lower(hex);
            if bits == 0 {
                continue;
            }
            let rival = |&near: &Hex| {
                near != Hex::NONE
                    && ground.level(near) == level
                    && state.holds(enemy, near)
                    && self.combat_units_in(state, near).iter().any(|rival| rival != gone)
            };
            if !ground.neighbours[hex.index()].iter().any(rival) {
                self.spread(state, bits, hex, &mut field);
            }
        }
        field
    }

    /// All hexes in the fields of fire of a side.
    pub(crate) fn fields_of_fire(&self, state: &State, side: Side) -> Hexes {
        self.fields_without(state, side, Unit::NONE)
    }

    /// The same as they are without one of its enemies.
    fn fields_without(&self, state: &State, side: Side, gone: Unit) -> Hexes {
        let mut fields = Hexes::EMPTY;
        for hex in (state.held[side.index()] & self.footing(state).heights).iter() {
            for unit in state.stack(hex) {
                fields |= self.field_without(state, unit, gone);
            }
        }
        fields
    }

    /// The enemy fields of fire that count for a unit: they lie in enemy zones, which another friend in the hex negates for
    /// all purposes [6.2c, 8.2a]; with the switch of ruling R-70 not for this one. A field that the unit itself ends, from
    /// beside the guns, is there again as soon as it comes down into it [8.2i]; a line stands in two hexes and ends it for both.
    pub(crate) fn enemy_fields(&self, state: &State, unit: Unit) -> Hexes {
        let side = self.side_of(state, unit);
        let gone = if state.chart(unit).is(mark::EXTENDED) { Unit::NONE } else { unit };
        let fields = self.fields_without(state, side.other(), gone);
        if state.plays(option::STEADY_FIRE) { fields } else { fields - self.screened(state, side, unit) }
    }

    /// Whether a unit is in an enemy field of fire. Grand Batteries cannot move [16.5m].
    pub(crate) fn is_under_fire(&self, state: &State, unit: Unit) -> bool {
        if self.arm(state, unit) == Arm::Battery || !state.on_map(unit) {
            return false;
        }
        let fields = self.enemy_fields(state, unit);
        self.hexes_of(state, unit).any(|hex| fields.contains(hex))
    }

    /// The hexes of the enemies in whose fields of fire a unit is.
    fn guns_above(&self, state: &State, unit: Unit) -> Hexes {
        let enemy = self.side_of(state, unit).other();
        let makers = self.units_of(state, enemy).filter(|&other| {
            let field = self.field_of_fire(state, other);
            self.hexes_of(state, unit).any(|hex| field.contains(hex))
        });
        makers.flat_map(|other| self.hexes_of(state, other)).collect()
    }

    /// Units of the active formations that still stand in enemy fields of fire after all attacks: none ends its activation
    /// there [8.2d, 8.2f].
    pub(crate) fn find_leavers(&self, state: &mut State) {
        if !self.fields_of_fire(state, state.side.other()).is_empty() {
            state.leaving = self.active_units(state).filter(|&unit| self.is_under_fire(state, unit)).collect();
        }
    }

    /// The next stack retreats out of an enemy field of fire [8.2f], by the rules of retreats and away from the guns above it;
    /// a line falls together first [16.6j]. Whether there is one.
    pub(crate) fn next_leaver(&self, state: &mut State, events: &mut impl Sink) -> bool {
        while let Some(unit) = state.leaving.first() {
            let fields = self.enemy_fields(state, unit);
            let Some(hex) = self.hexes_of(state, unit).find(|&hex| fields.contains(hex)) else {
                state.leaving.remove(unit);
                continue;
            };
            let away = self.guns_above(state, unit);
            if state.chart(unit).is(mark::EXTENDED) {
                self.collapse(state, unit, hex, events);
            }
            let stack = state.all_in(hex).and(state.leaving);
            state.leaving = state.leaving.without(stack);
            self.start_flight(state, Cause::Fire, stack, hex, away, 1);
            return true;
        }
        false
    }

    /// Who has no way out of the fire stays and is disorganized (ruling R-72).
    pub(crate) fn remain_under_fire(&self, state: &mut State, events: &mut impl Sink) {
        let units = state.flight.units;
        self.stop_running(state);
        units.iter().for_each(|unit| self.shaken(state, unit, events));
    }

    fn shaken(&self, state: &mut State, unit: Unit, events: &mut impl Sink) {
        self.disorganize(state, unit);
        events.tell(|| {
            let text = format!("{} cannot leave the field of fire.", self.name(state, unit));
            self.unit_event(state, unit, EventKind::Disorder, text).at([state.chart(unit).hex]).by(clauses!["8.2d"])
        });
    }

    /// Enemies inside the fields of fire of units that came to high ground in this activation must go [8.2j], unless
    /// their batteries are more [8.2l].
    pub(crate) fn find_evicted(&self, state: &mut State, events: &mut impl Sink) {
        let makers: Units = self.units_of(state, state.side).filter(|&unit| state.chart(unit).is(mark::CAME)).collect();
        let fields = makers.iter().fold(Hexes::EMPTY, |fields, maker| fields | self.field_of_fire(state, maker));
        let below = |&enemy: &Unit| self.hexes_of(state, enemy).any(|hex| fields.contains(hex));
        let below = self.units_of(state, state.side.other()).filter(below);
        let under_fire: Units = below.filter(|&enemy| self.is_under_fire(state, enemy)).collect();
        let (mut evicted, mut compared) = (Units::EMPTY, false);
        for maker in makers.iter() {
            let field = self.field_of_fire(state, maker);
            for enemy in under_fire.iter() {
                if !self.hexes_of(state, enemy).any(|hex| field.contains(hex)) {
                    continue;
                }
                if !compared {
                    compared = true;
                    events.tell(compare_guns);
                }
                if state.chart(enemy).guns <= state.chart(maker).guns {
                    evicted.insert(enemy);
                }
            }
        }
        state.leaving = evicted;
    }

    /// The hexes to which a unit may go that is driven out of a field of fire.
    pub(crate) fn ways_out(&self, state: &State, unit: Unit) -> Hexes {
        self.reach_out(state, unit).hexes
    }

    /// The nearest hexes outside all enemy fields of fire for a unit that must move away from the guns [8.2j]: further from
    /// them with every step if possible, else not nearer; and without entering enemy zones if possible (ruling R-72).
    fn reach_out(&self, state: &State, unit: Unit) -> Trails {
        let guns = self.guns_above(state, unit);
        for (away, careful) in [(1, true), (1, false), (0, true), (0, false)] {
            let reach = self.reach_away(state, unit, guns, away, careful);
            if !reach.hexes.is_empty() {
                return reach;
            }
        }
        Trails::new()
    }

    fn reach_away(&self, state: &State, unit: Unit, guns: Hexes, away: i8, careful: bool) -> Trails {
        let ground = self.ground(state);
        let enemies = state.held[self.side_of(state, unit).other().index()];
        let fields = self.enemy_fields(state, unit);
        let zones = if careful { self.enemy_zones(state, unit) } else { Hexes::EMPTY };
        let leads = |hex: Hex, way: usize, to: Hex| {
            let change = |gun: Hex| ground.distance(to, gun) as i8 - ground.distance(hex, gun) as i8;
            guns.iter().all(|gun| change(gun) >= away) && self.step_cost(state, unit, hex, way).is_some()
        };
        let mut reach = Trails::new();
        let mut rim: Hexes = self.hexes_of(state, unit).collect();
        let mut seen = rim | enemies | zones;
        while !rim.is_empty() {
            let next = reach.widen(ground, rim, seen, leads);
            reach.hexes = next.iter().filter(|&hex| !fields.contains(hex) && self.has_room(state, unit, hex)).collect();
            if !reach.hexes.is_empty() {
                break;
            }
            seen |= next;
            rim = next;
        }
        reach
    }

    /// Lets the next unit move out of a new field of fire [8.2j]; one that cannot is disorganized (ruling R-72).
    pub(crate) fn next_evicted(&self, state: &mut State, events: &mut impl Sink) -> bool {
        while let Some(unit) = state.leaving.first() {
            if self.is_under_fire(state, unit) && !self.ways_out(state, unit).is_empty() {
                state.step = Step::Leave(unit);
                return true;
            }
            state.leaving.remove(unit);
            if self.is_under_fire(state, unit) {
                self.shaken(state, unit, events);
            }
        }
        false
    }

    pub(crate) fn check_leave(&self, state: &State, unit: Unit, hex: Hex) -> Result<(), Refusal> {
        if self.ways_out(state, unit).contains(hex) {
            return Ok(());
        }
        let reason = format!(
            "{} moves away from the guns, to the nearest hex outside all enemy fields of fire, which {} is not",
            self.name(state, unit),
            self.label(state, hex)
        );
        Err(Refusal::new(clauses!["8.2j"], reason))
    }

    /// A unit is driven out of a field of fire and gains fatigue [8.2j, 8.2k].
    pub(crate) fn leave(&self, state: &mut State, unit: Unit, hex: Hex, events: &mut impl Sink) {
        state.step = Step::Idle;
        state.leaving.remove(unit);
        let from = state.chart(unit).hex;
        let reach = self.reach_out(state, unit);
        let last = reach.between(hex).next().unwrap_or(from);
        let facing = self.way_to(state, last, hex).unwrap_or(state.chart(unit).facing);
        self.go_along(state, unit, hex, &reach);
        state.chart_mut(unit).facing = self.stack_facing(state, unit, hex).unwrap_or(facing);
        self.find_lonely(state, self.side_of(state, unit), from);
        self.tire(state, unit, self.tables.fatigue.field_of_fire);
        events.tell(|| {
            let text = format!("{} leaves the field of fire for {}.", self.name(state, unit), self.label(state, hex));
            self.unit_event(state, unit, EventKind::Move, text).along([from, hex]).by(clauses!["8.2j", "8.2k"])
        });
    }
}

/// Who stays under fire from the heights shows that he has more guns [8.2l].
#[engine::by_the_book]
fn compare_guns() -> Event {
    Event::new(EventKind::Reveal, "Guns are compared on the heights.").by(clauses!["8.2l"]).reveals()
}
