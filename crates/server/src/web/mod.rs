//! The HTTP side that is no match and no account: games, boards, replays, the page itself, limits and headers.

pub mod client;
#[cfg(feature = "figures")]
mod figures;
#[cfg(not(feature = "figures"))]
#[path = "no_figures.rs"]
mod figures;
mod files;
mod games;
mod guard;
mod headers;
mod openapi;
pub mod packed;
#[cfg(feature = "png")]
pub mod picture;
pub mod replay;
pub mod share;
mod watch;

pub use guard::Turnstile;
#[cfg(feature = "openapi")]
pub use openapi::description;
pub use watch::Pulse;

use crate::accounts;
use crate::app::App;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::get;
use std::sync::Arc;
use std::time::Duration;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;

/// How large the body of a request may be where nothing else is said.
const BODY: usize = 64 * 1024;
/// How often what grows is tidied up.
const TIDY: Duration = Duration::from_secs(5);

/// All routes of the API.
fn routes() -> Router<Arc<App>> {
    let all = accounts::routes().merge(games::routes()).merge(crate::matches::routes()).merge(replay::routes());
    #[cfg(feature = "png")]
    let all = all.merge(picture::routes());
    all
}

/// Everything that the server answers, with all that stands before it.
pub fn router(app: &Arc<App>) -> Router {
    figures::begin();
    let all = routes()
        .route("/api/openapi.json", get(openapi::answer))
        .route("/livez", get(watch::alive))
        .route("/readyz", get(watch::health))
        .route("/healthz", get(watch::health))
        .route("/metrics", get(watch::measured))
        .fallback(files::page)
        .layer(DefaultBodyLimit::max(BODY));
    // From the inside out: the last one sees a request first.
    all.layer(CatchPanicLayer::custom(guard::panicked))
        .layer(from_fn_with_state(app.config.limits.patience, guard::hurry))
        .layer(from_fn(guard::one_shape))
        // After the refusals have their shape: what is packed cannot be read and rewritten.
        .layer(CompressionLayer::new())
        .layer(from_fn_with_state(app.clone(), guard::same_site))
        .layer(from_fn_with_state(app.clone(), guard::limit))
        .layer(from_fn(headers::add))
        .layer(from_fn_with_state(app.clone(), client::note))
        .layer(from_fn(watch::note))
        .with_state(app.clone())
}

/// Tidies up for as long as the server runs.
pub async fn tidy(app: Arc<App>) {
    let mut ticks = tokio::time::interval(TIDY);
    loop {
        ticks.tick().await;
        app.turnstile.sweep();
        figures::upkeep();
    }
}
