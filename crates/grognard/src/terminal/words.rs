//! Events, refusals and forecasts as lines of text.

use super::paint::Paint;
use catalogue::{Verdict, Why};
use engine::data::Map;
use engine::view::{Piece, Place};
use engine::{About, Clause, ClauseBook, Event, Forecast, Refusal, View};
use hexboard::Hex;

/// What happened, each event with its clauses.
pub fn event_lines<'a>(events: impl Iterator<Item = &'a Event>, paint: Paint) -> Vec<String> {
    events.map(|event| format!("  {}{}", event.text, paint.faint(&cited(&event.clauses)))).collect()
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
    lines.extend(forecast.given.iter().map(|condition| format!("If {condition}:")));
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
    let condition = forecast.given.as_ref().map_or(String::new(), |condition| format!(", if {condition}"));
    words.join(", ") + &condition
}

/// What is in force now, what lies beside the board, and where the markers on the tracks stand.
pub fn status_lines(view: &View) -> Vec<String> {
    let mut lines: Vec<_> = view.facts.iter().map(|fact| format!("{}{}", fact.text, cited(&fact.clauses))).collect();
    for track in &view.tracks {
        let at = track.spaces.get(track.at).map_or("-", String::as_str);
        lines.push(format!("{}: {at} ({} of {})", track.title, track.at + 1, track.spaces.len()));
    }
    for holding in &view.boxes {
        let contents: Vec<_> = holding.contents.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
        let contents = if contents.is_empty() { "empty".to_string() } else { contents.join(", ") };
        lines.push(format!("{}: {contents}", holding.title));
    }
    lines
}

/// What is known of a hex: its ground, its names, and what stands there, the top of a stack last.
pub fn hex_lines(map: &Map, about: &About, view: &View, hex: Hex) -> Vec<String> {
    let label = map.board.label(hex).to_string();
    let ground = &map.terrains[map.board.terrain(hex).index()].title;
    let names: Vec<_> = std::iter::once(ground.as_str()).chain(map.board.names_at(hex)).collect();
    let mut lines = vec![format!("{label}: {}", names.join(", "))];
    let here = |piece: &&Piece| matches!(&piece.place, Place::Hexes(hexes) if hexes.contains(&label));
    lines.extend(view.pieces.iter().filter(here).map(|piece| format!("  {}", piece_line(about, piece))));
    let markers = view.markers.iter().filter(|marker| marker.hexes.contains(&label));
    lines.extend(markers.map(|marker| format!("  {} {}", marker.count, marker.kind.title())));
    lines
}

fn piece_line(about: &About, piece: &Piece) -> String {
    let side = about.side(&piece.side).map_or(piece.side.as_str(), |side| about.side_title(side));
    let mut parts = vec![format!("{side} {}", piece.kind)];
    parts.extend(piece.id.clone());
    parts.extend(piece.values.iter().map(|value| format!("{} {}", value.name.title(), value.value)));
    parts.extend(piece.facing.iter().map(|facing| format!("facing {facing}")));
    parts.extend((piece.steps > 1).then(|| format!("{} steps", piece.steps)));
    parts.extend(piece.marks.iter().map(|mark| mark.title()));
    parts.extend(piece.covers.as_ref().map(|covers| match covers.count {
        Some(count) => format!("covers {count} more"),
        None => "covers what cannot be seen".to_string(),
    }));
    parts.join(", ")
}

/// `  [9.5a, 9.6]`, or nothing where there is nothing to cite.
fn cited(clauses: &[Clause]) -> String {
    let ids: Vec<_> = clauses.iter().map(|clause| clause.0).collect();
    if ids.is_empty() { String::new() } else { format!("  [{}]", ids.join(", ")) }
}
