//! 1.0 Introduction and 2.0 Components.

use crate::common::{GERMAN, US, game, new_game, phase};
use engine::view::{Place, View};
use engine::{Match, Rules, Viewer, shows};
use first_blood::ground::HEXES;
use first_blood::pieces::{Kind, Piece};
use std::collections::BTreeSet;

/// The unit with this name.
fn named(name: &str) -> Piece {
    game().pieces.named(name).unwrap_or_else(|| panic!("there is no {name}"))
}

/// The names of the 48 platoons: four in each of twelve companies, A to M without J.
fn platoons() -> Vec<String> {
    let companies = "ABCDEFGHIKLM".chars();
    companies.flat_map(|company| (1..=4).map(move |platoon| format!("{platoon}/{company}/38"))).collect()
}

/// What a view shows of a unit: side, type, and the printed fire, range and movement.
fn face(view: &View, unit: &str) -> (String, String, Vec<String>) {
    let piece = view.pieces.iter().find(|piece| piece.id.as_deref() == Some(unit)).unwrap();
    let values = piece.values.iter().map(|value| format!("{} {}", value.name, value.value)).collect();
    (piece.side.clone(), piece.kind.clone(), values)
}

/// The markers of one kind in a view: where, how many.
fn markers(view: &View, kind: &str) -> Vec<(String, usize)> {
    let of_kind = view.markers.iter().filter(|marker| marker.kind.word() == kind);
    of_kind.map(|marker| (marker.hexes.join(" "), marker.count)).collect()
}

#[test]
fn platoons_move_and_emplacements_stand() {
    shows!["1.2b"];
    let table = phase("VIII", 3).unit("1/A/38", "3229").unit("HW1", "3029").unit("G001", "2342").table();
    assert!(table.offers("pick 1/A/38"));
    assert!(!table.offers("pick HW1"));
    assert_eq!(table.refused_by("pick HW1"), "9.3");
}

#[test]
fn german_groups_are_of_very_unequal_size() {
    shows!["1.2c"];
    let factors: BTreeSet<u8> = (1..=112).map(|at| game().pieces.fire(named(&format!("G{at:03}")))).collect();
    // From a squad to nearly a company; none fills a hex by itself.
    assert!(factors.len() >= 4, "{factors:?}");
    assert!(factors.last() >= factors.first().map(|least| 4 * least).as_ref(), "{factors:?}");
    assert!(factors.iter().all(|&factor| (1..16).contains(&factor)), "{factors:?}");
}

#[test]
fn only_platoons_say_how_large_they_are() {
    shows!["1.2b"];
    let table = phase("VI", 3).unit("1/A/38", "2229").unit("HW1", "2329").unit("G001", "2236").table();
    let pieces = table.view(Viewer::All).pieces;
    let sizes: BTreeSet<_> = pieces.iter().map(|piece| (piece.id.as_deref(), piece.size.as_deref())).collect();
    let expected = [(Some("1/A/38"), Some("platoon")), (Some("G001"), None), (Some("HW1"), None)];
    assert_eq!(sizes, BTreeSet::from(expected));
}

#[test]
fn a_hex_is_a_hundred_yards() {
    shows!["1.2d"];
    // 2236 and 2229 lie in one column, seven hexes apart: one more than a platoon's range.
    let table = phase("VI", 3).unit("1/A/38", "2229").unit("G001", "2236").table();
    let refusal = table.refusal("target 2236");
    assert!(refusal.reason.contains("7 hexes (700 yards)"), "{refusal}");
}

#[test]
fn there_are_176_counters() {
    shows!["2.1a", "2.4"];
    let platoons = platoons();
    let emplacements: Vec<String> = (1..=9).map(|at| format!("HW{at}")).collect();
    let germans: Vec<String> = (1..=112).map(|at| format!("G{at:03}")).collect();
    let units: BTreeSet<Piece> = platoons.iter().chain(&emplacements).chain(&germans).map(|name| named(name)).collect();
    assert_eq!(units.len(), 169);
    for stranger in ["1/J/38", "5/A/38", "HW10", "G000", "G113"] {
        assert_eq!(game().pieces.named(stranger), None);
    }
    let markers: u8 = game().pieces.guns.iter().sum();
    let phase_now = new_game(&[]).view(Viewer::All).tracks.iter().filter(|track| track.id == "phase").count();
    assert_eq!(units.len() + usize::from(markers) + phase_now, 176);
}

