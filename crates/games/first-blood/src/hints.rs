//! What the game tells a computer player about itself: how good an option looks, from what its side can see.
//!
//! Everything is counted in units: an enemy certainly eliminated is worth about 1, an own unit certainly lost
//! about -1, and ground is worth what it has proved to be in many games of the computer against itself.

use crate::FirstBlood;
use crate::action::Action;
use crate::events::TurnEvent;
use crate::ground::{Ground, HEXES};
use crate::pieces::{GERMAN, Gun, Piece, US, infantry};
use crate::state::State;
use crate::telling::Face;
use engine::memory::{Latest, Moment};
use engine::{Hints, Side, Stakes, Temper};
use hexboard::{Costs, Entry, Hex, Reach};
use std::cell::Cell;

/// How many units an enemy stack is taken to hold when only its top can be seen.
const COVERED_UNITS: f32 = 2.0;
/// The share of its fire that the enemy is taken to turn on any one unit in its sight.
const SHARE: f32 = 0.35;
/// How much more than its worth a side hates to lose a unit: each German can be replaced, no American can.
const FEAR: [f32; 2] = [2.5, 4.0];
/// How much of its worth a fire has that a unit could make from where it would stand.
const FIRE: [f32; 2] = [1.6, 0.8];
/// Worth of a half point on the way to the exits, for Germans.
const PROGRESS: f32 = 0.1;
/// Worth of standing where the next move leaves the map.
const AT_THE_DOOR: f32 = 2.5;
/// Worth of a hex nearer to the Germans, for US units out of touch.
const APPROACH: f32 = 0.05;
/// How near a US unit wants to be.
const TOUCH: f32 = 7.0;
/// Worth of each hex with friends who can fire at the same target.
const COMRADE: f32 = 0.1;
/// The fire factors of a volley that is neither thrifty nor lavish.
const VOLLEY: f32 = 12.0;
/// The turn in which nobody is either early or late.
const NOON: f32 = 7.0;
/// Worth of each half point by which Germans are nearer to the exits than a US unit.
const LEFT_BEHIND: f32 = 0.05;

/// What is seen of a hex that is held.
#[derive(Copy, Clone, PartialEq)]
struct Shown {
    hex: Hex,
    top: Piece,
    face: Face,
    /// How far its top unit sees.
    sight: u8,
}

/// A hex that is held, as it looks to the other side.
#[derive(Copy, Clone, PartialEq)]
struct Foe {
    hex: Hex,
    /// How far its top unit sees.
    sight: u8,
    /// The fire of all who are taken to be there, from afar.
    fire: f32,
    /// What eliminating them is worth.
    prize: f32,
    defense: f32,
    /// Their way to the exits.
    way: f32,
}

thread_local! {
    /// What each side shows.
    static FRONTS: [Latest<u64, Front>; 2] = const { [const { Latest::unasked() }; 2] };
}

/// What a side shows to the other, who asks it of each hex; it stays the same while the other moves.
struct Front {
    /// The number of the game's box, 0 while nobody has asked yet; whether the side rallies; and the temper's part in it.
    of: (u64, bool, u32),
    shown: Vec<Shown>,
    /// What that makes of them.
    foes: Vec<Foe>,
    /// The fire that reaches each hex.
    fire: [f32; HEXES],
    /// Which of them is in each hex where there is one.
    at: [u8; HEXES],
    /// How far the one is that counts as nearest to each hex; not a number until somebody asks.
    nearest: [Cell<f32>; HEXES],
    /// How far from the exits the foremost of them is.
    foremost: f32,
}

impl Default for Front {
    fn default() -> Front {
        let nearest = [const { Cell::new(f32::NAN) }; HEXES];
        Front {
            of: (0, false, 0),
            shown: Vec::new(),
            foes: Vec::new(),
            fire: [0.0; HEXES],
            at: [0; HEXES],
            nearest,
            foremost: f32::MAX,
        }
    }
}

/// What the board is worth, worked out once.
#[derive(Debug)]
pub(crate) struct Sense {
    /// Half points from each hex off the map to the south, for Germans that meet nobody.
    way_out: Box<[u8]>,
}

impl Sense {
    pub(crate) fn new(ground: &Ground, exit: u8) -> Sense {
        let board = ground.board();
        // From the exits backward, a step costs what the step the other way costs.
        let forward = ground.costs(GERMAN);
        let backward = Costs::new(board, |from, direction, to| {
            debug_assert_eq!(board.neighbour(from, direction), Some(to));
            forward.step(to, direction.opposite())
        });
        let mut way_out = vec![u8::MAX; HEXES].into_boxed_slice();
        let mut reach = Reach::new(board);
        for out in ground.exits.iter() {
            reach.explore(&backward, out, 254 - exit, |_| Entry::Free, |_| 0);
            for &hex in reach.reached().iter().chain([&out]) {
                let cost = reach.cost(hex).unwrap_or(0) as u8 + exit;
                way_out[hex.index()] = way_out[hex.index()].min(cost);
            }
        }
        Sense { way_out }
    }

