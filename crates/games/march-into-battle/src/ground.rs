//! 2.1 The map, a kilometre a hex [2.1a]: what a board means for movement and combat by the charts [2.1b], worked out once.

use crate::tables::{Mover, Tables};
use engine::data::{DataError, DataFile, Map};
use hexboard::{Board, Direction, Feature, Features, Hex, HexSet};
use std::str::FromStr;

/// The most hexes that a board has: 21 columns of 16.
pub const HEXES: usize = 21 * 16;
/// A set of hexes of a board.
pub type Hexes = HexSet<{ HEXES.div_ceil(64) }>;
/// What no movement allowance can pay.
pub const IMPASSABLE: u8 = u8::MAX;
/// The highest level of ground.
const HIGHEST: u8 = 3;

engine::named! {
    /// The ground that fills a hex [2.1c]. High ground is no terrain but a level [8.0].
    #[repr(u8)]
    pub enum Terrain {
        /// Open fields.
        Clear = "clear": "clear ground",
        /// Woods.
        Forest = "forest",
        /// A village.
        Village = "village",
        /// A town.
        Town = "town",
        /// A town within bastions.
        Fortress = "fortress": "fortress town",
        /// A walled house that a detachment can hold [7.7.2b].
        Chateau = "chateau",
        /// Wet meadows.
        Swamp = "swamp",
        /// Impassable heights [8.4].
        Mountain = "mountain",
    }
}

impl Terrain {
    /// Whether units in it have only front hexsides, whoever they are [7.7.2a].
    pub const fn is_built_up(self) -> bool {
        matches!(self, Terrain::Village | Terrain::Town | Terrain::Fortress)
    }
}

impl FromStr for Terrain {
    type Err = String;

    fn from_str(text: &str) -> Result<Terrain, String> {
        Terrain::named(text).ok_or_else(|| {
            let known: Vec<_> = Terrain::ALL.iter().map(|terrain| terrain.id()).collect();
            format!("unknown terrain \"{text}\", expected one of {}", known.join(", "))
        })
    }
}

/// The water along a hexside.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Water {
    /// None.
    #[default]
    Dry,
    /// A creek.
    Creek,
    /// A stream.
    Stream,
    /// A river, crossed only by bridges and fords [6.4c].
    River,
}

/// A hexside as it looks from one of its two hexes.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Hexside {
    /// Whether a road crosses it; over water that is a bridge [6.4a].
    pub road: bool,
    /// The water along it.
    pub water: Water,
    /// Whether a ford leads through its river.
    pub ford: bool,
    /// The slope symbol, seen from this hex: 1 up a slope, 2 up a steep one, negative downwards, 0 without one.
    pub slope: i8,
    /// How much higher the ground beyond is; a contour runs along the hexside unless this is 0 [8.1a]. It needs no slope
    /// symbol [8.1b].
    pub rise: i8,
}

impl Hexside {
    /// Whether a road bridge stands on it [6.4a].
    pub const fn bridge(self) -> bool {
        self.road && !matches!(self.water, Water::Dry)
    }
}

/// A board, with everything about it that never changes.
#[derive(Debug)]
pub struct Ground {
    /// The board as it is drawn.
    pub map: Map,
    /// The ground of each hex.
    pub terrain: Vec<Terrain>,
    /// The level of each hex; 0 is the lowest.
    pub level: Vec<u8>,
    /// The hexes around each hex in the order of [`Direction::ALL`]; `Hex::NONE` beyond the edge of play.
    pub neighbours: Vec<[Hex; 6]>,
    /// The same hexes as sets.
    pub around: Vec<Hexes>,
    /// The hexsides of each hex.
    pub sides: Vec<[Hexside; 6]>,
    /// Hexes with trenches [14.0].
    pub trenches: Hexes,
    /// Hexes in play from which a road runs off the sheet.
    pub road_off: Hexes,
    /// Hexes in play at the edge of the sheet.
    pub border: Hexes,
    off_road: [Vec<[u8; 6]>; 3],
    by_road: [Vec<[u8; 6]>; 3],
    by_sloping_road: [Vec<[u8; 6]>; 3],
    zones: [Vec<u8>; 2],
    lower: Vec<u8>,
    charge: Vec<u8>,
    off: Vec<u8>,
    distance: Vec<u8>,
}

