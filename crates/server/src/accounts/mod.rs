//! Who is asking: guests, accounts, sessions, bots' tokens.

use crate::store::User;

/// Who is asking, as far as the request proves it.
#[derive(Clone, Debug, Default)]
pub struct Asker {
    /// The user of the session or of the bot's token.
    pub user: Option<User>,
    /// A bearer token that belongs to no user: perhaps the link that holds a seat.
    pub seat_token: Option<String>,
}

use crate::app::{App, now};
use crate::error::Failure;
use crate::secret;
use crate::store::Session;
use axum::extract::FromRequestParts;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::Cookie;
use std::sync::Arc;

impl FromRequestParts<Arc<App>> for Asker {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Asker, Failure> {
        let bearer = parts.headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
        let jar = CookieJar::from_headers(&parts.headers);
        let token = bearer.or(jar.get("grognard").map(|cookie| cookie.value()));
        let user = match token {
            None => None,
            Some(token) => app.store.session(&secret::hash(token), now()).await?.map(|(_, user)| user),
        };
        let seat_token = bearer.filter(|_| user.is_none()).map(str::to_string);
        Ok(Asker { user, seat_token })
    }
}

/// The user who asks, or a new guest with a session.
pub async fn ensure_user(app: &App, asker: &Asker, jar: CookieJar) -> Result<(User, CookieJar), Failure> {
    if let Some(user) = &asker.user {
        return Ok((user.clone(), jar));
    }
    let id = secret::id()?;
    let user = User {
        name: format!("Guest {}", &id[..4]),
        id,
        password: None,
        email: None,
        email_confirmed: false,
        webhook: None,
        notice_mail: false,
        notice_webhook: false,
        created: now(),
    };
    app.store.add_user(&user).await?;
    let token = secret::token()?;
    let session = Session {
        id: secret::id()?,
        hash: secret::hash(&token),
        user: user.id.clone(),
        bot: None,
        created: now(),
        expires: now() + 1_000_000_000,
    };
    app.store.add_session(&session).await?;
    Ok((user, jar.add(Cookie::build(("grognard", token)).path("/").http_only(true).build())))
}
