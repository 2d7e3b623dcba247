//! 3 What is there to be set up: zones, first owners, arrivals.

use crate::common::{ALLIED, GERMAN, game, hex, piece};
use engine::shows;
use miracle_on_the_marne::ground::{Hexes, Terrain};
use miracle_on_the_marne::pieces::{Corps, Group};
use miracle_on_the_marne::scenarios::{Arrival, Entrance, Handicap};

fn corps(id: &str) -> Corps {
    game().pieces.corps_named(id).unwrap()
}

fn zone(scenario: usize, id: &str) -> Hexes {
    game().scenarios[scenario].zones[corps(id).index()]
}

/// The points that each side begins with.
fn points(scenario: usize) -> [u32; 2] {
    let victory = &game().tables.victory;
    let german = &game().scenarios[scenario].german_control;
    let mut points = [u32::from(victory.paris), 0];
    for objective in &game().ground.objectives {
        let worth = match objective.terrain {
            Terrain::Town => victory.town,
            Terrain::City => victory.city,
            _ => 0,
        };
        points[usize::from(german.contains(objective.hex))] += u32::from(worth);
    }
    points
}

#[test]
fn two_starts_with_a_turn_a_day() {
    let scenarios = &game().scenarios;
    assert_eq!(
        scenarios.iter().map(|scenario| scenario.id.as_str()).collect::<Vec<_>>(),
        ["september-5", "september-4"]
    );
    // Ruling R6.
    assert_eq!([0, 1].map(|at| (scenarios[at].first_day, scenarios[at].turns)), [(5, 8), (4, 5)]);
    assert_eq!((scenarios[0].day(4), scenarios[1].day(5)), (8, 8));
}

#[test]
fn first_owners_of_towns_and_cities() {
    // Ruling R78: 78 points in all, Paris and the rest of the country.
    assert_eq!(points(0), [22, 56]);
    assert_eq!(points(1), [31, 47]);
    let german = &game().scenarios[0].german_control;
    for label in ["2101", "3503", "3715", "4121", "3018", "2418"] {
        assert!(german.contains(hex(label)), "{label}");
    }
    for label in ["2318", "2823", "3432", "4226", "0722"] {
        assert!(!german.contains(hex(label)), "{label}");
    }
    assert_eq!(game().scenarios[0].handicap, Some(Handicap { draw: 2, win: 4 }));
    assert_eq!(game().scenarios[1].handicap, Some(Handicap { draw: 8, win: 16 }));
}

#[test]
fn every_corps_has_its_zone() {
    shows!["3c", "3j"];
    for scenario in [0, 1] {
        for corps in game().pieces.all_corps() {
            let info = game().pieces.corps_info(corps);
            let zone = game().scenarios[scenario].zones[corps.index()];
            assert_eq!(zone.is_empty(), info.group.is_some(), "{}", info.id);
        }
    }
    // Twelve stacking points a hex are room enough for each corps and its guests.
    for corps in game().pieces.all_corps() {
        let info = game().pieces.corps_info(corps);
        let points: u32 = info.units().map(|unit| u32::from(game().pieces.counter(unit).points)).sum();
        for scenario in [0, 1].map(|at| &game().scenarios[at]).into_iter().filter(|_| info.group.is_none()) {
            assert!(scenario.zones[corps.index()].len() as u32 * 12 >= points, "{} {}", scenario.id, info.id);
        }
    }
    assert!(zone(0, "fr-6gdr").contains(hex("0722")) && zone(0, "ge-ivr").contains(hex("2011")));
}

#[test]
fn three_corps_and_the_moroccans_wait() {
    shows!["3b", "3i"];
    for id in ["fr-iv", "fr-ix", "fr-xi"] {
        assert!(zone(0, id).is_empty(), "{id}");
        let late = |unit| game().pieces.counter(unit).group.is_some();
        assert!(game().pieces.corps_info(corps(id)).units().all(late));
        assert!(late(corps(id).hq()));
    }
    let late = |name: &str| game().pieces.counter(piece(name)).group;
    assert_eq!(["RIR71", "RIR94", "RIR32"].map(late), [Some(Group::Lepel), Some(Group::Lepel), None]);
}

