//! Numberings of real games, and a small source of chance.

use hexboard::*;

pub fn first_blood() -> Numbering {
    Numbering {
        orientation: Orientation::FlatTop,
        columns: 10..=42,
        rows: 0..=42,
        columns_grow: Horizontal::West,
        rows_grow: Vertical::North,
        shifted: Parity::Odd,
        shift: Shift::Up,
        even_offset: 0,
        digits: (2, 2),
        separator: String::new(),
        order: Order::ColumnRow,
    }
}

pub fn rock_of_the_marne() -> Numbering {
    Numbering {
        columns: 1..=62,
        rows: 1..=35,
        columns_grow: Horizontal::East,
        shifted: Parity::Even,
        even_offset: -1,
        separator: ".".into(),
        ..first_blood()
    }
}

pub fn clash_of_giants() -> Numbering {
    Numbering {
        columns: 1..=34,
        rows: 1..=22,
        columns_grow: Horizontal::East,
        rows_grow: Vertical::South,
        ..first_blood()
    }
}

/// Rows of pointy-topped hexes, the even ones half a hex west.
pub fn pointy_rows_first() -> Numbering {
    Numbering {
        orientation: Orientation::PointyTop,
        columns: 1..=20,
        rows: 1..=15,
        columns_grow: Horizontal::East,
        rows_grow: Vertical::South,
        shifted: Parity::Even,
        shift: Shift::Down,
        order: Order::RowColumn,
        ..first_blood()
    }
}

pub fn three_digits_with_dash() -> Numbering {
    Numbering { columns: 98..=120, rows: 1..=130, digits: (3, 3), separator: "-".into(), ..clash_of_giants() }
}

pub fn all_numberings() -> [Numbering; 5] {
    [first_blood(), rock_of_the_marne(), clash_of_giants(), pointy_rows_first(), three_digits_with_dash()]
}

pub fn kinds() -> Vec<TerrainKind> {
    [("clear", false), ("woods", false), ("sea", true)]
        .map(|(name, void)| TerrainKind { name: name.into(), void })
        .into()
}

pub fn builder(numbering: Numbering) -> BoardBuilder {
    BoardBuilder::new(numbering, kinds(), vec!["road".into(), "river".into()]).unwrap()
}

pub fn board(numbering: Numbering) -> Board {
    builder(numbering).build()
}

/// SplitMix64.
pub struct Chance(pub u64);

impl Chance {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }
}
