//! Folders that are gone after the test.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A new, empty folder, removed with this value.
pub struct Folder(PathBuf);

impl Folder {
    /// Makes one.
    pub fn new() -> Folder {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("grognard-test-{}-{number}", std::process::id()));
        // A killed test program with the same process id may have left one.
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir(&path).expect("a folder for the test");
        Folder(path)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
