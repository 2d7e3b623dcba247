//! Those who look at a match over sockets, and what they are told. What is the same for several is put together once.

use super::play::Play;
use super::request::Choices;
use super::seats::{Holds, Who, kind};
use super::shapes::{self, Presence, Step, Telling};
use crate::games::Games;
use crate::store::Millis;
use axum::extract::ws::Utf8Bytes;
use engine::{Side, View, Viewer};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TrySendError;
use wire::Because;
use wire::socket::Push;

/// How many messages may wait for a slow reader.
pub const QUEUE: usize = 64;

/// Somebody who looks at a match.
pub struct Watcher {
    /// The number of his socket.
    pub id: u64,
    /// Who he is.
    pub who: Who,
    /// With whose eyes he looks.
    pub viewer: Viewer,
    /// How choices are told him.
    pub choices: Choices,
    /// What waits to be sent to him.
    pub queue: mpsc::Sender<Utf8Bytes>,
    /// Whether messages were left out, so that he must be told the whole table.
    pub lagging: Arc<AtomicBool>,
}

impl Watcher {
    /// Tells him something; whether he is still there. Who reads too slowly is told everything anew when he has caught
    /// up, in place of a queue that grows.
    fn tell(&self, text: Utf8Bytes) -> bool {
        if self.lagging.load(Ordering::Acquire) {
            return !self.queue.is_closed();
        }
        match self.queue.try_send(text) {
            Ok(()) => true,
            Err(TrySendError::Full(_)) => {
                self.lagging.store(true, Ordering::Release);
                true
            }
            Err(TrySendError::Closed(_)) => false,
        }
    }
}

/// All who look at a match.
#[derive(Default)]
pub struct Hall {
    watchers: Vec<Watcher>,
    /// What each kind of viewer saw last, where somebody looks with these eyes.
    views: [Option<View>; 4],
}

/// A whole table that nobody asked for, as it is sent.
pub fn told_anew(table: wire::Table, because: Because) -> Utf8Bytes {
    let table = Box::new(wire::Table { because: Some(because), ..table });
    wire::text(&Push::Table { table }).into()
}

fn place(viewer: Viewer) -> usize {
    match viewer {
        Viewer::Side(side) => side.index(),
        Viewer::Spectator => 2,
        Viewer::All => 3,
    }
}

impl Hall {
    /// Whether nobody looks.
    pub fn is_empty(&self) -> bool {
        self.watchers.is_empty()
    }

    /// Lets somebody in.
    pub fn enter(&mut self, watcher: Watcher) {
        self.watchers.push(watcher);
    }

    /// Lets somebody out.
    pub fn leave(&mut self, id: u64) {
        self.watchers.retain(|watcher| watcher.id != id);
    }

    /// The one with this number.
    pub fn watcher(&mut self, id: u64) -> Option<&mut Watcher> {
        self.watchers.iter_mut().find(|watcher| watcher.id == id)
    }

    /// Who is there.
    pub fn presence(&self, play: &Play) -> Presence {
        self.count(play, None)
    }

    /// Who is there when one more has come.
    pub fn presence_with(&self, play: &Play, who: &Who) -> Presence {
        self.count(play, Some(who))
    }

    fn count(&self, play: &Play, one_more: Option<&Who>) -> Presence {
        let mut presence = Presence::default();
        for who in self.watchers.iter().map(|watcher| &watcher.who).chain(one_more) {
            let holds = who.holds(&play.row.seats);
            holds.sides().for_each(|side| presence.sides[side.index()] = true);
            presence.spectators += usize::from(!holds.any());
        }
        for (there, seat) in presence.sides.iter_mut().zip(&play.row.seats) {
            *there |= seat.kind == kind::COMPUTER;
        }
        presence
    }

    /// Remembers what everybody sees, before something is played.
    pub fn look(&mut self, play: &Play) {
        for watcher in &self.watchers {
            let view = &mut self.views[place(watcher.viewer)];
            if view.is_none() {
                *view = Some(play.table.view(watcher.viewer));
            }
        }
    }

    /// Tells everybody what a side has played.
    pub fn tell_step(&mut self, play: &Play, side: Side, from: usize, now: Millis) {
        let before = std::mem::take(&mut self.views);
        let mut told: Vec<((Viewer, Choices, Holds), Utf8Bytes)> = Vec::new();
        let (views, watchers) = (&mut self.views, &mut self.watchers);
        watchers.retain(|watcher| {
            let place = place(watcher.viewer);
            let Some(before) = &before[place] else { return true };
            let after = views[place].get_or_insert_with(|| play.table.view(watcher.viewer));
            let key = (watcher.viewer, watcher.choices, watcher.who.holds(&play.row.seats));
            if let Some((_, text)) = told.iter().find(|(other, _)| *other == key) {
                return watcher.tell(text.clone());
            }
            let step = Box::new(Step { side, from, before, after }.told(play, key.0, key.2, key.1, now));
            let text = Utf8Bytes::from(wire::text(&Push::Step { step }));
            told.push((key, text.clone()));
            watcher.tell(text)
        });
    }

    /// Tells everybody the whole table, and why.
    pub fn tell_tables(&mut self, games: &Games, play: &Play, because: Because, now: Millis) {
        self.views = Default::default();
        let presence = self.presence(play);
        self.watchers.retain(|watcher| {
            let telling =
                Telling { who: &watcher.who, viewer: watcher.viewer, choices: watcher.choices, presence, now };
            let table = shapes::table(games, play, &telling);
            watcher.tell(told_anew(table, because))
        });
    }

    /// Tells everybody how the match stands in the lobby.
    pub fn tell_match(&mut self, games: &Games, play: &Play) {
        self.watchers.retain(|watcher| {
            let info = Box::new(shapes::info(games, play, &watcher.who));
            watcher.tell(wire::text(&Push::Match { r#match: info }).into())
        });
    }

    /// Tells everybody something that is the same for all.
    pub fn tell_all(&mut self, push: &Push) {
        let text = Utf8Bytes::from(wire::text(push));
        self.watchers.retain(|watcher| watcher.tell(text.clone()));
    }

    /// Tells everybody who is there, if that has changed.
    pub fn tell_presence(&mut self, play: &Play, before: Presence) {
        let presence = self.presence(play);
        if presence != before {
            self.tell_all(&Push::Presence { presence: presence.told(play) });
        }
    }
}
