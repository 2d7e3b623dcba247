//! Passing on: a request for a match that another server plays goes there, and its answer comes back by us. A socket is
//! a request whose connection is passed on in both directions from then on.
//!
//! What is passed on is the client's own request, with its cookie or its token, by which the other server finds out
//! itself who asks. Only where it comes from is taken from us, by the secret that the servers share. (A client could not
//! be sent to the other server instead: behind one proxy there is one address, and cookies are for that.)

use super::PassedOn;
use super::register::{Fellow, Register};
use crate::doors::Held;
use crate::error::Failure;
use crate::matches::Rooms;
use crate::secret;
use crate::web::client::Client;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::{CONNECTION, EXPECT, HeaderMap, TRANSFER_ENCODING, UPGRADE};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hyper::upgrade::OnUpgrade;
use hyper_util::client::legacy::Client as HttpClient;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::{TokioExecutor, TokioIo};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::io::copy_bidirectional_with_sizes;
use tokio::time::sleep;

/// The largest body of a request for a match.
const BODY: usize = 64 * 1024;
/// How long another server may take to let us in.
const CONNECTING: Duration = Duration::from_secs(1);
/// How long a request waits until somebody plays its match: longer than it takes to find that a server is dead.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often it is seen whether somebody does.
const GLANCE: Duration = Duration::from_millis(50);
/// How much of a socket is on its way in each direction.
const ON_ITS_WAY: usize = 4 * 1024;

/// The header by which servers know each other.
const SECRET: &str = "x-grognard-secret";
/// The header that tells where a request comes from: the address, `https` or `http`, and the host if it is known.
const CLIENT: &str = "x-grognard-client";

/// What is needed to pass requests on.
pub struct Passing {
    register: Arc<Register>,
    rooms: Arc<Rooms>,
    client: HttpClient<HttpConnector, Body>,
}

/// By what a request is known that another server passes on.
#[derive(Clone)]
pub struct Sign(String);

impl Sign {
    /// Of the servers that share this secret.
    pub fn new(register: &Register) -> Sign {
        Sign(secret::hash(register.secret()))
    }

    /// The client of a request that another server passes on; `None` where none does. What only they may say is taken
    /// out of it, whoever says it.
    pub fn read(&self, headers: &mut HeaderMap) -> Option<Client> {
        let (shown, client) = headers.remove(SECRET).zip(headers.remove(CLIENT))?;
        // Hashes are compared: how long that takes tells nothing of the secret.
        let is_known = shown.to_str().is_ok_and(|shown| secret::hash(shown) == self.0);
        if !is_known {
            tracing::warn!("somebody pretends to be one of the servers");
            return None;
        }
        let mut words = client.to_str().ok()?.split(' ');
        let (address, https) = (words.next()?.parse().ok()?, words.next()? == "https");
        Some(Client { address, https, host: words.next().map(str::to_string) })
    }
}

/// Where a request belongs.
#[derive(Debug, PartialEq, Eq)]
enum Home<'a> {
    /// With the owner of a match.
    Owner(&'a str),
    /// With the server that does what one does for all.
    Leader,
    /// Anywhere.
    Here,
}

/// Where requests of this path belong.
fn home(path: &str) -> Home<'_> {
    let rest = path.strip_prefix("/api/matches/").or_else(|| path.strip_prefix("/api/desk/matches/"));
    let Some((id, what)) = rest.map(|rest| rest.split_once('/').unwrap_or((rest, ""))) else { return Home::Here };
    match what {
        _ if !secret::is_id(id) => Home::Here,
        "analysis" => Home::Leader,
        _ => Home::Owner(id),
    }
}

impl Passing {
    /// To these servers.
    pub fn new(register: Arc<Register>, rooms: Arc<Rooms>) -> Passing {
        let mut connector = HttpConnector::new();
        connector.set_nodelay(true);
        connector.set_connect_timeout(Some(CONNECTING));
        Passing { register, rooms, client: HttpClient::builder(TokioExecutor::new()).build(connector) }
    }

