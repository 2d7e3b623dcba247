//! 2.1 The game maps: every place, kind of ground and hexside that the rulebook names.

use crate::common::{Labels, east, game, west, words};
use clash_of_giants::ground::{Hexes, LETTERS, has};
use clash_of_giants::pieces::{ALLIED, Army, GERMAN};
use clash_of_giants::tables::Worth;
use clash_of_giants::{FILES, Theatre};
use engine::laws::assert_board_fits;
use engine::shows;
use hexboard::Hex;

/// Whether two neighbours are parted by a lake.
fn lake(theatre: &Theatre, one: &str, other: &str) -> bool {
    let direction = theatre.ground.board().direction(theatre.hex(one), theatre.hex(other)).unwrap();
    !has(theatre.ground.open(theatre.hex(one)), direction)
}

const EAST: &str = "tannenberg/map.toml";
const WEST: &str = "marne/map.toml";

/// The board of a campaign is as a clause says of single hexes.
fn fits(board: &str, clause: &str) {
    assert_board_fits(&**game(), &FILES, board, usize::from(board == WEST), Some(clause));
}

#[test]
fn the_maps_are_as_is_said_of_single_hexes() {
    for (scenario, board) in [(0, EAST), (1, WEST), (2, WEST)] {
        assert_board_fits(&**game(), &FILES, board, scenario, None);
    }
}

/// The hexes that bear a name.
fn named(theatre: &Theatre, name: &str) -> Vec<String> {
    let (_, hexes) = theatre.ground.board().names().find(|(known, _)| *known == name).unwrap();
    hexes.iter().map(|&hex| theatre.ground.label(hex)).collect()
}

/// Everything that railways lead to from a hex.
fn by_rail(theatre: &Theatre, from: Hex) -> Hexes {
    let mut found: Hexes = [from].into_iter().collect();
    let mut open = vec![from];
    while let Some(hex) = open.pop() {
        for (direction, next) in theatre.ground.board().neighbours(hex) {
            if has(theatre.ground.tracks(hex), direction) && found.insert(next) {
                open.push(next);
            }
        }
    }
    found
}

#[test]
fn columns_grow_to_the_east_rows_to_the_south_and_odd_columns_stand_lower() {
    shows!["std/2.1a", "std/2.1b", "std/2.1c", "tannenberg/2.1-corr2"];
    for theatre in [east(), west()] {
        let board = theatre.ground.board();
        assert_eq!(board.len(), 43 * 25);
        let neighbours = |label: &str| -> Vec<(&str, String)> {
            let around = board.neighbours(theatre.hex(label));
            around.map(|(to, hex)| (board.direction_name(to), theatre.ground.label(hex))).collect()
        };
        let around = |hexes: [&str; 6]| -> Vec<(&str, String)> {
            ["N", "NE", "SE", "S", "SW", "NW"].into_iter().zip(hexes.map(str::to_string)).collect()
        };
        assert_eq!(neighbours("2215"), around(["2214", "2314", "2315", "2216", "2115", "2114"]));
        assert_eq!(neighbours("2315"), around(["2314", "2415", "2416", "2316", "2216", "2215"]));
    }
    let board = east().ground.board();
    let [one, other] = ["1811", "1910"].map(|label| east().hex(label));
    assert!(has(east().ground.rivers(one), board.direction(one, other).unwrap()));
    fits(EAST, "tannenberg/2.1-corr2");
}

#[test]
fn the_scale_is_that_of_the_book() {
    shows!["tannenberg/2.11a", "tannenberg/2.11b", "tannenberg/2.11c", "tannenberg/5.1b"];
    shows!["marne/2.11a", "marne/2.11b", "marne/2.11c"];
    let scale = |theatre: &Theatre| {
        let scale = &theatre.tables.scale;
        [&scale.hex, &scale.turn, &scale.unit].map(String::clone)
    };
    assert_eq!(scale(east()), ["about 4.5 miles", "one or two days", "a division or a brigade"]);
    assert_eq!(scale(west()), ["about 3.3 miles", "one day", "a division or a brigade"]);
}

