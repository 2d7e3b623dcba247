//! The description of the API for programs. It is made from what stands at the handlers and from the types of the wire, and kept in `docs/openapi.json`;
//! a test compares the two, so that a server need not carry what makes it.

use crate::app::App;
use crate::error::Failure;
use crate::web::packed::{Cache, Packed};
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use std::sync::Arc;

/// The description as it is kept.
const KEPT: &str = include_str!("../../../../docs/openapi.json");

/// `GET /api/openapi.json`
pub async fn answer(State(app): State<Arc<App>>, headers: HeaderMap) -> Result<Response, Failure> {
    let make = || Packed::new("application/json", KEPT.into()).map_err(Failure::internal);
    let found = app.kept.get("openapi".into(), make).await?;
    Ok(found.packed()?.answer(&headers, Cache::Ask))
}

#[cfg(feature = "openapi")]
pub use made::description;

#[cfg(feature = "openapi")]
mod made {
    use crate::app::App;
    use crate::web::{games, replay};
    use crate::{accounts, matches};
    use serde_json::{Value, json};
    use std::sync::Arc;
    use utoipa::openapi::{InfoBuilder, LicenseBuilder, OpenApiBuilder};
    use utoipa_axum::router::OpenApiRouter;

    /// The whole description: what stands at the handlers, and the types of the wire.
    pub fn description() -> Value {
        let parts = [accounts::described(), games::described(), matches::described(), replay::described()];
        #[cfg(feature = "png")]
        let parts = parts.into_iter().chain([crate::web::picture::described()]);
        let described = parts.into_iter().fold(head(), OpenApiRouter::merge).into_openapi();
        let mut described = json!(described);
        described["components"] = json!({ "schemas": wire::described::over_http() });
        described
    }

    fn head() -> OpenApiRouter<Arc<App>> {
        let info = InfoBuilder::new()
            .title("Grognard")
            .version(env!("CARGO_PKG_VERSION"))
            .description(Some("Plays hex-and-counter wargames by the book. docs/server.md tells it with examples."))
            .license(Some(LicenseBuilder::new().name("MIT OR Apache-2.0").build()))
            .build();
        OpenApiRouter::with_openapi(OpenApiBuilder::new().info(info).build())
    }
}

#[cfg(all(test, feature = "openapi"))]
mod tests {
    use super::*;
    use crate::{Config, Limits, Server};
    use std::net::SocketAddr;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpStream;

    async fn ask(address: SocketAddr, method: &str, path: &str) -> String {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let request = format!("{method} {path} HTTP/1.0\r\nAuthorization: Bearer nobody\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }

    #[tokio::test]
    async fn what_is_described_is_answered() {
        let address = SocketAddr::from(([127, 0, 0, 1], 0));
        let server = Server::bind(Config { address, limits: Limits::NONE, ..Config::default() }).await.unwrap();
        let address = server.address();
        tokio::spawn(server.run(std::future::pending()));
        let described = description();
        let mut asked = 0;
        for (path, operations) in described["paths"].as_object().unwrap() {
            let path = path.replace("{game}", "first-blood").replace("{id}", "nobody");
            for method in operations.as_object().unwrap().keys() {
                let answer = ask(address, &method.to_uppercase(), &path).await;
                let (status, _) = answer.split_once("\r\n").unwrap();
                let nowhere = status.contains(" 405 ") || answer.contains("there is nothing at this address");
                assert!(!nowhere, "{method} {path}: {answer}");
                asked += 1;
            }
        }
        let nowhere = ask(address, "GET", "/api/nothing").await;
        assert!(nowhere.contains("there is nothing at this address"), "{nowhere}");
        assert_eq!(asked, 33, "as many as there are handlers");
    }
}
