//! Who stands where, and whose ground it is.

use engine::Muster;
use hexboard::{Board, Hex};
use std::collections::VecDeque;

/// Farther than any hex.
const NEVER: u16 = u16::MAX;

/// Works out front and ground, and keeps what it needs for it.
pub(crate) struct Front {
    /// The neighbours of each hex.
    near: Vec<Vec<Hex>>,
    /// Which hexes each side holds.
    held: [Vec<bool>; 2],
    /// How far it is from each hex to the nearest piece of each side.
    away: [Vec<u16>; 2],
    queue: VecDeque<Hex>,
}

impl Front {
    pub(crate) fn new(board: &Board) -> Front {
        let mut near = vec![Vec::new(); board.sheet().map(|hex| hex.index() + 1).max().unwrap_or(0)];
        for hex in board.hexes() {
            near[hex.index()] = board.neighbours(hex).map(|(_, other)| other).collect();
        }
        let (held, away) = (vec![false; near.len()], vec![NEVER; near.len()]);
        Front { near, held: [held.clone(), held], away: [away.clone(), away], queue: VecDeque::new() }
    }

    /// How many hexes there are, those out of play among them.
    pub(crate) fn hexes(&self) -> usize {
        self.near.len()
    }

    /// Looks at who stands where now.
    pub(crate) fn survey(&mut self, pieces: &[Muster]) {
        for side in 0..2 {
            self.held[side].fill(false);
            self.away[side].fill(NEVER);
            let own = pieces.iter().filter(|piece| piece.side.index() == side);
            for hex in own.filter_map(|piece| piece.hex) {
                if !std::mem::replace(&mut self.held[side][hex.index()], true) {
                    self.away[side][hex.index()] = 0;
                    self.queue.push_back(hex);
                }
            }
            self.flood(side);
        }
    }

    fn flood(&mut self, side: usize) {
        let away = &mut self.away[side];
        while let Some(hex) = self.queue.pop_front() {
            let next = away[hex.index()] + 1;
            for &other in &self.near[hex.index()] {
                if away[other.index()] == NEVER {
                    away[other.index()] = next;
                    self.queue.push_back(other);
                }
            }
        }
    }

    /// How far it is from a hex to the nearest piece of a side.
    pub(crate) fn away(&self, side: usize, hex: Hex) -> u16 {
        self.away[side][hex.index()]
    }

    /// The neighbours of a hex.
    pub(crate) fn near(&self, hex: Hex) -> &[Hex] {
        &self.near[hex.index()]
    }

    /// How many hexes are nearer to each side than to the enemy.
    pub(crate) fn ground(&self) -> [u32; 2] {
        let [first, second] = &self.away;
        let mut ground = [0; 2];
        for (first, second) in first.iter().zip(second) {
            ground[0] += u32::from(first < second);
            ground[1] += u32::from(second < first);
        }
        ground
    }

    /// The hexes where a side stands next to the enemy.
    pub(crate) fn front(&self, side: usize) -> impl Iterator<Item = usize> {
        let (own, enemy) = (&self.held[side], &self.held[1 - side]);
        let faces = move |&hex: &usize| own[hex] && self.near[hex].iter().any(|other| enemy[other.index()]);
        (0..own.len()).filter(faces)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Side;

    #[test]
    fn ground_and_front_of_two_sides() {
        let game = catalogue::HEX_FIGHT.load(None).unwrap();
        let board = &game.map(0).board;
        let at = |hex: &str| board.parse(hex).unwrap();
        let piece = |side: Side, hex: &str| Muster { piece: 0, side, hex: Some(at(hex)), strength: 1 };
        let mut front = Front::new(board);
        // The board has no gaps, so a flood goes as far as the ruler says.
        front.survey(&[piece(Side::First, "0505"), piece(Side::First, "0101"), piece(Side::Second, "0506")]);
        let nearest = |hex: Hex| ["0505", "0101"].map(|own| board.distance(hex, at(own))).into_iter().min();
        let to_enemy = |hex: Hex| Some(board.distance(hex, at("0506")));
        let own = board.hexes().filter(|&hex| nearest(hex) < to_enemy(hex)).count() as u32;
        let enemy = board.hexes().filter(|&hex| nearest(hex) > to_enemy(hex)).count() as u32;
        assert_eq!(front.ground(), [own, enemy]);
        let fronts = [0, 1].map(|side| front.front(side).collect::<Vec<_>>());
        assert_eq!(fronts, ["0505", "0506"].map(|hex| vec![at(hex).index()]), "0101 is far from everybody");
        // Alone, a side has all the ground and no front; who is off the board has none.
        let coming = Muster { hex: None, ..piece(Side::Second, "0506") };
        front.survey(&[piece(Side::First, "0101"), coming]);
        assert_eq!((front.ground(), front.front(0).count()), ([121, 0], 0));
    }
}
