//! Clash of Giants: the campaigns of Tannenberg and the Marne, 1914.
//!
//! The standard rules are written once, a file for each chapter; where a campaign differs its own clause is cited. The
//! files in the order of the rulebook [std/1.2]: [`pieces`], [`ground`] and [`tables`] (2.0), `setup` and [`scenarios`]
//! (3.0), `victory` (4.0), [`sequence`] (5.0), `stacking` (6.0), `zones` (7.0), `supply` (8.0), `reinforcements` and
//! `replacements` (9.0), `command` and `rally` (10.0), `movement` (11.0), `combat`, `resolution`, `retreat` and
//! `advance` (12.0 and 14.0; forts, 13.0, in `supply` and `resolution`), `strategic` (15.0) and `special` (16.0). What
//! is printed on maps, counters and charts is in `data/`.

mod action;
mod advance;
mod choices;
mod combat;
mod command;
pub mod ground;
mod hints;
mod movement;
pub mod pieces;
mod position;
mod rally;
mod reinforcements;
mod replacements;
mod resolution;
mod retreat;
mod returns;
pub mod scenarios;
pub mod sequence;
mod setup;
mod special;
mod stacking;
pub mod state;
mod strategic;
mod supply;
pub mod tables;
pub mod theatre;
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
use pieces::{Campaign, Nation, Pieces, Units};
use scenarios::Scenario;
use state::Step;
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
    ("clauses.tsv", include_str!("../data/clauses.tsv")),
    ("lesson.toml", include_str!("../data/lesson.toml")),
]);

/// What carries each clause of the rulebook, and which tests show it.
pub const LEDGER: &str = include_str!("../ledger.tsv");

/// The scenarios and the campaigns they are fought in.
const SCENARIOS: [(&str, Campaign); 3] =
    [("tannenberg", Campaign::Tannenberg), ("marne", Campaign::Marne), ("marne-battle", Campaign::Marne)];

/// The game: everything that never changes during play.
#[derive(Debug)]
pub struct ClashOfGiants {
    about: About,
    /// The rulebook as a checklist.
    pub book: ClauseBook,
    /// Where the data come from.
    pub provenance: Provenances,
    /// The charts that both campaigns share.
    pub standard: Standard,
    theatres: [Theatre; 2],
    /// The scenarios.
    pub scenarios: Vec<Scenario>,
    sense: [hints::Sense; 2],
    lesson: Option<Lesson>,
}

impl ClashOfGiants {
    /// Loads the game, with some data files replaced by those of an overlay folder.
    pub fn load(overlay: Option<&Path>) -> Result<ClashOfGiants, DataError> {
        let files = match overlay {
            Some(folder) => FILES.with_overlay(folder)?,
            None => FILES,
        };
        let mut provenance = Provenances::new(files.digest()?);
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
        let book = ClauseBook::parse(&files.read("clauses.tsv")?)?;
        let about = about(&scenarios);
        // The lesson is a battle in the east.
        let lesson = Lesson::find(&files, &about, theatres[Campaign::Tannenberg.index()].ground.board())?;
        let sense = [hints::Sense::new(&theatres[0]), hints::Sense::new(&theatres[1])];
        Ok(ClashOfGiants { about, book, provenance, standard, theatres, scenarios, sense, lesson })
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
    let file = |name: &str| files.read(&format!("{}/{name}", campaign.folder()));
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
    let side =
        |id: &str, title: &str, colour: &str| SideInfo { id: id.into(), title: title.into(), colour: colour.into() };
    let option = |id: &str, title: &str| OptionInfo { id: id.into(), title: title.into(), default: false };
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
        sides: [side("german", "German", "#c4c8c9"), side("allied", "Allied", "#a9c3dd")],
        nations: nations
            .map(|(nation, colour)| NationInfo {
                id: nation.id().into(),
                title: nation.title().into(),
                colour: colour.into(),
            })
            .into(),
        scenarios: scenarios
            .iter()
            .map(|scenario| ScenarioInfo {
                id: scenario.id.into(),
                title: scenario.title.clone(),
                turns: Some(u32::from(scenario.last_turn - scenario.first_turn) + 1),
            })
            .collect(),
        options: vec![
            option("optional-corps", "Marne 16.2: six more German divisions, at the price of two Secondary hexes"),
            option("cavalry-command", "Marne 16.3: the German First Army's cavalry is a command of its own"),
            option(
                "slow-start",
                "Marne 17.4: on turn 6 the BEF and the French Sixth and Fourth Armies have two points",
            ),
            option("primary-only", "Marne 17.5: the Allies win by Primary hexes alone, and the game may be a draw"),
            option("camp-halved", "Our reading: supply halves the allowance inside the Fortified Camp of Paris too"),
            option("held-towns", "Our reading, Tannenberg: German reinforcements need a town in German hands"),
            option(
                "intercept-line",
                "Another reading, Tannenberg: an intercepted roll uses the line of the turn it is made for",
            ),
            option("bound-advance", "Another reading, Marne: advances are bound by army boundaries like moves"),
            option(
                "german-prizes",
                "Our wish for balance, Marne battle: victory hexes behind the German line are German at the start",
            ),
            option("second-corps", "Another order of battle, Tannenberg: the Russian II Corps is of the First Army"),
            option("start-apart", "Our reading, Marne: units in Start Hexes are adjacent to nobody when armies rally"),
        ],
    }
}

