//! `map.toml`: a board and how it is drawn.

use super::style::{FeatureStyle, NameStyle, TerrainStyle};
use super::{DataError, DataFile, Provenance, Provenances};
use hexboard::{Board, BoardBuilder, Hex, Numbering, Orientation, Parity, Shift};
use serde::Deserialize;
use serde_spanned::Spanned;

/// A board, with what a picture of it needs.
#[derive(Debug)]
pub struct Map {
    /// The board's name.
    pub title: String,
    /// The notice that a picture of the board must carry.
    pub notice: Option<String>,
    /// The board.
    pub board: Board,
    /// The kinds of ground, in the board's order.
    pub terrains: Vec<TerrainKind>,
    /// What may lie on hexsides, in the board's order.
    pub features: Vec<Feature>,
    /// Lines through hexes: roads, railways, streams.
    pub lines: Vec<Line>,
    /// Names on the board.
    pub places: Vec<PlaceName>,
}

/// A kind of ground.
#[derive(Clone, Debug, Deserialize)]
pub struct TerrainKind {
    /// The word by which the rules know it.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// The letter that stands for it in the rows.
    pub letter: char,
    /// How it is drawn.
    pub draw: TerrainStyle,
    /// How high it lies: contours are drawn where this changes.
    #[serde(default)]
    pub level: u8,
    /// Whether such hexes are on the sheet but not in play.
    #[serde(default)]
    pub void: bool,
}

/// Something that may lie on a hexside or cross it.
#[derive(Clone, Debug, Deserialize)]
pub struct Feature {
    /// The word by which the rules know it.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// How it is drawn.
    pub draw: FeatureStyle,
}

/// A road, railway or stream through hexes.
#[derive(Clone, Debug)]
pub struct Line {
    /// The feature that each hexside on its way gets.
    pub feature: usize,
    /// Its name, if it has one.
    pub name: Option<String>,
    /// The hexes it runs through, in order.
    pub hexes: Vec<Hex>,
    /// Whether it runs on over the board's edge at its ends.
    pub leaves: (bool, bool),
}

/// A name on the board.
#[derive(Clone, Debug)]
pub struct PlaceName {
    /// The name.
    pub name: String,
    /// The hexes that bear it.
    pub hexes: Vec<Hex>,
    /// How it is lettered.
    pub style: NameStyle,
}

/// The file as it is written.
#[derive(Deserialize)]
pub struct MapFile {
    title: String,
    source: Provenance,
    notice: Option<String>,
    numbering: NumberingTable,
    terrain: Vec<TerrainKind>,
    #[serde(default)]
    feature: Vec<Feature>,
    /// The sheet from north to south, a letter a hex from west to east.
    rows: Vec<Spanned<String>>,
    #[serde(default)]
    line: Vec<LineTable>,
    #[serde(default)]
    hexside: Vec<HexsideTable>,
    #[serde(default)]
    place: Vec<PlaceTable>,
    #[serde(default)]
    region: Vec<RegionTable>,
}

#[derive(Deserialize)]
struct NumberingTable {
    source: Provenance,
    hexes: Shape,
    columns: [u16; 2],
    rows: [u16; 2],
    columns_grow: Horizontal,
    rows_grow: Vertical,
    /// The lines that stand half a hex further in the direction in which their numbers grow.
    raised: Odd,
    #[serde(default)]
    even_offset: i16,
    #[serde(default = "two_and_two")]
    digits: [u8; 2],
    #[serde(default)]
    separator: String,
    #[serde(default)]
    order: Order,
}

