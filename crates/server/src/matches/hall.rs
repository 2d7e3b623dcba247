//! Those who look at a match over sockets, and what they are told. What is the same for several is put together once.

use super::count::VIEWERS;
use super::play::{Offer, Play};
use super::request::Choices;
use super::seats::{Holds, Who, kind};
use super::shapes::{self, Presence, Step, Telling};
use crate::games::Games;
use crate::store::Millis;
use crate::web::told::Told;
use catalogue::AnySight;
use engine::{Side, Viewer};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TrySendError;
use wire::socket::Push;
use wire::{Because, Change};

/// How many messages may wait for a slow reader.
pub const QUEUE: usize = 64;

/// Somebody who looks at a match.
pub struct Watcher {
    /// The number of his socket.
    pub id: u64,
    /// Who he is.
    pub who: Who,
    /// Which seats he holds.
    pub holds: Holds,
    /// With whose eyes he looks.
    pub viewer: Viewer,
    /// How choices are told him.
    pub choices: Choices,
    /// What waits to be sent to him.
    pub queue: mpsc::Sender<Arc<Told>>,
    /// Whether messages were left out, so that he must be told the whole table.
    pub lagging: Arc<AtomicBool>,
}

impl Watcher {
    /// Tells him something; whether he is still there. Who reads too slowly is told everything anew when he has caught
    /// up, in place of a queue that grows.
    fn tell(&self, text: Arc<Told>) -> bool {
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

/// By which part the number of those who look on must change before all are told: with many, not for each who comes.
const NEWS: usize = 20;

/// All who look at a match.
#[derive(Default)]
pub struct Hall {
    watchers: Vec<Watcher>,
    /// How many of them hold each side, and how many none.
    sides: [usize; 2],
    spectators: usize,
    /// Who was there when all were last told.
    told: Presence,
    /// What each kind of viewer saw last, where somebody looks with these eyes.
    sights: [Option<AnySight>; 4],
}

/// A whole table that nobody asked for, as it is sent.
pub fn told_anew(table: wire::Scene, because: Because) -> Arc<Told> {
    let table = Box::new(wire::Scene { because: Some(because), ..table });
    Told::new(wire::text(&Push::Table { table }))
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

    /// Lets somebody in. The others are told that he came; he himself sees it on his table.
    pub fn enter(&mut self, play: &Play, watcher: Watcher) {
        self.count(watcher.holds);
        self.tell_presence(play);
        self.watchers.push(watcher);
    }

    /// Lets somebody out, and tells the others.
    pub fn leave(&mut self, play: &Play, id: u64) {
        self.keep(|watcher| watcher.id != id);
        self.tell_presence(play);
    }

    /// Who sits where has changed: whoever looks may hold another seat than before.
    pub fn seat_anew(&mut self, play: &Play) {
        self.watchers.iter_mut().for_each(|watcher| watcher.holds = watcher.who.holds(&play.row.seats));
        self.count_anew();
    }

    /// Keeps those of whom this holds; it may tell them something.
    fn keep(&mut self, holds: impl FnMut(&Watcher) -> bool) {
        let before = self.watchers.len();
        self.watchers.retain(holds);
        if self.watchers.len() < before {
            self.count_anew();
        }
    }

    fn count_anew(&mut self) {
        (self.sides, self.spectators) = Default::default();
        for at in 0..self.watchers.len() {
            self.count(self.watchers[at].holds);
        }
    }

    fn count(&mut self, holds: Holds) {
        holds.sides().for_each(|side| self.sides[side.index()] += 1);
        self.spectators += usize::from(!holds.any());
    }

    /// The one with this number.
    pub fn watcher(&mut self, id: u64) -> Option<&mut Watcher> {
        self.watchers.iter_mut().find(|watcher| watcher.id == id)
    }

    /// Who is there.
    pub fn presence(&self, play: &Play) -> Presence {
        let is_there = |side: usize| self.sides[side] > 0 || play.row.seats[side].kind == kind::COMPUTER;
        Presence { sides: [0, 1].map(is_there), spectators: self.spectators }
    }

    /// Remembers what everybody sees, before something is played.
    pub fn look(&mut self, play: &Play) {
        for watcher in &self.watchers {
            self.sights[place(watcher.viewer)].get_or_insert_with(|| play.table.sight(watcher.viewer));
        }
    }

    /// Tells everybody what a side has played.
    pub fn tell_step(&mut self, play: &Play, side: Side, from: usize, now: Millis) {
        let before = std::mem::take(&mut self.sights);
        let mut told: Vec<((Viewer, Choices, Holds), Arc<Told>)> = Vec::new();
        let mut seen: [Option<(AnySight, Change)>; 4] = Default::default();
        let last = play.table.actions().saturating_sub(1);
        self.keep(|watcher| {
            let place = place(watcher.viewer);
            let Some(before) = &before[place] else { return true };
            let (_, change) = seen[place].get_or_insert_with(|| {
                let after = play.table.sight(watcher.viewer);
                let change = play.table.change(before, &after);
                (after, change)
            });
            if play.count(watcher.viewer, watcher.holds).is_secret(last) && change.is_nothing() {
                return true;
            }
            let key = (watcher.viewer, watcher.choices, watcher.holds);
            if let Some((_, text)) = told.iter().find(|(other, _)| *other == key) {
                return watcher.tell(text.clone());
            }
            let step = Box::new(Step { side, from, change }.told(play, key.0, key.2, key.1, now));
            let text = Told::new(wire::text(&Push::Step { step }));
            told.push((key, text.clone()));
            watcher.tell(text)
        });
        self.sights = seen.map(|seen| seen.map(|(sight, _)| sight));
    }

    /// Tells everybody the whole table, and why.
    pub fn tell_tables(&mut self, games: &Games, play: &Play, because: Because, now: Millis) {
        self.sights = Default::default();
        self.tell_tables_to(|_| true, games, play, because, now);
    }

    /// Tells of an action that was taken back. From whom it was secret, it is secret that it was: to him nothing has changed.
    pub fn tell_undo(&mut self, games: &Games, play: &Play, secret: impl Fn(Viewer) -> bool, now: Millis) {
        let sights = std::mem::take(&mut self.sights);
        let is_same = |viewer: Viewer| {
            let before = sights[place(viewer)].as_ref();
            before.is_some_and(|before| play.table.change(before, &play.table.sight(viewer)).is_nothing())
        };
        let unaware = VIEWERS.map(|viewer| secret(viewer) && is_same(viewer));
        let knows = |watcher: &Watcher| watcher.holds.both() || unaware.get(place(watcher.viewer)) != Some(&true);
        self.tell_tables_to(knows, games, play, Because::Undo, now);
        for (sight, (kept, unaware)) in self.sights.iter_mut().zip(sights.into_iter().zip(unaware)) {
            *sight = kept.filter(|_| unaware);
        }
    }

    fn tell_tables_to(
        &mut self,
        told: impl Fn(&Watcher) -> bool,
        games: &Games,
        play: &Play,
        because: Because,
        now: Millis,
    ) {
        let presence = self.presence(play);
        self.keep(|watcher| {
            if !told(watcher) {
                return true;
            }
            let telling =
                Telling { who: &watcher.who, viewer: watcher.viewer, choices: watcher.choices, presence, now };
            let table = shapes::table(games, play, &telling);
            watcher.tell(told_anew(table, because))
        });
    }

    /// Tells everybody how the match stands in the lobby.
    pub fn tell_match(&mut self, games: &Games, play: &Play) {
        self.keep(|watcher| {
            let info = Box::new(shapes::info(games, play, &watcher.who));
            watcher.tell(Told::new(wire::text(&Push::Match { r#match: info })))
        });
    }

    /// Tells everybody what is offered, each as he counts.
    pub fn tell_offer(&mut self, play: &Play, offer: Offer) {
        self.keep(|watcher| {
            let offer = shapes::offer(play, offer, play.count(watcher.viewer, watcher.holds));
            watcher.tell(Told::new(wire::text(&Push::Offer { offer: Some(offer), declined: None })))
        });
    }

    /// Tells everybody something that is the same for all.
    pub fn tell_all(&mut self, push: &Push) {
        let text = Told::new(wire::text(push));
        self.keep(|watcher| watcher.tell(text.clone()));
    }

    /// Tells everybody who is there, if that is news.
    pub fn tell_presence(&mut self, play: &Play) {
        let (presence, told) = (self.presence(play), self.told);
        let differ = presence.spectators.abs_diff(told.spectators);
        if presence.sides != told.sides || differ > told.spectators / NEWS {
            self.told = presence;
            self.tell_all(&Push::Presence { presence: presence.told(play) });
        }
    }
}
