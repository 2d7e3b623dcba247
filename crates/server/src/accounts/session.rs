//! Sessions of browsers and tokens of bots.

use super::Accounts;
use crate::error::Failure;
use crate::secret;
use crate::store::{Millis, Session, User, now};
use std::net::IpAddr;

const DAY: Millis = 24 * 60 * 60 * 1000;
/// How long a browser that does not come back stays signed in.
const BROWSER_LIFE: Millis = 90 * DAY;
/// How long a bot's token that is not used stays good.
const BOT_LIFE: Millis = 365 * DAY;

fn life(bot: bool) -> Millis {
    if bot { BOT_LIFE } else { BROWSER_LIFE }
}

/// Begins a session, or with a name makes a bot's token; what proves it is told only this once.
pub async fn begin(accounts: &Accounts, user: &User, bot: Option<String>) -> Result<(Session, String), Failure> {
    let (token, now) = (secret::token()?, now());
    let expires = now + life(bot.is_some());
    let hash = secret::hash(&token);
    let session = Session { id: secret::id()?, hash, user: user.id.clone(), bot, created: now, expires };
    accounts.store.add_session(user, &session).await?;
    Ok((session, token))
}

/// Lets a session that is used end later; once a day is enough.
pub async fn extend(accounts: &Accounts, session: &Session) -> Result<(), Failure> {
    let expires = now() + life(session.bot.is_some());
    if expires - session.expires > DAY {
        accounts.store.extend_session(&session.id, expires).await?;
    }
    Ok(())
}

/// Whether a browser that knows the server by this name may send the cookie over an encrypted connection only. Not so
/// on the machine itself and in a home network, where there is none.
pub fn must_be_secure(host: Option<&str>, https: bool) -> bool {
    let host = host.unwrap_or_default();
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let is_home = match name.trim_matches(['[', ']']).parse::<IpAddr>().map(|address| address.to_canonical()) {
        Ok(IpAddr::V4(address)) => address.is_loopback() || address.is_private() || address.is_link_local(),
        Ok(IpAddr::V6(address)) => {
            address.is_loopback() || address.is_unique_local() || address.is_unicast_link_local()
        }
        Err(_) => name == "localhost" || name.ends_with(".localhost"),
    };
    https || !is_home
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cookie_is_secure_but_at_home() {
        for home in
            ["localhost", "localhost:1918", "127.0.0.1:1918", "[::1]:1918", "[::1]", "192.168.1.5:1918", "[fd00::1]"]
        {
            assert!(!must_be_secure(Some(home), false), "{home}");
            assert!(must_be_secure(Some(home), true), "{home} behind a proxy that encrypts");
        }
        for out in
            ["play.example.org", "play.example.org:8080", "8.8.8.8", "localhost.example.org", "127.0.0.1.example.org"]
        {
            assert!(must_be_secure(Some(out), false), "{out}");
        }
        assert!(must_be_secure(None, false));
    }
}
