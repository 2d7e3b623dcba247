//! Clash of Giants: the campaigns of Tannenberg and the Marne, 1914.
//!
//! The standard rules are written once, a file for each chapter; where a campaign differs its own clause is cited. The
//! files in the order of the rulebook [std/1.2]: [`pieces`], [`ground`] and [`tables`] (2.0), `setup` and [`scenarios`]
//! (3.0), `victory` (4.0), [`sequence`] (5.0), `stacking` (6.0), `zones` (7.0), `supply` (8.0), `reinforcements` and
//! `replacements` (9.0), `command`, `orders` and `rally` (10.0), `movement`, `marches` and `ends` (11.0), `combat`,
//! `resolution`, `retreat` and `advance` (12.0 and 14.0; forts, 13.0, in `supply` and `resolution`), `strategic` (15.0)
//! and `special` (16.0). What is printed on maps, counters and charts is in `data/`.

mod action;
mod advance;
mod census;
mod charts;
mod combat;
mod command;
mod ends;
pub mod ground;
mod hints;
mod marches;
mod movement;
mod orders;
mod overlays;
mod overprint;
pub mod pieces;
mod position;
mod rally;
mod reinforcements;
mod replacements;
mod resolution;
mod retreat;
mod roster;
pub mod scenarios;
pub mod sequence;
mod setup;
mod sites;
mod special;
mod stacking;
pub mod state;
mod strategic;
mod supply;
pub mod tables;
pub mod theatre;
mod victory;
mod view;
mod words;
mod zones;

pub use action::Action;
pub use state::State;

use engine::data::{DataError, Files, Map, Overlay, Provenances};
use engine::overlay::Shortage;
use engine::overprint::Overprint;
use engine::{About, Chart, Clause, NationInfo, NoDraws, Options, Papers, Roster, Rules, ScenarioInfo, SideInfo};
use ground::Ground;
use hexboard::Board;
use pieces::{Campaign, Nation, Pieces};
use scenarios::Scenario;
use std::path::Path;
use tables::{Standard, Tables};
pub use theatre::Theatre;

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
    ("names.toml", include_str!("../data/names.toml")),
    ("tempers.toml", include_str!("../data/tempers.toml")),
    ("judges/tannenberg.txt", include_str!("../data/judges/tannenberg.txt")),
    ("judges/marne.txt", include_str!("../data/judges/marne.txt")),
    ("judges/marne-battle.txt", include_str!("../data/judges/marne-battle.txt")),
    ("choosers/tannenberg.txt", include_str!("../data/choosers/tannenberg.txt")),
    ("choosers/marne.txt", include_str!("../data/choosers/marne.txt")),
    ("choosers/marne-battle.txt", include_str!("../data/choosers/marne-battle.txt")),
    ("clauses.tsv", include_str!("../data/clauses.tsv")),
    ("door.toml", include_str!("../data/door.toml")),
    ("facts.toml", include_str!("../data/facts.toml")),
    ("cards.toml", include_str!("../data/cards.toml")),
    ("lesson.toml", include_str!("../data/lesson.toml")),
    ("college/problems.toml", include_str!("../data/college/problems.toml")),
]);

/// What carries each clause of the rulebook, and which tests show it.
pub const LEDGER: &str = include_str!("../ledger.tsv");

/// The scenarios and the campaigns they are fought in.
const SCENARIOS: [(&str, Campaign); 3] =
    [("tannenberg", Campaign::Tannenberg), ("marne", Campaign::Marne), ("marne-battle", Campaign::Marne)];

/// The game: everything that never changes during play.
#[derive(Debug)]
pub struct ClashOfGiants {
    papers: Papers,
    /// The charts that both campaigns share.
    pub standard: Standard,
    theatres: [Theatre; 2],
    /// The scenarios.
    pub scenarios: Vec<Scenario>,
    sense: [hints::Sense; 2],
}

impl ClashOfGiants {
    /// Loads the game, with the data files of an overlay folder in place of its own.
    pub fn load(folder: Option<&Path>) -> Result<ClashOfGiants, DataError> {
        Self::load_as(folder.map(Overlay::folder).transpose()?.as_ref())
    }

