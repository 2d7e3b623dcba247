//! Hex-fight: the smallest whole game on the engine. `docs/adding-a-game.md` walks through it.
//!
//! [`HexFight`] is what never changes during play, [`State`] what does, and a [`Step`] is the only thing one can do.

mod census;
mod hints;
mod position;
mod rules;
mod words;

use engine::data::{DataError, Files, Map, Overlay};
use engine::{About, Papers, ScenarioInfo, Side, SideInfo};
use hexboard::{Hex, HexSet};
use std::path::Path;

/// A set of the board's 121 hexes.
pub type Hexes = HexSet<2>;

/// The rules, with the board and the set-up from the data files.
pub struct HexFight {
    papers: Papers,
    map: Map,
    set_up: [Hexes; 2],
}

/// Where the units of each side stand, and how many plies were played.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    units: [Hexes; 2],
    plies: u8,
    gave_up: Option<Side>,
}

/// A unit moves to a neighbouring hex, or attacks whoever stands there.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    from: Hex,
    to: Hex,
}

/// The data files of the game.
pub const FILES: Files = Files::built_in(&[
    ("map.toml", include_str!("../data/map.toml")),
    ("clauses.tsv", include_str!("../data/clauses.tsv")),
]);

impl HexFight {
    /// Loads the game, with the data files of an overlay folder in place of its own.
    pub fn load(folder: Option<&Path>) -> Result<HexFight, DataError> {
        Self::load_as(folder.map(Overlay::folder).transpose()?.as_ref())
    }

    /// Loads the game as somebody has it.
    pub fn load_as(overlay: Option<&Overlay>) -> Result<HexFight, DataError> {
        let (files, mut provenance) = FILES.open(overlay)?;
        let file = files.read("map.toml")?;
        let map = Map::read(&file, &mut provenance)?;
        if map.board.len() > 121 {
            return Err(file.error_on_line(1, format!("found {} hexes, expected at most 121", map.board.len())));
        }
        let about = about();
        let corner = |side| {
            let id = about.side_id(side);
            let hexes = map.board.region(id).map(|hexes| hexes.iter().copied().collect());
            hexes.ok_or_else(|| file.error_on_line(1, format!("expected a region \"{id}\" with the units' hexes")))
        };
        let set_up = [corner(Side::First)?, corner(Side::Second)?];
        let papers = Papers::read(&files, about, provenance, &[], |_| &map.board)?;
        Ok(HexFight { papers, map, set_up })
    }
}

fn about() -> About {
    About {
        id: "hex-fight",
        title: "Hex-fight".into(),
        version: 1,
        sides: [SideInfo::new("blue", "Blue", "#4a78c0"), SideInfo::new("red", "Red", "#c0504a")],
        nations: Vec::new(),
        scenarios: vec![ScenarioInfo::new("corners", "Corner to corner", 200u32)],
        options: Vec::new(),
    }
}
