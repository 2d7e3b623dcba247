//! Finished matches looked at again: whoever may see a match may ask for it, one after the other is looked at while players
//! come first, and what was found is kept.

use super::club::Club;
use super::play::{damaged, row};
use crate::accounts::Asker;
use crate::error::Failure;
use crate::store::{AnalysisRow, now};
use crate::web::Asked;
use crate::web::client::Client;
use crate::work::Patience;
use ai::{Limits, Stop};
use analysis::{Depth, Eyes, Watch};
use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use engine::Record;
use governor::{DefaultKeyedRateLimiter, Quota};
use serde::Deserialize;
use serde_json::{Value, json};
use std::net::IpAddr;
use std::num::{NonZero, NonZeroU32};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;
use tokio::sync::Notify;
use wire::{AnalysisStatus, AnalysisTold, AskAnalysis};

/// How many may wait to be looked at.
const LONGEST_QUEUE: usize = 50;
/// How often a server among others sees whether something waits that it was not asked for.
const ROUND: Duration = Duration::from_secs(30);
/// How many of the machine's cores look at games: the others are for those who play.
const SHARE: usize = 2;

/// Where finished matches are looked at again.
pub struct Analyses {
    /// Told when there is something to do.
    news: Notify,
    /// What is being looked at, and how far that is.
    now: Mutex<Option<(AnalysisRow, f32)>>,
    /// How many each account, and all guests from one address, may still ask for.
    asked: DefaultKeyedRateLimiter<String>,
}

impl Analyses {
    /// Nobody has asked yet; each may ask for so many in an hour.
    pub fn new(per_hour: u32) -> Analyses {
        let most = NonZeroU32::new(per_hour).unwrap_or(NonZeroU32::MIN);
        let asked = DefaultKeyedRateLimiter::keyed(Quota::per_hour(most));
        Analyses { news: Notify::new(), now: Mutex::default(), asked }
    }

    fn set(&self, now: Option<(AnalysisRow, f32)>) {
        *self.now.lock().unwrap_or_else(PoisonError::into_inner) = now;
    }

    fn advance(&self, share: f32) {
        if let Some((_, done)) = self.now.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
            *done = share;
        }
    }

    /// How far this one is, if it is being looked at.
    fn progress(&self, row: &AnalysisRow) -> Option<f32> {
        let now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
        now.as_ref().filter(|(running, _)| is_same(running, row)).map(|(_, share)| *share)
    }
}

/// Whether two ask for the same.
fn is_same(one: &AnalysisRow, other: &AnalysisRow) -> bool {
    (&one.match_id, &one.eyes, &one.depth) == (&other.match_id, &other.eyes, &other.depth)
}

impl Club {
    /// Looks at what waits, one after the other, as long as the server runs.
    pub fn analyse(self: &Arc<Self>) {
        tokio::spawn(go_on(Arc::downgrade(self)));
    }

    /// Looks again whether something waits.
    pub fn analyse_on(&self) {
        self.analyses.news.notify_one();
    }
}

async fn go_on(club: Weak<Club>) {
    loop {
        let Some(club) = club.upgrade() else { return };
        match next(&club).await {
            Ok(true) => continue,
            Ok(false) => {}
            Err(failure) => tracing::warn!(kind = failure.kind, "what waits to be analysed has to wait longer"),
        }
        tokio::select! {
            () = club.analyses.news.notified() => {}
            // Another server may have been asked.
            () = tokio::time::sleep(ROUND), if club.rooms.are_shared() => {}
            () = club.closing.closed() => return,
        }
    }
}

/// Looks at what has waited longest; whether anything has. Where servers share the work, one looks for all.
async fn next(club: &Arc<Club>) -> Result<bool, Failure> {
    if !club.rooms.leads() {
        return Ok(false);
    }
    let Some(next) = club.store.analyses_to_do().await?.into_iter().next() else { return Ok(false) };
    look(club, next).await?;
    Ok(!club.closing.is_closed())
}

