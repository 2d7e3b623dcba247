//! Clash of Giants: the campaigns of Tannenberg and the Marne, 1914.
//!
//! What is printed on maps, counters and charts is in `data/`: [`ground`], [`pieces`], [`tables`] and [`scenarios`] read it.

pub mod ground;
pub mod pieces;
pub mod scenarios;
pub mod tables;

use engine::ClauseBook;
use engine::data::{DataError, Files, Map, Provenances};
use ground::Ground;
use pieces::{Campaign, Pieces};
use scenarios::Scenario;
use std::path::Path;
use tables::{Standard, Tables};

/// The data files of the game.
pub const FILES: Files = Files::built_in(&[
    ("standard.toml", include_str!("../data/standard.toml")),
    ("tannenberg/map.toml", include_str!("../data/tannenberg/map.toml")),
    ("tannenberg/pieces.toml", include_str!("../data/tannenberg/pieces.toml")),
    ("tannenberg/tables.toml", include_str!("../data/tannenberg/tables.toml")),
    ("marne/map.toml", include_str!("../data/marne/map.toml")),
    ("marne/pieces.toml", include_str!("../data/marne/pieces.toml")),
    ("marne/tables.toml", include_str!("../data/marne/tables.toml")),
    ("scenarios/tannenberg.toml", include_str!("../data/scenarios/tannenberg.toml")),
    ("scenarios/marne.toml", include_str!("../data/scenarios/marne.toml")),
    ("scenarios/marne-battle.toml", include_str!("../data/scenarios/marne-battle.toml")),
    ("clauses.tsv", include_str!("../data/clauses.tsv")),
]);

/// The scenarios and the campaigns they are fought in.
const SCENARIOS: [(&str, Campaign); 3] =
    [("tannenberg", Campaign::Tannenberg), ("marne", Campaign::Marne), ("marne-battle", Campaign::Marne)];

/// One campaign's components.
#[derive(Debug)]
pub struct Theatre {
    /// The board.
    pub ground: Ground,
    /// The counters.
    pub pieces: Pieces,
    /// The charts.
    pub tables: Tables,
}

/// The game: everything that never changes during play.
#[derive(Debug)]
pub struct ClashOfGiants {
    /// The rulebook as a checklist.
    pub book: ClauseBook,
    /// Where the data come from.
    pub provenance: Provenances,
    /// The charts that both campaigns share.
    pub standard: Standard,
    theatres: [Theatre; 2],
    /// The scenarios.
    pub scenarios: Vec<Scenario>,
}

impl ClashOfGiants {
    /// Loads the game, with some data files replaced by those of an overlay folder.
    pub fn load(overlay: Option<&Path>) -> Result<ClashOfGiants, DataError> {
        let files = match overlay {
            Some(folder) => FILES.with_overlay(folder)?,
            None => FILES,
        };
        let mut provenance = Provenances::new(files.digest()?);
        let standard = Standard::read(&files.read("standard.toml")?, &mut provenance)?;
        let mut theatre = |campaign| Theatre::read(&files, campaign, &standard, &mut provenance);
        let theatres = [theatre(Campaign::Tannenberg)?, theatre(Campaign::Marne)?];
        let mut scenarios = Vec::new();
        for (id, campaign) in SCENARIOS {
            let file = files.read(&format!("scenarios/{id}.toml"))?;
            let theatre = &theatres[campaign.index()];
            let parts = (&theatre.ground, &theatre.pieces, &theatre.tables);
            scenarios.push(Scenario::read(id, &file, campaign, parts, &mut provenance)?);
        }
        let book = ClauseBook::parse(&files.read("clauses.tsv")?)?;
        Ok(ClashOfGiants { book, provenance, standard, theatres, scenarios })
    }

    /// The components of a campaign.
    #[inline]
    pub fn theatre(&self, campaign: Campaign) -> &Theatre {
        &self.theatres[campaign.index()]
    }
}

impl Theatre {
    fn read(
        files: &Files,
        campaign: Campaign,
        standard: &Standard,
        provenance: &mut Provenances,
    ) -> Result<Theatre, DataError> {
        let file = |name: &str| files.read(&format!("{}/{name}", campaign.folder()));
        let map_file = file("map.toml")?;
        let map = Map::read(&map_file, provenance)?;
        let ground = Ground::new(map, &map_file, campaign, standard)?;
        let pieces = Pieces::read(&file("pieces.toml")?, campaign, &ground, provenance)?;
        let tables = Tables::read(&file("tables.toml")?, campaign, &ground, provenance)?;
        Ok(Theatre { ground, pieces, tables })
    }
}
