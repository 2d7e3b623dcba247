//! 15.0 What is at stake in a battle: places, roads, divisions that come off whole, and what the difference of points means.

use crate::ground::Hexes;
use crate::pieces::{formations, side};
use engine::Side;
use engine::data;
use hexboard::Hex;
use serde::Deserialize;

/// A place that is worth points at the end, by side.
#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(from = "ObjectiveRow")]
pub struct Objective {
    /// The place.
    pub hex: Hex,
    /// What it is worth to each side.
    pub points: [i16; 2],
}

#[derive(Deserialize)]
struct ObjectiveRow {
    #[serde(deserialize_with = "data::hex")]
    hex: Hex,
    french: i16,
    coalition: i16,
}

impl From<ObjectiveRow> for Objective {
    fn from(ObjectiveRow { hex, french, coalition }: ObjectiveRow) -> Objective {
        Objective { hex, points: [french, coalition] }
    }
}

/// Infantry divisions that come off whole are worth points to their own side at the end.
#[derive(Clone, Debug, Deserialize)]
pub struct Saved {
    /// Whose divisions.
    #[serde(deserialize_with = "side")]
    pub side: Side,
    /// Points for each.
    pub points: i16,
    /// How many count at most.
    #[serde(default = "all")]
    pub most: u8,
    /// Hexes where those that did not leave the map count too.
    #[serde(default, deserialize_with = "data::region")]
    pub region: Hexes,
    /// Whether all on the map count, unless Tired.
    #[serde(default)]
    pub on_map: bool,
    /// Formations that do not count, a bit each.
    #[serde(default, deserialize_with = "formations")]
    pub except: u16,
}

const fn all() -> u8 {
    u8::MAX
}

/// A road that is worth points once to the side whose infantry stands on it at the end of a turn.
#[derive(Clone, Debug, Deserialize)]
pub struct Cut {
    /// Who wants it cut.
    #[serde(deserialize_with = "side")]
    pub side: Side,
    /// Points, once.
    pub points: i16,
    /// The hexes of the road.
    #[serde(rename = "region", deserialize_with = "data::region")]
    pub hexes: Hexes,
    /// From this turn on.
    pub from_turn: u8,
}

/// Places that are worth points at the end of each of some turns.
#[derive(Clone, Debug, Deserialize)]
pub struct EachTurn {
    /// To whom.
    #[serde(deserialize_with = "side")]
    pub side: Side,
    /// Points for each place and turn.
    pub points: i16,
    /// The places.
    #[serde(deserialize_with = "data::hexes")]
    pub hexes: Hexes,
    /// The first and the last turn.
    pub turns: [u8; 2],
}

/// The least differences, French points less the others, for each result.
#[derive(Copy, Clone, Debug, Deserialize)]
pub struct Bands {
    /// A French major victory.
    pub french_major: i16,
    /// A French minor victory.
    pub french_minor: i16,
    /// A draw.
    pub draw: i16,
    /// A minor victory of the other side; less is its major victory.
    pub coalition_minor: i16,
}

impl Bands {
    /// Whether they fall from one result to the next.
    pub(crate) const fn fall(&self) -> bool {
        self.french_major > self.french_minor && self.french_minor > self.draw && self.draw > self.coalition_minor
    }
}
