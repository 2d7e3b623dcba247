//! Who is rated in a game.

use crate::desk::Operator;
use crate::error::Failure;
use crate::matches::Club;
use crate::rating::{LEVELS, star};
use crate::secret;
use crate::store::company::RatingRow;
use crate::store::now;
use axum::Json;
use axum::extract::{Query, State};
use serde::Deserialize;
use std::sync::Arc;
use wire::{Rated, RatingTable, Reckoned, Star};

/// How many players are listed at once.
const LISTED: i64 = 50;

#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "openapi", into_params(parameter_in = Query))]
pub(super) struct Sought {
    /// The game's id.
    game: String,
    /// The cursor from the list before.
    before: Option<String>,
}

/// Who is rated in a game
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/ratings", tag = "company", params(Sought), responses(
    (status = 200, description = "The players, the best first, and the computer's levels", body = ref("#/components/schemas/RatingTable")),
    (status = 422, description = "There is no such game, or this is no cursor", body = ref("#/components/schemas/Error")),
)))]
pub(super) async fn table(
    State(club): State<Arc<Club>>,
    Query(sought): Query<Sought>,
) -> Result<Json<RatingTable>, Failure> {
    let game = sought.game;
    club.games.get(&game).ok_or_else(|| Failure::bad_request("there is no such game"))?;
    let before = sought.before.as_deref().map(read_cursor).transpose()?;
    let rows = club.store.rating_table(&game, before, LISTED).await?;
    let next = rows.last().filter(|_| rows.len() as i64 == LISTED);
    let next = next.map(|row| format!("{}_{}", row.rating.rating, row.user));
    let star =
        |level: &&str| Some(Star { computer: level.to_string(), rating: star(&game, level)?.rating.round() as i64 });
    let stars = LEVELS.iter().rev().filter_map(star).collect();
    Ok(Json(RatingTable { players: rows.iter().map(rated).collect(), stars, next, game }))
}

fn rated(row: &RatingRow) -> Rated {
    let rating = row.rating.rested(now() - row.last);
    Rated {
        name: row.name.clone(),
        rating: rating.rating.round() as i64,
        deviation: rating.deviation.round() as i64,
        provisional: rating.is_provisional(),
        matches: row.matches,
        won: row.won,
        drawn: row.drawn,
        last: row.last,
    }
}

/// The place in the table where the list before ended.
fn read_cursor(text: &str) -> Result<(f64, String), Failure> {
    let parts = text.split_once('_').and_then(|(rating, user)| Some((rating.parse::<f64>().ok()?, user.to_string())));
    let parts = parts.filter(|(rating, user)| rating.is_finite() && secret::is_id(user));
    parts.ok_or_else(|| Failure::bad_request("this is no cursor of a list"))
}

/// Work all ratings out anew
///
/// From the rated matches, in the order in which they ended. Players whose accounts are gone are left out, and what was
/// played against them.
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/desk/ratings", tag = "desk", responses(
    (status = 200, description = "From how many matches", body = ref("#/components/schemas/Reckoned")),
    (status = 401, description = "Not the operator's key", body = ref("#/components/schemas/Error")),
    (status = 404, description = "The server was started without a key", body = ref("#/components/schemas/Error")),
)))]
pub(super) async fn reckon(_: Operator, State(club): State<Arc<Club>>) -> Result<Json<Reckoned>, Failure> {
    let matches = club.store.reckon_ratings().await?;
    tracing::info!(matches, "ratings worked out anew by the operator");
    Ok(Json(Reckoned { matches }))
}
