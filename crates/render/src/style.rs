//! The styles of a map's parts, in the map's order, and the inks that a style has.

use crate::palette as ink;
use engine::data::{FeatureStyle, Map, NameStyle, TerrainStyle};

/// The styles of everything on a map, in the map's order.
pub struct Styles {
    pub terrains: Vec<TerrainStyle>,
    /// How high each kind of ground lies.
    pub levels: Vec<u8>,
    pub features: Vec<FeatureStyle>,
    pub names: Vec<NameStyle>,
}

impl Styles {
    /// All styles of a map.
    pub fn of(map: &Map) -> Styles {
        Styles {
            terrains: map.terrains.iter().map(|kind| kind.draw).collect(),
            levels: map.terrains.iter().map(|kind| kind.level).collect(),
            features: map.features.iter().map(|kind| kind.draw).collect(),
            names: map.places.iter().map(|place| place.style).collect(),
        }
    }
}

/// The ink of a trench line: each side digs in its own.
pub fn trench_ink(style: FeatureStyle) -> Option<&'static str> {
    match style {
        FeatureStyle::TrenchLine => Some(ink::TRENCH),
        FeatureStyle::FrenchTrenchLine => Some(ink::FRENCH_TRENCH),
        FeatureStyle::GermanTrenchLine => Some(ink::GERMAN_TRENCH),
        _ => None,
    }
}
