//! Data folders for tests: a game with some of its data changed.

use crate::data::Files;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

static MADE: AtomicUsize = AtomicUsize::new(0);

/// A folder of changed data files; it goes away with this.
#[derive(Debug)]
pub struct Overlay {
    files: Files,
    folder: PathBuf,
}

impl Overlay {
    /// An empty folder for the data files of a game.
    ///
    /// # Panics
    /// If it cannot be made.
    pub fn of(files: Files) -> Overlay {
        let name = format!("grognard-data-{}-{}", std::process::id(), MADE.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).expect("the folder can be made");
        Overlay { files, folder }
    }

    /// The folder, to load the game with.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The text of a file as it is now.
    ///
    /// # Panics
    /// If the game has no such file.
    pub fn text(&self, file: &str) -> String {
        let changed = std::fs::read_to_string(self.folder.join(file));
        changed.unwrap_or_else(|_| self.files.read(file).expect("a file of the game").text().to_string())
    }

    /// Changes a text that stands once in a file.
    ///
    /// # Panics
    /// If it does not stand there once.
    pub fn change(self, file: &str, from: &str, to: &str) -> Overlay {
        let text = self.text(file);
        assert_eq!(text.matches(from).count(), 1, "{from} in {file}");
        self.write(file, &text.replace(from, to))
    }

    /// Replaces a file.
    ///
    /// # Panics
    /// If it cannot be written.
    pub fn write(self, file: &str, text: &str) -> Overlay {
        let path = self.folder.join(file);
        let folder = path.parent().expect("a file lies in a folder");
        std::fs::create_dir_all(folder).expect("the folder can be made");
        std::fs::write(path, text).expect("the file can be written");
        self
    }

    /// What is wrong with these data: file, line and sentence.
    ///
    /// # Panics
    /// If nothing is.
    pub fn fault<G>(
        &self,
        load: impl FnOnce(Option<&Path>) -> Result<G, crate::data::DataError>,
    ) -> (String, usize, String) {
        let Err(error) = load(Some(&self.folder)) else { panic!("the data were accepted") };
        let file = error.file.strip_prefix(&format!("{}/", self.folder.display())).unwrap_or(&error.file);
        (file.to_string(), error.line, error.message)
    }
}

impl Drop for Overlay {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
