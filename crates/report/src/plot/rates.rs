//! Shares of games with their intervals.

use super::{Whose, escaped, picture};
use crate::stats::Share;
use crate::words;
use maud::{Markup, html};
use std::fmt::Write;

/// A share, who it belongs to, and how it is called.
pub struct Rate {
    /// Its name.
    pub name: String,
    /// Whose it is.
    pub whose: Whose,
    /// The share.
    pub share: Share,
}

const LEFT: f64 = 168.0;
const RIGHT: f64 = 790.0;
const ROW: f64 = 34.0;

/// A bar for each share, with its 95 % interval, on a scale from nothing to all.
pub fn rates(name: &str, rates: &[Rate]) -> Markup {
    let at = |share: f64| LEFT + share * (RIGHT - LEFT);
    let bottom = 8.0 + rates.len() as f64 * ROW;
    let mut out = String::new();
    let mut add = |text: std::fmt::Arguments<'_>| out.write_fmt(text).unwrap_or_default();
    for tenth in (0..=10).step_by(2) {
        let (x, class) = (at(f64::from(tenth) / 10.0), if tenth == 0 { "axis" } else { "grid" });
        add(format_args!("<path class=\"{class}\" d=\"M{x:.1} 4V{bottom}\"/>"));
        add(format_args!("<text class=\"tick\" x=\"{x:.1}\" y=\"{}\">{} %</text>", bottom + 17.0, tenth * 10));
    }
    add(format_args!("<path class=\"rule\" d=\"M{0:.1} 4V{bottom}\"/>", at(0.5)));
    for (row, rate) in rates.iter().enumerate() {
        let (share, interval) = (rate.share.value(), rate.share.wilson());
        let (top, classes) = (8.0 + row as f64 * ROW, rate.whose.classes());
        let middle = top + ROW / 2.0;
        let says = format!("{}: {} of {} games", rate.name, rate.share.hits, rate.share.of);
        add(format_args!(
            "<text class=\"name end\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            LEFT - 10.0,
            middle + 4.5,
            escaped(&rate.name)
        ));
        add(format_args!(
            "<rect class=\"bar {classes}\" x=\"{LEFT}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{}\"><title>{}</title></rect>",
            top + 5.0,
            (at(share) - LEFT).max(0.0),
            ROW - 10.0,
            escaped(&says)
        ));
        let (low, high) = (at(interval.low), at(interval.high));
        add(format_args!(
            "<path class=\"whisker\" d=\"M{low:.1} {middle}H{high:.1}M{low:.1} {0}v10M{high:.1} {0}v10\"/>",
            middle - 5.0
        ));
        let figures = format!("{} ({})", words::percent(share), words::percents(interval));
        add(format_args!(
            "<text class=\"figure\" x=\"{:.1}\" y=\"{:.1}\">{figures}</text>",
            RIGHT + 14.0,
            middle + 4.5
        ));
    }
    let description = rates.iter().map(|rate| {
        format!(
            "{}: {}, 95 % interval {}",
            rate.name,
            words::percent(rate.share.value()),
            words::percents(rate.share.wilson())
        )
    });
    let description = description.collect::<Vec<_>>().join("; ");
    html! {
        div.scroll tabindex="0" { (picture("plot wide", (1000.0, bottom + 26.0), name, &description, &out)) }
    }
}
