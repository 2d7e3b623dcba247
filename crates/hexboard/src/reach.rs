use std::cell::RefCell;

use crate::{Board, Costs, Entry, Hex, Step};

/// As many places as 16 bits can name, so that no index by hex needs a check.
type PerHex<T> = Box<[T; 1 << 16]>;

/// Scratch memory for searches; make one and keep it: a query allocates nothing after the first.
///
/// ```
/// # use hexboard::{Board, Costs, Entry, Hex, Reach};
/// fn count_around(board: &Board, start: Hex, steps: u8) -> usize {
///     let costs = Costs::new(board, |_from, _direction, _to| Some(1));
///     let mut reach = Reach::new(board);
///     reach.explore(&costs, start, steps, |_| Entry::Free, |_| 0);
///     reach.reached().len()
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Reach {
    /// Cheapest known way to each hex before its surcharge for entering, or more than the budget.
    arrival: PerHex<u8>,
    /// The hex from which that way comes.
    came_from: PerHex<u16>,
    /// What each hex reached has cost, or `UNREACHED`.
    cost: PerHex<u8>,
    /// The last visit planned at each cost, or `NO_VISIT`.
    planned: [u32; 256],
    visits: Vec<Visit>,
    /// The start, then all others in order of growing cost.
    reached: Vec<Hex>,
}

const UNREACHED: u8 = u8::MAX;
const NO_VISIT: u32 = u32::MAX;
/// The highest cost that is not a mark.
const MAX_BUDGET: u8 = u8::MAX - 1;

/// A hex to be visited at some cost, and the visit planned before it at the same cost.
#[derive(Copy, Clone, Debug)]
struct Visit {
    before: u32,
    hex: Hex,
    stage: Stage,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Stage {
    /// Arrived at the hex, but not yet asked what entering it means.
    Arrived,
    /// Has paid the surcharge for entering.
    Entered,
    /// Has paid the surcharge for entering, and goes no further.
    Stopped,
}

thread_local! {
    /// The scratch memory of this thread that nobody searches with now.
    #[expect(clippy::vec_box, reason = "it is large, and moved in and out for each search")]
    static IDLE: RefCell<Vec<Box<Reach>>> = const { RefCell::new(Vec::new()) };
}

/// Lends scratch memory to somebody who searches. He may search again while he looks at what he found.
///
/// ```
/// # use hexboard::{Costs, Entry, Hex, searching};
/// fn is_near(costs: &Costs, one: Hex, other: Hex) -> bool {
///     searching(|reach| reach.trace(costs, one, 6, |_| Entry::Free, |_| 0, |hex| hex == other).is_some())
/// }
/// ```
pub fn searching<T>(search: impl FnOnce(&mut Reach) -> T) -> T {
    let mut reach = IDLE.with_borrow_mut(Vec::pop).unwrap_or_default();
    let found = search(&mut reach);
    IDLE.with_borrow_mut(|idle| idle.push(reach));
    found
}

impl Reach {
    /// Scratch memory for this board.
    #[must_use]
    pub fn new(board: &Board) -> Reach {
        let mut reach = Reach::default();
        reach.make_room(board.len());
        reach
    }

    fn make_room(&mut self, hexes: usize) {
        // Each hex is arrived at from six sides at most, and pays its surcharge once.
        self.visits.reserve(hexes * 7);
        self.reached.reserve(hexes);
    }

    /// Finds everything reachable from `start` for at most `budget` (254 at most).
    ///
    /// `enter` is asked once for each hex arrived at; `leave` gives the surcharge for leaving a
    /// hex. The start is not entered, and can always be left.
    pub fn explore(
        &mut self,
        costs: &Costs,
        start: Hex,
        budget: u8,
        enter: impl Fn(Hex) -> Entry,
        leave: impl Fn(Hex) -> u8,
    ) {
        self.trace(costs, start, budget, enter, leave, |_| false);
    }

    /// Finds everything reachable for at most `budget` (254 at most) from some hexes, each with what it costs to begin
    /// there, where the query has its own say about steps.
    ///
    /// `step` gives all that a step costs, the hexes at both its ends included, or `None` if it cannot be made. That is
    /// never less than what the table has, but where the table says [`ASKED`](Costs::ASKED). `meet` is told of each hex
    /// when a way to it is first found, and not of the hexes where the search begins.
    pub fn explore_by(
        &mut self,
        costs: &Costs,
        starts: impl IntoIterator<Item = (Hex, u8)>,
        budget: u8,
        step: impl Fn(Step) -> Option<u8>,
        mut meet: impl FnMut(Hex),
    ) {
        let budget = budget.min(MAX_BUDGET);
        self.begin(costs, budget);
        for (start, price) in starts {
            if price < self.arrival[usize::from(start.0)] {
                self.arrive(start, start, price);
            }
        }
        self.search(
            budget,
            |_| Entry::Free,
            |_| false,
            |reach, hex, cost| reach.go_on_by(costs, hex, (cost, budget), &step, &mut meet),
        );
    }

