//! Data folders for tests: the game with some of its data changed.

use engine::data::DataError;
use first_blood::{FILES, FirstBlood};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

static MADE: AtomicUsize = AtomicUsize::new(0);

/// A folder of changed data files; it goes away with this.
pub struct Overlay {
    folder: PathBuf,
}

/// An empty folder.
pub fn overlay() -> Overlay {
    let name = format!("first-blood-{}-{}", std::process::id(), MADE.fetch_add(1, Ordering::Relaxed));
    let folder = std::env::temp_dir().join(name);
    std::fs::create_dir_all(folder.join("scenarios")).unwrap();
    Overlay { folder }
}

/// The game on made-up ground: some hexes get other letters.
pub fn made_up(ground: &[(&str, char)]) -> Arc<FirstBlood> {
    ground.iter().fold(overlay(), |overlay, (hex, letter)| overlay.ground(hex, *letter)).game()
}

impl Overlay {
    fn text(&self, file: &str) -> String {
        let changed = std::fs::read_to_string(self.folder.join(file));
        changed.unwrap_or_else(|_| FILES.read(file).unwrap().text().to_string())
    }

    /// Changes a text that stands once in a file.
    pub fn change(self, file: &str, from: &str, to: &str) -> Overlay {
        let text = self.text(file);
        assert_eq!(text.matches(from).count(), 1, "{from} in {file}");
        std::fs::write(self.folder.join(file), text.replace(from, to)).unwrap();
        self
    }

    /// Changes the letter of a hex on the map.
    pub fn ground(self, hex: &str, letter: char) -> Overlay {
        let text = self.text("map.toml");
        let (column, row): (usize, usize) = (hex[..2].parse().unwrap(), hex[2..].parse().unwrap());
        let line = text.lines().find(|line| line.ends_with(&format!("# {row:02}"))).unwrap();
        let mut letters: Vec<char> = line.chars().collect();
        // Two blanks and a quotation mark, then the columns from 42 down.
        letters[3 + 42 - column] = letter;
        let changed: String = letters.into_iter().collect();
        self.change("map.toml", line, &changed)
    }

    /// The game with these data.
    pub fn load(&self) -> Result<FirstBlood, DataError> {
        FirstBlood::load(Some(&self.folder))
    }

    /// The game with these data, for a table.
    pub fn game(&self) -> Arc<FirstBlood> {
        Arc::new(self.load().unwrap())
    }

    /// What is wrong with these data: file, line and sentence.
    pub fn fault(&self) -> (String, usize, String) {
        let error = self.load().unwrap_err();
        let file = error.file.strip_prefix(&format!("{}/", self.folder.display())).unwrap_or(&error.file);
        (file.to_string(), error.line, error.message)
    }
}

impl Drop for Overlay {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
