//! The data of a game as sheets of rows and columns: each list of a file, and each section of single values.

use crate::cards;
use engine::data::{DataError, DataFile, Files};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};
use wire::{Sheet, SheetRow};

/// The names by which the entries of a list are told apart, the best first.
const NAMES: [&str; 8] = ["id", "name", "piece", "unit", "hex", "group", "corps", "title"];
/// The column of sections: its cells are at the places of their rows.
const VALUE: &str = "";
/// The names on a map.
const PLACES: &str = "place";

/// The sheets of a game's files, but for what only teaches or thinks. Of its maps, which are painted, only the names are one.
///
/// Rows have the places that a change names: those of the files before they were changed (`base`), however an entry is called by
/// now. What was taken out (`FILE PLACE`) is passed over, and the entries that were added come last, as `LIST+1`, `LIST+2`.
pub fn of(files: &Files, base: &Files, removed: &BTreeSet<String>) -> Result<Vec<Sheet>, DataError> {
    let mut all = Vec::new();
    let beside = ["cards.toml", "door.toml", "facts.toml", "tempers.toml", "lesson.toml"];
    let is_map = |name: &&str| *name == "map.toml" || name.ends_with("/map.toml");
    // The names of places come last: who wants counters or tables has not to look behind them.
    for name in files.names().filter(|name| !is_map(name)).chain(files.names().filter(is_map)) {
        let is_map = is_map(&name);
        let teaches = name.starts_with("lessons/") || name.starts_with("college/");
        if !name.ends_with(".toml") || beside.contains(&name) || teaches {
            continue;
        }
        let (file, before) = (files.read(name)?, base.read(name)?);
        let (root, old) = (parsed(&file)?, parsed(&before)?);
        let mut walk = Walk { file: name, text: file.text(), removed, sheets: BTreeMap::new() };
        walk.table(root.get_ref(), Some(old.get_ref()), "", "");
        all.extend(walk.sheets.into_iter().filter(|(at, _)| !is_map || at == PLACES).map(|(at, found)| {
            let Found { columns, rows, about } = found;
            let rows = rows.into_iter().map(|(at, cells, about)| {
                let cell = |column: &String| cells.get(column).cloned().unwrap_or(Value::Null);
                SheetRow { at, cells: columns.iter().map(cell).collect(), about }
            });
            let rows = rows.collect();
            Sheet { file: name.to_string(), at, rows, columns, about, cards: Vec::new() }
        }));
    }
    cards::deal(base, &mut all)?;
    Ok(all)
}

/// What the data say of the sets of hexes on a map that the rules know by name: in a comment, or else where they come from.
pub fn of_regions(file: &DataFile) -> Result<BTreeMap<String, String>, DataError> {
    let root = parsed(file)?;
    let list = root.get_ref().get("region").and_then(|list| list.get_ref().as_array());
    let mut told = BTreeMap::new();
    for entry in list.into_iter().flat_map(|list| list.iter()) {
        let Some(region) = entry.get_ref().as_table() else { continue };
        let above = comment_above(file.text(), entry.span().start);
        let source = word(region, "source").unwrap_or_default();
        let about =
            if above.is_empty() { source.split_once(' ').map_or("", |(_, detail)| detail).into() } else { above };
        if let Some(id) = word(region, "id") {
            told.entry(id.to_string()).or_insert(about);
        }
    }
    Ok(told)
}

/// What stands in the lines of comment right above a place of a text.
fn comment_above(text: &str, place: usize) -> String {
    let above = text.get(..place).unwrap_or_default();
    // The line itself is not above it, be there a bracket in front of its key or not.
    let lines = above.rsplit('\n').skip(1);
    let mut words: Vec<&str> = lines.map_while(|line| line.strip_prefix('#')).map(str::trim).collect();
    words.reverse();
    words.join(" ")
}

fn parsed(file: &DataFile) -> Result<Spanned<DeTable<'_>>, DataError> {
    DeTable::parse(file.text()).map_err(|error| file.error_at(0..0, error.message().to_string()))
}

/// A sheet in the making: its columns, and its rows with what stands in the columns and what is said of them.
#[derive(Default)]
struct Found {
    columns: Vec<String>,
    rows: Vec<(String, BTreeMap<String, Value>, String)>,
    about: String,
}

/// A walk through a file, beside what it was before it was changed.
struct Walk<'a> {
    file: &'a str,
    text: &'a str,
    removed: &'a BTreeSet<String>,
    /// By place.
    sheets: BTreeMap<String, Found>,
}

