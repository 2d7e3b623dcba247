//! Law 8: what dice are read on are the charts.

use crate::{Chart, Event, Forecast};

/// Panics unless the charts have every place where these events say that a roll was read, with the roll's result there.
pub fn assert_rolls_are_on_charts(charts: &[Chart], events: &[Event]) {
    for roll in events.iter().flat_map(|event| &event.rolls) {
        let Some(read) = &roll.table else { continue };
        let chart = named(charts, &read.name);
        let cell = chart.cell(read.column.as_deref(), &read.line);
        let cell = cell.unwrap_or_else(|| panic!("law 8: \"{}\" has no such place: {roll:?}", chart.name));
        assert_eq!(cell.code, read.result, "law 8: something else stands in \"{}\": {roll:?}", chart.name);
    }
}

/// Panics unless the charts have every place where a forecast says that dice will be read.
pub fn assert_aims_are_on_charts(charts: &[Chart], forecast: &Forecast) {
    for aim in &forecast.aims {
        assert!(named(charts, &aim.chart).knows(aim), "law 8: there is no such place: {aim:?}");
    }
}

/// Panics unless the charts are fit to be printed: each name once, words without the marks of our own notes, clauses
/// that the book has.
pub fn assert_charts_are_for_players<R: crate::Rules>(rules: &R, scenario: usize) -> Vec<Chart> {
    let charts = rules.charts(scenario, rules.about().default_options());
    for (at, chart) in charts.iter().enumerate() {
        let name = &chart.name;
        assert!(!charts[..at].iter().any(|before| before.name == *name), "two charts are called {name}");
        assert!(chart.purpose.ends_with('.'), "{name}: \"{}\" is no sentence", chart.purpose);
        assert!(!chart.lines.is_empty() && !chart.columns.is_empty(), "{name} is empty");
        let notes = chart.notes.iter().map(|note| &note.text).chain(&chart.reconstruction);
        let words = chart.lines.iter().flat_map(|line| &line.cells).filter_map(|cell| cell.words.as_ref());
        for text in notes.chain(words).chain([&chart.purpose]) {
            for mark in ["facts.md", "ruling", "chart/", "[", "gaps.md"] {
                assert!(!text.contains(mark), "{name} says \"{text}\", which players do not know");
            }
        }
        assert_odds_are_those_of_the_lines(chart);
        for clause in chart.notes.iter().flat_map(|note| &note.clauses).chain(&chart.clauses) {
            assert!(rules.book().get(clause.0).is_some(), "{name} cites {clause}, which is no clause");
        }
    }
    charts
}

/// Panics unless what a chart says of its dice adds up to one; and where its lines are headed by totals of the dice, what is
/// printed there comes out as often as the dice show these totals.
fn assert_odds_are_those_of_the_lines(chart: &Chart) {
    let name = &chart.name;
    for odds in &chart.odds {
        let sum: f64 = odds.chances.iter().map(|chance| chance.probability).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{name}, {}: the odds add up to {sum}", odds.head);
        let Some(column) = chart.columns.iter().position(|head| *head == odds.head) else { continue };
        let Some(lines) = by_total(chart) else { continue };
        for chance in &odds.chances {
            let printed = lines.iter().filter(|(_, line)| chart.lines[*line].cells[column].code == chance.outcome);
            let printed: f64 = printed.map(|(chance, _)| chance).sum();
            let wrong = format!("{name}, {}: {} is printed for {printed}", odds.head, chance.outcome);
            assert!((printed - chance.probability).abs() < 1e-9, "{wrong}, and said to be {}", chance.probability);
        }
    }
}

/// The lines of a chart, each with the chance of a total that is read there; nothing where lines are not headed by totals.
fn by_total(chart: &Chart) -> Option<Vec<(f64, usize)>> {
    let (dice, sides) = chart.dice.as_ref()?.split_once('d')?;
    let totals = crate::chart::totals(dice.parse().ok()?, sides.parse().ok()?);
    let read = |total: i16| chart.lines.iter().position(|line| is_in(&line.head, total));
    totals.into_iter().map(|(total, chance)| Some((chance, read(total)?))).collect()
}

/// Whether a total is read in the line with this head: `7`, `8 to 10`, `2 or less`.
fn is_in(head: &str, total: i16) -> bool {
    let number = |text: &str| text.parse::<i16>().ok();
    match head.split_once(' ') {
        None => number(head) == Some(total),
        Some((last, "or less")) => number(last).is_some_and(|last| total <= last),
        Some((first, "or more")) => number(first).is_some_and(|first| total >= first),
        Some((first, rest)) => {
            let last = rest.strip_prefix("to ").and_then(number);
            number(first).zip(last).is_some_and(|(first, last)| (first..=last).contains(&total))
        }
    }
}

fn named<'a>(charts: &'a [Chart], name: &str) -> &'a Chart {
    let chart = charts.iter().find(|chart| chart.name == name);
    chart.unwrap_or_else(|| panic!("law 8: there is no chart \"{name}\""))
}

/// The code of a cell of a game's charts, and its words, for tests; panics if there is none.
pub fn chart_cell<R: crate::Rules>(
    rules: &R,
    scenario: &str,
    (chart, column, line): (&str, Option<&str>, &str),
) -> (String, String) {
    let scenario = rules.about().scenario(scenario).unwrap_or_else(|error| panic!("{error}"));
    let charts = rules.charts(scenario, rules.about().default_options());
    let chart = named(&charts, chart);
    let cell = chart.cell(column, line).unwrap_or_else(|| panic!("no cell {column:?}, {line} in {chart:#?}"));
    (cell.code.clone(), cell.words.clone().unwrap_or_default())
}
