//! Holds what the server says to what is said of it: in `docs/openapi.json`, and to the page.

use serde_json::Value;
use std::sync::LazyLock;

/// The description, and with it what goes over sockets.
static DESCRIPTION: LazyLock<Value> = LazyLock::new(|| {
    let mut description = server::description();
    description["components"]["schemas"] = wire::described::everything().into();
    description
});

/// Panics if an answer is not what the description says of this request and status. Refusals all have one shape.
pub fn check(method: &str, path: &str, status: u16, answer: &Value) {
    let path = path.split('?').next().unwrap_or_default();
    let schema = if status >= 400 {
        Some(&DESCRIPTION["components"]["schemas"]["Error"])
    } else {
        operation(method, path).and_then(|operation| {
            operation["responses"][status.to_string()].pointer("/content/application~1json/schema")
        })
    };
    if let Some(wrong) = schema.filter(|_| !answer.is_null()).and_then(|schema| misfit(schema, answer).err()) {
        panic!("{method} {path} answers {status} otherwise than described, at {wrong:?}: {answer}");
    }
}

/// Panics if what comes over a socket is neither an answer nor something told without being asked for.
pub fn check_message(message: &Value) {
    let name = if message.get("push").is_some() { "Push" } else { "Reply" };
    // Who asks without a number is answered with what he sent in its place.
    let numbered = message["re"].is_u64() || name == "Push";
    let wrong = misfit(&DESCRIPTION["components"]["schemas"][name], message).err().filter(|_| numbered);
    assert_eq!(wrong, None, "not as described: {message}");
}

/// What is described of a request.
fn operation(method: &str, path: &str) -> Option<&'static Value> {
    let paths = DESCRIPTION["paths"].as_object()?;
    let (_, operations) = paths.iter().find(|(described, _)| {
        let mut parts = described.split('/').zip(path.split('/'));
        described.split('/').count() == path.split('/').count()
            && parts.all(|(described, part)| described.starts_with('{') || described == part)
    })?;
    operations.get(method.to_lowercase())
}

/// Whether a value is what a schema says, as far as our schemas go; an error has the way to where it is not, the last part
/// first.
fn misfit<'a>(schema: &Value, value: &'a Value) -> Result<(), Vec<&'a str>> {
    if let Some(place) = schema["$ref"].as_str() {
        misfit(DESCRIPTION.pointer(&place[1..]).expect("every schema that is named is there"), value)?;
    }
    let kinds = schema.get("oneOf").or(schema.get("anyOf")).and_then(Value::as_array);
    let is_const = schema.get("const").is_none_or(|only| only == value);
    let is_kind = kinds.is_none_or(|kinds| kinds.iter().any(|kind| misfit(kind, value).is_ok()));
    if !is_const || !is_kind || !is_type(&schema["type"], value) {
        return Err(Vec::new());
    }
    let required = schema["required"].as_array().filter(|_| value.is_object()).into_iter().flatten();
    if required.filter_map(Value::as_str).any(|name| value.get(name).is_none()) {
        return Err(Vec::new());
    }
    for (name, value) in value.as_object().into_iter().flatten() {
        if let Some(schema) = schema["properties"].get(name).or(schema.get("additionalProperties")) {
            misfit(schema, value).map_err(|way| [way, vec![name.as_str()]].concat())?;
        }
    }
    for (at, value) in value.as_array().into_iter().flatten().enumerate() {
        if let Some(schema) = schema["prefixItems"].get(at).or(schema.get("items")) {
            misfit(schema, value)?;
        }
    }
    Ok(())
}

fn is_type(types: &Value, value: &Value) -> bool {
    let is = |name: &Value| match name.as_str().unwrap_or_default() {
        "null" => value.is_null(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => true,
    };
    types.as_array().map_or_else(|| is(types), |types| types.iter().any(is))
}
