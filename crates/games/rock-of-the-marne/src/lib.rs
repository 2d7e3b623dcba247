//! Rock of the Marne: the Second Battle of the Marne, July 1918.
//!
//! The files carry the names of the rulebook's chapters: `stacking`, [`sequence`], `charts`, `headquarters` (1.1, 1.2), `supply` (1.3,
//! 1.4), `losses` (1.5), `air` (1.6), `replacements` (1.7), `combat` and `telling` (1.9), `breakdown` (2.2, 3.1), `bridges`
//! (3.2), `setup` (5.0) and `victory` (6.1 to 7.4); and of the series: `movement` and `overrun` (3), `zones` (4), `retreat`
//! (8), `view` (10). What is printed on map and counters is in `data/`.

mod action;
mod air;
mod breakdown;
mod bridges;
mod census;
mod charts;
mod combat;
mod fears;
pub mod ground;
mod headquarters;
mod hints;
mod larder;
mod losses;
mod movement;
mod outlook;
mod overlays;
mod overprint;
mod overrun;
pub mod pieces;
mod position;
mod replacements;
mod retreat;
mod roster;
pub mod scenarios;
pub mod sequence;
mod setup;
mod sites;
mod stacking;
pub mod state;
mod supply;
pub mod tables;
mod telling;
mod victory;
mod view;
mod ways;
mod words;
mod zones;

pub use action::{Action, Division, Full};
pub use state::State;

use engine::data::{DataError, Files, Map, Overlay};
use engine::overlay::Shortage;
use engine::overprint::Overprint;
use engine::{About, Chart, NationInfo, Options, Papers, Roster, Rules, ScenarioInfo, SideInfo};
use ground::Ground;
use pieces::{Piece, PieceSet, Pieces};
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
    ("names.toml", include_str!("../data/names.toml")),
    ("tempers.toml", include_str!("../data/tempers.toml")),
    ("judges/campaign.txt", include_str!("../data/judges/campaign.txt")),
    ("judges/gouraud.txt", include_str!("../data/judges/gouraud.txt")),
    ("judges/rock-of-the-marne.txt", include_str!("../data/judges/rock-of-the-marne.txt")),
    ("judges/tenth-army.txt", include_str!("../data/judges/tenth-army.txt")),
    ("judges/ardre.txt", include_str!("../data/judges/ardre.txt")),
    ("choosers/campaign.txt", include_str!("../data/choosers/campaign.txt")),
    ("choosers/gouraud.txt", include_str!("../data/choosers/gouraud.txt")),
    ("choosers/rock-of-the-marne.txt", include_str!("../data/choosers/rock-of-the-marne.txt")),
    ("choosers/tenth-army.txt", include_str!("../data/choosers/tenth-army.txt")),
    ("choosers/ardre.txt", include_str!("../data/choosers/ardre.txt")),
    ("clauses.tsv", include_str!("../data/clauses.tsv")),
    ("door.toml", include_str!("../data/door.toml")),
    ("facts.toml", include_str!("../data/facts.toml")),
    ("cards.toml", include_str!("../data/cards.toml")),
    ("lesson.toml", include_str!("../data/lesson.toml")),
    ("college/problems.toml", include_str!("../data/college/problems.toml")),
]);

/// What carries each clause of the rulebook, and which tests show it.
pub const LEDGER: &str = include_str!("../ledger.tsv");

/// The ids of the scenarios, in the rulebook's order: 6.1, 7.1, 7.2, 7.3, 7.4.
pub const SCENARIOS: [&str; 5] = ["campaign", "gouraud", "rock-of-the-marne", "tenth-army", "ardre"];

