//! The matches that somebody looks at or plays now: one room each, opened when somebody asks and closed when nobody has
//! for a while. Where servers share the work, an open room is a match that this one owns.

use super::beside::{self, Standing};
use super::club::Club;
use super::play::no_match;
use super::room::{Closed, Room};
use crate::accounts::{Limiter, Tables};
use crate::config::Limits;
use crate::error::Failure;
use crate::others::{Event, Hold, Others, Word};
use crate::places::{Place, Places};
use crate::secret;
use crate::store::{Millis, StoreError, now};
use axum::http::StatusCode;
use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

/// How long a room stays open after somebody last asked.
const IDLE: Millis = 5 * 60_000;
/// How often clocks are looked at.
const TICK: Duration = Duration::from_millis(500);
/// How often what nobody needs any more is thrown away.
const SWEEP: Millis = 60 * 60_000;
/// After so long a match that never began is thrown away, and a guest who never came back.
const FORGOTTEN: Millis = 90 * 24 * 60 * 60_000;
/// What was counted longer ago counts for nothing any more.
const TALLIED: Millis = 24 * 60 * 60_000;
/// How often rooms are closed.
const TIDY: Duration = Duration::from_secs(30);
/// How many matches are given back to the other servers at once, or named to them.
const TOGETHER: usize = 100;

/// The number under which a server owns matches that is alone.
const ALONE: i64 = 0;

/// Whose sockets are closed.
#[derive(Clone, Debug)]
pub enum SignedOut {
    /// This user's: his sessions have ended.
    User(String),
    /// Everybody's who is signed in: somebody's sessions have ended, and we do not know whose.
    Somebody,
    /// Theirs who look at this match: it is played elsewhere.
    Table(String),
    /// Everybody's: all our matches may be played elsewhere.
    Everybody,
}

/// The matches that somebody looks at or plays now.
pub struct Rooms {
    rooms: Mutex<HashMap<String, Arc<Room>>>,
    /// When the server started: time before that counts against nobody.
    since: Millis,
    /// How many matches each account, and all guests from one address, may still create.
    creations: Limiter<String>,
    /// How many sockets are open from each address.
    sockets: Places,
    /// Tells the sockets whose sessions have ended.
    signed_out: broadcast::Sender<SignedOut>,
    /// The servers that share the work, if there are any.
    others: Option<Arc<dyn Others>>,
}

impl Rooms {
    /// Nobody plays yet.
    pub fn new(limits: &Limits, others: Option<Arc<dyn Others>>) -> Rooms {
        Rooms {
            rooms: Mutex::default(),
            since: now(),
            creations: Limiter::per_hour("matches", limits.matches_per_hour, others.clone()),
            sockets: Places::new(limits.sockets_per_address),
            signed_out: broadcast::Sender::new(64),
            others,
        }
    }

    /// Takes a match, unless another server has it; since when time counts in it.
    pub async fn hold(&self, id: &str) -> Result<(i64, Millis), Failure> {
        let Some(others) = &self.others else { return Ok((ALONE, self.since)) };
        if !secret::is_id(id) {
            return Err(no_match());
        }
        match others.hold(id).await? {
            Hold::Here { number, since } => Ok((number, since)),
            Hold::Elsewhere => Err(Failure::elsewhere()),
            Hold::Nowhere => Err(no_match()),
        }
    }

    /// The number under which we own matches; `None` while we do not know whether we do.
    pub fn number(&self) -> Option<i64> {
        self.others.as_ref().map_or(Some(ALONE), |others| others.number())
    }

    /// Whether servers share the work.
    pub fn are_shared(&self) -> bool {
        self.others.is_some()
    }

    /// Whether what one server does for all is our business.
    pub fn leads(&self) -> bool {
        self.others.as_ref().is_none_or(|others| others.leads())
    }

