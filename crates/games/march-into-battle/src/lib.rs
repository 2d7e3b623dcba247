//! March into Battle: Napoleonic divisions on three battlefields.

pub mod ground;
pub mod pieces;
pub mod scenarios;
pub mod tables;

use engine::ClauseBook;
use engine::data::{DataError, Files, Provenances};
use scenarios::{BATTLES, Scenario};
use std::path::Path;
use tables::Tables;

/// The data files of the game.
pub const FILES: Files = Files::built_in(&[
    ("tables.toml", include_str!("../data/tables.toml")),
    ("teugn-hausen/map.toml", include_str!("../data/teugn-hausen/map.toml")),
    ("teugn-hausen/pieces.toml", include_str!("../data/teugn-hausen/pieces.toml")),
    ("teugn-hausen/scenario.toml", include_str!("../data/teugn-hausen/scenario.toml")),
    ("raab/map.toml", include_str!("../data/raab/map.toml")),
    ("raab/pieces.toml", include_str!("../data/raab/pieces.toml")),
    ("raab/scenario.toml", include_str!("../data/raab/scenario.toml")),
    ("friedland/map.toml", include_str!("../data/friedland/map.toml")),
    ("friedland/pieces.toml", include_str!("../data/friedland/pieces.toml")),
    ("friedland/scenario.toml", include_str!("../data/friedland/scenario.toml")),
    ("clauses.tsv", include_str!("../data/clauses.tsv")),
]);

/// The game: everything that never changes during play.
#[derive(Debug)]
pub struct MarchIntoBattle {
    /// The clauses of the rulebook.
    pub book: ClauseBook,
    /// Where all data come from.
    pub provenance: Provenances,
    /// The charts.
    pub tables: Tables,
    /// The battles.
    pub scenarios: Vec<Scenario>,
}

impl MarchIntoBattle {
    /// Loads the game, with some data files replaced by those of an overlay folder.
    pub fn load(overlay: Option<&Path>) -> Result<MarchIntoBattle, DataError> {
        let files = match overlay {
            Some(folder) => FILES.with_overlay(folder)?,
            None => FILES,
        };
        let mut provenance = Provenances::new(files.digest()?);
        let tables = Tables::read(&files.read("tables.toml")?, &mut provenance)?;
        let battle = |id| Scenario::read(id, &files, &tables, &mut provenance);
        let scenarios = BATTLES.into_iter().map(battle).collect::<Result<Vec<_>, _>>()?;
        let book = ClauseBook::parse(&files.read("clauses.tsv")?)?;
        Ok(MarchIntoBattle { book, provenance, tables, scenarios })
    }
}
