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

/// The module that a line of Rust names.
fn module(line: &str) -> Option<&str> {
    let (before, name) = line.trim().strip_suffix(';')?.rsplit_once("mod ")?;
    (before.is_empty() || before.starts_with("pub")).then_some(name)
}

/// The modules that a file of Rust names.
fn modules(text: &str) -> Vec<&str> {
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

/// Whether there are examples in the documentation of a source that rustdoc would run.
fn has_examples(source: &str) -> bool {
    let fences = source
        .lines()
        .map(str::trim)
        .filter_map(|line| line.strip_prefix("/// ```").or_else(|| line.strip_prefix("//! ```")));
    // Every second one closes what the one before has opened.
    fences.step_by(2).any(|language| language.is_empty() || language.starts_with("rust"))
}

#[test]
fn examples_are_known_by_their_language() {
    assert!(has_examples("/// ```\n/// let a = 1;\n/// ```\n") && has_examples("    //! ```rust\n    //! ```\n"));
    assert!(!has_examples("//! ```text\n//! a plan\n//! ```\n/// ```sh\n/// ```\n"));
}

/// All Rust sources in a folder and below it, one after the other.
fn sources(folder: &Path) -> String {
    let mut text = String::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            text += &sources(&path);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            text += &fs::read_to_string(&path).expect("a source");
        }
    }
    text
}

#[test]
fn crates_without_tests_inside_are_not_built_once_more_for_them_and_no_others() {
    for path in crates() {
        let manifest = fs::read_to_string(path.join("Cargo.toml")).expect("a manifest");
        let source = sources(&path.join("src"));
        if manifest.contains("\ntest = false\n") {
            assert!(!source.contains("#[test]"), "{}: the tests inside are not run (test = false)", path.display());
        }
        if manifest.contains("\ndoctest = false\n") {
            assert!(!has_examples(&source), "{}: the examples are not run (doctest = false)", path.display());
        }
    }
}

#[test]
fn a_module_is_known_by_its_line() {
    let text = "//! mod not;\nmod one;\n    pub mod two;\npub(crate) mod three;\nmod inline {\n}\n// mod four;\n";
    assert_eq!(modules(text), ["one", "two", "three"]);
}
