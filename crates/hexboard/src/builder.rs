use crate::sheet::Sheet;
use crate::{Board, BoardError, Direction, Feature, Features, Hex, HexError, Label, Numbering, Terrain, TerrainKind};

/// A board in the making.
///
/// Methods that take a [`Hex`] or [`Terrain`] panic if it is not one of this board.
#[derive(Clone, Debug)]
pub struct BoardBuilder {
    sheet: Sheet,
    terrain_kinds: Vec<TerrainKind>,
    feature_names: Vec<String>,
    terrain: Vec<Terrain>,
    features: Vec<[Features; 6]>,
    regions: Vec<(String, Vec<Hex>)>,
    names: Vec<(String, Vec<Hex>)>,
}

impl BoardBuilder {
    /// A sheet that is all of the first kind of terrain, with nothing on its hexsides.
    ///
    /// # Errors
    /// If the numbering is empty or cannot be printed, or a list is too long.
    pub fn new(
        numbering: Numbering,
        terrain_kinds: Vec<TerrainKind>,
        feature_names: Vec<String>,
    ) -> Result<BoardBuilder, BoardError> {
        if terrain_kinds.is_empty() {
            return Err(BoardError::NoTerrain);
        }
        if terrain_kinds.len() > 256 {
            return Err(BoardError::TooManyTerrains(terrain_kinds.len()));
        }
        if feature_names.len() > Features::KINDS {
            return Err(BoardError::TooManyFeatures(feature_names.len()));
        }
        let sheet = Sheet::new(numbering)?;
        let count = sheet.len();
        Ok(BoardBuilder {
            sheet,
            terrain_kinds,
            feature_names,
            terrain: vec![Terrain(0); count],
            features: vec![[Features::default(); 6]; count],
            regions: Vec::new(),
            names: Vec::new(),
        })
    }

    /// The hex that is printed so.
    ///
    /// # Errors
    /// If the text is not a hex number, or there is no such hex on the sheet.
    pub fn parse(&self, text: &str) -> Result<Hex, HexError> {
        self.sheet.parse(text)
    }

    /// The hex number as printed.
    #[must_use]
    pub fn label(&self, hex: Hex) -> Label<'_> {
        self.sheet.label(hex)
    }

    /// The hex with these numbers.
    #[must_use]
    pub fn at(&self, column: u16, row: u16) -> Option<Hex> {
        self.sheet.at(column, row)
    }

    /// All hexes of the sheet.
    pub fn sheet(&self) -> impl Iterator<Item = Hex> + use<> {
        self.sheet.hexes()
    }

    /// The kind of terrain with this name.
    #[must_use]
    pub fn terrain_named(&self, name: &str) -> Option<Terrain> {
        terrain_named(&self.terrain_kinds, name)
    }

    /// The kind of hexside with this name.
    #[must_use]
    pub fn feature_named(&self, name: &str) -> Option<Feature> {
        feature_named(&self.feature_names, name)
    }

    /// The direction with this name: `"NE"`.
    #[must_use]
    pub fn direction_named(&self, name: &str) -> Option<Direction> {
        Direction::named(name, self.sheet.numbering().orientation)
    }

    /// Gives a hex its ground.
    pub fn set_terrain(&mut self, hex: Hex, terrain: Terrain) {
        assert!(terrain.index() < self.terrain_kinds.len(), "{terrain:?} is not in the terrain list");
        self.terrain[hex.index()] = terrain;
    }

    /// Lays a feature on one hexside, seen from both of its hexes.
    ///
    /// # Errors
    /// If the feature is not in the board's list.
    pub fn add_feature(&mut self, hex: Hex, direction: Direction, feature: Feature) -> Result<(), BoardError> {
        if usize::from(feature.0) >= self.feature_names.len() {
            return Err(BoardError::UnknownFeature(feature.0));
        }
        self.features[hex.index()][direction.index()] |= feature.into();
        if let Some(beyond) = self.sheet.neighbour(hex, direction) {
            self.features[beyond.index()][direction.opposite().index()] |= feature.into();
        }
        Ok(())
    }

    /// Lays a feature on the hexside between two hexes.
    ///
    /// # Errors
    /// If they are not adjacent or the feature is not in the board's list.
    pub fn add_feature_between(&mut self, a: Hex, b: Hex, feature: Feature) -> Result<(), BoardError> {
        let direction = self
            .sheet
            .direction(a, b)
            .ok_or_else(|| BoardError::NotAdjacent(self.label(a).to_string(), self.label(b).to_string()))?;
        self.add_feature(a, direction, feature)
    }

    /// Leads a feature, such as a road, through consecutive hexes: marks each hexside crossed.
    ///
    /// # Errors
    /// Names the first pair that is not adjacent; the hexsides before it stay marked.
    pub fn add_chain(&mut self, hexes: &[Hex], feature: Feature) -> Result<(), BoardError> {
        hexes.windows(2).try_for_each(|pair| self.add_feature_between(pair[0], pair[1], feature))
    }

    /// Gives some hexes a name for rules to ask about.
    pub fn add_region(&mut self, name: impl Into<String>, hexes: Vec<Hex>) {
        self.regions.push((name.into(), hexes));
    }

    /// Gives a place on the map, of one or more hexes, the name that is printed there.
    pub fn add_name(&mut self, name: impl Into<String>, hexes: Vec<Hex>) {
        self.names.push((name.into(), hexes));
    }

    /// The finished board.
    #[must_use]
    pub fn build(self) -> Board {
        let in_play: Vec<bool> = self.terrain.iter().map(|terrain| !self.terrain_kinds[terrain.index()].void).collect();
        let neighbours = self
            .sheet
            .hexes()
            .map(|hex| {
                Direction::ALL.map(|direction| {
                    self.sheet.neighbour(hex, direction).filter(|beyond| in_play[beyond.index()]).unwrap_or(Hex::NONE)
                })
            })
            .collect();
        Board {
            sheet: self.sheet,
            terrain_kinds: self.terrain_kinds,
            feature_names: self.feature_names,
            terrain: self.terrain,
            in_play,
            neighbours,
            features: self.features,
            regions: self.regions,
            names: self.names,
        }
    }
}

pub(crate) fn terrain_named(kinds: &[TerrainKind], name: &str) -> Option<Terrain> {
    let index = kinds.iter().position(|kind| kind.name == name)?;
    u8::try_from(index).ok().map(Terrain)
}

pub(crate) fn feature_named(names: &[String], name: &str) -> Option<Feature> {
    let index = names.iter().position(|known| known == name)?;
    u8::try_from(index).ok().map(Feature)
}
