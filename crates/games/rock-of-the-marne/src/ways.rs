//! Searches over the board. Assault bridges come and go during play, so the cost of a step is asked for when it is made.

use crate::ground::{Ground, HEXES};
use hexboard::{Direction, Hex};
use std::cell::RefCell;

/// A step that cannot be made.
pub(crate) const BARRED: u8 = u8::MAX;
/// The most that a search can spend.
const MOST: usize = 40;

/// Scratch memory for a search: what it cost to reach each hex, and from where.
pub(crate) struct Ways {
    cost: Box<[u8; HEXES]>,
    from: Box<[Hex; HEXES]>,
    planned: [Vec<Hex>; MOST + 1],
    reached: Vec<Hex>,
}

thread_local! {
    static WAYS: RefCell<Ways> = RefCell::new(Ways::new());
    /// A line may be traced while a range is being looked at.
    static LINES: RefCell<Ways> = RefCell::new(Ways::new());
}

impl Ways {
    fn new() -> Ways {
        Ways {
            cost: Box::new([BARRED; HEXES]),
            from: Box::new([Hex::NONE; HEXES]),
            planned: std::array::from_fn(|_| Vec::new()),
            reached: Vec::new(),
        }
    }

    /// The hexes reached, the start first.
    pub fn reached(&self) -> &[Hex] {
        &self.reached
    }

    /// What it cost to reach a hex.
    #[inline]
    pub fn cost(&self, hex: Hex) -> Option<u8> {
        let cost = self.cost[hex.index()];
        (cost != BARRED).then_some(cost)
    }

    /// The way back from a hex to the start, both included.
    pub fn back(&self, hex: Hex) -> impl Iterator<Item = Hex> + '_ {
        let first = self.cost(hex).map(|_| hex);
        std::iter::successors(first, |&hex| Some(self.from[hex.index()]).filter(|&from| from != Hex::NONE))
    }

    fn search(
        &mut self,
        ground: &Ground,
        start: Hex,
        budget: u8,
        step: impl Fn(Hex, Direction, Hex) -> u8,
        goal: impl Fn(Hex) -> bool,
    ) -> Option<Hex> {
        for hex in self.reached.drain(..) {
            self.cost[hex.index()] = BARRED;
        }
        let budget = usize::from(budget).min(MOST);
        self.planned[..=budget].iter_mut().for_each(Vec::clear);
        self.plan(start, 0, Hex::NONE);
        let mut found = None;
        'search: for cost in 0..=budget {
            while let Some(hex) = self.planned[cost].pop() {
                if usize::from(self.cost[hex.index()]) != cost {
                    continue;
                }
                if goal(hex) {
                    found = Some(hex);
                    break 'search;
                }
                for (way, to) in ground.board().neighbours(hex) {
                    let price = step(hex, way, to);
                    let total = cost + usize::from(price);
                    if price != BARRED && total <= budget && total < usize::from(self.cost[to.index()]) {
                        self.plan(to, total, hex);
                    }
                }
            }
        }
        self.planned.iter_mut().for_each(Vec::clear);
        found
    }

    #[inline]
    fn plan(&mut self, hex: Hex, cost: usize, from: Hex) {
        if self.cost[hex.index()] == BARRED {
            self.reached.push(hex);
        }
        self.cost[hex.index()] = cost as u8;
        self.from[hex.index()] = from;
        self.planned[cost].push(hex);
    }
}

/// Finds everything reachable from `start`, and lets somebody look at it.
pub(crate) fn explore<T>(
    ground: &Ground,
    start: Hex,
    budget: u8,
    step: impl Fn(Hex, Direction, Hex) -> u8,
    look: impl FnOnce(&Ways) -> T,
) -> T {
    WAYS.with_borrow_mut(|ways| {
        ways.search(ground, start, budget, step, |_| false);
        look(ways)
    })
}

/// Whether something that `goal` accepts can be reached.
pub(crate) fn find(
    ground: &Ground,
    start: Hex,
    budget: u8,
    step: impl Fn(Hex, Direction, Hex) -> u8,
    goal: impl Fn(Hex) -> bool,
) -> Option<Hex> {
    LINES.with_borrow_mut(|ways| ways.search(ground, start, budget, step, goal))
}
