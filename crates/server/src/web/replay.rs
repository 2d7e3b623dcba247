//! Whole games, step by step: of a match here, or of a record that somebody brings.

use crate::error::Failure;
use crate::web::library::Library;
use crate::work::Awaited;
use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, FromRef, Query, State};
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Json, Router};
use catalogue::{AnyMatch, Game, told};
use engine::dice::WITHDRAWN;
use engine::record::{Line, RecordError};
use engine::{About, Decision, PlayError, Record, Reread, Side, Study, View, Viewer, record};
use flate2::Compression;
use flate2::write::GzEncoder;
use futures_util::stream::poll_fn;
use serde::Deserialize;
use std::cell::Cell;
use std::convert::Infallible;
use std::io::Write;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::mpsc::Sender;
use tokio::sync::mpsc::error::TrySendError;
#[cfg(feature = "openapi")]
use utoipa_axum::{router::OpenApiRouter, routes};
use wire::{AskOverlay, Change, Drawn, EndResult, LogEvent, Replay, ReplayPart, ReplayStep, Tried};

/// How large a record may be that somebody brings.
pub const LARGEST_RECORD: usize = 2 * 1024 * 1024;
/// How many steps are told in one part.
const STEPS_A_PART: usize = 100;
/// How many parts are made before somebody has read them.
const PARTS_AHEAD: usize = 8;
/// How long a part waits until somebody has read those before it; then nobody does.
const PATIENCE: Duration = Duration::from_secs(20);
/// How often it is seen whether they were.
const GLANCE: Duration = Duration::from_millis(10);

/// Whose eyes a record that somebody brings can be seen with.
const EVERYBODY: [Viewer; 4] = [Viewer::All, Viewer::Side(Side::First), Viewer::Side(Side::Second), Viewer::Spectator];

/// The routes of this part.
pub fn routes<S: Clone + Send + Sync + 'static>() -> Router<S>
where
    Arc<Library>: FromRef<S>,
{
    Router::new()
        .route("/api/replay", post(replay_record))
        .route("/api/replay/overlay", post(overlay_record))
        .route("/api/replay/try", post(try_out))
        .layer(DefaultBodyLimit::max(LARGEST_RECORD))
}

/// What is said of them to programs.
#[cfg(feature = "openapi")]
pub fn described<S: Clone + Send + Sync + 'static>() -> OpenApiRouter<S>
where
    Arc<Library>: FromRef<S>,
{
    OpenApiRouter::default().routes(routes!(replay_record)).routes(routes!(overlay_record)).routes(routes!(try_out))
}

/// How a replay is told.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "openapi", into_params(parameter_in = Query))]
pub struct See {
    /// Whose eyes: a side's id, `spectator` or `all`.
    pub see: Option<String>,
    /// The action before which it begins, counted from 0: what was played before is not told.
    #[serde(default)]
    pub from: usize,
    /// Whether it is told in parts, a line of JSON each: the first position at once, the steps behind.
    #[serde(default)]
    pub parts: bool,
}

/// How much of a replay is told at once, and whether compressed.
#[derive(Clone, Copy)]
pub struct Manner {
    from: usize,
    parts: bool,
    packed: bool,
}

impl See {
    /// The manner that is asked for by somebody with these headers.
    pub fn manner(&self, headers: &HeaderMap) -> Manner {
        let accepted = headers.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
        let packed = accepted.is_some_and(|accepted| accepted.contains("gzip"));
        Manner { from: self.from, parts: self.parts, packed }
    }
}

/// Which way of a study is meant.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "openapi", into_params(parameter_in = Query))]
struct Which {
    /// Of a study: the number of a variation, or 0 for the game itself.
    #[serde(default)]
    branch: usize,
}

