//! Matches: one room each, where everything that is asked is checked, done, written and told, in this order.
//!
//! A match is its [`record`], played again by the rules, and what stands [`beside`] it: [`play`] is where both come
//! together. A [`room`] does one thing after the other; a [`hall`]
//! holds those who look at it over a [`socket`]. [`shapes`] are what is told, for one viewer each. A [`club`] is what all
//! of them need.

mod answers;
mod beside;
mod clock;
mod club;
mod computer;
mod count;
mod create;
mod hall;
mod http;
mod moment;
mod notices;
mod offers;
mod older;
mod operator;
mod play;
mod promises;
mod record;
mod request;
mod room;
mod rooms;
mod seats;
mod shapes;
mod socket;
mod stirred;

pub use club::Club;
#[cfg(feature = "openapi")]
pub use http::described;
pub use http::routes;
pub use moment::{Moment, moment};
pub(crate) use older::bring_over;
pub use operator::RetentionDays;
pub use rooms::Rooms;
pub use seats::Who;
