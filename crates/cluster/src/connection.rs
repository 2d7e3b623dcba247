//! The way to the server.

use crate::error::{ClusterError, reasons};
use async_nats::jetstream::context::RequestErrorKind;
use async_nats::jetstream::response::Response;
use async_nats::jetstream::{self, Context};
use async_nats::{ConnectErrorKind, ConnectOptions, ServerAddr};
use percent_encoding::percent_decode_str;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::runtime::Runtime;

/// How long one question to the server may take.
const ANSWER: Duration = Duration::from_secs(20);

/// How long the first question waits before it is asked again.
const KNOCK: Duration = Duration::from_secs(2);

/// Makes sure that a server is there which can keep queues.
pub fn reach(url: &str) -> Result<(), ClusterError> {
    runtime()?.block_on(connect(url, "grognard".into())).map(drop)
}

/// What waits for the server while others play.
pub(crate) fn runtime() -> Result<Runtime, ClusterError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    runtime.map_err(|error| ClusterError::Threads(error.to_string()))
}

/// Connects and makes sure that the server keeps queues. Once connected, the way is found again whenever it is lost.
pub(crate) async fn connect(url: &str, name: String) -> Result<Context, ClusterError> {
    let server: ServerAddr = url.parse().map_err(|_| ClusterError::Address(without_secret(url)))?;
    let address = format!("{}:{}", server.host(), server.port());
    let secret = match (server.username(), server.password()) {
        (Some(user), Some(password)) => {
            ConnectOptions::with_user_and_password(spelled_out(user), spelled_out(password))
        }
        (Some(token), None) => ConnectOptions::with_token(spelled_out(token)),
        _ => ConnectOptions::new(),
    };
    let options = secret
        .name(name)
        .connection_timeout(ANSWER)
        .reconnect_delay_callback(|attempts| Duration::from_millis((100 * attempts as u64).min(1000)));
    let client = options.connect(server).await.map_err(|error| match error.kind() {
        ConnectErrorKind::ServerParse => ClusterError::Address(without_secret(url)),
        ConnectErrorKind::Authentication | ConnectErrorKind::AuthorizationViolation => {
            ClusterError::NotAdmitted(address.clone())
        }
        _ => ClusterError::NoServer { address: address.clone(), why: reasons(&error) },
    })?;
    let mut context = jetstream::new(client);
    context.set_timeout(KNOCK);
    // Any question will do; this one the servers of all versions answer alike. A server that has only just opened its
    // door may lose one, so it is asked again.
    let mut knocks = ANSWER.as_secs() / KNOCK.as_secs();
    loop {
        knocks -= 1;
        match context.request("STREAM.NAMES", &json!({})).await {
            Ok(Response::<Value>::Ok(_)) => break,
            Ok(Response::Err { .. }) => return Err(ClusterError::NoJetStream(address)),
            Err(error) if error.kind() == RequestErrorKind::NoResponders => {
                return Err(ClusterError::NoJetStream(address));
            }
            Err(error) if error.kind() == RequestErrorKind::TimedOut && knocks > 0 => (),
            Err(error) => return Err(ClusterError::NoServer { address, why: reasons(&error) }),
        }
    }
    context.set_timeout(ANSWER);
    Ok(context)
}

/// What stands in an address, with `%40` as `@` and so on.
fn spelled_out(part: &str) -> String {
    percent_decode_str(part).decode_utf8_lossy().into_owned()
}

/// The address without a name and a password, for everybody's eyes.
fn without_secret(url: &str) -> String {
    match (url.split_once("://"), url.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, host))) => format!("{scheme}://{host}"),
        (None, Some((_, host))) => host.to_string(),
        _ => url.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_not_shown() {
        assert_eq!(without_secret("nats://me:pass@word@host:1"), "nats://host:1");
        assert_eq!(without_secret("me:secret@host"), "host");
        assert_eq!(without_secret("nats://host"), "nats://host");
    }
}
