//! Registering, signing in and out, passwords, leaving for good.

use super::asker::new_guest;
use super::me;
use super::{Accounts, Asker, names, session};
use crate::error::Failure;
use crate::secret;
use crate::store::{StoreError, User, name_key};
use crate::web::Asked;
use crate::web::client::Client;
use crate::web::cookie::SetCookie;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use std::sync::Arc;
use wire::{Credentials, Me, NewPassword, Password};

/// Register
///
/// The guest's games stay his.
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/account", tag = "accounts", request_body = ref("#/components/schemas/Credentials"), responses(
    (status = 200, description = "The account, signed in", body = ref("#/components/schemas/Me")),
    (status = 422, description = "Such a name or password cannot be", body = ref("#/components/schemas/Error")),
    (status = 409, description = "The name is taken", body = ref("#/components/schemas/Error")),
)))]
pub async fn register(
    State(accounts): State<Arc<Accounts>>,
    client: Client,
    asker: Asker,
    Asked(wanted): Asked<Credentials>,
) -> Result<(SetCookie, Json<Me>), Failure> {
    accounts.sign_ins.pass(&client.neighbourhood()).await?;
    if asker.user.is_some() && asker.guest().is_none() {
        return Err(Failure::conflict("signed_in", "you have an account; sign out first"));
    }
    let name = names::name(&wanted.name)?;
    names::password(&wanted.password)?;
    // Asked before the work of a password; what counts is the answer to writing it.
    if accounts.store.account(&name).await?.is_some() {
        return Err(me::or_taken(StoreError::Taken));
    }
    let password = accounts.passwords.hash(wanted.password).await?;
    let user = match asker.guest() {
        Some(guest) => {
            let user = accounts.store.register(guest, &name, &password).await.map_err(me::or_taken)?;
            me::introduce(&accounts, &user.id).await?;
            user
        }
        None => {
            let user = User { name, password: Some(password), ..new_guest()? };
            accounts.store.add_user(&user).await.map_err(me::or_taken)?;
            user
        }
    };
    tracing::info!(user = user.id, "registered");
    signed_in(&accounts, &asker, &user).await
}

/// Sign in
///
/// A guest's seats go over to the account.
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/session", tag = "accounts", request_body = ref("#/components/schemas/Credentials"), responses(
    (status = 200, description = "The account, signed in", body = ref("#/components/schemas/Me")),
    (status = 403, description = "The name or the password is wrong", body = ref("#/components/schemas/Error")),
    (status = 429, description = "Tried too often", body = ref("#/components/schemas/Error")),
)))]
pub async fn sign_in(
    State(accounts): State<Arc<Accounts>>,
    client: Client,
    asker: Asker,
    Asked(told): Asked<Credentials>,
) -> Result<(SetCookie, Json<Me>), Failure> {
    accounts.sign_ins.pass(&client.neighbourhood()).await?;
    let found = match names::name(&told.name) {
        Ok(name) => accounts.store.account(&name).await?,
        Err(_) => None,
    };
    let password = found.as_ref().and_then(|user| user.password.clone());
    let tried = accounts.names.begin(secret::hash(&name_key(told.name.trim())), client.neighbourhood()).await?;
    check(&accounts, told.password, password).await.inspect_err(|_| note_wrong(&client, found.as_ref()))?;
    tried.succeeded().await?;
    let user = found.ok_or_else(wrong)?;
    if user.banned {
        return Err(Failure::new(
            StatusCode::FORBIDDEN,
            "banned",
            "this account was closed by whoever runs this server",
        ));
    }
    if let Some(guest) = asker.guest() {
        let matches = accounts.store.hand_over(&guest.id, &user).await?;
        accounts.tables.reread(&matches);
    }
    tracing::info!(user = user.id, "signed in");
    signed_in(&accounts, &asker, &user).await
}

/// Begins a new session in this browser, in place of what it had: a session never outlives a change of rights.
async fn signed_in(accounts: &Accounts, asker: &Asker, user: &User) -> Result<(SetCookie, Json<Me>), Failure> {
    if let Ok((before, session)) = asker.in_person() {
        accounts.store.end_session(&before.id, &session.id).await?;
    }
    let (begun, token) = session::begin(accounts, user, None).await?;
    let info = me::info(accounts, Some(user), Some(&begun.id)).await?;
    Ok((SetCookie::give(&token, asker.secure), info))
}

