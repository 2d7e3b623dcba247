//! Matches over HTTP: for the lobby, and for bots that would rather not keep a socket.

use super::analyses;
use super::beside;
use super::club::Club;
use super::create;
use super::play::{damaged, row};
use super::record;
use super::request::{self, Choices, Request};
#[cfg(feature = "png")]
use super::seats::Holds;
use super::seats::Who;
use super::shapes::{self, Name};
use super::socket;
use crate::accounts::{Accounts, Asker, ensure_user};
use crate::error::Failure;
use crate::secret;
use crate::store::{List, MatchRow, Millis};
use crate::web::Asked;
use crate::web::client::Client;
use crate::web::cookie::SetCookie;
#[cfg(feature = "png")]
use crate::web::packed::Cache;
#[cfg(feature = "png")]
use crate::web::replay::up_to;
use crate::web::replay::{LARGEST_RECORD, See, Showing, chosen};
use crate::web::{Gate, Library, share};
use axum::extract::{DefaultBodyLimit, FromRef, Path, Query, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use engine::Record;
use serde::Deserialize;
use serde_json::Value;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
#[cfg(feature = "openapi")]
use utoipa_axum::{router::OpenApiRouter, routes};
use wire::{Archive, Created, Log, MatchInfo, MatchList, NewMatch};

/// How large a wish for a match may be: it may bring a record, which is written in JSON there.
const LARGEST_WISH: usize = 2 * LARGEST_RECORD;
/// How many matches are listed at once.
const LISTED: i64 = 20;
/// How long somebody may wait for something to happen, in seconds.
const LONGEST_WAIT: u64 = 30;

/// The routes of this part.
pub fn routes<S: Clone + Send + Sync + 'static>() -> Router<S>
where
    Arc<Club>: FromRef<S>,
    Arc<Accounts>: FromRef<S>,
    Arc<Gate>: FromRef<S>,
    Arc<Library>: FromRef<S>,
{
    let all = Router::new()
        .route("/api/matches", post(create_match).layer(DefaultBodyLimit::max(LARGEST_WISH)).get(list))
        .route("/api/matches/{id}", get(one))
        .route("/api/matches/{id}/table", get(table))
        .route("/api/matches/{id}/do", post(act))
        .route("/api/matches/{id}/archive", post(archive))
        .route("/api/matches/{id}/log", get(log))
        .route("/api/matches/{id}/record", get(record))
        .route("/api/matches/{id}/replay", get(replay))
        .route("/api/matches/{id}/analysis", get(analyses::analysis).post(analyses::ask_analysis))
        .route("/api/matches/{id}/socket", get(socket::socket));
    #[cfg(feature = "png")]
    let all = all.route("/api/matches/{id}/picture.png", get(position));
    all
}

/// What is said of them to programs.
#[cfg(feature = "openapi")]
pub fn described<S: Clone + Send + Sync + 'static>() -> OpenApiRouter<S>
where
    Arc<Club>: FromRef<S>,
    Arc<Accounts>: FromRef<S>,
    Arc<Gate>: FromRef<S>,
    Arc<Library>: FromRef<S>,
{
    let all = OpenApiRouter::default()
        .routes(routes!(create_match, list))
        .routes(routes!(one))
        .routes(routes!(table))
        .routes(routes!(act))
        .routes(routes!(archive))
        .routes(routes!(log))
        .routes(routes!(record))
        .routes(routes!(replay))
        .routes(routes!(analyses::analysis, analyses::ask_analysis))
        .routes(routes!(socket::socket));
    #[cfg(feature = "png")]
    let all = all.routes(routes!(position));
    all
}

/// Creates a match
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/matches", tag = "matches", request_body = ref("#/components/schemas/NewMatch"), responses(
    (status = 201, description = "The match, and the links that hold its seats", body = ref("#/components/schemas/Created")),
    (status = 409, description = "It cannot go on from there: the game is not over, or over by then", body = ref("#/components/schemas/Error")),
    (status = 413, description = "The record from which it goes on is larger than 2 MB", body = ref("#/components/schemas/Error")),
    (status = 422, description = "It cannot be played so", body = ref("#/components/schemas/Error")),
    (status = 429, description = "Too many matches", body = ref("#/components/schemas/Error")),
)))]
async fn create_match(
    State(club): State<Arc<Club>>,
    State(accounts): State<Arc<Accounts>>,
    State(gate): State<Arc<Gate>>,
    State(library): State<Arc<Library>>,
    asker: Asker,
    client: Client,
    Asked(new): Asked<NewMatch>,
) -> Result<Response, Failure> {
    let plan = create::plan(&club, &library, asker.user.as_ref(), client.neighbourhood(), new).await?;
    let (user, cookie) = ensure_user(&accounts, &asker, client.neighbourhood()).await?;
    let made = create::create(&club, &user, plan).await?;
    let who = Who { user: Some(user), link: None };
    let info = info(&club, &row(&club, &made.id).await?, &who, &mut HashMap::new()).await?;
    let base = share::base(&gate, &client);
    let link = |(side, token)| (side, format!("{base}/m/{}#{token}", made.id));
    let created = Created { r#match: info, links: made.tokens.into_iter().map(link).collect() };
    Ok((StatusCode::CREATED, cookie, Json(created)).into_response())
}

#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "openapi", into_params(parameter_in = Query))]
struct Wanted {
    /// `open`, `mine`, `archived`, `live` or `finished`.
    list: Option<String>,
    /// The cursor from the list before.
    before: Option<String>,
    /// Only matches of this game.
    game: Option<String>,
}

/// Lists matches
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/matches", tag = "matches", params(Wanted), responses(
    (status = 200, description = "Matches, those changed last first", body = ref("#/components/schemas/MatchList")),
)))]
async fn list(
    State(club): State<Arc<Club>>,
    asker: Asker,
    Query(wanted): Query<Wanted>,
) -> Result<Json<MatchList>, Failure> {
    let who = Who::from(asker);
    let list = match wanted.list.as_deref().unwrap_or("open") {
        "open" => List::Open,
        "live" => List::Live,
        "finished" => List::Finished,
        mine @ ("mine" | "archived") => match who.id() {
            Some(user) if mine == "mine" => List::Kept(user.to_string()),
            Some(user) => List::Archived(user.to_string()),
            None => return Ok(Json(MatchList::default())),
        },
        _ => return Err(Failure::bad_request("the lists are open, mine, archived, live and finished")),
    };
    let mut before = wanted.before.as_deref().map(read_cursor).transpose()?;
    let (mut matches, mut names) = (Vec::new(), HashMap::new());
    // Matches of other games are passed over, but not for ever.
    for _ in 0..10 {
        let rows = club.store.matches(list.clone(), before.take(), LISTED).await?;
        let full = rows.len() as i64 == LISTED;
        before = rows.last().filter(|_| full).map(|row| (row.summary.updated, row.id.clone()));
        for row in rows.iter().filter(|row| wanted.game.as_ref().is_none_or(|game| *game == row.game)) {
            matches.push(info(&club, row, &who, &mut names).await?);
        }
        if before.is_none() || matches.len() as i64 * 2 >= LISTED {
            break;
        }
    }
    let next = before.map(|(updated, id)| format!("{updated}.{id}"));
    Ok(Json(MatchList { matches, next }))
}

