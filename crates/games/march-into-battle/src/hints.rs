//! What the game tells a computer player about itself: how good an option looks, from what its side can see.
//!
//! Everything is counted in steps: an enemy step certainly lost is worth about 1, an own one about -1. Hidden values of
//! the enemy are replaced by what one would guess [2.5b].

use crate::MarchIntoBattle;
use crate::action::{Action, Attacker, Chit, Leader};
use crate::combat::attacking_side;
use crate::ground::{HEXES, Hexes};
use crate::pieces::Arm;
use crate::state::{Plan, State, Unit, mark};
use crate::status::Weariness;
use crate::strength::Checks;
use crate::tables::{Disorder, Effect};
use engine::memory::{Memory, Nearest, recall};
use engine::{Census, Hints, Side, Stakes, Temper};
use hexboard::Hex;
use std::cell::RefCell;

/// What a straggler step is worth, beside a casualty.
const STRAGGLER: f32 = 0.5;
/// What disorder is worth.
const DISORDER: f32 = 0.45;
/// What a box of fatigue is worth.
const FATIGUE: f32 = 0.08;
/// What each hex of retreat is worth.
const GROUND: f32 = 0.35;
/// How much more than the enemy's a side counts its own losses.
const FEAR: f32 = 1.1;
/// The worth of a point of an objective, at it and a hex away from it.
const PRIZE: f32 = 0.55;
/// How far objectives draw units.
const PULL: f32 = 14.0;
/// The worth of a hex nearer to the enemy, for a unit out of touch.
const APPROACH: f32 = 0.04;
/// The victory points that a strength point on the board is worth, by how often it wins (docs/ai.md).
const STRENGTH: f32 = 1.5;
/// How much of the enemy's strength nearby a lone unit fears.
const DANGER: f32 = 0.06;

/// Farther than any two hexes are apart: there are no enemies.
const NONE_NEAR: u8 = 254;

thread_local! {
    /// How far each hex is from the nearest of some enemies.
    static ENEMIES: Memory<(u64, u8, Hexes), Nearest<HEXES>> = const { RefCell::new(Vec::new()) };
}

engine::mind! {
    MarchIntoBattle:
    Prize = "objectives" in Goals,
    Reach = "how far objectives draw",
    Fear = "own losses" in Danger,
    Ground = "driving the enemy back" in Odds,
    Hope = "attacks to be made" in Odds,
    Danger = "strong enemies nearby" in Danger,
    Approach = "keeping in touch",
    Command = "leaders in range",
    Wear = "weak units in danger" in Danger,
    Facing = "facing the enemy",
    Recover = "rest and recovery",
    Wait = "attacks that others may join",
    Stand = "standing ground",
    Tired = "fatigue",
}