/// Play a record again, verify it and tell it step by step
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/replay", tag = "replays", params(See, Which),
    request_body(content = String, content_type = "text/plain", description = "The record, or a study of it"),
    responses(
        (status = 200, description = "The game, step by step; with `parts` a line for each part", content(
            (ref("#/components/schemas/Replay") = "application/json"), (String = "application/x-ndjson"))),
        (status = 422, description = "The record is not true; the message says in which line", body = ref("#/components/schemas/Error")),
    )))]
async fn replay_record(
    State(library): State<Arc<Library>>,
    Query(see): Query<See>,
    Query(Which { branch }): Query<Which>,
    headers: HeaderMap,
    text: String,
) -> Result<Response, Failure> {
    let Brought { game, record, sealed } = read(&library, &text, branch)?;
    let viewer = chosen(game.about(), &EVERYBODY, see.see.as_deref())?;
    let (id, viewers) = (record.head.game.clone(), EVERYBODY.to_vec());
    let showing = Showing { id, game, record, sealed, viewer, viewers, is_ours: false, secret: Vec::new() };
    showing.answer(&library, see.manner(&headers)).await
}

/// What is drawn over a moment of a record.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "openapi", into_params(parameter_in = Query))]
struct Drawing {
    /// The kind, as the game lists it.
    kind: String,
    /// The hex that is pointed at.
    at: Option<String>,
    /// Whose eyes: a side's id, `spectator` or `all`.
    see: Option<String>,
    /// After how many actions; at the end, if none is given.
    after: Option<usize>,
}

/// Draw over a moment of a record what the rules have to say of the board
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/replay/overlay", tag = "replays", params(Drawing, Which),
    request_body(content = String, content_type = "text/plain", description = "The record, or a study of it"),
    responses(
        (status = 200, description = "The overlay", body = ref("#/components/schemas/Drawn")),
        (status = 422, description = "The record is not true, or nothing of the kind can be drawn", body = ref("#/components/schemas/Error")),
    )))]
async fn overlay_record(
    State(library): State<Arc<Library>>,
    Query(Drawing { kind, at, see, after }): Query<Drawing>,
    Query(Which { branch }): Query<Which>,
    text: String,
) -> Result<Json<Drawn>, Failure> {
    let Brought { game, record, .. } = read(&library, &text, branch)?;
    let viewer = chosen(game.about(), &EVERYBODY, see.as_deref())?;
    let asked = AskOverlay { kind, at, see, after: None };
    let drawn = library.replays.work(move |awaited| {
        let record = up_to(record, after.unwrap_or(usize::MAX));
        let table = table_of(&*game, &record, false, awaited)?;
        told::overlay(&*table, viewer, &asked).map_err(|error| not_true(&error.to_string()))
    });
    drawn.await?.map(Json)
}

/// What is tried at a moment of a record.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "openapi", into_params(parameter_in = Query))]
struct Trial {
    /// After how many actions.
    after: usize,
    /// What is done then, in notation; where nothing is, it is told what could be.
    action: Option<String>,
    /// What the dice show, separated by commas; what the seed gives for this action, if nothing is laid down.
    #[serde(default)]
    rolls: String,
    /// Whose eyes see what happens: a side's id, `spectator` or `all`.
    see: Option<String>,
}

/// Try an action at a moment of a record, or ask what could be done there
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/replay/try", tag = "replays", params(Trial, Which),
    request_body(content = String, content_type = "text/plain", description = "The record, or a study of it"),
    responses(
        (status = 200, description = "What happens, and what can be done then", body = ref("#/components/schemas/Tried")),
        (status = 422, description = "The record is not true, or the action is refused", body = ref("#/components/schemas/Error")),
    )))]