impl Walk<'_> {
    /// The lists and sections in a table. A place says where it is, a shape where such are.
    fn table(&mut self, table: &DeTable<'_>, old: Option<&DeTable<'_>>, place: &str, shape: &str) {
        for (key, value) in ordered(table) {
            let (at, like) = (joined(place, key), joined(shape, key));
            let before = old.and_then(|old| old.get(key)).map(|value| value.get_ref());
            match value {
                DeValue::Array(list) if !list.is_empty() && entries(list).len() == list.len() => {
                    let known = self.known(before, &at);
                    self.tell(&like, table, key);
                    for (number, entry) in entries(list).into_iter().enumerate() {
                        match known.get(number) {
                            Some((way, old)) => self.row(entry, Some(old), way, &like),
                            None => self.row(entry, None, &format!("{at}+{}", number + 1 - known.len()), &like),
                        }
                    }
                }
                DeValue::Table(inner) if datum(inner).is_none() => {
                    let before = before.and_then(DeValue::as_table);
                    self.tell(&like, table, key);
                    self.table(inner, before, &at, &like);
                    // A section of which nothing is shown says nothing.
                    self.sheets.retain(|_, found| !found.rows.is_empty());
                }
                value => {
                    if let Some(cell) = cell(value).filter(|_| key != "source") {
                        let about = self.comment(table, key);
                        self.note(shape, at, [(VALUE.to_string(), cell)].into(), about);
                    }
                }
            }
        }
    }

    /// The entries of a list as they were, each with its place, but for those that were taken out.
    fn known<'t>(&self, list: Option<&'t DeValue<'t>>, at: &str) -> Vec<(String, &'t DeTable<'t>)> {
        let all = list.and_then(DeValue::as_array).map(entries).unwrap_or_default();
        let is_there = |(way, _): &(String, _)| !self.removed.contains(&format!("{} {way}", self.file));
        placed(all, at).into_iter().filter(is_there).collect()
    }

    /// An entry of a list: a row, and what lists it has itself.
    fn row(&mut self, entry: &DeTable<'_>, old: Option<&DeTable<'_>>, at: &str, like: &str) {
        let mut cells = BTreeMap::new();
        let mut columns = Vec::new();
        for (key, value) in ordered(entry).into_iter().filter(|(key, _)| *key != "source") {
            let inner = value.as_table().filter(|inner| datum(inner).is_none());
            let parts = inner.map_or_else(
                || vec![(key.to_string(), value)],
                |inner| {
                    ordered(inner)
                        .into_iter()
                        .filter(|(part, _)| *part != "source")
                        .map(|(part, value)| (joined(key, part), value))
                        .collect()
                },
            );
            for (column, value) in parts {
                if let Some(cell) = cell(value) {
                    columns.push(column.clone());
                    cells.insert(column, cell);
                }
            }
        }
        let Found { columns: known, rows, .. } = self.sheets.entry(like.to_string()).or_default();
        known.extend(columns.into_iter().filter(|column| !known.contains(column)).collect::<Vec<_>>());
        rows.push((at.to_string(), cells, String::new()));
        for (key, value) in ordered(entry) {
            let lists =
                value.as_array().is_some_and(|list| list.iter().any(|item| item.get_ref().as_table().is_some()));
            if lists {
                let mut one = DeTable::new();
                let (name, value) = entry.get_key_value(key).expect("it is there");
                one.insert(name.clone(), value.clone());
                self.table(&one, old, at, like);
            }
        }
    }

    fn note(&mut self, sheet: &str, at: String, cells: BTreeMap<String, Value>, about: String) {
        let Found { columns, rows, .. } = self.sheets.entry(sheet.to_string()).or_default();
        if columns.is_empty() {
            columns.push(VALUE.to_string());
        }
        rows.push((at, cells, about));
    }

    /// What the data say of a sheet, where they first speak of it.
    fn tell(&mut self, sheet: &str, table: &DeTable<'_>, key: &str) {
        let about = self.comment(table, key);
        let found = self.sheets.entry(sheet.to_string()).or_default();
        if found.about.is_empty() {
            found.about = about;
        }
    }

    fn comment(&self, table: &DeTable<'_>, key: &str) -> String {
        table.get_key_value(key).map_or_else(String::new, |(key, _)| comment_above(self.text, key.span().start))
    }
}