/// The game: everything that never changes during play.
#[derive(Debug)]
pub struct RockOfTheMarne {
    papers: Papers,
    /// The board.
    pub ground: Ground,
    /// The counters.
    pub pieces: Pieces,
    /// The charts.
    pub tables: Tables,
    /// The scenarios, in the order of [`SCENARIOS`].
    pub scenarios: Vec<Scenario>,
    /// All HQs.
    hq_counters: PieceSet,
    /// All counters that divisions break down into.
    regiments: PieceSet,
    /// All divisions that break down into them.
    breakable: PieceSet,
    /// The Ersatz Corps HQ [4.0b-1].
    ersatz: Option<Piece>,
    /// The steps between hexes.
    steps: ways::Steps,
    /// For each hex the hexes within the range of an HQ there, for the ranges that HQs have.
    discs: Vec<(u8, Box<[ground::Hexes]>)>,
    /// Enemy trenches that are closed to each side while the west is quiet [6.1/note3-c].
    quiet: [ground::Hexes; 2],
    sense: hints::Sense,
}

impl RockOfTheMarne {
    /// Loads the game, with the data files of an overlay folder in place of its own.
    pub fn load(folder: Option<&Path>) -> Result<RockOfTheMarne, DataError> {
        Self::load_as(folder.map(Overlay::folder).transpose()?.as_ref())
    }

    /// Loads the game as somebody has it.
    pub fn load_as(overlay: Option<&Overlay>) -> Result<RockOfTheMarne, DataError> {
        let (files, mut provenance) = FILES.open(overlay)?;
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
        let papers = Papers::read(&files, about(&scenarios), provenance, hints::Concern::NAMES, |_| ground.board())?;
        let hq_counters = Piece::all().filter(|&piece| pieces.is_hq(piece)).collect();
        let regiments =
            Piece::all().filter(|&piece| pieces.class(piece) == scenarios::pool_class(state::side_of(piece))).collect();
        let breakable = RockOfTheMarne::breakable(&pieces);
        let arrivals = scenarios.iter().flat_map(|scenario| &scenario.arrivals);
        let ersatz = arrivals.filter(|arrival| arrival.ersatz).map(|arrival| arrival.unit.piece).next();
        let sense = hints::Sense::new(&ground, &scenarios, &tables);
        let steps = ways::Steps::new(&ground);
        let discs = RockOfTheMarne::discs_of(&ground, &pieces);
        let quiet = RockOfTheMarne::quiet_trenches_of(&ground, &scenarios);
        Ok(RockOfTheMarne {
            papers,
            ground,
            pieces,
            tables,
            scenarios,
            hq_counters,
            regiments,
            breakable,
            ersatz,
            steps,
            discs,
            quiet,
            sense,
        })
    }
}

fn about(scenarios: &[Scenario]) -> About {
    let turns = |scenario: &Scenario| u32::from(scenario.turns.1 - scenario.turns.0) + 1;
    About {
        id: "rock-of-the-marne",
        title: "Rock of the Marne".into(),
        version: 4,
        // The colours of the counters [GI/owner-a].
        sides: [SideInfo::new("german", "German", "#c8ccce"), SideInfo::new("allied", "Allied", "#a9cfe0")],
        nations: vec![
            NationInfo::new("german", "German", "#c8ccce"),
            NationInfo::new("french", "French", "#a9cfe0"),
            NationInfo::new("american", "American", "#a3a368"),
            NationInfo::new("british", "British", "#b0626a"),
            NationInfo::new("italian", "Italian", "#7fb8a8"),
            NationInfo::new("polish", "Polish", "#9c3f3f"),
        ],
        scenarios: scenarios
            .iter()
            .map(|scenario| {
                ScenarioInfo::new(scenario.id, &scenario.title, turns(scenario)).from_turn(scenario.turns.0)
            })
            .collect(),
        options: state::option::all(),
    }
}

impl Rules for RockOfTheMarne {
    engine::played_in_places!(State, Action, view::Face);

    fn papers(&self) -> &Papers {
        &self.papers
    }

    fn map(&self, _scenario: usize) -> &Map {
        &self.ground.map
    }

    fn charts(&self, scenario: usize, options: Options) -> Vec<Chart> {
        self.printed_charts(scenario, options)
    }

    fn roster(&self, _scenario: usize) -> Roster {
        self.printed_counters(&self.papers.names)
    }

    fn overprint(&self, scenario: usize) -> Overprint {
        self.printed_marks(&self.scenarios[scenario])
    }

    fn shortages(&self, state: &State) -> Vec<Shortage> {
        self.out_of_supply(state)
    }
}
