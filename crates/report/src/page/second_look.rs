//! Games looked at again: how much luck decides, and where mistakes are made.

use super::{Section, Studies, Study, figure};
use crate::plot::{Axis, Plot, Whose};
use crate::stats::{Interval, Sample, share_of_variance};
use crate::words;
use maud::{Markup, html};
use sim::{AnalysedRow, MistakeRow};
use std::collections::BTreeMap;

/// The grades of costly choices, the gravest first.
const GRADES: [&str; 3] = ["blunder", "mistake", "doubtful"];

/// What was found, if games were looked at again.
pub fn section(studies: &Studies) -> Option<Section> {
    if studies.each().all(|(study, _)| study.exhibit.run.analysed.is_empty()) {
        return None;
    }
    let body = html! {
        @for (study, other) in studies.each().filter(|(study, _)| !study.exhibit.run.analysed.is_empty()) {
            (luck(studies, study, other))
            (mistakes(studies, study, other))
        }
        p.small {
            "Each game was looked at as " code { "grognard analyse" } " does it: luck is what dice changed in the chance to win, choice what the \
             players' choices changed beside those that the computer takes without looking ahead, hindsight what was seen otherwise when \
             another turn could be foreseen. With the chance at the beginning they add up to the result."
        }
    };
    Some(Section { id: "second-look", title: "Luck, choices and mistakes", body })
}

/// What changed the result of a game: a name, and by how much.
type Part = (String, fn(&AnalysedRow) -> f64);

fn luck(studies: &Studies, study: &Study, other: bool) -> Markup {
    let rows = &study.exhibit.run.analysed;
    // A win, a draw or a loss, whatever was rounded before it was added up.
    let whole: Vec<f64> = rows.iter().map(|row| (2.0 * (row.chance + sum(row))).round() / 2.0).collect();
    let parts: [Part; 5] = [
        (format!("dice of {}", studies.side(0)), |row| row.luck[0]),
        (format!("dice of {}", studies.side(1)), |row| row.luck[1]),
        (format!("choices of {}", studies.side(0)), |row| row.choice[0]),
        (format!("choices of {}", studies.side(1)), |row| row.choice[1]),
        ("hindsight".to_string(), |row| row.hindsight),
    ];
    let all: Part = ("all dice".to_string(), |row| row.luck[0] + row.luck[1]);
    let share = |(name, value): &Part| {
        let part: Vec<f64> = rows.iter().map(value).collect();
        (name.clone(), Sample::of(&part), share_of_variance(&part, &whole))
    };
    let told = |(share, interval): (f64, Option<Interval>)| {
        let sure = interval.map_or("too few games to say how sure that is".to_string(), words::percents);
        format!("{} ({sure})", words::percent(share))
    };
    let decided = share(&all).2.map(told);
    html! {
        h3 { (studies.called("How much luck decides", other)) }
        @match decided {
            Some(share) => p { "Of the variance of the results of " (words::many(rows.len() as u64, "game", "games")) ", dice explain " strong { (share) } "." },
            None => p.note { "All " (words::many(rows.len() as u64, "game", "games")) " that were looked at ended alike, so nothing is left to share out." },
        }
        div.scroll tabindex="0" role="region" aria-label="Luck and choices" {
            table {
                thead {
                    tr {
                        td {}
                        th.number scope="col" { "share of the variance (95 %)" }
                        th.number scope="col" { "for " (studies.side(0)) ", on average" }
                        th.number scope="col" { "spread" }
                    }
                }
                tbody {
                    @for (name, sample, share) in parts.iter().map(share) {
                        tr {
                            th scope="row" { (name) }
                            td.number { (share.map_or("unknown".into(), told)) }
                            td.number { (words::signed(100.0 * sample.mean)) " %" }
                            td.number { "±" (words::number(100.0 * sample.variance.sqrt())) " %" }
                        }
                    }
                }
            }
        }
    }
}

fn sum(row: &AnalysedRow) -> f64 {
    row.luck.iter().chain(&row.choice).sum::<f64>() + row.hindsight
}

