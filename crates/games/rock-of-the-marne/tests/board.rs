//! The board: every place, kind of ground and hexside that the rulebook names.

use crate::common::{game, hex, scenario};
use engine::laws::assert_board_fits;
use engine::shows;
use hexboard::Hex;
use rock_of_the_marne::FILES;
use rock_of_the_marne::ground::{HEXES, Hexes};
use rock_of_the_marne::pieces::{ALLIED, GERMAN};
use rock_of_the_marne::scenarios::Entry;
use std::collections::BTreeSet;

fn hexes(labels: &str) -> BTreeSet<String> {
    labels.split_whitespace().map(str::to_string).collect()
}

fn labels(hexes: impl IntoIterator<Item = Hex>) -> BTreeSet<String> {
    hexes.into_iter().map(|hex| game().ground.label(hex)).collect()
}

fn named(name: &str) -> BTreeSet<String> {
    let board = game().ground.board();
    labels(board.hexes().filter(|&hex| board.names_at(hex).any(|at| at == name)))
}

fn ground_of(label: &str) -> &'static str {
    game().ground.terrain_title(hex(label))
}

fn has_road(at: Hex) -> bool {
    let ground = &game().ground;
    ground.board().neighbours(at).any(|(direction, _)| ground.road_between(at, direction))
}

#[test]
fn the_numbering_fits_the_rulebook() {
    shows!["scs/0.1", "scs/0.6", "GI/scale-b"];
    let board = game().ground.board();
    assert_eq!(board.len(), HEXES);
    let near = |one: &str, other: &str| board.distance(hex(one), hex(other)) == 1;
    // Soissons is one town, Châlons another.
    assert!(near("08.30", "09.31") && near("51.07", "52.06") && near("51.07", "52.07") && near("52.06", "52.07"));
    // Assault bridges of 7.3, entry hexes and the corner of 7.2.
    assert!(near("19.12", "19.13") && near("24.13", "24.14") && near("35.01", "36.00"));
    // Columns count from the west, rows from the south; even columns stand half a hex higher.
    let named = |direction, from: &str| {
        let direction = board.direction_named(direction).unwrap();
        board.neighbour(hex(from), direction).map(|to| board.label(to).to_string())
    };
    assert_eq!(named("N", "16.20").as_deref(), Some("16.21"));
    assert_eq!(named("NE", "16.20").as_deref(), Some("17.21"));
    assert_eq!(named("SE", "16.20").as_deref(), Some("17.20"));
    assert_eq!(named("NE", "17.20").as_deref(), Some("18.20"));
    assert_eq!(named("SE", "17.20").as_deref(), Some("18.19"));
    assert!(board.parse("26.00").is_ok() && board.parse("36.00").is_ok());
    assert!(board.parse("11.00").is_err() && board.parse("63.10").is_err() && board.parse("02.35").is_err());
    assert!(board.parse("15.35").is_ok() && board.parse("62.15").is_ok());
    // From Soissons to Châlons it is some 88 km, and a hex is 1.25 miles across.
    let km = f64::from(board.distance(hex("08.30"), hex("52.06"))) * 1.25 * 1.609;
    assert!((80.0..100.0).contains(&km), "{km}");
}

#[test]
fn the_places_of_the_rulebook_are_where_it_says() {
    assert_board_fits(&**game(), &FILES, "map.toml", 0, None);
    assert_eq!([named("Soissons").len(), named("Châlons").len(), named("Buzancy").len()], [2, 3, 1]);
}

#[test]
fn villages_and_cities_can_take_headquarters_and_a_fort_cannot() {
    let settled = |label: &str| game().ground.settlements.contains(hex(label));
    assert!(settled("08.30") && settled("16.20") && settled("09.27") && settled("44.18"));
    assert!(!settled("53.18") && !settled("20.16"));
    assert!(game().ground.settlements.len() > 200);
}

