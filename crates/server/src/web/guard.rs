//! What stands between a request and its handler: limits, the check that no other site sends it, time, and errors that
//! all have one shape.

use crate::error::Failure;
use crate::others::PassedOn;
use crate::web::client::Client;
use crate::web::cookie;
use crate::web::gate::Gate;
use axum::body::to_bytes;
use axum::extract::{Request, State};
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap, ORIGIN, RETRY_AFTER, UPGRADE};
use axum::http::{HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use governor::clock::Clock as _;
use governor::{DefaultKeyedRateLimiter, Quota};
use std::any::Any;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

/// As how many requests a replay counts.
const REPLAY: NonZeroU32 = NonZeroU32::MIN.saturating_add(9);
/// How long a request may take at least that waits for something to happen.
const LONG_PATIENCE: Duration = Duration::from_secs(120);

/// How often each address may ask.
pub struct Turnstile {
    limiter: DefaultKeyedRateLimiter<IpAddr>,
    at_once: NonZeroU32,
}

impl Turnstile {
    /// Lets so many requests a second through, and so many at once.
    pub fn new(per_second: u32, at_once: u32) -> Turnstile {
        let least = |number| NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN);
        let at_once = least(at_once);
        let quota = Quota::per_second(least(per_second)).allow_burst(at_once);
        Turnstile { limiter: DefaultKeyedRateLimiter::keyed(quota), at_once }
    }

    /// Forgets the addresses that have not asked for long.
    pub fn sweep(&self) {
        self.limiter.retain_recent();
        self.limiter.shrink_to_fit();
    }

    /// Lets a request through that counts as so many, or says how long to wait.
    fn pass(&self, address: IpAddr, weight: NonZeroU32) -> Result<(), Duration> {
        let clock = governor::clock::DefaultClock::default();
        let passed = self.limiter.check_key_n(&address, weight.min(self.at_once));
        // Nothing weighs more than may pass at once.
        passed.unwrap_or(Ok(())).map_err(|not_yet| not_yet.wait_time_from(clock.now()))
    }
}

/// As how many requests one counts: a whole game played again, to be told or drawn, is the work of many.
fn weight(request: &Request) -> NonZeroU32 {
    let path = request.uri().path();
    let is_work = path.ends_with("/replay")
        || path.starts_with("/api/replay/")
        || path == "/api/archive/records"
        || path.starts_with("/api/studies") && !request.method().is_safe()
        || path.ends_with("/picture.png");
    if is_work { REPLAY } else { NonZeroU32::MIN }
}

/// Turns away whoever asks too often. The page's own files cost nothing and do not count.
pub async fn limit(State(gate): State<Arc<Gate>>, client: Client, request: Request, next: Next) -> Response {
    // What another server passes on was counted there.
    if !is_api(&request) || request.extensions().get::<PassedOn>().is_some() {
        return next.run(request).await;
    }
    let Err(wait) = gate.turnstile.pass(client.neighbourhood(), weight(&request)) else {
        return next.run(request).await;
    };
    metrics::counter!("grognard_requests_limited_total").increment(1);
    let message = "too many requests; wait a little";
    let mut response = Failure::new(StatusCode::TOO_MANY_REQUESTS, "too_many_requests", message).into_response();
    response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(wait.as_secs() + 1));
    response
}

/// Refuses what another site may have made a browser send. A browser sends the session's cookie by itself, but neither
/// a bearer token nor a header of ours, and it says which site sends.
pub async fn same_site(State(gate): State<Arc<Gate>>, client: Client, request: Request, next: Next) -> Response {
    match check_site(&gate, &client, &request) {
        Ok(()) => next.run(request).await,
        Err(failure) => failure.into_response(),
    }
}

fn check_site(gate: &Gate, client: &Client, request: &Request) -> Result<(), Failure> {
    let headers = request.headers();
    let is_safe = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let is_socket = headers.contains_key(UPGRADE);
    if (is_safe && !is_socket) || has_bearer(headers) {
        return Ok(());
    }
    if let Some(origin) = headers.get(ORIGIN) {
        let origin = origin.to_str().ok().and_then(|origin| origin.split_once("://")).map(|(_, host)| host);
        let public = gate.public.as_deref().and_then(|public| public.split_once("://")).map(|(_, rest)| rest);
        let public = public.map(|rest| rest.trim_end_matches('/'));
        if origin.is_none() || (origin != client.host.as_deref() && origin != public) {
            return Err(Failure::forbidden("this request comes from another site"));
        }
    }
    if !is_safe && cookie::sent(headers).is_some() && !headers.contains_key("x-grognard") {
        return Err(Failure::forbidden("a request that changes something needs the header x-grognard"));
    }
    Ok(())
}

