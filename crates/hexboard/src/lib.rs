//! Hex boards as wargames print them, free of any rules: numbering, terrain, hexsides, distances,
//! lines of sight and movement ranges.
//!
//! A board is made once with a [`BoardBuilder`] and never changes. Everything that varies in play
//! is kept outside of it, in arrays indexed by [`Hex`] or in a [`HexSet`].
//!
//! ```
//! use hexboard::*;
//!
//! let numbering = Numbering {
//!     orientation: Orientation::FlatTop,
//!     columns: 1..=20,
//!     rows: 1..=15,
//!     columns_grow: Horizontal::East,
//!     rows_grow: Vertical::South,
//!     shifted: Parity::Even,
//!     shift: Shift::Up,
//!     even_offset: 0,
//!     digits: (2, 2),
//!     separator: String::new(),
//!     order: Order::ColumnRow,
//! };
//! let clear = TerrainKind { name: "clear".into(), void: false };
//! let mut builder = BoardBuilder::new(numbering, vec![clear], vec!["road".into()])?;
//! let road = builder.feature_named("road").expect("just named");
//! let way = [builder.parse("0304")?, builder.parse("0404")?, builder.parse("0504")?];
//! builder.add_chain(&way, road)?;
//! let board = builder.build();
//!
//! let out = board.direction(way[0], way[1]).expect("adjacent");
//! assert_eq!(board.direction_name(out), "SE");
//! assert!(board.features(way[0], out).contains(road));
//! assert_eq!(board.label(way[2]).to_string(), "0504");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![warn(missing_docs)]

mod axial;
mod board;
mod builder;
mod costs;
mod direction;
mod error;
mod flood;
mod hex;
mod hex_set;
mod layout;
mod numbering;
mod reach;
mod sheet;
pub mod sight;
mod terrain;

pub use axial::Axial;
pub use board::Board;
pub use builder::BoardBuilder;
pub use costs::{Costs, Entry, Step};
pub use direction::Direction;
pub use error::{BoardError, HexError};
pub use flood::{Currents, Tide, Tides};
pub use hex::Hex;
pub use hex_set::HexSet;
pub use numbering::{Horizontal, Label, Numbering, Order, Orientation, Parity, Shift, Vertical};
pub use reach::{Reach, searching};
pub use terrain::{Feature, Features, Terrain, TerrainKind};