    /// The server that a request goes to, if it is another one.
    async fn destination(&self, path: &str) -> Result<Option<Fellow>, Failure> {
        match home(path) {
            Home::Owner(id) if self.rooms.plays(id) => Ok(None),
            Home::Owner(id) => Ok(self.register.owner(id).await?),
            Home::Leader => Ok(self.register.leader()),
            Home::Here => Ok(None),
        }
    }

    /// A request as it is passed on.
    fn request(&self, fellow: &Fellow, parts: &Parts, body: Bytes) -> Result<Request, Failure> {
        let path = parts.uri.path_and_query().map_or("/", |path| path.as_str());
        let uri: Uri = format!("http://{}{path}", fellow.reach).parse().map_err(Failure::internal)?;
        let mut headers = parts.headers.clone();
        // How it came to us; how it goes on is the business of that connection. But a socket is wanted of both.
        headers.remove(TRANSFER_ENCODING);
        headers.remove(EXPECT);
        if !headers.contains_key(UPGRADE) {
            headers.remove(CONNECTION);
        }
        let client = parts.extensions.get::<Client>().ok_or_else(|| Failure::internal("a request without a client"))?;
        let scheme = if client.https { "https" } else { "http" };
        let told = format!("{} {scheme} {}", client.address, client.host.as_deref().unwrap_or_default());
        let told = HeaderValue::try_from(told.trim_end()).map_err(Failure::internal)?;
        let secret = HeaderValue::try_from(self.register.secret()).map_err(Failure::internal)?;
        headers.insert(CLIENT, told);
        headers.insert(SECRET, secret);
        let mut request = Request::new(Body::from(body));
        (*request.method_mut(), *request.uri_mut(), *request.headers_mut()) = (parts.method.clone(), uri, headers);
        Ok(request)
    }

    /// Passes a request on; `None` if the other server did not get it, or does not play the match any more.
    async fn pass_on(&self, fellow: &Fellow, parts: &Parts, body: Bytes) -> Result<Option<Response>, Failure> {
        let request = self.request(fellow, parts, body)?;
        let answer = tokio::select! {
            answer = self.client.request(request) => answer,
            () = self.register.gone(fellow.number) => return Err(gone()),
        };
        match answer {
            Ok(answer) if answer.status() == StatusCode::MISDIRECTED_REQUEST => Ok(None),
            Ok(answer) if answer.status() == StatusCode::SWITCHING_PROTOCOLS => {
                metrics::counter!("grognard_passed_on_total", "what" => "socket").increment(1);
                Ok(Some(self.join(fellow.number, parts, answer)?))
            }
            Ok(answer) => {
                metrics::counter!("grognard_passed_on_total", "what" => "request").increment(1);
                let mut answer = answer.map(Body::new);
                for name in [CONNECTION, TRANSFER_ENCODING] {
                    answer.headers_mut().remove(name);
                }
                Ok(Some(answer))
            }
            // It has not come there, so it can be tried again.
            Err(error) if error.is_connect() => Ok(None),
            Err(error) => {
                tracing::warn!(%error, to = fellow.reach, "a request that was passed on was not answered");
                Err(gone())
            }
        }
    }

    /// Joins the connection of a client who wants a socket with the one to the server that has opened it.
    fn join(
        &self,
        number: i64,
        parts: &Parts,
        mut answer: axum::http::Response<hyper::body::Incoming>,
    ) -> Result<Response, Failure> {
        let theirs = hyper::upgrade::on(&mut answer);
        let ours = parts.extensions.get::<OnUpgrade>().cloned();
        let ours = ours.ok_or_else(|| Failure::bad_request("this request cannot become a socket"))?;
        let (register, held) = (self.register.clone(), parts.extensions.get::<Arc<Held>>().cloned());
        tokio::spawn(async move {
            let (Ok(ours), Ok(theirs)) = (ours.await, theirs.await) else { return };
            let (mut ours, mut theirs) = (TokioIo::new(ours), TokioIo::new(theirs));
            tokio::select! {
                // However it ends, both are closed.
                _ = copy_bidirectional_with_sizes(&mut ours, &mut theirs, ON_ITS_WAY, ON_ITS_WAY) => {}
                () = register.gone(number) => {}
            }
            drop(held);
        });
        Ok(answer.map(|_| Body::empty()))
    }
}