    /// Finds the cheapest hex that `goal` accepts, the start included, for at most `budget` (254
    /// at most): a line of supply or retreat, to be read with [`path`](Reach::path).
    ///
    /// The search ends there: other hexes that it has reached are not all there are.
    pub fn trace(
        &mut self,
        costs: &Costs,
        start: Hex,
        budget: u8,
        enter: impl Fn(Hex) -> Entry,
        leave: impl Fn(Hex) -> u8,
        goal: impl Fn(Hex) -> bool,
    ) -> Option<Hex> {
        let budget = budget.min(MAX_BUDGET);
        self.begin(costs, budget);
        let start_index = usize::from(start.0);
        self.arrival[start_index] = 0;
        self.came_from[start_index] = start.0;
        self.plan(0, start, Stage::Entered);
        self.search(budget, enter, goal, |reach, hex, cost| reach.go_on(costs, hex, cost.saturating_add(leave(hex))))
    }

    /// The hexes that the last query reached, in order of growing cost, without the one where it began: of several the
    /// cheapest.
    #[must_use]
    pub fn reached(&self) -> &[Hex] {
        self.reached.get(1..).unwrap_or_default()
    }

    /// What it cost the last query to reach this hex.
    #[must_use]
    #[inline]
    pub fn cost(&self, hex: Hex) -> Option<u16> {
        let cost = self.cost[usize::from(hex.0)];
        (cost != UNREACHED).then_some(cost.into())
    }

    /// The cheapest way of the last query, back from this hex to the start, both included.
    ///
    /// Empty if the hex was not reached.
    pub fn path(&self, hex: Hex) -> impl Iterator<Item = Hex> {
        let last = self.cost(hex).map(|_| hex);
        std::iter::successors(last, |&hex| {
            let before = Hex(self.came_from[usize::from(hex.0)]);
            (before != hex).then_some(before)
        })
    }

    /// Whether both searches have found the same hexes, at the same cost.
    #[must_use]
    pub fn agrees_with(&self, other: &Reach) -> bool {
        self.reached == other.reached && self.reached.iter().all(|&hex| self.cost(hex) == other.cost(hex))
    }

    /// Works off what is planned, in order of growing cost, until `goal` accepts a hex.
    #[inline]
    fn search(
        &mut self,
        budget: u8,
        enter: impl Fn(Hex) -> Entry,
        goal: impl Fn(Hex) -> bool,
        mut go_on: impl FnMut(&mut Reach, Hex, u8),
    ) -> Option<Hex> {
        for cost in 0..=budget {
            while let Some(visit) = self.next_visit(cost) {
                let Some(stage) = self.enter(visit, cost, budget, &enter) else {
                    continue;
                };
                let hex = visit.hex;
                self.cost[usize::from(hex.0)] = cost;
                self.reached.push(hex);
                if goal(hex) {
                    return Some(hex);
                }
                if stage == Stage::Entered {
                    go_on(self, hex, cost);
                }
            }
        }
        None
    }

    fn begin(&mut self, costs: &Costs, budget: u8) {
        self.arrival[..costs.len()].fill(budget + 1);
        self.cost[..costs.len()].fill(UNREACHED);
        self.planned[..=usize::from(budget)].fill(NO_VISIT);
        self.visits.clear();
        self.reached.clear();
        self.make_room(costs.len());
    }

    /// Notes that a hex is reached from another for less than was known.
    #[inline]
    fn arrive(&mut self, hex: Hex, from: Hex, arrival: u8) {
        self.arrival[usize::from(hex.0)] = arrival;
        self.came_from[usize::from(hex.0)] = from.0;
        self.plan(arrival, hex, Stage::Arrived);
    }

    /// Arrives at all neighbours that are cheaper to reach from here than was known.
    #[inline]
    fn go_on(&mut self, costs: &Costs, hex: Hex, cost: u8) {
        let row = costs.row(hex);
        let distances = costs.distances(row);
        // No processor can guess which of the six are cheaper, so all are compared before the
        // first branch.
        let mut cheaper = 0_u32;
        for (way, distance) in distances[..6].iter().enumerate() {
            let known = self.arrival[usize::from(hex.0.wrapping_add(*distance))];
            // A barred step comes to 255, which is less than no arrival.
            cheaper |= u32::from(cost.saturating_add(row.step(way)) < known) << way;
        }
        while cheaper != 0 {
            let way = cheaper.trailing_zeros() as usize & 7;
            cheaper &= cheaper - 1;
            let beyond = hex.0.wrapping_add(distances[way]);
            self.arrive(Hex(beyond), hex, cost.saturating_add(row.step(way)));
        }
    }

