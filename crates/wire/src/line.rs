//! What is said in the line protocol, one JSON object a line. `docs/protocol.md` tells it with examples.

use crate::{
    AskForecast, AskOverlay, AskWhy, Chart, Choice, Clause, Drawn, Error, ErrorInfo, Event, GameInfo, Hinted, Opened,
    Reasons, Refusal, View,
};
use engine::dice::Seed;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// A request, without its id.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "cmd", rename_all = "snake_case", deny_unknown_fields)]
pub enum Request {
    /// What can be played, or what one game says about itself.
    Games {
        /// The game's id.
        game: Option<String>,
    },
    /// The charts of a game.
    Charts {
        /// The game's id.
        game: String,
        /// The scenario's id; the game's first if none is given.
        scenario: Option<String>,
        /// Options that differ from their defaults.
        #[serde(default)]
        options: Settings,
    },
    /// Begins a match.
    New {
        /// The game's id.
        game: String,
        /// The scenario's id; the game's first if none is given.
        scenario: Option<String>,
        /// Options that differ from their defaults.
        #[serde(default)]
        options: Settings,
        /// The seed of the dice.
        #[serde(default)]
        seed: SeedValue,
        /// Who sits where, for the record.
        #[serde(default)]
        seats: Vec<String>,
    },
    /// Begins with a position made by hand.
    Position {
        /// The game's id.
        game: String,
        /// The position.
        position: Value,
        /// The seed of the dice.
        #[serde(default)]
        seed: SeedValue,
    },
    /// Goes on with a record.
    Load {
        /// The record's text.
        record: String,
    },
    /// Who must choose what.
    Decision {
        /// With the options as people want to see them.
        #[serde(default)]
        choices: bool,
        /// With what each choice costs or may lead to.
        #[serde(default)]
        forecasts: bool,
    },
    /// Plays an option.
    Play {
        /// Its notation.
        action: String,
        /// The side that plays it; the one that must choose if none is given.
        side: Option<String>,
        /// Whose events are told.
        viewer: Option<String>,
    },
    /// Lets a computer player choose.
    Computer {
        /// Its name.
        player: String,
        /// Whose events are told.
        viewer: Option<String>,
    },
    /// A side gives up.
    Concede {
        /// The side's id.
        side: String,
    },
    /// Takes back the last action.
    Undo {},
    /// Lays down the next rolls.
    Roll {
        /// What the dice show.
        rolls: Vec<u16>,
    },
    /// Whether an option is legal.
    Check {
        /// The option.
        action: String,
    },
    /// Why an option is legal or not, or what may be done with a hex.
    Why(AskWhy),
    /// What a legal option costs or may lead to.
    Forecast(AskForecast),
    /// What a veteran would do, and why.
    Hint {},
    /// What the rules have to say of the whole board, or of a hex.
    Overlay(AskOverlay),
    /// What a side may know.
    View {
        /// The side's id.
        side: String,
    },
    /// All there is to know.
    State {},
    /// What happened so far.
    Log {
        /// Whose events are told.
        viewer: Option<String>,
    },
    /// The game so far.
    Record {},
}

/// Options, given as `["id=on"]` or as `{"id": true}`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged, expecting = "options are a list of texts such as \"id=on\", or an object of booleans")]
pub enum Settings {
    /// `["id=on"]`
    List(Vec<String>),
    /// `{"id": true}`
    Object(BTreeMap<String, bool>),
}

impl Default for Settings {
    fn default() -> Self {
        Settings::List(Vec::new())
    }
}

impl Settings {
    /// The options as `id=on` and `id=off`.
    pub fn list(self) -> Vec<String> {
        match self {
            Settings::List(list) => list,
            Settings::Object(map) => {
                map.into_iter().map(|(id, on)| format!("{id}={}", if on { "on" } else { "off" })).collect()
            }
        }
    }
}

/// A seed, given as a number or as text.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged, expecting = "a seed is a number or text")]
pub enum SeedValue {
    /// A number.
    Number(u64),
    /// 64 hexadecimal digits, or a number.
    Text(String),
}

impl Default for SeedValue {
    fn default() -> Self {
        SeedValue::Number(0)
    }
}

impl SeedValue {
    /// The seed, if the text is one.
    pub fn seed(&self) -> Result<Seed, String> {
        match self {
            SeedValue::Number(number) => Ok(Seed::from(*number)),
            SeedValue::Text(text) => text.parse(),
        }
    }
}

/// What was asked for.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Answer {
    /// After `games`.
    Games {
        /// The games.
        games: Vec<GameInfo>,
    },
    /// After `charts`.
    Charts {
        /// The charts, in the order in which they are printed.
        charts: Vec<Chart>,
    },
    /// After `new`, `position`, `load` and `undo`.
    Standing(Standing),
    /// After `decision`.
    Asked(Asked),
    /// After `play`, `computer` and `concede`.
    Told(Told),
    /// After `check`.
    Checked {
        /// Whether it is legal.
        accepted: bool,
        /// Why not.
        #[serde(skip_serializing_if = "Option::is_none")]
        refusal: Option<Refusal>,
    },
    /// After `why`.
    Why(Reasons),
    /// After `forecast`.
    Forecast(Box<Opened>),
    /// After `hint`.
    Hint(Hinted),
    /// After `overlay`.
    Overlay(Drawn),
    /// After `view` and `state`.
    View {
        /// The table.
        view: View,
    },
    /// After `log`.
    Log {
        /// What happened.
        events: Vec<Event>,
    },
    /// After `record`.
    Record {
        /// The record's text.
        record: String,
    },
    /// After `roll`.
    Rolls {
        /// What the next dice show.
        rolls: Vec<u16>,
    },
}

/// How a match stands: who must choose, and among how many options; or how it ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// The game's id.
    pub game: String,
    /// How many actions have been played.
    pub actions: usize,
    /// The side that must choose; null when it is over.
    pub side: Option<String>,
    /// What is to be chosen, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt: Option<String>,
    /// Among how many options.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<usize>,
    /// How it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<Ending>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ending {
    /// The winning side; null for a draw.
    pub winner: Option<String>,
    /// The rule that decided it.
    pub clause: Clause,
    /// By how much, in victory points, where the game counts them.
    pub margin: i32,
    /// The sentence for people.
    pub text: Option<String>,
}

/// How a match stands, with the options.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Asked {
    /// How it stands.
    #[serde(flatten)]
    pub standing: Standing,
    /// The options in notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options: Option<Vec<String>>,
    /// The options as people want to see them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choices: Option<Vec<Choice>>,
}

/// How a match stands, and what has happened.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Told {
    /// How it stands.
    #[serde(flatten)]
    pub standing: Standing,
    /// What has happened.
    pub events: Vec<Event>,
    /// The option that a computer chose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
}

/// The answer as it is sent: with the request's id, and whether it was done.
#[derive(Clone, Debug, Serialize)]
pub struct Reply {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Value>,
    ok: bool,
    #[serde(flatten)]
    said: Said,
}

#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
enum Said {
    Done(Box<Answer>),
    Refused(Error),
}

impl Reply {
    /// The answer to the request with this id.
    pub fn new(id: Option<Value>, answer: Result<Answer, ErrorInfo>) -> Reply {
        let ok = answer.is_ok();
        let said = match answer {
            Ok(answer) => Said::Done(answer.into()),
            Err(error) => Said::Refused(Error { error }),
        };
        Reply { id, ok, said }
    }
}