/// The place in a list where the list before ended.
pub fn read_cursor(text: &str) -> Result<(Millis, String), Failure> {
    let parts = text.split_once('.').and_then(|(updated, id)| Some((updated.parse().ok()?, id.to_string())));
    parts.filter(|(_, id)| secret::is_id(id)).ok_or_else(|| Failure::bad_request("this is no cursor of a list"))
}

/// Users that were asked for before, by id and game.
pub type Names = HashMap<(String, String), Name>;

/// A match as the lobby tells it; `names` remembers users that were asked for before.
pub async fn info(club: &Club, row: &MatchRow, who: &Who, names: &mut Names) -> Result<MatchInfo, Failure> {
    let mut found = [None, None];
    for (name, seat) in found.iter_mut().zip(&row.seats) {
        let key = seat.user.clone().map(|user| (user, row.game.clone()));
        *name = match key.as_ref().and_then(|key| names.get(key).cloned()) {
            Some(known) => Some(known),
            None => Name::of(club, seat, &row.game).await?,
        };
        if let (Some(name), Some(key)) = (&name, key) {
            names.insert(key, name.clone());
        }
    }
    Ok(shapes::match_info(&club.games, row, &beside::read(&row.head)?, &found, who))
}

/// One match
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/matches/{id}", tag = "matches", params(("id" = String, Path)), responses(
    (status = 200, description = "The match", body = ref("#/components/schemas/MatchInfo")),
    (status = 404, description = "There is no such match", body = ref("#/components/schemas/Error")),
)))]
async fn one(State(club): State<Arc<Club>>, asker: Asker, Path(id): Path<String>) -> Result<Json<MatchInfo>, Failure> {
    let row = row(&club, &id).await?;
    info(&club, &row, &Who::from(asker), &mut HashMap::new()).await.map(Json)
}

