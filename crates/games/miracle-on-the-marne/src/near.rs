//! What lies near what: worked out once from the board.

use crate::ground::{Ground, HEXES, Hexes, WORDS};
use crate::tables::Tables;
use engine::Side;
use engine::memory::Pigeonholes;
use hexboard::{Costs, Currents, Hex, Reach, Tide, Tides};
use std::sync::OnceLock;

/// The longest way of a search that is kept hex by hex.
pub(crate) const LONGEST_WAY: usize = 256;

/// The hexes of a way, in its order, without the one it starts from.
pub(crate) struct Trail {
    hexes: [Hex; LONGEST_WAY],
    length: usize,
}

impl Trail {
    /// The way that a search found to a hex.
    pub(crate) fn to(reach: &Reach, hex: Hex) -> Trail {
        let mut trail = Trail { hexes: [Hex::NONE; LONGEST_WAY], length: 0 };
        for hex in reach.path(hex) {
            trail.hexes[trail.length] = hex;
            trail.length += 1;
        }
        trail.length = trail.length.saturating_sub(1);
        trail.hexes[..trail.length].reverse();
        trail
    }

    /// A way of one step.
    pub(crate) fn step(hex: Hex) -> Trail {
        let mut trail = Trail { hexes: [Hex::NONE; LONGEST_WAY], length: 1 };
        trail.hexes[0] = hex;
        trail
    }

    pub(crate) fn hexes(&self) -> &[Hex] {
        &self.hexes[..self.length]
    }
}

/// So many searches for lines of supply are remembered, each where its hex says.
const SEARCHES: usize = 512;

thread_local! {
    /// Where lines came to, as long as nothing changes that they touched.
    static LINES: Pigeonholes<Search, Tide<WORDS>, SEARCHES> = const { Pigeonholes::empty() };
}

/// All that lines of supply from a hex depend on.
#[derive(PartialEq)]
struct Search {
    /// The number of the game's box, and of the lines that are measured alike.
    lines: (u64, usize),
    from: Hex,
    /// What is in their way, and where they may end all the same.
    barred: Hexes,
    ends: Hexes,
}

impl Search {
    /// Whether lines that touched these hexes come to the same in another search.
    fn is_alike(&self, other: &Search, touched: &Hexes) -> bool {
        let places = |search: &Search| (search.lines, search.from);
        places(self) == places(other)
            && self.barred.agrees(&other.barred, touched)
            && self.ends.agrees(&other.ends, touched)
    }
}

/// How far lines of supply come.
#[derive(Debug)]
pub(crate) struct SupplyLines {
    /// No other lines of the game have the same.
    number: usize,
    everywhere: Hexes,
    /// The half points that a line may have.
    length: u8,
    steps: Tides,
    /// For each hex how far its lines come where nothing is in their way, once somebody has asked.
    unbarred: Box<[OnceLock<Hexes>]>,
}

impl SupplyLines {
    /// All hexes to which a line comes from one: through none that are barred, but it may end in some of those.
    pub(crate) fn from(&self, game: u64, hex: Hex, barred: &Hexes, ends: &Hexes) -> Hexes {
        let reach = |open: Hexes, ends: &Hexes| self.steps.reach(hex, self.length, &open, ends);
        let unbarred = self.unbarred[hex.index()].get_or_init(|| reach(self.everywhere, &Hexes::EMPTY).reached);
        if !barred.meets(unbarred) {
            return *unbarred;
        }
        let search = Search { lines: (game, self.number), from: hex, barred: *barred, ends: *ends };
        let find = || reach(self.everywhere.difference(*barred).union(*ends), ends);
        let holds = |asked: &Search, search: &Search, tide: &Tide<WORDS>| asked.is_alike(search, &tide.touched);
        LINES.with(|known| known.answer_if(hex.index(), search, holds, find).reached)
    }
}

