//! `options.toml`: which options are on unless somebody says otherwise, where somebody's copy of a game has them otherwise
//! than it is shipped: in all its scenarios, or in one.

use super::{DataError, DataFile, Files, Provenance, Provenances};
use crate::About;
use crate::about::OwnDefault;
use serde::Deserialize;
use serde_spanned::Spanned;

/// The name of the file.
pub(super) const FILE: &str = "options.toml";

/// The file as it is written.
#[derive(Deserialize)]
struct OptionsFile {
    #[serde(default)]
    option: Vec<OptionTable>,
}

#[derive(Deserialize)]
struct OptionTable {
    id: Spanned<String>,
    default: Spanned<String>,
    scenario: Option<Spanned<String>>,
    source: Provenance,
}

/// Sets the defaults as an overlay has them. What is said of one scenario goes before what is said of all.
pub(crate) fn set(files: &Files, about: &mut About, provenance: &mut Provenances) -> Result<(), DataError> {
    let Some(file) = files.overlay().and_then(|overlay| overlay.file(FILE)) else { return Ok(()) };
    let mut said: Vec<(usize, Option<usize>)> = Vec::new();
    for table in file.parse::<OptionsFile>()?.option {
        let at = find(&file, &table.id, about.option(table.id.as_ref()))?;
        let scenario = table.scenario.as_ref().map(|id| find(&file, id, about.scenario(id.as_ref()))).transpose()?;
        let id = table.id.as_ref();
        let on = match table.default.as_ref().as_str() {
            "on" => true,
            "off" => false,
            other => {
                let message = format!("option {id} is \"on\" or \"off\", not \"{other}\"");
                return Err(file.error_with(&table.default, message));
            }
        };
        if said.contains(&(at, scenario)) {
            return Err(file.error_with(&table.id, format!("the default of {id} is said twice")));
        }
        said.push((at, scenario));
        let place = scenario.map_or(String::new(), |scenario| format!(" in {}", about.scenarios[scenario].title));
        provenance.note(format!("option {id}{place}: {}", table.default.as_ref()), &table.source);
        match scenario {
            Some(scenario) => {
                let own = OwnDefault { id: id.clone(), default: on, source: table.source.to_string() };
                about.scenarios[scenario].options.push(own);
            }
            None if on != about.options[at].default => {
                let info = &mut about.options[at];
                (info.default, info.changed) = (on, Some(table.source.to_string()));
            }
            None => {}
        }
    }
    Ok(())
}

fn find(file: &DataFile, word: &Spanned<String>, found: Result<usize, String>) -> Result<usize, DataError> {
    found.map_err(|message| file.error_with(word, message))
}
