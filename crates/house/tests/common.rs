//! The repository, and what `deny.toml` says may be depended on.

use serde::Deserialize;
use std::path::{Path, PathBuf};

/// The root of the repository.
pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What stands in a file of the repository.
pub fn read(file: impl AsRef<Path>) -> String {
    let file = repository().join(file);
    std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// What may be depended on. `cargo deny check` reads the same file.
#[derive(Deserialize)]
pub struct Deny {
    pub licenses: Licenses,
    pub bans: Bans,
    pub advisories: Advisories,
}

#[derive(Deserialize)]
pub struct Licenses {
    pub allow: Vec<String>,
}

#[derive(Deserialize)]
pub struct Bans {
    pub skip: Vec<Skip>,
}

/// A version that is excused from being the only one.
#[derive(Deserialize)]
pub struct Skip {
    #[serde(rename = "crate")]
    pub spec: String,
    pub reason: String,
}

#[derive(Deserialize)]
pub struct Advisories {
    pub ignore: Vec<Ignored>,
}

/// An advisory that does not concern us.
#[derive(Deserialize)]
pub struct Ignored {
    pub id: String,
    pub reason: String,
}

/// The repository's `deny.toml`.
pub fn deny() -> Deny {
    toml::from_str(&read("deny.toml")).expect("deny.toml is read")
}

/// A crate as the lock file has it.
#[derive(Deserialize, Clone)]
pub struct Locked {
    pub name: String,
    pub version: String,
    /// Where it comes from; our own crates come from nowhere.
    pub source: Option<String>,
}

/// All crates of the lock file, for all systems.
pub fn locked() -> Vec<Locked> {
    #[derive(Deserialize)]
    struct Lock {
        package: Vec<Locked>,
    }
    toml::from_str::<Lock>(&read("Cargo.lock")).expect("Cargo.lock is read").package
}