    /// The same where the query has its own say about each step.
    #[inline]
    fn go_on_by(
        &mut self,
        costs: &Costs,
        from: Hex,
        (cost, budget): (u8, u8),
        step: &impl Fn(Step) -> Option<u8>,
        meet: &mut impl FnMut(Hex),
    ) {
        let row = costs.row(from);
        if row.least() > budget - cost {
            return;
        }
        let distances = costs.distances(row);
        let mut open = row.asked();
        for (way, distance) in distances[..6].iter().enumerate() {
            let known = self.arrival[usize::from(from.0.wrapping_add(*distance))];
            open |= u32::from(cost.saturating_add(row.step(way)) < known) << way;
        }
        while open != 0 {
            let way = costs.way(from, row, open.trailing_zeros() as usize);
            open &= open - 1;
            let Some(price) = step(way) else { continue };
            let (arrival, known) = (cost.saturating_add(price), self.arrival[usize::from(way.to.0)]);
            if arrival < known {
                if known > budget {
                    meet(way.to);
                }
                self.arrive(way.to, from, arrival);
            }
        }
    }

    /// How the hex of this visit is reached now, if it is.
    ///
    /// All ways into a hex pay the same surcharge, so it can wait until the cheapest is known;
    /// then the hex is asked once, and visited again when it has paid.
    #[inline]
    fn enter(&mut self, visit: Visit, cost: u8, budget: u8, enter: &impl Fn(Hex) -> Entry) -> Option<Stage> {
        let hex = visit.hex;
        if visit.stage != Stage::Arrived {
            return Some(visit.stage);
        }
        let found_cheaper_since = self.arrival[usize::from(hex.0)] != cost;
        if found_cheaper_since {
            return None;
        }
        let (stage, extra) = match enter(hex) {
            Entry::Free => (Stage::Entered, 0),
            Entry::Extra(extra) => (Stage::Entered, extra),
            Entry::Stop(extra) => (Stage::Stopped, extra),
            Entry::Barred => return None,
        };
        if extra == 0 {
            return Some(stage);
        }
        let paid = cost.saturating_add(extra);
        if paid <= budget {
            self.plan(paid, hex, stage);
        }
        None
    }

    #[inline]
    fn plan(&mut self, cost: u8, hex: Hex, stage: Stage) {
        let last = &mut self.planned[usize::from(cost)];
        let before = std::mem::replace(last, self.visits.len() as u32);
        self.visits.push(Visit { before, hex, stage });
    }

    #[inline]
    fn next_visit(&mut self, cost: u8) -> Option<Visit> {
        let last = &mut self.planned[usize::from(cost)];
        let visit = *self.visits.get(*last as usize)?;
        *last = visit.before;
        Some(visit)
    }
}

/// Scratch memory for any board: it grows to the size of the largest that is searched.
impl Default for Reach {
    fn default() -> Reach {
        Reach {
            arrival: per_hex(0),
            came_from: per_hex(0),
            cost: per_hex(UNREACHED),
            planned: [NO_VISIT; 256],
            visits: Vec::new(),
            reached: Vec::new(),
        }
    }
}

fn per_hex<T: Clone + std::fmt::Debug>(value: T) -> PerHex<T> {
    let places: Result<PerHex<T>, _> = vec![value; 1 << 16].into_boxed_slice().try_into();
    places.expect("just made with as many places")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BoardBuilder, Numbering, TerrainKind};

    #[test]
    fn queries_stay_within_the_memory_they_began_with() {
        let numbering = Numbering::plain(1..=40, 1..=30);
        let clear = TerrainKind { name: "clear".into(), void: false };
        let board = BoardBuilder::new(numbering, vec![clear], Vec::new()).expect("a sound numbering").build();
        // Costs that fall from direction to direction make hexes cheaper again and again.
        let costs =
            Costs::new(&board, |from, direction, _| Some(((from.index() * 7 + direction.index() * 5) % 13) as u8));
        let mut reach = Reach::new(&board);
        let before = (reach.visits.capacity(), reach.reached.capacity());
        for start in board.hexes() {
            reach.explore(&costs, start, 255, |_| Entry::Extra(1), |_| 0);
            reach.explore_by(&costs, [(start, 0)], 255, |step| Some(step.cost), |_| {});
        }
        let after = (reach.visits.capacity(), reach.reached.capacity());
        assert_eq!(before, after);
    }
}
