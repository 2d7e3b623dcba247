//! A board as it is painted.

use catalogue::Game;
use engine::data::Map;
use hexboard::Hex;
use render::{Frame, Options};
use std::collections::BTreeMap;
use wire::{MapHex, MapKind, MapRegion, MapSheet, MapSide};

/// The board of a scenario, with all hexes of its sheet.
pub fn of(game: &dyn Game, scenario: usize, file: String, options: &Options) -> MapSheet {
    let map = game.map(scenario);
    let frame = Frame::of(map, options);
    let label = |hex: Hex| map.board.label(hex).to_string();
    let labels = |hexes: &[Hex]| hexes.iter().copied().map(label).collect();
    let hexes = map.board.sheet().map(|hex| {
        let (x, y) = frame.centre(hex);
        MapHex { id: label(hex), x, y, terrain: map.board.terrain(hex).index() }
    });
    let kind = |id: &String, title: &String| MapKind { id: id.clone(), title: title.clone() };
    // A region may be told in several entries.
    let mut regions: BTreeMap<&str, Vec<Hex>> = BTreeMap::new();
    for (name, hexes) in map.board.regions() {
        regions.entry(name).or_default().extend(hexes);
    }
    MapSheet {
        file,
        terrains: map.terrains.iter().map(|terrain| kind(&terrain.id, &terrain.title)).collect(),
        features: map.features.iter().map(|feature| kind(&feature.id, &feature.title)).collect(),
        hexes: hexes.collect(),
        sides: sides(map),
        regions: regions.iter().map(|(id, hexes)| MapRegion { id: id.to_string(), hexes: labels(hexes) }).collect(),
        places: map
            .places
            .iter()
            .map(|place| MapRegion { id: place.name.clone(), hexes: labels(&place.hexes) })
            .collect(),
    }
}

/// The hexsides with something on them, each once.
fn sides(map: &Map) -> Vec<MapSide> {
    let board = &map.board;
    let mut sides = Vec::new();
    for hex in board.sheet() {
        for (direction, beyond) in board.neighbours(hex).filter(|(_, beyond)| hex < *beyond) {
            let on = board.features(hex, direction);
            let kinds = board.feature_kinds().enumerate().filter(|(_, feature)| on.contains(*feature));
            let features: Vec<usize> = kinds.map(|(place, _)| place).collect();
            if !features.is_empty() {
                sides.push(MapSide { hexes: [hex, beyond].map(|hex| board.label(hex).to_string()), features });
            }
        }
    }
    sides
}
