//! What the players did, and what nobody at a table would.

use super::{Section, Studies};
use crate::words;
use engine::Habit;
use maud::{Markup, html};
use sim::{Conduct, Use};
use std::collections::BTreeSet;

/// A player with a side in one of the runs.
struct Seat {
    name: String,
    side: usize,
    conduct: Conduct,
}

/// What the players did, if that was counted.
pub fn section(studies: &Studies) -> Option<Section> {
    let seats: Vec<Seat> = studies.each().flat_map(|(study, other)| seats(studies, study.exhibit.run, other)).collect();
    if seats.is_empty() {
        return None;
    }
    let body = html! {
        p {
            "Units a game that each player had himself to thank for with each side. By his own doing he loses what the enemy "
            "has not touched: units that are lost, disrupted or led out of supply."
        }
        (costs(&seats))
        h3 { "What was offered, and what was taken" }
        p { "Of the decisions at which a kind of action was possible, the share at which it was chosen. A rule that nobody uses is worth a thought." }
        (uses(&seats))
    };
    Some(Section { id: "habits", title: "Habits", body })
}

fn seats(studies: &Studies, run: &sim::Run, other: bool) -> Vec<Seat> {
    let seat = |conduct: Conduct| {
        let side = run.plan.sides.iter().position(|side| *side == conduct.side).unwrap_or(0);
        Seat { name: studies.called(&format!("{}, {}", conduct.player, studies.side(side)), other), side, conduct }
    };
    Conduct::of(run).into_iter().map(seat).collect()
}

fn heads(first: &str, seats: &[Seat]) -> Markup {
    html! {
        thead {
            tr {
                th scope="col" { (first) }
                @for seat in seats { th.number scope="col" class={ "side s" (seat.side) } { (seat.name) } }
            }
        }
    }
}

/// What habits cost, a line each; those that cost nobody anything are left out.
fn costs(seats: &[Seat]) -> Markup {
    let cost = |seat: &Seat, habit: &Habit| seat.conduct.habits.iter().find(|cost| cost.habit == habit.word()).cloned();
    let units = |habit: &Habit| seats.iter().filter_map(|seat| cost(seat, habit)).map(|cost| cost.units).sum::<u64>();
    html! {
        div.scroll tabindex="0" role="region" aria-label="Habits" {
            table.habits {
                (heads("units a game", seats))
                tbody {
                    tr {
                        th scope="row" { "by his own doing" }
                        @for seat in seats { td.number { (words::mean(seat.conduct.own_doing)) } }
                    }
                    @for habit in Habit::ALL.iter().filter(|habit| units(habit) > 0) {
                        tr {
                            th scope="row" { (habit.title()) p.small { (habit.meaning()) } }
                            @for seat in seats {
                                td.number {
                                    @if let Some(cost) = cost(seat, habit) {
                                        (words::mean(cost.a_game))
                                        @if let Some(share) = cost.share { " (" (words::percent(share)) " of those near the enemy)" }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// What use was made of the kinds of actions.
fn uses(seats: &[Seat]) -> Markup {
    let kinds: BTreeSet<&str> =
        seats.iter().flat_map(|seat| &seat.conduct.actions).map(|action| action.action.as_str()).collect();
    let found = |seat: &Seat, kind: &str| seat.conduct.actions.iter().find(|action| action.action == kind).cloned();
    let cell = |action: Use| match action.taken {
        0 => format!("never, of {}", words::count(action.offered)),
        _ => format!("{} of {}", words::percent(action.share()), words::count(action.offered)),
    };
    html! {
        div.scroll tabindex="0" role="region" aria-label="What was offered, and what was taken" {
            table.habits {
                (heads("action", seats))
                tbody {
                    @for kind in kinds {
                        tr {
                            th scope="row" { (kind) }
                            @for seat in seats { td.number { (found(seat, kind).map_or("not offered".into(), cell)) } }
                        }
                    }
                }
            }
        }
    }
}
