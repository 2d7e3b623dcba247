//! Searches over the board. Assault bridges come and go during play, so the cost of a step over the Marne is asked for when
//! it is made.

use crate::ground::{Ground, HEXES, Hexes};
use hexboard::{Direction, Hex};
use std::cell::RefCell;

/// A step that cannot be made.
pub(crate) const BARRED: u8 = u8::MAX;
/// A step over the Marne, which depends on the bridges of the moment.
pub(crate) const MARNE: u8 = u8::MAX - 1;
/// The most that a search can spend.
const MOST: usize = 40;

/// Places in an array by hex: more than there are, so that a masked index needs no check.
const PLACES: usize = 4096;
const _: () = assert!(HEXES <= PLACES);

#[inline]
fn at(hex: Hex) -> usize {
    hex.index() & (PLACES - 1)
}

/// The steps between hexes, worked out once.
#[derive(Debug)]
pub(crate) struct Steps {
    /// For each hex and direction what the step costs in half points, [`MARNE`] or [`BARRED`].
    costs: Box<[[u8; 6]; PLACES]>,
    /// For each hex and direction the neighbour, or the hex itself where there is none.
    next: Box<[[Hex; 6]; PLACES]>,
    /// For each hex its place in axial coordinates.
    places: Box<[[i16; 2]]>,
}

impl Steps {
    pub fn new(ground: &Ground) -> Steps {
        let board = ground.board();
        let cost = |from: Hex, way: Direction| match ground.crossing(from, way) {
            Some(_) => MARNE,
            None => ground.costs().step(from, way).unwrap_or(BARRED),
        };
        let next = |from: Hex, way: Direction| board.neighbour(from, way).unwrap_or(from);
        let mut costs = Box::new([[BARRED; 6]; PLACES]);
        let mut neighbours = Box::new([[Hex(0); 6]; PLACES]);
        for from in board.sheet() {
            costs[at(from)] = Direction::ALL.map(|way| cost(from, way));
            neighbours[at(from)] = Direction::ALL.map(|way| next(from, way));
        }
        Steps {
            costs,
            next: neighbours,
            places: board.sheet().map(|hex| board.position(hex)).map(|at| [at.x as i16, at.y as i16]).collect(),
        }
    }

    /// How many steps apart two hexes are, whatever lies between.
    #[inline]
    pub fn distance(&self, one: Hex, other: Hex) -> u8 {
        let ([x, y], [u, v]) = (self.places[one.index()], self.places[other.index()]);
        let (east, south) = (x - u, y - v);
        east.unsigned_abs().max(south.unsigned_abs()).max((east + south).unsigned_abs()) as u8
    }

    /// What a step costs.
    #[inline]
    pub fn cost(&self, from: Hex, way: Direction) -> u8 {
        self.costs[at(from)][way.index()]
    }
}

/// All that a search depends on: if it is the same again, so is what was found.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Question {
    /// Where it starts.
    pub start: Hex,
    /// What it may spend.
    pub budget: u8,
    /// Hexes that can be entered.
    pub open: Hexes,
    /// Hexes that cost more.
    pub zone: Hexes,
    /// How much more.
    pub toll: u8,
    /// The hexsides of the Marne with assault bridges that can be crossed.
    pub bridged: [u64; 4],
    /// Whether some of the printed bridges are blown.
    pub blown: bool,
}

/// Scratch memory for a search: what it cost to reach each hex, and from where.
pub(crate) struct Ways {
    cost: Box<[u8; PLACES]>,
    from: Box<[Hex; PLACES]>,
    planned: [Vec<Hex>; MOST + 1],
    reached: Vec<Hex>,
    answered: Option<Question>,
}

thread_local! {
    static WAYS: RefCell<Ways> = RefCell::new(Ways::new());
    /// A line may be traced while a range is being looked at.
    static LINES: RefCell<Ways> = RefCell::new(Ways::new());
}

impl Ways {
    fn new() -> Ways {
        Ways {
            cost: Box::new([BARRED; PLACES]),
            from: Box::new([Hex::NONE; PLACES]),
            planned: std::array::from_fn(|_| Vec::new()),
            reached: Vec::new(),
            answered: None,
        }
    }

    /// The hexes reached, the start first.
    pub fn reached(&self) -> &[Hex] {
        &self.reached
    }

    /// What it cost to reach a hex.
    #[inline]
    pub fn cost(&self, hex: Hex) -> Option<u8> {
        let cost = self.cost[at(hex)];
        (cost != BARRED).then_some(cost)
    }

