//! Data files: the ones built into the program, and what somebody has otherwise.

use super::{Glossary, Overlay, Provenances, reading};
use serde::de::DeserializeOwned;
use serde_spanned::Spanned;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;
use std::sync::Arc;

/// The data files of one game.
#[derive(Clone, Debug)]
pub struct Files {
    built_in: &'static [(&'static str, &'static str)],
    overlay: Option<Arc<Overlaid>>,
}

/// What stands in place of files that are built in.
#[derive(Debug)]
struct Overlaid {
    overlay: Overlay,
    /// Those that are replaced or changed.
    files: BTreeMap<&'static str, DataFile>,
}

/// One data file's text.
#[derive(Clone, Debug)]
pub struct DataFile {
    name: String,
    /// Its name in its game.
    bare: String,
    text: String,
    /// The file by which it was changed, and where.
    changed: Option<(String, Vec<Patch>)>,
}

/// A place of a text that was changed.
#[derive(Clone, Debug)]
pub(super) struct Patch {
    /// What stands there now.
    pub at: Range<usize>,
    /// By how many lines it is longer than what stood there.
    pub more_lines: isize,
    /// The line of the changes that says so.
    pub line: usize,
}

/// Something wrong in a data file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {message}")]
pub struct DataError {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// What was found and what was expected.
    pub message: String,
}

impl Files {
    /// The files built into the program, by name.
    pub const fn built_in(files: &'static [(&'static str, &'static str)]) -> Files {
        Files { built_in: files, overlay: None }
    }

    /// The files as somebody wants them: with an overlay or without. What is read from them is noted with its
    /// origin in the list that comes with them.
    pub fn open(&self, overlay: Option<&Overlay>) -> Result<(Files, Provenances), DataError> {
        let files = overlay.map_or_else(|| Ok(self.clone()), |overlay| self.with_overlay(overlay))?;
        let mut provenance = Provenances::new(files.digest()?);
        if let Some(changes) = overlay.and_then(Overlay::changes) {
            changes.note(&mut provenance);
        }
        Ok((files, provenance))
    }

    /// The same files, some of them replaced or changed.
    pub fn with_overlay(&self, overlay: &Overlay) -> Result<Files, DataError> {
        let known = || self.names().collect::<Vec<_>>().join(", ");
        for name in overlay.replaced() {
            if !self.names().any(|known| known == name) {
                let message = format!("no data file of this name is known (expected one of {})", known());
                return Err(overlay.error(name, message));
            }
        }
        let changed: Vec<&str> = overlay.changes().into_iter().flat_map(|changes| changes.files()).collect();
        if let Some(name) = changed.iter().find(|name| !self.names().any(|known| known == **name)) {
            let message = format!("no data file \"{name}\" is known (expected one of {})", known());
            return Err(overlay.error(super::changes::FILE, message));
        }
        let plain = Files { overlay: None, ..self.clone() };
        let mut files = BTreeMap::new();
        for name in self.names() {
            let replaced = overlay.file(name);
            if replaced.is_none() && !changed.contains(&name) {
                continue;
            }
            let file = replaced.map_or_else(|| plain.read(name), Ok)?;
            files.insert(name, overlay.changes().map_or(Ok(file.clone()), |changes| changes.apply(file))?);
        }
        Ok(Files { overlay: Some(Arc::new(Overlaid { overlay: overlay.clone(), files })), ..self.clone() })
    }

    /// What somebody has otherwise.
    pub fn overlay(&self) -> Option<&Overlay> {
        self.overlay.as_deref().map(|overlaid| &overlaid.overlay)
    }

    /// The names of all files.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.built_in.iter().map(|(name, _)| *name)
    }

    /// A file's text, as the overlay has it.
    pub fn read(&self, name: &str) -> Result<DataFile, DataError> {
        if let Some(file) = self.overlay.as_ref().and_then(|overlaid| overlaid.files.get(name)) {
            return Ok(file.clone());
        }
        let built_in = self.built_in.iter().find(|(known, _)| *known == name);
        let (_, text) = built_in.ok_or_else(|| DataError {
            file: name.to_string(),
            line: 1,
            message: "the program has no data file of this name".into(),
        })?;
        Ok(DataFile::new(name, *text))
    }

    /// A short digest of all files as they are read, so that a record can say which data it was played with. Lessons, problems
    /// and what stands on a game's door teach it, facts hold its boards to what is said of them, names and bands dress it, tempers, judges and choosers are what a computer thinks of
    /// it: they change nothing in it.
    pub fn digest(&self) -> Result<String, DataError> {
        let mut hash = Sha256::new();
        // Cards only tell the workshop what the sheets are called.
        let papers = ["cards.toml", super::door::FILE, super::facts::FILE, super::names::FILE, super::tempers::FILE];
        let teaches = |name: &str| super::lesson::is_lesson(name) || super::problem::is_college(name);
        let thinks = |name: &str| crate::judge::is_judge(name) || crate::chooser::is_chooser(name);
        let beside = |name: &str| teaches(name) || thinks(name) || papers.contains(&name);
        for name in self.names().filter(|name| !beside(name)) {
            hash.update(name);
            hash.update(self.read(name)?.text.replace("\r\n", "\n"));
        }
        Ok(hash.finalize().iter().take(6).fold(String::new(), |mut hex, byte| {
            let _ = write!(hex, "{byte:02x}");
            hex
        }))
    }
}

