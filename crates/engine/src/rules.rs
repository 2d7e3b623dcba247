//! The face of a game.

use crate::about::{About, Options};
use crate::chart::Chart;
use crate::data::{Battle, Door, Lesson, Map, Problem, Provenances};
use crate::dice::Dice;
use crate::event::Sink;
use crate::overlay::Shortage;
use crate::overprint::Overprint;
use crate::position::{Position, PositionError};
use crate::roster::Roster;
use crate::view::{Piece, View, Viewer};
use crate::{Clause, ClauseBook, Forecast, Overlay, OverlayInfo, OverlayKind, Papers, Refusal, Side};
use hexboard::{Board, Hex};
use serde::Serialize;
use std::fmt::Debug;
use std::hash::Hash;

/// Who must choose now, or how the game ended.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    /// This side chooses one of the legal actions.
    Choose(Side),
    /// The game is over.
    Over(Outcome),
}

/// How a game ended.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The winner; `None` where a rulebook knows draws.
    pub winner: Option<Side>,
    /// The rule that decided it.
    pub clause: Clause,
    /// By how much, in victory points, where the game counts them.
    pub margin: i32,
}

/// What decides a game in which a side gives up, where the book has no rule for it.
const CONCESSION: Clause = Clause("concession");

impl Outcome {
    /// A side has given up, and the other wins.
    pub const fn concession(loser: Side) -> Outcome {
        Outcome { winner: Some(loser.other()), clause: CONCESSION, margin: 0 }
    }

    /// Whether it came of giving up.
    pub fn is_concession(self) -> bool {
        self.clause == CONCESSION
    }
}

/// What an option is among the others of its decision.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// It names what is attacked.
    Aim,
    /// It adds something to the attack in hand.
    Join,
    /// The attack in hand is made as it stands.
    Fight,
    /// It takes up a counter with which others of its stack may go.
    Lead,
    /// It is seldom wanted, and lies a little aside.
    Aside,
    /// It is what most players would say, whenever they are asked this: a standing order may say it for them.
    Usual,
    /// No other answer would make a difference to anybody: nobody need be asked.
    Plain,
    /// It says which way something faces that has just been put down: its hex is the one ahead.
    Turn,
    /// Of several losses it is the one that costs least, by the book's own values: who has ordered so has it taken.
    Least,
}

/// A legal action as people and pages want it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "described", derive(schemars::JsonSchema))]
pub struct Choice {
    /// The action's notation, to be sent back.
    pub action: String,
    /// What it does, in a few words.
    pub text: String,
    /// The hex it points at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hex: Option<String>,
    /// The piece it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<String>,
    /// What it costs, where it costs something (`1 1/2 MP`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<String>,
    /// Whether dice fall at once, so that it cannot be taken back.
    pub rolls: bool,
    /// What it leaves undone, where it ends a phase in which more could be done (`45 units have not moved`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leaves: Option<String>,
    /// What it is among the others, where that is worth a word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<Role>,
}

impl Choice {
    /// A choice with its notation and its words.
    pub fn new(action: impl Into<String>, text: impl Into<String>) -> Choice {
        Choice {
            action: action.into(),
            text: text.into(),
            hex: None,
            piece: None,
            cost: None,
            rolls: false,
            leaves: None,
            role: None,
        }
    }
}

