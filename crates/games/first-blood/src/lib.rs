//! First Blood: Second Marne, 15 July 1918.
//!
//! The files carry the names of the rulebook's chapters: [`pieces`] (2.0), `setup` (3.0), `victory` (4.0),
//! [`sequence`] (5.0), `stacking`, `view` and `fog` (6.0), [`events`] (7.0), `reinforcements` (8.0), `movement` (9.0), `fire` and
//! `telling` (10.0), `bombardment` (11.0) and `play_balance` (13.0). What is printed on map and counters is in `data/`.

mod action;
mod bombardment;
mod charts;
pub mod events;
mod fire;
mod fog;
pub mod ground;
mod hints;
mod movement;
pub mod pieces;
mod play_balance;
mod position;
mod reinforcements;
mod returns;
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

use engine::data::{DataError, Files, Lesson, Map, Provenances};
use engine::position::{Position, PositionError};
use engine::{
    About, Chart, Choice, ClauseBook, Decision, Dice, Forecast, Options, Refusal, Rules, Said, ScenarioInfo, Side,
    SideInfo, Sink, View, Viewer, clauses,
};
use ground::Ground;
use hexboard::Hex;
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
    ("clauses.tsv", include_str!("../data/clauses.tsv")),
    ("lesson.toml", include_str!("../data/lesson.toml")),
]);

/// What carries each clause of the rulebook, and which tests show it.
pub const LEDGER: &str = include_str!("../ledger.tsv");

/// The game: everything that never changes during play.
#[derive(Debug)]
pub struct FirstBlood {
    about: About,
    book: ClauseBook,
    provenance: Provenances,
    /// The board.
    pub ground: Ground,
    /// The counters.
    pub pieces: Pieces,
    /// The charts.
    pub tables: Tables,
    scenario: Scenario,
    lesson: Option<Lesson>,
    sense: hints::Sense,
}

impl FirstBlood {
    /// Loads the game, with some data files replaced by those of an overlay folder.
    pub fn load(overlay: Option<&Path>) -> Result<FirstBlood, DataError> {
        let files = match overlay {
            Some(folder) => FILES.with_overlay(folder)?,
            None => FILES,
        };
        let mut provenance = Provenances::new(files.digest()?);
        let map_file = files.read("map.toml")?;
        let map = Map::read(&map_file, &mut provenance)?;
        let pieces = Pieces::read(&files.read("pieces.toml")?, &mut provenance)?;
        let tables = Tables::read(&files.read("tables.toml")?, &map.terrains, &mut provenance)?;
        let ground = Ground::new(map, &map_file, &tables, &pieces)?;
        let scenario = Scenario::read(&files.read("scenarios/july-15.toml")?, &ground, &mut provenance)?;
        let book = ClauseBook::parse(&files.read("clauses.tsv")?)?;
        let about = about(&scenario.title, tables.last_turn);
        let lesson = Lesson::find(&files, &about, ground.board())?;
        let sense = hints::Sense::new(&ground, tables.exit);
        Ok(FirstBlood { about, book, provenance, ground, pieces, tables, scenario, lesson, sense })
    }

    /// The side that decides.
    pub(crate) fn chooser(&self, state: &State) -> Side {
        state.place().chooser(self, state)
    }
}

/// The game in a few words; its sides have the colours of their counters, light gray and light olive drab [2.7].
#[engine::by_the_book]
fn about(title: &str, last_turn: u16) -> About {
    let side =
        |id: &str, title: &str, colour: &str| SideInfo { id: id.into(), title: title.into(), colour: colour.into() };
    About {
        id: "first-blood",
        title: "First Blood: Second Marne".into(),
        version: 2,
        sides: [side("german", "German", "#c8ccce"), side("us", "US", "#b7b37a")],
        nations: Vec::new(),
        scenarios: vec![ScenarioInfo { id: "july-15".into(), title: title.into(), turns: Some(last_turn.into()) }],
        options: state::option::all(),
    }
}

impl Rules for FirstBlood {
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

    fn charts(&self, _scenario: usize, _options: Options) -> Vec<Chart> {
        self.printed_charts()
    }

    fn set_up(&self, _scenario: usize, options: Options) -> State {
        State::empty(options)
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
        state.place().list(self, state, out);
    }

    fn check(&self, state: &State, action: Action) -> Result<(), Refusal> {
        if state.outcome.is_some() {
            return Err(Refusal::new(clauses!["4.3c"], "the game is over"));
        }
        state.place().check(self, state, action)
    }

    fn play(&self, state: &mut State, action: Action, dice: &mut impl Dice, events: &mut impl Sink) {
        debug_assert!(self.check(state, action).is_ok(), "{action:?}");
        state.place().play(self, state, action, dice, events);
        self.settle(state, dice, events);
        self.tell_ending(state, events);
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
