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
mod charts;
mod combat;
pub mod ground;
mod headquarters;
mod hints;
mod losses;
mod movement;
mod overrun;
pub mod pieces;
mod position;
mod replacements;
mod retreat;
mod returns;
pub mod scenarios;
pub mod sequence;
mod setup;
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

use engine::data::{DataError, Files, Map, Provenances};
use engine::position::{Position, PositionError};
use engine::{
    About, Chart, Choice, ClauseBook, Decision, Dice, Forecast, NationInfo, Options, Refusal, Rules, Said,
    ScenarioInfo, Side, SideInfo, Sink, View, Viewer,
};
use ground::Ground;
use hexboard::Hex;
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
    ("clauses.tsv", include_str!("../data/clauses.tsv")),
]);

/// What carries each clause of the rulebook, and which tests show it.
pub const LEDGER: &str = include_str!("../ledger.tsv");

/// The ids of the scenarios, in the rulebook's order: 6.1, 7.1, 7.2, 7.3, 7.4.
pub const SCENARIOS: [&str; 5] = ["campaign", "gouraud", "rock-of-the-marne", "tenth-army", "ardre"];

/// The game: everything that never changes during play.
#[derive(Debug)]
pub struct RockOfTheMarne {
    about: About,
    book: ClauseBook,
    provenance: Provenances,
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
        let about = about(&scenarios);
        let hq_counters = Piece::all().filter(|&piece| pieces.is_hq(piece)).collect();
        let arrivals = scenarios.iter().flat_map(|scenario| &scenario.arrivals);
        let ersatz = arrivals.filter(|arrival| arrival.ersatz).map(|arrival| arrival.unit.piece).next();
        let sense = hints::Sense::new(&ground, &scenarios);
        let steps = ways::Steps::new(&ground);
        let discs = RockOfTheMarne::discs_of(&ground, &pieces);
        let quiet = RockOfTheMarne::quiet_trenches_of(&ground, &scenarios);
        Ok(RockOfTheMarne {
            about,
            book,
            provenance,
            ground,
            pieces,
            tables,
            scenarios,
            hq_counters,
            ersatz,
            steps,
            discs,
            quiet,
            sense,
        })
    }
}

fn about(scenarios: &[Scenario]) -> About {
    let side =
        |id: &str, title: &str, colour: &str| SideInfo { id: id.into(), title: title.into(), colour: colour.into() };
    let nation =
        |id: &str, title: &str, colour: &str| NationInfo { id: id.into(), title: title.into(), colour: colour.into() };
    let turns = |scenario: &Scenario| u32::from(scenario.turns.1 - scenario.turns.0) + 1;
    About {
        id: "rock-of-the-marne",
        title: "Rock of the Marne".into(),
        version: 2,
        // The colours of the counters [GI/owner-a].
        sides: [side("german", "German", "#c8ccce"), side("allied", "Allied", "#a9cfe0")],
        nations: vec![
            nation("german", "German", "#c8ccce"),
            nation("french", "French", "#a9cfe0"),
            nation("american", "American", "#a3a368"),
            nation("british", "British", "#b0626a"),
            nation("italian", "Italian", "#7fb8a8"),
            nation("polish", "Polish", "#9c3f3f"),
        ],
        scenarios: scenarios
            .iter()
            .map(|scenario| ScenarioInfo {
                id: scenario.id.into(),
                title: scenario.title.clone(),
                turns: Some(turns(scenario)),
            })
            .collect(),
        options: state::option::all(),
    }
}

impl Rules for RockOfTheMarne {
    type State = State;
    type Action = Action;

    fn about(&self) -> &About {
        &self.about
    }

    fn book(&self) -> &ClauseBook {
        &self.book
    }

    fn map(&self, _scenario: usize) -> &Map {
        &self.ground.map
    }

    fn provenance(&self) -> &Provenances {
        &self.provenance
    }

    fn charts(&self, scenario: usize, options: Options) -> Vec<Chart> {
        self.printed_charts(scenario, options)
    }

    fn set_up(&self, scenario: usize, options: Options) -> State {
        self.begin(scenario, options)
    }

    fn position(&self, position: &Position) -> Result<State, PositionError> {
        self.build(position)
    }

    fn decision(&self, state: &State) -> Decision {
        match state.outcome {
            Some(outcome) => Decision::Over(outcome),
            None => Decision::Choose(self.chooser(state)),
        }
    }

    fn prompt(&self, state: &State) -> String {
        state.place().prompt(self, state)
    }

    fn legal(&self, state: &State, out: &mut Vec<Action>) {
        if state.outcome.is_none() {
            state.place().list(self, state, out);
        }
    }

    fn check(&self, state: &State, action: Action) -> Result<(), Refusal> {
        if state.outcome.is_some() {
            return Err(Refusal::new(vec![self.victory_clause(state)], "the game is over"));
        }
        state.place().check(self, state, action)
    }

    fn play(&self, state: &mut State, action: Action, dice: &mut impl Dice, events: &mut impl Sink) {
        debug_assert!(self.check(state, action).is_ok(), "{action:?}");
        state.place().play(self, state, action, dice, events);
        self.settle(state, dice, events);
    }

    fn concede(&self, state: &mut State, side: Side) {
        self.give_up(state, side);
    }

    fn notation(&self, state: &State, action: Action) -> String {
        action.write(self, state)
    }

    fn parse(&self, state: &State, text: &str) -> Result<Action, String> {
        Action::read(self, state, text)
    }

    fn choice(&self, state: &State, action: Action) -> Choice {
        action.choice(self, state, state.place().words(self, state, action))
    }

    fn pointing_at(&self, state: &State, hex: Hex, out: &mut Vec<Action>) {
        state.place().point(self, state, hex, out);
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        self.look(state, viewer)
    }

    fn forecast(&self, state: &State, action: Action) -> Option<Forecast> {
        self.check(state, action).ok()?;
        state.place().forecast(self, state, action)
    }

    fn resample(&self, state: &State, side: Side, dice: &mut impl Dice) -> State {
        self.shuffle(state, side, dice)
    }
}
