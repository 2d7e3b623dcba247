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
        panic!("{method} {path} answers {status} otherwise than described: {wrong}");
    }
}

/// Panics if what comes over a socket is neither an answer nor something told without being asked for.
pub fn check_message(message: &Value) {
    let name = if message.get("push").is_some() { "Push" } else { "Reply" };
    // Who asks without a number is answered with what he sent in its place.
    let numbered = message["re"].is_u64() || name == "Push";
    let wrong = misfit(&DESCRIPTION["components"]["schemas"][name], message).err().filter(|_| numbered);
    assert_eq!(wrong, None, "{message} is not as described");
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

/// Whether a value is what a schema says, as far as our schemas go; an error says where it is not.
fn misfit(schema: &Value, value: &Value) -> Result<(), String> {
    if let Some(place) = schema["$ref"].as_str() {
        misfit(&DESCRIPTION.pointer(&place[1..]).ok_or_else(|| format!("{place} is nowhere"))?.clone(), value)?;
    }
    if schema.get("const").is_some_and(|only| only != value) || !is_type(&schema["type"], value) {
        return Err(format!("{value} is not {schema}"));
    }
    if let Some(kinds) = schema.get("oneOf").or(schema.get("anyOf")).and_then(Value::as_array) {
        let wrong: Vec<_> = kinds.iter().filter_map(|kind| misfit(kind, value).err()).collect();
        if wrong.len() == kinds.len() {
            return Err(wrong.join("; or "));
        }
    }
    for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        if value.is_object() && value.get(name).is_none() {
            return Err(format!("{name} is missing"));
        }
    }
    for (name, value) in value.as_object().into_iter().flatten() {
        if let Some(schema) = schema["properties"].get(name).or(schema.get("additionalProperties")) {
            misfit(schema, value).map_err(|wrong| format!("{name}: {wrong}"))?;
        }
    }
    for (at, value) in value.as_array().into_iter().flatten().enumerate() {
        if let Some(schema) = schema["prefixItems"].get(at).or(schema.get("items")) {
            misfit(schema, value).map_err(|wrong| format!("{at}: {wrong}"))?;
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
