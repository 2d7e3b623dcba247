//! Somebody's copy of a game as the steps that make a project of it: what was written down value by value can be changed value by
//! value again.

use crate::journal::Edit;
use crate::project::check;
use engine::data::Overlay;
use serde_json::{Map, Value, json};
use toml::de::{DeTable, DeValue};

/// The files that are written by keys, and are read as such again.
pub const CHANGES: &str = "changes.toml";
pub const OPTIONS: &str = "options.toml";
pub const PROJECT: &str = "project.toml";

/// The most keys that one file becomes; a larger one stays whole.
const MOST: usize = 10_000;

/// The steps that make a project of somebody's copy of a game. A file that no keys can tell stays whole.
pub fn steps(overlay: &Overlay) -> Edit {
    let mut edit = Edit::new();
    for (name, text) in overlay.files().filter(|(name, _)| *name != PROJECT) {
        match keys(name, text).filter(|keys| keys.iter().all(|(key, value)| check(key, value).is_ok())) {
            Some(keys) => edit.extend(keys),
            None => drop(edit.insert(format!("file {name}"), Value::from(text))),
        }
    }
    let about = overlay.project();
    for (key, text) in [("title", &about.title), ("by", &about.by), ("about", &about.about)] {
        if !text.is_empty() {
            edit.insert(key.into(), Value::from(text.as_str()));
        }
    }
    // What bears no title is called after its first battle.
    let battle = edit.iter().find(|(key, _)| key.starts_with("battle ")).and_then(|(_, battle)| battle.get("title"));
    if let Some(title) = battle.cloned() {
        edit.entry("title".into()).or_insert(title);
    }
    edit
}

/// What a file says, by key; nothing where keys cannot say it.
fn keys(name: &str, text: &str) -> Option<Edit> {
    if let Some(id) = name.strip_prefix("battles/").and_then(|name| name.strip_suffix(".toml")) {
        return Some([(format!("battle {id}"), battle(text)?)].into());
    }
    let lines = |list: &str| read(text)?.get(list)?.as_array().cloned();
    let mut keys = Edit::new();
    match name {
        CHANGES => {
            for (number, change) in lines("change")?.iter().enumerate() {
                for (key, value) in changed(change, number)? {
                    // What is said twice is for the reader to refuse, at its line.
                    keys.insert(key, value).is_none().then_some(())?;
                }
                (keys.len() <= MOST).then_some(())?;
            }
        }
        OPTIONS => {
            for option in lines("option")? {
                let word = |key: &str| option.get(key).and_then(Value::as_str);
                let key = match option.get("scenario") {
                    Some(scenario) => format!("option {} {}", word("id")?, scenario.as_str()?),
                    None => format!("option {}", word("id")?),
                };
                let value = json!({ "value": word("default")?, "source": word("source")? });
                keys.insert(key, value).is_none().then_some(())?;
            }
        }
        _ => return None,
    }
    Some(keys)
}

/// A battle as it is laid out.
fn battle(text: &str) -> Option<Value> {
    let table = read(text)?;
    let word = |key: &str| table.get(key).and_then(Value::as_str);
    let position: Value = serde_json::from_str(word("position")?).ok()?;
    let about = word("about").unwrap_or_default();
    Some(json!({ "title": word("title")?, "about": about, "source": word("source")?, "position": position }))
}

/// The keys of one change.
fn changed(change: &Value, number: usize) -> Option<Vec<(String, Value)>> {
    let word = |key: &str| change.get(key).and_then(Value::as_str);
    let (file, source) = (word("in")?, word("source")?);
    let removed = change.get("remove") == Some(&json!(true));
    let told = |value: Value| json!({ "value": value, "source": source });
    if let Some(between) = word("between") {
        let feature = word("feature")?;
        let side = |pair: &str| {
            let (a, b) = pair.split_once('/')?;
            let (a, b) = if a < b { (a, b) } else { (b, a) };
            Some((format!("hexside {file} {feature} {a}/{b}"), told(json!(!removed))))
        };
        return between.split_whitespace().map(side).collect();
    }
    if let Some(hexes) = word("hexes") {
        let told_of = |hex: &str| match (word("terrain"), word("region")) {
            (Some(terrain), None) => Some((format!("ground {file} {hex}"), told(json!(terrain)))),
            (None, Some(region)) => Some((format!("region {file} {region} {hex}"), told(json!(!removed)))),
            _ => None,
        };
        return hexes.split_whitespace().map(told_of).collect();
    }
    let at = word("at")?;
    let one = match (change.get("value"), change.get("add")) {
        (Some(value), None) => (format!("value {file} {at}"), told(value.clone())),
        (None, Some(entry)) => (format!("add {file} {number:05} {at}"), told(entry.clone())),
        (None, None) if removed => (format!("value {file} {at}"), told(Value::Null)),
        _ => return None,
    };
    Some(vec![one])
}

/// A file as the values that keys have; nothing where it has others.
fn read(text: &str) -> Option<Value> {
    table(DeTable::parse(text).ok()?.get_ref())
}

