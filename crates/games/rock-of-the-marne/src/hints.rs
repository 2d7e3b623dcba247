//! What the game tells a computer player about itself.

use crate::RockOfTheMarne;
use crate::action::Action;
use crate::ground::Ground;
use crate::scenarios::Scenario;
use crate::state::State;
use engine::Hints;

/// What the board is worth, worked out once.
#[derive(Debug)]
pub(crate) struct Sense;

impl Sense {
    pub(crate) fn new(_ground: &Ground, _scenarios: &[Scenario]) -> Sense {
        Sense
    }
}

impl Hints for RockOfTheMarne {
    fn appraise(&self, _state: &State, action: Action) -> f32 {
        if action == Action::Done { 0.0 } else { -1.0 }
    }
}
