use std::fmt;
use std::ops::RangeInclusive;

use crate::{BoardError, HexError};

/// How the hexes stand.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Orientation {
    /// Flat sides north and south: the hexes stand in straight columns.
    FlatTop,
    /// Flat sides east and west: the hexes stand in straight rows.
    PointyTop,
}

/// Where column numbers grow.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Horizontal {
    /// To the right.
    East,
    /// To the left.
    West,
}

/// Where row numbers grow.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Vertical {
    /// Upwards on the sheet.
    North,
    /// Downwards on the sheet.
    South,
}

/// Odd or even numbers.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Parity {
    /// 1, 3, 5...
    Odd,
    /// 0, 2, 4...
    Even,
}

/// Toward where the shifted lines stand half a hex.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Shift {
    /// Toward growing numbers.
    Up,
    /// Against growing numbers.
    Down,
}

/// Which of the two numbers is printed first.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Order {
    /// The column first.
    ColumnRow,
    /// The row first.
    RowColumn,
}

/// How a rulebook numbers its hexes.
///
/// A *line* is a straight run of hexes that touch: a column if flat-topped, a row if
/// pointy-topped. Every second line stands half a hex away from its neighbours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbering {
    /// How the hexes stand.
    pub orientation: Orientation,
    /// Lowest and highest column number (pointy-topped: of the odd rows).
    pub columns: RangeInclusive<u16>,
    /// Lowest and highest row number (flat-topped: of the odd columns).
    pub rows: RangeInclusive<u16>,
    /// Where column numbers grow.
    pub columns_grow: Horizontal,
    /// Where row numbers grow.
    pub rows_grow: Vertical,
    /// Which lines stand half a hex away from the hexes that carry the same number in the lines
    /// beside them.
    pub shifted: Parity,
    /// Toward where they stand.
    pub shift: Shift,
    /// Added to the lowest and highest number within lines of even number, where these are
    /// numbered differently: odd columns 01-35 and even columns 00-34 make -1.
    pub even_offset: i16,
    /// Printed digits of the first and second number.
    pub digits: (u8, u8),
    /// What is printed between the two numbers, if anything.
    pub separator: String,
    /// Which of the two numbers is printed first.
    pub order: Order,
}

impl Numbering {
    /// The commonest numbering: flat-topped, four digits with the column first, columns growing east and rows south,
    /// even columns half a hex low.
    #[must_use]
    pub fn plain(columns: RangeInclusive<u16>, rows: RangeInclusive<u16>) -> Numbering {
        Numbering {
            orientation: Orientation::FlatTop,
            columns,
            rows,
            columns_grow: Horizontal::East,
            rows_grow: Vertical::South,
            shifted: Parity::Even,
            shift: Shift::Up,
            even_offset: 0,
            digits: (2, 2),
            separator: String::new(),
            order: Order::ColumnRow,
        }
    }

    /// The numbers of the lines.
    pub(crate) fn lines(&self) -> &RangeInclusive<u16> {
        match self.orientation {
            Orientation::FlatTop => &self.columns,
            Orientation::PointyTop => &self.rows,
        }
    }

    /// The numbers within odd lines.
    pub(crate) fn places(&self) -> &RangeInclusive<u16> {
        match self.orientation {
            Orientation::FlatTop => &self.rows,
            Orientation::PointyTop => &self.columns,
        }
    }

    /// What is added to the numbers within this line.
    pub(crate) fn offset(&self, line: i64) -> i64 {
        if line % 2 == 0 { i64::from(self.even_offset) } else { 0 }
    }

    /// By how many half hexes this line is shifted toward growing numbers.
    pub(crate) fn half_hexes(&self, line: i64) -> i64 {
        let parity = if line % 2 == 0 { Parity::Even } else { Parity::Odd };
        match (parity == self.shifted, self.shift) {
            (false, _) => 0,
            (true, Shift::Up) => 1,
            (true, Shift::Down) => -1,
        }
    }

    /// Turns (line, place) into (column, row), and back.
    pub(crate) fn swap<T>(&self, (a, b): (T, T)) -> (T, T) {
        match self.orientation {
            Orientation::FlatTop => (a, b),
            Orientation::PointyTop => (b, a),
        }
    }

