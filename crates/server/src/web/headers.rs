//! The headers that keep browsers from doing what nobody wants.

use crate::web::client::Client;
use axum::extract::Request;
use axum::http::header::{
    CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::Response;

/// What a picture of a board may do when it is opened by itself: use the styles and letters that it carries.
pub const PICTURE_POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:; frame-ancestors 'none'",
);
/// What anything else may do that is no page: nothing.
const NO_PAGE_POLICY: HeaderValue = HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'");

/// What a script may do that runs by itself, behind the installed page: ask this server.
const SCRIPT_POLICY: HeaderValue = HeaderValue::from_static("default-src 'none'; connect-src 'self'");

/// Adds the headers to every answer.
pub async fn add(client: Client, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let unchanged = response.status() == StatusCode::NOT_MODIFIED;
    let headers = response.headers_mut();
    let fixed = [
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (
            HeaderName::from_static("permissions-policy"),
            "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()",
        ),
    ];
    headers.extend(fixed.map(|(name, value)| (name, HeaderValue::from_static(value))));
    if client.https {
        headers.insert(STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000"));
    }
    // A browser keeps what it has with the policy it has; one sent now would take that one's place, a page's too.
    if !unchanged && !headers.contains_key(CONTENT_SECURITY_POLICY) {
        headers.insert(CONTENT_SECURITY_POLICY, policy(headers, &client));
    }
    response
}

fn policy(headers: &HeaderMap, client: &Client) -> HeaderValue {
    let kind = headers.get(CONTENT_TYPE).map_or(&b""[..], |kind| kind.as_bytes());
    match kind {
        kind if kind.starts_with(b"text/html") => page_policy(client.host.as_deref()),
        kind if kind.starts_with(b"text/javascript") => SCRIPT_POLICY,
        _ => NO_PAGE_POLICY,
    }
}

/// What the page may do. Some browsers do not take a socket to the same host for 'self', so the host is named.
fn page_policy(host: Option<&str>) -> HeaderValue {
    let is_plain = |host: &&str| host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte));
    let sockets = host.filter(is_plain).map_or(String::new(), |host| format!(" ws://{host} wss://{host}"));
    let policy = format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
         connect-src 'self'{sockets}; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    );
    HeaderValue::try_from(policy).unwrap_or(NO_PAGE_POLICY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strange_host_does_not_get_into_the_policy() {
        let policy = |host| page_policy(Some(host)).to_str().unwrap().to_string();
        assert!(policy("play.example.org:8080").contains(" wss://play.example.org:8080;"));
        assert!(policy("[::1]:1918").contains(" ws://[::1]:1918 "));
        assert!(!policy("x; script-src *").contains('*'));
    }
}
