//! The description of the API in `docs/openapi.json` is that of the program, and hangs together.

use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;

#[test]
fn the_description_in_the_documents_is_that_of_the_program() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/openapi.json");
    let text = serde_json::to_string_pretty(&server::description()).unwrap() + "\n";
    if std::env::var_os("GROGNARD_BLESS").is_some() {
        std::fs::write(&file, &text).unwrap();
    }
    let kept = std::fs::read_to_string(&file).unwrap();
    assert!(kept == text, "docs/openapi.json is out of date: GROGNARD_BLESS=1 cargo test -p server openapi");
}

/// All addresses of schemas in a part of the description.
fn references(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => fields.iter().for_each(|(key, value)| match value {
            Value::String(address) if key == "$ref" => drop(found.insert(address.clone())),
            value => references(value, found),
        }),
        Value::Array(values) => values.iter().for_each(|value| references(value, found)),
        _ => {}
    }
}

#[test]
fn every_schema_that_is_named_is_there_and_every_one_that_is_there_is_named() {
    let described = server::description();
    let mut named = BTreeSet::new();
    references(&described, &mut named);
    for address in &named {
        assert!(described.pointer(&address[1..]).is_some(), "{address} is named but not there");
    }
    for name in described["components"]["schemas"].as_object().unwrap().keys() {
        assert!(named.contains(&format!("#/components/schemas/{name}")), "{name} is there but never named");
    }
}

#[test]
fn every_operation_says_what_it_is_for() {
    let described = server::description();
    assert_eq!(described["info"]["title"], "Grognard");
    for (path, operations) in described["paths"].as_object().unwrap() {
        assert!(path.starts_with("/api/"), "{path}");
        for (method, operation) in operations.as_object().unwrap() {
            assert!(operation["summary"].is_string(), "{method} {path} has no summary");
            assert!(operation["tags"].is_array(), "{method} {path} has no tag");
        }
    }
}
