//! What can be asked of a match, over the socket and over HTTP alike.

use super::beside::Proposal;
use crate::error::Failure;
use serde::Deserialize;
use serde_json::Value;

/// The longest notation, in bytes.
const LONGEST_ACTION: usize = 200;
/// The longest chat line, in characters.
const LONGEST_LINE: usize = 1000;

/// A request, without its id.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Request {
    /// The first message on a socket.
    Enter {
        /// The link to a seat.
        token: Option<String>,
        /// Whose eyes: a side's id, `spectator`, or `all`.
        see: Option<String>,
        /// How choices are told.
        choices: Option<Choices>,
    },
    /// Looks with other eyes.
    See {
        /// A side's id, `spectator`, or `all`.
        viewer: String,
    },
    /// Takes an open seat.
    Sit {
        /// The side's id.
        side: String,
    },
    /// Plays an action.
    Play {
        /// Its notation.
        action: String,
        /// How many actions had been played when the player chose.
        after: usize,
    },
    /// Takes back one's last action.
    Undo {
        /// How many actions had been played when the player chose.
        after: usize,
    },
    /// Gives up.
    Concede {
        /// The side's id, for who holds both.
        side: Option<String>,
    },
    /// Offers a draw or asks to go back.
    Offer {
        /// What.
        what: Proposal,
        /// How many actions are to be left.
        to: Option<usize>,
    },
    /// Answers the other side's offer.
    Answer {
        /// Whether it is accepted.
        accept: bool,
    },
    /// Why an option is legal or not, or what may be done with a hex.
    Why {
        /// The option or the hex.
        about: String,
    },
    /// What an option costs or may lead to.
    Forecast {
        /// The option.
        action: String,
    },
    /// Says something to all at the table.
    Say {
        /// What.
        text: String,
    },
    /// Stirs the dice.
    Salt {
        /// A word of 1 to 64 characters.
        text: String,
    },
    /// Notes how much one has seen.
    Seen {
        /// How many actions.
        actions: usize,
    },
    /// Switches one's notices for this match.
    Notices {
        /// On or off.
        on: bool,
    },
    /// Begins, or joins, a match with the sides swapped.
    Rematch {},
    /// Asks whether the server is there.
    Ping {},
}

/// How choices are told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Choices {
    /// With words, hexes and costs.
    #[default]
    Full,
    /// With all that, and each with its forecast.
    Forecasts,
    /// As notations alone.
    Short,
}

impl Request {
    /// Reads a request and checks its sizes.
    pub fn read(value: Value) -> Result<Request, Failure> {
        let request: Request =
            serde_json::from_value(value).map_err(|error| Failure::bad_request(error.to_string()))?;
        request.check()?;
        Ok(request)
    }

    fn check(&self) -> Result<(), Failure> {
        match self {
            Request::Play { action: text, .. } | Request::Why { about: text } | Request::Forecast { action: text } => {
                check(text.len() <= LONGEST_ACTION, "the action is too long")
            }
            Request::Say { text } => {
                check(text.chars().count() <= LONGEST_LINE, "the line is too long")?;
                check(!text.trim().is_empty(), "the line is empty")
            }
            Request::Salt { text } => engine::dice::check_salt(text).map_err(Failure::bad_request),
            _ => Ok(()),
        }
    }
}

fn check(fine: bool, message: &str) -> Result<(), Failure> {
    if fine { Ok(()) } else { Err(Failure::bad_request(message)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn requests_are_read_as_the_page_writes_them() {
        let read = |value| Request::read(value).unwrap();
        let play = Request::Play { action: "to 1927".into(), after: 3 };
        assert_eq!(read(json!({ "do": "play", "action": "to 1927", "after": 3 })), play);
        assert_eq!(read(json!({ "do": "ping" })), Request::Ping {});
        assert_eq!(
            read(json!({ "do": "offer", "what": "take_back", "to": 2 })),
            Request::Offer { what: Proposal::TakeBack, to: Some(2) }
        );
        assert_eq!(
            read(json!({ "do": "enter", "choices": "short" })),
            Request::Enter { token: None, see: None, choices: Some(Choices::Short) }
        );
    }

    #[test]
    fn what_is_wrong_or_too_much_is_refused() {
        for value in [
            json!({}),
            json!({ "do": "fly" }),
            json!({ "do": "ping", "now": true }),
            json!({ "do": "play", "action": "x" }),
            json!({ "do": "play", "action": "x", "after": -1 }),
            json!({ "do": "play", "action": "x", "after": 1, "side": "us" }),
            json!({ "do": "play", "action": "x".repeat(201), "after": 1 }),
            json!({ "do": "say", "text": " \n" }),
            json!({ "do": "say", "text": "x".repeat(1001) }),
            json!({ "do": "salt", "text": "" }),
            json!({ "do": "salt", "text": "a b" }),
            json!({ "do": "salt", "text": "x".repeat(65) }),
            json!([1, 2]),
        ] {
            assert_eq!(Request::read(value.clone()).unwrap_err().kind, "bad_request", "{value}");
        }
    }
}
