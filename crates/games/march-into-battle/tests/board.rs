//! 2.1 The maps: every place, kind of ground and hexside that the battles and the rules speak of.

use engine::laws::{Shared, assert_board_fits};
use engine::shows;
use hexboard::{Direction, Hex};
use march_into_battle::ground::{Ground, Hexside, IMPASSABLE, Water};
use march_into_battle::scenarios::Scenario;
use march_into_battle::tables::Mover;
use march_into_battle::{FILES, MarchIntoBattle};

static GAME: Shared<MarchIntoBattle> = Shared::new(|| MarchIntoBattle::load(None).unwrap());

fn battle(id: &str) -> &'static Scenario {
    GAME.scenarios.iter().find(|scenario| scenario.id == id).unwrap()
}

fn hex(ground: &Ground, label: &str) -> Hex {
    ground.board().parse(label).unwrap()
}

/// The hexside between two neighbours, seen from the first.
fn between(ground: &Ground, from: &str, to: &str) -> Hexside {
    let (from, to) = (hex(ground, from), hex(ground, to));
    ground.side(from, ground.board().direction(from, to).unwrap())
}

/// The cost of a step off road, or along a road if one leads there.
fn cost(ground: &Ground, mover: Mover, from: &str, to: &str, road: bool) -> u8 {
    let (from, to) = (hex(ground, from), hex(ground, to));
    let way = ground.board().direction(from, to).unwrap().index();
    if road { ground.by_road(mover, from, way, false) } else { ground.off_road(mover, from, way) }
}

fn is_zone(ground: &Ground, cavalry: bool, from: &str, to: &str) -> bool {
    let (from, to) = (hex(ground, from), hex(ground, to));
    let way = ground.board().direction(from, to).unwrap().index();
    ground.zone(cavalry, from) >> way & 1 == 1
}

/// A board is as the battle wants its hexes: places with their ground, rivers and what the roads cross.
fn assert_fits(id: &str) {
    let scenario = GAME.scenarios.iter().position(|scenario| scenario.id == id).unwrap();
    assert_board_fits(&*GAME, &FILES, &format!("{id}/map.toml"), scenario, None);
}

#[test]
fn the_places_of_teugn_hausen_lie_in_their_hexes() {
    shows!["2.1a", "2.1c"];
    assert_fits("teugn-hausen");
}

#[test]
fn the_places_of_raab_lie_in_their_hexes() {
    shows!["2.1c"];
    assert_fits("raab");
    // The entrenched camp between the rivers is all there is of trenches.
    assert_eq!(battle("raab").ground.trenches.iter().count(), 3);
}

#[test]
fn the_places_of_friedland_lie_in_their_hexes() {
    shows!["2.1c"];
    assert_fits("friedland");
}

#[test]
fn every_place_is_named_by_the_facts() {
    let facts = engine::data::Facts::of(&FILES).unwrap();
    for scenario in &GAME.scenarios {
        let is_river = |place: &&engine::data::PlaceName| place.style == engine::data::NameStyle::River;
        let places = scenario.ground.map.places.iter().filter(|place| !is_river(place));
        assert_eq!(facts.names(&format!("{}/map.toml", scenario.id)), places.count(), "{}", scenario.id);
    }
}

#[test]
fn rivers_part_the_boards_where_they_should() {
    shows!["6.4c"];
    // Nothing north of the Danube is in play, and none of its hexsides can be crossed.
    let teugn = &battle("teugn-hausen").ground;
    assert!(teugn.board().parse("1003").is_err());
    // The Alle runs east of Friedland and Sortlack; the Raba west of Raab.
    let friedland = &battle("friedland").ground;
    assert_eq!(between(friedland, "1208", "1308").water, Water::River);
    assert_eq!(cost(friedland, Mover::Foot, "1208", "1308", false), IMPASSABLE);
    let raab = &battle("raab").ground;
    assert_eq!(between(raab, "0703", "0803").water, Water::River);
    assert_eq!(cost(raab, Mover::Horse, "0405", "0404", false), IMPASSABLE);
}

#[test]
fn a_bridge_stands_where_a_road_crosses_water() {
    shows!["6.4a", "6.4b"];
    let bridges = |id: &str| -> Vec<String> {
        let ground = &battle(id).ground;
        let mut found = Vec::new();
        for hex in ground.board().hexes() {
            for (way, to) in ground.board().neighbours(hex).filter(|(_, to)| *to > hex) {
                if ground.side(hex, way).bridge() {
                    found.push(format!("{}/{}", ground.label(hex), ground.label(to)));
                }
            }
        }
        found
    };
    assert_eq!(
        bridges("teugn-hausen"),
        ["0406/0506", "0408/0508", "0408/0509", "0509/0510", "0905/1004", "1007/1107", "1415/1416"]
    );
    assert_eq!(bridges("raab"), ["0703/0803", "0705/0706", "1007/1008"]);
    assert_eq!(
        bridges("friedland"),
        ["0606/0707", "0707/0806", "0806/0907", "0906/0907", "1205/1306", "1306/1405", "1306/1406"]
    );
    // Kismegyer by the road over the Pandzsa, and through the water beside it.
    let raab = &battle("raab").ground;
    assert_eq!(cost(raab, Mover::Foot, "1008", "1007", true), 1);
    assert_eq!(cost(raab, Mover::Foot, "0908", "1007", false), 4);
}

