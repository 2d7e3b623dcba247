//! What a judge looks at in a position: a short list of numbered features and how much there is of each.

use crate::encoding::{self, Codebook, Encoding, NOTHING, head, marker, piece};
use crate::{Census, Mark, MarkerKind, Side, Viewer};
use std::collections::HashMap;

/// The turns that a judge tells apart; later ones are alike.
const TURNS: usize = 64;
/// What is counted over the whole board, for the first side less the second, or for each.
const COUNTS: [&str; 12] = [
    "points",
    "strength",
    "contact first",
    "contact second",
    "outnumbered first",
    "outnumbered second",
    "alone first",
    "alone second",
    "crowded first",
    "crowded second",
    "steps first",
    "steps second",
];
/// So many steps in a hex are a crowd.
const CROWD: i32 = 8;

/// A feature's number, and how much there is of it.
pub type Feature = (u16, i16);

/// The features of a scenario's positions, and what is needed to find them.
#[derive(Clone, Debug)]
pub struct Features {
    book: Codebook,
    neighbours: Vec<[i32; 6]>,
    names: Vec<String>,
    starts: Starts,
}

/// The number of the first feature of each kind.
#[derive(Copy, Clone, Debug)]
struct Starts {
    off: usize,
    place: usize,
    mark: usize,
    marker: usize,
    turn: usize,
    count: usize,
}

/// What is kept from one position to the next, so that nothing is allocated anew.
#[derive(Clone, Debug, Default)]
pub struct Eye {
    encoding: Encoding,
    /// The steps of each side in each hex.
    steps: [Vec<i32>; 2],
}

impl Features {
    /// The features of a scenario.
    pub fn new<R: Census>(rules: &R, scenario: usize) -> Features {
        let book = Codebook::new(rules, scenario);
        let board = &rules.map(scenario).board;
        let mut neighbours = vec![[NOTHING; 6]; book.hexes()];
        for hex in board.hexes() {
            for (slot, (_, next)) in neighbours[hex.index()].iter_mut().zip(board.neighbours(hex)) {
                *slot = next.0.into();
            }
        }
        let (counters, hexes) = (book.counters(), book.hexes());
        let sides = Side::BOTH.map(|side| rules.about().side_id(side).to_string());
        let mut labels = vec![String::new(); hexes];
        board.hexes().for_each(|hex| labels[hex.index()] = board.label(hex).to_string());
        let roster = rules.roster(scenario).counters;
        let mut names: Vec<String> = Vec::new();
        names.extend(roster.iter().map(|counter| format!("on {}", counter.id)));
        names.extend(roster.iter().map(|counter| format!("off {}", counter.id)));
        for side in &sides {
            names.extend(labels.iter().map(|label| format!("at {side} {label}")));
        }
        let mark = names.len();
        for side in &sides {
            names.extend(Mark::ALL.iter().map(|mark| format!("mark {side} {mark}")));
        }
        let marker = names.len();
        for side in [&sides[0], &sides[1], "none"] {
            names.extend(MarkerKind::ALL.iter().map(|kind| format!("marker {side} {kind}")));
        }
        let turn = names.len();
        names.extend((0..TURNS).map(|turn| format!("turn {turn}")));
        let count = names.len();
        names.extend(COUNTS.map(|what| format!("count {what}")));
        let starts = Starts { off: counters, place: 2 * counters, mark, marker, turn, count };
        Features { book, neighbours, names, starts }
    }

    /// The words for the features, in their order.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The features by their names.
    pub fn by_name(&self) -> HashMap<&str, usize> {
        self.names.iter().enumerate().map(|(number, name)| (name.as_str(), number)).collect()
    }

