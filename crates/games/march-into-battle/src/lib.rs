//! March into Battle: Napoleonic divisions on three battlefields.
//!
//! The files carry the names of the rulebook's chapters: [`pieces`] and `leaders` (2.0), `sequence` (3.0), `activation`
//! (4.0), `status` (5.0), `movement`, `stacking` and `zones` (6.0), `attack`, `strength`, `combat`, `retreat` and `cavalry`
//! (7.0), `high_ground` (8.0), `fatigue` (9.0, 11.0), `losses` and `detachments` (10.0), `battery` and `line` (16.0). What
//! is printed on maps, counters and charts is in `data/`.
#![allow(rustdoc::broken_intra_doc_links, reason = "a clause in brackets is no link")]

mod action;
mod activation;
mod attack;
mod battery;
mod cavalry;
mod charts;
mod combat;
mod detachments;
mod fatigue;
mod footing;
pub mod ground;
mod high_ground;
mod hints;
mod leaders;
mod line;
mod losses;
mod movement;
pub mod pieces;
mod position;
mod retreat;
mod returns;
pub mod scenarios;
mod sequence;
mod stacking;
pub mod state;
mod status;
mod strength;
pub mod tables;
mod victory;
mod view;
mod words;
mod zones;

pub use action::Action;
pub use state::State;

use engine::data::{DataError, Files, Map, Provenances};
use engine::position::{Position, PositionError};
use engine::{
    About, Chart, Choice, ClauseBook, Decision, Dice, Forecast, NationInfo, Options, Refusal, Rules, Said,
    ScenarioInfo, Side, SideInfo, Sink, View, Viewer, clauses,
};
use hexboard::Hex;
use scenarios::{BATTLES, Scenario};
use state::Step;
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

/// What carries each clause of the rulebook, and which tests show it.
pub const LEDGER: &str = include_str!("../ledger.tsv");

/// The game: everything that never changes during play.
#[derive(Debug)]
pub struct MarchIntoBattle {
    about: About,
    /// The clauses of the rulebook.
    pub book: ClauseBook,
    /// Where all data come from.
    pub provenance: Provenances,
    /// The charts.
    pub tables: Tables,
    /// The battles.
    pub scenarios: Vec<Scenario>,
    footings: Vec<footing::Footing>,
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
        let footings = scenarios.iter().map(|battle| footing::Footing::new(battle, &tables)).collect();
        Ok(MarchIntoBattle { about: about(&scenarios), book, provenance, tables, scenarios, footings })
    }

    /// The side that decides.
    pub(crate) fn chooser(&self, state: &State) -> Side {
        state.place().chooser(self, state)
    }
}

/// The game in a few words.
fn about(scenarios: &[Scenario]) -> About {
    let side =
        |id: &str, title: &str, colour: &str| SideInfo { id: id.into(), title: title.into(), colour: colour.into() };
    let nation =
        |id: &str, title: &str, colour: &str| NationInfo { id: id.into(), title: title.into(), colour: colour.into() };
    About {
        id: "march-into-battle",
        title: "March into Battle".into(),
        version: 2,
        sides: [side("french", "French", "#9db8d9"), side("coalition", "Coalition", "#e6e0cf")],
        nations: vec![
            nation("french", "French", "#9db8d9"),
            nation("italian", "Italian", "#a9cfa4"),
            nation("german", "Confederation of the Rhine", "#b9c7e0"),
            nation("polish", "Polish", "#d9a9b8"),
            nation("austrian", "Austrian", "#e6e0cf"),
            nation("hungarian", "Hungarian", "#d8c9a3"),
            nation("russian", "Russian", "#a9b89a"),
        ],
        scenarios: scenarios
            .iter()
            .map(|battle| ScenarioInfo {
                id: battle.id.into(),
                title: battle.title.clone(),
                turns: Some(battle.turns.len() as u32),
            })
            .collect(),
        options: state::option::all(),
    }
}

impl Rules for MarchIntoBattle {
    type State = State;
    type Action = Action;

    fn about(&self) -> &About {
        &self.about
    }

    fn book(&self) -> &ClauseBook {
        &self.book
    }

    fn map(&self, scenario: usize) -> &Map {
        &self.scenarios[scenario].ground.map
    }

    fn provenance(&self) -> &Provenances {
        &self.provenance
    }

    /// The first chit is drawn with the first action, as only actions roll dice: the battle begins with a step for the
    /// side that may choose first, or with the draw itself.
    fn charts(&self, scenario: usize, options: Options) -> Vec<Chart> {
        self.printed_charts(scenario, options)
    }

    fn set_up(&self, scenario: usize, options: Options) -> State {
        let mut state = self.begin(scenario, options);
        state.step = Step::Begin;
        state
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
            return Err(Refusal::new(clauses!["3.IV"], "the battle is over"));
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
