//! 2 The game map: what the board means for movement, supply and victory, worked out once.

use crate::pieces::{ALLIED, GERMAN};
use crate::tables::Tables;
use engine::Side;
use engine::data::{DataError, DataFile, Map, NameStyle, Sheet};
use hexboard::{Board, Costs, Direction, Feature, Features, Hex, HexSet};

/// The hexes of the sheet: 50 columns of 36, each 3 km wide: the fifteen to twenty miles of the book have lost their decimal
/// point (ruling R1).
pub const HEXES: usize = 50 * 36;
/// A set of hexes of this board.
pub type Hexes = HexSet<WORDS>;
/// The words of such a set.
pub const WORDS: usize = HEXES.div_ceil(64);
/// Room for towns, cities and hexes of Paris: a bit each in a `u128`.
pub const MOST_OBJECTIVES: usize = 128;

engine::named! {
    /// Kinds of ground [9.7.2A, 9.7.2B, 9.7.2C].
    #[repr(u8)]
    pub enum Terrain {
        /// Open ground.
        Clear = "clear",
        /// Forest.
        Forest = "forest",
        /// A town.
        Town = "town",
        /// A city.
        City = "city",
        /// A hex of Paris, which is a city too.
        Paris = "paris",
    }
}

/// An edge of the map.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Edge {
    /// Friendly to the Germans [11.1.7b].
    North,
    /// Friendly to the Allies [11.1.7a].
    East,
    /// Friendly to the Allies [11.1.7a].
    South,
    /// Friendly to the Allies [11.1.7a]; with an option the only one for the British [15.4.1].
    West,
}

impl Edge {
    /// The side to which it is friendly [11.1.7a, 11.1.7b].
    pub const fn side(self) -> Side {
        match self {
            Edge::North => GERMAN,
            Edge::East | Edge::South | Edge::West => ALLIED,
        }
    }
}

/// What lies on a hexside.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Hexside {
    /// A river, with or without a bridge.
    pub river: bool,
    /// A road bridge over it.
    pub bridge: bool,
    /// A road crosses it.
    pub road: bool,
    /// A railroad crosses it.
    pub rail: bool,
}

/// A town, a city, or a hex of Paris [14b, 14c, 14d].
#[derive(Clone, Debug)]
pub struct Objective {
    /// Where it is.
    pub hex: Hex,
    /// Town, City or Paris.
    pub terrain: Terrain,
    /// Its name.
    pub name: String,
}

/// The board, with everything about it that never changes.
#[derive(Debug)]
pub struct Ground {
    /// The board as it is drawn.
    pub map: Map,
    terrain: Box<[Terrain]>,
    /// Half points for each step off roads; rivers cost more [7.1.2.1].
    pub march: Costs,
    /// Half points for each step in Transfer mode, where roads are followed at their own rate [7.1.2.2a].
    pub transfer: Costs,
    /// Half points for each step of a line of supply, into hexes with a road or railroad half a point and what a river costs
    /// that neither crosses [11.1.5b]; then with that rate for steps along roads and railroads alone (ruling R63).
    pub supply: [Costs; 2],
    /// The same for the line traced backwards: the cost of the step from the neighbour into the hex.
    pub supply_back: [Costs; 2],
    /// One for each step along a railroad; nothing else is open [7.2.1].
    pub rail: Costs,
    /// One for each step along a road; nothing else is open.
    pub road: Costs,
    /// One for each step along a road or railroad; nothing else is open [11.1.6a].
    pub lines: Costs,
    /// Hexes with a road.
    pub road_hexes: Hexes,
    /// Hexes with a railroad.
    pub rail_hexes: Hexes,
    /// Hexes with a road or a railroad.
    pub network: Hexes,
    /// The neighbours of each hex by direction, [`Hex::NONE`] beyond the edge.
    near: Box<[[Hex; 6]]>,
    /// The hexes of Paris, in the order of the map.
    pub paris: Vec<Hex>,
    /// The same as a set.
    pub paris_set: Hexes,
    /// Entry hexes 1 (Allied) and 2 (German).
    pub entry: [Hex; 2],
    /// For each side, the hexes of its map edges [11.1.7a, 11.1.7b].
    pub friendly_edge: [Hexes; 2],
    /// For each side, where a railroad runs off its map edges [7.3.4].
    pub rail_exits: [Hexes; 2],
    /// For each side, where a road or railroad runs off its map edges [11.1.6a].
    pub supply_exits: [Hexes; 2],
    /// Where a road or railroad runs off the west edge [15.4.1].
    pub west_exits: Hexes,
    /// Towns, cities and the hexes of Paris, in the order of the sheet.
    pub objectives: Vec<Objective>,
    objective_at: Box<[u8]>,
    river: Feature,
    bridge: Feature,
    road_feature: Feature,
    rail_feature: Feature,
}