    /// The features of a position in which all is open: one that a player has made up himself, or of a game that is over.
    pub fn of<R: Census>(&self, rules: &R, state: &R::State, eye: &mut Eye, out: &mut Vec<Feature>) {
        eye.encoding.take(&self.book, &rules.view(state, Viewer::All));
        out.clear();
        self.count_pieces(eye, out);
        for row in eye.encoding.markers() {
            let side = if row[marker::SIDE] == NOTHING { 2 } else { row[marker::SIDE] as usize };
            let kind = self.starts.marker + side * MarkerKind::ALL.len() + row[marker::KIND] as usize;
            out.push(feature(kind, row[marker::COUNT]));
        }
        let turn = (eye.encoding.head[head::TURN].max(0) as usize).min(TURNS - 1);
        out.push(feature(self.starts.turn + turn, 1));
        let front = self.front(eye);
        let leads = [rules.point_lead(state), rules.strength_lead(state)];
        let counts = leads.into_iter().chain(front).enumerate().filter(|(_, amount)| *amount != 0);
        out.extend(counts.map(|(place, amount)| feature(self.starts.count + place, amount)));
    }

    fn count_pieces(&self, eye: &mut Eye, out: &mut Vec<Feature>) {
        let Eye { encoding, steps } = eye;
        for steps in steps.iter_mut() {
            steps.clear();
            steps.resize(self.book.hexes(), 0);
        }
        for row in encoding.pieces().filter(|row| row[piece::SIDE] != NOTHING) {
            let (side, amount) = (row[piece::SIDE] as usize, row[piece::STEPS].max(1));
            let hex = row[piece::HEX];
            if row[piece::COUNTER] != NOTHING {
                let start = if hex == NOTHING { self.starts.off } else { 0 };
                out.push(feature(start + row[piece::COUNTER] as usize, amount));
            }
            if hex != NOTHING {
                steps[side][hex as usize] += amount;
                out.push(feature(self.starts.place + side * self.book.hexes() + hex as usize, amount));
            }
            for mark in marks(row) {
                out.push(feature(self.starts.mark + side * Mark::ALL.len() + mark, 1));
            }
        }
    }

    /// How the fronts stand, by side: hexes in contact, steps that are outnumbered two to one, steps that have neither
    /// friends beside them nor peace, steps too many in a hex, steps on the board.
    fn front(&self, eye: &Eye) -> [i32; 10] {
        let mut front = [0; 10];
        for side in 0..2 {
            let (own, enemy) = (&eye.steps[side], &eye.steps[1 - side]);
            for hex in (0..own.len()).filter(|&hex| own[hex] > 0) {
                let beside = |steps: &[i32]| -> i32 {
                    self.neighbours[hex].iter().filter(|&&next| next != NOTHING).map(|&next| steps[next as usize]).sum()
                };
                let (foes, friends) = (beside(enemy), beside(own));
                front[side] += i32::from(foes > 0);
                front[2 + side] += if foes >= 2 * own[hex] { own[hex] } else { 0 };
                front[4 + side] += if foes > 0 && friends == 0 { own[hex] } else { 0 };
                front[6 + side] += (own[hex] - CROWD).max(0);
                front[8 + side] += own[hex];
            }
        }
        front
    }
}

fn feature(number: usize, amount: i32) -> Feature {
    (number as u16, amount.clamp(i16::MIN.into(), i16::MAX.into()) as i16)
}

/// The marks of a piece, by their places in the list.
fn marks(row: &[i32]) -> impl Iterator<Item = usize> {
    let columns = row[piece::MARKS..piece::VALUES].iter().enumerate();
    columns.flat_map(|(column, &bits)| {
        (0..encoding::MARKS_A_COLUMN)
            .filter(move |bit| bits >> bit & 1 == 1)
            .map(move |bit| column * encoding::MARKS_A_COLUMN + bit)
    })
}

#[cfg(test)]
impl Features {
    /// The features of no game at all.
    pub(super) fn none() -> Features {
        let starts = Starts { off: 0, place: 0, mark: 0, marker: 0, turn: 0, count: 0 };
        Features { book: Codebook::none(), neighbours: Vec::new(), names: Vec::new(), starts }
    }
}