#[test]
fn every_die_has_six_sides() {
    shows!["2.1a"];
    let mut table =
        phase("XII", 2).unit("1/A/38", "3228").unit("G110", "3230").mark("container", "G001 G002 G003").table();
    let sides = |table: &crate::common::Table| -> Vec<u16> {
        table.playing.record().lines.last().unwrap().rolls.iter().map(|roll| roll.sides).collect()
    };
    // Random events, two dice; reinforcements, four; then one of three units is drawn, one of two, and the last.
    table.rolls(&[1, 1, 1, 1, 1, 1]).play(&["done"]);
    assert_eq!(sides(&table), [6, 6, 6, 6, 6, 6, 3]);
    table.play(&["place 4232"]);
    assert_eq!(sides(&table), [2]);
    table.play(&["place 4131"]);
    assert_eq!(sides(&table), [1]);
    table.play(&["place 4032"]);
    // Bombardment: a drift die, and a die for the only unit in the hex, of whatever was hit.
    table.rolls(&[1, 6]).play(&["light 3228", "done"]);
    assert_eq!(sides(&table), [6, 6]);
    table.play(&["done", "done", "target 3230", "join 1/A/38", "fire"]);
    assert_eq!(sides(&table), [6]);
}

#[test]
fn a_unit_is_in_one_hex_at_a_time() {
    shows!["2.2a"];
    let mut table = phase("VIII", 3).unit("1/A/38", "3229").unit("G001", "2342").table();
    table.play(&["pick 1/A/38", "to 3228"]);
    assert_eq!(table.hex_of("1/A/38").as_deref(), Some("3228"));
    assert!(table.stack("3229").is_empty());
    assert_eq!(table.stack("3228"), ["1/A/38"]);
    for piece in table.view(Viewer::All).pieces {
        assert!(matches!(&piece.place, Place::Hexes(hexes) if hexes.len() == 1), "{piece:?}");
    }
    let twice = r#"{ "pieces": [{ "piece": "G001", "hex": "2342" }, { "piece": "G001", "hex": "2341" }] }"#;
    let rules = table.playing.rules().clone();
    assert!(Match::from_position(rules, twice, 1.into()).is_err());
}

