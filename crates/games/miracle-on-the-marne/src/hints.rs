//! What the game tells a computer player about itself.

use crate::MiracleOnTheMarne;
use crate::action::Action;
use crate::state::State;
use engine::Hints;

impl Hints for MiracleOnTheMarne {
    fn appraise(&self, _state: &State, action: Action) -> f32 {
        match action {
            Action::Standard => 1.0,
            _ => 0.0,
        }
    }
}
