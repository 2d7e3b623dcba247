//! Lines of sight, by examples and against a slow judge.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::common::*;
use hexboard::sight::{self, Meets};
use hexboard::*;

fn traced(board: &Board, a: Hex, b: Hex) -> Vec<Meets> {
    let mut list = Vec::new();
    sight::trace(board, a, b, |meets| {
        list.push(meets);
        ControlFlow::Continue(())
    });
    list
}

/// `"2618 2922/3022"`: what the line meets, pairs in order of their numbers.
fn told(board: &Board, a: &str, b: &str) -> String {
    let label = |hex: Option<Hex>| hex.map_or("off".into(), |hex| board.label(hex).to_string());
    let (a, b) = (board.parse(a).unwrap(), board.parse(b).unwrap());
    let parts: Vec<String> = traced(board, a, b)
        .into_iter()
        .map(|meets| match meets {
            Meets::Through(hex) => label(hex),
            Meets::Along(one, other) => {
                let mut pair = [label(one), label(other)];
                pair.sort();
                pair.join("/")
            }
        })
        .collect();
    parts.join(" ")
}

#[test]
fn lines_meet_what_the_eye_sees() {
    let board = board(first_blood());
    let expected = [
        ("2717", "2518", "2618"),
        ("2921", "3124", "2922/3022 3023 3024/3123"),
        ("2821", "3124", "2921 2922 3023 3024"),
        ("2821", "3125", "2822/2921 2922 2923/3023 3024 3025/3124"),
        ("3020", "2521", "2920 2821 2720 2621"),
        ("2236", "2232", "2235 2234 2233"),
        ("2236", "2236", ""),
        ("2236", "2235", ""),
    ];
    for (a, b, meets) in expected {
        assert_eq!(told(&board, a, b), meets, "{a} to {b}");
    }
}

#[test]
fn ranges_are_counted_in_hexes() {
    let board = board(first_blood());
    for (a, b, range) in [("2236", "2232", 4), ("2236", "2034", 3), ("2821", "3125", 6)] {
        let (a, b) = (board.parse(a).unwrap(), board.parse(b).unwrap());
        assert_eq!(board.distance(a, b), range);
    }
}

#[test]
fn a_line_may_leave_the_sheet_or_cross_void() {
    let mut builder = builder(first_blood());
    let sea = builder.terrain_named("sea").unwrap();
    let water = builder.parse("2618").unwrap();
    builder.set_terrain(water, sea);
    let board = builder.build();
    assert_eq!(told(&board, "1000", "1200"), "1100/off");
    assert_eq!(told(&board, "2717", "2518"), "off");
}

#[test]
fn only_both_hexes_beside_a_hexside_block() {
    let board = board(first_blood());
    let open = |a: &str, b: &str, blocking: &[&str]| {
        let blocking: Vec<Hex> = blocking.iter().map(|t| board.parse(t).unwrap()).collect();
        let (a, b) = (board.parse(a).unwrap(), board.parse(b).unwrap());
        let there = sight::open(&board, a, b, |hex| blocking.contains(&hex));
        let back = sight::open(&board, b, a, |hex| blocking.contains(&hex));
        assert_eq!(there, back);
        there
    };
    assert!(!open("2717", "2518", &["2618"]));
    assert!(open("2717", "2518", &["2717", "2518", "2617"]));
    assert!(open("2921", "3124", &["2922", "3123"]));
    assert!(!open("2921", "3124", &["2922", "3022"]));
    assert!(!open("2921", "3124", &["3023"]));
    assert!(open("3020", "2521", &["2820", "2721"]));
}

#[test]
fn a_walk_can_be_broken_off() {
    let board = board(first_blood());
    let (a, b) = (board.parse("2236").unwrap(), board.parse("2232").unwrap());
    let mut calls = 0;
    sight::trace(&board, a, b, |_| {
        calls += 1;
        ControlFlow::Break(())
    });
    assert_eq!(calls, 1);
}

/// A fraction with a positive denominator.
#[derive(Copy, Clone, Debug)]
struct Fraction(i128, i128);

impl Fraction {
    fn new(over: i128, under: i128) -> Fraction {
        Fraction(over * under.signum(), under.abs())
    }

    fn cmp(self, other: Fraction) -> Ordering {
        (self.0 * other.1).cmp(&(other.0 * self.1))
    }

    fn middle(self, other: Fraction) -> Fraction {
        Fraction(self.0 * other.1 + other.0 * self.1, 2 * self.1 * other.1)
    }
}

