//! A board as it is painted.

use catalogue::Game;
use engine::data::{DataError, DataFile, Map};
use hexboard::Hex;
use render::{Frame, Options};
use std::collections::BTreeMap;
use wire::{MapHex, MapKind, MapRegion, MapSheet, MapSide};

/// The board of a scenario, which stands in this file, with all hexes of its sheet.
pub fn of(game: &dyn Game, scenario: usize, file: &DataFile, options: &Options) -> Result<MapSheet, DataError> {
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
    let mut told = workshop::sheets::of_regions(file)?;
    let mut region = |(id, hexes): (&&str, &Vec<Hex>)| {
        let about = told.remove(*id).unwrap_or_default();
        MapRegion { id: id.to_string(), hexes: labels(hexes), about }
    };
    Ok(MapSheet {
        file: file.bare_name().to_string(),
        terrains: map.terrains.iter().map(|terrain| kind(&terrain.id, &terrain.title)).collect(),
        features: map.features.iter().map(|feature| kind(&feature.id, &feature.title)).collect(),
        hexes: hexes.collect(),
        sides: sides(map),
        regions: regions.iter().map(&mut region).collect(),
        places: map
            .places
            .iter()
            .map(|place| MapRegion { id: place.name.clone(), hexes: labels(&place.hexes), about: String::new() })
            .collect(),
    })
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
