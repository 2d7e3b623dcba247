//! Data files: the ones built into the program, and a folder that may replace some of them.

use super::{Provenances, reading};
use serde::de::DeserializeOwned;
use serde_spanned::Spanned;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The data files of one game.
#[derive(Clone, Debug)]
pub struct Files {
    built_in: &'static [(&'static str, &'static str)],
    overlay: Option<PathBuf>,
}

/// One data file's text.
#[derive(Clone, Debug)]
pub struct DataFile {
    name: String,
    text: String,
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

    /// The files as somebody wants them: with an overlay folder or without. What is read from them is noted with its
    /// origin in the list that comes with them.
    pub fn open(&self, overlay: Option<&Path>) -> Result<(Files, Provenances), DataError> {
        let files = overlay.map_or_else(|| Ok(self.clone()), |folder| self.with_overlay(folder))?;
        let provenance = Provenances::new(files.digest()?);
        Ok((files, provenance))
    }

    /// The same files, some of them replaced by those of the same name in a folder.
    pub fn with_overlay(&self, folder: &Path) -> Result<Files, DataError> {
        let fault = |file: &Path, message: String| DataError { file: file.display().to_string(), line: 1, message };
        for name in names_below(folder, Path::new("")).map_err(|error| fault(folder, error.to_string()))? {
            if !self.built_in.iter().any(|(known, _)| *known == name) {
                let known: Vec<_> = self.built_in.iter().map(|(known, _)| *known).collect();
                let message = format!("no data file of this name is known (expected one of {})", known.join(", "));
                return Err(fault(&folder.join(&name), message));
            }
        }
        Ok(Files { overlay: Some(folder.to_path_buf()), ..self.clone() })
    }

    /// The names of all files.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.built_in.iter().map(|(name, _)| *name)
    }

    /// A file's text, from the overlay if it has one.
    pub fn read(&self, name: &str) -> Result<DataFile, DataError> {
        if let Some(path) =
            self.overlay.as_ref().map(|folder| folder.join(name)).filter(|path| path.symlink_metadata().is_ok())
        {
            let text = std::fs::read_to_string(&path).map_err(|error| DataError {
                file: path.display().to_string(),
                line: 1,
                message: error.to_string(),
            })?;
            return Ok(DataFile { name: path.display().to_string(), text });
        }
        let built_in = self.built_in.iter().find(|(known, _)| *known == name);
        let (_, text) = built_in.ok_or_else(|| DataError {
            file: name.to_string(),
            line: 1,
            message: "the program has no data file of this name".into(),
        })?;
        Ok(DataFile { name: name.to_string(), text: (*text).to_string() })
    }

    /// A short digest of all files as they are read, so that a record can say which data it was played with. Lessons, problems
    /// and what stands on a game's door teach it, names and bands dress it, tempers and judges are what a computer thinks of
    /// it: they change nothing in it.
    pub fn digest(&self) -> Result<String, DataError> {
        let mut hash = Sha256::new();
        let papers = [super::door::FILE, super::names::FILE, super::tempers::FILE];
        let teaches = |name: &str| super::lesson::is_lesson(name) || super::problem::is_college(name);
        let beside = |name: &str| teaches(name) || crate::judge::is_judge(name) || papers.contains(&name);
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

impl DataFile {
    /// A file made from text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> DataFile {
        DataFile { name: name.into(), text: text.into() }
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
        reading::read(&self.text).map_err(|error| {
            let at = error.at.unwrap_or(0);
            self.error_at(at..at, error.message.replace('\n', ", "))
        })
    }

    /// An error at a place of the text.
    pub fn error_at(&self, span: Range<usize>, message: impl Into<String>) -> DataError {
        let before = self.text.get(..span.start).unwrap_or_default();
        self.error_on_line(before.matches('\n').count() + 1, message)
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

    const FILES: Files = Files::built_in(&[("a.toml", "size = 3\n"), ("b/c.toml", "size = 4\n")]);

    #[derive(Deserialize, Debug)]
    #[serde(deny_unknown_fields)]
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

    #[test]
    fn an_overlay_replaces_files_and_knows_their_names() {
        let folder = std::env::temp_dir().join(format!("grognard-overlay-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("b")).unwrap();
        std::fs::write(folder.join("b/c.toml"), "size = 9\n").unwrap();
        let files = FILES.with_overlay(&folder).unwrap();
        assert_eq!(files.read("b/c.toml").unwrap().text(), "size = 9\n");
        assert_eq!(files.read("a.toml").unwrap().text(), "size = 3\n");
        assert_ne!(files.digest(), FILES.digest());
        std::fs::write(folder.join(".DS_Store"), "").unwrap();
        assert!(FILES.with_overlay(&folder).is_ok());
        std::fs::write(folder.join("typo.toml"), "").unwrap();
        let error = FILES.with_overlay(&folder).unwrap_err().to_string();
        assert!(error.contains("typo.toml:1: no data file of this name is known (expected one of a.toml, b/c.toml)"));
        std::fs::remove_dir_all(folder).unwrap();
    }
}
