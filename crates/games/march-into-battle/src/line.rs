//! 16.6 Extended Line: a division across two hexes.
//!
//! The right hex is the unit's own, the left one its second: seen from behind, the left lies in the direction before the
//! facing, and the front of both are the facing and the direction after it (ruling R-96).

use crate::MarchIntoBattle;
use crate::action::{Action, Facing};
use crate::ground::{Hexes, IMPASSABLE};
use crate::hints::Mind;
use crate::pieces::Arm;
use crate::state::{Category, Chart, Place, State, Step, Unit, mark, option};
use engine::{Bar, Clause, EventKind, Refusal, Side, Sink, Words, clauses};
use hexboard::Hex;

/// Why a line goes no further.
const STOPPED: &str = "the line has entered an enemy zone and stops";
/// Why a line does not go where guns command the ground.
const UNDER_FIRE: &str = "the line would stand in an enemy field of fire and could not attack from there";

/// What hinders a unit wherever its line goes or forms: worked out once for all places.
struct Hindrances {
    /// The enemy zones that count for it.
    zones: Hexes,
    /// The enemy fields of fire that count for it.
    fields: Hexes,
    /// What it costs besides to set out.
    leaving: u8,
}

engine::decisions! {
    (MarchIntoBattle, Action, Mind: game, state, out, dice, events, mind)

    /// Into which of its hexes an extended line falls together.
    Collapse(unit: Unit) by game.side_of(state, unit) => {
        asks: format!("Choose the hex in which the line of {} falls together.", game.name(state, unit)),
        lists: out.extend(game.hexes_of(state, unit).map(Action::Close)),
        points(hex): out.push(Action::Close(hex)),
        Close(hex) => {
            check: game.only_if(game.hexes_of(state, unit).any(|own| own == hex), state, Action::Close(hex)),
            play: {
                state.step = Step::Idle;
                game.collapse(state, unit, hex, events);
            },
            words: game.close_words(state, hex),
            odds: None,
            worth: 0.0,
        }
    }
}

#[engine::by_the_book]
impl MarchIntoBattle {
    /// The left hex of a line with its right hex here.
    pub(crate) fn left_of(&self, state: &State, right: Hex, facing: u8) -> Hex {
        self.ground(state).neighbours[right.index()][usize::from((facing + 5) % 6)]
    }

    /// Whether a unit is of a kind to extend its line, tired or disordered or not [16.6a], for which nobody's consent is
    /// needed [16.6l]: a division of two steps or more, for two brigades lie side by side (ruling R-97). A smashed one can do
    /// nothing but recover [10.2d].
    pub(crate) fn may_extend(&self, state: &State, unit: Unit) -> bool {
        let chart = state.chart(unit);
        let kind = match self.arm(state, unit) {
            Arm::Infantry => true,
            Arm::LightCavalry | Arm::HeavyCavalry => !state.plays(option::INFANTRY_LINE),
            Arm::Detachment | Arm::Battery => false,
        };
        state.plays(option::EXTENDED_LINE)
            && kind
            && chart.steps >= 2
            && !chart.is(mark::EXTENDED)
            && !chart.is(mark::SMASHED)
            && matches!(chart.category, Category::None | Category::Mobile)
    }

    /// The points to step off the road into a hex, with what lies on the hexside.
    fn off_road(&self, state: &State, unit: Unit, from: Hex, to: Hex) -> u8 {
        let Some(way) = self.way_to(state, from, to) else { return IMPASSABLE };
        self.step_cost(state, unit, from, way.into()).unwrap_or(IMPASSABLE)
    }

    fn is_empty(&self, state: &State, unit: Unit, hex: Hex) -> bool {
        state.stack(hex).all(|other| other == unit)
    }

    /// The right and the left hex of a line formed from here into a hex.
    fn pair(&self, state: &State, from: Hex, into: Hex, facing: u8) -> Option<(Hex, Hex)> {
        if self.left_of(state, from, facing) == into {
            return Some((from, into));
        }
        (self.left_of(state, into, facing) == from).then_some((into, from))
    }