/// What lies near what.
#[derive(Debug)]
pub(crate) struct Near {
    neighbours: Box<[[Hex; 6]]>,
    /// The hexes exactly two away from each hex, then `Hex::NONE`.
    two: Box<[[Hex; 12]]>,
    /// How far each hex is from an edge friendly to each side.
    edge: [Box<[u8]>; 2],
    /// One for every step.
    pub(crate) plain: Costs,
    /// How things spread along roads and railroads.
    pub(crate) along_lines: Currents,
    /// How lines of supply lead on from a hex, and back into one: as they are measured, then along roads alone (ruling R63).
    pub(crate) supply: [SupplyLines; 2],
    pub(crate) supply_back: [SupplyLines; 2],
    /// All hexes of the sheet.
    pub(crate) everywhere: Hexes,
    /// The hexes by which reinforcements can come [7.3.4, 7.3.5a].
    pub(crate) doors: Vec<Hex>,
}

impl Near {
    pub(crate) fn new(ground: &Ground, tables: &Tables) -> Near {
        let board = ground.board();
        let two = board
            .sheet()
            .map(|hex| {
                let mut ring = [Hex::NONE; 12];
                ring.iter_mut().zip(board.ring(hex, 2)).for_each(|(place, hex)| *place = hex);
                ring
            })
            .collect();
        let edge = Side::BOTH.map(|side| {
            let friendly: Vec<Hex> = ground.friendly_edge[side.index()].iter().collect();
            let away = |hex: Hex| friendly.iter().map(|&at| board.distance(hex, at)).min().unwrap_or(0);
            board.sheet().map(|hex| away(hex) as u8).collect()
        });
        let mut doors: Vec<Hex> = Vec::new();
        for side in Side::BOTH {
            let reach = tables.movement.entry_distance.into();
            doors.extend(ground.edge().iter().filter(|&hex| board.distance(hex, ground.entry[side.index()]) <= reach));
            doors.extend(ground.rail_exits[side.index()].iter());
        }
        doors.sort_unstable();
        doors.dedup();
        doors.truncate(crate::state::MOST_DOORS);
        let neighbours = board.sheet().map(|hex| *ground.near(hex)).collect();
        let plain = Costs::new(board, |_, _, _| Some(1));
        let along_lines = Currents::new(board, |from, way, _| ground.lines.step(from, way).is_some());
        let everywhere = board.sheet().collect();
        let lines = |number: usize, costs: &Costs| SupplyLines {
            number,
            everywhere,
            length: tables.supply.length,
            steps: Tides::new(board, |from, way, _| costs.step(from, way)),
            unbarred: board.sheet().map(|_| OnceLock::new()).collect(),
        };
        let [[plain_on, roads_on], [plain_back, roads_back]] = [&ground.supply, &ground.supply_back];
        let supply = [lines(0, plain_on), lines(1, roads_on)];
        let supply_back = [lines(2, plain_back), lines(3, roads_back)];
        Near { neighbours, two, edge, plain, along_lines, supply, supply_back, everywhere, doors }
    }

    /// The six neighbours of a hex; those off the map are `Hex::NONE`.
    #[inline]
    pub(crate) fn all_six(&self, hex: Hex) -> &[Hex; 6] {
        &self.neighbours[hex.index()]
    }

    /// The neighbours of a hex.
    #[inline]
    pub(crate) fn around(&self, hex: Hex) -> impl Iterator<Item = Hex> + use<> {
        self.neighbours[hex.index()].into_iter().filter(|&hex| hex != Hex::NONE)
    }

    /// The hexes exactly two away.
    #[inline]
    pub(crate) fn two_away(&self, hex: Hex) -> impl Iterator<Item = Hex> + use<> {
        self.two[hex.index()].into_iter().filter(|&hex| hex != Hex::NONE)
    }

    /// The place of a hex among the six around another and the twelve two away from it.
    #[inline]
    pub(crate) fn place_within_two(&self, from: Hex, hex: Hex) -> Option<usize> {
        let mut near = self.neighbours[from.index()].iter().chain(&self.two[from.index()]);
        near.position(|&at| at == hex)
    }

    /// How far a hex is from an edge friendly to a side.
    #[inline]
    pub(crate) fn to_edge(&self, side: Side, hex: Hex) -> u8 {
        self.edge[side.index()][hex.index()]
    }

    /// The place of a hex among the doors.
    pub(crate) fn door(&self, hex: Hex) -> Option<usize> {
        self.doors.binary_search(&hex).ok()
    }
}

const _: () = assert!(HEXES < u16::MAX as usize);
