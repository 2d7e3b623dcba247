//! Which Rust is new enough: said in `Cargo.toml`, and asked by everything that builds before it begins.

use crate::common::{read, repository};
use std::process::{Command, Output};

/// What `.ci/least-rust` says of a version, or which is the least where none is named.
fn least_rust(version: Option<&str>) -> Output {
    let script = repository().join(".ci/least-rust");
    Command::new(script).args(version).output().expect("the script runs")
}

#[test]
fn an_older_rust_is_not_new_enough() {
    let said = String::from_utf8(least_rust(None).stdout).expect("a version");
    let least = said.trim();
    assert!(read("Cargo.toml").contains(&format!("\nrust-version = \"{least}\"\n")), "{least}");
    let is_enough = |version: &str| least_rust(Some(version)).status.success();
    for new in [least, &format!("{least}.1"), &format!("{least}.0-nightly"), "1.100.0", "2.0.0"] {
        assert!(is_enough(new), "{new}");
    }
    for old in ["1.63.0", "1.9", "0"] {
        assert!(!is_enough(old), "{old}");
    }
}

#[test]
fn whatever_builds_asks_first() {
    for script in ["play", "test", ".ci/run"] {
        assert!(read(script).contains(".ci/least-rust"), "{script}");
    }
}
