//! Who is asking: guests, accounts, sessions, bots' tokens.

use crate::store::User;

/// Who is asking, as far as the request proves it.
#[derive(Clone, Debug, Default)]
pub struct Asker {
    /// The user of the session or of the bot's token.
    pub user: Option<User>,
    /// A bearer token that belongs to no user: perhaps the link that holds a seat.
    pub seat_token: Option<String>,
}