#[test]
fn both_banks_of_the_marne_are_those_of_the_set_ups() {
    let north = "12.12 12.13 14.13 15.16 16.13 17.15 18.14 19.13 19.14 19.16 20.14 22.15 23.15 23.16 24.14 24.16 26.16 \
                 08.11 26.15 29.14";
    for label in hexes(north) {
        assert!(!game().ground.south.contains(hex(&label)), "{label}");
    }
    assert_board_fits(&**game(), &FILES, "map.toml", 0, Some("7.3/german-setup"));
}

#[test]
fn the_marne_parts_the_map_in_two() {
    shows!["chart/terrain-marne"];
    let ground = &game().ground;
    let board = ground.board();
    let mut reached = Hexes::default();
    let mut waiting = vec![hex("20.10")];
    while let Some(at) = waiting.pop() {
        if reached.insert(at) {
            let onward = board.neighbours(at).filter(|&(direction, _)| !ground.marne_between(at, direction));
            waiting.extend(onward.map(|(_, to)| to));
        }
    }
    assert_eq!(labels(reached.iter()), labels(ground.south.iter()));
    // No step leads over it except at a printed bridge.
    for crossing in ground.crossings() {
        let step = ground.costs().step(crossing.from, crossing.direction);
        assert_eq!(step.is_some(), crossing.printed, "{}", ground.label(crossing.from));
    }
    assert_eq!(ground.crossings().iter().filter(|crossing| crossing.printed).count(), 11);
}

#[test]
fn every_printed_bridge_is_on_a_road_over_the_marne_and_no_road_crosses_elsewhere() {
    let ground = &game().ground;
    let board = ground.board();
    for from in board.hexes() {
        for (direction, to) in board.neighbours(from) {
            let name = format!("{} {}", ground.label(from), ground.label(to));
            if ground.printed_bridge(from, direction) {
                assert!(ground.marne_between(from, direction) && ground.road_between(from, direction), "{name}");
            }
            if ground.marne_between(from, direction) && ground.road_between(from, direction) {
                assert!(ground.printed_bridge(from, direction), "{name}");
            }
            assert!(!(ground.marne_between(from, direction) && ground.river_between(from, direction)), "{name}");
        }
    }
}

#[test]
fn steps_cost_what_the_chart_says() {
    shows![
        "chart/terrain-clear",
        "chart/terrain-rough",
        "chart/terrain-rough-woods",
        "chart/terrain-woods",
        "chart/terrain-river",
        "chart/terrain-city",
        "chart/terrain-road",
        "chart/terrain-trench",
        "chart/terrain-lakes",
        "chart/terrain-point-of-interest",
        "chart/terrain-nation-hex",
        "chart/terrain-vp",
        "GI/terrain-b",
    ];
    let ground = &game().ground;
    let board = ground.board();
    // In half points.
    let entering = |label: &str| match label {
        "Clear" | "Lakes" => 2,
        "Rough" | "Woods" => 4,
        "Rough woods" => 6,
        "City" => 1,
        other => panic!("{other}"),
    };
    let mut seen = BTreeSet::new();
    for from in board.hexes() {
        for (direction, to) in board.neighbours(from) {
            let Some(step) = ground.costs().step(from, direction) else { continue };
            let title = ground.terrain_title(to);
            let trench = ground.french_trench(to) || ground.german_trench(to);
            // A trench costs 1 by itself, and only the dearest kind in a hex is paid.
            let dearest = if trench { entering(title).max(2) } else { entering(title) };
            let river = ground.river_between(from, direction);
            let road = ground.road_between(from, direction);
            let expected = if road { 1 } else { dearest + if river { 2 } else { 0 } };
            assert_eq!(step, expected, "{} to {}", ground.label(from), ground.label(to));
            seen.insert((title, trench, river, road));
        }
    }
    // Trenches in a city and in woods, rivers with and without a road: all of it is on the map.
    for case in [("City", true, false, false), ("Woods", true, false, false), ("Clear", false, true, true)] {
        assert!(seen.contains(&case), "{case:?}");
    }
    // A village, a fort and a prize change nothing.
    for label in ["53.18", "09.27", "44.18"] {
        assert_eq!(ground.effects(hex(label)).halves, entering(ground_of(label)), "{label}");
    }
}

