//! What a game tells those who study it: a census of who is where, and how strong.

use crate::{Rules, Side};
use hexboard::Hex;

/// A piece that is alive, and its strength.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Muster {
    /// A number that is the piece's own for the whole game, or as long as it stands still where pieces have no names.
    pub piece: u16,
    /// The side it belongs to.
    pub side: Side,
    /// Where it is; `None` while it is off the board: still to come, on a journey, or gone out by an exit.
    pub hex: Option<Hex>,
    /// Its strength, in the game's natural measure of force.
    pub strength: u16,
}

/// A game that can be studied. All is open here, so nobody who plays may look at another's true state with it.
pub trait Census: Rules {
    /// The place of its scenario in the game's list.
    fn scenario(&self, _state: &Self::State) -> usize {
        0
    }
    /// The turn, as the [`View`](crate::View) has it.
    fn turn(&self, state: &Self::State) -> u16;
    /// Shows each piece that is alive and has a strength, in a fixed order.
    fn muster(&self, state: &Self::State, each: &mut dyn FnMut(Muster));
    /// The victory points that each side would count now, or what comes nearest to them where the game counts none.
    fn points(&self, state: &Self::State) -> [i32; 2];

    /// How well a living piece would be covered in a hex, from 0 in the open; `None` where it could not stand, or where the
    /// book knows no cover for it.
    fn cover(&self, _state: &Self::State, _piece: u16, _hex: Hex) -> Option<u8> {
        None
    }

    /// Whether a living piece is out of supply, or on the way to be.
    fn is_unsupplied(&self, _state: &Self::State, _piece: u16) -> bool {
        false
    }

    /// Whether a living piece would be in supply in a hex, as things stand.
    fn is_fed_at(&self, _state: &Self::State, _piece: u16, _hex: Hex) -> bool {
        true
    }

    /// By how much the first side is stronger.
    fn strength_lead(&self, state: &Self::State) -> i32 {
        let mut lead = 0;
        self.muster(state, &mut |muster| {
            let strength = i32::from(muster.strength);
            lead += if muster.side == Side::First { strength } else { -strength };
        });
        lead
    }

    /// By how many points the first side is ahead.
    fn point_lead(&self, state: &Self::State) -> i32 {
        let points = self.points(state);
        points[0] - points[1]
    }
}
