//! 2.1 The game map: what a board means for movement, supply and combat, worked out once.
//!
//! Both boards are numbered alike: flat-topped hexes, odd columns half a hex lower. The sheet of the Marne is turned a
//! little away from true north to fit the grain of the hexes.

use crate::pieces::{ALLIED, ARMIES, Army, Campaign, GERMAN, Nation};
use crate::tables::{Effects, Standard};
use engine::Side;
use engine::data::{DataError, DataFile, Map, Sheet};
use hexboard::{Board, Costs, Direction, Feature, Hex, HexSet};

/// The hexes of either sheet: 43 columns of 25.
pub const HEXES: usize = 43 * 25;
/// A set of hexes.
pub type Hexes = HexSet<{ HEXES.div_ceil(64) }>;
/// A set of the six directions, bit by bit in their order.
pub type Directions = u8;
/// The letters of the Russian Entry Hexes, those of the First Army first [tannenberg/9.21a].
pub const LETTERS: [char; 6] = ['A', 'B', 'C', 'D', 'E', 'F'];

/// Whether a hex is a supply source of a side on the map edge, which no enemy may enter; Königsberg is none
/// [tannenberg/11.2a, tannenberg/11.2b].
#[engine::by_the_book]
fn is_source(east: &East, side: Side, hex: Hex) -> bool {
    match side {
        GERMAN => east.west.contains(hex),
        ALLIED => east.entry_hexes.contains(hex),
    }
}

/// Whether a Start Hex is shut: nobody comes back to one [marne/2.13j], and only Germans step from one to another on their
/// way to the map [marne/2.13g, marne/2.13h] (ruling M21).
#[engine::by_the_book]
fn is_shut(starts: &Hexes, side: Side, from: Hex, to: Hex) -> bool {
    starts.contains(to) && (side == ALLIED || !starts.contains(from))
}

/// The board of one campaign, with everything about it that never changes. What the other campaign has is empty.
#[derive(Debug)]
pub struct Ground {
    /// The board as it is drawn.
    pub map: Map,
    effects: Vec<Effects>,
    costs: [Costs; 2],
    open: Vec<Directions>,
    rivers: Vec<Directions>,
    tracks: Vec<Directions>,
    boundaries: [Vec<Directions>; 2],
    /// Hexes with a railroad.
    pub rails: Hexes,
    /// Towns and cities.
    pub towns: Hexes,
    /// Forts, all German [std/13.4].
    pub forts: Hexes,
    /// Fortified Zones, all German.
    pub zones: Hexes,
    /// Germany; all else is Russia [tannenberg/4.21a].
    pub germany: Hexes,
    /// The Russian Entry Hexes in the order of [`LETTERS`]; none on the Marne.
    pub entries: Vec<Hex>,
    /// The same as a set.
    pub entry_hexes: Hexes,
    /// The German supply sources on the west edge [tannenberg/8.21c].
    pub west: Hexes,
    /// Königsberg [tannenberg/8.21d].
    pub konigsberg: Option<Hex>,
    /// The Start Hexes of each army [marne/2.13a].
    pub starts: [Hexes; ARMIES],
    /// All Start Hexes.
    pub start_hexes: Hexes,
    /// The area of each army [marne/10.41a].
    pub areas: [Hexes; ARMIES],
    areas_at: [Vec<Option<Army>>; 2],
    /// The Fortified Camp of Paris [marne/10.43a].
    pub camp: Hexes,
    /// The city hexes of Paris [marne/4.2].
    pub paris: Hexes,
    /// South of the Seine and the Aube [marne/10.52c].
    pub south_of_rivers: Hexes,
    /// The row beside the Start Hexes, where German lines end [marne/8.21c].
    pub north_edge: Hexes,
    /// The southmost row, where Allied lines end [marne/8.21a].
    pub south_edge: Hexes,
}

