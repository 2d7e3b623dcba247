//! A password that is forgotten: a code is mailed to the account's address, and sets a new one.

use super::{Accounts, codes, names};
use crate::error::Failure;
use crate::store::User;
use crate::web::Asked;
use crate::web::client::Client;
use axum::extract::State;
use axum::http::StatusCode;
use std::sync::Arc;
use wire::{Forgotten, ResetPassword};

/// Ask for a new password
///
/// A code is mailed to the account's confirmed address. The answer is the same where there is no such account or address.
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/password/forgotten", tag = "accounts", request_body = ref("#/components/schemas/Forgotten"), responses(
    (status = 204, description = "If there is such an account with a confirmed address, the code is on its way"),
    (status = 409, description = "This server sends no mail", body = ref("#/components/schemas/Error")),
    (status = 429, description = "Asked too often", body = ref("#/components/schemas/Error")),
)))]
pub async fn forgotten(
    State(accounts): State<Arc<Accounts>>,
    client: Client,
    Asked(told): Asked<Forgotten>,
) -> Result<StatusCode, Failure> {
    accounts.sign_ins.pass(&client.neighbourhood()).await?;
    if !accounts.post.has_mail() {
        return Err(Failure::conflict("no_mail", "this server sends no mail; ask whoever runs it"));
    }
    // Apart: how long a mail takes would tell whether there is such an account.
    tokio::spawn(async move {
        if let Err(failure) = mail_code(&accounts, &told.name).await {
            tracing::warn!(kind = failure.kind, "no code for a new password was mailed");
        }
    });
    Ok(StatusCode::NO_CONTENT)
}

/// Mails a code to an account, where there is one and it can be reached.
async fn mail_code(accounts: &Accounts, name: &str) -> Result<(), Failure> {
    let Some(user) = find(accounts, name).await?.filter(|user| user.email_confirmed && !user.banned) else {
        return Ok(());
    };
    let Some(email) = &user.email else { return Ok(()) };
    accounts.mails.pass(&user.id).await?;
    accounts.mails.pass(&email.to_lowercase()).await?;
    let (code, kept) = codes::new_code(&user, email)?;
    accounts.store.set_reset_code(&user, &kept).await?;
    let text = format!(
        "{code} is the code that sets a new password for {} at Grognard. It is good for an hour.\r\n\r\n\
         If you did not ask for it, somebody has typed your name; your password is as it was.\r\n",
        user.name
    );
    let sent = accounts.post.mail(email, &format!("{code} is your code for a new password"), text).await;
    sent.map_err(|error| Failure::new(StatusCode::BAD_GATEWAY, "mail_failed", error.to_string()))
}

/// Set a new password
///
/// With the code from the mail. All browsers are signed out; bots' tokens stay.
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/password/reset", tag = "accounts", request_body = ref("#/components/schemas/ResetPassword"), responses(
    (status = 204, description = "Set; sign in with it"),
    (status = 422, description = "Such a password cannot be", body = ref("#/components/schemas/Error")),
    (status = 403, description = "The code is wrong, or no longer good", body = ref("#/components/schemas/Error")),
    (status = 429, description = "Tried too often", body = ref("#/components/schemas/Error")),
)))]
pub async fn reset_password(
    State(accounts): State<Arc<Accounts>>,
    client: Client,
    Asked(told): Asked<ResetPassword>,
) -> Result<StatusCode, Failure> {
    accounts.sign_ins.pass(&client.neighbourhood()).await?;
    names::password(&told.new)?;
    // Nobody learns from the answer whether there is such an account.
    let wrong = || Failure::new(StatusCode::FORBIDDEN, "wrong_code", "the code is wrong, or no longer good");
    let user = find(&accounts, &told.name).await?.ok_or_else(wrong)?;
    let kept = accounts.store.try_reset_code(&user.id).await?.ok_or_else(wrong)?;
    let is_his = user.email_confirmed && user.email.as_ref() == Some(&kept.email);
    if !is_his || !codes::is_good(&kept) || !codes::is_right(&kept, &user, &told.code) {
        return Err(wrong());
    }
    let password = accounts.passwords.hash(told.new).await?;
    accounts.store.reset_password(&user, &password).await?;
    accounts.tables.hang_up(&user.id);
    tracing::info!(user = user.id, "has a new password");
    Ok(StatusCode::NO_CONTENT)
}

/// The account of this name, if there is one.
async fn find(accounts: &Accounts, name: &str) -> Result<Option<User>, Failure> {
    match names::name(name) {
        Ok(name) => Ok(accounts.store.account(&name).await?),
        Err(_) => Ok(None),
    }
}
