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
mod choices;
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
mod zones;

pub use action::Action;
pub use state::State;

use engine::data::{DataError, Files, Lesson, Map, Provenances};
use engine::position::{Position, PositionError};
use engine::{
    About, Choice, ClauseBook, Decision, Dice, Forecast, NationInfo, OptionInfo, Options, Refusal, Rules, ScenarioInfo,
    Side, SideInfo, Sink, View, Viewer, clauses,
};
use ground::Ground;
use hexboard::Hex;
use near::Near;
use pieces::{Class, Piece, Pieces};
use scenarios::Scenario;
use state::{PieceSet, Step};
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
}

/// What the game says about itself. Optional rules may be used singly or together [15a].
#[engine::by_the_book]
fn about(scenarios: &[Scenario]) -> About {
    let side =
        |id: &str, title: &str, colour: &str| SideInfo { id: id.into(), title: title.into(), colour: colour.into() };
    let nation =
        |id: &str, title: &str, colour: &str| NationInfo { id: id.into(), title: title.into(), colour: colour.into() };
    let option = |id: &str, title: &str, default: bool| OptionInfo { id: id.into(), title: title.into(), default };
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
        // In the order of `state::option`.
        options: vec![
            option("taxis", "15.1: Paris taxicabs", false),
            option("variable-reinforcements", "15.2: reinforcements roll for their arrival", false),
            option("command-and-control", "15.3: HQs roll to change their modes", false),
            option("bef", "15.4: the B.E.F. is supplied from the west, and its losses score", false),
            option("secret-rolls", "15.3.3: command rolls are secret", false),
            option("massed-suffer", "A massed target subtracts from the die", false),
            option("meek-hqs", "HQs exert no zones, hold no hex and close no railroad (our reading of 9.9)", false),
            option("tie-for-target", "Between modes of equal steps the best for the target counts", false),
            option("repeat-bombardment", "A hex may be bombarded several times in a phase", false),
            option("steady-guns", "Disruption does not reduce bombardment factors", false),
            option("attack-supporters", "Hexes that could give support may be attacked later in the phase", false),
            option("fire-once", "Supporting and artillery Defense Fire once a phase for each unit", false),
            option("guns-support", "Guns next to attackers only support", false),
            option(
                "most-unsupplied",
                "Only if most steps of a hex are out of supply is a result increased (ours)",
                false,
            ),
            option("counter-advance", "Counter-attackers may advance", false),
            option("any-hq", "Any friendly HQ supplies a unit", false),
            option(
                "follow-roads",
                "Supply pays half a point only along roads and railroads (our reading of 11.1.5)",
                false,
            ),
            option("return-own", "A HQ brings back units of its own corps alone (our reading of 12.1.5)", false),
            option("moroccans-apart", "Each Moroccan unit picks its own HQ", false),
            option("moroccans-french", "Moroccan units attach to French HQs alone", false),
            option("taxi-infantry", "Taxis carry infantry alone", false),
            option("normal-ban", "Change Normally leads not from Regroup to Offensive (our reading of 15.3.1)", false),
            option("bef-cavalry", "The British Cavalry Division counts among the corps of 15.4", false),
            option("no-overstacking", "No unit may end its move where it over-stacks", false),
            option("rally-first", "Disruption is removed before a move or not at all (our reading of 10.2)", false),
            option("paris-each", "Each Paris hex is worth the points of Paris", false),
            option("handicap", "The Allies need a lead where the scenario says so (our wish for balance)", false),
            option("take-at-stops", "Trains and taxis take no town but where they stop (our wish)", false),
        ],
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

    fn set_up(&self, scenario: usize, options: Options) -> State {
        self.begin(scenario, options)
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
        self.ask(state)
    }

    fn legal(&self, state: &State, out: &mut Vec<Action>) {
        match state.step {
            Step::StartModes => {
                self.list_modes(state, out);
                out.extend([Action::Standard, Action::Done]);
            }
            Step::Deploy => self.list_deployment(state, out),
            Step::Modes | Step::Granted => {
                self.list_modes(state, out);
                self.list_done(state, out);
            }
            Step::ArrivalMode => self.list_modes(state, out),
            Step::Notes => {
                self.list_notes(state, out);
                self.list_done(state, out);
            }
            Step::Initiative => out.extend([Action::First, Action::Second]),
            Step::Moves => {
                out.extend(self.movers(state).iter().map(Action::Pick));
                self.list_revert(state, out);
                out.push(Action::Done);
            }
            Step::Move => self.list_moves(state, out),
            Step::TaxiTo => self.list_taxi_stops(state, out),
            Step::TaxiCorps => out.extend(self.taxi_corps(state, state.joined).iter().map(Action::Attach)),
            Step::Reinforce => self.list_reinforcements(state, out),
            Step::Enter => self.list_entrances(state, out),
            Step::Attach => out.extend(self.fosters(state).iter().map(Action::Attach)),
            Step::Bombard => self.list_bombardments(state, out),
            Step::Volley(hex) => self.list_guns(state, hex, out),
            Step::Declare => self.list_declarations(state, out),
            Step::Attackers(hex) => self.list_attackers(state, hex, out),
            Step::Order => out.extend(state.declared.iter().map(Action::Target)),
            Step::DefenseFire => self.list_defense_fire(state, out),
            Step::DefenseVolley(hex) => self.list_shooters(state, hex, out),
            Step::Attack => out.push(Action::Fire),
            Step::Counter => self.list_counters(state, out),
            Step::CounterForce(_) => self.list_counter_force(state, out),
            Step::Disrupt => out.extend(state.struck.iter().map(Action::Pick)),
            Step::Mix => self.list_mixes(state, out),
            Step::Losses => out.extend(state.struck.and(state.on_map).iter().map(Action::Lose)),
            Step::Retreat => out.extend(self.retreat_ways(state).map(Action::Retreat)),
            Step::Advance => self.list_advances(state, out),
        }
    }

    fn check(&self, state: &State, action: Action) -> Result<(), Refusal> {
        if state.outcome.is_some() {
            return Err(Refusal::new(clauses!["14a"], "the game is over"));
        }
        match (state.step, action) {
            (Step::StartModes | Step::Modes | Step::Granted | Step::ArrivalMode, Action::Mode(hq, mode)) => {
                self.check_mode(state, hq, mode)
            }
            (Step::Modes | Step::Granted | Step::Notes, Action::Done) => self.check_modes_done(state),
            (Step::Notes, Action::Note(hq)) => self.check_note(state, hq),
            (Step::Deploy, Action::Place(hex)) => self.check_deployment(state, hex),
            (Step::Moves, Action::Pick(piece)) => self.check_pick(state, piece),
            (Step::Moves | Step::Reinforce | Step::Bombard | Step::Declare, Action::Revert) => self.check_revert(state),
            (Step::Move, Action::To(hex)) => self.check_march(state, hex),
            (Step::Move, Action::Rail(hex)) => self.check_rail(state, hex),
            (Step::Move, Action::Join(unit)) => self.check_companion(state, unit),
            (Step::Move, Action::JoinAll) => self.check_several(self.companions(state)),
            (Step::Move, Action::Rally) => self.check_rally(state),
            (Step::Move, Action::Recover) => self.check_recovery(state),
            (Step::Move, Action::Return(unit)) => self.check_return(state, unit),
            (Step::Move, Action::Taxi(unit)) => self.check_taxi(state, unit),
            (Step::TaxiTo, Action::To(hex)) => self.check_taxi_stop(state, hex),
            (Step::TaxiCorps | Step::Attach, Action::Attach(hq)) => self.check_foster(state, hq),
            (Step::Reinforce, Action::Pick(piece)) => self.check_reinforcement(state, piece),
            (Step::Reinforce, Action::Delay(group)) => self.check_delay(state, group),
            (Step::Enter, Action::Enter(hex)) => self.check_entrance(state, hex),
            (Step::Enter, Action::Join(unit)) => self.check_fellow(state, unit),
            (Step::Enter, Action::JoinAll) => self.check_several(self.fellow_arrivals(state)),
            (Step::Bombard, Action::Target(hex)) => self.check_bombardment(state, hex),
            (Step::Volley(hex), Action::Aim(gun, factors)) => self.check_aim(state, gun, factors, hex),
            (Step::Volley(hex), Action::AimAll) => self.check_aim_all(state, hex),
            (Step::Volley(_) | Step::DefenseVolley(_), Action::Fire) => self.check_aimed(state),
            (Step::Declare, Action::Target(hex)) => self.check_declaration(state, hex),
            (Step::Declare, Action::Done) => self.check_declared(state),
            (Step::Attackers(hex), Action::Join(unit)) => self.check_attacker_of(state, unit, hex),
            (Step::Attackers(hex), Action::JoinAll) => self.check_join_all(state, hex),
            (Step::Attackers(_), Action::Done) if state.joined.is_empty() => {
                Err(Refusal::new(clauses!["9.2.1a"], "first name units that attack"))
            }
            (Step::Order, Action::Target(hex)) => self.check_order(state, hex),
            (Step::DefenseFire, Action::Target(hex)) => self.check_defense_fire(state, hex),
            (Step::DefenseVolley(hex), Action::Aim(unit, factors)) => self.check_shooter(state, unit, factors, hex),
            (Step::DefenseVolley(hex), Action::AimAll) => self.check_all_shooters(state, hex),
            (Step::DefenseVolley(_), Action::Garrison) => self.check_garrison(state),
            (Step::Counter, Action::Target(hex)) => self.check_counter(state, hex),
            (Step::CounterForce(_), Action::Join(unit)) => self.check_counter_force(state, unit),
            (Step::CounterForce(_), Action::JoinAll) => self.check_counter_all(state),
            (Step::CounterForce(_), Action::Fire) => self.check_counter_fire(state),
            (Step::Disrupt, Action::Pick(unit)) if state.struck.contains(unit) => Ok(()),
            (Step::Mix, Action::Take(steps)) => self.check_mix(state, steps),
            (Step::Losses, Action::Lose(unit)) => self.check_loss(state, unit),
            (Step::Retreat, Action::Retreat(hex)) => self.check_retreat(state, hex),
            (Step::Advance, Action::Advance(unit, hex)) => self.check_advance(state, unit, hex),
            (Step::StartModes | Step::Deploy, Action::Standard)
            | (Step::Initiative, Action::First | Action::Second)
            | (Step::Move, Action::Stay)
            | (Step::Attack, Action::Fire)
            | (
                Step::StartModes
                | Step::Moves
                | Step::Reinforce
                | Step::Bombard
                | Step::Attackers(_)
                | Step::DefenseFire
                | Step::Counter
                | Step::Advance,
                Action::Done,
            ) => Ok(()),
            _ => Err(self.wrong_moment(state, action)),
        }
    }

    fn play(&self, state: &mut State, action: Action, dice: &mut impl Dice, events: &mut impl Sink) {
        debug_assert!(self.check(state, action).is_ok(), "{action:?} in {:?}", state.step);
        match (state.step, action) {
            (_, Action::Mode(hq, mode)) => self.set_mode(state, hq, mode, events),
            (_, Action::Note(hq)) => self.note(state, hq, events),
            (_, Action::Place(hex)) => self.deploy(state, hex, events),
            (_, Action::Standard) => self.deploy_rest(state, events),
            (_, Action::First) => self.choose_first(state, true, dice, events),
            (_, Action::Second) => self.choose_first(state, false, dice, events),
            (Step::Reinforce, Action::Pick(piece)) => self.call(state, piece),
            (Step::Disrupt, Action::Pick(unit)) => self.disrupt_one(state, unit, events),
            (_, Action::Pick(piece)) => self.pick(state, piece),
            (Step::Attackers(hex), Action::Join(unit)) => self.commit(state, unit, hex),
            (_, Action::Join(unit)) => state.joined.insert(unit),
            (Step::Attackers(hex), Action::JoinAll) => self.commit_all(state, hex),
            (Step::CounterForce(_), Action::JoinAll) => self.counter_with_all(state),
            (Step::Enter, Action::JoinAll) => state.joined = state.joined.or(self.fellow_arrivals(state)),
            (_, Action::JoinAll) => state.joined = state.joined.or(self.companions(state)),
            (Step::TaxiTo, Action::To(hex)) => self.go_by_taxi(state, hex, events),
            (_, Action::To(hex)) => self.move_to(state, hex, events),
            (_, Action::Rail(hex)) => self.go_by_rail(state, hex, events),
            (_, Action::Stay) => self.stay(state),
            (_, Action::Rally) => self.rally(state, events),
            (_, Action::Recover) => self.recover(state, dice, events),
            (_, Action::Return(unit)) => self.bring_back(state, unit, dice, events),
            (_, Action::Taxi(unit)) => {
                state.joined.insert(unit);
                state.step = Step::TaxiTo;
            }
            (Step::TaxiCorps, Action::Attach(hq)) => self.reassign(state, hq, events),
            (_, Action::Attach(hq)) => self.attach(state, hq, events),
            (_, Action::Revert) => self.revert(state, events),
            (_, Action::Enter(hex)) => self.enter(state, hex, events),
            (_, Action::Delay(group)) => self.delay(state, group, events),
            (Step::Bombard, Action::Target(hex)) => state.step = Step::Volley(hex),
            (Step::Declare, Action::Target(hex)) => state.step = Step::Attackers(hex),
            (Step::Order, Action::Target(hex)) => self.begin_battle(state, hex, events),
            (Step::DefenseFire, Action::Target(hex)) => state.step = Step::DefenseVolley(hex),
            (_, Action::Target(hex)) => state.step = Step::CounterForce(hex),
            (_, Action::Aim(unit, factors)) => state.aimed[unit.index()] = factors,
            (Step::Volley(hex), Action::AimAll) => self.aim_all_guns(state, hex),
            (Step::DefenseVolley(hex), Action::AimAll) => self.aim_all_shooters(state, hex),
            (_, Action::Garrison) => state.garrison_fire[0] = true,
            (Step::Volley(hex), Action::Fire) => self.bombard(state, hex, dice, events),
            (Step::DefenseVolley(hex), Action::Fire) => self.defend(state, hex, dice, events),
            (Step::CounterForce(hex), Action::Fire) => self.counter_attack(state, hex, dice, events),
            (_, Action::Fire) => self.attack(state, dice, events),
            (_, Action::Take(steps)) => self.take(state, steps, events),
            (_, Action::Lose(unit)) => self.lose(state, unit, events),
            (_, Action::Retreat(hex)) => self.retreat(state, hex, events),
            (_, Action::Advance(unit, hex)) => self.advance(state, unit, hex, events),
            (Step::StartModes, Action::Done) => state.step = Step::Deploy,
            (Step::Modes | Step::Notes | Step::Granted, Action::Done) => self.end_own_modes(state, dice, events),
            (Step::Moves, Action::Done) => self.end_moves(state, events),
            (Step::Reinforce, Action::Done) => self.end_reinforcements(state, events),
            (Step::Bombard, Action::Done) => self.end_bombardment(state, events),
            (Step::Declare, Action::Done) => self.end_declaration(state, dice, events),
            (Step::Attackers(hex), Action::Done) => self.end_attackers(state, hex),
            (Step::DefenseFire, Action::Done) => self.end_defense_fire(state, events),
            (Step::Counter | Step::Advance, Action::Done) => self.end_battle(state, events),
            // Nothing else is legal.
            (_, Action::AimAll | Action::Done) => {}
        }
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
        self.point_at(state, hex, out);
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        self.look(state, viewer)
    }

    fn forecast(&self, state: &State, action: Action) -> Option<Forecast> {
        self.check(state, action).ok()?;
        self.foresee(state, action)
    }

    fn resample(&self, state: &State, side: Side, dice: &mut impl Dice) -> State {
        self.shuffle(state, side, dice)
    }
}
