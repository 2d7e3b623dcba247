//! Rock of the Marne: the Second Battle of the Marne, July 1918.
//!
//! The files carry the names of the rulebook's chapters: `stacking`, [`sequence`], `headquarters` (1.1, 1.2), `supply` (1.3,
//! 1.4), `losses` (1.5), `air` (1.6), `replacements` (1.7), `combat` and `telling` (1.9), `breakdown` (2.2, 3.1), `bridges`
//! (3.2), `setup` (5.0) and `victory` (6.1 to 7.4); and of the series: `movement` and `overrun` (3), `zones` (4), `retreat`
//! (8), `view` (10). What is printed on map and counters is in `data/`.

mod action;
mod air;
mod breakdown;
mod bridges;
mod choices;
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
mod zones;

pub use action::Action;
pub use state::State;

use engine::data::{DataError, Files, Map, Provenances};
use engine::position::{Position, PositionError};
use engine::{
    About, Choice, ClauseBook, Decision, Dice, Forecast, NationInfo, OptionInfo, Options, Refusal, Rules, ScenarioInfo,
    Side, SideInfo, Sink, View, Viewer,
};
use ground::Ground;
use hexboard::Hex;
use pieces::{Piece, PieceSet, Pieces};
use scenarios::Scenario;
use state::Step;
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
    let option = |id: &str, title: &str| OptionInfo { id: id.into(), title: title.into(), default: false };
    // What the book prints, and others would play otherwise.
    let printed = |id: &str, title: &str| OptionInfo { default: true, ..option(id, title) };
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
        options: vec![
            option("allied-any-hq", "4.0a for the Allies: HQs give Attack Supply to any unit"),
            option("german-any-hq", "4.0a for the Germans: HQs give Attack Supply to any unit"),
            option("ersatz", "4.0b: the Germans get the Ersatz Corps HQ on turn 7 of the campaign"),
            option("early-breakdown", "As a report of a game has it: divisions break down before any division moves"),
            printed("one-number", "1.6e: airplanes refit by the number of the HQs (off, our reading: by their own)"),
            option("no-last-attack", "Out of Supply units never attack, not even by an HQ that is cut off with them"),
            option("own-hq-overruns", "Permanently assigned units overrun only within reach of their own HQ"),
            option("mild-three", "A 3 on the Interception Table costs the interceptor no step"),
            option("german-bridges", "Only Germans use assault bridges"),
            option("storm-across", "The Stormtrooper of an attack over the Marne must itself attack across it"),
            option("lakes-both-ways", "Attacks out of a lakes hex are halved too"),
            option("sworn-regiments", "Regiments set up from a permanently assigned division keep its assignment"),
            option("only-broken-down", "Only divisions that were broken down are reassembled, not destroyed ones"),
            option("last-markers", "7.2 is scored by the markers of the last German Supply Phase"),
            option("stand-to-control", "7.3 is scored by units that stand in the hexes"),
            option("strict-trenches", "Nobody enters enemy trenches of the quiet front, even after combat"),
            printed("all-trenches", "7.1 counts every French trench hex (off, our wish: the intermediate position)"),
            option("no-first-recall", "Airplanes on CAP are not recalled in the first player turn"),
            printed("excess-dies", "Units too many at an overrun are eliminated (off, series erratum: it is refused)"),
            option("blown-bridges", "The bridges of Chateau-Thierry and Dormans are blown"),
        ],
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
        self.question(state)
    }

    fn legal(&self, state: &State, out: &mut Vec<Action>) {
        if state.outcome.is_some() {
            return;
        }
        if let Some(hq) = state.displaced.first() {
            return self.list_shelters(state, hq, out);
        }
        match state.step {
            Step::Idle => {}
            Step::Arrivals => self.list_arrivals(state, out),
            Step::Arrive(piece) => out.extend(self.entries(state, piece).iter().map(Action::To)),
            Step::Moves => self.list_moves(state, out),
            Step::Move => self.list_ways(state, out),
            Step::OverrunFrom(target) => self.list_sources(state, target, out),
            Step::Break(_) => self.list_raises(state, out),
            Step::Muster(hex) => self.list_muster(state, hex, out),
            Step::Attacks => self.list_attacks(state, out),
            Step::Attack => self.list_attack(state, out),
            Step::Supplier(piece) => self.list_suppliers(state, piece, out),
            Step::Bomber(_) => out.extend(self.ready(state, state.side).iter().map(Action::Fly)),
            Step::Intercept => self.list_interceptors(state, out),
            Step::Support => out.extend([Action::Accept, Action::Decline]),
            Step::Lose(side) => self.list_losses(self.losers(state, side), out),
            Step::Toll(_) => self.list_losses(self.payers(state), out),
            Step::Retreat(side) => self.list_refuges(state, side, out),
            Step::Advance => {
                out.extend(self.advancers(state).iter().map(Action::Advance));
                out.push(Action::Done);
            }
            Step::Span => self.list_spans(state, out),
            Step::Excess(hex) => self.list_excess(state, hex, out),
            Step::Evening => self.list_evening(state, out),
            Step::Patrol(plane) => out.extend(self.beats(state, plane).iter().map(Action::To)),
            Step::Bridges => out.extend(self.bridge_choice(state).iter().map(Action::Pick)),
        }
    }

    fn check(&self, state: &State, action: Action) -> Result<(), Refusal> {
        if state.outcome.is_some() {
            return Err(Refusal::new(vec![self.victory_clause(state)], "the game is over"));
        }
        if let Some(hq) = state.displaced.first() {
            return match action {
                Action::To(hex) => self.check_shelter(state, hq, hex),
                _ => Err(self.wrong_moment(state, action)),
            };
        }
        match (state.step, action) {
            (Step::Arrivals, Action::Pick(piece)) => self.check_arrival(state, piece),
            (Step::Arrive(piece), Action::To(hex)) => self.check_entry(state, piece, hex),
            (Step::Moves, Action::Pick(piece)) => self.check_mover(state, piece),
            (Step::Moves, Action::Top(piece)) => self.check_top(state, piece),
            (Step::Moves, Action::Break(piece)) => self.check_break(state, piece),
            (Step::Moves, Action::Muster(hex)) => self.check_muster(state, hex),
            (Step::Move, Action::To(hex)) => self.check_way(state, hex),
            (Step::Move, Action::Overrun(hex)) => self.check_overrun(state, hex),
            (Step::Move, Action::Join(piece)) => self.check_join(state, piece),
            (Step::Move, Action::JoinAll) if self.companions(state).len() > 1 => Ok(()),
            (Step::OverrunFrom(target), Action::To(hex)) => self.check_source(state, target, hex),
            (Step::Break(_), Action::Raise(full)) => self.check_raise(state, full),
            (Step::Break(_), Action::Done) if state.breaking.1 > 0 => Ok(()),
            (Step::Muster(hex), Action::Join(piece)) => self.check_mustering(state, hex, piece),
            (Step::Muster(hex), Action::JoinAll) if self.muster_left(state, hex) > 1 => Ok(()),
            (Step::Muster(_), Action::Reassemble(piece, full)) => self.check_reassemble(state, piece, full),
            (Step::Attacks, Action::Target(hex)) => self.check_target(state, hex),
            (Step::Attacks, Action::Bomb(crossing)) => self.check_bombing(state, crossing),
            (Step::Attack, Action::Join(piece)) => self.check_joiner(state, piece),
            (Step::Attack, Action::JoinAll) if self.joiners(state).len() > 1 => Ok(()),
            (Step::Attack, Action::Shift(hq)) => self.check_shifter(state, hq),
            (Step::Attack, Action::Fly(plane)) => self.check_plane(state, plane),
            (Step::Attack, Action::Fight) => self.check_fight(state),
            (Step::Supplier(piece), Action::Supply(hq)) => self.check_supplier(state, piece, hq),
            (Step::Bomber(_) | Step::Evening, Action::Fly(plane)) => self.check_flight(state, plane),
            (Step::Intercept, Action::Intercept(plane)) => self.check_interceptor(state, plane),
            (Step::Lose(side), Action::Lose(piece)) => self.check_loss(state, self.losers(state, side), piece),
            (Step::Toll(_), Action::Lose(piece)) => self.check_loss(state, self.payers(state), piece),
            (Step::Retreat(side), Action::To(hex)) => self.check_refuge(state, side, hex),
            (Step::Retreat(_), Action::Pick(piece)) => self.check_apart(state, piece),
            (Step::Advance, Action::Advance(piece)) => self.check_advance(state, piece),
            (Step::Span, Action::Span(crossing)) => self.check_span(state, crossing),
            (Step::Excess(hex), Action::Lose(piece)) => self.check_excess(state, hex, piece),
            (Step::Evening, Action::Repair(crossing)) => self.check_repair(state, crossing),
            (Step::Patrol(plane), Action::To(hex)) => self.check_beat(state, plane, hex),
            (Step::Bridges, Action::Pick(hq)) => self.check_bridge_choice(state, hq),
            (Step::Arrivals | Step::Moves | Step::Attacks | Step::Evening, Action::Remove(crossing)) => {
                self.check_removal(state, crossing)
            }
            (Step::Move, Action::Stay)
            | (Step::Intercept, Action::Decline)
            | (Step::Support, Action::Accept | Action::Decline)
            | (
                Step::Arrivals | Step::Moves | Step::Attacks | Step::Advance | Step::Span | Step::Evening,
                Action::Done,
            ) => Ok(()),
            _ => Err(self.wrong_moment(state, action)),
        }
    }

    fn play(&self, state: &mut State, action: Action, dice: &mut impl Dice, events: &mut impl Sink) {
        debug_assert!(self.check(state, action).is_ok(), "{action:?}");
        match (state.step, action) {
            (_, Action::To(hex)) if !state.displaced.is_empty() => {
                state.displaced.first().into_iter().for_each(|hq| self.shelter(state, hq, hex, events));
            }
            (Step::Arrivals, Action::Pick(piece)) => self.pick_arrival(state, piece, events),
            (Step::Arrive(piece), Action::To(hex)) => self.arrive(state, piece, hex, events),
            (Step::Moves, Action::Pick(piece)) => {
                state.group = [piece].into_iter().collect();
                state.step = Step::Move;
            }
            (_, Action::Top(piece)) => self.put_on_top(state, piece, events),
            (_, Action::Break(piece)) => self.break_down(state, piece, events),
            (_, Action::Muster(hex)) => state.step = Step::Muster(hex),
            (Step::Move, Action::To(hex)) => self.move_to(state, hex, events),
            (Step::Move, Action::Overrun(hex)) => self.declare_overrun(state, hex, dice, events),
            (Step::Move, Action::JoinAll) => state.group = state.group.or(self.companions(state)),
            (Step::Move, Action::Stay) => self.end_move(state),
            (Step::OverrunFrom(target), Action::To(hex)) => self.overrun(state, target, hex, dice, events),
            (Step::Break(hex), Action::Raise(full)) => self.raise(state, hex, full, events),
            (Step::Break(_), _) => self.end_breakdown(state),
            (Step::Muster(hex), Action::JoinAll) => self.muster_all(state, hex),
            (Step::Muster(hex), Action::Reassemble(piece, full)) => self.reassemble(state, hex, piece, full, events),
            (Step::Move | Step::Muster(_), Action::Join(piece)) => state.group.insert(piece),
            (_, Action::Target(hex)) => self.aim(state, hex),
            (_, Action::Bomb(crossing)) => {
                state.bridge_on(crossing).into_iter().for_each(|bridge| state.step = Step::Bomber(bridge as u8));
            }
            (Step::Attack, Action::Join(piece)) => self.join_attack(state, piece),
            (Step::Attack, Action::JoinAll) => self.join_all(state),
            (Step::Attack, Action::Shift(hq)) => self.shift(state, hq),
            (Step::Attack, Action::Fly(plane)) => state.battle.plane = Some(plane),
            (Step::Attack, _) => self.announce(state, dice, events),
            (Step::Supplier(piece), Action::Supply(hq)) => self.supply(state, piece, hq),
            (Step::Bomber(bridge), Action::Fly(plane)) => self.send_bomber(state, bridge, plane, dice, events),
            (Step::Intercept, Action::Intercept(plane)) => self.intercept(state, plane, dice, events),
            (Step::Intercept, _) => self.mission_goes_on(state, dice, events),
            (Step::Support, _) => self.decide_support(state, action == Action::Accept, dice, events),
            (Step::Lose(side) | Step::Toll(side), Action::Lose(piece)) => self.lose(state, side, piece, events),
            (Step::Retreat(side), Action::To(hex)) => self.retreat(state, side, hex, events),
            (Step::Retreat(_), Action::Pick(piece)) => self.part(state, piece),
            (Step::Advance, Action::Advance(piece)) => self.advance(state, piece, events),
            (Step::Advance, _) => self.end_advance(state, events),
            (Step::Span, Action::Span(crossing)) => self.lay_bridge(state, crossing, events),
            (Step::Span, _) => self.conclude_attack(state, events),
            (Step::Excess(hex), Action::Lose(piece)) => {
                self.eliminate_excess(state, hex, piece, events);
                self.after_excess(state, hex, dice, events);
            }
            (_, Action::Remove(crossing)) => self.remove_bridge(state, crossing, events),
            (Step::Evening, Action::Repair(crossing)) => self.repair(state, crossing, dice, events),
            (Step::Evening, Action::Fly(plane)) => state.step = Step::Patrol(plane),
            (Step::Patrol(plane), Action::To(hex)) => self.patrol(state, plane, hex, events),
            (Step::Bridges, Action::Pick(hq)) => state.traced.insert(hq),
            _ => self.end_phase(state, dice, events),
        }
        self.settle(state, dice, events);
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
        self.meant_by(state, hex, out);
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        self.look(state, viewer)
    }

    fn forecast(&self, state: &State, action: Action) -> Option<Forecast> {
        self.check(state, action).ok()?;
        match (state.step, action) {
            (Step::Move, Action::To(hex)) if state.displaced.is_empty() => Some(self.move_forecast(state, hex)),
            (Step::Move, Action::Overrun(target)) => {
                let sources = self.sources(state, target);
                let from = sources.iter().next()?;
                let forecast = self.overrun_forecast(state, target, from)?;
                let open = sources.len() > 1 && forecast.given.is_none();
                Some(if open { forecast.given(format!("from {}", self.ground.label(from))) } else { forecast })
            }
            (Step::OverrunFrom(target), Action::To(from)) => self.overrun_forecast(state, target, from),
            (Step::Attack, Action::Join(piece)) => {
                let forecast = self.attack_forecast(state, [piece].into_iter().collect())?;
                Some(forecast.given("no more units join"))
            }
            (Step::Attack, Action::JoinAll) => {
                Some(self.attack_forecast(state, self.joiners(state))?.given("all of them attack"))
            }
            (Step::Attack, Action::Fight) => self.fight_forecast(state),
            (Step::Intercept, Action::Intercept(plane)) => Some(self.interception_forecast(state, plane)),
            (Step::Intercept, Action::Decline) if state.battle.fight != state::Fight::Bombing => {
                self.attack_forecast(state, PieceSet::EMPTY)
            }
            (Step::Bomber(bridge), Action::Fly(plane)) => Some(self.bombing_forecast(state, bridge, plane)),
            (Step::Evening, Action::Repair(_)) => Some(self.repair_forecast()),
            _ => None,
        }
    }

    fn resample(&self, state: &State, side: Side, dice: &mut impl Dice) -> State {
        self.shuffle(state, side, dice)
    }
}
