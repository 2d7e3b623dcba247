//! How long the games were, and how long the players thought.

use super::{Section, Studies, Study};
use crate::plot::{Histogram, Whose, histogram, key};
use crate::stats::Sample;
use crate::words;
use maud::{Markup, html};

/// Length, decisions and time.
pub fn section(studies: &Studies) -> Section {
    let lengths = &studies.this.summary.lengths;
    let others = studies.other.as_ref().map(|other| other.summary.lengths.as_slice());
    let description = format!("The mean length is {} turns.", words::number(Sample::of(lengths).mean));
    let label = "turn in which the game ended";
    let shown = Histogram { name: "Length of games", description: &description, label, signed: false };
    let picture = histogram(&shown, lengths, others);
    let body = html! {
        div.pair {
            figure {
                figcaption { h3 { "Length of games" } p { "The turn in which each game ended." } }
                @if let Some(other) = &studies.other {
                    (key(&[
                        (Whose { side: None, other: false }, &studies.this.exhibit.name),
                        (Whose { side: None, other: true }, &other.exhibit.name),
                    ]))
                }
                (picture)
            }
            (table(studies))
        }
    };
    Section { id: "length", title: "Length and thought", body }
}

fn table(studies: &Studies) -> Markup {
    let a_game = |study: &Study, sum: f64| sum / study.summary.games.max(1) as f64;
    let mean = |study: &Study| {
        let sample = Sample::of(&study.summary.lengths);
        let interval = sample.interval().map(|interval| format!(" ({})", words::numbers(interval)));
        format!("{}{}", words::mean(sample.mean), interval.unwrap_or_default())
    };
    let thought = |study: &Study, side: usize| {
        let summary = &study.summary;
        words::duration(summary.seconds[side] / summary.decisions[side].max(1) as f64)
    };
    html! {
        div {
            h3 { "In figures" }
            table {
                @if studies.other.is_some() {
                    thead { tr { td {} @for (study, _) in studies.each() { th scope="col" { (study.exhibit.name) } } } }
                }
                tbody {
                    tr { th scope="row" { "turns a game (95 % interval)" } @for (study, _) in studies.each() { td { (mean(study)) } } }
                    @for side in [0, 1] {
                        tr {
                            th scope="row" { "decisions a game, " (studies.side(side)) }
                            @for (study, _) in studies.each() { td { (words::number(a_game(study, study.summary.decisions[side] as f64))) } }
                        }
                        tr {
                            th scope="row" { "thought for a decision, " (studies.side(side)) }
                            @for (study, _) in studies.each() { td { (thought(study, side)) } }
                        }
                    }
                    tr {
                        th scope="row" { "thought for all games" }
                        @for (study, _) in studies.each() { td { (words::duration(study.summary.seconds.iter().sum())) } }
                    }
                }
            }
        }
    }
}