impl Ground {
    /// Works out the ground of a map.
    pub fn new(map: Map, file: &DataFile, tables: &Tables) -> Result<Ground, DataError> {
        let board = &map.board;
        let sheet = Sheet { board, file };
        sheet.check_size(HEXES, "50 columns of 36", &[(50, 36)])?;
        let terrain = terrain(board, file)?;
        let (river, bridge) = (sheet.feature("river")?, sheet.feature("bridge")?);
        let (road, rail) = (sheet.feature("road")?, sheet.feature("rail")?);
        check_bridges(board, file, river, bridge, road)?;
        let paris = sheet.region("paris")?.to_vec();
        let paris_set: Hexes = sheet.set("paris")?;
        let drawn: Hexes = board.hexes().filter(|hex| terrain[hex.index()] == Terrain::Paris).collect();
        if paris_set != drawn {
            return Err(sheet.wrong("the region \"paris\" and the hexes of the terrain \"paris\" are not the same"));
        }
        let exits = exits(&map, file, road, rail)?;
        let leaving = |side: Side, with: &[Feature]| -> Hexes {
            let own = exits.iter().filter(|exit| exit.edge.side() == side && with.contains(&exit.feature));
            own.map(|exit| exit.hex).collect()
        };
        let rail_exits = [ALLIED, GERMAN].map(|side| leaving(side, &[rail]));
        let entry = [entry(&sheet, "entry-1", &rail_exits[0])?, entry(&sheet, "entry-2", &rail_exits[1])?];
        let on_edge =
            |side: Side| board.hexes().filter(|&hex| edges(board, hex).any(|edge| edge.side() == side)).collect();
        let (objectives, objective_at) = objectives(board, &terrain, file)?;
        let (road_hexes, rail_hexes) = (with(board, road), with(board, rail));
        let network = road_hexes.union(rail_hexes);
        let steps = Steps { board, terrain: &terrain, tables, river, road, rail };
        let supply = [false, true].map(|follow| {
            Costs::new(board, |from, way, to| Some(steps.supplied(from, way, to, follow || !network.contains(to))))
        });
        let supply_back = [false, true].map(|follow| {
            Costs::new(board, |from, way, to| {
                Some(steps.supplied(to, way.opposite(), from, follow || !network.contains(from)))
            })
        });
        let near = board.sheet().map(|hex| Direction::ALL.map(|way| board.neighbour(hex, way).unwrap_or(Hex::NONE)));
        Ok(Ground {
            near: near.collect(),
            march: Costs::new(board, |from, way, to| Some(steps.cost(from, way, to, &[], 0))),
            transfer: Costs::new(board, |from, way, to| Some(steps.cost(from, way, to, &[road], tables.movement.road))),
            supply,
            supply_back,
            rail: along(board, &[rail]),
            road: along(board, &[road]),
            lines: along(board, &[road, rail]),
            road_hexes,
            rail_hexes,
            network,
            paris,
            paris_set,
            entry,
            friendly_edge: [on_edge(ALLIED), on_edge(GERMAN)],
            rail_exits,
            supply_exits: [ALLIED, GERMAN].map(|side| leaving(side, &[road, rail])),
            west_exits: exits.iter().filter(|exit| exit.edge == Edge::West).map(|exit| exit.hex).collect(),
            objectives,
            objective_at,
            terrain,
            river,
            bridge,
            road_feature: road,
            rail_feature: rail,
            map,
        })
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.map.board
    }

    /// A hex as it is printed: four digits, column and row.
    pub fn label(&self, hex: Hex) -> String {
        self.map.board.label(hex).to_string()
    }

    /// The ground in a hex.
    #[inline]
    pub fn terrain(&self, hex: Hex) -> Terrain {
        self.terrain[hex.index()]
    }

    /// The name of the ground in a hex.
    pub fn terrain_title(&self, hex: Hex) -> &str {
        &self.map.terrains[self.map.board.terrain(hex).index()].title
    }