/// Puts one of the asker's matches away, or takes it out again
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/matches/{id}/archive", tag = "matches", params(("id" = String, Path)),
    request_body = ref("#/components/schemas/Archive"), responses(
    (status = 204, description = "It is done"),
    (status = 403, description = "The asker has no seat there", body = ref("#/components/schemas/Error")),
    (status = 404, description = "There is no such match", body = ref("#/components/schemas/Error")),
)))]
async fn archive(
    State(club): State<Arc<Club>>,
    asker: Asker,
    Path(id): Path<String>,
    Asked(wanted): Asked<Archive>,
) -> Result<StatusCode, Failure> {
    let (row, who) = (row(&club, &id).await?, Who::from(asker));
    let user = who.id().filter(|user| row.seats.iter().any(|seat| seat.user.as_deref() == Some(*user)));
    let user = user.ok_or_else(|| Failure::forbidden("you have no seat in this match"))?;
    club.store.set_archived(&id, user, wanted.on).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "openapi", into_params(parameter_in = Query))]
struct Looking {
    /// Whose eyes: a side's id, `spectator`, or `all`.
    see: Option<String>,
    /// Answers only when another number of actions has been played, the match has started or is over, an offer was
    /// made or answered, or the time is up.
    after: Option<usize>,
    /// How many seconds to wait at most.
    wait: Option<u64>,
    /// How choices are told: `full`, `short` or `forecasts`.
    #[cfg_attr(feature = "openapi", param(value_type = Option<String>, pattern = "^(full|short|forecasts)$"))]
    choices: Option<Choices>,
}

/// All that the asker may know of a match
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/matches/{id}/table", tag = "matches", params(("id" = String, Path), Looking), responses(
    (status = 200, description = "The table", body = ref("#/components/schemas/Scene")),
    (status = 403, description = "Not with these eyes", body = ref("#/components/schemas/Error")),
    (status = 404, description = "There is no such match", body = ref("#/components/schemas/Error")),
)))]
async fn table(
    State(club): State<Arc<Club>>,
    asker: Asker,
    Path(id): Path<String>,
    Query(looking): Query<Looking>,
) -> Result<Json<wire::Scene>, Failure> {
    let (who, room) = (Who::from(asker), club.rooms.room(&id));
    let until = tokio::time::sleep(Duration::from_secs(looking.wait.unwrap_or(0).min(LONGEST_WAIT)));
    tokio::pin!(until);
    let mut waits = looking.wait.is_some();
    let mut before = None;
    loop {
        let mut open = room.open(&club).await?;
        open.admit(&who, None).await?;
        open.settle_clock().await?;
        let play = &open.inside.play;
        let standing = (play.started, play.offer, play.chooser());
        let known = play.count_of(who.holds(&play.row.seats)).told(play.table.actions());
        waits &= looking.after == Some(known) && !play.is_over();
        waits &= *before.get_or_insert(standing) == standing;
        if !waits {
            return open.table(&who, looking.see.as_deref(), looking.choices.unwrap_or_default()).map(Json);
        }
        // Before anybody else comes in, so that nothing is missed.
        let mut changes = room.changes();
        drop(open);
        tokio::select! {
            changed = changes.changed() => waits = changed.is_ok(),
            () = &mut until => waits = false,
            () = club.closing.closed() => waits = false,
        }
    }
}

