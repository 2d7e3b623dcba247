//! Whether the dice were fair.

use super::{Section, Studies, figure};
use crate::plot::{Axis, Plot, Whose};
use crate::stats::{Fairness, holm};
use crate::summary::Die;
use crate::words;
use maud::{Markup, html};

/// Dice with more faces than this, and dice beyond the most rolled, stand in the table alone.
const MOST_FACES: usize = 20;
const MOST_PLOTS: usize = 4;

/// The dice, if any were rolled.
pub fn section(studies: &Studies) -> Option<Section> {
    // A die with one face is a cup with one counter left: no chance in it.
    let dice: Vec<(&Die, Fairness)> = studies
        .this
        .summary
        .dice
        .iter()
        .filter(|die| die.counts.len() > 1)
        .map(|die| (die, Fairness::of(&die.counts)))
        .collect();
    if dice.is_empty() {
        return None;
    }
    let tested: Vec<f64> = dice.iter().filter_map(|(_, fairness)| fairness.p).collect();
    let worst = holm(&tested).into_iter().fold(1.0, f64::min);
    let mut plotted: Vec<_> = dice.iter().filter(|(die, _)| die.counts.len() <= MOST_FACES).collect();
    plotted.sort_by_key(|(die, _)| std::cmp::Reverse(die.rolls()));
    let body = html! {
        p.lead { (verdict(tested.len(), worst)) }
        p {
            "Every roll of every game is counted by Pearson's chi-square test against a fair die. Counters drawn from a \
             cup are rolls of a die with as many faces as the cup has counters."
            @if let Some(other) = &studies.other { " The dice of " (other.exhibit.name) " are in its own report." }
        }
        div.pair { @for (die, fairness) in plotted.into_iter().take(MOST_PLOTS) { (plot(die, fairness)) } }
        (table(&dice))
    };
    Some(Section { id: "dice", title: "Were the dice fair?", body })
}

fn verdict(tested: usize, worst: f64) -> String {
    match (tested, worst < 0.05) {
        (0, _) => "There are too few rolls to say whether the dice are fair.".into(),
        (_, false) => format!(
            "The dice are fair as far as the rolls show: the least {} ({} of dice tested, Holm's correction).",
            words::p_value(worst),
            words::many(tested as u64, "kind", "kinds")
        ),
        (_, true) => format!(
            "A die deviates more than chance explains: the least {} ({} of dice tested, Holm's correction). One honest \
             run in twenty looks so; a second run with other seeds tells.",
            words::p_value(worst),
            words::many(tested as u64, "kind", "kinds")
        ),
    }
}

fn result(fairness: &Fairness) -> String {
    let chi = format!("χ² = {:.2} with {} degrees of freedom", fairness.chi_square, fairness.df);
    match fairness.p {
        Some(p) => format!("{chi}, {}", words::p_value(p)),
        None => format!("{chi}; too few rolls for a test"),
    }
}

fn plot(die: &Die, fairness: &Fairness) -> Markup {
    let faces = die.counts.len();
    let all = die.rolls() as f64;
    let expected = 1.0 / faces as f64;
    let most = die.counts.iter().map(|&count| count as f64 / all).fold(expected, f64::max);
    let ticks = (1..=faces).map(|face| (face as f64, face.to_string())).collect();
    let x = Axis { label: "face".into(), low: 0.4, high: faces as f64 + 0.6, ticks };
    let mut plot = Plot::new(520.0, 230.0, x, Axis::share("share of rolls", most * 1.1));
    for (face, &count) in (1..).zip(&die.counts) {
        let face = f64::from(face);
        let says = format!("{face}: {} rolls, {} expected", words::count(count), words::number(fairness.expected));
        plot.bar(Whose { side: None, other: false }, (face - 0.36, 0.0), (face + 0.36, count as f64 / all), &says);
    }
    plot.rule_y(expected);
    let name = format!("Die with {faces} faces");
    let caption = format!(
        "{}, each face expected {} times (the broken line). {}.",
        words::many(die.rolls(), "roll", "rolls"),
        words::number(fairness.expected),
        result(fairness)
    );
    figure(&name, &caption, plot.draw(&name, &result(fairness)))
}

fn table(dice: &[(&Die, Fairness)]) -> Markup {
    html! {
        details open[dice.len() <= MOST_PLOTS] {
            summary { "All dice in figures" }
            div.scroll tabindex="0" role="region" aria-label="All dice in figures" {
                table {
                    thead { tr {
                        th.number scope="col" { "faces" } th.number scope="col" { "rolls" } th.number scope="col" { "expected a face" }
                        th.number scope="col" { "least" } th.number scope="col" { "most" } th.number scope="col" { "χ²" } th.number scope="col" { "p" }
                    } }
                    tbody {
                        @for (die, fairness) in dice {
                            tr {
                                th.number scope="row" { (die.counts.len()) }
                                td.number { (words::count(die.rolls())) }
                                td.number { (words::number(fairness.expected)) }
                                td.number { (words::count(die.counts.iter().copied().min().unwrap_or(0))) }
                                td.number { (words::count(die.counts.iter().copied().max().unwrap_or(0))) }
                                td.number { (format!("{:.2}", fairness.chi_square)) }
                                td.number { @match fairness.p { Some(p) => (format!("{p:.3}")), None => "too few rolls" } }
                            }
                        }
                    }
                }
            }
        }
    }
}
