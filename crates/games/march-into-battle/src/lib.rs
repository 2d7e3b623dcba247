//! March into Battle: Napoleonic divisions on three battlefields.
//!
//! The files carry the names of the rulebook's chapters: [`pieces`] and `leaders` (2.0), `sequence` (3.0), `activation`
//! (4.0), `status` (5.0), `movement`, `steps`, `arrival`, `stacking` and `zones` (6.0), `attack`, `strength`, `combat`,
//! `retreat` and `cavalry` (7.0), `high_ground` (8.0), `fatigue` (9.0, 11.0), `losses` and `detachments` (10.0), `battery`
//! and `line` (16.0). What is printed on maps, counters and charts is in `data/`.
#![allow(rustdoc::broken_intra_doc_links, reason = "a clause in brackets is no link")]

mod action;
mod activation;
mod arrival;
mod attack;
mod battery;
mod bridges;
mod cavalry;
mod census;
mod charts;
mod combat;
mod detachments;
mod effects;
mod entry;
mod fatigue;
mod footing;
mod force;
pub mod ground;
mod high_ground;
mod hints;
mod leaders;
mod line;
mod losses;
mod marches;
mod movement;
mod overlays;
mod overprint;
pub mod pieces;
mod plans;
mod position;
mod recovery;
mod retreat;
mod roster;
pub mod scenarios;
mod sequence;
mod stacking;
mod stakes;
mod starts;
pub mod state;
mod status;
mod steps;
mod strength;
pub mod tables;
mod trails;
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
use hexboard::Board;
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
    ("names.toml", include_str!("../data/names.toml")),
    ("tempers.toml", include_str!("../data/tempers.toml")),
    ("judges/teugn-hausen.txt", include_str!("../data/judges/teugn-hausen.txt")),
    ("judges/raab.txt", include_str!("../data/judges/raab.txt")),
    ("judges/friedland.txt", include_str!("../data/judges/friedland.txt")),
    ("choosers/teugn-hausen.txt", include_str!("../data/choosers/teugn-hausen.txt")),
    ("choosers/raab.txt", include_str!("../data/choosers/raab.txt")),
    ("choosers/friedland.txt", include_str!("../data/choosers/friedland.txt")),
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
pub struct MarchIntoBattle {
    papers: Papers,
    /// The charts.
    pub tables: Tables,
    /// The battles.
    pub scenarios: Vec<Scenario>,
    footings: Vec<footing::Footing>,
    outlook: hints::Outlook,
}

impl MarchIntoBattle {
    /// Loads the game, with the data files of an overlay folder in place of its own.
    pub fn load(folder: Option<&Path>) -> Result<MarchIntoBattle, DataError> {
        Self::load_as(folder.map(Overlay::folder).transpose()?.as_ref())
    }

    /// Loads the game as somebody has it.
    pub fn load_as(overlay: Option<&Overlay>) -> Result<MarchIntoBattle, DataError> {
        let (files, mut provenance) = FILES.open(overlay)?;
        let tables = Tables::read(&files.read("tables.toml")?, &mut provenance)?;
        let battle = |id| Scenario::read(id, &files, &tables, &mut provenance);
        let scenarios = BATTLES.into_iter().map(battle).collect::<Result<Vec<_>, _>>()?;
        let footings = scenarios.iter().map(|battle| footing::Footing::new(battle, &tables)).collect();
        let board = |scenario: usize| scenarios[scenario].ground.board();
        let papers = Papers::read(&files, about(&scenarios), provenance, hints::Concern::NAMES, board)?;
        let outlook = hints::Outlook::new(&tables, &scenarios);
        Ok(MarchIntoBattle { papers, tables, scenarios, footings, outlook })
    }

    /// The side that decides.
    pub(crate) fn chooser(&self, state: &State) -> Side {
        state.place().chooser(self, state)
    }
}

/// The game in a few words.
fn about(scenarios: &[Scenario]) -> About {
    let nations = vec![
        NationInfo::new("french", "French", "#9db8d9"),
        NationInfo::new("italian", "Italian", "#a9cfa4"),
        NationInfo::new("german", "Confederation of the Rhine", "#b9c7e0"),
        NationInfo::new("polish", "Polish", "#d9a9b8"),
        NationInfo::new("austrian", "Austrian", "#e6e0cf"),
        NationInfo::new("hungarian", "Hungarian", "#d8c9a3"),
        NationInfo::new("russian", "Russian", "#a9b89a"),
    ];
    About {
        id: "march-into-battle",
        title: "March into Battle".into(),
        version: 4,
        sides: [SideInfo::new("french", "French", "#9db8d9"), SideInfo::new("coalition", "Coalition", "#e6e0cf")],
        scenarios: scenarios
            .iter()
            .map(|battle| ScenarioInfo {
                colours: Some(Side::BOTH.map(|side| colour_of(battle, side, &nations))),
                ..ScenarioInfo::new(battle.id, &battle.title, battle.turns.len() as u32)
            })
            .collect(),
        nations,
        options: state::option::all(),
    }
}

/// The colour of a side's counters in a battle: that of its commander's nation.
fn colour_of(battle: &Scenario, side: Side, nations: &[NationInfo]) -> String {
    let leads = battle.leaders.iter().find(|leader| leader.side == side && (leader.commander || leader.deputy));
    let nation = leads.and_then(|leader| nations.iter().find(|nation| nation.id == leader.nation));
    nation.unwrap_or(&nations[0]).colour.clone()
}

impl Rules for MarchIntoBattle {
    engine::played_in_places!(State, Action, view::Face);

    fn papers(&self) -> &Papers {
        &self.papers
    }

    fn map(&self, scenario: usize) -> &Map {
        &self.scenarios[scenario].ground.map
    }

    fn charts(&self, scenario: usize, options: Options) -> Vec<Chart> {
        self.printed_charts(scenario, options)
    }

    fn roster(&self, scenario: usize) -> Roster {
        self.printed_counters(&self.papers.names, &self.scenarios[scenario])
    }

    fn overprint(&self, scenario: usize) -> Overprint {
        overprint::printed_marks(&self.scenarios[scenario])
    }

    fn shortages(&self, state: &State) -> Vec<Shortage> {
        self.out_of_command(state)
    }

    fn board(&self, state: &State) -> &Board {
        self.ground(state).board()
    }
}
