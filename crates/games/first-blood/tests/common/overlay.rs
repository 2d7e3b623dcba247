//! Data folders for tests: the game with some of its data changed.

use engine::data::DataError;
use engine::laws;
use first_blood::{FILES, FirstBlood};
use std::sync::Arc;

/// A folder of changed data files; it goes away with this.
pub struct Overlay(laws::Overlay);

/// An empty folder.
pub fn overlay() -> Overlay {
    Overlay(laws::Overlay::of(FILES))
}

/// The game on made-up ground: some hexes get other letters.
pub fn made_up(ground: &[(&str, char)]) -> Arc<FirstBlood> {
    ground.iter().fold(overlay(), |overlay, (hex, letter)| overlay.ground(hex, *letter)).game()
}

impl Overlay {
    /// Changes a text that stands once in a file.
    pub fn change(self, file: &str, from: &str, to: &str) -> Overlay {
        Overlay(self.0.change(file, from, to))
    }

    /// Changes the letter of a hex on the map.
    pub fn ground(self, hex: &str, letter: char) -> Overlay {
        let text = self.0.text("map.toml");
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
        FirstBlood::load(Some(self.0.folder()))
    }

    /// The game with these data, for a table.
    pub fn game(&self) -> Arc<FirstBlood> {
        Arc::new(self.load().unwrap())
    }

    /// What is wrong with these data: file, line and sentence.
    pub fn fault(&self) -> (String, usize, String) {
        self.0.fault(FirstBlood::load)
    }
}