    /// The neighbours of a hex by direction, [`Hex::NONE`] beyond the edge.
    #[inline]
    pub fn near(&self, hex: Hex) -> &[Hex; 6] {
        &self.near[hex.index()]
    }

    /// What lies on the hexside in a direction.
    #[inline]
    pub fn hexside(&self, hex: Hex, direction: Direction) -> Hexside {
        let there = self.map.board.features(hex, direction);
        self.read(there)
    }

    /// What lies between two neighbours; `None` if they are none.
    pub fn between(&self, from: Hex, to: Hex) -> Option<Hexside> {
        self.map.board.direction(from, to).map(|direction| self.hexside(from, direction))
    }

    fn read(&self, there: Features) -> Hexside {
        Hexside {
            river: there.contains(self.river),
            bridge: there.contains(self.bridge),
            road: there.contains(self.road_feature),
            rail: there.contains(self.rail_feature),
        }
    }

    /// The hexes of all four map edges.
    pub fn edge(&self) -> Hexes {
        self.friendly_edge[0].union(self.friendly_edge[1])
    }

    /// The place of a town, city or hex of Paris in the list of objectives.
    #[inline]
    pub fn objective_at(&self, hex: Hex) -> Option<usize> {
        let at = self.objective_at[hex.index()];
        (at != u8::MAX).then_some(usize::from(at))
    }

    /// The name of the place in a hex, if there is one; rivers run past it.
    pub fn name(&self, hex: Hex) -> Option<&str> {
        let here = self.map.places.iter().find(|place| place.style != NameStyle::River && place.hexes.contains(&hex));
        here.map(|place| place.name.as_str())
    }

    /// A hex as people call it: its number, and its name where it has one.
    pub fn called(&self, hex: Hex) -> String {
        let label = self.label(hex);
        self.name(hex).map_or_else(|| label.clone(), |name| format!("{label} ({name})"))
    }
}

/// The cost of a step off roads: the ground entered and a river on the way, together [7.1.2.1]; towns and cities cost
/// what the ground around them does (ruling R11).
#[engine::by_the_book]
fn cost(terrain: Terrain, river: bool, tables: &Tables) -> u8 {
    let movement = &tables.movement;
    let ground = match terrain {
        Terrain::Clear => movement.clear,
        Terrain::Forest => movement.forest,
        Terrain::Town => movement.town,
        Terrain::City | Terrain::Paris => movement.city,
    };
    ground + if river { movement.river } else { 0 }
}

/// What steps cost by the ground and by what runs over it.
struct Steps<'a> {
    board: &'a Board,
    terrain: &'a [Terrain],
    tables: &'a Tables,
    river: Feature,
    road: Feature,
    rail: Feature,
}

impl Steps<'_> {
    /// Half points for a step, at a rate of its own along some lines.
    fn cost(&self, from: Hex, way: Direction, to: Hex, cheap: &[Feature], rate: u8) -> u8 {
        let there = self.board.features(from, way);
        let follows = cheap.iter().any(|&feature| there.contains(feature));
        if follows { rate } else { cost(self.terrain[to.index()], there.contains(self.river), self.tables) }
    }

    /// Half points for a step of a line of supply: the rate of roads along them, and into any hex of theirs too where the
    /// line need not follow them [11.1.5b] (ruling R63).
    fn supplied(&self, from: Hex, way: Direction, to: Hex, follow: bool) -> u8 {
        let rate = self.tables.supply.road;
        let along = self.cost(from, way, to, &[self.road, self.rail], rate);
        if follow {
            return along;
        }
        match self.board.features(from, way).contains(self.river) {
            true => along.min(rate + self.tables.movement.river),
            false => rate,
        }
    }
}

/// One for each step along some lines; nothing else is open.
fn along(board: &Board, lines: &[Feature]) -> Costs {
    Costs::new(board, |from, way, _| {
        let there = board.features(from, way);
        lines.iter().any(|&line| there.contains(line)).then_some(1)
    })
}

/// The hexes with a feature on any side.
fn with(board: &Board, feature: Feature) -> Hexes {
    let has = |hex: Hex| Direction::ALL.iter().any(|&way| board.features(hex, way).contains(feature));
    board.hexes().filter(|&hex| has(hex)).collect()
}

