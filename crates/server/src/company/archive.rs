//! Finished public matches: looked for, and downloaded with their records, line by line.

use crate::accounts::Asker;
use crate::error::Failure;
use crate::matches::{Club, Who, info, read_cursor};
use crate::store::MatchRow;
use crate::store::company::{DRAWN, FoundRow, Search};
use axum::Json;
use axum::body::Body;
use axum::extract::{Query, State};
use axum::http::HeaderValue;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::Response;
use futures_util::{StreamExt as _, stream};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::Arc;
use wire::{ArchiveEnd, ArchivedMatch, MatchList};

/// How many matches are listed at once.
const LISTED: usize = 20;
/// How many are downloaded at once.
const DOWNLOADED: usize = 1000;
/// How many are looked through at once where the database cannot find them by itself.
const LOOKED_THROUGH: usize = 2000;

#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "openapi", into_params(parameter_in = Query))]
pub(super) struct Sought {
    /// Only matches of this game.
    game: Option<String>,
    /// Only matches of this scenario.
    scenario: Option<String>,
    /// Only matches of the account with this name.
    player: Option<String>,
    /// How they came out: `draw`; with a player, `won` or `lost`; with a game, the id of the side that won.
    result: Option<String>,
    /// Only rated ones.
    rated: Option<bool>,
    /// Only those that ended then or later, in milliseconds since 1970.
    since: Option<i64>,
    /// Only those that ended before, in milliseconds since 1970.
    until: Option<i64>,
    /// Only those with so many actions or more.
    least: Option<i64>,
    /// Only those with so many actions or fewer.
    most: Option<i64>,
    /// The cursor from the list before.
    before: Option<String>,
}

/// What the database does not look for by itself.
#[derive(Debug, Default)]
struct Sieve {
    result: Option<Wanted>,
    least: Option<i64>,
    most: Option<i64>,
}

/// How a match is to have come out.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Wanted {
    /// This is who has won.
    Winner(i64),
    /// The user with this id has won, or lost.
    Of(String, bool),
}

impl Sieve {
    fn is_open(&self) -> bool {
        self.result.is_none() && self.least.is_none() && self.most.is_none()
    }

    fn lets(&self, row: &FoundRow) -> bool {
        let fits = self.result.as_ref().is_none_or(|wanted| match wanted {
            Wanted::Winner(winner) => row.winner == *winner,
            Wanted::Of(user, won) => {
                let sides = (0_i64..).zip(&row.users);
                let sat = sides.filter(|(_, sitting)| sitting.as_ref() == Some(user)).map(|(side, _)| side);
                (0..DRAWN).contains(&row.winner) && sat.into_iter().any(|side| (side == row.winner) == *won)
            }
        });
        fits && self.least.is_none_or(|least| row.actions >= least) && self.most.is_none_or(|most| row.actions <= most)
    }
}

/// What is looked for; nothing where it is somebody whom nobody knows.
async fn asked(club: &Club, sought: Sought) -> Result<Option<(Search, Sieve)>, Failure> {
    let user = match &sought.player {
        None => None,
        Some(name) => match club.store.account(name).await? {
            Some(user) => Some(user.id),
            None => return Ok(None),
        },
    };
    let game = match &sought.game {
        None => None,
        Some(game) => Some(club.games.get(game).ok_or_else(|| Failure::bad_request("there is no such game"))?),
    };
    let result = match (sought.result.as_deref(), &user, &game) {
        (None, ..) => None,
        (Some("draw"), ..) => Some(Wanted::Winner(DRAWN)),
        (Some(word @ ("won" | "lost")), Some(user), _) => Some(Wanted::Of(user.clone(), word == "won")),
        (Some(side), _, Some(game)) if game.about().side(side).is_some() => {
            Some(Wanted::Winner(game.about().side(side).map_or(DRAWN, |side| side.index() as i64)))
        }
        _ => {
            let message = "a result is draw; with a player won or lost; with a game the side that won";
            return Err(Failure::bad_request(message));
        }
    };
    let search = Search {
        game: sought.game,
        scenario: sought.scenario,
        user,
        rated: sought.rated == Some(true),
        since: sought.since,
        until: sought.until,
        before: sought.before.as_deref().map(read_cursor).transpose()?,
    };
    Ok(Some((search, Sieve { result, least: sought.least, most: sought.most })))
}

/// So many matches at most, and where to go on. What few matches fit is found over several pages, each of bounded work.
async fn found(
    club: &Club,
    (search, sieve): &(Search, Sieve),
    most: usize,
) -> Result<(Vec<FoundRow>, Option<String>), Failure> {
    let looks = if sieve.is_open() { most } else { LOOKED_THROUGH };
    let rows = club.store.search(search, looks as i64).await?;
    let (full, mut last, mut found) = (rows.len() == looks, None, Vec::new());
    let (all, mut seen) = (rows.len(), 0);
    for row in rows {
        seen += 1;
        last = Some(format!("{}.{}", row.ended, row.id));
        if sieve.lets(&row) {
            found.push(row);
        }
        if found.len() == most {
            break;
        }
    }
    Ok((found, last.filter(|_| full || seen < all)))
}

/// These matches, in this order.
async fn rows_of(club: &Club, found: &[FoundRow]) -> Result<Vec<MatchRow>, Failure> {
    let ids: Vec<String> = found.iter().map(|row| row.id.clone()).collect();
    let mut rows: HashMap<String, MatchRow> =
        club.store.match_rows(&ids).await?.into_iter().map(|row| (row.id.clone(), row)).collect();
    // One may have been thrown away in between.
    Ok(ids.iter().filter_map(|id| rows.remove(id)).collect())
}

