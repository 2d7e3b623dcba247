//! 3.0 Set Up.

use crate::common::{GERMAN, Table, US, game, new_game};
use engine::{Match, Options, PlayError, Viewer, shows};
use first_blood::pieces::{Kind, US_INFANTRY, infantry, units};

/// The hexes of a row from one column down to another.
fn row(row: u16, columns: std::ops::RangeInclusive<u16>) -> Vec<String> {
    columns.rev().map(|column| format!("{column:02}{row:02}")).collect()
}

/// Twenty-four hexes of open fields in the north-east, far north of the road.
fn forward_hexes() -> Vec<String> {
    [row(38, 10..=22), row(41, 10..=20)].concat()
}

/// Thirty-three wooded hexes of the western heights.
fn rear_hexes() -> Vec<String> {
    let south = [row(9, 36..=42), row(10, 37..=42), row(11, 37..=42)];
    [south.concat(), row(12, 38..=42), row(13, 38..=42), row(14, 39..=42)].concat()
}

/// A game with its first units set up in these hexes.
fn with_units_in(hexes: &[String]) -> Table {
    let mut table = new_game(&[]);
    for hex in hexes {
        table.play(&[&format!("place {hex}")]);
    }
    table
}

/// A game in which the US player has just set up: beside the riverbank, so that both sides have
/// something to bombard on the first turn.
fn set_up() -> Table {
    let mut forward = forward_hexes();
    forward[0] = "4231".into();
    let mut table = with_units_in(&[forward, rear_hexes()].concat());
    table.play(&["standard"]);
    table
}

/// How many infantry units and emplacements stand in these hexes.
fn count(table: &Table, hexes: &[String]) -> (usize, usize) {
    let units: Vec<String> = hexes.iter().flat_map(|hex| table.stack(hex)).collect();
    let kinds = units.iter().map(|unit| game().pieces.named(unit).unwrap().kind());
    let (infantry, other): (Vec<Kind>, Vec<Kind>) = kinds.partition(|kind| *kind == Kind::UsInfantry);
    (infantry.len(), other.len())
}

#[test]
fn the_players_choose_sides_before_the_first_unit_is_set_up() {
    shows!["3.1a"];
    let rules = new_game(&[]).playing.rules().clone();
    let seats = vec!["german=von-Kathen".to_string(), "us=McAlexander".to_string()];
    let mut game = Match::new(rules, 0, Options::default(), 1.into(), seats.clone());
    assert!(game.is_empty() && game.state().on_map.is_empty());
    assert_eq!(game.record().head.seats, seats);
    // Each acts for his own side only, from the first choice on.
    assert_eq!(game.play(GERMAN, "place 4231").unwrap_err(), PlayError::NotYourChoice);
    assert!(game.play(US, "place 4231").is_ok());
}

#[test]
fn play_begins_with_the_german_first_bombardment() {
    shows!["3.1b", "5.2a"];
    let table = set_up();
    assert_eq!((table.phase(), table.state().turn, table.chooser()), ("III", 1, GERMAN));
    let track = &table.view(Viewer::Spectator).tracks[0];
    assert_eq!(track.spaces[track.at], "III German First Bombardment");
    let phases: Vec<String> = table.told(Viewer::Spectator).into_iter().filter(|text| text.contains("phase")).collect();
    assert_eq!(phases, ["Turn 1, phase III: German First Bombardment."]);
}

#[test]
fn bombardment_markers_wait_beside_the_map() {
    shows!["3.1c"];
    let mut table = set_up();
    let at_hand = |table: &Table| {
        let boxes = table.view(Viewer::Spectator).boxes;
        boxes.into_iter().find(|holding| holding.id == "guns").unwrap().contents
    };
    let all = [("light bombardment".to_string(), 3), ("heavy bombardment".to_string(), 3)];
    assert!(table.view(Viewer::Spectator).markers.is_empty());
    // First for the German, then the same six for the US player.
    assert_eq!(at_hand(&table), all);
    table.play(&["heavy 4231", "done"]);
    assert_eq!((table.phase(), table.chooser()), ("IV", US));
    assert_eq!(at_hand(&table), all);
}

#[test]
fn the_us_player_sets_up_completely_before_a_german_is_drawn() {
    shows!["3.2a", "3.5"];
    let hexes = [forward_hexes(), rear_hexes()].concat();
    let mut table = new_game(&[]);
    for hex in &hexes {
        assert_eq!(table.chooser(), US);
        table.play(&[&format!("place {hex}")]);
        assert_eq!(table.dice_rolled(), 0);
        // All 112 Germans wait in the container.
        assert_eq!(table.state().container, units(GERMAN));
    }
    // All stand, and he may still look them over and change them.
    assert_eq!((table.chooser(), table.refused_by("place 2618")), (US, "3.2a"));
    table.play(&["lift 1/E/38", "place 2037"]);
    assert_eq!(table.state().container, units(GERMAN));
    table.play(&["standard"]);
    assert_eq!(table.state().units(GERMAN).len(), 30);
    assert_eq!(table.refused_by("place 2040"), "5.1a");
}

