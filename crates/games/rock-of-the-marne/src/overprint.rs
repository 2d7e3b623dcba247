//! What the map prints beside the ground: victory hexes, entry hexes, exits and the Turn Record Track.

use crate::RockOfTheMarne;
use crate::pieces::{ALLIED, GERMAN};
use crate::scenarios::{Entry, Scenario};
use crate::state::side_of;
use engine::overprint::{MapMark, MapMarkKind, Overprint};
use hexboard::Hex;
use std::collections::BTreeMap;

const GERMAN_INK: &str = "#4a5259";
const ALLIED_INK: &str = "#2c4f86";
const GOLD: &str = "#f0c23c";

impl RockOfTheMarne {
    /// What a scenario's hexes are worth, where reinforcements come with the turn of the first, and the turns.
    pub(crate) fn printed_marks(&self, scenario: &Scenario) -> Overprint {
        let ink = |side| if side == GERMAN { GERMAN_INK } else { ALLIED_INK };
        let mut marks: Vec<MapMark> = scenario
            .prizes
            .iter()
            .map(|prize| {
                let colour = prize.side.map_or(GOLD, ink);
                MapMark::new(MapMarkKind::Victory, [prize.hex], prize.points.to_string(), colour)
            })
            .collect();
        let mut entries: BTreeMap<Hex, (u8, &str)> = BTreeMap::new();
        for arrival in &scenario.arrivals {
            if let Entry::Hex(hex) = arrival.entry {
                let known = entries.entry(hex).or_insert((arrival.turn, ink(side_of(arrival.unit.piece))));
                known.0 = known.0.min(arrival.turn);
            }
        }
        let entry = |(hex, (turn, colour)): (Hex, (u8, &str))| {
            MapMark::new(MapMarkKind::Entry, [hex], turn.to_string(), colour)
        };
        marks.extend(entries.into_iter().map(entry));
        marks.push(MapMark::new(MapMarkKind::Exit, scenario.road_exits.iter(), "", ink(ALLIED.other())));
        let (first, last) = scenario.turns;
        let turns = (first..=last).map(|turn| format!("{turn}: {}", self.tables.turn(turn).date)).collect();
        Overprint { marks, turns, ..Overprint::default() }
    }
}