/// Looks for finished matches
///
/// Public ones alone, those that ended last first. A page may have fewer matches than there is room for and still be
/// followed by another.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/archive", tag = "company", params(Sought), responses(
    (status = 200, description = "Matches, those that ended last first", body = ref("#/components/schemas/MatchList")),
    (status = 422, description = "It cannot be looked for so", body = ref("#/components/schemas/Error")),
)))]
pub(super) async fn list(
    State(club): State<Arc<Club>>,
    asker: Asker,
    Query(sought): Query<Sought>,
) -> Result<Json<MatchList>, Failure> {
    let Some(asked) = asked(&club, sought).await? else { return Ok(Json(MatchList::default())) };
    let (found, next) = found(&club, &asked, LISTED).await?;
    let (who, mut names, mut matches) = (Who::from(asker), HashMap::new(), Vec::with_capacity(found.len()));
    for row in rows_of(&club, &found).await? {
        matches.push(info(&club, &row, &who, &mut names).await?);
    }
    Ok(Json(MatchList { matches, next }))
}

/// Downloads finished matches with their records
///
/// The same search, a thousand at a time: a line of JSON for each match (`ArchivedMatch`), and a last line that says with
/// which cursor to go on (`ArchiveEnd`).
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/archive/records", tag = "company", params(Sought), responses(
    (status = 200, description = "A line for each match, and one more", body = String, content_type = "application/x-ndjson"),
    (status = 422, description = "It cannot be looked for so", body = ref("#/components/schemas/Error")),
)))]
pub(super) async fn records(State(club): State<Arc<Club>>, Query(sought): Query<Sought>) -> Result<Response, Failure> {
    let (found, next) = match asked(&club, sought).await? {
        Some(asked) => found(&club, &asked, DOWNLOADED).await?,
        None => (Vec::new(), None),
    };
    // One after the other, as fast as they are taken: whoever reads slowly costs nothing but his connection.
    let lines = stream::unfold(Some((club, found.into_iter(), next)), |state| async {
        let (club, mut left, next) = state?;
        Some(match left.next() {
            None => (Ok(line(&ArchiveEnd { next })), None),
            Some(row) => (archived(&club, &row).await, Some((club, left, next))),
        })
    });
    // Who packs it asks once more after the end.
    let mut answer = Response::new(Body::from_stream(lines.fuse()));
    let name = HeaderValue::from_static("attachment; filename=\"grognard.jsonl\"");
    answer.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/x-ndjson"));
    answer.headers_mut().insert(CONTENT_DISPOSITION, name);
    Ok(answer)
}

/// A match in a line; nothing where it is gone by now.
async fn archived(club: &Club, found: &FoundRow) -> Result<String, std::io::Error> {
    let failed = |failure: Failure| std::io::Error::other(failure.message);
    let Some(row) = club.store.match_row(&found.id).await.map_err(std::io::Error::other)? else {
        return Ok(String::new());
    };
    let nobody = Who::default();
    let info = info(club, &row, &nobody, &mut HashMap::new()).await.map_err(failed)?;
    let record = club.store.record(&row.id).await.map_err(std::io::Error::other)?;
    let (winner, result) = info.result.map(|result| (result.winner, result.text)).unzip();
    Ok(line(&ArchivedMatch {
        id: info.id,
        game: info.game,
        scenario: info.scenario,
        options: info.options,
        seats: info.seats,
        winner: winner.flatten(),
        result,
        rated: info.rated,
        tournament: info.tournament,
        actions: info.actions,
        created: info.created,
        ended: info.ended,
        record: record.join("\n") + "\n",
    }))
}

fn line(said: &impl Serialize) -> String {
    wire::text(said) + "\n"
}

/// Finds out of matches that ended before it was noted who has won them, and notes it.
pub(super) async fn read_endings(club: &Club) -> Result<(), Failure> {
    let mut after = String::new();
    loop {
        let rows = club.store.unread_endings(&after, LISTED as i64).await?;
        let Some(last) = rows.last() else { return Ok(()) };
        after = last.id.clone();
        for row in &rows {
            // Of a game that is not served any more nobody knows which side is which.
            if let Some(winner) = winner_of(club, row) {
                club.store.set_winner(&row.id, winner).await?;
            }
        }
    }
}

fn winner_of(club: &Club, row: &MatchRow) -> Option<i64> {
    #[derive(Deserialize)]
    struct Ended {
        winner: Option<String>,
    }
    let ended: Ended = serde_json::from_str(row.summary.result.as_deref()?).ok()?;
    let Some(winner) = ended.winner else { return Some(DRAWN) };
    club.games.get(&row.game)?.about().side(&winner).map(|side| side.index() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_database_does_not_look_for_is_sifted() {
        let row = |winner, actions| FoundRow {
            id: "m".into(),
            ended: 1,
            winner,
            actions,
            users: [Some("anna".into()), Some("ben".into())],
        };
        let of = |user: &str, won| Sieve { result: Some(Wanted::Of(user.into(), won)), ..Sieve::default() };
        assert!(of("anna", true).lets(&row(0, 1)) && !of("anna", true).lets(&row(1, 1)));
        assert!(of("ben", false).lets(&row(0, 1)) && !of("ben", false).lets(&row(DRAWN, 1)));
        assert!(!of("ben", false).lets(&row(-1, 1)) && !of("carl", false).lets(&row(0, 1)));
        let drawn = Sieve { result: Some(Wanted::Winner(DRAWN)), ..Sieve::default() };
        assert!(drawn.lets(&row(DRAWN, 1)) && !drawn.lets(&row(1, 1)) && !drawn.is_open());
        let long = Sieve { least: Some(10), most: Some(20), ..Sieve::default() };
        let lets = [9, 10, 20, 21].map(|actions| long.lets(&row(0, actions)));
        assert_eq!((lets, Sieve::default().is_open()), ([false, true, true, false], true));
    }
}
