//! What comes into the repository: sources, small enough to be fetched in a moment.

use crate::common::repository;
use std::path::{Path, PathBuf};
use std::process::Command;

/// How large a file may be, in bytes.
const LARGEST: u64 = 1_000_000;
/// What is built or packed from something else.
const PACKED: &str = "7z a bz2 class crate db deb exe gz jar pyc rlib so sqlite tar tgz whl xz zip";

/// Whether it is a picture for the documents or a printed board, which may be large.
fn is_picture_or_board(name: &str) -> bool {
    name.starts_with("docs/pictures/") || name.starts_with("crates/games/") && name.contains("/data/")
}

/// What is in the repository, or would come into it with the next commit.
fn files() -> Vec<PathBuf> {
    let listed = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(repository())
        .output()
        .expect("Git lists the files of the repository");
    assert!(listed.status.success(), "Git: {}", String::from_utf8_lossy(&listed.stderr));
    let listed = String::from_utf8(listed.stdout).expect("names in UTF-8");
    let files: Vec<PathBuf> = listed.split('\0').filter(|name| !name.is_empty()).map(PathBuf::from).collect();
    assert!(files.iter().any(|file| file == Path::new("Cargo.toml")), "these are not our files: {files:?}");
    files
}

#[test]
fn no_file_is_large() {
    for file in files() {
        // One that is listed may just have been removed.
        let Ok(about) = std::fs::metadata(repository().join(&file)) else { continue };
        let name = file.display().to_string();
        assert!(is_picture_or_board(&name) || about.len() <= LARGEST, "{name} has {} bytes", about.len());
    }
}

#[test]
fn nothing_is_packed_or_built() {
    for file in files() {
        let ending = file.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        assert!(!PACKED.split(' ').any(|packed| packed == ending), "{} is no source", file.display());
    }
}
