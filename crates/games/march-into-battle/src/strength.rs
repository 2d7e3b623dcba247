//! 7.1 Steps 1 to 4: strengths, odds and die roll modifiers.

use crate::MarchIntoBattle;
use crate::ground::{Hexes, Terrain, Water};
use crate::pieces::Arm;
use crate::state::{Plan, State, Unit, Units, mark, option};
use crate::status::Weariness;
use crate::tables::Factor;
use engine::{Clause, Derivation, Side, clauses};
use hexboard::Hex;

/// Strengths are counted in parts of a point, so that all factors stay exact (ruling R-36).
pub(crate) const POINT: u64 = (1 << 20) * 81 * 25 * 49;
const _: () = assert!(POINT.is_multiple_of(1 << 20) && POINT.is_multiple_of(81 * 25 * 49), "no factor leaves a rest");

/// Somebody who may want to see the parts of a sum.
pub(crate) trait Parts {
    /// Adds a part; it is only made if somebody looks.
    fn add(&mut self, part: impl FnOnce() -> Derivation);

    /// Adds a part that changes the die.
    fn modify(&mut self, what: impl FnOnce() -> String, drm: i8, by: &[Clause]) {
        self.add(|| Derivation::new(what(), format!("{drm:+}"), by.to_vec()));
    }
}

/// Nobody looks.
impl Parts for () {
    #[inline]
    fn add(&mut self, _part: impl FnOnce() -> Derivation) {}
}

impl Parts for Vec<Derivation> {
    fn add(&mut self, part: impl FnOnce() -> Derivation) {
        self.push(part());
    }
}

/// Somebody who asks only what changes the die.
impl Parts for Vec<(String, i8, Vec<Clause>)> {
    fn add(&mut self, _part: impl FnOnce() -> Derivation) {}

    fn modify(&mut self, what: impl FnOnce() -> String, drm: i8, by: &[Clause]) {
        self.push((what(), drm, by.to_vec()));
    }
}

/// The most parts of attackers in one combat.
const ELEMENTS: usize = 24;

/// A combat as it would be fought: who attacks what.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Clash {
    /// The side that attacks.
    pub side: Side,
    /// Attacking units with the hexes they attack from; an extended line may stand here twice.
    elements: [(Unit, Hex); ELEMENTS],
    count: usize,
    /// The units that attack.
    pub attackers: Units,
    /// The hexes that are attacked.
    pub hexes: Hexes,
    /// The units that defend.
    pub defenders: Units,
    /// Whether it is a charge [7.13a].
    pub charge: bool,
}

impl Clash {
    /// The attacking units with their hexes.
    pub fn elements(&self) -> &[(Unit, Hex)] {
        &self.elements[..self.count]
    }

    /// All units in it.
    pub fn units(&self) -> Units {
        self.attackers.or(self.defenders)
    }
}

/// What the checks before a charge have come to.
#[derive(Copy, Clone, Default, Debug)]
pub(crate) struct Checks {
    /// Whether the infantry of every hex has met the charge [7.13b].
    pub met: bool,
    /// Cavalry that countercharges [7.13i], a bit each.
    pub counter: u64,
    /// Units whose organic cavalry countercharges [7.14i], a bit each.
    pub organic: u64,
}

/// The sum of a combat.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Sum {
    /// The strengths.
    pub strengths: [u64; 2],
    /// The morale of the largest units [7.1.3a].
    pub morale: [u8; 2],
    /// The artillery strengths [7.11a].
    pub guns: [u8; 2],
    /// All modifiers together.
    pub total: i8,
}

/// A strength times a factor.
fn times(strength: u64, factor: Factor) -> u64 {
    strength * u64::from(factor.over) / u64::from(factor.under)
}

/// A strength as people write it.
pub(crate) fn written(strength: u64) -> String {
    let hundredths = (strength * 100 + POINT / 2) / POINT;
    match (hundredths / 100, hundredths % 100) {
        (whole, 0) => whole.to_string(),
        (whole, rest) if rest % 10 == 0 => format!("{whole}.{}", rest / 10),
        (whole, rest) => format!("{whole}.{rest:02}"),
    }
}

