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
mod choices;
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
mod zones;

pub use action::Action;
pub use state::State;

use engine::data::{DataError, Files, Map, Provenances};
use engine::position::{Position, PositionError};
use engine::{
    About, Choice, ClauseBook, Decision, Dice, Forecast, NationInfo, OptionInfo, Options, Refusal, Rules, ScenarioInfo,
    Side, SideInfo, Sink, View, Viewer, clauses,
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
}

/// The options with their titles and defaults, in the order of [`state::option`].
const OPTIONS: [(&str, &str, bool); state::option::COUNT] = [
    ("initiative", "Initiative in battles that call for it (16.1)", true),
    ("grand-battery", "Grand Batteries where Initiative is in play (16.5)", true),
    ("extended-line", "Extended Line (16.6)", true),
    ("lite", "MiB Lite: fatigue by formation (11.2)", false),
    ("pbem", "Play by mail: no chits, the sides move in turn (16.3)", false),
    ("turn-and-attack", "A unit may turn for 1 MP before a Deployed Attack", false),
    ("road-slopes", "Slopes cost movement points on roads too", false),
    ("front-neighbours", "Our reading: only an enemy left alone before its front bars a stack from joining", false),
    ("wide-enfilade", "Attackers of the same combat do not silence enfilading guns", false),
    ("infantry-square", "Our reading: only stacks with infantry suffer from enemy cavalry under fire", false),
    ("retreat-together", "Our reading: a retreat may end with friends who have room", false),
    (
        "dry-bridges",
        "Our reading: bridges spare retreats the price of water, streams cost it too, rivers can be waded",
        false,
    ),
    (
        "mild-pursuit",
        "Our reading: a pursuit by organic cavalry is not doubled, halved or rolled as a charge is",
        false,
    ),
    ("halved-charge", "The guns of charging cavalry are halved too", false),
    ("steady-fire", "Our reading: a friend in the hex does not lift a field of fire", false),
    ("quick-recovery", "Stragglers can be recovered in the turn of their loss", false),
    ("one-hex-fires", "Only one hex of a Grand Battery fires", false),
    ("whole-fatigue", "A bombardment turns all fatigue into one casualty", false),
    ("crests-block", "Our reading: only ground higher than guns and target blocks a bombardment", false),
    ("infantry-line", "Our reading: only infantry divisions extend their line", false),
    ("hold-again", "A unit may be held back again on the same day (Lite)", false),
    ("everywhere", "Initiative and Grand Batteries in every battle", false),
];

