//! What a battle's map prints beside the ground: what places are worth, where troops enter and leave, the turns.

use crate::pieces::FRENCH;
use crate::scenarios::Scenario;
use engine::overprint::{MapMark, MapMarkKind, Overprint};

const FRENCH_INK: &str = "#2c4f86";
const COALITION_INK: &str = "#7a5a2a";
const ENTRY_INK: &str = "#2e261c";
const GOLD: &str = "#f0c23c";

/// What is printed on the map of a battle.
pub(crate) fn printed_marks(battle: &Scenario) -> Overprint {
    let mut marks = Vec::new();
    for objective in &battle.objectives {
        let [french, coalition] = objective.points;
        let text = match (french, coalition) {
            (0, points) | (points, 0) => points.to_string(),
            (one, other) if one == other => one.to_string(),
            _ => format!("{french}/{coalition}"),
        };
        marks.push(MapMark::new(MapMarkKind::Victory, [objective.hex], text, GOLD));
    }
    for (entry, letter) in battle.entries.iter().zip('A'..='Z') {
        // Some are called by their hex, whose number stands there already.
        let text = if entry.id.chars().all(char::is_alphabetic) { entry.id.clone() } else { letter.to_string() };
        marks.push(MapMark::new(MapMarkKind::Entry, entry.hexes.iter().copied(), text, ENTRY_INK));
    }
    for exit in &battle.exits {
        let colour = if exit.side == FRENCH { FRENCH_INK } else { COALITION_INK };
        marks.push(MapMark::new(MapMarkKind::Exit, exit.hexes.iter(), "", colour));
    }
    Overprint { marks, turns: battle.turns.clone(), ..Overprint::default() }
}
