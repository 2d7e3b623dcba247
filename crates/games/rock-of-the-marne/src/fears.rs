//! What a side has to fear where it stands: how much of the enemy could come upon a hex in his next turn, as far as can be
//! seen, and what that would cost by the Combat Table. It is the same for all options of a decision, so it is worked out once.

use crate::RockOfTheMarne;
use crate::ground::{HEXES, Hexes};
use crate::outlook::Around;
use crate::pieces::{GERMAN, PieceSet};
use crate::state::{State, option};
use crate::tables::{COLUMNS, Tables};
use engine::Side;
use hexboard::{Board, Hex};
use std::sync::OnceLock;

/// The strength that attacks out of one hex, about the most that the stacking limit allows.
const A_HEX: f32 = 11.0;
/// What a covered enemy stack is taken to have beside the unit on top.
const COVERED: f32 = 3.0;
/// How much of a stack's strength counts by how many hexes away it is; farther away it comes too late.
const REACH: [f32; 6] = [1.0, 1.0, 1.0, 0.8, 0.5, 0.2];
/// The columns by which whoever attacks is taken to shift: an HQ, or an airplane.
const SHIFT: f32 = 1.0;
/// How much of an attack comes across the Marne where there is no bridge.
const ASSAULT: f32 = 0.35;

/// What a side fears, with all that it depends on.
pub(crate) struct Fears {
    /// The number of the game's box; 0 while nobody has asked yet.
    game: u64,
    enemies: Hexes,
    /// What lies on top of them.
    tops: u64,
    /// The strength that the enemy could bring beside each hex.
    strength: Box<[f32]>,
}

impl Default for Fears {
    fn default() -> Fears {
        Fears { game: 0, enemies: Hexes::EMPTY, tops: 0, strength: vec![0.0; HEXES].into_boxed_slice() }
    }
}

impl Fears {
    /// The strength that the enemy could bring beside a hex.
    #[inline]
    fn of(&self, hex: Hex) -> f32 {
        self.strength[hex.index()]
    }

    pub fn agrees_with(&self, other: &Fears) -> bool {
        self.strength == other.strength
    }
}

/// What a column of the Combat Table does to a defender on average.
#[derive(Copy, Clone, Default, Debug)]
pub(crate) struct Blow {
    /// Steps.
    lost: f32,
    /// How often he has to retreat.
    driven: f32,
}

/// The columns of the Combat Table, from 1 to 2 up.
pub(crate) fn blows(tables: &Tables) -> [Blow; COLUMNS] {
    std::array::from_fn(|column| {
        let mut blow = Blow::default();
        for total in 2..=12_u8 {
            let chance = f32::from(6 - total.abs_diff(7)) / 36.0;
            let defender = tables.combat(total, column).defender;
            blow.lost += chance * f32::from(defender.steps);
            blow.driven += if defender.retreat > 0 { chance } else { 0.0 };
        }
        blow
    })
}

/// Hexes, with how much of a strength counts there.
type Shares = Box<[(Hex, f32)]>;

/// The hexes that whoever stands in a hex can come to in his next turn; for each hex once somebody has asked.
#[derive(Debug)]
pub(crate) struct Within(Box<[OnceLock<Shares>]>);

impl Within {
    pub(crate) fn new() -> Within {
        Within((0..HEXES).map(|_| OnceLock::new()).collect())
    }

    fn from(&self, board: &Board, hex: Hex) -> &[(Hex, f32)] {
        self.0[hex.index()].get_or_init(|| {
            let within = board.within(hex, (REACH.len() - 1) as u16);
            within.map(|near| (near, REACH[usize::from(board.distance(hex, near))])).collect()
        })
    }
}

/// A stack, as whoever attacks it finds it.
#[derive(Copy, Clone)]
pub(crate) struct Stand {
    pub defence: f32,
    pub steps: f32,
    /// What all of it is worth.
    pub worth: f32,
}

