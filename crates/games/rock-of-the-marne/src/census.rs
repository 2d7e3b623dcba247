//! What the game tells those who study it.

use crate::RockOfTheMarne;
use crate::pieces::{Piece, PieceSet};
use crate::state::{State, Step, side_of};
use engine::{Census, Muster};
use hexboard::Hex;

impl Census for RockOfTheMarne {
    fn scenario(&self, state: &State) -> usize {
        state.scenario.into()
    }

    fn turn(&self, state: &State) -> u16 {
        state.turn.into()
    }

    /// A unit is as strong as the attack strength that is up, for that is what a breakdown keeps: steps would
    /// seem to grow by it. A division that is breaking down has the strength that its regiments have not taken yet.
    fn muster(&self, state: &State, each: &mut dyn FnMut(Muster)) {
        for piece in state.on_map.or(state.waiting).iter() {
            let hex = state.on_map.contains(piece).then(|| state.hex(piece));
            let strength = self.face(state, piece).attack.into();
            each(Muster { piece: piece.0, side: side_of(piece), hex, strength });
        }
        if let Step::Break(hex) = state.step
            && let Some(division) = state.group.first()
        {
            let strength = state.breaking.0.into();
            each(Muster { piece: division.0, side: state.side, hex: Some(hex), strength });
        }
    }

    /// The victory points of the scenario.
    fn points(&self, state: &State) -> [i32; 2] {
        self.score(state)
    }

    /// Columns to the left, of the ground and of trenches; HQs and airplanes look for other things.
    fn cover(&self, state: &State, piece: u16, hex: Hex) -> Option<u8> {
        let piece = Piece(piece);
        let others: PieceSet = state.stack(hex).filter(|&other| other != piece).collect();
        let room = self.bulk(others) + self.pieces.counter(piece).stacking <= self.tables.stacking;
        let own = state.holder(hex).is_none_or(|side| side == side_of(piece)) && self.in_area(state, hex);
        (own && room && !self.pieces.is_hq(piece)).then(|| self.ground.effects(hex).left)
    }

    fn is_unsupplied(&self, state: &State, piece: u16) -> bool {
        state.unsupplied.contains(Piece(piece))
    }

    fn is_fed_at(&self, state: &State, piece: u16, hex: Hex) -> bool {
        let piece = Piece(piece);
        let side = crate::state::side_of(piece);
        if self.pieces.is_hq(piece) {
            self.lines_from(state, side).contains(hex)
        } else {
            self.fed_hexes(state, side).contains(hex)
        }
    }
}
