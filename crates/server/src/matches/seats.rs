//! Who sits where, and who is asking.

use crate::accounts::Asker;
use crate::secret;
use crate::store::{SeatRow, User};
use engine::Side;
use std::sync::Arc;

/// The kinds of seats, as the store keeps them.
pub mod kind {
    /// Anybody may take it.
    pub const OPEN: &str = "open";
    /// Whoever has the link may take it.
    pub const LINK: &str = "link";
    /// Taken.
    pub const PLAYER: &str = "player";
    /// A computer player sits there.
    pub const COMPUTER: &str = "computer";
}

/// The name of a player who has none: he holds his seat by the link alone.
pub const NAMELESS: &str = "Guest";

/// Who is asking.
#[derive(Clone, Debug, Default)]
pub struct Who {
    /// The user, if he is known.
    pub user: Option<User>,
    /// The link to a seat that he came by.
    pub link: Option<Arc<Link>>,
}

/// A link to a seat.
#[derive(Debug)]
pub struct Link {
    /// As it was handed out.
    pub token: String,
    /// As the seat keeps it; reckoned once, as every request asks for it.
    hash: String,
}

impl Link {
    /// The link with this token.
    pub fn new(token: String) -> Arc<Link> {
        Arc::new(Link { hash: secret::hash(&token), token })
    }
}

impl From<Asker> for Who {
    fn from(asker: Asker) -> Who {
        Who { user: asker.user, link: asker.seat_token.map(Link::new) }
    }
}

impl Who {
    /// The user's id.
    pub fn id(&self) -> Option<&str> {
        self.user.as_ref().map(|user| user.id.as_str())
    }

    /// The name others see.
    pub fn name(&self) -> &str {
        self.user.as_ref().map_or(NAMELESS, |user| &user.name)
    }

    /// Whether he has no account.
    pub fn is_guest(&self) -> bool {
        self.user.as_ref().is_none_or(|user| user.password.is_none())
    }

    /// The hash of the link.
    fn hash(&self) -> Option<&str> {
        self.link.as_deref().map(|link| &*link.hash)
    }

    /// Whether he holds a seat: as its user, or by the link where nobody sits there by name.
    pub fn has(&self, seat: &SeatRow) -> bool {
        if seat.kind != kind::PLAYER {
            return false;
        }
        match &seat.user {
            Some(user) => self.id() == Some(user),
            None => seat.token_hash.is_some() && seat.token_hash.as_deref() == self.hash(),
        }
    }

    /// Which of the seats he holds.
    pub fn holds(&self, seats: &[SeatRow; 2]) -> Holds {
        Holds([self.has(&seats[0]), self.has(&seats[1])])
    }

    /// The free seat that his link is for, or that is kept for him. Who sits at the table already keeps to his seat: a link that its maker tries
    /// out stays good for the one it is for.
    pub fn invited(&self, seats: &[SeatRow; 2]) -> Option<Side> {
        if self.holds(seats).any() {
            return None;
        }
        let hash = self.hash();
        let meant = |seat: &SeatRow| {
            let by_link = seat.token_hash.is_some() && seat.token_hash.as_deref() == hash;
            let by_name = seat.user.is_some() && seat.user.as_deref() == self.id();
            seat.kind == kind::LINK && (by_link || by_name)
        };
        Side::BOTH.into_iter().find(|side| meant(&seats[side.index()]))
    }

    /// Sits down. A link that a user came by is used up; without a user it goes on holding the seat.
    pub fn sit(&self, seat: &mut SeatRow) {
        seat.kind = kind::PLAYER.into();
        seat.user = self.id().map(str::to_string);
        if seat.user.is_some() {
            seat.token_hash = None;
        }
    }
}

/// Which seats somebody holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Holds(pub [bool; 2]);

impl Holds {
    /// Whether it is a side's seat.
    pub fn has(self, side: Side) -> bool {
        self.0[side.index()]
    }

    /// Whether it is any.
    pub fn any(self) -> bool {
        self.0[0] || self.0[1]
    }

    /// Whether it is both: one player, one screen.
    pub fn both(self) -> bool {
        self.0[0] && self.0[1]
    }

    /// The sides held.
    pub fn sides(self) -> impl Iterator<Item = Side> + Clone {
        Side::BOTH.into_iter().filter(move |&side| self.has(side))
    }

    /// The one side held, or the first of both.
    pub fn first(self) -> Option<Side> {
        self.sides().next()
    }
}

/// Whether nobody is awaited any more.
pub fn all_taken(seats: &[SeatRow; 2]) -> bool {
    seats.iter().all(|seat| seat.kind == kind::PLAYER || seat.kind == kind::COMPUTER)
}

/// Whether one player holds both seats.
pub fn is_hot_seat(seats: &[SeatRow; 2]) -> bool {
    let [one, other] = seats;
    let same =
        one.user.is_some() && one.user == other.user || one.token_hash.is_some() && one.token_hash == other.token_hash;
    one.kind == kind::PLAYER && other.kind == kind::PLAYER && same
}

/// The sides whose time counts: people's, unless one plays both.
pub fn counted(seats: &[SeatRow; 2]) -> [bool; 2] {
    let hot = is_hot_seat(seats);
    [0, 1].map(|index| !hot && seats[index].kind == kind::PLAYER)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn user(id: &str) -> User {
        User {
            id: id.into(),
            name: id.to_uppercase(),
            password: None,
            email: None,
            email_confirmed: false,
            webhook: None,
            notice_mail: false,
            notice_webhook: false,
            banned: false,
            created: 0,
        }
    }

    fn who(id: Option<&str>, token: Option<&str>) -> Who {
        Who { user: id.map(user), link: token.map(|token| Link::new(token.into())) }
    }

    fn link(token: &str) -> SeatRow {
        SeatRow { kind: kind::LINK.into(), token_hash: Some(secret::hash(token)), ..SeatRow::default() }
    }

    #[test]
    fn a_link_is_used_up_by_a_user_and_holds_the_seat_without_one() {
        let mut seats = [link("abc"), link("def")];
        assert_eq!(who(None, Some("xyz")).invited(&seats), None);
        let anna = who(Some("anna"), Some("abc"));
        assert_eq!(anna.invited(&seats), Some(Side::First));
        anna.sit(&mut seats[0]);
        assert_eq!(anna.holds(&seats), Holds([true, false]));
        assert_eq!(who(None, Some("abc")).holds(&seats), Holds([false; 2]));
        assert_eq!(who(Some("ben"), Some("abc")).invited(&seats), None);
        assert_eq!(who(Some("anna"), Some("def")).invited(&seats), None, "she sits already");
        let stranger = who(None, Some("def"));
        stranger.sit(&mut seats[1]);
        assert_eq!(stranger.holds(&seats), Holds([false, true]));
        assert_eq!(who(None, None).holds(&seats), Holds([false; 2]));
        assert!(all_taken(&seats) && !is_hot_seat(&seats));
    }

    #[test]
    fn one_player_at_both_seats_is_a_hot_seat() {
        let mut seats = [SeatRow::default(), SeatRow::default()];
        assert!(!all_taken(&seats) && !is_hot_seat(&seats));
        seats.iter_mut().for_each(|seat| who(Some("anna"), None).sit(seat));
        assert!(all_taken(&seats) && is_hot_seat(&seats));
        assert!(who(Some("anna"), None).holds(&seats).both());
    }
}
