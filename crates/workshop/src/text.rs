//! Values as TOML writes them.

use serde_json::Value;

/// A text in quotes.
pub fn quoted(text: &str) -> String {
    // What JSON escapes TOML reads, but for a sign beyond the first plane, which JSON leaves as it is.
    serde_json::to_string(text).expect("a text").replace('\u{7f}', "\\u007F")
}

/// A name before `=`.
fn key(name: &str) -> String {
    let is_bare =
        !name.is_empty() && name.chars().all(|sign| sign.is_ascii_alphanumeric() || sign == '-' || sign == '_');
    if is_bare { name.to_string() } else { quoted(name) }
}

/// A value; nothing where it is one that TOML has not.
pub fn value(value: &Value) -> Option<String> {
    Some(match value {
        Value::Null => return None,
        Value::Bool(is_so) => is_so.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => quoted(text),
        Value::Array(list) => format!("[{}]", list.iter().map(self::value).collect::<Option<Vec<_>>>()?.join(", ")),
        Value::Object(table) => {
            let entry = |(name, value): (&String, &Value)| Some(format!("{} = {}", key(name), self::value(value)?));
            format!("{{ {} }}", table.iter().map(entry).collect::<Option<Vec<_>>>()?.join(", "))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn values_are_written_as_toml_reads_them() {
        let written = value(&json!({ "a b": [1, "x\"y", true], "c": { "d": -2 } })).unwrap();
        assert_eq!(written, r#"{ "a b" = [1, "x\"y", true], c = { d = -2 } }"#);
        assert_eq!(value(&json!([null])), None);
    }
}
