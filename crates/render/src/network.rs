//! The courses of lines through hexes and of what lies along hexsides.

use crate::curve::Course;
use crate::landscape::Landscape;
use crate::lattice::{Axial, Lattice, axial};
use crate::noise::wobble;
use crate::point::{Point, point};
use crate::style::Styles;
use engine::data::{FeatureStyle, TerrainStyle};
use engine::data::{Line, Map};
use hexboard::{Direction, Feature, Hex};
use std::collections::{BTreeMap, BTreeSet};

/// Lines that cross the same hexside keep this far apart, as a part of a hex's size.
const APART: f32 = 0.3;

/// A line this far from the middle of a hex's upper side leaves the number free, as a part of a hex's size.
const BESIDE_NUMBER: f32 = 0.37;

/// How far lines are drawn straight: 0 leads them through each centre, 1 through the middle of its neighbours.
const STRAIGHTENED: f32 = 0.45;

/// A line through hexes.
pub struct Way {
    pub style: FeatureStyle,
    pub name: Option<String>,
    pub hexes: Vec<Axial>,
    pub course: Course,
}

/// Something along hexsides.
pub struct Margin {
    pub style: FeatureStyle,
    pub course: Course,
}

/// A hexside, with the way across it.
pub struct Gate {
    pub at: Point,
    pub across: Point,
    /// Whether the bridge that stood here is down.
    pub blown: bool,
}

/// All lines of a map.
pub struct Network {
    pub ways: Vec<Way>,
    pub margins: Vec<Margin>,
    pub bridges: Vec<Gate>,
}

type Edge = (Axial, Axial);

/// The features that lines lead across each hexside.
type Sharing = BTreeMap<Edge, BTreeSet<usize>>;

fn edge(a: Axial, b: Axial) -> Edge {
    (a.min(b), a.max(b))
}

/// A row of hexes that a feature is led through.
struct Run {
    feature: usize,
    name: Option<String>,
    hexes: Vec<Axial>,
}

impl Network {
    pub fn of(map: &Map, styles: &Styles, landscape: &Landscape) -> Network {
        let surveyor = Surveyor { map, styles, landscape, lattice: landscape.lattice };
        let mut runs: Vec<Run> = map.lines.iter().map(|line| surveyor.run(line)).collect();
        let mut crossed: Vec<BTreeSet<Edge>> = vec![BTreeSet::new(); map.features.len()];
        for run in &runs {
            crossed[run.feature].extend(run.hexes.windows(2).map(|pair| edge(pair[0], pair[1])));
        }
        let mut network = Network { ways: Vec::new(), margins: Vec::new(), bridges: Vec::new() };
        for (feature, style) in styles.features.iter().enumerate() {
            let sides = surveyor.hexsides(feature, &crossed[feature]);
            if matches!(style, FeatureStyle::Bridge | FeatureStyle::BlownBridge) {
                let blown = *style == FeatureStyle::BlownBridge;
                network.bridges.extend(sides.iter().map(|&side| surveyor.gate(side, blown)));
            } else if style.lies_along() {
                network.margins.extend(surveyor.margins(*style, &sides));
            } else {
                let edges = sides.iter().map(|&(hex, side)| edge(hex, landscape.lattice.neighbour(hex, side)));
                runs.extend(chains(edges).into_iter().map(|hexes| Run { feature, name: None, hexes }));
            }
        }
        network.ways = surveyor.ways(&runs);
        network
    }
}

struct Surveyor<'a> {
    map: &'a Map,
    styles: &'a Styles,
    landscape: &'a Landscape,
    lattice: Lattice,
}

