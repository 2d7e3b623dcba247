//! Who is asking: guests, accounts, sessions, bots' tokens.
//!
//! Whoever creates or takes a seat becomes a guest; an account is a guest with a name and a password. A browser proves
//! who it is by a session's cookie, a bot by a bearer token. Only hashes of either are kept.
//!
//! Nothing here knows matches. What must be told where users sit is told to [`Tables`].

mod asker;
mod codes;
mod email;
mod forgotten;
mod limits;
mod me;
mod names;
mod password;
mod session;
mod sign;
mod tokens;

pub use asker::{Asker, ensure_user};

use crate::config::Limits;
use crate::error::Failure;
use crate::notices::Post;
use crate::others::Others;
use crate::store::{Store, User};
use axum::Router;
use axum::extract::FromRef;
use axum::routing::{delete, get, post};
pub use limits::Limiter;
use limits::Tries;
use password::Passwords;
use std::net::IpAddr;
use std::sync::Arc;
#[cfg(feature = "openapi")]
use utoipa_axum::{router::OpenApiRouter, routes};

/// Mails with codes that one user may ask for in an hour, and that go to one address.
const MAILS_PER_HOUR: u32 = 5;

/// The tables where users sit, as far as accounts have something to tell them.
pub trait Tables: Send + Sync {
    /// Who sits at these matches has changed, or what he is called.
    fn reread(&self, matches: &[String]);
    /// The sessions of a user have ended.
    fn hang_up(&self, user: &str);
}

/// What accounts need.
pub struct Accounts {
    /// What is kept.
    pub store: Arc<dyn Store>,
    /// The ways to tell users something outside the page.
    post: Arc<Post>,
    /// The tables where users sit.
    pub tables: Arc<dyn Tables>,
    /// Where passwords are hashed.
    pub passwords: Passwords,
    /// Sign-ins and registrations by the address they come from.
    sign_ins: Limiter<IpAddr>,
    /// New guests by the address they come from.
    guests: Limiter<IpAddr>,
    /// Passwords tried, by the account's name.
    names: Tries,
    /// Mails with codes, by user and by address.
    mails: Limiter<String>,
}

impl Accounts {
    /// Nobody has come yet.
    pub fn new(
        store: Arc<dyn Store>,
        post: Arc<Post>,
        tables: Arc<dyn Tables>,
        limits: &Limits,
        others: Option<Arc<dyn Others>>,
    ) -> Accounts {
        let sign_ins = limits.sign_ins_per_minute;
        Accounts {
            store,
            post,
            tables,
            passwords: Passwords::default(),
            sign_ins: Limiter::per_minute("sign-ins", sign_ins, others.clone()),
            guests: Limiter::per_hour("guests", limits.guests_per_hour, others.clone()),
            names: Tries::per_minute(sign_ins, others.clone()),
            mails: Limiter::per_hour("mails", MAILS_PER_HOUR, others),
        }
    }
}

impl Accounts {
    /// Forgets a user: in his matches a nameless guest stays.
    pub async fn forget(&self, user: &User) -> Result<(), Failure> {
        self.store.forget_user(user).await?;
        self.tables.hang_up(&user.id);
        me::introduce(self, &user.id).await
    }
}

/// The routes of this part.
pub fn routes<S: Clone + Send + Sync + 'static>() -> Router<S>
where
    Arc<Accounts>: FromRef<S>,
{
    Router::new()
        .route("/api/me", get(me::me).patch(me::change_me))
        .route("/api/guest", post(me::come_in))
        .route("/api/account", post(sign::register).delete(sign::delete_account))
        .route("/api/session", post(sign::sign_in).delete(sign::sign_out))
        .route("/api/sessions", delete(sign::sign_out_everywhere))
        .route("/api/me/password", post(sign::change_password))
        .route("/api/me/email", post(email::set_email))
        .route("/api/me/email/confirm", post(email::confirm_email))
        .route("/api/password/forgotten", post(forgotten::forgotten))
        .route("/api/password/reset", post(forgotten::reset_password))
        .route("/api/tokens", get(tokens::tokens).post(tokens::add_token))
        .route("/api/tokens/{id}", delete(tokens::end_token))
}

/// What is said of them to programs.
#[cfg(feature = "openapi")]
pub fn described<S: Clone + Send + Sync + 'static>() -> OpenApiRouter<S>
where
    Arc<Accounts>: FromRef<S>,
{
    OpenApiRouter::default()
        .routes(routes!(me::me, me::change_me))
        .routes(routes!(me::come_in))
        .routes(routes!(sign::register, sign::delete_account))
        .routes(routes!(sign::sign_in, sign::sign_out))
        .routes(routes!(sign::sign_out_everywhere))
        .routes(routes!(sign::change_password))
        .routes(routes!(email::set_email))
        .routes(routes!(email::confirm_email))
        .routes(routes!(forgotten::forgotten))
        .routes(routes!(forgotten::reset_password))
        .routes(routes!(tokens::tokens, tokens::add_token))
        .routes(routes!(tokens::end_token))
}
