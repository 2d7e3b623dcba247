//! Tournaments over HTTP.

use super::book::{Book, Head, Names, info, read_head, status};
use super::steward;
use crate::accounts::Asker;
use crate::error::Failure;
use crate::matches::{Club, is_rateable, rating_needed, read_cursor, setting};
use crate::secret;
use crate::store::company::{TournamentList as List, TournamentRow, TournamentStep};
use crate::store::{StoreError, User, now};
use crate::web::Asked;
use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use serde::Deserialize;
use std::sync::Arc;
use wire::{NewTournament, Tournament, TournamentKind, TournamentList};

/// How many tournaments are listed at once.
const LISTED: i64 = 20;
/// How many somebody may hold at a time.
const HELD: i64 = 5;
/// How many may play; in a round robin it would never end.
const MOST_PLAYERS: u32 = 128;
const MOST_IN_A_ROUND_ROBIN: u32 = 32;
const MOST_ROUNDS: u32 = 20;
const TITLE: std::ops::RangeInclusive<usize> = 3..=60;
const LONGEST_TEXT: usize = 1000;
const MINUTE: i64 = 60_000;
const YEAR: i64 = 366 * 24 * 60 * MINUTE;

#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "openapi", into_params(parameter_in = Query))]
pub(super) struct Sought {
    /// `all`, `open`, `playing`, `over` or `mine`.
    list: Option<String>,
    /// The cursor from the list before.
    before: Option<String>,
}

/// Lists tournaments
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/tournaments", tag = "company", params(Sought), responses(
    (status = 200, description = "Tournaments, those changed last first", body = ref("#/components/schemas/TournamentList")),
    (status = 422, description = "There is no such list, or this is no cursor", body = ref("#/components/schemas/Error")),
)))]
pub(super) async fn list(
    State(club): State<Arc<Club>>,
    asker: Asker,
    Query(sought): Query<Sought>,
) -> Result<Json<TournamentList>, Failure> {
    let list = match (sought.list.as_deref().unwrap_or("all"), &asker.user) {
        ("all", _) => List::All,
        ("open", _) => List::Status(status::OPEN),
        ("playing", _) => List::Status(status::PLAYING),
        ("over", _) => List::Status(status::OVER),
        ("mine", Some(user)) => List::Of(user.id.clone()),
        ("mine", None) => return Ok(Json(TournamentList::default())),
        _ => return Err(Failure::bad_request("the lists are all, open, playing, over and mine")),
    };
    let before = sought.before.as_deref().map(read_cursor).transpose()?;
    let rows = club.store.tournaments(list, before, LISTED).await?;
    let next = rows.last().filter(|_| rows.len() as i64 == LISTED).map(|row| format!("{}.{}", row.updated, row.id));
    let ids: Vec<String> = rows.iter().map(|row| row.id.clone()).collect();
    let entered = match &asker.user {
        Some(user) => club.store.entered(&user.id, &ids).await?,
        None => Vec::new(),
    };
    let users: Vec<String> =
        rows.iter().flat_map(|row| [Some(row.host.clone()), row.winner.clone()]).flatten().collect();
    let names = Names::of(&club, &users).await?;
    let told =
        |row: &TournamentRow| Ok(info(row, &read_head(row)?, &names, asker.user.as_ref(), entered.contains(&row.id)));
    let tournaments = rows.iter().map(told).collect::<Result<_, Failure>>()?;
    Ok(Json(TournamentList { tournaments, next }))
}

/// Hold a tournament
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/tournaments", tag = "company", request_body = ref("#/components/schemas/NewTournament"), responses(
    (status = 201, description = "The tournament, open for those who want to play", body = ref("#/components/schemas/Tournament")),
    (status = 422, description = "It cannot be held so", body = ref("#/components/schemas/Error")),
    (status = 401, description = "The asker is not signed in", body = ref("#/components/schemas/Error")),
    (status = 403, description = "It needs an account", body = ref("#/components/schemas/Error")),
    (status = 409, description = "The asker holds enough already", body = ref("#/components/schemas/Error")),
    (status = 429, description = "Too many tournaments", body = ref("#/components/schemas/Error")),
)))]
pub(super) async fn hold(
    State(club): State<Arc<Club>>,
    asker: Asker,
    Asked(new): Asked<NewTournament>,
) -> Result<(StatusCode, Json<Tournament>), Failure> {
    let (host, _) = asker.with_account()?;
    let (max_players, head) = (i64::from(new.max_players), head(&club, new)?);
    if club.store.tournaments_held_by(&host.id).await? >= HELD {
        let message = format!("you hold {HELD} tournaments already; let one of them end first");
        return Err(Failure::conflict("too_much", message));
    }
    club.rooms.may_create(host.id.clone()).await?;
    let at = now();
    let row = TournamentRow {
        id: secret::id()?,
        host: host.id.clone(),
        max_players,
        status: status::OPEN.into(),
        created: at,
        updated: at,
        due: head.begins,
        head: serde_json::to_string(&head).map_err(Failure::internal)?,
        ..TournamentRow::default()
    };
    club.store.add_tournament(&row).await?;
    Ok((StatusCode::CREATED, told(&club, &row.id, Some(host)).await?))
}

