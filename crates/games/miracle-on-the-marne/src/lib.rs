//! Miracle on the Marne: the First Marne, September 1914.
//!
//! The files carry the names of the rulebook's chapters: [`pieces`] and [`ground`] (2), `deployment` and [`scenarios`] (3),
//! [`sequence`] (4), `modes` (5, 15.3), `initiative` (6), `movement` (7.1, 7.2), `reinforcements` (7.3, 15.1, 15.2),
//! `stacking` (8.1), `zones` (8.2, 9.9), `combat` (9, 9.7), `bombardment` (9.1), `attacks` (9.2, 9.4), `defense_fire` (9.3),
//! `counter_attacks` (9.5), `results` and `engaged` (9.6, 9.8), `recovery` (10.2, 12), `supply` (11), `paris` (13) and
//! `victory` (14). What is printed on map and counters is in `data/`.
#![allow(rustdoc::broken_intra_doc_links, reason = "a clause in brackets is no link")]

mod action;
mod attacks;
mod bombardment;
mod census;
mod charts;
mod combat;
mod counter_attacks;
mod defense_fire;
mod deployment;
mod engaged;
mod fog;
pub mod ground;
mod hints;
mod initiative;
mod larder;
mod modes;
mod movement;
mod near;
mod overlays;
mod overprint;
mod paris;
pub mod pieces;
mod position;
mod recovery;
mod reinforcements;
mod results;
mod roster;
pub mod scenarios;
pub mod sequence;
mod stacking;
pub mod state;
mod supply;
pub mod tables;
mod victory;
mod view;
mod words;
mod zones;

pub use action::Action;
pub use state::State;

use engine::data::{DataError, Files, Map, Overlay};
use engine::overlay::Shortage;
use engine::overprint::Overprint;
use engine::{About, Chart, NationInfo, Options, Papers, Roster, Rules, ScenarioInfo, Side, SideInfo};
use ground::Ground;
use near::Near;
use pieces::{Class, Group, Piece, Pieces};
use scenarios::Scenario;
use state::PieceSet;
use std::path::Path;
use tables::Tables;

/// The data files of the game.
pub const FILES: Files = Files::built_in(&[
    ("map.toml", include_str!("../data/map.toml")),
    ("pieces.toml", include_str!("../data/pieces.toml")),
    ("tables.toml", include_str!("../data/tables.toml")),
    ("scenarios/september-5.toml", include_str!("../data/scenarios/september-5.toml")),
    ("scenarios/september-4.toml", include_str!("../data/scenarios/september-4.toml")),
    ("names.toml", include_str!("../data/names.toml")),
    ("tempers.toml", include_str!("../data/tempers.toml")),
    ("judges/september-5.txt", include_str!("../data/judges/september-5.txt")),
    ("judges/september-4.txt", include_str!("../data/judges/september-4.txt")),
    ("choosers/september-5.txt", include_str!("../data/choosers/september-5.txt")),
    ("choosers/september-4.txt", include_str!("../data/choosers/september-4.txt")),
    ("clauses.tsv", include_str!("../data/clauses.tsv")),
    ("door.toml", include_str!("../data/door.toml")),
    ("facts.toml", include_str!("../data/facts.toml")),
    ("cards.toml", include_str!("../data/cards.toml")),
    ("lesson.toml", include_str!("../data/lesson.toml")),
    ("college/problems.toml", include_str!("../data/college/problems.toml")),
]);

/// What carries each clause of the rulebook, and which tests show it.
pub const LEDGER: &str = include_str!("../ledger.tsv");

/// The game: everything that never changes during play.
#[derive(Debug)]
pub struct MiracleOnTheMarne {
    papers: Papers,
    /// The board.
    pub ground: Ground,
    /// The counters.
    pub pieces: Pieces,
    /// The charts.
    pub tables: Tables,
    /// The scenarios; the first is the default.
    pub scenarios: Vec<Scenario>,
    near: Near,
    sense: hints::Sense,
    /// All pieces of each side.
    sides: [PieceSet; 2],
    /// All guns.
    artillery: PieceSet,
    /// All units of the Moroccan Division.
    moroccans: PieceSet,
    /// The order in which each side deploys.
    deployment: [Vec<Piece>; 2],
    /// For each scenario, how far each hex of a deployment zone is from the enemy's.
    front: Vec<Vec<u8>>,
}

impl MiracleOnTheMarne {
    /// Loads the game, with the data files of an overlay folder in place of its own.
    pub fn load(folder: Option<&Path>) -> Result<MiracleOnTheMarne, DataError> {
        Self::load_as(folder.map(Overlay::folder).transpose()?.as_ref())
    }

    /// Loads the game as somebody has it.
    pub fn load_as(overlay: Option<&Overlay>) -> Result<MiracleOnTheMarne, DataError> {
        let (files, mut provenance) = FILES.open(overlay)?;
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
        let about = about(&scenarios);
        let papers = Papers::read(&files, about, provenance, hints::Concern::NAMES, |_| ground.board())?;
        let near = Near::new(&ground, &tables);
        let sense = hints::Sense::new(&ground, &tables, &pieces);
        let sides = Side::BOTH.map(|side| pieces.all().filter(|&piece| pieces.side(piece) == side).collect());
        let moroccans = pieces.group(Group::Moroccan).collect();
        let artillery = pieces.units().filter(|&unit| pieces.counter(unit).class == Class::Artillery).collect();
        let mut game = MiracleOnTheMarne {
            papers,
            ground,
            pieces,
            tables,
            scenarios,
            near,
            sense,
            sides,
            artillery,
            moroccans,
            deployment: [Vec::new(), Vec::new()],
            front: Vec::new(),
        };
        game.deployment = Side::BOTH.map(|side| deployment::deployment_order(&game, side));
        game.front = (0..game.scenarios.len()).map(|at| deployment::distances_to_enemies(&game, at)).collect();
        Ok(game)
    }

    /// The side that decides.
    pub(crate) fn chooser(&self, state: &State) -> Side {
        state.step.chooser(self, state)
    }
}

/// What the game says about itself. Optional rules may be used singly or together [15a].
#[engine::by_the_book]
fn about(scenarios: &[Scenario]) -> About {
    let scenario = |scenario: &Scenario| ScenarioInfo::new(&scenario.id, &scenario.title, scenario.turns);
    About {
        id: "miracle-on-the-marne",
        title: "Miracle on the Marne".into(),
        version: 4,
        sides: [SideInfo::new("allied", "Allied", "#9fb4cf"), SideInfo::new("german", "German", "#b9bdb6")],
        nations: vec![
            NationInfo::new("french", "French", "#9fb4cf"),
            NationInfo::new("british", "British", "#c9b58a"),
            NationInfo::new("german", "German", "#b9bdb6"),
        ],
        scenarios: scenarios.iter().map(scenario).collect(),
        options: state::option::all(),
    }
}

impl Rules for MiracleOnTheMarne {
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