#[engine::by_the_book]
impl Ground {
    /// Works out the ground of a map.
    pub fn new(map: Map, file: &DataFile, tables: &Tables) -> Result<Ground, DataError> {
        let board = &map.board;
        if board.len() > HEXES {
            let message = format!("the sheet has {} hexes, expected no more than {HEXES}", board.len());
            return Err(file.error_on_line(1, message));
        }
        let (terrain, level) = surface(&map, file)?;
        let neighbours: Vec<[Hex; 6]> = board
            .sheet()
            .map(|hex| Direction::ALL.map(|direction| board.neighbour(hex, direction).unwrap_or(Hex::NONE)))
            .collect();
        let sides = sides(&map, file, &level)?;
        let is_dug = |hex: &Hex| map.terrains[usize::from(board.terrain(*hex).0)].id.ends_with("+trench");
        let trenches: Hexes = board.hexes().filter(is_dug).collect();
        let steps = Steps { tables, terrain: &terrain, neighbours: &neighbours, sides: &sides };
        let (off_road, by_road, by_sloping_road) = (
            steps.all(|steps, mover, hex, way| steps.off_road(mover, hex, way)),
            steps.all(|steps, mover, hex, way| steps.by_road(mover, hex, way, false)),
            steps.all(|steps, mover, hex, way| steps.by_road(mover, hex, way, true)),
        );
        let bits = |test: &dyn Fn(Hex, usize, Hex) -> bool| -> Vec<u8> {
            let open = |hex: Hex, way: usize| {
                let to = neighbours[hex.index()][way];
                to != Hex::NONE && test(hex, way, to)
            };
            board.sheet().map(|hex| (0..6).filter(|&way| open(hex, way)).fold(0, |bits, way| bits | 1 << way)).collect()
        };
        // Zones end at rivers and before all but clear ground [6.2d, 6.2h], and cross lesser water [6.2l].
        let zone = |hex: Hex, way: usize, to: Hex| {
            terrain[to.index()] == Terrain::Clear && sides[hex.index()][way].water != Water::River
        };
        // Those of infantry do not go up slopes either [6.2e].
        let foot_zone = |hex: Hex, way: usize, to: Hex| zone(hex, way, to) && sides[hex.index()][way].slope <= 0;
        // Where cavalry can charge (ruling R-57).
        let charge = |hex: Hex, way: usize, to: Hex| {
            let side = sides[hex.index()][way];
            terrain[to.index()] == Terrain::Clear
                && !trenches.contains(to)
                && matches!(side.water, Water::Dry | Water::Creek)
                && side.slope < 2
        };
        let zones = [bits(&foot_zone), bits(&zone)];
        let lower = bits(&|hex, way, _| sides[hex.index()][way].rise < 0);
        let charge = bits(&charge);
        let off = off_sheet(board);
        let distance = distances(board);
        let border = border(board);
        let road_off = road_off(&map);
        Ok(Ground {
            terrain,
            level,
            around: neighbours
                .iter()
                .map(|near| near.iter().copied().filter(|&hex| hex != Hex::NONE).collect())
                .collect(),
            neighbours,
            sides,
            trenches,
            road_off,
            border,
            off_road,
            by_road,
            by_sloping_road,
            zones,
            lower,
            charge,
            off,
            distance,
            map,
        })
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.map.board
    }

    /// A hex as it is printed.
    pub fn label(&self, hex: Hex) -> String {
        self.map.board.label(hex).to_string()
    }

    /// The ground of a hex.
    #[inline]
    pub fn terrain(&self, hex: Hex) -> Terrain {
        self.terrain[hex.index()]
    }

    /// The level of a hex.
    #[inline]
    pub fn level(&self, hex: Hex) -> u8 {
        self.level[hex.index()]
    }

    /// A hexside, seen from a hex.
    #[inline]
    pub fn side(&self, hex: Hex, way: Direction) -> Hexside {
        self.sides[hex.index()][way.index()]
    }

    /// How many steps apart two hexes are.
    #[inline]
    pub fn distance(&self, a: Hex, b: Hex) -> u8 {
        self.distance[a.index() * self.terrain.len() + b.index()]
    }

    /// How many steps each hex is apart from one, in the order of the sheet.
    #[inline]
    pub fn distances(&self, from: Hex) -> &[u8] {
        &self.distance[from.index() * self.terrain.len()..][..self.terrain.len()]
    }