#[test]
fn cavalry_sets_up_with_others() {
    shows!["3e", "3f", "3g", "3k"];
    for scenario in [0, 1] {
        let union = |hosts: &[&str]| hosts.iter().fold(Hexes::EMPTY, |all, host| all.union(zone(scenario, host)));
        assert_eq!(zone(scenario, "fr-1cav"), union(&["fr-vii"]));
        assert_eq!(zone(scenario, "fr-2cav"), union(&["fr-4gdr", "fr-xviii", "fr-iii"]));
        assert_eq!(zone(scenario, "br-cav"), union(&["br-i", "br-ii", "br-iii"]));
        assert_eq!(zone(scenario, "ge-2cav"), union(&["ge-ii", "ge-iii", "ge-iv", "ge-ix", "ge-ivr"]));
        assert_eq!(zone(scenario, "ge-1cav"), union(&["ge-vii", "ge-xr", "ge-x"]));
    }
}

#[test]
fn zones_of_the_two_sides_do_not_touch() {
    // Ruling R72.
    let board = game().ground.board();
    for scenario in &game().scenarios {
        let of = |side| {
            let own = game().pieces.all_corps().filter(|corps| game().pieces.corps_info(*corps).nation.side() == side);
            own.fold(Hexes::EMPTY, |all, corps| all.union(scenario.zones[corps.index()]))
        };
        let (allied, german) = (of(ALLIED), of(GERMAN));
        assert!(allied.iter().all(|one| german.iter().all(|other| board.distance(one, other) >= 2)));
        // No zone holds a town of the enemy.
        assert!(allied.intersection(scenario.german_control).is_empty());
        let objectives = game().ground.objectives.iter().map(|objective| objective.hex);
        assert!(objectives.filter(|&hex| german.contains(hex)).all(|hex| scenario.german_control.contains(hex)));
    }
}

#[test]
fn on_the_fourth_the_marne_parts_the_armies() {
    // Germans on the north bank of the Marne, the British on the south bank.
    for label in ["3417", "3715", "4713"] {
        let german = game().pieces.all_corps().filter(|corps| game().pieces.corps_info(*corps).nation.side() == GERMAN);
        assert!(german.map(|corps| game().scenarios[1].zones[corps.index()]).any(|zone| zone.contains(hex(label))));
    }
    assert!(!zone(1, "ge-x").contains(hex("4613")) && !zone(1, "br-iii").contains(hex("1820")));
}

#[test]
fn reinforcements_come_on_their_days() {
    let arrival = |day, at| Arrival { day, at };
    for scenario in &game().scenarios {
        let expected = [
            arrival(5, Entrance::Paris),
            arrival(5, Entrance::Entry1),
            arrival(7, Entrance::Entry1),
            arrival(10, Entrance::Entry1),
            arrival(9, Entrance::Entry2),
        ];
        assert_eq!(scenario.arrivals, expected);
    }
}

#[test]
fn variable_reinforcements_come_on_average_on_their_days() {
    let needed = |group: Group, day| game().tables.variable[group.index()].needed(day);
    assert_eq!([3, 4, 5, 8, 30].map(|day| needed(Group::IvCorps, day)), [0, 3, 5, 9, 9]);
    assert_eq!([5, 6, 7].map(|day| needed(Group::IxCorps, day)), [0, 3, 5]);
    assert_eq!([8, 9, 10, 12, 13].map(|day| needed(Group::XiCorps, day)), [0, 3, 5, 8, 8]);
    assert_eq!([7, 8, 9].map(|day| needed(Group::Lepel, day)), [0, 3, 5]);
}
