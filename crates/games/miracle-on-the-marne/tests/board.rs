//! 2 The game map: what the rulebook says of it, and that it is the country between Paris and the Marne.

use crate::common::{ALLIED, GERMAN, game, hex};
use engine::laws::assert_board_fits;
use engine::shows;
use hexboard::Hex;
use miracle_on_the_marne::FILES;
use miracle_on_the_marne::ground::{Hexes, Terrain};
use std::collections::BTreeSet;

fn labels(hexes: impl IntoIterator<Item = Hex>) -> BTreeSet<String> {
    hexes.into_iter().map(|hex| game().ground.label(hex)).collect()
}

fn listed(text: &str) -> BTreeSet<String> {
    text.split_whitespace().map(str::to_string).collect()
}

fn named(name: &str) -> Hex {
    let board = game().ground.board();
    let found = board.names().find(|(known, _)| *known == name);
    found.unwrap_or_else(|| panic!("nothing is called {name}")).1[0]
}

/// Whether one can go from a place to another over neighbouring hexes without crossing a river, and without leaving a
/// few hexes around them.
fn same_bank(from: &str, to: &str) -> bool {
    let (from, to) = (named(from), named(to));
    let board = game().ground.board();
    let far = board.distance(from, to) + 2;
    let mut seen: Hexes = [from].into_iter().collect();
    let mut open = vec![from];
    while let Some(at) = open.pop() {
        for (direction, next) in board.neighbours(at) {
            let near = board.distance(next, from) + board.distance(next, to) <= far + 1;
            if near && !game().ground.hexside(at, direction).river && seen.insert(next) {
                open.push(next);
            }
        }
    }
    seen.contains(to)
}

/// The board is as is said of single hexes, by a clause or by all who say something.
fn fits(clause: Option<&str>) {
    assert_board_fits(&**game(), &FILES, "map.toml", 0, clause);
}

#[test]
fn the_sheet_is_a_grid_of_hexes_with_five_kinds_of_ground() {
    shows!["2a"];
    let board = game().ground.board();
    assert_eq!(board.len(), 50 * 36);
    assert_eq!(board.label(hex("0101")).to_string(), "0101");
    // Even columns stand half a hex further south.
    let near = |label: &str| labels(board.neighbours(hex(label)).map(|(_, hex)| hex));
    assert_eq!(near("1010"), listed("1009 1011 0910 0911 1110 1111"));
    assert_eq!(near("1110"), listed("1109 1111 1009 1010 1209 1210"));
    let count = |terrain: Terrain| board.hexes().filter(|&hex| game().ground.terrain(hex) == terrain).count();
    assert_eq!([Terrain::Town, Terrain::City, Terrain::Paris].map(count), [38, 10, 7]);
    assert_eq!(count(Terrain::Forest), 130);
    // What lies where: Paris, Senlis, Pont-Sainte-Maxence, and the ground that units pay for.
    fits(None);
}

#[test]
fn the_turn_record_track_shows_the_day() {
    shows!["2a"];
    let track = |scenario: &str, phase: &str, turn: u32| {
        let table =
            crate::common::table(crate::common::phase(phase, turn).scenario(scenario).mark("phasing", "german"));
        let track = table.view(engine::Viewer::Spectator).tracks.remove(0);
        assert_eq!(track.title, "Turn Record Track");
        (track.spaces.len(), track.spaces[track.at].clone())
    };
    assert_eq!(track("september-5", "C1", 1), (8, "5 September".into()));
    assert_eq!(track("september-5", "C1", 3), (8, "7 September".into()));
    assert_eq!(track("september-4", "C1", 5), (5, "8 September".into()));
    // The marker goes on with the turn.
    let mut table = crate::common::table(crate::common::phase("D3", 3).mark("phasing", "german"));
    table.play(&["done"]);
    let track = table.view(engine::Viewer::Spectator).tracks.remove(0);
    assert_eq!((track.at, track.spaces[track.at].as_str()), (3, "8 September"));
}

#[test]
fn the_map_has_four_edges() {
    // Two columns of 36 and two rows of 50, the corners counted once.
    assert_eq!(game().ground.edge().len(), 2 * 36 + 2 * 50 - 4);
}

#[test]
fn the_hex_is_three_kilometres_and_units_are_brigades_and_regiments() {
    shows!["2d"];
    // Ruling R1: Paris to Meaux are 41 km, Meaux to Soissons 57 km.
    let board = game().ground.board();
    let apart = |one: &str, other: &str| board.distance(named(one), named(other));
    assert_eq!(apart("Paris", "Meaux"), 17);
    assert_eq!(apart("Meaux", "Soissons"), 21);
    // Ruling R2.
    let sizes: BTreeSet<_> =
        game().pieces.units().filter_map(|unit| game().pieces.counter(unit).class.size()).collect();
    assert_eq!(sizes, BTreeSet::from(["brigade", "regiment"]));
}

#[test]
fn paris_has_more_than_one_hex() {
    shows!["13.1.1a"];
    fits(Some("13.1.1a"));
    assert_eq!(game().ground.paris.len(), 7);
    assert_eq!(game().tables.paris.defense, 10);
    // Streets join its hexes, and no river parts them.
    let paris = &game().ground.paris_set;
    for at in paris.iter() {
        assert!(game().ground.road_hexes.contains(at));
        for (direction, next) in game().ground.board().neighbours(at) {
            assert!(!paris.contains(next) || !game().ground.hexside(at, direction).river);
        }
    }
}

