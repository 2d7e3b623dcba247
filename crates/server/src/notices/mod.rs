//! Telling players outside the page that it is their turn, or that a round of their tournament has begun: mail and webhooks,
//! from an outbox in the store.
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

/// What a side's player is told of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct News {
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
    /// When it happened.
    pub at: Millis,
    /// What has happened.
    #[serde(flatten)]
    pub what: What,
}

/// What has happened in a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum What {
    /// A round of a tournament has begun, and the match belongs to it.
    Round(Round),
    /// The choice has passed to the side.
    Turn {
        /// The game's turn.
        turn: i64,
        /// How many actions had been played then.
        actions: i64,
    },
}

/// A round of a tournament, for one who plays in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Round {
    /// The tournament's id.
    pub tournament: String,
    /// What it is called.
    pub called: String,
    /// Which round.
    pub round: i64,
    /// Against whom he plays.
    pub against: String,
    /// How many matches these are.
    pub matches: usize,
    /// Whether they decide a pairing that is even.
    pub decides: bool,
    /// How long they may take.
    pub within_ms: Millis,
}

impl Round {
    /// What has happened, before the comma.
    fn begins(&self) -> String {
        let Round { round, called, decides, .. } = self;
        if *decides {
            format!("One more match decides your round {round} of {called}")
        } else {
            format!("Round {round} of {called} has begun")
        }
    }
}

impl News {
    /// The sentence that is told.
    fn text(&self) -> String {
        let News { title, side_title, what, .. } = self;
        match what {
            What::Turn { turn, .. } => format!("It is your turn in {title}: you play {side_title}, turn {turn}."),
            What::Round(round) => {
                let side = if round.matches > 1 { "both sides" } else { side_title };
                let (against, within) = (&round.against, span(round.within_ms));
                format!("{}: you play {side} against {against} in {title}, within {within}.", round.begins())
            }
        }
    }

    /// The same in a few words.
    fn subject(&self) -> String {
        match &self.what {
            What::Turn { .. } => format!("Your turn in {}", self.title),
            What::Round(round) => round.begins(),
        }
    }
}

/// How long something may take, in words.
fn span(time: Millis) -> String {
    let minutes = (time / 60_000).max(1);
    let (count, unit) = match minutes {
        _ if minutes % 1440 == 0 => (minutes / 1440, "day"),
        _ if minutes % 60 == 0 => (minutes / 60, "hour"),
        _ => (minutes, "minute"),
    };
    format!("{count} {unit}{}", if count == 1 { "" } else { "s" })
}

/// The notices for a user, by the ways that he has switched on.
pub fn notices_for(user: &User, about: &News) -> Result<Vec<Notice>, Failure> {
    let body = serde_json::to_string(about).map_err(Failure::internal)?;
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

    fn about() -> News {
        News {
            match_id: "m".into(),
            game: "first-blood".into(),
            title: "First Blood".into(),
            side: "french".into(),
            side_title: "the French".into(),
            side_index: 0,
            at: 1000,
            what: What::Turn { turn: 3, actions: 40 },
        }
    }

    #[test]
    fn a_user_is_told_by_the_ways_that_he_has_switched_on() {
        let ways = |user: User| {
            let notices = notices_for(&user, &about()).unwrap();
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
        let notices = notices_for(&user(true, true, true), &about()).unwrap();
        assert_eq!((notices[0].due, &*notices[0].match_id, notices[0].tries), (1000, "m", 0));
        assert_ne!(notices[0].id, notices[1].id);
        assert_eq!(serde_json::from_str::<News>(&notices[0].body).unwrap(), about());
        assert_eq!(about().text(), "It is your turn in First Blood: you play the French, turn 3.");
        let older = r#"{"match_id":"m","game":"first-blood","title":"First Blood","side":"french","side_title":"the French",
            "side_index":0,"turn":3,"actions":40,"at":1000}"#;
        assert_eq!(serde_json::from_str::<News>(older).unwrap(), about(), "as older servers wrote it");
    }

    #[test]
    fn a_round_is_told_in_a_sentence() {
        let round = |matches, decides, within_ms| Round {
            tournament: "t".into(),
            called: "Marshals' cup".into(),
            round: 2,
            against: "Soult".into(),
            matches,
            decides,
            within_ms,
        };
        let news = |round| News { what: What::Round(round), ..about() };
        let hour = 3_600_000;
        let news_of_one = news(round(1, false, 72 * hour));
        assert_eq!(
            news_of_one.text(),
            "Round 2 of Marshals' cup has begun: you play the French against Soult in First Blood, within 3 days."
        );
        assert_eq!(news_of_one.subject(), "Round 2 of Marshals' cup has begun");
        let body = serde_json::to_string(&news_of_one).unwrap();
        assert_eq!(serde_json::from_str::<News>(&body).unwrap(), news_of_one);
        assert!(
            news(round(2, false, hour))
                .text()
                .ends_with("you play both sides against Soult in First Blood, within 1 hour.")
        );
        assert_eq!(
            news(round(1, true, 90 * 60_000)).text(),
            "One more match decides your round 2 of Marshals' cup: you play the French against Soult in First Blood, within 90 minutes."
        );
    }
}
