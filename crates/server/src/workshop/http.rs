//! The workshop over HTTP.

use super::desk::{Deed, Desk, Workshop, locked};
use super::sheet;
use super::trials::{MOST_GAMES, Order};
use crate::accounts::{Accounts, Asker, ensure_user};
use crate::error::Failure;
use crate::matches::{Club, Moment, Who, moment};
use crate::store::User;
use crate::web::Asked;
use crate::web::client::Client;
use crate::web::cookie::SetCookie;
use crate::web::games::{board_of, options};
use crate::web::headers::PICTURE_POLICY;
use ai::Player;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, FromRef, Path, Query, State};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use catalogue::archive::{ArchiveError, MOST_PACKED};
use catalogue::{Archive, Game, told};
use engine::Viewer;
use engine::dice::Seed;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
#[cfg(feature = "openapi")]
use utoipa_axum::{router::OpenApiRouter, routes};
use wire::{AskTrial, ChartsTried, EditProject, LaidOut, LayOut, MapSheet, NewProject, ProjectState, Projects, Sheets};
use wire::{Board, GameInfo, Trial, TryCharts};
use workshop::{Edit, Project, layout, map_file};

/// How large a step may be.
const LARGEST_STEP: usize = 2 << 20;
/// How the opening of a scenario is set up: always the same.
const OPENING: u64 = 1;

/// The routes of this part.
pub fn routes<S: Clone + Send + Sync + 'static>() -> Router<S>
where
    Arc<Workshop>: FromRef<S>,
    Arc<Accounts>: FromRef<S>,
    Arc<Club>: FromRef<S>,
{
    let opening = Router::new()
        .route("/api/workshop/open", post(open_archive))
        .route("/api/workshop/shelf", post(shelve_archive))
        .layer(DefaultBodyLimit::max(MOST_PACKED + 1));
    let all = Router::new()
        .route("/api/workshop", get(list).post(begin))
        .route("/api/workshop/{id}", get(whole).delete(remove))
        .route("/api/workshop/{id}/edit", post(edit))
        .route("/api/workshop/{id}/undo", post(undo))
        .route("/api/workshop/{id}/redo", post(redo))
        .route("/api/workshop/{id}/game", get(game))
        .route("/api/workshop/{id}/board", get(board))
        .route("/api/workshop/{id}/map.svg", get(picture))
        .route("/api/workshop/{id}/map", get(map))
        .route("/api/workshop/{id}/sheets", get(sheets))
        .route("/api/workshop/{id}/entry", get(entry))
        .route("/api/workshop/{id}/charts", post(try_charts))
        .route("/api/workshop/{id}/layout", post(lay_out))
        .route("/api/workshop/{id}/archive", get(archive).post(shelve))
        .route("/api/workshop/{id}/trial", get(trial).post(try_out).delete(stop))
        .layer(DefaultBodyLimit::max(LARGEST_STEP));
    all.merge(opening)
}

/// What is said of them to programs.
#[cfg(feature = "openapi")]
pub fn described<S: Clone + Send + Sync + 'static>() -> OpenApiRouter<S>
where
    Arc<Workshop>: FromRef<S>,
    Arc<Accounts>: FromRef<S>,
    Arc<Club>: FromRef<S>,
{
    OpenApiRouter::default()
        .routes(routes!(list, begin))
        .routes(routes!(whole, remove))
        .routes(routes!(edit))
        .routes(routes!(undo))
        .routes(routes!(redo))
        .routes(routes!(game))
        .routes(routes!(board))
        .routes(routes!(picture))
        .routes(routes!(map))
        .routes(routes!(sheets))
        .routes(routes!(entry))
        .routes(routes!(try_charts))
        .routes(routes!(lay_out))
        .routes(routes!(archive, shelve))
        .routes(routes!(trial, try_out, stop))
        .routes(routes!(open_archive))
        .routes(routes!(shelve_archive))
}

type Shared = Arc<Workshop>;

/// Who may work here: on somebody's own machine whoever comes, else those with an account.
fn worker(workshop: &Workshop, asker: &Asker) -> Result<String, Failure> {
    if workshop.is_own {
        return Ok(asker.user.as_ref().map_or_else(String::new, |user| user.id.clone()));
    }
    asker.with_account().map(|(user, _)| user.id.clone())
}

