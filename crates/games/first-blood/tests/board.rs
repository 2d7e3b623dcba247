//! The board: every place, kind of ground and hexside that the rulebook names.

use crate::common::game;
use engine::laws::assert_board_fits;
use engine::shows;
use first_blood::FILES;
use hexboard::Hex;
use std::collections::BTreeSet;

fn hex(label: &str) -> Hex {
    game().ground.board().parse(label).unwrap()
}

fn hexes(labels: &str) -> BTreeSet<String> {
    labels.split_whitespace().map(str::to_string).collect()
}

/// The labels of the hexes in play for which something holds.
fn all(holds: impl Fn(Hex) -> bool) -> BTreeSet<String> {
    game().ground.board().hexes().filter(|&hex| holds(hex)).map(|hex| game().ground.label(hex)).collect()
}

fn region(name: &str) -> Vec<String> {
    let hexes = game().ground.board().region(name).unwrap();
    hexes.iter().map(|&hex| game().ground.label(hex)).collect()
}

fn named(name: &str) -> BTreeSet<String> {
    all(|hex| game().ground.board().names_at(hex).any(|at| at == name))
}

fn ground_of(label: &str) -> &'static str {
    game().ground.terrain_title(hex(label))
}

/// Whether a road, railway or stream leads out of a hex.
fn carries(at: Hex, feature: &str) -> bool {
    let board = game().ground.board();
    let feature = board.feature_named(feature).unwrap();
    board.neighbours(at).any(|(direction, _)| board.features(at, direction).contains(feature))
}

fn is_adjacent(one: &str, other: &str) -> bool {
    game().ground.board().distance(hex(one), hex(other)) == 1
}

/// The board is as a clause says of single hexes.
fn fits(clause: &str) {
    assert_board_fits(game(), &FILES, "map.toml", 0, Some(clause));
}

#[test]
fn the_map_is_as_is_said_of_single_hexes() {
    assert_board_fits(game(), &FILES, "map.toml", 0, None);
}

#[test]
fn the_numbering_fits_every_neighbour_and_range_of_the_rulebook() {
    shows!["2.2c"];
    let board = game().ground.board();
    // 3.6, 11.3, 10.8, 2.2, 7.5, 7.7: hexes said or implied to be adjacent.
    for pair in [
        ["4232", "4131"],
        ["4131", "4032"],
        ["4032", "3931"],
        ["2136", "2135"],
        ["2717", "2718"],
        ["2717", "2618"],
        ["2518", "2618"],
        ["1927", "1928"],
        ["2342", "2242"],
        ["4232", "4231"],
        ["1032", "1031"],
    ] {
        assert!(is_adjacent(pair[0], pair[1]), "{pair:?}");
    }
    // 10.6: ranges; 10.8: two hexes with 2618 between them.
    assert_eq!(board.distance(hex("2236"), hex("2232")), 4);
    assert_eq!(board.distance(hex("2236"), hex("2034")), 3);
    assert_eq!(board.distance(hex("2717"), hex("2518")), 2);
    // 11.3: German markers drift south, to lower rows of the same column.
    let south = board.direction_named("S").unwrap();
    assert_eq!(board.neighbour(hex("2136"), south), Some(hex("2135")));
    // 33 columns from 10 to 42, 43 rows from 00 to 42; columns grow to the west.
    assert_eq!(board.len(), 33 * 43);
    assert!(board.at(9, 0).is_none() && board.at(43, 0).is_none() && board.at(10, 43).is_none());
    assert!(board.centre(hex("4222"))[0] < board.centre(hex("1032"))[0]);
    // All hexes in play hang together.
    let (mut seen, mut next) = (BTreeSet::from([hex("4232")]), vec![hex("4232")]);
    while let Some(at) = next.pop() {
        next.extend(board.neighbours(at).map(|(_, to)| to).filter(|&to| seen.insert(to)));
    }
    assert_eq!(seen.len(), board.hexes().count());
}

#[test]
fn the_marne_bank_is_a_chain_of_thirty_hexes() {
    shows!["3.6b", "3.6c"];
    let bank = region("bank");
    assert_eq!(bank.len(), 30);
    fits("3.6b");
    assert_eq!(bank[..4], ["4232", "4131", "4032", "3931"]);
    assert_eq!(bank[29], "2342");
    assert!(bank.windows(2).all(|pair| is_adjacent(&pair[0], &pair[1])));
    // From west to east: no step goes back.
    assert!(bank.windows(2).all(|pair| pair[0][..2] >= pair[1][..2]));
    // The hexes of the chain are those drawn as riverbank, and no others.
    assert_eq!(all(|hex| game().ground.terrain_title(hex) == "Marne riverbank"), bank.into_iter().collect());
}

#[test]
fn the_paris_metz_road_runs_from_1032_to_4222() {
    shows!["3.3b"];
    fits("3.3b");
    let road = region("paris-metz-road");
    assert_eq!((road[0].as_str(), road[road.len() - 1].as_str()), ("4222", "1032"));
    assert!(road.windows(2).all(|pair| game().ground.road_between(hex(&pair[0]), hex(&pair[1]))));
    // Every column has a hex of it, so that every column has a north.
    let columns: BTreeSet<&str> = road.iter().map(|hex| &hex[..2]).collect();
    assert_eq!(columns.len(), 33);
    // 9.6: by the bridge of 3520 and the rail crossing of 3721. North of Hill 231 (3.3).
    assert!(road.contains(&"3520".to_string()) && road.contains(&"3721".to_string()));
    assert!(road.iter().filter(|hex| hex.starts_with("19")).all(|hex| hex.as_str() > "1928"));
}

