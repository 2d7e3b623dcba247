//! What every game of Grognard shares.
//!
//! A game implements [`Rules`]: who must choose ([`Decision`]), what may be chosen, what a choice does, and what
//! each side may see of it. Everything else here is built on that trait or feeds it: [`dice`] are the only source of
//! chance, [`event`]s say what happened, a [`record`] is the whole game as text, a [`view`] is what one side may
//! know, a [`vocabulary`] holds the words for both, a [`forecast`] opens the odds of an action, a [`chart`] is what
//! dice are read on, an [`overlay`] shows what the rules say of the whole board, a [`refusal`] says by which clause
//! something is not allowed, and [`data`] loads what is printed on the components.

pub mod about;
pub mod blank;
pub mod census;
pub mod chart;
pub mod chooser;
pub mod clause;
pub mod data;
pub mod dice;
pub mod encoding;
pub mod event;
pub mod forecast;
pub mod hints;
pub mod id_set;
pub mod judge;
#[cfg(feature = "laws")]
pub mod laws;
pub mod luck;
pub mod matches;
pub mod memory;
mod named;
pub mod older;
pub mod overlay;
pub mod overprint;
pub mod papers;
pub mod place;
pub mod position;
pub mod record;
pub mod refusal;
pub mod roster;
pub mod rules;
pub mod side;
pub mod stacks;
pub mod study;
pub mod view;
pub mod vocabulary;

/// Nothing watches what runs.
#[cfg(not(all(feature = "laws", debug_assertions)))]
#[doc(hidden)]
#[macro_export]
macro_rules! ran {
    ($($said:tt)*) => {};
}

pub use about::{About, NationInfo, NoDraws, OptionInfo, Options, OwnDefault, ScenarioInfo, SideInfo, Whose};
pub use blank::Blank;
pub use by_the_book::by_the_book;
pub use census::{Census, Muster};
pub use chart::{Aim, Chart, ChartCell};
pub use chooser::Chooser;
pub use clause::{Clause, ClauseBook, ClauseEntry};
pub use dice::{Dice, Die};
pub use encoding::{Codebook, Encoding};
pub use event::{Audience, Event, Figure, Loss, Misdeeds, Reading, Roll, Silence, Sink};
pub use forecast::{Chance, Derivation, Fate, Fight, Forecast, Ladder, Toll, half_points};
pub use hints::{Bearing, Hints, Schooling, Stakes, Temper};
pub use id_set::{Id, IdSet};
pub use judge::Judge;
pub use luck::{Hope, Luck, Wish};
pub use matches::{Match, PlayError};
pub use older::Reread;
pub use overlay::{Marked, Overlay, OverlayInfo, Shade, Trace};
pub use papers::Papers;
pub use place::{Argument, Place, Said, UNFOUGHT, UNMOVED, Words, goes};
pub use position::Position;
pub use record::Record;
pub use refusal::{Bar, Refusal};
pub use roster::Roster;
pub use rules::{Choice, Decision, Outcome, Role, Rules};
pub use side::Side;
pub use stacks::Stacks;
pub use study::Study;
pub use view::{View, Viewer};
pub use vocabulary::{EventKind, FactKind, FigureName, Habit, Mark, MarkerKind, OverlayKind, Pointing, ValueName};