#[engine::by_the_book]
impl MarchIntoBattle {
    /// The combat of a plan as it would be fought now.
    pub(crate) fn clash(&self, state: &State, plan: &Plan, combat: usize) -> Clash {
        let enemy = state.side.other();
        let mut clash = Clash {
            side: state.side,
            elements: [(Unit::NONE, Hex::NONE); ELEMENTS],
            count: 0,
            attackers: Units::EMPTY,
            hexes: plan.combats[combat].hexes().iter().copied().filter(|&hex| state.holds(enemy, hex)).collect(),
            defenders: Units::EMPTY,
            charge: false,
        };
        for unit in self.units_of(state, state.side) {
            let chart = state.chart(unit);
            for (half, &aim) in plan.aim[unit.index()].iter().enumerate() {
                let hex = if half == 0 { chart.hex } else { chart.second };
                let strikes = usize::from(aim) == combat + 1
                    && hex != Hex::NONE
                    && clash.count < ELEMENTS
                    && self.struck_from(state, &clash, hex).next().is_some();
                if strikes {
                    clash.elements[clash.count] = (unit, hex);
                    clash.count += 1;
                    clash.attackers.insert(unit);
                }
            }
        }
        clash.charge = self.is_charge(state, &clash);
        // A unit is attacked once in an activation, and once more by a charge [7.0j, 7.0l].
        let struck = if clash.charge { mark::CHARGED } else { mark::STRUCK };
        let fresh = |unit: &Unit| state.plays(option::PBEM) || !state.chart(*unit).is(struck);
        for hex in clash.hexes.iter() {
            let there: Units = state.stack(hex).filter(fresh).collect();
            if there.is_empty() || clash.count == 0 {
                clash.hexes.remove(hex);
            } else {
                clash.defenders = clash.defenders.or(there);
            }
        }
        clash
    }

    /// Cavalry alone charges [7.13a], unless it is Tired [11.1c] or any of it strikes ground that is closed to charges
    /// (ruling R-57).
    fn is_charge(&self, state: &State, clash: &Clash) -> bool {
        clash.count > 0
            && clash.elements().iter().all(|&(unit, from)| {
                self.is_cavalry(state, unit)
                    && self.weariness(state, unit) == Weariness::Fit
                    && self.struck_from(state, clash, from).all(|hex| self.can_charge(state, from, hex))
            })
    }

