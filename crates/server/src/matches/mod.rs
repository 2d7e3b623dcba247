//! Matches: one room each, where everything that is asked is checked, done, written and told, in this order.
//!
//! A match is its [`journal`]; [`play`] folds it into a table. A [`room`] does one thing after the other; a [`hall`]
//! holds those who look at it over a [`socket`]. [`shapes`] are what is told, for one viewer each.

mod answers;
mod clock;
mod computer;
mod create;
mod hall;
mod http;
mod journal;
mod notices;
mod offers;
mod play;
mod promises;
mod raw;
mod request;
mod room;
mod rooms;
mod seats;
mod shapes;
mod socket;

pub(crate) use computer::Study;
#[cfg(feature = "openapi")]
pub use http::described;
pub use http::routes;
pub(crate) use promises::Promises;
pub use rooms::Rooms;