/// Works at a project apart from the threads that answer.
async fn at<T: Send + 'static>(
    workshop: &Shared,
    asker: &Asker,
    id: String,
    work: impl FnOnce(&mut Desk) -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    let user = worker(workshop, asker)?;
    let room = workshop.clone();
    let done = workshop.bench.work(move |_| {
        let desk = room.desk(&id, &user)?;
        let mut desk = locked(&desk);
        work(&mut desk)
    });
    done.await?
}

/// The projects of somebody
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/workshop", tag = "workshop", responses(
    (status = 200, description = "The projects, the one that changed last first", body = ref("#/components/schemas/Projects")),
)))]
async fn list(State(workshop): State<Shared>, asker: Asker) -> Result<Json<Projects>, Failure> {
    let user = worker(&workshop, &asker)?;
    let room = workshop.clone();
    Ok(Json(Projects(workshop.bench.work(move |_| room.list(&user)).await??)))
}

/// Begin a project
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/workshop", tag = "workshop",
    request_body = ref("#/components/schemas/NewProject"),
    responses((status = 200, description = "The project", body = ref("#/components/schemas/ProjectState")))))]
async fn begin(
    State(workshop): State<Shared>,
    State(accounts): State<Arc<Accounts>>,
    State(club): State<Arc<Club>>,
    asker: Asker,
    client: Client,
    Asked(new): Asked<NewProject>,
) -> Result<Response, Failure> {
    worker(&workshop, &asker)?;
    let mut first: Edit = [("title".to_string(), json!(new.title.trim()))].into();
    let mut game = new.game.clone();
    if let Some(from) = &new.from {
        let moment = moment(&club, &Who::from(asker.clone()), from).await?;
        game = moment.id.split('~').next().unwrap_or_default().to_string();
        let name = new.title.clone();
        first.extend(workshop.bench.work(move |_| battle_of(&moment, &name)).await??);
    }
    let (user, cookie) = somebody(&accounts, &asker, &client).await?;
    let room = workshop.clone();
    let begun = move || -> Result<ProjectState, Failure> {
        let desk = room.begin(&game, &user.id, first)?;
        let state = locked(&desk).whole();
        Ok(state)
    };
    let state = workshop.bench.work(move |_| begun()).await??;
    Ok((cookie, Json(state)).into_response())
}

async fn somebody(accounts: &Accounts, asker: &Asker, client: &Client) -> Result<(User, SetCookie), Failure> {
    ensure_user(accounts, asker, client.neighbourhood()).await
}

/// The first battle of a project that is made from a moment of a match, with the changes of its game.
fn battle_of(moment: &Moment, name: &str) -> Result<Edit, Failure> {
    let position = layout::position_of(&moment.view, &moment.scenario, &moment.options);
    let position = layout::acceptable(&*moment.game, position);
    let about = format!("From a match of {}, turn {}.", moment.title, moment.view.turn);
    let draft = json!({
        "title": name, "about": about, "source": "reconstruction a position of a match", "position": position,
    });
    Ok([("battle battle-1".to_string(), draft)].into())
}

/// A project
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/workshop/{id}", tag = "workshop",
    params(("id" = String, Path, description = "The project's id")),
    responses((status = 200, description = "The project", body = ref("#/components/schemas/ProjectState")))))]
async fn whole(
    State(workshop): State<Shared>,
    asker: Asker,
    Path(id): Path<String>,
) -> Result<Json<ProjectState>, Failure> {
    at(&workshop, &asker, id, |desk| Ok(Json(desk.whole()))).await
}

/// Put a project away for good
#[cfg_attr(feature = "openapi", utoipa::path(delete, path = "/api/workshop/{id}", tag = "workshop",
    params(("id" = String, Path, description = "The project's id")),
    responses((status = 200, description = "It is gone"))))]
async fn remove(State(workshop): State<Shared>, asker: Asker, Path(id): Path<String>) -> Result<(), Failure> {
    let user = worker(&workshop, &asker)?;
    workshop.trials.stop(&id);
    let room = workshop.clone();
    workshop.bench.work(move |_| room.remove(&id, &user)).await?
}

/// Do a step
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/workshop/{id}/edit", tag = "workshop",
    params(("id" = String, Path, description = "The project's id")),
    request_body = ref("#/components/schemas/EditProject"),
    responses((status = 200, description = "What has changed", body = ref("#/components/schemas/ProjectState")))))]
async fn edit(
    State(workshop): State<Shared>,
    asker: Asker,
    Path(id): Path<String>,
    Asked(asked): Asked<EditProject>,
) -> Result<Json<ProjectState>, Failure> {
    at(&workshop, &asker, id, |desk| desk.act(Deed::Edit(asked.set)).map(Json)).await
}

