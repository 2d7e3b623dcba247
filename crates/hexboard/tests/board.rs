//! Neighbours, hexsides, distances and places on the drawn sheet.

use crate::common::*;
use hexboard::*;

const ROAD: Feature = Feature(0);
const RIVER: Feature = Feature(1);

fn close(a: [f32; 2], b: [f32; 2]) -> bool {
    (a[0] - b[0]).hypot(a[1] - b[1]) < 1e-3
}

#[test]
fn neighbours_know_one_another() {
    for numbering in all_numberings() {
        let board = board(numbering);
        for hex in board.hexes() {
            for (direction, beyond) in board.neighbours(hex) {
                assert_eq!(board.neighbour(beyond, direction.opposite()), Some(hex));
                assert_eq!(board.direction(hex, beyond), Some(direction));
                assert_eq!(board.distance(hex, beyond), 1);
            }
        }
        let (first, last) = (Hex(0), Hex(board.len() as u16 - 1));
        assert_eq!(board.direction(first, last), None);
        assert!(board.is_edge(first) && board.is_edge(last));
    }
}

#[test]
fn void_hexes_are_on_the_sheet_but_not_in_play() {
    let mut builder = builder(first_blood());
    let sea = builder.terrain_named("sea").unwrap();
    let (shore, water) = (builder.at(25, 20).unwrap(), builder.at(25, 21).unwrap());
    builder.set_terrain(water, sea);
    let board = builder.build();
    let north = board.direction_named("N").unwrap();
    assert_eq!(board.neighbour(shore, north), None);
    assert_eq!(board.direction(shore, water), Some(north));
    assert!(board.is_edge(shore) && !board.in_play(water));
    assert_eq!(board.hexes().count() + 1, board.sheet().count());
    assert_eq!(board.ring(shore, 1).count(), 5);
    assert_eq!(board.within(shore, 1).count(), 6);
    assert_eq!(board.at(25, 21), Some(water));
}

#[test]
fn features_are_seen_from_both_sides_and_on_the_edge() {
    let mut builder = builder(clash_of_giants());
    let hexes = ["0101", "0201", "0302"].map(|text| builder.parse(text).unwrap());
    builder.add_chain(&hexes[..2], ROAD).unwrap();
    let south = builder.direction_named("S").unwrap();
    let north = south.opposite();
    builder.add_feature(hexes[0], north, RIVER).unwrap();
    builder.add_feature(hexes[0], south, RIVER).unwrap();
    assert_eq!(builder.add_chain(&hexes, ROAD).unwrap_err().to_string(), "hexes 0201 and 0302 are not adjacent");
    assert_eq!(builder.add_feature(hexes[0], south, Feature(2)), Err(BoardError::UnknownFeature(2)));
    let board = builder.build();
    let way = board.direction(hexes[0], hexes[1]).unwrap();
    assert!(board.features(hexes[0], way).contains(ROAD));
    assert!(board.features(hexes[1], way.opposite()).contains(ROAD));
    assert!(board.features(hexes[0], north).contains(RIVER));
    let below = board.neighbour(hexes[0], south).unwrap();
    assert_eq!(board.features(below, north), Features::from(RIVER));
    assert!(board.features(below, south).is_empty());
}

#[test]
fn distances_rings_and_lines_agree() {
    for numbering in all_numberings() {
        let board = board(numbering);
        let centre = Hex(board.len() as u16 / 2);
        for radius in 0..6 {
            let ring: Vec<Hex> = board.ring(centre, radius).collect();
            let at_distance = |hex: &Hex| board.distance(centre, *hex) == radius;
            assert!(ring.iter().all(at_distance));
            assert_eq!(ring.len(), board.hexes().filter(at_distance).count());
            let within = board.within(centre, radius).count();
            let counted = |hex: &Hex| board.distance(centre, *hex) <= radius;
            assert_eq!(within, board.hexes().filter(counted).count());
        }
        let line: Vec<Hex> = board.line(centre, Hex(0)).collect();
        assert_eq!((line[0], line[line.len() - 1]), (centre, Hex(0)));
        assert!(line.windows(2).all(|pair| board.distance(pair[0], pair[1]) == 1));
    }
}

#[test]
fn sides_run_clockwise_from_corner_to_corner() {
    for numbering in all_numberings() {
        let board = board(numbering);
        for hex in board.hexes() {
            let corners = board.corners(hex);
            for (direction, beyond) in board.neighbours(hex) {
                let (d, back) = (direction.index(), direction.opposite().index());
                let theirs = board.corners(beyond);
                assert!(close(corners[d], theirs[(back + 1) % 6]));
                assert!(close(corners[(d + 1) % 6], theirs[back]));
            }
        }
    }
}

#[test]
fn names_of_directions_agree_with_the_drawing() {
    for numbering in all_numberings() {
        let board = board(numbering);
        for hex in board.hexes() {
            let [x, y] = board.centre(hex);
            for (direction, beyond) in board.neighbours(hex) {
                let name = board.direction_name(direction);
                let [to_x, to_y] = board.centre(beyond);
                assert_eq!(name.contains('N'), to_y < y - 0.1, "{name}");
                assert_eq!(name.contains('S'), to_y > y + 0.1, "{name}");
                assert_eq!(name.contains('E'), to_x > x + 0.1, "{name}");
                assert_eq!(name.contains('W'), to_x < x - 0.1, "{name}");
            }
        }
    }
}

#[test]
fn the_extent_holds_all_corners_and_no_more() {
    for numbering in all_numberings() {
        let board = board(numbering);
        let corners = || board.sheet().flat_map(|hex| board.corners(hex));
        let low = |axis: usize| corners().map(|c| c[axis]).fold(f32::MAX, f32::min);
        let high = |axis: usize| corners().map(|c| c[axis]).fold(f32::MIN, f32::max);
        let (min, max) = board.extent();
        assert!(close(min, [low(0), low(1)]));
        assert!(close(max, [high(0), high(1)]));
    }
}

#[test]
fn regions_and_names_are_found() {
    let mut builder = builder(first_blood());
    let (a, b) = (builder.parse("1927").unwrap(), builder.parse("1928").unwrap());
    builder.add_region("reserve", vec![a, b]);
    builder.add_name("Belleau", vec![a]);
    builder.add_name("Bois", vec![a, b]);
    let board = builder.build();
    assert_eq!(board.region("reserve"), Some(&[a, b][..]));
    assert_eq!(board.region("front"), None);
    assert_eq!(board.names_at(a).collect::<Vec<_>>(), ["Belleau", "Bois"]);
    assert_eq!(board.names_at(b).collect::<Vec<_>>(), ["Bois"]);
    assert_eq!(board.names().count(), 2);
    assert_eq!(board.regions().count(), 1);
    let listed: Vec<&str> = board.terrains().map(|t| board.terrain_name(t)).collect();
    assert_eq!(listed, ["clear", "woods", "sea"]);
    let listed: Vec<&str> = board.feature_kinds().map(|f| board.feature_name(f)).collect();
    assert_eq!(listed, ["road", "river"]);
}
