//! What can be played: games, their boards, rules and first battles, and the computers that play them.

use crate::error::Failure;
use crate::web::headers::PICTURE_POLICY;
use crate::web::library::Library;
use crate::web::packed::{Cache, Packed};
use ai::{Patience, Player, Style};
use axum::Router;
use axum::extract::{FromRef, Path, Query, State};
use axum::http::HeaderMap;
use axum::http::header::CONTENT_SECURITY_POLICY;
use axum::response::Response;
use axum::routing::get;
use catalogue::{Game, told};
use engine::data::Map;
use engine::{About, Chart};
use hexboard::{Hex, Orientation};
use render::{Frame, Options};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
#[cfg(feature = "openapi")]
use utoipa_axum::{router::OpenApiRouter, routes};
use wire::{Board, BoardHex, Charts, Clauses, ComputerInfo, Computers, GameInfo, Games, StyleInfo};

const JSON: &str = "application/json";
const HTML: &str = "text/html; charset=utf-8";
const SVG: &str = "image/svg+xml";

/// The routes of this part.
pub fn routes<S: Clone + Send + Sync + 'static>() -> Router<S>
where
    Arc<Library>: FromRef<S>,
{
    Router::new()
        .route("/api/games", get(games))
        .route("/api/games/{game}", get(game))
        .route("/api/computers", get(computers))
        .route("/api/games/{game}/clauses", get(clauses))
        .route("/api/games/{game}/charts", get(charts))
        .route("/api/games/{game}/charts.html", get(charts_sheet))
        .route("/api/games/{game}/board", get(board))
        .route("/api/games/{game}/map.svg", get(picture))
        .route("/api/games/{game}/lesson", get(lesson))
        .route("/api/games/{game}/door", get(door))
        .route("/api/games/{game}/college", get(college))
        .route("/api/games/{game}/college/{problem}", get(problem))
}

/// What is said of them to programs.
#[cfg(feature = "openapi")]
pub fn described<S: Clone + Send + Sync + 'static>() -> OpenApiRouter<S>
where
    Arc<Library>: FromRef<S>,
{
    OpenApiRouter::default()
        .routes(routes!(games))
        .routes(routes!(game))
        .routes(routes!(computers))
        .routes(routes!(clauses))
        .routes(routes!(charts))
        .routes(routes!(charts_sheet))
        .routes(routes!(board))
        .routes(routes!(picture))
        .routes(routes!(lesson))
        .routes(routes!(door))
        .routes(routes!(college))
        .routes(routes!(problem))
}

/// All games
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/games", tag = "games", responses(
    (status = 200, description = "The games, in the order in which they are listed", body = ref("#/components/schemas/Games")),
)))]
async fn games(State(library): State<Arc<Library>>, headers: HeaderMap) -> Result<Response, Failure> {
    let games = library.games.clone();
    let make = move || packed_json(&Games(games.listed().map(|game| told::about(&**game)).collect()));
    let found = library.kept.get("games".into(), make).await?;
    Ok(found.packed()?.answer(&headers, Cache::Ask))
}

/// One game
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/games/{game}", tag = "games",
    params(("game" = String, Path, description = "The game's id")),
    responses(
        (status = 200, description = "The game", body = ref("#/components/schemas/GameInfo")),
        (status = 404, description = "There is no such game", body = ref("#/components/schemas/Error")),
    )))]
async fn game(
    State(library): State<Arc<Library>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let game = find(&library, &id)?;
    let key = format!("game {id}");
    let changed = library.games.changed(&id);
    let make = move || packed_json(&GameInfo { game: id, changed, ..told::about(&*game) });
    let found = library.kept.get(key, make).await?;
    Ok(found.packed()?.answer(&headers, Cache::Ask))
}

/// The computer players
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/computers", tag = "games", responses(
    (status = 200, description = "The computer players, the weakest first", body = ref("#/components/schemas/Computers")),
)))]
async fn computers(State(library): State<Arc<Library>>, headers: HeaderMap) -> Result<Response, Failure> {
    let found =
        library.kept.get("computers".into(), || packed_json(&Computers(Player::ALL.map(computer).into()))).await?;
    Ok(found.packed()?.answer(&headers, Cache::Ask))
}

fn computer(player: Player) -> ComputerInfo {
    let (first, rest) = player.level.name().split_at(1);
    let title = format!("{}{rest}", first.to_uppercase());
    let level = player.level;
    let style = |style: &Style| StyleInfo { id: style.name().into(), manner: style.manner().into() };
    let patience = |patience: &Patience| StyleInfo { id: patience.name().into(), manner: patience.manner().into() };
    ComputerInfo {
        id: level.name().into(),
        title,
        manner: level.manner().into(),
        pace: level.pace().into(),
        styles: level.styles().iter().map(style).collect(),
        patiences: level.patiences().iter().map(patience).collect(),
    }
}

