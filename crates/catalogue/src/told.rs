//! Games and tables as they are told, over the line protocol and by the server.

use crate::{AnyMatch, Game, Verdict, Why, strength};
use engine::data::{Battle, Door, Lesson, Origin};
use engine::{About, ClauseBook, Decision, Options, Outcome, PlayError, Position, Viewer};
use wire::line::{Asked, Ending, Standing};
use wire::{AskForecast, AskOverlay, AskWhy, Choice, Drawn, GameInfo, LessonInfo, Opened, Reasons, Refusal, Shelf};

/// What a game says about itself.
pub fn about(game: &dyn Game) -> GameInfo {
    let about = game.about();
    let reconstructed = game.provenance().iter().filter(|entry| entry.source.origin == Origin::Reconstruction);
    GameInfo {
        game: about.id.into(),
        title: about.title.clone(),
        version: about.version,
        data: game.provenance().digest().to_string(),
        sides: about.sides.clone(),
        nations: about.nations.clone(),
        scenarios: about.scenarios.clone(),
        options: about.options.clone(),
        reconstruction: reconstructed.map(|entry| entry.what.clone()).collect(),
        lesson: !game.lessons().is_empty(),
        lessons: game.lessons().iter().map(|lesson| lesson_info(about, lesson)).collect(),
        shelf: game.door().map(shelf),
        overlays: game.overlays(),
        strengths: strength::of(about.id),
    }
}

/// The options of a battle that somebody has laid out.
pub fn options_of(about: &About, battle: &Battle) -> Result<Options, String> {
    let position: Position = serde_json::from_str(&battle.position).map_err(|error| error.to_string())?;
    about.switch(about.default_options(), &position.options)
}

fn lesson_info(about: &About, lesson: &Lesson) -> LessonInfo {
    LessonInfo {
        id: lesson.id.clone(),
        title: lesson.title.clone(),
        teaches: lesson.teaches.clone(),
        side: about.side_id(lesson.side).to_string(),
    }
}

fn shelf(door: &Door) -> Shelf {
    Shelf {
        designer: door.credits.designer.clone(),
        publisher: door.credits.publisher.clone(),
        hours: door.length.hours.clone(),
        decisions: door.length.decisions,
        level: door.difficulty.level,
    }
}

/// The guided battle with this id, or the first.
pub fn lesson_named<'g>(game: &'g dyn Game, id: Option<&str>) -> Option<&'g Lesson> {
    match id {
        None => game.lessons().first(),
        Some(id) => game.lessons().iter().find(|lesson| lesson.id == id),
    }
}

/// A guided battle: what the player sees of it.
pub fn lesson(about: &About, lesson: &Lesson) -> wire::Lesson {
    let side = about.side_id(lesson.side).to_string();
    wire::Lesson { title: lesson.title.clone(), side, steps: lesson.steps.clone() }
}

/// How a match stands: who must choose, and among how many options; or how it ended.
pub fn standing(table: &dyn AnyMatch) -> Standing {
    let (game, actions) = (table.about().id.to_string(), table.actions());
    let standing = Standing { game, actions, side: None, prompt: None, count: None, result: None };
    match table.decision() {
        Decision::Over(outcome) => Standing { result: Some(ending(table, outcome)), ..standing },
        Decision::Choose(side) => Standing {
            side: Some(table.about().side_id(side).to_string()),
            prompt: Some(table.prompt()),
            count: Some(table.count()),
            ..standing
        },
    }
}

/// How a game ended.
fn ending(table: &dyn AnyMatch, outcome: Outcome) -> Ending {
    Ending {
        winner: outcome.winner.map(|side| table.about().side_id(side).to_string()),
        clause: outcome.clause,
        margin: outcome.margin,
        text: table.view(Viewer::Spectator).result.map(|result| result.text),
    }
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
pub fn decision(table: &dyn AnyMatch, detail: Detail) -> Asked {
    let chooses = matches!(table.decision(), Decision::Choose(_));
    let in_words = chooses && detail != Detail::Notation;
    Asked {
        standing: standing(table),
        options: chooses.then(|| table.notations()),
        choices: in_words.then(|| choices(table, detail == Detail::Forecast)),
    }
}

/// The options as people want to see them; with `forecasts`, each with what it costs or may lead to.
pub fn choices(table: &dyn AnyMatch, forecasts: bool) -> Vec<Choice> {
    let told = |choice: engine::Choice| {
        let forecast = forecasts.then(|| table.forecast(&choice.action).unwrap_or_default());
        Choice { choice, forecast }
    };
    table.choices().into_iter().map(told).collect()
}

/// Answers why something is legal or not.
pub fn why(table: &dyn AnyMatch, asked: &AskWhy) -> Result<Reasons, PlayError> {
    let book = table.book();
    let why = match table.why(&asked.about)? {
        Why::Option(one) => wire::Why::Option(verdict(book, one)),
        Why::Hex(hex, all) => wire::Why::Hex { hex, verdicts: all.into_iter().map(|one| verdict(book, one)).collect() },
    };
    Ok(Reasons { why })
}

fn verdict(book: &ClauseBook, verdict: Verdict) -> wire::Verdict {
    wire::Verdict {
        option: verdict.choice.action,
        text: verdict.choice.text,
        accepted: verdict.refusal.is_none(),
        refusal: verdict.refusal.map(|refusal| Refusal::of(book, &refusal)),
    }
}

/// Answers what an option costs or may lead to.
pub fn forecast(table: &dyn AnyMatch, asked: &AskForecast) -> Result<Opened, PlayError> {
    Ok(Opened { forecast: table.forecast(&asked.action)? })
}

/// Answers with an overlay, as a viewer may know it.
pub fn overlay(table: &dyn AnyMatch, viewer: Viewer, asked: &AskOverlay) -> Result<Drawn, PlayError> {
    let overlay = table.overlay(viewer, &asked.kind, asked.at.as_deref(), asked.after)?;
    Ok(Drawn { overlay: overlay.map(|overlay| wire::Overlay::of(table.about(), &table.map().board, overlay)) })
}