impl Mind<'_> {
    /// What an outcome costs a stack of a morale.
    fn harm(effect: Effect, morale: u8, inferior: bool) -> f32 {
        let casualties = effect.casualties + u8::from(inferior && effect.inferior_casualty);
        let stragglers = effect.stragglers + u8::from(inferior && effect.inferior_straggler);
        let (disordered, more) = match effect.disorder {
            Disorder::None => (false, 0),
            Disorder::All => (true, 0),
            Disorder::UpTo(limit) => (morale <= limit, 0),
            Disorder::OrLoss(limit) => (morale <= limit, u8::from(morale > limit)),
        };
        f32::from(casualties + more)
            + STRAGGLER * f32::from(stragglers)
            + if disordered { DISORDER } else { 0.0 }
            + FATIGUE * f32::from(effect.fatigue)
    }

    /// What an attack with this modifier is worth to the attacker: harm done less harm taken, and ground.
    fn worth_of(&self, total: i8, morale: [u8; 2], stacks: [f32; 2], prize: f32) -> f32 {
        let inferior = [morale[0] < morale[1], morale[1] < morale[0]];
        let mut worth = 0.0;
        for die in 1..=6 {
            let line = self.tables.result(die + total);
            let mut harms = [0.0; 2];
            for roll in 1..=6 {
                let attacker = self.tables.effect(line.attacker_column(), roll + line.attacker);
                let defender = self.tables.effect(line.defender_column(), roll + line.defender);
                harms[0] += Self::harm(attacker, morale[0], inferior[0]) / 6.0;
                harms[1] += Self::harm(defender, morale[1], inferior[1]) / 6.0;
            }
            let taken = if line.retreat > 0 { prize } else { 0.0 };
            worth += (harms[1] * stacks[1] - self.weight(Concern::Fear) * FEAR * harms[0] * stacks[0]
                + self.weight(Concern::Ground) * GROUND * f32::from(line.retreat)
                + taken)
                / 6.0;
        }
        worth
    }

    /// What all declared combats of a plan are worth.
    fn plan_worth(&self, state: &State, plan: &Plan) -> f32 {
        plan.open().map(|combat| self.combat_worth(state, plan, combat)).sum()
    }

    pub(crate) fn combat_worth(&self, state: &State, plan: &Plan, combat: usize) -> f32 {
        let clash = self.clash(state, plan, combat);
        if clash.hexes.is_empty() || clash.elements().is_empty() {
            return 0.0;
        }
        let sum = self.sum(state, &clash, Checks::default(), &mut ());
        let from: Hexes = clash.elements().iter().map(|&(_, from)| from).collect();
        let prize: f32 = clash.hexes.iter().map(|hex| self.prize(state, clash.side, hex)).sum();
        // Infantry that may meet a charge takes half of its hope away.
        let unsure =
            if clash.charge && clash.defenders.iter().all(|unit| self.is_infantry(state, unit)) { -1 } else { 0 };
        self.worth_of(sum.total + unsure, sum.morale, [from.len() as f32, clash.hexes.len() as f32], PRIZE * prize)
    }

    /// The points that change hands with a place.
    fn prize(&self, state: &State, side: Side, hex: Hex) -> f32 {
        let objectives = &self.battle(state).objectives;
        let at = objectives.iter().filter(|objective| objective.hex == hex);
        let enemy = side.other();
        at.filter(|objective| !self.controls(state, side, objective.hex))
            .map(|objective| {
                let lost = if self.controls(state, enemy, hex) { objective.points[enemy.index()] } else { 0 };
                f32::from(objective.points[side.index()] + lost)
            })
            .sum()
    }

    /// How objectives draw a unit to a hex.
    fn pull(&self, state: &State, unit: Unit, hex: Hex) -> f32 {
        let battle = self.battle(state);
        let ground = self.ground(state);
        let side = self.side_of(state, unit);
        let nearness =
            |to: Hex| (1.0 - f32::from(ground.distance(hex, to)) / (PULL * self.weight(Concern::Reach))).max(0.0);
        let mut pull = 0.0;
        for objective in &battle.objectives {
            let swing = f32::from(objective.points[0] + objective.points[1]);
            let own = self.controls(state, side, objective.hex);
            let prize = if own { 0.0 } else { self.prize(state, side, objective.hex) };
            let threatened = own && self.enemy_distance(state, side, objective.hex).is_some_and(|away| away <= 4);
            let guarded = state.stack(objective.hex).any(|other| other != unit && self.side_of(state, other) == side);
            let weight = match (own, threatened, guarded) {
                (false, ..) => prize,
                (true, true, false) => 0.9 * swing,
                (true, true, true) => 0.35 * swing,
                (true, false, _) => 0.1 * swing,
            };
            pull += self.weight(Concern::Prize) * PRIZE * weight * nearness(objective.hex);
            if hex == objective.hex && !own {
                pull += self.weight(Concern::Prize) * PRIZE * prize;
            }
        }
        for each in battle.each_turn.iter().filter(|each| each.side == side && state.turn <= each.turns[1]) {
            let left = f32::from(each.turns[1] + 1 - state.turn.max(each.turns[0]));
            for place in each.hexes.iter().filter(|&place| !self.controls(state, side, place)) {
                pull += self.weight(Concern::Prize) * PRIZE * 0.6 * f32::from(each.points) * left * nearness(place);
            }
        }
        pull + self.errands(state, unit, hex)
    }

    /// Divisions to be saved in some part of the board, and roads to cut.
    fn errands(&self, state: &State, unit: Unit, hex: Hex) -> f32 {
        let battle = self.battle(state);
        let ground = self.ground(state);
        let side = self.side_of(state, unit);
        let mut worth = 0.0;
        let near = |hexes: Hexes| hexes.iter().map(|to| ground.distance(hex, to)).min().map_or(20.0, f32::from);
        let last = usize::from(state.turn) == battle.turns.len();
        for saved in battle.saved.iter().filter(|saved| saved.side == side && !saved.region.is_empty()) {
            let safe = self.units_of(state, side).filter(|&other| {
                other != unit
                    && self.arm(state, other) == Arm::Infantry
                    && saved.region.contains(state.chart(other).hex)
            });
            if self.arm(state, unit) == Arm::Infantry && safe.count() < usize::from(saved.most) {
                let points = f32::from(saved.points);
                worth += if saved.region.contains(hex) { points * if last { 1.0 } else { 0.6 } } else { 0.0 };
                worth -= 0.08 * points * near(saved.region);
            }
        }
        for (at, cut) in battle.cuts.iter().enumerate() {
            if cut.side == side && state.once & 2 << at == 0 && self.is_infantry(state, unit) {
                worth -= 0.05 * f32::from(cut.points) * near(cut.hexes);
                worth += if cut.hexes.contains(hex) { 0.4 * f32::from(cut.points) } else { 0.0 };
            }
        }
        worth
    }

    /// Strength points of a side around a hex, nearer ones more.
    fn might(&self, state: &State, side: Side, hex: Hex, but: Unit) -> f32 {
        let ground = self.ground(state);
        let mut might = 0.0;
        for unit in self.units_of(state, side).filter(|&unit| unit != but) {
            let (reach, away) = (if self.is_cavalry(state, unit) { 5 } else { 4 }, state.chart(unit).hex);
            let away = ground.distance(away, hex);
            // Most are too far away.
            if away < reach {
                let share = f32::from(reach - away) / f32::from(reach);
                let broken = if self.is_broken(state, unit) { 0.4 } else { 1.0 };
                let morale = 0.6 + 0.1 * f32::from(state.chart(unit).morale);
                might += share * broken * f32::from(self.strength(state, unit)) * morale;
            }
        }
        might
    }

    /// How far the nearest enemy of a side is from a hex, if there is one.
    fn enemy_distance(&self, state: &State, side: Side, hex: Hex) -> Option<u8> {
        let (ground, enemies) = (self.ground(state), state.held[side.other().index()]);
        let question = (self.papers.number, state.scenario, enemies);
        let find = || enemies.iter().map(|enemy| ground.distance(hex, enemy)).min().unwrap_or(NONE_NEAR);
        let away = recall(&ENEMIES, question, Nearest::forget, |_, _| true).to(hex, find);
        (away != NONE_NEAR).then_some(away)
    }

    /// How good a hex is for a unit to end in, without what it might attack from there.
    pub(crate) fn standing(&self, state: &State, unit: Unit, hex: Hex) -> f32 {
        let ground = self.ground(state);
        let side = self.side_of(state, unit);
        let enemy = side.other();
        let cover = 1.0
            - 0.25 * f32::from(u8::from(ground.terrain(hex) != crate::ground::Terrain::Clear))
            - 0.1 * f32::from(ground.level(hex))
            - 0.2 * f32::from(u8::from(ground.trenches.contains(hex)));
        let threat = self.might(state, enemy, hex, unit);
        let support = self.might(state, side, hex, unit) + f32::from(self.strength(state, unit));
        let danger = (threat - 0.8 * support).max(0.0) * cover;
        let weak = if self.is_broken(state, unit) || self.weariness(state, unit) != Weariness::Fit {
            self.weight(Concern::Wear) * 2.5
        } else {
            1.0
        };
        let nearest = self.enemy_distance(state, side, hex).map_or(0.0, f32::from);
        let drift = if self.is_broken(state, unit) { -APPROACH } else { APPROACH };
        self.pull(state, unit, hex)
            - self.weight(Concern::Danger) * DANGER * weak * danger
            - self.weight(Concern::Approach) * drift * (nearest - 2.0).max(0.0)
            + if self.in_command_at(state, unit, hex) { self.weight(Concern::Command) * 0.3 } else { 0.0 }
    }

    /// Whether a leader's range would cover a unit in a hex.
    fn in_command_at(&self, state: &State, unit: Unit, hex: Hex) -> bool {
        let battle = self.battle(state);
        (0..battle.leaders.len()).any(|index| {
            let leader = &battle.leaders[index];
            let chart = &state.leaders[index];
            let own = leader.commander || leader.formation == Some(state.chart(unit).formation);
            chart.place == crate::state::Place::Map
                && leader.side == self.side_of(state, unit)
                && own
                && self.ground(state).distance(chart.hex, hex) <= leader.rating
        })
    }

    /// What the best attack would be worth that a unit could make from a hex with this facing.
    fn hope(&self, state: &State, unit: Unit, hex: Hex, fronts: u8) -> f32 {
        let side = self.side_of(state, unit);
        let prey = self.prey(state, side, hex, fronts);
        self.weight(Concern::Hope) * prey.map(|target| self.hope_of(state, unit, hex, target)).fold(0.0, f32::max)
    }

    /// What an attack on a hex would be worth with friends who could join it.
    pub(crate) fn hope_of(&self, state: &State, unit: Unit, hex: Hex, target: Hex) -> f32 {
        let ground = self.ground(state);
        let side = self.side_of(state, unit);
        let (over, under) = self.ground_factor(state, unit, hex, target, &mut ());
        let rear = if self.is_behind(state, target, hex) { 2.0 } else { 1.0 };
        let tired = if self.weariness(state, unit) == Weariness::Tired { 0.5 } else { 1.0 };
        let own = f32::from(self.strength(state, unit)) * over as f32 / under as f32 * rear * tired;
        let friends: f32 = self
            .units_of(state, side)
            .filter(|&friend| {
                friend != unit && state.is_active(state.chart(friend).formation) && !self.is_broken(state, friend)
            })
            .map(|friend| {
                let away = ground.distance(state.chart(friend).hex, target);
                let share = match (state.chart(friend).is(mark::FINISHED), away) {
                    (true, 1) => 0.8,
                    (false, 0..=4) => 0.45,
                    _ => 0.0,
                };
                share * f32::from(self.strength(state, friend))
            })
            .sum();
        let defence: f32 = state
            .stack(target)
            .map(|enemy| {
                let half =
                    if self.is_broken(state, enemy) || self.arm(state, enemy) == Arm::LightCavalry { 0.5 } else { 1.0 };
                (half * f32::from(self.strength(state, enemy))).max(1.0)
            })
            .sum();
        let factor = over as f32 / under as f32;
        let odds = self.tables.odds(((own + friends * factor.max(0.6)) * 100.0) as u64, (defence * 100.0) as u64);
        let morale = state.stack(target).map(|enemy| state.chart(enemy).morale).max().unwrap_or(3);
        let own_morale = state.chart(unit).morale;
        let guns = state.chart(unit).guns as i8
            - state.stack(target).map(|enemy| state.chart(enemy).guns).max().unwrap_or(0) as i8;
        let total = odds + (own_morale as i8 - morale as i8).clamp(-3, 3) + guns.clamp(-3, 3);
        self.worth_of(total, [own_morale, morale], [1.0, 1.0], PRIZE * self.prize(state, side, target))
    }

    /// How well a facing meets the enemies around a hex.
    pub(crate) fn watch(&self, state: &State, side: Side, hex: Hex, facing: u8) -> f32 {
        self.facing_worth(state, side, hex, facing, self.weight(Concern::Facing))
    }

    /// Where a unit goes, and what it might attack there.
    pub(crate) fn march_worth(&self, state: &State, unit: Unit, hex: Hex) -> f32 {
        let attack =
            if self.may_fight(state, unit) { self.hope(state, unit, hex, crate::status::ALL_ROUND) } else { 0.0 };
        let fatigue = state.chart(unit).fatigue;
        let tires = FATIGUE * 1.5 * f32::from(u8::from(fatigue + 1 >= self.tables.fatigue.tired));
        self.standing(state, unit, hex) + attack
            - self.weight(Concern::Stand) * 0.02
            - self.weight(Concern::Tired) * tires
    }

    /// Staying where it is, and what a unit might attack from there.
    pub(crate) fn stay_worth(&self, state: &State, unit: Unit) -> f32 {
        let chart = state.chart(unit);
        let here = chart.hex;
        if here == Hex::NONE {
            return -5.0;
        }
        let deployed = chart.is(mark::BEGAN_ADJACENT) && self.may_fight(state, unit);
        let attack = if deployed { self.hope(state, unit, here, self.fronts(state, unit, here)) + 0.05 } else { 0.0 };
        self.standing(state, unit, here) + attack + self.watch(state, self.side_of(state, unit), here, chart.facing)
    }

    /// What shows only in what comes of it: double time, an extended line, a detachment. Never before staying, but near enough to be
    /// looked into by those who look ahead.
    pub(crate) fn aside_worth(&self, state: &State, unit: Unit) -> f32 {
        self.stay_worth(state, unit) - 1.0
    }

    /// Less fatigue, and stragglers who come back.
    pub(crate) fn rest_worth(&self, state: &State, unit: Unit) -> f32 {
        let chart = state.chart(unit);
        let eased = FATIGUE * 2.0 * f32::from(chart.fatigue.min(2)) + if chart.stragglers > 0 { 0.2 } else { 0.0 };
        self.standing(state, unit, chart.hex)
            + self.weight(Concern::Recover) * eased
            + self.watch(state, self.side_of(state, unit), chart.hex, chart.facing)
    }

    /// The chance that a straggler comes back.
    pub(crate) fn recovery_worth(&self, state: &State, unit: Unit) -> f32 {
        let chart = state.chart(unit);
        let chance = f32::from(self.recovery_rating(state, unit).min(6)) / 6.0;
        self.standing(state, unit, chart.hex)
            + self.weight(Concern::Recover) * 1.2 * chance
            + self.watch(state, self.side_of(state, unit), chart.hex, chart.facing)
    }

    /// Facing another way, where the unit is.
    pub(crate) fn turn_worth(&self, state: &State, unit: Unit, facing: u8) -> f32 {
        let here = state.chart(unit).hex;
        self.standing(state, unit, here) + self.watch(state, self.side_of(state, unit), here, facing)
    }

    /// The same, for an attack.
    pub(crate) fn ready_worth(&self, state: &State, unit: Unit, facing: u8) -> f32 {
        let here = state.chart(unit).hex;
        self.standing(state, unit, here)
            + self.hope(state, unit, here, crate::status::before(facing))
            + self.watch(state, self.side_of(state, unit), here, facing)
    }

    /// Out of command, who is near the enemy is wanted there.
    pub(crate) fn urge_worth(&self, state: &State, unit: Unit) -> f32 {
        let here = state.chart(unit).hex;
        let near = || {
            let enemy = self.nearest_enemy(state, self.side_of(state, unit), here);
            self.ground(state).distance(here, enemy) <= 4
        };
        if here != Hex::NONE && near() { 50.0 } else { -50.0 }
    }

    fn nearest_enemy(&self, state: &State, side: Side, hex: Hex) -> Hex {
        let ground = self.ground(state);
        let enemies = state.held[side.other().index()].iter();
        enemies.min_by_key(|&enemy| ground.distance(hex, enemy)).unwrap_or(hex)
    }

    /// Leaving the map is worth it when the battle is lost or over for a division that counts.
    pub(crate) fn exit_worth(&self, state: &State, unit: Unit) -> f32 {
        let side = self.side_of(state, unit);
        let battle = self.battle(state);
        let counts = battle.saved.iter().any(|saved| {
            saved.side == side && self.arm(state, unit) == Arm::Infantry && saved.region.is_empty() && !saved.on_map
        });
        let last = usize::from(state.turn) == battle.turns.len();
        if counts && last { 30.0 } else { -30.0 }
    }

    /// Where a leader should be: near his units, never alone at the front.
    pub(crate) fn lead_worth(&self, state: &State, leader: Leader, hex: Hex) -> f32 {
        let ground = self.ground(state);
        let leader = &self.battle(state).leaders[leader.index()];
        let own = |unit: &Unit| leader.formation.is_none_or(|formation| state.chart(*unit).formation == formation);
        let mut worth = 0.0;
        let mut count = 0.0_f32;
        for unit in self.units_of(state, leader.side).filter(own) {
            let away = f32::from(ground.distance(hex, state.chart(unit).hex));
            worth -= (away - f32::from(leader.rating) * 0.6).max(0.0) + 0.1 * away;
            count += 1.0;
        }
        worth /= count.max(1.0);
        let guarded = state.holds(leader.side, hex);
        let near = self.near_enemy(state, leader.side, hex);
        let mates = state.stack(hex).any(|unit| own(&unit));
        worth + if guarded { 0.5 } else { -1.0 } + if near && mates { 0.5 * f32::from(leader.bonus) } else { 0.0 }
            - if near && !guarded { 5.0 } else { 0.0 }
    }

    /// Where he is, a leader need not ride.
    pub(crate) fn linger_worth(&self, state: &State, leader: Leader) -> f32 {
        match state.leaders[leader.index()].hex {
            Hex::NONE => -10.0,
            hex => self.lead_worth(state, leader, hex) + 0.05,
        }
    }

    /// What one more attack adds to the plan.
    pub(crate) fn attack_worth(&self, state: &State, attacker: Attacker, target: Hex, apart: bool) -> f32 {
        let unit = attacker.0;
        let Some(plan) = self.plan_with(state, attacker, target, apart) else { return -1.0 };
        let gain = self.plan_worth(state, &plan) - self.plan_worth(state, &state.plan);
        // A first attacker at bad odds may be joined by others who can still declare.
        let alone = state.plan.aim[unit.index()] == [0, 0];
        let joiners = self
            .active_units(state)
            .filter(|&other| other != unit && state.plan.aim[other.index()] == [0, 0] && self.may_attack(state, other))
            .filter(|&other| {
                let hex = state.chart(other).hex;
                self.prey(state, state.side, hex, self.fronts(state, other, hex)).any(|prey| prey == target)
            })
            .count() as f32;
        gain + if alone { self.weight(Concern::Wait) * 0.25 * joiners } else { 0.0 } - 0.05
    }

    /// The harm that a stack expects from the enemies next to it.
    pub(crate) fn peril(&self, state: &State, hex: Hex, side: Side) -> f32 {
        let ground = self.ground(state);
        let own: f32 = state.stack(hex).map(|unit| f32::from(self.strength(state, unit))).sum();
        let enemies: f32 = ground.neighbours[hex.index()]
            .iter()
            .filter(|&&near| near != Hex::NONE && state.holds(side.other(), near))
            .flat_map(|&near| state.stack(near))
            .map(|unit| f32::from(self.strength(state, unit)))
            .sum();
        enemies / own.max(1.0)
    }

    /// Away from the enemy, to friends and to the own edge.
    pub(crate) fn retreat_worth(&self, state: &State, side: Side, hex: Hex) -> f32 {
        let ground = self.ground(state);
        let threat = self.might(state, side.other(), hex, Unit::NONE);
        let support = self.might(state, side, hex, Unit::NONE);
        let edges = &self.battle(state).to_edge[side.index()];
        let edge = edges.iter().map(|edge| edge[hex.index()]).min().unwrap_or(0);
        let water = f32::from(u8::from(ground.terrain(hex) == crate::ground::Terrain::Swamp));
        0.1 * support - 0.2 * threat - 0.03 * f32::from(edge) - water
    }
}

