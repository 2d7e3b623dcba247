//! What stands in for the figures in a program that was built without them.

use crate::error::Failure;
use axum::response::{IntoResponse, Response};

/// Nothing is counted.
pub fn begin() {}

/// There is nothing to tidy up.
pub fn upkeep() {}

/// The word that there are none.
pub fn answer() -> Response {
    Failure::not_found("this Grognard was built without figures; `cargo build --release` builds them in")
        .into_response()
}