    fn way_out(&self, hex: Hex) -> f32 {
        self.way_out[hex.index()].into()
    }
}

engine::mind! {
    FirstBlood:
    Danger = "danger" in Danger,
    Fear = "own losses" in Danger,
    Crowd = "stacks in danger",
    Fire = "fire",
    Door = "the exits at hand",
    Progress = "the way to the exits",
    Approach = "keeping in touch",
    Touch = "how near is near",
    Behind = "being left behind",
    Pressing = "Germans near the exits",
    Friends = "drifting shells",
    Thrift = "fire well spent",
    Spare = "fire kept for others",
    Haste = "hurry as time runs out",
    Daring = "daring as time runs out",
    Mass = "firing together",
}

impl Mind<'_> {
    /// How many units an enemy hex is taken to hold.
    fn crowd(&self, state: &State, hex: Hex) -> f32 {
        match self.face_of(state, hex) {
            Face::Open(units) => units as f32,
            Face::Top(_) => COVERED_UNITS,
        }
    }

    /// Looks at what a side shows.
    fn front<T>(&self, state: &State, side: Side, look: impl FnOnce(&Front) -> T) -> T {
        let rallies = state.event == TurnEvent::Rally(side);
        let of = (self.papers.number, rallies, self.weight(Concern::Pressing).to_bits());
        let look_at = |hex: Hex| {
            let top = state.top(hex)?;
            Some(Shown { hex, top, face: self.face_of(state, hex), sight: self.sight(state, top) })
        };
        let foe = |&Shown { hex, top, sight, .. }: &Shown| Foe {
            hex,
            sight,
            fire: (f32::from(self.pieces.fire(top)) + f32::from(u8::from(rallies))) * self.crowd(state, hex),
            prize: self.prize(state, hex),
            defense: self.ground.effects(hex).defense.into(),
            way: self.sense.way_out(hex),
        };
        let find = |front: &mut Front| {
            let shown = || state.held[side.index()].iter().filter_map(look_at);
            if front.of != of || !front.shown.iter().copied().eq(shown()) {
                front.shown.clear();
                front.shown.extend(shown());
                front.foes.clear();
                front.foes.extend(front.shown.iter().map(foe));
                self.draw_up(front);
                front.of = of;
            }
        };
        let same = |one: &Front, other: &Front| one.foes == other.foes && one.fire == other.fire;
        FRONTS.with(|known| known[side.index()].look(Moment::now(), find, same, look))
    }

    /// Works out what follows from the foes of a front.
    fn draw_up(&self, front: &mut Front) {
        front.fire.fill(0.0);
        front.nearest.fill_with(|| Cell::new(f32::NAN));
        front.foremost = front.foes.iter().map(|foe| foe.way).fold(f32::MAX, f32::min);
        for (number, foe) in front.foes.iter().enumerate() {
            front.at[foe.hex.index()] = number as u8;
            for hex in self.ground.field(foe.sight, foe.hex).iter() {
                front.fire[hex.index()] += foe.fire * self.close(foe.hex, hex);
            }
        }
    }

    /// How much stronger fire between two hexes is than from afar.
    fn close(&self, hex: Hex, other: Hex) -> f32 {
        if self.ground.board().distance(hex, other) == 1 { 2.0 } else { 1.0 }
    }

    /// The chance that a unit of `side` in a hex is eliminated by the fire that can reach it.
    fn danger(&self, state: &State, side: Side, hex: Hex) -> f32 {
        let strength = self.front(state, side.other(), |front| front.fire[hex.index()]);
        (self.weight(Concern::Danger) * SHARE * strength / f32::from(self.ground.effects(hex).defense) / 6.0).min(1.0)
    }

    /// What the best single fire of a unit from a hex is worth.
    fn best_fire(&self, state: &State, piece: Piece, hex: Hex) -> f32 {
        let field = self.ground.field(self.sight(state, piece), hex);
        let enemy = piece.side().other();
        let in_sight = state.held[enemy.index()].intersection(*field);
        if in_sight.is_empty() {
            return 0.0;
        }
        let worth = |foe: &Foe| {
            let odds = f32::from(self.pieces.fire(piece)) * self.close(hex, foe.hex) / foe.defense;
            (odds / 6.0).min(1.0) * foe.prize
        };
        self.front(state, enemy, |front| {
            in_sight.iter().map(|at| worth(&front.foes[usize::from(front.at[at.index()])])).fold(0.0, f32::max)
        })
    }

    /// What it is worth not to fire alone: the hexes with friends around the target that most of them have in range.
    fn comrades_in_fire(&self, state: &State, piece: Piece, hex: Hex) -> f32 {
        if self.learned(Concern::Mass) == 0.0 {
            return 0.0;
        }
        let range = self.sight(state, piece);
        let targets = state.held[piece.side().other().index()].intersection(*self.ground.field(range, hex));
        let friends = state.held[piece.side().index()];
        let around = |target: Hex| self.ground.field(range, target).intersection(friends).len();
        COMRADE * targets.iter().map(around).max().unwrap_or(0).min(8) as f32
    }

    /// What eliminating everybody in an enemy hex is worth: more for those who press on toward the exits.
    fn prize(&self, state: &State, target: Hex) -> f32 {
        let each = match state.top(target) {
            Some(top) if top.is_emplacement() => 1.6,
            Some(top) if top.side() == GERMAN => {
                0.7 + 0.1 * f32::from(self.pieces.fire(top))
                    + self.weight(Concern::Pressing) * 12.0 / (6.0 + self.sense.way_out(target))
            }
            _ => 1.0,
        };
        each * self.crowd(state, target)
    }

    /// How good a hex is for a unit to be in.
    pub(crate) fn standing(&self, state: &State, piece: Piece, hex: Hex) -> f32 {
        let company = state.stack(hex).filter(|&other| other != piece).count() as f32;
        let danger = self.danger(state, piece.side(), hex);
        let worth = if piece.side() == GERMAN { 0.6 + 0.1 * f32::from(self.pieces.fire(piece)) } else { 1.0 };
        let side = piece.side().index();
        let fear = self.weight(Concern::Fear) * FEAR[side] / self.late(state, Concern::Daring);
        let safety = -fear * danger * (worth + self.weight(Concern::Crowd) * 0.5 * company);
        let fire = self.weight(Concern::Fire) * FIRE[side] * self.best_fire(state, piece, hex);
        safety
            + fire
            + self.learned(Concern::Mass) * self.comrades_in_fire(state, piece, hex)
            + if piece.side() == GERMAN { self.german_ground(state, hex, danger) } else { self.us_ground(state, hex) }
    }

    /// What becomes of 1 as turns go by, by a concern that has been learned: less early, more late.
    fn late(&self, state: &State, concern: Concern) -> f32 {
        (f32::from(state.turn) / NOON).powf(self.learned(concern))
    }

    /// Germans want to get out to the south.
    fn german_ground(&self, state: &State, hex: Hex, danger: f32) -> f32 {
        let way = self.sense.way_out(hex);
        let door = if way <= 8.0 { self.weight(Concern::Door) * AT_THE_DOOR * (1.0 - danger) } else { 0.0 };
        door - self.weight(Concern::Progress) * PROGRESS * way * self.late(state, Concern::Haste)
    }

    /// US units want to be near the Germans who have got farthest, and not behind them.
    fn us_ground(&self, state: &State, hex: Hex) -> f32 {
        let away = |foe: &Foe| f32::from(self.ground.board().distance(hex, foe.hex)) + 0.1 * foe.way;
        let (nearest, farthest) = self.front(state, GERMAN, |front| {
            let nearest = &front.nearest[hex.index()];
            if nearest.get().is_nan() {
                nearest.set(front.foes.iter().map(away).fold(f32::MAX, f32::min));
            }
            (nearest.get(), front.foremost)
        });
        if farthest == f32::MAX {
            return 0.0;
        }
        let behind = (self.sense.way_out(hex) - farthest).max(0.0);
        let touch = self.weight(Concern::Touch) * TOUCH * self.late(state, Concern::Haste);
        -self.weight(Concern::Approach) * APPROACH * (nearest - touch).max(0.0)
            - self.weight(Concern::Behind) * LEFT_BEHIND * behind
    }

    /// What firing at a hex with everything that can join is worth.
    pub(crate) fn appraise_target(&self, state: &State, target: Hex) -> f32 {
        let strength: u16 = self.joiners(state, target).map(|piece| self.strength(state, piece, target)).sum();
        let odds = self.odds(strength, target).min(self.tables.automatic.into());
        let spent = f32::from(odds * u16::from(self.ground.effects(target).defense)).max(1.0);
        let thrift = (VOLLEY / spent).powf(self.learned(Concern::Thrift));
        self.kill_chance(odds) as f32 * self.prize(state, target) * thrift - 0.01
    }

    /// What a unit could do by firing at others, beside what it does here: who has no better target joins first.
    fn elsewhere(&self, state: &State, piece: Piece, target: Hex) -> f32 {
        if self.learned(Concern::Spare) == 0.0 {
            return 0.0;
        }
        let worth = |hex: Hex| {
            let strength = f32::from(self.strength(state, piece, hex));
            strength * self.prize(state, hex) / f32::from(self.ground.effects(hex).defense)
        };
        let field = self.ground.field(self.range(state, piece), state.hex(piece));
        let others = state.held[piece.side().other().index()].difference(state.struck).intersection(*field);
        others.iter().filter(|&other| other != target).map(worth).fold(0.0, f32::max) / worth(target)
    }

    /// Whether the fire is certain, or no more units would better the odds.
    pub(crate) fn is_enough(&self, state: &State, target: Hex) -> bool {
        let strength = |piece| self.strength(state, piece, target);
        let so_far: u16 = state.joined.iter().map(strength).sum();
        let odds = self.odds(so_far, target);
        let all: u16 = so_far + self.joiners(state, target).map(strength).sum::<u16>();
        odds >= self.tables.automatic.into() || self.odds(all, target) == odds
    }

    /// Those that count most join first.
    pub(crate) fn appraise_join(&self, state: &State, target: Hex, piece: Piece) -> f32 {
        f32::from(self.strength(state, piece, target))
            * (-self.learned(Concern::Spare) * self.elsewhere(state, piece, target)).exp()
    }

    /// What one more marker on a hex is worth: the better chance to hit, less the risk to hit friends by drift.
    pub(crate) fn appraise_marker(&self, state: &State, gun: Gun, target: Hex) -> f32 {
        let there = state.markers().iter().filter(|marker| marker.hex == target);
        let strength: u16 = there.map(|marker| u16::from(self.pieces.gun_strength[marker.gun as usize])).sum();
        let more = u16::from(self.pieces.gun_strength[gun as usize]);
        let defense = f32::from(self.ground.effects(target).defense);
        // Half for the odds as they are, half for what the next marker makes of them.
        let chance = |strength: u16| {
            let whole = self.kill_chance(self.odds(strength, target)) as f32;
            0.5 * whole + 0.5 * (f32::from(strength) / defense / 6.0).min(1.0)
        };
        let gain = (chance(strength + more) - chance(strength)) * self.prize(state, target);
        gain - self.weight(Concern::Friends) * self.friendly_fire(state, target) * f32::from(more) / 40.0 - 0.001
    }

    /// How many friends stand where a marker may drift to.
    fn friendly_fire(&self, state: &State, target: Hex) -> f32 {
        let side = state.phase.side();
        let toward = self.ground.board().direction_named(if side == GERMAN { "S" } else { "N" });
        let next = toward.and_then(|direction| self.ground.board().neighbour(target, direction));
        next.map_or(0.0, |hex| self.own(state, hex).count() as f32)
    }

    /// Who should have the heavy machineguns: whoever hits most from afar.
    pub(crate) fn appraise_guns(&self, state: &State, piece: Piece) -> f32 {
        let field = self.ground.field(self.tables.machinegun_range, state.hex(piece));
        let targets = state.held[US.index()].intersection(*field);
        let odds = |target: Hex| self.odds(self.strength(state, piece, target), target);
        targets.iter().map(|target| self.kill_chance(odds(target)) as f32).fold(-0.01, f32::max)
    }

    /// Who is nearest to the exits moves first.
    pub(crate) fn eagerness(&self, state: &State, piece: Piece) -> f32 {
        1000.0 - self.sense.way_out(state.hex(piece))
    }

    /// Whether the US side has enough in the fight to make a rally worth it.
    pub(crate) fn is_time_to_rally(&self, state: &State) -> bool {
        state.turn >= 3 && state.units(US).and(infantry(US)).len() > 10
    }
}

impl Hints for FirstBlood {
    const CONCERNS: &'static [&'static str] = Concern::NAMES;
    const BEARINGS: &'static [Option<engine::Bearing>] = Concern::BEARINGS;

    fn appraise(&self, state: &State, action: Action, temper: &Temper) -> f32 {
        state.place().worth(self, state, action, temper)
    }

    /// Units lost, and how near the foremost German is to the exits.
    fn prospect(&self, state: &State) -> f32 {
        let dead = |side| state.dead.and(infantry(side)).len() as f32;
        let held = state.held[GERMAN.index()].iter();
        let nearest = held.map(|hex| self.sense.way_out(hex)).fold(200.0, f32::min);
        (dead(US) - 0.45 * dead(GERMAN) + 60.0 / (6.0 + nearest)) / 30.0
    }

    /// Looking ahead has not paid here (docs/ai.md).
    fn stakes(&self, state: &State) -> Stakes {
        state.place().stakes(self, state)
    }
}