/// Whether a bearer token is sent. A name and a password (`Basic`) prove nothing: a browser that was asked for them
/// once, by a proxy perhaps, sends them by itself.
fn has_bearer(headers: &HeaderMap) -> bool {
    let value = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    value.and_then(|value| value.split_once(' ')).is_some_and(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
}

/// Ends requests that take too long. A socket's request ends when the socket opens.
pub async fn hurry(State(patience): State<Duration>, request: Request, next: Next) -> Response {
    let waits = request.uri().query().is_some_and(|query| query.split('&').any(|pair| pair.starts_with("wait=")));
    let patience = if waits { patience.max(LONG_PATIENCE) } else { patience };
    tokio::time::timeout(patience, next.run(request)).await.unwrap_or_else(|_| {
        Failure::new(StatusCode::SERVICE_UNAVAILABLE, "too_slow", "the server takes too long; try again later")
            .into_response()
    })
}

/// Gives the refusals of the framework (a body that is no JSON, a wrong method) the shape of ours.
pub async fn one_shape(request: Request, next: Next) -> Response {
    let is_api = is_api(&request);
    let response = next.run(request).await;
    // Whatever of a body or a query cannot be read is answered alike: the framework tells apart what is no JSON and what is another.
    let status = match response.status() {
        StatusCode::UNPROCESSABLE_ENTITY => StatusCode::BAD_REQUEST,
        status => status,
    };
    let is_json = response.headers().get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"application/"));
    if !is_api || !(status.is_client_error() || status.is_server_error()) || is_json {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let told = to_bytes(body, 4096).await.ok().and_then(|bytes| String::from_utf8(bytes.to_vec()).ok());
    let message = told.filter(|told| !told.is_empty() && !status.is_server_error());
    let message = message.unwrap_or_else(|| status.canonical_reason().unwrap_or("refused").to_lowercase());
    parts.headers.remove(CONTENT_TYPE);
    parts.headers.remove(axum::http::header::CONTENT_LENGTH);
    let kind = match status {
        StatusCode::METHOD_NOT_ALLOWED => "method_not_allowed",
        StatusCode::PAYLOAD_TOO_LARGE => "too_large",
        StatusCode::NOT_FOUND => "not_found",
        _ if status.is_server_error() => "internal",
        _ => "bad_request",
    };
    let mut response = Failure::new(status, kind, message).into_response();
    response.headers_mut().extend(parts.headers);
    response
}

/// What a client is told when a handler panics; the panic itself is in the log.
pub fn panicked(_reason: Box<dyn Any + Send>) -> Response {
    Failure::internal("a handler panicked").into_response()
}

/// Whether a request is for the API, not for the page.
pub fn is_api(request: &Request) -> bool {
    request.uri().path().starts_with("/api/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turnstile_lets_a_burst_through_and_then_no_more() {
        let turnstile = Turnstile::new(1, 3);
        let (address, one) = (IpAddr::from([10, 0, 0, 1]), NonZeroU32::MIN);
        for _ in 0..3 {
            assert_eq!(turnstile.pass(address, one), Ok(()));
        }
        assert!(turnstile.pass(address, one).is_err());
        assert_eq!(turnstile.pass(IpAddr::from([10, 0, 0, 2]), one), Ok(()));
    }

    #[test]
    fn a_replay_counts_as_many_requests() {
        let turnstile = Turnstile::new(1, 25);
        let address = IpAddr::from([10, 0, 0, 1]);
        let asked = |path: &str| weight(&Request::builder().uri(path).body(axum::body::Body::empty()).unwrap());
        assert_eq!((asked("/api/replay?see=all").get(), asked("/api/games").get()), (10, 1));
        assert_eq!(asked("/api/replay/try?after=3").get(), 10);
        assert_eq!([(); 3].map(|()| turnstile.pass(address, REPLAY).is_ok()), [true, true, false]);
        assert_eq!(turnstile.pass(address, NonZeroU32::MIN), Ok(()));
        // Where hardly anything may pass at once, a replay takes all of that.
        assert_eq!(Turnstile::new(1, 2).pass(address, REPLAY), Ok(()));
    }
}
