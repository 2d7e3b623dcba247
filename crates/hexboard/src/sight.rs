//! Straight lines from centre to centre, exact in whole numbers.
//!
//! With cube coordinates x, y, z the three differences x-y, y-z, z-x measure a place across the
//! three pairs of opposite hexsides. A hex is where all three, counted from its centre, lie
//! strictly between -1 and 1, and at centres they are whole, so a line needs no fractions.

use std::ops::ControlFlow;

use crate::{Axial, Board, Hex};

/// What a straight line from centre to centre meets on its way, both ends left out.
///
/// `None` is off the sheet or void.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Meets {
    /// The line enters the inside of this hex.
    Through(Option<Hex>),
    /// The line runs along the hexside between these two.
    Along(Option<Hex>, Option<Hex>),
}

/// Calls `f` for all that the line from `a` to `b` meets, in order from `a`, until `f` breaks.
///
/// Corners that the line only touches are not met.
pub fn trace(board: &Board, a: Hex, b: Hex, mut f: impl FnMut(Meets) -> ControlFlow<()>) {
    let from = board.position(a);
    let there = |step: Axial| in_play(board, from + step);
    // Whether `f` broke off is for `f` to know.
    let _ = follow(board.position(b) - from, |passing| {
        f(match passing {
            Passing::Through(hex) => Meets::Through(there(hex)),
            Passing::Along(one, other) => Meets::Along(there(one), there(other)),
        })
    });
}

