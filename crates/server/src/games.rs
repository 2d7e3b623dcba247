//! The games that are served, loaded once.

use catalogue::{Game, LoadError};
use std::path::Path;
use std::sync::Arc;

/// The games that are served, in the catalogue's order.
#[derive(Clone)]
pub struct Games(Arc<Vec<Arc<dyn Game>>>);

impl Games {
    /// Loads all games; a folder of changed data files replaces the data of those games that it has a folder for, and
    /// must have one for some game.
    pub fn load(folder: Option<&Path>) -> Result<Games, LoadError> {
        let all = || catalogue::GAMES.iter().chain([&catalogue::HEX_FIGHT]);
        if let Some(folder) = folder
            && let Some(first) = all().next()
            && !all().map(|entry| entry.is_changed_by(folder)).collect::<Result<Vec<_>, _>>()?.contains(&true)
        {
            return Err(LoadError::NoOverlay { folder: folder.display().to_string(), game: first.id });
        }
        let load = |entry: &catalogue::Entry| {
            match folder {
                Some(folder) if entry.is_changed_by(folder)? => entry.load(Some(folder)),
                _ => entry.load(None),
            }
        };
        let games: Result<Vec<_>, _> = all().map(load).collect();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_without_a_game_is_a_mistake() {
        let error = Games::load(Some(Path::new("no/such/folder"))).err().map(|error| error.to_string());
        let expected = "no/such/folder: there is no folder \"first-blood\" with data files of that game in it";
        assert_eq!(error.as_deref(), Some(expected));
        assert!(Games::load(None).is_ok());
    }
}