#[engine::by_the_book]
impl Rules for ClashOfGiants {
    type State = State;
    type Action = Action;

    fn about(&self) -> &About {
        &self.about
    }

    fn book(&self) -> &ClauseBook {
        &self.book
    }

    fn map(&self, scenario: usize) -> &Map {
        &self.theatres[self.scenarios[scenario].campaign.index()].ground.map
    }

    fn provenance(&self) -> &Provenances {
        &self.provenance
    }

    fn lesson(&self) -> Option<&Lesson> {
        self.lesson.as_ref()
    }

    fn set_up(&self, scenario: usize, options: Options) -> State {
        self.lay_out(scenario, options)
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
        self.question(state)
    }

    fn legal(&self, state: &State, out: &mut Vec<Action>) {
        match state.step {
            Step::Idle => {}
            Step::SetUp(piece) => self.list_set_up(state, piece, out),
            Step::Arrive(piece) => self.list_arrivals(state, piece, out),
            Step::Return(piece) => self.list_returns(state, piece, out),
            Step::Replace => {
                out.extend(self.replaceable(state).map(Action::Rebuild));
                out.push(Action::Done);
            }
            Step::Intercept => out.extend(RUSSIANS.map(Action::Intercept)),
            Step::Activate => out.extend(RUSSIANS.map(Action::Activate)),
            Step::Command => self.list_commands(state, out),
            Step::Moves => self.list_moves(state, out),
            Step::Move => self.list_destinations(state, out),
            Step::Rail(piece) => self.list_rail(state, piece, out),
            Step::Crowd(hex) => out.extend(state.stack(hex).map(Action::Remove)),
            Step::Attacks => self.list_attacks(state, out),
            Step::Attack => self.list_attack(state, out),
            Step::Withdraw => self.list_withdrawals(state, out),
            Step::WithdrawTo(piece) => self.list_withdrawal_ends(state, piece, out),
            Step::Checks => self.list_checks(state, out),
            Step::Retreats => out.extend(state.falling.iter().map(Action::Pick)),
            Step::Retreat(piece) => self.list_retreats(state, piece, out),
            Step::Advance => self.list_advances(state, out),
        }
    }