fn two_and_two() -> [u8; 2] {
    [2, 2]
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Shape {
    FlatTopped,
    PointyTopped,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Horizontal {
    East,
    West,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Vertical {
    North,
    South,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Odd {
    Odd,
    Even,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
enum Order {
    #[default]
    ColumnRow,
    RowColumn,
}

#[derive(Deserialize)]
struct LineTable {
    feature: Spanned<String>,
    name: Option<String>,
    hexes: Spanned<String>,
    #[serde(default)]
    leaves: [bool; 2],
    source: Provenance,
}

#[derive(Deserialize)]
struct HexsideTable {
    feature: Spanned<String>,
    /// Pairs of neighbouring hexes, as `1811/1910`.
    between: Spanned<String>,
    source: Provenance,
}

#[derive(Deserialize)]
struct PlaceTable {
    name: String,
    hexes: Spanned<String>,
    style: NameStyle,
    source: Provenance,
}

#[derive(Deserialize)]
struct RegionTable {
    id: String,
    hexes: Spanned<String>,
    source: Provenance,
}

impl Map {
    /// Reads and checks a map.
    pub fn read(file: &DataFile, provenance: &mut Provenances) -> Result<Map, DataError> {
        let table: MapFile = file.parse()?;
        provenance.note(format!("board: {}", table.title), &table.source);
        provenance.note("board: numbering of the hexes", &table.numbering.source);
        let kinds = table.terrain.iter();
        let kinds = kinds.map(|kind| hexboard::TerrainKind { name: kind.id.clone(), void: kind.void }).collect();
        let features = table.feature.iter().map(|feature| feature.id.clone()).collect();
        let builder = BoardBuilder::new(numbering(&table.numbering), kinds, features);
        let mut maker = Maker { file, builder: builder.map_err(|error| file.error_on_line(1, error.to_string()))? };
        maker.terrain(&table)?;
        let mut lines = Vec::new();
        for line in &table.line {
            let feature = maker.feature(&table.feature, &line.feature)?;
            let hexes = maker.hexes(&line.hexes)?;
            let chained = maker.builder.add_chain(&hexes, hexboard::Feature(feature as u8));
            chained.map_err(|error| file.error_with(&line.hexes, error.to_string()))?;
            provenance
                .note(format!("board: {}", line.name.as_ref().unwrap_or(&table.feature[feature].title)), &line.source);
            lines.push(Line { feature, name: line.name.clone(), hexes, leaves: (line.leaves[0], line.leaves[1]) });
        }
        for hexside in &table.hexside {
            let feature = maker.feature(&table.feature, &hexside.feature)?;
            maker.hexsides(&hexside.between, hexboard::Feature(feature as u8))?;
            provenance.note(format!("board: {} hexsides", table.feature[feature].title), &hexside.source);
        }
        let mut places = Vec::new();
        for place in &table.place {
            let hexes = maker.hexes(&place.hexes)?;
            maker.builder.add_name(place.name.clone(), hexes.clone());
            provenance.note(format!("board: {}", place.name), &place.source);
            places.push(PlaceName { name: place.name.clone(), hexes, style: place.style });
        }
        for region in &table.region {
            let hexes = maker.hexes(&region.hexes)?;
            maker.builder.add_region(region.id.clone(), hexes);
            provenance.note(format!("board: region {}", region.id), &region.source);
        }
        let board = maker.builder.build();
        Ok(Map {
            title: table.title,
            notice: table.notice,
            board,
            terrains: table.terrain,
            features: table.feature,
            lines,
            places,
        })
    }
}

fn numbering(table: &NumberingTable) -> Numbering {
    Numbering {
        orientation: match table.hexes {
            Shape::FlatTopped => Orientation::FlatTop,
            Shape::PointyTopped => Orientation::PointyTop,
        },
        columns: table.columns[0]..=table.columns[1],
        rows: table.rows[0]..=table.rows[1],
        columns_grow: match table.columns_grow {
            Horizontal::East => hexboard::Horizontal::East,
            Horizontal::West => hexboard::Horizontal::West,
        },
        rows_grow: match table.rows_grow {
            Vertical::North => hexboard::Vertical::North,
            Vertical::South => hexboard::Vertical::South,
        },
        shifted: match table.raised {
            Odd::Odd => Parity::Odd,
            Odd::Even => Parity::Even,
        },
        shift: Shift::Up,
        even_offset: table.even_offset,
        digits: (table.digits[0], table.digits[1]),
        separator: table.separator.clone(),
        order: match table.order {
            Order::ColumnRow => hexboard::Order::ColumnRow,
            Order::RowColumn => hexboard::Order::RowColumn,
        },
    }
}

/// The hex so many letters from the west and so many rows from the north.
fn hex_in_row(builder: &BoardBuilder, numbering: &NumberingTable, right: u16, down: u16) -> Option<Hex> {
    let mut column = match numbering.columns_grow {
        Horizontal::East => numbering.columns[0] + right,
        Horizontal::West => numbering.columns[1] - right,
    };
    let mut row = match numbering.rows_grow {
        Vertical::North => numbering.rows[1] - down,
        Vertical::South => numbering.rows[0] + down,
    };
    match numbering.hexes {
        Shape::FlatTopped if column % 2 == 0 => row = row.checked_add_signed(numbering.even_offset)?,
        Shape::PointyTopped if row % 2 == 0 => column = column.checked_add_signed(numbering.even_offset)?,
        _ => {}
    }
    builder.at(column, row)
}

/// The hexes of a map's sheet, and where each stands in the rows: what changes of a map need, before it is read.
pub(super) struct Grid {
    board: Board,
    places: Vec<(Hex, (usize, usize))>,
}

impl Grid {
    /// The grid of a map.
    pub(super) fn of(file: &DataFile) -> Result<Grid, DataError> {
        let MapFile { numbering: table, .. } = file.parse()?;
        let ground = vec![hexboard::TerrainKind { name: "ground".into(), void: false }];
        let builder = BoardBuilder::new(numbering(&table), ground, Vec::new());
        let builder = builder.map_err(|error| file.error_on_line(1, error.to_string()))?;
        let (wide, high) = (table.columns[1] - table.columns[0], table.rows[1] - table.rows[0]);
        let letters = (0..=high).flat_map(|down| (0..=wide).map(move |right| (right, down)));
        let place =
            |(right, down)| Some((hex_in_row(&builder, &table, right, down)?, (usize::from(down), usize::from(right))));
        let places = letters.filter_map(place).collect();
        Ok(Grid { places, board: builder.build() })
    }

    /// The hex that is printed so.
    pub(super) fn parse(&self, label: &str) -> Result<Hex, String> {
        self.board.parse(label).map_err(|error| error.to_string())
    }

    /// How a hex is printed.
    pub(super) fn label(&self, hex: Hex) -> String {
        self.board.label(hex).to_string()
    }

    /// Whether two hexes are neighbours.
    pub(super) fn touch(&self, a: Hex, b: Hex) -> bool {
        self.board.direction(a, b).is_some()
    }

    /// The hexes, each with its row and its place there.
    pub(super) fn places(&self) -> impl Iterator<Item = (Hex, (usize, usize))> + '_ {
        self.places.iter().copied()
    }
}

/// A board in the making, with the file it is read from.
struct Maker<'a> {
    file: &'a DataFile,
    builder: BoardBuilder,
}

impl Maker<'_> {
    fn terrain(&mut self, table: &MapFile) -> Result<(), DataError> {
        let columns = &table.numbering.columns;
        let rows = &table.numbering.rows;
        let (wide, high) = (usize::from(columns[1] - columns[0]) + 1, usize::from(rows[1] - rows[0]) + 1);
        if table.rows.len() != high {
            let first = table.rows.first().map_or(0..0, Spanned::span);
            return Err(self.file.error_at(first, format!("found {} rows, expected {high}", table.rows.len())));
        }
        for (down, row) in table.rows.iter().enumerate() {
            let letters: Vec<char> = row.as_ref().chars().collect();
            if letters.len() != wide {
                let message = format!("found {} letters in the row, expected {wide}", letters.len());
                return Err(self.file.error_with(row, message));
            }
            for (right, letter) in letters.into_iter().enumerate() {
                let terrain = table.terrain.iter().position(|kind| kind.letter == letter).ok_or_else(|| {
                    let known: Vec<_> = table.terrain.iter().map(|kind| format!("{}", kind.letter)).collect();
                    let message = format!("unknown terrain letter \"{letter}\", expected one of {}", known.join(" "));
                    self.file.error_with(row, message)
                })?;
                let hex = hex_in_row(&self.builder, &table.numbering, right as u16, down as u16);
                let hex = hex.ok_or_else(|| self.file.error_with(row, "the numbering has no hex for this row"))?;
                self.builder.set_terrain(hex, hexboard::Terrain(terrain as u8));
            }
        }
        Ok(())
    }

    fn feature(&self, known: &[Feature], name: &Spanned<String>) -> Result<usize, DataError> {
        known.iter().position(|feature| feature.id == *name.as_ref()).ok_or_else(|| {
            let known: Vec<_> = known.iter().map(|feature| feature.id.as_str()).collect();
            let message = format!("unknown feature \"{}\", expected one of {}", name.as_ref(), known.join(", "));
            self.file.error_with(name, message)
        })
    }

    fn hexes(&self, list: &Spanned<String>) -> Result<Vec<Hex>, DataError> {
        let words = list.as_ref().split_whitespace();
        words.map(|word| self.builder.parse(word).map_err(|e| self.file.error_with(list, e.to_string()))).collect()
    }

    fn hexsides(&mut self, list: &Spanned<String>, feature: hexboard::Feature) -> Result<(), DataError> {
        for pair in list.as_ref().split_whitespace() {
            let wrong = |message: String| self.file.error_with(list, message);
            let (a, b) = pair.split_once('/').ok_or_else(|| wrong(format!("\"{pair}\" is not a pair of hexes")))?;
            let a = self.builder.parse(a).map_err(|error| wrong(error.to_string()))?;
            let b = self.builder.parse(b).map_err(|error| wrong(error.to_string()))?;
            let added = self.builder.add_chain(&[a, b], feature);
            added.map_err(|error| self.file.error_with(list, error.to_string()))?;
        }
        Ok(())
    }
}