    /// Whether something can be done at whatever price; else what bars it, in words, in which `{}` stands for the unit's name.
    fn allowed(&self, state: &State, unit: Unit, price: Result<u8, Bar>) -> Result<(), Refusal> {
        let refusal = |(by, says): Bar| Refusal::new(by.to_vec(), says.replace("{}", self.name(state, unit)));
        price.map(|_| ()).map_err(refusal)
    }

    pub(crate) fn check_extension(&self, state: &State, unit: Unit, into: Hex, facing: u8) -> Result<(), Refusal> {
        self.allowed(state, unit, self.extension(state, unit, into, facing, &self.hindrances(state, unit)))
    }

    fn hindrances(&self, state: &State, unit: Unit) -> Hindrances {
        let (zones, fields) = (self.enemy_zones(state, unit), self.enemy_fields(state, unit));
        Hindrances { zones, fields, leaving: self.leaving_cost(state, unit) }
    }

    /// What it takes to extend into a hex with this facing, or why it cannot be done [16.6c, 16.6d]. The hex where it stands
    /// must be free of friends, too: all units of a stack face the same way [6.1c], which none can that faces as a line.
    fn extension(&self, state: &State, unit: Unit, into: Hex, facing: u8, hindrances: &Hindrances) -> Result<u8, Bar> {
        let chart = state.chart(unit);
        if !self.may_extend(state, unit) || chart.place != Place::Map {
            return Err((&[Clause("16.6a")], "{} cannot extend its line"));
        }
        let Some((right, _)) = self.pair(state, chart.hex, into, facing) else {
            let reason = "a line lies across a hexside and faces across it";
            return Err((&[Clause("16.6a"), Clause("16.6b")], reason));
        };
        if !self.is_empty(state, unit, into) {
            return Err((&[Clause("16.6c")], "a line extends into an empty hex"));
        }
        if !self.is_empty(state, unit, chart.hex) {
            let reason = "no stack faces as a line does, so it lies by itself";
            return Err((&[Clause("6.1c"), Clause("16.6b")], reason));
        }
        let zones = &hindrances.zones;
        if zones.contains(into) || zones.contains(chart.hex) {
            return Err((&[Clause("16.6d")], "no line is formed in an enemy zone"));
        }
        let price = self.off_road(state, unit, chart.hex, into);
        let left = self.allowance(state, unit).saturating_sub(chart.spent);
        let near = self.near_enemy(state, self.side_of(state, unit), into);
        if near && chart.is(mark::ALONE) && !chart.is(mark::URGED) {
            return Err((&[Clause("15.0")], "{} is out of command and does not go next to the enemy"));
        }
        if price > left {
            return Err((&[Clause("16.6c")], "{} lacks the movement points"));
        }
        if !self.may_lie(state, unit, (right, facing), price, &hindrances.fields) {
            return Err((&[Clause("8.2d"), Clause("8.2e")], UNDER_FIRE));
        }
        Ok(price)
    }

    pub(crate) fn list_extensions(&self, state: &State, unit: Unit, out: &mut Vec<Action>) {
        let here = state.chart(unit).hex;
        // What bars every line that it could form, before each of them is looked at.
        if !self.may_extend(state, unit) || !state.on_map(unit) || !self.is_empty(state, unit, here) {
            return;
        }
        let hindrances = self.hindrances(state, unit);
        if hindrances.zones.contains(here) {
            return;
        }
        for (way, &into) in self.ground(state).neighbours[here.index()].iter().enumerate() {
            // A line across this hexside can face to its one side or to the other.
            let facings = [(way as u8 + 1) % 6, (way as u8 + 4) % 6];
            let able =
                |facing: &u8| into != Hex::NONE && self.extension(state, unit, into, *facing, &hindrances).is_ok();
            out.extend(facings.into_iter().filter(able).map(|facing| Action::Extend(into, Facing(facing))));
        }
    }