#[test]
fn each_side_has_its_retreat_compass() {
    shows!["std/2.12", "tannenberg/2.12a", "tannenberg/2.12b", "marne/2.12a", "marne/2.12b"];
    let compass = |theatre: &Theatre, side| -> Vec<&str> {
        let board = theatre.ground.board();
        let in_compass = |direction: &hexboard::Direction| has(theatre.tables.compass(side), *direction);
        hexboard::Direction::ALL
            .into_iter()
            .filter(in_compass)
            .map(|direction| board.direction_name(direction))
            .collect()
    };
    assert_eq!(compass(east(), GERMAN), ["N", "SW", "NW"]);
    assert_eq!(compass(east(), ALLIED), ["NE", "SE", "S"]);
    assert_eq!(compass(west(), GERMAN), ["N", "NE", "NW"]);
    assert_eq!(compass(west(), ALLIED), ["SE", "S", "SW"]);
}

#[test]
fn the_entry_hexes_are_on_the_edges_of_their_armies() {
    shows!["tannenberg/8.21a", "tannenberg/8.21b", "tannenberg/8.21c", "tannenberg/9.21a"];
    let at: Vec<(u16, u16)> = east().ground.entries.iter().map(|&hex| east().ground.board().column_row(hex)).collect();
    assert_eq!(at.len(), LETTERS.len());
    // A, B and C on the east edge for the First Army, D, E and F on the south edge for the Second.
    assert!(at[..3].iter().all(|&(column, _)| column == 52), "{at:?}");
    assert!(at[3..].iter().all(|&(_, row)| row == 25), "{at:?}");
    assert!(at[..3].is_sorted() && at[3..].is_sorted());
    for &entry in &east().ground.entries {
        assert!(!east().ground.germany.contains(entry));
    }
    assert!(east().ground.west.iter().all(|hex| east().ground.board().column_row(hex).0 == 10));
    assert!(!east().ground.west.is_empty());
    assert!(west().ground.entries.is_empty() && west().ground.west.is_empty());
}

#[test]
fn the_frontier_parts_germany_from_russia() {
    let ground = &east().ground;
    let in_germany = |label: &str| ground.germany.contains(east().hex(label));
    for town in [
        "Königsberg",
        "Insterburg",
        "Gumbinnen",
        "Stallupönen",
        "Goldap",
        "Lötzen",
        "Lyck",
        "Allenstein",
        "Ortelsburg",
        "Neidenburg",
        "Soldau",
        "Osterode",
        "Deutsch Eylau",
        "Elbing",
        "Tapiau",
        "Willenberg",
        "Johannisburg",
    ] {
        assert!(in_germany(&named(east(), town)[0]), "{town}");
    }
    for town in
        ["Suwalki", "Augustow", "Kolno", "Chorzele", "Grajewo", "Mariampol", "Myszyniec", "Lomza", "Wilkowischki"]
    {
        assert!(!in_germany(&named(east(), town)[0]), "{town}");
    }
    // Part of Russia lies east of hexrow 3400 [tannenberg/8.32].
    assert!(east().ground.board().hexes().any(|hex| {
        let (column, _) = ground.board().column_row(hex);
        column > east().tables.east.supply.free_east_of && !ground.germany.contains(hex)
    }));
    assert_eq!(east().tables.east.supply.free_east_of, 34);
    assert!(west().ground.germany.is_empty());
}

#[test]
fn konigsberg_supplies_its_outer_works() {
    shows!["tannenberg/8.21d", "tannenberg/4.1e"];
    let konigsberg = east().ground.konigsberg.unwrap();
    assert_eq!(named(east(), "Königsberg"), [east().ground.label(konigsberg)]);
    fits(EAST, "tannenberg/4.1e");
    let works = east().hex("2804");
    assert_eq!(east().tables.worth(works), Some(Worth::Points(0, 4)));
    assert!(east().ground.board().distance(konigsberg, works) <= east().tables.east.supply.konigsberg.into());
}

#[test]
fn the_forts_and_fortified_zones_are_german() {
    shows!["std/13.4"];
    fits(EAST, "std/13.4");
    let ground = &east().ground;
    assert_eq!(ground.forts.len(), 2);
    // The Deime line and the prepared positions on the Angerapp.
    assert_eq!(east().labels(ground.zones.iter()), words("2803 2804 2902 3609 3708 3707 3706 3705"));
    assert!(ground.forts.union(ground.zones).difference(ground.germany).is_empty());
    assert!(west().ground.forts.is_empty() && west().ground.zones.is_empty());
}

