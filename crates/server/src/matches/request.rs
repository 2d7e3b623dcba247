//! What can be asked of a match, over the socket and over HTTP alike.

use crate::error::Failure;
use crate::web::whole;
use serde_json::Value;
pub use wire::Choices;
pub use wire::socket::Request;
use wire::{AskForecast, AskOverlay, AskWhy};

/// The longest notation, in bytes.
const LONGEST_ACTION: usize = 200;
/// The longest chat line, in characters.
const LONGEST_LINE: usize = 1000;

/// Reads a request and checks its sizes.
pub fn read(value: Value) -> Result<Request, Failure> {
    let request: Request =
        serde_json::from_value(whole(value)).map_err(|error| Failure::unreadable(error.to_string()))?;
    match &request {
        Request::Play { action: text, .. }
        | Request::Why(AskWhy { about: text })
        | Request::Forecast(AskForecast { action: text }) => {
            check(text.len() <= LONGEST_ACTION, "the action is too long")?;
        }
        Request::Overlay(AskOverlay { kind, at, .. }) => {
            check(kind.len() <= LONGEST_ACTION, "the kind is too long")?;
            check(at.as_ref().is_none_or(|hex| hex.len() <= LONGEST_ACTION), "the hex is too long")?;
        }
        Request::Say { text } => {
            check(text.chars().count() <= LONGEST_LINE, "the line is too long")?;
            check(!text.trim().is_empty(), "the line is empty")?;
        }
        Request::Salt { text } => engine::dice::check_salt(text).map_err(Failure::bad_request)?,
        Request::Pledge { hash: Some(hash) }
        | Request::Enter { pledge: Some(hash), .. }
        | Request::Sit { pledge: Some(hash), .. }
        | Request::Rematch { pledge: Some(hash) } => {
            check_pledge(hash)?;
        }
        _ => {}
    }
    Ok(request)
}

/// Whether somebody can pledge this: a hash, as records write it.
pub fn check_pledge(hash: &str) -> Result<(), Failure> {
    check(hash != engine::dice::WITHDRAWN, "a pledge is taken back with null")?;
    engine::dice::check_pledge(hash).map_err(Failure::bad_request)
}

fn check(fine: bool, message: &str) -> Result<(), Failure> {
    if fine { Ok(()) } else { Err(Failure::bad_request(message)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use wire::Proposal;

    #[test]
    fn requests_are_read_as_the_page_writes_them() {
        let read = |value| super::read(value).unwrap();
        let play = Request::Play { action: "to 1927".into(), after: 3 };
        assert_eq!(read(json!({ "do": "play", "action": "to 1927", "after": 3 })), play);
        assert_eq!(read(json!({ "do": "ping" })), Request::Ping {});
        assert_eq!(
            read(json!({ "do": "offer", "what": "take_back", "to": 2 })),
            Request::Offer { what: Proposal::TakeBack, to: Some(2) }
        );
        assert_eq!(
            read(json!({ "do": "enter", "choices": "short" })),
            Request::Enter { token: None, see: None, choices: Some(Choices::Short), pledge: None, packed: false }
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
            json!({ "do": "pledge", "hash": "withdrawn" }),
            json!({ "do": "pledge", "hash": "AB".repeat(32) }),
            json!({ "do": "enter", "pledge": "abc" }),
            json!({ "do": "rematch", "pledge": "abc" }),
            json!([1, 2]),
        ] {
            assert_eq!(super::read(value.clone()).unwrap_err().kind, "bad_request", "{value}");
        }
    }
}
