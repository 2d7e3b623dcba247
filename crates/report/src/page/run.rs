//! What was run, and how to run it again.

use super::{Section, Studies};
use crate::words;
use maud::{Markup, html};

/// What was run.
pub fn section(studies: &Studies) -> Section {
    let body = html! {
        div.scroll tabindex="0" role="region" aria-label="What was run" {
            table.facts {
                @if studies.other.is_some() {
                    thead { tr { td {} @for (study, _) in studies.each() { th scope="col" { (study.exhibit.name) } } } }
                }
                tbody { @for (name, values) in rows(studies) {
                    tr { th scope="row" { (name) } @for value in values { td { (value) } } }
                } }
            }
        }
        h3 { "To run it again" }
        @for (study, _) in studies.each() { pre tabindex="0" { code { (study.exhibit.command) } } }
    };
    Section { id: "run", title: "What was run", body }
}

fn rows(studies: &Studies) -> Vec<(String, Vec<Markup>)> {
    let about = studies.this.exhibit.about;
    let mut rows: Vec<(String, Vec<Markup>)> = Vec::new();
    let mut add = |name: &str, value: &dyn Fn(&super::Study) -> Markup| {
        rows.push((name.to_string(), studies.each().map(|(study, _)| value(study)).collect()));
    };
    add("scenario", &|study| html! { (study.exhibit.scenario()) " (" (study.exhibit.run.plan.scenario) ")" });
    add("games", &|study| {
        let (played, planned) = (study.summary.games, study.exhibit.run.plan.games);
        html! { (words::count(played)) @if played < planned { " of " (words::count(planned)) " planned" } }
    });
    for (side, info) in about.sides.iter().enumerate() {
        add(&info.title, &|study| html! { (study.exhibit.run.plan.players[side]) });
    }
    add("seats", &|study| {
        let exchanged = study.exhibit.run.plan.both_ways;
        html! { @if exchanged { "each seed played twice, the second time with the players exchanged" } @else { "always the same" } }
    });
    add("seeds", &|study| {
        let plan = &study.exhibit.run.plan;
        let seeds = if plan.both_ways { plan.games.div_ceil(2) } else { plan.games };
        html! { (plan.first_seed) @if seeds > 1 { " to " (plan.first_seed.wrapping_add(seeds - 1)) } }
    });
    add("options", &|study| {
        let options = &study.exhibit.run.plan.options;
        html! { @if options.is_empty() { "none" } @else { (options.join(", ")) } }
    });
    add("version of the rules", &|study| html! { (study.exhibit.run.plan.rules) });
    add("data files", &|study| html! { code { (study.exhibit.run.plan.data) } });
    rows
}