#[test]
fn lakes_close_hexsides_and_leave_the_gaps_of_masuria() {
    // Of the other hexsides the facts speak.
    assert!(lake(east(), "3411", "3511") && !lake(east(), "3412", "3512"));
    let costs = |side| {
        let board = east().ground.board();
        let to = board.direction(east().hex("3411"), east().hex("3511")).unwrap();
        east().ground.costs(side).step(east().hex("3411"), to)
    };
    assert_eq!([costs(GERMAN), costs(ALLIED)], [None, None]);
}

#[test]
fn the_sea_is_not_in_play_and_all_land_hangs_together() {
    shows!["std/11.3c"];
    assert!(east().ground.board().parse("1001").is_err());
    assert!(east().ground.board().parse("3516").is_err(), "the Spirding lake");
    assert!(east().ground.board().parse("1608").is_ok());
    for theatre in [east(), west()] {
        let board = theatre.ground.board();
        let mut found: Hexes = board.hexes().take(1).collect();
        let mut open: Vec<Hex> = found.iter().collect();
        while let Some(hex) = open.pop() {
            for (direction, next) in board.neighbours(hex) {
                if has(theatre.ground.open(hex), direction) && found.insert(next) {
                    open.push(next);
                }
            }
        }
        assert_eq!(found.len(), board.hexes().count());
    }
}

#[test]
fn rails_reach_the_west_edge_and_never_cross_a_lake() {
    let ground = &east().ground;
    for hex in ground.board().hexes() {
        assert_eq!(ground.tracks(hex) & !ground.open(hex) & inner(east(), hex), 0, "{}", ground.label(hex));
    }
    let net = by_rail(east(), east().hex("1012"));
    for town in [
        "Königsberg",
        "Insterburg",
        "Lötzen",
        "Allenstein",
        "Osterode",
        "Deutsch Eylau",
        "Soldau",
        "Lyck",
        "Ortelsburg",
    ] {
        assert!(net.contains(east().hex(&named(east(), town)[0])), "{town}");
    }
    for source in words("1012 1016 1021 1024") {
        assert!(net.contains(east().hex(&source)), "{source}");
    }
}

/// The directions in which a hex has a neighbour.
fn inner(theatre: &Theatre, hex: Hex) -> u8 {
    theatre.ground.board().neighbours(hex).fold(0, |set, (direction, _)| set | 1 << direction.index())
}

#[test]
fn every_victory_hex_of_tannenberg_is_a_german_town() {
    shows!["tannenberg/4.22e", "tannenberg/4.1d", "tannenberg/2.1-corr1"];
    fits(EAST, "tannenberg/4.22e");
    let mut sums = [0, 0];
    for &(hex, worth) in &east().tables.victory {
        assert!(
            east().ground.germany.contains(hex) && east().ground.towns.contains(hex),
            "{}",
            east().ground.label(hex)
        );
        let Worth::Points(german, russian) = worth else { panic!("points on the Marne") };
        sums[0] += german;
        sums[1] += russian;
    }
    assert_eq!(sums[0], 15);
    assert!(sums[1] > sums[0] - 4, "the Russian has something to fight for");
}

#[test]
fn the_start_hexes_are_the_northmost_row() {
    shows!["marne/2.13a", "marne/2.13f"];
    let ground = &west().ground;
    let mut owned = Hexes::EMPTY;
    for army in Army::ALL {
        for hex in ground.starts[army.index()].iter() {
            assert!(owned.insert(hex), "{} has two armies", ground.label(hex));
        }
    }
    assert_eq!(owned, ground.start_hexes);
    assert_eq!(ground.start_hexes.len(), 43);
    assert!(ground.start_hexes.iter().all(|hex| ground.board().column_row(hex).1 == 1));
    fits(WEST, "marne/2.13a");
    for hex in ground.start_hexes.iter() {
        let effects = ground.effects(hex);
        assert_eq!((effects.cost, effects.shift), (1, 0));
        assert!(!effects.town && !effects.city && !effects.close);
    }
}

