//! A mail address, and the proof that it is the user's.

use super::me;
use super::{Accounts, Asker, codes, names};
use crate::error::Failure;
use crate::web::Asked;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use std::sync::Arc;
use wire::{Code, Email, Me};

/// Give a mail address
///
/// A code is mailed there; nothing else is until it has come back.
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/me/email", tag = "accounts", request_body = ref("#/components/schemas/Email"), responses(
    (status = 204, description = "The code is on its way"),
    (status = 422, description = "This is no address", body = ref("#/components/schemas/Error")),
    (status = 409, description = "This server sends no mail", body = ref("#/components/schemas/Error")),
    (status = 502, description = "The mail could not be sent", body = ref("#/components/schemas/Error")),
)))]
pub async fn set_email(
    State(accounts): State<Arc<Accounts>>,
    asker: Asker,
    Asked(told): Asked<Email>,
) -> Result<StatusCode, Failure> {
    let (user, _) = asker.with_account()?;
    if !accounts.post.has_mail() {
        return Err(Failure::conflict("no_mail", "this server sends no mail"));
    }
    let email = names::email(&told.email)?;
    accounts.mails.pass(&user.id).await?;
    accounts.mails.pass(&email.to_lowercase()).await?;
    let (code, kept) = codes::new_code(user, &email)?;
    accounts.store.set_email(user, &kept).await?;
    let text = format!(
        "{code} is the code that confirms this address at Grognard. It is good for an hour.\r\n\r\n\
         If you did not ask for it, somebody has mistyped his own address; you need not do anything.\r\n"
    );
    accounts.post.mail(&email, &format!("{code} is your code"), text).await.map_err(|error| {
        tracing::warn!(%error, "a code could not be mailed");
        Failure::new(StatusCode::BAD_GATEWAY, "mail_failed", "the mail could not be sent; is the address right?")
    })?;
    Ok(StatusCode::NO_CONTENT)
}

/// Confirm the mail address
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/me/email/confirm", tag = "accounts", request_body = ref("#/components/schemas/Code"), responses(
    (status = 200, description = "Confirmed", body = ref("#/components/schemas/Me")),
    (status = 403, description = "The code is wrong", body = ref("#/components/schemas/Error")),
    (status = 409, description = "There is no code, or it has ended", body = ref("#/components/schemas/Error")),
)))]
pub async fn confirm_email(
    State(accounts): State<Arc<Accounts>>,
    asker: Asker,
    Asked(told): Asked<Code>,
) -> Result<Json<Me>, Failure> {
    let (user, session) = asker.with_account()?;
    let kept = accounts.store.try_mail_code(&user.id).await?;
    let ended = || Failure::conflict("code_ended", "this code is no longer good; ask for a new one");
    let kept = kept.filter(codes::is_good).ok_or_else(ended)?;
    if !codes::is_right(&kept, user, &told.code) {
        return Err(Failure::new(StatusCode::FORBIDDEN, "wrong_code", "the code is wrong"));
    }
    let confirmed = accounts.store.confirm_email(user, &kept.email).await?;
    me::info(&accounts, Some(&confirmed), Some(&session.id)).await
}
