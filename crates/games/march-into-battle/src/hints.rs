//! What the game tells a computer player about itself: how good an option looks, from what its side can see.
//!
//! Everything is counted in steps: an enemy step certainly lost is worth about 1, an own one about -1. Hidden values of
//! the enemy are replaced by what one would guess [2.5b].

use crate::MarchIntoBattle;
use crate::action::{Action, Attacker, Chit, Leader};
use crate::combat::attacking_side;
use crate::ground::{Ground, HEXES, Hexes};
use crate::pieces::Arm;
use crate::scenarios::Scenario;
use crate::stakes::EachTurn;
use crate::state::{Plan, State, Unit, Units, mark};
use crate::status::Weariness;
use crate::strength::Checks;
use crate::tables::{Disorder, Effect, Tables};
use engine::memory::{Latest, Memory, Moment, Nearest, recall};
use engine::{Census, Hints, Side, Stakes, Temper};
use hexboard::Hex;
use std::cell::{Cell, RefCell};

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

/// As far away is what is nowhere.
const NOWHERE: u8 = 20;

thread_local! {
    /// How far each hex is from the nearest enemy of each side.
    static ENEMIES: [Latest<u64, Enemies>; 2] = const { [const { Latest::unasked() }; 2] };
    /// The units of each side.
    static RANKS: [Latest<u64, Vec<Rank>>; 2] = const { [const { Latest::unasked() }; 2] };
    /// What draws each side.
    static GOALS: [Latest<u64, Vec<Goal>>; 2] = const { [const { Latest::unasked() }; 2] };
    /// How what draws its side draws a unit to each hex.
    static DRAWS: Latest<(u64, Unit), Draw> = const { Latest::unasked() };
    /// The strength of each side around each hex.
    static MIGHT: [Latest<u64, Might>; 2] = const { [const { Latest::unasked() }; 2] };
    /// How good a hex is for a unit: it is asked for each way that it may face there.
    static STANDING: Latest<(u64, Unit, Hex), f32> = const { Latest::unasked() };
    /// The divisions that are saved, for each of what the battle says of that.
    static SAFE: Latest<u64, Vec<Units>> = const { Latest::unasked() };
    /// Where the units are that a leader leads.
    static LED: Latest<(u64, u8), Vec<Hex>> = const { Latest::unasked() };
    /// What the attacks are worth that were declared before.
    static PLANNED: Memory<u64, f32> = const { RefCell::new(Vec::new()) };
}

/// How far each hex is from the nearest of some enemies; they often stay where they are for long.
#[derive(Default)]
struct Enemies {
    /// The number of the game's box, the battle, and where they are.
    of: (u64, u8, Hexes),
    nearest: Nearest<HEXES>,
}

/// A unit on the board, as others near it count it.
#[derive(Copy, Clone, PartialEq)]
struct Rank {
    unit: Unit,
    hex: Hex,
    /// As far away it does not count any more.
    reach: u8,
    /// What it counts where it is.
    might: f32,
    /// What it adds to an attack on a hex next to it, and on one a little farther away.
    help: [f32; 2],
}

/// The strength of a side around each hex; much of it often stays where it is for long.
struct Might {
    /// The number of the game's box, the battle, and the units.
    of: (u64, u8),
    ranks: Vec<Rank>,
    /// Not a number until somebody asks.
    hexes: [Cell<f32>; HEXES],
}

impl Default for Might {
    fn default() -> Might {
        Might { of: (0, 0), ranks: Vec::new(), hexes: [const { Cell::new(f32::NAN) }; HEXES] }
    }
}

/// A place that draws a unit on: the nearer it is, the more; and what it is worth to be there.
#[derive(Copy, Clone, PartialEq)]
struct Lure {
    hex: Hex,
    draw: f32,
    prize: f32,
}

/// How places draw a unit to each hex: often all of them do so for many moments, and many units, alike.
struct Draw {
    /// The number of the game's box, the battle, how far places draw, and how they do.
    of: (u64, u8, f32),
    lures: Vec<Lure>,
    /// Not a number until somebody asks.
    hexes: [Cell<f32>; HEXES],
}

impl Default for Draw {
    fn default() -> Draw {
        Draw { of: (0, 0, 0.0), lures: Vec::new(), hexes: [const { Cell::new(f32::NAN) }; HEXES] }
    }
}

