//! The matches that somebody looks at or plays now: one room each, opened when somebody asks and closed when nobody has
//! for a while.

use super::beside::{self, Standing};
use super::club::Club;
use super::room::Room;
use crate::accounts::Tables;
use crate::config::Limits;
use crate::error::Failure;
use crate::places::{Place, Places};
use crate::secret;
use crate::store::{Millis, StoreError, now};
use axum::http::StatusCode;
use governor::{DefaultKeyedRateLimiter, Quota};
use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError, Weak};
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
    creations: DefaultKeyedRateLimiter<String>,
    /// How many sockets are open from each address.
    sockets: Places,
    /// Tells the sockets whose sessions have ended.
    signed_out: broadcast::Sender<String>,
}

impl Rooms {
    /// Nobody plays yet.
    pub fn new(limits: &Limits) -> Rooms {
        let most = NonZeroU32::new(limits.matches_per_hour).unwrap_or(NonZeroU32::MIN);
        Rooms {
            rooms: Mutex::default(),
            since: now(),
            creations: DefaultKeyedRateLimiter::keyed(Quota::per_hour(most)),
            sockets: Places::new(limits.sockets_per_address),
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

    /// Whether somebody looks at a match or plays it now.
    pub fn is_open(&self, id: &str) -> bool {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner).contains_key(id)
    }

    /// Closes the room of a match that is no more.
    pub fn forget(&self, id: &str) {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner).remove(id);
    }

    /// Whether somebody may create one more match now.
    pub fn may_create(&self, who: String) -> Result<(), Failure> {
        let too_many = |_| {
            let message = "you have created many matches; wait a little";
            Failure::new(StatusCode::TOO_MANY_REQUESTS, "too_many_requests", message)
        };
        self.creations.check_key(&who).map_err(too_many)
    }

    /// Lets one more socket in from an address.
    pub fn let_in(&self, address: IpAddr) -> Result<Place, Failure> {
        let too_many = || {
            let message = "too many sockets are open from your address";
            Failure::new(StatusCode::TOO_MANY_REQUESTS, "too_many_requests", message)
        };
        self.sockets.take(address).ok_or_else(too_many)
    }

    /// Whose sessions end from now on.
    pub fn signed_out(&self) -> broadcast::Receiver<String> {
        self.signed_out.subscribe()
    }

    /// How many sockets are open.
    pub fn open_sockets(&self) -> usize {
        self.sockets.taken()
    }

    fn close_idle(&self, since: Millis) {
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        // Nobody else has it, and nobody can get it while we hold the list.
        rooms.retain(|_, room| Arc::strong_count(room) > 1 || !room.is_idle(since));
        metrics::gauge!("grognard_rooms").set(rooms.len() as f64);
        self.creations.retain_recent();
    }
}

impl Tables for Rooms {
    fn reread(&self, matches: &[String]) {
        let rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        matches.iter().filter_map(|id| rooms.get(id)).for_each(|room| room.reread());
    }

    /// A browser that is still signed in comes back by itself.
    fn hang_up(&self, user: &str) {
        // Nobody listens where no socket is open.
        let _ = self.signed_out.send(user.to_string());
    }
}

impl Club {
    /// Goes on where the server was stopped: computers play, and clocks run. People are answered meanwhile.
    pub async fn start(self: &Arc<Self>) -> Result<(), StoreError> {
        tokio::spawn(go_on(Arc::downgrade(self), self.store.computers_to_move().await?));
        tokio::spawn(keep_time(Arc::downgrade(self)));
        tokio::spawn(tidy(Arc::downgrade(self)));
        Ok(())
    }
}

/// Goes on with matches where a computer must choose, one after the other.
async fn go_on(club: Weak<Club>, ids: Vec<String>) {
    for id in ids {
        let Some(club) = club.upgrade() else { return };
        match club.rooms.room(&id).open(&club).await {
            Ok(mut open) => super::computer::wake(&mut open),
            Err(failure) => tracing::warn!(id, kind = failure.kind, "a match cannot go on"),
        }
    }
}

