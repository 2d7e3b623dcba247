//! Where webhooks may go. A player names the address and our server calls it, so it must not lead to machines that only
//! our server can reach.

use reqwest::Url;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

/// The longest address that is kept.
const LONGEST: usize = 500;

/// Reads a webhook's address; what is wrong with it else. With `private` it may lead anywhere, unencrypted too.
pub fn webhook_address(text: &str, private: bool) -> Result<Url, &'static str> {
    if text.len() > LONGEST {
        return Err("the webhook's address is too long");
    }
    let url = Url::parse(text).map_err(|_| "the webhook's address is no URL")?;
    if !(url.scheme() == "https" || private && url.scheme() == "http") {
        return Err("the webhook's address must begin with https://");
    }
    let literal = url.host_str().ok_or("the webhook's address names no server")?.trim_matches(['[', ']']).parse();
    if !private && literal.is_ok_and(|address| !is_public(address)) {
        return Err("the webhook's address leads into a private network");
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err("the webhook's address must not hold a password");
    }
    Ok(url)
}

/// Resolves names to public addresses only. The connection goes to what is answered here, so a name cannot lead
/// somewhere else after it was checked.
pub struct PublicOnly;

impl Resolve for PublicOnly {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let public: Vec<SocketAddr> = found.filter(|address| is_public(address.ip())).collect();
            if public.is_empty() {
                return Err("the name leads to no public address".into());
            }
            Ok(Box::new(public.into_iter()) as Addrs)
        })
    }
}

/// Whether an address is one of the open internet.
fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let special = matches!(
        (a, b, c),
        // This network, shared by a provider's customers, protocol assignments, measurements, reserved.
        (0, ..) | (100, 64..=127, _) | (192, 0, 0) | (198, 18..=19, _) | (240.., ..)
    );
    !(special
        || address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_documentation()
        || address.is_multicast())
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let [a, b, ..] = address.segments();
    // Only 2000::/3 is given out; of it, special protocols, documentation and ways to reach IPv4 in disguise are not.
    (0x2000..0x4000).contains(&a) && !(a == 0x2001 && (b < 0x200 || b == 0xdb8)) && a != 0x2002 && a != 0x3fff
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_the_open_internet_are_public() {
        for public in ["8.8.8.8", "1.1.1.1", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "::ffff:8.8.8.8"] {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
        for private in [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "0.0.0.0",
            "100.64.0.1",
            "198.18.0.1",
            "192.0.0.8",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "fe80::1",
            "fc00::1",
            "fd12::1",
            "ff02::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "64:ff9b::7f00:1",
            "::ffff:127.0.0.1",
            "::127.0.0.1",
            "2001::1",
        ] {
            assert!(!is_public(private.parse().unwrap()), "{private}");
        }
    }

    #[test]
    fn a_webhook_must_be_encrypted_and_outside() {
        assert!(webhook_address("https://example.org/hook?key=1", false).is_ok());
        for wrong in [
            "http://example.org/",
            "ftp://example.org/",
            "example.org",
            "",
            "https://127.0.0.1/",
            "https://[::1]/x",
            "https://0x7f000001/",
            "https://2130706433/",
            "https://10.0.0.1:8080/",
            "https://a:b@example.org/",
            "javascript:alert(1)",
            "https://",
        ] {
            assert!(webhook_address(wrong, false).is_err(), "{wrong}");
        }
        assert!(webhook_address("http://127.0.0.1:8080/hook", true).is_ok());
        assert!(webhook_address("file:///etc/passwd", true).is_err());
        assert!(webhook_address(&format!("https://example.org/{}", "x".repeat(500)), false).is_err());
    }

    #[tokio::test]
    async fn a_name_of_this_machine_is_not_resolved() {
        assert!(PublicOnly.resolve("localhost".parse().unwrap()).await.is_err());
    }
}
