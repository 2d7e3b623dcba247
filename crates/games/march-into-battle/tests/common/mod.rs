//! What the tests of the chapters share.

use engine::laws::{Setting, Shared, Table};
use march_into_battle::MarchIntoBattle;
use march_into_battle::state::{Chart, Place, mark};
use serde_json::json;
use std::sync::Arc;

/// The game, loaded once.
pub fn game() -> Arc<MarchIntoBattle> {
    static GAME: Shared<Arc<MarchIntoBattle>> = Shared::new(|| Arc::new(MarchIntoBattle::load(None).unwrap()));
    GAME.clone()
}

/// A position on the field of Raab in which these formations act.
pub fn raab(active: &str) -> Setting {
    Setting::new("units", 2).scenario("raab").mark("active", active)
}

/// A unit with its facing.
pub fn unit(setting: Setting, piece: &str, hex: &str, facing: &str) -> Setting {
    marked(setting, piece, hex, facing, &[])
}

/// A unit with its facing and its marks.
pub fn marked(setting: Setting, piece: &str, hex: &str, facing: &str, marks: &[&str]) -> Setting {
    setting.piece(json!({ "piece": piece, "hex": hex, "facing": facing, "marks": marks }))
}

/// The force chart of a unit.
pub fn chart(table: &Table<MarchIntoBattle>, piece: &str) -> Chart {
    let rules = table.playing.rules();
    let battle = &rules.scenarios[usize::from(table.state().scenario)];
    let index = battle.unit_named(piece).unwrap_or_else(|| panic!("there is no {piece}"));
    table.state().units[usize::from(index)]
}

/// Where a unit stands.
pub fn hex(table: &Table<MarchIntoBattle>, piece: &str) -> String {
    let rules = table.playing.rules();
    let battle = &rules.scenarios[usize::from(table.state().scenario)];
    let chart = chart(table, piece);
    if chart.place == Place::Map { battle.ground.label(chart.hex) } else { format!("{:?}", chart.place) }
}

/// What a unit faces.
pub fn facing(table: &Table<MarchIntoBattle>, piece: &str) -> &'static str {
    ["N", "NE", "SE", "S", "SW", "NW"][usize::from(chart(table, piece).facing)]
}

/// Whether a unit is disorganized.
pub fn disorganized(table: &Table<MarchIntoBattle>, piece: &str) -> bool {
    chart(table, piece).is(mark::DISORGANIZED)
}

/// Whether a unit is smashed.
pub fn smashed(table: &Table<MarchIntoBattle>, piece: &str) -> bool {
    chart(table, piece).is(mark::SMASHED)
}