#[engine::by_the_book]
impl Ground {
    /// Works out the ground of a map.
    pub fn new(map: Map, file: &DataFile, campaign: Campaign, standard: &Standard) -> Result<Ground, DataError> {
        let sheet = Sheet { board: &map.board, file };
        sheet.check_size(HEXES, "columns 10 to 52, rows 01 to 25", &[(10, 1), (52, 25)])?;
        let board = &map.board;
        let effects = effects(&map, file, standard)?;
        let set = |wanted: &dyn Fn(&Effects) -> bool| -> Hexes {
            board.hexes().filter(|hex| wanted(&effects[hex.index()])).collect()
        };
        let towns = set(&|effects| effects.town || effects.city);
        let river = sheet.feature("river")?;
        let rail = sheet.feature("rail")?;
        let rivers = sides(board, river);
        let tracks = sides(board, rail);
        let rails = board.hexes().filter(|hex| tracks[hex.index()] != 0).collect();
        let lake = board.feature_named("lake").map(|lake| sides(board, lake));
        let open = board
            .sheet()
            .map(|hex| {
                let neighbours = board.neighbours(hex).fold(0, |set, (direction, _)| set | 1 << direction.index());
                neighbours & !lake.as_ref().map_or(0, |lake| lake[hex.index()])
            })
            .collect::<Vec<Directions>>();
        let east = East::read(&sheet, campaign)?;
        let west = West::read(&sheet, campaign)?;
        let barred = |side: Side, from: Hex, to: Hex| {
            is_source(&east, side.other(), to) || is_shut(&west.start_hexes, side, from, to)
        };
        let costs = [GERMAN, ALLIED].map(|side| {
            Costs::new(board, |from, direction, to| {
                let crossing = if has(rivers[from.index()], direction) { standard.hexsides.river_cost } else { 0 };
                let passable = has(open[from.index()], direction) && !barred(side, from, to);
                passable.then(|| effects[to.index()].cost + crossing)
            })
        });
        Ok(Ground {
            costs,
            open,
            rivers,
            tracks,
            boundaries: west.boundaries,
            rails,
            towns,
            forts: east.forts,
            zones: east.zones,
            germany: east.germany,
            entries: east.entries,
            entry_hexes: east.entry_hexes,
            west: east.west,
            konigsberg: east.konigsberg,
            starts: west.starts,
            start_hexes: west.start_hexes,
            areas: west.areas,
            areas_at: west.areas_at,
            camp: west.camp,
            paris: west.paris,
            south_of_rivers: west.south_of_rivers,
            north_edge: west.north_edge,
            south_edge: west.south_edge,
            effects,
            map,
        })
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.map.board
    }

    /// A hex as the rulebook prints it: four digits, column and row [std/2.1a].
    pub fn label(&self, hex: Hex) -> String {
        self.map.board.label(hex).to_string()
    }

    /// The name of the ground in a hex.
    pub fn terrain_title(&self, hex: Hex) -> &str {
        &self.map.terrains[self.map.board.terrain(hex).index()].title
    }

    /// What the ground in a hex does. Start Hexes are clear [marne/2.13f].
    #[inline]
    pub fn effects(&self, hex: Hex) -> Effects {
        self.effects[hex.index()]
    }

    /// The movement points of each step for a side's units.
    #[inline]
    pub fn costs(&self, side: Side) -> &Costs {
        &self.costs[side.index()]
    }

    /// The directions in which a neighbour can be entered, attacked and controlled: no lake or sea between
    /// [std/7.1b, std/11.3c, std/12.1c].
    #[inline]
    pub fn open(&self, hex: Hex) -> Directions {
        self.open[hex.index()]
    }

    /// The directions in which a river lies on the hexside, that between 1811 and 1910 included
    /// [tannenberg/2.1-corr2].
    #[inline]
    pub fn rivers(&self, hex: Hex) -> Directions {
        self.rivers[hex.index()]
    }

    /// The directions in which a railroad leads.
    #[inline]
    pub fn tracks(&self, hex: Hex) -> Directions {
        self.tracks[hex.index()]
    }

    /// The directions in which a boundary between two armies of the side lies on the hexside [marne/10.41a].
    #[inline]
    pub fn boundaries(&self, side: Side, hex: Hex) -> Directions {
        self.boundaries[side.index()][hex.index()]
    }

    /// The army of a side in whose area a hex lies [marne/10.41a]; of the Allies the French one. In 3903 that is the
    /// Ninth or the German Third [marne/10.41b].
    #[inline]
    pub fn area(&self, side: Side, hex: Hex) -> Option<Army> {
        self.areas_at[side.index()][hex.index()]
    }
}

/// Whether a direction is in a set.
#[inline]
pub const fn has(set: Directions, direction: Direction) -> bool {
    set >> direction.index() & 1 != 0
}

/// Everything that is reached from a region without crossing a line.
fn within(sheet: &Sheet, region: &str, line: Feature) -> Result<Hexes, DataError> {
    let near = |hex: Hex| {
        let open = sheet.board.neighbours(hex);
        open.filter(move |&(way, _)| !sheet.board.features(hex, way).contains(line)).map(|(_, next)| next)
    };
    Ok(sheet.set::<{ HEXES.div_ceil(64) }>(region)?.flooded(near))
}

/// The hexes of a row.
fn row(board: &Board, row: u16) -> Hexes {
    board.hexes().filter(|&hex| board.column_row(hex).1 == row).collect()
}

/// The directions in which each hex has a feature on its hexside.
fn sides(board: &Board, feature: Feature) -> Vec<Directions> {
    let of = |hex: Hex| {
        let with = Direction::ALL.into_iter().filter(|&direction| board.features(hex, direction).contains(feature));
        with.fold(0, |set, direction| set | 1 << direction.index())
    };
    board.sheet().map(of).collect()
}

