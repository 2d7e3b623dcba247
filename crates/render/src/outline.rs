//! Outlines of neighbouring hexes, drawn as nature would.

use crate::curve::Course;
use crate::lattice::{Axial, Lattice};
use crate::noise::wobble;
use crate::pen::Pen;
use crate::point::point;
use std::collections::{BTreeMap, BTreeSet};

/// How an outline departs from its hexsides.
#[derive(Copy, Clone, Debug)]
pub struct Shape {
    /// How often its corners are rounded.
    pub rounds: usize,
    /// How irregular it is, as a part of a hex's size.
    pub wobble: f32,
}

/// The outlines of a set of hexes: outer ones run clockwise, holes counter-clockwise.
pub fn outlines(lattice: &Lattice, hexes: &BTreeSet<Axial>, shape: Shape) -> Vec<Course> {
    rings(lattice, hexes).iter().map(|ring| natural(lattice, ring, shape)).collect()
}

/// One path of all outlines.
pub fn drawn(outlines: &[Course]) -> Pen {
    let mut pen = Pen::default();
    outlines.iter().for_each(|outline| outline.draw(&mut pen));
    pen
}

/// The corners around a set of hexes.
fn rings(lattice: &Lattice, hexes: &BTreeSet<Axial>) -> Vec<Vec<Axial>> {
    let mut next: BTreeMap<Axial, Axial> = BTreeMap::new();
    for &hex in hexes {
        for side in (0..6).filter(|&side| !hexes.contains(&lattice.neighbour(hex, side))) {
            next.insert(lattice.corner(hex, side), lattice.corner(hex, side + 1));
        }
    }
    let mut found = Vec::new();
    while let Some((&first, _)) = next.iter().next() {
        let mut ring = Vec::new();
        let mut corner = first;
        while let Some(following) = next.remove(&corner) {
            ring.push(corner);
            corner = following;
        }
        found.push(ring);
    }
    found
}

/// A smooth ring along these corners. Hexes of either side see the same corners move the same way.
fn natural(lattice: &Lattice, ring: &[Axial], shape: Shape) -> Course {
    let mut course = Course::ring(ring.iter().map(|&corner| lattice.corner_point(corner)).collect());
    for _ in 0..shape.rounds {
        course = course.relaxed(|_| 0.5);
    }
    let reach = lattice.size * shape.wobble;
    let moved =
        course.points.iter().zip(ring).map(|(&at, &(x, y))| at + point(wobble(x, y, 1), wobble(x, y, 2)) * reach);
    let moved: Vec<_> = moved.collect();
    let mut points = Vec::with_capacity(moved.len() * 2);
    for (index, &here) in moved.iter().enumerate() {
        let following = (index + 1) % moved.len();
        let (a, b) = (ring[index], ring[following]);
        let bulge = wobble(a.0 + b.0, a.1 + b.1, 3) * reach;
        let middle = here.toward(moved[following], 0.5) + (moved[following] - here).unit().right() * bulge;
        points.extend([here, middle]);
    }
    Course::ring(points)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::point::Point;
    use hexboard::{BoardBuilder, Numbering, TerrainKind};

    fn lattice() -> Lattice {
        let numbering = Numbering::plain(1..=4, 1..=4);
        let clear = TerrainKind { name: "clear".into(), void: false };
        let board = BoardBuilder::new(numbering, vec![clear], vec![]).unwrap().build();
        Lattice::of(&board, Point::default(), 10.0)
    }

    #[test]
    fn a_ring_of_hexes_has_an_outer_and_an_inner_outline() {
        let lattice = lattice();
        let hexes: BTreeSet<Axial> = (0..6).map(|direction| lattice.neighbour((0, 0), direction)).collect();
        let mut corners: Vec<_> = rings(&lattice, &hexes).iter().map(Vec::len).collect();
        corners.sort_unstable();
        assert_eq!(corners, [6, 18]);
    }
}
