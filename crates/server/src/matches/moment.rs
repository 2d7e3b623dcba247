//! A moment of a match, for somebody who wants to lay it out elsewhere.

use super::club::Club;
use super::seats::Who;
use super::shapes;
use crate::error::Failure;
use catalogue::{AnyMatch, Game};
use engine::{Record, View, Viewer};
use std::ops::ControlFlow;
use std::sync::Arc;
use wire::FromMatch;

/// A moment of a match as somebody sees it.
pub struct Moment {
    /// The id under which its game is served.
    pub id: String,
    /// Its game.
    pub game: Arc<dyn Game>,
    /// The scenario's id.
    pub scenario: String,
    /// The scenario's title.
    pub title: String,
    /// Every option with its setting.
    pub options: Vec<String>,
    /// What he sees.
    pub view: View,
}

/// A moment of a match, as far as he who asks may know it.
pub async fn moment(club: &Arc<Club>, who: &Who, from: &FromMatch) -> Result<Moment, Failure> {
    let open = club.rooms.room(&from.r#match).open(club).await?;
    let play = &open.inside.play;
    let holds = who.holds(&play.row.seats);
    let viewer = if play.is_over() { Viewer::All } else { shapes::viewer(play, holds, None)? };
    let head = play.table.record().head;
    let view = match from.after.map(|after| play.count(viewer, holds).actual(after)) {
        Some(after) if after < play.table.actions() => seen(&*play.game, &play.table.record(), after, viewer)?,
        _ => play.table.view(viewer),
    };
    let scenario = play.game.about().scenario(&head.scenario).ok();
    let title = scenario.map_or(String::new(), |place| play.game.about().scenarios[place].title.clone());
    let (id, game) = (play.row.game.clone(), play.game.clone());
    Ok(Moment { id, game, scenario: head.scenario, options: head.options, view, title })
}

/// A record as it stood after so many actions.
fn seen(game: &dyn Game, record: &Record, after: usize, viewer: Viewer) -> Result<View, Failure> {
    let mut view = None;
    let mut each = |table: &dyn AnyMatch, actions: usize| {
        if actions < after {
            return ControlFlow::Continue(());
        }
        view = Some(table.view(viewer));
        ControlFlow::Break(())
    };
    game.replay_each(record, &mut each).map_err(|error| Failure::conflict("unreadable", error.to_string()))?;
    view.ok_or_else(|| Failure::bad_request("the match has not so many actions"))
}
