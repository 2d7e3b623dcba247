//! Telling players outside the page that it is their turn: mail and webhooks, from an outbox in the store.
//!
//! A notice is written together with what it tells of, so none is lost; it is sent from here, again and again where
//! that fails, and not at all once the turn has passed or the player has switched it off.

#[cfg(feature = "post")]
mod address;
mod outbox;
#[cfg(feature = "post")]
mod post;
#[cfg(not(feature = "post"))]
#[path = "no_post.rs"]
mod post;

pub use outbox::Outbox;
pub use post::{Post, PostError, is_mail_address};

use crate::error::Failure;
use crate::secret;
use crate::store::{Millis, Notice, User};
use serde::{Deserialize, Serialize};

const MAIL: &str = "mail";
const WEBHOOK: &str = "webhook";

/// That the choice has passed to a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurnNotice {
    /// The match's id.
    pub match_id: String,
    /// The game's id.
    pub game: String,
    /// The game's title.
    pub title: String,
    /// The side's id.
    pub side: String,
    /// The side's title.
    pub side_title: String,
    /// The side's place, 0 or 1.
    pub side_index: i64,
    /// The game's turn.
    pub turn: i64,
    /// How many actions had been played then.
    pub actions: i64,
    /// When it happened.
    pub at: Millis,
}

impl TurnNotice {
    /// The sentence that is told.
    fn text(&self) -> String {
        format!("It is your turn in {}: you play {}, turn {}.", self.title, self.side_title, self.turn)
    }
}

/// The notices for a user whose turn it has become, by the ways that he has switched on.
pub fn turn_notices(user: &User, about: TurnNotice) -> Result<Vec<Notice>, Failure> {
    let body = serde_json::to_string(&about).map_err(Failure::internal)?;
    let ways = [MAIL, WEBHOOK].into_iter().filter(|way| destination(user, way).is_some());
    let notice = |way: &str| {
        Ok(Notice {
            id: secret::id()?,
            user: user.id.clone(),
            match_id: about.match_id.clone(),
            channel: way.to_string(),
            body: body.clone(),
            due: about.at,
            tries: 0,
        })
    };
    ways.map(notice).collect()
}

/// Where a user wants to be told by this way, if he does.
fn destination<'a>(user: &'a User, way: &str) -> Option<&'a str> {
    match way {
        MAIL if user.notice_mail && user.email_confirmed => user.email.as_deref(),
        WEBHOOK if user.notice_webhook => user.webhook.as_deref(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn user(mail: bool, confirmed: bool, webhook: bool) -> User {
        User {
            id: "u".into(),
            name: "Ney".into(),
            password: None,
            email: Some("ney@example.org".into()),
            email_confirmed: confirmed,
            webhook: Some("https://example.org/hook".into()),
            notice_mail: mail,
            notice_webhook: webhook,
            created: 0,
            banned: false,
            rated: false,
        }
    }

    fn about() -> TurnNotice {
        TurnNotice {
            match_id: "m".into(),
            game: "first-blood".into(),
            title: "First Blood".into(),
            side: "french".into(),
            side_title: "the French".into(),
            side_index: 0,
            turn: 3,
            actions: 40,
            at: 1000,
        }
    }

    #[test]
    fn a_user_is_told_by_the_ways_that_he_has_switched_on() {
        let ways = |user: User| {
            let notices = turn_notices(&user, about()).unwrap();
            notices.into_iter().map(|notice| notice.channel).collect::<Vec<_>>()
        };
        assert_eq!(ways(user(true, true, true)), ["mail", "webhook"]);
        assert_eq!(ways(user(true, false, true)), ["webhook"], "the address is not confirmed");
        assert_eq!(ways(user(true, true, false)), ["mail"]);
        assert_eq!(ways(user(false, true, false)), [""; 0]);
        assert_eq!(ways(User { webhook: None, ..user(false, true, true) }), [""; 0]);
    }

    #[test]
    fn a_notice_says_what_it_is_about() {
        let notices = turn_notices(&user(true, true, true), about()).unwrap();
        assert_eq!((notices[0].due, &*notices[0].match_id, notices[0].tries), (1000, "m", 0));
        assert_ne!(notices[0].id, notices[1].id);
        assert_eq!(serde_json::from_str::<TurnNotice>(&notices[0].body).unwrap(), about());
        assert_eq!(about().text(), "It is your turn in First Blood: you play the French, turn 3.");
    }
}
