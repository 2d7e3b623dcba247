//! Studies that are shared: which there are, and deleting them.

use super::Operator;
use crate::accounts::Accounts;
use crate::error::Failure;
use crate::secret;
use crate::studies::{missing, told};
use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use serde::Deserialize;
use std::collections::HashMap;
use std::sync::Arc;
use wire::StudyList;

/// How many studies are listed at once.
const LISTED: i64 = 200;

#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "openapi", into_params(parameter_in = Query))]
pub struct Sought {
    /// Only studies of this user, by his id.
    user: Option<String>,
}

/// Shared studies
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/desk/studies", tag = "desk", params(Sought), responses(
    (status = 200, description = "The 200 of them that changed last", body = ref("#/components/schemas/StudyList")),
    (status = 401, description = "Not the operator's key", body = ref("#/components/schemas/Error")),
    (status = 404, description = "The server was started without a key", body = ref("#/components/schemas/Error")),
)))]
pub async fn list(
    _: Operator,
    State(accounts): State<Arc<Accounts>>,
    Query(Sought { user }): Query<Sought>,
) -> Result<Json<StudyList>, Failure> {
    let rows = accounts.store.studies(user.as_deref(), LISTED).await?;
    let makers: Vec<String> = rows.iter().map(|row| row.maker.clone()).collect();
    let users = accounts.store.users(&makers).await?;
    let names: HashMap<String, String> = users.into_iter().map(|user| (user.id, user.name)).collect();
    let told = |row: crate::store::studies::StudyRow| {
        let maker = names.get(&row.maker).map_or("", String::as_str);
        told(row, maker, false)
    };
    Ok(Json(StudyList { studies: rows.into_iter().map(told).collect() }))
}

/// Delete a shared study
#[cfg_attr(feature = "openapi", utoipa::path(delete, path = "/api/desk/studies/{id}", tag = "desk", params(("id" = String, Path)), responses(
    (status = 204, description = "Gone"),
    (status = 401, description = "Not the operator's key", body = ref("#/components/schemas/Error")),
    (status = 404, description = "There is no such study", body = ref("#/components/schemas/Error")),
)))]
pub async fn forget(
    _: Operator,
    State(accounts): State<Arc<Accounts>>,
    Path(id): Path<String>,
) -> Result<StatusCode, Failure> {
    if !secret::is_id(&id) || !accounts.store.forget_study(&id).await? {
        return Err(missing());
    }
    tracing::info!(id, "a study is deleted by the operator");
    Ok(StatusCode::NO_CONTENT)
}