#[test]
fn all_us_units_begin_on_the_map() {
    shows!["3.2b", "8.1b"];
    for table in [set_up(), {
        let mut table = new_game(&[]);
        table.play(&["standard"]);
        table
    }] {
        assert_eq!(table.state().units(US), units(US));
        assert_eq!(table.state().units(US).and(infantry(US)).len(), 48);
        assert_eq!(table.state().units(US).without(infantry(US)).len(), 9);
    }
    assert_eq!(US_INFANTRY, 48);
}

#[test]
fn sixteen_platoons_and_eight_emplacements_go_forward() {
    shows!["3.2c", "3.2d"];
    let (forward, rear) = (forward_hexes(), rear_hexes());
    let mut table = new_game(&[]);
    for hex in &forward {
        // The woods of 2618 are rear, not forward.
        assert_eq!(table.refused_by("place 2618"), "3.2c");
        table.play(&[&format!("place {hex}")]);
    }
    for hex in &rear {
        // The fields of 2037 are forward, not rear.
        assert_eq!(table.refused_by("place 2037"), "3.2d");
        table.play(&[&format!("place {hex}")]);
    }
    assert_eq!(count(&table, &forward), (16, 8));
    assert_eq!(count(&table, &rear), (32, 1));
}

#[test]
fn the_computer_sets_up_by_the_same_rules() {
    shows!["3.2c", "3.2d", "3.2e"];
    let zones = |table: &Table| {
        let labels = |hexes: &[hexboard::Hex]| hexes.iter().map(|&hex| game().ground.label(hex)).collect::<Vec<_>>();
        (count(table, &labels(&game().ground.forward)), count(table, &labels(&game().ground.rear)))
    };
    let mut table = new_game(&[]);
    table.play(&["standard"]);
    assert_eq!(zones(&table), ((16, 8), (32, 1)));
    // Where the player has taken hexes that the computer would like, it goes beside them.
    let mut table = with_units_in(&["4126".into(), "3926".into(), "3526".into()]);
    table.play(&["standard"]);
    assert_eq!(zones(&table), ((16, 8), (32, 1)));
    assert!(game().ground.board().hexes().all(|hex| table.state().stack(hex).count() <= 1));
}

#[test]
fn no_hex_takes_a_second_unit_in_set_up() {
    shows!["3.2e", "6.6", "6.1c"];
    // Two emplacements, though one of them alone would be far from any limit.
    let table = with_units_in(&["2038".into()]);
    assert!(!table.offers("place 2038"));
    assert_eq!(table.refused_by("place 2038"), "3.2e");
    // The ninth unit is infantry; beside it would be room for twelve more factors.
    let table = with_units_in(&forward_hexes()[..9]);
    let platoon = &forward_hexes()[8];
    assert_eq!(count(&table, std::slice::from_ref(platoon)), (1, 0));
    assert_eq!(table.refused_by(&format!("place {platoon}")), "3.2e");
    // In the rear zone, too.
    let table = with_units_in(&[forward_hexes(), rear_hexes()[..5].to_vec()].concat());
    assert_eq!(table.refused_by(&format!("place {}", rear_hexes()[4])), "3.2e");
    // And the Germans come one to a hex.
    let table = set_up();
    let germans = table.state().units(GERMAN);
    assert!(germans.iter().all(|unit| table.state().stack(table.state().hex(unit)).count() == 1));
}

#[test]
fn the_forward_zone_lies_north_of_the_road() {
    shows!["3.3a", "3.3b", "3.3f"];
    let table = new_game(&[]);
    // The road runs through 3023, 2724, 2227 and 2228, 1032; a hex farther north is inside.
    for hex in ["4223", "3024", "2725", "2229", "1033", "1042", "2242"] {
        assert!(table.offers(&format!("place {hex}")), "{hex}");
    }
    // A hex farther south is outside.
    for hex in ["4221", "3022", "2723", "2226", "1031", "1926"] {
        let refusal = table.refusal(&format!("place {hex}"));
        let clauses: Vec<&str> = refusal.clauses.iter().map(|clause| clause.0).collect();
        assert_eq!(clauses, ["3.2c", "3.3a", "3.3f"], "{hex}");
    }
    // Hill 231 lies south of the road and belongs to the zone all the same.
    for hex in ["1927", "1928"] {
        assert!(table.offers(&format!("place {hex}")), "{hex}");
    }
    // 318 hexes, and two ways to leave it to the computer.
    assert_eq!(table.options().len(), 318 + 2);
}