/// A game's rules, clause by clause
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/games/{game}/clauses", tag = "games",
    params(("game" = String, Path, description = "The game's id")),
    responses(
        (status = 200, description = "The clauses, in the book's order", body = ref("#/components/schemas/Clauses")),
        (status = 404, description = "There is no such game", body = ref("#/components/schemas/Error")),
    )))]
async fn clauses(
    State(library): State<Arc<Library>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let game = find(&library, &id)?;
    let make = move || packed_json(&Clauses(game.book().iter().cloned().collect()));
    let found = library.kept.get(format!("clauses {id}"), make).await?;
    Ok(found.packed()?.answer(&headers, Cache::Ask))
}

#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "openapi", into_params(parameter_in = Query))]
struct Which {
    /// The scenario's id; the game's first if none is given.
    scenario: Option<String>,
}

#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "openapi", into_params(parameter_in = Query))]
struct WhichPicture {
    /// The scenario's id; the game's first if none is given.
    scenario: Option<String>,
    /// The picture's digest, as the board tells it: with it, the answer may be kept for ever.
    v: Option<String>,
    /// `false` leaves the hexes' numbers out.
    numbers: Option<bool>,
}

#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "openapi", into_params(parameter_in = Query))]
struct WhichCharts {
    /// The scenario's id; the game's first if none is given.
    scenario: Option<String>,
    /// Options that differ from their defaults: `id=on` or `id=off`, with commas between.
    options: Option<String>,
}

/// The charts of a game as it is played: in which scenario, with which options.
struct ChartsOf {
    id: String,
    game: Arc<dyn Game>,
    scenario: usize,
    /// Every option with its setting.
    settings: Vec<String>,
    /// Whether all are as the game has them.
    is_plain: bool,
}

impl WhichCharts {
    fn of(&self, library: &Library, id: &str) -> Result<ChartsOf, Failure> {
        let (game, scenario) = find_scenario(library, id, self.scenario.as_deref())?;
        let told: Vec<String> = self.options.iter().flat_map(|list| list.split(',')).map(String::from).collect();
        let about = game.about();
        let options = about.switch(about.options_in(scenario), &told).map_err(Failure::not_found)?;
        let (settings, is_plain) = (about.settings(options), options == about.options_in(scenario));
        Ok(ChartsOf { id: id.to_string(), game, scenario, settings, is_plain })
    }
}

impl ChartsOf {
    /// The charts, written in some way. Those of the default options are kept; there are too many ways to set options to
    /// keep all.
    async fn answer(
        self,
        library: &Library,
        headers: &HeaderMap,
        way: &str,
        write: impl FnOnce(&About, usize, Vec<Chart>) -> Result<Packed, Failure> + Send + 'static,
    ) -> Result<Response, Failure> {
        let ChartsOf { id, game, scenario, settings, is_plain } = self;
        let name = format!("{way} {id} {scenario}");
        let key = format!("{name} {}", settings.join(","));
        let make = move || {
            let about = game.about();
            let charts = game.charts(Some(&about.scenarios[scenario].id), &settings).map_err(Failure::internal)?;
            write(about, scenario, charts)
        };
        if is_plain {
            return Ok(library.kept.get(name, make).await?.packed()?.answer(headers, Cache::Ask));
        }
        Ok(library.sheets.get(key, move |_| make()).await?.answer(headers, Cache::Ask))
    }
}

/// The charts of a game
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/games/{game}/charts", tag = "games",
    params(("game" = String, Path, description = "The game's id"), WhichCharts),
    responses(
        (status = 200, description = "The charts, in the order in which they are printed", body = ref("#/components/schemas/Charts")),
        (status = 404, description = "There is no such game, scenario or option", body = ref("#/components/schemas/Error")),
    )))]
async fn charts(
    State(library): State<Arc<Library>>,
    Path(id): Path<String>,
    Query(which): Query<WhichCharts>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    which.of(&library, &id)?.answer(&library, &headers, "charts", |_, _, charts| packed_json(&Charts(charts))).await
}

/// The charts of a game as a sheet to print
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/games/{game}/charts.html", tag = "games",
    params(("game" = String, Path, description = "The game's id"), WhichCharts),
    responses(
        (status = 200, description = "The sheet", content_type = "text/html"),
        (status = 404, description = "There is no such game, scenario or option", body = ref("#/components/schemas/Error")),
    )))]