async fn try_out(
    State(library): State<Arc<Library>>,
    Query(trial): Query<Trial>,
    Query(Which { branch }): Query<Which>,
    text: String,
) -> Result<Json<Tried>, Failure> {
    let Brought { game, record, sealed } = read(&library, &text, branch)?;
    if trial.after > record.lines.len() {
        return Err(Failure::bad_request("the game has not so many actions"));
    }
    let rolls = trial.rolls.split(',').filter(|word| !word.is_empty()).map(str::parse).collect::<Result<Vec<u16>, _>>();
    let rolls = rolls.map_err(|_| Failure::bad_request("dice are numbers, separated by commas"))?;
    let viewer = chosen(game.about(), &EVERYBODY, trial.see.as_deref())?;
    let (id, viewers) = (record.head.game.clone(), EVERYBODY.to_vec());
    let record = up_to(record, trial.after);
    let showing = Showing { id, game, record, sealed, viewer, viewers, is_ours: false, secret: Vec::new() };
    let tried = library.replays.work(move |awaited| {
        let mut table = table_of(&*showing.game, &showing.record, false, awaited)?;
        let step = match &trial.action {
            None => None,
            Some(action) => Some(showing.tried(&mut *table, action, &rolls)?),
        };
        let line = step.as_ref().and_then(|_| table.lines().last()).map(ToString::to_string);
        let (side, prompt) = match table.decision() {
            Decision::Choose(side) => (Some(table.about().side_id(side).to_string()), Some(table.prompt())),
            Decision::Over(_) => (None, None),
        };
        let (result, choices) = (table.result(), told::choices(&*table, false));
        Ok(Tried { line, result, step, side, prompt, choices })
    });
    tried.await?.map(Json)
}

/// A record as it was after so many actions.
pub fn up_to(mut record: Record, actions: usize) -> Record {
    if actions < record.lines.len() {
        record.lines.truncate(actions);
        record.changes.retain(|change| change.after <= actions);
        record.result = None;
    }
    record
}

/// The table at the end of a record, which was played here or not. It is not played that far where nobody waits for it any
/// more.
pub fn table_of(
    game: &dyn Game,
    record: &Record,
    is_ours: bool,
    awaited: &Awaited,
) -> Result<Box<dyn AnyMatch>, Failure> {
    let played = played(game, record, is_ours, &mut |_, _| awaited.go_on());
    let played = played.map_err(|error| not_true(&error.to_string()))?;
    played.map(|reread| reread.game).ok_or_else(given_up)
}

/// What a record is shown to, action by action, until it has seen enough.
type Show<'a> = dyn FnMut(&dyn AnyMatch, usize) -> ControlFlow<()> + 'a;

/// Plays a record again; `None` if whoever is shown it breaks off. One of older rules is played as far as the present ones
/// agree with it, and one that was played here as far as the data do.
fn played(
    game: &dyn Game,
    record: &Record,
    is_ours: bool,
    show: &mut Show<'_>,
) -> Result<Option<Reread<Box<dyn AnyMatch>>>, RecordError> {
    if game.about().is_newer_than(record) || is_ours && has_other_data(game, record) {
        return game.reread_each(record, show);
    }
    Ok(game.replay_each(record, show)?.map(|game| Reread { game, parting: None }))
}

fn has_other_data(game: &dyn Game, record: &Record) -> bool {
    record.played_by().1 != game.provenance().digest()
}

/// Nobody waits for it any more, or it has taken too long: whoever still listens is told so.
fn given_up() -> Failure {
    let message = "this takes too long; ask for it from a later action on, or try again";
    Failure::new(StatusCode::SERVICE_UNAVAILABLE, "too_slow", message)
}

/// A record that somebody brings.
struct Brought {
    game: Arc<dyn Game>,
    record: Record,
    /// How many of its actions are sealed: all, but for those of a variation.
    sealed: usize,
}

/// Reads a record that somebody brings, as it goes by a branch of the study of it.
fn read(library: &Library, text: &str, branch: usize) -> Result<Brought, Failure> {
    let (whole, study) = Study::read(text).map_err(|error| not_true(&error.to_string()))?;
    let record = study.branch(&whole, branch).ok_or_else(|| not_true("the study has no such variation"))?;
    let game = library.games.get(&record.head.game);
    let game = game.ok_or_else(|| not_true(&catalogue::UnknownGame(record.head.game.clone()).to_string()))?;
    Ok(Brought { game, sealed: study.sealed(branch, whole.lines.len()), record })
}

