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
use engine::view::Place;
use engine::{Record, View, Viewer};
use render::{Frame, Options};
use std::fmt::Write as _;
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
    let found = library.kept.get(format!("png {id}"), move || drawn(game.map(0), "")).await?;
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
