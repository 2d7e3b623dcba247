//! What a veteran would do, in words.

use ai::{Advice, Limits};
use engine::dice::SeededDice;
use engine::{Hints, Rules};
use std::sync::Arc;
use wire::Hint;

/// A choice that a veteran thinks about for somebody else. It holds a copy of all that it needs, so the match may go on meanwhile.
pub trait Counsel: Send {
    /// The hint. Told to stop, it says what it has found.
    fn give(&self, limits: &Limits) -> Hint;
}

/// A choice with the types of its game.
pub(crate) struct Consulted<R: Rules> {
    pub(crate) rules: Arc<R>,
    pub(crate) state: R::State,
    pub(crate) legal: Vec<R::Action>,
    pub(crate) dice: SeededDice,
}

impl<R: Hints> Counsel for Consulted<R> {
    fn give(&self, limits: &Limits) -> Hint {
        let advice = Advice::give(&*self.rules, &self.state, &self.legal, &mut self.dice.clone(), limits);
        let best = self.rules.choice(&self.state, self.legal[advice.best]);
        let next = advice.against.map(|against| {
            let choice = self.rules.choice(&self.state, self.legal[against.next]);
            (choice, against)
        });
        let mut words = format!("A veteran would choose: {}.", best.text);
        match &next {
            None => words.push_str(" There is nothing else to compare it with."),
            Some((other, against)) => {
                words.push(' ');
                words.push_str(&against.words(R::CONCERNS, &other.text));
            }
        }
        Hint { action: best.action, text: best.text, next: next.map(|(other, _)| other.action), words }
    }
}