impl Hints for MarchIntoBattle {
    const CONCERNS: &'static [&'static str] = Concern::NAMES;
    const BEARINGS: &'static [Option<engine::Bearing>] = Concern::BEARINGS;

    fn appraise(&self, state: &State, action: Action, temper: &Temper) -> f32 {
        if state.outcome.is_some() {
            return 0.0;
        }
        let state = &self.guess(state, self.chooser(state));
        state.place().worth(self, state, action, temper)
    }

    /// What the enemy has is guessed once for all options.
    fn appraise_all(&self, state: &State, actions: &[Action], temper: &Temper, worth: &mut Vec<f32>) {
        worth.clear();
        if state.outcome.is_some() {
            worth.resize(actions.len(), 0.0);
            return;
        }
        let state = &self.guess(state, self.chooser(state));
        worth.extend(actions.iter().map(|&action| state.place().worth(self, state, action, temper)));
    }

    /// The victory points, and the strength that will win more of them.
    fn prospect(&self, state: &State) -> f32 {
        (self.point_lead(state) as f32 + STRENGTH * self.strength_lead(state) as f32) / 30.0
    }

    fn stakes(&self, state: &State) -> Stakes {
        state.place().stakes(self, state)
    }
}

impl Mind<'_> {
    /// Formations with most units near the enemy first.
    pub(crate) fn chit_worth(&self, state: &State, Chit(chit): Chit) -> f32 {
        let side = self.battle(state).formations[usize::from(chit)].side;
        let near = |unit: &Unit| {
            let hex = state.chart(*unit).hex;
            self.ground(state).distance(hex, self.nearest_enemy(state, side, hex)) <= 3
        };
        let own = self.units_of(state, side).filter(|&unit| state.chart(unit).formation == chit);
        0.5 + own.filter(near).count() as f32
    }

    /// Smashed units first, then those nearest to the enemy, foot before horse.
    pub(crate) fn pick_worth(&self, state: &State, unit: Unit) -> f32 {
        let chart = state.chart(unit);
        if chart.is(mark::SMASHED) {
            return 100.0;
        }
        if chart.hex == Hex::NONE {
            return 5.0;
        }
        let side = self.side_of(state, unit);
        let away = self.ground(state).distance(chart.hex, self.nearest_enemy(state, side, chart.hex));
        30.0 - f32::from(away) - if self.is_cavalry(state, unit) { 0.5 } else { 0.0 }
    }

    /// What a unit might attack from a hex with this facing.
    pub(crate) fn arrival_worth(&self, state: &State, unit: Unit, hex: Hex, facing: u8) -> f32 {
        let all_round = self.faces_all(state, unit, hex);
        let fronts = if all_round { crate::status::ALL_ROUND } else { crate::status::before(facing) };
        self.watch(state, self.side_of(state, unit), hex, facing) + self.hope(state, unit, hex, fronts)
    }

    /// Whoever has most steps loses one, a detachment last.
    pub(crate) fn loss_worth(&self, state: &State, unit: Unit) -> f32 {
        f32::from(state.chart(unit).steps) - if self.arm(state, unit) == Arm::Detachment { 0.5 } else { 0.0 }
    }

    /// The more troops there are, the better the target.
    pub(crate) fn bombard_worth(&self, state: &State, hex: Hex) -> f32 {
        state.stack(hex).map(|unit| f32::from(self.strength(state, unit))).sum::<f32>() + 1.0
    }

    /// Whether a stand in a town is worth its price: ground kept, for a step on each side.
    pub(crate) fn stand_worth(&self, state: &State, hex: Hex, attackers: Hex) -> f32 {
        let side = attacking_side(state).other();
        let steps: u8 = state.stack(hex).map(|unit| state.chart(unit).steps).sum();
        let theirs: u8 = state.stack(attackers).map(|unit| state.chart(unit).steps).sum();
        let objectives = &self.battle(state).objectives;
        let kept: f32 = objectives
            .iter()
            .filter(|objective| objective.hex == hex)
            .map(|objective| f32::from(objective.points[side.index()] + objective.points[side.other().index()]))
            .sum();
        let index = usize::from(state.fight.at);
        let holds = state.fight.retreat[index] == 1;
        if steps < 2 || !holds { -1.0 } else { 0.3 * kept - 0.2 + if theirs == 1 { 0.5 } else { 0.0 } }
    }

    /// An advance is worth what the best hex is better than where the unit stands.
    pub(crate) fn advance_worth(&self, state: &State, unit: Unit) -> f32 {
        let here = self.standing(state, unit, state.chart(unit).hex);
        let best =
            self.advances(state, unit).iter().map(|hex| self.standing(state, unit, hex)).fold(f32::MIN, f32::max);
        best - here - 0.1
    }

    /// A Grand Battery is worth the enemies in its range.
    pub(crate) fn battery_worth(&self, state: &State, hex: Hex, facing: u8) -> f32 {
        let ground = self.ground(state);
        let front = crate::status::before(facing);
        let mut worth = -3.0;
        for enemy in state.held[state.side.other().index()].iter() {
            let ahead = (0..6).filter(|way| front >> way & 1 == 1).any(|way| {
                let near = ground.neighbours[hex.index()][way];
                near != Hex::NONE && ground.distance(near, enemy) < ground.distance(hex, enemy)
            });
            if ahead && ground.distance(hex, enemy) == 2 {
                worth += 4.0;
            } else if ahead && ground.distance(hex, enemy) == 1 {
                worth += 1.0;
            }
        }
        worth
    }
}
