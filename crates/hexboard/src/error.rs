use thiserror::Error;

/// Why a text is not a hex of the board.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum HexError {
    /// The text is not written as the board writes its hexes.
    #[error("\"{text}\" is not a hex number (expected {expected})")]
    NotANumber {
        /// What was read.
        text: String,
        /// The form of the board's numbers, with an example.
        expected: String,
    },
    /// No such hex is printed.
    #[error("hex {text} is not on the board ({bounds})")]
    OffBoard {
        /// What was read.
        text: String,
        /// The columns and rows there are.
        bounds: String,
    },
    /// The hex is printed but its terrain is void.
    #[error("hex {text} is not in play")]
    NotInPlay {
        /// What was read.
        text: String,
    },
}

/// Why a board cannot be made as described.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BoardError {
    /// A range of columns or rows is empty.
    #[error("the numbering has no {0}")]
    NoHexes(&'static str),
    /// More hexes than an index can name.
    #[error("{0} hexes are more than a board can hold (65535)")]
    TooManyHexes(usize),
    /// The even offset takes numbers below zero or beyond what can be printed.
    #[error("the even offset {0} leads to numbers that cannot be printed")]
    EvenOffset(i16),
    /// A column or row number is wider than its printed digits.
    #[error("number {number} does not fit into {digits} printed digits")]
    TooFewDigits {
        /// The highest number of the range.
        number: u16,
        /// The digits given for it.
        digits: u8,
    },
    /// The terrain list is empty.
    #[error("a board needs at least one kind of terrain")]
    NoTerrain,
    /// The terrain list is longer than an index can name.
    #[error("{0} kinds of terrain are more than a board can name (256)")]
    TooManyTerrains(usize),
    /// The feature list is longer than a set can hold.
    #[error("{0} kinds of hexside are more than a board can name (16)")]
    TooManyFeatures(usize),
    /// A feature that the board does not name.
    #[error("there is no kind of hexside with number {0}")]
    UnknownFeature(u8),
    /// Two hexes that should share a hexside do not.
    #[error("hexes {0} and {1} are not adjacent")]
    NotAdjacent(String, String),
}