fn mistakes(studies: &Studies, study: &Study, other: bool) -> Markup {
    let run = study.exhibit.run;
    let games = run.analysed.len() as f64;
    let count = |side: usize, grade: &str| {
        run.mistakes.iter().filter(|row| usize::from(row.side) == side && row.grade == grade).count()
    };
    let cost = |side: usize| {
        run.mistakes.iter().filter(|row| usize::from(row.side) == side).map(|row| row.cost).sum::<f64>() / games
    };
    let choices = |side: usize| run.analysed.iter().map(|row| f64::from(row.choices[side])).sum::<f64>() / games;
    html! {
        h3 { (studies.called("Where mistakes are made", other)) }
        div.scroll tabindex="0" role="region" aria-label="Mistakes a game" {
            table {
                thead { tr { th scope="col" { "a game" } @for side in [0, 1] { th.number scope="col" class={ "side s" (side) } { (studies.side(side)) } } } }
                tbody {
                    @for grade in GRADES {
                        tr {
                            th scope="row" { (plural(grade)) }
                            @for side in [0, 1] { td.number { (words::mean(count(side, grade) as f64 / games)) } }
                        }
                    }
                    tr { th scope="row" { "what they cost together" } @for side in [0, 1] { td.number { (words::percent(cost(side))) } } }
                    tr { th scope="row" { "choices" } @for side in [0, 1] { td.number { (words::mean(choices(side))) } } }
                }
            }
        }
        @if !run.mistakes.is_empty() {
            div.pair {
                (by_turn(studies, &run.mistakes, games, other))
                (by_action(studies, &run.mistakes, games))
            }
        }
    }
}

fn plural(grade: &str) -> &str {
    match grade {
        "blunder" => "blunders",
        "mistake" => "mistakes",
        _ => "doubtful choices",
    }
}

/// What each side lost by costly choices, turn by turn.
fn by_turn(studies: &Studies, rows: &[MistakeRow], games: f64, other: bool) -> Markup {
    let mut costs: BTreeMap<u16, [f64; 2]> = BTreeMap::new();
    for row in rows {
        costs.entry(row.turn).or_default()[usize::from(row.side.min(1))] += row.cost / games;
    }
    let (first, last) = (costs.keys().next().copied().unwrap_or(1), costs.keys().next_back().copied().unwrap_or(1));
    let most = costs.values().flatten().copied().fold(0.0, f64::max);
    let mut plot = Plot::new(560.0, 300.0, Axis::turns(first, last + 1), Axis::share("chance lost a game", most));
    for (turn, both) in &costs {
        for (side, cost) in both.iter().enumerate().filter(|(_, cost)| **cost > 0.0) {
            let left = f64::from(*turn) + 0.4 * side as f64;
            let says = format!("{}, turn {turn}: {}", studies.side(side), words::percent(*cost));
            plot.bar(Whose { side: Some(side), other }, (left, 0.0), (left + 0.4, *cost), &says);
        }
    }
    let caption = "Chance to win that costly choices gave away in each turn, on average over the games.";
    figure("By turn", caption, html! { (studies.key()) (plot.draw("Chance lost by turn", caption)) })
}

/// By which kinds of actions most was lost.
fn by_action(studies: &Studies, rows: &[MistakeRow], games: f64) -> Markup {
    let mut kinds: BTreeMap<(&str, usize), (u64, f64)> = BTreeMap::new();
    for row in rows {
        let sum = kinds.entry((&row.action, usize::from(row.side.min(1)))).or_default();
        *sum = (sum.0 + 1, sum.1 + row.cost);
    }
    let mut kinds: Vec<_> = kinds.into_iter().collect();
    kinds.sort_by(|one, other| other.1.1.total_cmp(&one.1.1));
    html! {
        div {
            h3 { "By what was done" }
            table {
                thead { tr { th scope="col" { "action" } th scope="col" { "side" } th.number scope="col" { "times" } th.number scope="col" { "lost a game" } } }
                tbody {
                    @for ((action, side), (times, cost)) in kinds.iter().take(10) {
                        tr {
                            th scope="row" { (action) }
                            td { (studies.side(*side)) }
                            td.number { (words::count(*times)) }
                            td.number { (words::percent(cost / games)) }
                        }
                    }
                }
            }
        }
    }
}