impl DataFile {
    /// A file made from text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> DataFile {
        let name = name.into();
        DataFile { bare: name.clone(), name, text: text.into(), changed: None }
    }

    /// The same, told by a longer name in errors.
    pub(super) fn told_as(self, name: String) -> DataFile {
        DataFile { name, ..self }
    }

    /// The same with another text, changed at some places by a file of this name.
    pub(super) fn patched(self, text: String, by: String, patches: Vec<Patch>) -> DataFile {
        DataFile { text, changed: Some((by, patches)), ..self }
    }

    /// The name by which errors tell it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its name in its game.
    pub fn bare_name(&self) -> &str {
        &self.bare
    }

    /// The file's text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The first line, from 1, on which something stands; the first of all if it stands nowhere.
    pub fn line_of(&self, text: &str) -> usize {
        self.text.lines().position(|line| line.contains(text)).unwrap_or(0) + 1
    }

    /// Reads the file as TOML.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, DataError> {
        self.parse_with(&Glossary::default())
    }

    /// Reads of the file as TOML what a type asks for, whatever else stands there.
    pub fn parse_part<T: DeserializeOwned>(&self) -> Result<T, DataError> {
        self.parse_with(&Glossary::of_part())
    }

    /// Reads the file as TOML, with names that the glossary knows.
    pub fn parse_with<T: DeserializeOwned>(&self, glossary: &Glossary) -> Result<T, DataError> {
        reading::read(&self.text, glossary).map_err(|error| {
            let at = error.at.unwrap_or(0);
            self.error_at(at..at, error.message.replace('\n', ", "))
        })
    }

    /// The line, from 1, of a place of the text.
    pub fn line_at(&self, place: usize) -> usize {
        self.text.get(..place).unwrap_or_default().matches('\n').count() + 1
    }

    /// An error at a place of the text. Where that was changed it is the change's error.
    pub fn error_at(&self, span: Range<usize>, message: impl Into<String>) -> DataError {
        let line = self.line_at(span.start);
        let Some((by, patches)) = &self.changed else { return self.error_on_line(line, message) };
        let meets = |patch: &&Patch| {
            patch.at.start <= span.end.max(span.start) && span.start < patch.at.end.max(patch.at.start + 1)
        };
        if let Some(patch) = patches.iter().find(meets) {
            return DataError { file: by.clone(), line: patch.line, message: message.into() };
        }
        let more: isize =
            patches.iter().filter(|patch| patch.at.start < span.start).map(|patch| patch.more_lines).sum();
        self.error_on_line(line.saturating_add_signed(-more), message)
    }

    /// An error at a value that was read from the text.
    pub fn error_with<T>(&self, value: &Spanned<T>, message: impl Into<String>) -> DataError {
        self.error_at(value.span(), message)
    }

    /// An error on a line, from 1.
    pub fn error_on_line(&self, line: usize, message: impl Into<String>) -> DataError {
        DataError { file: self.name.clone(), line, message: message.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Deserialize, Debug)]
    struct Size {
        #[expect(dead_code)]
        size: u8,
    }

    #[test]
    fn an_error_names_file_line_and_what_was_expected() {
        let file = DataFile::new("a.toml", "# a comment\nsize = \"big\"\n");
        let error = file.parse::<Size>().unwrap_err().to_string();
        assert_eq!(error, "a.toml:2: invalid type: string \"big\", expected u8");
        let file = DataFile::new("a.toml", "size = 1\nsise = 2\n");
        let error = file.parse::<Size>().unwrap_err().to_string();
        assert_eq!(error, "a.toml:2: unknown field `sise`, expected `size`");
    }
}
