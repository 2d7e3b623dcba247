//! Rated matches: which they are, who may play them, and what is noted at their end.

use super::club::Club;
use super::play::Play;
use super::seats::{Who, kind};
use crate::error::Failure;
use crate::rating::star;
use crate::store::SeatRow;
use crate::store::User;
use crate::store::company::{Contender, DRAWN, Ended, RatedMatch};
use axum::http::StatusCode;
use engine::{Side, Viewer};
use wire::{NewMatch, Wish};

/// Whether somebody wants to be rated, and can be.
pub fn is_rateable(user: &User) -> bool {
    user.rated && user.password.is_some()
}

/// What those are told who do not, or cannot.
pub fn rating_needed() -> Failure {
    let message = "this is rated: sign in with an account, and switch its ratings on first";
    Failure::new(StatusCode::FORBIDDEN, "rating_needed", message)
}

/// Whether somebody may create this as a rated match.
pub fn check_new(club: &Club, asker: Option<&User>, new: &NewMatch, wishes: &[Wish; 2]) -> Result<(), Failure> {
    if new.lesson || new.problem.is_some() || new.from.is_some() {
        return Err(Failure::bad_request("what begins in the middle is not rated"));
    }
    if club.games.changed(&new.game).is_some() {
        return Err(Failure::bad_request("a game with changed data is not rated"));
    }
    if !asker.is_some_and(is_rateable) {
        return Err(rating_needed());
    }
    let opponent = match wishes {
        [Wish::Me, other] | [other, Wish::Me] => other,
        _ => return Err(Failure::bad_request("who creates a rated match plays in it")),
    };
    match opponent {
        Wish::Me => Err(Failure::bad_request("a match against oneself is not rated")),
        Wish::Computer(computer) if star(&new.game, computer).is_none() => {
            Err(Failure::bad_request("how strong this computer player is in this game was never measured"))
        }
        Wish::Computer(_) | Wish::Link | Wish::Open => Ok(()),
    }
}

/// Whether all who sit at a rated match want to be rated still.
pub async fn still_want(club: &Club, seats: &[SeatRow; 2]) -> Result<bool, Failure> {
    let people: Vec<String> = seats.iter().filter_map(|seat| seat.user.clone()).collect();
    let users = club.store.users(&people).await?;
    Ok(users.len() == people.len() && users.iter().all(is_rateable))
}

impl Play {
    /// Whether somebody may take a seat, as far as ratings go. For whom it is kept by name has agreed before.
    pub fn check_rated(&self, who: &Who, side: Side) -> Result<(), Failure> {
        let is_kept = self.row.seats[side.index()].user.is_some();
        match &who.user {
            _ if !self.head.rated || is_kept => Ok(()),
            Some(user) if is_rateable(user) => Ok(()),
            _ => Err(rating_needed()),
        }
    }

    /// What is noted of its end, if it has ended since it was last written.
    pub fn just_ended(&self, counts: bool) -> Option<Ended> {
        if !self.is_over() || self.row.summary.ended.is_some() {
            return None;
        }
        let rated = (self.head.rated && counts).then(|| self.contenders()).flatten();
        let rated = rated.map(|players| RatedMatch { game: self.row.game.clone(), players });
        Some(Ended { winner: self.winner(), rated, appointed: self.head.tournament.is_some() })
    }

    /// Who has won, as the store keeps it.
    fn winner(&self) -> i64 {
        let result = self.table.view(Viewer::Spectator).result;
        let winner = result.and_then(|result| result.winner).and_then(|side| self.table.about().side(&side));
        winner.map_or(DRAWN, |side| side.index() as i64)
    }

    /// Who plays, where all are known.
    fn contenders(&self) -> Option<[Contender; 2]> {
        let contender = |seat: &SeatRow| match (&seat.computer, &seat.user) {
            (Some(computer), _) if seat.kind == kind::COMPUTER => Some(Contender::Computer(computer.clone())),
            (_, Some(user)) => Some(Contender::Account(user.clone())),
            _ => None,
        };
        let [one, other] = &self.row.seats;
        Some([contender(one)?, contender(other)?])
    }
}
