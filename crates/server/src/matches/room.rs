//! One match being played or looked at. Everything goes through here, one thing after the other: it is checked, done,
//! written, and only then answered and told.

use super::beside::{self, Entry};
use super::club::Club;
use super::computer::{self, Turn};
use super::hall::{Hall, Watcher};
use super::play::{Play, no_match};
use super::request::Choices;
use super::seats::{self, Who};
use super::shapes::{self, Name, Telling};
use super::stirred::Stir;
use crate::error::Failure;
use crate::store::{Append, MatchRow, Millis, Notice, StoreError, now};
use ai::Stop;
use axum::http::StatusCode;
use engine::matches::Ending;
use engine::{PlayError, Side};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use tokio::sync::{Mutex, OwnedMappedMutexGuard, OwnedMutexGuard, watch};
use wire::socket::Push;
use wire::{Because, ErrorInfo};

/// A match that somebody looks at or plays.
pub struct Room {
    /// The match's id.
    pub id: String,
    inside: Arc<Mutex<Option<Inside>>>,
    /// Counts what was accepted, for those who wait.
    changes: watch::Sender<u64>,
    /// When somebody last asked for something.
    used: AtomicI64,
    /// Whether who sits here has changed in the store.
    outdated: AtomicBool,
    /// Under which of our numbers we own it among the servers that share the work; not at all, at first.
    number: AtomicI64,
    /// Time before that counts against nobody.
    since: AtomicI64,
}

/// Not ours.
const NOBODYS: i64 = -1;

/// A room that nobody can enter before this is gone, and in which nothing is left.
pub struct Closed {
    /// The match's id.
    pub id: String,
    _inside: OwnedMutexGuard<Option<Inside>>,
}

/// What is inside a room.
pub struct Inside {
    /// The match.
    pub play: Play,
    /// Those who look.
    pub hall: Hall,
    /// Whether the match here may differ from the store. It is read again then before anybody sees it.
    pub ahead: bool,
    /// The task that plays for the computer, if one does.
    pub computer_plays: Option<Turn>,
    /// Stops the computer's thoughts about the match as it stands.
    pub thinking: Option<Stop>,
}

impl Inside {
    fn new(play: Play) -> Inside {
        Inside { play, hall: Hall::default(), ahead: false, computer_plays: None, thinking: None }
    }

    /// Reads the match again, and tells everybody how it stands.
    async fn read_again(&mut self, club: &Club, room: &Room) -> Result<(), Failure> {
        self.stop_thinking();
        self.play = room.load(club).await?;
        self.ahead = false;
        self.hall.seat_anew(&self.play);
        self.hall.tell_tables(&club.games, &self.play, Because::Resync, now());
        Ok(())
    }

    /// The match stands differently: whatever is thought about it is worth nothing.
    fn stop_thinking(&mut self) {
        if let Some(stop) = self.thinking.take() {
            stop.stop();
        }
    }
}

impl Room {
    /// A room that nobody has opened yet.
    pub fn new(id: String) -> Room {
        let (changes, _) = watch::channel(0);
        Room {
            id,
            inside: Arc::default(),
            changes,
            used: AtomicI64::new(now()),
            outdated: AtomicBool::new(false),
            number: AtomicI64::new(NOBODYS),
            since: AtomicI64::new(0),
        }
    }

    /// Under which of our numbers it is ours.
    pub fn number(&self) -> Option<i64> {
        Some(self.number.load(Ordering::Acquire)).filter(|&number| number != NOBODYS)
    }

    /// Whether it is noted among the servers as ours.
    pub fn is_owned(&self) -> bool {
        self.number().is_some_and(|number| number > 0)
    }

    fn own(&self, number: i64) {
        let was_owned = self.is_owned();
        self.number.store(number, Ordering::Release);
        match (was_owned, self.is_owned()) {
            (false, true) => metrics::gauge!("grognard_matches_owned").increment(1.0),
            (true, false) => metrics::gauge!("grognard_matches_owned").decrement(1.0),
            _ => {}
        }
    }

    /// It is not ours any more, or we do not know.
    pub fn disown(&self) {
        self.own(NOBODYS);
    }

