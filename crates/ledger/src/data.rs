//! The clauses that a game's data files name as the source of a datum.

use crate::LedgerError;
use crate::ids::Ids;
use engine::clause::Brackets;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use toml::Value;

/// One data file and the clauses that its sources name.
pub(crate) struct DataSources {
    /// From the crate: `data/tables.toml`.
    pub(crate) name: String,
    pub(crate) ids: BTreeSet<String>,
}

impl DataSources {
    /// Reads all `.toml` files below the crate's `data/`, in the order of their names.
    pub(crate) fn all(crate_folder: &Path, ids: &Ids) -> Result<Vec<DataSources>, LedgerError> {
        let names = crate::source::names_below(crate_folder, "data", ".toml")?;
        names.into_iter().map(|name| DataSources::read(crate_folder, name, ids)).collect()
    }

    fn read(crate_folder: &Path, name: String, ids: &Ids) -> Result<DataSources, LedgerError> {
        let path = crate_folder.join(&name);
        let text = fs::read_to_string(&path).map_err(|error| LedgerError::io(&path, error))?;
        let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
            let line = error.span().map_or(1, |span| text[..span.start].matches('\n').count() + 1);
            LedgerError::Format { file: path, line, message: error.message().to_string() }
        })?;
        let mut named = BTreeSet::new();
        collect_sources(&Value::Table(table), &mut |source| named.extend(cited_by(source, ids)));
        Ok(DataSources { name, ids: named })
    }
}

/// Hands on the text of every key `source`.
fn collect_sources(value: &Value, take: &mut impl FnMut(&str)) {
    match value {
        Value::Array(values) => values.iter().for_each(|value| collect_sources(value, take)),
        Value::Table(table) => {
            for (key, value) in table {
                match value {
                    Value::String(source) if key == "source" => take(source),
                    _ => collect_sources(value, take),
                }
            }
        }
        _ => {}
    }
}

/// The clauses that a source names: those that `rulebook` begins with, up to a semicolon or a parenthesis, and those in
/// square brackets: `rulebook 1.1a, 1.1b; Depleted it shifts nothing [1.2a-2]`.
fn cited_by(source: &str, ids: &Ids) -> Vec<String> {
    let list = source.strip_prefix("rulebook ").unwrap_or_default().split([';', '(', '[']).next().unwrap_or_default();
    let listed = list.split(',').flat_map(|part| part.split(" and ")).map(str::trim);
    let brackets = Brackets::of(source).into_iter().filter(|brackets| brackets.closed);
    let in_brackets = brackets.filter(|brackets| brackets.words().all(|word| ids.knows(word)));
    let all = listed.chain(in_brackets.flat_map(Brackets::words));
    all.filter(|word| ids.knows(word)).map(String::from).collect()
}
