//! What a client is told when something cannot be done. Nothing of the inside leaks: what is our fault is logged and
//! told as "something went wrong".

use crate::store::StoreError;
use axum::Json;
use axum::http::header::RETRY_AFTER;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use wire::{CitedClause, Error, ErrorInfo};

/// When somebody who asked too often may try again, in seconds, where nothing better is known.
const A_MINUTE: &str = "60";

/// The word for what another server has.
const ELSEWHERE: &str = "elsewhere";

/// A request that was not done.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// The status of the HTTP answer.
    pub status: StatusCode,
    /// A word for programs.
    pub kind: &'static str,
    /// A sentence for people.
    pub message: String,
    /// The clauses that refuse an action, with their text, where rules do.
    pub clauses: Option<Vec<CitedClause>>,
}

impl Failure {
    /// A failure with its status, word and sentence.
    pub fn new(status: StatusCode, kind: &'static str, message: impl Into<String>) -> Failure {
        Failure { status, kind, message: message.into(), clauses: None }
    }

    /// The request can be read, but makes no sense: it names what there is not, or one part of it does not go with another.
    pub fn bad_request(message: impl Into<String>) -> Failure {
        Failure::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_request", message)
    }

    /// The request is none that the description of the API allows.
    pub fn unreadable(message: impl Into<String>) -> Failure {
        Failure::new(StatusCode::BAD_REQUEST, "bad_request", message)
    }

    /// There is no such thing, or none that the asker may know of.
    pub fn not_found(message: impl Into<String>) -> Failure {
        Failure::new(StatusCode::NOT_FOUND, "not_found", message)
    }

    /// The asker may not do this.
    pub fn forbidden(message: impl Into<String>) -> Failure {
        Failure::new(StatusCode::FORBIDDEN, "forbidden", message)
    }

    /// It cannot be done as things stand.
    pub fn conflict(kind: &'static str, message: impl Into<String>) -> Failure {
        Failure::new(StatusCode::CONFLICT, kind, message)
    }

    /// Another server plays this match. Where servers share the work the request is passed on, and nobody is told this.
    pub fn elsewhere() -> Failure {
        let message = "this match is played at another server; try again";
        Failure::new(StatusCode::MISDIRECTED_REQUEST, ELSEWHERE, message)
    }

    /// Whether another server plays this match.
    pub fn is_elsewhere(&self) -> bool {
        self.kind == ELSEWHERE
    }

    /// Our fault: the reason goes to the log alone.
    pub fn internal(reason: impl std::fmt::Display) -> Failure {
        tracing::error!(%reason, "a request failed");
        Failure::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", "something went wrong on the server")
    }

    /// The failure as the socket and the HTTP answers tell it.
    pub fn told(self) -> ErrorInfo {
        ErrorInfo { kind: self.kind, message: self.message, clauses: self.clauses }
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        match error {
            StoreError::Conflict(_) => Failure::conflict("stale", "something was done meanwhile; look again"),
            StoreError::LostTouch => Failure::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "lost_touch",
                "this server has lost touch with the others; try again in a moment",
            ),
            StoreError::Changed => Failure::conflict("changed", "it was changed meanwhile; look again"),
            error => Failure::internal(error),
        }
    }
}

impl From<crate::secret::NoRandomness> for Failure {
    fn from(error: crate::secret::NoRandomness) -> Failure {
        Failure::internal(error)
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let status = self.status;
        let mut response = (status, Json(Error { error: self.told() })).into_response();
        if status == StatusCode::TOO_MANY_REQUESTS {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static(A_MINUTE));
        }
        response
    }
}
