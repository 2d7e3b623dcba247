//! A view as rows of whole numbers, the same for every game: for those who learn from games rather than look at them.
//!
//! It is made from a [`View`] and from nothing else, so it holds what the viewer may know and no more. A [`Codebook`] is
//! made once for a scenario; an [`Encoding`] is kept and filled again and again, and its arrays grow no more once they have
//! held the largest position. docs/encoding.md has every column.

use crate::view::{Piece, Place, View};
use crate::{Mark, MarkerKind, Rules, Side, ValueName};
use std::collections::HashMap;
use std::hash::{Hash, Hasher};

/// What stands where there is nothing to say.
pub const NOTHING: i32 = -1;

/// The columns of the head, which is one row.
pub mod head {
    /// The turn.
    pub const TURN: usize = 0;
    /// The code of the phase's id.
    pub const PHASE: usize = 1;
    /// The place of the side that must choose.
    pub const CHOOSER: usize = 2;
    /// The winner's place, once there is one.
    pub const WINNER: usize = 3;
    /// Whether the game is over.
    pub const OVER: usize = 4;
    /// How many columns.
    pub const COLUMNS: usize = 5;
}

/// The columns of a piece.
pub mod piece {
    /// Its side's place.
    pub const SIDE: usize = 0;
    /// Its place in the scenario's roster.
    pub const COUNTER: usize = 1;
    /// The code of its type.
    pub const KIND: usize = 2;
    /// The code of its nation.
    pub const NATION: usize = 3;
    /// The hex it is in.
    pub const HEX: usize = 4;
    /// The second hex, for a piece that lies across a hexside.
    pub const SECOND_HEX: usize = 5;
    /// The code of the box it is in, for a piece that is not on the board.
    pub const BOX: usize = 6;
    /// The code of the hexside it faces.
    pub const FACING: usize = 7;
    /// Its steps.
    pub const STEPS: usize = 8;
    /// How many counters it covers that the viewer may not look at; 0 if there are some and their number is hidden.
    pub const COVERS: usize = 9;
    /// Two columns of bits, 30 each, one for each [`Mark`](crate::Mark) in the order of its list.
    pub const MARKS: usize = 10;
    /// A column for each [`ValueName`](crate::ValueName), in the order of its list.
    pub const VALUES: usize = 12;
    /// How many columns.
    pub const COLUMNS: usize = VALUES + crate::ValueName::ALL.len();
}

/// The columns of a marker.
pub mod marker {
    /// The place of its kind in the list of [`MarkerKind`](crate::MarkerKind).
    pub const KIND: usize = 0;
    /// The hex it lies in.
    pub const HEX: usize = 1;
    /// The second hex, for a marker that lies on a hexside.
    pub const SECOND_HEX: usize = 2;
    /// How many.
    pub const COUNT: usize = 3;
    /// Its side's place.
    pub const SIDE: usize = 4;
    /// How many columns.
    pub const COLUMNS: usize = 5;
}

/// The columns of what lies in a box without a place of its own.
pub mod holding {
    /// The code of the box.
    pub const BOX: usize = 0;
    /// The code of what it is.
    pub const KIND: usize = 1;
    /// How many.
    pub const COUNT: usize = 2;
    /// How many columns.
    pub const COLUMNS: usize = 3;
}

/// The columns of a track.
pub mod track {
    /// The code of its id.
    pub const ID: usize = 0;
    /// The space where the marker stands.
    pub const AT: usize = 1;
    /// How many spaces it has.
    pub const SPACES: usize = 2;
    /// How many columns.
    pub const COLUMNS: usize = 3;
}

/// The columns of an option.
pub mod option {
    /// Which action it is, by its place among the game's actions.
    pub const ACTION: usize = 0;
    /// What it is about, in the order of its notation: pieces, hexes, numbers as the game counts them.
    pub const ARGUMENTS: usize = 1;
    /// How many columns.
    pub const COLUMNS: usize = 5;
}

/// How many marks share a column of a piece.
pub const MARKS_A_COLUMN: usize = 30;
const _: () = assert!(Mark::ALL.len() <= MARKS_A_COLUMN * (piece::VALUES - piece::MARKS));