    /// Loads the game as somebody has it.
    pub fn load_as(overlay: Option<&Overlay>) -> Result<ClashOfGiants, DataError> {
        let (files, mut provenance) = FILES.open(overlay)?;
        let standard = Standard::read(&files.read("standard.toml")?, &mut provenance)?;
        let mut theatre = |campaign| read_theatre(&files, campaign, &standard, &mut provenance);
        let theatres = [theatre(Campaign::Tannenberg)?, theatre(Campaign::Marne)?];
        let mut scenarios = Vec::new();
        for (id, campaign) in SCENARIOS {
            let file = files.read(&format!("scenarios/{id}.toml"))?;
            let theatre = &theatres[campaign.index()];
            let parts = (&theatre.ground, &theatre.pieces, &theatre.tables);
            scenarios.push(Scenario::read(id, &file, campaign, parts, &mut provenance)?);
        }
        let board = |scenario: usize| theatres[SCENARIOS[scenario].1.index()].ground.board();
        let papers = Papers::read(&files, about(&scenarios), provenance, hints::Concern::NAMES, board)?;
        let sense = [hints::Sense::new(&theatres[0]), hints::Sense::new(&theatres[1])];
        Ok(ClashOfGiants { papers, standard, theatres, scenarios, sense })
    }

    /// The components of a campaign.
    #[inline]
    pub fn theatre_of(&self, campaign: Campaign) -> &Theatre {
        &self.theatres[campaign.index()]
    }

    /// The components of the campaign that is played.
    #[inline]
    pub(crate) fn theatre(&self, state: &State) -> &Theatre {
        &self.theatres[state.campaign.index()]
    }
}

fn read_theatre(
    files: &Files,
    campaign: Campaign,
    standard: &Standard,
    provenance: &mut Provenances,
) -> Result<Theatre, DataError> {
    let file = |name: &str| files.read(&format!("{}/{name}", campaign.id()));
    let map_file = file("map.toml")?;
    let map = Map::read(&map_file, provenance)?;
    let ground = Ground::new(map, &map_file, campaign, standard)?;
    let pieces = Pieces::read(&file("pieces.toml")?, campaign, &ground, provenance)?;
    let tables = Tables::read(&file("tables.toml")?, campaign, &ground, provenance)?;
    Ok(Theatre::new(campaign, ground, pieces, tables, standard))
}

/// What the game says of itself: the Germans are gray, the Russians green, the French blue and the British tan [std/2.22].
#[engine::by_the_book]
fn about(scenarios: &[Scenario]) -> About {
    let nations = [
        (Nation::German, "#c4c8c9"),
        (Nation::Russian, "#a9bd8f"),
        (Nation::French, "#a9c3dd"),
        (Nation::British, "#d8c39a"),
    ];
    About {
        id: "clash-of-giants",
        title: "Clash of Giants: Tannenberg and the Marne".into(),
        version: 2,
        sides: [SideInfo::new("german", "German", "#c4c8c9"), SideInfo::new("allied", "Allied", "#a9c3dd")],
        nations: nations.map(|(nation, colour)| NationInfo::new(nation.id(), nation.title(), colour)).into(),
        scenarios: scenarios
            .iter()
            .map(|scenario| {
                let turns = scenario.last_turn - scenario.first_turn + 1;
                // In the east the Allies are Russians.
                let east = scenario.campaign == Campaign::Tannenberg;
                let colours = east.then(|| [nations[0].1, nations[1].1].map(String::from));
                let sides = east.then(|| [nations[0].0, nations[1].0].map(|nation| nation.title().to_string()));
                let no_draws = Some(no_draws(scenario.campaign));
                let info = ScenarioInfo::new(scenario.id, &scenario.title, turns).from_turn(scenario.first_turn);
                ScenarioInfo { colours, sides, no_draws, ..info }
            })
            .collect(),
        options: state::option::all(),
    }
}

/// Level points are a Russian victory, and on the Marne there can be no draw but by 17.5.
#[engine::by_the_book]
fn no_draws(campaign: Campaign) -> NoDraws {
    match campaign {
        Campaign::Tannenberg => NoDraws { clause: Clause("tannenberg/4.1c"), unless: None },
        Campaign::Marne => NoDraws { clause: Clause("marne/4.1d"), unless: Some("primary-only".into()) },
    }
}

impl Rules for ClashOfGiants {
    engine::played_in_places!(State, Action, view::Face);

    fn papers(&self) -> &Papers {
        &self.papers
    }

    fn map(&self, scenario: usize) -> &Map {
        &self.theatres[self.scenarios[scenario].campaign.index()].ground.map
    }

    fn charts(&self, scenario: usize, options: Options) -> Vec<Chart> {
        self.printed_charts(scenario, options)
    }

    fn roster(&self, scenario: usize) -> Roster {
        self.printed_counters(&self.papers.names, self.scenarios[scenario].campaign)
    }

    fn overprint(&self, scenario: usize) -> Overprint {
        self.printed_marks(self.scenarios[scenario].campaign)
    }

    fn shortages(&self, state: &State) -> Vec<Shortage> {
        self.out_of_supply(state)
    }

    fn board(&self, state: &State) -> &Board {
        self.theatre(state).ground.board()
    }
}
