//! What a computer player should care about.

use crate::MarchIntoBattle;
use crate::action::Action;
use crate::state::State;
use engine::Hints;

impl Hints for MarchIntoBattle {
    fn appraise(&self, _state: &State, _action: Action) -> f32 {
        0.0
    }
}
