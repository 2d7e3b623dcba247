use crate::{Board, Direction, Hex};

/// A step from a hex to its neighbour.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Where it begins.
    pub from: Hex,
    /// Whither it leads.
    pub direction: Direction,
    /// Where it ends.
    pub to: Hex,
    /// What it costs by the table, or [`Costs::ASKED`].
    pub cost: u8,
}

/// What entering a hex means for a search, asked at query time: zones of control, enemies, stacks.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Entry {
    /// Nothing.
    Free,
    /// Costs so much more.
    Extra(u8),
    /// Costs so much more, and the search goes no further from there.
    Stop(u8),
    /// Cannot be entered.
    Barred,
}

/// The cost of each step from a hex in a direction, computed once per board and kind of mover.
///
/// Neighbours are not stored: they lie at distances in the index that depend only on the direction
/// and on whether the line of hexes is odd or even. So a hex takes eight bytes, and the whole of a
/// large board stays in the fastest memory.
#[derive(Clone, Debug)]
pub struct Costs {
    rows: Vec<Row>,
    distances: [Distances; 2],
}

/// The costs of the six ways out of a hex in the lowest bytes of one word, then as bits those of them that only a query
/// knows, barred to all others, and above them what the cheapest way costs, up to 3; in the highest byte the parity of its line, and
/// above it as bits all ways that are open.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Row(u64);

/// The bytes of a row beyond its six costs.
const ASKED_BITS: usize = 6;
const PARITY: usize = 7;
const ALL_SIX: u32 = 0x3f;
/// Where in its byte the cost of the cheapest way begins, and the most that is written there.
const LEAST: usize = 6;
const MOST_LEAST: u8 = 3;

impl Row {
    #[inline]
    pub fn step(self, way: usize) -> u8 {
        (self.0 >> (8 * way)) as u8
    }

    /// The ways of which only a query knows what they cost, as bits.
    #[inline]
    pub fn asked(self) -> u32 {
        (self.0 >> (8 * ASKED_BITS)) as u32 & ALL_SIX
    }

    /// No way out of the hex costs less.
    #[inline]
    pub fn least(self) -> u8 {
        (self.0 >> (8 * ASKED_BITS + LEAST)) as u8 & MOST_LEAST
    }

    /// The ways that are not barred, clockwise.
    #[inline]
    fn ways(self) -> impl Iterator<Item = usize> {
        let mut left = (self.0 >> (8 * PARITY + 1)) as u32 & ALL_SIX;
        std::iter::from_fn(move || {
            let way = (left != 0).then(|| left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(way)
        })
    }

    /// The cost, or that only a query knows it.
    #[inline]
    pub fn told(self, way: usize) -> u8 {
        if self.asked() >> way & 1 == 1 { Costs::ASKED } else { self.step(way) }
    }

    #[inline]
    fn parity(self) -> usize {
        (self.0 >> (8 * PARITY)) as usize & 1
    }
}

/// How far away in the index the neighbours are. Wraps around: a step back is a large number.
///
/// There are eight, as any three bits are then an index that needs no check.
pub(crate) type Distances = [u16; 8];

impl Costs {
    /// Marks a step that cannot be made.
    pub const BARRED: u8 = u8::MAX;
    /// Marks a step of which only a query knows what it costs, such as over a bridge that may be blown: a search by the
    /// table alone does not make it.
    pub const ASKED: u8 = u8::MAX - 1;

    /// Asks `step` once for each step between neighbours in play; `None` or
    /// [`BARRED`](Costs::BARRED) is a step that cannot be made.
    pub fn new(board: &Board, step: impl Fn(Hex, Direction, Hex) -> Option<u8>) -> Costs {
        let mut distances = [[0; 8]; 2];
        let rows = board
            .sheet()
            .map(|from| {
                let parity = board.sheet.line_parity(from);
                let mut row = [Self::BARRED; 8];
                (row[ASKED_BITS], row[PARITY]) = (0, parity as u8);
                for (direction, to) in board.neighbours(from) {
                    let way = direction.index();
                    let cost = step(from, direction, to).unwrap_or(Self::BARRED);
                    match cost {
                        Self::ASKED => row[ASKED_BITS] |= 1 << way,
                        cost => row[way] = cost,
                    }
                    row[PARITY] |= u8::from(cost != Self::BARRED) << (way + 1);
                    distances[parity][way] = to.0.wrapping_sub(from.0);
                }
                let cheapest = row[..ASKED_BITS].iter().fold(MOST_LEAST, |least, &cost| least.min(cost));
                let least = if row[ASKED_BITS] == 0 { cheapest } else { 0 };
                row[ASKED_BITS] |= least << LEAST;
                Row(u64::from_le_bytes(row))
            })
            .collect();
        Costs { rows, distances }
    }

    /// The cost of one step, or [`ASKED`](Costs::ASKED).
    #[must_use]
    #[inline]
    pub fn step(&self, from: Hex, direction: Direction) -> Option<u8> {
        let cost = self.row(from).told(direction.index());
        (cost != Self::BARRED).then_some(cost)
    }

    /// The hexes to which a step can be made, clockwise.
    #[inline]
    pub fn near(&self, from: Hex) -> impl Iterator<Item = Hex> + use<'_> {
        let row = self.row(from);
        let distances = self.distances(row);
        row.ways().map(move |way| Hex(from.0.wrapping_add(distances[way & 7])))
    }

    /// The steps out of a hex that can be made, clockwise.
    #[inline]
    pub fn steps(&self, from: Hex) -> impl Iterator<Item = Step> + use<'_> {
        let row = self.row(from);
        row.ways().map(move |way| self.way(from, row, way))
    }

    /// One of the six steps out of a hex.
    #[inline]
    pub(crate) fn way(&self, from: Hex, row: Row, way: usize) -> Step {
        let to = Hex(from.0.wrapping_add(self.distances(row)[way & 7]));
        Step { from, direction: Direction::ALL[way], to, cost: row.told(way) }
    }

    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    #[inline]
    pub(crate) fn row(&self, from: Hex) -> Row {
        self.rows[from.index()]
    }

    #[inline]
    pub(crate) fn distances(&self, row: Row) -> &Distances {
        &self.distances[row.parity()]
    }
}
