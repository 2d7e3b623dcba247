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
mod modes;
mod movement;
mod near;
mod paris;
pub mod pieces;
mod position;
mod recovery;
mod reinforcements;
mod results;
mod returns;
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

use engine::data::{DataError, Files, Lesson, Map, Provenances};
use engine::position::{Position, PositionError};
use engine::{
    About, Chart, Choice, ClauseBook, Decision, Dice, Forecast, NationInfo, Options, Refusal, Rules, Said,
    ScenarioInfo, Side, SideInfo, Sink, View, Viewer, clauses,
};
use ground::Ground;
use hexboard::Hex;
use near::Near;
use pieces::{Class, Piece, Pieces};
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
    ("clauses.tsv", include_str!("../data/clauses.tsv")),
]);

/// What carries each clause of the rulebook, and which tests show it.
pub const LEDGER: &str = include_str!("../ledger.tsv");

/// The game: everything that never changes during play.
#[derive(Debug)]
pub struct MiracleOnTheMarne {
    about: About,
    book: ClauseBook,
    provenance: Provenances,
    /// The board.
    pub ground: Ground,
    /// The counters.
    pub pieces: Pieces,
    /// The charts.
    pub tables: Tables,
    /// The scenarios; the first is the default.
    pub scenarios: Vec<Scenario>,
    lesson: Option<Lesson>,
    near: Near,
    sense: hints::Sense,
    /// All pieces of each side.
    sides: [PieceSet; 2],
    /// All guns.
    artillery: PieceSet,
    /// The order in which each side deploys.
    deployment: [Vec<Piece>; 2],
    /// For each scenario, how far each hex of a deployment zone is from the enemy's.
    front: Vec<Vec<u8>>,
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
        let about = about(&scenarios);
        let lesson = Lesson::find(&files, &about, ground.board())?;
        let near = Near::new(&ground, &tables);
        let sense = hints::Sense::new(&ground, &tables, &pieces);
        let sides = Side::BOTH.map(|side| pieces.all().filter(|&piece| pieces.side(piece) == side).collect());
        let artillery = pieces.units().filter(|&unit| pieces.counter(unit).class == Class::Artillery).collect();
        let mut game = MiracleOnTheMarne {
            about,
            book,
            provenance,
            ground,
            pieces,
            tables,
            scenarios,
            lesson,
            near,
            sense,
            sides,
            artillery,
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
    let side =
        |id: &str, title: &str, colour: &str| SideInfo { id: id.into(), title: title.into(), colour: colour.into() };
    let nation =
        |id: &str, title: &str, colour: &str| NationInfo { id: id.into(), title: title.into(), colour: colour.into() };
    let scenario = |scenario: &Scenario| ScenarioInfo {
        id: scenario.id.clone(),
        title: scenario.title.clone(),
        turns: Some(scenario.turns.into()),
    };
    About {
        id: "miracle-on-the-marne",
        title: "Miracle on the Marne".into(),
        version: 2,
        sides: [side("allied", "Allied", "#9fb4cf"), side("german", "German", "#b9bdb6")],
        nations: vec![
            nation("french", "French", "#9fb4cf"),
            nation("british", "British", "#c9b58a"),
            nation("german", "German", "#b9bdb6"),
        ],
        scenarios: scenarios.iter().map(scenario).collect(),
        options: state::option::all(),
    }
}

impl Rules for MiracleOnTheMarne {
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

    fn lesson(&self) -> Option<&Lesson> {
        self.lesson.as_ref()
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
        state.step.prompt(self, state)
    }

    fn legal(&self, state: &State, out: &mut Vec<Action>) {
        state.step.list(self, state, out);
    }

    fn check(&self, state: &State, action: Action) -> Result<(), Refusal> {
        if state.outcome.is_some() {
            return Err(Refusal::new(clauses!["14a"], "the game is over"));
        }
        state.step.check(self, state, action)
    }

    fn play(&self, state: &mut State, action: Action, dice: &mut impl Dice, events: &mut impl Sink) {
        debug_assert!(self.check(state, action).is_ok(), "{action:?} in {:?}", state.step);
        state.step.play(self, state, action, dice, events);
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
        action.choice(self, state, state.step.words(self, state, action))
    }

    fn pointing_at(&self, state: &State, hex: Hex, out: &mut Vec<Action>) {
        state.step.point(self, state, hex, out);
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        self.look(state, viewer)
    }

    fn forecast(&self, state: &State, action: Action) -> Option<Forecast> {
        self.check(state, action).ok()?;
        state.step.forecast(self, state, action)
    }

    fn resample(&self, state: &State, side: Side, dice: &mut impl Dice) -> State {
        self.shuffle(state, side, dice)
    }
}