#[test]
fn roads_cross_the_surmelin_and_the_railway_in_two_hexes_each() {
    shows!["9.6a", "9.6b"];
    assert_eq!(all(|hex| carries(hex, "road") && carries(hex, "stream")), hexes("3311 3520"));
    assert_eq!(all(|hex| carries(hex, "road") && carries(hex, "rail")), hexes("3511 3721"));
    fits("9.6a");
    fits("9.6b");
    // A road, once it is on the map, leads in and out of each of them.
    for at in ["3311", "3520", "3511", "3721"] {
        let board = game().ground.board();
        let ways = board.neighbours(hex(at)).filter(|&(_, next)| game().ground.road_between(hex(at), next));
        assert_eq!(ways.count(), 2, "{at}");
    }
}

#[test]
fn named_places_are_where_the_rules_need_them() {
    shows!["2.2c", "3.4b", "3.3d", "3.4a"];
    fits("2.2c");
    assert_eq!(named("Hill 231").len(), 2);
    assert_eq!(all(|hex| game().ground.terrain_title(hex) == "Hill 231"), hexes("1927 1928"));
    assert_eq!(named("Moulin Ruiné").len(), 3);
    assert_eq!(all(|hex| game().ground.terrain_title(hex) == "Prepared position"), named("Moulin Ruiné"));
    for town in ["Varennes", "Paroy", "Crezancy"] {
        assert!(!named(town).is_empty(), "{town}");
        assert!(named(town).iter().all(|hex| ground_of(hex) == "Town"), "{town}");
    }
    assert_eq!(named("Varennes"), region("varennes").into_iter().collect());
    let rear: BTreeSet<String> = named("Paroy").union(&named("Crezancy")).cloned().collect();
    assert_eq!(rear, region("rear-towns").into_iter().collect());
    // Varennes lies north of the road, as 3.3 has to leave it out.
    assert!(named("Varennes").iter().all(|hex| &hex[2..] > "32"));
}

#[test]
fn the_edges_by_which_germans_come_and_go() {
    shows!["4.3a", "7.5b", "7.7b"];
    for clause in ["4.3a", "7.5b", "7.7b"] {
        fits(clause);
    }
    let exits: Vec<String> = (19..=33).map(|column| format!("{column}00")).collect();
    assert_eq!(region("exit"), exits);
    let west: Vec<String> = (4222..=4231).map(|hex| hex.to_string()).collect();
    assert_eq!(region("west-entry"), west);
    let east = region("east-entry");
    assert_eq!((east[0].as_str(), east[east.len() - 1].as_str(), east.len()), ("2242", "1031", 24));
    assert!(east.windows(2).all(|pair| game().ground.board().distance(hex(&pair[0]), hex(&pair[1])) == 1));
    let board = game().ground.board();
    assert!(exits.iter().chain(&west).chain(&east).all(|label| board.is_edge(hex(label))));
}

#[test]
fn every_kind_of_ground_is_on_the_map() {
    shows!["2.2b"];
    let kinds: BTreeSet<&str> = game().ground.board().hexes().map(|hex| game().ground.terrain_title(hex)).collect();
    let expected = [
        "Clear",
        "Town",
        "Railroad embankment",
        "Surmelin River",
        "Marne riverbank",
        "Wooded hills",
        "Prepared position",
        "Hill 231",
    ];
    assert_eq!(kinds, expected.into_iter().collect());
    // 10.8: towns, woods, prepared positions, railroads and Hill 231 block; the rest does not.
    for kind in kinds {
        let blocking = ["Town", "Wooded hills", "Prepared position", "Railroad embankment", "Hill 231"].contains(&kind);
        let same = game().ground.board().hexes().filter(|&hex| game().ground.terrain_title(hex) == kind);
        assert!(same.into_iter().all(|hex| game().ground.effects(hex).blocks == blocking), "{kind}");
    }
    // By hex, as the examples have them.
    fits("10.8d");
    fits("10.9b");
    // 10.3: the Surmelin defends with 3.
    assert_eq!(game().ground.effects(hex("3630")).defense, 3);
}

#[test]
fn the_railways_lie_as_the_rules_and_tips_say() {
    shows!["2.2b"];
    // 12.3: an east-west line from edge to edge, between the road and the Marne, that meets no road.
    let lines = &game().ground.map.lines;
    let line = lines.iter().find(|line| line.name.as_deref() == Some("East-west railroad")).unwrap();
    let labels: Vec<String> = line.hexes.iter().map(|&hex| game().ground.label(hex)).collect();
    assert!(labels[0].starts_with("42") && labels[labels.len() - 1].starts_with("10"));
    for label in &labels {
        assert!(!carries(hex(label), "road"), "{label}");
        let road = region("paris-metz-road").into_iter().filter(|road| road[..2] == label[..2]).max().unwrap();
        assert!(*label > road, "{label} is north of {road}");
        assert_eq!(ground_of(label), "Railroad embankment");
    }
}
