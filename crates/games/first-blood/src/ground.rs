//! 2.2 The map: what the board means for movement and fire, worked out once.

use crate::pieces::{GERMAN, Pieces, US};
use crate::tables::{Effects, Tables};
use engine::Side;
use engine::data::{DataError, DataFile, Map, Sheet};
use hexboard::{Board, Costs, Hex, HexSet, sight};

/// The hexes of the sheet: 33 columns of 43.
pub const HEXES: usize = 33 * 43;
/// A set of hexes of this board.
pub type Hexes = HexSet<{ HEXES.div_ceil(64) }>;

/// The longest range that the tables are made for.
pub(crate) const LONGEST: usize = 16;

/// The board, with everything about it that never changes.
#[derive(Debug)]
pub struct Ground {
    /// The board as it is drawn: the US player's west edge at the left, the German player's east edge at the right.
    pub map: Map,
    effects: Vec<Effects>,
    costs: [Costs; 2],
    road: hexboard::Feature,
    /// For each range in use, the hexes that can be fired at from each hex.
    fields: Vec<Box<[Hexes]>>,
    /// The place in `fields` of each range.
    field_of: [usize; LONGEST + 1],
    /// The Marne riverbank hexes, in the order of the German set-up [3.6b].
    pub bank: Vec<Hex>,
    /// The same as a set.
    pub bank_set: Hexes,
    /// The hexes from which Germans may leave the map [4.3a].
    pub exits: Hexes,
    /// Where breakthroughs in the west and in the east enter [7.5b, 7.7b].
    pub entries: [Vec<Hex>; 2],
    /// The US forward zone [3.3a].
    pub forward: Vec<Hex>,
    /// The US rear zone [3.4a].
    pub rear: Vec<Hex>,
    paris_metz: Hexes,
    varennes: Hexes,
}

#[engine::by_the_book]
impl Ground {
    /// Works out the ground of a map.
    pub fn new(map: Map, file: &DataFile, tables: &Tables, pieces: &Pieces) -> Result<Ground, DataError> {
        let board = &map.board;
        let sheet = Sheet { board, file };
        sheet.check_size(HEXES, "33 columns of 43", &[])?;
        let bank = sheet.region("bank")?.to_vec();
        let bank_set = sheet.set("bank")?;
        let (paris_metz, varennes) = (sheet.set("paris-metz-road")?, sheet.set("varennes")?);
        let not_in_play = Effects { halves: 0, blocks: false, defense: 1 };
        let effects: Vec<Effects> =
            board.sheet().map(|hex| tables.terrain[board.terrain(hex).0 as usize].unwrap_or(not_in_play)).collect();
        let road = sheet.feature("road")?;
        let costs = [GERMAN, US].map(|side| costs(board, &effects, tables, road, side, &bank_set));
        let (field_of, fields) = fields(board, &effects, &ranges(tables, pieces));
        let forward = forward_zone(board, &paris_metz, &bank_set, &varennes, sheet.region("hill-231")?);
        let rear = rear_zone(board, &paris_metz, sheet.region("rear-towns")?, sheet.region("moulin-ruine")?);
        Ok(Ground {
            exits: sheet.set("exit")?,
            entries: [sheet.region("west-entry")?.to_vec(), sheet.region("east-entry")?.to_vec()],
            map,
            effects,
            costs,
            road,
            fields,
            field_of,
            bank,
            bank_set,
            forward,
            rear,
            paris_metz,
            varennes,
        })
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.map.board
    }

    /// How far hexes apart are on the ground, in yards: a hex measures a hundred from side to opposite side [1.2d].
    pub fn yards(hexes: u16) -> u16 {
        100 * hexes
    }

    /// A hex as the rulebook prints it: its own four digits, column and row [2.2c].
    pub fn label(&self, hex: Hex) -> String {
        self.map.board.label(hex).to_string()
    }

    /// The name of the ground in a hex.
    pub fn terrain_title(&self, hex: Hex) -> &str {
        &self.map.terrains[self.map.board.terrain(hex).0 as usize].title
    }

    /// The same within a sentence: what is a name keeps its capitals.
    pub(crate) fn terrain_words(&self, hex: Hex) -> String {
        let named = ["surmelin", "bank", "hill-231", "marne"].map(|id| self.board().terrain_named(id));
        let title = self.terrain_title(hex);
        if named.contains(&Some(self.board().terrain(hex))) { title.to_string() } else { title.to_lowercase() }
    }

    /// Whether a hex is Hill 231, which blocks although it is clear otherwise [10.8b].
    pub fn is_hill_231(&self, hex: Hex) -> bool {
        let board = self.board();
        board.terrain_named("hill-231") == Some(board.terrain(hex))
    }

    /// What the ground in a hex does to movement and combat [2.2b].
    #[inline]
    pub fn effects(&self, hex: Hex) -> Effects {
        self.effects[hex.index()]
    }

    /// The cost of each step for a side's infantry.
    #[inline]
    pub fn costs(&self, side: Side) -> &Costs {
        &self.costs[side.index()]
    }

    /// Whether a road crosses the hexside between two neighbours [9.5c].
    pub fn road_between(&self, from: Hex, to: Hex) -> bool {
        let direction = self.map.board.direction(from, to);
        direction.is_some_and(|direction| self.map.board.features(from, direction).contains(self.road))
    }

    /// The hexes within a range of a hex to which a line of fire is open [10.6a, 10.7b]: from 2236, 2232 is four hexes
    /// away and 2034 three [10.6b].
    #[inline]
    pub fn field(&self, range: u8, hex: Hex) -> &Hexes {
        &self.fields[self.field_of[usize::from(range)]][hex.index()]
    }

