//! First Blood: Second Marne, 15 July 1918.
//!
//! The files carry the names of the rulebook's chapters: [`pieces`] (2.0), `setup` (3.0), `victory` (4.0),
//! [`sequence`] (5.0), `stacking`, `view` and `fog` (6.0), [`events`] (7.0), `reinforcements` (8.0), `movement` (9.0), `fire` and
//! `telling` (10.0), `bombardment` (11.0) and `play_balance` (13.0). What is printed on map and counters is in `data/`.

mod action;
mod bombardment;
mod choices;
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

pub use action::Action;
pub use state::State;

use engine::data::{DataError, Files, Lesson, Map, Provenances};
use engine::position::{Position, PositionError};
use engine::{
    About, Choice, ClauseBook, Decision, Dice, Forecast, OptionInfo, Options, Refusal, Rules, ScenarioInfo, Side,
    SideInfo, Sink, View, Viewer, clauses,
};
use ground::Ground;
use hexboard::Hex;
use pieces::Pieces;
use setup::Scenario;
use state::Step;
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
}

fn about(title: &str, last_turn: u16) -> About {
    let side =
        |id: &str, title: &str, colour: &str| SideInfo { id: id.into(), title: title.into(), colour: colour.into() };
    let option = |id: &str, title: &str, default: bool| OptionInfo { id: id.into(), title: title.into(), default };
    About {
        id: "first-blood",
        title: "First Blood: Second Marne".into(),
        version: 1,
        // Light gray and light olive drab [2.7].
        sides: [side("german", "German", "#c8ccce"), side("us", "US", "#b7b37a")],
        nations: Vec::new(),
        scenarios: vec![ScenarioInfo { id: "july-15".into(), title: title.into(), turns: Some(last_turn.into()) }],
        options: vec![
            option("play-balance", "Section 13: sixteen turns, German bombardment deteriorates", true),
            option("separate-markers", "Each bombardment marker attacks by itself", false),
            option("show-counts", "The number of units in an enemy stack is open", false),
            option("hide-draws", "German draws after set-up are hidden from the US side", false),
            option("hide-firers", "Only the strength of a fire is shown, not the units that fire", false),
            option("strict-fog", "Moving units are not shown to the enemy", false),
        ],
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

    // Who plays which side is settled before the first unit is set up [3.1a].
    fn set_up(&self, _scenario: usize, options: Options) -> State {
        State::empty(options)
    }

    fn position(&self, position: &Position) -> Result<State, PositionError> {
        self.build(position)
    }

    fn decision(&self, state: &State) -> Decision {
        match state.outcome {
            Some(outcome) => Decision::Over(outcome),
            None => Decision::Choose(state.chooser()),
        }
    }

    fn prompt(&self, state: &State) -> String {
        if state.is_arranging() {
            return format!("Choose the top unit of {}.", self.ground.label(state.arrange[0]));
        }
        match state.step {
            Step::SetUp => {
                let piece = self.next_to_set_up(state);
                let zone = if self.sets_up_forward(state) { "forward" } else { "rear" };
                format!("Set up {} ({}) in the {zone} zone.", self.pieces.name(piece), self.pieces.title(piece))
            }
            Step::Rally => "Accept the US rally this turn?".into(),
            Step::Draw => "Choose the drawn unit to be placed.".into(),
            Step::Arrive(_) => "Choose where the drawn unit enters.".into(),
            Step::Moves => "Choose a unit to move, or end the phase.".into(),
            Step::Move(_) => "Choose where the unit goes.".into(),
            Step::Fires => "Choose a hex to fire into, or end the phase.".into(),
            Step::Fire(hex) => format!("Choose the units that fire into {}.", self.ground.label(hex)),
            Step::Advance(hex) => format!("Choose units to advance into {}.", self.ground.label(hex)),
            Step::Bombard => "Place bombardment markers, then roll for them.".into(),
            Step::Idle | Step::Entering => "Nothing is to be chosen.".into(),
        }
    }

    fn legal(&self, state: &State, out: &mut Vec<Action>) {
        if state.is_arranging() {
            return self.list_tops(state, out);
        }
        match state.step {
            Step::SetUp => self.list_set_up(state, out),
            Step::Rally => out.extend([Action::Accept, Action::Decline]),
            Step::Draw => out.extend(state.hand.iter().map(Action::Pick)),
            Step::Arrive(piece) => self.list_arrivals(state, piece, out),
            Step::Moves => {
                out.extend(self.movers(state).iter().map(Action::Pick));
                out.push(Action::Done);
            }
            Step::Move(piece) => self.list_destinations(state, piece, out),
            Step::Fires => self.list_fires(state, out),
            Step::Fire(hex) => self.list_joiners(state, hex, out),
            Step::Advance(hex) => {
                out.extend(self.advancers(state, hex).map(Action::Advance));
                out.push(Action::Done);
            }
            Step::Bombard => self.list_bombardments(state, out),
            Step::Idle | Step::Entering => {}
        }
    }

    fn check(&self, state: &State, action: Action) -> Result<(), Refusal> {
        if state.outcome.is_some() {
            return Err(Refusal::new(clauses!["4.3c"], "the game is over"));
        }
        if let Action::Top(piece) = action {
            return self.check_top(state, piece);
        }
        if state.is_arranging() {
            let reason = format!("first choose the top unit of {}", self.ground.label(state.arrange[0]));
            return Err(Refusal::new(clauses!["6.5a", "6.5f"], reason));
        }
        match (state.step, action) {
            (Step::SetUp, Action::Place(hex)) => self.check_set_up(state, hex),
            (Step::Arrive(piece), Action::Place(hex)) => self.check_arrival(state, piece, hex),
            (Step::Draw, Action::Pick(piece)) => self.check_drawn(state, piece),
            (Step::Moves, Action::Pick(piece)) => self.check_pick(state, piece),
            (Step::Move(piece), Action::To(hex)) => self.check_destination(state, piece, hex),
            (Step::Move(piece), Action::Exit) => self.check_exit(state, piece),
            (Step::Fires, Action::Target(hex)) => self.check_target(state, hex),
            (Step::Fires, Action::Guns(piece)) => self.check_guns(state, piece),
            (Step::Fire(hex), Action::Join(piece)) => self.check_join(state, piece, hex),
            (Step::Fire(hex), Action::JoinAll) if self.joiners(state, hex).nth(1).is_some() => Ok(()),
            (Step::Fire(_), Action::Fire) if !state.joined.is_empty() => Ok(()),
            (Step::Fire(_), Action::JoinAll | Action::Fire) => {
                Err(Refusal::new(clauses!["10.3a"], "first name units that fire, as far as there are any"))
            }
            (Step::Advance(hex), Action::Advance(piece)) => self.check_advance(state, piece, hex),
            (Step::Bombard, Action::Bombard(gun, hex)) => self.check_bombardment(state, gun, hex),
            (Step::SetUp, Action::Standard)
            | (Step::Rally, Action::Accept | Action::Decline)
            | (Step::Move(_), Action::Stay)
            | (Step::Moves | Step::Fires | Step::Advance(_) | Step::Bombard, Action::Done) => Ok(()),
            _ => Err(self.wrong_moment(state, action)),
        }
    }

    fn play(&self, state: &mut State, action: Action, dice: &mut impl Dice, events: &mut impl Sink) {
        debug_assert!(self.check(state, action).is_ok(), "{action:?}");
        match (state.step, action) {
            (_, Action::Top(piece)) => self.put_on_top(state, piece),
            (Step::SetUp, Action::Place(hex)) => self.set_up_unit(state, hex, dice, events),
            (Step::SetUp, _) => self.set_up_rest(state, dice, events),
            (Step::Rally, _) => self.decide_rally(state, action == Action::Accept, events),
            (Step::Draw, Action::Pick(piece)) => state.step = Step::Arrive(piece),
            (Step::Arrive(piece), Action::Place(hex)) => self.arrive(state, piece, hex, events),
            (Step::Moves, Action::Pick(piece)) => state.step = Step::Move(piece),
            (Step::Move(piece), Action::To(hex)) => self.move_to(state, piece, hex, events),
            (Step::Move(piece), Action::Exit) => self.exit(state, piece, events),
            (Step::Move(piece), _) => self.stay(state, piece),
            (Step::Fires, Action::Target(hex)) => state.step = Step::Fire(hex),
            (Step::Fires, Action::Guns(piece)) => self.give_guns(state, piece, events),
            (Step::Fire(_), Action::Join(piece)) => state.joined.insert(piece),
            (Step::Fire(hex), Action::JoinAll) => state.joined = state.joined.or(self.joiners(state, hex).collect()),
            (Step::Fire(hex), _) => self.fire(state, hex, dice, events),
            (Step::Advance(hex), Action::Advance(piece)) => self.advance(state, piece, hex, events),
            (Step::Advance(_), _) => self.end_advance(state),
            (Step::Bombard, Action::Bombard(gun, hex)) => self.bombard(state, gun, hex, events),
            (Step::Bombard, _) if !state.markers().is_empty() => self.fire_barrage(state, dice, events),
            _ => self.end_phase(state, dice, events),
        }
        self.settle(state, dice, events);
        self.tell_ending(state, events);
    }

    fn concede(&self, state: &mut State, side: Side) {
        self.give_up(state, side);
    }

    fn notation(&self, _state: &State, action: Action) -> String {
        self.write(action)
    }

    fn parse(&self, _state: &State, text: &str) -> Result<Action, String> {
        self.read(text)
    }

    fn choice(&self, state: &State, action: Action) -> Choice {
        self.describe(state, action)
    }

    fn pointing_at(&self, state: &State, hex: Hex, out: &mut Vec<Action>) {
        match state.step {
            _ if state.is_arranging() => out.extend(self.own(state, hex).map(Action::Top)),
            Step::SetUp | Step::Arrive(_) => out.push(Action::Place(hex)),
            Step::Moves => out.extend(self.own(state, hex).map(Action::Pick)),
            Step::Move(_) => out.push(Action::To(hex)),
            Step::Fires => out.push(Action::Target(hex)),
            Step::Fire(_) => out.extend(self.own(state, hex).map(Action::Join)),
            Step::Advance(_) => out.extend(self.own(state, hex).map(Action::Advance)),
            Step::Bombard => out.extend(pieces::Gun::BOTH.map(|gun| Action::Bombard(gun, hex))),
            Step::Rally | Step::Draw | Step::Idle | Step::Entering => {}
        }
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        self.look(state, viewer)
    }

    fn forecast(&self, state: &State, action: Action) -> Option<Forecast> {
        self.check(state, action).ok()?;
        match (state.step, action) {
            (Step::Move(piece), Action::To(hex)) => Some(self.move_forecast(state, piece, hex)),
            (Step::Fires, Action::Target(hex)) => {
                let firing = self.joiners(state, hex).collect();
                Some(self.fire_forecast(state, firing, hex).given("all that can join it"))
            }
            (Step::Move(piece), Action::Exit) => self.exit_forecast(state, piece),
            (Step::Fire(hex), Action::Join(piece)) => {
                let firing = state.joined.or([piece].into_iter().collect());
                Some(self.fire_forecast(state, firing, hex).given("no more units join"))
            }
            (Step::Fire(hex), Action::JoinAll) => {
                let firing = state.joined.or(self.joiners(state, hex).collect());
                Some(self.fire_forecast(state, firing, hex).given("all of them fire"))
            }
            (Step::Fire(hex), Action::Fire) => Some(self.fire_forecast(state, state.joined, hex)),
            (Step::Bombard, Action::Bombard(gun, hex)) => Some(self.marker_forecast(state, gun, hex)),
            (Step::Bombard, Action::Done) if !state.markers().is_empty() => Some(self.barrage_forecast(state)),
            _ => None,
        }
    }

    fn resample(&self, state: &State, side: Side, dice: &mut impl Dice) -> State {
        self.shuffle(state, side, dice)
    }
}