/// The number of a word that stands in no list of the engine's: a phase, a box, a type of unit. The same everywhere and
/// always (FNV-1a, folded to 16 bits).
pub fn code(word: &str) -> i32 {
    let hash = word.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    ((hash >> 16) ^ (hash & 0xffff)) as i32
}

/// The names of a scenario, and the numbers that stand for them.
#[derive(Clone, Debug)]
pub struct Codebook {
    sides: [String; 2],
    hexes: HashMap<String, i32>,
    counters: HashMap<String, i32>,
    board: usize,
}

impl Codebook {
    /// The names of a scenario of a game.
    pub fn new<R: Rules>(rules: &R, scenario: usize) -> Codebook {
        let board = &rules.map(scenario).board;
        let hexes = board.hexes().map(|hex| (board.label(hex).to_string(), i32::from(hex.0)));
        let counters = rules.roster(scenario).counters;
        let counters = counters.into_iter().enumerate().map(|(place, counter)| (counter.id, place as i32));
        Codebook {
            sides: Side::BOTH.map(|side| rules.about().side_id(side).to_string()),
            hexes: hexes.collect(),
            counters: counters.collect(),
            board: board.sheet().count(),
        }
    }

    /// How many numbers hexes may have.
    pub fn hexes(&self) -> usize {
        self.board
    }

    /// How many counters the scenario has.
    pub fn counters(&self) -> usize {
        self.counters.len()
    }

    fn side(&self, id: &str) -> i32 {
        self.sides.iter().position(|side| side == id).map_or(NOTHING, |place| place as i32)
    }

    fn hex(&self, label: Option<&String>) -> i32 {
        label.and_then(|label| self.hexes.get(label)).copied().unwrap_or(NOTHING)
    }
}

/// A position as a viewer may know it, and the options if it is his to choose. Each array is rows of as many columns as its
/// module says, one after the other.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Encoding {
    /// The head: one row of [`head::COLUMNS`].
    pub head: [i32; head::COLUMNS],
    /// The pieces, in the view's order.
    pub pieces: Vec<i32>,
    /// The markers, in the view's order.
    pub markers: Vec<i32>,
    /// What is in the boxes, in the view's order.
    pub holdings: Vec<i32>,
    /// The tracks, in the view's order.
    pub tracks: Vec<i32>,
    /// The options, in the order of the list.
    pub options: Vec<i32>,
}

impl Encoding {
    /// Takes a view down, and forgets what was there before.
    pub fn take(&mut self, book: &Codebook, view: &View) {
        let Encoding { head, pieces, markers, holdings, tracks, options } = self;
        [&mut *pieces, markers, holdings, tracks, options].into_iter().for_each(|rows| rows.clear());
        let side = |id: &Option<String>| id.as_ref().map_or(NOTHING, |id| book.side(id));
        let winner = view.result.as_ref().map_or(NOTHING, |result| side(&result.winner));
        let over = i32::from(view.result.is_some());
        *head = [view.turn as i32, code(&view.phase.id), side(&view.to_choose), winner, over];
        view.pieces.iter().for_each(|piece| pieces.extend(piece_row(book, piece)));
        for marker in &view.markers {
            let kind = MarkerKind::ALL.iter().position(|&kind| kind == marker.kind).unwrap_or_default() as i32;
            let [hex, second] = [0, 1].map(|place| book.hex(marker.hexes.get(place)));
            markers.extend([kind, hex, second, marker.count as i32, side(&marker.side)]);
        }
        for holding in &view.boxes {
            let rows = holding.contents.iter();
            rows.for_each(|(kind, count)| holdings.extend([code(&holding.id), code(kind), *count as i32]));
        }
        for track in &view.tracks {
            tracks.extend([code(&track.id), track.at as i32, track.spaces.len() as i32]);
        }
    }

    /// Takes down what the side may choose that the view is for.
    pub fn take_options<A: Hash>(&mut self, legal: &[A]) {
        self.options.clear();
        for action in legal {
            let mut row = Row { cells: [NOTHING; option::COLUMNS], filled: 0 };
            action.hash(&mut row);
            self.options.extend(row.cells);
        }
    }

    /// The pieces, row by row.
    pub fn pieces(&self) -> impl Iterator<Item = &[i32]> {
        self.pieces.chunks_exact(piece::COLUMNS)
    }

