//! Positions made by hand: `turn` is the number of the ply to come, and a piece's name is its side.

use crate::rules::PLIES;
use crate::{HexFight, Hexes, State};
use engine::Position;

impl HexFight {
    pub(crate) fn read_position(&self, position: &Position) -> Result<State, String> {
        let mut units = [Hexes::EMPTY; 2];
        for placed in &position.pieces {
            let side = self
                .papers
                .about
                .side(&placed.piece)
                .ok_or_else(|| format!("there is no piece \"{}\"", placed.piece))?;
            let hex = self.map.board.parse(&placed.hex).map_err(|error| error.to_string())?;
            if units.iter().any(|units| units.contains(hex)) {
                return Err(format!("two pieces stand in {}", placed.hex));
            }
            units[side.index()].insert(hex);
        }
        let plies = match position.turn.unwrap_or(1) {
            turn @ 1..=200 => turn as u8 - 1,
            turn => return Err(format!("turn {turn} is not one of 1 to {PLIES}")),
        };
        Ok(State { units, plies, gave_up: None })
    }
}
