//! The operator's desk: what who runs a server sees and does.

use serde::{Deserialize, Serialize};

/// A user as the operator sees him.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct DeskUser {
    /// His id.
    pub id: String,
    /// The name others see.
    pub name: String,
    /// Whether he has no account.
    pub guest: bool,
    /// His mail address, confirmed or not.
    pub email: Option<String>,
    /// Whether he has been shown out.
    pub banned: bool,
    /// When he came, in milliseconds since 1970.
    pub created: i64,
}

/// Users as the operator sees them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct DeskUsers {
    /// The users, by name.
    pub users: Vec<DeskUser>,
}

/// Whether somebody is shown out, or let in again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Ban {
    /// Shown out.
    pub on: bool,
}

/// A password that the operator passes on.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct FreshPassword {
    /// Told only this once.
    pub password: String,
}

/// Who loses a match that the operator closes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Closing {
    /// The side's id: it is taken to have given up.
    pub loser: String,
}

/// How long what nobody needs any more is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Retention {
    /// Guests who never came back and matches in which nothing was played go after so many days.
    pub unused_days: u32,
    /// Matches that are over go after so many days; left out, they stay.
    #[serde(default)]
    pub finished_days: Option<u32>,
}

/// What was thrown away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Swept {
    /// Matches.
    pub matches: usize,
}
