//! 8.0 Higher ground and fields of fire.

use crate::MarchIntoBattle;
use crate::ground::Hexes;
use crate::state::{Place, State, Step, Unit, Units, mark, option};
use engine::{Event, Refusal, Side, Sink, clauses};
use hexboard::Hex;

#[engine::by_the_book]
impl MarchIntoBattle {
    /// The field of fire of a unit with batteries on higher ground: the lower hexes before it that its zone reaches
    /// [7.10, 8.2a, 8.2c, 8.2g, 8.2h], whatever guns they are [8.2b]. An enemy on the next hex of the same level ends it
    /// [8.2i].
    pub(crate) fn field_of_fire(&self, state: &State, unit: Unit) -> Hexes {
        let mut field = Hexes::EMPTY;
        let chart = state.chart(unit);
        if chart.guns == 0 || chart.is(mark::SMASHED) {
            return field;
        }
        let ground = self.ground(state);
        let enemy = self.side_of(state, unit).other();
        for hex in self.hexes_of(state, unit) {
            let level = ground.level(hex);
            let bits = self.zone_bits(state, unit, hex) & self.fronts(state, unit, hex) & ground.lower(hex);
            if level == 0 || bits == 0 {
                continue;
            }
            let rival = |&near: &Hex| {
                near != Hex::NONE
                    && ground.level(near) == level
                    && state.holds(enemy, near)
                    && !self.sound_in(state, near).is_empty()
            };
            if !ground.neighbours[hex.index()].iter().any(rival) {
                self.spread(state, bits, hex, &mut field);
            }
        }
        field
    }

    /// All hexes in the fields of fire of a side. With the switch of ruling R-70 a friend in a hex lifts it there.
    pub(crate) fn fields_of_fire(&self, state: &State, side: Side) -> Hexes {
        let mut fields = Hexes::EMPTY;
        for unit in self.units_of(state, side) {
            if self.unit_is_high(state, unit) {
                fields |= self.field_of_fire(state, unit);
            }
        }
        fields
    }

    fn unit_is_high(&self, state: &State, unit: Unit) -> bool {
        let ground = self.ground(state);
        state.chart(unit).guns > 0 && self.hexes_of(state, unit).any(|hex| ground.level(hex) > 0)
    }

    /// The enemy fields of fire that count for a unit.
    pub(crate) fn enemy_fields(&self, state: &State, unit: Unit) -> Hexes {
        let side = self.side_of(state, unit);
        let fields = self.fields_of_fire(state, side.other());
        if state.plays(option::NEGATED_FIRE) { fields - self.screened(state, side, unit) } else { fields }
    }

    /// Whether a unit that stood in a field of fire when it was made may remain: its batteries are more [8.2l]
    /// (ruling R-71).
    fn defies(&self, state: &State, unit: Unit) -> bool {
        if !state.chart(unit).is(mark::DEFIANT) {
            return false;
        }
        let enemy = self.side_of(state, unit).other();
        let guns = state.chart(unit).guns;
        self.units_of(state, enemy).filter(|&other| self.unit_is_high(state, other)).all(|other| {
            let field = self.field_of_fire(state, other);
            !self.hexes_of(state, unit).any(|hex| field.contains(hex)) || guns > state.chart(other).guns
        })
    }

    /// Whether a unit must leave the hex where it is: no unit ends its activation in an enemy field of fire
    /// [8.2d, 8.2f]. Grand Batteries cannot move [16.5m].
    pub(crate) fn must_leave(&self, state: &State, unit: Unit) -> bool {
        if self.arm(state, unit) == crate::pieces::Arm::Battery || !state.on_map(unit) {
            return false;
        }
        let fields = self.enemy_fields(state, unit);
        self.hexes_of(state, unit).any(|hex| fields.contains(hex)) && !self.defies(state, unit)
    }

    /// Units of the active formations that still stand in enemy fields of fire after all attacks [8.2f].
    pub(crate) fn find_leavers(&self, state: &mut State, events: &mut impl Sink) {
        let fields = self.fields_of_fire(state, state.side.other());
        if fields.is_empty() {
            return;
        }
        if self.active_units(state).any(|unit| state.chart(unit).is(mark::DEFIANT)) {
            events.tell(compare_guns);
        }
        state.leaving = self.active_units(state).filter(|&unit| self.must_leave(state, unit)).collect();
    }

