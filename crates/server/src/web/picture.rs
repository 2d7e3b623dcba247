//! Boards and positions as pictures of pixels, for those who show a page before it is opened.

use crate::error::Failure;
use crate::web::games::find;
use crate::web::library::Library;
use crate::web::packed::{Cache, Packed};
use crate::web::replay::table_of;
use crate::work::Awaited;
use axum::Router;
use axum::extract::{FromRef, Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::get;
use catalogue::Game;
use engine::data::Map;
use engine::{Record, Viewer};
use render::{Frame, Options, RenderError};
use std::sync::Arc;
#[cfg(feature = "openapi")]
use utoipa_axum::{router::OpenApiRouter, routes};

const PNG: &str = "image/png";
/// As wide as previews are shown.
const WIDTH: f32 = 1200.0;
/// The routes of this part.
pub fn routes<S: Clone + Send + Sync + 'static>() -> Router<S>
where
    Arc<Library>: FromRef<S>,
{
    Router::new().route("/api/games/{game}/map.png", get(map))
}

/// What is said of them to programs.
#[cfg(feature = "openapi")]
pub fn described<S: Clone + Send + Sync + 'static>() -> OpenApiRouter<S>
where
    Arc<Library>: FromRef<S>,
{
    OpenApiRouter::default().routes(routes!(map))
}

/// A game's first board, as a preview
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/games/{game}/map.png", tag = "games",
    params(("game" = String, Path, description = "The game's id")),
    responses(
        (status = 200, description = "The picture", content_type = "image/png"),
        (status = 404, description = "There is no such game", body = ref("#/components/schemas/Error")),
    )))]
async fn map(
    State(library): State<Arc<Library>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let game = find(&library, &id)?;
    let found =
        library.kept.get(format!("png {id}"), move || drawn(game.map(0), render::svg(game.map(0), &options()))).await?;
    Ok(found.packed()?.answer(&headers, Cache::Ask))
}

/// The position of a match at the end of its record, as both sides may see it.
pub async fn position(
    library: &Library,
    id: &str,
    game: Arc<dyn Game>,
    record: Record,
) -> Result<Arc<Packed>, Failure> {
    // The last line is sealed with all before it: after a take-back another action makes another picture.
    let (_, lines) = record.written();
    let key = format!("{id} {}", lines.last().map_or("", String::as_str));
    library.pictures.get(key, move |awaited| portrait(&*game, &record, awaited)).await
}

fn portrait(game: &dyn Game, record: &Record, awaited: &Awaited) -> Result<Packed, Failure> {
    let table = table_of(game, record, true, awaited)?;
    let map = table.map();
    let svg = render::position(map, game.about(), &table.view(Viewer::Spectator), &options());
    drawn(map, svg)
}

fn options() -> Options {
    Options { legend: false, numbers: false, faces: false, ..Options::default() }
}

fn drawn(map: &Map, svg: Result<String, RenderError>) -> Result<Packed, Failure> {
    let svg = svg.map_err(Failure::internal)?;
    let scale = WIDTH / Frame::of(map, &options()).size().0;
    let png = render::png(&svg, scale).map_err(Failure::internal)?;
    Packed::new(PNG, png).map_err(Failure::internal)
}