    /// Empties it and keeps its door shut, if nobody has asked for anything since then and nobody looks.
    pub fn close(&self, since: Millis) -> Option<Closed> {
        let mut inside = self.inside.clone().try_lock_owned().ok()?;
        if self.used.load(Ordering::Relaxed) >= since || inside.as_ref().is_some_and(|inside| !inside.hall.is_empty()) {
            return None;
        }
        *inside = None;
        self.disown();
        Some(Closed { id: self.id.clone(), _inside: inside })
    }

    /// Takes the match, if it is not known to be ours. What is here of it may be old then.
    async fn take(&self, club: &Club, inside: &mut Option<Inside>) -> Result<(), Failure> {
        let number = club.rooms.number().ok_or(StoreError::LostTouch)?;
        if self.number() == Some(number) {
            return Ok(());
        }
        let held = club.rooms.hold(&self.id).await;
        if held.as_ref().is_err_and(Failure::is_elsewhere)
            && let Some(mut old) = inside.take()
        {
            old.stop_thinking();
            club.rooms.send_on(&self.id);
        }
        let (number, since) = held?;
        self.since.store(since, Ordering::Relaxed);
        self.own(number);
        if let Some(inside) = inside {
            inside.ahead = true;
        }
        Ok(())
    }

    /// Reads the match from the store.
    async fn load(&self, club: &Club) -> Result<Play, Failure> {
        Play::load(club, &self.id, self.since.load(Ordering::Relaxed)).await
    }

    /// Has the match read again before anybody sees it.
    pub fn reread(&self) {
        self.outdated.store(true, Ordering::Release);
    }

    /// Goes in, alone. The match is read from the store where it is not here, or where writing it has failed.
    pub async fn open(self: &Arc<Self>, club: &Arc<Club>) -> Result<Open, Failure> {
        self.used.store(now(), Ordering::Relaxed);
        let mut guard = self.inside.clone().lock_owned().await;
        self.take(club, &mut guard).await?;
        let outdated = self.outdated.swap(false, Ordering::AcqRel);
        if let Some(inside) = guard.as_mut() {
            inside.ahead |= outdated;
        }
        let was_read = match &mut *guard {
            None => {
                let play = self.load(club).await?;
                *guard = Some(Inside::new(play));
                true
            }
            Some(inside) if inside.ahead => {
                inside.read_again(club, self).await?;
                true
            }
            Some(_) => false,
        };
        let inside = OwnedMutexGuard::try_map(guard, Option::as_mut).map_err(|_| Failure::internal("an empty room"))?;
        let mut open = Open {
            club: club.clone(),
            room: self.clone(),
            inside,
            now: now(),
            pending: Vec::new(),
            seated: None,
            adds: None,
            unrated: false,
        };
        // Whoever asks first may take the match of a server that has gone, before we have looked whose computers wait.
        if was_read && club.rooms.are_shared() {
            computer::wake(&mut open);
        }
        Ok(open)
    }

    /// Tells when something was accepted.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// How many wait for something to be accepted.
    pub fn waiting(&self) -> usize {
        self.changes.receiver_count()
    }

    /// Whether nobody has asked for anything since then, and nobody looks.
    pub fn is_idle(&self, since: Millis) -> bool {
        let empty = |inside: &Option<Inside>| inside.as_ref().is_none_or(|inside| inside.hall.is_empty());
        self.used.load(Ordering::Relaxed) < since && self.inside.try_lock().is_ok_and(|inside| empty(&inside))
    }
}

/// A room that one request has to itself.
pub struct Open {
    /// The server.
    pub club: Arc<Club>,
    /// The room.
    pub room: Arc<Room>,
    /// What is inside.
    pub inside: OwnedMappedMutexGuard<Option<Inside>, Inside>,
    /// When the request came.
    pub now: Millis,
    /// What was said and offered and is not written yet.
    pending: Vec<(Option<Side>, Entry)>,
    /// The side whose seat was taken meanwhile.
    seated: Option<Side>,
    /// A match that comes of what was accepted, and its record.
    adds: Option<(MatchRow, Vec<String>)>,
    /// Whether its end counts for no rating, though the match is rated.
    unrated: bool,
}

