//! What a scenario's map has printed on it beside the ground: what hexes are worth, where troops enter, begin and leave,
//! where they are set up, how they retreat, and the turns.

use hexboard::{Direction, Hex};

/// All that is printed over the ground, and beside it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overprint {
    /// What stands in hexes.
    pub marks: Vec<MapMark>,
    /// The ways by which each side retreats, where they are printed.
    pub compasses: Vec<Compass>,
    /// The spaces of the turn track, as the view's track names them.
    pub turns: Vec<String>,
}

/// Something printed in one hex or around several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapMark {
    /// What it is.
    pub kind: MapMarkKind,
    /// The hexes.
    pub hexes: Vec<Hex>,
    /// Points, a letter, or a name.
    pub text: String,
    /// Its colour, as `#rrggbb`.
    pub colour: String,
}

/// What a mark on the map says.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum MapMarkKind {
    /// What each hex is worth.
    Victory,
    /// Troops enter here.
    Entry,
    /// Troops may leave here.
    Exit,
    /// Troops are set up or begin here.
    Zone,
}

/// The directions in which a side retreats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compass {
    /// Whose it is.
    pub title: String,
    /// Its colour, as `#rrggbb`.
    pub colour: String,
    /// The directions.
    pub ways: Vec<Direction>,
}

impl MapMark {
    /// A mark in these hexes.
    pub fn new(
        kind: MapMarkKind,
        hexes: impl IntoIterator<Item = Hex>,
        text: impl Into<String>,
        colour: impl Into<String>,
    ) -> MapMark {
        MapMark { kind, hexes: hexes.into_iter().collect(), text: text.into(), colour: colour.into() }
    }
}