    /// Points for a step that does not follow a road: the ground of the hex and what lies on the hexside [6.0b, 6.4b].
    /// A river cannot be crossed; a ford is a matter of the battle.
    #[inline]
    pub fn off_road(&self, mover: Mover, hex: Hex, way: usize) -> u8 {
        self.off_road[mover.index()][hex.index()][way]
    }

    /// Points for a step along a road, or [`IMPASSABLE`] where none crosses [6.3a, 6.3c]. Over bridges and slopes a road
    /// step costs no more (ruling R-28); with `slopes` those are added.
    #[inline]
    pub fn by_road(&self, mover: Mover, hex: Hex, way: usize, slopes: bool) -> u8 {
        let table = if slopes { &self.by_sloping_road } else { &self.by_road };
        table[mover.index()][hex.index()][way]
    }

    /// The directions, a bit each, into which a unit in this hex exerts its zone of control: infantry, or cavalry
    /// [6.2a, 6.2b, 6.2d, 6.2e, 6.2h, 6.2l].
    #[inline]
    pub fn zone(&self, cavalry: bool, hex: Hex) -> u8 {
        self.zones[usize::from(cavalry)][hex.index()]
    }

    /// The directions, a bit each, in which the ground is lower across a contour [8.2a, 8.2g, 8.2h].
    #[inline]
    pub fn lower(&self, hex: Hex) -> u8 {
        self.lower[hex.index()]
    }

    /// The directions, a bit each, that lead off the sheet, not only out of play [7.2m].
    #[inline]
    pub fn off(&self, hex: Hex) -> u8 {
        self.off[hex.index()]
    }

    /// The directions, a bit each, in which cavalry in this hex can charge (ruling R-57).
    #[inline]
    pub fn charge(&self, hex: Hex) -> u8 {
        self.charge[hex.index()]
    }
}

/// The one terrain that fills each hex [2.1c], and its level, which is no terrain [8.0]. A kind of ground is named by its terrain; what follows a `+` tells apart those
/// of different levels and those with trenches.
#[engine::by_the_book]
fn surface(map: &Map, file: &DataFile) -> Result<(Vec<Terrain>, Vec<u8>), DataError> {
    let mut kinds = Vec::new();
    for kind in &map.terrains {
        if kind.void {
            kinds.push((Terrain::Mountain, 0));
            continue;
        }
        let wrong = |message: String| file.error_on_line(file.line_of(&format!("id = \"{}\"", kind.id)), message);
        let (name, _) = kind.id.split_once('+').unwrap_or((&kind.id, ""));
        let terrain = name.parse().map_err(wrong)?;
        if kind.level > HIGHEST {
            return Err(wrong(format!("found level {}, expected 0 to {HIGHEST}", kind.level)));
        }
        kinds.push((terrain, kind.level));
    }
    let board = &map.board;
    Ok(board.sheet().map(|hex| kinds[usize::from(board.terrain(hex).0)]).unzip())
}

/// The hexsides of each hex. A contour runs between hexes of different levels [8.1a], with or without a slope symbol
/// [8.1b].
#[engine::by_the_book]
fn sides(map: &Map, file: &DataFile, level: &[u8]) -> Result<Vec<[Hexside; 6]>, DataError> {
    let board = &map.board;
    let known = ["road", "ford", "creek", "stream", "river", "slope", "steep"];
    if let Some(other) = map.features.iter().find(|feature| !known.contains(&feature.id.as_str())) {
        let message = format!("the rules know no feature \"{}\", expected one of {}", other.id, known.join(", "));
        return Err(file.error_on_line(file.line_of(&format!("id = \"{}\"", other.id)), message));
    }
    // A map that lacks a feature has none of it.
    let [road, ford, creek, stream, river, slope, steep] = known.map(|name| board.feature_named(name));
    let has = |features: Features, feature: Option<Feature>| feature.is_some_and(|feature| features.contains(feature));
    let mut sides = vec![[Hexside::default(); 6]; board.len()];
    for hex in board.hexes() {
        for (way, to) in board.neighbours(hex) {
            let features = board.features(hex, way);
            let wrong = |what: &str| {
                let message = format!("the hexside {}/{} {what}", board.label(hex), board.label(to));
                file.error_on_line(1, message)
            };
            let rise = level[to.index()] as i8 - level[hex.index()] as i8;
            let symbol = i8::from(has(features, slope)) + 2 * i8::from(has(features, steep));
            let waters: Vec<Water> = [(creek, Water::Creek), (stream, Water::Stream), (river, Water::River)]
                .into_iter()
                .filter_map(|(feature, water)| has(features, feature).then_some(water))
                .collect();
            if waters.len() > 1 || symbol > 2 {
                return Err(wrong("has two kinds of water or slope, expected one"));
            }
            let water = waters.first().copied().unwrap_or_default();
            if symbol > 0 && rise == 0 {
                return Err(wrong("has a slope between hexes of one level"));
            }
            let has_ford = has(features, ford);
            if has_ford && water != Water::River {
                return Err(wrong("has a ford without a river"));
            }
            sides[hex.index()][way.index()] =
                Hexside { road: has(features, road), water, ford: has_ford, slope: symbol * rise.signum(), rise };
        }
    }
    Ok(sides)
}