/// The entry at a place of a file, as a change adds one like it; nothing where there is none.
pub fn entry(file: &DataFile, at: &str) -> Option<Value> {
    find(parsed(file).ok()?.get_ref(), "", at)
}

fn find(table: &DeTable<'_>, place: &str, wanted: &str) -> Option<Value> {
    ordered(table).into_iter().find_map(|(key, value)| {
        let at = joined(place, key);
        if !wanted.starts_with(&at) {
            return None;
        }
        if let DeValue::Table(inner) = value {
            return find(inner, &at, wanted);
        }
        placed(value.as_array().map(entries)?, &at).into_iter().find_map(|(way, entry)| {
            if way == wanted {
                return crate::opened::table(entry);
            }
            wanted.starts_with(&way).then(|| find(entry, &way, wanted)).flatten()
        })
    })
}

/// The entries of a list with their places: by a name where they can be told apart by one, else by number.
fn placed<'t>(all: Vec<&'t DeTable<'t>>, at: &str) -> Vec<(String, &'t DeTable<'t>)> {
    let names = distinct(&all);
    let way = |(number, entry): (usize, &'t DeTable<'t>)| match names {
        Some(name) => (format!("{at}[{name}={}]", written(word(entry, name).unwrap_or_default())), entry),
        None => (format!("{at}[{}]", number + 1), entry),
    };
    all.into_iter().enumerate().map(way).collect()
}

/// The tables in a list.
fn entries<'t>(list: &'t DeArray<'t>) -> Vec<&'t DeTable<'t>> {
    list.iter().filter_map(|item| item.get_ref().as_table()).collect()
}

/// The entries of a table in the order in which they stand in the text.
fn ordered<'t>(table: &'t DeTable<'_>) -> Vec<(&'t str, &'t DeValue<'t>)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries.into_iter().map(|(key, value)| (key.get_ref().as_ref(), value.get_ref())).collect()
}

