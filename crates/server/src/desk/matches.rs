//! Matches: closing and deleting them, what was said in them, and how long they are kept.

use super::Operator;
use crate::error::Failure;
use crate::matches::{Club, RetentionDays};
use crate::web::Asked;
use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use serde::Deserialize;
use std::sync::Arc;
use wire::{Closing, MatchList, Retention, Swept};

#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "openapi", into_params(parameter_in = Query))]
pub struct Sought {
    /// Only matches of this user, by his id.
    user: Option<String>,
    /// The cursor from the list before.
    before: Option<String>,
}

/// All matches, private ones too
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/desk/matches", tag = "desk", params(Sought), responses(
    (status = 200, description = "Matches, those changed last first", body = ref("#/components/schemas/MatchList")),
    (status = 422, description = "This is no cursor", body = ref("#/components/schemas/Error")),
    (status = 401, description = "Not the operator's key", body = ref("#/components/schemas/Error")),
    (status = 404, description = "The server was started without a key", body = ref("#/components/schemas/Error")),
)))]
pub async fn list(
    _: Operator,
    State(club): State<Arc<Club>>,
    Query(sought): Query<Sought>,
) -> Result<Json<MatchList>, Failure> {
    club.all_matches(sought.user, sought.before.as_deref()).await.map(Json)
}

/// Close a match
///
/// One side is taken to have given up; the record says so.
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/desk/matches/{id}/close", tag = "desk", params(("id" = String, Path)),
    request_body = ref("#/components/schemas/Closing"), responses(
    (status = 204, description = "Closed"),
    (status = 422, description = "There is no such side", body = ref("#/components/schemas/Error")),
    (status = 401, description = "Not the operator's key", body = ref("#/components/schemas/Error")),
    (status = 404, description = "There is no such match", body = ref("#/components/schemas/Error")),
    (status = 409, description = "It is over, or has not begun", body = ref("#/components/schemas/Error")),
)))]
pub async fn close(
    _: Operator,
    State(club): State<Arc<Club>>,
    Path(id): Path<String>,
    Asked(wanted): Asked<Closing>,
) -> Result<StatusCode, Failure> {
    club.close_match(&id, &wanted.loser).await?;
    tracing::info!(id, loser = wanted.loser, "closed by the operator");
    Ok(StatusCode::NO_CONTENT)
}

/// Delete a match
///
/// With its record and all that was said.
#[cfg_attr(feature = "openapi", utoipa::path(delete, path = "/api/desk/matches/{id}", tag = "desk", params(("id" = String, Path)), responses(
    (status = 204, description = "Gone"),
    (status = 401, description = "Not the operator's key", body = ref("#/components/schemas/Error")),
    (status = 404, description = "There is no such match", body = ref("#/components/schemas/Error")),
)))]
pub async fn forget(_: Operator, State(club): State<Arc<Club>>, Path(id): Path<String>) -> Result<StatusCode, Failure> {
    club.forget_match(&id).await?;
    tracing::info!(id, "deleted by the operator");
    Ok(StatusCode::NO_CONTENT)
}

/// Delete what was said and offered in a match
#[cfg_attr(feature = "openapi", utoipa::path(delete, path = "/api/desk/matches/{id}/talk", tag = "desk", params(("id" = String, Path)), responses(
    (status = 204, description = "Gone"),
    (status = 401, description = "Not the operator's key", body = ref("#/components/schemas/Error")),
    (status = 404, description = "There is no such match", body = ref("#/components/schemas/Error")),
)))]
pub async fn forget_talk(
    _: Operator,
    State(club): State<Arc<Club>>,
    Path(id): Path<String>,
) -> Result<StatusCode, Failure> {
    club.forget_talk(&id).await?;
    tracing::info!(id, "what was said is deleted by the operator");
    Ok(StatusCode::NO_CONTENT)
}

/// Throw away what nobody needs any more
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/desk/sweep", tag = "desk", request_body = ref("#/components/schemas/Retention"), responses(
    (status = 200, description = "What was thrown away", body = ref("#/components/schemas/Swept")),
    (status = 401, description = "Not the operator's key", body = ref("#/components/schemas/Error")),
    (status = 404, description = "The server was started without a key", body = ref("#/components/schemas/Error")),
)))]
pub async fn sweep(
    _: Operator,
    State(club): State<Arc<Club>>,
    Asked(wanted): Asked<Retention>,
) -> Result<Json<Swept>, Failure> {
    let days = RetentionDays { unused: wanted.unused_days, finished: wanted.finished_days };
    let matches = club.throw_away(days).await?;
    tracing::info!(matches, "swept by the operator");
    Ok(Json(Swept { matches }))
}
