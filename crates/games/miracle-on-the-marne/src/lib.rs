//! Miracle on the Marne: the First Marne, September 1914.

pub mod ground;
pub mod pieces;
pub mod scenarios;
pub mod tables;

use engine::ClauseBook;
use engine::data::{DataError, Files, Map, Provenances};
use ground::Ground;
use pieces::Pieces;
use scenarios::Scenario;
use std::path::Path;
use tables::Tables;

/// The data files of the game.
pub const FILES: Files = Files::built_in(&[
    ("map.toml", include_str!("../data/map.toml")),
    ("pieces.toml", include_str!("../data/pieces.toml")),
    ("tables.toml", include_str!("../data/tables.toml")),
    ("scenarios/september-5.toml", include_str!("../data/scenarios/september-5.toml")),
    ("scenarios/september-4.toml", include_str!("../data/scenarios/september-4.toml")),
    ("clauses.tsv", include_str!("../data/clauses.tsv")),
]);

/// The game: everything that never changes during play.
#[derive(Debug)]
pub struct MiracleOnTheMarne {
    /// The board.
    pub ground: Ground,
    /// The counters.
    pub pieces: Pieces,
    /// The charts.
    pub tables: Tables,
    /// The scenarios; the first is the default.
    pub scenarios: Vec<Scenario>,
    book: ClauseBook,
    provenance: Provenances,
}

impl MiracleOnTheMarne {
    /// Loads the game, with some of its data files replaced by those in a folder if there is one.
    pub fn load(overlay: Option<&Path>) -> Result<MiracleOnTheMarne, DataError> {
        let files = overlay.map_or(Ok(FILES), |folder| FILES.with_overlay(folder))?;
        let mut provenance = Provenances::new(files.digest()?);
        let tables = Tables::read(&files.read("tables.toml")?, &mut provenance)?;
        let file = files.read("map.toml")?;
        let map = Map::read(&file, &mut provenance)?;
        let ground = Ground::new(map, &file, &tables)?;
        let pieces = Pieces::read(&files.read("pieces.toml")?, &tables, &mut provenance)?;
        let mut scenarios = Vec::new();
        for id in ["september-5", "september-4"] {
            let file = files.read(&format!("scenarios/{id}.toml"))?;
            scenarios.push(Scenario::read(id, &file, &ground, &pieces, &mut provenance)?);
        }
        let book = ClauseBook::parse(&files.read("clauses.tsv")?)?;
        Ok(MiracleOnTheMarne { ground, pieces, tables, scenarios, book, provenance })
    }

    /// The rulebook as a checklist.
    pub fn book(&self) -> &ClauseBook {
        &self.book
    }

    /// Where the data come from.
    pub fn provenance(&self) -> &Provenances {
        &self.provenance
    }
}