    /// The markers, row by row.
    pub fn markers(&self) -> impl Iterator<Item = &[i32]> {
        self.markers.chunks_exact(marker::COLUMNS)
    }
}

fn piece_row(book: &Codebook, piece: &Piece) -> [i32; piece::COLUMNS] {
    let mut row = [NOTHING; piece::COLUMNS];
    let coded = |word: &Option<String>| word.as_ref().map_or(NOTHING, |word| code(word));
    row[piece::SIDE] = book.side(&piece.side);
    row[piece::COUNTER] = piece.id.as_ref().and_then(|id| book.counters.get(id)).copied().unwrap_or(NOTHING);
    row[piece::KIND] = code(&piece.kind);
    row[piece::NATION] = coded(&piece.nation);
    match &piece.place {
        Place::Hexes(hexes) => {
            row[piece::HEX] = book.hex(hexes.first());
            row[piece::SECOND_HEX] = book.hex(hexes.get(1));
        }
        Place::Box(id) => row[piece::BOX] = code(id),
    }
    row[piece::FACING] = coded(&piece.facing);
    row[piece::STEPS] = piece.steps.into();
    row[piece::COVERS] = piece.covers.as_ref().map_or(NOTHING, |covered| covered.count.map_or(0, |count| count as i32));
    row[piece::MARKS..piece::VALUES].fill(0);
    for (place, _) in Mark::ALL.iter().enumerate().filter(|(_, mark)| piece.marks.contains(mark)) {
        row[piece::MARKS + place / MARKS_A_COLUMN] |= 1 << (place % MARKS_A_COLUMN);
    }
    for value in &piece.values {
        let place = ValueName::ALL.iter().position(|&name| name == value.name).unwrap_or_default();
        row[piece::VALUES + place] = number(&value.value);
    }
    row
}

/// The whole number that a printed value begins with, brackets and signs aside.
fn number(text: &str) -> i32 {
    let digits = text.trim_start_matches(|letter: char| !letter.is_ascii_digit());
    let end = digits.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(digits.len());
    digits[..end].parse().unwrap_or(NOTHING)
}

/// Takes an action as the row of its numbers: which variant it is, then its fields. What does not fit is left out.
struct Row {
    cells: [i32; option::COLUMNS],
    filled: usize,
}

impl Row {
    fn push(&mut self, number: i64) {
        if let Some(cell) = self.cells.get_mut(self.filled) {
            *cell = number as i32;
            self.filled += 1;
        }
    }
}