#[test]
fn edges_are_friendly_as_the_rulebook_says() {
    shows!["11.1.7a", "11.1.7b"];
    let [allied, german] = &game().ground.friendly_edge;
    assert_eq!(german.len(), 50);
    assert!(german.contains(hex("2101")) && german.contains(hex("0101")) && !german.contains(hex("2136")));
    // West, south and east, with the corners that they share with the north.
    assert_eq!(allied.len(), 36 + 36 + 48);
    for label in ["0101", "0110", "2136", "5010", "5036"] {
        assert!(allied.contains(hex(label)), "{label}");
    }
    assert!(!allied.contains(hex("2101")));
}

#[test]
fn railroads_run_off_friendly_edges() {
    let ground = &game().ground;
    let [allied, german] = &ground.rail_exits;
    assert_eq!(labels(allied.iter()), listed("0103 0115 0124 0836 1736 3036 4836 5005 5014 5026"));
    assert_eq!(labels(german.iter()), listed("0901 2101 3701"));
    // Entry hex 1 is on an Allied edge, entry hex 2 on the German one; both lie on railroads.
    fits(Some("7.3.2b"));
    fits(Some("7.3.3"));
    assert!(allied.contains(ground.entry[ALLIED.index()]) && german.contains(ground.entry[GERMAN.index()]));
    // Roads leave too, and the west has its own for the British.
    assert_eq!(labels(ground.supply_exits[1].iter()), listed("0901 1601 2101 2901 3701 4001"));
    assert_eq!(labels(ground.west_exits.iter()), listed("0102 0103 0115 0124"));
    assert!(ground.west_exits.difference(ground.supply_exits[0]).is_empty());
}

#[test]
fn a_bridge_is_where_a_road_crosses_a_river() {
    let ground = &game().ground;
    let mut bridges = 0;
    for at in ground.board().hexes() {
        for (direction, _) in ground.board().neighbours(at) {
            let side = ground.hexside(at, direction);
            assert_eq!(side.bridge, side.river && side.road);
            bridges += usize::from(side.bridge);
        }
    }
    assert_eq!(bridges, 2 * 54);
    // Railroads cross rivers by themselves too, and that is no bridge for those who march.
    let rail_only = ground.between(hex("2020"), hex("2120")).unwrap();
    assert!(rail_only.river && rail_only.rail && !rail_only.bridge);
}

#[test]
fn towns_stand_on_their_own_bank() {
    // The Marne.
    for north in ["Meaux", "Château-Thierry", "Charly-sur-Marne", "Châtillon-sur-Marne", "Jaulgonne"] {
        assert!(!same_bank(north, if north == "Meaux" { "Trilport" } else { "Condé-en-Brie" }), "{north}");
    }
    assert!(same_bank("Trilport", "Signy-Signets"));
    assert!(same_bank("Dormans", "Port-à-Binson") && same_bank("Mézy", "Condé-en-Brie"));
}

#[test]
fn rivers_run_on_without_gaps() {
    // Each end of a river hexside meets another one, a confluence, Paris, the edge of the sheet, or it is a source.
    let ground = &game().ground;
    let board = ground.board();
    let mut loose = Vec::new();
    for at in board.hexes() {
        for (direction, to) in board.neighbours(at) {
            if at > to || !ground.hexside(at, direction).river {
                continue;
            }
            // The two hexes that touch both ends of the side.
            for turn in [1, -1] {
                let Some(third) = board.neighbour(at, direction.turned(turn)) else { continue };
                let meets = ground.between(at, third).is_some_and(|side| side.river)
                    || ground.between(to, third).is_some_and(|side| side.river);
                let paris = [at, to, third].iter().any(|hex| ground.paris_set.contains(*hex));
                if !meets && !paris {
                    loose.push(format!("{}/{}", ground.label(at), ground.label(to)));
                }
            }
        }
    }
    // The sources of Ourcq, Petit Morin and Grand Morin, and rivers that leave close to the edge.
    assert!(loose.len() <= 4, "{loose:?}");
}

#[test]
fn roads_and_railroads_lead_everywhere() {
    let ground = &game().ground;
    for objective in &ground.objectives {
        let reached = ground.road_hexes.contains(objective.hex) || ground.rail_hexes.contains(objective.hex);
        assert!(reached, "{} lies off road and railroad", objective.name);
    }
    for (network, costs) in [(&ground.road_hexes, &ground.road), (&ground.rail_hexes, &ground.rail)] {
        let mut reach = hexboard::Reach::new(ground.board());
        reach.explore(costs, ground.paris[3], 254, |_| hexboard::Entry::Free, |_| 0);
        assert_eq!(reach.reached().len() + 1, network.len(), "one network, and Paris belongs to it");
    }
}

#[test]
fn the_places_of_september_are_where_they_are() {
    let board = game().ground.board();
    let at = |name: &str| board.column_row(named(name));
    // From west to east, and from north to south.
    for row in [
        ["Versailles", "Paris", "Lagny", "Coulommiers", "Montmirail", "Champaubert"],
        ["Creil", "Senlis", "Crépy-en-Valois", "Villers-Cotterêts", "Oulchy-le-Château", "Fère-en-Tardenois"],
        ["Pontoise", "Louvres", "Dammartin-en-Goële", "Meaux", "Château-Thierry", "Dormans"],
    ] {
        assert!(row.windows(2).all(|pair| at(pair[0]).0 < at(pair[1]).0), "{row:?}");
    }
    for column in [
        ["Soissons", "Oulchy-le-Château", "Château-Thierry", "Viels-Maisons", "Villiers-Saint-Georges"],
        ["Compiègne", "Crépy-en-Valois", "Meaux", "Crécy-en-Brie", "Mormant"],
    ] {
        assert!(column.windows(2).all(|pair| at(pair[0]).1 < at(pair[1]).1), "{column:?}");
    }
}
