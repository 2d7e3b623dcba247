//! What somebody's copy of a game has otherwise: files that replace shipped ones, changes of single values, defaults of
//! options, battles of one's own, and whose it is.

use super::changes::{self, Changes};
use super::{DataError, DataFile, battle, defaults};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

/// The name of the file that says what it is.
pub const PROJECT: &str = "project.toml";

/// What somebody's copy of a game has otherwise.
#[derive(Clone, Debug)]
pub struct Overlay {
    /// How it is called in errors: a folder or an archive.
    name: String,
    files: BTreeMap<String, String>,
    changes: Option<Changes>,
    project: Project,
}

/// What a copy of a game says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Project {
    /// What it is called.
    pub title: String,
    /// Who made it.
    pub by: String,
    /// What it is, in a sentence or a few.
    pub about: String,
}

impl Overlay {
    /// Some files, by their names in the game.
    pub fn new(name: impl Into<String>, files: BTreeMap<String, String>) -> Result<Overlay, DataError> {
        let mut overlay = Overlay { name: name.into(), files, changes: None, project: Project::default() };
        overlay.changes = overlay.file(changes::FILE).map(Changes::read).transpose()?;
        overlay.project = overlay.file(PROJECT).map(|file| file.parse()).transpose()?.unwrap_or_default();
        Ok(overlay)
    }

    /// The files of a folder.
    pub fn folder(folder: &Path) -> Result<Overlay, DataError> {
        let name = folder.display().to_string();
        let fault = |error: std::io::Error| DataError { file: name.clone(), line: 1, message: error.to_string() };
        let mut files = BTreeMap::new();
        for below in names_below(folder, Path::new("")).map_err(fault)? {
            let path = folder.join(&below);
            let text = std::fs::read_to_string(&path).map_err(|error| DataError {
                file: path.display().to_string(),
                line: 1,
                message: error.to_string(),
            })?;
            files.insert(below, text);
        }
        Overlay::new(name, files)
    }

    /// What it says of itself.
    pub fn project(&self) -> &Project {
        &self.project
    }

    /// The changes of single values, where there are any.
    pub fn changes(&self) -> Option<&Changes> {
        self.changes.as_ref()
    }

    /// All its files, by name.
    pub fn files(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.iter().map(|(name, text)| (name.as_str(), text.as_str()))
    }

    /// The names of the files that replace shipped ones.
    pub(super) fn replaced(&self) -> impl Iterator<Item = &str> {
        let own = |name: &&str| [changes::FILE, defaults::FILE, PROJECT].contains(name) || battle::is_battle(name);
        self.files.keys().map(String::as_str).filter(move |name| !own(name))
    }

    /// The names of the battles.
    pub(super) fn battles(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str).filter(|name| battle::is_battle(name))
    }

    /// One of its files.
    pub(super) fn file(&self, name: &str) -> Option<DataFile> {
        let text = self.files.get(name)?;
        Some(DataFile::new(name, text).told_as(self.told(name)))
    }

    /// An error of a file as a whole.
    pub(super) fn error(&self, name: &str, message: String) -> DataError {
        DataError { file: self.told(name), line: 1, message }
    }

    fn told(&self, name: &str) -> String {
        if self.name.is_empty() { name.to_string() } else { Path::new(&self.name).join(name).display().to_string() }
    }
}

/// The files below a folder, as names with `/` between folders.
fn names_below(folder: &Path, below: &Path) -> std::io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder.join(below))? {
        let entry = entry?;
        // What systems and editors leave behind.
        if entry.file_name().to_string_lossy().starts_with('.') {
            continue;
        }
        let name = below.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            names.extend(names_below(folder, &name)?);
        } else {
            names.push(name.to_string_lossy().replace('\\', "/"));
        }
    }
    names.sort();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Files;

    const FILES: Files = Files::built_in(&[("a.toml", "size = 3\n"), ("b/c.toml", "size = 4\n")]);

    #[test]
    fn an_overlay_replaces_files_and_knows_their_names() {
        let folder = std::env::temp_dir().join(format!("grognard-overlay-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("b")).unwrap();
        std::fs::write(folder.join("b/c.toml"), "size = 9\n").unwrap();
        let with = || FILES.with_overlay(&Overlay::folder(&folder).unwrap());
        let files = with().unwrap();
        assert_eq!(files.read("b/c.toml").unwrap().text(), "size = 9\n");
        assert_eq!(files.read("a.toml").unwrap().text(), "size = 3\n");
        assert_ne!(files.digest(), FILES.digest());
        std::fs::write(folder.join(".DS_Store"), "").unwrap();
        assert!(with().is_ok());
        std::fs::write(folder.join("typo.toml"), "").unwrap();
        let error = with().unwrap_err().to_string();
        assert!(error.contains("typo.toml:1: no data file of this name is known (expected one of a.toml, b/c.toml)"));
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_folder_that_is_not_there_is_named() {
        let error = Overlay::folder(Path::new("no/such/folder")).unwrap_err();
        assert_eq!((error.file.as_str(), error.line), ("no/such/folder", 1));
    }
}