/// The name by which the entries of a list can be told apart.
fn distinct(entries: &[&DeTable<'_>]) -> Option<&'static str> {
    let differ = |name: &&str| {
        let mut words: Vec<_> = entries.iter().map_while(|entry| word(entry, name)).collect();
        words.sort_unstable();
        words.len() == entries.len() && words.windows(2).all(|pair| pair[0] != pair[1]) && !words.contains(&"")
    };
    NAMES.into_iter().find(differ)
}

fn word<'t>(entry: &'t DeTable<'_>, name: &str) -> Option<&'t str> {
    entry.get(name)?.get_ref().as_str().filter(|word| !word.contains(['"', '\n']))
}

/// A word as a place has it.
fn written(word: &str) -> String {
    if word.contains(['.', '[', ']', '=', ',']) { format!("\"{word}\"") } else { word.to_string() }
}

fn joined(place: &str, key: &str) -> String {
    if place.is_empty() { written(key) } else { format!("{place}.{}", written(key)) }
}

/// The value of a datum with a source of its own.
fn datum<'t>(table: &'t DeTable<'_>) -> Option<&'t DeValue<'t>> {
    table.get("source").and(table.get("value")).map(|value| value.get_ref())
}

/// What stands in a cell; nothing where it is a table or a list of tables.
fn cell(value: &DeValue<'_>) -> Option<Value> {
    Some(match value {
        DeValue::String(text) => json!(text),
        DeValue::Integer(number) => json!(i64::from_str_radix(number.as_str(), number.radix()).ok()?),
        DeValue::Float(number) => json!(number.as_str().parse::<f64>().ok()?),
        DeValue::Boolean(is_so) => json!(is_so),
        DeValue::Datetime(_) => return None,
        DeValue::Array(list) => Value::Array(list.iter().map(|item| cell(item.get_ref())).collect::<Option<_>>()?),
        DeValue::Table(table) => cell(datum(table)?)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::data::Overlay;

    fn sheets(game: &str) -> Vec<Sheet> {
        let shipped = catalogue::find(game).unwrap().shipped();
        of(shipped, shipped, &BTreeSet::new()).unwrap()
    }

    #[test]
    fn counters_and_tables_are_sheets() {
        let all = sheets("clash-of-giants");
        let units =
            all.iter().find(|sheet| sheet.file == "tannenberg/pieces.toml" && sheet.at == "group.units").unwrap();
        let first = units.rows.iter().find(|row| row.at == "group[title=German I Corps].units[id=G-1]").unwrap();
        let ter = units.columns.iter().position(|column| column == "ter").unwrap();
        assert_eq!(first.cells[ter], json!(4));
        let stacking = all.iter().find(|sheet| sheet.file == "standard.toml" && sheet.at == "stacking").unwrap();
        assert_eq!(
            stacking.rows[0],
            SheetRow { at: "stacking.units".into(), cells: vec![json!(2)], about: String::new() }
        );
        // What the data say of a list or a value is said beside it.
        let sheet = |file: &str, at: &str| all.iter().find(|sheet| sheet.file == file && sheet.at == at).unwrap();
        let victory = sheet("tannenberg/tables.toml", "victory");
        assert_eq!(victory.about, "The victory hexes; the German ones come to 15 [tannenberg/3.12c].");
        let supply = sheet("tannenberg/tables.toml", "supply");
        let free = supply.rows.iter().find(|row| row.at == "supply.free_east_of").unwrap();
        assert_eq!(free.about, "Second Army units east of this column may trace freely through Russia.");
        assert_eq!(supply.about, "");
        let told =
            of_regions(&catalogue::find("clash-of-giants").unwrap().shipped().read("marne/map.toml").unwrap()).unwrap();
        assert_eq!(told["paris"], "The city hexes of Paris; the Fortified Camp reaches from them to its border.");
        assert_eq!(told["area-french-fifth"], "as its boundaries");
        // Of a map there are the names, and nothing that is painted.
        let of_map: Vec<&str> =
            all.iter().filter(|sheet| sheet.file == "marne/map.toml").map(|sheet| sheet.at.as_str()).collect();
        assert_eq!(of_map, ["place"]);
    }

    /// Each place that a sheet names can be changed.
    #[test]
    fn every_cell_has_a_place_that_is_found() {
        for entry in catalogue::GAMES {
            for sheet in sheets(entry.id) {
                for row in sheet.rows.iter().step_by(7) {
                    let Some((column, value)) =
                        sheet.columns.iter().zip(&row.cells).find(|(_, value)| !value.is_null())
                    else {
                        continue;
                    };
                    let at = if column == VALUE { row.at.clone() } else { format!("{}.{column}", row.at) };
                    let quoted = |text: &str| crate::text::quoted(text);
                    let value = crate::text::value(value).unwrap();
                    let change = format!(
                        "[[change]]\nin = {}\nat = {}\nvalue = {value}\nsource = \"history x\"\n",
                        quoted(&sheet.file),
                        quoted(&at)
                    );
                    let overlay = Overlay::new("", [("changes.toml".to_string(), change)].into()).unwrap();
                    let changed = entry.shipped().with_overlay(&overlay);
                    assert!(changed.is_ok(), "{}: {}", entry.id, changed.unwrap_err());
                }
            }
        }
    }

    /// An entry keeps its place when the value changes by which it is known, when others go, and when others come.
    #[test]
    fn rows_keep_their_places() {
        const FILES: Files = Files::built_in(&[(
            "a.toml",
            "[[unit]]\nid = \"one\"\nmen = 1\n[[unit]]\nid = \"two\"\nmen = 2\n[[unit]]\nid = \"three\"\nmen = 3\n",
        )]);
        let change = |what: &str| format!("[[change]]\nin = \"a.toml\"\n{what}\nsource = \"history x\"\n");
        let changes = [
            "at = \"unit[id=two].id\"\nvalue = \"second\"",
            "at = \"unit[id=one]\"\nremove = true",
            "at = \"unit\"\nadd = { id = \"four\", men = 4 }",
        ];
        let text: String = changes.map(change).concat();
        let files =
            FILES.with_overlay(&Overlay::new("", [("changes.toml".to_string(), text)].into()).unwrap()).unwrap();
        let sheets = of(&files, &FILES, &["a.toml unit[id=one]".to_string()].into()).unwrap();
        let rows: Vec<_> = sheets[0].rows.iter().map(|row| (row.at.as_str(), row.cells[0].clone())).collect();
        assert_eq!(
            rows,
            [("unit[id=two]", json!("second")), ("unit[id=three]", json!("three")), ("unit+1", json!("four"))]
        );
        let file = FILES.read("a.toml").unwrap();
        assert_eq!(entry(&file, "unit[id=two]"), Some(json!({ "id": "two", "men": 2 })));
        assert_eq!(entry(&file, "unit[id=second]"), None);
    }
}