    /// The hexes of a combat next to an attacker's hex.
    fn struck_from<'a>(&'a self, state: &'a State, clash: &'a Clash, from: Hex) -> impl Iterator<Item = Hex> + 'a {
        let around = self.ground(state).neighbours[from.index()];
        around.into_iter().enumerate().filter_map(move |(way, hex)| {
            let strikes =
                hex != Hex::NONE && clash.hexes.contains(hex) && self.can_strike(state, clash.side, from, way);
            strikes.then_some(hex)
        })
    }

    /// Whether a hex lies behind all units of a defended hex [6.7a, 6.7d].
    pub(crate) fn is_behind(&self, state: &State, defended: Hex, from: Hex) -> bool {
        let Some(way) = self.way_to(state, defended, from) else { return false };
        state.stack(defended).all(|unit| self.fronts(state, unit, defended) >> way & 1 == 0)
    }

    /// What the ground does to an attack from one hex into the next, with its parts [7.1.1a, 7.7.1b, 8.3a, 8.3b].
    pub(crate) fn ground_factor(
        &self,
        state: &State,
        unit: Unit,
        from: Hex,
        to: Hex,
        parts: &mut impl Parts,
    ) -> (u64, u64) {
        let ground = self.ground(state);
        let factors = &self.tables.factors;
        let horse = usize::from(self.is_cavalry(state, unit));
        let mut product = (1, 1);
        let mut apply = |factor: Factor, what: &dyn Fn() -> String, by: &[Clause]| {
            if factor != Factor::ONE {
                product = (product.0 * u64::from(factor.over), product.1 * u64::from(factor.under));
                parts.add(|| Derivation::new(what(), factor, by.to_vec()));
            }
        };
        let terrain = ground.terrain(to);
        let garrison =
            terrain == Terrain::Chateau && state.stack(to).any(|unit| self.arm(state, unit) == Arm::Detachment);
        let row = if garrison { factors.chateau_garrison } else { self.tables.terrain[terrain as usize].attack[horse] };
        let field = || format!("{} in {}", terrain.title(), ground.label(to));
        apply(row, &field, &[Clause("7.1.1a"), Clause("7.0i")]);
        if ground.trenches.contains(to) && !ground.trenches.contains(from) {
            apply(factors.trench, &|| format!("trenches in {}", ground.label(to)), &[Clause("14.0")]);
        }
        let Some(way) = self.way_to(state, from, to) else { return product };
        let side = ground.sides[from.index()][usize::from(way)];
        let bridge = side.road && self.bridge_stands(state, from, way.into());
        let water = match (side.water, bridge) {
            (Water::Dry, _) => Factor::ONE,
            (Water::Creek, true) => factors.creek_bridge,
            (Water::Creek, false) => factors.creek,
            (Water::Stream, true) => factors.stream_bridge,
            (Water::Stream, false) => factors.stream,
            (Water::River, true) => factors.river_bridge,
            (Water::River, false) => factors.ford,
        };
        let by = if side.water == Water::River { [Clause("7.7.1b")] } else { [Clause("7.1.1a")] };
        apply(water, &|| if bridge { "over the bridge" } else { "across the water" }.into(), &by);
        match side.slope {
            1 => apply(factors.slope, &|| "up the slope".into(), &[Clause("8.3a")]),
            2 => apply(factors.steep, &|| "up the steep slope".into(), &[Clause("8.3b")]),
            _ => {}
        }
        product
    }

    /// What the ground does to a bombardment that enters a hex from this side (ruling R-94) [16.5p].
    pub(crate) fn bombard_factor(&self, state: &State, gun: Unit, from: Hex, to: Hex) -> (u64, u64) {
        self.ground_factor(state, gun, from, to, &mut ())
    }

    /// The strength of one attacking unit, or of one half of an extended line [7.1.1a, 7.1.1c], at least 1 [7.1.1b].
    fn attack_strength(
        &self,
        state: &State,
        clash: &Clash,
        (unit, from): (Unit, Hex),
        checks: Checks,
        parts: &mut impl Parts,
    ) -> u64 {
        let factors = &self.tables.factors;
        let mut strength = POINT * self.share(state, unit, parts);
        let mut apply = |factor: Factor, what: &str, by: &[Clause]| {
            strength = times(strength, factor);
            parts.add(|| Derivation::new(what, factor, by.to_vec()));
        };
        if self.weariness(state, unit) == Weariness::Tired {
            apply(factors.tired, "Tired", &[Clause("11.1b")]);
        }
        if self.is_night(state) {
            apply(factors.night, "at night", &[Clause("7.8")]);
        }
        if self.is_cavalry(state, unit)
            && let Some((factor, what, by)) = self.cavalry_factor(state, clash, checks)
        {
            apply(factor, what, by);
        }
        let mut rear = false;
        let mut worst: Option<(u64, u64, Hex)> = None;
        for hex in self.struck_from(state, clash, from) {
            rear |= self.is_behind(state, hex, from);
            let (over, under) = self.ground_factor(state, unit, from, hex, &mut ());
            if worst.is_none_or(|(least, of, _)| over * of < least * under) {
                worst = Some((over, under, hex));
            }
        }
        // The strongest ground counts [7.0i] (ruling R-35), and the rear of any of them doubles [6.7d].
        if let Some((over, under, hex)) = worst {
            self.ground_factor(state, unit, from, hex, parts);
            strength = strength * over / under;
            if rear {
                strength = times(strength, factors.rear);
                parts.add(|| Derivation::new("from the rear", factors.rear, clauses!["6.7d"]));
            }
        }
        strength.max(POINT)
    }

    /// Attacking cavalry is worth more or less by the way it fights and by whom it meets [2.2.2b].
    fn cavalry_factor(
        &self,
        state: &State,
        clash: &Clash,
        checks: Checks,
    ) -> Option<(Factor, &'static str, &'static [Clause])> {
        let factors = &self.tables.factors;
        let broken = clash.defenders.iter().any(|defender| self.is_broken(state, defender));
        let infantry = clash.defenders.iter().any(|defender| self.is_infantry(state, defender));
        if clash.attackers.iter().any(|other| !self.is_cavalry(state, other)) {
            let by = &[Clause("7.13g"), Clause("7.6a")];
            return Some((factors.cavalry_with_infantry, "cavalry beside infantry", by));
        }
        match (clash.charge, broken) {
            (true, true) => Some((factors.charge_on_broken, "charge on broken troops", &[Clause("7.13c")])),
            (true, false) if checks.met => Some((factors.charge_met, "infantry meets the charge", &[Clause("7.13b")])),
            (false, _) if infantry => {
                Some((factors.cavalry_no_charge, "cavalry that cannot charge", &[Clause("7.6a")]))
            }
            _ => None,
        }
    }

    /// The strength of a unit, or of one half of an extended line, rounded up [16.6i].
    fn share(&self, state: &State, unit: Unit, parts: &mut impl Parts) -> u64 {
        let strength = u64::from(self.strength(state, unit));
        if state.chart(unit).is(mark::EXTENDED) {
            parts.add(|| Derivation::new("half of its line", strength.div_ceil(2), clauses!["16.6i"]));
            return strength.div_ceil(2);
        }
        parts.add(|| Derivation::new("on the counter", strength, clauses!["2.2.1c"]));
        strength
    }

    /// Whether a unit is disorganized or smashed.
    pub(crate) fn is_broken(&self, state: &State, unit: Unit) -> bool {
        let chart = state.chart(unit);
        chart.is(mark::DISORGANIZED) || chart.is(mark::SMASHED)
    }

    /// The strength of one defender in a hex, its organic cavalry included when it is charged.
    fn defence_strength(
        &self,
        state: &State,
        clash: &Clash,
        unit: Unit,
        checks: Checks,
        parts: &mut impl Parts,
    ) -> u64 {
        let chart = state.chart(unit);
        let factors = &self.tables.factors;
        let weariness = self.weariness(state, unit);
        let mut strength = POINT;
        if chart.is(mark::SMASHED) {
            parts.add(|| Derivation::new("smashed", 1, clauses!["10.2g"]));
        } else if weariness == Weariness::Spent {
            parts.add(|| Derivation::new("spent", 1, clauses!["11.1d"]));
        } else {
            strength = POINT * self.share(state, unit, parts);
            let mut apply = |factor: Factor, what: &str, by: &[Clause]| {
                strength = times(strength, factor);
                parts.add(|| Derivation::new(what, factor, by.to_vec()));
            };
            if chart.is(mark::DISORGANIZED) {
                apply(factors.disorganized, "disorganized", &[Clause("9.0b")]);
            }
            if weariness == Weariness::Tired {
                apply(factors.tired, "Tired", &[Clause("11.1b")]);
            }
            if self.arm(state, unit) == Arm::LightCavalry {
                apply(factors.light_cavalry_defends, "light cavalry", &[Clause("7.6b")]);
            }
            if checks.counter >> unit.0 & 1 == 1 {
                apply(factors.countercharge, "countercharge", &[Clause("7.13i")]);
            }
            let front = |&(_, from): &(Unit, Hex)| {
                let way = self.way_to(state, chart.hex, from);
                way.is_none_or(|way| self.fronts(state, unit, chart.hex) >> way & 1 == 1)
            };
            if self.arm(state, unit) == Arm::Battery && clash.elements().iter().all(front) {
                apply(factors.battery_front, "Grand Battery attacked from the front", &[Clause("16.5o")]);
            }
            strength = strength.max(POINT);
        }
        if clash.charge && chart.organic > 0 && weariness == Weariness::Fit {
            let doubled = checks.organic >> unit.0 & 1 == 1;
            let organic = u64::from(chart.organic) * if doubled { 2 } else { 1 };
            strength += POINT * organic;
            parts.add(|| Derivation::new("organic cavalry", format!("+{organic}"), clauses!["7.14h", "7.14i"]));
        }
        strength
    }

    /// The strengths, odds and all modifiers of a combat [7.4a, 7.4b].
    pub(crate) fn sum(&self, state: &State, clash: &Clash, checks: Checks, parts: &mut impl Parts) -> Sum {
        let mut strengths = [0, 0];
        for &(unit, from) in clash.elements() {
            let mut own = Vec::new();
            let strength = self.attack_strength(state, clash, (unit, from), checks, &mut ());
            strengths[0] += strength;
            parts.add(|| {
                self.attack_strength(state, clash, (unit, from), checks, &mut own);
                let label = format!("{} from {}", self.name(state, unit), self.label(state, from));
                own.into_iter().fold(Derivation::new(label, written(strength), clauses!["7.1.1a"]), Derivation::with)
            });
        }
        for unit in clash.defenders.iter() {
            // An extended line defends each of its hexes by itself [16.6i].
            let hexes = self.hexes_of(state, unit).filter(|&hex| clash.hexes.contains(hex)).count() as u64;
            let mut own = Vec::new();
            let strength = self.defence_strength(state, clash, unit, checks, &mut ());
            strengths[1] += strength * hexes;
            parts.add(|| {
                self.defence_strength(state, clash, unit, checks, &mut own);
                let label = format!("{} defends", self.name(state, unit));
                own.into_iter().fold(Derivation::new(label, written(strength), clauses!["7.1.1a"]), Derivation::with)
            });
        }
        let odds = self.tables.odds(strengths[0], strengths[1]);
        let mut total = 0;
        let mut modify = |drm: i8, what: &dyn Fn() -> String, by: &[Clause]| {
            total += drm;
            if drm != 0 {
                parts.modify(what, drm, by);
            }
        };
        let ratio = || format!("odds {}:{}", written(strengths[0]), written(strengths[1]));
        modify(odds, &ratio, &[Clause("7.1.2a"), Clause("7.1.2b"), Clause("7.1.2c")]);
        let morale = self.largest_morale(state, clash);
        let most = self.tables.limits.morale_difference;
        let difference = (morale[0] as i8 - morale[1] as i8).clamp(-most, most);
        let morales = || format!("morale {} against {}", morale[0], morale[1]);
        modify(difference, &morales, &[Clause("7.1.3a"), Clause("7.1.3b")]);
        modify(self.three_hexes(state, clash), &|| "attacked from three hexes".into(), &[Clause("7.1.4a")]);
        let leaders = [clash.side, clash.side.other()].map(|side| self.led(state, side, clash));
        modify(leaders[0], &|| "leaders of the attack".into(), &[Clause("7.1.4b"), Clause("2.2.4c")]);
        modify(-leaders[1], &|| "leaders of the defence".into(), &[Clause("7.1.4b"), Clause("2.2.4c")]);
        let guns = self.guns(state, clash);
        let artillery = || format!("artillery {} against {}", guns[0], guns[1]);
        modify(guns[0] as i8 - guns[1] as i8, &artillery, &[Clause("7.11a"), Clause("7.1.4c")]);
        modify(self.square(state, clash, guns), &|| "forming square under fire".into(), &[Clause("7.11e")]);
        Sum { strengths, morale, guns, total }
    }

    /// The morale of the largest unit of each side; of several the attacker takes what suits him [7.1.3a, 7.1.3c].
    fn largest_morale(&self, state: &State, clash: &Clash) -> [u8; 2] {
        let size = |unit: Unit| {
            let strength = self.strength(state, unit).max(1);
            if state.chart(unit).is(mark::EXTENDED) { strength.div_ceil(2) } else { strength }
        };
        let morale = |unit: Unit| state.chart(unit).morale;
        let best = clash.attackers.iter().map(|unit| (size(unit), morale(unit))).max();
        let worst = clash.defenders.iter().map(|unit| (size(unit), u8::MAX - morale(unit))).max();
        [best.map_or(0, |(_, morale)| morale), worst.map_or(0, |(_, morale)| u8::MAX - morale)]
    }

    /// One hex attacked from three or more (ruling R-39).
    fn three_hexes(&self, state: &State, clash: &Clash) -> i8 {
        let _ = state;
        let from: Hexes = clash.elements().iter().map(|&(_, from)| from).collect();
        if clash.hexes.len() == 1 && from.len() >= 3 { self.tables.limits.three_hexes } else { 0 }
    }

    /// The bonuses of all leaders of a side who are with a unit in the combat [7.1.4b, 2.2.4c].
    fn led(&self, state: &State, side: Side, clash: &Clash) -> i8 {
        let units = if side == clash.side { clash.attackers } else { clash.defenders };
        let hexes: Hexes = units.iter().flat_map(|unit| self.hexes_of(state, unit)).collect();
        let leaders = self.battle(state).leaders.iter().zip(&state.leaders);
        let with = leaders.filter(|(leader, chart)| {
            leader.side == side && chart.place == crate::state::Place::Map && hexes.contains(chart.hex)
        });
        with.map(|(leader, _)| leader.bonus as i8).sum()
    }

    /// The artillery strengths of a combat: the highest of each side [7.11a, 7.11b], cut in a charge
    /// [7.11c, 7.13e, 7.13f, 7.13j], or guns from elsewhere for the defence.
    fn guns(&self, state: &State, clash: &Clash) -> [u8; 2] {
        let halved = clash.charge && state.plays(option::HALVED_CHARGE);
        let attack = |unit: Unit| state.chart(unit).guns / if halved { 2 } else { 1 };
        let attack = clash.attackers.iter().map(attack).max().unwrap_or(0);
        let rear = |unit: Unit| {
            self.hexes_of(state, unit).any(|hex| {
                clash.elements().iter().any(|&(_, from)| {
                    let way = self.way_to(state, hex, from);
                    way.is_some_and(|way| self.fronts(state, unit, hex) >> way & 1 == 0)
                })
            })
        };
        let defence = |unit: Unit| match state.chart(unit).guns {
            guns if !clash.charge => guns,
            _ if self.is_broken(state, unit) || rear(unit) => 0,
            guns => guns / 2,
        };
        let own = clash.defenders.iter().map(defence).max().unwrap_or(0);
        [attack, own.max(self.enfilade(state, clash)).max(self.far_guns(state, clash))]
    }

    /// Units from which defenders could take their guns [7.11d] (ruling R-42): one more than they have, and one of cavalry
    /// that has none, for its zone needs no guns [6.2a].
    fn enfilade(&self, state: &State, clash: &Clash) -> u8 {
        let enemy = clash.side.other();
        let mut best = 0;
        for gunner in self.units_of(state, enemy) {
            let chart = state.chart(gunner);
            if clash.defenders.contains(gunner) || self.is_broken(state, gunner) {
                continue;
            }
            if chart.guns >= best && self.enfilades(state, clash, gunner) {
                best = chart.guns + self.tables.limits.enfilade;
            }
        }
        best
    }

    /// Whether a unit that is not in the combat fires into an attacker's flank.
    pub(crate) fn enfilades(&self, state: &State, clash: &Clash, gunner: Unit) -> bool {
        let ground = self.ground(state);
        self.hexes_of(state, gunner).any(|at| {
            let bits = self.zone_bits(state, gunner, at) & self.fronts(state, gunner, at);
            clash.elements().iter().any(|&(attacker, from)| {
                let Some(way) = self.way_to(state, at, from) else { return false };
                let friends = self.combat_units_in(state, from).iter().any(|unit| unit != attacker);
                let sees = !self.is_cavalry(state, attacker) || self.is_cavalry(state, gunner);
                let quiet = ground.neighbours[at.index()].iter().filter(|&&near| near != Hex::NONE).all(|&near| {
                    state.stack(near).filter(|&unit| self.side_of(state, unit) == clash.side).all(|unit| {
                        unit == attacker || (state.plays(option::WIDE_ENFILADE) && clash.attackers.contains(unit))
                    })
                });
                bits >> way & 1 == 1 && !friends && sees && quiet
            })
        })
    }

    /// Batteries beyond the river (FL-3).
    fn far_guns(&self, state: &State, clash: &Clash) -> u8 {
        let Some(far) = &self.battle(state).far_guns else { return 0 };
        if far.side == clash.side || !clash.hexes.iter().any(|hex| far.target.contains(hex)) {
            return 0;
        }
        let guns = self.units_of(state, far.side).filter(|&unit| {
            let chart = state.chart(unit);
            self.arm(state, unit) == Arm::Infantry && chart.guns >= far.least && far.guns.contains(chart.hex)
        });
        guns.map(|unit| state.chart(unit).guns).max().unwrap_or(0)
    }

    /// One against the side with fewer guns that has a stack in the zone of enemy cavalry [7.11e] (ruling R-43).
    fn square(&self, state: &State, clash: &Clash, guns: [u8; 2]) -> i8 {
        let (side, against) = match guns[0].cmp(&guns[1]) {
            std::cmp::Ordering::Less => (clash.side, -1),
            std::cmp::Ordering::Greater => (clash.side.other(), 1),
            std::cmp::Ordering::Equal => return 0,
        };
        let ridden = self.zones(state, side.other(), true);
        let any = !state.plays(option::INFANTRY_SQUARE);
        let forms = |hex: Hex| any || state.stack(hex).any(|unit| self.is_infantry(state, unit));
        let fought: Hexes =
            if side == clash.side { clash.elements().iter().map(|&(_, from)| from).collect() } else { clash.hexes };
        let suffers = fought.iter().any(|hex| ridden.contains(hex) && forms(hex));
        if suffers { against * self.tables.limits.square } else { 0 }
    }
}
