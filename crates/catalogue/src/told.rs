//! Games and tables as they are told, over the line protocol and by the server.

use crate::{AnyMatch, Game, Verdict, Why, college, strength};
use engine::data::{Battle, Door, Lesson, Measure, Origin, Problem, Value};
use engine::{About, ClauseBook, Decision, Options, Outcome, PlayError, Position, Viewer};
use wire::line::{Asked, Ending, Standing};
use wire::{
    AskForecast, AskOverlay, AskWhy, BattleInfo, Choice, College, Drawn, GameInfo, LessonInfo, Opened, ProblemInfo,
    Reasons, Refusal, Shelf,
};

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
        changed: None,
        battles: game.battles().iter().map(|battle| battle_info(about, battle)).collect(),
        options: about.options.clone(),
        reconstruction: reconstructed.map(|entry| entry.what.clone()).collect(),
        lesson: !game.lessons().is_empty(),
        lessons: game.lessons().iter().map(|lesson| lesson_info(about, lesson)).collect(),
        problems: game.problems().len(),
        shelf: game.door().map(shelf),
        overlays: game.overlays(),
        strengths: strength::of(about.id),
    }
}

fn battle_info(about: &About, battle: &Battle) -> BattleInfo {
    let options = options_of(about, battle).expect("it was looked at when it was read");
    BattleInfo {
        id: battle.id.clone(),
        title: battle.title.clone(),
        about: battle.about.clone(),
        scenario: about.scenarios[battle.scenario].id.clone(),
        options: about.settings(options),
    }
}

/// The options of a battle that somebody has laid out.
pub fn options_of(about: &About, battle: &Battle) -> Result<Options, String> {
    let position: Position = serde_json::from_str(&battle.position).map_err(|error| error.to_string())?;
    position.head(about).map(|(_, options)| options).map_err(|error| error.to_string())
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

/// The problem with this id.
pub fn problem_named<'g>(game: &'g dyn Game, id: &str) -> Option<&'g Problem> {
    game.problems().iter().find(|problem| problem.id == id)
}

/// The staff college of a game.
pub fn college(game: &dyn Game) -> College {
    College { problems: game.problems().iter().map(|problem| problem_info(game, problem)).collect() }
}

fn problem_info(game: &dyn Game, problem: &Problem) -> ProblemInfo {
    let about = game.about();
    let position: Position = serde_json::from_str(&problem.position).expect("it was read with the problem");
    let (scenario, _) = position.head(about).expect("it was looked at with the problem");
    ProblemInfo {
        id: problem.id.clone(),
        title: problem.title.clone(),
        theme: problem.theme,
        theme_title: problem.theme.title().to_string(),
        scenario: about.scenarios[scenario].id.clone(),
        side: about.side_id(problem.side).to_string(),
    }
}

/// A problem of the staff college, with its answer.
pub fn problem(game: &dyn Game, problem: &Problem) -> wire::Problem {
    wire::Problem {
        info: problem_info(game, problem),
        task: problem.task.clone(),
        hexes: problem.hexes.clone(),
        actions: problem.actions,
        right: problem.right.clone(),
        answer: college::in_words(game, problem, &problem.right[0]).unwrap_or_default(),
        why: problem.why.clone(),
        proof: proof(game, problem),
    }
}

/// What playing on from the answers to a problem has shown, in words.
fn proof(game: &dyn Game, problem: &Problem) -> String {
    let proof = &problem.proof;
    let next = college::in_words(game, problem, &proof.next_is).unwrap_or_default().join(", ");
    let span = match proof.turns {
        None => "to the end of the game".to_string(),
        Some(1) => "to the end of the turn".to_string(),
        Some(turns) => format!("for {turns} turns"),
    };
    let percent = |Value { mean, interval: [low, high] }: Value| {
        let [mean, low, high] = [mean, low, high].map(|share| (100.0 * share).clamp(0.0, 100.0));
        format!("{mean:.0} % of the games ({low:.0} to {high:.0})")
    };
    let ahead = proof.best.mean - proof.next.mean;
    let shown = match proof.measure {
        Measure::Won => format!(
            "the right answer won {}; the best of the others, \u{201c}{next}\u{201d}, {}",
            percent(proof.best),
            percent(proof.next)
        ),
        Measure::Points => format!(
            "the right answer came out {ahead:.1} victory points better than the best of the others, \u{201c}{next}\u{201d}"
        ),
        Measure::Strength => format!(
            "the right answer came out better by {ahead:.1} in strength, own and enemy's together, than the best of the \
             others, \u{201c}{next}\u{201d}"
        ),
    };
    format!("Played on {} times {span}, with the same luck for every answer: {shown}.", proof.games)
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