impl Open {
    /// Notes something said or offered; [`write`](Open::write) must follow.
    pub fn say(&mut self, side: Option<Side>, entry: Entry) -> Result<(), Failure> {
        self.inside.ahead = true;
        self.inside.play.say(side, self.now, &entry).map_err(Failure::internal)?;
        self.pending.push((side, entry));
        Ok(())
    }

    /// Notes which match is its rematch, to be written together with it; [`write`](Open::write) must follow.
    pub fn note_rematch(&mut self, row: MatchRow, record: Vec<String>) {
        self.inside.ahead = true;
        self.inside.play.row.summary.rematch = Some(row.id.clone());
        self.adds = Some((row, record));
    }

    /// The match is about to stand differently; [`write`](Open::write) must follow.
    pub fn stir(&mut self) {
        self.inside.ahead = true;
        self.inside.stop_thinking();
    }

    /// The match has gone on: what was offered before is worth nothing; [`write`](Open::write) must follow.
    fn went_on(&mut self) -> Result<(), Failure> {
        self.stir();
        if self.inside.play.offer.is_some() { self.say(None, Entry::Lapsed {}) } else { Ok(()) }
    }

    /// Writes what was accepted. If that fails, the match will be read again before anybody sees it.
    pub async fn write(&mut self) -> Result<(), Failure> {
        let entries = self.pending.drain(..).map(|(side, entry)| entry.write(side, self.now));
        let entries = entries.collect::<Result<Vec<_>, _>>()?;
        let play = &mut self.inside.play;
        let (lines, standing) = (play.unwritten(), beside::write(&play.standing())?);
        let summary = play.summary(self.now);
        let notices = self.notices().await?;
        let play = &self.inside.play;
        let seated = self.seated.map(|side| (side.index() as i64, play.row.seats[side.index()].clone()));
        let (id, version) = (play.row.id.clone(), play.row.version);
        let (adds, ended) = (self.adds.take(), play.just_ended(!self.unrated));
        let summary_now = summary.clone();
        let append =
            Append { id, version, lines, entries, standing, summary: summary_now, seated, notices, adds, ended };
        let grown = append.grows();
        let kept = self.club.store.append(append).await;
        if matches!(kept, Err(StoreError::Conflict(_))) {
            // Whoever wrote first may be another server, who plays it now.
            self.room.disown();
        }
        kept?;
        let play = &mut self.inside.play;
        play.row.version += grown;
        play.row.summary = summary;
        self.inside.ahead = false;
        self.seated = None;
        self.room.changes.send_modify(|changes| *changes += 1);
        computer::wake(self);
        Ok(())
    }

    /// What must be told outside the page: in a slow match, that the choice has passed to somebody who is not there.
    async fn notices(&self) -> Result<Vec<Notice>, Failure> {
        let play = &self.inside.play;
        let Some(side) = play.awaited().filter(|_| play.head.pace.is_slow()) else { return Ok(Vec::new()) };
        let seat = &play.row.seats[side.index()];
        if play.awaited_before() == Some(side) || !seat.notices || self.inside.hall.presence(play).sides[side.index()] {
            return Ok(Vec::new());
        }
        super::notices::of_turn(&self.club, play, side, self.now).await
    }

    /// Lets somebody take the seat that his link is for. What he pledges to stir the dice with holds from then on; where he
    /// sits already, it does if he has not stirred them before and a seat is still free.
    pub async fn admit(&mut self, who: &Who, pledge: Option<&str>) -> Result<(), Failure> {
        self.recognise(who).await?;
        let row = &self.inside.play.row;
        if let Some(side) = who.invited(&row.seats) {
            // Changed data are accepted by sitting down, and not by looking in.
            if self.club.games.changed(&row.game).is_some() {
                return Ok(());
            }
            self.inside.play.check_rated(who, side)?;
            return self.sit(who, side, pledge).await;
        }
        let Some(hash) = pledge else { return Ok(()) };
        let (holds, play) = (who.holds(&self.inside.play.row.seats), &self.inside.play);
        let open: Vec<_> = holds.sides().filter(|&side| play.may_pledge(side)).collect();
        self.stir_dice(open.into_iter(), Stir::Pledge(hash)).await
    }