/// Does something in a match
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/matches/{id}/do", tag = "matches", params(("id" = String, Path)),
    request_body = ref("#/components/schemas/Request"), responses(
    (status = 200, description = "It is done", body = ref("#/components/schemas/Answer")),
    (status = 403, description = "The asker has no such seat", body = ref("#/components/schemas/Error")),
    (status = 404, description = "There is no such match", body = ref("#/components/schemas/Error")),
    (status = 409, description = "It cannot be done now", body = ref("#/components/schemas/Error")),
    (status = 422, description = "The rules do not allow it", body = ref("#/components/schemas/Error")),
)))]
async fn act(
    State(club): State<Arc<Club>>,
    State(accounts): State<Arc<Accounts>>,
    asker: Asker,
    client: Client,
    Path(id): Path<String>,
    Asked(body): Asked<Value>,
) -> Result<Response, Failure> {
    let request = request::read(without_id(body))?;
    let (mut who, mut cookie) = (Who::from(asker.clone()), SetCookie::default());
    let room = club.rooms.room(&id);
    // Who takes a seat becomes somebody, if only a guest; a link alone is enough to hold the seat it is for.
    if let (Request::Sit { side, .. }, None) = (&request, &who.user) {
        room.open(&club).await?.free_seat(&who, side)?;
        let (user, with_session) = ensure_user(&accounts, &asker, client.neighbourhood()).await?;
        who.user = Some(user);
        cookie = with_session;
    }
    let answer = room.handle(&club, &who, request).await?;
    Ok((cookie, Json(answer)).into_response())
}

/// A request as it comes over a socket has an id; over HTTP nobody needs it.
fn without_id(mut body: Value) -> Value {
    if let Some(object) = body.as_object_mut() {
        object.remove("id");
    }
    body
}

#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "openapi", into_params(parameter_in = Query))]
struct Earlier {
    /// Whose eyes: a side's id, `spectator`, or `all`.
    see: Option<String>,
    /// Only what happened before so many actions had been played.
    before: Option<usize>,
}

/// What happened earlier
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/matches/{id}/log", tag = "matches", params(("id" = String, Path), Earlier), responses(
    (status = 200, description = "Events, in order; ask again before the first of them for more", body = ref("#/components/schemas/Log")),
    (status = 403, description = "Not with these eyes", body = ref("#/components/schemas/Error")),
    (status = 404, description = "There is no such match", body = ref("#/components/schemas/Error")),
)))]
async fn log(
    State(club): State<Arc<Club>>,
    asker: Asker,
    Path(id): Path<String>,
    Query(earlier): Query<Earlier>,
) -> Result<Json<Log>, Failure> {
    let open = club.rooms.room(&id).open(&club).await?;
    let play = &open.inside.play;
    let holds = Who::from(asker).holds(&play.row.seats);
    let viewer = shapes::viewer(play, holds, earlier.see.as_deref())?;
    let count = play.count(viewer, holds);
    // Before the action that he counts so.
    let before = earlier.before.map_or(usize::MAX, |before| count.actual(before));
    Ok(Json(Log { log: shapes::log(play, viewer, count, before) }))
}

