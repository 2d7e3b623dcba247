//! The printed hex numbers of real games.

use crate::common::*;
use hexboard::*;

/// The numbers beside a hex, by direction from the first clockwise.
fn around(board: &Board, text: &str) -> Vec<(String, String)> {
    let hex = board.parse(text).unwrap();
    board
        .neighbours(hex)
        .map(|(direction, beyond)| {
            let name = board.direction_name(direction).to_string();
            (name, board.label(beyond).to_string())
        })
        .collect()
}

fn pairs(list: &[(&str, &str)]) -> Vec<(String, String)> {
    list.iter().map(|&(name, label)| (name.into(), label.into())).collect()
}

#[test]
fn first_blood_grows_west_and_north_with_odd_columns_high() {
    let board = board(first_blood());
    for hex in board.hexes() {
        let (column, row) = board.column_row(hex);
        let (c, r, d) = (i32::from(column), i32::from(row), i32::from(column % 2));
        let expected = [
            ("N", c, r + 1),
            ("NE", c - 1, r + d),
            ("SE", c - 1, r + d - 1),
            ("S", c, r - 1),
            ("SW", c + 1, r + d - 1),
            ("NW", c + 1, r + d),
        ];
        for (name, c, r) in expected {
            let direction = board.direction_named(name).unwrap();
            let on_board = (10..=42).contains(&c) && (0..=42).contains(&r);
            let there = on_board.then(|| board.at(c as u16, r as u16)).flatten();
            assert_eq!(board.neighbour(hex, direction), there, "{}", board.label(hex));
        }
    }
}

#[test]
fn rock_of_the_marne_numbers_even_columns_from_nought() {
    let board = board(rock_of_the_marne());
    assert_eq!(board.len(), 62 * 35);
    assert!(board.parse("01.35").is_ok() && board.parse("02.00").is_ok());
    assert!(board.parse("01.00").is_err() && board.parse("02.35").is_err());
    for hex in board.hexes() {
        let (column, row) = board.column_row(hex);
        let (c, r) = (i32::from(column), i32::from(row));
        let up = if c % 2 == 0 { 1 } else { 0 };
        let mut expected: Vec<Hex> =
            [(c, r + 1), (c, r - 1), (c - 1, r + up), (c - 1, r + up - 1), (c + 1, r + up), (c + 1, r + up - 1)]
                .into_iter()
                .filter_map(|(c, r)| board.at(c.try_into().ok()?, r.try_into().ok()?))
                .collect();
        let mut found: Vec<Hex> = board.neighbours(hex).map(|(_, hex)| hex).collect();
        expected.sort();
        found.sort();
        assert_eq!(found, expected, "{}", board.label(hex));
    }
    let north_east = board.direction_named("NE").unwrap();
    let from = board.parse("44.18").unwrap();
    let beyond = board.neighbour(from, north_east).unwrap();
    assert_eq!(board.label(beyond).to_string(), "45.19");
}

#[test]
fn clash_of_giants_grows_south_with_odd_columns_low() {
    let board = board(clash_of_giants());
    let expected =
        pairs(&[("N", "1810"), ("NE", "1910"), ("SE", "1911"), ("S", "1812"), ("SW", "1711"), ("NW", "1710")]);
    assert_eq!(around(&board, "1811"), expected);
}

#[test]
fn pointy_topped_rows_come_first() {
    let board = board(pointy_rows_first());
    let expected =
        pairs(&[("NE", "0305"), ("E", "0406"), ("SE", "0505"), ("SW", "0504"), ("W", "0404"), ("NW", "0304")]);
    assert_eq!(around(&board, "0405"), expected);
    assert_eq!(board.column_row(board.parse("0405").unwrap()), (5, 4));
}

#[test]
fn three_digits_may_stand_around_a_dash() {
    let board = board(three_digits_with_dash());
    let expected = pairs(&[
        ("N", "101-006"),
        ("NE", "102-007"),
        ("SE", "102-008"),
        ("S", "101-008"),
        ("SW", "100-008"),
        ("NW", "100-007"),
    ]);
    assert_eq!(around(&board, "101-007"), expected);
}

#[test]
fn labels_numbers_and_positions_lead_back_to_the_hex() {
    for numbering in all_numberings() {
        let board = board(numbering);
        for hex in board.sheet() {
            let (column, row) = board.column_row(hex);
            assert_eq!(board.parse(&board.label(hex).to_string()), Ok(hex));
            assert_eq!(board.at(column, row), Some(hex));
            assert_eq!(board.from_position(board.position(hex)), Some(hex));
        }
        let far = hexboard::Axial::new(i32::MIN, i32::MAX);
        assert_eq!(board.from_position(far), None);
    }
}

#[test]
fn refusals_say_what_was_expected() {
    let mut first = builder(first_blood());
    let sea = first.terrain_named("sea").unwrap();
    let void = first.parse("4240").unwrap();
    first.set_terrain(void, sea);
    let first = first.build();
    let refusal = |board: &Board, text: &str| board.parse(text).unwrap_err().to_string();
    assert_eq!(refusal(&first, "99x"), "\"99x\" is not a hex number (expected four digits such as 2621)");
    assert_eq!(refusal(&first, "9901"), "hex 9901 is not on the board (columns 10-42, rows 00-42)");
    assert_eq!(refusal(&first, "4240"), "hex 4240 is not in play");
    let rock = board(rock_of_the_marne());
    assert_eq!(refusal(&rock, "4418"), "\"4418\" is not a hex number (expected two and two digits such as 31.18)");
    assert_eq!(refusal(&rock, "63.01"), "hex 63.01 is not on the board (columns 01-62, rows 00-35)");
    for text in ["", "+123", "12345", "1 23", "१२३४"] {
        let error = first.parse(text).unwrap_err();
        assert!(matches!(error, HexError::NotANumber { .. }), "{text}");
    }
}

#[test]
fn impossible_numberings_are_refused() {
    let refusal = |numbering| BoardBuilder::new(numbering, kinds(), Vec::new()).err().map(|error| error.to_string());
    let columns = Numbering { columns: std::ops::RangeInclusive::new(5, 4), ..first_blood() };
    assert_eq!(refusal(columns).unwrap(), "the numbering has no columns");
    let digits = Numbering { rows: 0..=100, ..first_blood() };
    assert_eq!(refusal(digits).unwrap(), "number 100 does not fit into 2 printed digits");
    let offset = Numbering { even_offset: -1, ..first_blood() };
    assert!(refusal(offset).unwrap().contains("even offset -1"));
    let huge = Numbering { columns: 0..=299, rows: 0..=299, digits: (3, 3), ..first_blood() };
    assert!(refusal(huge).unwrap().contains("90000 hexes"));
    assert_eq!(refusal(first_blood()), None);
}
