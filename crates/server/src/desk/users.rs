//! Users: who they are, showing them out, new passwords, forgetting them.

use super::Operator;
use crate::accounts::Accounts;
use crate::error::Failure;
use crate::store::User;
use crate::web::Asked;
use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use serde::Deserialize;
use std::sync::Arc;
use wire::{Ban, DeskUser, DeskUsers, FreshPassword};

/// How many users are listed at once.
const LISTED: i64 = 200;

#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "openapi", into_params(parameter_in = Query))]
pub struct Sought {
    /// A part of the name, however it is capitalised; left out, all accounts.
    name: Option<String>,
}

/// Accounts by a part of their name
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/desk/users", tag = "desk", params(Sought), responses(
    (status = 200, description = "The first 200 of them, by name", body = ref("#/components/schemas/DeskUsers")),
    (status = 401, description = "Not the operator's key", body = ref("#/components/schemas/Error")),
    (status = 404, description = "The server was started without a key", body = ref("#/components/schemas/Error")),
)))]
pub async fn list(
    _: Operator,
    State(accounts): State<Arc<Accounts>>,
    Query(sought): Query<Sought>,
) -> Result<Json<DeskUsers>, Failure> {
    let found = accounts.store.find_accounts(&sought.name.unwrap_or_default(), LISTED).await?;
    Ok(Json(DeskUsers { users: found.into_iter().map(told).collect() }))
}

/// Show a user out, or let him in again
///
/// His sessions and his bots' tokens end, and his sockets are closed. His matches stay, and their clocks run.
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/desk/users/{id}/ban", tag = "desk", params(("id" = String, Path)),
    request_body = ref("#/components/schemas/Ban"), responses(
    (status = 200, description = "The user afterwards", body = ref("#/components/schemas/DeskUser")),
    (status = 401, description = "Not the operator's key", body = ref("#/components/schemas/Error")),
    (status = 404, description = "There is no such user", body = ref("#/components/schemas/Error")),
)))]
pub async fn ban(
    _: Operator,
    State(accounts): State<Arc<Accounts>>,
    Path(id): Path<String>,
    Asked(wanted): Asked<Ban>,
) -> Result<Json<DeskUser>, Failure> {
    let user = accounts.store.set_banned(&id, wanted.on).await?.ok_or_else(nobody)?;
    if wanted.on {
        accounts.tables.hang_up(&user.id);
    }
    tracing::info!(user = user.id, on = wanted.on, "shown out by the operator");
    Ok(Json(told(user)))
}

/// Give an account a new password
///
/// A random one, told once; the account's browsers are signed out.
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/desk/users/{id}/password", tag = "desk", params(("id" = String, Path)), responses(
    (status = 200, description = "The password", body = ref("#/components/schemas/FreshPassword")),
    (status = 401, description = "Not the operator's key", body = ref("#/components/schemas/Error")),
    (status = 404, description = "There is no such user", body = ref("#/components/schemas/Error")),
    (status = 409, description = "A guest has no password", body = ref("#/components/schemas/Error")),
)))]
pub async fn fresh_password(
    _: Operator,
    State(accounts): State<Arc<Accounts>>,
    Path(id): Path<String>,
) -> Result<Json<FreshPassword>, Failure> {
    let user = accounts.store.user(&id).await?.ok_or_else(nobody)?;
    if user.password.is_none() {
        return Err(Failure::conflict("guest", "a guest has no password"));
    }
    let password = crate::secret::id()?;
    let hash = accounts.passwords.hash(password.clone()).await?;
    accounts.store.reset_password(&user, &hash).await?;
    accounts.tables.hang_up(&user.id);
    tracing::info!(user = user.id, "has a new password from the operator");
    Ok(Json(FreshPassword { password }))
}

/// Forget a user
///
/// Name, address, sessions and tokens are gone; in his matches a nameless guest stays.
#[cfg_attr(feature = "openapi", utoipa::path(delete, path = "/api/desk/users/{id}", tag = "desk", params(("id" = String, Path)), responses(
    (status = 204, description = "Gone"),
    (status = 401, description = "Not the operator's key", body = ref("#/components/schemas/Error")),
    (status = 404, description = "There is no such user", body = ref("#/components/schemas/Error")),
)))]
pub async fn forget(
    _: Operator,
    State(accounts): State<Arc<Accounts>>,
    Path(id): Path<String>,
) -> Result<StatusCode, Failure> {
    let user = accounts.store.user(&id).await?.ok_or_else(nobody)?;
    accounts.forget(&user).await?;
    tracing::info!(user = user.id, "deleted by the operator");
    Ok(StatusCode::NO_CONTENT)
}

fn nobody() -> Failure {
    Failure::not_found("there is no such user")
}

fn told(user: User) -> DeskUser {
    let User { id, name, password, email, banned, created, .. } = user;
    DeskUser { id, name, guest: password.is_none(), email, banned, created }
}