/// Whatever was asked may have been done or not.
fn gone() -> Failure {
    let message = "the server that plays this match has just gone; look again whether that was done";
    Failure::new(StatusCode::SERVICE_UNAVAILABLE, "gone", message)
}

/// Passes a request on to the server that it belongs to. Where nobody plays its match at the moment it waits until
/// somebody does.
pub async fn pass_on(State(passing): State<Arc<Passing>>, request: Request, next: Next) -> Response {
    if home(request.uri().path()) == Home::Here || request.extensions().get::<PassedOn>().is_some() {
        return next.run(request).await;
    }
    let (parts, body) = request.into_parts();
    let Ok(body) = to_bytes(body, BODY).await else {
        return Failure::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", "so much cannot be said at once")
            .into_response();
    };
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        let passed = match passing.destination(parts.uri.path()).await {
            Ok(Some(fellow)) => passing.pass_on(&fellow, &parts, body.clone()).await,
            Ok(None) => {
                let request = Request::from_parts(parts.clone(), Body::from(body.clone()));
                let answer = next.clone().run(request).await;
                Ok((answer.status() != StatusCode::MISDIRECTED_REQUEST).then_some(answer))
            }
            Err(failure) => Err(failure),
        };
        match passed {
            Ok(Some(answer)) => return answer,
            Ok(None) => sleep(GLANCE).await,
            Err(failure) => return failure.into_response(),
        }
    }
    let message = "no server plays this match at the moment; try again";
    Failure::new(StatusCode::SERVICE_UNAVAILABLE, "gone", message).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_of_a_match_goes_to_whoever_plays_it() {
        let id = "abcdefghijkmnpqr";
        for (path, expected) in [
            (format!("/api/matches/{id}"), Home::Owner(id)),
            (format!("/api/matches/{id}/socket"), Home::Owner(id)),
            (format!("/api/desk/matches/{id}/close"), Home::Owner(id)),
            (format!("/api/matches/{id}/analysis"), Home::Leader),
            ("/api/matches".into(), Home::Here),
            ("/api/matches/../me".into(), Home::Here),
            ("/api/session".into(), Home::Here),
            (format!("/m/{id}"), Home::Here),
        ] {
            assert_eq!(home(&path), expected, "{path}");
        }
    }

    #[test]
    fn only_who_knows_the_secret_says_for_whom_he_asks() {
        let sign = Sign(secret::hash("the secret"));
        let headers = |secret: &'static str, client: &'static str| {
            let told = [(SECRET, secret), (CLIENT, client)];
            told.into_iter().map(|(name, value)| (name.parse().unwrap(), HeaderValue::from_static(value))).collect()
        };
        let mut known: HeaderMap = headers("the secret", "10.0.0.7 https play.example.org");
        let client = sign.read(&mut known).unwrap();
        assert_eq!((client.address.to_string(), client.https), ("10.0.0.7".into(), true));
        assert_eq!(client.host.as_deref(), Some("play.example.org"));
        assert!(known.is_empty());
        let mut forged: HeaderMap = headers("another", "10.0.0.7 https play.example.org");
        assert_eq!(sign.read(&mut forged), None);
        assert!(forged.is_empty(), "nobody sees them further in");
        assert_eq!(sign.read(&mut headers("the secret", "nobody http")), None);
    }
}
