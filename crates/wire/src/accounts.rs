//! Users, as they are shown to themselves, and what they change.

use crate::OwnRating;
use crate::object::object_or_null;
use serde::{Deserialize, Deserializer, Serialize};

/// Who is asking.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Me {
    /// Nobody, until he creates or takes a seat.
    pub user: Option<User>,
    /// Whether this server can send mail.
    pub mail: bool,
}

/// A user as he is shown to himself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct User {
    /// His id.
    pub id: String,
    /// The name others see.
    pub name: String,
    /// Whether he has no account.
    pub guest: bool,
    /// Whether the name is one that he has chosen, and not the one that a guest is given.
    pub named: bool,
    /// His mail address.
    pub email: Option<String>,
    /// Whether he has shown that the address is his.
    pub email_confirmed: bool,
    /// Where his notices are posted.
    pub webhook: Option<String>,
    /// By which ways he is told of his turn.
    pub notices: Notices,
    /// How many other browsers are signed in.
    pub sessions: usize,
    /// Whether he wants to be rated.
    pub rated: bool,
    /// His ratings, by game; hidden from others unless he wants to be rated.
    pub ratings: Vec<OwnRating>,
}

/// By which ways somebody is told of his turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Notices {
    /// By mail.
    pub mail: bool,
    /// By webhook.
    pub webhook: bool,
}

/// How a guest wants to be called.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GuestName {
    /// The name others see.
    pub name: String,
}

/// What is to change; what is left out stays.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ChangeMe {
    /// The new name.
    pub name: Option<String>,
    /// The new address for notices; `null` takes it away.
    #[serde(default, deserialize_with = "given")]
    pub webhook: Option<Option<String>>,
    /// The ways to be switched.
    #[serde(default, deserialize_with = "object_or_null")]
    pub notices: Option<ChangeNotices>,
    /// Whether he wants to be rated.
    pub rated: Option<bool>,
}

/// The ways of notices to be switched; what is left out stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ChangeNotices {
    /// By mail.
    pub mail: Option<bool>,
    /// By webhook.
    pub webhook: Option<bool>,
}

/// Tells `null` from nothing.
fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<String>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// A name and its password.
#[derive(Deserialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Credentials {
    /// The account's name.
    pub name: String,
    /// Its password.
    pub password: String,
}

/// The old password and the new one.
#[derive(Deserialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct NewPassword {
    /// The old one.
    pub old: String,
    /// The new one.
    pub new: String,
}

/// Whose password is forgotten.
#[derive(Deserialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Forgotten {
    /// The account's name.
    pub name: String,
}

/// A new password in place of one that is forgotten.
#[derive(Deserialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct ResetPassword {
    /// The account's name.
    pub name: String,
    /// Six digits, from the mail.
    pub code: String,
    /// The new password.
    pub new: String,
}

/// The account's password.
#[derive(Deserialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Password {
    /// The password.
    pub password: String,
}

/// A mail address.
#[derive(Deserialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Email {
    /// The address.
    pub email: String,
}

/// The code from the mail.
#[derive(Deserialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Code {
    /// Six digits.
    pub code: String,
}

/// A bot's token, without its secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct TokenInfo {
    /// Its id.
    pub id: String,
    /// The bot's name.
    pub name: String,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
}

/// All tokens of an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Tokens {
    /// The tokens, the oldest first.
    pub tokens: Vec<TokenInfo>,
}

/// The name of a bot.
#[derive(Deserialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct BotName {
    /// The name.
    pub name: String,
}

/// A new token.
#[derive(Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct NewToken {
    /// Told only this once.
    pub token: String,
}
