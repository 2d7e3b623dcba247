//! How fast a movement range is found, next to two general libraries.

use std::hint::black_box;
use std::time::{Duration, Instant};

use hexboard::{
    Board, BoardBuilder, BoardError, Costs, Direction, Entry, Feature, Hex, HexSet, Horizontal, Numbering, Order,
    Orientation, Parity, Reach, Shift, Terrain, TerrainKind, Vertical,
};

/// Enough for the 60 x 36 hexes of the board.
type Hexes = HexSet<34>;

const RIVER: Feature = Feature(0);
const ROAD: Feature = Feature(1);
const CLIFF: Feature = Feature(2);
/// In half movement points.
const TERRAIN_COSTS: [u8; 4] = [2, 3, 4, 6];
const RIVER_COST: u8 = 2;
const ROAD_COST: u8 = 1;
const ENEMIES: usize = 40;
const STARTS: usize = 64;

/// A board with its enemies: all that a range depends on.
struct Situation {
    board: Board,
    costs: Costs,
    enemies: Hexes,
    /// Hexes next to an enemy.
    watched: Hexes,
    starts: Vec<Hex>,
}

fn main() -> Result<(), BoardError> {
    let situation = situation(1914)?;
    println!("points      ours  pathfinding      hexx   (microseconds a range)");
    for points in [6, 12] {
        let budget = points * 2;
        let hexes = check_same(&situation, budget);
        let [ours, pathfinding, hexx] = measure(&situation, budget);
        println!(
            "{points:6} {:9.2} {:12.2} {:9.1}   {:.1} and {:.0} times as fast, {hexes} hexes",
            micros(ours),
            micros(pathfinding),
            micros(hexx),
            pathfinding.div_duration_f64(ours),
            hexx.div_duration_f64(ours),
        );
    }
    Ok(())
}

fn micros(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e6
}

/// The best of several rounds each, taken in turn so that a slow moment hits all three.
fn measure(situation: &Situation, budget: u8) -> [Duration; 3] {
    let mut reach = Reach::new(&situation.board);
    let mut best = [Duration::MAX; 3];
    for _ in 0..12 {
        let rounds = [
            time(situation, 50, |start| ours(situation, &mut reach, start, budget)),
            time(situation, 5, |start| by_pathfinding(situation, start, budget).len()),
            time(situation, 1, |start| by_hexx(situation, start, budget)),
        ];
        for (best, round) in best.iter_mut().zip(rounds) {
            *best = round.min(*best);
        }
    }
    best
}

/// Mean time of one query over all starts.
fn time(situation: &Situation, repeats: u32, mut query: impl FnMut(Hex) -> usize) -> Duration {
    let begin = Instant::now();
    for _ in 0..repeats {
        for &start in &situation.starts {
            black_box(query(black_box(start)));
        }
    }
    begin.elapsed() / (repeats * STARTS as u32)
}

fn ours(situation: &Situation, reach: &mut Reach, start: Hex, budget: u8) -> usize {
    reach.explore(&situation.costs, start, budget, |hex| entry(situation, hex), |_| 0);
    reach.reached().len()
}

fn entry(situation: &Situation, hex: Hex) -> Entry {
    if situation.enemies.contains(hex) {
        Entry::Barred
    } else if situation.watched.contains(hex) {
        Entry::Stop(0)
    } else {
        Entry::Free
    }
}

/// All hexes within the budget with their costs, the start included.
fn by_pathfinding(situation: &Situation, start: Hex, budget: u8) -> Vec<(u16, u16)> {
    let onward = |&hex: &u16| {
        let hex = Hex(hex);
        let stopped = hex != start && situation.watched.contains(hex);
        let ways: &[Direction] = if stopped { &[] } else { &Direction::ALL };
        ways.iter().filter_map(move |&direction| {
            let step = situation.costs.step(hex, direction)?;
            let beyond = situation.board.neighbour(hex, direction)?;
            let open = !situation.enemies.contains(beyond);
            open.then_some((beyond.0, u16::from(step)))
        })
    };
    // It offers the nodes in order of growing cost, so what is too far comes last.
    pathfinding::prelude::dijkstra_reach(&start.0, onward)
        .take_while(|item| item.total_cost <= budget.into())
        .map(|item| (item.node, item.total_cost))
        .collect()
}

