//! Rock of the Marne: the Second Battle of the Marne, July 1918.

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
    ("scenarios/campaign.toml", include_str!("../data/scenarios/campaign.toml")),
    ("scenarios/gouraud.toml", include_str!("../data/scenarios/gouraud.toml")),
    ("scenarios/rock-of-the-marne.toml", include_str!("../data/scenarios/rock-of-the-marne.toml")),
    ("scenarios/tenth-army.toml", include_str!("../data/scenarios/tenth-army.toml")),
    ("scenarios/ardre.toml", include_str!("../data/scenarios/ardre.toml")),
    ("clauses.tsv", include_str!("../data/clauses.tsv")),
]);

/// The ids of the scenarios, in the rulebook's order: 6.1, 7.1, 7.2, 7.3, 7.4.
pub const SCENARIOS: [&str; 5] = ["campaign", "gouraud", "rock-of-the-marne", "tenth-army", "ardre"];

/// The game: everything that never changes during play.
#[derive(Debug)]
pub struct RockOfTheMarne {
    /// The rulebook as a checklist.
    pub book: ClauseBook,
    /// Where all data come from.
    pub provenance: Provenances,
    /// The board.
    pub ground: Ground,
    /// The counters.
    pub pieces: Pieces,
    /// The charts.
    pub tables: Tables,
    /// The scenarios, in the order of [`SCENARIOS`].
    pub scenarios: Vec<Scenario>,
}

impl RockOfTheMarne {
    /// Loads the game, with some data files replaced by those of an overlay folder.
    pub fn load(overlay: Option<&Path>) -> Result<RockOfTheMarne, DataError> {
        let files = match overlay {
            Some(folder) => FILES.with_overlay(folder)?,
            None => FILES,
        };
        let mut provenance = Provenances::new(files.digest()?);
        let map_file = files.read("map.toml")?;
        let map = Map::read(&map_file, &mut provenance)?;
        let pieces = Pieces::read(&files.read("pieces.toml")?, &mut provenance)?;
        let tables = Tables::read(&files.read("tables.toml")?, &map.terrains, &mut provenance)?;
        let ground = Ground::new(map, &map_file, &tables)?;
        let mut scenarios = Vec::new();
        for id in SCENARIOS {
            let file = files.read(&format!("scenarios/{id}.toml"))?;
            scenarios.push(Scenario::read(id, &file, &ground, &pieces, &tables, &mut provenance)?);
        }
        let book = ClauseBook::parse(&files.read("clauses.tsv")?)?;
        Ok(RockOfTheMarne { book, provenance, ground, pieces, tables, scenarios })
    }
}
