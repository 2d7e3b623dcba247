//! Where a request comes from, seen through a proxy where there is one.

use crate::error::Failure;
use crate::others::PassedOn;
use crate::web::gate::Gate;
use axum::extract::{ConnectInfo, FromRequestParts, Request, State};
use axum::http::header::{HOST, HeaderMap};
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::Response;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

/// Where a request comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Client {
    /// The client's own address.
    pub address: IpAddr,
    /// Whether the client speaks HTTPS, with us or with the proxy.
    pub https: bool,
    /// The name by which the client knows this server, with its port where that is unusual.
    pub host: Option<String>,
}

impl Client {
    /// What a request says of its client. The word of a proxy counts only where one is known to stand in front; of
    /// several addresses only the last is its own word, those before it may be the client's invention.
    fn of(peer: SocketAddr, headers: &HeaderMap, behind_proxy: bool) -> Client {
        let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let host = text(HOST.as_str()).filter(is_host).map(str::to_string);
        if !behind_proxy {
            return Client { address: peer.ip().to_canonical(), https: false, host };
        }
        let told = headers.get_all("x-forwarded-for").iter().next_back().and_then(|value| value.to_str().ok());
        let address = told.and_then(|list| list.rsplit(',').next()).and_then(|last| last.trim().parse().ok());
        Client {
            address: address.unwrap_or(peer.ip()).to_canonical(),
            https: text("x-forwarded-proto").is_some_and(|word| word.eq_ignore_ascii_case("https")),
            host: text("x-forwarded-host").filter(is_host).map(str::to_string).or(host),
        }
    }

    /// What limits count by: an address, or the network that one subscriber has to himself.
    pub fn neighbourhood(&self) -> IpAddr {
        neighbourhood(self.address)
    }
}

/// An address, or the network that one subscriber has to himself.
pub fn neighbourhood(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::from([a, b, c, d, 0, 0, 0, 0])
        }
        address => address,
    }
}

/// Whether a text can be a host with its port. Links are made of it, and a client may send anything.
fn is_host(text: &&str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-_:[]".contains(&byte))
}

/// Notes the client of every request, for whoever asks.
pub async fn note(
    State(gate): State<Arc<Gate>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    mut request: Request,
    next: Next,
) -> Response {
    let told = gate.sign.as_ref().and_then(|sign| sign.read(request.headers_mut()));
    if told.is_some() {
        request.extensions_mut().insert(PassedOn);
    }
    let client = told.unwrap_or_else(|| Client::of(peer, request.headers(), gate.behind_proxy));
    request.extensions_mut().insert(client);
    next.run(request).await
}

impl<S: Sync> FromRequestParts<S> for Client {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Client, Failure> {
        parts.extensions.get::<Client>().cloned().ok_or_else(|| Failure::internal("a request without a client"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::{HeaderName, HeaderValue};

    fn client(headers: &[(&'static str, &'static str)], behind_proxy: bool) -> Client {
        let headers = headers
            .iter()
            .map(|&(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)))
            .collect();
        Client::of("127.0.0.1:4000".parse().unwrap(), &headers, behind_proxy)
    }

    #[test]
    fn without_a_proxy_the_headers_count_for_nothing() {
        let client = client(&[("x-forwarded-for", "8.8.8.8"), ("x-forwarded-proto", "https")], false);
        assert_eq!((client.address, client.https), ("127.0.0.1".parse().unwrap(), false));
    }

    #[test]
    fn behind_a_proxy_only_its_own_word_counts() {
        let told = [
            ("x-forwarded-for", "1.2.3.4, 5.6.7.8"),
            ("x-forwarded-proto", "https"),
            ("x-forwarded-host", "play.example.org"),
        ];
        let client = client(&told, true);
        assert_eq!(client.address, "5.6.7.8".parse::<IpAddr>().unwrap());
        assert!(client.https);
        assert_eq!(client.host.as_deref(), Some("play.example.org"));
    }

    #[test]
    fn what_is_no_host_gets_into_no_link() {
        let told = [("host", "play.example.org"), ("x-forwarded-host", "evil.example/\"><script>")];
        assert_eq!(client(&told, true).host.as_deref(), Some("play.example.org"));
        assert_eq!(client(&[("host", "a\" b")], false).host, None);
        assert_eq!(client(&[("host", "[::1]:1918")], false).host.as_deref(), Some("[::1]:1918"));
    }

    #[test]
    fn a_subscribers_network_counts_as_one() {
        let network = |text: &str| {
            let address = text.parse().unwrap();
            Client { address, https: false, host: None }.neighbourhood()
        };
        assert_eq!(network("2001:db8:1:2:3::4"), network("2001:db8:1:2:ffff::9"));
        assert_ne!(network("2001:db8:1:2::1"), network("2001:db8:1:3::1"));
        assert_ne!(network("10.0.0.1"), network("10.0.0.2"));
    }
}
