//! Answers to requests. Each works out anew who asks, which seats he holds and whose choice it is.

use super::beside::Entry;
use super::club::Club;
use super::create;
use super::request::Request;
use super::room::{Inside, Open, Room, not_your_choice, over, refused};
use super::seats::{Holds, Who, kind};
use super::shapes;
use super::stirred::Stir;
use crate::error::Failure;
use catalogue::told;
use engine::matches::Ending;
use engine::{PlayError, Side};
use futures_util::FutureExt as _;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Instant;
use wire::socket::{Answer, Done, Played, Push};
use wire::{AskOverlay, Because, Hinted};

impl Room {
    /// Does what somebody asks; the answer is what he is told beside `ok`. Who hangs up in the middle does not stop it
    /// between writing something down and telling the others.
    pub async fn handle(self: &Arc<Self>, club: &Arc<Club>, who: &Who, request: Request) -> Result<Answer, Failure> {
        let (room, club, who) = (self.clone(), club.clone(), who.clone());
        let done = tokio::spawn(async move { room.answer(&club, &who, request).await });
        done.await.map_err(Failure::internal)?
    }

    /// The same for who cannot hang up in the middle, as the caller waits for the answer whatever becomes of him. A request
    /// that panics fails alone.
    pub async fn handle_here(
        self: &Arc<Self>,
        club: &Arc<Club>,
        who: &Who,
        request: Request,
    ) -> Result<Answer, Failure> {
        // Boxed: whoever rests does not hold the space that an answer takes.
        let done = AssertUnwindSafe(Box::pin(self.answer(club, who, request))).catch_unwind();
        done.await.map_err(|_| Failure::internal("a request panicked"))?
    }

    async fn answer(self: &Arc<Self>, club: &Arc<Club>, who: &Who, request: Request) -> Result<Answer, Failure> {
        let mut open = self.open(club).await?;
        open.admit(who, None).await?;
        open.settle_clock().await?;
        match request {
            Request::Hint {} => hint(club, open, who).await,
            other => open.answer(who, other).await,
        }
    }
}

/// What a veteran would do in the place of who asks. The room is left while he thinks, so nobody waits for it.
async fn hint(club: &Club, open: Open, who: &Who) -> Result<Answer, Failure> {
    let play = &open.inside.play;
    let holds = who.holds(&play.row.seats);
    if !holds.any() {
        return Err(Failure::forbidden("you have no seat in this match"));
    }
    let side = open.choice_of(holds, None)?;
    if !holds.both() && play.row.seats[side.other().index()].kind != kind::COMPUTER {
        return Err(Failure::forbidden("there are no hints in a match between two people"));
    }
    let dice = play.thoughts().map_err(Failure::internal)?;
    let table = &*play.table;
    let counsel = table.consult(&dice).map_err(|error| refused(table, &error))?;
    drop(open);
    Ok(Answer::Hint(Hinted { hint: club.study.consult(counsel).await? }))
}

impl Open {
    async fn answer(&mut self, who: &Who, request: Request) -> Result<Answer, Failure> {
        let holds = who.holds(&self.inside.play.row.seats);
        match request {
            Request::Enter { .. } | Request::See { .. } => {
                return Err(Failure::bad_request("this is for a socket: enter once, then see"));
            }
            Request::Ping {} => {}
            Request::Sit { side, pledge, accept } => {
                self.take_seat(who, &side, pledge.as_deref(), accept.as_deref()).await?;
            }
            Request::Say { text } => self.speak(who, holds, text).await?,
            Request::Overlay(asked) => {
                let play = &self.inside.play;
                let viewer = shapes::viewer(play, holds, asked.see.as_deref())?;
                let after = asked.after.map(|after| play.count(viewer, holds).actual(after));
                let asked = AskOverlay { after, ..asked };
                let drawn = told::overlay(&*play.table, viewer, &asked);
                return drawn.map(Answer::Overlay).map_err(|error| refused(&*play.table, &error));
            }
            seated => return self.answer_seated(who, holds, seated).await,
        }
        Ok(Answer::Done(Done {}))
    }

