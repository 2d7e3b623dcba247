//! Company for the long run: ratings, tournaments, and the archive of finished matches.
//!
//! [`pairing`] and [`standings`] are reckoned from what was played and know nothing of the server; a [`book`] is a tournament as
//! the store has it, and the [`steward`] goes on with it when a round is played or its time is up. Its matches are matches
//! like all others, whose ends are noted together with what they mean here (`store::company::Ended`).

mod archive;
mod book;
mod pairing;
mod ratings;
mod standings;
mod steward;
mod tournaments;

pub use steward::{start, tend};

use crate::accounts::Accounts;
use crate::desk::Desk;
use crate::matches::Club;
use crate::web::Gate;
use axum::Router;
use axum::extract::FromRef;
use axum::routing::{get, post};
use std::sync::Arc;
#[cfg(feature = "openapi")]
use utoipa_axum::{router::OpenApiRouter, routes};

/// The routes of this part.
pub fn routes<S: Clone + Send + Sync + 'static>() -> Router<S>
where
    Arc<Club>: FromRef<S>,
    Arc<Accounts>: FromRef<S>,
    Arc<Gate>: FromRef<S>,
    Arc<Desk>: FromRef<S>,
{
    Router::new()
        .route("/api/ratings", get(ratings::table))
        .route("/api/desk/ratings", post(ratings::reckon))
        .route("/api/archive", get(archive::list))
        .route("/api/archive/records", get(archive::records))
        .route("/api/tournaments", get(tournaments::list).post(tournaments::hold))
        .route("/api/tournaments/{id}", get(tournaments::one).delete(tournaments::call_off))
        .route("/api/tournaments/{id}/entry", post(tournaments::sign_up).delete(tournaments::withdraw))
        .route("/api/tournaments/{id}/begin", post(tournaments::begin))
}

/// What is said of them to programs.
#[cfg(feature = "openapi")]
pub fn described<S: Clone + Send + Sync + 'static>() -> OpenApiRouter<S>
where
    Arc<Club>: FromRef<S>,
    Arc<Accounts>: FromRef<S>,
    Arc<Gate>: FromRef<S>,
    Arc<Desk>: FromRef<S>,
{
    OpenApiRouter::default()
        .routes(routes!(ratings::table))
        .routes(routes!(ratings::reckon))
        .routes(routes!(archive::list))
        .routes(routes!(archive::records))
        .routes(routes!(tournaments::list, tournaments::hold))
        .routes(routes!(tournaments::one, tournaments::call_off))
        .routes(routes!(tournaments::sign_up, tournaments::withdraw))
        .routes(routes!(tournaments::begin))
}
