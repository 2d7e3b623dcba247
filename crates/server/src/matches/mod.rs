//! Matches: one room each, where everything that is asked is checked, done, written and told, in this order.
//!
//! A match is its [`record`], played again by the rules, and what stands [`beside`] it: [`play`] is where both come
//! together. A [`room`] does one thing after the other; a [`hall`]
//! holds those who look at it over a [`socket`]. [`shapes`] are what is told, for one viewer each. A [`club`] is what all
//! of them need.

mod analyses;
mod answers;
mod appointed;
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
mod rated;
mod record;
mod request;
mod room;
mod rooms;
mod seats;
mod shapes;
mod socket;
mod stirred;
mod told;
mod used;

pub use appointed::Settled;
pub use clock::check as check_pace;
pub use club::Club;
pub use create::{Fixture, Setting, appointed, setting};
#[cfg(feature = "openapi")]
pub use http::described;
pub use http::{info, read_cursor, routes};
pub use moment::{Moment, moment};
pub(crate) use older::bring_over;
pub use operator::RetentionDays;
pub use rated::{is_rateable, rating_needed};
pub use rooms::Rooms;
pub use seats::Who;
pub use used::used_in;
