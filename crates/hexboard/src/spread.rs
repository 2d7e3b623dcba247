use crate::{Board, Direction, Hex, HexSet};

/// Grows sets of hexes by their neighbours, all at once: for lines of supply, areas and fronts, where only matters
/// what can be reached and not at which cost.
///
/// Neighbours lie at few distances in the index, so a whole set moves by shifting its bits.
///
/// ```
/// # use hexboard::*;
/// # fn spread(board: &Board) {
/// let spread: Spread<34> = Spread::new(board, |_, _, _| true);
/// let seeds = [Hex(0)].into_iter().collect();
/// let open = board.hexes().filter(|hex| hex.0 != 1).collect();
/// let reached = spread.flood(seeds, open);
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Spread<const W: usize> {
    shifts: Vec<Shift<W>>,
}

/// The hexes that have a neighbour at this distance in the index.
#[derive(Clone, Debug)]
struct Shift<const W: usize> {
    distance: i32,
    from: HexSet<W>,
}

impl<const W: usize> Spread<W> {
    /// Asks `passes` once for each step between neighbours in play.
    pub fn new(board: &Board, passes: impl Fn(Hex, Direction, Hex) -> bool) -> Spread<W> {
        let mut shifts: Vec<Shift<W>> = Vec::new();
        for from in board.hexes() {
            for (direction, to) in board.neighbours(from).filter(|&(direction, to)| passes(from, direction, to)) {
                debug_assert_eq!(board.neighbour(from, direction), Some(to));
                let distance = i32::from(to.0) - i32::from(from.0);
                match shifts.iter_mut().find(|shift| shift.distance == distance) {
                    Some(shift) => shift.from.insert(from),
                    None => {
                        shifts.push(Shift { distance, from: [from].into_iter().collect() });
                        true
                    }
                };
            }
        }
        Spread { shifts }
    }

    /// The set and all its neighbours.
    #[must_use]
    #[inline]
    pub fn grown(&self, set: HexSet<W>) -> HexSet<W> {
        self.shifts.iter().fold(set, |grown, shift| grown | (set & shift.from).shifted(shift.distance))
    }

    /// All that can be reached from the seeds through open hexes; seeds that are not open are left out.
    #[must_use]
    pub fn flood(&self, seeds: HexSet<W>, open: HexSet<W>) -> HexSet<W> {
        let mut reached = seeds & open;
        loop {
            let grown = self.grown(reached) & open;
            if grown == reached {
                return reached;
            }
            reached = grown;
        }
    }
}