impl Surveyor<'_> {
    fn run(&self, line: &Line) -> Run {
        let mut hexes: Vec<Axial> = line.hexes.iter().map(|&hex| axial(&self.map.board, hex)).collect();
        if line.leaves.1 {
            self.lead_out(&mut hexes);
        }
        if line.leaves.0 {
            hexes.reverse();
            self.lead_out(&mut hexes);
            hexes.reverse();
        }
        Run { feature: line.feature, name: line.name.clone(), hexes }
    }

    /// Leads a line on from its end until it is off the board: as straight as can be.
    fn lead_out(&self, hexes: &mut Vec<Axial>) {
        let Some(&end) = hexes.last() else { return };
        let before = hexes.iter().rev().nth(1);
        let ahead = before.map_or(point(0.0, 0.0), |&before| self.lattice.centre(end) - self.lattice.centre(before));
        let turn = |side: usize| {
            let step = self.lattice.centre(self.lattice.neighbour(end, side)) - self.lattice.centre(end);
            step.dot(ahead)
        };
        let straightest = |sides: &mut dyn Iterator<Item = usize>| sides.max_by(|&a, &b| turn(a).total_cmp(&turn(b)));
        let mut out = (0..6).filter(|&side| !self.in_play(self.lattice.neighbour(end, side)));
        let side = straightest(&mut out).filter(|&side| turn(side) > 0.0).or_else(|| straightest(&mut (0..6)));
        let Some(side) = side else { return };
        let mut at = end;
        // Two hexes take any line from the board's edge out of the picture; a third crosses a bank.
        for _ in 0..3 {
            at = self.lattice.neighbour(at, side);
            hexes.push(at);
            if self.landscape.style(at) == Some(TerrainStyle::Water) {
                return;
            }
        }
    }

    fn in_play(&self, hex: Axial) -> bool {
        let board = &self.map.board;
        board.hexes().any(|known| axial(board, known) == hex)
    }

    /// The hexsides with a feature that no line leads across them, each once.
    fn hexsides(&self, feature: usize, crossed: &BTreeSet<Edge>) -> Vec<(Axial, usize)> {
        let board = &self.map.board;
        let mut seen = BTreeSet::new();
        let mut found = Vec::new();
        for (hex, direction) in board.sheet().flat_map(|hex: Hex| Direction::ALL.map(|direction| (hex, direction))) {
            // The board takes no more than 16 features.
            if !board.features(hex, direction).contains(Feature(feature as u8)) {
                continue;
            }
            let (here, side) = (axial(board, hex), direction.index());
            let across = edge(here, self.lattice.neighbour(here, side));
            if !crossed.contains(&across) && seen.insert(across) {
                found.push((here, side));
            }
        }
        found
    }

    fn gate(&self, (hex, side): (Axial, usize), blown: bool) -> Gate {
        let (from, to) = (self.lattice.centre(hex), self.lattice.centre(self.lattice.neighbour(hex, side)));
        Gate { at: from.toward(to, 0.5), across: (to - from).unit(), blown }
    }

    fn margins(&self, style: FeatureStyle, sides: &[(Axial, usize)]) -> Vec<Margin> {
        let edges =
            sides.iter().map(|&(hex, side)| edge(self.lattice.corner(hex, side), self.lattice.corner(hex, side + 1)));
        let course = |corners: Vec<Axial>| {
            let mut points: Vec<Point> = corners.into_iter().map(|corner| self.lattice.corner_point(corner)).collect();
            if !style.is_water() {
                return Course::open(points);
            }
            // Water that reaches the sheet's edge runs on to the picture's.
            points.extend(points.last().and_then(|&end| self.beyond_sheet(end)));
            points.reverse();
            points.extend(points.last().and_then(|&end| self.beyond_sheet(end)));
            Course::open(points).relaxed(|_| 0.35)
        };
        chains(edges).into_iter().map(|corners| Margin { style, course: course(corners) }).collect()
    }

    /// For a corner on the sheet's edge a point outside the picture.
    fn beyond_sheet(&self, corner: Point) -> Option<Point> {
        let board = &self.map.board;
        let centres = board.sheet().map(|hex| self.lattice.centre(axial(board, hex)));
        let near: Vec<Point> = centres.filter(|&at| (at - corner).length() < self.lattice.size * 1.1).collect();
        let inside = near.iter().fold(Point::default(), |sum, &at| sum + at) * (1.0 / near.len().max(1) as f32);
        (1..3).contains(&near.len()).then(|| corner + (corner - inside).unit() * (self.lattice.size * 1.4))
    }

    fn ways(&self, runs: &[Run]) -> Vec<Way> {
        let mut sharing: Sharing = BTreeMap::new();
        let mut junctions: BTreeSet<(usize, Axial)> = BTreeSet::new();
        for run in runs {
            for pair in run.hexes.windows(2) {
                sharing.entry(edge(pair[0], pair[1])).or_default().insert(run.feature);
            }
            let ends = run.hexes.first().into_iter().chain(run.hexes.last());
            junctions.extend(ends.map(|&hex| (run.feature, hex)));
        }
        runs.iter().map(|run| self.laid(run, &sharing, &junctions)).collect()
    }

    /// Lays a line through its hexes. It passes through the centres only where others of its kind join it.
    fn laid(&self, run: &Run, sharing: &Sharing, junctions: &BTreeSet<(usize, Axial)>) -> Way {
        let style = self.styles.features[run.feature];
        let pinned = |index: usize| junctions.contains(&(run.feature, run.hexes[index]));
        let points = (0..run.hexes.len()).map(|index| {
            let centre = self.lattice.centre(run.hexes[index]);
            if pinned(index) { centre } else { centre + self.side_step(run, index, sharing) }
        });
        let mut course = Course::open(points.collect());
        course = if style.is_water() {
            self.meandering(&course, &run.hexes).relaxed(|_| 0.3)
        } else {
            course.relaxed(|index| if pinned(index) { 0.0 } else { STRAIGHTENED })
        };
        Way { style, name: run.name.clone(), hexes: run.hexes.clone(), course }
    }

    /// Water winds: it crosses each hexside away from the middle, where a number may stand.
    fn meandering(&self, course: &Course, hexes: &[Axial]) -> Course {
        let mut points: Vec<Point> = course.points.first().copied().into_iter().collect();
        for (pair, ends) in hexes.windows(2).zip(course.points.windows(2)) {
            let ((ax, ay), (bx, by)) = edge(pair[0], pair[1]);
            let bend = wobble(ax + bx, ay + by, 101);
            let aside = (ends[1] - ends[0]).unit().right() * (self.lattice.size * (0.24 * bend.signum() + 0.14 * bend));
            points.extend([ends[0].toward(ends[1], 0.5) + aside, ends[1]]);
        }
        Course::open(points)
    }

    /// How far a line keeps aside in a hex from others that go the same way.
    fn side_step(&self, run: &Run, index: usize, sharing: &Sharing) -> Point {
        let first = index.saturating_sub(1);
        let steps = run.hexes[first..(index + 2).min(run.hexes.len())].windows(2);
        let aside = steps.map(|pair| {
            let side = edge(pair[0], pair[1]);
            let along = (self.lattice.centre(side.1) - self.lattice.centre(side.0)).unit();
            let lines = sharing.get(&side).map_or(1, BTreeSet::len);
            if lines < 2 {
                return self.clear_of_number(run, along);
            }
            let rank = sharing[&side].iter().position(|&line| line == run.feature).unwrap_or(0);
            along.right() * ((rank as f32 - (lines - 1) as f32 / 2.0) * APART * self.lattice.size)
        });
        aside.fold(Point::default(), |sum, step| sum + step * 0.5)
    }

    /// A way that runs straight up the page keeps beside the numbers, which stand in the middle of upper sides.
    fn clear_of_number(&self, run: &Run, along: Point) -> Point {
        let upright = along.x.abs() < 0.1 && !self.styles.features[run.feature].is_water();
        let side = if run.feature.is_multiple_of(2) { 1.0 } else { -1.0 };
        if upright { point(side * BESIDE_NUMBER * self.lattice.size, 0.0) } else { Point::default() }
    }
}

