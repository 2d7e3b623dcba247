//! Serves matches in the browser: accounts, lobby, live play, storage.
//!
//! The server trusts no client. It works out anew who is asking, which seats they hold, whose choice it is and what is
//! legal; a seat's socket carries that seat's view and events and nothing else.

mod accounts;
mod app;
mod closing;
mod company;
mod config;
mod desk;
mod doors;
mod error;
mod games;
mod logs;
mod matches;
mod notices;
mod others;
mod places;
mod rating;
mod secret;
mod server;
pub mod store;
mod studies;
mod web;
mod work;
mod workshop;

pub use app::App;
#[cfg(feature = "openapi")]
pub use app::description;
pub use config::{Config, Limits, MailConfig};
pub use doors::raise_file_limit;
pub use error::Failure;
pub use games::Games;
pub use logs::{LogFormat, begin_log};
pub use server::{ServeError, Server, serve};
pub use web::deflate;