fn about(scenarios: &[Scenario]) -> About {
    let side =
        |id: &str, title: &str, colour: &str| SideInfo { id: id.into(), title: title.into(), colour: colour.into() };
    let nation =
        |id: &str, title: &str, colour: &str| NationInfo { id: id.into(), title: title.into(), colour: colour.into() };
    let option =
        |&(id, title, default): &(&str, &str, bool)| OptionInfo { id: id.into(), title: title.into(), default };
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
        options: OPTIONS.iter().map(option).collect(),
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
        self.ask(state)
    }

    fn legal(&self, state: &State, out: &mut Vec<Action>) {
        if state.outcome.is_some() {
            return;
        }
        match state.step {
            Step::Idle => {}
            Step::Begin => out.push(Action::Done),
            Step::Order => out.extend([Action::First, Action::Second]),
            Step::Hold(side) => self.list_holds(state, side, out),
            Step::Chits => self.list_chits(state, out),
            Step::Command => self.list_command(state, out),
            Step::Lead(leader) => {
                out.extend(self.rides(state, leader.into()).iter().map(Action::To));
                out.push(Action::Stay);
            }
            Step::Gather => self.list_gathering(state, out),
            Step::Choose => self.list_picks(state, out),
            Step::Act(unit) => self.list_acts(state, unit, out),
            Step::Arrive(unit, hex) => {
                let ways = self.ways(state, unit);
                self.list_arrival(state, unit, hex, &ways, out);
                if self.can_rejoin(state, unit, hex) {
                    out.push(Action::Rejoin);
                }
                if self.can_halt(state, unit, hex, &ways) {
                    out.push(Action::Stay);
                }
            }
            Step::Settle(unit) => self.list_settled(state, unit, out),
            Step::Evade(hex) => self.list_evasions(state, hex, out),
            Step::Flee(unit) => out.extend(self.refuges(state, unit).iter().map(Action::To)),
            Step::Declare => self.list_attacks(state, out),
            Step::Resolve => out.extend(state.plan.open().map(|combat| Action::Fight(combat as u8))),
            Step::Stand(_) => self.list_stand(state, out),
            Step::Buy(_) => out.extend((0..=state.fight.retreat[0]).map(Action::Buy)),
            Step::Lose => self.list_losers(state, out),
            Step::Retreat => self.list_runs(state, out),
            Step::Front(_) => out.extend((0..6).map(Action::Face)),
            Step::Advance => self.list_advances(state, out),
            Step::AdvanceTo(unit) => {
                out.extend(self.advances(state, unit).iter().map(Action::To));
                let lines = self.line_advances(state, unit).into_iter();
                out.extend(lines.map(|(right, facing)| Action::Line(right, facing)));
            }
            Step::Pursue(_) => self.list_pursuit(state, out),
            Step::Collapse(unit) => out.extend(self.hexes_of(state, unit).map(Action::Close)),
            Step::Leave(unit) => out.extend(self.ways_out(state, unit).iter().map(Action::To)),
            Step::Bombard(side) => {
                out.extend(self.targets(state, side).map(Action::Bombard));
                out.push(Action::Done);
            }
            Step::Rejoin(leader) => self.list_havens(state, leader, out),
        }
    }

    fn check(&self, state: &State, action: Action) -> Result<(), Refusal> {
        if state.outcome.is_some() {
            return Err(Refusal::new(clauses!["3.IV"], "the battle is over"));
        }
        match (state.step, action) {
            (Step::Hold(side), Action::Hold(unit)) => self.check_hold(state, side, unit, true),
            (Step::Hold(side), Action::Release(unit)) => self.check_hold(state, side, unit, false),
            (Step::Chits, Action::Chit(chit)) => self.check_chit(state, chit),
            (Step::Command, Action::Leader(leader)) => self.check_leader(state, leader),
            (Step::Lead(leader), Action::To(hex)) => self.check_ride(state, leader, hex),
            (Step::Command | Step::Gather, Action::Form(hex, facing)) => self.check_form(state, hex, facing),
            (Step::Gather, Action::Give(unit)) => self.check_give(state, unit),
            (Step::Gather, Action::Done) => self.check_gathered(state),
            (Step::Choose, Action::Pick(unit)) => self.check_pick(state, unit),
            (Step::Choose, Action::Done) => self.check_all_rallied(state),
            (Step::Act(unit), _) => self.check_act(state, unit, action),
            (Step::Arrive(unit, hex), _) => self.check_arrive(state, unit, hex, action),
            (Step::Settle(unit), _) => self.check_settle(state, unit, action),
            (Step::Evade(hex), Action::Evade(unit)) => self.check_evasion(state, hex, unit),
            (Step::Flee(unit), Action::To(hex)) => self.check_refuge(state, unit, hex),
            (Step::Declare, Action::Attack(unit, half, hex)) => self.check_attack(state, unit, half, hex, false),
            (Step::Declare, Action::Apart(unit, half, hex)) => self.check_attack(state, unit, half, hex, true),
            (Step::Resolve, Action::Fight(combat)) => self.check_fight(state, combat),
            (Step::Stand(_), Action::Defy(hex)) => self.check_defy(state, hex),
            (Step::Buy(_), Action::Buy(hexes)) if hexes <= state.fight.retreat[0] => Ok(()),
            (Step::Lose, Action::Lose(unit)) => self.check_loser(state, unit),
            (Step::Retreat, Action::To(hex)) => self.check_run(state, hex),
            (Step::Retreat, Action::Stay) => self.check_stop(state),
            (Step::Advance, Action::Advance(unit)) => self.check_advance(state, unit),
            (Step::AdvanceTo(unit), Action::To(hex)) => self.check_advance_to(state, unit, hex),
            (Step::AdvanceTo(unit), Action::Line(hex, facing)) => self.check_line_advance(state, unit, hex, facing),
            (Step::Pursue(_), Action::Pursue(unit)) => self.check_pursuit(state, unit),
            (Step::Pursue(_), Action::Roll) if !state.fight.joined.is_empty() => Ok(()),
            (Step::Collapse(unit), Action::Close(hex)) if self.hexes_of(state, unit).any(|own| own == hex) => Ok(()),
            (Step::Leave(unit), Action::To(hex)) => self.check_leave(state, unit, hex),
            (Step::Bombard(side), Action::Bombard(hex)) => self.check_bombard(state, side, hex),
            (Step::Rejoin(leader), Action::To(hex)) => self.check_haven(state, leader, hex),
            (Step::Order, Action::First | Action::Second)
            | (Step::Lead(_), Action::Stay)
            | (Step::Evade(_), Action::Stand)
            | (Step::Stand(_), Action::Yield)
            | (
                Step::Begin
                | Step::Hold(_)
                | Step::Chits
                | Step::Command
                | Step::Declare
                | Step::Advance
                | Step::Pursue(_)
                | Step::Bombard(_),
                Action::Done,
            ) => Ok(()),
            (Step::Front(_), Action::Face(facing)) if facing < 6 => Ok(()),
            _ => Err(self.wrong_moment(state, action)),
        }
    }

    fn play(&self, state: &mut State, action: Action, dice: &mut impl Dice, events: &mut impl Sink) {
        debug_assert!(self.check(state, action).is_ok(), "{action:?}");
        self.act(state, action, dice, events);
        self.settle(state, dice, events);
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
        self.point(state, hex, out);
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