/// Joins edges to rows as long as can be; rows end where three edges meet.
fn chains(edges: impl Iterator<Item = Edge>) -> Vec<Vec<Axial>> {
    let mut links: BTreeMap<Axial, BTreeSet<Axial>> = BTreeMap::new();
    for (a, b) in edges {
        links.entry(a).or_default().insert(b);
        links.entry(b).or_default().insert(a);
    }
    let ends: BTreeSet<Axial> = links.iter().filter(|(_, others)| others.len() != 2).map(|(&end, _)| end).collect();
    let mut found = Vec::new();
    for &end in &ends {
        while let Some(chain) = pull(&mut links, end, &ends) {
            found.push(chain);
        }
    }
    // What is left are rings.
    while let Some(start) = links.iter().find(|(_, others)| !others.is_empty()).map(|(&start, _)| start) {
        found.extend(pull(&mut links, start, &ends));
    }
    found
}

/// Takes one row from the links, from a start to the next end.
fn pull(links: &mut BTreeMap<Axial, BTreeSet<Axial>>, start: Axial, ends: &BTreeSet<Axial>) -> Option<Vec<Axial>> {
    let mut chain = vec![start];
    let mut at = start;
    while let Some(next) = links.get(&at).and_then(|others| others.first().copied()) {
        links.entry(at).or_default().remove(&next);
        links.entry(next).or_default().remove(&at);
        chain.push(next);
        at = next;
        if ends.contains(&at) {
            break;
        }
    }
    (chain.len() > 1).then_some(chain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_join_to_rows_that_end_where_three_meet() {
        let edges = [((0, 0), (1, 0)), ((1, 0), (2, 0)), ((2, 0), (3, 0)), ((2, 0), (2, 1))];
        let mut lengths: Vec<_> = chains(edges.into_iter()).iter().map(Vec::len).collect();
        lengths.sort_unstable();
        assert_eq!(lengths, [2, 2, 3]);
    }

    #[test]
    fn a_ring_is_one_row() {
        let edges = [((0, 0), (1, 0)), ((1, 0), (1, 1)), ((0, 0), (1, 1))];
        let found = chains(edges.into_iter());
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].first(), found[0].last());
    }
}