/// Whether nothing blocks the line: no hex that it enters, and never both hexes beside a hexside
/// that it runs along. What is off the sheet or void does not block.
///
/// ```
/// # use hexboard::{Board, Hex, sight};
/// fn sees(board: &Board, from: Hex, to: Hex) -> bool {
///     let woods = board.terrain_named("woods");
///     sight::open(board, from, to, |hex| Some(board.terrain(hex)) == woods)
/// }
/// ```
#[must_use]
pub fn open(board: &Board, a: Hex, b: Hex, blocks: impl Fn(Hex) -> bool) -> bool {
    let blocks = |hex: Option<Hex>| hex.is_some_and(&blocks);
    let mut open = true;
    trace(board, a, b, |meets| {
        open = match meets {
            Meets::Through(hex) => !blocks(hex),
            Meets::Along(one, other) => !(blocks(one) && blocks(other)),
        };
        if open { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    open
}

/// Calls `f` once for each pair of hexes in play, at most `longest` apart, between which the line is
/// open, with their distance.
///
/// What a line meets depends only on the way between its ends, so each way is traced once for the
/// whole board.
///
/// ```
/// # use hexboard::{Board, Hex, sight};
/// fn count_open(board: &Board, longest: u16, blocks: impl Fn(Hex) -> bool) -> usize {
///     let mut count = 0;
///     sight::open_pairs(board, longest, blocks, |_from, _to, _distance| count += 1);
///     count
/// }
/// ```
pub fn open_pairs(board: &Board, longest: u16, blocks: impl Fn(Hex) -> bool, mut f: impl FnMut(Hex, Hex, u16)) {
    let field = Padded::new(board, longest, blocks);
    let ways: Vec<Way> = ways(longest).map(|to| Way::new(&field, to)).collect();
    for from in board.hexes() {
        let here = field.place(board.position(from));
        for way in &ways {
            let Some(to) = field.hexes[here.wrapping_add(way.to)] else { continue };
            let blocks = |step: usize| field.blocks[here.wrapping_add(step)];
            if !way.meets.iter().any(|&(one, other)| blocks(one) && blocks(other)) {
                f(from, to, way.length);
            }
        }
    }
}

/// The ways to all hexes up to a distance, one of each pair of opposite ways.
fn ways(longest: u16) -> impl Iterator<Item = Axial> {
    let around = Axial::ZERO.within(longest);
    around.filter(|way| (way.x, way.y) > (0, 0))
}

/// A board laid out as a parallelogram with a margin, so that a step is always as far in the index.
struct Padded {
    origin: Axial,
    width: i32,
    hexes: Vec<Option<Hex>>,
    blocks: Vec<bool>,
}

impl Padded {
    fn new(board: &Board, margin: u16, blocks: impl Fn(Hex) -> bool) -> Padded {
        let margin = i32::from(margin);
        let positions = || board.hexes().map(|hex| board.position(hex));
        let low = positions().fold(Axial::ZERO, |low, at| Axial::new(low.x.min(at.x), low.y.min(at.y)));
        let high = positions().fold(Axial::ZERO, |high, at| Axial::new(high.x.max(at.x), high.y.max(at.y)));
        let origin = Axial::new(low.x - margin, low.y - margin);
        let (width, height) = (high.x + margin + 1 - origin.x, high.y + margin + 1 - origin.y);
        let size = (width * height) as usize;
        let mut padded = Padded { origin, width, hexes: vec![None; size], blocks: vec![false; size] };
        for hex in board.hexes() {
            let place = padded.place(board.position(hex));
            padded.hexes[place] = Some(hex);
            padded.blocks[place] = blocks(hex);
        }
        padded
    }

    fn place(&self, position: Axial) -> usize {
        self.step(position - self.origin)
    }

    /// How far a step goes in the index; backward steps wrap around.
    fn step(&self, step: Axial) -> usize {
        (step.y * self.width + step.x) as usize
    }
}

/// A way from any hex, with what its line meets: a hex, twice, or the two beside a hexside.
struct Way {
    to: usize,
    length: u16,
    meets: Vec<(usize, usize)>,
}

impl Way {
    fn new(field: &Padded, to: Axial) -> Way {
        let mut meets = Vec::new();
        // Nothing breaks off here.
        let _ = follow(to, |passing| {
            meets.push(match passing {
                Passing::Through(hex) => (field.step(hex), field.step(hex)),
                Passing::Along(one, other) => (field.step(one), field.step(other)),
            });
            ControlFlow::Continue(())
        });
        Way { to: field.step(to), length: to.length() as u16, meets }
    }
}

/// What a line meets, counted from its beginning.
enum Passing {
    Through(Axial),
    Along(Axial, Axial),
}

/// Calls `f` for all that a line along `way` meets, in order, until `f` breaks.
fn follow(way: Axial, f: impl FnMut(Passing) -> ControlFlow<()>) -> ControlFlow<()> {
    match Diagonal::along(way) {
        Some(diagonal) => diagonal.walk(way, f),
        None => walk(way, f),
    }
}

/// One of the six ways that leave a hex by a corner and follow the hexside beyond it.
struct Diagonal {
    /// To the next hex that the line enters.
    step: Axial,
    /// To the two hexes beside the hexside in between.
    beside: [Axial; 2],
}

impl Diagonal {
    fn along(way: Axial) -> Option<Diagonal> {
        let steps = way.length() as i32 / 2;
        if steps == 0 || !across(way).contains(&0) {
            return None;
        }
        let step = Axial::new(way.x / steps, way.y / steps);
        let mut beside = Axial::STEPS.into_iter().filter(|neighbour| neighbour.distance(step) == 1);
        let beside = [beside.next()?, beside.next()?];
        Some(Diagonal { step, beside })
    }

    fn walk(self, way: Axial, mut f: impl FnMut(Passing) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut here = Axial::ZERO;
        while here != way {
            let [one, other] = self.beside.map(|step| here + step);
            f(Passing::Along(one, other))?;
            here += self.step;
            if here != way {
                f(Passing::Through(here))?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Goes from hex to hex by the hexside through which the line leaves each.
fn walk(way: Axial, mut f: impl FnMut(Passing) -> ControlFlow<()>) -> ControlFlow<()> {
    let slope = across(way);
    let mut here = Axial::ZERO;
    while here != way {
        here += exit(across(here), slope);
        if here != way {
            f(Passing::Through(here))?;
        }
    }
    ControlFlow::Continue(())
}

/// The step by which a line along `way` leaves the hex that lies at `offset` from its beginning.
///
/// It leaves by the first of the three hexsides ahead. If that is a corner, two come at the same
/// time; then it enters the hex toward which it goes more steeply and only touches the other.
fn exit(offset: [i64; 3], way: [i64; 3]) -> Axial {
    const STEPS: [Axial; 3] = [Axial::new(1, -1), Axial::new(0, 1), Axial::new(-1, 0)];
    // When each hexside comes is the fraction of how far it is by how fast the line goes there.
    let far = |axis: usize| way[axis].signum() * offset[axis] + 1;
    let fast = |axis: usize| way[axis].abs();
    let sooner = |a: usize, b: usize| {
        let (time_a, time_b) = (far(a) * fast(b), far(b) * fast(a));
        time_a < time_b || (time_a == time_b && fast(a) > fast(b))
    };
    let first = usize::from(sooner(1, 0));
    let axis = if sooner(2, first) { 2 } else { first };
    STEPS[axis] * way[axis].signum() as i32
}

/// The three differences of cube coordinates.
fn across(place: Axial) -> [i64; 3] {
    let [x, y, z] = [place.x, place.y, place.z()].map(i64::from);
    [x - y, y - z, z - x]
}

fn in_play(board: &Board, position: Axial) -> Option<Hex> {
    board.from_position(position).filter(|&hex| board.in_play(hex))
}
