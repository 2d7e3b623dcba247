//! Rows as columns, for files that other programs read.

/// The values of a column, one a row.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Cells {
    /// Whole numbers from 0.
    Count(Vec<u64>),
    /// Whole numbers.
    Number(Vec<i64>),
    /// Other numbers.
    Real(Vec<f64>),
    /// Yes or no.
    Flag(Vec<bool>),
    /// Words, or nothing.
    Word(Vec<Option<String>>),
}

/// A column and its name.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Column {
    pub(crate) name: String,
    pub(crate) cells: Cells,
}

/// Makes the columns of some rows.
pub(crate) struct Columns<'a, Row> {
    rows: &'a [Row],
    sides: &'a [String; 2],
    made: Vec<Column>,
}

impl<'a, Row> Columns<'a, Row> {
    pub(crate) fn of(rows: &'a [Row], sides: &'a [String; 2]) -> Self {
        Columns { rows, sides, made: Vec::new() }
    }

    fn with(mut self, name: String, cells: Cells) -> Self {
        self.made.push(Column { name, cells });
        self
    }

    pub(crate) fn count(self, name: &str, value: impl Fn(&Row) -> u64) -> Self {
        let cells = Cells::Count(self.rows.iter().map(value).collect());
        self.with(name.into(), cells)
    }

    pub(crate) fn number(self, name: &str, value: impl Fn(&Row) -> i64) -> Self {
        let cells = Cells::Number(self.rows.iter().map(value).collect());
        self.with(name.into(), cells)
    }

    pub(crate) fn real(self, name: &str, value: impl Fn(&Row) -> f64) -> Self {
        let cells = Cells::Real(self.rows.iter().map(value).collect());
        self.with(name.into(), cells)
    }

    pub(crate) fn flag(self, name: &str, value: impl Fn(&Row) -> bool) -> Self {
        let cells = Cells::Flag(self.rows.iter().map(value).collect());
        self.with(name.into(), cells)
    }

    pub(crate) fn word(self, name: &str, value: impl Fn(&Row) -> Option<String>) -> Self {
        let cells = Cells::Word(self.rows.iter().map(value).collect());
        self.with(name.into(), cells)
    }

    /// Two columns, one a side, with the side's id behind the name.
    pub(crate) fn each_side(mut self, name: &str, column: impl Fn(Self, &str, usize) -> Self) -> Self {
        for side in 0..2 {
            let name = format!("{name}_{}", self.sides[side].replace('-', "_"));
            self = column(self, &name, side);
        }
        self
    }

    pub(crate) fn counts(self, name: &str, value: impl Fn(&Row) -> [u32; 2]) -> Self {
        self.each_side(name, |columns, name, side| columns.count(name, |row| value(row)[side].into()))
    }

    pub(crate) fn numbers(self, name: &str, value: impl Fn(&Row) -> [i32; 2]) -> Self {
        self.each_side(name, |columns, name, side| columns.number(name, |row| value(row)[side].into()))
    }

    pub(crate) fn reals(self, name: &str, value: impl Fn(&Row) -> [f64; 2]) -> Self {
        self.each_side(name, |columns, name, side| columns.real(name, |row| value(row)[side]))
    }

    pub(crate) fn done(self) -> Vec<Column> {
        self.made
    }
}