    /// Makes sure that somebody without a seat has none: he may have got one at another server, by signing in just now.
    async fn recognise(&mut self, who: &Who) -> Result<(), Failure> {
        if !self.club.rooms.are_shared() || who.user.is_none() || who.holds(&self.inside.play.row.seats).any() {
            return Ok(());
        }
        let row = self.club.store.match_row(&self.room.id).await?.ok_or_else(no_match)?;
        if !who.holds(&row.seats).any() {
            return Ok(());
        }
        let (club, room) = (self.club.clone(), self.room.clone());
        self.inside.ahead = true;
        self.inside.read_again(&club, &room).await
    }

    /// Seats somebody in a free seat; when it is the last, the match starts.
    pub async fn sit(&mut self, who: &Who, side: Side, pledge: Option<&str>) -> Result<(), Failure> {
        self.inside.ahead = true;
        let play = &mut self.inside.play;
        who.sit(&mut play.row.seats[side.index()]);
        if let Some(used) = &mut play.used {
            used.came(side, self.now - play.row.created);
        }
        self.seated = Some(side);
        play.names[side.index()] = Name::of(&self.club, &play.row.seats[side.index()], &play.row.game).await?;
        if let Some(hash) = pledge {
            play.pledge([side].into_iter(), hash, self.now).await?;
        }
        let starts = seats::all_taken(&play.row.seats);
        if starts {
            play.start(self.now).await?;
        }
        self.stir();
        self.write().await?;
        let (club, now) = (self.club.clone(), self.now);
        let Inside { play, hall, .. } = &mut *self.inside;
        hall.seat_anew(play);
        if starts {
            hall.tell_tables(&club.games, play, Because::Started, now);
        } else {
            hall.tell_match(&club.games, play);
        }
        hall.tell_presence(play);
        Ok(())
    }

    /// Ends the match if somebody's time has run out.
    pub async fn settle_clock(&mut self) -> Result<(), Failure> {
        let play = &self.inside.play;
        if play.awaited().is_none() {
            return Ok(());
        }
        match play.clock.as_ref().and_then(|clock| clock.overdue(self.now)) {
            None => Ok(()),
            Some(side) => self.end(side, Ending::Timeout).await,
        }
    }

    /// Writes the deadline anew, where the time that the server was down was forgiven.
    pub async fn renew_deadline(&mut self) -> Result<(), Failure> {
        if self.inside.play.summary(self.now).deadline == self.inside.play.row.summary.deadline {
            return Ok(());
        }
        self.inside.ahead = true;
        self.write().await
    }

    /// Plays an action of a side.
    pub async fn play(&mut self, side: Side, action: &str) -> Result<(), Failure> {
        let (from, spent) = self.before_action();
        let played = self.inside.play.table.play(side, action).map(drop);
        played.map_err(|error| self.refuse(&error))?;
        self.played(side, from, spent).await
    }

    /// Remembers what must be known of the table before something is played: the length of the log, and how long the
    /// side has thought. Should the rules fail in the middle, the match is read again.
    pub fn before_action(&mut self) -> (usize, Millis) {
        self.inside.ahead = true;
        let Inside { play, hall, .. } = &mut *self.inside;
        hall.look(play);
        (play.table.log().len(), play.spent(self.now))
    }

    /// Nothing was played after all.
    pub fn refuse(&mut self, error: &PlayError) -> Failure {
        self.inside.ahead = !self.pending.is_empty();
        refused(&*self.inside.play.table, error)
    }

    /// Writes and tells the action that the table has just taken.
    pub async fn played(&mut self, side: Side, from: usize, spent: Millis) -> Result<(), Failure> {
        self.note_step(side, from, spent).await?;
        metrics::counter!("grognard_actions_total").increment(1);
        Ok(())
    }

    /// Ends the match as the operator says: nobody is rated by that.
    pub async fn close(&mut self, loser: Side) -> Result<(), Failure> {
        self.unrated = true;
        self.end(loser, Ending::Concede).await
    }

    /// Ends the match beside the rules.
    pub async fn end(&mut self, side: Side, ending: Ending) -> Result<(), Failure> {
        let (from, _) = self.before_action();
        let table = &mut self.inside.play.table;
        let ended = match ending {
            Ending::Draw => table.agree_draw(side),
            Ending::Timeout => table.time_out(side),
            Ending::Concede => table.concede(side),
        };
        ended.map(drop).map_err(|error| self.refuse(&error))?;
        self.note_step(side, from, 0).await
    }