#[test]
fn a_position_that_says_what_nobody_understands_is_refused() {
    let fault = |json: &str| {
        let rules = new_game(&[]).playing.rules().clone();
        Match::from_position(rules, json, 1.into()).err().map(|error| error.to_string()).unwrap_or_default()
    };
    let place = r#"{ "pieces": [{ "piece": "G001", "hex": "2342", "place": "container" }] }"#;
    assert!(fault(place).starts_with("G001: units stand in hexes"), "{}", fault(place));
    let rallied = r#"{ "marks": { "rallied": "yes" } }"#;
    assert_eq!(fault(rallied), "\"rallied\" is \"true\" or \"false\", not \"yes\"");
    let edge = r#"{ "marks": { "broken-through": "west northeast" } }"#;
    assert_eq!(fault(edge), "the edges are \"west\" and \"east\", not \"northeast\"");
    assert_eq!(fault(r#"{ "turn": 65535 }"#), "turn 65535 is too high (expected 9999 at most)");
    assert_eq!(fault(r#"{ "turn": 0 }"#), "turns are counted from 1");
}

#[test]
fn the_ground_of_a_hex_affects_movement_and_combat() {
    shows!["2.2b"];
    let ground = &game().ground;
    for hex in ground.board().hexes() {
        let effects = ground.effects(hex);
        assert!(effects.halves >= 2 && effects.defense >= 1, "{}: {effects:?}", ground.label(hex));
    }
    // A platoon beside the woods of 2618 pays twice as much for them as for the fields of 2717.
    let mut table = phase("VIII", 3).unit("1/A/38", "2718").unit("G001", "2342").table();
    table.play(&["pick 1/A/38"]);
    assert_eq!(table.forecast("to 2717").sum.value, "1");
    assert_eq!(table.forecast("to 2619").sum.value, "2");
    // Ten factors at the Surmelin get 3:1 (10.3); the same ten in the open would meet less cover.
    let table = phase("VI", 3).unit("1/A/38", "3430").unit("G001", "3530").unit("G002", "3630").table();
    let defense = |hex: &str| table.forecast(&format!("target {hex}")).sum.parts[1].value.clone();
    assert_eq!(defense("3630"), "3");
    assert_ne!(defense("3530"), "3");
}

#[test]
fn every_hex_has_its_own_four_digits() {
    shows!["2.2c"];
    let board = game().ground.board();
    let labels: BTreeSet<String> = board.sheet().map(|hex| board.label(hex).to_string()).collect();
    assert_eq!(labels.len(), HEXES);
    for hex in board.sheet() {
        let (column, row) = board.column_row(hex);
        assert_eq!(board.label(hex).to_string(), format!("{column:02}{row:02}"));
    }
    let named_hill: Vec<String> = board
        .hexes()
        .filter(|&hex| board.names_at(hex).any(|name| name == "Hill 231"))
        .map(|hex| game().ground.label(hex))
        .collect();
    let of_hill: Vec<String> = board
        .hexes()
        .filter(|&hex| game().ground.terrain_title(hex) == "Hill 231")
        .map(|hex| game().ground.label(hex))
        .collect();
    for mut hexes in [named_hill, of_hill] {
        hexes.sort();
        assert_eq!(hexes, ["1927", "1928"]);
    }
}

#[test]
fn the_us_player_sits_in_the_west_and_the_german_in_the_east() {
    shows!["2.3"];
    let board = game().ground.board();
    let centre = |label: &str| board.centre(board.parse(label).unwrap());
    let ([left, top], [right, bottom]) = board.extent();
    // The ends of the Paris-Metz Road: 4222 on the west edge, 1032 on the east edge.
    assert!(centre("4222")[0] - left < 1.1 && right - centre("1032")[0] < 1.1);
    // South is below: the exit hexes; 2342, where the bank ends, is at the top.
    assert!(bottom - centre("2600")[1] < 1.1 && centre("2342")[1] - top < 1.9);
}

#[test]
fn counters_show_side_type_fire_range_and_movement() {
    shows!["2.5", "2.8"];
    let mut table = phase("V", 3).unit("1/A/38", "3229").unit("HW1", "3029").unit("G110", "2342").table();
    for viewer in [Viewer::Side(GERMAN), Viewer::Side(US), Viewer::Spectator] {
        let view = table.view(viewer);
        let infantry = |fire: &str| vec![format!("fire {fire}"), "range 6".into(), "movement 4".into()];
        assert_eq!(face(&view, "1/A/38"), ("us".into(), "infantry".into(), infantry("4")));
        assert_eq!(face(&view, "G110"), ("german".into(), "infantry".into(), infantry("8")));
        let emplacement = vec!["fire 8".to_string(), "range 10".into(), "movement 0".into()];
        assert_eq!(face(&view, "HW1"), ("us".into(), "heavy-weapons".into(), emplacement));
    }
    // Three types: 48 platoons, nine emplacements, and nothing but storm troopers on the German side.
    let kinds = |names: Vec<String>| names.iter().map(|name| named(name).kind()).collect::<Vec<_>>();
    assert_eq!(kinds(platoons()), [Kind::UsInfantry; 48]);
    assert_eq!(kinds((1..=9).map(|at| format!("HW{at}")).collect()), [Kind::UsHeavyWeapons; 9]);
    assert_eq!(kinds((1..=112).map(|at| format!("G{at:03}")).collect()), [Kind::GermanInfantry; 112]);
    assert_eq!(game().pieces.title(named("G001")), "German storm troopers");
    // A move opens what is printed.
    table.play(&["pick G110"]);
    let to = table.options().into_iter().find(|option| option.starts_with("to ")).unwrap();
    let sum = table.forecast(&to).sum.lines().join("\n");
    assert!(sum.contains("printed: 4"), "{sum}");
}

#[test]
fn us_counters_are_olive_drab_and_german_ones_gray() {
    shows!["2.7"];
    let channels = |side: engine::Side| -> Vec<i32> {
        let colour = &game().about().sides[side.index()].colour;
        (1..7).step_by(2).map(|at| i32::from_str_radix(&colour[at..at + 2], 16).unwrap()).collect()
    };
    let gray = channels(GERMAN);
    assert!(gray.iter().all(|channel| *channel > 170 && (channel - gray[0]).abs() < 16), "{gray:?}");
    let olive = channels(US);
    assert!(olive[0] > 150 && olive[1] > 150 && olive[2] < olive[0].min(olive[1]) - 30, "{olive:?}");
    for (unit, side) in [("G001", GERMAN), ("G112", GERMAN), ("1/A/38", US), ("4/M/38", US), ("HW1", US), ("HW9", US)] {
        assert_eq!(named(unit).side(), side, "{unit}");
    }
}

#[test]
fn eliminated_units_leave_carnage_that_does_nothing() {
    shows!["2.6a", "2.6b", "6.5e"];
    // A company of 16 factors assaults two Germans in the open: 32 against 2, automatic.
    let mut table = phase("VI", 3)
        .unit("1/A/38", "3229")
        .unit("2/A/38", "3229")
        .unit("3/A/38", "3229")
        .unit("4/A/38", "3229")
        .unit("HW1", "3228")
        .unit("G110", "3230")
        .unit("G111", "3230")
        .unit("G001", "3231")
        .unit("G002", "2342")
        .table();
    let company = ["join 1/A/38", "join 2/A/38", "join 3/A/38", "join 4/A/38", "fire"];
    table.play(&["target 3230"]).play(&company);
    assert_eq!(markers(&table.view(Viewer::Spectator), "carnage"), [("3230".to_string(), 2)]);
    assert!(table.stack("3230").is_empty());
    // Nothing is left there to fire at, and the line of fire to 3231 runs through the carnage.
    table.play(&["done"]);
    assert_eq!(table.refused_by("target 3230"), "10.2d");
    assert!(table.offers("target 3231"));
    table.play(&["done", "target 3229", "join G001", "fire"]);
    assert_eq!(table.dice_rolled(), 0, "1 against 2 is less than 1:1");
    // The whole company goes in at one point each: remains neither stack nor slow anybody down.
    assert_eq!(table.phase(), "VIII");
    for unit in ["1/A/38", "2/A/38", "3/A/38", "4/A/38"] {
        table.play(&[&format!("pick {unit}")]);
        assert_eq!(table.forecast("to 3230").sum.value, "1");
        table.play(&["to 3230"]);
    }
    assert_eq!(table.stack("3230").len(), 4);
    // The living lie on the dead: the top of the hex is a unit.
    let view = table.view(Viewer::Side(GERMAN));
    assert_eq!(face(&view, &table.stack("3230")[0]).0, "us");
    assert_eq!(markers(&view, "carnage"), [("3230".to_string(), 2)]);
}

#[test]
fn the_dead_stay_dead() {
    shows!["2.6c", "6.5d"];
    // Three heavy markers, 24 against 2, are automatic; the drift dice of 1 keep them in place.
    let mut table = phase("IV", 3)
        .unit("1/A/38", "3229")
        .unit("G110", "3230")
        .unit("G001", "3231")
        .mark("container", "G002")
        .table();
    table.rolls(&[1, 1, 1]).play(&["heavy 3230", "heavy 3230", "heavy 3230", "done"]);
    assert!(table.is_dead("G110"));
    assert_eq!(table.phase(), "V");
    assert!(!table.offers("pick G110"));
    assert_eq!(table.refused_by("pick G110"), "2.6c");
    table.play(&["done", "done", "target 3229"]);
    assert_eq!(table.phase(), "VII");
    assert_eq!(table.refused_by("join G110"), "2.6c");
    // It is not among the units to come either: the next reinforcement is G002, the last one.
    table.play(&["join G001", "fire", "done", "done", "done", "done"]);
    table.rolls(&[1, 1, 6, 6, 6, 6]).play(&["done"]);
    table.play(&["place 4232"]);
    assert_eq!(table.hex_of("G002").as_deref(), Some("4232"));
    assert_eq!(table.phase(), "III");
    assert!(table.state().container.is_empty() && table.is_dead("G110"));
}

#[test]
fn markers_help_memory_and_bombard() {
    shows!["2.9"];
    let mut table = phase("III", 3).unit("1/A/38", "3229").unit("G110", "3230").table();
    let track = table.view(Viewer::Spectator).tracks[0].clone();
    assert_eq!((track.id.as_str(), track.spaces[track.at].as_str()), ("phase", "III German First Bombardment"));
    table.play(&["light 3229", "heavy 3229", "heavy 3229"]);
    let view = table.view(Viewer::Spectator);
    assert_eq!(markers(&view, "light-bombardment"), [("3229".to_string(), 1)]);
    assert_eq!(markers(&view, "heavy-bombardment"), [("3229".to_string(), 2)]);
    // They are no units and have no values.
    assert_eq!(view.pieces.len(), 2);
}
