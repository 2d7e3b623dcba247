//! Tokens for bots: they act as their owner at the table, and cannot touch his account.

use super::{Accounts, Asker, names, session};
use crate::error::Failure;
use crate::store::{Session, now};
use crate::web::Asked;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use std::sync::Arc;
use wire::{BotName, NewToken, TokenInfo, Tokens};

/// How many tokens one account may have.
const MOST: usize = 20;

/// The bots' tokens
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/tokens", tag = "accounts", responses(
    (status = 200, description = "The tokens, the oldest first", body = ref("#/components/schemas/Tokens")),
)))]
pub async fn tokens(State(accounts): State<Arc<Accounts>>, asker: Asker) -> Result<Json<Tokens>, Failure> {
    let (user, _) = asker.with_account()?;
    let tokens = of(&accounts, &user.id).await?;
    let told = tokens.into_iter().map(|(name, session)| TokenInfo { id: session.id, name, created: session.created });
    Ok(Json(Tokens { tokens: told.collect() }))
}

/// Make a token for a bot
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/tokens", tag = "accounts", request_body = ref("#/components/schemas/BotName"), responses(
    (status = 200, description = "The token", body = ref("#/components/schemas/NewToken")),
    (status = 409, description = "There are too many", body = ref("#/components/schemas/Error")),
)))]
pub async fn add_token(
    State(accounts): State<Arc<Accounts>>,
    asker: Asker,
    Asked(bot): Asked<BotName>,
) -> Result<Json<NewToken>, Failure> {
    let (user, _) = asker.with_account()?;
    let name = names::name(&bot.name)?;
    if of(&accounts, &user.id).await?.len() >= MOST {
        return Err(Failure::conflict("too_many", format!("an account has at most {MOST} tokens")));
    }
    let (_, token) = session::begin(&accounts, user, Some(name)).await?;
    Ok(Json(NewToken { token }))
}

/// Take a token back
#[cfg_attr(feature = "openapi", utoipa::path(delete, path = "/api/tokens/{id}", tag = "accounts", params(("id" = String, Path, description = "Its id")),
    responses(
        (status = 204, description = "It opens nothing any more"),
        (status = 404, description = "There is no such token", body = ref("#/components/schemas/Error")),
    )))]
pub async fn end_token(
    State(accounts): State<Arc<Accounts>>,
    asker: Asker,
    Path(id): Path<String>,
) -> Result<StatusCode, Failure> {
    let (user, _) = asker.with_account()?;
    let is_token = of(&accounts, &user.id).await?.iter().any(|(_, session)| session.id == id);
    if !is_token || !accounts.store.end_session(&user.id, &id).await? {
        return Err(Failure::not_found("there is no such token"));
    }
    accounts.tables.hang_up(&user.id);
    Ok(StatusCode::NO_CONTENT)
}

/// The tokens of a user, with their names.
async fn of(accounts: &Accounts, user: &str) -> Result<Vec<(String, Session)>, Failure> {
    let sessions = accounts.store.sessions(user, now()).await?;
    Ok(sessions.into_iter().filter_map(|session| session.bot.clone().map(|name| (name, session))).collect())
}