/// Looks at a match and keeps what was found. What the end of the server breaks off is begun anew with the next.
async fn look(club: &Arc<Club>, row: AnalysisRow) -> Result<(), Failure> {
    club.analyses.set(Some((row.clone(), 0.0)));
    let stop = Stop::default();
    let found = {
        let work = found(club, &row, stop.clone());
        tokio::pin!(work);
        tokio::select! {
            found = &mut work => found,
            () = club.closing.closed() => {
                stop.stop();
                work.await
            }
        }
    };
    club.analyses.set(None);
    if stop.is_told() {
        return Ok(());
    }
    let (found, failed) = match found {
        Ok(found) => (Some(found), None),
        Err(failure) => (None, Some(failure.message)),
    };
    Ok(club.store.keep_analysis(&AnalysisRow { found, failed, ..row }).await?)
}

async fn found(club: &Arc<Club>, row: &AnalysisRow, stop: Stop) -> Result<String, Failure> {
    let id = &row.match_id;
    let lines = club.store.record(id).await?.join("\n");
    let (record, _) = Record::parse_open(&lines).map_err(|error| damaged(id, &error))?;
    let game =
        club.games.get(&record.head.game).ok_or_else(|| Failure::not_found("the game is not served any more"))?;
    let (game, club) = (game.clone(), club.clone());
    let depth: Depth = row.depth.parse().map_err(Failure::internal)?;
    let eyes = Eyes::named(&row.eyes, game.about()).map_err(Failure::internal)?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = NonZero::new(cores / SHARE).unwrap_or(NonZero::<usize>::MIN);
    let patience = Patience::with(&stop);
    let work = tokio::task::spawn_blocking(move || {
        let limits = Limits { threads, stop, deadline: None };
        let watch = Watch { limits: &limits, progress: &|share| club.analyses.advance(share) };
        game.analyse(&record, depth, eyes, &watch).map(|found| wire::text(&found))
    });
    let found = work.await;
    patience.over();
    found.map_err(Failure::internal)?.map_err(|message| Failure::conflict("not_analysed", message))
}

/// What is asked for, by a match, eyes and depth that there are.
async fn asked(club: &Club, id: &str, ask: &AskAnalysis) -> Result<AnalysisRow, Failure> {
    let row = row(club, id).await?;
    if row.summary.status != "over" {
        return Err(Failure::conflict("not_over", "a match can be analysed when it is over"));
    }
    let game = club.games.get(&row.game).ok_or_else(|| Failure::not_found("the game is not served any more"))?;
    let eyes = ask.eyes.as_deref().map_or(Ok(Eyes::default()), |word| Eyes::named(word, game.about()));
    let depth = ask.depth.as_deref().map_or(Ok(Depth::default()), str::parse);
    let (eyes, depth) = (
        eyes.map_err(Failure::bad_request)?,
        depth.map_err(|error: analysis::UnknownDepth| Failure::bad_request(error.to_string()))?,
    );
    let (eyes, depth) = (eyes.word(game.about()).to_string(), depth.name().to_string());
    Ok(AnalysisRow { match_id: row.id, eyes, depth, asked: now(), found: None, failed: None })
}