    /// Takes something back for a side and writes that.
    pub async fn take_back(
        &mut self,
        by: Side,
        back: impl FnOnce(&mut dyn catalogue::AnyMatch) -> Result<(), PlayError>,
    ) -> Result<(), Failure> {
        let play = &mut self.inside.play;
        play.take_back(by, self.now, back).map_err(|error| refused(&*play.table, &error))?;
        self.went_on()?;
        self.write().await
    }

    async fn note_step(&mut self, side: Side, from: usize, spent: Millis) -> Result<(), Failure> {
        let offered = self.inside.play.offer.is_some();
        self.inside.play.acted(spent, self.now);
        self.went_on()?;
        self.write().await?;
        let (club, now) = (self.club.clone(), self.now);
        let Inside { play, hall, .. } = &mut *self.inside;
        hall.tell_step(play, side, from, now);
        if play.is_over() {
            metrics::counter!("grognard_matches_over_total").increment(1);
            hall.tell_tables(&club.games, play, Because::Over, now);
        } else if offered {
            hall.tell_all(&Push::Offer { offer: None, declined: None });
        }
        Ok(())
    }

    /// Lets somebody look, and tells him the table.
    pub fn enter(&mut self, watcher: Watcher) -> wire::Scene {
        let (club, now) = (self.club.clone(), self.now);
        let Inside { play, hall, .. } = &mut *self.inside;
        let (who, viewer, choices) = (watcher.who.clone(), watcher.viewer, watcher.choices);
        hall.enter(play, watcher);
        let presence = hall.presence(play);
        shapes::table(&club.games, play, &Telling { who: &who, viewer, choices, presence, now })
    }

    /// Looks with other eyes, or again with the same, and tells the table.
    pub fn look(&mut self, id: u64, see: Option<&str>) -> Result<wire::Scene, Failure> {
        let (club, now) = (self.club.clone(), self.now);
        let Inside { play, hall, .. } = &mut *self.inside;
        let presence = hall.presence(play);
        let watcher = hall.watcher(id).ok_or_else(|| Failure::internal("a socket that has not entered"))?;
        if see.is_some() {
            watcher.viewer = shapes::viewer(play, watcher.who.holds(&play.row.seats), see)?;
        }
        let telling = Telling { who: &watcher.who, viewer: watcher.viewer, choices: watcher.choices, presence, now };
        Ok(shapes::table(&club.games, play, &telling))
    }

    /// Lets somebody go.
    pub fn leave(&mut self, id: u64) {
        let Inside { play, hall, .. } = &mut *self.inside;
        hall.leave(play, id);
    }

    /// The table for somebody who asks without a socket.
    pub fn table(&self, who: &Who, see: Option<&str>, choices: Choices) -> Result<wire::Scene, Failure> {
        let Inside { play, hall, .. } = &*self.inside;
        let viewer = shapes::viewer(play, who.holds(&play.row.seats), see)?;
        let telling = Telling { who, viewer, choices, presence: hall.presence(play), now: self.now };
        Ok(shapes::table(&self.club.games, play, &telling))
    }
}

/// Why something was not played, with the clauses that refuse it.
pub fn refused(table: &dyn catalogue::AnyMatch, error: &PlayError) -> Failure {
    let status = match error {
        PlayError::Over => return over(),
        PlayError::NotYourChoice => return not_your_choice(),
        PlayError::Misfit { .. } => return Failure::internal(error),
        PlayError::NoUndo(_) | PlayError::Parted(_) => StatusCode::CONFLICT,
        PlayError::Notation(_) | PlayError::Refused(_) => StatusCode::UNPROCESSABLE_ENTITY,
    };
    let ErrorInfo { kind, message, clauses } = ErrorInfo::of(table.book(), error);
    Failure { status, kind, message, clauses }
}

/// Nobody can act any more.
pub fn over() -> Failure {
    Failure::conflict("over", "the match is over")
}

/// Another must choose.
pub fn not_your_choice() -> Failure {
    Failure::conflict("not_your_choice", "it is the other side's choice")
}