    /// The way back from a hex to the start, both included.
    pub fn back(&self, hex: Hex) -> impl Iterator<Item = Hex> + '_ {
        let first = self.cost(hex).map(|_| hex);
        std::iter::successors(first, |&hex| Some(self.from[at(hex)]).filter(|&from| from != Hex::NONE))
    }

    fn begin(&mut self, start: Hex, budget: u8) -> usize {
        for hex in self.reached.drain(..) {
            self.cost[at(hex)] = BARRED;
        }
        self.plan(start, 0, Hex::NONE);
        usize::from(budget).min(MOST)
    }

    /// Finds everything that a question asks for.
    fn explore(&mut self, steps: &Steps, question: &Question, bridge: impl Fn(Hex, Direction) -> u8) {
        let budget = self.begin(question.start, question.budget);
        for cost in 0..=budget {
            while let Some(hex) = self.planned[cost].pop() {
                if usize::from(self.cost[at(hex)]) != cost {
                    continue;
                }
                let (costs, next) = (&steps.costs[at(hex)], &steps.next[at(hex)]);
                for (way, (&price, &to)) in Direction::ALL.into_iter().zip(costs.iter().zip(next)) {
                    let price = if price == MARNE { bridge(hex, way) } else { price };
                    let known = usize::from(self.cost[at(to)]);
                    let mut total = cost + usize::from(price);
                    if total > budget || total >= known || !question.open.contains(to) {
                        continue;
                    }
                    if question.zone.contains(to) {
                        total += usize::from(question.toll);
                    }
                    if total <= budget && total < known {
                        self.plan(to, total, hex);
                    }
                }
            }
        }
    }

    /// Finds the nearest hex that `goal` accepts, each step through open hexes counting one.
    fn find(&mut self, steps: &Steps, start: Hex, budget: u8, open: &Hexes, goal: impl Fn(Hex) -> bool) -> Option<Hex> {
        let budget = self.begin(start, budget);
        self.answered = None;
        for cost in 0..=budget {
            while let Some(hex) = self.planned[cost].pop() {
                if goal(hex) {
                    self.planned[cost..].iter_mut().take(2).for_each(Vec::clear);
                    return Some(hex);
                }
                if cost == budget {
                    continue;
                }
                for &to in &steps.next[at(hex)] {
                    if self.cost[at(to)] == BARRED && open.contains(to) {
                        self.plan(to, cost + 1, hex);
                    }
                }
            }
        }
        None
    }

    #[inline]
    fn plan(&mut self, hex: Hex, cost: usize, from: Hex) {
        if self.cost[at(hex)] == BARRED {
            self.reached.push(hex);
        }
        self.cost[at(hex)] = cost as u8;
        self.from[at(hex)] = from;
        self.planned[cost].push(hex);
    }
}

/// Finds everything that a question asks for, unless it was the last one asked, and lets somebody look at it.
pub(crate) fn explore<T>(
    steps: &Steps,
    question: Question,
    bridge: impl Fn(Hex, Direction) -> u8,
    look: impl FnOnce(&Ways) -> T,
) -> T {
    WAYS.with_borrow_mut(|ways| {
        if ways.answered.as_ref() != Some(&question) {
            ways.explore(steps, &question, bridge);
            ways.answered = Some(question);
        }
        look(ways)
    })
}

/// Whether something that `goal` accepts lies within so many open hexes.
pub(crate) fn find(steps: &Steps, start: Hex, range: u8, open: &Hexes, goal: impl Fn(Hex) -> bool) -> Option<Hex> {
    LINES.with_borrow_mut(|ways| ways.find(steps, start, range, open, goal))
}

/// A shortest line of so many open hexes from a start to a goal, told from the goal back to the start.
pub(crate) fn line(steps: &Steps, start: Hex, range: u8, open: &Hexes, goal: Hex) -> Option<Vec<Hex>> {
    LINES.with_borrow_mut(|ways| {
        let found = ways.find(steps, start, range, open, |hex| hex == goal)?;
        Some(ways.back(found).collect())
    })
}

/// All that lies within so many open hexes, with how many it takes.
pub(crate) fn within(steps: &Steps, start: Hex, range: u8, open: &Hexes, mut look: impl FnMut(Hex, u8)) {
    LINES.with_borrow_mut(|ways| {
        ways.find(steps, start, range, open, |_| false);
        ways.reached.iter().for_each(|&hex| look(hex, ways.cost[at(hex)]));
    });
}

thread_local! {
    static FIELDS: RefCell<[Field; 2]> = RefCell::new([Field::new(), Field::new()]);
}

/// How far each hex is from the nearest of some, as the crow flies.
struct Field {
    from: Hexes,
    distance: Box<[u8; HEXES]>,
    queue: Vec<Hex>,
}

impl Field {
    fn new() -> Field {
        Field { from: Hexes::EMPTY, distance: Box::new([BARRED; HEXES]), queue: Vec::new() }
    }

    fn measure(&mut self, steps: &Steps, from: &Hexes) {
        self.from = *from;
        self.distance.fill(BARRED);
        self.queue.clear();
        for hex in from.iter() {
            self.distance[hex.index()] = 0;
            self.queue.push(hex);
        }
        let mut done = 0;
        while let Some(&hex) = self.queue.get(done) {
            done += 1;
            let further = self.distance[hex.index()].saturating_add(1);
            for &to in &steps.next[at(hex)] {
                if self.distance[to.index()] > further {
                    self.distance[to.index()] = further;
                    self.queue.push(to);
                }
            }
        }
    }
}

/// How far a hex is from the nearest of some, measured anew only when they have changed. There are two fields, so that
/// two questions can be asked in turn.
pub(crate) fn distance(steps: &Steps, field: usize, from: &Hexes, hex: Hex) -> u8 {
    FIELDS.with_borrow_mut(|fields| {
        let field = &mut fields[field];
        if field.from != *from {
            field.measure(steps, from);
        }
        field.distance[hex.index()]
    })
}