/// A study of a finished game, all of which has been played again.
pub struct Proved {
    /// The game's id.
    pub game: String,
    /// The scenario's id.
    pub scenario: String,
    /// What it is called.
    pub title: String,
}

/// Plays a finished game again, and all variations of it, as far as somebody waits for it.
pub fn prove(library: &Library, text: &str, awaited: &Awaited) -> Result<Proved, Failure> {
    let Brought { game, record, .. } = finished(library, text, "a study of it can be shared")?;
    if text.contains('\0') {
        return Err(not_true("there is a sign in it that no text has"));
    }
    let (whole, study) = Study::read(text).map_err(|error| not_true(&error.to_string()))?;
    for (branch, played_so) in (0..).map_while(|branch| Some((branch, study.branch(&whole, branch)?))) {
        played(&*game, &played_so, false, &mut |_, _| awaited.go_on())
            .map_err(|error| misfit(branch, &played_so, &error))?
            .ok_or_else(given_up)?;
    }
    Ok(Proved { game: record.head.game, scenario: record.head.scenario, title: study.title })
}

/// A finished game that somebody brings, as it goes by a branch of the study of it. It is played again by the rules that are
/// here now, to its end and by that branch.
pub fn finished_by(library: &Library, text: &str, branch: usize, awaited: &Awaited) -> Result<Record, Failure> {
    let Brought { game, record: whole, .. } = finished(library, text, "one can play on from it")?;
    if game.about().is_newer_than(&whole) {
        let message = format!("{} It can be looked at, but not played on.", game.about().told_older(&whole));
        return Err(Failure::conflict("older", message));
    }
    let record = if branch == 0 { None } else { Some(read(library, text, branch)?.record) };
    for (branch, played_so) in std::iter::once((0, &whole)).chain(record.as_ref().map(|record| (branch, record))) {
        game.replay_each(played_so, &mut |_, _| awaited.go_on())
            .map_err(|error| misfit(branch, played_so, &error))?
            .ok_or_else(given_up)?;
    }
    Ok(record.unwrap_or(whole))
}

/// Reads a finished game that somebody brings. Of one that goes on nothing is done: it may be a match that somebody plays.
fn finished(library: &Library, text: &str, then: &str) -> Result<Brought, Failure> {
    let brought = read(library, text, 0)?;
    if brought.record.result.is_none() {
        let message = format!("the game is not finished: {then} when it is over");
        return Err(Failure::conflict("not_over", message));
    }
    Ok(brought)
}

/// A branch of a study is not true.
fn misfit(branch: usize, record: &Record, error: &RecordError) -> Failure {
    match branch {
        0 => not_true(&error.to_string()),
        _ => not_true(&Study::misfit(branch, record, error)),
    }
}

fn not_true(message: &str) -> Failure {
    Failure::new(StatusCode::UNPROCESSABLE_ENTITY, "record", message)
}

/// The viewer with this name among those that may be chosen, or the first.
pub fn chosen(about: &About, viewers: &[Viewer], name: Option<&str>) -> Result<Viewer, Failure> {
    let found = viewers.iter().copied().find(|&viewer| name.is_none_or(|name| name == viewer_id(about, viewer)));
    found.ok_or_else(|| Failure::forbidden("you may not look with these eyes"))
}

fn viewer_id(about: &About, viewer: Viewer) -> &str {
    match viewer {
        Viewer::Side(side) => about.side_id(side),
        Viewer::Spectator => "spectator",
        Viewer::All => "all",
    }
}

