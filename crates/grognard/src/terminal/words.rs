//! Events, refusals and forecasts as lines of text.

use super::paint::Paint;
use catalogue::{Verdict, Why};
use engine::{Clause, ClauseBook, Event, Forecast, Refusal};

/// What happened, each event with its clauses.
pub fn event_lines<'a>(events: impl Iterator<Item = &'a Event>, paint: Paint) -> Vec<String> {
    let cited = |event: &Event| {
        let ids: Vec<_> = event.clauses.iter().map(|clause| clause.0).collect();
        if ids.is_empty() { String::new() } else { paint.faint(&format!("  [{}]", ids.join(", "))) }
    };
    events.map(|event| format!("  {}{}", event.text, cited(event))).collect()
}

/// Why an option may be taken or not; for a hex, everything that has to do with it.
pub fn why_lines(book: &ClauseBook, why: &Why) -> Vec<String> {
    let verdicts = match why {
        Why::Option(verdict) => std::slice::from_ref(verdict),
        Why::Hex(hex, verdicts) if verdicts.is_empty() => {
            return vec![format!("Nothing that can be chosen now has to do with {hex}.")];
        }
        Why::Hex(_, verdicts) => verdicts,
    };
    let mut lines: Vec<_> = verdicts.iter().map(verdict_line).collect();
    lines.extend(clause_lines(book, verdicts.iter().filter_map(|verdict| verdict.refusal.as_ref())));
    lines
}

fn verdict_line(Verdict { choice, refusal }: &Verdict) -> String {
    match refusal {
        None => format!("{} ({}): allowed.", choice.action, choice.text),
        Some(refusal) => format!("{} ({}): no. {refusal}", choice.action, choice.text),
    }
}

/// A refusal with the text of its clauses.
pub fn refusal_lines(book: &ClauseBook, refusal: &Refusal) -> Vec<String> {
    let mut lines = vec![refusal.reason.clone()];
    lines.extend(clause_lines(book, [refusal].into_iter()));
    lines
}

/// The text of every clause that refuses something, once.
fn clause_lines<'a>(book: &ClauseBook, refusals: impl Iterator<Item = &'a Refusal>) -> Vec<String> {
    let mut cited: Vec<Clause> = Vec::new();
    for clause in refusals.flat_map(|refusal| &refusal.clauses) {
        if !cited.contains(clause) {
            cited.push(*clause);
        }
    }
    let text = |clause: &Clause| book.get(clause.0).map_or("", |entry| entry.text.as_str());
    cited.iter().map(|clause| format!("  {clause}: {}", text(clause))).collect()
}

/// A forecast opened into its parts, with its chances.
pub fn forecast_lines(forecast: &Forecast) -> Vec<String> {
    let mut lines = forecast.sum.lines();
    lines.extend(forecast.chances.iter().map(|chance| {
        let bar = "#".repeat((chance.probability * 30.0).round() as usize);
        format!("{:>6.1} %  {:30}  {}", chance.probability * 100.0, bar, chance.outcome)
    }));
    lines
}

/// The chances of a forecast in one line, the likeliest first.
pub fn chances_line(forecast: &Forecast) -> String {
    let mut chances: Vec<_> = forecast.chances.iter().collect();
    chances.sort_by(|a, b| b.probability.total_cmp(&a.probability));
    let words: Vec<_> = chances.iter().map(|c| format!("{:.0} % {}", c.probability * 100.0, c.outcome)).collect();
    words.join(", ")
}
