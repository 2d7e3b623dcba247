//! What lies before a side: how far each hex is from the enemy, and which hexes around it are no farther. It is the same as long as
//! the enemy stays where he is, for all that is asked about any of the hexes.

use crate::RockOfTheMarne;
use crate::ground::{Ground, HEXES, Hexes};
use crate::state::State;
use engine::Side;
use engine::memory::{Latest, Moment, Nearest};
use hexboard::{Board, Direction, Hex};
use std::cell::Cell;

/// From here on it does not matter how far away something is.
pub(crate) const FAR: u8 = 30;

/// Nobody has asked yet. No set of ways and a hex has this bit.
const UNKNOWN: u8 = 1 << 7;

thread_local! {
    /// What each side was asked about last.
    static OUTLOOKS: [Latest<u64, Outlooks>; 2] = const { [const { Latest::unasked() }; 2] };
}

/// A hex and those around it, as bits: by their direction, then itself.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Around(u8);

impl Around {
    const ITSELF: u32 = Direction::ALL.len() as u32;

    /// Those for which something is so.
    #[inline]
    pub fn a_hex(board: &Board, hex: Hex, is: impl Fn(Hex) -> bool) -> Around {
        let around = board.neighbours(hex).fold(0, |bits, (way, at)| bits | u8::from(is(at)) << way.index());
        Around(around | u8::from(is(hex)) << Around::ITSELF)
    }

    /// Those in a set.
    #[inline]
    pub fn in_set(board: &Board, hex: Hex, set: &Hexes) -> Around {
        let mut bits = u8::from(set.contains(hex)) << Around::ITSELF;
        for (way, &at) in board.around(hex).iter().enumerate() {
            bits |= u8::from(set.contains(at)) << way;
        }
        Around(bits)
    }

    #[inline]
    pub fn without(self, others: Around) -> Around {
        Around(self.0 & !others.0)
    }

    #[inline]
    pub fn and(self, others: Around) -> Around {
        Around(self.0 & others.0)
    }

    #[inline]
    pub fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Without the hex itself.
    #[inline]
    pub fn outside(self) -> Around {
        Around(self.0 & !(1 << Around::ITSELF))
    }

    /// Whether the hex in a direction is one of them.
    #[inline]
    pub fn has(self, way: Direction) -> bool {
        self.0 >> way.index() & 1 == 1
    }
}

/// What one hex has before it.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Outlook {
    /// How far the nearest enemy is, as far as it matters.
    pub away: u8,
    /// Which hexes in and around it are played in and no farther from the enemy than it.
    pub ahead: Around,
}

impl Outlook {
    /// That of a hex of which only the distance matters.
    pub fn far(away: u8) -> Outlook {
        Outlook { away, ahead: Around(0) }
    }
}

/// What all hexes have before them, as far as somebody has asked, with all that it depends on.
struct Outlooks {
    /// The number of the game's box, the scenario, and where the enemy is.
    of: (u64, u8, Hexes),
    enemies: Nearest<HEXES>,
    ahead: [Cell<u8>; HEXES],
}

impl Default for Outlooks {
    fn default() -> Self {
        let ahead = [const { Cell::new(UNKNOWN) }; HEXES];
        Outlooks { of: (0, 0, Hexes::EMPTY), enemies: Nearest::default(), ahead }
    }
}

impl Outlooks {
    #[inline]
    fn away(&self, board: &Board, hex: Hex) -> u8 {
        self.enemies.to(board, hex).map_or(FAR, |away| away.min(FAR))
    }
}

/// How attacks come into each hex, worked out once.
#[derive(Debug)]
pub(crate) struct Approaches(Box<[Approach]>);

/// How attacks come into a hex, by the ways to where they come from.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Approach {
    /// Those over the Marne.
    pub wet: Around,
    /// Those that have half strength, whatever the switches say.
    pub halved: Around,
}

impl Approaches {
    pub fn new(ground: &Ground) -> Approaches {
        let approach = |to: Hex| {
            let ways = |is: &dyn Fn(Direction) -> bool| {
                Around(ground.board().neighbours(to).fold(0, |bits, (way, _)| bits | u8::from(is(way)) << way.index()))
            };
            let halves = |way: Direction| {
                let (from, back) = (ground.board().neighbour(to, way), way.opposite());
                let crosses = |from| ground.river_between(from, back) || ground.marne_between(from, back);
                ground.effects(to).halves_attack || from.is_some_and(crosses)
            };
            Approach { wet: ways(&|way| ground.crossing(to, way).is_some()), halved: ways(&halves) }
        };
        Approaches(ground.board().sheet().map(approach).collect())
    }

    #[inline]
    pub fn toward(&self, hex: Hex) -> Approach {
        self.0[hex.index()]
    }
}

impl RockOfTheMarne {
    fn outlooks<T>(&self, state: &State, side: Side, look: impl FnOnce(&Outlooks) -> T) -> T {
        let find = |outlooks: &mut Outlooks| {
            let now = (self.papers.number, state.scenario, state.held[side.other().index()]);
            if outlooks.of != now {
                outlooks.enemies.gather(self.ground.board(), now.2.iter());
                outlooks.ahead.fill_with(|| Cell::new(UNKNOWN));
                outlooks.of = now;
            }
        };
        let same = |one: &Outlooks, other: &Outlooks| one.of == other.of;
        OUTLOOKS.with(|known| known[side.index()].look(Moment::now(), find, same, look))
    }

    /// What a hex has before it for a side.
    #[inline]
    pub(crate) fn outlook(&self, state: &State, side: Side, hex: Hex) -> Outlook {
        self.outlooks(state, side, |outlooks| {
            let (board, known) = (self.ground.board(), &outlooks.ahead[hex.index()]);
            let away = outlooks.away(board, hex);
            if known.get() == UNKNOWN {
                let is_ahead = |at: Hex| self.in_area(state, at) && outlooks.away(board, at) <= away;
                known.set(Around::a_hex(board, hex, is_ahead).0);
            }
            Outlook { away, ahead: Around(known.get()) }
        })
    }

    /// How far the nearest enemy of a side is, as far as it matters.
    #[inline]
    pub(crate) fn enemy_distance(&self, state: &State, side: Side, hex: Hex) -> f32 {
        self.outlooks(state, side, |outlooks| outlooks.away(self.ground.board(), hex)).into()
    }
}