#[test]
fn ground_shifts_odds_as_the_chart_says_and_all_of_it_adds_up() {
    shows![
        "chart/terrain-rough-combat",
        "chart/terrain-rough-woods-combat",
        "chart/terrain-woods-combat",
        "chart/terrain-trench-combat",
        "chart/terrain-city-combat",
        "chart/terrain-lakes-combat",
        "GI/terrain-a",
    ];
    let ground = &game().ground;
    let mut seen = BTreeSet::new();
    for hex in ground.board().hexes() {
        let title = ground.terrain_title(hex);
        let left = match title {
            "Clear" | "Lakes" => 0,
            "Rough" | "Woods" => 1,
            "Rough woods" | "City" => 2,
            other => panic!("{other}"),
        };
        let trench = ground.french_trench(hex) || ground.german_trench(hex);
        let effects = ground.effects(hex);
        assert_eq!(effects.left, left + if trench { 2 } else { 0 }, "{}", ground.label(hex));
        assert_eq!(effects.halves_attack, title == "Lakes");
        seen.insert((title, trench));
    }
    // Woods with a trench are there: left 1 and left 2 make left 3.
    assert!(seen.contains(&("Woods", true)) && seen.contains(&("Lakes", false)));
}

#[test]
fn entry_hexes_are_road_hexes_on_the_edge() {
    let ground = &game().ground;
    let allied = "01.33 01.30 01.27 01.24 01.11 07.01 11.01 17.01 26.00 36.00 62.15";
    for label in hexes(allied) {
        assert!(ground.road_exits.contains(hex(&label)) && has_road(hex(&label)), "{label}");
        assert!(ground.board().is_edge(hex(&label)), "{label}");
    }
    assert!(ground.north_roads.contains(hex("15.35")));
    for at in ground.north_roads.iter() {
        let (column, row) = ground.board().column_row(at);
        assert!(ground.road_exits.contains(at) && row == if column % 2 == 0 { 34 } else { 35 });
    }
    // Every reinforcement of the campaign that comes on a hex comes on one of those.
    for arrival in &scenario("campaign").arrivals {
        if let Entry::Hex(at) = arrival.entry {
            assert!(hexes(allied).contains(&ground.label(at)));
        }
    }
}

#[test]
fn all_roads_hang_together() {
    let ground = &game().ground;
    let board = ground.board();
    let mut reached = Hexes::default();
    let mut waiting = vec![hex("08.30")];
    while let Some(at) = waiting.pop() {
        if reached.insert(at) {
            let onward = board.neighbours(at).filter(|&(direction, _)| ground.road_between(at, direction));
            waiting.extend(onward.map(|(_, to)| to));
        }
    }
    let with_roads: Hexes = board.hexes().filter(|&hex| has_road(hex)).collect();
    assert_eq!(labels(reached.iter()), labels(with_roads.iter()));
}

#[test]
fn supply_sources_are_edges() {
    shows!["1.3b-1", "1.3b-2"];
    let board = game().ground.board();
    let campaign = scenario("campaign");
    let [german, allied] = [GERMAN, ALLIED].map(|side| campaign.sources[side.index()]);
    let north = |hex: Hex| {
        let (column, row) = board.column_row(hex);
        row == if column % 2 == 0 { 34 } else { 35 }
    };
    let west_or_south = |hex: Hex| {
        let (column, row) = board.column_row(hex);
        column == 1 || row == if column % 2 == 0 { 0 } else { 1 }
    };
    assert!(board.hexes().all(|hex| german.contains(hex) == north(hex)));
    assert!(board.hexes().all(|hex| allied.contains(hex) == west_or_south(hex)));
    // Where the area of a battle reaches an edge of the map that edge counts, and no other side of the area; a side without one
    // has the edge of the area behind it (ruling 32).
    let sources = |id: &str, side: engine::Side| labels(scenario(id).sources[side.index()].iter());
    assert_eq!(sources("ardre", GERMAN), hexes("29.18 29.19 29.20 29.21 29.22 29.23 30.22 31.22"));
    assert_eq!(sources("ardre", ALLIED), hexes("34.15 34.16 34.17 34.18 34.19 34.20 33.16"));
    assert_eq!(sources("gouraud", GERMAN).len(), 23);
    assert_eq!(sources("gouraud", ALLIED).len(), 23);
    assert!(!sources("gouraud", ALLIED).contains("40.10"));
    assert!(sources("rock-of-the-marne", GERMAN).contains("21.20"));
    assert_eq!(sources("rock-of-the-marne", ALLIED).len(), 25);
    assert!(!sources("rock-of-the-marne", ALLIED).contains("11.05"));
    assert_eq!(sources("tenth-army", GERMAN).len(), 27);
}

