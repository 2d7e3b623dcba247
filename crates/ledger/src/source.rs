//! The Rust files of a game's crate.

use crate::LedgerError;
use proc_macro2::TokenStream;
use std::fs;
use std::path::{Path, PathBuf};

/// One file, read and parsed.
pub(crate) struct Source {
    /// Its name from the crate: `src/combat.rs`.
    pub(crate) name: String,
    pub(crate) path: PathBuf,
    pub(crate) text: String,
    pub(crate) tokens: TokenStream,
    pub(crate) syntax: syn::File,
}

impl Source {
    /// All `.rs` files below a folder of the crate, in the order of their names; none if there is no such folder.
    pub(crate) fn all_below(crate_folder: &Path, folder: &str) -> Result<Vec<Source>, LedgerError> {
        let names = names_below(crate_folder, folder, ".rs")?;
        names.into_iter().map(|name| Source::read(crate_folder, name)).collect()
    }

    fn read(crate_folder: &Path, name: String) -> Result<Source, LedgerError> {
        let path = crate_folder.join(&name);
        let mut text = fs::read_to_string(&path).map_err(|error| LedgerError::io(&path, error))?;
        // The lexer of tokens drops the mark too, and places would differ by its length.
        if text.starts_with('\u{feff}') {
            text.remove(0);
        }
        let syntax_error = |line, message| LedgerError::Syntax { file: name.clone(), line, message };
        let tokens: TokenStream = text
            .parse()
            .map_err(|error: proc_macro2::LexError| syntax_error(error.span().start().line, error.to_string()))?;
        let syntax =
            syn::parse2(tokens.clone()).map_err(|error| syntax_error(error.span().start().line, error.to_string()))?;
        Ok(Source { name, path, text, tokens, syntax })
    }

    /// Whether the compiler means this file by a name from the workspace's root.
    pub(crate) fn is_named_by(&self, file: &Path) -> bool {
        let names_whole_path = file.components().count() >= Path::new(&self.name).components().count();
        names_whole_path && self.path.ends_with(file)
    }

    /// The line, from 1, of a place in the text.
    pub(crate) fn line_at(&self, offset: usize) -> usize {
        self.text[..offset].matches('\n').count() + 1
    }
}

/// The files below a folder of the crate whose names end so, in order; none if there is no such folder.
pub(crate) fn names_below(crate_folder: &Path, folder: &str, ending: &str) -> Result<Vec<String>, LedgerError> {
    let mut names = Vec::new();
    if crate_folder.join(folder).exists() {
        collect_names(crate_folder, folder, &mut names)?;
    }
    names.retain(|name| name.ends_with(ending));
    names.sort();
    Ok(names)
}

fn collect_names(crate_folder: &Path, folder: &str, names: &mut Vec<String>) -> Result<(), LedgerError> {
    let path = crate_folder.join(folder);
    let io = |error| LedgerError::io(&path, error);
    for entry in fs::read_dir(&path).map_err(io)? {
        let entry = entry.map_err(io)?;
        let name = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.file_type().map_err(io)?.is_dir() {
            collect_names(crate_folder, &name, names)?;
        } else {
            names.push(name);
        }
    }
    Ok(())
}