    pub(crate) fn label(&self, column: u16, row: u16) -> Label<'_> {
        let (first, second) = self.printed(column, row);
        Label { numbering: self, first, second }
    }

    /// Column and row of a text written as this numbering writes hexes.
    pub(crate) fn read(&self, text: &str) -> Result<(u16, u16), HexError> {
        self.numbers(text)
            .map(|(first, second)| self.printed(first, second))
            .ok_or_else(|| HexError::NotANumber { text: text.to_owned(), expected: self.expected() })
    }

    /// Refuses what could not be laid out or printed.
    pub(crate) fn check(&self) -> Result<(), BoardError> {
        if self.columns.is_empty() {
            return Err(BoardError::NoHexes("columns"));
        }
        if self.rows.is_empty() {
            return Err(BoardError::NoHexes("rows"));
        }
        let count = self.columns.len() * self.rows.len();
        if count > usize::from(u16::MAX) {
            return Err(BoardError::TooManyHexes(count));
        }
        self.check_digits()
    }

    fn check_digits(&self) -> Result<(), BoardError> {
        let places = self.places();
        if places.start().checked_add_signed(self.even_offset).is_none()
            || places.end().checked_add_signed(self.even_offset).is_none()
        {
            return Err(BoardError::EvenOffset(self.even_offset));
        }
        let [columns, rows] = self.spans();
        let (first, second) = self.printed(*columns.end(), *rows.end());
        for (number, digits) in [(first, self.digits.0), (second, self.digits.1)] {
            if number.to_string().len() > usize::from(digits) {
                return Err(BoardError::TooFewDigits { number, digits });
            }
        }
        Ok(())
    }

    /// The columns and rows there are, odd and even lines together.
    pub(crate) fn bounds(&self) -> String {
        let [columns, rows] = self.spans();
        let (column_digits, row_digits) = match self.order {
            Order::ColumnRow => self.digits,
            Order::RowColumn => (self.digits.1, self.digits.0),
        };
        format!("columns {}, rows {}", span_text(&columns, column_digits), span_text(&rows, row_digits))
    }

    fn spans(&self) -> [RangeInclusive<u16>; 2] {
        let shifted = |number: &u16| number.saturating_add_signed(self.even_offset);
        let (low, high) = (self.places().start(), self.places().end());
        let places = *low.min(&shifted(low))..=*high.max(&shifted(high));
        let (columns, rows) = self.swap((self.lines().clone(), places));
        [columns, rows]
    }

    /// Turns (column, row) into the printed order, and back.
    fn printed<T>(&self, column: T, row: T) -> (T, T) {
        match self.order {
            Order::ColumnRow => (column, row),
            Order::RowColumn => (row, column),
        }
    }

    fn numbers(&self, text: &str) -> Option<(u16, u16)> {
        let (first, rest) = text.split_at_checked(self.digits.0.into())?;
        let second = rest.strip_prefix(self.separator.as_str())?;
        if second.len() != usize::from(self.digits.1) {
            return None;
        }
        Some((digits(first)?, digits(second)?))
    }

    fn expected(&self) -> String {
        let (first, second) = self.digits;
        let form = if self.separator.is_empty() {
            format!("{} digits", count_word(first.saturating_add(second)))
        } else {
            format!("{} and {} digits", count_word(first), count_word(second))
        };
        format!("{form} such as {}", self.example())
    }

    /// The hex in the middle of the sheet.
    fn example(&self) -> Label<'_> {
        let middle = |range: &RangeInclusive<u16>| range.start().midpoint(*range.end());
        let line = middle(self.lines());
        // The middle of a line always fits: `check` has seen both of its ends.
        let offset = if line % 2 == 0 { self.even_offset } else { 0 };
        let place = middle(self.places()).saturating_add_signed(offset);
        let (column, row) = self.swap((line, place));
        self.label(column, row)
    }
}

fn digits(text: &str) -> Option<u16> {
    // `parse` alone would also take a plus sign.
    text.bytes().all(|byte| byte.is_ascii_digit()).then_some(())?;
    text.parse().ok()
}

fn count_word(count: u8) -> String {
    const WORDS: [&str; 9] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight"];
    WORDS.get(usize::from(count)).map_or_else(|| count.to_string(), |&word| word.to_owned())
}

fn span_text(span: &RangeInclusive<u16>, digits: u8) -> String {
    let width = usize::from(digits);
    format!("{:0width$}-{:0width$}", span.start(), span.end())
}

/// A hex number as the rulebook prints it: displays without allocating.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Label<'a> {
    numbering: &'a Numbering,
    first: u16,
    second: u16,
}

impl fmt::Display for Label<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Numbering { digits, separator, .. } = self.numbering;
        let (first, second) = (usize::from(digits.0), usize::from(digits.1));
        write!(f, "{:0first$}{separator}{:0second$}", self.first, self.second)
    }
}