impl RockOfTheMarne {
    /// Finds out what a side has to fear, if that has changed.
    pub(crate) fn look_out(&self, state: &State, side: Side, fears: &mut Fears) {
        let enemies = state.held[side.other().index()];
        let mut tops = 0_u64;
        for enemy in enemies.iter() {
            let mut stack = state.stack(enemy);
            let top = stack.next().map_or(0, |top| 2 * u64::from(top.0) + u64::from(state.flipped.contains(top)));
            let sight = 2 * top + u64::from(stack.next().is_some());
            tops = (tops ^ sight).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23);
        }
        if fears.game != self.papers.number || fears.tops != tops || fears.enemies != enemies {
            (fears.game, fears.enemies, fears.tops) = (self.papers.number, enemies, tops);
            self.find_fears(state, &enemies, &mut fears.strength);
        }
    }

    fn find_fears(&self, state: &State, enemies: &Hexes, strength: &mut [f32]) {
        strength.fill(0.0);
        for enemy in enemies.iter() {
            let mut stack = state.stack(enemy);
            let Some(top) = stack.next() else { continue };
            let seen = f32::from(self.face(state, top).attack);
            let seen = seen + if stack.next().is_some() { COVERED } else { 0.0 };
            for &(hex, share) in self.sense.reach.from(self.ground.board(), enemy) {
                strength[hex.index()] += seen * share;
            }
        }
    }

    /// The strength with which the enemy of a side could attack a hex: nobody attacks out of a hex of ours, and seldom from
    /// behind.
    pub(crate) fn storm(&self, state: &State, side: Side, hex: Hex, ahead: Around, fears: &Fears) -> f32 {
        let strength = fears.of(hex);
        if strength == 0.0 {
            return 0.0;
        }
        let own = &state.held[side.index()];
        let from = ahead.outside().without(Around::in_set(self.ground.board(), hex, own));
        let approach = self.sense.approaches.toward(hex);
        let (room, best) = match from.and(approach.wet).is_empty() && !state.has(option::LAKES_BOTH_WAYS) {
            true => {
                let (whole, halved) = (from.without(approach.halved).len(), from.and(approach.halved).len());
                let best = if whole > 0 { 1.0 } else { 0.5 };
                (A_HEX * (f32::from(whole) + 0.5 * f32::from(halved)), best)
            }
            false => self.room_for_attack(state, side, hex, from),
        };
        room.min(strength * best)
    }

    /// What the hexes from which the enemy of a side comes have room for, and how much of a strength comes from the best of them.
    fn room_for_attack(&self, state: &State, side: Side, hex: Hex, from: Around) -> (f32, f32) {
        let (mut room, mut best) = (0.0, 0.0_f32);
        for (way, from) in self.ground.board().neighbours(hex).filter(|&(way, _)| from.has(way)) {
            let share = match self.ground.crossing(hex, way) {
                Some(crossing) if self.is_bridged(state, crossing) => 0.5,
                Some(_) if side == GERMAN => 0.0,
                Some(_) => ASSAULT,
                None if self.halves(state, from, hex) => 0.5,
                None => 1.0,
            };
            room += A_HEX * share;
            best = best.max(share);
        }
        (room, best)
    }

    /// What a stack in a hex has to fear of so much strength: the steps that it loses on average, and the ground.
    pub(crate) fn risk(&self, storm: f32, hex: Hex, stand: Stand, eager: f32, ground: f32) -> f32 {
        if storm == 0.0 || stand.steps == 0.0 {
            return 0.0;
        }
        let ratio = storm / stand.defence.max(0.5);
        let odds = if ratio >= 1.0 { ratio } else { 2.0 - 1.0 / ratio };
        let column = odds + SHIFT * eager - f32::from(self.ground.effects(hex).left);
        let last = (COLUMNS - 1) as f32;
        let column = column.clamp(0.0, last);
        let blow = |at: f32| self.sense.blows[at as usize];
        let (low, high, part) = (blow(column.floor()), blow(column.ceil()), column.fract());
        let between = |low: f32, high: f32| low + part * (high - low);
        let lost = (between(low.lost, high.lost) / stand.steps).min(1.0);
        let falls = (between(low.driven, high.driven) + lost * lost).min(1.0);
        let likely = (0.25 + 0.75 * eager) * ((column - 0.5) / 2.5).clamp(0.1, 1.0);
        likely * (lost * stand.worth + falls * ground)
    }

    /// Some units as whoever attacks them finds them.
    pub(crate) fn stand(&self, state: &State, units: PieceSet, worth: impl Fn(crate::pieces::Piece) -> f32) -> Stand {
        let mut stand = Stand { defence: 0.0, steps: 0.0, worth: 0.0 };
        for piece in units.iter() {
            let steps = f32::from(self.steps_left(state, piece));
            stand.defence += f32::from(self.face(state, piece).defence);
            stand.steps += steps;
            stand.worth += steps * worth(piece);
        }
        stand
    }
}