/// How many floods are remembered.
const FLOODS: usize = 6;

/// What was asked last of floods, and what came out.
struct Floods {
    known: [Option<(Hexes, Hexes, bool, Hexes)>; FLOODS],
    next: usize,
    queue: Vec<Hex>,
}

thread_local! {
    static FLOOD: RefCell<Floods> = const { RefCell::new(Floods { known: [None; FLOODS], next: 0, queue: Vec::new() }) };
}

/// Everything that can be reached from some hexes through open ones, and not across the Marne if the `banks` are apart.
/// Floods that were asked for a short while ago are remembered.
pub(crate) fn flood(steps: &Steps, open: &Hexes, seeds: &Hexes, banks: bool) -> Hexes {
    FLOOD.with_borrow_mut(|floods| {
        let same =
            |(known, from, apart, _): &&(Hexes, Hexes, bool, Hexes)| *apart == banks && from == seeds && known == open;
        if let Some((.., reached)) = floods.known.iter().flatten().find(same) {
            return *reached;
        }
        let reached = run_flood(steps, open, seeds, banks, &mut floods.queue);
        floods.known[floods.next] = Some((*open, *seeds, banks, reached));
        floods.next = (floods.next + 1) % FLOODS;
        reached
    })
}

/// A shortest line of any length through open hexes to one of some goals; `bridge` says where it may cross the Marne.
pub(crate) fn long_line(
    steps: &Steps,
    start: Hex,
    open: &Hexes,
    goals: &Hexes,
    bridge: impl Fn(Hex, Direction) -> bool,
) -> Option<Vec<Hex>> {
    let (mut from, mut queue) = (vec![None; HEXES], vec![start]);
    let (mut seen, mut done): (Hexes, usize) = ([start].into_iter().collect(), 0);
    while let Some(&hex) = queue.get(done) {
        if goals.contains(hex) {
            return Some(std::iter::successors(Some(hex), |hex| from[hex.index()]).collect());
        }
        done += 1;
        let (costs, next) = (&steps.costs[at(hex)], &steps.next[at(hex)]);
        for (way, (&cost, &to)) in Direction::ALL.into_iter().zip(costs.iter().zip(next)) {
            let passes = cost != MARNE || bridge(hex, way);
            if passes && open.contains(to) && seen.insert(to) {
                from[to.index()] = Some(hex);
                queue.push(to);
            }
        }
    }
    None
}

fn run_flood(steps: &Steps, open: &Hexes, seeds: &Hexes, banks: bool, queue: &mut Vec<Hex>) -> Hexes {
    let mut reached = *seeds & *open;
    queue.clear();
    queue.extend(reached.iter());
    while let Some(hex) = queue.pop() {
        let (costs, next) = (&steps.costs[at(hex)], &steps.next[at(hex)]);
        for (&cost, &to) in costs.iter().zip(next) {
            let passes = !banks || cost != MARNE;
            if passes && open.contains(to) && reached.insert(to) {
                queue.push(to);
            }
        }
    }
    reached
}

/// HQs, each with its hex and how far it serves.
pub(crate) type Kitchens = Vec<(Hex, u8)>;

/// What was asked last of kitchens, and where they serve.
struct Served {
    open: Hexes,
    kitchens: Kitchens,
    hexes: Hexes,
    planned: [Vec<Hex>; MOST + 1],
}

thread_local! {
    static SERVED: RefCell<[Served; 2]> = RefCell::new([Served::new(), Served::new()]);
}

impl Served {
    fn new() -> Served {
        Served {
            open: Hexes::EMPTY,
            kitchens: Kitchens::new(),
            hexes: Hexes::EMPTY,
            planned: std::array::from_fn(|_| Vec::new()),
        }
    }

    fn find(&mut self, steps: &Steps, open: &Hexes, kitchens: Kitchens) {
        self.hexes = Hexes::EMPTY;
        for &(hex, range) in &kitchens {
            self.planned[usize::from(range).min(MOST)].push(hex);
        }
        for left in (0..=MOST).rev() {
            while let Some(hex) = self.planned[left].pop() {
                // Who comes with less left to go reaches nothing more.
                if !self.hexes.insert(hex)
                    || left == 0
                    || !(open.contains(hex) || kitchens.contains(&(hex, left as u8)))
                {
                    continue;
                }
                self.planned[left - 1].extend(steps.next[at(hex)]);
            }
        }
        (self.open, self.kitchens) = (*open, kitchens);
    }
}

/// All hexes that HQs serve through open ones, the last hex excepted; worked out anew only when something has changed. There are
/// two places, so that two questions can be asked in turn.
pub(crate) fn served(steps: &Steps, place: usize, open: &Hexes, kitchens: Kitchens) -> Hexes {
    SERVED.with_borrow_mut(|served| {
        let served = &mut served[place];
        if served.kitchens != kitchens || served.open != *open {
            served.find(steps, open, kitchens);
        }
        served.hexes
    })
}
