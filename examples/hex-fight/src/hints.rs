//! What a computer player should care about.

use crate::{HexFight, State, Step};
use engine::{Census, Hints, Stakes, Temper};
use hexboard::Hex;

impl Hints for HexFight {
    /// An attack takes twice as often as it loses, so attack, and lead the nearest unit there first.
    fn appraise(&self, state: &State, step: Step, _temper: &Temper) -> f32 {
        let enemies = state.units[state.mover().other().index()];
        if enemies.contains(step.to) {
            return 100.0;
        }
        let nearest = |hex: Hex| enemies.iter().map(|enemy| self.map.board.distance(hex, enemy)).min().unwrap_or(0);
        let (before, after) = (f32::from(nearest(step.from)), f32::from(nearest(step.to)));
        10.0 * (before - after) - after
    }

    /// The units left.
    fn prospect(&self, state: &State) -> f32 {
        self.strength_lead(state) as f32 / 6.0
    }

    fn stakes(&self, _state: &State) -> Stakes {
        Stakes::High
    }
}
