//! The hexes as places on the page, beyond the sheet's edge too.

use crate::point::{Point, Rect, point};
use hexboard::{Board, Hex, Orientation};

/// Axial coordinates of a hex, x growing east and y south. A corner of hexes is the sum of the three that meet there.
pub type Axial = (i32, i32);

const FLAT_STEPS: [Axial; 6] = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];
const POINTY_STEPS: [Axial; 6] = [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)];

/// Where hexes lie on the page.
#[derive(Copy, Clone, Debug)]
pub struct Lattice {
    flat: bool,
    origin: Point,
    /// From a hex's centre to its corner.
    pub size: f32,
}

impl Lattice {
    /// The lattice of a board whose sheet begins at this point.
    pub fn of(board: &Board, sheet: Point, size: f32) -> Lattice {
        let flat = board.numbering().orientation == Orientation::FlatTop;
        let unplaced = Lattice { flat, origin: point(0.0, 0.0), size };
        let first = Hex(0);
        let [x, y] = board.centre(first);
        let origin = sheet + point(x, y) * size - unplaced.centre(axial(board, first));
        Lattice { origin, ..unplaced }
    }

    /// A lattice of the same kind whose hex (0, 0) lies here.
    pub fn moved(&self, origin: Point, size: f32) -> Lattice {
        Lattice { origin, size, ..*self }
    }

    pub fn is_flat(&self) -> bool {
        self.flat
    }

    pub fn neighbour(&self, hex: Axial, direction: usize) -> Axial {
        let steps = if self.flat { FLAT_STEPS } else { POINTY_STEPS };
        sum(hex, steps[direction % 6])
    }

    pub fn centre(&self, hex: Axial) -> Point {
        self.place(hex.0 as f32, hex.1 as f32)
    }

    /// The hex that a point lies in.
    pub fn hex_at(&self, at: Point) -> Axial {
        let at = (at - self.origin) * (1.0 / self.size);
        let root = 3.0_f32.sqrt();
        let (x, y) =
            if self.flat { (at.x / 1.5, at.y / root - at.x / 3.0) } else { (at.x / root - at.y / 3.0, at.y / 1.5) };
        let (column, row, third) = (x.round(), y.round(), (-x - y).round());
        // Rounding may break the sum of zero: the coordinate rounded most is found from the others.
        let (off_x, off_y, off_third) = ((column - x).abs(), (row - y).abs(), (third + x + y).abs());
        if off_x > off_y && off_x > off_third {
            ((-row - third) as i32, row as i32)
        } else if off_y > off_third {
            (column as i32, (-column - third) as i32)
        } else {
            (column as i32, row as i32)
        }
    }

    /// The corner at the beginning of the side in this direction, as the sum of the hexes that meet there.
    pub fn corner(&self, hex: Axial, direction: usize) -> Axial {
        let (before, after) = (self.neighbour(hex, direction + 5), self.neighbour(hex, direction));
        sum(hex, sum(before, after))
    }

    pub fn corner_point(&self, corner: Axial) -> Point {
        self.place(corner.0 as f32 / 3.0, corner.1 as f32 / 3.0)
    }

    pub fn corners(&self, hex: Axial) -> [Point; 6] {
        [0, 1, 2, 3, 4, 5].map(|direction| self.corner_point(self.corner(hex, direction)))
    }

    /// The middle of the number's box, near the hex's top edge.
    pub fn number_point(&self, hex: Axial) -> Point {
        self.centre(hex) - point(0.0, self.size * if self.flat { 0.66 } else { 0.62 })
    }

    /// The box that a hex's number takes.
    pub fn number_box(&self, hex: Axial) -> Rect {
        Rect::around(self.number_point(hex), self.size * 0.66, self.size * 0.24)
    }

    fn place(&self, x: f32, y: f32) -> Point {
        let root = 3.0_f32.sqrt();
        let at = if self.flat { point(1.5 * x, root * (y + x / 2.0)) } else { point(root * (x + y / 2.0), 1.5 * y) };
        self.origin + at * self.size
    }
}

/// Where a board's hex lies.
pub fn axial(board: &Board, hex: Hex) -> Axial {
    let position = board.position(hex);
    (position.x, position.y)
}

fn sum(a: Axial, b: Axial) -> Axial {
    (a.0 + b.0, a.1 + b.1)
}
