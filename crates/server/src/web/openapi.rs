//! The description of the API for programs.

use crate::app::App;
use crate::error::Failure;
use crate::web::packed::{Cache, Packed};
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use std::collections::BTreeMap;
use std::sync::Arc;
use utoipa::openapi::schema::Schema;
use utoipa::openapi::{ComponentsBuilder, InfoBuilder, LicenseBuilder, OpenApi, OpenApiBuilder, RefOr};
use utoipa_axum::router::OpenApiRouter;

/// What the engine and the matches say in JSON, described by hand: `web/src/lib/wire.ts` in the words of JSON Schema.
const SCHEMAS: &str = include_str!("schemas.json");

/// A router with the description's head and what is described by hand.
pub fn router() -> OpenApiRouter<Arc<App>> {
    let info = InfoBuilder::new()
        .title("Grognard")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some("Plays hex-and-counter wargames by the book. docs/server.md tells it with examples."))
        .license(Some(LicenseBuilder::new().name("MIT OR Apache-2.0").build()))
        .build();
    let schemas = serde_json::from_str::<BTreeMap<String, RefOr<Schema>>>(SCHEMAS)
        .expect("schemas.json holds schemas, which a test reads");
    let components = ComponentsBuilder::new().schemas_from_iter(schemas).build();
    OpenApiRouter::with_openapi(OpenApiBuilder::new().info(info).components(Some(components)).build())
}

/// The whole description.
pub fn description() -> OpenApi {
    super::routes().into_openapi()
}

/// `GET /api/openapi.json`
pub async fn answer(State(app): State<Arc<App>>, headers: HeaderMap) -> Result<Response, Failure> {
    let make = || {
        let text = description().to_pretty_json().map_err(Failure::internal)?;
        Packed::new("application/json", text.into_bytes()).map_err(Failure::internal)
    };
    let found = app.kept.get("openapi".into(), make).await?;
    Ok(found.packed()?.answer(&headers, Cache::Ask))
}
