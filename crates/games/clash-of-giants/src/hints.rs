//! What a computer player should care about.

use crate::ClashOfGiants;
use crate::action::Action;
use crate::state::State;
use crate::theatre::Theatre;
use engine::Hints;

/// What does not change about a board for a computer player.
#[derive(Debug)]
pub(crate) struct Sense {}

impl Sense {
    pub(crate) fn new(_theatre: &Theatre) -> Sense {
        Sense {}
    }
}

impl Hints for ClashOfGiants {
    fn appraise(&self, _state: &State, _action: Action) -> f32 {
        0.0
    }
}
