//! What the run says, in a few sentences.

use super::{Section, Studies, Study};
use crate::stats::Sample;
use crate::words;
use maud::{Markup, html};

/// Fewer games than this, and the page says how little they tell.
const FEW: u64 = 400;

/// The beginning of the page.
pub fn section(studies: &Studies) -> Section {
    let study = &studies.this;
    let games = study.summary.games;
    let body = html! {
        @if games == 0 {
            p.note { "No game of this run has been finished, so there is nothing to tell yet." }
        } @else {
            @if studies.other.is_some() { p { "These are the figures of " strong { (study.exhibit.name) } "." } }
            (tiles(studies))
            p.lead { (balance(studies)) }
            @if games < FEW {
                p.note {
                    (words::many(games, "game is", "games are")) " few: the intervals below are wide, and a difference \
                    may not show. About 385 games tell a win rate to ±5 points, 1,068 to ±3, 9,604 to ±1."
                }
            }
        }
        @if games < study.exhibit.run.plan.games {
            p.note {
                "The run is not complete: " (words::count(games)) " of "
                (words::many(study.exhibit.run.plan.games, "planned game", "planned games")) " were played."
            }
        }
    };
    Section { id: "short", title: "In short", body }
}

fn tiles(studies: &Studies) -> Markup {
    let summary = &studies.this.summary;
    let lost = summary.lost.each_ref().map(|lost| Sample::of(lost).mean);
    html! {
        ul.tiles {
            @for side in [0, 1] {
                li class=(format!("s{side}")) {
                    strong { (words::percent(summary.share(side).value())) }
                    span { (studies.side(side)) " victories" }
                    small { (words::percents(summary.share(side).wilson())) }
                }
            }
            @if summary.draws > 0 {
                li { strong { (words::percent(summary.draws as f64 / summary.games as f64)) } span { "drawn" } }
            }
            li {
                strong { (words::mean(Sample::of(&summary.lengths).mean)) }
                span { "turns a game" }
            }
            li {
                strong { (words::mean(lost[0])) " : " (words::mean(lost[1])) }
                span { "strength lost" }
                small { (studies.side(0)) " : " (studies.side(1)) }
            }
            li {
                strong { (words::count(summary.games)) }
                span { @if summary.games == 1 { "game" } @else { "games" } }
            }
        }
    }
}

/// Which side the scenario favours between these players, if the games show it.
fn balance(studies: &Studies) -> String {
    let Study { exhibit, summary } = &studies.this;
    let [one, two] = &exhibit.run.plan.players;
    let between = match (one == two, exhibit.run.plan.both_ways) {
        (true, _) => format!("With {one} on both sides"),
        (false, true) => format!("With {one} and {two} on either side in turn"),
        (false, false) => format!("With {one} on the {} side and {two} on the {}", studies.side(0), studies.side(1)),
    };
    let decided = summary.wins[0] + summary.wins[1];
    if decided == 0 {
        return format!("{between} every game was drawn.");
    }
    // Drawn games say nothing about whom the scenario favours.
    let share = crate::stats::Share::new(summary.wins[0], decided);
    let interval = share.wilson();
    let of = if summary.draws > 0 { "decided games" } else { "games" };
    let favoured = |side: usize, share: f64, interval: String| {
        format!(
            "{between}, the {} side is favoured: it won {} of {of}, 95 % interval {interval}.",
            studies.side(side),
            words::percent(share)
        )
    };
    if interval.low > 0.5 {
        favoured(0, share.value(), words::percents(interval))
    } else if interval.high < 0.5 {
        let mirrored = crate::stats::Share::new(summary.wins[1], decided);
        favoured(1, mirrored.value(), words::percents(mirrored.wilson()))
    } else {
        format!(
            "{between}, neither side is favoured as far as these games show: the {} side won {} of {of}, 95 % interval {}.",
            studies.side(0),
            words::percent(share.value()),
            words::percents(interval)
        )
    }
}
