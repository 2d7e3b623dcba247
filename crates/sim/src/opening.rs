//! How games begin: where each side stands when it has set up, and after the first turns.

use crate::{OpeningRow, Stage};
use engine::{Muster, Outcome};
use hexboard::{Board, Hex};
use std::collections::{BTreeMap, BTreeSet};

/// After how many turns the first are over.
const FIRST_TURNS: u32 = 2;

/// Where each side stood at a stage.
type Stood = BTreeSet<(u8, u16)>;

/// Adds up how games begin, and what becomes of them.
#[derive(Default)]
pub(crate) struct Openings {
    /// What is known of the present game.
    stood: BTreeMap<Stage, Stood>,
    turns: u32,
    /// Games and wins by stage, hex and side.
    sums: BTreeMap<(Stage, u16, u8), [u64; 2]>,
}

impl Openings {
    /// A game begins.
    pub(crate) fn begin(&mut self) {
        (self.stood, self.turns) = (BTreeMap::new(), 0);
    }

    /// An action has been played; whether dice fell. The set-up is over before the first that moves a counter on the board, or
    /// rolls.
    pub(crate) fn see(&mut self, before: &[Muster], now: &[Muster], rolled: bool) {
        if self.stood.contains_key(&Stage::SetUp) {
            return;
        }
        let moved = |was: &Muster| {
            let is = now.iter().find(|is| (is.piece, is.side) == (was.piece, was.side));
            was.hex.is_some() && is.is_none_or(|is| is.hex != was.hex)
        };
        if rolled || before.iter().any(moved) {
            self.stood.insert(Stage::SetUp, stood(before));
        }
    }

    /// A turn has ended.
    pub(crate) fn end_turn(&mut self, now: &[Muster]) {
        self.turns += 1;
        if self.turns == FIRST_TURNS {
            self.stood.insert(Stage::FirstTurns, stood(now));
        }
    }

    /// The game has ended.
    pub(crate) fn end(&mut self, outcome: Outcome) {
        for (stage, stood) in std::mem::take(&mut self.stood) {
            for (side, hex) in stood {
                let won = outcome.winner.is_some_and(|winner| winner.index() == usize::from(side));
                let sum = self.sums.entry((stage, hex, side)).or_default();
                *sum = [sum[0] + 1, sum[1] + u64::from(won)];
            }
        }
    }

    /// What was seen in all games.
    pub(crate) fn rows(&self, board: &Board) -> Vec<OpeningRow> {
        let row = |(&(stage, hex, side), &[games, won]): (&(Stage, u16, u8), &[u64; 2])| OpeningRow {
            stage,
            hex: board.label(Hex(hex)).to_string(),
            side,
            games,
            won,
        };
        self.sums.iter().map(row).collect()
    }
}

fn stood(pieces: &[Muster]) -> Stood {
    let place = |piece: &Muster| Some((piece.side.index() as u8, piece.hex?.0));
    pieces.iter().filter(|piece| piece.strength > 0).filter_map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Clause, Side};

    #[test]
    fn the_set_up_is_over_before_something_moves_or_a_die_falls() {
        let game = catalogue::HEX_FIGHT.load(None).unwrap();
        let board = &game.map(0).board;
        let piece = |piece: u16, hex: Option<&str>| Muster {
            piece,
            side: Side::First,
            hex: hex.map(|hex| board.parse(hex).unwrap()),
            strength: 1,
        };
        let mut openings = Openings::default();
        let won = Outcome { winner: Some(Side::First), clause: Clause("4.1"), margin: 1 };
        let lost = Outcome { winner: Some(Side::Second), ..won };
        for (outcome, rolled, last) in [(won, false, "0303"), (lost, true, "0202")] {
            openings.begin();
            let begun = [piece(0, None), piece(1, None)];
            let placed = [piece(0, Some("0101")), piece(1, None)];
            let both = [piece(0, Some("0101")), piece(1, Some("0202"))];
            let after = [piece(0, Some("0101")), piece(1, Some(last))];
            openings.see(&begun, &placed, false);
            openings.see(&placed, &both, false);
            openings.see(&both, &after, rolled);
            openings.see(&after, &begun, true);
            openings.end_turn(&both);
            openings.end_turn(&after);
            openings.end(outcome);
        }
        let rows: Vec<_> =
            openings.rows(board).into_iter().map(|row| (row.stage, row.hex, row.games, row.won)).collect();
        let row = |stage, hex: &str, games, won| (stage, hex.to_string(), games, won);
        let expected = [
            row(Stage::SetUp, "0101", 2, 1),
            row(Stage::SetUp, "0202", 2, 1),
            row(Stage::FirstTurns, "0101", 2, 1),
            row(Stage::FirstTurns, "0202", 1, 0),
            row(Stage::FirstTurns, "0303", 1, 1),
        ];
        assert_eq!(rows, expected);
    }
}