/// What is wanted, if it can be held.
fn head(club: &Club, new: NewTournament) -> Result<Head, Failure> {
    let title = new.title.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_bad = |text: &str| text.chars().any(|letter| letter.is_control() && letter != '\n');
    if !TITLE.contains(&title.chars().count()) || is_bad(&title) {
        let message = format!("a title has {} to {} letters", TITLE.start(), TITLE.end());
        return Err(Failure::bad_request(message));
    }
    if new.text.chars().count() > LONGEST_TEXT || is_bad(&new.text) {
        return Err(Failure::bad_request(format!("what there is to say has at most {LONGEST_TEXT} letters")));
    }
    let most = match new.kind {
        TournamentKind::RoundRobin => MOST_IN_A_ROUND_ROBIN,
        TournamentKind::Swiss | TournamentKind::KnockOut => MOST_PLAYERS,
    };
    if !(2..=most).contains(&new.max_players) {
        return Err(Failure::bad_request(format!("2 to {most} can play in a tournament of this kind")));
    }
    if new.rounds.is_some_and(|rounds| !(1..=MOST_ROUNDS).contains(&rounds)) {
        return Err(Failure::bad_request(format!("a Swiss tournament has 1 to {MOST_ROUNDS} rounds")));
    }
    if !(MINUTE..=YEAR).contains(&new.round_ms) {
        return Err(Failure::bad_request("a round takes a minute at least and a year at most"));
    }
    if new.begins.is_some_and(|begins| !(0..=now() + YEAR).contains(&begins)) {
        return Err(Failure::bad_request("it begins within a year"));
    }
    if club.games.changed(&new.game).is_some() {
        return Err(Failure::bad_request("a tournament is played with the game as it is shipped"));
    }
    let game = club.games.get(&new.game).ok_or_else(|| Failure::bad_request("there is no such game"))?;
    Ok(Head {
        setting: setting(&*game, new.scenario.as_deref(), &new.options)?,
        title,
        text: new.text.trim().to_string(),
        game: new.game,
        pace: crate::matches::check_pace(new.pace)?,
        kind: new.kind,
        rounds: new.rounds.filter(|_| new.kind == TournamentKind::Swiss),
        round_ms: new.round_ms,
        both_sides: new.both_sides,
        rated: new.rated,
        begins: new.begins,
    })
}

/// One tournament
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/tournaments/{id}", tag = "company", params(("id" = String, Path)), responses(
    (status = 200, description = "Its standings and all its rounds", body = ref("#/components/schemas/Tournament")),
    (status = 404, description = "There is no such tournament", body = ref("#/components/schemas/Error")),
)))]
pub(super) async fn one(
    State(club): State<Arc<Club>>,
    asker: Asker,
    Path(id): Path<String>,
) -> Result<Json<Tournament>, Failure> {
    told(&club, &id, asker.user.as_ref()).await
}

async fn told(club: &Club, id: &str, asker: Option<&User>) -> Result<Json<Tournament>, Failure> {
    book(club, id).await?.told(club, asker).await.map(Json)
}

async fn book(club: &Club, id: &str) -> Result<Book, Failure> {
    let found = if secret::is_id(id) { Book::read(club, id).await? } else { None };
    found.ok_or_else(|| Failure::not_found("there is no such tournament"))
}

/// What the description of the API says of everything that is done to a tournament.
#[cfg(feature = "openapi")]
struct Changed;

#[cfg(feature = "openapi")]
impl utoipa::IntoResponses for Changed {
    fn responses() -> std::collections::BTreeMap<String, utoipa::openapi::RefOr<utoipa::openapi::Response>> {
        use utoipa::openapi::{ContentBuilder, Ref, ResponseBuilder};
        let answers = [
            ("200", "The tournament", "Tournament"),
            ("401", "The asker is not signed in", "Error"),
            ("404", "There is no such tournament", "Error"),
        ];
        let told = |(status, description, schema): (&str, &str, &str)| {
            let body = ContentBuilder::new().schema(Some(Ref::from_schema_name(schema))).build();
            let told = ResponseBuilder::new().description(description).content("application/json", body).build();
            (status.to_string(), told.into())
        };
        answers.map(told).into()
    }
}