/// A line in the log for whoever shuts out those who try passwords. The address stands before anything else, and nothing in
/// the line is of the trier's making.
fn note_wrong(client: &Client, account: Option<&User>) {
    metrics::counter!("grognard_wrong_passwords_total").increment(1);
    let user = account.map_or("nobody", |user| &user.id);
    tracing::warn!(from = %client.address, user, "wrong password");
}

fn wrong() -> Failure {
    Failure::new(StatusCode::FORBIDDEN, "wrong_password", "the name or the password is wrong")
}

/// Checks a password.
async fn check(accounts: &Accounts, password: String, hash: Option<String>) -> Result<(), Failure> {
    if accounts.passwords.is_right(password, hash).await? { Ok(()) } else { Err(wrong()) }
}

/// Checks the password of the asking account, not too often. Those who try it without being signed in do not count.
async fn check_own(accounts: &Accounts, user: &User, client: &Client, password: String) -> Result<(), Failure> {
    let tried = accounts.names.begin(format!("signed in as {}", user.id), client.neighbourhood()).await?;
    check(accounts, password, user.password.clone()).await.inspect_err(|_| note_wrong(client, Some(user)))?;
    tried.succeeded().await?;
    Ok(())
}

/// Sign out
#[cfg_attr(feature = "openapi", utoipa::path(delete, path = "/api/session", tag = "accounts", responses((status = 204, description = "Signed out"))))]
pub async fn sign_out(State(accounts): State<Arc<Accounts>>, asker: Asker) -> Result<(SetCookie, StatusCode), Failure> {
    if let Ok((user, session)) = asker.in_person() {
        accounts.store.end_session(&user.id, &session.id).await?;
        accounts.tables.hang_up(&user.id);
    }
    Ok((SetCookie::take(), StatusCode::NO_CONTENT))
}

/// Sign out everywhere
///
/// All browsers are signed out; bots' tokens stay.
#[cfg_attr(feature = "openapi", utoipa::path(delete, path = "/api/sessions", tag = "accounts", responses(
    (status = 204, description = "Signed out everywhere"),
    (status = 401, description = "Nobody is signed in", body = ref("#/components/schemas/Error")),
)))]
pub async fn sign_out_everywhere(
    State(accounts): State<Arc<Accounts>>,
    asker: Asker,
) -> Result<(SetCookie, StatusCode), Failure> {
    let (user, _) = asker.in_person()?;
    accounts.store.end_sessions(&user.id, None, false).await?;
    accounts.tables.hang_up(&user.id);
    Ok((SetCookie::take(), StatusCode::NO_CONTENT))
}

/// Change the password
///
/// All other browsers are signed out.
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/me/password", tag = "accounts", request_body = ref("#/components/schemas/NewPassword"), responses(
    (status = 204, description = "Changed"),
    (status = 422, description = "Such a password cannot be", body = ref("#/components/schemas/Error")),
    (status = 403, description = "The old password is wrong", body = ref("#/components/schemas/Error")),
)))]
pub async fn change_password(
    State(accounts): State<Arc<Accounts>>,
    client: Client,
    asker: Asker,
    Asked(change): Asked<NewPassword>,
) -> Result<StatusCode, Failure> {
    let (user, session) = asker.with_account()?;
    names::password(&change.new)?;
    check_own(&accounts, user, &client, change.old).await?;
    let hash = accounts.passwords.hash(change.new).await?;
    accounts.store.set_password(user, &hash, &session.id).await?;
    accounts.tables.hang_up(&user.id);
    Ok(StatusCode::NO_CONTENT)
}

/// Delete the account
///
/// Name, address, sessions and tokens are gone; in his matches a nameless guest stays.
#[cfg_attr(feature = "openapi", utoipa::path(delete, path = "/api/account", tag = "accounts", request_body = ref("#/components/schemas/Password"), responses(
    (status = 204, description = "Gone"),
    (status = 403, description = "The password is wrong", body = ref("#/components/schemas/Error")),
)))]
pub async fn delete_account(
    State(accounts): State<Arc<Accounts>>,
    client: Client,
    asker: Asker,
    Asked(told): Asked<Password>,
) -> Result<(SetCookie, StatusCode), Failure> {
    let (user, _) = asker.with_account()?;
    check_own(&accounts, user, &client, told.password).await?;
    accounts.forget(user).await?;
    tracing::info!(user = user.id, "deleted");
    Ok((SetCookie::take(), StatusCode::NO_CONTENT))
}