    /// Extends the line of a unit.
    pub(crate) fn extend(&self, state: &mut State, unit: Unit, into: Hex, facing: u8, events: &mut impl Sink) {
        let Ok(price) = self.extension(state, unit, into, facing, &self.hindrances(state, unit)) else { return };
        let side = self.side_of(state, unit);
        let Some((right, left)) = self.pair(state, state.chart(unit).hex, into, facing) else { return };
        let began = self.begins_in_zone(state, unit);
        self.lay_line(state, unit, side, right, left, facing);
        let chart = state.chart_mut(unit);
        chart.spent += price;
        chart.category = Category::Mobile;
        chart.set(mark::MOVED | mark::CAME);
        if began {
            chart.set(mark::BEGAN_IN_ZONE);
        }
        events.tell(|| {
            let text = format!(
                "{} forms line in {} and {}.",
                self.name(state, unit),
                self.label(state, right),
                self.label(state, left)
            );
            self.unit_event(state, unit, EventKind::Formation, text).at([right, left]).by(clauses!["16.6a", "16.6c"])
        });
    }

    /// Lays a line down in two hexes.
    pub(crate) fn lay_line(&self, state: &mut State, unit: Unit, side: Side, right: Hex, left: Hex, facing: u8) {
        state.lift(unit, side);
        state.put(unit, right, side);
        state.stretch(unit, left, side);
        state.chart_mut(unit).facing = facing;
        self.pass(state, unit, right);
        self.pass(state, unit, left);
    }

    /// What the ground costs a line that goes one step so that its right hex and its facing are these, or why it cannot:
    /// forward, backward, sideways, or a wheel of 60 degrees [16.6e, 16.6f, 16.6m, 16.6g].
    fn line_step(&self, state: &State, unit: Unit, right: Hex, facing: u8) -> Result<u8, Bar> {
        let chart = state.chart(unit);
        let left = self.left_of(state, right, facing);
        if left == Hex::NONE || !chart.is(mark::EXTENDED) {
            return Err((&[Clause("16.6e")], "no line can lie there"));
        }
        let (old_right, old_left) = (chart.hex, chart.second);
        let turn = (facing + 6 - chart.facing) % 6;
        let cost = |from: Hex, to: Hex| self.off_road(state, unit, from, to);
        let price = match turn {
            // Both hexes go the same way, which is not along the line, or the line shifts along itself.
            0 => {
                let Some(way) = self.way_to(state, old_right, right) else {
                    return Err((&[Clause("16.6e"), Clause("16.6f"), Clause("16.6m")], "a line moves by one hex"));
                };
                match (way + 6 - facing) % 6 {
                    5 => cost(old_left, left),
                    2 => cost(old_right, right),
                    _ => cost(old_right, right).max(cost(old_left, left)),
                }
            }
            1 | 5 if right == old_right => cost(old_right, left).max(cost(old_left, left)),
            1 | 5 if left == old_left => cost(old_left, right).max(cost(old_right, right)),
            _ => return Err((&[Clause("16.6g")], "a line wheels by 60 degrees around one of its hexes")),
        };
        if !self.is_empty(state, unit, right) || !self.is_empty(state, unit, left) {
            return Err((&[Clause("16.6e")], "a line needs both its hexes for itself"));
        }
        if price == IMPASSABLE {
            return Err((&[Clause("16.6e"), Clause("6.0b")], "the ground does not let the line pass"));
        }
        Ok(price)
    }

