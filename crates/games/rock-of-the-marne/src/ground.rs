//! The map: what the board means for movement, combat and supply, worked out once.

use crate::tables::{Effects, Tables};
use engine::data::{DataError, DataFile, Map, NameStyle, Sheet};
use hexboard::{Board, Costs, Direction, Feature, Hex, HexSet};

/// The hexes of the sheet, 1.25 miles across [GI/scale-b]: 62 columns of 35, even ones from row 00 [scs/0.6].
pub const HEXES: usize = 62 * 35;
/// A set of hexes of this board.
pub type Hexes = HexSet<{ HEXES.div_ceil(64) }>;

/// The board, with everything about it that never changes.
#[derive(Debug)]
pub struct Ground {
    /// The board as it is drawn.
    pub map: Map,
    /// What each hex does to movement and combat, trenches included.
    effects: Vec<Effects>,
    /// The steps of movement in half points, without zones of control and units; across the Marne at printed bridges
    /// only.
    costs: Costs,
    marne: Feature,
    river: Feature,
    road: Feature,
    bridge: Feature,
    /// Every hexside of the Marne, by the hex with the lower index and the direction out of it.
    crossings: Vec<Hexside>,
    /// For each hex and direction, its place in `crossings` or `NO_CROSSING`.
    crossing_at: Vec<[Crossing; 6]>,
    /// French and German trench hexes.
    trenches: [Hexes; 2],
    /// French trench hexes that are worth points in 7.1 (ruling 97).
    pub trench_points: Hexes,
    /// All hexes south of the Marne [7.2/vp-a].
    pub south: Hexes,
    /// Villages, towns and cities [1.1e-1].
    pub settlements: Hexes,
    /// Road hexes on the north edge, where German reinforcements enter [6.1/german-reinf-entry].
    pub north_roads: Hexes,
    /// Hexes where a road runs off the map.
    pub road_exits: Hexes,
    /// Printed bridges that were blown in June 1918, by their place in the list of crossings.
    pub blown: Vec<Crossing>,
}

/// A hexside of the Marne.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Hexside {
    /// One bank.
    pub from: Hex,
    /// The direction across.
    pub direction: Direction,
    /// The other bank.
    pub to: Hex,
    /// Whether a bridge is printed on it.
    pub printed: bool,
    /// Half points to step from one bank to the other over a bridge: into `to`, into `from`.
    pub halves: [u8; 2],
}

engine::id! {
    /// A hexside of the Marne, by its place in [`Ground::crossings`].
    pub struct Crossing(u8);
}

impl From<Crossing> for usize {
    fn from(crossing: Crossing) -> usize {
        crossing.index()
    }
}

/// The hexsides of the Marne while they are gathered.
struct Crossings {
    hexsides: Vec<Hexside>,
    /// For each hex and direction, its place among them.
    at: Vec<[Crossing; 6]>,
}

impl Crossings {
    fn new(
        sheet: &Sheet,
        marne: Feature,
        bridge: Feature,
        step: impl Fn(Hex, Direction, Hex) -> u8,
    ) -> Result<Crossings, DataError> {
        let board = sheet.board;
        let mut crossings = Crossings { hexsides: Vec::new(), at: vec![[Crossing::NONE; 6]; board.len()] };
        for from in board.sheet() {
            for (direction, to) in board.neighbours(from).filter(|&(_, to)| from < to) {
                let features = board.features(from, direction);
                let Some(back) = board.direction(to, from).filter(|_| features.contains(marne)) else { continue };
                let place = u8::try_from(crossings.hexsides.len()).ok().map(Crossing);
                let place = place.filter(|place| *place != Crossing::NONE);
                let place = place.ok_or_else(|| sheet.wrong("the Marne has more than 255 hexsides"))?;
                crossings.at[from.index()][direction.index()] = place;
                crossings.at[to.index()][back.index()] = place;
                let halves = [step(from, direction, to), step(to, back, from)];
                crossings.hexsides.push(Hexside { from, direction, to, printed: features.contains(bridge), halves });
            }
        }
        Ok(crossings)
    }
}

