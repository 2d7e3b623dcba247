//! Draws and take-backs: what needs the other side's consent.

use super::beside::{Entry, Proposal};
use super::play::Offer;
use super::room::{Inside, Open, refused};
use super::seats::{Holds, kind};
use crate::error::Failure;
use engine::matches::Ending;
use engine::{PlayError, Side};
use wire::Because;
use wire::socket::Push;

impl Open {
    /// Offers something. Who plays both sides needs no consent; a computer lets people take back and wants no draws.
    pub async fn offer(&mut self, holds: Holds, what: Proposal, to: Option<usize>) -> Result<(), Failure> {
        self.check_playing()?;
        let side = self.offering(holds)?;
        if self.inside.play.has_offered_enough(side) {
            return Err(Failure::conflict("too_much", "you have offered enough in this match"));
        }
        if self.inside.play.offer.is_some_and(|open| open.by != side) {
            return Err(Failure::conflict("offer_open", "answer the other side's offer first"));
        }
        let to = match what {
            Proposal::Draw => self.check_draws()?,
            Proposal::TakeBack => Some(self.target(holds, side, to)?),
        };
        let offer = Offer { what, by: side, to };
        self.say(Some(side), Entry::Offer { what, to })?;
        let computer = self.inside.play.row.seats[side.other().index()].kind == kind::COMPUTER;
        match (holds.both(), computer, what) {
            (true, _, _) | (_, true, Proposal::TakeBack) => self.agree(offer).await,
            (_, true, Proposal::Draw) => self.decline(offer).await,
            _ => {
                self.write().await?;
                let Inside { play, hall, .. } = &mut *self.inside;
                hall.tell_offer(play, offer);
                Ok(())
            }
        }
    }

    /// The side that offers: the one held, or of both the one that chooses.
    fn offering(&self, holds: Holds) -> Result<Side, Failure> {
        let chooser = self.inside.play.chooser().filter(|_| holds.both());
        chooser.or(holds.first()).ok_or_else(|| Failure::forbidden("you have no seat in this match"))
    }

    /// Refuses to offer what the book does not know. A draw leads nowhere back.
    fn check_draws(&self) -> Result<Option<usize>, Failure> {
        let table = &*self.inside.play.table;
        match table.no_draws() {
            Some(refusal) => Err(refused(table, &PlayError::Refused(refusal))),
            None => Ok(None),
        }
    }

    /// Where a take-back leads: before the asker's own last action, unless he says otherwise.
    fn target(&self, holds: Holds, side: Side, to: Option<usize>) -> Result<usize, Failure> {
        let play = &self.inside.play;
        if play.table.parting().is_some() {
            return Err(Failure::conflict("no_undo", "nothing can be taken back in a match that can only be ended"));
        }
        let lines = play.table.lines();
        let own = |line: &engine::record::Line| holds.both() || line.side == play.side_id(side);
        let to = to.map(|to| play.count_of(holds).actual(to));
        let target = to.or_else(|| lines.iter().rposition(own)).filter(|&to| to < lines.len());
        target.ok_or_else(|| Failure::conflict("no_undo", "there is nothing to take back"))
    }

    /// Answers the other side's offer.
    pub async fn answer_offer(&mut self, holds: Holds, accept: bool) -> Result<(), Failure> {
        self.check_playing()?;
        let offer = self.inside.play.offer.filter(|offer| holds.has(offer.by.other()));
        let Some(offer) = offer else {
            return Err(Failure::conflict("no_offer", "there is no offer to be answered by you"));
        };
        if accept { self.agree(offer).await } else { self.decline(offer).await }
    }

    async fn agree(&mut self, offer: Offer) -> Result<(), Failure> {
        self.say(Some(offer.by.other()), Entry::Answer { accept: true })?;
        let Some(to) = offer.to else { return self.end(offer.by, Ending::Draw).await };
        self.take_back(offer.by, |table| table.take_back(to)).await?;
        self.tell_tables(Because::TakeBack);
        Ok(())
    }

    async fn decline(&mut self, offer: Offer) -> Result<(), Failure> {
        self.say(Some(offer.by.other()), Entry::Answer { accept: false })?;
        self.write().await?;
        self.inside.hall.tell_all(&Push::Offer { offer: None, declined: Some(true) });
        Ok(())
    }
}
