//! What is printed on the components, read from data files. Everything is checked when it is loaded; an error names
//! the file, the line, what was found there and what was expected.

mod battle;
mod changes;
pub(crate) mod defaults;
mod door;
mod facts;
mod files;
mod glossary;
mod lesson;
mod map;
mod names;
mod overlay;
mod problem;
mod provenance;
mod reading;
mod section;
mod sheet;
mod style;
mod tempers;

pub use battle::Battle;
pub use changes::{Address, Changes};
pub use door::{Chapter, Credits, Difficulty, Door, DoorPhase, Length, Told};
pub use facts::{Facts, Unlike};
pub use files::{DataError, DataFile, Files};
pub use glossary::{Glossary, check_words, hex, hexes, limited, number, numbers, region, some_hex};
pub use lesson::{Lesson, LessonStep};
pub use map::{Feature, Line, Map, MapFile, PlaceName, TerrainKind};
pub use names::{Names, ordinal};
pub use overlay::{Overlay, Project};
pub use problem::{Measure, Problem, Proof, Theme, Value};
pub use provenance::{Datum, Origin, Provenance, ProvenanceEntry, Provenances, Sourced, within};
pub use section::{Printed, Section, Taker, Unchecked};
pub use sheet::Sheet;
pub use style::{FeatureStyle, NameStyle, TerrainStyle};
pub use tempers::Tempers;