#[test]
fn roads_cost_one_point_and_ground_its_own() {
    shows!["6.0b", "6.0c", "6.3a", "6.3b", "2.1b"];
    let teugn = &battle("teugn-hausen").ground;
    for mover in Mover::ALL {
        assert_eq!(cost(teugn, mover, "1107", "1007", true), 1);
        // The same road hex from the side costs what its forest costs.
        assert_eq!(cost(teugn, mover, "0707", "0607", true), IMPASSABLE);
    }
    assert_eq!(cost(teugn, Mover::Foot, "0508", "0607", true), 1);
    assert_eq!(cost(teugn, Mover::Foot, "1203", "1204", false), 3);
    assert_eq!(cost(teugn, Mover::Horse, "1203", "1204", false), 3);
    assert_eq!(cost(teugn, Mover::Foot, "1306", "1406", false), 2);
}

#[test]
fn slopes_cost_uphill_and_not_along_a_road() {
    shows!["8.0"];
    let teugn = &battle("teugn-hausen").ground;
    let up = between(teugn, "1007", "1008");
    assert_eq!((up.slope, up.rise), (2, 1));
    assert_eq!(between(teugn, "1008", "1007").slope, -2);
    assert_eq!(cost(teugn, Mover::Foot, "1007", "1008", true), 1);
    assert_eq!(cost(teugn, Mover::Foot, "1007", "1008", false), 4);
    assert_eq!(cost(teugn, Mover::Leader, "1007", "1008", false), 3);
}

#[test]
fn contours_part_the_levels_with_or_without_a_slope() {
    shows!["8.1a", "8.1b"];
    // The heights of Friedland are gentle: contours without a symbol.
    let friedland = &battle("friedland").ground;
    let edge = between(friedland, "0807", "0907");
    assert_eq!((edge.rise, edge.slope), (-1, 0));
    // Around Raab the hills rise in two levels.
    let raab = &battle("raab").ground;
    assert_eq!(between(raab, "0711", "0712").rise, 1);
    assert_eq!(raab.level(hex(raab, "0612")), 2);
    let flat = between(raab, "1105", "1106");
    assert_eq!((flat.rise, flat.slope), (0, 0));
    // The directions down from the church hill.
    let church = hex(raab, "1106");
    let down = Direction::ALL.into_iter().filter(|way| raab.lower(church) >> way.index() & 1 == 1);
    let down: Vec<&str> = down.map(|way| raab.board().direction_name(way)).collect();
    assert_eq!(down, ["S", "SW"]);
}

#[test]
fn every_slope_lies_between_two_levels() {
    shows!["8.1a"];
    for scenario in &GAME.scenarios {
        let ground = &scenario.ground;
        for hex in ground.board().hexes() {
            for (way, to) in ground.board().neighbours(hex) {
                let side = ground.side(hex, way);
                assert_eq!(side.slope.signum(), if side.slope == 0 { 0 } else { side.rise.signum() });
                assert_eq!(side.slope, -ground.side(to, way.opposite()).slope);
            }
        }
    }
}

#[test]
fn zones_end_at_rivers_slopes_and_covered_ground() {
    shows!["6.2d", "6.2e", "6.2h", "6.2l"];
    let raab = &battle("raab").ground;
    // Across the Pandzsa, but not across the Raba, nor into the manor.
    assert!(is_zone(raab, false, "0906", "0907"));
    assert!(!is_zone(raab, true, "0405", "0404"));
    assert!(!is_zone(raab, true, "1008", "1007"));
    // Up the slope of Kisbarat go the zones of cavalry alone; down it all.
    assert!(is_zone(raab, true, "0910", "0810"));
    assert!(!is_zone(raab, false, "0910", "0810"));
    assert!(is_zone(raab, false, "0810", "0910"));
    // A contour without a slope stops nobody.
    assert!(is_zone(raab, false, "1006", "1106"));
}

#[test]
fn edge_hexes_are_in_play() {
    shows!["2.1d"];
    for scenario in &GAME.scenarios {
        let ground = &scenario.ground;
        assert!(ground.border.iter().all(|hex| ground.board().in_play(hex)));
        for hex in ground.board().hexes() {
            assert_eq!(ground.border.contains(hex), ground.off(hex) != 0, "{}", ground.label(hex));
        }
    }
    let friedland = &battle("friedland").ground;
    assert!(friedland.border.contains(hex(friedland, "0108")));
    assert_eq!(cost(friedland, Mover::Foot, "0107", "0108", false), 2);
}

#[test]
fn everything_can_be_reached() {
    shows!["2.1d"];
    // But for the tongues of land beyond the rivers of Raab, where nobody fights, each hex has a way to each other.
    for (id, start, cut_off) in [("teugn-hausen", "1007", 0), ("raab", "1007", 16), ("friedland", "0907", 0)] {
        let ground = &battle(id).ground;
        let mut seen = vec![hex(ground, start)];
        let mut at = 0;
        while at < seen.len() {
            let from = seen[at];
            at += 1;
            for (way, to) in ground.board().neighbours(from) {
                let open = ground.off_road(Mover::Foot, from, way.index()) < IMPASSABLE
                    || ground.by_road(Mover::Foot, from, way.index(), false) < IMPASSABLE;
                if open && !seen.contains(&to) {
                    seen.push(to);
                }
            }
        }
        assert_eq!(ground.board().hexes().count() - seen.len(), cut_off, "{id}");
    }
}

#[test]
fn cavalry_charges_only_where_horses_can() {
    shows!["7.14c"];
    let raab = &battle("raab").ground;
    let charges = |from: &str, to: &str| {
        let (from, to) = (hex(raab, from), hex(raab, to));
        raab.charge(from) >> raab.board().direction(from, to).unwrap().index() & 1 == 1
    };
    assert!(charges("1012", "1112"));
    assert!(!charges("1008", "1007"), "a chateau");
    assert!(!charges("0908", "0907") || between(raab, "0908", "0907").water == Water::Dry);
    assert!(!charges("0907", "0906"), "over the stream");
    assert!(!charges("1310", "1311"), "into the swamp");
}