/// What the ground does in each hex.
fn effects(map: &Map, file: &DataFile, standard: &Standard) -> Result<Vec<Effects>, DataError> {
    let mut kinds = Vec::new();
    for kind in &map.terrains {
        let known = standard.effects(&kind.id).or(kind.void.then_some(Effects::default()));
        kinds.push(known.ok_or_else(|| {
            let message = format!("the charts do not know the terrain \"{}\"", kind.id);
            file.error_on_line(1, message)
        })?);
    }
    Ok(map.board.sheet().map(|hex| kinds[map.board.terrain(hex).index()]).collect())
}

/// What only the map of Tannenberg has.
#[derive(Default)]
struct East {
    germany: Hexes,
    entries: Vec<Hex>,
    entry_hexes: Hexes,
    west: Hexes,
    konigsberg: Option<Hex>,
    forts: Hexes,
    zones: Hexes,
}

impl East {
    fn read(sheet: &Sheet, campaign: Campaign) -> Result<East, DataError> {
        if campaign != Campaign::Tannenberg {
            return Ok(East::default());
        }
        let entry = |letter: char| sheet.single(&format!("entry-{}", letter.to_ascii_lowercase()));
        let entries = LETTERS.into_iter().map(entry).collect::<Result<Vec<Hex>, _>>()?;
        Ok(East {
            germany: within(sheet, "germany", sheet.feature("frontier")?)?,
            entry_hexes: entries.iter().copied().collect(),
            entries,
            west: sheet.set("west")?,
            konigsberg: Some(sheet.single("konigsberg")?),
            forts: sheet.set("forts")?,
            zones: sheet.set("zones")?,
        })
    }
}

/// What only the map of the Marne has.
struct West {
    starts: [Hexes; ARMIES],
    start_hexes: Hexes,
    areas: [Hexes; ARMIES],
    areas_at: [Vec<Option<Army>>; 2],
    boundaries: [Vec<Directions>; 2],
    camp: Hexes,
    paris: Hexes,
    south_of_rivers: Hexes,
    north_edge: Hexes,
    south_edge: Hexes,
}

impl West {
    fn none() -> West {
        West {
            starts: [Hexes::EMPTY; ARMIES],
            start_hexes: Hexes::EMPTY,
            areas: [Hexes::EMPTY; ARMIES],
            areas_at: [const { Vec::new() }; 2].map(|_: Vec<Option<Army>>| vec![None; HEXES]),
            boundaries: [const { Vec::new() }; 2].map(|_: Vec<Directions>| vec![0; HEXES]),
            camp: Hexes::EMPTY,
            paris: Hexes::EMPTY,
            south_of_rivers: Hexes::EMPTY,
            north_edge: Hexes::EMPTY,
            south_edge: Hexes::EMPTY,
        }
    }

    fn read(sheet: &Sheet, campaign: Campaign) -> Result<West, DataError> {
        let mut west = West::none();
        if campaign != Campaign::Marne {
            return Ok(west);
        }
        let lines = [sheet.feature("german-boundary")?, sheet.feature("french-boundary")?];
        west.boundaries = lines.map(|line| sides(sheet.board, line));
        for army in Army::ALL.into_iter().filter(|army| army.campaign() == campaign && *army != Army::FirstCavalry) {
            west.starts[army.index()] = sheet.set(&format!("start-{}", army.id()))?;
            if army.nation() == Nation::British {
                continue;
            }
            let area = within(sheet, &format!("area-{}", army.id()), lines[army.side().index()])?;
            west.area(sheet, army, area)?;
        }
        west.check_areas(sheet)?;
        west.start_hexes = row(sheet.board, 1);
        west.paris = sheet.set("paris")?;
        west.camp = within(sheet, "paris", sheet.feature("camp")?)?;
        west.south_of_rivers = sheet.set("south-of-rivers")?;
        west.north_edge = row(sheet.board, 2);
        west.south_edge = row(sheet.board, 25);
        Ok(west)
    }

    /// Gives an army its area, which must not be another's too.
    fn area(&mut self, sheet: &Sheet, army: Army, area: Hexes) -> Result<(), DataError> {
        self.areas[army.index()] = area;
        for hex in area.iter() {
            if let Some(other) = self.areas_at[army.side().index()][hex.index()].replace(army) {
                let message = format!(
                    "hex {} belongs to the {} and to the {}: no boundary parts them",
                    sheet.board.label(hex),
                    other.title(),
                    army.title()
                );
                return Err(sheet.wrong(message));
            }
        }
        Ok(())
    }

    /// Every hex must belong to an army of either nation.
    fn check_areas(&self, sheet: &Sheet) -> Result<(), DataError> {
        for (areas, nation) in self.areas_at.iter().zip(["German", "French"]) {
            if let Some(hex) = sheet.board.hexes().find(|hex| areas[hex.index()].is_none()) {
                let message = format!("hex {} is in no {nation} army's area", sheet.board.label(hex));
                return Err(sheet.wrong(message));
            }
        }
        Ok(())
    }
}