#[engine::by_the_book]
impl Ground {
    /// Works out the ground of a map.
    pub fn new(map: Map, file: &DataFile, tables: &Tables) -> Result<Ground, DataError> {
        let board = &map.board;
        let sheet = Sheet { board, file };
        sheet.check_size(HEXES, "62 columns of 35", &[])?;
        let (marne, bridge) = (sheet.feature("marne")?, sheet.feature("bridge")?);
        let (river, road) = (sheet.feature("river")?, sheet.feature("road")?);
        let led_through = |feature: Feature| {
            let lines = map.lines.iter().filter(move |line| line.feature == usize::from(feature.0));
            lines.flat_map(|line| line.hexes.iter().copied()).collect::<Hexes>()
        };
        let trenches = [led_through(sheet.feature("french-trench")?), led_through(sheet.feature("german-trench")?)];
        let effects: Vec<Effects> = board
            .sheet()
            .map(|hex| {
                let ground = tables.terrain[board.terrain(hex).0 as usize];
                if trenches.iter().any(|line| line.contains(hex)) { with_trench(ground, tables.trench) } else { ground }
            })
            .collect();
        let step = |from: Hex, direction: Direction, to: Hex| {
            let features = board.features(from, direction);
            if features.contains(road) {
                return tables.road;
            }
            effects[to.index()].halves + if features.contains(river) { tables.river } else { 0 }
        };
        let costs = Costs::new(board, |from, direction, to| {
            let features = board.features(from, direction);
            let open = !features.contains(marne) || features.contains(bridge);
            open.then(|| step(from, direction, to))
        });
        let blown_bridge = sheet.feature("blown-bridge")?;
        let Crossings { hexsides: crossings, at: crossing_at } = Crossings::new(&sheet, marne, bridge, step)?;
        let is_blown = |side: &Hexside| board.features(side.from, side.direction).contains(blown_bridge);
        let blown = crossings.iter().zip(0..).filter(|(side, _)| is_blown(side)).map(|(_, place)| Crossing(place));
        let edge_roads = map.lines.iter().filter(|line| line.feature == usize::from(road.0)).flat_map(|line| {
            let first = line.leaves.0.then(|| line.hexes.first().copied()).flatten();
            let last = line.leaves.1.then(|| line.hexes.last().copied()).flatten();
            first.into_iter().chain(last)
        });
        let settled = |style| matches!(style, NameStyle::City | NameStyle::Town | NameStyle::Village);
        let settlements =
            map.places.iter().filter(|place| settled(place.style)).flat_map(|place| place.hexes.iter().copied());
        Ok(Ground {
            blown: blown.collect(),
            trench_points: sheet.set("trench-points")?,
            south: sheet.set("south-of-marne")?,
            north_roads: sheet.set("north-roads")?,
            road_exits: edge_roads.collect(),
            settlements: settlements.collect(),
            effects,
            costs,
            marne,
            river,
            road,
            bridge,
            crossings,
            crossing_at,
            trenches,
            map,
        })
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.map.board
    }

    /// A hex as the rulebook prints it: `08.30` [scs/0.1].
    pub fn label(&self, hex: Hex) -> String {
        self.map.board.label(hex).to_string()
    }

    /// The name of the ground in a hex.
    pub fn terrain_title(&self, hex: Hex) -> &str {
        &self.map.terrains[self.map.board.terrain(hex).0 as usize].title
    }

    /// What a hex does to movement and combat, trenches included [GI/terrain-a, GI/terrain-b].
    #[inline]
    pub fn effects(&self, hex: Hex) -> Effects {
        self.effects[hex.index()]
    }

    /// The cost of each step in half points, over the Marne at printed bridges only [chart/terrain-marne].
    #[inline]
    pub fn costs(&self) -> &Costs {
        &self.costs
    }

    /// All hexsides of the Marne.
    pub fn crossings(&self) -> &[Hexside] {
        &self.crossings
    }

    /// The places of all hexsides of the Marne.
    pub(crate) fn all_crossings(&self) -> impl Iterator<Item = Crossing> + use<> {
        (0..self.crossings.len() as u8).map(Crossing)
    }

    /// The hexside of the Marne that lies in a direction.
    #[inline]
    pub fn crossing(&self, from: Hex, direction: Direction) -> Option<Crossing> {
        let crossing = self.crossing_at[from.index()][direction.index()];
        (crossing != Crossing::NONE).then_some(crossing)
    }

    /// Whether a river other than the Marne lies between a hex and its neighbour.
    pub fn river_between(&self, from: Hex, direction: Direction) -> bool {
        self.map.board.features(from, direction).contains(self.river)
    }

    /// Whether the Marne lies between a hex and its neighbour.
    pub fn marne_between(&self, from: Hex, direction: Direction) -> bool {
        self.map.board.features(from, direction).contains(self.marne)
    }

    /// Whether a bridge is printed on a hexside.
    pub fn printed_bridge(&self, from: Hex, direction: Direction) -> bool {
        self.map.board.features(from, direction).contains(self.bridge)
    }

    /// Whether a road leads across a hexside.
    pub fn road_between(&self, from: Hex, direction: Direction) -> bool {
        self.map.board.features(from, direction).contains(self.road)
    }

    /// Whether the French dug a trench in a hex.
    #[inline]
    pub fn french_trench(&self, hex: Hex) -> bool {
        self.trenches[0].contains(hex)
    }

    /// Whether the Germans dug a trench in a hex.
    #[inline]
    pub fn german_trench(&self, hex: Hex) -> bool {
        self.trenches[1].contains(hex)
    }

    /// All French trench hexes.
    pub fn french_trenches(&self) -> &Hexes {
        &self.trenches[0]
    }

    /// All German trench hexes.
    pub fn german_trenches(&self) -> &Hexes {
        &self.trenches[1]
    }

    /// A hex's column, from 1 in the west to 62 in the east.
    #[inline]
    pub fn column(&self, hex: Hex) -> u8 {
        self.map.board.column_row(hex).0 as u8
    }
}

/// The dearest kind of ground in a hex counts for movement [GI/terrain-b] (ruling 69); in combat all kinds add up
/// [GI/terrain-a].
#[engine::by_the_book]
fn with_trench(ground: Effects, trench: Effects) -> Effects {
    Effects {
        halves: ground.halves.max(trench.halves),
        left: ground.left + trench.left,
        halves_attack: ground.halves_attack || trench.halves_attack,
    }
}