/// A game to be shown.
pub struct Showing {
    /// The id under which the game is served.
    pub id: String,
    /// What is played.
    pub game: Arc<dyn Game>,
    /// The game so far.
    pub record: Record,
    /// How many of its actions are sealed: all, but for those of a variation that somebody has added.
    pub sealed: usize,
    /// With whose eyes it is seen.
    pub viewer: Viewer,
    /// With whose eyes it may be seen.
    pub viewers: Vec<Viewer>,
    /// Whether it was played here, so that it need not be proved: with other data it is shown as far as they agree.
    pub is_ours: bool,
    /// The actions that the viewer is neither told nor counts.
    pub secret: Vec<usize>,
}

impl Showing {
    /// Plays it again, apart from the other requests, and tells it.
    pub async fn answer(self, library: &Library, manner: Manner) -> Result<Response, Failure> {
        if !manner.parts {
            let told = library.replays.work(move |awaited| self.told(manner.from, awaited)).await?;
            return Ok(Json(told?).into_response());
        }
        let (lines, mut receiver) = tokio::sync::mpsc::channel(PARTS_AHEAD);
        let longest = library.longest_replay;
        let work = move || {
            let (gone, until) = (Cell::new(false), Instant::now() + longest);
            let mut writer = LineWriter::new(lines, manner.packed);
            let is_over = || gone.get() || Instant::now() >= until;
            self.tell(manner.from, &mut |part| gone.set(gone.get() || !writer.write(&part)), &is_over);
        };
        library.replays.begin(work).await?;
        let mut answer = Response::new(Body::from_stream(poll_fn(move |context| receiver.poll_recv(context))));
        answer.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/x-ndjson"));
        if manner.packed {
            answer.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        Ok(answer)
    }

    /// All of it at once.
    fn told(&self, from: usize, awaited: &Awaited) -> Result<Replay, Failure> {
        let (mut told, mut steps) = (None, Vec::new());
        let tell = &mut |part| match part {
            ReplayPart::First { replay } => told = Some(*replay),
            ReplayPart::Steps { steps: more } => steps.extend(more),
            ReplayPart::End { .. } | ReplayPart::Error { .. } => {}
        };
        let end = self.play(from, tell, &|| awaited.is_over())?;
        let replay = told.ok_or_else(|| Failure::internal("a replay that begins nowhere"))?;
        let End { result, older, verified, remarks } = end;
        Ok(Replay { steps, result, older, verified, remarks, ..replay })
    }

    /// Part by part, the last of which says how it ended or what is wrong with it.
    fn tell(&self, from: usize, tell: &mut dyn FnMut(ReplayPart), is_over: &dyn Fn() -> bool) {
        let last = match self.play(from, tell, is_over) {
            Ok(End { result, older, verified, remarks }) => ReplayPart::End { result, older, verified, remarks },
            Err(failure) => ReplayPart::Error { error: failure.told() },
        };
        tell(last);
    }

    /// Plays it again and tells its steps, until nobody listens any more.
    fn play(&self, from: usize, tell: &mut dyn FnMut(ReplayPart), is_over: &dyn Fn() -> bool) -> Result<End, Failure> {
        let from = from.min(self.actions());
        let mut steps = Steps { showing: self, from, last: None, ready: Vec::new(), tell };
        let show = &mut |table: &dyn AnyMatch, actions| {
            if is_over() {
                return ControlFlow::Break(());
            }
            steps.see(table, actions);
            ControlFlow::Continue(())
        };
        let played = played(&*self.game, &self.record, self.is_ours, show).map_err(|error| self.misfit(&error))?;
        let Reread { game, parting } = played.ok_or_else(given_up)?;
        steps.send();
        let result = game.view(self.viewer).result;
        Ok(End {
            result: result.map(|result| EndResult { winner: result.winner, text: result.text }),
            older: self.told_older(parting.as_ref()),
            verified: self.verified(),
            remarks: self.remarks(),
        })
    }

    /// An action as the viewer may know it, with what it changed and what happened after so many events.
    fn step(&self, table: &dyn AnyMatch, line: &Line, events: usize, change: Change) -> ReplayStep {
        let new = table.log().iter().skip(events).filter(|(_, event)| event.is_for(self.viewer));
        // A notation, and what was rolled for it, may tell what is hidden from others.
        let open = table.about().side(&line.side).is_some_and(|side| self.viewer.is(side));
        let rolls = line.rolls.iter().filter(|_| open).map(|roll| format!("d{}={}", roll.sides, roll.value));
        ReplayStep {
            side: line.side.clone(),
            action: open.then(|| line.action.clone()),
            rolls: rolls.collect(),
            events: new
                .map(|(at, event)| LogEvent::of(table.about(), &table.map().board, self.told_as(*at), event))
                .collect(),
            change,
        }
    }

    /// Plays an action at the end of it; what happens.
    fn tried(&self, table: &mut dyn AnyMatch, action: &str, rolls: &[u16]) -> Result<ReplayStep, Failure> {
        let refused = |error: PlayError| Failure::new(StatusCode::UNPROCESSABLE_ENTITY, "refused", error.to_string());
        let Decision::Choose(side) = table.decision() else { return Err(refused(PlayError::Over)) };
        let (before, events) = (table.view(self.viewer), table.log().len());
        table.force(rolls);
        table.play(side, action).map_err(refused)?;
        let line = table.lines().last().ok_or_else(|| Failure::internal("an action that was not written down"))?;
        let change = Change::between(&before, &table.view(self.viewer));
        Ok(self.step(table, line, events, change))
    }

    /// How many actions the viewer knows of.
    fn actions(&self) -> usize {
        self.record.lines.len() - self.secret.len()
    }

    /// As how many the viewer knows the first so many.
    fn told_as(&self, actions: usize) -> usize {
        actions - self.secret.partition_point(|&index| index < actions)
    }

    /// The beginning of a replay, before anything is known of its end.
    fn beginning(&self, from: usize, first: View) -> Replay {
        let (about, head) = (self.game.about(), &self.record.head);
        Replay {
            game: self.id.clone(),
            scenario: head.scenario.clone(),
            options: head.options.clone(),
            seats: head.seats.clone(),
            viewer: viewer_id(about, self.viewer).into(),
            viewers: self.viewers.iter().map(|&viewer| viewer_id(about, viewer).into()).collect(),
            actions: self.actions(),
            from,
            first,
            steps: Vec::new(),
            result: None,
            older: None,
            verified: Vec::new(),
            remarks: Vec::new(),
        }
    }

    /// That the record is of older rules or other data, and how far the present ones show it.
    fn told_older(&self, parting: Option<&RecordError>) -> Option<String> {
        let about = self.game.about();
        let told = match (about.is_newer_than(&self.record), parting) {
            (true, _) => about.told_older(&self.record),
            (false, Some(_)) => "Played with other data files than the server has.".to_string(),
            (false, None) => return None,
        };
        Some(match parting {
            None => format!("{told} Both agree on all of it."),
            Some(error) => format!("{told} It is shown as far as both agree: {error}."),
        })
    }

    fn has_other_data(&self) -> bool {
        has_other_data(&*self.game, &self.record)
    }

    fn misfit(&self, error: &RecordError) -> Failure {
        let hint =
            if self.has_other_data() { " (it was played with other data files than the server has)" } else { "" };
        not_true(&format!("{error}{hint}"))
    }

    /// What has been verified when the record has been played again, in sentences.
    fn verified(&self) -> Vec<String> {
        let Record { head, lines, result, .. } = &self.record;
        let rolls: usize = lines.iter().map(|line| line.rolls.len()).sum();
        let sealed = match self.sealed {
            sealed if sealed >= lines.len() => format!("All {} lines", lines.len()),
            sealed => format!("The first {sealed} lines"),
        };
        let mut told = vec![format!("{sealed} are sealed: none was changed, dropped or added.")];
        let about = self.game.about();
        if !about.is_newer_than(&self.record) {
            told.push(format!("Every action is legal by the rules of {}, version {}.", about.title, about.version));
        }
        told.push(format!("All {rolls} dice are what the seed gives for their action."));
        if self.has_other_data() {
            told.push("It was played with other data files, which make no difference to it.".into());
        }
        if let (Some(dice), Some(_)) = (&head.commitment, result) {
            let sides: Vec<_> = dice.salts().iter().map(|(side, _)| side.as_str()).collect();
            let added =
                if sides.is_empty() { String::new() } else { format!(" and what {} added", sides.join(" and ")) };
            let digest = dice.digest();
            told.push(format!("The seed comes from a secret committed to before play (SHA-256 {digest}){added}."));
            if !dice.pledges().is_empty() {
                told.push(told_pledges(dice.pledges()));
            }
        }
        if result.is_some() {
            told.push("The result is what the rules make of it.".into());
        }
        told
    }

    /// What else must be known of it, in sentences: none of it is a proof.
    fn remarks(&self) -> Vec<String> {
        let Record { head, lines, changes, result } = &self.record;
        let mut told = Vec::new();
        if self.sealed < lines.len() {
            let from = self.sealed + 1;
            told.push(format!("From action {from} on it is a variation of a study, which nobody has sealed."));
        }
        for change in changes {
            let record::Change { after, rules, data } = change;
            let from = after + 1;
            told.push(format!("From action {from} on version {rules} of the rules and the data files {data} hold."));
        }
        if head.position.is_some() {
            told.push("It begins with a position made by hand.".into());
        }
        match lines.iter().filter(|line| line.forced).count() {
            0 => {}
            1 => told.push("The dice of one action were laid down by hand.".into()),
            forced => told.push(format!("The dice of {forced} actions were laid down by hand.")),
        }
        if lines.iter().any(|line| line.again > 0) {
            told.push("Some dice were rolled again after a take-back by consent, from fresh streams.".into());
        }
        match (&head.commitment, result) {
            (None, _) => told.push("Nobody committed to the dice before play.".into()),
            (Some(dice), None) => told.push(format!(
                "The dice are committed to (SHA-256 {}); the secret is opened at the end.",
                dice.digest()
            )),
            (Some(_), Some(_)) => {}
        }
        if result.is_none() {
            told.push("The game is not finished.".into());
        }
        told
    }
}

/// What was pledged to be added to the dice before anything was opened.
fn told_pledges(pledges: &[(String, String)]) -> String {
    let told = pledges.iter().map(|(side, pledge)| match pledge.as_str() {
        WITHDRAWN => format!("{side} took back what it had pledged to add, and could so choose between two seeds."),
        pledge => format!("What {side} added was pledged before anything was opened (SHA-256 {pledge})."),
    });
    told.collect::<Vec<_>>().join(" ")
}

/// What is known of a game when it has been played again.
struct End {
    result: Option<EndResult>,
    older: Option<String>,
    verified: Vec<String>,
    remarks: Vec<String>,
}

/// Writes parts as lines, each sent as soon as it is whole.
struct LineWriter {
    lines: Sender<Result<Bytes, Infallible>>,
    packer: Option<GzEncoder<Vec<u8>>>,
}

impl LineWriter {
    fn new(lines: Sender<Result<Bytes, Infallible>>, packed: bool) -> LineWriter {
        LineWriter { lines, packer: packed.then(|| GzEncoder::new(Vec::new(), Compression::fast())) }
    }

