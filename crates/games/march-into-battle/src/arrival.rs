//! 6.1, 6.8, 6.9 Where a move ends: with whom, facing what, and ready for what.

use crate::MarchIntoBattle;
use crate::action::{Action, Facing};
use crate::ground::Water;
use crate::hints::Mind;
use crate::marches::Ways;
use crate::pieces::Arm;
use crate::state::{Place, State, Unit, mark};
use crate::status::{Weariness, before};
use engine::{Refusal, Role, Side, Words, clauses};
use hexboard::Hex;

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
        let side = self.side_of(state, unit);
        let mut open = ways.reached - state.held[side.index()] - ways.fields;
        if self.shuns_enemies(state, unit) {
            open -= self.beside(state, state.held[side.other().index()]);
        }
        // Most hexes are empty and out of fire: nothing hinders who ends there.
        let may_end = |&hex: &Hex| open.contains(hex) || self.ends(state, unit, hex, ways);
        out.extend(ways.reached.iter().filter(may_end).map(Action::To));
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
}
