//! Searches over the board. Assault bridges come and go during play, so the cost of a step over the Marne is asked for when
//! it is made.

use crate::ground::{Ground, HEXES, Hexes};
use engine::Side;
use engine::memory::{Latest, Moment, Nearest};
use hexboard::{Board, Costs, Currents, Direction, Entry, Hex, Reach, Step, searching};
use std::cell::RefCell;

/// The most that a search can spend.
const MOST: u8 = 40;

/// The steps between hexes, worked out once.
#[derive(Debug)]
pub(crate) struct Steps {
    /// What steps cost in half points; over the Marne that depends on the bridges of the moment.
    moves: Costs,
    /// Each step counts one, the Marne or not.
    paces: Costs,
    /// How things spread from hex to hex, over the Marne too, and never over it.
    currents: [Currents; 2],
    /// For each hex its place in axial coordinates.
    places: Box<[[i16; 2]]>,
}

impl Steps {
    pub fn new(ground: &Ground) -> Steps {
        let board = ground.board();
        Steps {
            moves: Costs::new(board, |from, way, _| match ground.crossing(from, way) {
                Some(_) => Some(Costs::ASKED),
                None => ground.costs().step(from, way),
            }),
            paces: Costs::new(board, |_, _, _| Some(1)),
            currents: [false, true]
                .map(|dry| Currents::new(board, |from, way, _| !dry || ground.crossing(from, way).is_none())),
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

    /// What a step costs, or [`Costs::ASKED`].
    #[inline]
    pub fn cost(&self, from: Hex, way: Direction) -> Option<u8> {
        self.moves.step(from, way)
    }
}

/// All that a search depends on: if it is the same again, so is what was found.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Question {
    /// The number of the game's box.
    pub game: u64,
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

/// Where somebody can go.
#[derive(Default)]
pub(crate) struct Ways {
    reach: Reach,
    reached: Vec<Hex>,
    answered: Option<Question>,
}

thread_local! {
    static WAYS: RefCell<Ways> = RefCell::default();
}

impl Ways {
    /// The hexes reached, the start first.
    pub fn reached(&self) -> &[Hex] {
        &self.reached
    }

    /// What it cost to reach a hex.
    #[inline]
    pub fn cost(&self, hex: Hex) -> Option<u8> {
        self.reach.cost(hex).map(|cost| cost as u8)
    }

    /// The way back from a hex to the start, both included.
    pub fn back(&self, hex: Hex) -> impl Iterator<Item = Hex> + '_ {
        self.reach.path(hex)
    }

    /// Finds everything that a question asks for.
    fn explore(&mut self, steps: &Steps, question: &Question, bridge: impl Fn(Hex, Direction) -> u8) {
        let price = |step: Step| {
            let toll = if question.zone.contains(step.to) { question.toll } else { 0 };
            let price = if step.cost == Costs::ASKED { bridge(step.from, step.direction) } else { step.cost };
            question.open.contains(step.to).then(|| price.saturating_add(toll))
        };
        let (reached, budget) = (&mut self.reached, question.budget.min(MOST));
        reached.clear();
        reached.push(question.start);
        self.reach.explore_by(&steps.moves, [(question.start, 0)], budget, price, |hex| reached.push(hex));
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

/// A shortest line of so many open hexes from a start to a goal, as somebody looks at it who may follow it back.
pub(crate) fn line<T>(
    steps: &Steps,
    [start, goal]: [Hex; 2],
    range: u8,
    open: &Hexes,
    look: impl FnOnce(&Reach) -> T,
) -> Option<T> {
    searching(|reach| {
        let through = |hex: Hex| if open.contains(hex) { Entry::Free } else { Entry::Barred };
        reach.trace(&steps.paces, start, range, through, |_| 0, |hex| hex == goal)?;
        Some(look(reach))
    })
}

/// All that lies within so many open hexes, with how many it takes.
pub(crate) fn within(steps: &Steps, start: Hex, range: u8, open: &Hexes, mut look: impl FnMut(Hex, u8)) {
    searching(|reach| {
        let price = |step: Step| open.contains(step.to).then_some(step.cost);
        reach.explore_by(&steps.paces, [(start, 0)], range, price, |_| {});
        let near = std::iter::once(start).chain(reach.reached().iter().copied());
        near.filter_map(|hex| Some((hex, reach.cost(hex)?))).for_each(|(hex, cost)| look(hex, cost as u8));
    });
}

/// A shortest line of any length through open hexes to one of some goals, told from the goal back to the start; `bridge`
/// says where it may cross the Marne. Of several it is the first, clockwise from hex to hex.
pub(crate) fn long_line(
    steps: &Steps,
    start: Hex,
    open: &Hexes,
    goals: &Hexes,
    bridge: impl Fn(Hex, Direction) -> bool,
) -> Option<Vec<Hex>> {
    let is_open = |hex: Hex| hex == start || open.contains(hex);
    let is_dry = |step: &Step| steps.cost(step.from, step.direction) != Some(Costs::ASKED);
    let passes = |step: &Step| is_open(step.to) && (is_dry(step) || bridge(step.from, step.direction));
    let ends = goals.iter().filter(|&goal| is_open(goal)).map(|goal| (goal, 0));
    searching(|reach| {
        // How far each hex is from the goals; who comes nearer with each step goes a shortest way.
        reach.explore_by(&steps.paces, ends, u8::MAX, |step| passes(&step).then_some(step.cost), |_| {});
        reach.cost(start)?;
        let nearer = |&hex: &Hex| {
            let mut ways = steps.paces.steps(hex).filter(passes).map(|step| step.to);
            ways.find(|&to| reach.cost(to) < reach.cost(hex))
        };
        let mut line: Vec<Hex> = std::iter::successors(Some(start), nearer).collect();
        line.reverse();
        Some(line)
    })
}

thread_local! {
    static FIELDS: [[Latest<u64, Field>; 2]; 2] = const { [const { [const { Latest::unasked() }; 2] }; 2] };
}

/// What somebody of a side measures how far it is to.
#[derive(Copy, Clone)]
pub(crate) enum To {
    /// An own HQ.
    Headquarters,
    /// What the side wants.
    Goal,
}

/// How far each hex is from the nearest of some, as the crow flies.
#[derive(Default)]
struct Field {
    /// The number of the game's box, and the hexes.
    from: (u64, Hexes),
    nearest: Nearest<HEXES>,
}

/// How far a hex is from the nearest of some, which are the same in a moment, and measured anew only when they have changed; nothing is
/// known where there are none.
#[inline]
pub(crate) fn distance(
    board: &Board,
    (side, to): (Side, To),
    (game, from): (u64, impl Fn() -> Hexes),
    hex: Hex,
) -> Option<u16> {
    let find = |field: &mut Field| {
        let now = (game, from());
        if field.from != now {
            field.from = now;
            field.nearest.gather(board, now.1.iter());
        }
    };
    let look = |field: &Field| field.nearest.to(board, hex).map(u16::from);
    let same = |one: &Field, other: &Field| one.from == other.from;
    FIELDS.with(|known| known[to as usize][side.index()].look(Moment::now(), find, same, look))
}

/// Everything that can be reached from some hexes through open ones, and not across the Marne if the `banks` are apart.
pub(crate) fn flood(steps: &Steps, open: &Hexes, seeds: &Hexes, banks: bool) -> Hexes {
    steps.currents[usize::from(banks)].flood(seeds, open)
}

/// All hexes in and beside some.
pub(crate) fn around(steps: &Steps, some: &Hexes) -> Hexes {
    *some | steps.currents[0].beside(some)
}

/// All hexes that somebody serves who can go so far from his hex through open ones, the last hex excepted.
pub(crate) fn served(steps: &Steps, open: &Hexes, home: Hex, range: u8) -> Hexes {
    let mut served: Hexes = [home].into_iter().collect();
    let goes_on = *open | served;
    for _ in 0..range {
        served |= steps.currents[0].beside(&(served & goes_on));
    }
    served
}
