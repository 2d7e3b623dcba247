//! What the game tells a computer player about itself: how good an option looks, from what its side can see.
//!
//! Everything is counted in victory points: a town taken is worth about as much as it scores, a step of an ordinary
//! brigade a little less than one point.

use crate::MiracleOnTheMarne;
use crate::action::Action;
use crate::deployment::one;
use crate::ground::{Ground, HEXES, Hexes, Terrain};
use crate::near::Trail;
use crate::pieces::{Corps, Face, MOST_CORPS, Nation, Piece, Pieces};
use crate::state::{PieceSet, State};
use crate::tables::{CombatResult, DIE, Mode, Tables};
use engine::memory::{Latest, Moment, Nearest, Notes};
use engine::{Census, Hints, Side, Stakes, Temper};
use hexboard::Hex;
use std::cell::Cell;

/// How much stronger than the enemies near it a corps must be to take the offensive.
const BOLDNESS: f32 = 0.9;
/// Worth of a step.
const STEP: f32 = 0.8;
/// Worth of driving enemies back by a hex.
const GROUND: f32 = 0.5;
/// How strongly a place that the enemy controls draws units on, for each hex that it is nearer.
const PULL: f32 = 0.2;
/// How much nearer a place seems for each point that it is worth.
const LURE: f32 = 2.0;
/// By how many hexes places differ in how much they are liked.
const LIKINGS: usize = 7;
/// How near the enemy must be for a corps to deploy for battle.
const CONTACT: u16 = 5;
/// The same on the last day, when those farther away may raid.
const RAIDERS: u16 = 2;
/// How far from its HQ a unit may go without a thought for supply.
const TETHER: u16 = 6;

/// What it costs a unit to end where it has no line to its HQ: it could not attack, and loses a step more [11.2.2a, 11.2.2c].
const HUNGER: f32 = 1.5;
/// What each unit costs that has no line to a HQ where that ends.
const UNFED: f32 = 1.0;
/// What it costs to stand where there are too many.
const OVERSTACKED: f32 = 6.0;
/// What it costs to stand where there are too many for any mode but the offensive one.
const PACKED: f32 = 1.5;

/// The turn in the middle of a scenario.
const MIDDLE: f32 = 4.0;
/// The victory points that a point of strength is worth, by how often it wins (docs/ai.md).
const STRENGTH: f32 = 0.6;
/// How far away enemies may be that could walk into a place.
const RAID: u16 = 7;
/// How much of its worth an own place gains by a unit that stands in it.
const GUARD: f32 = 1.2;

/// Farther than any two hexes are apart: there are no units.
const NONE_NEAR: u16 = 99;

thread_local! {
    /// How far each hex is from the units of each side.
    static UNITS: [Latest<u64, Units>; 2] = const { [const { Latest::unasked() }; 2] };
    /// How places draw a side's units, by what they depend on: who has which, the turn, and the weights of what is concerned.
    static DRAWS: Latest<(u64, u128, Side, u8, [u32; 3]), Draw> = const { Latest::unasked() };
    /// The attack and defense factors that the counters in each hex have on average.
    static USUAL: Notes<[f32; 2], HEXES> = const { Notes::empty() };
    /// The mode that each corps should be in, and whether it is too crowded for another.
    static WANTED: Notes<Mode, MOST_CORPS> = const { Notes::empty() };
    static CROWDED: Notes<bool, MOST_CORPS> = const { Notes::empty() };
}

/// How far each hex is from some units; they often stay where they are for long.
#[derive(Default)]
struct Units {
    /// The number of the game's box, and where they are.
    of: (u64, Hexes),
    nearest: Nearest<HEXES>,
}

/// How places draw units on.
struct Draw {
    /// What those come to in their own hexes that draw anybody more than all others do.
    places: Vec<(f32, u8)>,
    /// How each hex is drawn; not a number until somebody asks.
    hexes: [Cell<f32>; HEXES],
}

