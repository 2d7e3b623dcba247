//! Every crate has one test program, and no file of tests is forgotten in it.

use crate::common::repository;
use std::fs;
use std::path::{Path, PathBuf};

/// The folders of our crates.
fn crates() -> Vec<PathBuf> {
    let folders = ["crates", "crates/games", "examples"].map(|folder| repository().join(folder));
    let inside = folders.into_iter().flat_map(|folder| fs::read_dir(folder).expect("a folder"));
    inside.map(|entry| entry.expect("an entry").path()).filter(|path| path.join("Cargo.toml").is_file()).collect()
}

/// The modules that a file of Rust names.
fn modules(text: &str) -> Vec<&str> {
    let module = |line: &'_ str| -> Option<&str> {
        let (before, name) = line.trim().strip_suffix(';')?.rsplit_once("mod ")?;
        (before.is_empty() || before.starts_with("pub")).then_some(name)
    };
    // The lifetime of what is found is that of the text.
    text.lines().filter_map(module).collect()
}

/// The files and folders beside a file that it does not name as modules, and those below them.
fn forgotten(file: &Path) -> Vec<PathBuf> {
    let text = fs::read_to_string(file).expect("a file of tests");
    let named = modules(&text);
    let mut found = Vec::new();
    for entry in fs::read_dir(file.parent().expect("a folder")).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let inner = path.join("mod.rs");
        let is_module = path != file && (path.extension().is_some_and(|ending| ending == "rs") || inner.is_file());
        if is_module && !named.contains(&name.as_str()) {
            found.push(path);
        } else if inner.is_file() {
            found.extend(forgotten(&inner));
        }
    }
    found
}

#[test]
fn every_file_of_tests_is_run() {
    let tested: Vec<PathBuf> = crates().into_iter().filter(|path| path.join("tests").is_dir()).collect();
    // Those written in Python have tests too, but no Cargo.toml.
    assert!(tested.len() >= 15, "{tested:?}");
    for path in tested {
        let manifest = fs::read_to_string(path.join("Cargo.toml")).expect("a manifest");
        let one = manifest.contains("autotests = false") && manifest.contains("path = \"tests/main.rs\"");
        assert!(one, "{} has no test program of its own", path.display());
        let forgotten = forgotten(&path.join("tests/main.rs"));
        assert!(forgotten.is_empty(), "tests/main.rs has no line for {forgotten:?}");
    }
}

#[test]
fn a_module_is_known_by_its_line() {
    let text = "//! mod not;\nmod one;\n    pub mod two;\npub(crate) mod three;\nmod inline {\n}\n// mod four;\n";
    assert_eq!(modules(text), ["one", "two", "three"]);
}