async fn charts_sheet(
    State(library): State<Arc<Library>>,
    Path(id): Path<String>,
    Query(which): Query<WhichCharts>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let write = |about: &About, scenario: usize, charts: Vec<Chart>| {
        let sheet = render::charts_html(&about.title, &about.scenarios[scenario].title, &charts);
        Packed::new(HTML, sheet.into_bytes()).map_err(Failure::internal)
    };
    let mut response = which.of(&library, &id)?.answer(&library, &headers, "sheet", write).await?;
    response.headers_mut().insert(CONTENT_SECURITY_POLICY, PICTURE_POLICY);
    Ok(response)
}

/// Where the hexes of a board lie in its picture
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/games/{game}/board", tag = "games",
    params(("game" = String, Path, description = "The game's id"), Which),
    responses(
        (status = 200, description = "The board", body = ref("#/components/schemas/Board")),
        (status = 404, description = "There is no such game or scenario", body = ref("#/components/schemas/Error")),
    )))]
async fn board(
    State(library): State<Arc<Library>>,
    Path(id): Path<String>,
    Query(which): Query<Which>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let (game, scenario) = find_scenario(&library, &id, which.scenario.as_deref())?;
    let mut address = format!("/api/games/{id}/map.svg?scenario={}", game.about().scenarios[scenario].id);
    // To draw the picture takes longer than all the rest: who asks first begins to play while it is drawn, and only an
    // address that names its version is kept by the browser for ever.
    let mut key = format!("board {id} {scenario} undrawn");
    if let Some(drawn) = library.kept.made(&format!("picture {id} {scenario}")) {
        address += &format!("&v={}", drawn.packed()?.digest());
        key = format!("board {id} {scenario}");
    }
    let found = library.kept.get(key, move || packed_json(&board_of(&*game, scenario, address))).await?;
    Ok(found.packed()?.answer(&headers, Cache::Ask))
}

/// A board as a picture
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/games/{game}/map.svg", tag = "games",
    params(("game" = String, Path, description = "The game's id"), WhichPicture),
    responses(
        (status = 200, description = "The picture", content_type = "image/svg+xml"),
        (status = 404, description = "There is no such game or scenario", body = ref("#/components/schemas/Error")),
    )))]
async fn picture(
    State(library): State<Arc<Library>>,
    Path(id): Path<String>,
    Query(which): Query<WhichPicture>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let (game, scenario) = find_scenario(&library, &id, which.scenario.as_deref())?;
    let numbers = which.numbers.unwrap_or(true);
    let name = if numbers { format!("picture {id} {scenario}") } else { format!("picture {id} {scenario} bare") };
    let found = library.kept.get(name, picture_of(game, scenario, numbers)).await?;
    let packed = found.packed()?;
    let cache = if which.v.as_deref() == Some(packed.digest()) { Cache::Ever } else { Cache::Ask };
    let mut response = packed.answer(&headers, cache);
    response.headers_mut().insert(CONTENT_SECURITY_POLICY, PICTURE_POLICY);
    Ok(response)
}

#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "openapi", into_params(parameter_in = Query))]
struct WhichLesson {
    /// The lesson's id; the game's first if none is given.
    which: Option<String>,
}

/// A game's guided battle
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/games/{game}/lesson", tag = "games",
    params(("game" = String, Path, description = "The game's id"), WhichLesson),
    responses(
        (status = 200, description = "The battle, step by step", body = ref("#/components/schemas/Lesson")),
        (status = 404, description = "There is no such game, or it has none", body = ref("#/components/schemas/Error")),
    )))]
async fn lesson(
    State(library): State<Arc<Library>>,
    Path(id): Path<String>,
    Query(asked): Query<WhichLesson>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let game = find(&library, &id)?;
    let Some(lesson) = told::lesson_named(&*game, asked.which.as_deref()) else {
        return Err(Failure::not_found("this game has no such guided battle"));
    };
    let key = format!("lesson {id} {}", lesson.id);
    let told = told::lesson(game.about(), lesson);
    let found = library.kept.get(key, move || packed_json(&told)).await?;
    Ok(found.packed()?.answer(&headers, Cache::Ask))
}

/// A game's staff college
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/games/{game}/college", tag = "games",
    params(("game" = String, Path, description = "The game's id")),
    responses(
        (status = 200, description = "Its problems, theme by theme", body = ref("#/components/schemas/College")),
        (status = 404, description = "There is no such game", body = ref("#/components/schemas/Error")),
    )))]
async fn college(
    State(library): State<Arc<Library>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let game = find(&library, &id)?;
    let found = library.kept.get(format!("college {id}"), move || packed_json(&told::college(&*game))).await?;
    Ok(found.packed()?.answer(&headers, Cache::Ask))
}

