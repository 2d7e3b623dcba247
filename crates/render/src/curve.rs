//! Smooth courses through points.

use crate::pen::Pen;
use crate::point::Point;

/// A row of points that a smooth curve runs through.
#[derive(Clone, Debug)]
pub struct Course {
    pub points: Vec<Point>,
    pub closed: bool,
}

/// A place on a course, with the way it runs there.
#[derive(Copy, Clone, Debug)]
pub struct Station {
    pub at: Point,
    pub ahead: Point,
}

impl Course {
    pub fn open(points: Vec<Point>) -> Course {
        Course { points, closed: false }
    }

    pub fn ring(points: Vec<Point>) -> Course {
        Course { points, closed: true }
    }

    /// The point so many places along: beyond an open end, the end itself.
    fn around(&self, index: isize) -> Point {
        let count = self.points.len() as isize;
        let index = if self.closed { index.rem_euclid(count) } else { index.clamp(0, count - 1) };
        self.points[index as usize]
    }

    fn spans(&self) -> usize {
        self.points.len().saturating_sub(usize::from(!self.closed))
    }

    /// Each point drawn toward the middle of its neighbours by a weight that depends on its index. Open ends stay.
    pub fn relaxed(&self, weight: impl Fn(usize) -> f32) -> Course {
        let last = self.points.len().saturating_sub(1);
        let moved = self.points.iter().enumerate().map(|(index, &here)| {
            if !self.closed && (index == 0 || index == last) {
                return here;
            }
            let index_or_end = index as isize;
            let middle = self.around(index_or_end - 1).toward(self.around(index_or_end + 1), 0.5);
            here.toward(middle, weight(index))
        });
        Course { points: moved.collect(), closed: self.closed }
    }

    /// The two control points of the curve from one point to the next.
    fn controls(&self, index: usize) -> (Point, Point) {
        let index = index as isize;
        let [before, from, to, after] = [-1, 0, 1, 2].map(|step| self.around(index + step));
        (from + (to - before) * (1.0 / 6.0), to - (after - from) * (1.0 / 6.0))
    }

    /// Draws the curve.
    pub fn draw(&self, pen: &mut Pen) {
        let Some(&first) = self.points.first() else { return };
        pen.move_to(first);
        for index in 0..self.spans() {
            let (leave, arrive) = self.controls(index);
            pen.curve_to(leave, arrive, self.around(index as isize + 1));
        }
        if self.closed {
            pen.close();
        }
    }

    /// Points close together on the curve.
    pub fn dense(&self, per_span: usize) -> Vec<Point> {
        let mut points: Vec<Point> = self.points.first().copied().into_iter().collect();
        for index in 0..self.spans() {
            let (from, to) = (self.around(index as isize), self.around(index as isize + 1));
            let (leave, arrive) = self.controls(index);
            points.extend((1..=per_span).map(|step| {
                let part = step as f32 / per_span as f32;
                let (a, b, c) = (from.toward(leave, part), leave.toward(arrive, part), arrive.toward(to, part));
                a.toward(b, part).toward(b.toward(c, part), part)
            }));
        }
        points
    }

    /// Places at even distances along the curve.
    pub fn stations(&self, spacing: f32) -> Vec<Station> {
        stations(&self.dense(6), spacing)
    }
}

/// Places at even distances along a broken line, the first half a distance from its beginning.
pub fn stations(points: &[Point], spacing: f32) -> Vec<Station> {
    let mut found = Vec::new();
    let mut due = spacing / 2.0;
    for pair in points.windows(2) {
        let step = pair[1] - pair[0];
        let length = step.length();
        while due < length {
            found.push(Station { at: pair[0].toward(pair[1], due / length), ahead: step.unit() });
            due += spacing;
        }
        due -= length;
    }
    found
}

/// A line that steps from side to side like a parapet with its traverses, along a course.
pub fn parapet(points: &[Point], step: f32, depth: f32) -> Vec<Point> {
    let mut line = Vec::new();
    for (index, station) in stations(points, step).into_iter().enumerate() {
        let side = station.ahead.right() * depth;
        let (first, second) = if index % 2 == 0 { (Point::default(), side) } else { (side, Point::default()) };
        line.extend([station.at + first, station.at + second]);
    }
    line
}

/// Where two broken lines cross, with the way the first runs there.
pub fn crossings(first: &[Point], second: &[Point]) -> Vec<Station> {
    let mut found = Vec::new();
    for a in first.windows(2) {
        for b in second.windows(2) {
            let (along, across, apart) = (a[1] - a[0], b[1] - b[0], b[0] - a[0]);
            let turn = along.dot(across.right());
            if turn.abs() < 1e-6 {
                continue;
            }
            let (on_first, on_second) = (apart.dot(across.right()) / turn, apart.dot(along.right()) / turn);
            if (0.0..1.0).contains(&on_first) && (0.0..1.0).contains(&on_second) {
                found.push(Station { at: a[0] + along * on_first, ahead: along.unit() });
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::point::point;

    #[test]
    fn stations_are_evenly_spaced() {
        let found = stations(&[point(0.0, 0.0), point(3.0, 0.0), point(3.0, 7.0)], 2.0);
        let places: Vec<_> = found.iter().map(|station| (station.at.x, station.at.y)).collect();
        assert_eq!(places, [(1.0, 0.0), (3.0, 0.0), (3.0, 2.0), (3.0, 4.0), (3.0, 6.0)]);
    }

    #[test]
    fn lines_cross_where_they_meet() {
        let found = crossings(&[point(0.0, 0.0), point(4.0, 4.0)], &[point(0.0, 2.0), point(4.0, 2.0)]);
        assert_eq!(found.len(), 1);
        assert!((found[0].at - point(2.0, 2.0)).length() < 1e-5);
    }
}
