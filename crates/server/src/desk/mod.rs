//! The operator's desk: users, matches and studies, for whoever has the key that the server was started with. `grognard admin`
//! sits at it.

mod matches;
mod studies;
mod users;

use crate::accounts::Accounts;
use crate::config::Config;
use crate::error::Failure;
use crate::matches::Club;
use crate::secret;
use crate::web::client::Client;
use axum::Router;
use axum::extract::{FromRef, FromRequestParts};
use axum::http::StatusCode;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use axum::routing::{delete, get, post};
use std::sync::Arc;
#[cfg(feature = "openapi")]
use utoipa_axum::{router::OpenApiRouter, routes};

/// The desk, and who may sit at it.
pub struct Desk {
    /// The hash of the key; without one nobody may.
    key: Option<String>,
}

impl Desk {
    /// As the server was started.
    pub fn new(config: &Config) -> Desk {
        Desk { key: config.admin_key.as_deref().map(secret::hash) }
    }
}

/// Somebody who has shown the key.
pub struct Operator;

impl<S: Sync> FromRequestParts<S> for Operator
where
    Arc<Desk>: FromRef<S>,
{
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Operator, Failure> {
        let desk = Arc::<Desk>::from_ref(state);
        let key =
            desk.key.as_ref().ok_or_else(|| Failure::not_found("this server was started without a key for it"))?;
        let shown = parts.headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
        let shown = shown.and_then(|value| value.strip_prefix("Bearer "));
        // Hashes are compared: how long that takes tells nothing of the key.
        if shown.map(secret::hash).as_ref() == Some(key) {
            return Ok(Operator);
        }
        let client = Client::from_request_parts(parts, state).await?;
        tracing::warn!(from = %client.address, user = "operator", "wrong password");
        Err(Failure::new(StatusCode::UNAUTHORIZED, "wrong_key", "this is not the operator's key"))
    }
}

/// The routes of this part.
pub fn routes<S: Clone + Send + Sync + 'static>() -> Router<S>
where
    Arc<Desk>: FromRef<S>,
    Arc<Club>: FromRef<S>,
    Arc<Accounts>: FromRef<S>,
{
    Router::new()
        .route("/api/desk/users", get(users::list))
        .route("/api/desk/users/{id}", delete(users::forget))
        .route("/api/desk/users/{id}/ban", post(users::ban))
        .route("/api/desk/users/{id}/password", post(users::fresh_password))
        .route("/api/desk/matches", get(matches::list))
        .route("/api/desk/matches/{id}", delete(matches::forget))
        .route("/api/desk/matches/{id}/close", post(matches::close))
        .route("/api/desk/matches/{id}/talk", delete(matches::forget_talk))
        .route("/api/desk/studies", get(studies::list))
        .route("/api/desk/studies/{id}", delete(studies::forget))
        .route("/api/desk/sweep", post(matches::sweep))
}

/// What is said of them to programs.
#[cfg(feature = "openapi")]
pub fn described<S: Clone + Send + Sync + 'static>() -> OpenApiRouter<S>
where
    Arc<Desk>: FromRef<S>,
    Arc<Club>: FromRef<S>,
    Arc<Accounts>: FromRef<S>,
{
    OpenApiRouter::default()
        .routes(routes!(users::list))
        .routes(routes!(users::forget))
        .routes(routes!(users::ban))
        .routes(routes!(users::fresh_password))
        .routes(routes!(matches::list))
        .routes(routes!(matches::forget))
        .routes(routes!(matches::close))
        .routes(routes!(matches::forget_talk))
        .routes(routes!(studies::list))
        .routes(routes!(studies::forget))
        .routes(routes!(matches::sweep))
}
