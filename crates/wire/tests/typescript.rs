//! The page's types in `web/src/lib/wire.ts` are those of this crate, put down from their JSON Schemas.

use serde_json::Value;
use std::fmt::Write as _;
use std::path::Path;
use wire::described::{Schemas, everything};

const HEAD: &str = "\
// What the server and the page say to each other: made from the types in crates/wire, not to be changed by hand.
// GROGNARD_BLESS=1 cargo test -p wire writes it anew.
";

/// How long a line may be.
const LONGEST: usize = 100;

#[test]
fn the_types_of_the_page_are_those_of_the_program() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/lib/wire.ts");
    let text = typescript(&everything());
    if std::env::var_os("GROGNARD_BLESS").is_some() {
        std::fs::write(&file, &text).unwrap();
    }
    let kept = std::fs::read_to_string(&file).unwrap();
    assert!(kept == text, "web/src/lib/wire.ts is out of date: GROGNARD_BLESS=1 cargo test -p wire");
}

#[test]
fn everything_that_is_said_is_explained() {
    for (name, schema) in everything() {
        assert!(schema["description"].is_string(), "{name} has no documentation");
        for (field, property) in schema["properties"].as_object().into_iter().flatten() {
            assert!(property["description"].is_string(), "{name}.{field} has no documentation");
        }
    }
}

#[test]
fn every_request_has_its_answer() {
    let schemas = everything();
    let words = schemas["Request"]["oneOf"].as_array().unwrap().iter().map(|kind| &kind["properties"]["do"]["const"]);
    let mut words: Vec<_> = words.map(|word| word.as_str().unwrap()).collect();
    words.sort_unstable();
    assert!(schemas["Answers"]["properties"].as_object().unwrap().keys().eq(words));
}

/// All types, in the order of their names.
fn typescript(schemas: &Schemas) -> String {
    let mut text = HEAD.to_string();
    for (name, schema) in schemas {
        text += "\n";
        write_doc(&mut text, "", schema);
        match body(schema) {
            Some(body) if parts(schema).is_none() && schema.get("$ref").is_none() => {
                writeln!(text, "export interface {name} {body}").unwrap();
            }
            _ => writeln!(text, "export type {name} ={};", lines(schema)).unwrap(),
        }
    }
    text
}

/// A type on one line; where it is one of many, one a line, each with its documentation.
fn lines(schema: &Value) -> String {
    let one = of(schema);
    let many = parts(schema).filter(|_| schema.get("properties").is_none() && one.len() > LONGEST);
    let Some(parts) = many else { return format!(" {one}") };
    let mut text = String::new();
    for part in parts {
        text += "\n";
        write_doc(&mut text, "  ", part);
        write!(text, "  | {}", of(part)).unwrap();
    }
    text
}

fn write_doc(text: &mut String, indent: &str, schema: &Value) {
    if let Some(doc) = schema["description"].as_str() {
        writeln!(text, "{indent}/** {doc} */").unwrap();
    }
}

/// A type as TypeScript writes it.
fn of(schema: &Value) -> String {
    if let Some(word) = schema.get("const") {
        return literal(word);
    }
    if let Some(words) = schema["enum"].as_array() {
        return words.iter().map(literal).collect::<Vec<_>>().join(" | ");
    }
    // What is told of it by name, by its fields and by a choice of further fields holds all at once.
    let named = schema["$ref"].as_str().and_then(|place| place.rsplit('/').next()).map(str::to_string);
    let chosen = parts(schema).map(|parts| union(schema, parts));
    let all: Vec<_> = [named, body(schema), chosen].into_iter().flatten().collect();
    match &all[..] {
        [] => simple(schema),
        [one] => one.clone(),
        many => many.iter().map(|one| bracketed(one)).collect::<Vec<_>>().join(" & "),
    }
}

fn literal(word: &Value) -> String {
    word.as_str().map_or_else(|| word.to_string(), |word| format!("'{word}'"))
}

/// With brackets around it where it is one of several.
fn bracketed(text: &str) -> String {
    let is_object = text.starts_with('{') && text.find('}') == Some(text.len() - 1);
    if is_object || !text.contains(" | ") { text.to_string() } else { format!("({text})") }
}

/// Types that have no fields.
fn simple(schema: &Value) -> String {
    let types: Vec<_> = match &schema["type"] {
        Value::Array(types) => types.iter().filter_map(Value::as_str).collect(),
        one => one.as_str().into_iter().collect(),
    };
    let one = |name: &str| match name {
        "integer" | "number" => "number".to_string(),
        "array" => list(schema),
        "object" => match schema.get("additionalProperties") {
            Some(values @ Value::Object(_)) => format!("Record<string, {}>", of(values)),
            _ => "object".to_string(),
        },
        plain => plain.to_string(),
    };
    if types.is_empty() { "unknown".into() } else { types.into_iter().map(one).collect::<Vec<_>>().join(" | ") }
}

fn list(schema: &Value) -> String {
    if let Some(parts) = schema["prefixItems"].as_array() {
        return format!("[{}]", parts.iter().map(of).collect::<Vec<_>>().join(", "));
    }
    let item = of(&schema["items"]);
    match schema["maxItems"].as_u64() {
        Some(length) => format!("[{}]", vec![item; length as usize].join(", ")),
        None => format!("{}[]", bracketed(&item)),
    }
}

/// The kinds of which it is one.
fn parts(schema: &Value) -> Option<&Vec<Value>> {
    schema.get("oneOf").or(schema.get("anyOf"))?.as_array()
}

/// One of several. Where they are fields beside others, those of the other kinds are named as absent, so that each can
/// be asked for.
fn union(schema: &Value, parts: &[Value]) -> String {
    let fields = |part: &Value| {
        part["properties"].as_object().into_iter().flatten().map(|(name, _)| name.clone()).collect::<Vec<_>>()
    };
    let all: Vec<_> = parts.iter().flat_map(fields).collect();
    let beside = schema.get("properties").is_some() && parts.iter().all(|part| part.get("properties").is_some());
    let told = parts.iter().map(|part| {
        let own = fields(part);
        let others: String = all
            .iter()
            .filter(|name| beside && !own.contains(name))
            .map(|name| format!("; {name}?: undefined"))
            .collect();
        let text = of(part);
        match text.strip_suffix(" }") {
            Some(open) if beside => format!("{open}{others} }}"),
            _ => text,
        }
    });
    told.collect::<Vec<_>>().join(" | ")
}

/// The fields of an object: those of a type of its own one on a line, with their documentation.
fn body(schema: &Value) -> Option<String> {
    let properties = schema["properties"].as_object()?;
    let required = |name: &str| schema["required"].as_array().is_some_and(|list| list.iter().any(|one| one == name));
    let field = |name: &str, property| format!("{name}{}: {}", if required(name) { "" } else { "?" }, of(property));
    let documented = properties.values().any(|property| property["description"].is_string());
    let is_kind = properties.values().any(|property| property.get("const").is_some());
    if !documented || is_kind {
        let fields: Vec<_> = properties.iter().map(|(name, property)| field(name, property)).collect();
        return Some(format!("{{ {} }}", fields.join("; ")));
    }
    let mut text = "{\n".to_string();
    for (name, property) in properties {
        write_doc(&mut text, "  ", property);
        writeln!(text, "  {};", field(name, property)).unwrap();
    }
    Some(text + "}")
}
