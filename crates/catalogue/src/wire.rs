//! Games and tables as JSON, as the line protocol and the server send them.

pub use crate::change::change;
use crate::{Game, Table, Verdict, Why};
use engine::data::{Lesson, Origin};
use engine::{About, Choice, ClauseBook, Decision, Event, Outcome, PlayError, Refusal, Viewer};
use hexboard::Board;
use serde_json::{Value, json};

/// What a game says about itself.
pub fn about(game: &dyn Game) -> Value {
    let about = game.about();
    let reconstructed = game.provenance().iter().filter(|entry| entry.source.origin == Origin::Reconstruction);
    json!({
        "game": about.id,
        "title": about.title,
        "version": about.version,
        "data": game.provenance().digest(),
        "sides": about.sides,
        "nations": about.nations,
        "scenarios": about.scenarios,
        "options": about.options,
        "reconstruction": reconstructed.map(|entry| &entry.what).collect::<Vec<_>>(),
        "lesson": game.lesson().is_some(),
    })
}

/// A guided first battle: what the player sees of it.
pub fn lesson(about: &About, lesson: &Lesson) -> Value {
    json!({ "title": lesson.title, "side": about.side_id(lesson.side), "steps": lesson.steps })
}

/// How a match stands: who must choose, and among how many options; or how it ended.
pub fn standing(table: &dyn Table) -> Value {
    let mut value = json!({ "game": table.about().id, "actions": table.actions() });
    match table.decision() {
        Decision::Choose(side) => {
            value["side"] = json!(table.about().side_id(side));
            value["prompt"] = json!(table.prompt());
            value["count"] = json!(table.count());
        }
        Decision::Over(outcome) => {
            value["side"] = Value::Null;
            value["result"] = result(table, outcome);
        }
    }
    value
}

/// How much is told of each option.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Detail {
    /// Its notation alone.
    Notation,
    /// As people want to see it.
    Words,
    /// That, and what it costs or may lead to.
    Forecast,
}

/// How a match stands, with the options in notation, and in more detail where that is wanted.
pub fn decision(table: &dyn Table, detail: Detail) -> Value {
    let mut value = standing(table);
    if let Decision::Choose(_) = table.decision() {
        value["options"] = json!(table.notations());
        if detail != Detail::Notation {
            value["choices"] = choices(table, detail == Detail::Forecast);
        }
    }
    value
}

/// The options as people want to see them; with `forecasts`, each with what it costs or may lead to.
pub fn choices(table: &dyn Table, forecasts: bool) -> Value {
    let choices = table.choices();
    if !forecasts {
        return json!(choices);
    }
    let with_forecast = |choice: &Choice| {
        let mut value = json!(choice);
        value["forecast"] = json!(table.forecast(&choice.action).unwrap_or_default());
        value
    };
    choices.iter().map(with_forecast).collect()
}

/// How a game ended.
fn result(table: &dyn Table, outcome: Outcome) -> Value {
    let text = table.view(Viewer::Spectator).result.map(|result| result.text);
    json!({
        "winner": outcome.winner.map(|side| table.about().side_id(side)),
        "clause": outcome.clause,
        "margin": outcome.margin,
        "text": text,
    })
}

/// What happened.
pub fn event(board: &Board, event: &Event) -> Value {
    let mut value = json!({ "kind": event.kind, "text": event.text });
    let labels: Vec<_> = event.hexes.iter().map(|&hex| board.label(hex).to_string()).collect();
    for (key, list) in [("hexes", json!(labels)), ("pieces", json!(event.pieces)), ("clauses", json!(event.clauses))] {
        if list.as_array().is_some_and(|list| !list.is_empty()) {
            value[key] = list;
        }
    }
    if let Some(outcome) = &event.outcome {
        value["outcome"] = json!(outcome);
    }
    value
}

/// What happened, and how many actions had been played before.
pub fn log_event(board: &Board, at: usize, event: &Event) -> Value {
    let mut value = self::event(board, event);
    value["at"] = json!(at);
    value
}

/// An answer to `why`.
pub fn why(book: &ClauseBook, why: &Why) -> Value {
    match why {
        Why::Option(verdict) => self::verdict(book, verdict),
        Why::Hex(hex, verdicts) => {
            json!({ "hex": hex, "verdicts": verdicts.iter().map(|one| verdict(book, one)).collect::<Vec<_>>() })
        }
    }
}

fn verdict(book: &ClauseBook, verdict: &Verdict) -> Value {
    let mut value = json!({ "option": verdict.choice.action, "text": verdict.choice.text });
    value["accepted"] = json!(verdict.refusal.is_none());
    if let Some(refusal) = &verdict.refusal {
        value["refusal"] = self::refusal(book, refusal);
    }
    value
}

/// A refusal, with the text of its clauses.
pub fn refusal(book: &ClauseBook, refusal: &Refusal) -> Value {
    json!({ "reason": refusal.reason, "clauses": clauses(book, refusal) })
}

/// The clauses that refuse something, with their text.
fn clauses(book: &ClauseBook, refusal: &Refusal) -> Value {
    let text = |id| book.get(id).map(|entry| entry.text.as_str());
    json!(refusal.clauses.iter().map(|clause| json!({ "id": clause, "text": text(clause.0) })).collect::<Vec<_>>())
}

/// Why something was not played.
pub fn play_error(book: &ClauseBook, error: &PlayError) -> Value {
    let kind = match error {
        PlayError::Over => "over",
        PlayError::NotYourChoice => "not_your_choice",
        PlayError::Notation(_) => "notation",
        PlayError::Refused(_) => "refused",
        PlayError::Misfit { .. } => "misfit",
        PlayError::NoUndo(_) => "no_undo",
        PlayError::Parted(_) => "parted",
    };
    let mut value = json!({ "kind": kind, "message": error.to_string() });
    if let PlayError::Refused(refusal) = error {
        value["message"] = json!(refusal.reason);
        value["clauses"] = clauses(book, refusal);
    }
    value
}
