//! Telling a player outside the page that the choice has passed to him.

use super::play::Play;
use crate::app::App;
use crate::error::Failure;
use crate::store::Notice;
use engine::Side;

/// The notices for the player of a side, as he has switched them on.
pub async fn of_turn(app: &App, play: &Play, side: Side) -> Result<Vec<Notice>, Failure> {
    let Some(user) = &play.row.seats[side.index()].user else { return Ok(Vec::new()) };
    let Some(user) = app.store.user(user).await? else { return Ok(Vec::new()) };
    let _ = user;
    Ok(Vec::new())
}