#[test]
fn no_us_unit_begins_on_the_bank_in_varennes_or_on_the_road() {
    shows!["3.3b", "3.3c", "3.3d", "3.3e"];
    let forward = new_game(&[]);
    let rear = with_units_in(&forward_hexes());
    for table in [&forward, &rear] {
        for bank in ["4232", "4131", "4032", "3931", "2342"] {
            assert_eq!(table.refused_by(&format!("place {bank}")), "3.3c");
        }
        for varennes in ["2039", "2040", "1939", "1940"] {
            assert_eq!(table.refused_by(&format!("place {varennes}")), "3.3d");
        }
        // Both ends, the bridge of 3520, the rail crossing of 3721, and both road hexes of column 22.
        for road in ["1032", "4222", "3520", "3721", "2227", "2228"] {
            assert_eq!(table.refused_by(&format!("place {road}")), "3.3e");
        }
    }
    // Other roads are no bar: the valley road runs through Crezancy and Paroy.
    for town in ["3818", "3819", "3820", "3011"] {
        assert!(rear.offers(&format!("place {town}")), "{town}");
    }
}

#[test]
fn the_rear_zone_is_woods_two_towns_and_the_prepared_position() {
    shows!["3.4a", "3.4b"];
    let table = with_units_in(&forward_hexes());
    let crezancy = ["3818", "3819", "3820", "3918", "3919"];
    let paroy = ["3011", "3012", "2911"];
    let moulin_ruine = ["2323", "2223", "2122"];
    for hex in crezancy.iter().chain(&paroy).chain(&moulin_ruine) {
        assert!(table.offers(&format!("place {hex}")), "{hex}");
    }
    // Woods on both sides of the valley; 2618 by the rulebook.
    for hex in ["2618", "4218", "4209", "1029", "1300"] {
        assert!(table.offers(&format!("place {hex}")), "{hex}");
    }
    // Other towns (Mezy, Moulins, Launay), fields, the embankment, the river and Hill 231 are not in it.
    for hex in ["4028", "2925", "2707", "2717", "3227", "3312", "1927", "3105"] {
        assert_eq!(table.refused_by(&format!("place {hex}")), "3.2d", "{hex}");
    }
    // 395 wooded hexes, eight of towns, three of the position; and two ways to leave it to the computer.
    assert_eq!(table.options().len(), 395 + 8 + 3 + 2);
    let board = game().ground.board();
    let prepared = board.hexes().filter(|&hex| game().ground.terrain_title(hex) == "Prepared position");
    assert_eq!(prepared.count(), 3);
}

#[test]
fn thirty_germans_are_drawn_for_the_bank_from_west_to_east() {
    shows!["3.6a", "3.6b", "3.6c", "3.6d", "3.6f"];
    let hexes = [forward_hexes(), rear_hexes()].concat();
    let mut table = with_units_in(&hexes);
    // The last unit of the container first, then always the first: G112, G001, G002, ..., G029.
    let mut rolls = vec![1; 30];
    rolls[0] = 112;
    table.rolls(&rolls).play(&["standard"]);
    for (hex, unit) in [("4232", "G112"), ("4131", "G001"), ("4032", "G002"), ("3931", "G003"), ("2342", "G029")] {
        assert_eq!(table.stack(hex), [unit], "{hex}");
    }
    // Thirty hexes of the bank, each with one unit, and nothing else is drawn.
    let bank: Vec<_> = game().ground.board().region("bank").unwrap().to_vec();
    assert_eq!(bank.len(), 30);
    assert!(bank.iter().all(|&hex| table.state().stack(hex).count() == 1));
    assert_eq!(table.dice_rolled(), 30);
    assert_eq!(table.state().units(GERMAN).len(), 30);
    // West to east without a gap.
    let board = game().ground.board();
    assert!(bank.windows(2).all(|pair| board.distance(pair[0], pair[1]) == 1));
    // Nothing can be rearranged, and 82 units are still to come.
    assert_eq!(table.state().container.len(), 82);
    assert_eq!(table.refused_by("place 4131"), "5.1a");
}

#[test]
fn draws_are_blind() {
    shows!["3.5"];
    let mut table = new_game(&[]);
    table.play(&["standard"]);
    // Each draw is one of all that are left: a die with 112 sides, then 111, ..., then 83.
    let record = table.playing.record();
    let sides: Vec<u16> = record.lines.last().unwrap().rolls.iter().map(|roll| roll.sides).collect();
    assert_eq!(sides, (83..=112).rev().collect::<Vec<u16>>());
}

#[test]
fn both_players_see_what_is_drawn_in_set_up() {
    shows!["3.6e"];
    let hexes = [forward_hexes(), rear_hexes()].concat();
    // Even where later draws are hidden.
    let mut table = new_game(&["hide-draws", "strict-fog"]);
    for hex in &hexes {
        table.play(&[&format!("place {hex}")]);
    }
    table.rolls(&[112]).play(&["standard"]);
    for viewer in [Viewer::Side(US), Viewer::Side(GERMAN), Viewer::Spectator] {
        assert!(table.told(viewer).contains(&"G112 (8-6-4) is drawn for 4232.".to_string()));
        let seen = table.view(viewer).pieces.into_iter().filter(|piece| piece.side == "german");
        assert_eq!(seen.filter(|piece| piece.id.is_some() && piece.values.len() == 3).count(), 30);
    }
}
