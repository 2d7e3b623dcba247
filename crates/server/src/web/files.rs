//! The page itself.

use crate::error::Failure;
use crate::store::Store;
use crate::web::client::Client;
use crate::web::gate::Gate;
use crate::web::guard::is_api;
use crate::web::library::Library;
use crate::web::packed::{Cache, Packed};
use crate::web::share;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

/// The files of the page, by path.
static FILES: LazyLock<HashMap<String, (Packed, Cache)>> = LazyLock::new(|| {
    let file = |path: &str| {
        let file = page::get(path)?;
        let cache = if file.immutable { Cache::Ever } else { Cache::Ask };
        Some((path.to_string(), (Packed::of_page(file), cache)))
    };
    page::paths().filter_map(file).collect()
});

/// Everything that is no route of its own: a file of the page, or the page, which finds its own way; nothing under
/// `/api`.
pub async fn page(
    State(store): State<Arc<dyn Store>>,
    State(library): State<Arc<Library>>,
    State(gate): State<Arc<Gate>>,
    client: Client,
    request: Request,
) -> Response {
    if is_api(&request) || request.uri().path() == "/api" {
        return Failure::not_found("there is nothing at this address").into_response();
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let path = request.uri().path().trim_start_matches('/');
    let found = FILES.get(path).or_else(|| if is_file_name(path) { None } else { FILES.get("index.html") });
    if found.is_some()
        && let base = share::base(&gate, &client)
        && let Some(lines) = share::head(&*store, &library.games, &base, path, request.uri().query()).await
    {
        return with_head(&lines, request.headers());
    }
    match found {
        Some((file, cache)) => file.answer(request.headers(), *cache),
        None => (StatusCode::NOT_FOUND, "There is no such file.\n").into_response(),
    }
}

/// The page with lines of its own in its head.
fn with_head(lines: &str, asked: &HeaderMap) -> Response {
    let Some(index) = page::get("index.html") else { return StatusCode::NOT_FOUND.into_response() };
    let page = String::from_utf8_lossy(index.bytes).replacen("  </head>", &format!("{lines}  </head>"), 1);
    match Packed::new(index.kind, page.into_bytes()) {
        Ok(packed) => packed.answer(asked, Cache::Ask),
        Err(error) => Failure::internal(error).into_response(),
    }
}

/// Whether a path looks like that of a file, not like an address of the page.
fn is_file_name(path: &str) -> bool {
    path.rsplit('/').next().is_some_and(|last| last.contains('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_have_a_dot_in_their_name() {
        assert!(is_file_name("assets/index-1234.js"));
        assert!(is_file_name("robots.txt"));
        assert!(!is_file_name("m/abc"));
        assert!(!is_file_name("v1.2/games"));
        assert!(!is_file_name(""));
    }
}
