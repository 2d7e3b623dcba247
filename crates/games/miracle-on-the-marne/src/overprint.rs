//! What the map prints beside the ground: what places are worth, the entry hexes, where corps are set up, the turns.

use crate::MiracleOnTheMarne;
use crate::ground::Terrain;
use crate::pieces::{ALLIED, Nation};
use crate::scenarios::Scenario;
use engine::overprint::{MapMark, MapMarkKind, Overprint};
use std::collections::BTreeSet;

const GERMAN_INK: &str = "#4a5259";
const FRENCH_INK: &str = "#2c4f86";
const BRITISH_INK: &str = "#8a6a1f";
const GOLD: &str = "#f0c23c";

#[engine::by_the_book]
impl MiracleOnTheMarne {
    /// Towns, cities and Paris with their points [14b, 14c, 14d], Entry Hexes 1 and 2, and the ground where each Army is
    /// set up.
    pub(crate) fn printed_marks(&self, scenario: &Scenario) -> Overprint {
        let values = &self.tables.victory;
        let mut marks = Vec::new();
        for (index, army) in self.pieces.armies.iter().enumerate() {
            let corps = self.pieces.all_corps().filter(|&corps| self.pieces.army(corps).index() == index);
            let hexes: BTreeSet<_> = corps.flat_map(|corps| scenario.zones[corps.index()].iter()).collect();
            let ink = match self.pieces.corps.iter().find(|corps| corps.army.index() == index).map(|corps| corps.nation)
            {
                Some(Nation::British) => BRITISH_INK,
                _ if army.side == ALLIED => FRENCH_INK,
                _ => GERMAN_INK,
            };
            marks.push(MapMark::new(MapMarkKind::Zone, hexes, format!("{} set-up", army.title), ink));
        }
        // Paris counts as one, wherever it is held.
        let paris = self.ground.paris.first().copied();
        for objective in &self.ground.objectives {
            let points = match objective.terrain {
                Terrain::Paris if Some(objective.hex) == paris => values.paris,
                Terrain::Paris => continue,
                Terrain::City => values.city,
                _ => values.town,
            };
            marks.push(MapMark::new(MapMarkKind::Victory, [objective.hex], points.to_string(), GOLD));
        }
        let [first, second] = self.ground.entry;
        marks.push(MapMark::new(MapMarkKind::Entry, [first], "1", FRENCH_INK));
        marks.push(MapMark::new(MapMarkKind::Entry, [second], "2", GERMAN_INK));
        let turns = (1..=scenario.turns).map(|turn| format!("{} September", scenario.day(turn))).collect();
        Overprint { marks, turns, ..Overprint::default() }
    }
}