impl Hasher for Row {
    fn finish(&self) -> u64 {
        0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.push(byte.into()));
    }

    fn write_u8(&mut self, number: u8) {
        self.push(number.into());
    }

    fn write_u16(&mut self, number: u16) {
        self.push(number.into());
    }

    fn write_u32(&mut self, number: u32) {
        self.push(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        self.push(number.cast_signed());
    }

    fn write_usize(&mut self, number: usize) {
        self.push(number as i64);
    }

    fn write_i8(&mut self, number: i8) {
        self.push(number.into());
    }

    fn write_i16(&mut self, number: i16) {
        self.push(number.into());
    }

    fn write_i32(&mut self, number: i32) {
        self.push(number.into());
    }

    fn write_i64(&mut self, number: i64) {
        self.push(number);
    }

    fn write_isize(&mut self, number: isize) {
        self.push(number as i64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::{Covered, Holding, Marker, Phase, Track, Value};

    impl Codebook {
        /// The names of no game at all.
        pub(crate) fn none() -> Codebook {
            Codebook { sides: Default::default(), hexes: HashMap::new(), counters: HashMap::new(), board: 0 }
        }
    }

    fn book() -> Codebook {
        let numbers = |names: &[&str]| names.iter().zip(0..).map(|(name, number)| (name.to_string(), number)).collect();
        Codebook {
            sides: ["blue".into(), "red".into()],
            hexes: numbers(&["0101", "0102", "0103"]),
            counters: numbers(&["guard", "horse"]),
            board: 3,
        }
    }

    fn piece(id: Option<&str>, place: Place) -> Piece {
        Piece {
            id: id.map(str::to_string),
            side: "red".into(),
            nation: None,
            kind: "infantry".into(),
            size: None,
            values: vec![Value { name: ValueName::Attack, value: "(4)".into() }],
            place,
            facing: None,
            steps: 2,
            marks: vec![Mark::Moved, Mark::Cap],
            notes: Vec::new(),
            covers: Some(Covered { count: None }),
        }
    }

    fn view() -> View {
        View {
            turn: 7,
            phase: Phase::new("V", "Movement"),
            to_choose: Some("red".into()),
            result: None,
            pieces: vec![
                piece(Some("horse"), Place::Hexes(vec!["0102".into(), "0103".into()])),
                piece(None, Place::Box("dead".into())),
            ],
            markers: vec![Marker { kind: MarkerKind::Bridge, hexes: vec!["0101".into()], count: 3, side: None }],
            boxes: vec![Holding { id: "pool".into(), title: "Pool".into(), contents: vec![("guns".into(), 5)] }],
            tracks: vec![Track {
                id: "turn".into(),
                title: "Turns".into(),
                spaces: vec!["1".into(), "2".into()],
                at: 1,
            }],
            facts: Vec::new(),
            calendar: Vec::new(),
        }
    }

    #[test]
    fn every_row_says_what_the_view_says() {
        let mut encoding = Encoding::default();
        encoding.take(&book(), &view());
        assert_eq!(encoding.head, [7, code("V"), 1, NOTHING, 0]);
        let rows: Vec<&[i32]> = encoding.pieces().collect();
        assert_eq!(rows.len(), 2);
        assert_eq!(
            rows[0][..piece::MARKS],
            [1, 1, code("infantry"), NOTHING, 1, 2, NOTHING, NOTHING, 2, 0],
            "side, counter, kind, nation, hexes, box, facing, steps, covers"
        );
        assert_eq!(rows[1][piece::COUNTER..piece::BOX], [NOTHING, code("infantry"), NOTHING, NOTHING, NOTHING]);
        assert_eq!(rows[1][piece::BOX], code("dead"));
        let place = |mark: Mark| Mark::ALL.iter().position(|&known| known == mark).unwrap();
        assert_eq!(rows[0][piece::MARKS], 1 << place(Mark::Moved));
        assert_eq!(rows[0][piece::MARKS + 1], 1 << (place(Mark::Cap) - MARKS_A_COLUMN));
        assert_eq!(rows[0][piece::VALUES], 4, "attack is the first value");
        assert!(rows[0][piece::VALUES + 1..].iter().all(|&value| value == NOTHING));
        assert_eq!(encoding.markers, [7, 0, NOTHING, 3, NOTHING]);
        assert_eq!(encoding.holdings, [code("pool"), code("guns"), 5]);
        assert_eq!(encoding.tracks, [code("turn"), 1, 2]);
    }

    #[test]
    fn what_was_there_before_is_forgotten_and_nothing_grows() {
        let mut encoding = Encoding::default();
        encoding.take(&book(), &view());
        encoding.take_options(&[7_u16; 9]);
        let (before, room) = (encoding.clone(), encoding.pieces.capacity());
        for _ in 0..3 {
            encoding.take(&book(), &view());
            assert!(encoding.options.is_empty());
            encoding.take_options(&[7_u16; 9]);
        }
        assert_eq!(encoding, before);
        assert_eq!(encoding.pieces.capacity(), room);
    }

    #[test]
    fn an_option_is_the_row_of_its_numbers() {
        #[derive(Hash)]
        enum Deed {
            Pass,
            Move(u16, u8),
            Retreat(i8),
        }
        let mut encoding = Encoding::default();
        encoding.take_options(&[Deed::Pass, Deed::Move(1918, 3), Deed::Retreat(-2)]);
        let rows: Vec<&[i32]> = encoding.options.chunks_exact(option::COLUMNS).collect();
        assert_eq!(rows, [[0, -1, -1, -1, -1], [1, 1918, 3, -1, -1], [2, -2, -1, -1, -1]]);
    }

    #[test]
    fn a_printed_value_is_its_number() {
        assert_eq!(["4", "(12)", "+1", "1 1/2", "A"].map(number), [4, 12, 1, 1, NOTHING]);
    }

    #[test]
    fn codes_are_those_of_fnv() {
        // The published 32-bit FNV-1a of "a" is e40c292c.
        assert_eq!(code("a"), 0xe40c ^ 0x292c);
    }
}
