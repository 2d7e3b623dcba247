//! What is said over the socket of a match. `POST /api/matches/{id}/do` takes the same requests and gives the same answers.

use crate::{
    AskForecast, AskOverlay, AskWhy, ChatLine, Choices, Drawn, ErrorInfo, Hinted, MatchInfo, Offer, Opened, Presence,
    Proposal, Reasons, Scene, Step,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What can be asked of a match. Over a socket each request carries a number as its `id`, which the answer repeats.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
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
        /// The SHA-256 of the salt that one will add to the dice, in 64 hexadecimal digits: pledged with taking the seat.
        pledge: Option<String>,
        /// Whether what is long is to be sent packed: deflated (RFC 1951), as a binary message.
        #[serde(default)]
        packed: bool,
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
        /// The SHA-256 of the salt that one will add to the dice: pledged with taking the seat.
        pledge: Option<String>,
        /// The digest of the changed data with which the match is played: who sits down accepts them.
        accept: Option<String>,
    },
    /// Plays an action.
    Play {
        /// Its notation.
        action: String,
        /// How many actions had been played when the player chose; an old one is refused.
        after: usize,
    },
    /// Takes back one's last action.
    Undo {
        /// How many actions had been played when the player chose; an old one is refused.
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
    Why(AskWhy),
    /// What an option costs or may lead to.
    Forecast(AskForecast),
    /// What a veteran would do, and why. Not in a match between two people.
    Hint {},
    /// What the rules have to say of the whole board, or of a hex.
    Overlay(AskOverlay),
    /// Says something to all at the table.
    Say {
        /// What.
        text: String,
    },
    /// Pledges what one will stir the dice with, while a seat is free: it is opened, by `salt`, when all are taken. Nobody can
    /// play before, and the time of who has not opened his runs.
    Pledge {
        /// The SHA-256 of the salt, in 64 hexadecimal digits; null takes a pledge back whose salt is lost, as long as nobody
        /// has opened his.
        hash: Option<String>,
    },
    /// Stirs the dice, before the first action: opens the salt that was pledged, or adds one without a pledge.
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
    /// Offers a match with the sides swapped, or agrees to it; it begins when both have.
    Rematch {
        /// The SHA-256 of the salt that one will add to the new match's dice: pledged with taking the seat.
        pledge: Option<String>,
    },
    /// Asks whether the server is there.
    Ping {},
}

/// What was asked for.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Answer {
    /// After `enter` and `see`.
    Entered(Box<Entered>),
    /// After `play` and `undo`.
    Played(Played),
    /// After `why`.
    Why(Reasons),
    /// After `forecast`.
    Forecast(Box<Opened>),
    /// After `hint`.
    Hint(Hinted),
    /// After `overlay`.
    Overlay(Drawn),
    /// After `rematch`.
    Rematch(Rematch),
    /// After everything else.
    Done(Done),
}

/// Somebody looks at a match.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Entered {
    /// What he sees.
    pub table: Scene,
}

/// Something was played or taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Played {
    /// How many actions have been played now.
    pub actions: usize,
}

/// There is a match with the sides swapped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Rematch {
    /// Its id.
    pub r#match: String,
    /// The link to the seat, for who holds the old one by its link alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

/// It is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Done {}

/// A request answered.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Reply {
    /// It was done.
    Done {
        /// The request's id.
        #[cfg_attr(feature = "described", schemars(with = "u64"))]
        re: Value,
        /// Yes.
        #[cfg_attr(feature = "described", schemars(extend("const" = true)))]
        ok: bool,
        /// What was asked for.
        #[serde(flatten)]
        answer: Answer,
    },
    /// It was refused.
    Refused {
        /// The request's id.
        #[cfg_attr(feature = "described", schemars(with = "u64"))]
        re: Value,
        /// No.
        #[cfg_attr(feature = "described", schemars(extend("const" = false)))]
        ok: bool,
        /// Why.
        error: ErrorInfo,
    },
}

impl Reply {
    /// The answer to the request with this id.
    pub fn new(re: Value, answer: Result<Answer, ErrorInfo>) -> Reply {
        match answer {
            Ok(answer) => Reply::Done { re, ok: true, answer },
            Err(error) => Reply::Refused { re, ok: false, error },
        }
    }
}

/// What is told without being asked for.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
#[serde(tag = "push", rename_all = "snake_case")]
pub enum Push {
    /// The whole table anew.
    Table {
        /// The table.
        table: Box<Scene>,
    },
    /// Something was played.
    Step {
        /// What.
        step: Box<Step>,
    },
    /// Somebody sat down.
    Match {
        /// The match now.
        r#match: Box<MatchInfo>,
    },
    /// Somebody said something.
    Chat {
        /// What.
        line: ChatLine,
    },
    /// Somebody came or went.
    Presence {
        /// Who is there now.
        presence: Presence,
    },
    /// Something is offered, or is not offered any more.
    Offer {
        /// What.
        offer: Option<Offer>,
        /// That the other side did not want it.
        #[serde(skip_serializing_if = "Option::is_none")]
        declined: Option<bool>,
    },
    /// There is a match with the sides swapped.
    Rematch {
        /// Its id.
        r#match: String,
    },
}