impl Default for Draw {
    fn default() -> Draw {
        Draw { places: Vec::new(), hexes: [const { Cell::new(f32::NAN) }; HEXES] }
    }
}

/// What the board is worth, worked out once.
#[derive(Debug)]
pub(crate) struct Sense {
    /// How far each hex is from each objective.
    away: Vec<Box<[u8]>>,
    /// What each objective is worth.
    worth: Vec<f32>,
    /// The attack and defense factors that a counter of each nation has on average: all that can be told of one that
    /// lies face down.
    usual: [[f32; 2]; 3],
}

impl Sense {
    pub(crate) fn new(ground: &Ground, tables: &Tables, pieces: &Pieces) -> Sense {
        let board = ground.board();
        let away = ground.objectives.iter();
        let away = away.map(|place| board.sheet().map(|hex| board.distance(hex, place.hex).min(255) as u8).collect());
        let paris = f32::from(tables.victory.paris) / (ground.paris.len() as f32 / 2.0);
        let worth = ground.objectives.iter().map(|place| match place.terrain {
            Terrain::Paris => paris,
            Terrain::City => tables.victory.city.into(),
            _ => tables.victory.town.into(),
        });
        let usual = [Nation::French, Nation::British, Nation::German].map(|nation| {
            let own: Vec<Face> = pieces
                .units()
                .map(|unit| pieces.counter(unit))
                .filter(|counter| counter.nation == nation)
                .map(|counter| counter.faces[0])
                .collect();
            let mean = |factor: fn(&Face) -> u8| {
                own.iter().map(|face| f32::from(factor(face))).sum::<f32>() / own.len().max(1) as f32
            };
            [mean(|face| face.attack), mean(|face| face.defense)]
        });
        Sense { away: away.collect(), worth: worth.collect(), usual }
    }
}

engine::mind! {
    MiracleOnTheMarne:
    Boldness = "strength wanted for the offensive" in Danger,
    Pull = "the way to places" in Goals,
    Lure = "richer places",
    Guard = "own places left open",
    Tether = "being far from the HQ",
    Danger = "a stronger enemy next door" in Danger,
    Contact = "attackers next to the enemy" in Odds,
    Watch = "holding ground",
    Prize = "places taken" in Goals,
    Steps = "steps taken and ground" in Odds,
    Losses = "own losses" in Danger,
    Caution = "attacks that do not pay" in Danger,
    Retreat = "giving ground",
    Haste = "hurry as time runs out",
    Mass = "attacking together",
    Raid = "the last word, and places passed, on the last day",
}