    /// Whether somebody still reads it: who has hung up, or reads no further, is not told any more.
    fn write(&mut self, part: &ReplayPart) -> bool {
        let line = wire::text(part) + "\n";
        let last = matches!(part, ReplayPart::End { .. } | ReplayPart::Error { .. });
        let sent = match self.packer.as_mut() {
            None => line.into_bytes(),
            Some(packer) => packed(packer, line.as_bytes(), last),
        };
        let (mut bytes, until) = (Bytes::from(sent), Instant::now() + PATIENCE);
        loop {
            match self.lines.try_send(Ok(bytes)) {
                Ok(()) => return true,
                Err(TrySendError::Full(Ok(again))) if Instant::now() < until => bytes = again,
                Err(_) => return false,
            }
            std::thread::sleep(GLANCE);
        }
    }
}

/// A line as it is sent, so that it can be read before the next one comes. Writing into memory does not fail.
fn packed(packer: &mut GzEncoder<Vec<u8>>, line: &[u8], last: bool) -> Vec<u8> {
    let _ = packer.write_all(line);
    let _ = if last { packer.try_finish() } else { packer.flush() };
    std::mem::take(packer.get_mut())
}

/// The steps of a game as one viewer sees them.
struct Steps<'a> {
    showing: &'a Showing,
    /// How many actions are played before the first that is told.
    from: usize,
    /// The view after the last step, and how many events had been told.
    last: Option<(View, usize)>,
    /// What is not told yet.
    ready: Vec<ReplayStep>,
    tell: &'a mut dyn FnMut(ReplayPart),
}

