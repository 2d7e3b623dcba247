//! What the map prints beside the ground: set-up zones, entry hexes and exits.

use crate::FirstBlood;
use engine::overprint::{MapMark, MapMarkKind, Overprint};

const GERMAN_INK: &str = "#4a5259";
const US_INK: &str = "#6b6a2c";

#[engine::by_the_book]
impl FirstBlood {
    /// The US zones [3.3a, 3.4a], the German bank [3.6b], breakthroughs [7.5b, 7.7b] and exits [4.3a].
    pub(crate) fn printed_marks(&self) -> Overprint {
        let ground = &self.ground;
        let [west, east] = &ground.entries;
        Overprint {
            marks: vec![
                MapMark::new(MapMarkKind::Zone, ground.forward.iter().copied(), "US forward zone", US_INK),
                MapMark::new(MapMarkKind::Zone, ground.rear.iter().copied(), "US rear zone", US_INK),
                MapMark::new(MapMarkKind::Zone, ground.bank.iter().copied(), "German set-up", GERMAN_INK),
                MapMark::new(MapMarkKind::Entry, west.iter().copied(), "W", GERMAN_INK),
                MapMark::new(MapMarkKind::Entry, east.iter().copied(), "E", GERMAN_INK),
                MapMark::new(MapMarkKind::Exit, ground.exits.iter(), "", GERMAN_INK),
            ],
            ..Overprint::default()
        }
    }
}