/// Take the last step back
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/workshop/{id}/undo", tag = "workshop",
    params(("id" = String, Path, description = "The project's id")),
    responses((status = 200, description = "What has changed", body = ref("#/components/schemas/ProjectState")))))]
async fn undo(
    State(workshop): State<Shared>,
    asker: Asker,
    Path(id): Path<String>,
) -> Result<Json<ProjectState>, Failure> {
    at(&workshop, &asker, id, |desk| desk.act(Deed::Undo).map(Json)).await
}

/// Do again what was undone
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/workshop/{id}/redo", tag = "workshop",
    params(("id" = String, Path, description = "The project's id")),
    responses((status = 200, description = "What has changed", body = ref("#/components/schemas/ProjectState")))))]
async fn redo(
    State(workshop): State<Shared>,
    asker: Asker,
    Path(id): Path<String>,
) -> Result<Json<ProjectState>, Failure> {
    at(&workshop, &asker, id, |desk| desk.act(Deed::Redo).map(Json)).await
}

/// The game as the project has it
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/workshop/{id}/game", tag = "workshop",
    params(("id" = String, Path, description = "The project's id")),
    responses((status = 200, description = "The game", body = ref("#/components/schemas/GameInfo")))))]
async fn game(State(workshop): State<Shared>, asker: Asker, Path(id): Path<String>) -> Result<Json<GameInfo>, Failure> {
    at(&workshop, &asker, id, |desk| Ok(Json(told::about(&*desk.game())))).await
}

/// Which scenario is meant.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "openapi", into_params(parameter_in = Query))]
struct Which {
    /// The scenario's id; the game's first if none is given.
    scenario: Option<String>,
    /// Whether the data are meant as they are shipped.
    #[serde(default)]
    shipped: bool,
}

impl Which {
    /// The game with the project's data or without, and the place of the scenario.
    fn of(&self, workshop: &Workshop, desk: &mut Desk) -> Result<(Arc<dyn Game>, usize), Failure> {
        let own = desk.game();
        let shipped = || workshop.games.get(desk.project.entry().id);
        let game = if self.shipped { shipped().ok_or_else(|| Failure::not_found("no such game"))? } else { own };
        let scenario = self.scenario.as_deref().map_or(Ok(0), |id| game.about().scenario(id));
        Ok((game, scenario.map_err(Failure::not_found)?))
    }
}

/// Where the hexes of the project's board lie in its picture
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/workshop/{id}/board", tag = "workshop",
    params(("id" = String, Path, description = "The project's id"), Which),
    responses((status = 200, description = "The board", body = ref("#/components/schemas/Board")))))]
async fn board(
    State(workshop): State<Shared>,
    asker: Asker,
    Path(id): Path<String>,
    Query(which): Query<Which>,
) -> Result<Json<Board>, Failure> {
    let room = workshop.clone();
    at(&workshop, &asker, id, move |desk| {
        let (game, scenario) = which.of(&room, desk)?;
        let (id, named) = (&desk.id, &game.about().scenarios[scenario].id);
        let picture =
            format!("/api/workshop/{id}/map.svg?scenario={named}&shipped={}&v={}", which.shipped, desk.revision);
        Ok(Json(board_of(&*game, scenario, picture)))
    })
    .await
}

/// The project's board as a picture
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/workshop/{id}/map.svg", tag = "workshop",
    params(("id" = String, Path, description = "The project's id"), Which),
    responses((status = 200, description = "The picture", content_type = "image/svg+xml"))))]
async fn picture(
    State(workshop): State<Shared>,
    asker: Asker,
    Path(id): Path<String>,
    Query(which): Query<Which>,
) -> Result<Response, Failure> {
    let room = workshop.clone();
    let svg = at(&workshop, &asker, id, move |desk| {
        let (game, scenario) = which.of(&room, desk)?;
        render::svg(game.map(scenario), &options(&*game, scenario)).map_err(Failure::internal)
    });
    let mut response =
        ([(CONTENT_TYPE, "image/svg+xml"), (CACHE_CONTROL, "private, no-cache")], svg.await?).into_response();
    response.headers_mut().insert(CONTENT_SECURITY_POLICY, PICTURE_POLICY);
    Ok(response)
}

