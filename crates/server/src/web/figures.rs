//! The figures that `/metrics` tells, for Prometheus.

use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use metrics::{Unit, describe_counter, describe_gauge, describe_histogram, gauge};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use std::sync::LazyLock;

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
    describe_counter!("grognard_wrong_passwords_total", "Passwords tried in vain");
    describe_gauge!("grognard_sockets", "Open sockets");
    describe_gauge!("grognard_computers_thinking", "Computers that think now");
    describe_gauge!("grognard_store_queue", "What waits to be written while a batch is");
    describe_gauge!("grognard_open_files", "Files and connections that are open");
    describe_gauge!("grognard_info", "Always 1; its label has the version");
    describe_histogram!("grognard_commit_seconds", Unit::Seconds, "How long it took to write a batch to disk");
    describe_gauge!("grognard_matches_owned", "Matches that this one of several servers plays");
    describe_counter!(
        "grognard_passed_on_total",
        "Requests and sockets passed on to the server that plays their match"
    );
    describe_gauge!("grognard_rooms", "Matches in memory");
    describe_histogram!("grognard_request_seconds", Unit::Seconds, "How long HTTP requests took, by route");
    describe_histogram!("grognard_action_seconds", Unit::Seconds, "From an action's arrival to its acknowledgement");
    Some(handle)
});

/// Begins to count.
pub fn begin() {
    LazyLock::force(&FIGURES);
    gauge!("grognard_info", "version" => env!("CARGO_PKG_VERSION")).set(1.0);
}

/// How many files we have open, where the system tells.
fn open_files() -> Option<usize> {
    std::fs::read_dir("/proc/self/fd").ok().map(Iterator::count)
}

/// Tidies the figures up; to be called every few seconds.
pub fn upkeep() {
    if let Some(figures) = &*FIGURES {
        figures.run_upkeep();
    }
}

/// The figures.
pub fn answer() -> Response {
    if let Some(files) = open_files() {
        gauge!("grognard_open_files").set(files as f64);
    }
    let text = FIGURES.as_ref().map_or(String::new(), PrometheusHandle::render);
    ([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text).into_response()
}
