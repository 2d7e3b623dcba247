//! In what two runs differ.

use crate::Exhibit;
use engine::About;
use sim::Plan;
use std::collections::BTreeMap;
use toml::Value;

/// Something in which two runs differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// What differs.
    pub what: String,
    /// How it was.
    pub before: String,
    /// How it is.
    pub after: String,
}

impl Change {
    fn new(what: impl Into<String>, before: impl Into<String>, after: impl Into<String>) -> Change {
        Change { what: what.into(), before: before.into(), after: after.into() }
    }
}

/// All in which two runs of the same scenario differ.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Changes {
    /// Rules, options, players: each may have its own effect.
    pub settings: Vec<Change>,
    /// Whether the data differ.
    pub data: bool,
    /// Which values of the data files differ, as far as the files are known.
    pub values: Vec<Change>,
}

impl Changes {
    /// Compares a run with the one before.
    pub fn between(before: &Exhibit, after: &Exhibit) -> Changes {
        Changes {
            settings: settings(&before.run.plan, &after.run.plan, after.about),
            data: before.run.plan.data != after.run.plan.data,
            values: values(&before.files, &after.files),
        }
    }

    /// How many things differ whose effects a comparison cannot tell apart.
    pub fn things(&self) -> usize {
        self.settings.len() + if self.data { self.values.len().max(1) } else { 0 }
    }
}

fn settings(before: &Plan, after: &Plan, about: &About) -> Vec<Change> {
    let mut changes = Vec::new();
    let mut compare = |what: String, one: &str, two: &str| {
        if one != two {
            changes.push(Change::new(what, one, two));
        }
    };
    compare("version of the rules".into(), &before.rules.to_string(), &after.rules.to_string());
    for (side, info) in about.sides.iter().enumerate() {
        compare(format!("player of {}", info.title), &before.players[side], &after.players[side]);
    }
    let ways = |plan: &Plan| if plan.both_ways { "exchanged after each game" } else { "always the same" };
    compare("seats".into(), ways(before), ways(after));
    let read = |plan: &Plan| -> BTreeMap<String, String> {
        let split = |setting: &String| setting.split_once('=').map(|(id, value)| (id.to_string(), value.to_string()));
        plan.options.iter().filter_map(split).collect()
    };
    let (one, two) = (read(before), read(after));
    for id in one.keys().chain(two.keys().filter(|id| !one.contains_key(*id))) {
        let title = about.options.iter().find(|info| info.id == *id).map_or(id.as_str(), |info| info.title.as_str());
        let value = |options: &BTreeMap<String, String>| options.get(id).cloned().unwrap_or_else(|| "unknown".into());
        compare(format!("option {id} ({title})"), &value(&one), &value(&two));
    }
    changes
}

/// The values that differ between data files of the same names.
fn values(before: &[(String, String)], after: &[(String, String)]) -> Vec<Change> {
    let mut changes = Vec::new();
    for (name, new) in after {
        let Some((_, old)) = before.iter().find(|(known, _)| known == name).filter(|(_, old)| old != new) else {
            continue;
        };
        match (flat(old), flat(new)) {
            (Some(old), Some(new)) => {
                let paths = old.keys().chain(new.keys().filter(|path| !old.contains_key(*path)));
                let absent = || "none".to_string();
                for path in paths.filter(|path| old.get(*path) != new.get(*path)) {
                    let (old, new) = (old.get(path).cloned(), new.get(path).cloned());
                    let what = format!("{name}: {path}");
                    changes.push(Change::new(what, old.unwrap_or_else(absent), new.unwrap_or_else(absent)));
                }
            }
            _ => changes.push(Change::new(name, "one text", "another")),
        }
    }
    changes
}

/// Every value of a TOML file by its path; `None` if it is no TOML.
fn flat(text: &str) -> Option<BTreeMap<String, String>> {
    let mut values = BTreeMap::new();
    spread("", &toml::from_str(text).ok()?, &mut values);
    Some(values)
}

fn spread(path: &str, value: &Value, values: &mut BTreeMap<String, String>) {
    let below = |name: &str| if path.is_empty() { name.to_string() } else { format!("{path}.{name}") };
    match value {
        Value::Table(table) => {
            // A datum is its value; where it comes from changes nothing in play.
            if let (2, Some(datum), Some(_)) = (table.len(), table.get("value"), table.get("source")) {
                return spread(path, datum, values);
            }
            for (key, value) in table.iter().filter(|(key, _)| *key != "source") {
                spread(&below(key), value, values);
            }
        }
        Value::Array(list) if list.iter().any(|item| item.is_table()) => {
            for (at, item) in list.iter().enumerate() {
                // What bears a name keeps its path when others come before it.
                let name = ["id", "name", "piece"].iter().find_map(|key| item.get(key)?.as_str());
                let name = name.map_or_else(|| (at + 1).to_string(), ToString::to_string);
                spread(&format!("{path}[{name}]"), item, values);
            }
        }
        other => {
            let text = other.as_str().map_or_else(|| other.to_string(), ToString::to_string);
            values.insert(path.to_string(), text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(text: &str) -> Vec<(String, String)> {
        vec![("tables.toml".into(), text.into()), ("clauses.tsv".into(), "id\tkind\ttext".into())]
    }

    const TABLES: &str = "# ours\n[[terrain]]\nid = \"town\"\ndefense = { value = 5, source = \"rulebook 1\" }\n\
                          [[terrain]]\nid = \"bank\"\nhalves = [1, 2]\n";

    #[test]
    fn changed_values_are_found_by_their_paths() {
        let new = TABLES.replace("value = 5", "value = 6").replace("[1, 2]", "[1, 3]");
        let found = values(&files(TABLES), &files(&new));
        let expected = [
            Change::new("tables.toml: terrain[bank].halves", "[1, 2]", "[1, 3]"),
            Change::new("tables.toml: terrain[town].defense", "5", "6"),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn comments_and_sources_are_no_values() {
        let new = TABLES.replace("# ours", "# mine").replace("rulebook 1", "reconstruction why not");
        assert!(values(&files(TABLES), &files(&new)).is_empty());
        assert!(values(&files(TABLES), &files(TABLES)).is_empty());
    }

    #[test]
    fn what_came_or_went_is_said() {
        let new = format!("{TABLES}[fire]\nautomatic = 6\n");
        let found = values(&files(TABLES), &files(&new));
        assert_eq!(found, [Change::new("tables.toml: fire.automatic", "none", "6")]);
        let broken = values(&files(TABLES), &files("= nonsense"));
        assert_eq!(broken, [Change::new("tables.toml", "one text", "another")]);
    }
}
