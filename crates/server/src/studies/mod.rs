//! Studies that are shared by a link: whoever knows one's id reads it, and only who has made it changes or deletes it.
//!
//! A study is kept as the text that it is as a file, proved when it comes: the game is over, and its record and all
//! variations are played again. So what is kept is no more than anybody could hand on, and nothing of a running match.

use crate::accounts::{Accounts, Asker};
use crate::error::Failure;
use crate::secret;
use crate::store::studies::{Room, StudyRow};
use crate::store::{Millis, User, now};
use crate::web::Library;
use crate::web::replay::{LARGEST_RECORD, Proved, prove};
use axum::extract::{DefaultBodyLimit, FromRef, Path, Query, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde::Deserialize;
use std::sync::Arc;
#[cfg(feature = "openapi")]
use utoipa_axum::{router::OpenApiRouter, routes};
use wire::{StudyInfo, StudyList};

/// How much somebody may keep.
const ROOM: Room = Room { studies: 100, bytes: 16 << 20 };
/// How much of a title is listed.
const LONGEST_TITLE: usize = 200;

/// The routes of this part.
pub fn routes<S: Clone + Send + Sync + 'static>() -> Router<S>
where
    Arc<Accounts>: FromRef<S>,
    Arc<Library>: FromRef<S>,
{
    Router::new()
        .route("/api/studies", get(list).post(share))
        .route("/api/studies/{id}", get(one).put(change).delete(forget))
        .route("/api/studies/{id}/record", get(text))
        .layer(DefaultBodyLimit::max(LARGEST_RECORD))
}

/// What is said of them to programs.
#[cfg(feature = "openapi")]
pub fn described<S: Clone + Send + Sync + 'static>() -> OpenApiRouter<S>
where
    Arc<Accounts>: FromRef<S>,
    Arc<Library>: FromRef<S>,
{
    OpenApiRouter::default().routes(routes!(list, share)).routes(routes!(one, change, forget)).routes(routes!(text))
}

/// Lists the studies that the asker shares
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/studies", tag = "studies", responses(
    (status = 200, description = "The studies, the one that changed last first", body = ref("#/components/schemas/StudyList")),
    (status = 401, description = "Nobody is signed in", body = ref("#/components/schemas/Error")),
    (status = 403, description = "This needs an account", body = ref("#/components/schemas/Error")),
)))]
async fn list(State(accounts): State<Arc<Accounts>>, asker: Asker) -> Result<Json<StudyList>, Failure> {
    let (user, _) = asker.with_account()?;
    let rows = accounts.store.studies(Some(&user.id), ROOM.studies).await?;
    Ok(Json(StudyList { studies: rows.into_iter().map(|row| told(row, &user.name, true)).collect() }))
}

/// Shares a study
///
/// The record of a finished game with what is written to it, as it is saved to a file. All of it is played again first.
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/studies", tag = "studies",
    request_body(content = String, content_type = "text/plain", description = "The study, or a record alone"),
    responses(
        (status = 201, description = "The study, under the id by which it is found", body = ref("#/components/schemas/StudyInfo")),
        (status = 401, description = "Nobody is signed in", body = ref("#/components/schemas/Error")),
        (status = 403, description = "This needs an account", body = ref("#/components/schemas/Error")),
        (status = 409, description = "The game is not over, or there is no more room", body = ref("#/components/schemas/Error")),
        (status = 413, description = "It is larger than 2 MB", body = ref("#/components/schemas/Error")),
        (status = 422, description = "It is not true; the message says in which line", body = ref("#/components/schemas/Error")),
    )))]
async fn share(
    State(accounts): State<Arc<Accounts>>,
    State(library): State<Arc<Library>>,
    asker: Asker,
    text: String,
) -> Result<Response, Failure> {
    let (user, _) = asker.with_account()?;
    let (proved, text) = proved(library, text).await?;
    let at = now();
    let row = row(secret::id()?, user, proved, &text, at, at);
    if !accounts.store.add_study(user, &row, &text, ROOM).await? {
        return Err(full());
    }
    Ok((StatusCode::CREATED, Json(told(row, &user.name, true))).into_response())
}

/// Tells whose study this is, and what it is about
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/studies/{id}", tag = "studies", params(("id" = String, Path)), responses(
    (status = 200, description = "The study, without its text", body = ref("#/components/schemas/StudyInfo")),
    (status = 404, description = "There is no such study", body = ref("#/components/schemas/Error")),
)))]
async fn one(
    State(accounts): State<Arc<Accounts>>,
    asker: Asker,
    Path(id): Path<String>,
) -> Result<Json<StudyInfo>, Failure> {
    let row = find(&accounts, &id).await?;
    let maker = accounts.store.user(&row.maker).await?.map_or_else(String::new, |user| user.name);
    let mine = asker.user.is_some_and(|user| user.id == row.maker);
    Ok(Json(told(row, &maker, mine)))
}

