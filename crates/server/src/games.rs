//! The games that are served, loaded once; and those with changed data, loaded when somebody asks for them.

use catalogue::{Archive, Entry, Game, LoadError};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use wire::ChangedGame;

/// Between a game's id and the digest of the archive with which it is played.
const MARK: char = '~';
/// How many digits of the digest name an archive.
const DIGITS: usize = 16;
/// How many changed games are kept in memory.
const KEPT: usize = 24;

/// The games that are served, in the catalogue's order.
#[derive(Clone)]
pub struct Games {
    shipped: Arc<Vec<Arc<dyn Game>>>,
    shelf: Option<Arc<Shelf>>,
}

/// Archives that somebody has put here, by digest; and those games that were asked for lately.
struct Shelf {
    folder: PathBuf,
    loaded: Mutex<Vec<(String, Changed)>>,
}

/// A game with changed data.
#[derive(Clone)]
struct Changed {
    game: Arc<dyn Game>,
    about: ChangedGame,
}

impl Games {
    /// Loads all games; a folder or archive of changed data files replaces the data of those games that it has something for,
    /// and must have it for some game. Archives that players bring are kept in a folder of their own, if there is one.
    pub fn load(folder: Option<&Path>, shelf: Option<PathBuf>) -> Result<Games, LoadError> {
        let all = || catalogue::GAMES.iter().chain([&catalogue::HEX_FIGHT]);
        if let Some(folder) = folder
            && let Some(first) = all().next()
            && !all().map(|entry| entry.is_changed_by(folder)).collect::<Result<Vec<_>, _>>()?.contains(&true)
        {
            return Err(LoadError::NoOverlay { folder: folder.display().to_string(), game: first.id });
        }
        let load = |entry: &Entry| match folder {
            Some(folder) if entry.is_changed_by(folder)? => entry.load(Some(folder)),
            _ => entry.load(None),
        };
        let shipped: Result<Vec<_>, _> = all().map(load).collect();
        let shelf = shelf.map(|folder| Arc::new(Shelf { folder, loaded: Mutex::default() }));
        Ok(Games { shipped: Arc::new(shipped?), shelf })
    }

    /// The game with this id; `GAME~DIGEST` is one that is played with an archive.
    pub fn get(&self, id: &str) -> Option<Arc<dyn Game>> {
        if id.contains(MARK) {
            return Some(self.shelf.as_ref()?.find(id)?.game);
        }
        self.shipped.iter().find(|game| game.about().id == id).cloned()
    }

    /// What is changed of a game that is played with an archive.
    pub fn changed(&self, id: &str) -> Option<ChangedGame> {
        Some(self.shelf.as_ref().filter(|_| id.contains(MARK))?.find(id)?.about)
    }

    /// All listed games; the guide's example is served, but not listed.
    pub fn listed(&self) -> impl Iterator<Item = &Arc<dyn Game>> {
        self.shipped.iter().filter(|game| game.about().id != catalogue::HEX_FIGHT.id)
    }

    /// Keeps an archive, which is right in all its parts; the game is known by the id that comes back from then on.
    pub fn keep(&self, packed: &[u8]) -> Result<String, String> {
        let shelf = self.shelf.as_ref().ok_or("this server keeps no archives")?;
        let archive = Archive::open("", packed).map_err(|error| error.to_string())?;
        let entry = catalogue::find(&archive.game).map_err(|error| error.to_string())?;
        entry.load_as(Some(&archive.overlay)).map_err(|error| error.to_string())?;
        let id = format!("{}{MARK}{}", archive.game, &archive.digest[..DIGITS]);
        shelf.put(&id, packed).map_err(|error| format!("the archive cannot be kept: {error}"))?;
        Ok(id)
    }
}

impl Shelf {
    fn put(&self, id: &str, packed: &[u8]) -> std::io::Result<()> {
        let path = self.path(id);
        if path.is_file() {
            return Ok(());
        }
        std::fs::create_dir_all(&self.folder)?;
        // Whole or not at all, even if the machine is switched off meanwhile.
        let unfinished = path.with_extension("part");
        std::fs::write(&unfinished, packed)?;
        std::fs::rename(unfinished, path)
    }

    fn path(&self, id: &str) -> PathBuf {
        self.folder.join(format!("{id}.{}", catalogue::archive::ENDING))
    }

    fn find(&self, id: &str) -> Option<Changed> {
        let (game, digest) = id.split_once(MARK)?;
        let is_plain = digest.len() == DIGITS && digest.bytes().all(|digit| digit.is_ascii_hexdigit());
        let entry = catalogue::find(game).ok().filter(|_| is_plain)?;
        let known = |loaded: &Vec<(String, Changed)>| {
            loaded.iter().find(|(known, _)| known == id).map(|(_, changed)| changed.clone())
        };
        if let Some(changed) = known(&self.loaded.lock().unwrap_or_else(PoisonError::into_inner)) {
            return Some(changed);
        }
        let changed = match self.read(entry, id) {
            Ok(changed) => changed,
            Err(error) => {
                tracing::warn!(id, %error, "an archive is not there or cannot be opened");
                return None;
            }
        };
        let mut loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        if loaded.len() >= KEPT {
            loaded.remove(0);
        }
        loaded.push((id.to_string(), changed.clone()));
        Some(changed)
    }

    fn read(&self, entry: &'static Entry, id: &str) -> Result<Changed, LoadError> {
        let archive = catalogue::open_archive(&self.path(id))?;
        let game = entry.load_as(Some(&archive.overlay))?;
        let project = archive.overlay.project().clone();
        let changes = archive.overlay.changes().map_or(0, |changes| changes.len());
        let title = if project.title.is_empty() { game.about().title.clone() } else { project.title };
        let (by, about, digest) = (project.by, project.about, archive.digest);
        Ok(Changed { game, about: ChangedGame { title, by, about, digest, changes, battle: None } })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_without_a_game_is_a_mistake() {
        let error = Games::load(Some(Path::new("no/such/folder")), None).err().map(|error| error.to_string());
        let expected = "no/such/folder: there is no folder \"first-blood\" with data files of that game in it";
        assert_eq!(error.as_deref(), Some(expected));
        assert!(Games::load(None, None).is_ok());
    }

    #[test]
    fn names_that_lead_elsewhere_are_no_games() {
        let games = Games::load(None, Some(std::env::temp_dir())).unwrap();
        for id in ["first-blood~", "first-blood~../../../etc", "~0123456789abcdef", "first-blood~0123456789abcdef"] {
            assert!(games.get(id).is_none() && games.changed(id).is_none(), "{id}");
        }
    }
}