/// A table with all that is in it.
pub fn table(table: &DeTable<'_>) -> Option<Value> {
    let entry = |(key, value)| Some((key, plain(value)?));
    let entries = table.iter().map(|(key, value)| (key.get_ref().to_string(), value.get_ref()));
    Some(Value::Object(entries.map(entry).collect::<Option<Map<_, _>>>()?))
}

fn plain(value: &DeValue<'_>) -> Option<Value> {
    Some(match value {
        DeValue::String(text) => json!(text),
        DeValue::Integer(number) => json!(i64::from_str_radix(number.as_str(), number.radix()).ok()?),
        DeValue::Float(number) => json!(number.as_str().parse::<f64>().ok().filter(|number| number.is_finite())?),
        DeValue::Boolean(is_so) => json!(is_so),
        DeValue::Datetime(_) => return None,
        DeValue::Array(list) => Value::Array(list.iter().map(|item| plain(item.get_ref())).collect::<Option<_>>()?),
        DeValue::Table(inner) => table(inner)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::Journal;
    use crate::project::Project;
    use std::collections::BTreeMap;

    const MINE: &str = "published my copy";

    /// A project of Tannenberg with something of every kind in it.
    fn project() -> Project {
        let mut project = Project::new(catalogue::find("clash-of-giants").unwrap(), Journal::default());
        let told = |value: Value| json!({ "value": value, "source": MINE });
        let map = "tannenberg/map.toml";
        let position = json!({ "scenario": "tannenberg", "pieces": [{ "piece": "G-1", "hex": "4104" }] });
        let draft = json!({ "title": "One", "about": "", "source": "reconstruction mine", "position": position });
        let step = [
            (format!("ground {map} 2720"), told(json!("swamp"))),
            (format!("ground {map} 2721"), told(json!("swamp"))),
            (format!("hexside {map} rail 2720/2721"), told(json!(true))),
            ("value standard.toml stacking.corps".to_string(), told(json!(4))),
            ("option first-player-ties".to_string(), told(json!("on"))),
            ("battle one".to_string(), draft),
            ("title".to_string(), json!("Mine")),
        ];
        let known = project.entry().load(None).unwrap().about().options[0].id.clone();
        let step = step.map(|(key, value)| (key.replace("first-player-ties", &known), value));
        project.edit(step.into()).unwrap();
        project
    }

    /// Whoever opens an archive can change again what its maker has changed, and so lays out its battles further.
    #[test]
    fn what_was_packed_can_be_changed_again() {
        let project = project();
        let packed =
            catalogue::Archive::pack(project.entry(), &project.overlay(true).unwrap(), &BTreeMap::new()).unwrap();
        let opened = catalogue::Archive::open("mine.grognard", &packed).unwrap();
        let mut again = Project::new(project.entry(), Journal::default());
        again.edit(steps(&opened.overlay)).unwrap();
        assert_eq!(again.entries(), project.entries());
        let once_more = json!({ "value": 5, "source": MINE });
        again.edit([("value standard.toml stacking.corps".to_string(), once_more)].into()).unwrap();
        assert!(again.load().is_ok());
        assert_eq!(again.battles()["one"].title, "One");
    }

    #[test]
    fn an_archive_without_a_title_is_called_after_its_battle() {
        let battle = "title = \"Raab\"\nsource = \"history x\"\nposition = \"{}\"\n";
        let overlay = Overlay::new("", [("battles/one.toml".to_string(), battle.to_string())].into()).unwrap();
        assert_eq!(steps(&overlay)["title"], json!("Raab"));
    }

    #[test]
    fn what_keys_cannot_say_stays_as_it_is() {
        let of = |name: &str, text: &str| {
            let overlay = Overlay::new("", [(name.to_string(), text.to_string())].into()).unwrap();
            steps(&overlay).keys().cloned().collect::<Vec<_>>().join(", ")
        };
        let change = |what: &str| format!("[[change]]\nin = \"standard.toml\"\n{what}\nsource = \"{MINE}\"\n");
        assert_eq!(of(CHANGES, &change("at = \"stacking.corps\"\nvalue = 4")), "value standard.toml stacking.corps");
        assert_eq!(of(CHANGES, &change("at = \"a.b\"\nremove = true")), "value standard.toml a.b");
        assert_eq!(of(CHANGES, &change("at = \"a\"\nadd = { x = [1, 2] }")), "add standard.toml 00000 a");
        assert_eq!(
            of(CHANGES, &change("hexes = \"0101 0102\"\nregion = \"entry\"\nremove = true")),
            "region standard.toml entry 0101, region standard.toml entry 0102"
        );
        assert_eq!(
            of(CHANGES, &change("between = \"0102/0101\"\nfeature = \"rail\"")),
            "hexside standard.toml rail 0101/0102"
        );
        // The same place twice, a date, a list that nobody reads: the reader shall say what is wrong with it.
        let twice = change("at = \"a\"\nvalue = 4").repeat(2);
        assert_eq!(of(CHANGES, &twice), "file changes.toml");
        assert_eq!(of(CHANGES, &change("at = \"a\"\nvalue = 1914-08-26")), "file changes.toml");
        assert_eq!(of("battles/one.toml", "title = \"x\"\nposition = \"no\"\n"), "file battles/one.toml");
        assert_eq!(of("standard.toml", "x = 1\n"), "file standard.toml");
    }
}