/// Reads a study
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/studies/{id}/record", tag = "studies", params(("id" = String, Path)), responses(
    (status = 200, description = "The record, with what is written to it", body = String, content_type = "text/plain"),
    (status = 404, description = "There is no such study", body = ref("#/components/schemas/Error")),
)))]
async fn text(State(accounts): State<Arc<Accounts>>, Path(id): Path<String>) -> Result<Response, Failure> {
    let text = if secret::is_id(&id) { accounts.store.study_text(&id).await? } else { None };
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], text.ok_or_else(missing)?).into_response())
}

#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "openapi", into_params(parameter_in = Query))]
struct Seen {
    /// Only if it is still as it was when it changed then: its `updated`.
    seen: Option<i64>,
}

/// Writes one's own study anew
#[cfg_attr(feature = "openapi", utoipa::path(put, path = "/api/studies/{id}", tag = "studies", params(("id" = String, Path), Seen),
    request_body(content = String, content_type = "text/plain", description = "The study, or a record alone"),
    responses(
        (status = 200, description = "The study", body = ref("#/components/schemas/StudyInfo")),
        (status = 401, description = "Nobody is signed in", body = ref("#/components/schemas/Error")),
        (status = 403, description = "Somebody else has made it", body = ref("#/components/schemas/Error")),
        (status = 404, description = "There is no such study", body = ref("#/components/schemas/Error")),
        (status = 409, description = "It was changed meanwhile, the game is not over, or there is no more room", body = ref("#/components/schemas/Error")),
        (status = 413, description = "It is larger than 2 MB", body = ref("#/components/schemas/Error")),
        (status = 422, description = "It is not true; the message says in which line", body = ref("#/components/schemas/Error")),
    )))]
async fn change(
    State(accounts): State<Arc<Accounts>>,
    State(library): State<Arc<Library>>,
    asker: Asker,
    Path(id): Path<String>,
    Query(Seen { seen }): Query<Seen>,
    text: String,
) -> Result<Json<StudyInfo>, Failure> {
    let (user, before) = own(&accounts, &asker, &id).await?;
    let (proved, text) = proved(library, text).await?;
    let row = row(id, user, proved, &text, before.created, now());
    if !accounts.store.change_study(user, &row, &text, seen, ROOM).await? {
        return Err(full());
    }
    Ok(Json(told(find(&accounts, &row.id).await?, &user.name, true)))
}

/// Deletes one's own study
#[cfg_attr(feature = "openapi", utoipa::path(delete, path = "/api/studies/{id}", tag = "studies", params(("id" = String, Path)), responses(
    (status = 204, description = "Gone: its link leads nowhere"),
    (status = 401, description = "Nobody is signed in", body = ref("#/components/schemas/Error")),
    (status = 403, description = "Somebody else has made it", body = ref("#/components/schemas/Error")),
    (status = 404, description = "There is no such study", body = ref("#/components/schemas/Error")),
)))]
async fn forget(
    State(accounts): State<Arc<Accounts>>,
    asker: Asker,
    Path(id): Path<String>,
) -> Result<StatusCode, Failure> {
    own(&accounts, &asker, &id).await?;
    accounts.store.forget_study(&id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A study, without its text, as it is told.
pub fn told(row: StudyRow, maker: &str, mine: bool) -> StudyInfo {
    let StudyRow { id, game, scenario, title, size, created, updated, .. } = row;
    StudyInfo { id, game, scenario, title, by: maker.to_string(), mine, size, created, updated }
}

/// That there is no study under an id.
pub fn missing() -> Failure {
    Failure::not_found("there is no such study; it may have been deleted")
}

fn full() -> Failure {
    let Room { studies, bytes } = ROOM;
    let megabytes = bytes >> 20;
    let message =
        format!("you share as much as there is room for, {studies} studies or {megabytes} MB; delete one first");
    Failure::conflict("full", message)
}

async fn find(accounts: &Accounts, id: &str) -> Result<StudyRow, Failure> {
    // What clients send in place of an id can be anything, also what no database takes.
    let found = if secret::is_id(id) { accounts.store.study(id).await? } else { None };
    found.ok_or_else(missing)
}

/// The asker, and a study that he has made.
async fn own<'a>(accounts: &Accounts, asker: &'a Asker, id: &str) -> Result<(&'a User, StudyRow), Failure> {
    let (user, _) = asker.with_account()?;
    let row = find(accounts, id).await?;
    if row.maker != user.id {
        return Err(Failure::forbidden("only who has made a study changes or deletes it"));
    }
    Ok((user, row))
}

/// A study that is true, with its text.
async fn proved(library: Arc<Library>, text: String) -> Result<(Proved, String), Failure> {
    let bench = library.replays.clone();
    bench.work(move |awaited| prove(&library, &text, awaited).map(|proved| (proved, text))).await?
}

fn row(id: String, maker: &User, proved: Proved, text: &str, created: Millis, updated: Millis) -> StudyRow {
    let Proved { game, scenario, title } = proved;
    let title = title.chars().take(LONGEST_TITLE).collect();
    StudyRow { id, maker: maker.id.clone(), game, scenario, title, size: text.len() as i64, created, updated }
}
