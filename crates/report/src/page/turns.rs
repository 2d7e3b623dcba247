//! How the games went from turn to turn.

use super::{Section, Studies, figure};
use crate::course::Course;
use crate::plot::{Axis, Plot, Whose};
use crate::words;
use maud::{Markup, html};
use sim::TurnRow;

/// A number of a side at the end of a turn.
type Value = fn(&TurnRow, usize) -> f64;

/// What is followed: title, label of the axis, what it is, and the number.
const FOLLOWED: [(&str, &str, &str, Value); 4] = [
    ("Losses", "strength lost so far", "Strength lost since the beginning.", |row, side| f64::from(row.lost[side])),
    ("Strength", "strength on the board", "Strength on the board at the end of each turn.", |row, side| {
        f64::from(row.strength[side])
    }),
    ("Ground", "hexes held", "Hexes nearer to a side than to its enemy.", |row, side| f64::from(row.ground[side])),
    ("Victory points", "victory points", "Victory points a side would count if the game ended now.", |row, side| {
        f64::from(row.points[side])
    }),
];

/// How the games went, if any turn was finished.
pub fn section(studies: &Studies) -> Option<Section> {
    if studies.each().all(|(study, _)| study.exhibit.run.turns.is_empty()) {
        return None;
    }
    let band = match &studies.other {
        None => "Lines are means over all games; the bands hold eight games in ten.".to_string(),
        Some(other) => format!(
            "Lines are means over all games, broken for {}; the bands hold eight games in ten of {}.",
            other.exhibit.name, studies.this.exhibit.name
        ),
    };
    let body = html! {
        p { (band) " A game that has ended stays as it was." }
        (studies.key())
        div.pair { @for (title, label, caption, value) in FOLLOWED { (course(studies, title, label, caption, value)) } }
    };
    Some(Section { id: "turns", title: "From turn to turn", body })
}

fn course(studies: &Studies, title: &str, label: &str, caption: &str, value: Value) -> Markup {
    let mut courses: Vec<(Whose, Course)> = Vec::new();
    for (study, other) in studies.each() {
        for side in [0, 1] {
            let course = Course::of(study.exhibit.run, |row| value(row, side));
            courses.push((Whose { side: Some(side), other }, course));
        }
    }
    courses.retain(|(_, course)| !course.turns.is_empty());
    let ranges = courses.iter().filter_map(|(_, course)| course.range());
    let (low, high) = ranges.fold((0.0_f64, 0.0_f64), |(low, high), range| (low.min(range.0), high.max(range.1)));
    if (low, high) == (0.0, 0.0) {
        return html! { figure { figcaption { h3 { (title) } p { (caption) " There was nothing to count." } } } };
    }
    let first = courses.iter().map(|(_, course)| course.first).min().unwrap_or(1);
    let last = courses.iter().map(|(_, course)| course.first + (course.turns.len() - 1) as u16).max().unwrap_or(first);
    let mut plot = Plot::new(520.0, 290.0, Axis::turns(first, last), Axis::round(label, low, high, words::number));
    let turns = |course: &Course| (course.first..).map(f64::from).zip(course.turns.clone()).collect::<Vec<_>>();
    for (whose, course) in courses.iter().filter(|(whose, _)| !whose.other) {
        plot.band(*whose, &turns(course).iter().map(|(turn, at)| (*turn, at.low, at.high)).collect::<Vec<_>>());
    }
    for (whose, course) in &courses {
        plot.line(*whose, &turns(course).iter().map(|(turn, at)| (*turn, at.mean)).collect::<Vec<_>>());
    }
    let ends = courses.iter().filter_map(|(whose, course)| {
        let name = studies.called(studies.side(whose.side?), whose.other);
        Some(format!("{name}: {} on turn {last}", words::number(course.turns.last()?.mean)))
    });
    figure(title, caption, plot.draw(title, &ends.collect::<Vec<_>>().join("; ")))
}