/// The nearest that it can do: terrain only, as its costs know no hexsides and no stopping.
fn by_hexx(situation: &Situation, start: Hex, budget: u8) -> usize {
    let board = &situation.board;
    let cost = |position| {
        let hex = board.from_position(position)?;
        let entered = TERRAIN_COSTS[board.terrain(hex).index()];
        // It adds one of its own to every step.
        (!situation.enemies.contains(hex)).then_some(u32::from(entered) - 1)
    };
    hexx::algorithms::field_of_movement(board.position(start), budget.into(), cost).len()
}

/// Panics unless ours and pathfinding agree on hexes and costs; the mean count of hexes.
fn check_same(situation: &Situation, budget: u8) -> usize {
    let mut reach = Reach::new(&situation.board);
    let mut total = 0;
    for &start in &situation.starts {
        total += ours(situation, &mut reach, start, budget);
        let theirs = by_pathfinding(situation, start, budget);
        assert_eq!(reach.reached().len() + 1, theirs.len());
        for (hex, cost) in theirs {
            assert_eq!(reach.cost(Hex(hex)), Some(cost));
        }
    }
    total / situation.starts.len()
}

fn situation(seed: u64) -> Result<Situation, BoardError> {
    let mut chance = Chance(seed);
    let board = random_board(&mut chance)?;
    let costs = Costs::new(&board, |from, direction, to| {
        let features = board.features(from, direction);
        if features.contains(CLIFF) {
            return None;
        }
        if features.contains(ROAD) {
            return Some(ROAD_COST);
        }
        let river = if features.contains(RIVER) { RIVER_COST } else { 0 };
        Some(TERRAIN_COSTS[board.terrain(to).index()] + river)
    });
    let mut random_hex = || Hex(chance.below(board.len()) as u16);
    let enemies: Hexes = (0..ENEMIES).map(|_| random_hex()).collect();
    let starts = std::iter::repeat_with(random_hex).filter(|&hex| !enemies.contains(hex)).take(STARTS).collect();
    let watched = enemies.iter().flat_map(|hex| board.neighbours(hex)).map(|(_, hex)| hex).collect();
    Ok(Situation { board, costs, enemies, watched, starts })
}

fn random_board(chance: &mut Chance) -> Result<Board, BoardError> {
    let numbering = Numbering {
        orientation: Orientation::FlatTop,
        columns: 1..=60,
        rows: 1..=36,
        columns_grow: Horizontal::East,
        rows_grow: Vertical::South,
        shifted: Parity::Even,
        shift: Shift::Up,
        even_offset: 0,
        digits: (2, 2),
        separator: String::new(),
        order: Order::ColumnRow,
    };
    let kinds = ["clear", "rough", "woods", "hills"].map(|name| TerrainKind { name: name.into(), void: false });
    let features = ["river", "road", "cliff"].map(String::from);
    let mut builder = BoardBuilder::new(numbering, kinds.into(), features.into())?;
    for hex in builder.sheet() {
        builder.set_terrain(hex, Terrain(chance.below(TERRAIN_COSTS.len()) as u8));
        // Half of the directions: each hexside once.
        for direction in &Direction::ALL[..3] {
            match chance.below(100) {
                0..12 => builder.add_feature(hex, *direction, RIVER)?,
                12..20 => builder.add_feature(hex, *direction, ROAD)?,
                20 => builder.add_feature(hex, *direction, CLIFF)?,
                _ => {}
            }
        }
    }
    Ok(builder.build())
}

/// A small generator (SplitMix64), so that every run measures the same board.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }
}