/// Ends the matches of those who run out of time.
async fn keep_time(club: Weak<Club>) {
    // Matches that cannot be read would otherwise be tried and complained of again and again.
    let mut unreadable = HashSet::new();
    loop {
        tokio::time::sleep(TICK).await;
        let Some(club) = club.upgrade() else { return };
        let overdue = match club.store.overdue(now()).await {
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
            if let Err(failure) = ring(&club, &id).await {
                if failure.kind == "unreadable" {
                    unreadable.insert(id.clone());
                }
                tracing::warn!(id, kind = failure.kind, "a clock has run out and nothing could be done");
            }
        }
    }
}

async fn ring(club: &Arc<Club>, id: &str) -> Result<(), Failure> {
    let mut open = club.rooms.room(id).open(club).await?;
    open.settle_clock().await?;
    open.renew_deadline().await
}

async fn tidy(club: Weak<Club>) {
    let mut swept = 0;
    loop {
        tokio::time::sleep(TIDY).await;
        let Some(club) = club.upgrade() else { return };
        club.rooms.close_idle(now() - IDLE);
        if now() - swept > SWEEP {
            swept = now();
            if let Err(failure) = sweep(&club, swept, swept - FORGOTTEN).await {
                tracing::warn!(kind = failure.kind, "what nobody needs any more cannot be thrown away");
            }
        }
    }
}

/// Throws away what nobody has needed since `before`: matches that never began, and then those who have nothing left here.
/// How many matches.
pub async fn sweep(club: &Club, now: Millis, before: Millis) -> Result<usize, Failure> {
    let mut gone = 0;
    for row in club.store.stale_matches(before).await? {
        // Where all was taken back something was played; and whoever sits in a room wants it to stay.
        if !beside::read::<Standing>(&row.standing)?.begun && !club.rooms.is_open(&row.id) {
            gone += usize::from(club.store.forget_match(&row.id, row.version).await?);
        }
    }
    club.store.sweep(now, before).await?;
    Ok(gone)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::closing::Closing;
    use crate::config::Config;
    use crate::games::Games;
    use crate::store::{MatchRow, SeatRow, Summary};

    /// A match without an action that nobody has touched for long.
    fn stale(begun: bool) -> MatchRow {
        let standing = Standing { begun, ..Standing::default() };
        let seat = SeatRow { kind: "open".into(), ..SeatRow::default() };
        MatchRow {
            id: secret::id().unwrap(),
            game: "hex-fight".into(),
            scenario: String::new(),
            head: String::new(),
            version: 0,
            standing: beside::write(&standing).unwrap(),
            summary: Summary { status: "waiting".into(), ..Summary::default() },
            created: 0,
            private: false,
            seats: [seat.clone(), seat],
        }
    }

    #[tokio::test]
    async fn only_what_never_began_and_nobody_looks_at_is_thrown_away() {
        let config = Config::default();
        let (store, rooms) =
            (crate::store::open("sqlite::memory:").await.unwrap(), Arc::new(Rooms::new(&config.limits)));
        let club = Club::new(Games::load(None, None).unwrap(), store, rooms, &config, Closing::default());
        let [forgotten, taken_back, open] = [stale(false), stale(true), stale(false)];
        for row in [&forgotten, &taken_back, &open] {
            club.store.add_match(row, &[]).await.unwrap();
        }
        let _room = club.rooms.room(&open.id);
        assert_eq!(sweep(&club, FORGOTTEN + 1, 1).await.unwrap(), 1);
        for (row, stays) in [(&forgotten, false), (&taken_back, true), (&open, true)] {
            assert_eq!(club.store.match_row(&row.id).await.unwrap().is_some(), stays, "{row:?}");
        }
    }
}