    /// Answers what only those may ask who hold a seat.
    async fn answer_seated(&mut self, who: &Who, holds: Holds, request: Request) -> Result<Answer, Failure> {
        if !holds.any() {
            return Err(Failure::forbidden("you have no seat in this match"));
        }
        match request {
            Request::Play { action, after } => {
                let began = Instant::now();
                let side = self.choice_of(holds, Some(after))?;
                self.play(side, &action).await?;
                metrics::histogram!("grognard_action_seconds").record(began.elapsed());
                return Ok(self.actions(holds));
            }
            Request::Undo { after } => {
                self.undo(holds, after).await?;
                return Ok(self.actions(holds));
            }
            Request::Why(asked) => {
                self.choice_of(holds, None)?;
                let table = &*self.inside.play.table;
                return told::why(table, &asked).map(Answer::Why).map_err(|error| refused(table, &error));
            }
            Request::Forecast(asked) => {
                self.choice_of(holds, None)?;
                let table = &*self.inside.play.table;
                return told::forecast(table, &asked)
                    .map(|told| Answer::Forecast(told.into()))
                    .map_err(|error| refused(table, &error));
            }
            Request::Rematch { pledge } => {
                return create::rematch(self, who, pledge.as_deref()).await.map(Answer::Rematch);
            }
            Request::Concede { side } => self.concede(holds, side.as_deref()).await?,
            Request::Offer { what, to } => self.offer(holds, what, to).await?,
            Request::Answer { accept } => self.answer_offer(holds, accept).await?,
            Request::Salt { text } => self.stir_dice(holds.sides(), Stir::Salt(&text)).await?,
            Request::Pledge { hash: Some(hash) } => self.stir_dice(holds.sides(), Stir::Pledge(&hash)).await?,
            Request::Pledge { hash: None } => self.stir_dice(holds.sides(), Stir::Withdraw).await?,
            Request::Seen { actions } => self.seen(holds, actions).await?,
            Request::Notices { on } => self.switch_notices(holds, on).await?,
            _ => return Err(Failure::bad_request("this cannot be asked")),
        }
        Ok(Answer::Done(Done {}))
    }

    fn actions(&self, holds: Holds) -> Answer {
        Answer::Played(Played { actions: self.known_to(holds) })
    }

    /// How many actions somebody knows of.
    fn known_to(&self, holds: Holds) -> usize {
        let play = &self.inside.play;
        play.count_of(holds).told(play.table.actions())
    }

    /// The side whose choice it is, if the asker has it, and if he has seen all that was played.
    fn choice_of(&self, holds: Holds, after: Option<usize>) -> Result<Side, Failure> {
        self.check_playing()?;
        let play = &self.inside.play;
        if let Some(parting) = play.table.parting() {
            return Err(refused(&*play.table, &PlayError::Parted(parting.clone())));
        }
        if after.is_some_and(|after| after != self.known_to(holds)) {
            return Err(Failure::conflict("stale", "something was played meanwhile"));
        }
        play.chooser().filter(|&side| holds.has(side)).ok_or_else(not_your_choice)
    }

    /// Whether the match has started and is not over.
    pub fn check_playing(&self) -> Result<(), Failure> {
        let play = &self.inside.play;
        if play.is_over() {
            return Err(over());
        }
        if !play.started {
            return Err(Failure::conflict("not_started", "the match has not started: a seat is free"));
        }
        Ok(())
    }

    async fn take_seat(
        &mut self,
        who: &Who,
        side: &str,
        pledge: Option<&str>,
        accept: Option<&str>,
    ) -> Result<(), Failure> {
        let Some(side) = self.free_seat(who, side)? else { return Ok(()) };
        let row = &self.inside.play.row;
        if who.user.is_none() && who.invited(&row.seats) != Some(side) {
            return Err(Failure::forbidden("only somebody with a session can take an open seat"));
        }
        if let Some(changed) = self.club.games.changed(&row.game)
            && accept != Some(changed.digest.as_str())
        {
            let message = format!(
                "this match is played with changed data, \"{}\" ({}): who sits down accepts them by their digest",
                changed.title, changed.digest
            );
            return Err(Failure::conflict("changed_data", message));
        }
        self.sit(who, side, pledge).await
    }

    /// The side whose open seat somebody wants, if he may have it; `None` where it is his already.
    pub fn free_seat(&self, who: &Who, side: &str) -> Result<Option<Side>, Failure> {
        let play = &self.inside.play;
        let side = play.side(side)?;
        let holds = who.holds(&play.row.seats);
        if holds.has(side) {
            return Ok(None);
        }
        if holds.any() {
            return Err(Failure::conflict("seated", "you have the other seat"));
        }
        let seats = &play.row.seats;
        if seats[side.index()].kind != kind::OPEN && who.invited(seats) != Some(side) {
            return Err(Failure::conflict("taken", "this seat is not open"));
        }
        play.check_rated(who, side)?;
        Ok(Some(side))
    }

