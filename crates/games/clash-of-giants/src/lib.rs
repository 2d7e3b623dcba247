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
mod charts;
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
        options: state::option::all(),
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

    fn charts(&self, scenario: usize, options: Options) -> Vec<Chart> {
        self.printed_charts(scenario, options)
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
            let clauses = if state.is_marne() { clauses!["marne/4.1a"] } else { clauses!["tannenberg/4.1a"] };
            return Err(Refusal::new(clauses, "the game is over"));
        }
        state.step.check(self, state, action)
    }

    fn play(&self, state: &mut State, action: Action, dice: &mut impl Dice, events: &mut impl Sink) {
        debug_assert!(self.check(state, action).is_ok(), "{action:?}");
        state.step.play(self, state, action, dice, events);
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

    /// Nothing is hidden [std/2.5]: the only state that looks like this one is this one.
    fn resample(&self, state: &State, _side: Side, _dice: &mut impl Dice) -> State {
        state.clone()
    }
}
