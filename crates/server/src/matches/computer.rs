//! Computer players: a task for each match where one must choose, action by action, until it is somebody else's choice.

use super::room::{Open, Room};
use super::seats::kind;
use crate::app::App;
use crate::error::Failure;
use ai::Player;
use engine::Side;
use std::sync::{Arc, Weak};
use std::time::Duration;

/// Between the actions of two computers, so that they leave the server to people.
const BREATH: Duration = Duration::from_millis(20);
/// Before the first action, so that people can stir the dice.
const FIRST: Duration = Duration::from_millis(1500);
/// After something went wrong.
const PAUSE: Duration = Duration::from_secs(5);

/// Has the computer play, if it is its choice and no task plays for it yet.
pub fn wake(open: &mut Open) {
    if open.inside.computer_plays || to_play(open).is_none() {
        return;
    }
    open.inside.computer_plays = true;
    tokio::spawn(go_on(Arc::downgrade(&open.app), open.room.clone()));
}

/// The computer that must choose, and its side.
fn to_play(open: &Open) -> Option<(Side, Player)> {
    let play = &open.inside.play;
    let side = play.chooser()?;
    let seat = &play.row.seats[side.index()];
    let name = seat.computer.as_ref().filter(|_| seat.kind == kind::COMPUTER)?;
    Some((side, name.parse().ok()?))
}

async fn go_on(app: Weak<App>, room: Arc<Room>) {
    loop {
        let Some(app) = app.upgrade() else { return };
        let rest = match act(&app, &room).await {
            Ok(None) => return,
            Ok(Some(rest)) => rest,
            // Nobody can play it any more.
            Err(failure) if failure.kind == "unreadable" || failure.kind == "not_found" => return,
            Err(failure) => {
                tracing::warn!(id = room.id, kind = failure.kind, "the computer could not play");
                PAUSE
            }
        };
        drop(app);
        if rest.is_zero() {
            tokio::task::yield_now().await;
        } else {
            tokio::time::sleep(rest).await;
        }
    }
}

/// Plays one action; how long to rest then, or `None` if it is not the computer's choice any more.
async fn act(app: &Arc<App>, room: &Arc<Room>) -> Result<Option<Duration>, Failure> {
    let mut open = room.open(app).await?;
    let Some((side, player)) = to_play(&open) else {
        open.inside.computer_plays = false;
        return Ok(None);
    };
    let people = open.inside.play.row.seats.iter().any(|seat| seat.kind == kind::PLAYER);
    let begun = open.inside.play.table.actions() > 0;
    if !begun && people && open.inside.play.started_at + (FIRST.as_millis() as i64) > open.now {
        return Ok(Some(FIRST));
    }
    let mut dice = open.inside.play.thoughts().map_err(Failure::internal)?;
    let (from, spent) = open.before_action();
    // Thinking may take long: not where everybody else waits.
    let thought = tokio::task::spawn_blocking(move || {
        let played = open.inside.play.table.play_computer(player, &mut dice).map(drop);
        let played = played.map_err(|error| open.refuse(&error));
        (open, played)
    });
    let (mut open, played) = thought.await.map_err(Failure::internal)?;
    played?;
    open.played(side, from, spent).await?;
    Ok(Some(if people { Duration::ZERO } else { BREATH }))
}
