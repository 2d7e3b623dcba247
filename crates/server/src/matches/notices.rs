//! Telling a player outside the page that the choice has passed to him.

use super::club::Club;
use super::play::Play;
use crate::error::Failure;
use crate::notices::{News, What, notices_for};
use crate::store::{Millis, Notice};
use engine::Side;

/// The notices for the player of a side, by the ways that he has switched on.
pub async fn of_turn(club: &Club, play: &Play, side: Side, at: Millis) -> Result<Vec<Notice>, Failure> {
    let Some(user) = &play.row.seats[side.index()].user else { return Ok(Vec::new()) };
    let Some(user) = club.store.user(user).await? else { return Ok(Vec::new()) };
    let about = play.table.about();
    let news = News {
        match_id: play.row.id.clone(),
        game: play.row.game.clone(),
        title: about.title.clone(),
        side: about.side_id(side).to_string(),
        side_title: about.side_title(side).to_string(),
        side_index: side.index() as i64,
        at,
        what: What::Turn { turn: play.table.turn().into(), actions: play.table.actions() as i64 },
    };
    notices_for(&user, &news)
}
