//! Straight lines from centre to centre, exact in whole numbers.
//!
//! With cube coordinates x, y, z the three differences x-y, y-z, z-x measure a place across the
//! three pairs of opposite hexsides. A hex is where all three, counted from its centre, lie
//! strictly between -1 and 1, and at centres they are whole, so a line needs no fractions.

use std::ops::ControlFlow;

use crate::{Board, Hex};

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
pub fn trace(board: &Board, a: Hex, b: Hex, f: impl FnMut(Meets) -> ControlFlow<()>) {
    let (from, to) = (board.position(a), board.position(b));
    // Whether `f` broke off is for `f` to know.
    let _ = match Diagonal::along(to - from) {
        Some(diagonal) => diagonal.walk(board, from, to, f),
        None => walk(board, from, to, f),
    };
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

/// One of the six ways that leave a hex by a corner and follow the hexside beyond it.
struct Diagonal {
    /// To the next hex that the line enters.
    step: hexx::Hex,
    /// To the two hexes beside the hexside in between.
    beside: [hexx::Hex; 2],
}

impl Diagonal {
    fn along(way: hexx::Hex) -> Option<Diagonal> {
        let steps = way.length() / 2;
        if steps == 0 || !across(way).contains(&0) {
            return None;
        }
        let step = hexx::Hex::new(way.x / steps, way.y / steps);
        let mut beside = hexx::Hex::NEIGHBORS_COORDS.into_iter().filter(|neighbour| neighbour.distance_to(step) == 1);
        let beside = [beside.next()?, beside.next()?];
        Some(Diagonal { step, beside })
    }

    fn walk(
        self,
        board: &Board,
        from: hexx::Hex,
        to: hexx::Hex,
        mut f: impl FnMut(Meets) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut here = from;
        while here != to {
            let [one, other] = self.beside.map(|step| in_play(board, here + step));
            f(Meets::Along(one, other))?;
            here += self.step;
            if here != to {
                f(Meets::Through(in_play(board, here)))?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Goes from hex to hex by the hexside through which the line leaves each.
fn walk(board: &Board, from: hexx::Hex, to: hexx::Hex, mut f: impl FnMut(Meets) -> ControlFlow<()>) -> ControlFlow<()> {
    let way = across(to - from);
    let mut here = from;
    while here != to {
        here += exit(across(here - from), way);
        if here != to {
            f(Meets::Through(in_play(board, here)))?;
        }
    }
    ControlFlow::Continue(())
}

/// The step by which a line along `way` leaves the hex that lies at `offset` from its beginning.
///
/// It leaves by the first of the three hexsides ahead. If that is a corner, two come at the same
/// time; then it enters the hex toward which it goes more steeply and only touches the other.
fn exit(offset: [i64; 3], way: [i64; 3]) -> hexx::Hex {
    const STEPS: [hexx::Hex; 3] = [hexx::Hex::new(1, -1), hexx::Hex::new(0, 1), hexx::Hex::new(-1, 0)];
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
fn across(place: hexx::Hex) -> [i64; 3] {
    let [x, y, z] = place.to_cubic_array().map(i64::from);
    [x - y, y - z, z - x]
}

fn in_play(board: &Board, position: hexx::Hex) -> Option<Hex> {
    board.from_position(position).filter(|&hex| board.in_play(hex))
}