    /// Enemies inside the fields of fire of units that came to high ground in this activation must go [8.2j], unless
    /// their batteries are more [8.2l] (ruling R-73).
    pub(crate) fn find_evicted(&self, state: &mut State, events: &mut impl Sink) {
        let makers: Units = self
            .units_of(state, state.side)
            .filter(|&unit| state.chart(unit).is(mark::CAME) && self.unit_is_high(state, unit))
            .collect();
        let (mut evicted, mut compared) = (Units::EMPTY, false);
        let enemies: Units = self.units_of(state, state.side.other()).collect();
        for maker in makers.iter() {
            let field = self.field_of_fire(state, maker);
            for enemy in enemies.iter() {
                let inside = self.hexes_of(state, enemy).any(|hex| field.contains(hex));
                if !inside || self.arm(state, enemy) == crate::pieces::Arm::Battery {
                    continue;
                }
                if state.plays(option::NEGATED_FIRE) && !self.must_leave(state, enemy) {
                    continue;
                }
                if !compared {
                    compared = true;
                    events.tell(compare_guns);
                }
                if state.chart(enemy).guns > state.chart(maker).guns {
                    state.chart_mut(enemy).set(mark::DEFIANT);
                } else {
                    evicted.insert(enemy);
                }
            }
        }
        state.leaving = evicted;
    }

    /// The hexes to which a unit may go that leaves a field of fire: the nearest outside all of them (ruling R-72).
    pub(crate) fn ways_out(&self, state: &State, unit: Unit) -> Hexes {
        let ground = self.ground(state);
        let side = self.side_of(state, unit);
        let fields = self.enemy_fields(state, unit);
        // First without entering enemy zones, then whatever way there is.
        for careful in [true, false] {
            let zones = if careful { self.enemy_zones(state, unit) } else { Hexes::EMPTY };
            let mut seen: Hexes = self.hexes_of(state, unit).collect();
            let mut rim = seen;
            for _ in 0..8 {
                let mut next = Hexes::EMPTY;
                for hex in rim.iter() {
                    for way in 0..6 {
                        let to = ground.neighbours[hex.index()][way];
                        if to == Hex::NONE || seen.contains(to) || state.holds(side.other(), to) {
                            continue;
                        }
                        if self.step_cost(state, unit, hex, way).is_some() && !zones.contains(to) {
                            next.insert(to);
                        }
                    }
                }
                let out: Hexes =
                    next.iter().filter(|&hex| !fields.contains(hex) && self.has_room(state, unit, hex)).collect();
                if !out.is_empty() {
                    return out;
                }
                seen |= next;
                rim = next;
            }
        }
        Hexes::EMPTY
    }

    /// Lets the next unit leave a field of fire; one that cannot is disorganized (ruling R-72).
    pub(crate) fn next_leaver(&self, state: &mut State, events: &mut impl Sink) -> bool {
        while let Some(unit) = state.leaving.first() {
            if state.chart(unit).place == Place::Map && !self.ways_out(state, unit).is_empty() {
                state.step = Step::Leave(unit);
                return true;
            }
            state.leaving.remove(unit);
            if state.on_map(unit) {
                self.disorganize(state, unit);
                events.tell(|| {
                    let text = format!("{} cannot leave the field of fire.", self.name(state, unit));
                    Event::new("fire", text).at([state.chart(unit).hex]).by(clauses!["8.2f"])
                });
            }
        }
        false
    }

    pub(crate) fn check_leave(&self, state: &State, unit: Unit, hex: Hex) -> Result<(), Refusal> {
        if self.ways_out(state, unit).contains(hex) {
            return Ok(());
        }
        let reason = format!(
            "{} goes to the nearest hex outside all enemy fields of fire, which {} is not",
            self.name(state, unit),
            self.label(state, hex)
        );
        Err(Refusal::new(clauses!["8.2f", "8.2j"], reason))
    }

    /// A unit leaves a field of fire; one that was driven out gains fatigue [8.2k].
    pub(crate) fn leave(&self, state: &mut State, unit: Unit, hex: Hex, events: &mut impl Sink) {
        let side = self.side_of(state, unit);
        state.leaving.remove(unit);
        let from = state.chart(unit).hex;
        let facing = self.way_to(state, from, hex).unwrap_or(state.chart(unit).facing);
        let takes = state.stack(hex).next().map_or(facing, |friend| state.chart(friend).facing);
        self.relocate(state, unit, hex);
        state.chart_mut(unit).facing = takes;
        let driven = side != state.side;
        if driven {
            self.tire(state, unit, self.tables.fatigue.field_of_fire);
        }
        events.tell(|| {
            let text = format!("{} leaves the field of fire for {}.", self.name(state, unit), self.label(state, hex));
            let by = if driven { clauses!["8.2j", "8.2k"] } else { clauses!["8.2f"] };
            Event::new("move", text).at([from, hex]).of([self.unit(state, unit).id.clone()]).by(by)
        });
    }
}

/// Who stays under fire from the heights shows that he has more guns [8.2l].
#[engine::by_the_book]
fn compare_guns() -> Event {
    Event::new("fire", "Guns are compared on the heights.").by(clauses!["8.2l"]).reveals()
}
