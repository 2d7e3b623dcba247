//! Computer players: a task for each match where one must choose, action by action, until it is somebody else's choice.
//! While one thinks the match is open to everybody; what it comes to counts only if the match still stands where it did.

use super::club::Club;
use super::room::{Open, Room, refused};
use super::seats::kind;
use crate::error::Failure;
use crate::work::Patience;
use ai::{Limits, Player, Stop};
use catalogue::{Counsel, Thought};
use engine::Side;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;
use wire::Hint;

/// Between the actions of two computers, so that they leave the server to people.
const BREATH: Duration = Duration::from_millis(20);
/// How long the first action waits for people to stir the dice.
const FIRST: Duration = Duration::from_millis(1500);
/// The same where the dice are seeded and must come out the same however slow the machine is.
const FIRST_SEEDED: Duration = Duration::from_secs(60);
/// How often it is seen whether they have.
const GLANCE: Duration = Duration::from_millis(50);
/// After something went wrong.
const PAUSE: Duration = Duration::from_secs(5);
/// Even on a machine that has too much to do a choice takes no longer.
const LONGEST: Duration = Duration::from_secs(30);

/// Who asks for a hint waits no longer.
const LONGEST_HINT: Duration = Duration::from_secs(5);

/// Where computers think: as many at once as the machine has cores, the others after them in the order in which they
/// came. However many matches there are, people are answered.
pub struct Study {
    places: Arc<Semaphore>,
    cores: usize,
    /// How long they think at least.
    least: Duration,
}

impl Study {
    /// As many places as the machine has cores; each thought takes this long at least.
    pub fn new(least: Duration) -> Study {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Study { places: Arc::new(Semaphore::new(cores)), cores, least }
    }

    /// How many think at the moment.
    pub fn thinking(&self) -> usize {
        self.cores - self.places.available_permits()
    }

    /// Whether a player's answer comes so soon that nobody notices.
    fn is_quick(&self, player: Player) -> bool {
        player.is_quick() && self.least.is_zero()
    }

    /// Has a veteran think for somebody who asks, as the others do, but not for long.
    pub async fn consult(&self, counsel: Box<dyn Counsel>) -> Result<Hint, Failure> {
        let place = self.places.clone().acquire_owned().await.map_err(Failure::internal)?;
        let limits = Limits { deadline: Some(Instant::now() + LONGEST_HINT), ..Limits::default() };
        let hint = tokio::task::spawn_blocking(move || {
            let hint = counsel.give(&limits);
            drop(place);
            hint
        });
        hint.await.map_err(Failure::internal)
    }

    /// Thinks on a thread that may be blocked; `None` if told to stop before.
    async fn think(&self, thought: Box<dyn Thought>, stop: Stop) -> Result<Option<String>, Failure> {
        let place = self.places.clone().acquire_owned().await.map_err(Failure::internal)?;
        if stop.is_told() {
            return Ok(None);
        }
        metrics::gauge!("grognard_computers_thinking").increment(1.0);
        let began = Instant::now();
        let (limits, least) =
            (Limits { stop: stop.clone(), deadline: Some(began + LONGEST), ..Limits::default() }, self.least);
        let found = tokio::task::spawn_blocking(move || {
            let found = thought.think(&limits);
            while began.elapsed() < least && !limits.stop.is_told() {
                std::thread::sleep(Duration::from_millis(5));
            }
            drop(place);
            metrics::gauge!("grognard_computers_thinking").decrement(1.0);
            found
        });
        let patience = Patience::with(&stop);
        let found = found.await;
        patience.over();
        let found = found.map_err(Failure::internal)?;
        Ok((!stop.is_told()).then_some(found))
    }
}

/// A task that plays for a computer. A match that was read anew, at another server meanwhile perhaps, has another: the one
/// before ends.
#[derive(Clone)]
pub struct Turn(Arc<()>);

impl Turn {
    /// Whether it is still this task that plays.
    fn is_of(&self, open: &Open) -> bool {
        open.inside.computer_plays.as_ref().is_some_and(|turn| Arc::ptr_eq(&turn.0, &self.0))
    }
}