    fn check(&self, state: &State, action: Action) -> Result<(), Refusal> {
        if state.outcome.is_some() {
            let clauses = if state.is_marne() { clauses!["marne/4.1a"] } else { clauses!["tannenberg/4.1a"] };
            return Err(Refusal::new(clauses, "the game is over"));
        }
        match (state.step, action) {
            (Step::SetUp(piece), Action::Place(hex)) => self.check_set_up(state, piece, hex),
            (Step::Arrive(piece), Action::Place(hex)) => self.check_arrival(state, piece, hex),
            (Step::Return(piece), Action::Place(hex)) => self.check_return(state, piece, hex),
            (Step::Return(piece), Action::Hold) => self.check_hold(state, piece),
            (Step::Replace, Action::Rebuild(piece)) => self.check_marker(state, piece),
            (Step::Intercept, Action::Intercept(army)) | (Step::Activate, Action::Activate(army)) => {
                self.check_activation(state, army)
            }
            (Step::Command, Action::Roll) if state.is_tannenberg() => Ok(()),
            (Step::Command, Action::Draw) if state.is_marne() => Ok(()),
            (Step::Command, Action::AttackState) => self.check_attack_state(state),
            (Step::Moves, Action::Pick(piece)) => self.check_pick(state, piece),
            (Step::Moves, Action::PickAll(hex)) => self.check_stack(state, hex),
            (Step::Moves, Action::Rebuild(piece)) => self.check_attempt(state, piece),
            (Step::Moves, Action::Taxis(piece)) => self.check_taxis(state, piece),
            (Step::Moves, Action::Entrain(piece)) => self.check_entrain(state, piece),
            (Step::Moves, Action::Detach(piece)) => self.check_detach(state, piece),
            (Step::Moves, Action::Done) => self.check_segment_end(state),
            (Step::Move, Action::To(hex)) => self.check_destination(state, hex),
            (Step::Move, Action::Through(hex)) => self.check_passage(state, hex),
            (Step::Move, Action::Stay) => self.check_stay(state),
            (Step::Rail(piece), Action::To(hex)) => self.check_rail_end(state, piece, hex),
            (Step::Crowd(hex), Action::Remove(piece)) => self.check_remove(state, piece, hex),
            (Step::Attacks | Step::Attack, Action::Target(hex)) => self.check_target(state, hex),
            (Step::Attack, Action::Link(hex)) => self.check_link(state, hex),
            (Step::Attack, Action::Join(piece)) => self.check_join(state, piece),
            (Step::Attack, Action::JoinAll) => self.check_join_all(state),
            (Step::Attack, Action::Launch) => self.check_launch(state),
            (Step::Withdraw, Action::Withdraw(piece)) => self.check_withdraw(state, piece),
            (Step::WithdrawTo(piece), Action::To(hex)) => self.check_withdrawal_end(state, piece, hex),
            (Step::Checks, Action::Check(piece)) => self.check_checker(state, piece),
            (Step::Retreats, Action::Pick(piece)) => self.check_falling(state, piece),
            (Step::Retreat(piece), Action::To(hex)) => self.check_retreat(state, piece, hex),
            (Step::Advance, Action::Advance(piece, hex)) => self.check_advance(state, piece, hex),
            (Step::Advance, Action::Done) => self.check_advance_end(state),
            (Step::Rail(piece), Action::Stay) => self.check_rail_stay(state, piece),
            (Step::SetUp(_), Action::Standard)
            | (Step::Arrive(_), Action::Hold)
            | (Step::Replace | Step::Attacks | Step::Withdraw, Action::Done) => Ok(()),
            _ => Err(self.wrong_moment(state, action)),
        }
    }

    fn play(&self, state: &mut State, action: Action, dice: &mut impl Dice, events: &mut impl Sink) {
        debug_assert!(self.check(state, action).is_ok(), "{action:?}");
        match (state.step, action) {
            (Step::SetUp(piece), Action::Place(hex)) => self.set_up_unit(state, piece, hex, events),
            (Step::SetUp(_), _) => self.set_up_rest(state, events),
            (Step::Arrive(piece), Action::Place(hex)) => self.arrive(state, piece, hex, events),
            (Step::Arrive(piece), _) => self.hold_back(state, piece, events),
            (Step::Return(piece), Action::Place(hex)) => self.come_back(state, piece, hex, events),
            (Step::Return(_), _) => state.step = Step::Idle,
            (Step::Replace, Action::Rebuild(piece)) => self.give_marker(state, piece, events),
            (Step::Replace, _) => self.end_replacements(state, events),
            (Step::Intercept, Action::Intercept(army)) => self.intercept(state, army, dice, events),
            (Step::Activate, Action::Activate(army)) => self.activate(state, army, dice, events),
            (Step::Command, Action::Draw) => self.draw(state, dice, events),
            (Step::Command, Action::AttackState) => self.declare_attack_state(state, events),
            (Step::Command, _) => self.roll_command(state, dice, events),
            (Step::Moves, Action::Pick(piece)) => self.pick(state, [piece].into_iter().collect()),
            (Step::Moves, Action::PickAll(hex)) => {
                self.pick(state, self.stack_at(state, hex).unwrap_or(Units::EMPTY));
            }
            (Step::Moves, Action::Rebuild(piece)) => self.attempt(state, piece, dice, events),
            (Step::Moves, Action::Taxis(piece)) => self.send_taxis(state, piece, events),
            (Step::Moves, Action::Entrain(piece)) => self.entrain(state, piece, dice, events),
            (Step::Moves, Action::Detach(piece)) => self.detach(state, piece, events),
            (Step::Moves, _) => self.end_segment(state),
            (Step::Move, Action::To(hex)) => self.move_to(state, hex, events),
            (Step::Move, Action::Through(hex)) => self.move_through(state, hex, events),
            (Step::Move, _) => self.end_move(state, events),
            (Step::Rail(piece), Action::To(hex)) => self.rail_to(state, piece, Some(hex), events),
            (Step::Rail(piece), _) => self.rail_to(state, piece, None, events),
            (Step::Crowd(_), Action::Remove(piece)) => self.remove_crowd(state, piece, events),
            (Step::Attacks | Step::Attack, Action::Target(hex)) => self.target(state, hex),
            (Step::Attacks, _) => self.end_phase(state, events),
            (Step::Attack, Action::Link(hex)) => self.link(state, hex),
            (Step::Attack, Action::Join(piece)) => state.join(piece, state.groups),
            (Step::Attack, Action::JoinAll) => self.join_all(state),
            (Step::Attack, _) => self.launch(state, events),
            (Step::Withdraw, Action::Withdraw(piece)) => self.withdraw(state, piece, dice, events),
            (Step::Withdraw, _) => self.stand(state),
            (Step::WithdrawTo(piece), Action::To(hex)) => self.withdraw_to(state, piece, hex, events),
            (Step::Checks, Action::Check(piece)) => self.choose_checker(state, piece),
            (Step::Retreats, Action::Pick(piece)) => {
                self.take_up_retreat(state, piece, events);
            }
            (Step::Retreat(piece), Action::To(hex)) => self.retreat_to(state, piece, hex, events),
            (Step::Advance, Action::Advance(piece, hex)) => self.advance(state, piece, hex, events),
            (Step::Advance, _) => self.end_advance(state),
            _ => {}
        }
        self.settle(state, dice, events);
        self.tell_ending(state, events);
    }