/// The charts by the project's data
///
/// Also as they would be with a step that is not done yet: what a table would do can be seen while somebody writes it.
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/workshop/{id}/charts", tag = "workshop",
    params(("id" = String, Path, description = "The project's id")),
    request_body = ref("#/components/schemas/TryCharts"),
    responses((status = 200, description = "The charts, and what does not fit", body = ref("#/components/schemas/ChartsTried")))))]
async fn try_charts(
    State(workshop): State<Shared>,
    asker: Asker,
    Path(id): Path<String>,
    Asked(TryCharts { scenario, set }): Asked<TryCharts>,
) -> Result<Json<ChartsTried>, Failure> {
    at(&workshop, &asker, id, move |desk| {
        let tried = if set.is_empty() { Ok(desk.game()) } else { desk.project.load_with(set) };
        let (game, problem) = match tried {
            Ok(game) => (game, None),
            Err(problem) => (desk.game(), Some(problem)),
        };
        let charts = game.charts(scenario.as_deref(), &[]).map_err(Failure::not_found)?;
        Ok(Json(ChartsTried { charts, problem }))
    })
    .await
}

/// The project's board as it is painted
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/workshop/{id}/map", tag = "workshop",
    params(("id" = String, Path, description = "The project's id"), Which),
    responses((status = 200, description = "The board", body = ref("#/components/schemas/MapSheet")))))]
async fn map(
    State(workshop): State<Shared>,
    asker: Asker,
    Path(id): Path<String>,
    Query(which): Query<Which>,
) -> Result<Json<MapSheet>, Failure> {
    let room = workshop.clone();
    at(&workshop, &asker, id, move |desk| {
        let (game, scenario) = which.of(&room, desk)?;
        let file = map_file(desk.project.entry(), &game.map(scenario).title)
            .ok_or_else(|| Failure::not_found("this game has no map that could be painted"))?;
        let file = desk.project.entry().shipped().read(file).map_err(Failure::internal)?;
        let found = sheet::of(&*game, scenario, &file, &options(&*game, scenario));
        Ok(Json(found.map_err(Failure::internal)?))
    })
    .await
}

/// The project's data as sheets of rows and columns
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/workshop/{id}/sheets", tag = "workshop",
    params(("id" = String, Path, description = "The project's id"), Which),
    responses((status = 200, description = "The sheets", body = ref("#/components/schemas/Sheets")))))]
async fn sheets(
    State(workshop): State<Shared>,
    asker: Asker,
    Path(id): Path<String>,
    Query(which): Query<Which>,
) -> Result<Json<Sheets>, Failure> {
    at(&workshop, &asker, id, move |desk| {
        let shipped = desk.project.entry().shipped();
        let plain = || (shipped.clone(), shipped.clone(), BTreeSet::new());
        // Where the changes do not fit, the sheets show what is shipped.
        let own = desk.project.files().ok().filter(|_| !which.shipped);
        let (files, base, removed) = own.unwrap_or_else(plain);
        Ok(Json(Sheets(workshop::sheets::of(&files, &base, &removed).map_err(Failure::internal)?)))
    })
    .await
}

/// Which entry is meant.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "openapi", into_params(parameter_in = Query))]
struct WhichEntry {
    /// The name of the file.
    file: String,
    /// The place of the entry, as sheets have it.
    at: String,
}

/// An entry of the project's data, so that one like it can be added
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/workshop/{id}/entry", tag = "workshop",
    params(("id" = String, Path, description = "The project's id"), WhichEntry),
    responses(
        (status = 200, description = "The entry with all that is in it", body = serde_json::Value),
        (status = 404, description = "There is none", body = ref("#/components/schemas/Error")),
    )))]
async fn entry(
    State(workshop): State<Shared>,
    asker: Asker,
    Path(id): Path<String>,
    Query(which): Query<WhichEntry>,
) -> Result<Json<serde_json::Value>, Failure> {
    at(&workshop, &asker, id, move |desk| {
        let missing = || Failure::not_found("there is no such entry");
        let found = desk.project.files();
        let (_, base, _) = found.map_err(|error| Failure::bad_request(error.to_string()))?;
        let file = base.read(&which.file).map_err(|_| missing())?;
        workshop::sheets::entry(&file, &which.at).map(Json).ok_or_else(missing)
    })
    .await
}

/// Look at a position with the eyes of the rules
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/workshop/{id}/layout", tag = "workshop",
    params(("id" = String, Path, description = "The project's id")),
    request_body = ref("#/components/schemas/LayOut"),
    responses((status = 200, description = "The position as the rules see it", body = ref("#/components/schemas/LaidOut")))))]
