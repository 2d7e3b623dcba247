//! Which rules ended the games.

use super::{Section, Studies, Study};
use crate::summary::Ending;
use crate::words;
use maud::{Markup, html};

/// How the games ended.
pub fn section(studies: &Studies) -> Section {
    // Those of this run, then those that only the other knows.
    let mut endings: Vec<&Ending> = studies.this.summary.endings.iter().collect();
    for ending in studies.other.iter().flat_map(|other| &other.summary.endings) {
        if !endings.iter().any(|known| (&known.clause, known.winner) == (&ending.clause, ending.winner)) {
            endings.push(ending);
        }
    }
    let body = html! {
        div.scroll tabindex="0" role="region" aria-label="How games ended" {
            table.endings {
                thead {
                    tr {
                        th scope="col" { "clause" }
                        th scope="col" { "winner" }
                        @for (_, other) in studies.each() { th.number scope="col" { (studies.called("games", other)) } }
                        th scope="col" { "what it says" }
                    }
                }
                tbody { @for ending in endings { (row(studies, ending)) } }
            }
        }
    };
    Section { id: "endings", title: "How games ended", body }
}

fn row(studies: &Studies, ending: &Ending) -> Markup {
    let text = studies.this.exhibit.book.get(&ending.clause).map(|entry| entry.text.as_str());
    let winner = ending.winner.map_or("draw", |side| studies.side(usize::from(side)));
    let games = |study: &Study| {
        let mut same = study.summary.endings.iter();
        same.find(|known| (&known.clause, known.winner) == (&ending.clause, ending.winner))
            .map_or(0, |known| known.games)
    };
    html! {
        tr {
            th scope="row" { (ending.clause) }
            td class=[ending.winner.map(|side| format!("side s{side}"))] { (winner) }
            @for (study, _) in studies.each() {
                @let share = games(study) as f64 / study.summary.games.max(1) as f64;
                td.number { (words::count(games(study))) " (" (words::percent(share)) ")" }
            }
            td { (text.unwrap_or("not in the checklist of the rulebook")) }
        }
    }
}