/// An objective, as it draws the units of a side.
#[derive(Copy, Clone, PartialEq)]
struct Goal {
    hex: Hex,
    own: bool,
    prize: f32,
    /// What it is worth to go there: while none of the side's units stands there, and beside one.
    draw: [f32; 2],
    guards: Units,
}

/// What does not change for a computer player.
#[derive(Debug)]
pub(crate) struct Outlook {
    /// What an attack may come to, by modifier, the attacker's and the defender's morale.
    prospects: Vec<Prospect>,
    /// By battle, how far each hex is from where divisions are saved and from the roads to cut.
    ways: Vec<[Vec<Box<[u8]>>; 2]>,
}

/// What an attack comes to on average.
#[derive(Copy, Clone, Debug)]
struct Prospect {
    /// What it costs the attacker and the defender.
    harms: [f32; 2],
    /// By how many hexes the defender is driven back.
    retreat: f32,
    /// The chance that he is.
    taken: f32,
}

/// Modifiers beyond these make no difference, and nobody's morale is higher.
const MODIFIERS: std::ops::RangeInclusive<i8> = -20..=20;
const MORALE: u8 = 9;

impl Outlook {
    pub(crate) fn new(tables: &Tables, battles: &[Scenario]) -> Outlook {
        let morale = || 0..=MORALE;
        let pairs = || morale().flat_map(move |attacker| morale().map(move |defender| [attacker, defender]));
        let rolls = MODIFIERS.start() + 1..=MODIFIERS.end() + 6;
        let tolls: Vec<Toll> = rolls.map(|roll| Toll::new(tables, roll)).collect();
        // The six rolls with a modifier.
        let rolls = tolls.windows(6);
        let prospects = rolls.flat_map(|tolls| pairs().map(move |morale| Prospect::new(tolls, morale))).collect();
        let ways = battles.iter().map(|battle| {
            let saved = battle.saved.iter().map(|saved| ways_to(&battle.ground, saved.region)).collect();
            [saved, battle.cuts.iter().map(|cut| ways_to(&battle.ground, cut.hexes)).collect()]
        });
        Outlook { prospects, ways: ways.collect() }
    }

    fn prospect(&self, total: i8, morale: [u8; 2]) -> &Prospect {
        let row = total.clamp(*MODIFIERS.start(), *MODIFIERS.end()).abs_diff(*MODIFIERS.start());
        let [attacker, defender] = morale.map(|morale| usize::from(morale.min(MORALE)));
        let columns = usize::from(MORALE) + 1;
        &self.prospects[(usize::from(row) * columns + attacker) * columns + defender]
    }
}

/// How far each hex of a board is from some hexes.
fn ways_to(ground: &Ground, hexes: Hexes) -> Box<[u8]> {
    let nearest = |hex: Hex| hexes.iter().map(|to| ground.distance(hex, to)).min().unwrap_or(NOWHERE);
    ground.board().sheet().map(nearest).collect()
}

/// What a line of the Combat Results Table costs on average.
struct Toll {
    /// The attacker and the defender, by morale and by whether the other side's is higher.
    harms: [[[f32; 2]; MORALE as usize + 1]; 2],
    retreat: u8,
}

impl Toll {
    fn new(tables: &Tables, roll: i8) -> Toll {
        let line = tables.result(roll);
        let columns = [(line.attacker_column(), line.attacker), (line.defender_column(), line.defender)];
        let harms = columns.map(|(column, shift)| {
            let mean = |morale: u8, inferior: bool| {
                let rolls = (1..=6).map(|roll| harm(tables.effect(column, roll + shift), morale, inferior));
                rolls.sum::<f32>() / 6.0
            };
            std::array::from_fn(|morale| [false, true].map(|inferior| mean(morale as u8, inferior)))
        });
        Toll { harms, retreat: line.retreat }
    }
}