impl Steps<'_> {
    fn see(&mut self, table: &dyn AnyMatch, actions: usize) {
        let is_secret = actions.checked_sub(1).is_some_and(|last| self.showing.secret.contains(&last));
        if self.showing.told_as(actions) < self.from || is_secret && self.last.is_some() {
            return;
        }
        let view = table.view(self.showing.viewer);
        match &self.last {
            None => {
                let replay = Box::new(self.showing.beginning(self.from, view.clone()));
                (self.tell)(ReplayPart::First { replay });
            }
            Some((before, events)) => {
                let line = actions.checked_sub(1).and_then(|last| self.showing.record.lines.get(last));
                let step = line.map(|line| self.showing.step(table, line, *events, Change::between(before, &view)));
                self.ready.extend(step);
                if self.ready.len() >= STEPS_A_PART {
                    self.send();
                }
            }
        }
        self.last = Some((view, table.log().len()));
    }

    /// Tells what is ready.
    fn send(&mut self) {
        let steps = std::mem::take(&mut self.ready);
        if !steps.is_empty() {
            (self.tell)(ReplayPart::Steps { steps });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A whole game between computers.
    fn showing() -> Showing {
        let game = catalogue::HEX_FIGHT.load(None).unwrap();
        let mut table = game.begin(catalogue::NewMatch { seed: 7.into(), ..Default::default() }).unwrap();
        let dice = ai::dice(7.into());
        while let engine::Decision::Choose(_) = table.decision() {
            table.play_computer(ai::Player::RANDOM, &dice).unwrap();
        }
        let record = table.record();
        let (id, viewers, sealed) = (record.head.game.clone(), EVERYBODY.to_vec(), record.lines.len());
        Showing { id, game, record, sealed, viewer: Viewer::All, viewers, is_ours: false, secret: Vec::new() }
    }

    #[test]
    fn what_nobody_waits_for_is_played_no_further() {
        let (showing, asked) = (showing(), Cell::new(0));
        assert!(showing.record.lines.len() > 20);
        let tires = || {
            asked.set(asked.get() + 1);
            asked.get() > 10
        };
        let mut parts = Vec::new();
        showing.tell(0, &mut |part| parts.push(part), &tires);
        assert_eq!(asked.get(), 11, "nobody is asked again once he has gone");
        let last = parts.pop();
        assert!(matches!(&last, Some(ReplayPart::Error { error }) if error.kind == "too_slow"), "{last:?}");
    }

    #[test]
    fn a_moment_that_nobody_waits_for_is_not_played() {
        let Showing { game, record, .. } = showing();
        let record = up_to(record, 5);
        let moment = |awaited: &Awaited| {
            let table = table_of(&*game, &record, true, awaited);
            table.map(|table| table.actions()).map_err(|failure| failure.kind)
        };
        let waits = Arc::new(());
        let awaited = Awaited::by(&waits);
        assert_eq!(moment(&awaited), Ok(5));
        drop(waits);
        assert_eq!(moment(&awaited), Err("too_slow"));
    }
}