/// An entry hex: a railroad leaves the map there over an edge of its side.
fn entry(sheet: &Sheet, name: &str, exits: &Hexes) -> Result<Hex, DataError> {
    let hex = sheet.region(name)?[0];
    if exits.contains(hex) {
        return Ok(hex);
    }
    let label = sheet.board.label(hex);
    Err(sheet.wrong(format!("no railroad leaves the map at {name} ({label}) over a friendly edge")))
}

/// The kind of ground of each hex.
fn terrain(board: &Board, file: &DataFile) -> Result<Box<[Terrain]>, DataError> {
    let kind = |hex: Hex| {
        let name = board.terrain_name(board.terrain(hex));
        Terrain::ALL.into_iter().find(|terrain| terrain.id() == name).ok_or_else(|| {
            let known = Terrain::ALL.map(Terrain::id).join(", ");
            file.error_on_line(1, format!("the rules know no terrain \"{name}\", expected one of {known}"))
        })
    };
    board.sheet().map(kind).collect()
}

/// A bridge needs a river, and a road crosses a river on a bridge.
fn check_bridges(
    board: &Board,
    file: &DataFile,
    river: Feature,
    bridge: Feature,
    road: Feature,
) -> Result<(), DataError> {
    for hex in board.hexes() {
        for (direction, to) in board.neighbours(hex) {
            let there = board.features(hex, direction);
            let crossed = there.contains(river) && there.contains(road);
            if there.contains(bridge) != crossed {
                let (from, to) = (board.label(hex), board.label(to));
                let message = if crossed {
                    format!("the road over the river between {from} and {to} has no bridge")
                } else {
                    format!("the bridge between {from} and {to} carries no road over a river")
                };
                return Err(file.error_on_line(1, message));
            }
        }
    }
    Ok(())
}

/// The edges of the map that a hex lies on: two in a corner.
fn edges(board: &Board, hex: Hex) -> impl Iterator<Item = Edge> {
    let (column, row) = board.column_row(hex);
    let numbering = board.numbering();
    [
        (row == *numbering.rows.start(), Edge::North),
        (column == *numbering.columns.end(), Edge::East),
        (row == *numbering.rows.end(), Edge::South),
        (column == *numbering.columns.start(), Edge::West),
    ]
    .into_iter()
    .filter_map(|(on, edge)| on.then_some(edge))
}

/// A road or railroad that leaves the map.
struct Exit {
    hex: Hex,
    edge: Edge,
    feature: Feature,
}

/// Where roads and railroads leave the map.
fn exits(map: &Map, file: &DataFile, road: Feature, rail: Feature) -> Result<Vec<Exit>, DataError> {
    let mut exits = Vec::new();
    for line in &map.lines {
        let feature = Feature(line.feature as u8);
        if feature != road && feature != rail {
            continue;
        }
        let ends = [(line.leaves.0, line.hexes.first()), (line.leaves.1, line.hexes.last())];
        for hex in ends.into_iter().filter_map(|(leaves, hex)| hex.copied().filter(|_| leaves)) {
            let mut over = edges(&map.board, hex);
            match (over.next(), over.next()) {
                (Some(edge), None) => exits.push(Exit { hex, edge, feature }),
                _ => {
                    let name = line.name.as_deref().unwrap_or("a line");
                    let message =
                        format!("{name} leaves the map at {}, which is not on one edge", map.board.label(hex));
                    return Err(file.error_on_line(1, message));
                }
            }
        }
    }
    Ok(exits)
}

/// Towns, cities and Paris, and where each hex stands in their list.
fn objectives(board: &Board, terrain: &[Terrain], file: &DataFile) -> Result<(Vec<Objective>, Box<[u8]>), DataError> {
    let mut objectives = Vec::new();
    let mut at = vec![u8::MAX; HEXES].into_boxed_slice();
    for hex in board.hexes() {
        let terrain = terrain[hex.index()];
        if !matches!(terrain, Terrain::Town | Terrain::City | Terrain::Paris) {
            continue;
        }
        let label = board.label(hex).to_string();
        let missing = || file.error_on_line(1, format!("the {} in {label} has no name", terrain.id()));
        let name = board.names_at(hex).next().ok_or_else(missing)?.to_string();
        if objectives.len() == MOST_OBJECTIVES {
            return Err(file.error_on_line(1, format!("found more towns and cities than {MOST_OBJECTIVES}")));
        }
        at[hex.index()] = objectives.len() as u8;
        objectives.push(Objective { hex, terrain, name });
    }
    Ok((objectives, at))
}