    /// Whether a hex lies on the Paris-Metz Road [3.3b].
    pub fn on_paris_metz_road(&self, hex: Hex) -> bool {
        self.paris_metz.contains(hex)
    }

    /// Whether a hex belongs to Varennes [3.3d].
    pub fn in_varennes(&self, hex: Hex) -> bool {
        self.varennes.contains(hex)
    }

    /// The first hex that blocks a line of fire, or both of the two it runs between [10.7b, 10.9a].
    pub fn blocked_at(&self, from: Hex, to: Hex) -> Vec<Hex> {
        let blocks = |hex: Option<Hex>| hex.filter(|&hex| self.effects(hex).blocks);
        let mut blocking = Vec::new();
        sight::trace(self.board(), from, to, |meets| {
            match meets {
                sight::Meets::Through(hex) => blocking.extend(blocks(hex)),
                sight::Meets::Along(one, other) => {
                    if let (Some(one), Some(other)) = (blocks(one), blocks(other)) {
                        blocking.extend([one, other]);
                    }
                }
            }
            if blocking.is_empty() { std::ops::ControlFlow::Continue(()) } else { std::ops::ControlFlow::Break(()) }
        });
        blocking
    }
}

/// The cost of each step for a side's infantry. A road step is cheap whatever else lies in the hex, over bridges and
/// rail crossings too [9.5c, 9.5d, 9.6a, 9.6b, 9.6c]; US units may never enter the riverbank [9.8a].
#[engine::by_the_book]
fn costs(
    board: &Board,
    effects: &[Effects],
    tables: &Tables,
    road: hexboard::Feature,
    side: Side,
    bank: &Hexes,
) -> Costs {
    Costs::new(board, |from, direction, to| {
        if side == US && bank.contains(to) {
            return None;
        }
        let by_road = board.features(from, direction).contains(road);
        Some(if by_road { tables.road } else { effects[to.index()].halves })
    })
}

/// Every range at which something may fire: the printed ones and the limits of the first turn, gas and machineguns.
fn ranges(tables: &Tables, pieces: &Pieces) -> Vec<u8> {
    let limits = [tables.first_turn_limit, tables.gas_limit, LONGEST as u8];
    let printed = pieces.ranges().into_iter().chain([tables.machinegun_range]);
    let mut ranges: Vec<u8> = printed.flat_map(|range| limits.map(|limit| range.min(limit))).collect();
    ranges.sort_unstable();
    ranges.dedup();
    ranges
}

/// For each range, the hexes that can be fired at from each hex. Range 1 is always open [10.7a]; farther, the line from
/// centre to centre must not run through blocking ground, ends left out [10.7b, 10.7c], as from 2717 through 2618 to
/// 2518 [10.8d]; along a hexside it is open unless both hexes block [10.9a], as from 2921 to 3124 [10.9b] (ruling R1).
/// Units never block [10.8c].
#[engine::by_the_book]
fn fields(board: &Board, effects: &[Effects], ranges: &[u8]) -> ([usize; LONGEST + 1], Vec<Box<[Hexes]>>) {
    let mut fields = vec![vec![Hexes::EMPTY; HEXES].into_boxed_slice(); ranges.len()];
    let longest = ranges.iter().copied().max().unwrap_or(0).into();
    sight::open_pairs(
        board,
        longest,
        |hex| effects[hex.index()].blocks,
        |from, to, distance| {
            for (field, _) in fields.iter_mut().zip(ranges).filter(|(_, range)| u16::from(**range) >= distance) {
                field[from.index()].insert(to);
                field[to.index()].insert(from);
            }
        },
    );
    let mut field_of = [0; LONGEST + 1];
    for (at, &range) in ranges.iter().enumerate() {
        field_of[usize::from(range)] = at;
    }
    (field_of, fields)
}

/// Everything north of the Paris-Metz Road [3.3a], column by column (ruling R2), but for riverbank, Varennes and road
/// hexes [3.3c, 3.3d, 3.3e]; and Hill 231 [3.3f].
#[engine::by_the_book]
fn forward_zone(board: &Board, road: &Hexes, bank: &Hexes, varennes: &Hexes, hill: &[Hex]) -> Vec<Hex> {
    let northmost =
        |column: u16| road.iter().map(|hex| board.column_row(hex)).filter(|at| at.0 == column).map(|at| at.1).max();
    let north = |hex: Hex| {
        let (column, row) = board.column_row(hex);
        northmost(column).is_some_and(|road| row > road)
    };
    let open = |hex: &Hex| north(*hex) && !bank.contains(*hex) && !varennes.contains(*hex) && !road.contains(*hex);
    let mut zone: Vec<Hex> = board.hexes().filter(open).chain(hill.iter().copied()).collect();
    zone.sort_unstable();
    zone.dedup();
    zone
}

/// All wooded hills, Paroy, Crezancy and the three hexes of the Moulin Ruiné position [3.4a, 3.4b], but for hexes of the
/// Paris-Metz Road [3.3e].
#[engine::by_the_book]
fn rear_zone(board: &Board, road: &Hexes, towns: &[Hex], position: &[Hex]) -> Vec<Hex> {
    let woods = board.terrain_named("wooded-hills");
    let wooded = board.hexes().filter(|&hex| Some(board.terrain(hex)) == woods);
    let zone: Hexes = wooded.chain(towns.iter().copied()).chain(position.iter().copied()).collect();
    zone.difference(*road).iter().collect()
}