/// How far it is, or what was found.
async fn told(club: &Club, asked: &AnalysisRow) -> Result<Json<Value>, Failure> {
    let nothing =
        AnalysisTold { status: AnalysisStatus::None, ahead: None, progress: None, message: None, analysis: None };
    let kept = club.store.analysis(&asked.match_id, &asked.eyes, &asked.depth).await?;
    let told = match kept {
        None => nothing,
        Some(AnalysisRow { found: Some(found), .. }) => {
            let mut told = json!(AnalysisTold { status: AnalysisStatus::Done, ..nothing });
            told["analysis"] = serde_json::from_str(&found).map_err(Failure::internal)?;
            return Ok(Json(told));
        }
        Some(AnalysisRow { failed: Some(message), .. }) => {
            AnalysisTold { status: AnalysisStatus::Failed, message: Some(message), ..nothing }
        }
        Some(row) => match club.analyses.progress(&row) {
            Some(share) => AnalysisTold { status: AnalysisStatus::Running, progress: Some(share), ..nothing },
            None => {
                let waiting = club.store.analyses_to_do().await?;
                let ahead = waiting.iter().position(|waiting| is_same(waiting, &row));
                AnalysisTold { status: AnalysisStatus::Queued, ahead, ..nothing }
            }
        },
    };
    Ok(Json(json!(told)))
}

#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "openapi", into_params(parameter_in = Query))]
pub(super) struct Sought {
    /// With whose eyes: `each` if none is given, a side's id, or `all`.
    eyes: Option<String>,
    /// How deep: `glance`, `veteran` if none is given, or `grognard`.
    depth: Option<String>,
}

/// What was found when a match was looked at again, or how far that is
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/matches/{id}/analysis", tag = "replays", params(("id" = String, Path), Sought), responses(
    (status = 200, description = "What was found, or how far it is", body = ref("#/components/schemas/AnalysisTold")),
    (status = 404, description = "There is no such match", body = ref("#/components/schemas/Error")),
    (status = 409, description = "The match is not over", body = ref("#/components/schemas/Error")),
)))]
pub(super) async fn analysis(
    State(club): State<Arc<Club>>,
    Path(id): Path<String>,
    Query(Sought { eyes, depth }): Query<Sought>,
) -> Result<Json<Value>, Failure> {
    told(&club, &asked(&club, &id, &AskAnalysis { eyes, depth }).await?).await
}

/// Asks for a finished match to be looked at again
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/matches/{id}/analysis", tag = "replays", params(("id" = String, Path)),
    request_body = ref("#/components/schemas/AskAnalysis"), responses(
    (status = 202, description = "How far it is", body = ref("#/components/schemas/AnalysisTold")),
    (status = 422, description = "There are no such eyes, or no such depth", body = ref("#/components/schemas/Error")),
    (status = 404, description = "There is no such match", body = ref("#/components/schemas/Error")),
    (status = 409, description = "The match is not over", body = ref("#/components/schemas/Error")),
    (status = 429, description = "Too many were asked for", body = ref("#/components/schemas/Error")),
)))]
pub(super) async fn ask_analysis(
    State(club): State<Arc<Club>>,
    asker: Asker,
    client: Client,
    Path(id): Path<String>,
    Asked(ask): Asked<AskAnalysis>,
) -> Result<Response, Failure> {
    let wanted = asked(&club, &id, &ask).await?;
    let is_known = club.store.analysis(&wanted.match_id, &wanted.eyes, &wanted.depth).await?.is_some();
    if !is_known {
        // Anybody is a new guest whenever he likes, so guests are counted by where they come from.
        let account = asker.user.as_ref().filter(|user| user.password.is_some()).map(|user| user.id.clone());
        may_ask(&club, account, client.neighbourhood()).await?;
        club.store.ask_analysis(&wanted).await?;
        club.analyses.news.notify_one();
    }
    Ok((StatusCode::ACCEPTED, told(&club, &wanted).await?).into_response())
}

async fn may_ask(club: &Club, account: Option<String>, from: IpAddr) -> Result<(), Failure> {
    let too_many = |message: &str| Failure::new(StatusCode::TOO_MANY_REQUESTS, "too_many_requests", message);
    if club.store.analyses_to_do().await?.len() >= LONGEST_QUEUE {
        return Err(too_many("many matches wait to be analysed; try again later"));
    }
    let who = account.unwrap_or_else(|| from.to_string());
    club.analyses.asked.check_key(&who).map_err(|_| too_many("you have asked for many analyses; wait a little"))
}
