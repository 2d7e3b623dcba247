//! Objects in what is asked. Without this a list of an object's values would be taken for it, too.

use serde::Deserialize as _;
use serde::de::{DeserializeOwned, Deserializer, Error};
use serde_json::{Map, Value};

/// What is told as an object, and as nothing else.
pub fn object<'de, D: Deserializer<'de>, T: DeserializeOwned>(told: D) -> Result<T, D::Error> {
    read(Map::deserialize(told)?)
}

/// The same, where there may be none.
pub fn object_or_null<'de, D: Deserializer<'de>, T: DeserializeOwned>(told: D) -> Result<Option<T>, D::Error> {
    Option::deserialize(told)?.map(read).transpose()
}

fn read<T: DeserializeOwned, E: Error>(object: Map<String, Value>) -> Result<T, E> {
    serde_json::from_value(Value::Object(object)).map_err(E::custom)
}

#[cfg(test)]
mod tests {
    use crate::{ChangeMe, NewMatch, NewProject, NewTournament};
    use serde::de::DeserializeOwned;
    use serde_json::{Value, json};

    fn is_taken<T: DeserializeOwned>(told: Value) -> bool {
        serde_json::from_value::<T>(told).is_ok()
    }

    #[test]
    fn a_list_is_no_object() {
        let new = |pace: Value, from: Value| json!({ "game": "g", "pace": pace, "from": from });
        let none = json!({ "kind": "none" });
        assert!(is_taken::<NewMatch>(new(none.clone(), Value::Null)));
        assert!(is_taken::<NewMatch>(new(none.clone(), json!({ "record": "text", "at": 3 }))));
        assert!(!is_taken::<NewMatch>(new(json!(["none"]), Value::Null)));
        assert!(!is_taken::<NewMatch>(new(none.clone(), json!([null, "text", 0, 3, []]))));

        let cup = |pace: Value| json!({ "title": "Cup", "game": "g", "kind": "swiss", "max_players": 4, "round_ms": 9, "pace": pace });
        assert!(is_taken::<NewTournament>(cup(none)) && !is_taken::<NewTournament>(cup(json!(["none"]))));

        let me = |notices: Value| json!({ "notices": notices });
        assert!(is_taken::<ChangeMe>(me(json!({ "mail": true }))) && is_taken::<ChangeMe>(me(Value::Null)));
        assert!(!is_taken::<ChangeMe>(me(json!([null, null]))));

        let project = |from: Value| json!({ "game": "g", "title": "Mine", "from": from });
        assert!(is_taken::<NewProject>(project(json!({ "match": "m", "after": 3 }))));
        assert!(!is_taken::<NewProject>(project(json!(["m", 3]))));
    }
}
