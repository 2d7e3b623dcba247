//! The description of the API for programs. It is made from what stands at the handlers and from the types of the wire, and kept in `docs/openapi.json`;
//! a test compares the two, so that a server need not carry what makes it.

use crate::error::Failure;
use crate::web::library::Library;
use crate::web::packed::{Cache, Packed};
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use std::sync::Arc;

/// The description as it is kept.
const KEPT: &str = include_str!("../../../../docs/openapi.json");

/// `GET /api/openapi.json`
pub async fn answer(State(library): State<Arc<Library>>, headers: HeaderMap) -> Result<Response, Failure> {
    let make = || Packed::new("application/json", KEPT.into()).map_err(Failure::internal);
    let found = library.kept.get("openapi".into(), make).await?;
    Ok(found.packed()?.answer(&headers, Cache::Ask))
}