/// The record of a match that is over
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/matches/{id}/record", tag = "matches", params(("id" = String, Path)), responses(
    (status = 200, description = "The record, as `grognard check` verifies it", body = String, content_type = "text/plain"),
    (status = 404, description = "There is no such match", body = ref("#/components/schemas/Error")),
    (status = 409, description = "The match is not over", body = ref("#/components/schemas/Error")),
)))]
async fn record(State(club): State<Arc<Club>>, asker: Asker, Path(id): Path<String>) -> Result<Response, Failure> {
    let text = record::text(&club, &Who::from(asker), &id).await?;
    let name = format!("attachment; filename=\"{id}.record\"");
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8".to_string()), (CONTENT_DISPOSITION, name)], text).into_response())
}

/// A match so far, step by step
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/matches/{id}/replay", tag = "replays", params(("id" = String, Path), See), responses(
    (status = 200, description = "The match, step by step; with `parts` a line for each part", content(
        (ref("#/components/schemas/Replay") = "application/json"), (String = "application/x-ndjson"))),
    (status = 403, description = "Not with these eyes", body = ref("#/components/schemas/Error")),
    (status = 404, description = "There is no such match", body = ref("#/components/schemas/Error")),
)))]
async fn replay(
    State(club): State<Arc<Club>>,
    State(library): State<Arc<Library>>,
    asker: Asker,
    Path(id): Path<String>,
    Query(see): Query<See>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let who = Who::from(asker);
    let showing = match finished(&club, &who, &id, see.see.as_deref()).await? {
        Some(showing) => showing,
        None => {
            let open = club.rooms.room(&id).open(&club).await?;
            let play = &open.inside.play;
            let holds = who.holds(&play.row.seats);
            let (viewer, viewers) = (shapes::viewer(play, holds, see.see.as_deref())?, shapes::viewers(play, holds));
            let secret = play.count(viewer, holds).secrets();
            let (id, game, record) = (play.row.game.clone(), play.game.clone(), play.table.record());
            Showing { id, game, record, sealed: usize::MAX, viewer, viewers, is_ours: true, secret }
        }
    };
    showing.answer(&library, see.manner(&headers)).await
}

/// A match that is over, out of the store: it need not be played before it is shown.
async fn finished(club: &Arc<Club>, who: &Who, id: &str, see: Option<&str>) -> Result<Option<Showing>, Failure> {
    let row = row(club, id).await?;
    let Some(game) = club.games.get(&row.game).filter(|_| row.summary.status == "over") else { return Ok(None) };
    let viewers = shapes::viewers_of(true, who.holds(&row.seats));
    let viewer = chosen(game.about(), &viewers, see)?;
    let kept = club.store.record(id).await?.join("\n");
    let (record, _) = Record::parse_open(&kept).map_err(|error| damaged(id, &error))?;
    let (id, sealed) = (row.game, usize::MAX);
    Ok(Some(Showing { id, game, record, sealed, viewer, viewers, is_ours: true, secret: Vec::new() }))
}

#[cfg(feature = "png")]
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "openapi", into_params(parameter_in = Query))]
struct Moment {
    /// After so many actions; now, if none is given.
    at: Option<usize>,
}

/// A position of a match as both sides may see it, as a preview
#[cfg(feature = "png")]
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/matches/{id}/picture.png", tag = "matches",
    params(("id" = String, Path), Moment),
    responses(
        (status = 200, description = "The picture", content_type = "image/png"),
        (status = 404, description = "There is no such match", body = ref("#/components/schemas/Error")),
    )))]
async fn position(
    State(club): State<Arc<Club>>,
    State(library): State<Arc<Library>>,
    Path(id): Path<String>,
    Query(moment): Query<Moment>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let open = club.rooms.room(&id).open(&club).await?;
    let play = &open.inside.play;
    let (game, record) = (play.game.clone(), play.table.record());
    let at = moment.at.map_or(usize::MAX, |at| play.count_of(Holds::default()).actual(at));
    drop(open);
    let record = up_to(record, at);
    let picture = crate::web::picture::position(&library, &id, game, record).await?;
    Ok(picture.answer(&headers, Cache::Ask))
}