    /// What it takes to move a line so that its right hex and its facing are these, or why it cannot be done.
    fn line_move(&self, state: &State, unit: Unit, right: Hex, facing: u8, hindrances: &Hindrances) -> Result<u8, Bar> {
        let price = self.line_step(state, unit, right, facing)?;
        let chart = state.chart(unit);
        let left = self.left_of(state, right, facing);
        let zones = hindrances.zones;
        if self.is_stopped(state, unit, zones) {
            return Err((&[Clause("6.2f")], STOPPED));
        }
        let enters = zones.contains(right) || zones.contains(left);
        if chart.is(mark::BEGAN_DISORGANIZED) && enters {
            return Err((&[Clause("9.0e")], "it began disorganized and enters no enemy zone"));
        }
        let side = self.side_of(state, unit);
        let near = self.near_enemy(state, side, right) || self.near_enemy(state, side, left);
        if near && chart.is(mark::ALONE) && !chart.is(mark::URGED) {
            return Err((&[Clause("15.0")], "out of command it does not go next to the enemy"));
        }
        let total = price.saturating_add(hindrances.leaving);
        if total > self.allowance(state, unit).saturating_sub(chart.spent) {
            return Err((&[Clause("16.6e"), Clause("6.0a")], "the movement points do not reach"));
        }
        if !self.may_lie(state, unit, (right, facing), total, &hindrances.fields) {
            return Err((&[Clause("8.2d"), Clause("8.2e")], UNDER_FIRE));
        }
        Ok(total)
    }

    /// Whether a line has entered an enemy zone with either half, and goes no further [6.2f].
    fn is_stopped(&self, state: &State, unit: Unit, zones: Hexes) -> bool {
        state.chart(unit).is(mark::MOVED) && self.hexes_of(state, unit).any(|hex| zones.contains(hex))
    }

    /// The position with a line laid down elsewhere.
    fn laid(&self, state: &State, unit: Unit, (right, facing): (Hex, u8)) -> State {
        let side = self.side_of(state, unit);
        let left = self.left_of(state, right, facing);
        let mut there = state.clone();
        there.lift(unit, side);
        there.put(unit, right, side);
        there.stretch(unit, left, side);
        there.chart_mut(unit).facing = facing;
        there
    }

    /// Whether a line that comes to a place for so many points may lie there: outside enemy fields of fire [8.2d], or where
    /// it can attack [8.2e], or where it can go on.
    fn may_lie(&self, state: &State, unit: Unit, (right, facing): (Hex, u8), price: u8, fields: &Hexes) -> bool {
        if !fields.contains(right) && !fields.contains(self.left_of(state, right, facing)) {
            return true;
        }
        let mut there = self.laid(state, unit, (right, facing));
        spend(&mut there, unit, price);
        self.line_can_be_ready(&there, unit) || self.line_can_go_on(&there, unit)
    }

    fn line_can_go_on(&self, state: &State, unit: Unit) -> bool {
        let hindrances = self.hindrances(state, unit);
        let goes = |(right, facing): (Hex, u8)| self.line_move(state, unit, right, facing, &hindrances).is_ok();
        self.around_line(state, unit).any(goes)
            || self.hexes_of(state, unit).any(|hex| self.closing(state, unit, hex, &hindrances).is_ok())
    }

    /// The same for a line that closes in a hex. Where the fire falls only because the other half has left the height beside
    /// the guns [8.2i], it may close as long as there is anything that it can do then.
    fn may_close(&self, state: &State, unit: Unit, hex: Hex, price: u8, fields: &Hexes) -> bool {
        let mut there = state.clone();
        self.close_line(&mut there, unit, hex);
        spend(&mut there, unit, price);
        if !fields.contains(hex) {
            return !self.is_stranded(&there, unit);
        }
        let ways = self.ways(&there, unit);
        (0..6).any(|facing| self.can_be_ready(&there, unit, hex, facing, &ways))
            || ways.reached.iter().any(|to| self.ends(&there, unit, to, &ways))
    }