/// The costs of single steps.
struct Steps<'a> {
    tables: &'a Tables,
    terrain: &'a [Terrain],
    neighbours: &'a [[Hex; 6]],
    sides: &'a [[Hexside; 6]],
}

impl Steps<'_> {
    fn all(&self, cost: impl Fn(&Self, Mover, usize, usize) -> u8) -> [Vec<[u8; 6]>; 3] {
        Mover::ALL.map(|mover| {
            let hexes = 0..self.terrain.len();
            hexes.map(|hex| std::array::from_fn(|way| cost(self, mover, hex, way))).collect()
        })
    }

    fn ground(&self, mover: Mover, hex: usize, way: usize) -> Option<u8> {
        let to = self.neighbours[hex][way];
        let row = (to != Hex::NONE).then(|| self.tables.terrain[self.terrain[to.index()] as usize])?;
        row.movement.map(|points| points[mover.index()])
    }

    fn slope(&self, mover: Mover, side: Hexside) -> u8 {
        let movement = &self.tables.movement;
        let points = match side.slope {
            1 => movement.slope_up,
            2 => movement.steep_up,
            -1 => movement.slope_down,
            -2 => movement.steep_down,
            _ => return 0,
        };
        points[mover.index()]
    }

    fn off_road(&self, mover: Mover, hex: usize, way: usize) -> u8 {
        let side = self.sides[hex][way];
        let water = match side.water {
            Water::Dry => 0,
            Water::Creek => self.tables.movement.creek[mover.index()],
            Water::Stream => self.tables.movement.stream[mover.index()],
            Water::River => return IMPASSABLE,
        };
        self.ground(mover, hex, way).map_or(IMPASSABLE, |points| points + water + self.slope(mover, side))
    }

    fn by_road(&self, mover: Mover, hex: usize, way: usize, slopes: bool) -> u8 {
        let side = self.sides[hex][way];
        if !side.road || self.ground(mover, hex, way).is_none() {
            return IMPASSABLE;
        }
        self.tables.movement.road[mover.index()] + if slopes { self.slope(mover, side) } else { 0 }
    }
}

/// The hexes in play at the edge of the sheet, which can be used like whole ones [2.1d].
#[engine::by_the_book]
fn border(board: &Board) -> Hexes {
    let numbering = board.numbering();
    let at_end = |range: &std::ops::RangeInclusive<u16>, at: u16| at == *range.start() || at == *range.end();
    let outer = |hex: &Hex| {
        let (column, row) = board.column_row(*hex);
        at_end(&numbering.columns, column) || at_end(&numbering.rows, row)
    };
    board.hexes().filter(outer).collect()
}

/// The directions, a bit each, in which each hex has no other on the sheet.
fn off_sheet(board: &Board) -> Vec<u8> {
    let mut off = vec![0b11_1111; board.len()];
    for hex in board.sheet() {
        for other in board.sheet() {
            if let Some(way) = board.direction(hex, other) {
                off[hex.index()] &= !(1 << way.index());
            }
        }
    }
    off
}

fn distances(board: &Board) -> Vec<u8> {
    let hexes = || board.sheet();
    hexes().flat_map(|a| hexes().map(move |b| board.distance(a, b) as u8)).collect()
}

/// The hexes at which a line of road runs on over the edge.
fn road_off(map: &Map) -> Hexes {
    let mut hexes = Hexes::EMPTY;
    for line in map.lines.iter().filter(|line| map.features[line.feature].id == "road") {
        if let (true, Some(&first)) = (line.leaves.0, line.hexes.first()) {
            hexes.insert(first);
        }
        if let (true, Some(&last)) = (line.leaves.1, line.hexes.last()) {
            hexes.insert(last);
        }
    }
    hexes
}