impl Mind<'_> {
    /// How far a hex is from the nearest hex with units of a side.
    fn to_units(&self, state: &State, side: Side, hex: Hex) -> u16 {
        let board = self.ground.board();
        let gather = |units: &mut Units| {
            let now = (self.papers.number, state.held[side.index()]);
            if units.of != now {
                units.nearest.gather(board, now.1.iter());
                units.of = now;
            }
        };
        let look = |units: &Units| units.nearest.to(board, hex).map_or(NONE_NEAR, u16::from);
        let same = |one: &Units, other: &Units| one.of == other.of;
        UNITS.with(|known| known[side.index()].look(Moment::now(), gather, same, look))
    }

    /// What a place in a hex is worth to the side that does not control it; 0 elsewhere.
    fn prize(&self, state: &State, side: Side, hex: Hex) -> f32 {
        self.ground.objective_at(hex).map_or(0.0, |at| match self.is_own_place(state, side, at) {
            true => 0.0,
            false => self.sense.worth[at],
        })
    }

    fn is_own_place(&self, state: &State, side: Side, at: usize) -> bool {
        (state.german >> at & 1 == 1) == (side == crate::pieces::GERMAN)
    }

    /// How near a hex is to places that a side can win: the nearer and the richer, the higher. Some are liked better than
    /// others, so that not all run for the same.
    pub(crate) fn pull(&self, state: &State, side: Side, hex: Hex) -> f32 {
        let weights = [Concern::Lure, Concern::Pull, Concern::Haste].map(|concern| self.weight(concern).to_bits());
        let question = (self.papers.number, state.german, side, state.turn, weights);
        let gather = |draw: &mut Draw| {
            self.gather(state, side, self.weight(Concern::Lure), &mut draw.places);
            draw.hexes.fill_with(|| Cell::new(f32::NAN));
        };
        let look = |draw: &Draw| {
            let known = &draw.hexes[hex.index()];
            if known.get().is_nan() {
                let near = |&(worth, at): &(f32, u8)| worth - f32::from(self.sense.away[usize::from(at)][hex.index()]);
                let best = draw.places.iter().map(near).fold(f32::MIN, f32::max);
                known.set(self.weight(Concern::Pull) * PULL * best.max(-60.0) * self.hurry(state));
            }
            known.get()
        };
        let same = |one: &Draw, other: &Draw| one.places == other.places;
        DRAWS.with(|known| known.look(question, gather, same, look))
    }

    /// The places that a side can win, but for those that are never the strongest draw: from wherever one looks, another that is
    /// not far away draws more.
    fn gather(&self, state: &State, side: Side, lure: f32, places: &mut Vec<(f32, u8)>) {
        places.clear();
        let open = (0..self.sense.worth.len()).filter(|&at| !self.is_own_place(state, side, at));
        places.extend(open.map(|at| (lure * LURE * self.sense.worth[at] + (at * 13 % LIKINGS) as f32, at as u8)));
        places.sort_unstable_by(|one, other| other.0.total_cmp(&one.0));
        let mut kept = 0;
        for next in 0..places.len() {
            let (worth, at) = places[next];
            let hex = self.ground.objectives[usize::from(at)].hex.index();
            let outshines = |&(more, other): &(f32, u8)| {
                // Exact, as no rounding must decide between two that are as strong.
                f64::from(more) - f64::from(self.sense.away[usize::from(other)][hex]) >= f64::from(worth)
            };
            if !places[..kept].iter().any(outshines) {
                places[kept] = (worth, at);
                kept += 1;
            }
        }
        places.truncate(kept);
    }

    /// How the day sways the wish for places: below 1 early, above 1 late.
    fn hurry(&self, state: &State) -> f32 {
        (f32::from(state.turn) / MIDDLE).powf(self.learned(Concern::Haste))
    }

    /// What a hex is worth to a unit that holds its ground: to stay where it is, and in or beside own places.
    fn watch(&self, state: &State, unit: Piece, hex: Hex) -> f32 {
        let side = self.pieces.side(unit);
        let own = |hex: Hex| match self.ground.objective_at(hex) {
            Some(at) if self.is_own_place(state, side, at) => self.sense.worth[at],
            _ => 0.0,
        };
        let alone = state.units_in(hex).without(one(unit)).len() < 2;
        let stay = if hex == state.hex(unit) { 0.4 } else { 0.0 };
        let ahead = 0.4 * self.pull(state, side, hex);
        ahead
            + stay
            + self.weight(Concern::Watch)
                * (if alone { 0.6 * own(hex) } else { 0.2 * own(hex) }
                    + 0.1 * self.near.around(hex).map(own).sum::<f32>())
    }

    /// Factors of the enemies next to a hex, as far as their number tells.
    fn pressure(&self, state: &State, side: Side, hex: Hex) -> f32 {
        if !self.in_enemy_zone(state, side, hex) {
            return 0.0;
        }
        let enemies = &state.held[side.other().index()];
        let near = self.near.around(hex).filter(|&near| enemies.contains(near));
        near.map(|near| self.usual(state, near)[0]).sum()
    }

    /// Attack and defense factors that the counters in a hex have on average, by their number and nations.
    fn usual(&self, state: &State, hex: Hex) -> [f32; 2] {
        let find = || {
            let usual = |unit: Piece| self.sense.usual[self.pieces.counter(unit).nation as usize];
            state.units_in(hex).iter().map(usual).fold([0.0; 2], |sum, usual| [sum[0] + usual[0], sum[1] + usual[1]])
        };
        USUAL.with(|known| known.of(hex.index(), find))
    }

    /// How good a hex is for a unit to be in.
    pub(crate) fn standing(&self, state: &State, unit: Piece, hex: Hex) -> f32 {
        let side = self.pieces.side(unit);
        let friends = self.friends(state, unit, hex);
        let pressure = self.pressure(state, side, hex);
        let ground = match state.mode(unit) {
            Mode::Offensive | Mode::Transfer => self.pull(state, side, hex),
            Mode::Defensive | Mode::Regroup => self.watch(state, unit, hex),
        };
        let mut worth = ground + self.weight(Concern::Prize) * self.prize(state, side, hex)
            - self.weight(Concern::Tether) * self.dispersal(state, unit, hex);
        if self.is_hungry(state, unit, hex) {
            worth -= HUNGER;
        }
        worth -= self.crowd(state, unit, friends);
        if pressure > 0.0 {
            worth += self.in_contact(state, unit, hex, friends, pressure);
        } else if friends.is_empty() {
            worth += self.weight(Concern::Guard) * GUARD * self.exposed_worth(state, side, hex);
        }
        worth
    }

    /// The units of its side that a unit meets in a hex.
    fn friends(&self, state: &State, unit: Piece, hex: Hex) -> PieceSet {
        match state.held[self.pieces.side(unit).index()].contains(hex) {
            true => state.units_in(hex).without(one(unit)),
            false => PieceSet::EMPTY,
        }
    }

    /// What it costs a unit to be where friends are.
    fn crowd(&self, state: &State, unit: Piece, friends: PieceSet) -> f32 {
        let points = self.points(friends).saturating_add(self.points_of(unit));
        // Whatever their modes are, there is room for few.
        if points <= self.limit(false).min(self.limit(true)) {
            return 0.0;
        }
        match points {
            _ if points > self.stacking_limit(state, friends.or(one(unit))) => OVERSTACKED,
            _ if points > self.limit(false) => PACKED,
            _ => 0.0,
        }
    }

    /// What being next to the enemy is worth: an attack if that is possible, a danger for the weak.
    fn in_contact(&self, state: &State, unit: Piece, hex: Hex, friends: PieceSet, pressure: f32) -> f32 {
        let all = friends.or(one(unit));
        let defense: f32 = all.iter().map(|unit| f32::from(self.defense_factor(state, unit))).sum();
        let fights = match state.mode(unit) {
            Mode::Offensive => true,
            Mode::Defensive => state.reserve.contains(unit),
            _ => false,
        };
        let gun = self.artillery.contains(unit);
        let cover = match self.ground.terrain(hex) {
            Terrain::Clear => 0.0,
            Terrain::City | Terrain::Paris => 0.4,
            _ => 0.2,
        };
        let danger = self.weight(Concern::Danger) * (pressure - 1.5 * defense).max(0.0) / 12.0;
        let attack = if fights && !state.unsupplied.contains(unit) {
            self.weight(Concern::Contact)
                * (0.06 * f32::from(self.attack_factor(state, unit)) + 0.1 * friends.len().min(5) as f32)
        } else {
            -0.5
        };
        let together = if fights { self.learned(Concern::Mass) * 0.5 * self.joint_odds(state, unit, hex) } else { 0.0 };
        attack + together + cover - danger - if gun && !fights { 0.4 } else { 0.0 }
    }

    /// The best odds at which a unit in a hex could attack with all friends who stand beside the same enemy.
    fn joint_odds(&self, state: &State, unit: Piece, hex: Hex) -> f32 {
        if self.learned(Concern::Mass) == 0.0 {
            return 0.0;
        }
        let side = self.pieces.side(unit);
        let [own, enemies] = [side, side.other()].map(|side| &state.held[side.index()]);
        let factor = |unit: Piece| f32::from(self.attack_factor(state, unit));
        let stack = |from: Hex| state.units_in(from).without(one(unit)).iter().map(factor).sum::<f32>();
        let odds = |target: Hex| {
            let friends = self.near.around(target).filter(|&near| own.contains(near));
            (friends.map(stack).sum::<f32>() + factor(unit)) / self.usual(state, target)[1].max(1.0)
        };
        self.near.around(hex).filter(|&near| enemies.contains(near)).map(odds).fold(0.0, f32::max).min(4.0)
    }

    /// Whether a unit would have no line to its HQ in a hex as things stand. One whose HQ is gone or cut off for good has none
    /// anywhere.
    fn is_hungry(&self, state: &State, unit: Piece, hex: Hex) -> bool {
        let hq = state.corps_of(unit).hq();
        state.hqs.contains(hq) && !self.is_cut_off(state, hq) && !self.feeds(state, hq, hex)
    }

    /// What being far from its HQ costs a unit.
    fn dispersal(&self, state: &State, unit: Piece, hex: Hex) -> f32 {
        let hq = state.corps_of(unit).hq();
        if !state.hqs.contains(hq) {
            return 0.0;
        }
        let away = self.ground.board().distance(hex, state.hex(hq));
        0.5 * f32::from(away.saturating_sub(TETHER))
    }

    /// What an own place is worth that enemies might walk into, or raid by rail; 0 elsewhere.
    fn exposed_worth(&self, state: &State, side: Side, hex: Hex) -> f32 {
        let exposed = || {
            self.to_units(state, side.other(), hex) <= RAID
                || (self.raids(state) && self.ground.rail_hexes.contains(hex))
        };
        match self.ground.objective_at(hex) {
            Some(at) if self.is_own_place(state, side, at) && exposed() => self.sense.worth[at],
            _ => 0.0,
        }
    }

    /// How good a hex is for a HQ: near its units, away from the enemy, on a road.
    fn headquarters(&self, state: &State, hq: Piece, hex: Hex) -> f32 {
        let side = self.pieces.side(hq);
        let board = self.ground.board();
        let (sum, count, unfed) = self.charges(state, hq, |charges| {
            let away = charges.places.iter().map(|&place| board.distance(hex, place));
            let unfed = charges.feeding.iter().filter(|feeding| !feeding.contains(hex));
            (away.sum::<u16>(), charges.places.len(), unfed.count())
        });
        let spread = if count > 0 { f32::from(sum) / count as f32 } else { 0.0 };
        let danger = f32::from(4u16.saturating_sub(self.to_units(state, side.other(), hex)));
        let road = if self.ground.network.contains(hex) { 0.3 } else { 0.0 };
        let hungry = UNFED * unfed as f32;
        road - (spread - 2.0).max(0.0) - 2.0 * danger - hungry
    }

    /// The mode that a corps should be in.
    fn wanted_mode(&self, state: &State, corps: Corps) -> Mode {
        WANTED.with(|wanted| wanted.of(corps.index(), || self.find_mode(state, corps)))
    }

    fn find_mode(&self, state: &State, corps: Corps) -> Mode {
        let hq = corps.hq();
        let side = self.pieces.side(hq);
        let own = self.corps_units(state, corps);
        if own.is_empty() {
            return Mode::Defensive;
        }
        let share = |some: PieceSet| own.and(some).len() as f32 / own.len() as f32;
        let away = |unit: Piece| self.to_units(state, side.other(), state.hex(unit));
        let nearest = own.iter().map(away).min().unwrap_or(99);
        if state.unsupplied.contains(hq) || share(state.unsupplied) > 0.5 {
            return Mode::Defensive;
        }
        if nearest > if self.raids(state) { RAIDERS } else { CONTACT } {
            return if share(state.reduced) > 0.35 { Mode::Regroup } else { Mode::Transfer };
        }
        let near = own.iter().filter(|&unit| away(unit) <= CONTACT);
        let attack: f32 = near.map(|unit| f32::from(self.attack_factor(state, unit))).sum();
        let enemies = self.enemies_near(state, side, own);
        if share(state.disrupted) < 0.5 && attack > self.weight(Concern::Boldness) * BOLDNESS * enemies {
            Mode::Offensive
        } else {
            Mode::Defensive
        }
    }

    /// The factors with which enemies near units defend, each hex counted once.
    fn enemies_near(&self, state: &State, side: Side, own: PieceSet) -> f32 {
        let enemies = state.held[side.other().index()];
        let beside = |hex: Hex| self.near.around(hex).chain(self.near.two_away(hex)).chain([hex]);
        let near: Hexes =
            own.iter().flat_map(|unit| beside(state.hex(unit))).filter(|&hex| enemies.contains(hex)).collect();
        near.iter().map(|hex| self.usual(state, hex)[1]).sum()
    }

    /// Whether units of a corps stand where there would be too many if it left Offensive mode: all of them would be
    /// disrupted, so they must spread first [8.1.3].
    fn is_packed(&self, state: &State, corps: Corps) -> bool {
        let is_crowded = |unit: Piece| self.points(state.units_in(state.hex(unit))) > self.tables.stacking_other;
        let find =
            || state.modes[corps.index()] == Mode::Offensive && self.corps_units(state, corps).iter().any(is_crowded);
        CROWDED.with(|crowded| crowded.of(corps.index(), find))
    }

    /// What giving a HQ a mode is worth: something if it is the one it should have.
    pub(crate) fn appraise_mode(&self, state: &State, hq: Piece, mode: Mode) -> f32 {
        if self.is_packed(state, state.corps_of(hq)) && !self.must_change(state, hq) {
            return -1.0;
        }
        let wanted = self.wanted_mode(state, state.corps_of(hq));
        let now = state.mode(hq);
        let through_transfer = now == Mode::Regroup && wanted == Mode::Offensive && mode == Mode::Defensive;
        match mode == wanted || through_transfer || (self.must_change(state, hq) && mode == Mode::Defensive) {
            true => 1.0,
            false => -1.0,
        }
    }

    /// A HQ tries to change that should or must.
    pub(crate) fn appraise_note(&self, state: &State, hq: Piece) -> f32 {
        let corps = state.corps_of(hq);
        let should = || self.wanted_mode(state, corps) != state.mode(hq) && !self.is_packed(state, corps);
        if self.must_change(state, hq) || should() { 1.0 } else { -1.0 }
    }

    /// The mean number and its chance when so many factors strike on a line with a modifier.
    fn mean_result(&self, line: Mode, factors: f32, modifier: i16) -> f32 {
        if factors < 1.0 {
            return 0.0;
        }
        let column = self.tables.column(line, factors as u16);
        let number = |die: i16| match self.tables.combat(column, die + modifier) {
            CombatResult::Engaged => 0.0,
            CombatResult::Loss(number) => f32::from(number),
        };
        (1..=DIE as i16).map(number).sum::<f32>() / DIE as f32
    }

    /// What attacking a hex with these units is worth, from the number of counters in it.
    pub(crate) fn appraise_attack(&self, state: &State, units: PieceSet, hex: Hex) -> f32 {
        let side = state.active;
        let attack: f32 = units.iter().map(|unit| f32::from(self.attack_factor(state, unit))).sum();
        let counters = state.units_in(hex).len() as f32;
        let garrison = self.is_garrisoned(state, hex);
        let defense = if garrison { f32::from(self.tables.paris.defense) } else { self.usual(state, hex)[1] };
        let terrain = match self.ground.terrain(hex) {
            Terrain::Clear => 0,
            Terrain::City | Terrain::Paris => self.tables.modifiers.city.into(),
            _ => self.tables.modifiers.town.into(),
        };
        let massed = i16::from(self.seems_massed(state, hex).unwrap_or(false));
        let corps = units.iter().fold(0u32, |bits, unit| bits | 1 << state.corps_of(unit).0).count_ones();
        let modifier = terrain + massed + i16::from(corps > 1);
        let hits = if attack > 7.0 * defense {
            counters * 2.0
        } else {
            let lines = [if garrison { Mode::Defensive } else { Mode::Offensive }, Mode::Defensive];
            lines.map(|line| self.mean_result(line, attack * 0.9, modifier)).iter().sum::<f32>() / 2.0
        };
        let crossing = |unit: Piece| self.ground.between(state.hex(unit), hex).is_some_and(|side| side.river);
        let rivers = if units.iter().any(crossing) { -2 } else { 0 };
        let losses = self.mean_result(Mode::Offensive, defense, rivers);
        let prize = 0.3 * hits.min(2.0) * self.prize(state, side, hex);
        self.weight(Concern::Steps) * hits * (STEP + GROUND) + prize
            - self.weight(Concern::Losses) * 0.9 * losses * STEP
            - self.weight(Concern::Caution) * 0.15
    }

    /// What dividing a result so costs.
    pub(crate) fn appraise_mix(&self, state: &State, steps: u8) -> f32 {
        let side = state.chooser_of_hit();
        let hexes = state.hit.number.saturating_sub(steps);
        let own = self.ground.objective_at(state.hit.hex).is_some_and(|at| self.is_own_place(state, side, at));
        let place = if own { 1.0 + self.prize(state, side.other(), state.hit.hex) } else { 0.0 };
        let open = |hex: &Hex| !self.is_closed(state, side, *hex) && !self.in_enemy_zone(state, side, *hex);
        let trapped = !self.near.around(state.hit.hex).any(|hex| open(&hex));
        let retreat = if hexes > 0 { 0.5 + place + 0.3 * f32::from(hexes) } else { 0.0 };
        let trap = if trapped { f32::from(hexes) * 1.5 } else { 0.0 };
        -f32::from(steps) - self.weight(Concern::Retreat) * retreat - trap
    }

    /// Weak units bear losses first, and those that can still lose a step.
    pub(crate) fn appraise_loss(&self, state: &State, unit: Piece) -> f32 {
        let strength = f32::from(self.attack_factor(state, unit)) + f32::from(self.defense_factor(state, unit));
        if self.steps(state, unit) > 1 { 20.0 - 0.5 * strength } else { -strength }
    }

    /// How good a hex is for the picked pieces to end their move.
    fn ending(&self, state: &State, hex: Hex) -> f32 {
        let lead = self.lead(state);
        if lead.is_hq() { self.headquarters(state, lead, hex) } else { self.standing(state, lead, hex) }
    }

    /// What marching the picked pieces to a hex is worth.
    pub(crate) fn appraise_march(&self, state: &State, hex: Hex) -> f32 {
        self.ending(state, hex) + self.raid(state, false, || self.march(state, hex).0)
    }

    /// What taking the picked pieces to a hex by rail is worth.
    pub(crate) fn appraise_journey(&self, state: &State, hex: Hex) -> f32 {
        self.ending(state, hex) - 0.3 + self.raid(state, true, || self.journey(state, hex))
    }

    /// What leaving the picked pieces where they are is worth.
    pub(crate) fn appraise_stay(&self, state: &State) -> f32 {
        self.ending(state, state.hex(self.lead(state))) + 0.02
    }

    /// The attack factor of a unit at full strength.
    pub(crate) fn printed_attack(&self, unit: Piece) -> f32 {
        self.pieces.counter(unit).faces[0].attack.into()
    }

    /// The Moroccans return to their corps unless they would be too many by its mode where they are.
    pub(crate) fn appraise_revert(&self, state: &State) -> f32 {
        let there = self.reverted(state);
        let crowd =
            |unit: Piece| self.is_overstacked(&there, state.hex(unit)) && !self.is_overstacked(state, state.hex(unit));
        if self.moroccans(state).and(state.on_map).iter().any(crowd) { -1.0 } else { 1.0 }
    }

    /// Each piece is looked at once, those nearest to the enemy first; HQs follow their units.
    pub(crate) fn eagerness(&self, state: &State, piece: Piece) -> f32 {
        match piece.is_hq() {
            _ if state.spent[piece.index()] > 0 => -1.0,
            true => 1.0,
            false => 200.0 - f32::from(self.to_units(state, state.active.other(), state.hex(piece))),
        }
    }

    /// Whether it is the last day, when nobody has the time to take back what a raid takes, and the temper knows of that.
    pub(crate) fn raids(&self, state: &State) -> bool {
        self.learned(Concern::Raid) > 0.0 && state.turn == self.scenarios[usize::from(state.scenario)].turns
    }

    /// What the places are worth that the picked unit takes on its way, before the last hex.
    fn raid(&self, state: &State, ride: bool, way: impl FnOnce() -> Trail) -> f32 {
        if !self.raids(state) || self.lead(state).is_hq() {
            return 0.0;
        }
        let way = way();
        let passed = self.entered(state, way.hexes(), ride).split_last().map_or(&[][..], |(_, passed)| passed);
        self.learned(Concern::Raid) * passed.iter().map(|&hex| self.prize(state, state.active, hex)).sum::<f32>()
    }

    /// The more counters there are, the better the target; the garrison of Paris is none.
    pub(crate) fn appraise_bombardment(&self, state: &State, hex: Hex) -> f32 {
        if self.is_garrisoned(state, hex) { -1.0 } else { state.units_in(hex).len() as f32 }
    }

    /// What striking the attackers in a hex is worth: the stronger they are, the more.
    pub(crate) fn appraise_attackers(&self, state: &State, hex: Hex) -> f32 {
        1.0 + f32::from(self.attack_total(state, self.attackers_from(state, state.target, hex)))
    }

    /// The nearest HQ takes units up.
    pub(crate) fn appraise_foster(&self, state: &State, hq: Piece) -> f32 {
        -f32::from(self.ground.board().distance(state.hex(self.lead(state)), state.hex(hq)))
    }

    /// Retreat towards an own edge, and not onto friends.
    pub(crate) fn appraise_retreat(&self, state: &State, hex: Hex) -> f32 {
        let side = state.chooser_of_hit();
        let crowd = match state.held[side.index()].contains(hex) {
            true if !self.fit(state, state.struck.and(state.on_map), hex) => 5.0,
            true => 2.0,
            false => 0.0,
        };
        -0.1 * f32::from(self.near.to_edge(side, hex)) - crowd
    }

    /// What the hex has for a unit over its own.
    pub(crate) fn appraise_advance(&self, state: &State, unit: Piece, hex: Hex) -> f32 {
        0.3 + self.standing(state, unit, hex) - self.standing(state, unit, state.hex(unit))
    }
}

impl Hints for MiracleOnTheMarne {
    const CONCERNS: &'static [&'static str] = Concern::NAMES;
    const BEARINGS: &'static [Option<engine::Bearing>] = Concern::BEARINGS;

    fn appraise(&self, state: &State, action: Action, temper: &Temper) -> f32 {
        state.step.worth(self, state, action, temper)
    }

    /// The victory points, and the strength that will win more of them.
    fn prospect(&self, state: &State) -> f32 {
        (self.point_lead(state) as f32 + STRENGTH * self.strength_lead(state) as f32) / 100.0
    }

    /// Looking ahead has not paid here (docs/ai.md).
    fn stakes(&self, state: &State) -> Stakes {
        state.place().stakes(self, state)
    }
}
