//! Boards and positions as pictures of pixels, for those who show a page before it is opened.

use crate::app::App;
use crate::error::Failure;
use crate::web::games::find;
use crate::web::packed::{Cache, Packed};
use crate::work::Workbench;
use axum::Router;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::get;
use catalogue::Game;
use engine::data::Map;
use engine::view::Place;
use engine::{Record, View, Viewer};
use render::{Frame, Options};
use serde::Deserialize;
use std::collections::VecDeque;
use std::fmt::Write as _;
use std::sync::{Arc, Mutex, PoisonError};
#[cfg(feature = "openapi")]
use utoipa_axum::{router::OpenApiRouter, routes};

const PNG: &str = "image/png";
/// As wide as previews are shown.
const WIDTH: f32 = 1200.0;
/// How many pictures of positions are kept.
const KEPT: usize = 32;
/// How many are drawn at a time: the table comes before its portrait.
const PENS: usize = 1;

/// Pictures of positions that were drawn last.
pub struct Pictures {
    pens: Workbench,
    last: Mutex<VecDeque<(String, Arc<Packed>)>>,
}

impl Default for Pictures {
    fn default() -> Pictures {
        Pictures { pens: Workbench::new(PENS), last: Mutex::default() }
    }
}

impl Pictures {
    fn find(&self, key: &str) -> Option<Arc<Packed>> {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.iter().find(|(known, _)| known == key).map(|(_, picture)| picture.clone())
    }

    fn keep(&self, key: String, picture: Arc<Packed>) {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.push_front((key, picture));
        last.truncate(KEPT);
    }
}

/// The routes of this part.
pub fn routes() -> Router<Arc<App>> {
    Router::new().route("/api/games/{game}/map.png", get(map)).route("/api/matches/{id}/picture.png", get(position))
}

/// What is said of them to programs.
#[cfg(feature = "openapi")]
pub fn described() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::default().routes(routes!(map)).routes(routes!(position))
}

/// A game's first board, as a preview
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/games/{game}/map.png", tag = "games",
    params(("game" = String, Path, description = "The game's id")),
    responses(
        (status = 200, description = "The picture", content_type = "image/png"),
        (status = 404, description = "There is no such game", body = ref("#/components/schemas/Error")),
    )))]
async fn map(State(app): State<Arc<App>>, Path(id): Path<String>, headers: HeaderMap) -> Result<Response, Failure> {
    let game = find(&app, &id)?;
    let found = app.kept.get(format!("png {id}"), move || drawn(game.map(0), "")).await?;
    Ok(found.packed()?.answer(&headers, Cache::Ask))
}

#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "openapi", into_params(parameter_in = Query))]
struct Moment {
    /// After so many actions; now, if none is given.
    at: Option<usize>,
}

/// A position of a match as both sides may see it, as a preview
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/matches/{id}/picture.png", tag = "matches",
    params(("id" = String, Path), Moment),
    responses(
        (status = 200, description = "The picture", content_type = "image/png"),
        (status = 404, description = "There is no such match", body = ref("#/components/schemas/Error")),
    )))]
async fn position(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(moment): Query<Moment>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let open = app.rooms.room(&id).open(&app).await?;
    let play = &open.inside.play;
    let (game, record, now) = (play.game.clone(), play.table.record(), play.table.actions());
    drop(open);
    let at = moment.at.unwrap_or(now).min(now);
    let key = format!("{id} {at}");
    if let Some(known) = app.pictures.find(&key) {
        return Ok(known.answer(&headers, Cache::Ask));
    }
    let picture = Arc::new(app.pictures.pens.work(move |_| portrait(&*game, record, at)).await??);
    app.pictures.keep(key, picture.clone());
    Ok(picture.answer(&headers, Cache::Ask))
}

/// The position after so many actions of a record.
fn portrait(game: &dyn Game, mut record: Record, at: usize) -> Result<Packed, Failure> {
    record.lines.truncate(at);
    record.changes.retain(|change| change.after <= at);
    record.result = None;
    let table = game.resume(&record).map_err(Failure::internal)?;
    let map = table.map();
    drawn(map, &counters(game, map, &table.view(Viewer::Spectator)))
}

fn options() -> Options {
    Options { legend: false, numbers: false, faces: false, ..Options::default() }
}

fn drawn(map: &Map, above: &str) -> Result<Packed, Failure> {
    let mut svg = render::svg(map, &options()).map_err(Failure::internal)?;
    let end = svg.rfind("</svg>").unwrap_or(svg.len());
    svg.insert_str(end, above);
    let scale = WIDTH / Frame::of(map, &options()).size().0;
    let png = render::png(&svg, scale).map_err(Failure::internal)?;
    Packed::new(PNG, png).map_err(Failure::internal)
}

/// The counters on the board, each a square in the colour of its nation or side.
fn counters(game: &dyn Game, map: &Map, view: &View) -> String {
    let (about, frame, size) = (game.about(), Frame::of(map, &options()), options().hex_size);
    let mut squares = String::new();
    for piece in &view.pieces {
        let Place::Hexes(hexes) = &piece.place else { continue };
        let Some(hex) = hexes.first().and_then(|label| map.board.parse(label).ok()) else { continue };
        let nation = about.nations.iter().find(|nation| Some(&nation.id) == piece.nation.as_ref());
        let side = about.sides.iter().find(|side| side.id == piece.side);
        let colour = nation.map(|nation| &nation.colour).or(side.map(|side| &side.colour));
        let ((x, y), half) = (frame.centre(hex), size * 0.5);
        let _ = write!(
            squares,
            "<rect x=\"{}\" y=\"{}\" width=\"{size}\" height=\"{size}\" rx=\"2\" fill=\"{}\" stroke=\"#2b2419\" \
             stroke-width=\"1.6\"/>",
            x - half,
            y - half,
            colour.map_or("#ffffff", String::as_str)
        );
    }
    squares
}