impl Prospect {
    fn new(tolls: &[Toll], morale: [u8; 2]) -> Prospect {
        let inferior = [morale[0] < morale[1], morale[1] < morale[0]];
        let mean = |of: &dyn Fn(&Toll) -> f32| tolls.iter().map(of).sum::<f32>() / tolls.len() as f32;
        let harm =
            |side: usize| mean(&|toll: &Toll| toll.harms[side][usize::from(morale[side])][usize::from(inferior[side])]);
        Prospect {
            harms: [harm(0), harm(1)],
            retreat: mean(&|toll: &Toll| toll.retreat.into()),
            taken: mean(&|toll: &Toll| u8::from(toll.retreat > 0).into()),
        }
    }
}

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
    /// What an attack with this modifier is worth to the attacker: harm done less harm taken, and ground.
    fn worth_of(&self, total: i8, morale: [u8; 2], stacks: [f32; 2], prize: f32) -> f32 {
        let Prospect { harms, retreat, taken } = *self.outlook.prospect(total, morale);
        harms[1] * stacks[1] - self.weight(Concern::Fear) * FEAR * harms[0] * stacks[0]
            + self.weight(Concern::Ground) * GROUND * retreat
            + taken * prize
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
        let far = PULL * self.weight(Concern::Reach);
        let gather = |draw: &mut Draw| {
            let of = (self.papers.number, state.scenario, far);
            let known = draw.lures.len();
            self.lures(state, unit, &mut draw.lures);
            if draw.of != of || draw.lures[..known] != draw.lures[known..] {
                draw.of = of;
                draw.hexes.fill_with(|| Cell::new(f32::NAN));
            }
            draw.lures.drain(..known);
        };
        let look = |draw: &Draw| {
            let pull = &draw.hexes[hex.index()];
            if pull.get().is_nan() {
                let away = self.ground(state).distances(hex);
                pull.set(draw.lures.iter().fold(0.0, |pull, lure| {
                    let nearness = (1.0 - f32::from(away[lure.hex.index()]) / far).max(0.0);
                    pull + lure.draw * nearness + if hex == lure.hex { lure.prize } else { 0.0 }
                }));
            }
            pull.get()
        };
        let same = |one: &Draw, other: &Draw| one.of == other.of && one.lures == other.lures;
        DRAWS.with(|known| known.look((Moment::now(), unit), gather, same, look)) + self.errands(state, unit, hex)
    }

    /// Adds all places that draw a unit on.
    fn lures(&self, state: &State, unit: Unit, lures: &mut Vec<Lure>) {
        let side = self.side_of(state, unit);
        let eager = self.weight(Concern::Prize) * PRIZE;
        self.goals(state, side, |goals| {
            lures.extend(goals.iter().map(|goal| {
                let guarded = goal.guards.len() > usize::from(goal.guards.contains(unit));
                let prize = if goal.own { 0.0 } else { eager * goal.prize };
                Lure { hex: goal.hex, draw: eager * goal.draw[usize::from(guarded)], prize }
            }));
        });
        let now = |each: &&EachTurn| each.side == side && state.turn <= each.turns[1];
        for each in self.battle(state).each_turn.iter().filter(now) {
            let left = f32::from(each.turns[1] + 1 - state.turn.max(each.turns[0]));
            let draw = eager * 0.6 * f32::from(each.points) * left;
            let open = each.hexes.iter().filter(|&place| !self.controls(state, side, place));
            lures.extend(open.map(|hex| Lure { hex, draw, prize: 0.0 }));
        }
    }

    /// Looks at what draws the units of a side.
    fn goals(&self, state: &State, side: Side, look: impl FnOnce(&[Goal])) {
        let find = |goals: &mut Vec<Goal>| {
            goals.clear();
            goals.extend(self.battle(state).objectives.iter().map(|objective| {
                let hex = objective.hex;
                let swing = f32::from(objective.points[0] + objective.points[1]);
                let own = self.controls(state, side, hex);
                let prize = if own { 0.0 } else { self.prize(state, side, hex) };
                let threatened = own && self.enemy_distance(state, side, hex).is_some_and(|away| away <= 4);
                let draw = match (own, threatened) {
                    (false, _) => [prize; 2],
                    (true, true) => [0.9 * swing, 0.35 * swing],
                    (true, false) => [0.1 * swing; 2],
                };
                let guards = state.stack(hex).filter(|&unit| self.side_of(state, unit) == side).collect();
                Goal { hex, own, prize, draw, guards }
            }));
        };
        GOALS.with(|known| known[side.index()].look(Moment::now(), find, PartialEq::eq, |goals| look(goals)));
    }

    /// Divisions to be saved in some part of the board, and roads to cut.
    fn errands(&self, state: &State, unit: Unit, hex: Hex) -> f32 {
        let battle = self.battle(state);
        let side = self.side_of(state, unit);
        let [saved_ways, cut_ways] = &self.outlook.ways[usize::from(state.scenario)];
        let mut worth = 0.0;
        let last = usize::from(state.turn) == battle.turns.len();
        let is_division = self.arm(state, unit) == Arm::Infantry;
        for (at, saved) in battle.saved.iter().enumerate() {
            if saved.side != side || saved.region.is_empty() {
                continue;
            }
            let safe = self.safe(state, at);
            if is_division && safe.len() - usize::from(safe.contains(unit)) < usize::from(saved.most) {
                let points = f32::from(saved.points);
                worth += if saved.region.contains(hex) { points * if last { 1.0 } else { 0.6 } } else { 0.0 };
                worth -= 0.08 * points * f32::from(saved_ways[at][hex.index()]);
            }
        }
        for (at, cut) in battle.cuts.iter().enumerate() {
            if cut.side == side && state.once & 2 << at == 0 && self.is_infantry(state, unit) {
                worth -= 0.05 * f32::from(cut.points) * f32::from(cut_ways[at][hex.index()]);
                worth += if cut.hexes.contains(hex) { 0.4 * f32::from(cut.points) } else { 0.0 };
            }
        }
        worth
    }

    /// The divisions that are where they count as saved, by the place of what the battle says of that.
    fn safe(&self, state: &State, at: usize) -> Units {
        let find = |safe: &mut Vec<Units>| {
            safe.clear();
            safe.extend(self.battle(state).saved.iter().map(|saved| {
                let divisions = self.units_of(state, saved.side).filter(|&unit| self.arm(state, unit) == Arm::Infantry);
                divisions.filter(|&unit| saved.region.contains(state.chart(unit).hex)).collect::<Units>()
            }));
        };
        SAFE.with(|known| known.look(Moment::now(), find, PartialEq::eq, |safe| safe[at]))
    }

    /// Looks at the units of a side, as others near them count them.
    fn ranks<T>(&self, state: &State, side: Side, look: impl FnOnce(&[Rank]) -> T) -> T {
        let find = |ranks: &mut Vec<Rank>| {
            ranks.clear();
            ranks.extend(self.units_of(state, side).map(|unit| {
                let chart = state.chart(unit);
                let broken = self.is_broken(state, unit);
                let strength = f32::from(self.strength(state, unit));
                let morale = 0.6 + 0.1 * f32::from(chart.morale);
                let help = match (!broken && state.is_active(chart.formation), chart.is(mark::FINISHED)) {
                    (false, _) => [0.0, 0.0],
                    (true, true) => [0.8 * strength, 0.0],
                    (true, false) => [0.45 * strength; 2],
                };
                Rank {
                    unit,
                    hex: chart.hex,
                    reach: if self.is_cavalry(state, unit) { 5 } else { 4 },
                    might: if broken { 0.4 } else { 1.0 } * strength * morale,
                    help,
                }
            }));
        };
        RANKS.with(|known| known[side.index()].look(Moment::now(), find, PartialEq::eq, |ranks| look(ranks)))
    }

    /// Strength points of a side around a hex, nearer ones more, without one of its units.
    fn might(&self, state: &State, side: Side, hex: Hex, but: Unit) -> f32 {
        let distances = self.ground(state).distances(hex);
        self.ranks(state, side, |ranks| {
            let mut might = 0.0;
            for rank in ranks.iter().filter(|rank| rank.unit != but) {
                let away = distances[rank.hex.index()];
                // Most are too far away.
                if away < rank.reach {
                    might += f32::from(rank.reach - away) / f32::from(rank.reach) * rank.might;
                }
            }
            might
        })
    }

    /// The same with all of them.
    fn whole_might(&self, state: &State, side: Side, hex: Hex) -> f32 {
        let gather = |might: &mut Might| {
            let of = (self.papers.number, state.scenario);
            self.ranks(state, side, |ranks| {
                if might.of != of || might.ranks != ranks {
                    might.of = of;
                    might.ranks.clear();
                    might.ranks.extend_from_slice(ranks);
                    might.hexes.fill_with(|| Cell::new(f32::NAN));
                }
            });
        };
        let look = |might: &Might| {
            let known = &might.hexes[hex.index()];
            if known.get().is_nan() {
                known.set(self.might(state, side, hex, Unit::NONE));
            }
            known.get()
        };
        let same = |one: &Might, other: &Might| one.of == other.of && one.ranks == other.ranks;
        MIGHT.with(|known| known[side.index()].look(Moment::now(), gather, same, look))
    }

    /// How far the nearest enemy of a side is from a hex, if there is one.
    fn enemy_distance(&self, state: &State, side: Side, hex: Hex) -> Option<u8> {
        let board = self.ground(state).board();
        let gather = |enemies: &mut Enemies| {
            let now = (self.papers.number, state.scenario, state.held[side.other().index()]);
            if enemies.of != now {
                enemies.nearest.gather(board, now.2.iter());
                enemies.of = now;
            }
        };
        let same = |one: &Enemies, other: &Enemies| one.of == other.of;
        let look = |enemies: &Enemies| enemies.nearest.to(board, hex);
        ENEMIES.with(|known| known[side.index()].look(Moment::now(), gather, same, look))
    }

    /// How good a hex is for a unit to end in, without what it might attack from there.
    pub(crate) fn standing(&self, state: &State, unit: Unit, hex: Hex) -> f32 {
        let find = |known: &mut f32| *known = self.stand(state, unit, hex);
        STANDING.with(|known| known.look((Moment::now(), unit, hex), find, PartialEq::eq, |&known| known))
    }

    fn stand(&self, state: &State, unit: Unit, hex: Hex) -> f32 {
        let ground = self.ground(state);
        let side = self.side_of(state, unit);
        let enemy = side.other();
        let cover = 1.0
            - 0.25 * f32::from(u8::from(ground.terrain(hex) != crate::ground::Terrain::Clear))
            - 0.1 * f32::from(ground.level(hex))
            - 0.2 * f32::from(u8::from(ground.trenches.contains(hex)));
        let threat = self.whole_might(state, enemy, hex);
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
        let helps = |rank: &Rank| match ground.distance(rank.hex, target) {
            _ if rank.unit == unit => 0.0,
            0..=1 => rank.help[0],
            2..=4 => rank.help[1],
            _ => 0.0,
        };
        let friends: f32 = self.ranks(state, side, |ranks| ranks.iter().map(helps).sum());
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
        let near = || self.enemy_distance(state, self.side_of(state, unit), here).is_none_or(|away| away <= 4);
        if here != Hex::NONE && near() { 50.0 } else { -50.0 }
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
        let number = leader.0;
        let leader = &self.battle(state).leaders[leader.index()];
        let own = |unit: &Unit| leader.formation.is_none_or(|formation| state.chart(*unit).formation == formation);
        let find = |led: &mut Vec<Hex>| {
            led.clear();
            led.extend(self.units_of(state, leader.side).filter(own).map(|unit| state.chart(unit).hex));
        };
        let away = self.ground(state).distances(hex);
        let spread = |led: &Vec<Hex>| {
            let spread = led.iter().fold(0.0, |worth, unit| {
                let away = f32::from(away[unit.index()]);
                worth - ((away - f32::from(leader.rating) * 0.6).max(0.0) + 0.1 * away)
            });
            spread / (led.len() as f32).max(1.0)
        };
        let worth = LED.with(|known| known.look((Moment::now(), number), find, PartialEq::eq, spread));
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
        let before =
            recall(&PLANNED, Moment::now(), |known| *known = self.plan_worth(state, &state.plan), PartialEq::eq);
        let gain = self.plan_worth(state, &plan) - *before;
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
        let threat = self.whole_might(state, side.other(), hex);
        let support = self.whole_might(state, side, hex);
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
        let _moment = Moment::begin();
        let state = &self.guess(state, self.chooser(state));
        state.place().worth(self, state, action, temper)
    }

    /// What the enemy has is guessed once for all options.
    fn appraise_all(&self, state: &State, actions: &[Action], temper: &Temper, worth: &mut Vec<f32>) {
        let _moment = Moment::begin();
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
            self.enemy_distance(state, side, hex).is_none_or(|away| away <= 3)
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
        let away = self.enemy_distance(state, side, chart.hex).unwrap_or(0);
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
