//! Movement ranges against a naive search.

use std::ops::RangeInclusive;

use crate::common::*;
use hexboard::*;

/// A random board with random answers for every question a search can ask.
struct Case {
    board: Board,
    costs: Costs,
    entries: Vec<Entry>,
    leaving: Vec<u8>,
}

fn small(numbering: Numbering) -> Numbering {
    let first = |range: &RangeInclusive<u16>, count| *range.start()..=range.start() + count;
    Numbering { columns: first(&numbering.columns, 11), rows: first(&numbering.rows, 8), ..numbering }
}

fn case(numbering: Numbering, chance: &mut Chance) -> Case {
    let mut builder = builder(small(numbering));
    let sea = builder.terrain_named("sea").unwrap();
    for hex in builder.sheet() {
        if chance.below(12) == 0 {
            builder.set_terrain(hex, sea);
        }
    }
    let board = builder.build();
    let steps: Vec<[Option<u8>; 6]> = board
        .sheet()
        .map(|_| Direction::ALL.map(|_| [None, Some(0), Some(1), Some(2), Some(5)][chance.below(5)]))
        .collect();
    let costs = Costs::new(&board, |from, direction, _| steps[from.index()][direction.index()]);
    let entries = board
        .sheet()
        .map(|_| match chance.below(12) {
            0 => Entry::Barred,
            1 => Entry::Stop(0),
            2 => Entry::Stop(3),
            3 => Entry::Extra(0),
            4 => Entry::Extra(1),
            5 => Entry::Extra(4),
            _ => Entry::Free,
        })
        .collect();
    let leaving = board.sheet().map(|_| [0, 0, 0, 1, 3][chance.below(5)]).collect();
    Case { board, costs, entries, leaving }
}

impl Case {
    fn explore(&self, reach: &mut Reach, start: Hex, budget: u8) {
        let enter = |hex: Hex| self.entries[hex.index()];
        reach.explore(&self.costs, start, budget, enter, |hex| self.leaving[hex.index()]);
    }

    /// What it costs to step from `from` into the next hex, whatever was paid before.
    fn full_step(&self, start: Hex, from: Hex, direction: Direction) -> Option<(Hex, u32)> {
        if from != start && matches!(self.entries[from.index()], Entry::Stop(_)) {
            return None;
        }
        let to = self.board.neighbour(from, direction)?;
        let surcharge = match self.entries[to.index()] {
            Entry::Free => 0,
            Entry::Extra(extra) | Entry::Stop(extra) => extra,
            Entry::Barred => return None,
        };
        let step = self.costs.step(from, direction)?;
        let total = [step, surcharge, self.leaving[from.index()]];
        Some((to, total.into_iter().map(u32::from).sum()))
    }

    /// Bellman and Ford: tries every step until nothing gets cheaper.
    fn naive(&self, start: Hex, budget: u8) -> Vec<Option<u16>> {
        let mut best = vec![u32::MAX; self.board.len()];
        best[start.index()] = 0;
        let mut changed = true;
        while changed {
            changed = false;
            for from in self.board.hexes() {
                for direction in Direction::ALL {
                    let here = best[from.index()];
                    let Some((to, step)) = self.full_step(start, from, direction) else {
                        continue;
                    };
                    if here != u32::MAX && here + step < best[to.index()] {
                        best[to.index()] = here + step;
                        changed = true;
                    }
                }
            }
        }
        best.into_iter().map(|cost| (cost <= budget.into()).then_some(cost as u16)).collect()
    }

    fn check_path(&self, reach: &Reach, start: Hex, hex: Hex) {
        let mut path: Vec<Hex> = reach.path(hex).collect();
        path.reverse();
        assert_eq!((path[0], path[path.len() - 1]), (start, hex));
        for pair in path.windows(2) {
            let direction = self.board.direction(pair[0], pair[1]).unwrap();
            let (_, step) = self.full_step(start, pair[0], direction).unwrap();
            let costs = [pair[0], pair[1]].map(|hex| u32::from(reach.cost(hex).unwrap()));
            assert_eq!(costs[0] + step, costs[1]);
        }
    }
}

fn cases(count: usize, mut check: impl FnMut(&Case, &mut Reach, Hex, u8)) {
    let mut chance = Chance(1870);
    for numbering in all_numberings() {
        for _ in 0..count {
            let case = case(numbering.clone(), &mut chance);
            let mut reach = Reach::new(&case.board);
            for budget in [0, 1, 6, 17, 254, 255] {
                let in_play: Vec<Hex> = case.board.hexes().collect();
                let start = in_play[chance.below(in_play.len())];
                check(&case, &mut reach, start, budget);
            }
        }
    }
}

#[test]
fn costs_agree_with_the_naive_search() {
    cases(30, |case, reach, start, budget| {
        case.explore(reach, start, budget);
        let naive = case.naive(start, budget);
        let found: Vec<_> = case.board.sheet().map(|hex| reach.cost(hex)).collect();
        assert_eq!(found, naive);
        assert_eq!(reach.reached().len() + 1, naive.iter().flatten().count());
        assert!(!reach.reached().contains(&start));
        assert!(reach.reached().is_sorted_by_key(|&hex| reach.cost(hex)));
    });
}

#[test]
fn paths_lead_back_step_by_step_and_are_the_same_each_time() {
    cases(10, |case, reach, start, budget| {
        case.explore(reach, start, budget);
        for &hex in reach.reached() {
            case.check_path(reach, start, hex);
        }
        for hex in case.board.sheet().filter(|&hex| reach.cost(hex).is_none()) {
            assert_eq!(reach.path(hex).count(), 0);
        }
        let mut other = Reach::new(&case.board);
        case.explore(&mut other, start, budget);
        assert_eq!(reach.reached(), other.reached());
        for &hex in reach.reached() {
            assert!(reach.path(hex).eq(other.path(hex)));
        }
    });
}

