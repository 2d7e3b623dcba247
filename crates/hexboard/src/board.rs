use crate::builder::{feature_named, terrain_named};
use crate::sheet::Sheet;
use crate::{Axial, Direction, Feature, Features, Hex, HexError, Label, Numbering, Terrain, TerrainKind};

/// A printed map: hexes, ground, hexsides and names. Made by a [`BoardBuilder`](crate::BoardBuilder).
///
/// Hexes whose terrain is void exist on the sheet, with an index, a label and a drawn place, but
/// are not in play: they are never anyone's neighbour.
///
/// Methods panic if given a [`Hex`], [`Terrain`] or [`Feature`] of another, larger board.
#[derive(Clone, Debug)]
pub struct Board {
    pub(crate) sheet: Sheet,
    pub(crate) terrain_kinds: Vec<TerrainKind>,
    pub(crate) feature_names: Vec<String>,
    pub(crate) terrain: Vec<Terrain>,
    pub(crate) in_play: Vec<bool>,
    pub(crate) neighbours: Vec<[Hex; 6]>,
    pub(crate) features: Vec<[Features; 6]>,
    pub(crate) regions: Vec<(String, Vec<Hex>)>,
    pub(crate) names: Vec<(String, Vec<Hex>)>,
}

/// Which hexes there are and what they are called.
impl Board {
    /// How many hexes the sheet has, void ones included.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "no board is empty")]
    pub fn len(&self) -> usize {
        self.sheet.len()
    }

    /// All hexes in play, in order of their index.
    pub fn hexes(&self) -> impl Iterator<Item = Hex> {
        self.sheet().filter(|&hex| self.in_play(hex))
    }

    /// All hexes of the sheet, void ones included, in order of their index.
    pub fn sheet(&self) -> impl Iterator<Item = Hex> + use<> {
        self.sheet.hexes()
    }

    /// Whether the hex is not void.
    #[must_use]
    #[inline]
    pub fn in_play(&self, hex: Hex) -> bool {
        self.in_play[hex.index()]
    }

    /// How the board numbers its hexes.
    #[must_use]
    pub fn numbering(&self) -> &Numbering {
        self.sheet.numbering()
    }

    /// The hex number as printed.
    #[must_use]
    pub fn label(&self, hex: Hex) -> Label<'_> {
        self.sheet.label(hex)
    }

    /// The hex in play that is printed so.
    ///
    /// # Errors
    /// If the text is not a hex number, or there is no such hex, or it is void.
    pub fn parse(&self, text: &str) -> Result<Hex, HexError> {
        let hex = self.sheet.parse(text)?;
        if self.in_play(hex) { Ok(hex) } else { Err(HexError::NotInPlay { text: text.to_owned() }) }
    }

    /// The hex of the sheet with these numbers.
    #[must_use]
    pub fn at(&self, column: u16, row: u16) -> Option<Hex> {
        self.sheet.at(column, row)
    }

    /// The two numbers of a hex.
    #[must_use]
    pub fn column_row(&self, hex: Hex) -> (u16, u16) {
        self.sheet.column_row(hex)
    }

    /// The hexes of a named region.
    #[must_use]
    pub fn region(&self, name: &str) -> Option<&[Hex]> {
        self.regions().find_map(|(known, hexes)| (known == name).then_some(hexes))
    }

    /// All regions with their hexes.
    pub fn regions(&self) -> impl Iterator<Item = (&str, &[Hex])> {
        named(&self.regions)
    }

    /// All places named on the map, with their hexes.
    pub fn names(&self) -> impl Iterator<Item = (&str, &[Hex])> {
        named(&self.names)
    }

    /// The names printed on this hex.
    pub fn names_at(&self, hex: Hex) -> impl Iterator<Item = &str> {
        self.names().filter_map(move |(name, hexes)| hexes.contains(&hex).then_some(name))
    }
}

/// What the hexes and hexsides carry.
impl Board {
    /// The ground of a hex.
    #[must_use]
    #[inline]
    pub fn terrain(&self, hex: Hex) -> Terrain {
        self.terrain[hex.index()]
    }

    /// What the board calls this terrain.
    #[must_use]
    pub fn terrain_name(&self, terrain: Terrain) -> &str {
        &self.terrain_kinds[terrain.index()].name
    }

    /// The kind of terrain with this name.
    #[must_use]
    pub fn terrain_named(&self, name: &str) -> Option<Terrain> {
        terrain_named(&self.terrain_kinds, name)
    }

    /// All kinds of terrain, in the board's order.
    pub fn terrains(&self) -> impl Iterator<Item = Terrain> + use<> {
        // The builder takes no more than 256.
        (0..self.terrain_kinds.len()).map(|index| Terrain(index as u8))
    }

    /// What lies on the hexside in this direction: the same seen from either hex.
    ///
    /// The outer hexsides of the sheet have features too.
    #[must_use]
    #[inline]
    pub fn features(&self, hex: Hex, direction: Direction) -> Features {
        self.features[hex.index()][direction.index()]
    }

