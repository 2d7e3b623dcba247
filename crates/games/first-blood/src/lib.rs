//! First Blood: Second Marne, 15 July 1918.
//!
//! The files carry the names of the rulebook's chapters: [`pieces`] (2.0), `setup` (3.0), `victory` (4.0),
//! [`sequence`] (5.0), `stacking`, `view` and `fog` (6.0), [`events`] (7.0), `reinforcements` (8.0), `movement` (9.0), `fire` and
//! `telling` (10.0), `bombardment` (11.0) and `play_balance` (13.0). What is printed on map and counters is in `data/`.

mod action;
mod bombardment;
mod census;
mod charts;
pub mod events;
mod fire;
mod fog;
pub mod ground;
mod hints;
mod movement;
mod overlays;
mod overprint;
pub mod pieces;
mod play_balance;
mod position;
mod reinforcements;
mod roster;
pub mod sequence;
mod setup;
mod stacking;
pub mod state;
pub mod tables;
mod telling;
mod victory;
mod view;
mod words;

pub use action::Action;
pub use state::State;

use engine::data::{DataError, Files, Map, Overlay};
use engine::overprint::Overprint;
use engine::{About, Chart, Clause, Options, Papers, Roster, Rules, ScenarioInfo, Side, SideInfo};
use ground::Ground;
use pieces::Pieces;
use setup::Scenario;
use std::path::Path;
use tables::Tables;

/// The data files of the game.
pub const FILES: Files = Files::built_in(&[
    ("map.toml", include_str!("../data/map.toml")),
    ("pieces.toml", include_str!("../data/pieces.toml")),
    ("tables.toml", include_str!("../data/tables.toml")),
    ("scenarios/july-15.toml", include_str!("../data/scenarios/july-15.toml")),
    ("names.toml", include_str!("../data/names.toml")),
    ("tempers.toml", include_str!("../data/tempers.toml")),
    ("judges/july-15.txt", include_str!("../data/judges/july-15.txt")),
    ("choosers/july-15.txt", include_str!("../data/choosers/july-15.txt")),
    ("clauses.tsv", include_str!("../data/clauses.tsv")),
    ("door.toml", include_str!("../data/door.toml")),
    ("facts.toml", include_str!("../data/facts.toml")),
    ("cards.toml", include_str!("../data/cards.toml")),
    ("lesson.toml", include_str!("../data/lesson.toml")),
    ("college/problems.toml", include_str!("../data/college/problems.toml")),
    ("lessons/defence.toml", include_str!("../data/lessons/defence.toml")),
]);

/// What carries each clause of the rulebook, and which tests show it.
pub const LEDGER: &str = include_str!("../ledger.tsv");

/// The game: everything that never changes during play.
#[derive(Debug)]
pub struct FirstBlood {
    papers: Papers,
    /// The board.
    pub ground: Ground,
    /// The counters.
    pub pieces: Pieces,
    /// The charts.
    pub tables: Tables,
    scenario: Scenario,
    sense: hints::Sense,
}

impl FirstBlood {
    /// Loads the game, with the data files of an overlay folder in place of its own.
    pub fn load(folder: Option<&Path>) -> Result<FirstBlood, DataError> {
        Self::load_as(folder.map(Overlay::folder).transpose()?.as_ref())
    }

    /// Loads the game as somebody has it.
    pub fn load_as(overlay: Option<&Overlay>) -> Result<FirstBlood, DataError> {
        let (files, mut provenance) = FILES.open(overlay)?;
        let map_file = files.read("map.toml")?;
        let map = Map::read(&map_file, &mut provenance)?;
        let pieces = Pieces::read(&files.read("pieces.toml")?, &mut provenance)?;
        let tables = Tables::read(&files.read("tables.toml")?, &map.terrains, &mut provenance)?;
        let ground = Ground::new(map, &map_file, &tables, &pieces)?;
        let scenario = Scenario::read(&files.read("scenarios/july-15.toml")?, &ground, &mut provenance)?;
        let about = about(&scenario.title, tables.last_turn);
        let papers = Papers::read(&files, about, provenance, hints::Concern::NAMES, |_| ground.board())?;
        let sense = hints::Sense::new(&ground, tables.exit);
        Ok(FirstBlood { papers, ground, pieces, tables, scenario, sense })
    }

    /// The side that decides.
    pub(crate) fn chooser(&self, state: &State) -> Side {
        state.place().chooser(self, state)
    }
}

/// The game in a few words; its sides have the colours of their counters, light gray and light olive drab [2.7].
/// There are no draws [4.6].
#[engine::by_the_book]
fn about(title: &str, last_turn: u16) -> About {
    About {
        id: "first-blood",
        title: "First Blood: Second Marne".into(),
        version: 2,
        sides: [SideInfo::new("german", "German", "#c8ccce"), SideInfo::new("us", "US", "#b7b37a")],
        nations: Vec::new(),
        scenarios: vec![ScenarioInfo::new("july-15", title, last_turn).without_draws(Clause("4.6"))],
        options: state::option::all(),
    }
}

impl Rules for FirstBlood {
    engine::played_in_places!(State, Action, view::Face);

    fn papers(&self) -> &Papers {
        &self.papers
    }

    fn map(&self, _scenario: usize) -> &Map {
        &self.ground.map
    }

    fn charts(&self, _scenario: usize, _options: Options) -> Vec<Chart> {
        self.printed_charts()
    }

    fn roster(&self, _scenario: usize) -> Roster {
        self.printed_counters(&self.papers.names)
    }

    fn overprint(&self, _scenario: usize) -> Overprint {
        self.printed_marks()
    }
}