#[test]
fn trenches_follow_the_set_up_line() {
    let ground = &game().ground;
    let campaign = scenario("campaign");
    // Divisions in front of Reims, behind the outposts of Champagne and in the quiet west.
    for label in ["34.22", "37.24", "39.24", "42.19", "55.19", "60.19", "53.18", "02.30", "04.15"] {
        let near = ground.board().within(hex(label), 1);
        assert!(near.into_iter().any(|hex| ground.french_trench(hex)), "{label}");
    }
    // The outposts themselves were given up to the barrage.
    for label in ["41.22", "43.21", "46.21", "47.23", "49.24", "51.23"] {
        assert!(!ground.french_trench(hex(label)), "{label}");
    }
    for label in ["03.34", "03.31", "03.29", "38.25", "43.22", "45.22", "52.23", "56.22", "62.22"] {
        assert!(ground.german_trench(hex(label)), "{label}");
    }
    // None on the Marne and none in the valley of the Ardre [7.4].
    for hex in scenario("ardre").area.iter() {
        assert!(!ground.french_trench(hex) && !ground.german_trench(hex));
    }
    // Each side's trenches lie behind its own line, and none belongs to both.
    for hex in ground.board().hexes() {
        if ground.french_trench(hex) {
            assert!(!campaign.held.contains(hex) && !ground.german_trench(hex), "{}", ground.label(hex));
        } else if ground.german_trench(hex) {
            assert!(campaign.held.contains(hex), "{}", ground.label(hex));
        }
    }
    // The intermediate position of the 4th Army is worth points in 7.1 (ruling 97).
    assert_eq!(ground.trench_points.len(), 23);
    assert!(ground.trench_points.iter().all(|hex| ground.french_trench(hex) && ground.column(hex) >= 40));
}

#[test]
fn rivers_run_in_unbroken_chains() {
    let ground = &game().ground;
    let board = ground.board();
    // A hexside of a river is followed by another, or ends at the edge, at its source or in a larger river.
    let wet = |from: Hex, to: Hex| {
        let direction = board.direction(from, to);
        direction.is_some_and(|way| ground.river_between(from, way) || ground.marne_between(from, way))
    };
    let mut ends = 0;
    for from in board.hexes() {
        for (direction, to) in board.neighbours(from).filter(|&(_, to)| from < to) {
            if !ground.river_between(from, direction) {
                continue;
            }
            let common = board.neighbours(from).map(|(_, at)| at).filter(|&at| board.distance(at, to) == 1);
            let followed = common.filter(|&at| wet(from, at) || wet(at, to)).count();
            ends += usize::from(followed < 2);
            assert!(followed > 0, "{} {}", ground.label(from), ground.label(to));
        }
    }
    // Sources and edges of a dozen rivers.
    assert!(ends <= 24, "{ends}");
}

#[test]
fn the_country_is_recognisable() {
    let ground = &game().ground;
    let count = |title: &str| ground.board().hexes().filter(|&hex| ground.terrain_title(hex) == title).count();
    assert_eq!(["City", "Lakes"].map(count), [10, 6]);
    assert!(count("Clear") > 1500 && count("Woods") > 100 && count("Rough") > 200 && count("Rough woods") > 50);
}