    /// Why a line cannot close in a hex, or what it costs [16.6h].
    fn closing(&self, state: &State, unit: Unit, hex: Hex, hindrances: &Hindrances) -> Result<u8, Bar> {
        let chart = state.chart(unit);
        if !chart.is(mark::EXTENDED) || (hex != chart.hex && hex != chart.second) {
            return Err((&[Clause("16.6h")], "a line closes in one of its own hexes"));
        }
        let other = if hex == chart.hex { chart.second } else { chart.hex };
        let zones = hindrances.zones;
        if self.is_stopped(state, unit, zones) {
            return Err((&[Clause("6.2f")], STOPPED));
        }
        let leaving = if zones.contains(other) { hindrances.leaving } else { 0 };
        let price = self.off_road(state, unit, other, hex).saturating_add(leaving);
        if price > self.allowance(state, unit).saturating_sub(chart.spent) {
            return Err((&[Clause("16.6h")], "the movement points do not reach"));
        }
        if !self.may_close(state, unit, hex, price, &hindrances.fields) {
            return Err((&[Clause("8.2d"), Clause("8.2e")], UNDER_FIRE));
        }
        Ok(price)
    }

    /// The right hexes and facings that a line might have after one step.
    fn around_line(&self, state: &State, unit: Unit) -> impl Iterator<Item = (Hex, u8)> + use<> {
        let Chart { hex, second, facing, .. } = *state.chart(unit);
        let ground = self.ground(state);
        let near = ground.neighbours[hex.index()].into_iter().chain(ground.neighbours[second.index()]);
        let hexes: Hexes = near.chain([hex, second]).filter(|&right| right != Hex::NONE).collect();
        hexes
            .iter()
            .flat_map(|right| (0..6).map(move |facing| (right, facing)))
            .filter(move |&place| place != (hex, facing))
    }

    /// Where a line that has attacked may advance to: as far as the result says, by the steps of a line, not through enemy
    /// zones [7.2n, 7.2p]; the first attacker enters a hex that the defenders left [7.2o].
    pub(crate) fn line_advances(&self, state: &State, unit: Unit) -> Vec<(Hex, u8)> {
        let mut places = Vec::new();
        if !state.chart(unit).is(mark::EXTENDED) || !self.may_advance(state, unit) {
            return places;
        }
        let zones = self.enemy_zones(state, unit);
        let start = (state.chart(unit).hex, state.chart(unit).facing);
        let mut rim = vec![state.clone()];
        for step in 0..state.fight.advance {
            let mut next = Vec::new();
            for at in &rim {
                for (right, facing) in self.around_line(at, unit) {
                    let left = self.left_of(at, right, facing);
                    let enters = state.fight.hexes().iter().any(|&hex| hex == right || hex == left);
                    if (step == 0 && !state.fight.entered && !enters)
                        || (right, facing) == start
                        || places.contains(&(right, facing))
                        || self.line_step(at, unit, right, facing).is_err()
                    {
                        continue;
                    }
                    places.push((right, facing));
                    if !zones.contains(right) && !zones.contains(left) {
                        next.push(self.laid(at, unit, (right, facing)));
                    }
                }
            }
            rim = next;
        }
        places
    }

    pub(crate) fn check_line_advance(&self, state: &State, unit: Unit, right: Hex, facing: u8) -> Result<(), Refusal> {
        if self.line_advances(state, unit).contains(&(right, facing)) {
            return Ok(());
        }
        let reason = format!("the line of {} cannot advance there", self.name(state, unit));
        Err(Refusal::new(clauses!["7.2o", "7.2p", "16.6e"], reason))
    }

    /// A line advances after its attack [7.2n].
    pub(crate) fn advance_line(&self, state: &mut State, unit: Unit, right: Hex, facing: u8, events: &mut impl Sink) {
        state.step = Step::Idle;
        let (side, left) = (self.side_of(state, unit), self.left_of(state, right, facing));
        let old: Hexes = self.hexes_of(state, unit).collect();
        state.fight.entered = true;
        state.fight.done.insert(unit);
        for from in old.iter() {
            self.leaders_follow(state, [unit].into_iter().collect(), from, right);
        }
        self.lay_line(state, unit, side, right, left, facing);
        state.chart_mut(unit).set(mark::CAME);
        events.tell(|| {
            let hexes = [right, left].map(|hex| self.label(state, hex));
            let text = format!("The line of {} advances to {} and {}.", self.name(state, unit), hexes[0], hexes[1]);
            let event = self.unit_event(state, unit, EventKind::Advance, text).at([right, left]);
            event.by(clauses!["7.2n", "7.2o"])
        });
    }

