//! The data of a game as sheets of rows and columns: each list of a file, and each section of single values.

use engine::data::{DataError, Files};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use toml::de::{DeTable, DeValue};
use wire::{Sheet, SheetRow};

/// The names by which the entries of a list are told apart, the best first.
const NAMES: [&str; 8] = ["id", "name", "piece", "unit", "hex", "group", "corps", "title"];
/// The column of sections: its cells are at the places of their rows.
const VALUE: &str = "";

/// The sheets of a game's files, but for its maps, which are painted, and what only teaches or thinks.
pub fn of(files: &Files) -> Result<Vec<Sheet>, DataError> {
    let mut all = Vec::new();
    let beside = ["door.toml", "tempers.toml", "lesson.toml"];
    for name in files.names() {
        let is_map = name == "map.toml" || name.ends_with("/map.toml");
        if !name.ends_with(".toml") || is_map || beside.contains(&name) || name.starts_with("lessons/") {
            continue;
        }
        let file = files.read(name)?;
        let root = DeTable::parse(file.text()).map_err(|error| file.error_at(0..0, error.message().to_string()))?;
        let mut sheets = BTreeMap::new();
        table(root.get_ref(), "", "", &mut sheets);
        all.extend(sheets.into_iter().map(|(at, (columns, rows))| {
            let rows = rows.into_iter().map(|(at, cells)| {
                let cell = |column: &String| cells.get(column).cloned().unwrap_or(Value::Null);
                SheetRow { at, cells: columns.iter().map(cell).collect() }
            });
            let rows = rows.collect();
            Sheet { file: name.to_string(), at, rows, columns }
        }));
    }
    Ok(all)
}

/// Sheets by place: their columns, and their rows with what stands in the columns.
type Sheets = BTreeMap<String, (Vec<String>, Vec<(String, BTreeMap<String, Value>)>)>;

/// The lists and sections in a table. A place says where it is, a shape where such are.
fn table(table: &DeTable<'_>, place: &str, shape: &str, out: &mut Sheets) {
    for (key, value) in ordered(table) {
        let (at, like) = (joined(place, key), joined(shape, key));
        match value {
            DeValue::Array(list) if !list.is_empty() && list.iter().all(|item| item.get_ref().as_table().is_some()) => {
                let entries: Vec<&DeTable<'_>> = list.iter().filter_map(|item| item.get_ref().as_table()).collect();
                let names = distinct(&entries);
                for (number, entry) in entries.into_iter().enumerate() {
                    let way = match names {
                        Some(name) => format!("{at}[{name}={}]", written(word(entry, name).unwrap_or_default())),
                        None => format!("{at}[{}]", number + 1),
                    };
                    row(entry, &way, &like, out);
                }
            }
            DeValue::Table(inner) if datum(inner).is_none() => {
                self::table(inner, &at, &like, out);
            }
            value => {
                if let Some(cell) = cell(value).filter(|_| key != "source") {
                    note(out, shape, at, [(VALUE.to_string(), cell)].into());
                }
            }
        }
    }
}

/// An entry of a list: a row, and what lists it has itself.
fn row(entry: &DeTable<'_>, at: &str, like: &str, out: &mut Sheets) {
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
    let (known, rows) = out.entry(like.to_string()).or_default();
    known.extend(columns.into_iter().filter(|column| !known.contains(column)).collect::<Vec<_>>());
    rows.push((at.to_string(), cells));
    for (key, value) in ordered(entry) {
        let lists = value.as_array().is_some_and(|list| list.iter().any(|item| item.get_ref().as_table().is_some()));
        if lists {
            let mut one = DeTable::new();
            let (name, value) = entry.get_key_value(key).expect("it is there");
            one.insert(name.clone(), value.clone());
            table(&one, at, like, out);
        }
    }
}

fn note(out: &mut Sheets, sheet: &str, at: String, cells: BTreeMap<String, Value>) {
    let (columns, rows) = out.entry(sheet.to_string()).or_default();
    if columns.is_empty() {
        columns.push(VALUE.to_string());
    }
    rows.push((at, cells));
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
        of(catalogue::find(game).unwrap().shipped()).unwrap()
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
        assert_eq!(stacking.rows[0], SheetRow { at: "stacking.units".into(), cells: vec![json!(2)] });
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
}
