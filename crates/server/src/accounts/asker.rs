//! Who is asking.

use super::{Accounts, session};
use crate::error::Failure;
use crate::secret;
use crate::store::{Session, User, now};
use crate::web::client::Client;
use crate::web::cookie::{self, SetCookie};
use axum::extract::{FromRef, FromRequestParts};
use axum::http::StatusCode;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use std::net::IpAddr;
use std::sync::Arc;

/// Who is asking, as far as the request proves it.
#[derive(Clone, Debug, Default)]
pub struct Asker {
    /// The user of the session or of the bot's token.
    pub user: Option<User>,
    /// A bearer token that belongs to no user: perhaps the link that holds a seat.
    pub seat_token: Option<String>,
    /// The session or the bot's token that proves the user.
    pub session: Option<Session>,
    /// Whether cookies must not travel unencrypted.
    pub secure: bool,
}

impl Asker {
    /// The user and his browser's session, as whoever manages his account needs it: a bot's token is not enough.
    pub fn in_person(&self) -> Result<(&User, &Session), Failure> {
        match (&self.user, &self.session) {
            (Some(user), Some(session)) if session.bot.is_none() => Ok((user, session)),
            (Some(_), _) => Err(Failure::forbidden("a bot cannot do this")),
            _ => Err(Failure::new(StatusCode::UNAUTHORIZED, "signed_out", "sign in first")),
        }
    }

    /// The same for what guests cannot do.
    pub fn with_account(&self) -> Result<(&User, &Session), Failure> {
        let (user, session) = self.in_person()?;
        if user.password.is_none() {
            return Err(Failure::new(StatusCode::FORBIDDEN, "account_needed", "this needs an account"));
        }
        Ok((user, session))
    }

    /// The guest that the browser is so far.
    pub fn guest(&self) -> Option<&User> {
        self.user.as_ref().filter(|user| user.password.is_none())
    }
}

impl<S: Sync> FromRequestParts<S> for Asker
where
    Arc<Accounts>: FromRef<S>,
{
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Asker, Failure> {
        let (accounts, client) = (&Arc::from_ref(state), Client::from_request_parts(parts, state).await?);
        let secure = session::must_be_secure(client.host.as_deref(), client.https);
        let bearer = parts.headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok()).and_then(bearer_token);
        if let Some(token) = bearer
            && let Some((session, user)) = find(accounts, token, true).await?
        {
            return Ok(Asker { user: Some(user), seat_token: None, session: Some(session), secure });
        }
        let found = match cookie::sent(&parts.headers) {
            Some(token) => find(accounts, token, false).await?,
            None => None,
        };
        let (session, user) = found.unzip();
        Ok(Asker { user, seat_token: bearer.map(str::to_string), session, secure })
    }
}

fn bearer_token(value: &str) -> Option<&str> {
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
}

/// The session with this token. A cookie is no bot's token and the other way round: each has its own protection.
async fn find(accounts: &Accounts, token: &str, bot: bool) -> Result<Option<(Session, User)>, Failure> {
    let found = accounts.store.session(&secret::hash(token), now()).await?;
    let Some((session, user)) = found.filter(|(session, _)| session.bot.is_some() == bot) else { return Ok(None) };
    session::extend(accounts, &session).await?;
    Ok(Some((session, user)))
}

/// The asking user; who is nobody yet becomes a guest, and his browser gets a session. Whatever else could refuse what he
/// asks for has been seen to: guests are not made in vain.
pub async fn ensure_user(accounts: &Accounts, asker: &Asker, from: IpAddr) -> Result<(User, SetCookie), Failure> {
    if let Some(user) = &asker.user {
        return Ok((user.clone(), SetCookie::default()));
    }
    accounts.guests.pass(&from).await?;
    let guest = new_guest()?;
    accounts.store.add_user(&guest).await?;
    let (_, token) = session::begin(accounts, &guest, None).await?;
    Ok((guest, SetCookie::give(&token, asker.secure)))
}

/// What a guest is called until he says otherwise: different enough to tell two at a table apart.
pub fn guest_name(id: &str) -> String {
    format!("Guest {}", id.chars().take(4).collect::<String>().to_uppercase())
}

/// Somebody who has just come.
pub fn new_guest() -> Result<User, Failure> {
    let id = secret::id()?;
    Ok(User {
        name: guest_name(&id),
        id,
        password: None,
        email: None,
        email_confirmed: false,
        webhook: None,
        notice_mail: false,
        notice_webhook: false,
        created: now(),
        banned: false,
        rated: false,
    })
}
