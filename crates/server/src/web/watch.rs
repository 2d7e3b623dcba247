//! What can be seen of the server from outside: a line in the log and a count for every request, its health, its
//! figures.

use crate::error::Failure;
use crate::store::Store;
use crate::web::client::Client;
use crate::web::figures;
use crate::web::gate::Gate;
use axum::Json;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use metrics::{counter, histogram};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::Mutex;
use tracing::Instrument;
use wire::{Alive, Health};

/// How long the database may take to say that it is well.
const HEARTBEAT: Duration = Duration::from_secs(2);
/// How long its answer counts.
const GLANCE: Duration = Duration::from_secs(1);

/// Gives every request an id, and logs and counts it when it is done.
pub async fn note(client: Client, request: Request, next: Next) -> Response {
    static NUMBER: AtomicU64 = AtomicU64::new(1);
    let begun = Instant::now();
    let id = format!("{:x}-{:x}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
    let (method, path) = (request.method().clone(), request.uri().path().to_string());
    // Not the path itself: there would be a count for every match.
    let route = request.extensions().get::<MatchedPath>().map_or("page".to_string(), |path| path.as_str().to_string());
    let span = tracing::info_span!("request", id, address = %client.address, %method, path);
    let mut response = next.run(request).instrument(span.clone()).await;
    let (status, took) = (response.status().as_u16(), begun.elapsed());
    span.in_scope(|| tracing::info!(status, ms = took.as_micros() as f64 / 1000.0, "answered"));
    let labels = [("route", route.clone()), ("method", method.to_string()), ("status", status.to_string())];
    counter!("grognard_requests_total", &labels).increment(1);
    histogram!("grognard_request_seconds", "route" => route).record(took.as_secs_f64());
    if let Ok(id) = HeaderValue::try_from(id) {
        response.headers_mut().insert(HeaderName::from_static("x-request-id"), id);
    }
    response
}

/// When it was last seen whether the database takes what is written, and whether it did.
pub struct Pulse {
    store: Arc<dyn Store>,
    last: Mutex<Option<(Instant, bool)>>,
}

impl Pulse {
    /// Nobody has felt it yet.
    pub fn new(store: Arc<dyn Store>) -> Pulse {
        Pulse { store, last: Mutex::default() }
    }

    /// Whether it does. However many ask, little is written for it.
    async fn is_well(&self) -> bool {
        let mut last = self.last.lock().await;
        if let Some((_, is_well)) = last.filter(|(at, _)| at.elapsed() < GLANCE) {
            return is_well;
        }
        let is_well = tokio::time::timeout(HEARTBEAT, self.store.is_well()).await.unwrap_or(false);
        *last = Some((Instant::now(), is_well));
        is_well
    }
}

/// `GET /livez`: whether the server answers at all; if not, it had better be started anew.
pub async fn alive() -> Json<Alive> {
    Json(Alive { server: "grognard" })
}

/// `GET /readyz` and `GET /healthz`: whether the server answers and its database takes what is written.
pub async fn health(State(gate): State<Arc<Gate>>) -> Response {
    let (status, database) = match gate.pulse.is_well().await {
        true => (StatusCode::OK, "well"),
        false => (StatusCode::SERVICE_UNAVAILABLE, "does not answer"),
    };
    (status, Json(Health { server: "grognard", database })).into_response()
}

/// `GET /metrics`: the figures, for Prometheus; only from this machine unless it is run otherwise.
pub async fn measured(State(gate): State<Arc<Gate>>, client: Client) -> Response {
    if !gate.metrics_open && !client.address.is_loopback() {
        return Failure::not_found("there is nothing here").into_response();
    }
    figures::answer()
}