    fn concede(&self, state: &mut State, side: Side) {
        self.give_up(state, side);
    }

    fn notation(&self, state: &State, action: Action) -> String {
        self.write(state, action)
    }

    fn parse(&self, state: &State, text: &str) -> Result<Action, String> {
        self.read(state, text)
    }

    fn choice(&self, state: &State, action: Action) -> Choice {
        self.describe(state, action)
    }

    fn pointing_at(&self, state: &State, hex: Hex, out: &mut Vec<Action>) {
        match state.step {
            Step::SetUp(_) | Step::Arrive(_) | Step::Return(_) => out.push(Action::Place(hex)),
            Step::Replace => out.extend(self.own(state, hex).map(Action::Rebuild)),
            Step::Moves => {
                out.extend(self.own(state, hex).map(Action::Pick));
                out.push(Action::PickAll(hex));
            }
            Step::Move | Step::Rail(_) | Step::Retreat(_) | Step::WithdrawTo(_) => out.push(Action::To(hex)),
            Step::Crowd(_) => out.extend(self.own(state, hex).map(Action::Remove)),
            Step::Attacks => out.push(Action::Target(hex)),
            Step::Attack => {
                out.push(Action::Target(hex));
                out.extend(self.own(state, hex).map(Action::Join));
            }
            Step::Withdraw => out.extend(self.own(state, hex).map(Action::Withdraw)),
            Step::Checks => out.extend(self.own(state, hex).map(Action::Check)),
            Step::Retreats => out.extend(self.own(state, hex).map(Action::Pick)),
            Step::Advance => out.extend(state.advancers.iter().map(|piece| Action::Advance(piece, hex))),
            Step::Idle | Step::Intercept | Step::Activate | Step::Command => {}
        }
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        self.look(state, viewer)
    }

    fn forecast(&self, state: &State, action: Action) -> Option<Forecast> {
        self.check(state, action).ok()?;
        match (state.step, action) {
            (Step::Move, Action::To(hex) | Action::Through(hex)) => self.move_forecast(state, hex),
            (Step::Intercept, Action::Intercept(army)) => Some(self.intercept_forecast(state, army)),
            (Step::Activate, Action::Activate(army)) => Some(self.command_forecast(state, army, state.turn)),
            (Step::Command, Action::Roll) => Some(self.command_forecast(state, state.army, state.turn)),
            (Step::Command, Action::Draw) => Some(self.draw_forecast(state)),
            (Step::Moves, Action::Rebuild(piece)) => Some(self.attempt_forecast(state, piece)),
            (Step::Moves, Action::Entrain(piece)) => Some(self.entrain_forecast(state, piece)),
            (Step::Attack, Action::Join(_) | Action::JoinAll | Action::Target(_)) => self.plan_forecast(state, action),
            (Step::Attacks, Action::Target(_)) => self.plan_forecast(state, action),
            (Step::Attack, Action::Launch) => self.attack_forecast(state, 1, Units::EMPTY),
            (Step::Withdraw, Action::Withdraw(piece)) => self.withdraw_forecast(state, piece),
            (Step::Checks, Action::Check(piece)) => self.checker_forecast(state, piece),
            _ => None,
        }
    }

    /// Nothing is hidden [std/2.5]: the only state that looks like this one is this one.
    fn resample(&self, state: &State, _side: Side, _dice: &mut impl Dice) -> State {
        state.clone()
    }
}

/// The armies that the Russian commands.
const RUSSIANS: [pieces::Army; 2] = [pieces::Army::RussianFirst, pieces::Army::RussianSecond];