/// One rule system. The value holds everything that never changes during play: board, counters, tables.
///
/// The laws, tested for every game by the module `laws`:
/// 1. [`legal`](Rules::legal) lists exactly the actions that [`check`](Rules::check) accepts, and at least one until
///    the game is over.
/// 2. Every playout ends, without a panic, and [`play`](Rules::play) plays whatever `check` accepts.
/// 3. Replaying a record gives the same state.
/// 4. Two states that differ only in what a side may not know give it the same view, options, overlays and events.
/// 5. An action's notation parses back to the same action.
/// 6. A forecast adds up to one and agrees with real rolls.
/// 7. The events of an action tell the dice that fell, all of them and in order.
/// 8. Where a roll was read on a table, and where a forecast says that one will be, the charts have that place, and the
///    roll's result stands there.
pub trait Rules: Send + Sync + 'static {
    /// Everything that changes during play: small, flat, cheap to copy.
    type State: Clone + Eq + Hash + Debug + Send + Sync;
    /// One choice.
    type Action: Copy + Eq + Hash + Debug + Send + Sync;
    /// What can be seen of a counter, as small as it can be said: pictures are drawn of those that have changed.
    type Face: Clone + Eq + Hash + Debug + Send + Sync;

    /// What lies in the box beside the components.
    fn papers(&self) -> &Papers;
    /// The board a scenario is played on.
    fn map(&self, scenario: usize) -> &Map;
    /// The board that a state is played on, where there are several.
    fn board(&self, _state: &Self::State) -> &Board {
        &self.map(0).board
    }

    /// Title, sides, scenarios, options.
    fn about(&self) -> &About {
        &self.papers().about
    }
    /// The checklist of the rulebook.
    fn book(&self) -> &ClauseBook {
        &self.papers().book
    }
    /// Where each datum comes from.
    fn provenance(&self) -> &Provenances {
        &self.papers().provenance
    }
    /// The counters of a scenario as they are printed.
    fn roster(&self, _scenario: usize) -> Roster {
        Roster::default()
    }
    /// What a scenario's map has printed on it beside the ground.
    fn overprint(&self, _scenario: usize) -> Overprint {
        Overprint::default()
    }
    /// The guided battles, the first one first.
    fn lessons(&self) -> &[Lesson] {
        &self.papers().lessons
    }

    /// The battles that somebody has laid out.
    fn battles(&self) -> &[Battle] {
        &self.papers().battles
    }

    /// The problems of the staff college, theme by theme.
    fn problems(&self) -> &[Problem] {
        &self.papers().problems
    }
    /// What somebody reads who has never played the game.
    fn door(&self) -> Option<&Door> {
        self.papers().door.as_ref()
    }

    /// The charts of a scenario played with these options, in the order in which they are printed.
    fn charts(&self, _scenario: usize, _options: Options) -> Vec<Chart> {
        Vec::new()
    }

    /// The beginning of a scenario.
    fn set_up(&self, scenario: usize, options: Options) -> Self::State;
    /// A state made by hand.
    fn position(&self, position: &Position) -> Result<Self::State, PositionError>;

    /// Who must choose now. Cheap.
    fn decision(&self, state: &Self::State) -> Decision;
    /// What is to be chosen, in a sentence.
    fn prompt(&self, state: &Self::State) -> String;
    /// Adds all legal actions to `out`, in a fixed order.
    fn legal(&self, state: &Self::State, out: &mut Vec<Self::Action>);
    /// Whether an action is legal, and if not, why.
    fn check(&self, state: &Self::State, action: Self::Action) -> Result<(), Refusal>;
    /// Plays a legal action.
    fn play(&self, state: &mut Self::State, action: Self::Action, dice: &mut impl Dice, events: &mut impl Sink);
    /// A side gives up; it may do so at any time, whoever is to choose.
    fn concede(&self, state: &mut Self::State, side: Side);

    /// The action as text.
    fn notation(&self, state: &Self::State, action: Self::Action) -> String;
    /// The action that a text stands for, legal or not; else a sentence that says what is wrong with it.
    fn parse(&self, state: &Self::State, text: &str) -> Result<Self::Action, String>;
    /// The kinds of actions, in a word or two each: what somebody does not do in a thousand games is worth a thought.
    fn kinds(&self) -> &'static [&'static str] {
        &["act"]
    }
    /// Which of them an action is. Cheap.
    fn kind(&self, _action: Self::Action) -> usize {
        0
    }
    /// The action as people want to see it.
    fn choice(&self, state: &Self::State, action: Self::Action) -> Choice;
    /// Adds the actions, legal or not, that somebody may mean who points at a hex now.
    fn pointing_at(&self, state: &Self::State, hex: Hex, out: &mut Vec<Self::Action>);

    /// The counters that a viewer can see, stack by stack from the bottom to the top. Nothing is told by a face that is not
    /// seen in its picture: two that differ look different.
    fn faces(&self, state: &Self::State, viewer: Viewer) -> Vec<Self::Face>;
    /// What a viewer sees where there is a face.
    fn picture(&self, face: Self::Face) -> Piece;
    /// All that a viewer may know beside the counters.
    fn surroundings(&self, state: &Self::State, viewer: Viewer) -> View;
    /// What a viewer may know.
    fn view(&self, state: &Self::State, viewer: Viewer) -> View {
        let pieces = self.faces(state, viewer).into_iter().map(|face| self.picture(face)).collect();
        View { pieces, ..self.surroundings(state, viewer) }
    }
    /// What an action costs or may lead to; `None` where there is nothing to tell.
    fn forecast(&self, state: &Self::State, action: Self::Action) -> Option<Forecast>;
    /// The overlays that the game's book knows.
    fn overlays(&self) -> Vec<OverlayInfo> {
        Vec::new()
    }
    /// One of these overlays as a viewer may know it, about a hex if somebody points at one; `None` where the game has
    /// no such overlay.
    fn overlay(&self, _state: &Self::State, _viewer: Viewer, _kind: OverlayKind, _at: Option<Hex>) -> Option<Overlay> {
        None
    }
    /// The units of both sides that would be without supply or command if that were determined now, where the game's book
    /// knows such; all is open.
    fn shortages(&self, _state: &Self::State) -> Vec<Shortage> {
        Vec::new()
    }
    /// Another state that `side` cannot tell from this one, drawn at random from all that fit what it knows. What is
    /// drawn depends on the dice and on what the side knows, and not on what is true behind the fog.
    fn resample(&self, state: &Self::State, side: Side, dice: &mut impl Dice) -> Self::State;
}