    pub(crate) fn list_line_moves(&self, state: &State, unit: Unit, out: &mut Vec<Action>) {
        let chart = *state.chart(unit);
        let hindrances = self.hindrances(state, unit);
        for (right, facing) in self.around_line(state, unit) {
            if self.line_move(state, unit, right, facing, &hindrances).is_ok() {
                out.push(Action::Line(right, Facing(facing)));
            }
        }
        for hex in [chart.hex, chart.second] {
            if self.closing(state, unit, hex, &hindrances).is_ok() {
                out.push(Action::Close(hex));
            }
        }
    }

    /// A line that has moved ends with the facing it has, ready to attack or not (ruling R-97); in an enemy field of fire
    /// only ready, if it can be, or can go on [8.2d, 8.2e].
    pub(crate) fn list_line_ends(&self, state: &State, unit: Unit, out: &mut Vec<Action>) {
        let facing = state.chart(unit).facing;
        if !self.must_leave_fire(state, unit) {
            out.push(Action::Face(Facing(facing)));
        }
        if self.line_can_be_ready(state, unit) {
            out.push(Action::Ready(Facing(facing)));
        }
    }

    pub(crate) fn line_can_be_ready(&self, state: &State, unit: Unit) -> bool {
        let chart = state.chart(unit);
        let side = self.side_of(state, unit);
        let left = self.allowance(state, unit).saturating_sub(chart.spent);
        self.may_fight(state, unit)
            && left >= self.tables.movement.attack
            && self
                .hexes_of(state, unit)
                .any(|hex| self.prey(state, side, hex, self.fronts(state, unit, hex)).next().is_some())
    }

    /// Whether a line may not just stay: it is in an enemy field of fire, and can attack or go on. One that can do neither
    /// stays where it is.
    fn must_leave_fire(&self, state: &State, unit: Unit) -> bool {
        self.is_under_fire(state, unit) && (self.line_can_be_ready(state, unit) || self.line_can_go_on(state, unit))
    }

    pub(crate) fn check_line_end(&self, state: &State, unit: Unit) -> Result<(), Refusal> {
        if !self.must_leave_fire(state, unit) {
            return Ok(());
        }
        let reason =
            format!("the line of {} may stay in an enemy field of fire only to attack", self.name(state, unit));
        Err(Refusal::new(clauses!["8.2d", "8.2e"], reason))
    }

    /// Moves a line.
    pub(crate) fn move_line(&self, state: &mut State, unit: Unit, right: Hex, facing: u8, events: &mut impl Sink) {
        let Ok(price) = self.line_move(state, unit, right, facing, &self.hindrances(state, unit)) else { return };
        let side = self.side_of(state, unit);
        let left = self.left_of(state, right, facing);
        let zones = self.enemy_zones(state, unit);
        let began = self.begins_in_zone(state, unit);
        self.lay_line(state, unit, side, right, left, facing);
        let chart = state.chart_mut(unit);
        chart.spent += price;
        chart.category = Category::Mobile;
        chart.set(mark::MOVED | mark::CAME);
        if began {
            chart.set(mark::BEGAN_IN_ZONE);
        }
        if began && (zones.contains(right) || zones.contains(left)) {
            chart.set(mark::NEW_ZONE);
        }
        events.tell(|| {
            let text = format!(
                "The line of {} moves to {} and {}.",
                self.name(state, unit),
                self.label(state, right),
                self.label(state, left)
            );
            self.unit_event(state, unit, EventKind::Move, text).at([right, left]).by(clauses!["16.6e", "16.6g"])
        });
    }