/// Has the computer play, if it is its choice and no task plays for it yet.
pub fn wake(open: &mut Open) {
    if open.inside.computer_plays.is_some() || to_play(open).is_none() {
        return;
    }
    let turn = Turn(Arc::default());
    open.inside.computer_plays = Some(turn.clone());
    tokio::spawn(go_on(Arc::downgrade(&open.club), open.room.clone(), turn));
}

/// The computer that must choose, and its side.
fn to_play(open: &Open) -> Option<(Side, Player)> {
    let play = &open.inside.play;
    let side = play.chooser()?;
    let seat = &play.row.seats[side.index()];
    let name = seat.computer.as_ref().filter(|_| seat.kind == kind::COMPUTER)?;
    Some((side, name.parse().ok()?))
}

async fn go_on(club: Weak<Club>, room: Arc<Room>, turn: Turn) {
    loop {
        let Some(club) = club.upgrade() else { return };
        let rest = match act(&club, &room, &turn).await {
            Ok(None) => return,
            Ok(Some(rest)) => rest,
            // Nobody can play it any more.
            Err(failure) if failure.kind == "unreadable" || failure.kind == "not_found" => return,
            // It is played at another server, the computer as well.
            Err(failure) if failure.is_elsewhere() => return,
            Err(failure) => {
                tracing::warn!(id = room.id, kind = failure.kind, "the computer could not play");
                PAUSE
            }
        };
        drop(club);
        if rest.is_zero() {
            tokio::task::yield_now().await;
        } else {
            tokio::time::sleep(rest).await;
        }
    }
}

/// Plays one action; how long to rest then, or `None` if it is not the computer's choice any more.
async fn act(club: &Arc<Club>, room: &Arc<Room>, turn: &Turn) -> Result<Option<Duration>, Failure> {
    let mut open = room.open(club).await?;
    if !turn.is_of(&open) {
        return Ok(None);
    }
    let Some((side, player)) = to_play(&open) else {
        open.inside.computer_plays = None;
        return Ok(None);
    };
    let people = open.inside.play.row.seats.iter().any(|seat| seat.kind == kind::PLAYER);
    if is_early(club, &open) {
        return Ok(Some(GLANCE));
    }
    let rest = if people { Duration::ZERO } else { BREATH };
    let dice = open.inside.play.thoughts().map_err(Failure::internal)?;
    let table = &*open.inside.play.table;
    let thought = table.ponder(player, &dice).map_err(|error| refused(table, &error))?;
    if club.study.is_quick(player) {
        let found = tokio::task::spawn_blocking(move || thought.think(&Limits::default())).await;
        open.play(side, &found.map_err(Failure::internal)?).await?;
        return Ok(Some(rest));
    }
    let stop = Stop::default();
    open.inside.thinking = Some(stop.clone());
    drop(open);
    let found = tokio::select! {
        found = club.study.think(thought, stop.clone()) => found?,
        () = told(room, &stop) => None,
        () = club.closing.closed() => {
            stop.stop();
            return Ok(None);
        }
    };
    let Some(found) = found else { return Ok(Some(Duration::ZERO)) };
    let mut open = room.open(club).await?;
    // Something may have happened between the last thought and the door.
    if !stop.is_told() && turn.is_of(&open) {
        open.play(side, &found).await?;
    }
    Ok(Some(rest))
}

/// Whether the first action waits for somebody who may still stir the dice. Where none were promised, nobody can.
fn is_early(club: &Club, open: &Open) -> bool {
    let play = &open.inside.play;
    let patience = if club.promises.are_seeded() { FIRST_SEEDED } else { FIRST };
    let mut seats = play.row.seats.iter().zip(&play.stirred.salts);
    !play.begun
        && play.head.begun_at.is_none()
        && seats.any(|(seat, salt)| seat.kind == kind::PLAYER && salt.is_none())
        && play.started_at + (patience.as_millis() as i64) > open.now
}

/// Returns when a thought is told to stop: then the computer need not wait for its place in the study.
async fn told(room: &Room, stop: &Stop) {
    let mut changes = room.changes();
    while !stop.is_told() {
        if changes.changed().await.is_err() {
            return;
        }
    }
}