    /// The kind of hexside with this name.
    #[must_use]
    pub fn feature_named(&self, name: &str) -> Option<Feature> {
        feature_named(&self.feature_names, name)
    }

    /// What the board calls this kind of hexside.
    #[must_use]
    pub fn feature_name(&self, feature: Feature) -> &str {
        &self.feature_names[usize::from(feature.0)]
    }

    /// All kinds of hexside, in the board's order.
    pub fn feature_kinds(&self) -> impl Iterator<Item = Feature> + use<> {
        // The builder takes no more than 16.
        (0..self.feature_names.len()).map(|index| Feature(index as u8))
    }
}

/// How the hexes lie to one another.
impl Board {
    /// `"N"`, `"NE"`... as this board's orientation has it.
    #[must_use]
    pub fn direction_name(&self, direction: Direction) -> &'static str {
        direction.name(self.numbering().orientation)
    }

    /// The direction with this name: `"NE"`.
    #[must_use]
    pub fn direction_named(&self, name: &str) -> Option<Direction> {
        Direction::named(name, self.numbering().orientation)
    }

    /// The hex in play that lies in this direction.
    #[must_use]
    #[inline]
    pub fn neighbour(&self, hex: Hex, direction: Direction) -> Option<Hex> {
        let beyond = self.neighbours[hex.index()][direction.index()];
        (beyond != Hex::NONE).then_some(beyond)
    }

    /// The neighbours in play, clockwise.
    #[inline]
    pub fn neighbours(&self, hex: Hex) -> impl Iterator<Item = (Direction, Hex)> + use<> {
        Direction::ALL.into_iter().zip(self.neighbours[hex.index()]).filter(|&(_, beyond)| beyond != Hex::NONE)
    }

    /// What lies around a hex, by direction: `Hex::NONE` where nothing is in play.
    #[must_use]
    #[inline]
    pub fn around(&self, hex: Hex) -> &[Hex; 6] {
        &self.neighbours[hex.index()]
    }

    /// The direction to an adjacent hex of the sheet.
    #[must_use]
    pub fn direction(&self, from: Hex, to: Hex) -> Option<Direction> {
        self.sheet.direction(from, to)
    }

    /// Whether the hex has a hexside that leads off the sheet or into void.
    #[must_use]
    pub fn is_edge(&self, hex: Hex) -> bool {
        self.neighbours[hex.index()].contains(&Hex::NONE)
    }

    /// How many steps apart two hexes are, whatever lies between.
    #[must_use]
    #[inline]
    pub fn distance(&self, a: Hex, b: Hex) -> u16 {
        let steps = self.position(a).distance(self.position(b));
        u16::try_from(steps).unwrap_or(u16::MAX)
    }

    /// A shortest row of hexes between two hexes, both included; those off the sheet left out.
    ///
    /// Where the straight line runs along a hexside it takes one of the two hexes;
    /// [`sight`](crate::sight) is exact there.
    pub fn line(&self, from: Hex, to: Hex) -> impl Iterator<Item = Hex> {
        self.position(from).line(self.position(to)).filter_map(|position| self.from_position(position))
    }

    /// The hexes in play at exactly this distance.
    pub fn ring(&self, centre: Hex, distance: u16) -> impl Iterator<Item = Hex> {
        self.in_play_among(self.position(centre).ring(distance))
    }

    /// The hexes in play at no more than this distance, the centre included.
    pub fn within(&self, centre: Hex, distance: u16) -> impl Iterator<Item = Hex> {
        self.in_play_among(self.position(centre).within(distance))
    }

    fn in_play_among(&self, positions: impl Iterator<Item = Axial>) -> impl Iterator<Item = Hex> {
        positions.filter_map(|position| self.from_position(position)).filter(|&hex| self.in_play(hex))
    }

    /// The place of a hex in axial coordinates, x growing east and y south.
    #[must_use]
    #[inline]
    pub fn position(&self, hex: Hex) -> Axial {
        self.sheet.position(hex)
    }

    /// The hex of the sheet at this place.
    #[must_use]
    pub fn from_position(&self, position: Axial) -> Option<Hex> {
        self.sheet.hex_at(position)
    }
}

/// Where the hexes are drawn: x grows east, y south, a hex measures 1 from centre to corner, and
/// the sheet begins at the origin.
impl Board {
    /// The centre of a hex.
    #[must_use]
    pub fn centre(&self, hex: Hex) -> [f32; 2] {
        self.sheet.centre(hex)
    }

    /// The corners of a hex, clockwise: side `d` runs from corner `d` to the next.
    #[must_use]
    pub fn corners(&self, hex: Hex) -> [[f32; 2]; 6] {
        self.sheet.corners(hex)
    }

    /// The lowest and highest x and y of all corners.
    #[must_use]
    pub fn extent(&self) -> ([f32; 2], [f32; 2]) {
        self.sheet.extent()
    }
}

fn named(list: &[(String, Vec<Hex>)]) -> impl Iterator<Item = (&str, &[Hex])> {
    list.iter().map(|(name, hexes)| (name.as_str(), hexes.as_slice()))
}
