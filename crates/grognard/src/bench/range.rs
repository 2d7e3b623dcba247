//! How fast a movement range is found, next to two general libraries.

use super::ROUNDS;
use hexboard::{
    Axial, Board, BoardBuilder, BoardError, Costs, Direction, Entry, Feature, Hex, HexSet, Numbering, Reach, Terrain,
    TerrainKind,
};
use serde::Serialize;
use std::hint::black_box;
use std::time::{Duration, Instant};

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
const STARTS: usize = 1024;

/// A board with its enemies: all that a range depends on.
struct Situation {
    board: Board,
    costs: Costs,
    enemies: Hexes,
    /// Hexes next to an enemy.
    watched: Hexes,
    starts: Vec<Hex>,
}

/// How long a movement range takes, in microseconds.
#[derive(Serialize)]
pub struct RangeSpeed {
    pub ours_us: f64,
    pub pathfinding_us: f64,
    pub hexx_us: f64,
    /// How many times as fast as `pathfinding`.
    pub ratio: f64,
    /// How many times as fast as `hexx`.
    pub hexx_ratio: f64,
    /// The same for each number of movement points; the figures above are their means.
    pub points: Vec<PointsSpeed>,
}

/// How long a range of so many movement points takes, in microseconds.
#[derive(Serialize)]
pub struct PointsSpeed {
    pub points: u8,
    /// The mean number of hexes in the range.
    pub hexes: usize,
    pub ours_us: f64,
    pub pathfinding_us: f64,
    pub hexx_us: f64,
}

/// Measures ranges of 6 and 12 movement points, each way for some rounds of `span`.
pub fn measure(span: Duration) -> Result<RangeSpeed, BoardError> {
    let situation = situation(1914)?;
    let points: Vec<_> = [6, 12].map(|points| measure_points(&situation, points, span)).into();
    let mean = |figure: fn(&PointsSpeed) -> f64| points.iter().map(figure).sum::<f64>() / points.len() as f64;
    let [ours_us, pathfinding_us, hexx_us] =
        [mean(|speed| speed.ours_us), mean(|speed| speed.pathfinding_us), mean(|speed| speed.hexx_us)];
    let (ratio, hexx_ratio) = (pathfinding_us / ours_us, hexx_us / ours_us);
    Ok(RangeSpeed { ours_us, pathfinding_us, hexx_us, ratio, hexx_ratio, points })
}

/// The best of several rounds each, taken in turn so that a slow moment hits all three.
fn measure_points(situation: &Situation, points: u8, span: Duration) -> PointsSpeed {
    let budget = points * 2;
    let hexes = check_same(situation, budget);
    let mut reach = Reach::new(&situation.board);
    let mut best = [Duration::MAX; 3];
    for _ in 0..ROUNDS {
        let rounds = [
            time(situation, span, |start| ours(situation, &mut reach, start, budget)),
            time(situation, span, |start| by_pathfinding(situation, start, budget).len()),
            time(situation, span, |start| by_hexx(situation, start, budget)),
        ];
        for (best, round) in best.iter_mut().zip(rounds) {
            *best = round.min(*best);
        }
    }
    let [ours_us, pathfinding_us, hexx_us] = best.map(|duration| duration.as_secs_f64() * 1e6);
    PointsSpeed { points, hexes, ours_us, pathfinding_us, hexx_us }
}

/// Mean time of one query over the starts, which are gone through again and again until the time is up.
fn time(situation: &Situation, span: Duration, mut query: impl FnMut(Hex) -> usize) -> Duration {
    let begin = Instant::now();
    let mut queries = 0;
    for some in situation.starts.chunks(STARTS / 16).cycle() {
        for &start in some {
            black_box(query(black_box(start)));
            queries += 1;
        }
        if begin.elapsed() >= span {
            break;
        }
    }
    begin.elapsed() / queries
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
    let cost = |position: hexx::Hex| {
        let hex = board.from_position(Axial::new(position.x, position.y))?;
        let entered = TERRAIN_COSTS[board.terrain(hex).index()];
        // It adds one of its own to every step.
        (!situation.enemies.contains(hex)).then_some(u32::from(entered) - 1)
    };
    let Axial { x, y } = board.position(start);
    hexx::algorithms::field_of_movement(hexx::Hex::new(x, y), budget.into(), cost).len()
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
    let numbering = Numbering::plain(1..=60, 1..=36);
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