async fn lay_out(
    State(workshop): State<Shared>,
    asker: Asker,
    Path(id): Path<String>,
    Asked(asked): Asked<LayOut>,
) -> Result<Json<LaidOut>, Failure> {
    at(&workshop, &asker, id, move |desk| {
        let game = desk.game();
        let position = if asked.position.is_null() {
            let scenario = asked.scenario.as_deref().unwrap_or(&game.about().scenarios[0].id);
            layout::opening(&*game, scenario, Seed::from(OPENING)).map_err(Failure::bad_request)?
        } else {
            asked.position
        };
        let laid = layout::check(&*game, &position);
        let view = laid.table.map(|table| table.view(Viewer::All));
        let phases = layout::phases(&*game, &position);
        Ok(Json(LaidOut { position, problems: laid.problems, warnings: laid.warnings, view, phases }))
    })
    .await
}

/// The project as an archive
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/workshop/{id}/archive", tag = "workshop",
    params(("id" = String, Path, description = "The project's id")),
    responses(
        (status = 200, description = "The archive", content_type = "application/gzip"),
        (status = 422, description = "Something in it does not fit", body = ref("#/components/schemas/Error")),
    )))]
async fn archive(State(workshop): State<Shared>, asker: Asker, Path(id): Path<String>) -> Result<Response, Failure> {
    let (packed, name) =
        at(&workshop, &asker, id, |desk| Ok((packed(desk)?, file_name(desk.project.text("title"))))).await?;
    let kind = (CONTENT_TYPE, "application/gzip".to_string());
    Ok(([kind, (CONTENT_DISPOSITION, format!("attachment; filename=\"{name}.grognard\""))], packed).into_response())
}

/// What a file may be called that bears a title.
fn file_name(title: &str) -> String {
    let words = title.split(|sign: char| !sign.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let name = words.collect::<Vec<_>>().join("-").to_lowercase();
    if name.is_empty() { "project".into() } else { name.chars().take(60).collect() }
}

fn packed(desk: &Desk) -> Result<Vec<u8>, Failure> {
    let unfit = |message: String| Failure::new(StatusCode::UNPROCESSABLE_ENTITY, "data", message);
    let overlay = desk.project.overlay(true).map_err(|error| unfit(error.to_string()))?;
    let packed = Archive::pack(desk.project.entry(), &overlay, &BTreeMap::new());
    packed.map_err(|error| unfit(error.to_string()))
}

/// An archive on the server's shelf, as matches are created with it.
#[derive(Serialize)]
struct Shelved {
    /// The id of the game with the archive.
    game: String,
}

/// Put the project on the shelf, to be played
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/workshop/{id}/archive", tag = "workshop",
    params(("id" = String, Path, description = "The project's id")),
    responses(
        (status = 200, description = "The id of the game with these data, for a new match", body = serde_json::Value),
        (status = 422, description = "Something in it does not fit", body = ref("#/components/schemas/Error")),
    )))]
async fn shelve(State(workshop): State<Shared>, asker: Asker, Path(id): Path<String>) -> Result<Response, Failure> {
    let room = workshop.clone();
    let game = at(&workshop, &asker, id, move |desk| room.games.keep(&packed(desk)?).map_err(Failure::bad_request));
    Ok(Json(Shelved { game: game.await? }).into_response())
}

/// Put an archive on the shelf, to be played
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/workshop/shelf", tag = "workshop",
    request_body(content = String, content_type = "application/gzip", description = "The archive"),
    responses(
        (status = 200, description = "The id of the game with these data, for a new match", body = serde_json::Value),
        (status = 413, description = "It is too large", body = ref("#/components/schemas/Error")),
        (status = 422, description = "It is refused; the message says why", body = ref("#/components/schemas/Error")),
    )))]
async fn shelve_archive(
    State(workshop): State<Shared>,
    asker: Asker,
    packed: Result<Bytes, BytesRejection>,
) -> Result<Response, Failure> {
    worker(&workshop, &asker)?;
    let packed = brought(packed)?;
    let room = workshop.clone();
    let kept = workshop.bench.work(move |_| room.games.keep(&packed)).await?;
    Ok(Json(Shelved { game: kept.map_err(refused)? }).into_response())
}

/// An archive that somebody sends, if it is not too large to be read at all.
fn brought(packed: Result<Bytes, BytesRejection>) -> Result<Bytes, Failure> {
    let too_large = |_| Failure::new(StatusCode::PAYLOAD_TOO_LARGE, "archive", ArchiveError::TooLarge.to_string());
    packed.map_err(too_large)
}

