//! What a user sees and changes of himself.

use super::asker::{guest_name, new_guest};
use super::{Accounts, Asker, names, session};
use crate::error::Failure;
use crate::notices::Post;
use crate::store::company::RatingRow;
use crate::store::{List, StoreError, User, UserChange, now};
use crate::web::Asked;
use crate::web::client::Client;
use crate::web::cookie::SetCookie;
use axum::Json;
use axum::extract::State;
use std::sync::Arc;
use wire::{ChangeMe, GuestName, Me, Notices, OwnRating};

/// How many of a user's matches are looked up at a time.
const PAGE: i64 = 100;

/// A user as he is shown to himself, in the session that has this id.
pub async fn info(accounts: &Accounts, user: Option<&User>, session: Option<&str>) -> Result<Json<Me>, Failure> {
    let mail = accounts.post.has_mail();
    let Some(user) = user else { return Ok(Json(Me { user: None, mail })) };
    let sessions = accounts.store.sessions(&user.id, now()).await?;
    let ratings = accounts.store.ratings_of(&user.id).await?.iter().map(own_rating).collect();
    let others = sessions.iter().filter(|other| other.bot.is_none() && Some(other.id.as_str()) != session).count();
    let user = wire::User {
        id: user.id.clone(),
        name: user.name.clone(),
        guest: user.password.is_none(),
        named: user.name != guest_name(&user.id),
        email: user.email.clone(),
        email_confirmed: user.email_confirmed,
        webhook: user.webhook.clone(),
        notices: Notices { mail: user.notice_mail, webhook: user.notice_webhook },
        sessions: others,
        rated: user.rated,
        ratings,
    };
    Ok(Json(Me { user: Some(user), mail }))
}

/// A rating as its owner is told it.
fn own_rating(row: &RatingRow) -> OwnRating {
    let now = row.rating.rested(now() - row.last);
    OwnRating {
        game: row.game.clone(),
        rating: now.rating.round() as i64,
        deviation: now.deviation.round() as i64,
        provisional: now.is_provisional(),
        matches: row.matches,
        won: row.won,
        drawn: row.drawn,
    }
}

/// Who is asking
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/me", tag = "accounts", responses(
    (status = 200, description = "The user of the session or of the bot's token", body = ref("#/components/schemas/Me")),
)))]
pub async fn me(State(accounts): State<Arc<Accounts>>, asker: Asker) -> Result<Json<Me>, Failure> {
    info(&accounts, asker.user.as_ref(), asker.session.as_ref().map(|session| session.id.as_str())).await
}

/// Change oneself
#[cfg_attr(feature = "openapi", utoipa::path(patch, path = "/api/me", tag = "accounts", request_body = ref("#/components/schemas/ChangeMe"), responses(
    (status = 200, description = "The user afterwards", body = ref("#/components/schemas/Me")),
    (status = 422, description = "It cannot be so", body = ref("#/components/schemas/Error")),
    (status = 409, description = "The name is taken", body = ref("#/components/schemas/Error")),
)))]
pub async fn change_me(
    State(accounts): State<Arc<Accounts>>,
    asker: Asker,
    Asked(change): Asked<ChangeMe>,
) -> Result<Json<Me>, Failure> {
    let (user, session) = asker.in_person()?;
    if change.webhook.is_some() || change.notices.is_some() || change.rated.is_some() {
        asker.with_account()?;
    }
    let change = checked(user, change, &accounts.post)?;
    if let Some(name) = change.name.as_ref().filter(|_| user.password.is_none()) {
        check_guests_name(&accounts, name).await?;
    }
    let changed = accounts.store.change_user(user, &change).await.map_err(or_taken)?;
    if change.name.is_some() {
        introduce(&accounts, &user.id).await?;
    }
    info(&accounts, Some(&changed), Some(&session.id)).await
}

/// Come in under a name
///
/// Whoever is nobody yet is a guest from then on.
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/guest", tag = "accounts", request_body = ref("#/components/schemas/GuestName"), responses(
    (status = 200, description = "The guest", body = ref("#/components/schemas/Me")),
    (status = 422, description = "Nobody can be called so", body = ref("#/components/schemas/Error")),
    (status = 409, description = "The asker is somebody already", body = ref("#/components/schemas/Error")),
    (status = 429, description = "Tried too often", body = ref("#/components/schemas/Error")),
)))]
pub async fn come_in(
    State(accounts): State<Arc<Accounts>>,
    client: Client,
    asker: Asker,
    Asked(wanted): Asked<GuestName>,
) -> Result<(SetCookie, Json<Me>), Failure> {
    if asker.user.is_some() {
        return Err(Failure::conflict("signed_in", "you are somebody already; change your name instead"));
    }
    let guest = User { name: names::name(&wanted.name)?, ..new_guest()? };
    check_guests_name(&accounts, &guest.name).await?;
    accounts.guests.pass(&client.neighbourhood()).await?;
    accounts.store.add_user(&guest).await?;
    let (session, token) = session::begin(&accounts, &guest, None).await?;
    Ok((SetCookie::give(&token, asker.secure), info(&accounts, Some(&guest), Some(&session.id)).await?))
}

/// What a user may change of himself, given how he stands.
fn checked(user: &User, change: ChangeMe, post: &Post) -> Result<UserChange, Failure> {
    let name = change.name.map(|name| names::name(&name)).transpose()?;
    let mut wanted = UserChange { name, webhook: change.webhook, rated: change.rated, ..UserChange::default() };
    if let Some(Some(webhook)) = &wanted.webhook {
        post.check_webhook(webhook).map_err(Failure::bad_request)?;
    }
    if wanted.webhook == Some(None) {
        wanted.notice_webhook = Some(false);
    }
    if let Some(notices) = change.notices {
        wanted.notice_mail = notices.mail;
        wanted.notice_webhook = notices.webhook.or(wanted.notice_webhook);
        if wanted.notice_mail == Some(true) && !user.email_confirmed {
            return Err(Failure::conflict("no_address", "confirm an e-mail address first"));
        }
        let webhook = wanted.webhook.as_ref().unwrap_or(&user.webhook);
        if wanted.notice_webhook == Some(true) && webhook.is_none() {
            return Err(Failure::conflict("no_address", "give a webhook's address first"));
        }
    }
    Ok(wanted)
}

/// Has the tables where a user sits tell who he is now.
pub async fn introduce(accounts: &Accounts, user: &str) -> Result<(), Failure> {
    let mut before = None;
    loop {
        let page = accounts.store.matches(List::Of(user.to_string()), before, PAGE).await?;
        let Some(last) = page.last() else { return Ok(()) };
        before = Some((last.summary.updated, last.id.clone()));
        accounts.tables.reread(&page.into_iter().map(|row| row.id).collect::<Vec<_>>());
    }
}

/// Whether a guest may be called so: nobody is to be taken for an account.
async fn check_guests_name(accounts: &Accounts, name: &str) -> Result<(), Failure> {
    match accounts.store.account(name).await? {
        Some(_) => Err(or_taken(StoreError::Taken)),
        None => Ok(()),
    }
}

/// Tells a name that is taken from a failure of ours.
pub fn or_taken(error: StoreError) -> Failure {
    match error {
        StoreError::Taken => Failure::conflict("taken", "somebody else has this name"),
        error => error.into(),
    }
}