    /// Closes a line as part of its movement [16.6h].
    pub(crate) fn leave_line(&self, state: &mut State, unit: Unit, hex: Hex) {
        let Ok(price) = self.closing(state, unit, hex, &self.hindrances(state, unit)) else { return };
        let began = self.begins_in_zone(state, unit);
        self.close_line(state, unit, hex);
        let chart = state.chart_mut(unit);
        chart.spent += price;
        chart.category = Category::Mobile;
        chart.set(mark::MOVED | mark::CAME);
        if began {
            chart.set(mark::BEGAN_IN_ZONE);
        }
    }

    /// Whoever is no line moves otherwise, and a line that stays has not moved.
    pub(crate) fn check_line(&self, state: &State, unit: Unit, right: Hex, facing: u8) -> Result<(), Refusal> {
        let chart = state.chart(unit);
        let moves = chart.is(mark::EXTENDED) && (right, facing) != (chart.hex, chart.facing);
        self.only_if(moves, state, Action::Line(right, Facing(facing)))?;
        self.allowed(state, unit, self.line_move(state, unit, right, facing, &self.hindrances(state, unit)))
    }

    pub(crate) fn check_close(&self, state: &State, unit: Unit, hex: Hex) -> Result<(), Refusal> {
        self.only_if(state.chart(unit).is(mark::EXTENDED), state, Action::Close(hex))?;
        self.allowed(state, unit, self.closing(state, unit, hex, &self.hindrances(state, unit)))
    }

    /// A hex to extend the line into.
    pub(crate) fn extend_words(&self, state: &State, into: Hex, facing: u8) -> Words {
        let (at, way) = (self.label(state, into), self.facing_name(state, facing));
        Words::new(format!("extend the line into {at}, facing {way}"))
    }

    /// A hex for a line to close in.
    pub(crate) fn close_words(&self, state: &State, hex: Hex) -> Words {
        Words::new(format!("close the line in {}", self.label(state, hex)))
    }

    /// Takes a line together in one of its hexes.
    pub(crate) fn close_line(&self, state: &mut State, unit: Unit, hex: Hex) {
        let side = self.side_of(state, unit);
        let other = if hex == state.chart(unit).hex { state.chart(unit).second } else { state.chart(unit).hex };
        state.lift(unit, side);
        state.put(unit, hex, side);
        state.collapsing.remove(unit);
        for index in 0..self.battle(state).leaders.len() {
            let own = self.battle(state).leaders[index].side == side;
            if own && state.leaders[index].place == Place::Map && state.leaders[index].hex == other {
                state.leaders[index].hex = hex;
            }
        }
    }

    /// A line of which one hex must retreat falls together there [16.6j]; the other hex is open to whoever meant to
    /// attack it [16.6k].
    pub(crate) fn collapse(&self, state: &mut State, unit: Unit, hex: Hex, events: &mut impl Sink) {
        let chart = state.chart(unit);
        let other = if hex == chart.hex { chart.second } else { chart.hex };
        self.close_line(state, unit, hex);
        state.emptied.insert(other);
        events.tell(|| {
            let text = format!("The line of {} falls together in {}.", self.name(state, unit), self.label(state, hex));
            self.unit_event(state, unit, EventKind::Formation, text).at([hex]).by(clauses!["16.6j"])
        });
    }

    /// A line that is smashed or left with one step falls together where its owner likes (ruling R-97); whether he must
    /// choose.
    pub(crate) fn ask_to_collapse(&self, state: &mut State, _events: &mut impl Sink) -> bool {
        while let Some(unit) = state.collapsing.first() {
            if state.chart(unit).is(mark::EXTENDED) {
                state.step = Step::Collapse(unit);
                return true;
            }
            state.collapsing.remove(unit);
        }
        false
    }
}

/// Notes that a unit has moved for so many points.
fn spend(state: &mut State, unit: Unit, price: u8) {
    let chart = state.chart_mut(unit);
    chart.spent += price;
    chart.set(mark::MOVED);
}
