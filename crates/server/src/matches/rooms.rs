//! The matches that somebody looks at or plays now: one room each, opened when somebody asks and closed when nobody has
//! for a while.

use super::room::Room;
use crate::app::{App, now};
use crate::error::Failure;
use crate::places::{Place, Places};
use crate::secret;
use crate::store::{Millis, StoreError};
use axum::http::StatusCode;
use governor::{DefaultKeyedRateLimiter, Quota};
use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};
use std::time::Duration;
use tokio::sync::broadcast;

/// How long a room stays open after somebody last asked.
const IDLE: Millis = 5 * 60_000;
/// How often clocks are looked at.
const TICK: Duration = Duration::from_millis(500);
/// How often what nobody needs any more is thrown away.
const SWEEP: Millis = 60 * 60_000;
/// After so long a match that never began is thrown away, and a guest who never came back.
const FORGOTTEN: Millis = 90 * 24 * 60 * 60_000;
/// How often rooms are closed.
const TIDY: Duration = Duration::from_secs(30);

/// The matches that somebody looks at or plays now.
pub struct Rooms {
    rooms: Mutex<HashMap<String, Arc<Room>>>,
    /// When the server started: time before that counts against nobody.
    since: Millis,
    /// How many matches each account, and all guests from one address, may still create.
    creations: OnceLock<DefaultKeyedRateLimiter<String>>,
    /// How many sockets are open from each address.
    sockets: Places,
    /// Tells the sockets whose sessions have ended.
    signed_out: broadcast::Sender<String>,
}

impl Rooms {
    /// Nobody plays yet; so many sockets may be open from each address.
    pub fn new(sockets_per_address: usize) -> Rooms {
        Rooms {
            rooms: Mutex::default(),
            since: now(),
            creations: OnceLock::new(),
            sockets: Places::new(sockets_per_address),
            signed_out: broadcast::Sender::new(64),
        }
    }

    /// When the server started.
    pub fn since(&self) -> Millis {
        self.since
    }

    /// The room of a match; whether there is such a match shows when it is opened. A room for what is no id at all is
    /// not kept: it would hold whatever the client sent.
    pub fn room(&self, id: &str) -> Arc<Room> {
        if !secret::is_id(id) {
            return Arc::new(Room::new(id.to_string()));
        }
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        rooms.entry(id.to_string()).or_insert_with(|| Arc::new(Room::new(id.to_string()))).clone()
    }

    /// Has these matches read again before anybody sees them: who sits there has changed, or what he is called.
    pub fn reread(&self, ids: &[String]) {
        let rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        ids.iter().filter_map(|id| rooms.get(id)).for_each(|room| room.reread());
    }

    /// Whether somebody may create one more match now.
    pub fn may_create(&self, app: &App, who: String) -> Result<(), Failure> {
        let creations = self.creations.get_or_init(|| {
            let most = NonZeroU32::new(app.config.limits.matches_per_hour).unwrap_or(NonZeroU32::MIN);
            DefaultKeyedRateLimiter::keyed(Quota::per_hour(most))
        });
        let too_many = |_| {
            let message = "you have created many matches; wait a little";
            Failure::new(StatusCode::TOO_MANY_REQUESTS, "too_many_requests", message)
        };
        creations.check_key(&who).map_err(too_many)
    }

    /// Whether one more guest may come from an address now.
    pub fn may_be_guest(&self, app: &App, address: IpAddr) -> Result<(), Failure> {
        self.may_create(app, format!("guests from {address}"))
    }

    /// Lets one more socket in from an address.
    pub fn let_in(&self, address: IpAddr) -> Result<Place, Failure> {
        let too_many = || {
            let message = "too many sockets are open from your address";
            Failure::new(StatusCode::TOO_MANY_REQUESTS, "too_many_requests", message)
        };
        self.sockets.take(address).ok_or_else(too_many)
    }

    /// Closes the sockets of a user whose sessions have ended. A browser that is still signed in comes back by itself.
    pub fn hang_up(&self, user: &str) {
        // Nobody listens where no socket is open.
        let _ = self.signed_out.send(user.to_string());
    }

    /// Whose sessions end from now on.
    pub fn signed_out(&self) -> broadcast::Receiver<String> {
        self.signed_out.subscribe()
    }

    /// How many sockets are open.
    pub fn open_sockets(&self) -> usize {
        self.sockets.taken()
    }

    /// Goes on where the server was stopped: computers play, and clocks run. People are answered meanwhile.
    pub async fn start(app: &Arc<App>) -> Result<(), StoreError> {
        tokio::spawn(go_on(Arc::downgrade(app), app.store.computers_to_move().await?));
        tokio::spawn(keep_time(Arc::downgrade(app)));
        tokio::spawn(tidy(Arc::downgrade(app)));
        Ok(())
    }

    fn close_idle(&self, since: Millis) {
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        // Nobody else has it, and nobody can get it while we hold the list.
        rooms.retain(|_, room| Arc::strong_count(room) > 1 || !room.is_idle(since));
        metrics::gauge!("grognard_rooms").set(rooms.len() as f64);
        if let Some(creations) = self.creations.get() {
            creations.retain_recent();
        }
    }
}

/// Goes on with matches where a computer must choose, one after the other.
async fn go_on(app: Weak<App>, ids: Vec<String>) {
    for id in ids {
        let Some(app) = app.upgrade() else { return };
        match app.rooms.room(&id).open(&app).await {
            Ok(mut open) => super::computer::wake(&mut open),
            Err(failure) => tracing::warn!(id, kind = failure.kind, "a match cannot go on"),
        }
    }
}

/// Ends the matches of those who run out of time.
async fn keep_time(app: Weak<App>) {
    // Matches that cannot be read would otherwise be tried and complained of again and again.
    let mut unreadable = HashSet::new();
    loop {
        tokio::time::sleep(TICK).await;
        let Some(app) = app.upgrade() else { return };
        let overdue = match app.store.overdue(now()).await {
            Ok(overdue) => overdue,
            Err(error) => {
                tracing::warn!(%error, "the clocks cannot be read");
                continue;
            }
        };
        for id in overdue {
            if unreadable.contains(&id) {
                continue;
            }
            if let Err(failure) = ring(&app, &id).await {
                if failure.kind == "unreadable" {
                    unreadable.insert(id.clone());
                }
                tracing::warn!(id, kind = failure.kind, "a clock has run out and nothing could be done");
            }
        }
    }
}

async fn ring(app: &Arc<App>, id: &str) -> Result<(), Failure> {
    let mut open = app.rooms.room(id).open(app).await?;
    open.settle_clock().await?;
    open.renew_deadline().await
}

async fn tidy(app: Weak<App>) {
    let mut swept = 0;
    loop {
        tokio::time::sleep(TIDY).await;
        let Some(app) = app.upgrade() else { return };
        app.rooms.close_idle(now() - IDLE);
        if now() - swept > SWEEP {
            swept = now();
            if let Err(error) = app.store.sweep(swept, swept - FORGOTTEN).await {
                tracing::warn!(%error, "what nobody needs any more cannot be thrown away");
            }
        }
    }
}