fn refused(message: String) -> Failure {
    Failure::new(StatusCode::UNPROCESSABLE_ENTITY, "archive", message)
}

/// Open an archive as a project
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/workshop/open", tag = "workshop",
    request_body(content = String, content_type = "application/gzip", description = "The archive"),
    responses(
        (status = 200, description = "The project", body = ref("#/components/schemas/ProjectState")),
        (status = 413, description = "It is too large", body = ref("#/components/schemas/Error")),
        (status = 422, description = "It is refused; the message says why", body = ref("#/components/schemas/Error")),
    )))]
async fn open_archive(
    State(workshop): State<Shared>,
    State(accounts): State<Arc<Accounts>>,
    asker: Asker,
    client: Client,
    packed: Result<Bytes, BytesRejection>,
) -> Result<Response, Failure> {
    worker(&workshop, &asker)?;
    let packed = brought(packed)?;
    let opened = workshop.bench.work(move |_| Archive::open("", &packed)).await?;
    let opened = opened.map_err(|error| refused(error.to_string()))?;
    let (user, cookie) = somebody(&accounts, &asker, &client).await?;
    let room = workshop.clone();
    let begun = move || {
        let entry = catalogue::find(&opened.game).map_err(|error| refused(error.to_string()))?;
        entry.load_as(Some(&opened.overlay)).map_err(|error| refused(error.to_string()))?;
        let desk = room.begin(&opened.game, &user.id, Project::of(&opened.overlay))?;
        let state = locked(&desk).whole();
        Ok::<ProjectState, Failure>(state)
    };
    let state = workshop.bench.work(move |_| begun()).await??;
    Ok((cookie, Json(state)).into_response())
}

/// How the last run of games between computers goes
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/workshop/{id}/trial", tag = "workshop",
    params(("id" = String, Path, description = "The project's id")),
    responses((status = 200, description = "How it goes", body = ref("#/components/schemas/Trial")))))]
async fn trial(State(workshop): State<Shared>, asker: Asker, Path(id): Path<String>) -> Result<Json<Trial>, Failure> {
    let user = worker(&workshop, &asker)?;
    workshop.desk(&id, &user)?;
    Ok(Json(Trial(workshop.trials.report(&id))))
}

/// Have computers play it many times
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/workshop/{id}/trial", tag = "workshop",
    params(("id" = String, Path, description = "The project's id")),
    request_body = ref("#/components/schemas/AskTrial"),
    responses((status = 200, description = "It has begun"))))]
async fn try_out(
    State(workshop): State<Shared>,
    asker: Asker,
    Path(id): Path<String>,
    Asked(asked): Asked<AskTrial>,
) -> Result<(), Failure> {
    let player: Player = asked.player.parse().map_err(|_| Failure::bad_request("there is no such computer player"))?;
    let count = asked.games.clamp(1, MOST_GAMES);
    let room = workshop.clone();
    let order = at(&workshop, &asker, id.clone(), move |desk| {
        let own = desk.game();
        let shipped = room.games.get(desk.project.entry().id).ok_or_else(|| Failure::not_found("no such game"))?;
        let battle = desk.project.battles().remove(asked.what.as_str());
        let position = battle.map(|battle| battle.position.to_string());
        if position.is_none() {
            own.about().scenario(&asked.what).map_err(Failure::bad_request)?;
        }
        Ok(Order { games: [own, shipped], what: asked.what, position, player, count })
    });
    let work = workshop.trials.begin(&id, order.await?);
    // Its turn comes when others are done: nobody has to wait for that.
    let room = workshop.clone();
    tokio::spawn(async move { room.bench.begin(work).await });
    Ok(())
}

/// Stop the run
#[cfg_attr(feature = "openapi", utoipa::path(delete, path = "/api/workshop/{id}/trial", tag = "workshop",
    params(("id" = String, Path, description = "The project's id")),
    responses((status = 200, description = "It stops after the game that is played"))))]
async fn stop(State(workshop): State<Shared>, asker: Asker, Path(id): Path<String>) -> Result<(), Failure> {
    let user = worker(&workshop, &asker)?;
    workshop.desk(&id, &user)?;
    workshop.trials.stop(&id);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_becomes_a_name_for_a_file() {
        assert_eq!(file_name("The Moulin, at dawn!"), "the-moulin-at-dawn");
        assert_eq!((file_name("»«"), file_name(&"a".repeat(99)).len()), ("project".into(), 60));
    }
}
