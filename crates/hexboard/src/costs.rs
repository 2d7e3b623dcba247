use crate::{Board, Direction, Hex};

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
    /// By parity of the line and direction; wraps around, as steps back are large numbers.
    distances: [[u16; 6]; 2],
}

/// The costs of the six ways out of a hex.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Row {
    pub steps: [u8; 6],
    pub parity: u8,
}

impl Costs {
    /// Marks a step that cannot be made.
    pub const BARRED: u8 = u8::MAX;

    /// Asks `step` once for each step between neighbours in play; `None` or
    /// [`BARRED`](Costs::BARRED) is a step that cannot be made.
    pub fn new(board: &Board, step: impl Fn(Hex, Direction, Hex) -> Option<u8>) -> Costs {
        let mut distances = [[0; 6]; 2];
        let rows = board
            .sheet()
            .map(|from| {
                let parity = board.sheet.line_parity(from);
                let mut steps = [Self::BARRED; 6];
                for (direction, to) in board.neighbours(from) {
                    let way = direction.index();
                    steps[way] = step(from, direction, to).unwrap_or(Self::BARRED);
                    distances[parity][way] = to.0.wrapping_sub(from.0);
                }
                Row { steps, parity: parity as u8 }
            })
            .collect();
        Costs { rows, distances }
    }

    /// The cost of one step.
    #[must_use]
    pub fn step(&self, from: Hex, direction: Direction) -> Option<u8> {
        let cost = self.rows[from.index()].steps[direction.index()];
        (cost != Self::BARRED).then_some(cost)
    }

    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    #[inline]
    pub(crate) fn row(&self, from: Hex) -> Row {
        self.rows[from.index()]
    }

    #[inline]
    pub(crate) fn distances(&self, row: Row) -> &[u16; 6] {
        &self.distances[usize::from(row.parity & 1)]
    }
}
