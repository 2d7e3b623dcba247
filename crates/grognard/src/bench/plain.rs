//! Hex-fight in plain Rust, without any framework: the yardstick for what the engine costs.

const WIDE: usize = 11;
const HEXES: usize = WIDE * WIDE;
const PLIES: u32 = 200;
const NOBODY: u8 = 2;

/// A game being played at random, over and over.
pub struct Plain {
    /// Who stands in each hex.
    board: [u8; HEXES],
    /// The hexes of each side's units, without gaps.
    units: [Vec<u8>; 2],
    plies: u32,
    neighbours: Vec<Vec<u8>>,
    moves: Vec<(u8, u8)>,
    chance: u64,
}

impl Plain {
    /// The beginning of a game.
    pub fn new() -> Plain {
        let mut plain = Plain {
            board: [NOBODY; HEXES],
            units: [Vec::new(), Vec::new()],
            plies: 0,
            neighbours: (0..HEXES).map(neighbours).collect(),
            moves: Vec::new(),
            chance: 0x9e37_79b9_7f4a_7c15,
        };
        plain.set_up();
        plain
    }

    fn set_up(&mut self) {
        self.board = [NOBODY; HEXES];
        self.plies = 0;
        for side in 0..2 {
            self.units[side].clear();
            for (column, row) in (0..4).flat_map(|column| (0..3).map(move |row| (column, row))) {
                let hex = column * WIDE + row;
                let hex = if side == 0 { hex } else { HEXES - 1 - hex };
                self.board[hex] = side as u8;
                self.units[side].push(hex as u8);
            }
        }
    }

    /// Plays so many plies, all moves listed at each; the number of moves listed.
    pub fn run(&mut self, plies: u64) -> u64 {
        let mut listed = 0;
        for _ in 0..plies {
            if self.plies == PLIES || self.units.iter().any(Vec::is_empty) {
                self.set_up();
            }
            let side = (self.plies % 2) as u8;
            self.list(side);
            listed += self.moves.len() as u64;
            let chosen = self.below(self.moves.len());
            let (from, to) = self.moves[chosen];
            self.play(side, from, to);
        }
        listed
    }

    fn list(&mut self, side: u8) {
        self.moves.clear();
        for &from in &self.units[usize::from(side)] {
            for &to in &self.neighbours[usize::from(from)] {
                if self.board[usize::from(to)] != side {
                    self.moves.push((from, to));
                }
            }
        }
    }

    fn play(&mut self, side: u8, from: u8, to: u8) {
        self.plies += 1;
        if self.board[usize::from(to)] == NOBODY {
            return self.advance(side, from, to);
        }
        match self.below(6) {
            0 => {
                self.remove(side, from);
                self.board[usize::from(from)] = NOBODY;
            }
            4.. => {
                self.remove(1 - side, to);
                self.advance(side, from, to);
            }
            _ => {}
        }
    }

    fn advance(&mut self, side: u8, from: u8, to: u8) {
        self.board[usize::from(from)] = NOBODY;
        self.board[usize::from(to)] = side;
        if let Some(unit) = self.units[usize::from(side)].iter_mut().find(|unit| **unit == from) {
            *unit = to;
        }
    }

    fn remove(&mut self, side: u8, hex: u8) {
        let units = &mut self.units[usize::from(side)];
        if let Some(place) = units.iter().position(|&unit| unit == hex) {
            units.swap_remove(place);
        }
    }

    /// A number below a limit, by xorshift.
    fn below(&mut self, limit: usize) -> usize {
        self.chance ^= self.chance << 13;
        self.chance ^= self.chance >> 7;
        self.chance ^= self.chance << 17;
        (((self.chance >> 32) * limit as u64) >> 32) as usize
    }
}

/// The hexes around one, odd columns half a hex further south.
fn neighbours(hex: usize) -> Vec<u8> {
    let (column, row) = ((hex / WIDE) as i32, (hex % WIDE) as i32);
    let shift = column % 2;
    let around = [(0, -1), (0, 1), (-1, shift - 1), (-1, shift), (1, shift - 1), (1, shift)];
    let places = around.into_iter().map(|(right, down)| (column + right, row + down));
    let inside = |&(column, row): &(i32, i32)| (0..WIDE as i32).contains(&column) && (0..WIDE as i32).contains(&row);
    places.filter(inside).map(|(column, row)| (column * WIDE as i32 + row) as u8).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalogue::HEX_FIGHT;

    #[test]
    fn it_is_the_same_game() {
        let plies = 400_000;
        let plain = Plain::new().run(plies) as f64;
        let game = HEX_FIGHT.load(None).unwrap();
        let tally = game.playout(0, Default::default(), 1.into()).run(plies);
        // Not the same dice, but as many moves to choose from at each ply.
        assert!((plain / tally.listed as f64 - 1.0).abs() < 0.02, "{plain} and {}", tally.listed);
    }
}