    /// Whether a match is played here, and we need not ask for it.
    #[cfg(feature = "postgres")]
    pub fn plays(&self, id: &str) -> bool {
        let number = self.number();
        let rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        number.is_some() && rooms.get(id).is_some_and(|room| room.number() == number)
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

    /// Whether somebody looks at a match or plays it now, here or at another server.
    pub async fn is_open(&self, id: &str) -> Result<bool, StoreError> {
        let is_open_here = self.rooms.lock().unwrap_or_else(PoisonError::into_inner).contains_key(id);
        match &self.others {
            Some(others) if !is_open_here => others.is_elsewhere(id).await,
            _ => Ok(is_open_here),
        }
    }

    /// Closes the room of a match that is no more.
    pub fn forget(&self, id: &str) {
        if let Some(room) = self.rooms.lock().unwrap_or_else(PoisonError::into_inner).remove(id) {
            room.disown();
        }
    }

    /// Whether somebody may create one more match now.
    pub async fn may_create(&self, who: String) -> Result<(), Failure> {
        let many = |failure: Failure| match failure.status {
            StatusCode::TOO_MANY_REQUESTS => {
                Failure { message: "you have created many matches; wait a little".into(), ..failure }
            }
            _ => failure,
        };
        self.creations.pass(&who).await.map_err(many)
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
    pub fn signed_out(&self) -> broadcast::Receiver<SignedOut> {
        self.signed_out.subscribe()
    }

    /// How many sockets are open.
    pub fn open_sockets(&self) -> usize {
        self.sockets.taken()
    }

    fn close_idle(&self, since: Millis) {
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        // Nobody else has it, and nobody can get it while we hold the list.
        rooms.retain(|_, room| Arc::strong_count(room) > 1 || room.is_owned() || !room.is_idle(since));
        metrics::gauge!("grognard_rooms").set(rooms.len() as f64);
    }

    /// Gives back to the other servers what nobody has asked for here since then.
    async fn give_back(&self, others: &dyn Others, since: Millis) {
        let idle: Vec<Arc<Room>> = {
            let rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
            rooms.values().filter(|room| room.is_owned() && room.is_idle(since)).cloned().collect()
        };
        for some in idle.chunks(TOGETHER) {
            // Whoever asks for one of them meanwhile waits at its door, and takes it anew.
            let closed: Vec<Closed> = some.iter().filter_map(|room| room.close(since)).collect();
            let ids: Vec<String> = closed.iter().map(|closed| closed.id.clone()).collect();
            if let Err(error) = others.give_back(&ids).await {
                // They are ours as long as we are here.
                tracing::warn!(%error, "matches that nobody asks for cannot be given back");
            }
        }
    }

    /// We may have lost what we own: nothing that is here counts until it is taken anew, and whoever has a socket comes
    /// back, here or elsewhere.
    fn let_go(&self) {
        self.all().iter().for_each(|room| room.disown());
        let _ = self.signed_out.send(SignedOut::Everybody);
    }

    /// We may not have heard who sits where now, and whose sessions have ended.
    fn doubt(&self) {
        self.all().iter().for_each(|room| room.reread());
        let _ = self.signed_out.send(SignedOut::Somebody);
    }

    /// Whoever looks at a match here goes where it is played now.
    pub fn send_on(&self, id: &str) {
        let _ = self.signed_out.send(SignedOut::Table(id.to_string()));
    }

    fn all(&self) -> Vec<Arc<Room>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }

    fn reread_here(&self, matches: &[String]) {
        let rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        matches.iter().filter_map(|id| rooms.get(id)).for_each(|room| room.reread());
    }

    fn hang_up_here(&self, user: &str) {
        // Nobody listens where no socket is open.
        let _ = self.signed_out.send(SignedOut::User(user.to_string()));
    }
}

impl Tables for Rooms {
    fn reread(&self, matches: &[String]) {
        self.reread_here(matches);
        if let Some(others) = &self.others {
            matches.chunks(TOGETHER).for_each(|some| others.tell(Word::Reread(some.to_vec())));
        }
    }

    /// A browser that is still signed in comes back by itself.
    fn hang_up(&self, user: &str) {
        self.hang_up_here(user);
        if let Some(others) = &self.others {
            others.tell(Word::SignedOut(user.to_string()));
        }
    }
}

impl Club {
    /// Goes on where the server was stopped: computers play, and clocks run. People are answered meanwhile.
    pub async fn start(self: &Arc<Self>) -> Result<(), StoreError> {
        if let Some(others) = &self.rooms.others {
            tokio::spawn(heed(Arc::downgrade(self), others.events()));
        }
        tokio::spawn(go_on(Arc::downgrade(self), self.store.computers_to_move().await?));
        tokio::spawn(keep_time(Arc::downgrade(self)));
        self.analyse();
        tokio::spawn(tidy(Arc::downgrade(self)));
        Ok(())
    }
}

/// Does what has to be done when something happens among the servers.
async fn heed(club: Weak<Club>, mut events: broadcast::Receiver<Event>) {
    loop {
        let event = events.recv().await;
        let Some(club) = club.upgrade() else { return };
        match event {
            Ok(Event::Told(Word::SignedOut(user))) => club.rooms.hang_up_here(&user),
            Ok(Event::Told(Word::Reread(matches))) => club.rooms.reread_here(&matches),
            Ok(Event::Missed) => club.rooms.doubt(),
            Ok(Event::Lost) => club.rooms.let_go(),
            Ok(Event::Changed) => take_over(&club).await,
            Err(RecvError::Lagged(_)) => {
                club.rooms.let_go();
                take_over(&club).await;
            }
            Err(RecvError::Closed) => return,
        }
    }
}

/// Goes on with what was a server's that has gone, as far as nobody asks for it: computers play, matches are looked at.
/// Clocks are looked at all the time.
async fn take_over(club: &Arc<Club>) {
    club.analyse_on();
    match club.store.computers_to_move().await {
        Ok(ids) => {
            tokio::spawn(go_on(Arc::downgrade(club), ids));
        }
        Err(error) => tracing::warn!(%error, "the computers of a server that has gone have to wait"),
    }
}

/// Goes on with matches where a computer must choose, one after the other.
async fn go_on(club: Weak<Club>, ids: Vec<String>) {
    for id in ids {
        let Some(club) = club.upgrade() else { return };
        match club.rooms.room(&id).open(&club).await {
            Ok(mut open) => super::computer::wake(&mut open),
            Err(failure) if failure.is_elsewhere() => {}
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
                if failure.is_elsewhere() {
                    continue;
                }
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
        if let Some(others) = &club.rooms.others {
            club.rooms.give_back(&**others, now() - IDLE).await;
        }
        club.rooms.close_idle(now() - IDLE);
        if now() - swept > SWEEP && club.rooms.leads() {
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
        if !beside::read::<Standing>(&row.standing)?.begun && !club.rooms.is_open(&row.id).await? {
            gone += usize::from(club.store.forget_match(&row.id, row.version).await?);
        }
    }
    club.store.sweep(now, before).await?;
    if let Some(others) = &club.rooms.others {
        others.sweep(now - TALLIED).await?;
    }
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
            (crate::store::open("sqlite::memory:").await.unwrap(), Arc::new(Rooms::new(&config.limits, None)));
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
