//! Writes path data and the page itself, in few characters.

use crate::faces::Face;
use crate::lettering::Letters;
use crate::point::Point;
use std::collections::BTreeSet;
use std::fmt::{self, Display, Write};

/// Writes the data of a path, in tenths and relative to the point before, which keeps it short.
#[derive(Default)]
pub struct Pen {
    data: String,
    at: (i32, i32),
    start: (i32, i32),
    /// The command that further numbers would belong to.
    command: Option<char>,
    /// Whether the last number has a decimal point, so that the next one may begin with its own.
    has_point: bool,
}

impl Pen {
    pub fn move_to(&mut self, to: Point) {
        let to = tenths(to);
        if self.data.is_empty() {
            self.at = (0, 0);
        }
        self.data.push('m');
        self.step(to);
        self.start = to;
        self.at = to;
        self.command = Some('l');
    }

    pub fn line_to(&mut self, to: Point) {
        let to = tenths(to);
        let (x, y) = (to.0 - self.at.0, to.1 - self.at.1);
        if y == 0 {
            self.command('h');
            self.number(x);
        } else if x == 0 {
            self.command('v');
            self.number(y);
        } else {
            self.command('l');
            self.step(to);
        }
        self.at = to;
    }

    pub fn curve_to(&mut self, leave: Point, arrive: Point, to: Point) {
        let (leave, arrive, to) = (tenths(leave), tenths(arrive), tenths(to));
        self.command('c');
        for point in [leave, arrive, to] {
            self.step(point);
        }
        self.at = to;
    }

    pub fn close(&mut self) {
        self.data.push('z');
        self.at = self.start;
        self.command = None;
    }

    pub fn lines(&mut self, points: &[Point]) {
        let mut points = points.iter();
        points.next().iter().for_each(|&&first| self.move_to(first));
        points.for_each(|&point| self.line_to(point));
    }

    pub fn polygon(&mut self, points: &[Point]) {
        self.lines(points);
        self.close();
    }

    pub fn circle(&mut self, centre: Point, radius: f32) {
        let tenth = (radius * 10.0).round() as i32;
        self.move_to(centre - Point { x: radius, y: 0.0 });
        let (radius, across) = (Tenths(tenth), Tenths(tenth * 2));
        let back = Tenths(-tenth * 2);
        let _ = write!(self.data, "a{radius} {radius} 0 1 0 {across} 0a{radius} {radius} 0 1 0 {back} 0");
        self.close();
    }

    pub fn is_empty(&self) -> bool {
        self.data.is_empty()
    }

    pub fn data(&self) -> &str {
        &self.data
    }

    /// Begins a command, unless the one before goes on.
    fn command(&mut self, letter: char) {
        if self.command != Some(letter) {
            self.data.push(letter);
            self.command = Some(letter);
        }
    }

    /// How far a point is from where the pen stands.
    fn step(&mut self, to: (i32, i32)) {
        self.number(to.0 - self.at.0);
        self.number(to.1 - self.at.1);
    }

    fn number(&mut self, tenths: i32) {
        let number = Tenths(tenths).to_string();
        let after_number = self.data.ends_with(|last: char| last.is_ascii_digit());
        let stands_apart = number.starts_with('-') || (number.starts_with('.') && self.has_point);
        if after_number && !stands_apart {
            self.data.push(' ');
        }
        self.data.push_str(&number);
        self.has_point = number.contains('.');
    }
}

fn tenths(point: Point) -> (i32, i32) {
    ((point.x * 10.0).round() as i32, (point.y * 10.0).round() as i32)
}

/// A number of tenths, without needless zeros.
struct Tenths(i32);

impl Display for Tenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, size) = (if self.0 < 0 { "-" } else { "" }, self.0.unsigned_abs());
        match (size / 10, size % 10) {
            (0, 0) => f.write_str("0"),
            (whole, 0) => write!(f, "{sign}{whole}"),
            (0, part) => write!(f, "{sign}.{part}"),
            (whole, part) => write!(f, "{sign}{whole}.{part}"),
        }
    }
}

/// A length or place, rounded to tenths.
pub fn short(number: f32) -> impl Display {
    Tenths((number * 10.0).round() as i32)
}

/// The SVG text as it grows.
#[derive(Default)]
pub struct Page {
    text: String,
    faces: BTreeSet<Face>,
}

impl Page {
    pub fn add(&mut self, text: fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.text.write_fmt(text);
    }

    /// A path with these attributes, unless it is empty.
    pub fn path(&mut self, pen: &Pen, attributes: fmt::Arguments<'_>) {
        if !pen.is_empty() {
            self.add(format_args!("<path d=\"{}\" {attributes}/>\n", pen.data()));
        }
    }

    /// The attributes for text set like this, whose face the page is then known to use.
    pub fn lettering(&mut self, letters: &Letters) -> String {
        self.faces.insert(letters.face);
        letters.attributes()
    }

    pub fn faces(&self) -> impl Iterator<Item = Face> {
        self.faces.iter().copied()
    }

    pub fn into_text(self) -> String {
        self.text
    }
}

/// Text made safe to stand in XML.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::point::point;

    #[test]
    fn numbers_lose_their_needless_zeros() {
        let written: Vec<_> = [0.0, 1.0, -0.54, 12.34].map(|number| short(number).to_string()).into();
        assert_eq!(written, ["0", "1", "-.5", "12.3"]);
    }

    #[test]
    fn paths_are_relative_and_do_not_drift() {
        let mut pen = Pen::default();
        pen.lines(&[point(1.0, 2.0), point(1.04, 2.04), point(1.08, 1.0)]);
        pen.close();
        assert_eq!(pen.data(), "m1 2h0l.1-1z");
    }

    #[test]
    fn commands_and_spaces_are_written_where_they_are_needed() {
        let mut pen = Pen::default();
        pen.lines(&[point(1.5, 0.5), point(1.8, 0.7), point(3.8, 1.7), point(3.8, 2.0), point(4.0, 2.3)]);
        pen.curve_to(point(4.1, 2.3), point(4.5, 2.9), point(5.0, 3.0));
        pen.curve_to(point(5.1, 2.0), point(5.2, 2.9), point(6.0, 3.5));
        assert_eq!(pen.data(), "m1.5.5.3.2 2 1v.3l.2.3c.1 0 .5.6 1 .7.1-1 .2-.1 1 .5");
    }
}