    async fn speak(&mut self, who: &Who, holds: Holds, text: String) -> Result<(), Failure> {
        if !holds.any() && who.user.is_none() {
            return Err(Failure::forbidden("only somebody with a session or a seat can speak"));
        }
        // Who plays both sides speaks for the one that chooses.
        let side = self.inside.play.chooser().filter(|&side| holds.has(side)).or(holds.first());
        if self.inside.play.has_said_enough(side) {
            return Err(Failure::conflict("too_much", "enough was said in this match"));
        }
        let (name, text) = (who.name().to_string(), text.trim().to_string());
        self.say(side, Entry::Chat { name, text, guest: who.is_guest() })?;
        self.write().await?;
        let Inside { play, hall, .. } = &mut *self.inside;
        if let Some(line) = play.chat.back() {
            let line = shapes::chat_line(play, line);
            hall.tell_all(&Push::Chat { line });
        }
        Ok(())
    }

    async fn undo(&mut self, holds: Holds, after: usize) -> Result<(), Failure> {
        self.check_playing()?;
        let play = &self.inside.play;
        if after != self.known_to(holds) {
            return Err(Failure::conflict("stale", "something was played meanwhile"));
        }
        let Some(side) = play.may_undo().filter(|&side| holds.has(side)) else {
            return Err(Failure::conflict("no_undo", "there is nothing that you could take back alone"));
        };
        let secret = play.secret_from(play.table.actions().saturating_sub(1));
        self.take_back(side, |table| table.undo()).await?;
        let Inside { play, hall, .. } = &mut *self.inside;
        hall.tell_undo(&self.club.games, play, secret, self.now);
        Ok(())
    }

    /// Tells everybody the whole table.
    pub fn tell_tables(&mut self, because: Because) {
        let Inside { play, hall, .. } = &mut *self.inside;
        hall.tell_tables(&self.club.games, play, because, self.now);
    }

    async fn concede(&mut self, holds: Holds, side: Option<&str>) -> Result<(), Failure> {
        self.check_playing()?;
        let play = &self.inside.play;
        let side = match side {
            Some(id) => play.side(id)?,
            None => play.chooser().filter(|&side| holds.has(side)).or(holds.first()).ok_or_else(not_your_choice)?,
        };
        if !holds.has(side) {
            return Err(Failure::forbidden("this is not your side"));
        }
        self.end(side, Ending::Concede).await
    }

    /// Stirs the dice for these sides, or pledges to.
    pub async fn stir_dice(&mut self, sides: impl Iterator<Item = Side>, stir: Stir<'_>) -> Result<(), Failure> {
        let (now, was_settled) = (self.now, self.inside.play.is_settled());
        let mut changed = false;
        for side in sides {
            let stirred = self.inside.play.stir(side, stir, now).await;
            changed |= matches!(stirred, Ok(true));
            // Should the other side's be refused, the match is read again.
            self.inside.ahead |= changed;
            stirred?;
        }
        if !changed {
            return Ok(());
        }
        self.stir();
        self.write().await?;
        let (club, Inside { play, hall, .. }) = (self.club.clone(), &mut *self.inside);
        match play.started && !was_settled && play.is_settled() {
            true => hall.tell_tables(&club.games, play, Because::Started, now),
            false => hall.tell_match(&club.games, play),
        }
        Ok(())
    }

    async fn seen(&mut self, holds: Holds, actions: usize) -> Result<(), Failure> {
        let id = self.room.id.clone();
        for side in holds.sides() {
            let play = &mut self.inside.play;
            let seen = actions.min(play.count_of(holds).told(play.table.actions())) as i64;
            if seen != play.row.seats[side.index()].seen {
                self.club.store.set_seen(&id, side.index() as i64, seen).await?;
                self.inside.play.row.seats[side.index()].seen = seen;
            }
        }
        Ok(())
    }

    async fn switch_notices(&mut self, holds: Holds, on: bool) -> Result<(), Failure> {
        let id = self.room.id.clone();
        if !self.inside.play.head.pace.is_slow() {
            return Err(Failure::conflict("no_notices", "only slow matches have notices"));
        }
        for side in holds.sides() {
            if self.inside.play.row.seats[side.index()].user.is_none() {
                return Err(Failure::conflict("no_notices", "a seat held by its link alone has no notices"));
            }
            self.club.store.set_notices(&id, side.index() as i64, on).await?;
            self.inside.play.row.seats[side.index()].notices = on;
        }
        Ok(())
    }
}
