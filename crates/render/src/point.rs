//! Points on the page.

use std::ops::{Add, Mul, Sub};

/// A point of the page or the way between two, x growing right and y down.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub struct Point {
    pub x: f32,
    pub y: f32,
}

pub const fn point(x: f32, y: f32) -> Point {
    Point { x, y }
}

impl Point {
    pub fn length(self) -> f32 {
        self.x.hypot(self.y)
    }

    /// The same way, of length 1; nothing stays nothing.
    pub fn unit(self) -> Point {
        let length = self.length();
        if length > 0.0 { self * (1.0 / length) } else { self }
    }

    /// Turned right by a quarter circle.
    pub fn right(self) -> Point {
        point(-self.y, self.x)
    }

    pub fn dot(self, other: Point) -> f32 {
        self.x * other.x + self.y * other.y
    }

    /// Part of the way to another point.
    pub fn toward(self, other: Point, part: f32) -> Point {
        self + (other - self) * part
    }

    /// The point at this angle, in degrees clockwise from east, and distance.
    pub fn polar(degrees: f32, distance: f32) -> Point {
        let (sin, cos) = degrees.to_radians().sin_cos();
        point(cos * distance, sin * distance)
    }
}

impl Add for Point {
    type Output = Point;
    fn add(self, other: Point) -> Point {
        point(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Point {
    type Output = Point;
    fn sub(self, other: Point) -> Point {
        point(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f32> for Point {
    type Output = Point;
    fn mul(self, factor: f32) -> Point {
        point(self.x * factor, self.y * factor)
    }
}

/// An upright rectangle.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Rect {
    pub left: f32,
    pub top: f32,
    pub width: f32,
    pub height: f32,
}

impl Rect {
    pub fn around(centre: Point, width: f32, height: f32) -> Rect {
        Rect { left: centre.x - width / 2.0, top: centre.y - height / 2.0, width, height }
    }

    pub fn right(&self) -> f32 {
        self.left + self.width
    }

    pub fn bottom(&self) -> f32 {
        self.top + self.height
    }

    pub fn centre(&self) -> Point {
        point(self.left + self.width / 2.0, self.top + self.height / 2.0)
    }

    pub fn grown(&self, by: f32) -> Rect {
        let (width, height) = (self.width + 2.0 * by, self.height + 2.0 * by);
        Rect { left: self.left - by, top: self.top - by, width, height }
    }

    pub fn contains(&self, point: Point) -> bool {
        (self.left..=self.right()).contains(&point.x) && (self.top..=self.bottom()).contains(&point.y)
    }

    /// The area that two rectangles share.
    pub fn overlap(&self, other: &Rect) -> f32 {
        let wide = self.right().min(other.right()) - self.left.max(other.left);
        let high = self.bottom().min(other.bottom()) - self.top.max(other.top);
        wide.max(0.0) * high.max(0.0)
    }
}
