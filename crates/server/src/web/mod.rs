//! The HTTP side that is no match and no account: games, boards, replays, the page itself, limits and headers.

mod asked;
pub mod client;
pub mod cookie;
pub mod deflate;
#[cfg(feature = "figures")]
mod figures;
#[cfg(not(feature = "figures"))]
#[path = "no_figures.rs"]
mod figures;
mod files;
pub mod games;
mod gate;
mod guard;
pub mod headers;
mod library;
mod openapi;
pub mod packed;
#[cfg(feature = "png")]
pub mod picture;
pub mod replay;
pub mod share;
pub mod told;
pub mod upgrade;
mod watch;

pub use asked::{Asked, whole};
pub use gate::Gate;
pub use library::Library;

use crate::matches::Rooms;
use crate::others::Company;
use crate::store::Store;
use axum::Router;
use axum::extract::{DefaultBodyLimit, FromRef};
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

/// The routes of the API that are no account's and no match's.
pub fn routes<S: Clone + Send + Sync + 'static>() -> Router<S>
where
    Arc<Library>: FromRef<S>,
{
    let all = games::routes().merge(replay::routes());
    #[cfg(feature = "png")]
    let all = all.merge(picture::routes());
    all
}

/// What is said of them to programs.
#[cfg(feature = "openapi")]
pub fn described<S: Clone + Send + Sync + 'static>() -> utoipa_axum::router::OpenApiRouter<S>
where
    Arc<Library>: FromRef<S>,
{
    let all = games::described().merge(replay::described());
    #[cfg(feature = "png")]
    let all = all.merge(picture::described());
    all
}

/// Everything that the server answers beside these routes of the API, with all that stands before it.
pub fn router<S: Clone + Send + Sync + 'static>(api: Router<S>, state: S) -> Router
where
    Arc<Library>: FromRef<S>,
    Arc<Gate>: FromRef<S>,
    Arc<dyn Store>: FromRef<S>,
    Arc<Rooms>: FromRef<S>,
    Company: FromRef<S>,
{
    figures::begin();
    let all = api
        .route("/api/openapi.json", get(openapi::answer))
        .route("/livez", get(watch::alive))
        .route("/readyz", get(watch::health))
        .route("/healthz", get(watch::health))
        .route("/metrics", get(watch::measured))
        .fallback(files::page)
        .layer(DefaultBodyLimit::max(BODY));
    let gate = Arc::<Gate>::from_ref(&state);
    let company = Company::from_ref(&state);
    // From the inside out: the last one sees a request first.
    let here = all.layer(CatchPanicLayer::custom(guard::panicked));
    company
        .stand_before(here, Arc::from_ref(&state))
        .layer(from_fn_with_state(gate.patience, guard::hurry))
        .layer(from_fn(guard::one_shape))
        // After the refusals have their shape: what is packed cannot be read and rewritten.
        .layer(CompressionLayer::new())
        .layer(from_fn_with_state(gate.clone(), guard::same_site))
        .layer(from_fn_with_state(gate.clone(), guard::limit))
        .layer(from_fn(headers::add))
        .layer(from_fn(watch::note))
        .layer(from_fn_with_state(gate, client::note))
        .with_state(state)
}

/// Tidies up for as long as the server runs.
pub async fn tidy(gate: Arc<Gate>) {
    let mut ticks = tokio::time::interval(TIDY);
    loop {
        ticks.tick().await;
        gate.turnstile.sweep();
        figures::upkeep();
    }
}