/// Sign up for a tournament
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/tournaments/{id}/entry", tag = "company", params(("id" = String, Path)), responses(
    Changed,
    (status = 403, description = "It needs an account; a rated one needs one that is rated", body = ref("#/components/schemas/Error")),
    (status = 409, description = "It is full or has begun, or the asker plays in it already", body = ref("#/components/schemas/Error")),
)))]
pub(super) async fn sign_up(
    State(club): State<Arc<Club>>,
    asker: Asker,
    Path(id): Path<String>,
) -> Result<Json<Tournament>, Failure> {
    let (user, _) = asker.with_account()?;
    let book = book(&club, &id).await?;
    if book.head.rated && !is_rateable(user) {
        return Err(rating_needed());
    }
    let signed_up = club.store.sign_up(&id, &user.id, now()).await.map_err(|error| match error {
        StoreError::Taken => Failure::conflict("entered", "you have signed up already"),
        error => error.into(),
    })?;
    if !signed_up {
        return Err(Failure::conflict("closed", "it is full, or has begun"));
    }
    told(&club, &id, Some(user)).await
}

/// Withdraw from a tournament
///
/// Matches that are played then are given up, and those to come forfeited.
#[cfg_attr(feature = "openapi", utoipa::path(delete, path = "/api/tournaments/{id}/entry", tag = "company", params(("id" = String, Path)), responses(
    Changed,
    (status = 403, description = "It needs an account", body = ref("#/components/schemas/Error")),
    (status = 409, description = "The asker does not play in it, or it is over", body = ref("#/components/schemas/Error")),
)))]
pub(super) async fn withdraw(
    State(club): State<Arc<Club>>,
    asker: Asker,
    Path(id): Path<String>,
) -> Result<Json<Tournament>, Failure> {
    let (user, _) = asker.with_account()?;
    book(&club, &id).await?;
    if !club.store.withdraw(&id, &user.id, now()).await? {
        return Err(Failure::conflict("not_entered", "you do not play in it, or it is over"));
    }
    told(&club, &id, Some(user)).await
}

/// Begin a tournament
///
/// Its host may, with two players or more.
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/tournaments/{id}/begin", tag = "company", params(("id" = String, Path)), responses(
    Changed,
    (status = 403, description = "Somebody else holds it", body = ref("#/components/schemas/Error")),
    (status = 409, description = "It has begun, or too few have signed up", body = ref("#/components/schemas/Error")),
)))]
pub(super) async fn begin(
    State(club): State<Arc<Club>>,
    asker: Asker,
    Path(id): Path<String>,
) -> Result<Json<Tournament>, Failure> {
    let (host, _) = asker.with_account()?;
    let book = own(&club, host, &id).await?;
    if book.entrants.len() < 2 {
        return Err(Failure::conflict("too_few", "two must have signed up at least"));
    }
    steward::begin(&club, &book, now()).await?;
    told(&club, &id, Some(host)).await
}

/// Call a tournament off
///
/// Its host may, before it has begun.
#[cfg_attr(feature = "openapi", utoipa::path(delete, path = "/api/tournaments/{id}", tag = "company", params(("id" = String, Path)), responses(
    Changed,
    (status = 403, description = "Somebody else holds it", body = ref("#/components/schemas/Error")),
    (status = 409, description = "It has begun", body = ref("#/components/schemas/Error")),
)))]
pub(super) async fn call_off(
    State(club): State<Arc<Club>>,
    asker: Asker,
    Path(id): Path<String>,
) -> Result<Json<Tournament>, Failure> {
    let (host, _) = asker.with_account()?;
    let book = own(&club, host, &id).await?;
    let row = TournamentRow { status: status::CALLED_OFF.into(), updated: now(), due: None, ..book.row };
    club.store.take_step(&TournamentStep { row, ..TournamentStep::default() }).await?;
    told(&club, &id, Some(host)).await
}

/// A tournament that somebody holds and that has not begun.
async fn own(club: &Club, host: &User, id: &str) -> Result<Book, Failure> {
    let book = book(club, id).await?;
    if book.row.host != host.id {
        return Err(Failure::forbidden("somebody else holds this tournament"));
    }
    if book.row.status != status::OPEN {
        return Err(Failure::conflict("begun", "it has begun, or was called off"));
    }
    Ok(book)
}
