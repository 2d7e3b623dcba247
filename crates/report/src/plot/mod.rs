//! Plots as SVG. Colours and letters come from the page's style sheet, so that they fit a light page, a dark one and
//! paper.

mod axis;
mod bins;
mod rates;

pub use axis::Axis;
pub use bins::{Histogram, histogram};
pub use rates::{Rate, rates};

use maud::{Markup, PreEscaped, html};
use std::fmt::Write;

/// Whose numbers a mark shows.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Whose {
    /// The side, 0 or 1; neither for what concerns both.
    pub side: Option<usize>,
    /// Whether they are those of the run that is compared with.
    pub other: bool,
}

impl Whose {
    /// The classes by which the style sheet knows it.
    pub fn classes(self) -> &'static str {
        match (self.side, self.other) {
            (Some(0), false) => "s0",
            (Some(0), true) => "s0 other",
            (Some(_), false) => "s1",
            (Some(_), true) => "s1 other",
            (None, false) => "both",
            (None, true) => "both other",
        }
    }
}

/// A plot as it grows.
pub struct Plot {
    width: f64,
    height: f64,
    left: f64,
    x: Axis,
    y: Axis,
    marks: String,
}

const TOP: f64 = 14.0;
const RIGHT: f64 = 18.0;
const BOTTOM: f64 = 46.0;

impl Plot {
    /// An empty plot of this size.
    pub fn new(width: f64, height: f64, x: Axis, y: Axis) -> Plot {
        let widest = y.ticks.iter().map(|(_, text)| text.chars().count()).max().unwrap_or(0);
        let left = 32.0 + widest as f64 * 7.2;
        Plot { width, height, left, x, y, marks: String::new() }
    }

    /// Where a value lies from left to right.
    pub fn at_x(&self, value: f64) -> f64 {
        let share = (value - self.x.low) / (self.x.high - self.x.low);
        self.left + share * (self.width - RIGHT - self.left)
    }

    /// Where a value lies from top to bottom.
    pub fn at_y(&self, value: f64) -> f64 {
        let share = (value - self.y.low) / (self.y.high - self.y.low);
        self.height - BOTTOM - share * (self.height - BOTTOM - TOP)
    }

    /// A line through points; a dot where there is only one.
    pub fn line(&mut self, whose: Whose, points: &[(f64, f64)]) {
        let path = self.path(points);
        let classes = whose.classes();
        self.add(format_args!("<path class=\"line {classes}\" d=\"M{path}\"/>"));
        if let [(x, y)] = points {
            let (x, y) = (self.at_x(*x), self.at_y(*y));
            self.add(format_args!("<circle class=\"dot {classes}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"/>"));
        }
    }

    /// The area between two lines, `(x, low, high)`.
    pub fn band(&mut self, whose: Whose, points: &[(f64, f64, f64)]) {
        let there: Vec<_> = points.iter().map(|&(x, low, _)| (x, low)).collect();
        let back: Vec<_> = points.iter().rev().map(|&(x, _, high)| (x, high)).collect();
        let path = self.path(&[there, back].concat());
        self.add(format_args!("<path class=\"band {}\" d=\"M{path}Z\"/>", whose.classes()));
    }

    /// A box between two corners, that says something when it is pointed at.
    pub fn bar(&mut self, whose: Whose, from: (f64, f64), to: (f64, f64), says: &str) {
        let (left, right) = (self.at_x(from.0), self.at_x(to.0));
        let (top, bottom) = (self.at_y(to.1), self.at_y(from.1));
        let (wide, high) = ((right - left).max(0.0), (bottom - top).max(0.0));
        self.add(format_args!(
            "<rect class=\"bar {}\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{wide:.1}\" height=\"{high:.1}\">\
             <title>{}</title></rect>",
            whose.classes(),
            escaped(says)
        ));
    }

    /// The outline of bars of width one around these places.
    pub fn outline(&mut self, bars: &[(f64, f64)]) {
        let steps = bars.iter().flat_map(|&(x, high)| [(x - 0.5, high), (x + 0.5, high)]);
        let path = self.path(&steps.collect::<Vec<_>>());
        self.add(format_args!("<path class=\"outline\" d=\"M{path}\"/>"));
    }

    /// A broken line from left to right.
    pub fn rule_y(&mut self, value: f64) {
        let (y, left, right) = (self.at_y(value), self.left, self.width - RIGHT);
        self.add(format_args!("<path class=\"rule\" d=\"M{left:.1} {y:.1}H{right:.1}\"/>"));
    }

    fn path(&self, points: &[(f64, f64)]) -> String {
        let points = points.iter().map(|&(x, y)| format!("{:.1} {:.1}", self.at_x(x), self.at_y(y)));
        points.collect::<Vec<_>>().join("L")
    }

    fn add(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.marks.write_fmt(text);
    }

    fn axes(&self) -> String {
        let (left, right, bottom) = (self.left, self.width - RIGHT, self.height - BOTTOM);
        let mut out = String::new();
        let mut add = |text: std::fmt::Arguments<'_>| out.write_fmt(text).unwrap_or_default();
        for (value, text) in &self.y.ticks {
            let y = self.at_y(*value);
            add(format_args!("<path class=\"grid\" d=\"M{left:.1} {y:.1}H{right:.1}\"/>"));
            add(format_args!("<text class=\"tick end\" x=\"{:.1}\" y=\"{:.1}\">{text}</text>", left - 7.0, y + 4.0));
        }
        for (value, text) in &self.x.ticks {
            let x = self.at_x(*value);
            add(format_args!("<path class=\"axis\" d=\"M{x:.1} {bottom:.1}v4\"/>"));
            add(format_args!("<text class=\"tick\" x=\"{x:.1}\" y=\"{:.1}\">{text}</text>", bottom + 17.0));
        }
        add(format_args!("<path class=\"axis\" d=\"M{left:.1} {bottom:.1}H{right:.1}\"/>"));
        let (x, y) = ((left + right) / 2.0, self.height - 9.0);
        add(format_args!("<text class=\"label\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text>", escaped(&self.x.label)));
        let y = (TOP + bottom) / 2.0;
        add(format_args!(
            "<text class=\"label\" transform=\"translate(13 {y:.1}) rotate(-90)\">{}</text>",
            escaped(&self.y.label)
        ));
        out
    }

    /// The finished picture, with a name and a description for those who do not see it.
    pub fn draw(self, name: &str, description: &str) -> Markup {
        picture("plot", (self.width, self.height), name, description, &format!("{}{}", self.axes(), self.marks))
    }
}

/// An SVG picture with a name and a description.
pub fn picture(class: &str, (width, height): (f64, f64), name: &str, description: &str, body: &str) -> Markup {
    html! {
        svg class=(class) viewBox=(format!("0 0 {width} {height}")) role="img" aria-label=(format!("{name}. {description}")) {
            title { (name) }
            desc { (description) }
            (PreEscaped(body))
        }
    }
}

/// Text made safe to stand in SVG.
pub fn escaped(text: &str) -> String {
    html! { (text) }.into_string()
}

/// A colour with what it stands for, above a plot.
pub fn key(entries: &[(Whose, &str)]) -> Markup {
    html! {
        p.key {
            @for (whose, text) in entries {
                span class=(whose.classes()) { span.swatch aria-hidden="true" {} (text) }
            }
        }
    }
}
