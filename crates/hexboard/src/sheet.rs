use crate::layout::Layout;
use crate::{Axial, BoardError, Direction, Hex, HexError, Horizontal, Label, Numbering, Parity, Vertical};

/// The printed sheet: which hexes there are, what they are called and where they lie.
///
/// Hexes are indexed line by line, so that neighbours lie at distances in the index that depend
/// only on the direction and on whether the line is odd or even.
#[derive(Clone, Debug)]
pub(crate) struct Sheet {
    numbering: Numbering,
    layout: Layout,
    positions: Vec<Axial>,
}

impl Sheet {
    pub fn new(numbering: Numbering) -> Result<Sheet, BoardError> {
        numbering.check()?;
        let positions = positions(&numbering);
        let layout = Layout::new(numbering.orientation, &positions);
        Ok(Sheet { numbering, layout, positions })
    }

    pub fn len(&self) -> usize {
        self.positions.len()
    }

    pub fn hexes(&self) -> impl Iterator<Item = Hex> + use<> {
        // No board holds more hexes than a `Hex` can name.
        (0..self.len() as u16).map(Hex)
    }

    pub fn numbering(&self) -> &Numbering {
        &self.numbering
    }

    /// Whether the hex stands in an odd or even line, counted from the first.
    pub fn line_parity(&self, hex: Hex) -> usize {
        hex.index() / self.numbering.places().len() % 2
    }

    pub fn at(&self, column: u16, row: u16) -> Option<Hex> {
        let (line, place) = self.numbering.swap((column, row));
        self.on_line(line.into(), place.into())
    }

    fn on_line(&self, line: i64, place: i64) -> Option<Hex> {
        let (lines, places) = (self.numbering.lines(), self.numbering.places());
        let line_index = index_in(lines, line)?;
        let place_index = index_in(places, place - self.numbering.offset(line))?;
        u16::try_from(line_index * places.len() + place_index).ok().map(Hex)
    }

    pub fn column_row(&self, hex: Hex) -> (u16, u16) {
        let places = self.numbering.places();
        let line = self.numbering.lines().start() + hex.0 / places.len() as u16;
        let place = places.start() + hex.0 % places.len() as u16;
        let offset = self.numbering.offset(line.into()) as i16;
        self.numbering.swap((line, place.saturating_add_signed(offset)))
    }

    pub fn label(&self, hex: Hex) -> Label<'_> {
        let (column, row) = self.column_row(hex);
        self.numbering.label(column, row)
    }

    pub fn parse(&self, text: &str) -> Result<Hex, HexError> {
        let (column, row) = self.numbering.read(text)?;
        self.at(column, row)
            .ok_or_else(|| HexError::OffBoard { text: text.to_owned(), bounds: self.numbering.bounds() })
    }

    #[inline]
    pub fn position(&self, hex: Hex) -> Axial {
        self.positions[hex.index()]
    }

    pub fn hex_at(&self, position: Axial) -> Option<Hex> {
        let numbering = &self.numbering;
        let (line_axis, place_axis) = numbering.swap((i64::from(position.x), i64::from(position.y)));
        let (line_sign, place_sign) = signs(numbering);
        let line = line_sign * (line_axis - parity_bias(numbering));
        let half_hexes = place_sign * (2 * place_axis + line_axis) - numbering.half_hexes(line);
        self.on_line(line, half_hexes / 2)
    }

    pub fn neighbour(&self, hex: Hex, direction: Direction) -> Option<Hex> {
        let step = direction.step(self.numbering.orientation);
        self.hex_at(self.position(hex) + step)
    }

    pub fn direction(&self, from: Hex, to: Hex) -> Option<Direction> {
        let step = self.position(to) - self.position(from);
        Direction::ALL.into_iter().find(|direction| direction.step(self.numbering.orientation) == step)
    }

    pub fn centre(&self, hex: Hex) -> [f32; 2] {
        self.layout.centre(self.position(hex))
    }

    pub fn corners(&self, hex: Hex) -> [[f32; 2]; 6] {
        self.layout.corners(self.position(hex))
    }

    pub fn extent(&self) -> ([f32; 2], [f32; 2]) {
        ([0.0, 0.0], self.layout.far_corner())
    }
}

fn index_in(range: &std::ops::RangeInclusive<u16>, number: i64) -> Option<usize> {
    let index = number - i64::from(*range.start());
    (0..range.len() as i64).contains(&index).then_some(index as usize)
}

fn positions(numbering: &Numbering) -> Vec<Axial> {
    let places = numbering.places();
    numbering
        .lines()
        .clone()
        .flat_map(|line| places.clone().map(move |place| (line, place)))
        .map(|(line, place)| {
            let (line, place) = (i64::from(line), i64::from(place));
            position(numbering, line, place + numbering.offset(line))
        })
        .collect()
}

fn position(numbering: &Numbering, line: i64, place: i64) -> Axial {
    let (line_sign, place_sign) = signs(numbering);
    let line_axis = line_sign * line + parity_bias(numbering);
    let half_hexes = place_sign * (2 * place + numbering.half_hexes(line));
    let place_axis = (half_hexes - line_axis) / 2;
    // Numbers of 16 bits stay far within 32.
    let (x, y) = numbering.swap((line_axis as i32, place_axis as i32));
    Axial::new(x, y)
}

/// Moves all lines by one where the even ones are shifted, so that a line is shifted exactly when
/// its axis is odd, as axial coordinates have it.
fn parity_bias(numbering: &Numbering) -> i64 {
    match numbering.shifted {
        Parity::Odd => 0,
        Parity::Even => 1,
    }
}

/// Whether lines, and places within a line, grow with the axes (east and south) or against them.
fn signs(numbering: &Numbering) -> (i64, i64) {
    let east = match numbering.columns_grow {
        Horizontal::East => 1,
        Horizontal::West => -1,
    };
    let south = match numbering.rows_grow {
        Vertical::South => 1,
        Vertical::North => -1,
    };
    numbering.swap((east, south))
}