/// A problem of the staff college
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/games/{game}/college/{problem}", tag = "games",
    params(
        ("game" = String, Path, description = "The game's id"),
        ("problem" = String, Path, description = "The problem's id"),
    ),
    responses(
        (status = 200, description = "The problem, with its answer", body = ref("#/components/schemas/Problem")),
        (status = 404, description = "There is no such game, or no such problem", body = ref("#/components/schemas/Error")),
    )))]
async fn problem(
    State(library): State<Arc<Library>>,
    Path((id, problem)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let game = find(&library, &id)?;
    if told::problem_named(&*game, &problem).is_none() {
        return Err(Failure::not_found("this game has no such problem"));
    }
    let key = format!("problem {id} {problem}");
    let make = move || {
        let found = told::problem_named(&*game, &problem).ok_or_else(|| Failure::internal("the problem is gone"))?;
        packed_json(&told::problem(&*game, found))
    };
    let found = library.kept.get(key, make).await?;
    Ok(found.packed()?.answer(&headers, Cache::Ask))
}

/// What somebody reads who has never played a game
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/games/{game}/door", tag = "games",
    params(("game" = String, Path, description = "The game's id")),
    responses(
        (status = 200, description = "The battle, the makers, the length, how it is won, the sequence of play", body = ref("#/components/schemas/Door")),
        (status = 404, description = "There is no such game, or it has none", body = ref("#/components/schemas/Error")),
    )))]
async fn door(
    State(library): State<Arc<Library>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let game = find(&library, &id)?;
    if game.door().is_none() {
        return Err(Failure::not_found("this game has no words for newcomers"));
    }
    let found = library.kept.get(format!("door {id}"), move || packed_json(&game.door())).await?;
    Ok(found.packed()?.answer(&headers, Cache::Ask))
}

/// The game with this id, or the word that there is none.
pub fn find(library: &Library, id: &str) -> Result<Arc<dyn Game>, Failure> {
    let game = library.games.get(id);
    game.ok_or_else(|| Failure::not_found(catalogue::UnknownGame(id.to_string()).to_string()))
}

fn find_scenario(library: &Library, id: &str, scenario: Option<&str>) -> Result<(Arc<dyn Game>, usize), Failure> {
    let game = find(library, id)?;
    let scenario = scenario.map_or(Ok(0), |id| game.about().scenario(id)).map_err(Failure::not_found)?;
    Ok((game, scenario))
}

fn packed_json(value: &impl Serialize) -> Result<Packed, Failure> {
    let text = serde_json::to_vec(value).map_err(Failure::internal)?;
    Packed::new(JSON, text).map_err(Failure::internal)
}

/// How boards are drawn for the page.
pub fn options(game: &dyn Game, scenario: usize) -> Options {
    Options { legend: false, overprint: game.overprint(scenario), ..Options::default() }
}

fn picture_of(
    game: Arc<dyn Game>,
    scenario: usize,
    numbers: bool,
) -> impl FnOnce() -> Result<Packed, Failure> + Send + 'static {
    move || {
        let options = Options { numbers, ..options(&*game, scenario) };
        let svg = render::svg(game.map(scenario), &options).map_err(Failure::internal)?;
        Packed::new(SVG, svg.into_bytes()).map_err(Failure::internal)
    }
}

/// Where the hexes of a board lie in its picture, which is at this address.
pub fn board_of(game: &dyn Game, scenario: usize, picture: String) -> Board {
    let map = game.map(scenario);
    let options = options(game, scenario);
    let frame = Frame::of(map, &options);
    let (width, height) = frame.size();
    Board {
        title: map.title.clone(),
        notice: map.notice.clone(),
        picture,
        width,
        height,
        size: options.hex_size,
        pointy: map.board.numbering().orientation == Orientation::PointyTop,
        terrains: map.terrains.iter().map(|terrain| terrain.title.clone()).collect(),
        hexes: map.board.hexes().map(|hex| hex_of(map, &frame, hex)).collect(),
        turns: frame.turns().map(|(x, y)| [hundredths(x), hundredths(y)]).collect(),
        roster: game.roster(scenario),
    }
}

fn hex_of(map: &Map, frame: &Frame, hex: Hex) -> BoardHex {
    let (x, y) = frame.centre(hex);
    let names: Vec<_> = map.board.names_at(hex).collect();
    BoardHex {
        id: map.board.label(hex).to_string(),
        x: hundredths(x),
        y: hundredths(y),
        terrain: map.board.terrain(hex).index(),
        name: if names.is_empty() { None } else { Some(names.join(", ")) },
    }
}

/// As exact as a picture needs it, and short to write.
fn hundredths(value: f32) -> f32 {
    (value * 100.0).round() / 100.0
}