/// In three times columns and half rows a hex is |y| < 1, |x + y| < 2 and |x - y| < 2.
fn place(board: &Board, hex: Hex) -> (i128, i128) {
    let (column, row) = board.column_row(hex);
    (3 * i128::from(column), 2 * i128::from(row) + i128::from(column % 2))
}

#[derive(Debug, PartialEq)]
enum Touch {
    Inside,
    Border,
}

/// How the line from `a` to `b` meets a hex for a positive length, and the middle of that length.
fn judged(board: &Board, a: Hex, b: Hex, hex: Hex) -> Option<(Fraction, Touch)> {
    let [a, b, hex] = [a, b, hex].map(|hex| place(board, hex));
    let forms = |(x, y): (i128, i128)| [(y, 1), (x + y, 2), (x - y, 2)];
    let begin = forms((a.0 - hex.0, a.1 - hex.1));
    let way = forms((b.0 - a.0, b.1 - a.1));
    let (mut low, mut high) = (Fraction(0, 1), Fraction(1, 1));
    for ((begin, width), (way, _)) in begin.into_iter().zip(way) {
        if way == 0 {
            if begin.abs() > width {
                return None;
            }
            continue;
        }
        let mut ends = [-width, width].map(|end| Fraction::new(end - begin, way));
        ends.sort_by(|one, other| one.cmp(*other));
        low = if ends[0].cmp(low).is_gt() { ends[0] } else { low };
        high = if ends[1].cmp(high).is_lt() { ends[1] } else { high };
    }
    if low.cmp(high).is_ge() {
        return None;
    }
    let middle = low.middle(high);
    let inside = begin
        .into_iter()
        .zip(way)
        .all(|((begin, width), (way, _))| (begin * middle.1 + way * middle.0).abs() < width * middle.1);
    Some((middle, if inside { Touch::Inside } else { Touch::Border }))
}

/// All that the line meets, each with its hexes in order, as the slow judge sees it.
fn judged_line(board: &Board, a: Hex, b: Hex) -> Vec<BTreeSet<Hex>> {
    let mut met: Vec<(Fraction, Touch, Hex)> = board
        .within(a, board.distance(a, b) + 1)
        .filter(|&hex| hex != a && hex != b)
        .filter_map(|hex| judged(board, a, b, hex).map(|(at, touch)| (at, touch, hex)))
        .collect();
    met.sort_by(|one, other| one.0.cmp(other.0));
    met.chunk_by(|one, other| one.0.cmp(other.0).is_eq())
        .map(|group| {
            let touch = if group.len() == 1 { Touch::Inside } else { Touch::Border };
            assert!(group.iter().all(|met| met.1 == touch));
            group.iter().map(|met| met.2).collect()
        })
        .collect()
}

#[test]
fn all_lines_within_ten_hexes_agree_with_the_judge_both_ways() {
    let board = board(first_blood());
    for centre in ["2621", "2721"] {
        let a = board.parse(centre).unwrap();
        for b in board.within(a, 10) {
            let judged = judged_line(&board, a, b);
            let fast = |from, to| -> Vec<BTreeSet<Hex>> {
                traced(&board, from, to)
                    .into_iter()
                    .map(|meets| match meets {
                        Meets::Through(hex) => hex.into_iter().collect(),
                        Meets::Along(one, other) => one.into_iter().chain(other).collect(),
                    })
                    .collect()
            };
            assert_eq!(fast(a, b), judged, "{}", board.label(b));
            let mut back = fast(b, a);
            back.reverse();
            assert_eq!(back, judged, "{}", board.label(b));
        }
    }
}

#[test]
fn open_pairs_are_the_pairs_with_an_open_line() {
    let board = board(first_blood());
    // Scattered by a small multiplicative hash, so that all sorts of lines are blocked.
    let blocks = |hex: Hex| u32::from(hex.0).wrapping_mul(2_654_435_761) >> 29 == 0;
    let mut found = BTreeSet::new();
    sight::open_pairs(&board, 7, blocks, |from, to, distance| {
        assert_eq!(board.distance(from, to), distance);
        assert!(found.insert((from.min(to), from.max(to))), "a pair comes twice");
    });
    let mut expected = BTreeSet::new();
    for from in board.hexes() {
        let seen = board.within(from, 7).filter(|&to| to > from && sight::open(&board, from, to, blocks));
        expected.extend(seen.map(|to| (from, to)));
    }
    assert!(expected.len() > 10_000);
    assert_eq!(found, expected);
}
