//! Which games there are.

use crate::{Game, face};
use clash_of_giants::ClashOfGiants;
use engine::data::{DataError, Files};
use first_blood::FirstBlood;
use hex_fight::HexFight;
use march_into_battle::MarchIntoBattle;
use miracle_on_the_marne::MiracleOnTheMarne;
use rock_of_the_marne::RockOfTheMarne;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Loads a game with its overlay folder.
type Read = fn(Option<&Path>) -> Result<Arc<dyn Game>, DataError>;

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
        read: |overlay| FirstBlood::load(overlay).map(face),
    },
    Entry {
        id: "rock-of-the-marne",
        ledger: rock_of_the_marne::LEDGER,
        files: rock_of_the_marne::FILES,
        read: |overlay| RockOfTheMarne::load(overlay).map(face),
    },
    Entry {
        id: "miracle-on-the-marne",
        ledger: miracle_on_the_marne::LEDGER,
        files: miracle_on_the_marne::FILES,
        read: |overlay| MiracleOnTheMarne::load(overlay).map(face),
    },
    Entry {
        id: "clash-of-giants",
        ledger: clash_of_giants::LEDGER,
        files: clash_of_giants::FILES,
        read: |overlay| ClashOfGiants::load(overlay).map(face),
    },
    Entry {
        id: "march-into-battle",
        ledger: march_into_battle::LEDGER,
        files: march_into_battle::FILES,
        read: |overlay| MarchIntoBattle::load(overlay).map(face),
    },
];

/// The example that the guide walks through. It can be played, but is not listed among the games.
pub static HEX_FIGHT: Entry =
    Entry { id: "hex-fight", ledger: "", files: hex_fight::FILES, read: |overlay| HexFight::load(overlay).map(face) };

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
    /// Something is wrong in a data file.
    #[error(transparent)]
    Data(#[from] DataError),
}

impl Entry {
    /// Loads the game. A folder of changed data files has one folder for each game, named by its id.
    pub fn load(&self, folder: Option<&Path>) -> Result<Arc<dyn Game>, LoadError> {
        Ok((self.read)(self.overlay(folder)?.as_deref())?)
    }

    /// The game's data files, with those of a folder of changed ones in place of the built-in.
    pub fn files(&self, folder: Option<&Path>) -> Result<Files, LoadError> {
        Ok(self.overlay(folder)?.map_or(Ok(self.files.clone()), |overlay| self.files.with_overlay(&overlay))?)
    }

    /// The game's own folder in a folder of changed data files.
    fn overlay(&self, folder: Option<&Path>) -> Result<Option<PathBuf>, LoadError> {
        let Some(folder) = folder else { return Ok(None) };
        let overlay = folder.join(self.id);
        match overlay.is_dir() {
            true => Ok(Some(overlay)),
            false => Err(LoadError::NoOverlay { folder: folder.display().to_string(), game: self.id }),
        }
    }
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