#[test]
fn tracing_finds_the_cheapest_goal() {
    cases(30, |case, reach, start, budget| {
        let goal = |hex: Hex| hex.0 % 17 == 3;
        let enter = |hex: Hex| case.entries[hex.index()];
        let leave = |hex: Hex| case.leaving[hex.index()];
        let found = reach.trace(&case.costs, start, budget, enter, leave, goal);
        let naive = case.naive(start, budget);
        let goals = case.board.hexes().filter(|&hex| goal(hex));
        let cheapest = goals.filter_map(|hex| naive[hex.index()]).min();
        assert_eq!(found.and_then(|hex| reach.cost(hex)), cheapest);
        if let Some(hex) = found {
            assert!(goal(hex));
            case.check_path(reach, start, hex);
        }
        for hex in case.board.sheet() {
            assert!(reach.cost(hex).is_none() || reach.cost(hex) == naive[hex.index()]);
        }
    });
}

#[test]
fn a_query_that_prices_its_steps_agrees_with_the_naive_search() {
    cases(30, |case, reach, start, budget| {
        // Every other hex does not know what its steps cost.
        let costs = Costs::new(&case.board, |from, direction, _| {
            if from.0 % 2 == 0 { Some(Costs::ASKED) } else { case.costs.step(from, direction) }
        });
        let price = |step: Step| {
            let (to, cost) = case.full_step(start, step.from, step.direction)?;
            assert_eq!(step.to, to);
            u8::try_from(cost).ok()
        };
        let mut met = Vec::new();
        reach.explore_by(&costs, [(start, 0)], budget, price, |hex| met.push(hex));
        let found: Vec<_> = case.board.sheet().map(|hex| reach.cost(hex)).collect();
        assert_eq!(found, case.naive(start, budget));
        let mut reached = reach.reached().to_vec();
        reached.iter().for_each(|&hex| case.check_path(reach, start, hex));
        reached.sort();
        met.sort();
        assert_eq!(met, reached);
    });
}

#[test]
fn of_several_starts_the_nearest_counts_with_its_price() {
    cases(10, |case, reach, start, budget| {
        let others: Vec<Hex> = case.board.hexes().step_by(17).collect();
        let starts = || others.iter().map(|&hex| (hex, 3)).chain([(start, 0), (start, 9)]);
        reach.explore_by(&case.costs, starts(), budget, |step| Some(step.cost), |_| {});
        let found: Vec<_> = case.board.sheet().map(|hex| reach.cost(hex)).collect();
        let mut single = Reach::new(&case.board);
        let mut nearest = vec![None; case.board.len()];
        for (from, price) in starts().filter(|&(_, price)| price <= budget) {
            single.explore(&case.costs, from, budget - price, |_| Entry::Free, |_| 0);
            for hex in case.board.sheet() {
                let cost = single.cost(hex).map(|cost| cost + u16::from(price));
                let known = &mut nearest[hex.index()];
                *known = cost.into_iter().chain(*known).min();
            }
        }
        let most = u16::from(budget.min(254));
        assert_eq!(found, nearest.into_iter().map(|cost| cost.filter(|&cost| cost <= most)).collect::<Vec<_>>());
    });
}

#[test]
fn steps_that_only_a_query_knows_are_not_made_without_it() {
    let board = builder(small(first_blood())).build();
    let start = board.hexes().next().unwrap();
    let mut reach = Reach::new(&board);
    reach.explore(&Costs::new(&board, |_, _, _| Some(Costs::ASKED)), start, 255, |_| Entry::Free, |_| 0);
    assert_eq!(reach.reached(), []);
}

#[test]
fn somebody_who_searches_may_search_again_meanwhile() {
    let board = builder(small(first_blood())).build();
    let costs = Costs::new(&board, |_, _, _| Some(1));
    let start = board.hexes().next().unwrap();
    let count = |steps: u8| {
        searching(|reach| {
            reach.explore(&costs, start, steps, |_| Entry::Free, |_| 0);
            reach.reached().len()
        })
    };
    let near = count(1);
    let (inner, outer) = searching(|reach| {
        reach.explore(&costs, start, 2, |_| Entry::Free, |_| 0);
        (count(1), reach.reached().len())
    });
    assert_eq!((inner, outer), (near, count(2)));
    assert!(inner < outer);
}

#[test]
fn a_stop_holds_unless_it_is_the_start() {
    let board = board(clash_of_giants());
    let costs = Costs::new(&board, |_, _, _| Some(1));
    let mut reach = Reach::new(&board);
    let start = board.parse("1811").unwrap();
    reach.explore(&costs, start, 5, |_| Entry::Stop(0), |_| 2);
    assert_eq!(reach.reached().len(), 6);
    assert!(reach.reached().iter().all(|&hex| reach.cost(hex) == Some(3)));
    reach.explore(&costs, start, 2, |_| Entry::Free, |_| 2);
    assert_eq!(reach.reached(), []);
    assert_eq!(reach.cost(start), Some(0));
}

#[test]
fn nothing_is_reached_before_the_first_query() {
    let board = board(first_blood());
    let reach = Reach::new(&board);
    assert!(board.sheet().all(|hex| reach.cost(hex).is_none()));
    assert_eq!(reach.path(Hex(0)).count(), 0);
}
