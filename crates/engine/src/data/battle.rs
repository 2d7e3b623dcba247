//! `battles/NAME.toml`: battles of one's own, each begun at a position that somebody has laid out.

use super::{DataError, Files, Provenance, Provenances};
use crate::About;
use crate::position::Position;
use serde::Deserialize;
use serde_spanned::Spanned;

/// The folder in which they are.
const FOLDER: &str = "battles/";

/// Whether a file has a battle.
pub(super) fn is_battle(name: &str) -> bool {
    name.strip_prefix(FOLDER).and_then(|name| name.strip_suffix(".toml")).is_some_and(is_id)
}

/// Whether a battle may be called so in the program: small letters, digits and hyphens.
fn is_id(id: &str) -> bool {
    let fits = |sign: char| sign.is_ascii_lowercase() || sign.is_ascii_digit() || sign == '-';
    !id.is_empty() && id.len() <= 60 && id.chars().all(fits)
}

/// A battle that somebody has laid out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Battle {
    /// Its id: the name of its file.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// What it is, in a sentence or a few.
    pub about: String,
    /// Where it comes from.
    pub source: Provenance,
    /// The scenario of the game that it is fought in, by its place in the list.
    pub scenario: usize,
    /// The position it begins with, scenario and options included, as JSON.
    pub position: String,
    /// The file in which it stands, and the line of the position.
    pub place: (String, usize),
}

/// The file as it is written.
#[derive(Deserialize)]
struct BattleFile {
    title: String,
    #[serde(default)]
    about: String,
    source: Provenance,
    position: Spanned<String>,
}

impl Battle {
    /// Reads the battles of an overlay. Whether their positions can be, the rules must say.
    pub fn all(files: &Files, about: &About, provenance: &mut Provenances) -> Result<Vec<Battle>, DataError> {
        let Some(overlay) = files.overlay() else { return Ok(Vec::new()) };
        let mut battles = Vec::new();
        for name in overlay.battles() {
            let Some(file) = overlay.file(name) else { continue };
            let BattleFile { title, about: text, source, position } = file.parse()?;
            let begins: Position = serde_json::from_str(position.as_ref())
                .map_err(|error| file.error_with(&position, format!("this is no position: {error}")))?;
            let (scenario, _) = begins.head(about).map_err(|error| file.error_with(&position, error.to_string()))?;
            provenance.note(format!("battle: {title}"), &source);
            let id = name.trim_start_matches(FOLDER).trim_end_matches(".toml").to_string();
            let place = (file.name().to_string(), file.line_at(position.span().start));
            battles.push(Battle { id, title, about: text, source, scenario, position: position.into_inner(), place });
        }
        Ok(battles)
    }

    /// An error of its position.
    pub fn error(&self, message: String) -> DataError {
        DataError { file: self.place.0.clone(), line: self.place.1, message }
    }
}
