//! Sets grown by their neighbours, against a walk from hex to hex.

mod common;

use common::*;
use hexboard::*;

type Set = HexSet<64>;

/// What a walk finds that goes from hex to hex.
fn walked(board: &Board, seeds: Set, open: Set, passes: impl Fn(Hex, Direction) -> bool) -> Set {
    let mut reached = seeds & open;
    let mut waiting: Vec<Hex> = reached.iter().collect();
    while let Some(hex) = waiting.pop() {
        for (direction, to) in board.neighbours(hex) {
            if passes(hex, direction) && open.contains(to) && reached.insert(to) {
                waiting.push(to);
            }
        }
    }
    reached
}

#[test]
fn a_flood_reaches_what_a_walk_reaches() {
    let mut chance = Chance(11);
    for numbering in [first_blood(), rock_of_the_marne(), clash_of_giants(), pointy_rows_first()] {
        let board = common::board(numbering);
        for _ in 0..20 {
            let barred: Vec<[bool; 6]> = board.sheet().map(|_| Direction::ALL.map(|_| chance.below(4) == 0)).collect();
            let passes = |from: Hex, direction: Direction| !barred[from.index()][direction.index()];
            let spread: Spread<64> = Spread::new(&board, |from, direction, _| passes(from, direction));
            let open: Set = board.hexes().filter(|_| chance.below(3) > 0).collect();
            let seeds: Set = board.hexes().filter(|_| chance.below(200) == 0).collect();
            assert_eq!(spread.flood(seeds, open), walked(&board, seeds, open, passes));
        }
    }
}

#[test]
fn a_set_grows_by_one_hex_and_never_around_the_edge() {
    let board = common::board(rock_of_the_marne());
    let spread: Spread<64> = Spread::new(&board, |_, _, _| true);
    for hex in board.hexes() {
        let within: Set = board.within(hex, 1).collect();
        assert_eq!(spread.grown([hex].into_iter().collect()), within, "{}", board.label(hex));
    }
}
