//! What can be asked.

use engine::dice::Seed;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// A request, without its id.
#[derive(Deserialize)]
#[serde(tag = "cmd", rename_all = "snake_case", deny_unknown_fields)]
pub enum Request {
    /// What can be played, or what one game says about itself.
    Games { game: Option<String> },
    /// Begins a match.
    New {
        game: String,
        scenario: Option<String>,
        #[serde(default)]
        options: Settings,
        #[serde(default)]
        seed: SeedValue,
        #[serde(default)]
        seats: Vec<String>,
    },
    /// Begins with a position made by hand.
    Position {
        game: String,
        position: Value,
        #[serde(default)]
        seed: SeedValue,
    },
    /// Goes on with a record.
    Load { record: String },
    /// Who must choose what.
    Decision {
        #[serde(default)]
        choices: bool,
        /// With what each choice costs or may lead to.
        #[serde(default)]
        forecasts: bool,
    },
    /// Plays an option.
    Play { action: String, side: Option<String>, viewer: Option<String> },
    /// Lets a computer player choose.
    Computer { player: String, viewer: Option<String> },
    /// A side gives up.
    Concede { side: String },
    /// Takes back the last action.
    Undo {},
    /// Lays down the next rolls.
    Roll { rolls: Vec<u16> },
    /// Whether an option is legal.
    Check { action: String },
    /// Why an option is legal or not, or what may be done with a hex.
    Why {
        #[serde(alias = "hex", alias = "option", alias = "action")]
        about: String,
    },
    /// What a legal option costs or may lead to.
    Forecast { action: String },
    /// What a side may know.
    View { side: String },
    /// All there is to know.
    State {},
    /// What happened so far.
    Log { viewer: Option<String> },
    /// The game so far.
    Record {},
}

/// Options, given as `["id=on"]` or as `{"id": true}`.
#[derive(Deserialize)]
#[serde(untagged, expecting = "options are a list of texts such as \"id=on\", or an object of booleans")]
pub enum Settings {
    List(Vec<String>),
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
#[derive(Deserialize)]
#[serde(untagged, expecting = "a seed is a number or text")]
pub enum SeedValue {
    Number(u64),
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
