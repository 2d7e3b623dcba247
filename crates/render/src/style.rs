//! The words with which a map says how its parts are drawn.

use crate::RenderError;
use crate::palette as ink;
use engine::data::Map;

/// How a kind of ground is drawn.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum GroundStyle {
    Fields,
    Forest,
    WoodedHills,
    Rough,
    Swamp,
    Water,
    Beyond,
    Town,
    City,
    Village,
    Fort,
    Chateau,
    Trenches,
    Hill,
    Mountain,
    Embankment,
    StreamBed,
    RiverBank,
}

/// How something on hexsides, or a line through hexes, is drawn.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum FeatureStyle {
    River,
    Stream,
    Creek,
    Lake,
    Road,
    MinorRoad,
    Rail,
    Bridge,
    BlownBridge,
    Slope,
    SteepSlope,
    Border,
    Boundary,
    TrenchLine,
    FrenchTrenchLine,
    GermanTrenchLine,
}

/// How a name is lettered.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum NameStyle {
    City,
    Town,
    Village,
    Hill,
    River,
    Area,
    Position,
}

/// A kind of style with the words for it.
trait Words: Copy + 'static {
    const KIND: &'static str;
    const WORDS: &'static [(&'static str, Self)];
}

impl Words for GroundStyle {
    const KIND: &'static str = "terrain";
    const WORDS: &'static [(&'static str, GroundStyle)] = &[
        ("fields", GroundStyle::Fields),
        ("forest", GroundStyle::Forest),
        ("wooded-hills", GroundStyle::WoodedHills),
        ("rough", GroundStyle::Rough),
        ("swamp", GroundStyle::Swamp),
        ("water", GroundStyle::Water),
        ("beyond", GroundStyle::Beyond),
        ("town", GroundStyle::Town),
        ("city", GroundStyle::City),
        ("village", GroundStyle::Village),
        ("fort", GroundStyle::Fort),
        ("chateau", GroundStyle::Chateau),
        ("trenches", GroundStyle::Trenches),
        ("hill", GroundStyle::Hill),
        ("mountain", GroundStyle::Mountain),
        ("embankment", GroundStyle::Embankment),
        ("stream-bed", GroundStyle::StreamBed),
        ("river-bank", GroundStyle::RiverBank),
    ];
}

impl Words for FeatureStyle {
    const KIND: &'static str = "feature";
    const WORDS: &'static [(&'static str, FeatureStyle)] = &[
        ("river", FeatureStyle::River),
        ("stream", FeatureStyle::Stream),
        ("creek", FeatureStyle::Creek),
        ("lake", FeatureStyle::Lake),
        ("road", FeatureStyle::Road),
        ("minor-road", FeatureStyle::MinorRoad),
        ("rail", FeatureStyle::Rail),
        ("bridge", FeatureStyle::Bridge),
        ("blown-bridge", FeatureStyle::BlownBridge),
        ("slope", FeatureStyle::Slope),
        ("steep-slope", FeatureStyle::SteepSlope),
        ("border", FeatureStyle::Border),
        ("boundary", FeatureStyle::Boundary),
        ("trench-line", FeatureStyle::TrenchLine),
        ("french-trench-line", FeatureStyle::FrenchTrenchLine),
        ("german-trench-line", FeatureStyle::GermanTrenchLine),
    ];
}

impl Words for NameStyle {
    const KIND: &'static str = "place";
    const WORDS: &'static [(&'static str, NameStyle)] = &[
        ("city", NameStyle::City),
        ("town", NameStyle::Town),
        ("village", NameStyle::Village),
        ("hill", NameStyle::Hill),
        ("river", NameStyle::River),
        ("area", NameStyle::Area),
        ("position", NameStyle::Position),
    ];
}

fn read<T: Words>(word: &str, owner: &str) -> Result<T, RenderError> {
    let found = T::WORDS.iter().find(|(known, _)| *known == word);
    found.map(|&(_, style)| style).ok_or_else(|| RenderError::UnknownStyle {
        kind: T::KIND,
        owner: owner.to_string(),
        word: word.to_string(),
        known: T::WORDS.iter().map(|(known, _)| *known).collect::<Vec<_>>().join(", "),
    })
}

/// The styles of everything on a map, in the map's order.
pub struct Styles {
    pub terrains: Vec<GroundStyle>,
    /// How high each kind of ground lies.
    pub levels: Vec<u8>,
    pub features: Vec<FeatureStyle>,
    pub names: Vec<NameStyle>,
}

impl Styles {
    /// Reads all style words of a map.
    pub fn of(map: &Map) -> Result<Styles, RenderError> {
        Ok(Styles {
            terrains: map.terrains.iter().map(|kind| read(&kind.draw, &kind.id)).collect::<Result<_, _>>()?,
            levels: map.terrains.iter().map(|kind| kind.level).collect(),
            features: map.features.iter().map(|kind| read(&kind.draw, &kind.id)).collect::<Result<_, _>>()?,
            names: map.places.iter().map(|place| read(&place.style, &place.name)).collect::<Result<_, _>>()?,
        })
    }
}

impl GroundStyle {
    /// Whether such ground surely goes on beyond the sheet's edge.
    pub fn is_wide(self) -> bool {
        use GroundStyle::*;
        matches!(self, Fields | Forest | WoodedHills | Rough | Swamp | Water | Beyond | Mountain)
    }

    pub fn is_built_up(self) -> bool {
        matches!(self, GroundStyle::Town | GroundStyle::City | GroundStyle::Village)
    }

    /// Whether it is drawn as a single work.
    pub fn is_work(self) -> bool {
        matches!(self, GroundStyle::Fort | GroundStyle::Chateau)
    }
}

impl FeatureStyle {
    /// Whether it lies along a hexside, where no line leads it across.
    pub fn lies_along(self) -> bool {
        use FeatureStyle::*;
        matches!(self, River | Stream | Creek | Lake | Slope | SteepSlope | Border | Boundary)
            || self.trench().is_some()
    }

    /// The ink of a trench line: each side digs in its own.
    pub fn trench(self) -> Option<&'static str> {
        match self {
            FeatureStyle::TrenchLine => Some(ink::TRENCH),
            FeatureStyle::FrenchTrenchLine => Some(ink::FRENCH_TRENCH),
            FeatureStyle::GermanTrenchLine => Some(ink::GERMAN_TRENCH),
            _ => None,
        }
    }

    pub fn is_water(self) -> bool {
        matches!(self, FeatureStyle::River | FeatureStyle::Stream | FeatureStyle::Creek | FeatureStyle::Lake)
    }

    /// Whether people travel along it.
    pub fn is_way(self) -> bool {
        matches!(self, FeatureStyle::Road | FeatureStyle::MinorRoad | FeatureStyle::Rail)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::data::{FEATURE_STYLES, GROUND_STYLES, NAME_STYLES};

    fn words<T: Words>() -> Vec<&'static str> {
        T::WORDS.iter().map(|(word, _)| *word).collect()
    }

    #[test]
    fn every_word_that_a_data_file_may_use_can_be_drawn() {
        assert_eq!(words::<GroundStyle>(), GROUND_STYLES);
        assert_eq!(words::<FeatureStyle>(), FEATURE_STYLES);
        assert_eq!(words::<NameStyle>(), NAME_STYLES);
    }
}
