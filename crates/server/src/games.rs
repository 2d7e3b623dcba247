//! The games that are served, loaded once.

use catalogue::{Game, LoadError};
use std::path::Path;
use std::sync::Arc;

/// The games that are served, in the catalogue's order.
#[derive(Clone)]
pub struct Games(Arc<Vec<Arc<dyn Game>>>);

impl Games {
    /// Loads all games; a folder of changed data files replaces the data of those games that it has a folder for.
    pub fn load(folder: Option<&Path>) -> Result<Games, LoadError> {
        let load = |entry: &catalogue::Entry| {
            let overlay = folder.filter(|folder| folder.join(entry.id).is_dir());
            entry.load(overlay)
        };
        let games: Result<Vec<_>, _> = catalogue::GAMES.iter().chain([&catalogue::HEX_FIGHT]).map(load).collect();
        Ok(Games(Arc::new(games?)))
    }

    /// The game with this id.
    pub fn get(&self, id: &str) -> Option<&Arc<dyn Game>> {
        self.0.iter().find(|game| game.about().id == id)
    }

    /// All listed games; the guide's example is served, but not listed.
    pub fn listed(&self) -> impl Iterator<Item = &Arc<dyn Game>> {
        self.0.iter().filter(|game| game.about().id != catalogue::HEX_FIGHT.id)
    }
}