#[test]
fn lines_of_supply_end_on_the_north_and_the_south_edge() {
    shows!["marne/8.21a", "marne/8.21c"];
    let row = |hexes: &Hexes| -> Vec<String> { hexes.iter().map(|hex| west().ground.label(hex)).collect() };
    let (north, south) = (row(&west().ground.north_edge), row(&west().ground.south_edge));
    for edge in ["1002", "1102", "1202", "5202"] {
        assert!(north.contains(&edge.to_string()));
    }
    for edge in ["1025", "1125", "1225", "5225"] {
        assert!(south.contains(&edge.to_string()));
    }
    assert_eq!([north.len(), south.len()], [43, 43]);
}

#[test]
fn boundaries_part_the_armies_and_3903_is_where_the_example_says() {
    shows!["marne/10.41a", "marne/10.41b"];
    let ground = &west().ground;
    assert_eq!(ground.area(ALLIED, west().hex("3903")), Some(Army::FrenchNinth));
    assert_eq!(ground.area(GERMAN, west().hex("3903")), Some(Army::GermanThird));
    for (side, armies) in [
        (ALLIED, [Army::FrenchSixth, Army::FrenchFifth, Army::FrenchNinth, Army::FrenchFourth]),
        (GERMAN, [Army::GermanFirst, Army::GermanSecond, Army::GermanThird, Army::GermanFourth]),
    ] {
        let sizes: usize = armies.iter().map(|army| ground.areas[army.index()].len()).sum();
        assert_eq!(sizes, 43 * 25);
        for hex in ground.board().hexes() {
            let area = ground.area(side, hex).unwrap();
            assert!(ground.areas[area.index()].contains(hex));
            for (direction, next) in ground.board().neighbours(hex) {
                let parted = ground.area(side, next) != Some(area);
                assert_eq!(has(ground.boundaries(side, hex), direction), parted, "{}", ground.label(hex));
            }
        }
        // The Fourth Armies are the eastmost.
        assert!(ground.areas[armies[3].index()].contains(west().hex("5212")));
    }
}

#[test]
fn the_fortified_camp_holds_paris() {
    shows!["marne/10.43a"];
    let ground = &west().ground;
    fits(WEST, "marne/10.43a");
    assert_eq!(ground.paris.len(), 3);
    assert!(ground.paris.difference(ground.camp).is_empty());
    assert!(ground.camp.difference(ground.areas[Army::FrenchSixth.index()]).is_empty());
    for inside in words("1115 1211 1310 1511 1510 1613 1413") {
        assert!(ground.camp.contains(west().hex(&inside)), "{inside}");
    }
    for outside in words("1813 1710 1708") {
        assert!(!ground.camp.contains(west().hex(&outside)), "{outside}");
    }
}

#[test]
fn the_rally_lines_are_the_seine_and_aube_and_row_17() {
    shows!["marne/10.52c", "marne/10.52d"];
    let ground = &west().ground;
    // The south banks of the Seine at Nogent and of the Aube at Arcis belong to it, and what lies between the two rivers.
    fits(WEST, "marne/10.52c");
    for north in ["3021", "3920"] {
        assert!(!ground.south_of_rivers.contains(west().hex(north)), "{north}");
    }
    // From the south of the Fifth and Ninth Armies' areas nothing north of the rivers is reached without crossing.
    let both = ground.areas[Army::FrenchFifth.index()].union(ground.areas[Army::FrenchNinth.index()]);
    for hex in ground.south_of_rivers.iter() {
        assert!(both.contains(hex), "{}", ground.label(hex));
        for (direction, next) in ground.board().neighbours(hex).filter(|(_, next)| both.contains(*next)) {
            let crossed = has(ground.rivers(hex), direction);
            assert!(ground.south_of_rivers.contains(next) || crossed, "{}", ground.label(next));
        }
    }
    assert_eq!(west().tables.west.command.fourth_army_row, 17);
}

#[test]
fn every_victory_hex_of_the_marne_is_a_rail_town() {
    shows!["marne/4.1b", "marne/4.1c", "marne/4.1d"];
    let net = by_rail(west(), west().hex("1413"));
    let mut counts = [0, 0];
    for &(hex, worth) in &west().tables.victory {
        assert!(west().ground.towns.contains(hex) && net.contains(hex), "{}", west().ground.label(hex));
        counts[usize::from(worth == Worth::Secondary)] += 1;
    }
    // No draw is possible, so the Secondary hexes are odd.
    assert_eq!(counts, [8, 9]);
}
