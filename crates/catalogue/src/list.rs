//! Which games there are.

use crate::archive::{self, Archive, ArchiveError};
use crate::{Game, face};
use clash_of_giants::ClashOfGiants;
use engine::data::{DataError, Files, Overlay};
use engine::dice::Seed;
use first_blood::FirstBlood;
use hex_fight::HexFight;
use march_into_battle::MarchIntoBattle;
use miracle_on_the_marne::MiracleOnTheMarne;
use rock_of_the_marne::RockOfTheMarne;
use std::path::Path;
use std::sync::Arc;

/// Loads a game as somebody has it.
type Read = fn(Option<&Overlay>) -> Result<Arc<dyn Game>, DataError>;

/// A game that can be loaded.
pub struct Entry {
    /// The id by which the program knows the game.
    pub id: &'static str,
    /// The game's `ledger.tsv`: what carries its clauses, and which tests show them. Empty where none is kept.
    pub ledger: &'static str,
    files: Files,
    read: Read,
}

/// The games, in the order in which they are listed.
pub static GAMES: &[Entry] = &[
    Entry {
        id: "first-blood",
        ledger: first_blood::LEDGER,
        files: first_blood::FILES,
        read: |overlay| FirstBlood::load_as(overlay).map(face),
    },
    Entry {
        id: "rock-of-the-marne",
        ledger: rock_of_the_marne::LEDGER,
        files: rock_of_the_marne::FILES,
        read: |overlay| RockOfTheMarne::load_as(overlay).map(face),
    },
    Entry {
        id: "miracle-on-the-marne",
        ledger: miracle_on_the_marne::LEDGER,
        files: miracle_on_the_marne::FILES,
        read: |overlay| MiracleOnTheMarne::load_as(overlay).map(face),
    },
    Entry {
        id: "clash-of-giants",
        ledger: clash_of_giants::LEDGER,
        files: clash_of_giants::FILES,
        read: |overlay| ClashOfGiants::load_as(overlay).map(face),
    },
    Entry {
        id: "march-into-battle",
        ledger: march_into_battle::LEDGER,
        files: march_into_battle::FILES,
        read: |overlay| MarchIntoBattle::load_as(overlay).map(face),
    },
];

/// The example that the guide walks through. It can be played, but is not listed among the games.
pub static HEX_FIGHT: Entry = Entry {
    id: "hex-fight",
    ledger: "",
    files: hex_fight::FILES,
    read: |overlay| HexFight::load_as(overlay).map(face),
};

/// An id that no game bears.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no game \"{0}\" (there are {known})", known = known())]
pub struct UnknownGame(pub String);

/// Why a game was not loaded.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LoadError {
    /// The folder of changed data files has none for this game.
    #[error("{folder}: there is no folder \"{game}\" with data files of that game in it")]
    NoOverlay {
        /// The folder that was given.
        folder: String,
        /// The game's id.
        game: &'static str,
    },
    /// An archive cannot be opened.
    #[error("{archive}: {message}")]
    Archive {
        /// The file.
        archive: String,
        /// Why.
        message: String,
    },
    /// An archive is of another game.
    #[error("{archive}: this is an archive of {of}, not of {game}")]
    Other {
        /// The file.
        archive: String,
        /// The game that it is of.
        of: String,
        /// The game that was asked for.
        game: &'static str,
    },
    /// Something is wrong in a data file.
    #[error(transparent)]
    Data(#[from] DataError),
}

impl Entry {
    /// Loads the game. A folder of changed data files has one folder for each game, named by its id; an archive is of one
    /// game.
    pub fn load(&self, folder: Option<&Path>) -> Result<Arc<dyn Game>, LoadError> {
        Ok(self.load_as(self.overlay(folder)?.as_ref())?)
    }

    /// Loads the game as somebody has it; whether the battles that he has laid out can be, the rules say.
    pub fn load_as(&self, overlay: Option<&Overlay>) -> Result<Arc<dyn Game>, DataError> {
        let game = (self.read)(overlay)?;
        for battle in game.battles() {
            game.begin_at(&battle.position, Seed::default()).map_err(|error| battle.error(error.to_string()))?;
        }
        Ok(game)
    }

    /// The game's data files as they are shipped.
    pub fn shipped(&self) -> &Files {
        &self.files
    }

    /// The game's data files, with those of a folder or archive of changed ones in place of the built-in.
    pub fn files(&self, folder: Option<&Path>) -> Result<Files, LoadError> {
        Ok(self.overlay(folder)?.map_or(Ok(self.files.clone()), |overlay| self.files.with_overlay(&overlay))?)
    }

    /// The version of its rules.
    pub fn version(&self) -> Result<u32, DataError> {
        Ok(self.load_as(None)?.about().version)
    }

    /// What a folder or an archive of changed data files has of the game.
    pub fn overlay(&self, folder: Option<&Path>) -> Result<Option<Overlay>, LoadError> {
        let Some(folder) = folder else { return Ok(None) };
        if folder.is_file() {
            let archive = open_archive(folder)?;
            if archive.game != self.id {
                return Err(LoadError::Other {
                    archive: folder.display().to_string(),
                    of: archive.game,
                    game: self.id,
                });
            }
            return Ok(Some(archive.overlay));
        }
        let own = folder.join(self.id);
        match own.is_dir() {
            true => Ok(Some(Overlay::folder(&own)?)),
            false => Err(LoadError::NoOverlay { folder: folder.display().to_string(), game: self.id }),
        }
    }

    /// Whether a folder or an archive of changed data files has something of the game.
    pub fn is_changed_by(&self, folder: &Path) -> Result<bool, LoadError> {
        if folder.is_file() {
            return Ok(open_archive(folder)?.game == self.id);
        }
        Ok(folder.join(self.id).is_dir())
    }
}

/// Opens an archive that lies on the disk.
pub fn open_archive(path: &Path) -> Result<Archive, LoadError> {
    let name = path.display().to_string();
    let wrong = |message: String| LoadError::Archive { archive: name.clone(), message };
    let size = std::fs::metadata(path).map_err(|error| wrong(error.to_string()))?.len();
    if size > archive::MOST_PACKED as u64 {
        return Err(wrong(ArchiveError::TooLarge.to_string()));
    }
    let packed = std::fs::read(path).map_err(|error| wrong(error.to_string()))?;
    Archive::open(&name, &packed).map_err(|error| match error {
        ArchiveError::Data(error) => LoadError::Data(error),
        other => wrong(other.to_string()),
    })
}

/// The game with this id.
pub fn find(id: &str) -> Result<&'static Entry, UnknownGame> {
    let known = GAMES.iter().chain([&HEX_FIGHT]);
    known.into_iter().find(|entry| entry.id == id).ok_or_else(|| UnknownGame(id.to_string()))
}

/// Loads all listed games at once, each in a thread of its own.
pub fn load_all() -> Vec<Result<Arc<dyn Game>, LoadError>> {
    std::thread::scope(|scope| {
        let threads: Vec<_> = GAMES.iter().map(|entry| scope.spawn(|| entry.load(None))).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    })
}

fn known() -> String {
    let ids: Vec<_> = GAMES.iter().map(|entry| entry.id).collect();
    if ids.is_empty() { HEX_FIGHT.id.to_string() } else { ids.join(", ") }
}
