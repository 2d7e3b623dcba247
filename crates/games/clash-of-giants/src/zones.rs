//! 7.0 Zones of Control.
//!
//! Every unit controls the hexes around it [std/7.1a], across rivers and into any ground [std/7.1c], but not across
//! lakes and the sea [std/7.1b]. The state keeps the zones of both sides as sets, brought up to date by
//! [`State::put`](crate::State::put) and [`State::lift`](crate::State::lift).

use crate::ClashOfGiants;
use crate::ground::Hexes;
use crate::state::State;
use engine::Side;
use hexboard::Hex;

#[engine::by_the_book]
impl ClashOfGiants {
    /// Whether an enemy of `side` stops and blocks in a hex, whoever else is there [std/7.2c, std/7.3b].
    #[inline]
    pub(crate) fn is_controlled(state: &State, side: Side, hex: Hex) -> bool {
        state.zoc[side.other().index()].contains(hex)
    }

    /// Whether a line or a retreat of `side` may lead through a hex: no enemy there, and no enemy zone unless a friend
    /// stands there [std/7.3a, std/8.22b, std/12.82].
    #[inline]
    pub(crate) fn is_passable(state: &State, side: Side, hex: Hex) -> bool {
        let enemy = side.other();
        !state.holds(enemy, hex) && (!state.zoc[enemy.index()].contains(hex) || state.holds(side, hex))
    }

    /// All such hexes.
    pub(crate) fn passable(&self, state: &State, side: Side) -> Hexes {
        let (own, enemy) = (side.index(), side.other().index());
        self.theatre(state).everywhere - state.held[enemy] - (state.zoc[enemy] - state.held[own])
    }

    /// Whether a path that friends do not help may lead through a hex: no enemy there and no enemy zone [std/7.3b].
    #[inline]
    pub(crate) fn is_free(state: &State, side: Side, hex: Hex) -> bool {
        let enemy = side.other();
        !state.holds(enemy, hex) && !state.zoc[enemy.index()].contains(hex)
    }

    /// Whether an enemy stands next to a hex.
    #[inline]
    pub(crate) fn touches_enemy(&self, state: &State, side: Side, hex: Hex) -> bool {
        self.theatre(state).near(hex).any(|near| state.holds(side.other(), near))
    }
}
