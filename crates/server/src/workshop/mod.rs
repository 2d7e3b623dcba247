//! The workshop: projects of those who make a game theirs, kept on disk as they work.

mod desk;
mod http;
mod sheet;
mod trials;

pub use desk::Workshop;
#[cfg(feature = "openapi")]
pub use http::described;
pub use http::routes;
