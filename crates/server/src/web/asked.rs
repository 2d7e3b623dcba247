//! What is asked in the body of a request: a JSON object, as the description of the API has it.

use crate::error::Failure;
use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, Request};
use axum::response::{IntoResponse as _, Response};
use serde::de::DeserializeOwned;
use serde_json::{Number, Value};

/// A JSON object in the body of a request.
pub struct Asked<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Asked<T> {
    type Rejection = Response;

    async fn from_request(request: Request, state: &S) -> Result<Self, Response> {
        let (parts, body) = request.into_parts();
        let body = Bytes::from_request(Request::from_parts(parts.clone(), body), state).await;
        let body = body.map_err(|refused| refused.into_response())?;
        let again = Request::from_parts(parts, Body::from(body.clone()));
        match Json::<T>::from_request(again, state).await {
            // A list of its fields would be taken for it, too.
            Ok(_) if !body.trim_ascii_start().starts_with(b"{") => {
                Err(Failure::unreadable("the body is no JSON object").into_response())
            }
            Ok(Json(asked)) => Ok(Asked(asked)),
            Err(JsonRejection::JsonDataError(refused)) => {
                let asked =
                    serde_json::from_slice::<Value>(&body).and_then(|value| serde_json::from_value(whole(value)));
                asked.map(Asked).map_err(|_| refused.into_response())
            }
            Err(refused) => Err(refused.into_response()),
        }
    }
}

/// The same with integers for numbers without a fraction: to JSON `3.0` is one.
pub fn whole(value: Value) -> Value {
    match value {
        Value::Number(number) => Value::Number(whole_number(&number).unwrap_or(number)),
        Value::Array(values) => values.into_iter().map(whole).collect(),
        Value::Object(fields) => fields.into_iter().map(|(name, value)| (name, whole(value))).collect(),
        other => other,
    }
}

fn whole_number(number: &Number) -> Option<Number> {
    let value = number.as_f64().filter(|value| number.is_f64() && value.fract() == 0.0)?;
    let (least, most) = (i64::MIN as f64, u64::MAX as f64);
    match value {
        _ if value >= 0.0 && value < most => Some((value as u64).into()),
        _ if value < 0.0 && value >= least => Some((value as i64).into()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_number_without_a_fraction_is_whole() {
        let asked = json!({ "after": 3.0, "list": [-2.0, 2.5, 1e30], "text": "4.0", "whole": 7 });
        assert_eq!(whole(asked), json!({ "after": 3, "list": [-2, 2.5, 1e30], "text": "4.0", "whole": 7 }));
    }
}
