//! What can be seen of the server from outside: a line in the log and a count for every request, its health, its
//! figures.

use crate::app::App;
use crate::error::Failure;
use crate::web::client::Client;
use axum::Json;
use axum::extract::{MatchedPath, Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use metrics::{Unit, counter, describe_counter, describe_gauge, describe_histogram, histogram};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use serde_json::json;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};
use tracing::Instrument;

/// How long the database may take to say that it is well.
const HEARTBEAT: Duration = Duration::from_secs(2);
/// Where the counts of a histogram divide, in seconds.
const BUCKETS: [f64; 12] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0];

/// The figures of this process: there is one set, however many servers run in it.
static FIGURES: LazyLock<Option<PrometheusHandle>> = LazyLock::new(|| {
    let seconds = Matcher::Suffix("_seconds".into());
    let builder = PrometheusBuilder::new().set_buckets_for_metric(seconds, &BUCKETS).ok()?;
    let handle = builder.install_recorder().ok()?;
    describe_counter!("grognard_requests_total", "HTTP requests, by route and status");
    describe_counter!("grognard_requests_limited_total", "HTTP requests turned away because there were too many");
    describe_counter!("grognard_actions_total", "Actions acknowledged, on disk before that");
    describe_gauge!("grognard_sockets", "Open sockets");
    describe_gauge!("grognard_rooms", "Matches in memory");
    describe_histogram!("grognard_request_seconds", Unit::Seconds, "How long HTTP requests took, by route");
    describe_histogram!("grognard_action_seconds", Unit::Seconds, "From an action's arrival to its acknowledgement");
    Some(handle)
});

/// Begins to count.
pub fn begin() {
    LazyLock::force(&FIGURES);
}

/// Tidies the figures up; to be called every few seconds.
pub fn upkeep() {
    if let Some(figures) = &*FIGURES {
        figures.run_upkeep();
    }
}

/// Gives every request an id, and logs and counts it when it is done.
pub async fn note(request: Request, next: Next) -> Response {
    static NUMBER: AtomicU64 = AtomicU64::new(1);
    let begun = Instant::now();
    let id = format!("{:x}-{:x}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
    let (method, path) = (request.method().clone(), request.uri().path().to_string());
    // Not the path itself: there would be a count for every match.
    let route = request.extensions().get::<MatchedPath>().map_or("page".to_string(), |path| path.as_str().to_string());
    let span = tracing::info_span!("request", id, %method, path);
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

/// `GET /healthz`: whether the server and its database answer.
pub async fn health(State(app): State<Arc<App>>) -> Response {
    let is_well = tokio::time::timeout(HEARTBEAT, app.store.is_well()).await.unwrap_or(false);
    let (status, database) =
        if is_well { (StatusCode::OK, "well") } else { (StatusCode::SERVICE_UNAVAILABLE, "does not answer") };
    (status, Json(json!({ "server": "grognard", "database": database }))).into_response()
}

/// `GET /metrics`: the figures, for Prometheus; only from this machine unless it is run otherwise.
pub async fn figures(State(app): State<Arc<App>>, client: Client) -> Response {
    if !app.config.metrics_open && !client.address.is_loopback() {
        return Failure::not_found("there is nothing here").into_response();
    }
    let text = FIGURES.as_ref().map_or(String::new(), PrometheusHandle::render);
    ([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text).into_response()
}
