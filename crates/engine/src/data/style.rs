//! The words with which a map says how its parts are drawn: closed lists, read with the map.

use serde::Deserialize;

/// How a kind of ground is drawn.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TerrainStyle {
    /// Fields and meadows.
    Fields,
    /// Trees.
    Forest,
    /// Trees on hills.
    WoodedHills,
    /// Stones and scrub.
    Rough,
    /// Wet ground.
    Swamp,
    /// Open water.
    Water,
    /// Land that is out of play.
    Beyond,
    /// Houses along streets.
    Town,
    /// Blocks of houses.
    City,
    /// A few houses.
    Village,
    /// A work with bastions.
    Fort,
    /// A great house in its park.
    Chateau,
    /// Dug ground.
    Trenches,
    /// Bare heights.
    Hill,
    /// Rock.
    Mountain,
    /// A bank of earth.
    Embankment,
    /// Ground with a stream in it.
    StreamBed,
    /// Ground beside a river.
    RiverBank,
}

/// How something on hexsides, or a line through hexes, is drawn.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FeatureStyle {
    /// A wide water.
    River,
    /// A narrow water.
    Stream,
    /// The narrowest water.
    Creek,
    /// The shore of a lake.
    Lake,
    /// A paved road.
    Road,
    /// A country road.
    MinorRoad,
    /// A railway.
    Rail,
    /// A bridge.
    Bridge,
    /// A bridge that is down.
    BlownBridge,
    /// A slope.
    Slope,
    /// A steep slope.
    SteepSlope,
    /// Where a country ends.
    Border,
    /// Where an army's ground ends.
    Boundary,
    /// A line of trenches.
    TrenchLine,
    /// A line that the French have dug.
    FrenchTrenchLine,
    /// A line that the Germans have dug.
    GermanTrenchLine,
}

/// How a name is lettered.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NameStyle {
    /// A city's.
    City,
    /// A town's.
    Town,
    /// A village's.
    Village,
    /// A height's.
    Hill,
    /// A water's.
    River,
    /// A stretch of land's.
    Area,
    /// A position's.
    Position,
}

impl TerrainStyle {
    /// Whether such ground surely goes on beyond the sheet's edge.
    pub fn is_wide(self) -> bool {
        use TerrainStyle::*;
        matches!(self, Fields | Forest | WoodedHills | Rough | Swamp | Water | Beyond | Mountain)
    }

    /// Whether it is houses.
    pub fn is_built_up(self) -> bool {
        matches!(self, TerrainStyle::Town | TerrainStyle::City | TerrainStyle::Village)
    }

    /// Whether it is drawn as a single work.
    pub fn is_work(self) -> bool {
        matches!(self, TerrainStyle::Fort | TerrainStyle::Chateau)
    }
}

impl FeatureStyle {
    /// Whether it lies along a hexside, where no line leads it across.
    pub fn lies_along(self) -> bool {
        use FeatureStyle::*;
        self.is_water()
            || matches!(self, Slope | SteepSlope | Border | Boundary)
            || matches!(self, TrenchLine | FrenchTrenchLine | GermanTrenchLine)
    }

    /// Whether it is water.
    pub fn is_water(self) -> bool {
        matches!(self, FeatureStyle::River | FeatureStyle::Stream | FeatureStyle::Creek | FeatureStyle::Lake)
    }

    /// Whether people travel along it.
    pub fn is_way(self) -> bool {
        matches!(self, FeatureStyle::Road | FeatureStyle::MinorRoad | FeatureStyle::Rail)
    }
}
